#include "reader/zip_sheet.h"

#include <map>
#include <set>

namespace oi {
namespace {

constexpr size_t kRowsThatWait = 12;
constexpr size_t kCellsThatWait = 20'000;

}  // namespace

Result<Done> SheetRows::add(TextRun run, bool typed) {
  if (run.text.empty()) return Done{};
  run.block = BlockKind::Table;
  if (released_) {
    ++sent_;
    return out_.run(std::move(run));
  }
  waiting_.push_back({std::move(run), typed});
  return waiting_.size() >= kCellsThatWait ? release() : Result<Done>(Done{});
}

Result<Done> SheetRows::end_row() {
  if (released_ || waiting_.empty()) return Done{};
  if (++rows_waiting_ >= kRowsThatWait || waiting_.size() >= kCellsThatWait) return release();
  return Done{};
}

// The first row of several texts, most of its cells, above a column of numbers.
void SheetRows::mark_header() {
  if (told_) return;
  std::map<uint32_t, std::vector<size_t>> rows;
  for (size_t i = 0; i < waiting_.size(); ++i)
    rows[waiting_[i].run.row].push_back(i);
  for (auto row = rows.begin(); row != rows.end(); ++row) {
    size_t texts = 0;
    std::set<uint32_t> columns;
    for (const size_t i : row->second) {
      texts += waiting_[i].typed ? 0 : 1;
      if (!waiting_[i].typed) columns.insert(waiting_[i].run.column);
    }
    if (texts < 2 || texts * 5 < row->second.size() * 4) {
      if (texts < row->second.size()) return;  // numbers began without a header
      continue;
    }
    bool above_numbers = false;
    const auto next = std::next(row);
    if (next == rows.end()) return;
    for (const size_t i : next->second)
      above_numbers =
          above_numbers || (waiting_[i].typed && columns.count(waiting_[i].run.column) > 0);
    if (!above_numbers) continue;
    for (const size_t i : row->second)
      waiting_[i].run.header = true;
    return;
  }
}

Result<Done> SheetRows::release() {
  if (released_ || waiting_.empty()) return Done{};
  mark_header();
  released_ = true;
  TRY(out_.table_start(name_));
  for (Waiting& cell : waiting_) {
    ++sent_;
    TRY(out_.run(std::move(cell.run)));
  }
  waiting_.clear();
  return Done{};
}

Result<Done> SheetRows::finish() {
  TRY(release());
  if (released_) return out_.table_end();
  return Done{};
}

}  // namespace oi
