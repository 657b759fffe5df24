#include <gtest/gtest.h>

#include "collected.h"
#include "pdf_writer.h"

namespace oi {
namespace {

using test::collect;
using test::Collected;
using test::PdfWriter;

class PdfFiles : public testing::Test {
 protected:
  static void SetUpTestSuite() { load_pdf(); }
  static std::string holder(PdfWriter& writer, const std::string& name, const std::string& bytes) {
    const std::string file = writer.stream(bytes, "/Type /EmbeddedFile");
    return writer.object("<< /Type /Filespec /F (" + name + ") /UF (" + name + ") /EF << /F " +
                         file + " >> >>");
  }
};

TEST_F(PdfFiles, FilesInsideAreSentWhole) {
  PdfWriter writer;
  const std::string one = holder(writer, "orders.csv", "a,b\n1,2\n");
  const std::string other = holder(writer, "../../etc/notes.txt", "a note");
  writer.catalogue("/Names << /EmbeddedFiles << /Names [(orders.csv) " + one + "] >> >>");
  const std::string pin = writer.object(
      "<< /Type /Annot /Subtype /FileAttachment /Rect [10 10 20 20] /FS " + other + " >>");
  writer.raw_page("BT /F1 12 Tf 72 700 Td (See the files) Tj ET", "/Annots [" + pin + "]");
  const Collected all = collect(read_pdf, writer.bytes(), Kind::Pdf);
  ASSERT_TRUE(all.outcome.ok()) << all.outcome.error().what;
  ASSERT_EQ(all.children.size(), 2U);
  EXPECT_EQ(all.children[0].name, "../../etc/notes.txt");
  EXPECT_EQ(all.children[0].bytes, "a note");
  EXPECT_EQ(all.children[1].name, "orders.csv");
  EXPECT_EQ(all.children[1].bytes, "a,b\n1,2\n");
  EXPECT_TRUE(all.children[1].whole);
  EXPECT_EQ(all.text(), "See the files");
}

TEST_F(PdfFiles, FilesOverTheLimitAreNotWholeAndTheTextIsKept) {
  PdfWriter writer;
  const std::string one = holder(writer, "large.bin", std::string(5000, 'x'));
  writer.catalogue("/Names << /EmbeddedFiles << /Names [(large.bin) " + one + "] >> >>");
  writer.page({{.text = "Kept"}});
  const Collected all = collect(read_pdf, writer.bytes(), Kind::Pdf, {.child_bytes = 1000});
  ASSERT_TRUE(all.outcome.ok());
  ASSERT_EQ(all.children.size(), 1U);
  EXPECT_FALSE(all.children[0].whole);
  const Collected none = collect(read_pdf, writer.bytes(), Kind::Pdf, {.children = 0});
  ASSERT_TRUE(none.outcome.ok());
  EXPECT_TRUE(none.has_problem("files_inside_left_out"));
  EXPECT_EQ(none.text(), "Kept");
}

TEST_F(PdfFiles, TheTitleIsTheFilesOwnWhenItLooksLikeOne) {
  const auto titled = [](const std::string& entry) {
    PdfWriter writer;
    writer.page({{.text = "Text without a heading."}});
    writer.information("/Title " + entry);
    return collect(read_pdf, writer.bytes(), Kind::Pdf).title;
  };
  EXPECT_EQ(titled("(The flow of water)"), "The flow of water");
  EXPECT_EQ(titled("<FEFF00DC00620065007200730069006300680074>"), "\u00DCbersicht");
  for (const char* not_one :
       {"()", "(Microsoft Word - draft.doc)", "(untitled)", "(a.pdf)", "(17)"})
    EXPECT_EQ(titled(not_one), "") << not_one;
}

}  // namespace
}  // namespace oi
