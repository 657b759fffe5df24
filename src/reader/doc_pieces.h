// The characters of an old Word document in order, put together from the pieces that a file saved
// many times keeps in many places.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace oi {

// A stretch of the document's bytes.
struct DocPlace {
  uint32_t at = 0, size = 0;
};

// The parts of the text, one behind another.
enum class DocPart : uint8_t {
  Body,
  Footnotes,
  Headers,
  Macros,
  Comments,
  Endnotes,
  TextBoxes,
  HeaderTextBoxes,
};
inline constexpr size_t kDocParts = 8;

// What the beginning of the document says about the rest.
struct DocHead {
  bool word6 = false;  // or 95: one byte a character, other widths
  uint32_t codepage = 1252;
  bool second_table = false;                     // the stream 1Table, not 0Table
  uint32_t text_at = 0;                          // where the text begins when there are no pieces
  std::array<uint32_t, kDocParts> lengths = {};  // of the parts, in characters
  DocPlace styles, characters, paragraphs, pieces, fonts, lists, overrides, drawings;
};
// PasswordRequired: encrypted. Unsupported: older than Word 6.
Result<DocHead> doc_head(std::string_view document);

// Characters as UTF-16 units, or as bytes of the code page in Word 6, and where each lies in the
// document's stream.
struct DocText {
  std::u16string units;
  std::vector<uint32_t> places;
  bool whole = true;  // false where the file has less than it says
};
DocText doc_text(const DocHead& head, std::string_view document, std::string_view table);

}  // namespace oi
