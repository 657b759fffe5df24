#include "reader/zip.h"

#include <gtest/gtest.h>

#include "reader/readers.h"
#include "reader/zip_package.h"
#include "zip_writer.h"

namespace oi {
namespace {

using test::ZipWriter;

std::string read(std::string_view archive, std::string_view name) {
  Result<Zip> zip = Zip::open(archive);
  if (!zip.ok()) return "cannot open";
  const ZipMember* member = zip->find(name);
  if (member == nullptr) return "no such member";
  const Result<std::string> text = zip->read(*member, 1 << 20);
  return text.ok() ? text.value() : code_row(text.error().code).name;
}

TEST(Zip, MembersAreReadByNameWithoutRegardToCase) {
  const std::string bytes =
      ZipWriter().add("a.txt", "stored", false).add("Folder/B.xml", "deflated").bytes();
  EXPECT_EQ(read(bytes, "a.txt"), "stored");
  EXPECT_EQ(read(bytes, "/folder/b.XML"), "deflated");
  EXPECT_EQ(read(bytes, "c"), "no such member");
  EXPECT_EQ(read("before" + bytes, "a.txt"), "stored") << "bytes before the archive";
}

TEST(Zip, AnArchiveWithoutItsDirectoryIsStillRead) {
  const std::string bytes = ZipWriter().add("a", "first").add("b", "second").bytes();
  const std::string cut = bytes.substr(0, bytes.find("PK\1\2") + 10);
  EXPECT_EQ(read(cut, "b"), "second");
  EXPECT_TRUE(Zip::open(cut)->recovered());
  EXPECT_FALSE(Zip::open(bytes)->recovered());
}

TEST(Zip, DamageIsToldAfterWhatCouldBeRead) {
  std::string bytes = ZipWriter().add("a", "some text", false).bytes();
  bytes[bytes.find("some")] = 'S';
  Result<Zip> zip = Zip::open(bytes);
  std::string seen;
  const auto outcome =
      zip->stream(*zip->find("a"), 100, [&](std::string_view piece) -> Result<Done> {
        seen += piece;
        return Done{};
      });
  EXPECT_EQ(seen, "Some text");
  ASSERT_FALSE(outcome.ok());
  EXPECT_EQ(outcome.error().code, Code::Corrupt);
}

TEST(Zip, ABombIsRefusedBeforeItGrows) {
  const std::string bytes = ZipWriter()
                                .add("small", std::string(2 << 20, 'x'))
                                .add("bomb", std::string(80 << 20, '\0'))
                                .bytes();
  EXPECT_EQ(read(bytes, "small"), "too_large") << "over the caller's limit";
  Result<Zip> zip = Zip::open(bytes);
  uint64_t seen = 0;
  const auto outcome =
      zip->stream(*zip->find("bomb"), 1ULL << 40, [&](std::string_view piece) -> Result<Done> {
        seen += piece.size();
        return Done{};
      });
  ASSERT_FALSE(outcome.ok());
  EXPECT_EQ(outcome.error().code, Code::TooLarge);
  EXPECT_LT(seen, 40u << 20);
}

// C059
TEST(Zip, WhatIsNoArchiveIsCorrupt) {
  for (const char* bytes : {"", "PK", "PK\3\4", "not a zip at all, whatever its name"}) {
    const auto zip = Zip::open(bytes);
    ASSERT_FALSE(zip.ok());
    EXPECT_EQ(zip.error().code, Code::Corrupt);
  }
}

TEST(Zip, EveryCutAndEveryFlippedByteEndsWithAnOutcome) {
  const std::string bytes = ZipWriter().add("a", "first text").add("b", "second", false).bytes();
  for (size_t at = 0; at < bytes.size(); ++at) {
    read(bytes.substr(0, at), "a");
    std::string flipped = bytes;
    flipped[at] = static_cast<char>(flipped[at] ^ 0xFF);
    read(flipped, "a");
    read(flipped, "b");
  }
}

TEST(ZipKind, ThePackageItselfTellsWhatItIs) {
  const auto types = [](std::string_view type) {
    return ZipWriter()
        .add("[Content_Types].xml", "<Types><Override PartName=\"/x\" ContentType=\"application/" +
                                        std::string(type) + "\"/></Types>")
        .bytes();
  };
  const auto mime = [](std::string_view type) {
    return ZipWriter().add("mimetype", type, false).bytes();
  };
  const std::string office = "vnd.openxmlformats-officedocument.";
  EXPECT_EQ(kind_of_zip(types(office + "wordprocessingml.document.main+xml")), Kind::Docx);
  EXPECT_EQ(kind_of_zip(types("vnd.ms-word.template.macroEnabledTemplate.main+xml")), Kind::Docx);
  EXPECT_EQ(kind_of_zip(types("vnd.ms-excel.sheet.macroEnabled.main+xml")), Kind::Xlsx);
  EXPECT_EQ(kind_of_zip(types("vnd.ms-excel.sheet.binary.macroEnabled.main")), Kind::Xlsb);
  EXPECT_EQ(kind_of_zip(types(office + "presentationml.slideshow.main+xml")), Kind::Pptx);
  EXPECT_EQ(kind_of_zip(mime("application/vnd.oasis.opendocument.text-template")), Kind::Odt);
  EXPECT_EQ(kind_of_zip(mime("application/vnd.oasis.opendocument.spreadsheet\n")), Kind::Ods);
  EXPECT_EQ(kind_of_zip(mime("application/vnd.oasis.opendocument.presentation")), Kind::Odp);
  EXPECT_EQ(kind_of_zip(mime("application/epub+zip")), Kind::Epub);
  EXPECT_EQ(kind_of_zip(ZipWriter().add("report.docx", "text").bytes()), Kind::Archive);
  EXPECT_EQ(kind_of_zip("PK\3\4"), Kind::Archive);
}

TEST(ZipPackage, RelationsLeadToPartsAndNeverOutOfThePackage) {
  EXPECT_EQ(resolve_part("ppt/slides/slide1.xml", "../media/a.png"), "ppt/media/a.png");
  EXPECT_EQ(resolve_part("word/document.xml", "/word/styles.xml"), "word/styles.xml");
  EXPECT_EQ(resolve_part("a/b.xml", "../../../../etc/passwd"), "etc/passwd");
  const std::string bytes =
      ZipWriter()
          .add(
              "word/_rels/document.xml.rels",
              "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>"
              "<Relationship Id='r1' Type='http://x/styles' Target='styles.xml'/>"
              "<Relationship Id='r2' Type='http://x/hyperlink' Target='http://y' "
              "TargetMode='External'/><Broken")
          .bytes();
  Result<Package> package = Package::open(bytes);
  ASSERT_TRUE(package.ok());
  const auto relations = package->relations("word/document.xml");
  ASSERT_EQ(relations.size(), 2u);
  EXPECT_EQ(Package::target(relations, "styles"), "word/styles.xml");
  EXPECT_EQ(Package::target(relations, "hyperlink"), "");
  EXPECT_TRUE(Package::by_id(relations, "r2")->external);
}

}  // namespace
}  // namespace oi
