#include "base/file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

namespace oi {
namespace {

namespace fs = std::filesystem;

// A folder of its own for each test, gone afterwards.
class File : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "oi-file-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path put(const char* name, std::string_view bytes) {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return folder_ / name;
  }
  size_t names_in_folder() {
    return static_cast<size_t>(std::distance(fs::directory_iterator(folder_), {}));
  }
  fs::path folder_;
};

bool is_open(int fd) {
  return ::fcntl(fd, F_GETFD) != -1;
}

TEST_F(File, DescriptorClosesWhatItOwnsAndNothingElse) {
  const fs::path path = put("a", "x");
  int fd = -1;
  {
    Descriptor first = open_for_reading(path).value();
    fd = first.get();
    Descriptor second = std::move(first);
    EXPECT_FALSE(first.valid());
    EXPECT_TRUE(is_open(fd));
    Descriptor third;
    third = std::move(second);
    EXPECT_EQ(third.get(), fd);
  }
  EXPECT_FALSE(is_open(fd));
  Descriptor released = open_for_reading(path).value();
  const int kept = released.release();
  released.close();
  EXPECT_TRUE(is_open(kept));
  ::close(kept);
}

TEST_F(File, DescriptorsAreNotInheritedByOtherPrograms) {
  const Descriptor file = open_for_reading(put("a", "x")).value();
  EXPECT_TRUE(::fcntl(file.get(), F_GETFD) & FD_CLOEXEC);
}

TEST_F(File, MissingPathIsNotFoundAndIsNamed) {
  const fs::path absent = folder_ / "absent";
  for (const Error& error :
       {MappedFile::open(absent).error(), read_file(absent, 10).error(),
        sha256_of_file(absent).error(), write_file_atomically(absent / "below", "x").error(),
        sync_folder(absent).error(), FileLock::take(absent / "below").error()}) {
    EXPECT_EQ(error.code, Code::NotFound);
    EXPECT_NE(error.what.find(absent.string()), std::string::npos) << error.what;
  }
}

TEST_F(File, WhatIsNotARegularFileIsRefusedWithoutWaiting) {
  const fs::path pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(read_file(pipe, 10).error().code, Code::Invalid);
  EXPECT_EQ(MappedFile::open(pipe).error().code, Code::Invalid);
  EXPECT_EQ(MappedFile::open(folder_).error().code, Code::Invalid);
  EXPECT_EQ(read_file("/dev/zero", 10).error().code, Code::Invalid);
}

TEST_F(File, MappedBytesAreThoseOfTheFile) {
  std::string bytes(100000, 'x');
  bytes[50000] = '\0';
  MappedFile first = MappedFile::open(put("a", bytes)).value();
  const MappedFile second = std::move(first);
  EXPECT_TRUE(first.bytes().empty());
  EXPECT_EQ(second.text(), bytes);
}

TEST_F(File, AnEmptyFileMapsToAnEmptySpan) {
  const Result<MappedFile> file = MappedFile::open(put("a", ""));
  ASSERT_TRUE(file.ok());
  EXPECT_TRUE(file->bytes().empty());
  EXPECT_EQ(file->text(), "");
}

TEST_F(File, AMappingOutlivesItsDescriptor) {
  Descriptor file = open_for_reading(put("a", "bytes")).value();
  const MappedFile mapped = MappedFile::map(file, "a").value();
  file.close();
  EXPECT_EQ(mapped.text(), "bytes");
}

TEST_F(File, ReadingStopsAtTheLimitAndSaysSo) {
  const fs::path path = put("a", "12345678");
  EXPECT_EQ(read_file(path, 9).value(), "12345678");
  EXPECT_EQ(read_file(path, 8).value(), "12345678");
  const Error error = read_file(path, 7).error();
  EXPECT_EQ(error.code, Code::TooLarge);
  EXPECT_NE(error.what.find(path.string()), std::string::npos);
}

TEST_F(File, FilesThatSayTheyAreEmptyAreReadToTheirEnd) {
  // Files of /proc have size 0 and content all the same.
  EXPECT_FALSE(read_file("/proc/self/status", 1 << 20).value().empty());
  EXPECT_EQ(read_file("/proc/self/status", 5).error().code, Code::TooLarge);
}

TEST_F(File, AnAtomicWriteReplacesTheWholeAndLeavesNoOtherFile) {
  const fs::path path = put("a", "the old and longer bytes");
  ASSERT_TRUE(write_file_atomically(path, "new").ok());
  EXPECT_EQ(read_file(path, 100).value(), "new");
  const std::string_view parts[] = {"one", "", "two"};
  ASSERT_TRUE(write_file_atomically(path, parts).ok());
  EXPECT_EQ(read_file(path, 100).value(), "onetwo");
  EXPECT_EQ(names_in_folder(), 1u);
}

TEST_F(File, AFailedAtomicWriteLeavesTheOldBytesAndNoOtherFile) {
  fs::create_directory(folder_ / "a");
  put("a/inside", "x");
  EXPECT_EQ(write_file_atomically(folder_ / "a", "new").error().code, Code::Io);
  EXPECT_EQ(names_in_folder(), 1u);
}

TEST_F(File, AFullDiskIsItsOwnError) {
  const Descriptor full(::open("/dev/full", O_WRONLY));
  if (!full.valid()) GTEST_SKIP() << "no /dev/full here";
  const Error error = write_all(full, "x", "/dev/full").error();
  EXPECT_EQ(error.code, Code::NoSpace);
  EXPECT_NE(error.what.find("/dev/full"), std::string::npos);
}

TEST_F(File, ALockExcludesASecondUntilItIsGone) {
  const fs::path path = folder_ / "lock";
  {
    const Result<FileLock> first = FileLock::take(path);
    ASSERT_TRUE(first.ok());
    EXPECT_EQ(FileLock::take(path).error().code, Code::Busy);
  }
  EXPECT_TRUE(FileLock::take(path).ok());
}

TEST_F(File, DigestsAreThoseOfTheStandard) {
  EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_F(File, ADigestDoesNotDependOnThePieces) {
  const std::string bytes(1000003, 'a');
  Sha256 digest;
  for (size_t at = 0; at < bytes.size(); at += 77777) {
    digest.add(std::string_view(bytes).substr(at, 77777));
  }
  EXPECT_EQ(digest.hex(), sha256_hex(bytes));
  EXPECT_EQ(sha256_of_file(put("a", bytes)).value(), sha256_hex(bytes));
}

TEST_F(File, ADigestGoesOnAfterItWasRead) {
  Sha256 digest;
  digest.add("a");
  EXPECT_EQ(digest.hex(), sha256_hex("a"));
  digest.add("bc");
  EXPECT_EQ(digest.hex(), sha256_hex("abc"));
}

}  // namespace
}  // namespace oi
