// The cells of one sheet on their way out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reader/readers.h"

namespace oi {

// Begins the table with the first cell. The first rows wait until it is known which of them names
// the columns: the first row of several texts above a number.
class SheetRows {
 public:
  // `told`: the cells know themselves which are headers.
  SheetRows(std::string name, bool told, Frames& out)
      : name_(std::move(name)), told_(told), out_(out) {}

  // `typed`: a number, a date, a truth value.
  Result<Done> add(TextRun run, bool typed);
  Result<Done> end_row();
  Result<Done> finish();
  uint64_t sent() const { return sent_; }

 private:
  struct Waiting {
    TextRun run;
    bool typed = false;
  };
  Result<Done> release();
  void mark_header();

  std::string name_;
  bool told_;
  Frames& out_;
  std::vector<Waiting> waiting_;
  size_t rows_waiting_ = 0;
  bool released_ = false;
  uint64_t sent_ = 0;
};

}  // namespace oi
