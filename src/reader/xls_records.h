// The records of an old workbook's stream, and the strings in them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reader/codepage.h"

namespace oi {

// The record types that are read, by their numbers in the format.
enum BiffType : uint16_t {
  kInteger2 = 0x02,
  kNumber2 = 0x03,
  kLabel2 = 0x04,
  kBoolOrError2 = 0x05,
  kFormula = 0x06,
  kString2 = 0x07,
  kBof2 = 0x09,
  kEof = 0x0A,
  kHeader = 0x14,
  kFooter = 0x15,
  kNote = 0x1C,
  kFormat2 = 0x1E,
  kDateMode = 0x22,
  kFilePass = 0x2F,
  kContinue = 0x3C,
  kCodePage = 0x42,
  kXf2 = 0x43,
  kObject = 0x5D,
  kColumns = 0x7D,
  kBoundSheet = 0x85,
  kMulRk = 0xBD,
  kRichString = 0xD6,
  kXf = 0xE0,
  kMergedCells = 0xE5,
  kDrawings = 0xEB,
  kSharedStrings = 0xFC,
  kLabelSst = 0xFD,
  kTextObject = 0x1B6,
  kNumber = 0x203,
  kLabel = 0x204,
  kBoolOrError = 0x205,
  kFormula3 = 0x206,
  kString = 0x207,
  kRow = 0x208,
  kBof3 = 0x209,
  kArray = 0x221,
  kTableFormula = 0x236,
  kXf3 = 0x243,
  kRk = 0x27E,
  kFormula4 = 0x406,
  kBof4 = 0x409,
  kFormat = 0x41E,
  kXf4 = 0x443,
  kSharedFormula = 0x4BC,
  kBof = 0x809,
  kSeriesText = 0x100D,
};

struct BiffRecord {
  uint16_t type = 0;
  std::string_view content;
  size_t next = 0;  // where the record behind it begins
};
// False at the end of the stream; what is cut short there is given as far as it goes.
bool biff_record(std::string_view stream, size_t at, BiffRecord& record);

// The version of the format, and how it writes its text.
struct BiffText {
  int version = 8;
  const Codepage* codepage = nullptr;
};

// A record's content with that of the CONTINUE records behind it, read from the front.
class BiffReader {
 public:
  BiffReader(std::string_view stream, const BiffRecord& record);
  bool at_end() const { return part_ >= parts_.size(); }
  uint16_t number16();
  uint32_t number32();
  void skip(size_t bytes);
  // Version 8's string of so many characters: its flags, then text whose width may change at every
  // CONTINUE, then what is formatted and how it is said, which are left out.
  std::string wide_string(size_t characters);
  // A TXO's text: it begins with a CONTINUE.
  std::string continued_text(size_t characters);

 private:
  uint8_t byte();
  void settle();
  std::string characters(size_t count, bool wide);

  std::vector<std::string_view> parts_;
  size_t part_ = 0, at_ = 0;
};

// A string at `at` of a record's content, its length before it in 1 or 2 bytes.
std::string biff_string(std::string_view content, size_t at, size_t length_bytes,
                        const BiffText& how);

}  // namespace oi
