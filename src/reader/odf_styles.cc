// Styles of OpenDocument name their base; those that the program made for one paragraph have no
// name that says anything, so what they stand on is asked.

#include <algorithm>
#include <charconv>

#include "reader/odf.h"

namespace oi {
namespace {

constexpr int kLongestChain = 20;

std::string lower(std::string_view text) {
  std::string all;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 4) == "_20_") {  // how a space is written in a style's name
      all += ' ';
      i += 3;
    } else {
      all += text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] - 'A' + 'a') : text[i];
    }
  }
  return all;
}

size_t level_of(const XmlNode& node) {
  return static_cast<size_t>(
      odf_number(node["text:level"], 1, static_cast<int64_t>(kOdfLevels), 1) - 1);
}

}  // namespace

int64_t odf_number(std::string_view text, int64_t least, int64_t most, int64_t otherwise) {
  int64_t value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  return parsed.ec == std::errc() ? std::clamp(value, least, most) : otherwise;
}

void OdfStyles::add(const XmlNode& root) {
  for (const XmlNode& node : root.children) {
    if (node.name == "style:style") {
      OdfStyle style;
      style.name = lower(node["style:display-name"].empty() ? node["style:name"]
                                                            : node["style:display-name"]);
      style.base = node["style:parent-style-name"];
      style.list = node["style:list-style-name"];
      style.outline = static_cast<int>(odf_number(node["style:default-outline-level"], 0, 10, 0));
      const XmlNode* text = node.child("style:text-properties");
      const XmlNode* page = node.child("style:drawing-page-properties");
      const XmlNode* table = node.child("style:table-properties");
      style.hidden = (table != nullptr && (*table)["table:display"] == "false") ||
                     (text != nullptr && (*text)["text:display"] == "none") ||
                     (page != nullptr && (*page)["presentation:visibility"] == "hidden");
      styles_.emplace(node["style:name"], std::move(style));
    } else if (node.name == "text:list-style" || node.name == "text:outline-style") {
      const bool outline = node.name == "text:outline-style";
      OdfList list;
      for (const XmlNode& inner : node.children) {
        if (inner.name.empty()) continue;
        OdfListLevel& level = list[level_of(inner)];
        level.numbered = inner.name == "text:list-level-style-number" ||
                         (outline && !inner["style:num-format"].empty());
        level.format = inner["style:num-format"];
        level.prefix = inner["style:num-prefix"];
        level.suffix = inner["style:num-suffix"];
        level.start = odf_number(inner["text:start-value"], 0, 1 << 30, 1);
        level.display = static_cast<int>(odf_number(inner["text:display-levels"], 1, 10, 1));
      }
      lists_.emplace(outline ? kOdfOutline : node["style:name"], std::move(list));
    }
  }
}

OdfStyle OdfStyles::resolve(std::string_view name) const {
  OdfStyle all;
  std::string at(name);
  for (int i = 0; i < kLongestChain && !at.empty(); ++i) {
    const auto found = styles_.find(at);
    if (found == styles_.end()) {
      if (i == 0 || all.base == at) all.name = lower(at);
      break;
    }
    const OdfStyle& style = found->second;
    // "P12" stands for nothing; the style it stands on has the name.
    if (i == 0 || all.base == at) all.name = style.name;
    all.base = i == 0 && style.name.size() <= 4 && style.name.substr(0, 1) == "p" ? style.base : "";
    if (all.list.empty()) all.list = style.list;
    if (all.outline == 0) all.outline = style.outline;
    all.hidden = all.hidden || style.hidden;
    at = style.base;
  }
  return all;
}

const OdfList* OdfStyles::list(std::string_view name) const {
  const auto found = lists_.find(name);
  return found == lists_.end() ? nullptr : &found->second;
}

}  // namespace oi
