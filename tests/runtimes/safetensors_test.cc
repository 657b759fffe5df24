#include "runtimes/safetensors.h"

#include <gtest/gtest.h>

#include <cstring>

#include "tests/runtimes/scratch_folder.h"

namespace oi {
namespace {

std::string file_of(const std::string& header, const std::string& bytes) {
  const uint64_t length = header.size();
  std::string out(sizeof length, '\0');
  std::memcpy(out.data(), &length, sizeof length);
  return out + header + bytes;
}

Result<Safetensors> open(const ScratchFolder& folder, const std::string& bytes) {
  return Safetensors::open(folder.write("model.safetensors", bytes));
}

constexpr size_t kTwo[] = {2};

TEST(Safetensors, GivesFloatsOfEveryWidth) {
  const ScratchFolder folder;
  const float wide[] = {1.5f, -2.0f};
  std::string bytes(reinterpret_cast<const char*>(wide), 8);
  bytes += std::string("\x00\x3E\x00\xC0", 4);  // the same as F16
  bytes += std::string("\xC0\x3F\x00\xC0", 4);  // the same as BF16
  const auto file = open(folder, file_of(R"({"__metadata__":{"format":"pt"},
    "a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},
    "b":{"dtype":"F16","shape":[2],"data_offsets":[8,12]},
    "c":{"dtype":"BF16","shape":[2],"data_offsets":[12,16]}})",
                                         bytes));
  ASSERT_TRUE(file.ok()) << file.error().what;
  EXPECT_TRUE(file.value().has("a"));
  EXPECT_FALSE(file.value().has("d"));
  for (const char* name : {"a", "b", "c"}) {
    const auto read = file.value().floats(name, kTwo);
    ASSERT_TRUE(read.ok()) << read.error().what;
    EXPECT_EQ(read.value(), (std::vector<float>{1.5f, -2.0f})) << name;
  }
}

TEST(Safetensors, WidensTheSmallestHalvesAndTheLargest) {
  const ScratchFolder folder;
  const auto file =
      open(folder, file_of(R"({"a":{"dtype":"F16","shape":[4],"data_offsets":[0,8]}})",
                           std::string("\x01\x00\x00\x04\xFF\x7B\x00\x80", 8)));
  ASSERT_TRUE(file.ok());
  constexpr size_t kFour[] = {4};
  EXPECT_EQ(file.value().floats("a", kFour).value(),
            (std::vector<float>{0x1p-24f, 0x1p-14f, 65504.0f, -0.0f}));
}

TEST(Safetensors, TensorThatIsAbsentOrOtherIsNamed) {
  const ScratchFolder folder;
  const auto file = open(folder, file_of(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},
    "n":{"dtype":"I64","shape":[1],"data_offsets":[8,16]}})",
                                         std::string(16, '\0')));
  ASSERT_TRUE(file.ok()) << file.error().what;
  constexpr size_t kOne[] = {1};
  constexpr size_t kWide[] = {1, 2};
  const std::pair<const char*, std::span<const size_t>> wrong[] = {
      {"b", kTwo}, {"a", kOne}, {"a", kWide}, {"n", kOne}};
  for (const auto& [name, shape] : wrong) {
    const auto read = file.value().floats(name, shape);
    ASSERT_FALSE(read.ok());
    EXPECT_EQ(read.error().code, Code::Corrupt);
    EXPECT_NE(read.error().what.find(name), std::string::npos) << read.error().what;
  }
}

// Every row breaks one rule of the format; none may be read, and none may end the process.
TEST(Safetensors, HostileFilesAreCorrupt) {
  const ScratchFolder folder;
  const std::string eight(8, '\0');
  const std::string good = R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";
  ASSERT_TRUE(open(folder, file_of(good, eight)).ok());
  const auto one = [&](const std::string& fields) {
    return file_of("{\"a\":{" + fields + "}}", eight);
  };
  const std::string cases[] = {
      "",
      "abc",
      std::string(8, '\xFF') + "{}",
      std::string("\x40\0\0\0\0\0\0\0{}", 10),
      file_of("", ""),
      file_of("[]", ""),
      file_of("{", ""),
      file_of(std::string(100000, '['), ""),
      file_of(good, ""),
      file_of(good, eight + "x"),
      file_of(R"({"a":7})", ""),
      file_of("{}", "x"),
      one(R"("dtype":"F32","shape":[2],"data_offsets":[8,0])"),
      one(R"("dtype":"F32","shape":[2],"data_offsets":[0,9])"),
      one(R"("dtype":"F32","shape":[2],"data_offsets":[0])"),
      one(R"("dtype":"F32","shape":[2],"data_offsets":[-8,0])"),
      one(R"("dtype":"F32","shape":[3],"data_offsets":[0,8])"),
      one(R"("dtype":"F32","shape":[2.0],"data_offsets":[0,8])"),
      one(R"("dtype":"F32","shape":"2","data_offsets":[0,8])"),
      one(R"("dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,0])"),
      one(R"("dtype":"F32","shape":[9223372036854775807,2],"data_offsets":[0,8])"),
      one(R"("dtype":"F32","shape":[1,1,1,1,1,1,1,1,2],"data_offsets":[0,8])"),
      one(R"("dtype":"F33","shape":[2],"data_offsets":[0,8])"),
      one(R"("shape":[2],"data_offsets":[0,8])"),
      one(R"("dtype":"F32","data_offsets":[0,8])"),
      one(R"("dtype":"F32","shape":[2])"),
      file_of(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},
                  "b":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})",
              eight),
      file_of(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})", eight)};
  for (const std::string& bytes : cases) {
    const auto file = open(folder, bytes);
    ASSERT_FALSE(file.ok()) << bytes;
    EXPECT_EQ(file.error().code, Code::Corrupt) << bytes << file.error().what;
  }
}

TEST(Safetensors, MissingFileIsNotFound) {
  EXPECT_EQ(Safetensors::open("/nowhere/model.safetensors").error().code, Code::NotFound);
}

}  // namespace
}  // namespace oi
