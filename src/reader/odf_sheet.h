// One sheet of an OpenDocument workbook.
#pragma once

#include <string>
#include <vector>

#include "reader/odf.h"
#include "reader/sheet.h"
#include "reader/zip_sheet.h"

namespace oi {

class OdfSheet {
 public:
  OdfSheet(const std::string& name, Frames& out) : name_(name), rows_(name, false, out) {}
  void columns(const XmlAttributes& attributes);
  Result<Done> row(const XmlNode& node, bool header);
  // Ends the table; what hangs on cells follows it.
  Result<Done> finish(Frames& out);

 private:
  std::string name_;
  SheetRows rows_;
  std::vector<std::string> comments_;
  HiddenCells unseen_;
  int64_t row_ = 0, column_ = 0;
  uint64_t repeated_ = 0;
  uint64_t uncomputed_ = 0;
  bool cut_ = false;
};

}  // namespace oi
