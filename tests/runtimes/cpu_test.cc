#include "runtimes/cpu.h"

#include <gtest/gtest.h>

#include <string>

namespace oi {
namespace {

Cpu with(const std::string& flags) {
  return parse_cpu("processor\t: 0\nflags\t\t: fpu " + flags + "\nbugs\t\t: amx_int8\n");
}

TEST(Cpu, KnowsWhoAddsProductsOfBytes) {
  EXPECT_EQ(with("avx2 fma"), (Cpu{false, false}));
  EXPECT_EQ(with("avx2 avx_vnni"), (Cpu{true, false}));
  EXPECT_EQ(with("avx512f avx512_vnni"), (Cpu{true, false}));
  EXPECT_EQ(with("avx512_bf16 avx512_vnni"), (Cpu{true, true}));
  EXPECT_EQ(with("amx_bf16 amx_tile amx_int8"), (Cpu{true, true}));
}

TEST(Cpu, FlagIsAWholeWordOfTheFlags) {
  EXPECT_EQ(with("avx512_vnnix xavx_vnni"), (Cpu{false, false}));
  EXPECT_EQ(parse_cpu(""), (Cpu{}));
  EXPECT_EQ(parse_cpu("Features\t: asimd\n"), (Cpu{}));
}

}  // namespace
}  // namespace oi
