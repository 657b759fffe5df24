// What the processor computes natively, as far as it decides how the network is made.
#pragma once

#include <string_view>

namespace oi {

struct Cpu {
  bool products_int8 = false;  // VNNI or AMX: sums of four byte products in one instruction
  bool products_bf16 = false;  // AVX-512 BF16 or AMX
  bool operator==(const Cpu&) const = default;
};

// From the text of /proc/cpuinfo: the system lists what it has switched on. Nothing is claimed
// where it cannot be read.
Cpu parse_cpu(std::string_view cpuinfo);
Cpu this_cpu();

}  // namespace oi
