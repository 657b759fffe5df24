#include <gtest/gtest.h>

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

TEST_F(Pdf, AnEncryptedFileAsksForItsPassword) {
  PdfWriter writer;
  writer.page({{.text = "Secret"}});
  writer.trailer(
      "/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 "
      "/O <0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20> "
      "/U <2002030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20> >> "
      "/ID [<0011223344556677><0011223344556677>]");
  EXPECT_EQ(read(writer.bytes()).outcome.error().code, Code::PasswordRequired);
}

TEST_F(Pdf, ATruncatedFileHasAStatedOutcomeAtEveryLength) {
  PdfWriter writer;
  for (int i = 0; i < 3; ++i)
    writer.page({{.text = "Page " + std::to_string(i)}});
  const std::string whole = writer.bytes();
  for (size_t size = 0; size < whole.size() - 40; size += 37) {
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

TEST_F(Pdf, DamagedBytesNeverBreakTheProtocol) {
  PdfWriter writer;
  writer.page({{.text = "Some words (in brackets)"}});
  const std::string whole = writer.bytes();
  for (size_t i = 0; i < whole.size(); i += 3) {
    std::string bad = whole;
    bad[i] = static_cast<char>(bad[i] ^ 0x15);
    const Collected all = read(bad);  // collect() is the judge of the protocol
    if (!all.outcome.ok()) {
      EXPECT_EQ(all.outcome.error().what.find("protocol"), std::string::npos) << i;
    }
  }
}

}  // namespace
}  // namespace oi
