#include <gtest/gtest.h>

#include "tests/reader/archive_writer.h"
#include "tests/reader/collected.h"

namespace oi::test {
namespace {

Collected read(const std::string& bytes, const Request& request = {}) {
  load_archives();
  return collect(read_archive, bytes, Kind::Archive, request);
}

TEST(Archive, EveryMemberIsAFileInsideAndTheListIsTheText) {
  for (const ArchiveForm form :
       {ArchiveForm::Zip, ArchiveForm::Tar, ArchiveForm::TarGz, ArchiveForm::TarXz,
        ArchiveForm::TarZstd, ArchiveForm::TarBz2, ArchiveForm::SevenZip}) {
    const Collected all = read(archive_of({{"papers/", "", 'd'},
                                           {"papers/one.txt", "first"},
                                           {"Gr\xC3\xBC\xC3\x9F"
                                            "e.txt",
                                            "second one"},
                                           {"empty", ""}},
                                          form));
    ASSERT_TRUE(all.outcome.ok()) << all.outcome.error().what;
    ASSERT_EQ(all.children.size(), 3U) << static_cast<int>(form);
    EXPECT_TRUE(all.problems.empty());
    for (const CollectedChild& child : all.children) {
      EXPECT_TRUE(child.whole);
      if (child.name == "papers/one.txt") {
        EXPECT_EQ(child.bytes, "first");
      }
      if (child.name == "empty") {
        EXPECT_EQ(child.bytes, "");
      }
    }
    EXPECT_NE(all.text().find("papers/one.txt, 5 bytes"), std::string::npos) << all.text();
    EXPECT_NE(all.text().find("Gr\xC3\xBC\xC3\x9F"
                              "e.txt, 10 bytes"),
              std::string::npos)
        << all.text();
  }
}

TEST(Archive, APackedFileIsItsOnlyMember) {
  for (const ArchiveForm form : {ArchiveForm::TarGz, ArchiveForm::TarXz, ArchiveForm::TarBz2}) {
    // A tar that does not begin as one is only something packed.
    archive* a = archive_write_new();
    archive_write_set_format_raw(a);
    if (form == ArchiveForm::TarGz) archive_write_add_filter_gzip(a);
    if (form == ArchiveForm::TarXz) archive_write_add_filter_xz(a);
    if (form == ArchiveForm::TarBz2) archive_write_add_filter_bzip2(a);
    std::string bytes(10'000, '\0');
    size_t used = 0;
    archive_write_set_bytes_in_last_block(a, 1);
    archive_write_open_memory(a, bytes.data(), bytes.size(), &used);
    archive_entry* entry = archive_entry_new();
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_write_header(a, entry);
    archive_write_data(a, "some text", 9);
    archive_entry_free(entry);
    archive_write_close(a);
    archive_write_free(a);
    bytes.resize(used);
    const Collected all = read(bytes);
    ASSERT_EQ(all.children.size(), 1U);
    EXPECT_EQ(all.children[0].bytes, "some text");
    EXPECT_TRUE(all.children[0].whole);
  }
}

// C061: a zip of 22 bytes holds nothing, and that is said at once.
TEST(Archive, AnEmptyOneIsRefusedAsEmpty) {
  const std::string empty = std::string("PK\5\6", 4) + std::string(18, '\0');
  for (const std::string& bytes : {empty, archive_of({{"folder/", "", 'd'}})}) {
    const Collected all = read(bytes);
    ASSERT_FALSE(all.outcome.ok());
    EXPECT_EQ(all.outcome.error().code, Code::Empty);
    EXPECT_EQ(all.outcome.error().what, "archive holds no files");
  }
}

// C059: a file that only begins as a zip ends by itself as damaged.
TEST(Archive, WhatOnlyBeginsAsOneIsCorrupt) {
  for (const std::string& bytes : {std::string("PK\3\4 this is no archive at all"),
                                   std::string("7z\xBC\xAF\x27\x1C nor is this, whatever it says"),
                                   std::string("\x1F\x8B\x08 nor this")}) {
    const Collected all = read(bytes);
    ASSERT_FALSE(all.outcome.ok());
    EXPECT_EQ(all.outcome.error().code, Code::Corrupt) << all.outcome.error().what;
  }
}

TEST(Archive, HostileNamesAreOnlyNames) {
  const Collected all = read(archive_of({{"../../etc/passwd", "a"},
                                         {"/absolute/path", "b"},
                                         {"a\nb\x1B[31m", "c"},
                                         {"link", "/etc/shadow", 'l'}},
                                        ArchiveForm::Tar));
  ASSERT_TRUE(all.outcome.ok());
  ASSERT_EQ(all.children.size(), 3U);
  EXPECT_EQ(all.children[0].name, "../../etc/passwd");
  EXPECT_EQ(all.children[1].name, "/absolute/path");
  const std::string text = all.text();
  EXPECT_NE(text.find("link -> /etc/shadow, a link"), std::string::npos);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3) << text;
  EXPECT_EQ(text.find('\x1B'), std::string::npos);
}

TEST(Archive, AnArchiveInsideIsAFileLikeAnyOther) {
  const std::string inner = archive_of({{"deep.txt", "deep"}});
  const Collected all = read(archive_of({{"inner.zip", inner}}));
  ASSERT_EQ(all.children.size(), 1U);
  EXPECT_EQ(all.children[0].bytes, inner);
}

TEST(Archive, ADamagedMemberIsToldAndTheNextIsRead) {
  std::string bytes = archive_of(
      {{"first.txt", std::string(2000, 'x') + "the word to break"}, {"second.txt", "whole"}});
  const std::string whole = bytes;
  bytes[60] ^= 0x55;  // inside of the first member's packed bytes
  const Collected all = read(bytes);
  ASSERT_TRUE(all.outcome.ok()) << all.outcome.error().what;
  ASSERT_EQ(all.children.size(), 2U);
  EXPECT_FALSE(all.children[0].whole);
  EXPECT_TRUE(all.children[1].whole);
  EXPECT_EQ(all.children[1].bytes, "whole");
  EXPECT_TRUE(all.has_problem("member_damaged"));
}

TEST(Archive, EncryptedMembersAreReadWithTheirPasswordOrTold) {
  const std::string bytes = archive_of({{"secret.txt", "the secret"}}, ArchiveForm::Zip, "sesame");
  const Collected without = read(bytes);
  ASSERT_FALSE(without.outcome.ok());
  EXPECT_EQ(without.outcome.error().code, Code::PasswordRequired);
  EXPECT_TRUE(without.has_problem("member_encrypted"));
  Request request;
  request.passwords = {"wrong", "sesame"};
  const Collected with = read(bytes, request);
  ASSERT_TRUE(with.outcome.ok()) << with.outcome.error().what;
  ASSERT_EQ(with.children.size(), 1U);
  EXPECT_EQ(with.children[0].bytes, "the secret");
  request.passwords = {"wrong"};
  EXPECT_EQ(read(bytes, request).outcome.error().code, Code::PasswordRequired);
}

// A bomb: a gigabyte of zeros in a megabyte.
TEST(Archive, ABombIsStoppedLongBeforeItIsUnpacked) {
  const Collected all = read(archive_of({{"zeros", std::string(150'000'000, '\0')}, {"b", "b"}}));
  ASSERT_TRUE(all.outcome.ok());
  EXPECT_TRUE(all.has_problem("archive_bomb"));
  ASSERT_EQ(all.children.size(), 1U);
  EXPECT_FALSE(all.children[0].whole);
  EXPECT_LE(all.children[0].bytes.size(), 101'000'000U);
}

TEST(Archive, MembersOverTheLimitsAreCountedAndListed) {
  std::vector<ArchiveMember> members;
  for (int i = 0; i < 100'000; ++i)
    members.push_back({"f" + std::to_string(i), "x"});
  const Collected all = read(archive_of(members));
  ASSERT_TRUE(all.outcome.ok()) << all.outcome.error().what;
  EXPECT_EQ(all.children.size(), ReadLimits{}.children);
  EXPECT_TRUE(all.has_problem("archive_members_left_out"));
  EXPECT_NE(all.text().find("f99999, 1 bytes"), std::string::npos);

  Request small;
  small.limits.child_bytes = 10;
  const Collected cut = read(archive_of({{"a", "123456"}, {"b", "123456"}, {"c", "1"}}), small);
  ASSERT_TRUE(cut.outcome.ok());
  EXPECT_TRUE(cut.children.at(0).whole);
  EXPECT_FALSE(cut.children.at(1).whole);
  EXPECT_EQ(cut.children.size(), 2U);
}

TEST(Archive, DamageAtAnyPlaceEndsWithAStatedOutcome) {
  const std::vector<ArchiveMember> members = {{"a.txt", std::string(500, 'a') + "one"},
                                              {"b/c.txt", std::string(500, 'b') + "two"}};
  for (const ArchiveForm form :
       {ArchiveForm::Zip, ArchiveForm::Tar, ArchiveForm::TarGz, ArchiveForm::TarXz,
        ArchiveForm::TarZstd, ArchiveForm::TarBz2, ArchiveForm::SevenZip}) {
    const std::string whole = archive_of(members, form);
    for (size_t part = 0; part < 64; ++part)
      (void)read(whole.substr(0, whole.size() * part / 64));
    for (size_t place = 0; place < 256; ++place) {
      std::string flipped = whole;
      flipped[whole.size() * place / 256] ^= 0x55;
      const Collected all = read(flipped);
      if (!all.outcome.ok()) {
        EXPECT_NE(all.outcome.error().code, Code::Bug);
      }
    }
  }
}

}  // namespace
}  // namespace oi::test
