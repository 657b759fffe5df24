// The records of a binary workbook's parts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace oi {

enum XlsbType : uint16_t {
  kXlsbRow = 0,
  kXlsbRk = 2,
  kXlsbError = 3,
  kXlsbBool = 4,
  kXlsbReal = 5,
  kXlsbText = 6,
  kXlsbShared = 7,
  kXlsbFormulaText = 8,
  kXlsbFormulaReal = 9,
  kXlsbFormulaBool = 10,
  kXlsbFormulaError = 11,
  kXlsbSharedText = 19,
  kXlsbFormat = 44,
  kXlsbStyle = 47,
  kXlsbBookProperties = 153,
  kXlsbSheet = 156,
  kXlsbColumns = 60,
  kXlsbMerged = 176,
  kXlsbBeginStyles = 617,
  kXlsbEndStyles = 618,
  kXlsbAuthor = 632,
  kXlsbBeginComment = 635,
  kXlsbCommentText = 637,
};

struct XlsbRecord {
  uint16_t type = 0;
  std::string_view content;
};
// Takes the next record off the front; false at the end.
bool xlsb_record(std::string_view& rest, XlsbRecord& record);
// A text with its length before it; `at` moves behind it.
std::string xlsb_text(std::string_view content, size_t& at);

}  // namespace oi
