// Little-endian numbers in bytes that may end anywhere: what lies behind the end is zero.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace oi {

inline uint8_t u8(std::string_view bytes, size_t at) {
  return at < bytes.size() ? static_cast<uint8_t>(bytes[at]) : 0;
}

inline uint16_t u16(std::string_view bytes, size_t at) {
  return static_cast<uint16_t>(u8(bytes, at) | u8(bytes, at + 1) << 8);
}

inline uint32_t u32(std::string_view bytes, size_t at) {
  return u16(bytes, at) | static_cast<uint32_t>(u16(bytes, at + 2)) << 16;
}

inline uint64_t u64(std::string_view bytes, size_t at) {
  return u32(bytes, at) | static_cast<uint64_t>(u32(bytes, at + 4)) << 32;
}

inline double f64(std::string_view bytes, size_t at) {
  const uint64_t bits = u64(bytes, at);
  double value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

// As much of it as there is.
inline std::string_view part(std::string_view bytes, size_t at, size_t size) {
  return at < bytes.size() ? bytes.substr(at, size) : std::string_view();
}

}  // namespace oi
