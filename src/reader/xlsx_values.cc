// Strings and number formats, which cells refer to by number.

#include <algorithm>
#include <charconv>

#include "reader/number_format.h"
#include "reader/xlsx.h"

namespace oi {
namespace {

constexpr size_t kMostStyles = 100'000;

uint64_t number_in(std::string_view text, uint64_t otherwise) {
  uint64_t value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  return parsed.ec == std::errc() ? value : otherwise;
}

// "_x000D_" at `at`: its number, else a number above all characters.
uint32_t escaped(std::string_view text, size_t at) {
  constexpr uint32_t kNone = 0x110000;
  if (text.size() - at < 7 || text[at + 1] != 'x' || text[at + 6] != '_') return kNone;
  uint32_t code = 0;
  const char* from = text.data() + at + 2;
  const auto parsed = std::from_chars(from, from + 4, code, 16);
  return parsed.ptr == from + 4 && code != 0 ? code : kNone;
}

}  // namespace

Result<XmlDamage> SharedStrings::read(Package& package, std::string_view part) {
  if (!package.has(part)) return XmlDamage();
  XmlNames names;
  bool in_text = false;
  int phonetic = 0;
  XmlEvents events;
  events.start = [&](std::string_view name, const XmlAttributes&) -> Result<Done> {
    if (name == "x:rPh") ++phonetic;
    in_text = name == "x:t" && phonetic == 0;
    return Done{};
  };
  events.end = [&](std::string_view name) -> Result<Done> {
    in_text = false;
    if (name == "x:rPh") --phonetic;
    if (name == "x:si") ends_.push_back(static_cast<uint32_t>(text_.size()));
    if (ends_.size() > kMostText / 4)
      return Error{Code::TooLarge, "over 50 million different strings"};
    return Done{};
  };
  events.text = [&](std::string_view text) -> Result<Done> {
    if (!in_text) return Done{};
    if (text_.size() + text.size() > kMostText)
      return Error{Code::TooLarge, "over 192 MiB of strings in cells"};
    text_ += text;
    return Done{};
  };
  return parse_xml(package.source(part), names, events);
}

std::optional<std::string_view> SharedStrings::at(uint64_t index) const {
  if (index >= ends_.size()) return std::nullopt;
  const size_t begin = index == 0 ? 0 : ends_[index - 1];
  return std::string_view(text_).substr(begin, ends_[index] - begin);
}

CellFormats::CellFormats(const XmlNode& root) {
  std::map<uint64_t, std::string> own;
  if (const XmlNode* formats = root.child("x:numFmts"))
    for (const XmlNode& node : formats->children)
      if (!node.name.empty())
        own.emplace(number_in(node["numFmtId"], 0), std::string(node["formatCode"]));
  const XmlNode* styles = root.child("x:cellXfs");
  if (styles == nullptr) return;
  for (const XmlNode& node : styles->children) {
    if (node.name != "x:xf" || codes_.size() >= kMostStyles) continue;
    const uint64_t id = number_in(node["numFmtId"], 0);
    const auto found = own.find(id);
    codes_.emplace_back(found != own.end() ? found->second
                                           : std::string(builtin_format(static_cast<uint32_t>(
                                                 std::min<uint64_t>(id, UINT32_MAX)))));
  }
}

const std::string& CellFormats::code(uint64_t style) const {
  return style < codes_.size() ? codes_[style] : general_;
}

std::string cell_text(std::string_view text) {
  std::string all;
  all.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    const uint32_t code = text[i] == '_' ? escaped(text, i) : 0x110000;
    if (code < 0x110000) {
      if (code == '\n' || code == '\r' || code == '\t') {
        all += ' ';
      } else {
        append_code_point(all, code);
      }
      i += 6;
    } else {
      all += text[i] == '\n' || text[i] == '\r' || text[i] == '\t' ? ' ' : text[i];
    }
  }
  while (!all.empty() && all.back() == ' ')
    all.pop_back();
  return all;
}

bool parse_place(std::string_view text, CellPlace& place) {
  uint32_t column = 0, row = 0;
  size_t at = 0;
  const auto dollar = [&] { at += at < text.size() && text[at] == '$' ? 1 : 0; };
  dollar();
  for (; at < text.size() && column <= kSheetColumns; ++at) {
    const char c = static_cast<char>(text[at] & ~0x20);
    if (c < 'A' || c > 'Z') break;
    column = column * 26 + static_cast<uint32_t>(c - 'A' + 1);
  }
  dollar();
  const auto parsed = std::from_chars(text.data() + at, text.data() + text.size(), row);
  if (parsed.ec != std::errc() || column == 0 || column > kSheetColumns || row == 0 ||
      row > kSheetRows)
    return false;
  place = {row - 1, column - 1};
  return true;
}

bool parse_range(std::string_view text, CellRange& range) {
  const size_t colon = text.find(':');
  if (!parse_place(text.substr(0, colon), range.first)) return false;
  range.last = range.first;
  if (colon == std::string_view::npos) return true;
  return parse_place(text.substr(colon + 1), range.last) && range.last.row >= range.first.row &&
         range.last.column >= range.first.column;
}

}  // namespace oi
