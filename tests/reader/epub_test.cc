#include <gtest/gtest.h>

#include "collected.h"
#include "zip_writer.h"

namespace oi {
namespace {

using test::collect;
using test::Collected;
using test::ZipWriter;

Collected read(std::string_view bytes) {
  return collect(read_epub, bytes, Kind::Epub);
}

constexpr const char* kContainer =
    "<?xml version=\"1.0\"?><container xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\">"
    "<rootfiles><rootfile full-path=\"OEBPS/book.opf\"/></rootfiles></container>";

std::string package(const std::string& spine) {
  return "<package xmlns=\"http://www.idpf.org/2007/opf\" "
         "xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><metadata><dc:title>The Pump</dc:title>"
         "</metadata><manifest><item id=\"a\" href=\"one%20a.xhtml\"/><item id=\"b\" "
         "href=\"../b/two.xhtml#x\"/><item id=\"c\" href=\"none.xhtml\"/></manifest><spine>" +
         spine + "</spine></package>";
}

ZipWriter book(const std::string& spine) {
  ZipWriter zip;
  zip.add("mimetype", "application/epub+zip", false)
      .add("b/two.xhtml", "<html><body><p>Second.</p></body></html>")
      .add("META-INF/container.xml", kContainer)
      .add("OEBPS/book.opf", package(spine))
      .add("OEBPS/one a.xhtml",
           "<html><head><title>No</title></head><body><h1>One</h1><p>First.</p></body></html>");
  return zip;
}

TEST(Epub, ChaptersComeInReadingOrder) {
  const Collected all = read(book("<itemref idref=\"a\"/><itemref idref=\"b\"/>").bytes());
  ASSERT_TRUE(all.outcome.ok()) << all.outcome.error().what;
  EXPECT_EQ(all.text(), "One\n\nFirst.\n\nSecond.");
  EXPECT_EQ(all.title, "The Pump");
  EXPECT_EQ(all.runs[0].block, BlockKind::Heading);
  EXPECT_TRUE(all.problems.empty());
  EXPECT_EQ(kind_of(book("").bytes(), {}), Kind::Epub);
}

TEST(Epub, WhatIsMissingIsTold) {
  const Collected all = read(book("<itemref idref=\"c\"/><itemref idref=\"b\"/>").bytes());
  ASSERT_TRUE(all.outcome.ok());
  EXPECT_EQ(all.text(), "Second.");
  ASSERT_TRUE(all.has_problem("part_missing"));
  EXPECT_EQ(all.problems[0].where, "OEBPS/none.xhtml");
}

TEST(Epub, ABookWithoutAPackageIsReadInTheOrderOfTheArchive) {
  ZipWriter zip;
  zip.add("mimetype", "application/epub+zip", false).add("x.xhtml", "<p>Some.</p>");
  const Collected all = read(zip.bytes());
  ASSERT_TRUE(all.outcome.ok());
  EXPECT_EQ(all.text(), "Some.");
  EXPECT_TRUE(all.has_problem("no_reading_order"));
}

TEST(Epub, ABookUnderRightsManagementIsRefused) {
  const auto with = [](const std::string& uri) {
    return book("<itemref idref=\"a\"/>")
        .add("META-INF/encryption.xml", "<encryption><EncryptedData><CipherReference URI=\"" + uri +
                                            "\"/></EncryptedData></encryption>")
        .bytes();
  };
  EXPECT_EQ(read(with("OEBPS/one%20a.xhtml")).outcome.error().code, Code::Unsupported);
  EXPECT_TRUE(read(with("OEBPS/font.otf")).outcome.ok());
}

// Issue 4, the hostile suite.
TEST(Epub, ATruncatedBookEndsWithAStatedOutcome) {
  const std::string whole = book("<itemref idref=\"a\"/><itemref idref=\"b\"/>").bytes();
  for (size_t part = 1; part < 64; ++part) {
    const Collected all = read(std::string_view(whole).substr(0, whole.size() * part / 64));
    EXPECT_TRUE(!all.outcome.ok() || !all.problems.empty()) << part;
  }
}

TEST(Epub, NamesThatClimbStayInTheBook) {
  ZipWriter zip;
  zip.add("META-INF/container.xml",
          "<container><rootfiles><rootfile full-path=\"p.opf\"/></rootfiles></container>")
      .add("p.opf",
           "<package><manifest><item id=\"a\" href=\"../../../etc/passwd\"/></manifest><spine>"
           "<itemref idref=\"a\"/></spine></package>");
  const Collected all = read(zip.bytes());
  EXPECT_TRUE(all.has_problem("part_missing"));
  EXPECT_EQ(all.problems[0].where, "etc/passwd");
}

}  // namespace
}  // namespace oi
