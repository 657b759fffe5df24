// The file is one table and its own text: each field is a cell, without its quotes and the space
// around it; delimiters, quotes and line ends go out as what stands between cells. A record is a
// row however many lines its quoted fields have (RFC 4180), and blank lines are none. The delimiter
// is the one by which most records agree, unless a first line "sep=;" names it.

#include <algorithm>
#include <array>

#include "base/text.h"
#include "reader/csv_form.h"
#include "reader/readers.h"

namespace oi {
namespace {

constexpr size_t kSample = 256 << 10;
// Behind so many cells the text goes on without: the engine keeps all cells of a table.
constexpr uint64_t kMostCells = 8'000'000;
constexpr uint32_t kLastColumn = UINT16_MAX - 1;
constexpr size_t kSlice = 32 << 10;
constexpr size_t kHeaderWithin = 20;  // records
constexpr size_t kLongestHeader = 200;

bool is_number(std::string_view text) {
  bool digit = false;
  for (const char c : text) {
    digit = digit || (c >= '0' && c <= '9');
    if (std::string_view("0123456789.,+-%/: eE$").find(c) == std::string_view::npos) return false;
  }
  return digit;
}

// The bytes of a field that are its text: without quotes that enclose all of it, and the space
// outside of them or of a field without.
std::string_view inner(std::string_view field) {
  const std::string_view text = trim(field);
  const bool quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
  return quoted ? text.substr(1, text.size() - 2) : text;
}

class Records {
 public:
  Records(std::string_view text, CsvForm form, Frames& out)
      : text_(text),
        form_(form),
        out_(out),
        most_cells_(std::min<uint64_t>(kMostCells, out.limits().runs / 4)) {}

  Result<Done> read(size_t from, size_t header) {
    header_ = header;
    TRY(out_.table_start(""));
    size_t at = from;
    while (at < text_.size() && cells_ < most_cells_)
      at = TRY(record(at));
    const bool all = at >= text_.size();
    TRY(between(text_.size()));
    TRY(out_.table_end());
    if (!all)
      TRY(out_.problem({"cells_not_told", "row " + std::to_string(row_ + 1),
                        "the table has over " + std::to_string(most_cells_) +
                            " cells; the rest is text without cells"}));
    return tell();
  }

 private:
  // Sends what stands between the last cell and here.
  Result<Done> between(size_t end) {
    while (sent_ < end) {
      const std::string_view left = text_.substr(sent_, end - sent_);
      const size_t slice = left.size() <= kSlice ? left.size() : floor_code_point(left, kSlice);
      TRY(out_.between_cells(left.substr(0, slice)));
      sent_ += slice;
    }
    return Done{};
  }

  Result<Done> cell(std::string_view text, uint32_t column) {
    if (text.empty()) return Done{};
    if (column > kLastColumn) {
      wide_ = true;
      return Done{};
    }
    const auto begin = static_cast<size_t>(text.data() - text_.data());
    TRY(between(begin));
    TextRun run;
    run.block = BlockKind::Table;
    run.row = row_;
    run.column = static_cast<uint16_t>(column);
    run.rows = run.columns = 1;
    run.header = row_ == header_;
    run.text = text;
    sent_ = begin + text.size();
    ++cells_;
    return out_.run(std::move(run));
  }

  Result<size_t> record(size_t at) {
    const size_t line = text_.find_first_of("\r\n", at);
    const size_t line_end = line == std::string_view::npos ? text_.size() : line;
    if (trim(text_.substr(at, line_end - at)).empty() && form_.delimiter != '\t')
      return behind_line(line_end);
    uint32_t column = 0;
    for (;; ++column) {
      const size_t begin = at;
      at = field_end(at);
      TRY(cell(inner(text_.substr(begin, at - begin)), column));
      if (at >= text_.size() || text_[at] != form_.delimiter) break;
      ++at;
    }
    count(column + 1);
    ++row_;
    return behind_line(at);
  }

