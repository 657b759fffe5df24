// Text of old formats: a Windows or Macintosh code page by its number, or UTF-16.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace oi {

// Opened once and used for many strings. A page that nobody knows is read as Windows' Western one,
// which `known` tells.
class Codepage {
 public:
  explicit Codepage(uint32_t number);
  bool known() const { return known_; }
  // Undecodable bytes become U+FFFD.
  std::string decode(std::string_view bytes) const;

 private:
  struct Close {
    void operator()(void* converter) const;
  };
  std::unique_ptr<void, Close> converter_;
  bool known_ = true;
};

// Little-endian; half of a pair becomes U+FFFD, and so does half of a unit at the end.
std::string from_utf16(std::string_view bytes);

// The page of a font's character set number, as RTF and Windows have it; 0 for none of its own.
uint32_t codepage_of_font(uint32_t charset);

// The page that Windows has for a language by its number; the Western one for most.
uint32_t codepage_of_language(uint32_t language);

}  // namespace oi
