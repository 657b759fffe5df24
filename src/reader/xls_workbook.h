// What the sheets of an old workbook share, and the parts of reading one.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "reader/readers.h"
#include "reader/sheet.h"
#include "reader/xls_records.h"

namespace oi {

struct BoundSheet {
  std::string name;
  size_t at = 0;  // where its part of the stream begins
  bool hidden = false;
};

struct XlsWorkbook {
  std::string_view stream;
  BiffText text;
  bool date1904 = false;
  std::vector<BoundSheet> sheets;
  std::vector<std::string> strings;
  std::map<uint16_t, std::string> formats;  // by their numbers
  std::vector<uint16_t> styles;             // the number of the format of each
};

// A cell's value as it is shown. The text lives as long as the workbook or `owned`.
struct ShownCell {
  std::string owned;
  const std::string* shared = nullptr;
  bool hidden = false;
  bool lost = false;   // the text that it names is not there
  bool typed = false;  // a number, a date, a truth value
  std::string_view text() const { return shared != nullptr ? *shared : owned; }
};

// Where a cell's record is.
struct XlsPlace {
  uint32_t row = 0;
  uint16_t column = 0;
  uint16_t nth = 0;  // of the cells that the record holds
  size_t at = 0;
};
// The places of the record's cells are appended; none when it holds no cell with a value.
void find_cells(const BiffRecord& record, size_t at, std::vector<XlsPlace>& places);
ShownCell shown_cell(const XlsWorkbook& book, const XlsPlace& place);

// What is written on a sheet besides its cells.
struct SheetExtras {
  MergedCells merged;
  HiddenCells unseen;
  std::vector<SheetNote> notes;
  std::vector<std::string> boxes;
  std::vector<std::string> chart_texts;
  std::vector<std::string> furniture;
};
// Gathers them record by record.
class ExtrasReader {
 public:
  explicit ExtrasReader(const XlsWorkbook& book) : book_(book) {}
  void take(const BiffRecord& record);
  SheetExtras finish() &&;

 private:
  void note(std::string_view content);
  void merged(std::string_view content);

  const XlsWorkbook& book_;
  SheetExtras all_;
  uint16_t object_ = 0;
  std::map<uint16_t, std::string> object_texts_;
  std::map<uint16_t, size_t> object_notes_;
};

}  // namespace oi
