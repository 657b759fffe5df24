// A level begins anew behind a paragraph of a level above it, and its mark may show the counts of
// all levels above.

#include "reader/numbering.h"

#include <algorithm>

namespace oi {
namespace {

constexpr int64_t kMostRoman = 3999;

std::string roman(int64_t count) {
  static constexpr std::pair<int, const char*> kParts[] = {
      {1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"}, {100, "c"}, {90, "xc"}, {50, "l"},
      {40, "xl"},  {10, "x"},   {9, "ix"},  {5, "v"},    {4, "iv"},  {1, "i"}};
  if (count < 1 || count > kMostRoman) return std::to_string(count);
  std::string text;
  for (const auto& [value, letters] : kParts)
    for (; count >= value; count -= value)
      text += letters;
  return text;
}

// a to z, then aa, bb: a letter as often as the alphabet was gone through.
std::string letters(int64_t count) {
  if (count < 1 || count > 26 * 30) return std::to_string(count);
  return std::string(static_cast<size_t>((count - 1) / 26 + 1),
                     static_cast<char>('a' + (count - 1) % 26));
}

std::string upper(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

std::string ordinal(int64_t count) {
  const int64_t tens = count % 100, ones = count % 10;
  const bool teens = tens >= 11 && tens <= 13;
  const char* end = teens ? "th" : ones == 1 ? "st" : ones == 2 ? "nd" : ones == 3 ? "rd" : "th";
  return std::to_string(count) + end;
}

}  // namespace

std::string formatted_count(int64_t count, std::string_view format) {
  if (format == "lowerRoman") return roman(count);
  if (format == "upperRoman") return upper(roman(count));
  if (format == "lowerLetter") return letters(count);
  if (format == "upperLetter") return upper(letters(count));
  if (format == "ordinal") return ordinal(count);
  if (format == "decimalZero" && count >= 0 && count < 10) return "0" + std::to_string(count);
  if (format == "none") return "";
  return std::to_string(count);
}

void Numbering::add_abstract(std::string_view id, NumberLevels levels) {
  abstracts_.emplace(id, Abstract{std::move(levels), {}, {}});
}

void Numbering::add(std::string_view id, NumberChanges changes) {
  lists_.emplace(id, List{std::move(changes), false});
}

const NumberLevel& Numbering::level(const List& list, const Abstract& abstract, size_t at) const {
  const auto own = list.changes.levels.find(at);
  return own == list.changes.levels.end() ? abstract.levels[at] : own->second;
}

int Numbering::level_of(const NumberRef& ref, std::string_view style) const {
  if (ref.level >= 0) return ref.level;
  const auto list = lists_.find(ref.list);
  if (list == lists_.end()) return 0;
  const auto abstract = abstracts_.find(list->second.changes.abstract);
  if (abstract == abstracts_.end()) return 0;
  for (size_t i = 0; i < kListLevels; ++i)
    if (!style.empty() && abstract->second.levels[i].style == style) return static_cast<int>(i);
  return 0;
}

std::string Numbering::next(const NumberRef& ref, std::string_view style) {
  const auto found = lists_.find(ref.list);
  if (found == lists_.end()) return "";
  List& list = found->second;
  const auto named = abstracts_.find(list.changes.abstract);
  if (named == abstracts_.end()) return "";
  Abstract& abstract = named->second;
  const auto at = std::min(static_cast<size_t>(level_of(ref, style)), kListLevels - 1);
  if (!list.used) {
    list.used = true;
    for (size_t i = 0; i < kListLevels; ++i) {
      if (list.changes.start[i] < 0) continue;
      abstract.counters[i] = list.changes.start[i] - 1;
      abstract.begun[i] = true;
    }
  }
  for (size_t i = 0; i <= at; ++i) {
    const bool begin = !abstract.begun[i];
    if (begin) abstract.counters[i] = level(list, abstract, i).start - (i == at ? 1 : 0);
    abstract.begun[i] = true;
  }
  ++abstract.counters[at];
  for (size_t i = at + 1; i < kListLevels; ++i) {
    const int restart = level(list, abstract, i).restart;
    const bool again = restart < 0 || (restart > 0 && static_cast<int>(at) < restart);
    if (again) abstract.begun[i] = false;
  }
  const NumberLevel& here = level(list, abstract, at);
  if (here.format == "bullet") return "-";
  if (here.format == "none") return "";
  std::string mark;
  for (size_t i = 0; i < here.text.size(); ++i) {
    const bool place = here.text[i] == '%' && i + 1 < here.text.size() && here.text[i + 1] >= '1' &&
                       here.text[i + 1] <= '9';
    if (!place) {
      mark += here.text[i];
      continue;
    }
    const auto which = static_cast<size_t>(here.text[++i] - '1');
    mark += formatted_count(abstract.counters[which],
                            here.legal ? "decimal" : level(list, abstract, which).format);
  }
  return mark;
}

}  // namespace oi
