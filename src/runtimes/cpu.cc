// The flags of the first core; all of a machine's cores have the same.
#include "runtimes/cpu.h"

#include <fstream>
#include <iterator>
#include <string>

namespace oi {

Cpu parse_cpu(std::string_view cpuinfo) {
  const size_t begin = cpuinfo.find("\nflags");
  if (begin == std::string_view::npos) return {};
  const std::string_view rest = cpuinfo.substr(begin + 1);
  const std::string flags = std::string(rest.substr(0, rest.find('\n'))) + " ";
  const auto has = [&](const char* flag) {
    return flags.find(" " + std::string(flag) + " ") != std::string::npos;
  };
  return {.products_int8 = has("avx512_vnni") || has("avx_vnni") || has("amx_int8"),
          .products_bf16 = has("avx512_bf16") || has("amx_bf16")};
}

Cpu this_cpu() {
  std::ifstream in("/proc/cpuinfo", std::ios::binary);
  return parse_cpu(std::string(std::istreambuf_iterator<char>(in), {}));
}

}  // namespace oi
