// Styles stand on each other; what a style does not say, its base does.

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "reader/docx.h"

namespace oi {
namespace {

constexpr int kLongestChain = 20;
constexpr int kBodyText = 9;

std::string lower(std::string_view text) {
  std::string all(text);
  for (char& c : all)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return all;
}

bool starts_with(std::string_view text, std::string_view with) {
  return text.substr(0, with.size()) == with;
}

}  // namespace

int64_t attribute_number(std::string_view text, int64_t otherwise) {
  int64_t value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  return parsed.ec == std::errc() ? value : otherwise;
}

bool is_on(const XmlNode* flag) {
  if (flag == nullptr) return false;
  const std::string_view value = (*flag)["w:val"];
  return value != "0" && value != "false" && value != "off" && value != "none";
}

DocxStyles::DocxStyles(const XmlNode& root) {
  for (const XmlNode& node : root.children) {
    if (node.name != "w:style") continue;
    DocxStyle style;
    if (const XmlNode* name = node.child("w:name")) style.name = lower((*name)["w:val"]);
    if (const XmlNode* base = node.child("w:basedOn")) style.base = (*base)["w:val"];
    if (const XmlNode* outline = node.at({"w:pPr", "w:outlineLvl"}))
      style.outline = static_cast<int>(
          std::clamp<int64_t>(attribute_number((*outline)["w:val"], kBodyText), 0, kBodyText));
    if (const XmlNode* hidden = node.at({"w:rPr", "w:vanish"})) style.hidden = is_on(hidden);
    if (const XmlNode* number = node.at({"w:pPr", "w:numPr"})) {
      if (const XmlNode* list = number->child("w:numId")) style.number.list = (*list)["w:val"];
      if (const XmlNode* level = number->child("w:ilvl"))
        style.number.level = static_cast<int>(
            std::clamp<int64_t>(attribute_number((*level)["w:val"], 0), 0, kListLevels - 1));
    }
    const std::string id(node["w:styleId"]);
    if (node["w:type"] == "paragraph" && (node["w:default"] == "1" || node["w:default"] == "true"))
      default_ = id;
    styles_.emplace(id, std::move(style));
  }
}

DocxStyle DocxStyles::resolve(std::string_view id) const {
  DocxStyle all;
  std::string at(id);
  for (int i = 0; i < kLongestChain && !at.empty(); ++i) {
    const auto found = styles_.find(at);
    if (found == styles_.end()) break;
    const DocxStyle& style = found->second;
    if (i == 0) all.name = style.name;
    if (all.outline < 0) all.outline = style.outline;
    // A style that stands on "heading 2" is one, whatever it is called.
    if (all.outline < 0 && starts_with(style.name, "heading ")) {
      const int64_t level = attribute_number(std::string_view(style.name).substr(8), 0);
      if (level >= 1 && level <= 9) all.outline = static_cast<int>(level - 1);
    }
    if (all.hidden < 0) all.hidden = style.hidden;
    if (all.number.list.empty()) all.number.list = style.number.list;
    if (all.number.level < 0) all.number.level = style.number.level;
    at = style.base;
  }
  if (all.name.empty()) all.name = lower(id);
  return all;
}

Role role_of(const DocxStyle& style, int outline) {
  const int level = outline >= 0 ? outline : style.outline;
  if (style.name == "title") return {BlockKind::Heading, 1, true};
  if (level >= 0 && level < kBodyText)
    return {BlockKind::Heading, static_cast<uint8_t>(std::min(level + 1, 6)), false};
  if (style.name == "caption") return {BlockKind::Caption, 0, false};
  if (style.name == "quote" || style.name == "intense quote") return {BlockKind::Quote, 0, false};
  return {};
}

char32_t symbol_character(std::string_view font, uint32_t number) {
  struct Pair {
    uint32_t from;
    char32_t to;
  };
  static constexpr std::u32string_view kCapitals = U"ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ";
  static constexpr std::u32string_view kSmall = U"αβχδεφγηιϕκλμνοπθρστυϖωξψζ";
  static constexpr Pair kSymbol[] = {
      {0xA3, U'≤'}, {0xA5, U'∞'}, {0xAB, U'↔'}, {0xAC, U'←'}, {0xAD, U'↑'}, {0xAE, U'→'},
      {0xAF, U'↓'}, {0xB0, U'°'}, {0xB1, U'±'}, {0xB3, U'≥'}, {0xB4, U'×'}, {0xB5, U'∝'},
      {0xB6, U'∂'}, {0xB7, U'•'}, {0xB8, U'÷'}, {0xB9, U'≠'}, {0xBA, U'≡'}, {0xBB, U'≈'},
      {0xC5, U'⊕'}, {0xC6, U'∅'}, {0xC7, U'∩'}, {0xC8, U'∪'}, {0xCE, U'∈'}, {0xCF, U'∉'},
      {0xD2, U'®'}, {0xD3, U'©'}, {0xD4, U'™'}, {0xD6, U'√'}, {0xD7, U'⋅'}, {0xDB, U'⇔'},
      {0xDE, U'⇒'}, {0xE5, U'∑'}, {0xF2, U'∫'}};
  static constexpr Pair kWingdings[] = {
      {0x28, U'☎'}, {0x2A, U'✉'}, {0x4A, U'☺'}, {0x6C, U'●'}, {0x6E, U'■'}, {0x6F, U'□'},
      {0x71, U'❑'}, {0x76, U'❖'}, {0xA7, U'▪'}, {0xA8, U'☐'}, {0xD8, U'➢'}, {0xDF, U'←'},
      {0xE0, U'→'}, {0xE8, U'➔'}, {0xFB, U'✗'}, {0xFC, U'✓'}, {0xFD, U'☒'}, {0xFE, U'☑'}};
  const uint32_t low = number >= 0xF000 && number <= 0xF0FF ? number - 0xF000 : number;
  const auto find = [&](const auto& pairs) -> char32_t {
    for (const Pair& pair : pairs)
      if (pair.from == low) return pair.to;
    return number;
  };
  if (font == "Wingdings") return find(kWingdings);
  if (font != "Symbol") return number;
  if (low >= 'A' && low <= 'Z') return kCapitals[low - 'A'];
  if (low >= 'a' && low <= 'z') return kSmall[low - 'a'];
  if (low >= 0x20 && low < 0x40) return low;
  return find(kSymbol);
}

}  // namespace oi
