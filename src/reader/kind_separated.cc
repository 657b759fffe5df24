// Separated values: the same number of fields in every record, by one of four delimiters. The rules
// of quoting are those of RFC 4180. Shared with the parser of such files.

#include "reader/csv_form.h"

#include <algorithm>

#include "base/text.h"
#include "reader/kind.h"

namespace oi {
namespace {

constexpr size_t kRecords = 200;  // looked at
constexpr size_t kFewFields = 2;

// Prose puts a space behind each of its commas; a short list of names does too.
bool is_prose_list(std::string_view text) {
  size_t commas = 0, spaced = 0;
  for (size_t at = text.find(','); at != std::string_view::npos; at = text.find(',', at + 1)) {
    ++commas;
    spaced += text.substr(at + 1, 1) == " " ? 1 : 0;
  }
  return commas == spaced;
}

}  // namespace

size_t CsvForm::field_end(std::string_view text, size_t at, bool& closed) const {
  closed = true;
  if (at >= text.size()) return at;
  if (text[at] != '"') {
    while (at < text.size() && text[at] != delimiter && text[at] != '\n' && text[at] != '\r')
      ++at;
    return at;
  }
  for (++at; at < text.size(); ++at) {
    at = text.find('"', at);
    if (at == std::string_view::npos) break;
    if (text.substr(at, 2) == "\"\"") {
      ++at;
      continue;
    }
    // What stands between the closing quote and the delimiter belongs to the field.
    while (at < text.size() && text[at] != delimiter && text[at] != '\n' && text[at] != '\r')
      ++at;
    return at;
  }
  closed = false;
  return text.size();
}

size_t csv_hint(std::string_view text, char& delimiter) {
  if (text.size() < 5 || (text.substr(0, 4) != "sep=" && text.substr(0, 4) != "SEP=")) return 0;
  const size_t end = text.find_first_of("\r\n");
  if (end != 5 && end != std::string_view::npos) return 0;
  delimiter = text[4];
  if (end == std::string_view::npos) return text.size();
  return end + (text.substr(end, 2) == "\r\n" ? 2 : 1);
}

CsvShape csv_shape(std::string_view text, bool whole, CsvForm form) {
  CsvShape shape;
  size_t at = 0, filled_last = 0;
  std::vector<size_t> fields;
  while (at < text.size() && fields.size() < kRecords) {
    size_t count = 1, last = at;
    for (;;) {
      bool closed = true;
      last = at;
      at = form.field_end(text, at, closed);
      shape.open_quote = shape.open_quote || (!closed && whole);
      if (at >= text.size() || text[at] != form.delimiter) break;
      ++at;
      ++count;
    }
    const bool cut_off = at >= text.size() && !whole;
    const bool blank = count == 1 && trim(text.substr(last, at - last)).empty();
    filled_last += at > last ? 1 : 0;
    if (at < text.size()) at += text.substr(at, 2) == "\r\n" ? 2 : 1;
    if (blank || cut_off) continue;
    fields.push_back(count);
  }
  shape.records = fields.size();
  if (fields.empty()) return shape;
  std::vector<size_t> sorted = fields;
  std::sort(sorted.begin(), sorted.end());
  shape.fields = sorted[sorted.size() / 2];
  shape.agreeing = static_cast<size_t>(std::count(fields.begin(), fields.end(), shape.fields));
  shape.ends_empty = filled_last == 0;
  return shape;
}

CsvForm csv_form(std::string_view sample, bool whole) {
  CsvForm best{'\0'};
  double score = -1;
  for (const char delimiter : {',', ';', '\t', '|'}) {
    const CsvForm form{delimiter};
    const CsvShape shape = csv_shape(sample, whole, form);
    if (shape.fields < kFewFields || shape.records == 0) continue;
    // Agreement counts first; among equals more fields.
    const double agreement =
        static_cast<double>(shape.agreeing) / static_cast<double>(shape.records);
    const double now = agreement + 0.01 * static_cast<double>(std::min<size_t>(shape.fields, 50)) -
                       (shape.open_quote ? 0.5 : 0);
    // Lines of text have such signs too; they are one field each.
    if (agreement < 0.5 || now <= score) continue;
    score = now;
    best = form;
  }
  return best;
}

Evidence separated_signs(const TextSample& sample) {
  CsvForm form;
  if (csv_hint(sample.text, form.delimiter) > 0) return Evidence::Certain;
  const std::string_view text = sample.text;
  if (text.find("|---") != std::string_view::npos || text.find("| --") != std::string_view::npos)
    return Evidence::Possible;  // a table of Markdown
  form = csv_form(text, sample.whole);
  const CsvShape shape = csv_shape(text, sample.whole, form);
  const bool same = shape.agreeing == shape.records;
  const bool nearly = shape.agreeing * 50 >= shape.records * 49 && shape.records >= 50;
  const bool many = shape.records >= 3 || (shape.records == 2 && shape.fields >= 3);
  const bool statements = shape.fields == 2 && shape.ends_empty;  // lines that end with ';'
  if (form.delimiter == ',' && shape.records < 10 && is_prose_list(text)) return Evidence::Possible;
  if ((same || nearly) && many && shape.fields >= kFewFields && !statements && !shape.open_quote)
    return Evidence::Likely;
  return Evidence::Possible;
}

}  // namespace oi
