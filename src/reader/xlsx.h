// The parts of a workbook that its sheets stand on.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "reader/readers.h"
#include "reader/zip_package.h"

namespace oi {

inline constexpr uint32_t kSheetRows = 1'048'576;
inline constexpr uint32_t kSheetColumns = 16'384;

// --- Values
// The strings that cells name by number, in one piece of memory.
class SharedStrings {
 public:
  // TooLarge: over kMostText bytes.
  Result<XmlDamage> read(Package& package, std::string_view part);
  // Nothing outside of the list.
  std::optional<std::string_view> at(uint64_t index) const;

 private:
  static constexpr size_t kMostText = 192 << 20;
  std::string text_;
  std::vector<uint32_t> ends_;
};

class CellFormats {
 public:
  CellFormats() = default;
  explicit CellFormats(const XmlNode& root);
  // The number format code of a cell's style.
  const std::string& code(uint64_t style) const;

 private:
  std::vector<std::string> codes_;  // by style
  std::string general_ = "General";
};

// A cell's text in one line: line ends are spaces, "_x000D_" is what it stands for.
std::string cell_text(std::string_view text);

// --- Places
struct CellPlace {
  uint32_t row = 0, column = 0;
};
// "B7"; false when it is no place on a sheet.
bool parse_place(std::string_view text, CellPlace& place);
struct CellRange {
  CellPlace first, last;
};
bool parse_range(std::string_view text, CellRange& range);

// --- Sheets
struct Workbook {
  SharedStrings strings;
  CellFormats formats;
  bool date1904 = false;
};
struct Sheet {
  std::string name;
  std::string part;
  std::vector<CellRange> tables;  // whose first row is a header
};
// The cells of a sheet as one table; `sent` becomes their number.
Result<Done> send_cells(Package& package, const Workbook& workbook, const Sheet& sheet, Frames& out,
                        uint64_t& sent);

// --- What lies over the cells
// Comments, text boxes, charts and pictures of a sheet; `pictures` counts on. Comments in a binary
// part (xlsb) are passed over.
Result<Done> send_over_cells(Package& package, const Sheet& sheet, uint32_t& pictures, Frames& out);

}  // namespace oi
