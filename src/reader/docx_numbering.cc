// The lists of a document's numbering part. A paragraph names a number, which is an abstract list
// with changes.

#include <algorithm>

#include "reader/docx.h"

namespace oi {
namespace {

NumberLevel level_from(const XmlNode& node) {
  NumberLevel level;
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

}  // namespace

Numbering docx_numbering(const XmlNode& root, const DocxStyles& styles) {
  const auto level_at = [](const XmlNode& node) -> size_t {
    return static_cast<size_t>(
        std::clamp<int64_t>(attribute_number(node["w:ilvl"], 0), 0, kListLevels - 1));
  };
  Numbering numbering;
  std::map<std::string, std::string, std::less<>> style_links;  // by abstract list
  std::map<std::string, NumberChanges, std::less<>> numbers;
  for (const XmlNode& node : root.children) {
    if (node.name == "w:abstractNum") {
      NumberLevels levels;
      for (const XmlNode& inner : node.children) {
        if (inner.name == "w:lvl") levels[level_at(inner)] = level_from(inner);
        if (inner.name == "w:numStyleLink")
          style_links.emplace(node["w:abstractNumId"], inner["w:val"]);
      }
      numbering.add_abstract(node["w:abstractNumId"], std::move(levels));
    } else if (node.name == "w:num") {
      NumberChanges number;
      if (const XmlNode* list = node.child("w:abstractNumId")) number.abstract = (*list)["w:val"];
      for (const XmlNode& inner : node.children) {
        if (inner.name != "w:lvlOverride") continue;
        const size_t at = level_at(inner);
        if (const XmlNode* start = inner.child("w:startOverride"))
          number.start[at] =
              std::clamp<int64_t>(attribute_number((*start)["w:val"], 1), 0, 1 << 30);
        if (const XmlNode* level = inner.child("w:lvl")) number.levels[at] = level_from(*level);
      }
      numbers.emplace(node["w:numId"], std::move(number));
    }
  }
  for (const auto& [id, number] : numbers) {
    NumberChanges changes = number;
    // A list that is only the name of a style is the list of that style.
    const auto link = style_links.find(number.abstract);
    if (link != style_links.end() && !link->second.empty()) {
      const auto other = numbers.find(styles.resolve(link->second).number.list);
      if (other != numbers.end()) changes.abstract = other->second.abstract;
    }
    numbering.add(id, std::move(changes));
  }
  return numbering;
}

}  // namespace oi