  // A quote that nothing closes is a character like others, and so are all behind it. So is one
  // that opens on one line and closes in the middle of another's field.
  size_t field_end(size_t at) {
    size_t start = text_.find_first_not_of(' ', at);
    if (start == std::string_view::npos || text_[start] != '"') start = at;
    const bool quoted = start < text_.size() && text_[start] == '"';
    if (!quoted || !quotes_off_) {
      bool closed = true;
      const size_t end = form_.field_end(text_, start, closed);
      const std::string_view field = trim(text_.substr(start, end - start));
      const bool torn = quoted && field.back() != '"' && field.find('\n') != std::string_view::npos;
      if (closed && !torn) return end;
      quotes_off_ = quotes_off_ || !closed;
      if (open_quotes_++ == 0) open_row_ = row_;
    }
    const char ends[] = {form_.delimiter, '\n', '\r'};
    const size_t end = text_.find_first_of(std::string_view(ends, sizeof ends), at);
    return end == std::string_view::npos ? text_.size() : end;
  }

  size_t behind_line(size_t at) const {
    if (at >= text_.size()) return at;
    return at + (text_.substr(at, 2) == "\r\n" ? 2 : 1);
  }

  void count(uint32_t fields) {
    if (row_ == header_) fields_ = fields;
    if (row_ <= header_ || fields == fields_) return;
    if (uneven_ == 0) uneven_row_ = row_;
    ++uneven_;
  }

  Result<Done> tell() {
    if (open_quotes_ > 0)
      TRY(out_.problem({"open_quote", "row " + std::to_string(open_row_ + 1),
                        std::to_string(open_quotes_) +
                            " quotes are not closed where a field ends; they are read as text"}));
    if (wide_)
      TRY(out_.problem(
          {"cells_not_told", "", "columns behind the 65,535th are text without cells"}));
    if (uneven_ > 0)
      TRY(out_.problem({"uneven_rows", "row " + std::to_string(uneven_row_ + 1),
                        std::to_string(uneven_) + " of " + std::to_string(row_) +
                            " rows have another number of fields than the header's " +
                            std::to_string(fields_)}));
    return Done{};
  }

  std::string_view text_;
  CsvForm form_;
  Frames& out_;
  uint64_t most_cells_;
  size_t header_ = 0;
  size_t sent_ = 0;
  uint64_t cells_ = 0;
  uint32_t row_ = 0;
  uint32_t fields_ = 0;
  uint64_t uneven_ = 0;
  uint32_t uneven_row_ = 0, open_row_ = 0;
  uint64_t open_quotes_ = 0;
  bool quotes_off_ = false;  // one was never closed
  bool wide_ = false;
};

// The first record with as many fields as most have, when its fields can be names: some letters, no
// numbers, each another. No record is the header when that one's are not; then its number is one
// that no row has.
size_t header_record(std::string_view text, CsvForm form, size_t fields) {
  constexpr size_t kNone = SIZE_MAX;
  size_t at = 0, record = 0;
  while (at < text.size() && record < kHeaderWithin) {
    std::vector<std::string_view> names;
    for (;;) {
      bool closed = true;
      const size_t begin = at;
      at = form.field_end(text, at, closed);
      names.push_back(inner(text.substr(begin, at - begin)));
      if (at >= text.size() || text[at] != form.delimiter) break;
      ++at;
    }
    if (at < text.size()) at += text.substr(at, 2) == "\r\n" ? 2 : 1;
    if (names.size() == 1 && names[0].empty()) continue;
    if (names.size() >= fields) {
      const size_t empty = static_cast<size_t>(std::count(names.begin(), names.end(), ""));
      for (const std::string_view name : names)
        if (is_number(name) || name.size() > kLongestHeader) return kNone;
      std::sort(names.begin(), names.end());
      const bool twice = std::adjacent_find(names.begin() + static_cast<std::ptrdiff_t>(empty),
                                            names.end()) != names.end();
      return twice || empty * 2 > names.size() || at >= text.size() ? kNone : record;
    }
    ++record;
  }
  return kNone;
}

}  // namespace

Result<Done> read_csv(std::string_view bytes, const Request& request, Frames& out) {
  const PlainText plain = TRY(decode_text(bytes, request.limits));
  for (const Problem& problem : plain.problems)
    TRY(out.problem(problem));
  const std::string_view text = plain.text();
  CsvForm form;
  const size_t hint = csv_hint(text, form.delimiter);
  const std::string_view sample = text.substr(hint, kSample);
  const bool whole = text.size() - hint <= kSample;
  if (hint == 0) form = csv_form(sample, whole);
  const CsvShape shape = csv_shape(sample, whole, form);
  return Records(text, form, out).read(hint, header_record(sample, form, shape.fields));
}

}  // namespace oi
