// Forms, remarks, links.
#include <gtest/gtest.h>

#include "collected.h"
#include "pdf_writer.h"

namespace oi {
namespace {

using test::collect;
using test::Collected;
using test::PdfWriter;

class PdfExtras : public testing::Test {
 protected:
  static void SetUpTestSuite() { load_pdf(); }
  static Collected read(const PdfWriter& writer) {
    return collect(read_pdf, writer.bytes(), Kind::Pdf);
  }
  static std::vector<std::string> texts(const Collected& all, BlockKind block) {
    std::vector<std::string> texts;
    for (const TextRun& run : all.runs)
      if (run.block == block) texts.push_back(run.text);
    return texts;
  }
  static std::string widget(PdfWriter& writer, const std::string& entries) {
    return writer.object("<< /Type /Annot /Subtype /Widget /Rect [100 600 250 620] /F 4 " +
                         entries + " >>");
  }
  static void form_page(PdfWriter& writer, const std::string& fields, const std::string& content) {
    writer.catalogue("/AcroForm << /Fields [" + fields + "] >>");
    writer.raw_page(content, "/Annots [" + fields + "]");
  }
};

TEST_F(PdfExtras, FormValuesAreSentWithNameAndPlace) {
  PdfWriter writer;
  const std::string look = writer.stream("", "/Type /XObject /Subtype /Form /BBox [0 0 9 9]");
  const std::string states = " /AP << /N << /Yes " + look + " /Off " + look + " >> >>";
  const std::string fields =
      widget(writer, "/FT /Tx /T (surname) /TU (Family name) /V (Curie)") + " " +
      widget(writer, "/FT /Tx /T (empty)") + " " +
      widget(writer, "/FT /Tx /Ff 8192 /T (Password) /V (hush)") + " " +
      widget(writer,
             "/FT /Ch /Ff 131072 /T (Country) /Opt [[(fr) (France)] [(pl) (Poland)]] /V (pl)") +
      " " + widget(writer, "/FT /Btn /T (Member) /V /Yes /AS /Yes" + states) + " " +
      widget(writer, "/FT /Btn /T (Guest) /V /Off /AS /Off" + states);
  form_page(writer, fields, "BT /F1 12 Tf 72 700 Td (A form) Tj ET");
  const Collected all = read(writer);
  ASSERT_TRUE(all.outcome.ok());
  EXPECT_EQ(texts(all, BlockKind::Form),
            (std::vector<std::string>{"Family name: Curie", "Country: Poland", "Member: Yes",
                                      "Guest: Off"}));
  EXPECT_EQ(texts(all, BlockKind::Paragraph), (std::vector<std::string>{"A", "form"}));
  for (const TextRun& run : all.runs) {
    if (run.block != BlockKind::Form) continue;
    EXPECT_EQ(run.before, TextRun::Break::Paragraph);
    EXPECT_NEAR(run.box.x0, 100, 0.1);
    EXPECT_NEAR(run.box.y1, 192, 0.1);
  }
}

// C037: a scanned letter with three typed values. The values are kept apart from its own text, of
// which there is none, so that nobody takes them for a text layer.
TEST_F(PdfExtras, ValuesOverAScanAreNoTextLayer) {
  PdfWriter writer;
  const std::string picture = writer.stream(
      std::string(4, '\x40'),
      "/Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace "
      "/DeviceGray");
  const std::string fields = widget(writer, "/FT /Tx /T (a) /V (Smith)") + " " +
                             widget(writer, "/FT /Tx /T (b) /V (1867)") + " " +
                             widget(writer, "/FT /Tx /T (c) /V (Rome)");
  writer.catalogue("/AcroForm << /Fields [" + fields + "] >>");
  writer.raw_page("q 612 0 0 792 0 0 cm /P Do Q", "/Annots [" + fields + "]",
                  "/XObject << /P " + picture + " >>");
  const Collected all = read(writer);
  EXPECT_EQ(texts(all, BlockKind::Form),
            (std::vector<std::string>{"a: Smith", "b: 1867", "c: Rome"}));
  EXPECT_EQ(all.runs.size(), 3U);
  ASSERT_EQ(all.marks.size(), 1U);
  ASSERT_EQ(all.marks[0].pictures.size(), 1U);
  EXPECT_EQ(all.marks[0].pictures[0], (Box{0, 0, 612, 792}));
}

TEST_F(PdfExtras, RemarksAreCommentsAndTheirWindowsSayNothingTwice) {
  PdfWriter writer;
  const std::string note = writer.object(
      "<< /Type /Annot /Subtype /Text /Rect [10 700 30 720] /Contents (Check this figure) >>");
  const std::string window = writer.object(
      "<< /Type /Annot /Subtype /Popup /Rect [10 600 90 640] /Contents (Check this figure) >>");
  const std::string none =
      writer.object("<< /Type /Annot /Subtype /Highlight /Rect [10 500 90 520] >>");
  const std::string hidden = writer.object(
      "<< /Type /Annot /Subtype /FreeText /F 2 /Rect [10 400 90 420] /Contents (not shown) >>");
  writer.raw_page("", "/Annots [" + note + " " + window + " " + none + " " + hidden + "]");
  const Collected all = read(writer);
  ASSERT_EQ(all.runs.size(), 2U);
  EXPECT_EQ(all.runs[0].text, "Check this figure");
  EXPECT_EQ(all.runs[0].block, BlockKind::Comment);
  EXPECT_FALSE(all.runs[0].hidden);
  EXPECT_TRUE(all.runs[1].hidden);
}

TEST_F(PdfExtras, TargetsOfLinksAreSentOnceAndOnlyWhereTheTextHidesThem) {
  PdfWriter writer;
  const auto link = [&](const std::string& target) {
    return writer.object(
        "<< /Type /Annot /Subtype /Link /Rect [10 500 90 520] /A << /S /URI /URI (" + target +
        ") >> >>");
  };
  const std::string script = writer.object(
      "<< /Type /Annot /Subtype /Link /Rect [10 500 90 520] /A << /S /JavaScript /JS (app.alert) "
      ">> >>");
  const std::string links = link("https://example.org/manual") + " " +
                            link("https://example.org/manual") + " " +
                            link("http://shown.example.org/") + " " + script;
  writer.raw_page("BT /F1 12 Tf 72 700 Td (See Shown.example.org) Tj ET",
                  "/Annots [" + links + "]");
  EXPECT_EQ(texts(read(writer), BlockKind::Comment),
            (std::vector<std::string>{"https://example.org/manual"}));
}

TEST_F(PdfExtras, AFormThatAScriptDrawsIsToldSo) {
  PdfWriter writer;
  const std::string xfa = writer.stream("<xdp:xdp xmlns:xdp='http://ns.adobe.com/xdp/'/>");
  writer.catalogue("/AcroForm << /Fields [] /XFA " + xfa + " >> /NeedsRendering true");
  writer.raw_page("BT /F1 12 Tf 72 700 Td (Please wait) Tj ET");
  const Collected all = read(writer);
  ASSERT_TRUE(all.outcome.ok());
  EXPECT_TRUE(all.has_problem("xfa_form"));
}

}  // namespace
}  // namespace oi
