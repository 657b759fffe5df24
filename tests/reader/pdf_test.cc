#include <gtest/gtest.h>
#include <openssl/evp.h>

#include "collected.h"
#include "pdf_writer.h"

namespace oi {
namespace {

using test::collect;
using test::Collected;
using test::PdfWriter;

class Pdf : public testing::Test {
 protected:
  static void SetUpTestSuite() { load_pdf(); }
  static Collected read(const std::string& bytes, const ReadLimits& limits = {}) {
    return collect(read_pdf, bytes, Kind::Pdf, limits);
  }
};

TEST_F(Pdf, TheTitleIsTheFilesOwnWhenItLooksLikeOne) {
  const auto titled = [](const std::string& entry) {
    PdfWriter writer;
    writer.page({{.text = "Text without a heading."}});
    writer.information("/Title (" + entry + ")");
    return read(writer.bytes()).title;
  };
  EXPECT_EQ(titled("The flow of water"), "The flow of water");
  for (const char* not_one : {"", "Microsoft Word - draft.doc", "untitled", "a.pdf", "17", "x.dvi"})
    EXPECT_EQ(titled(not_one), "") << not_one;
}

TEST_F(Pdf, APageWithoutTextIsStillAPage) {
  PdfWriter writer;
  writer.page({{.text = "First"}});
  writer.page({});
  writer.page({{.text = "Third"}});
  const Collected all = read(writer.bytes());
  ASSERT_TRUE(all.outcome.ok());
  EXPECT_EQ(all.pages.size(), 3U);
  EXPECT_EQ(all.marks.size(), 3U);
  EXPECT_TRUE(all.problems.empty());
  EXPECT_EQ(all.text(), "First\nThird");
}

// The format's first encryption (V 1, R 2), written as its description says.
class PdfLocked : public Pdf {
 protected:
  static std::string padded(const std::string& password) {
    static constexpr unsigned char kPadding[32] = {0x28, 0xBF, 0x4E, 0x5E, 0x4E, 0x75, 0x8A, 0x41,
                                                   0x64, 0x00, 0x4E, 0x56, 0xFF, 0xFA, 0x01, 0x08,
                                                   0x2E, 0x2E, 0x00, 0xB6, 0xD0, 0x68, 0x3E, 0x80,
                                                   0x2F, 0x0C, 0xA9, 0xFE, 0x64, 0x53, 0x69, 0x7A};
    return (password + std::string(reinterpret_cast<const char*>(kPadding), 32)).substr(0, 32);
  }
  static std::string digest(const std::string& bytes) {
    unsigned char out[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    EVP_Digest(bytes.data(), bytes.size(), out, &size, EVP_md5(), nullptr);
    return {reinterpret_cast<const char*>(out), size};
  }
  static std::string rc4(const std::string& key, std::string text) {
    unsigned char box[256];
    for (int i = 0; i < 256; ++i)
      box[i] = static_cast<unsigned char>(i);
    for (int i = 0, j = 0; i < 256; ++i) {
      j = (j + box[i] + static_cast<unsigned char>(key[static_cast<size_t>(i) % key.size()])) & 255;
      std::swap(box[i], box[j]);
    }
    int i = 0, j = 0;
    for (char& c : text) {
      i = (i + 1) & 255;
      j = (j + box[i]) & 255;
      std::swap(box[i], box[j]);
      c = static_cast<char>(c ^ box[(box[i] + box[j]) & 255]);
    }
    return text;
  }
  static std::string hex(const std::string& bytes) {
    std::string out;
    for (const char c : bytes) {
      char two[3];
      std::snprintf(two, sizeof two, "%02X", static_cast<unsigned char>(c));
      out += two;
    }
    return "<" + out + ">";
  }
  static std::string locked(const std::string& user, const std::string& owner) {
    const std::string id(16, 'i'), permissions = "\xFC\xFF\xFF\xFF";  // -4
    const std::string o = rc4(digest(padded(owner)).substr(0, 5), padded(user));
    const std::string key = digest(padded(user) + o + permissions + id).substr(0, 5);
    PdfWriter writer;
    writer.page({{.text = "Secret words"}});
    writer.trailer("/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O " + hex(o) + " /U " +
                   hex(rc4(key, padded(""))) + " >> /ID [" + hex(id) + hex(id) + "]");
    writer.cipher([key](size_t number, const std::string& bytes) {
      const std::string of_object = {static_cast<char>(number), static_cast<char>(number >> 8), 0,
                                     0, 0};
      return rc4(digest(key + of_object).substr(0, 10), bytes);
    });
    return writer.bytes();
  }
  static Collected read_with(const std::string& bytes, const std::vector<std::string>& passwords) {
    Request request;
    request.passwords = passwords;
    return collect(read_pdf, bytes, Kind::Pdf, request);
  }
};

// C025
TEST_F(PdfLocked, AnEncryptedFileAsksForItsPassword) {
  const std::string bytes = locked("open sesame", "boss");
  EXPECT_EQ(read(bytes).outcome.error().code, Code::PasswordRequired);
  EXPECT_EQ(read_with(bytes, {"wrong", "also wrong"}).outcome.error().code, Code::PasswordRequired);
  EXPECT_EQ(read_with(bytes, {"wrong", "open sesame"}).text(), "Secret words");
  EXPECT_EQ(read_with(bytes, {"boss"}).text(), "Secret words");
}

// C025
TEST_F(PdfLocked, AFileThatOnlyItsOwnersPasswordProtectsIsRead) {
  EXPECT_EQ(read(locked("", "boss")).text(), "Secret words");
}

TEST_F(Pdf, ATruncatedFileHasAStatedOutcomeAtEveryLength) {
  PdfWriter writer;
  for (int i = 0; i < 3; ++i)
    writer.page({{.text = "Page " + std::to_string(i)}});
  const std::string whole = writer.bytes();
  for (size_t size = 0; size < whole.size() - 40; size += whole.size() / 64) {
    const Collected all = read(whole.substr(0, size));
    if (all.outcome.ok()) {
      EXPECT_TRUE(all.has_problem("damaged_file")) << size;
      continue;
    }
    const Code code = all.outcome.error().code;
    EXPECT_TRUE(code == Code::Corrupt || code == Code::Empty) << size;
  }
}

TEST_F(Pdf, ADamagedTableOfContentsIsReadAroundAndSaidSo) {
  PdfWriter writer;
  writer.page({{.text = "Still here"}});
  std::string bytes = writer.bytes();
  bytes.replace(bytes.find("xref\n"), 5, "xxxx\n");
  const Collected all = read(bytes);
  ASSERT_TRUE(all.outcome.ok()) << all.outcome.error().what;
  EXPECT_EQ(all.text(), "Still here");
  EXPECT_TRUE(all.has_problem("damaged_file"));
}

TEST_F(Pdf, TheLimitOfPagesHolds) {
  PdfWriter writer;
  for (int i = 0; i < 3; ++i)
    writer.page({{.text = "Page"}});
  EXPECT_TRUE(read(writer.bytes(), {.pages = 3}).outcome.ok());
  EXPECT_EQ(read(writer.bytes(), {.pages = 2}).outcome.error().code, Code::TooLarge);
}

TEST_F(Pdf, OneFlippedByteNeverBreaksTheProtocol) {
  PdfWriter writer;
  writer.page({{.text = "Some words (in brackets)"}});
  const std::string whole = writer.bytes();
  for (size_t i = 0; i < 256; ++i) {
    std::string bad = whole;
    char& byte = bad[i * whole.size() / 256];
    byte = static_cast<char>(byte ^ 0x15);
    for (const std::vector<uint32_t>& pages : {std::vector<uint32_t>{}, std::vector<uint32_t>{1}}) {
      Request request;
      request.render = pages;
      request.dpi = 30;
      const Collected all = collect(read_pdf, bad, Kind::Pdf, request);  // judges the protocol
      if (!all.outcome.ok()) {
        EXPECT_EQ(all.outcome.error().what.find("protocol"), std::string::npos) << i;
      }
    }
  }
}

TEST_F(Pdf, LoopsEnd) {
  {  // A form that draws itself.
    PdfWriter writer;
    writer.stream("/M Do",
                  "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << "
                  "/M 6 0 R >> >>");
    writer.raw_page("BT /F1 12 Tf 72 700 Td (before) Tj ET /M Do", "", "/XObject << /M 6 0 R >>");
    EXPECT_EQ(read(writer.bytes()).text(), "before");
  }
  {  // A field that is its own parent, and remarks that point at one another.
    PdfWriter writer;
    writer.object(
        "<< /Type /Annot /Subtype /Widget /Rect [0 0 9 9] /FT /Tx /T (a) /V (b) /Parent 6 "
        "0 R /Kids [6 0 R] >>");
    writer.object(
        "<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /Contents (c) /Popup 7 0 R /IRT 7 "
        "0 R >>");
    writer.catalogue("/AcroForm << /Fields [6 0 R] >>");
    writer.raw_page("", "/Annots [6 0 R 7 0 R]");
    EXPECT_TRUE(read(writer.bytes()).outcome.ok());
  }
  {  // Pages that hold their own parent, and names that go round.
    PdfWriter writer;
    writer.object("<< /Kids [6 0 R] /Limits [(a) (z)] >>");
    writer.catalogue("/Names << /EmbeddedFiles 6 0 R >>");
    writer.page({{.text = "once"}});
    std::string bytes = writer.bytes();
    bytes.replace(bytes.find("/Kids [7 0 R ]"), 14, "/Kids [2 0 R ]");
    EXPECT_TRUE(read(writer.bytes()).outcome.ok());
    EXPECT_TRUE(read(bytes).pages.size() <= 1);
  }
}

TEST_F(Pdf, DeepNestingEnds) {
  PdfWriter writer;
  std::string content;
  for (int i = 0; i < 100'000; ++i)
    content += "q [[[<< /a ";
  writer.raw_page("BT /F1 12 Tf 72 700 Td (before) Tj ET " + content);
  EXPECT_TRUE(read(writer.bytes()).outcome.ok());
}

// C026: a file without a page, and one without anything, have their reasons.
TEST_F(Pdf, FilesWithoutPagesAreRefusedWithAReason) {
  EXPECT_EQ(read(PdfWriter().bytes()).outcome.error().code, Code::Empty);
  EXPECT_EQ(read("%PDF-1.4\n").outcome.error().code, Code::Corrupt);
}

}  // namespace
}  // namespace oi
