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

}  // namespace oi
