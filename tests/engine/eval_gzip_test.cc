#include "engine/eval_gzip.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include "tests/engine/set_folder.h"

namespace oi {
namespace {

std::string packed(std::string text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(deflateBound(&stream, text.size()) + 32, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(text.data());
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(out.size() - stream.avail_out);
  deflateEnd(&stream);
  return out;
}

TEST(ReadPacked, StreamsAreUnpackedAndOtherFilesTakenAsTheyAre) {
  SetFolder folder;
  const std::string lengthy(300000, 'x');
  ASSERT_TRUE(folder.write("a.gz", packed("one\n") + packed(lengthy)));
  ASSERT_TRUE(folder.write("plain", "one\n"));
  EXPECT_EQ(read_packed(folder.path / "a.gz", 1 << 20).value(), "one\n" + lengthy);
  EXPECT_EQ(read_packed(folder.path / "plain", 1 << 20).value(), "one\n");
}

TEST(ReadPacked, DamageAndSizeAreErrors) {
  SetFolder folder;
  std::string bytes = packed("a pump lifts water, a valve stops it\n");
  ASSERT_TRUE(folder.write("cut.gz", bytes.substr(0, bytes.size() - 12)));
  EXPECT_EQ(read_packed(folder.path / "cut.gz", 1 << 20).error().code, Code::Corrupt);
  bytes[14] ^= 0x55;
  ASSERT_TRUE(folder.write("bad.gz", bytes));
  EXPECT_EQ(read_packed(folder.path / "bad.gz", 1 << 20).error().code, Code::Corrupt);
  ASSERT_TRUE(folder.write("bomb.gz", packed(std::string(100000, 'x'))));
  EXPECT_EQ(read_packed(folder.path / "bomb.gz", 50000).error().code, Code::TooLarge);
  EXPECT_EQ(read_packed(folder.path / "gone.gz", 50000).error().code, Code::NotFound);
}

}  // namespace
}  // namespace oi
