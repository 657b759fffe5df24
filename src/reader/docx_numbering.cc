// Numbers as Word shows them. A paragraph names a number, which is an abstract list with changes;
// all numbers of one abstract list count on together, unless one says where it starts.

#include <algorithm>

#include "reader/docx.h"

namespace oi {
namespace {

constexpr int64_t kMostRoman = 3999;
constexpr size_t kLongestMark = 200;

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

DocxNumbering::Level DocxNumbering::level_from(const XmlNode& node) {
  Level level;
  if (const XmlNode* start = node.child("w:start"))
    level.start = std::clamp<int64_t>(attribute_number((*start)["w:val"], 1), 0, 1 << 30);
  if (const XmlNode* format = node.child("w:numFmt")) level.format = (*format)["w:val"];
  if (const XmlNode* text = node.child("w:lvlText"))
    level.text = (*text)["w:val"].substr(0, kLongestMark);
  if (const XmlNode* style = node.child("w:pStyle")) level.style = (*style)["w:val"];
  if (const XmlNode* restart = node.child("w:lvlRestart"))
    level.restart = static_cast<int>(attribute_number((*restart)["w:val"], -1));
  level.legal = is_on(node.child("w:isLgl"));
  return level;
}

DocxNumbering::DocxNumbering(const XmlNode& root, const DocxStyles& styles) {
  const auto level_at = [](const XmlNode& node) -> size_t {
    return static_cast<size_t>(
        std::clamp<int64_t>(attribute_number(node["w:ilvl"], 0), 0, kListLevels - 1));
  };
  for (const XmlNode& node : root.children) {
    if (node.name == "w:abstractNum") {
      Abstract list;
      for (const XmlNode& inner : node.children) {
        if (inner.name == "w:lvl") list.levels[level_at(inner)] = level_from(inner);
        if (inner.name == "w:numStyleLink") list.style_link = inner["w:val"];
      }
      lists_.emplace(node["w:abstractNumId"], std::move(list));
    } else if (node.name == "w:num") {
      Number number;
      number.start.fill(-1);
      if (const XmlNode* list = node.child("w:abstractNumId")) number.abstract = (*list)["w:val"];
      for (const XmlNode& inner : node.children) {
        if (inner.name != "w:lvlOverride") continue;
        const size_t at = level_at(inner);
        if (const XmlNode* start = inner.child("w:startOverride"))
          number.start[at] =
              std::clamp<int64_t>(attribute_number((*start)["w:val"], 1), 0, 1 << 30);
        if (const XmlNode* level = inner.child("w:lvl")) number.levels[at] = level_from(*level);
      }
      numbers_.emplace(node["w:numId"], std::move(number));
    }
  }
  // A list that is only the name of a style is the list of that style.
  for (auto& [id, number] : numbers_) {
    const auto list = lists_.find(number.abstract);
    if (list == lists_.end() || list->second.style_link.empty()) continue;
    const auto other = numbers_.find(styles.resolve(list->second.style_link).number.list);
    if (other != numbers_.end()) number.abstract = other->second.abstract;
  }
}

const DocxNumbering::Level& DocxNumbering::level(const Number& number, const Abstract& list,
                                                 size_t at) const {
  const auto own = number.levels.find(at);
  return own == number.levels.end() ? list.levels[at] : own->second;
}

int DocxNumbering::level_of(const NumberRef& ref, std::string_view style) const {
  if (ref.level >= 0) return ref.level;
  const auto number = numbers_.find(ref.list);
  if (number == numbers_.end()) return 0;
  const auto list = lists_.find(number->second.abstract);
  if (list == lists_.end()) return 0;
  for (size_t i = 0; i < kListLevels; ++i)
    if (!style.empty() && list->second.levels[i].style == style) return static_cast<int>(i);
  return 0;
}

std::string DocxNumbering::next(const NumberRef& ref, std::string_view style) {
  const auto found = numbers_.find(ref.list);
  if (found == numbers_.end()) return "";
  Number& number = found->second;
  const auto list = lists_.find(number.abstract);
  if (list == lists_.end()) return "";
  Abstract& abstract = list->second;
  const auto at = static_cast<size_t>(level_of(ref, style));
  if (!number.used) {
    number.used = true;
    for (size_t i = 0; i < kListLevels; ++i) {
      if (number.start[i] < 0) continue;
      abstract.counters[i] = number.start[i] - 1;
      abstract.begun[i] = true;
    }
  }
  for (size_t i = 0; i <= at; ++i) {
    const bool begin = !abstract.begun[i];
    if (begin) abstract.counters[i] = level(number, abstract, i).start - (i == at ? 1 : 0);
    abstract.begun[i] = true;
  }
  ++abstract.counters[at];
  for (size_t i = at + 1; i < kListLevels; ++i) {
    const int restart = level(number, abstract, i).restart;
    const bool again = restart < 0 || (restart > 0 && static_cast<int>(at) < restart);
    if (again) abstract.begun[i] = false;
  }
  const Level& here = level(number, abstract, at);
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
                            here.legal ? "decimal" : level(number, abstract, which).format);
  }
  return mark;
}

}  // namespace oi
