// Whatever is not known is walked through: text in an element that nobody has heard of is text.

#include "reader/docx_walk.h"

#include <algorithm>

#include "base/text.h"
#include "reader/readers.h"
#include "reader/symbol.h"

namespace oi {
namespace {

constexpr size_t kLongestAnchor = 300;
constexpr size_t kOpenComments = 32;

std::string child_value(const XmlNode& node, std::string_view name) {
  const XmlNode* child = node.child(name);
  return child == nullptr ? std::string() : std::string((*child)["m:val"]);
}

std::string grouped(const XmlNode* part) {
  if (part == nullptr) return "";
  const std::string text = linear_equation(*part);
  return code_points(text) > 1 ? "(" + text + ")" : text;
}

void put(std::string_view text, Surrounding around, DocxState& state, DocxParagraph& into) {
  if (around.hidden) {
    state.hidden += code_points(text);
    return;
  }
  if (around.deleted) {
    into.deleted += text;
    return;
  }
  into.text += text;
  for (const std::string& id : state.open_comments) {
    std::string& anchor = state.anchors[id];
    if (anchor.size() < kLongestAnchor) anchor += text;
  }
}

void put_symbol(const XmlNode& node, Surrounding around, DocxState& state, DocxParagraph& into) {
  uint32_t number = 0;
  for (const char c : node["w:char"].substr(0, 6)) {
    const bool digit = c >= '0' && c <= '9';
    const char low = static_cast<char>(c | 0x20);
    if (!digit && (low < 'a' || low > 'f')) return;
    number = number * 16 + static_cast<uint32_t>(digit ? c - '0' : low - 'a' + 10);
  }
  if (number == 0) return;
  std::string text;
  append_code_point(text, symbol_character(node["w:font"], number));
  put(text, around, state, into);
}

void walk_run(const XmlNode& node, Surrounding around, DocxState& state, DocxParagraph& into) {
  if (const XmlNode* properties = node.child("w:rPr")) {
    const XmlNode* vanish = properties->child("w:vanish");
    if (const XmlNode* fonts = properties->child("w:rFonts")) around.font = (*fonts)["w:ascii"];
    if (vanish != nullptr) {
      around.hidden = is_on(vanish);
    } else if (const XmlNode* style = properties->child("w:rStyle")) {
      const int hidden = state.styles.resolve((*style)["w:val"]).hidden;
      if (hidden >= 0) around.hidden = hidden == 1;
    }
  }
  for (const XmlNode& child : node.children)
    walk_inline(child, around, state, into);
}

void walk_children(const XmlNode& node, Surrounding around, DocxState& state, DocxParagraph& into) {
  for (const XmlNode& child : node.children)
    walk_inline(child, around, state, into);
}

// True when it was one of the elements that stand for a character.
bool walk_character(const XmlNode& node, Surrounding around, DocxState& state,
                    DocxParagraph& into) {
  const std::string_view name = node.name;
  if (name == "w:t" || name == "w:delText") {
    const std::string text = node.all_text();
    if (name == "w:t") state.reached += code_points(text);
    put(around.font.empty() ? text : with_symbols(text, around.font), around, state, into);
  } else if (name == "w:tab" || name == "w:ptab") {
    put("\t", around, state, into);
  } else if (name == "w:br" || name == "w:cr") {
    put("\n", around, state, into);
  } else if (name == "w:noBreakHyphen") {
    put("\u2011", around, state, into);
  } else if (name == "w:softHyphen") {
    put("\u00AD", around, state, into);
  } else if (name == "w:sym") {
    put_symbol(node, around, state, into);
  } else if (name == "w:footnoteReference" || name == "w:endnoteReference") {
    put(note_mark(node["w:id"], name == "w:footnoteReference", state), around, state, into);
  } else {
    return false;
  }
  return true;
}

void walk_comment(const XmlNode& node, DocxState& state) {
  const std::string id(node["w:id"]);
  if (node.name == "w:commentRangeStart") {
    if (state.open_comments.size() < kOpenComments) state.open_comments.push_back(id);
  } else {
    std::erase(state.open_comments, id);
  }
}

// True when it leads to another part of the package.
bool walk_reference(const XmlNode& node, DocxParagraph& into) {
  const std::string_view name = node.name;
  if (name == "a:blip") {
    into.pictures.emplace_back(node["r:embed"]);
  } else if (name == "v:imagedata") {
    into.pictures.emplace_back(node["r:id"]);
  } else if (name == "o:OLEObject") {
    into.objects.emplace_back(node["r:id"]);
  } else if (name == "c:chart" || name == "cx:chart") {
    into.charts.emplace_back(node["r:id"]);
  } else if (name == "dgm:relIds") {
    into.diagrams.emplace_back(node["r:dm"]);
  } else {
    return false;
  }
  return true;
}

}  // namespace

std::string linear_equation(const XmlNode& node) {
  if (node.name.empty()) return node.text;
  const std::string_view name = node.name;
  if (name == "m:f") return grouped(node.child("m:num")) + "/" + grouped(node.child("m:den"));
  if (name == "m:sSup" || name == "m:sSub" || name == "m:sSubSup") {
    std::string text = grouped(node.child("m:e"));
    if (const XmlNode* sub = node.child("m:sub")) text += "_" + grouped(sub);
    if (const XmlNode* sup = node.child("m:sup")) text += "^" + grouped(sup);
    return text;
  }
  if (name == "m:rad") {
    const std::string degree = node.child("m:deg") ? linear_equation(*node.child("m:deg")) : "";
    return degree + "√" + grouped(node.child("m:e"));
  }
  if (name == "m:nary") {
    const XmlNode* properties = node.child("m:naryPr");
    std::string text = properties == nullptr ? "" : child_value(*properties, "m:chr");
    if (text.empty()) text = "∫";
    const XmlNode* sub = node.child("m:sub");
    const XmlNode* sup = node.child("m:sup");
    if (sub != nullptr && !sub->all_text().empty()) text += "_" + grouped(sub);
    if (sup != nullptr && !sup->all_text().empty()) text += "^" + grouped(sup);
    const XmlNode* body = node.child("m:e");
    return text + (body == nullptr ? "" : " " + linear_equation(*body));
  }
  if (name == "m:d") {
    const XmlNode* properties = node.child("m:dPr");
    std::string open = properties ? child_value(*properties, "m:begChr") : "";
    std::string close = properties ? child_value(*properties, "m:endChr") : "";
    if (open.empty() && (!properties || !properties->child("m:begChr"))) open = "(";
    if (close.empty() && (!properties || !properties->child("m:endChr"))) close = ")";
    std::string text;
    for (const XmlNode& child : node.children)
      if (child.name == "m:e") text += (text.empty() ? "" : ", ") + linear_equation(child);
    return open + text + close;
  }
  std::string text;
  for (const XmlNode& child : node.children)
    if (name == "m:t" || name == "w:t" || !child.name.empty()) text += linear_equation(child);
  return text;
}

uint64_t text_characters(const XmlNode& node) {
  if (node.name == "w:t") return code_points(node.all_text());
  uint64_t all = 0;
  for (const XmlNode& child : node.children)
    all += text_characters(child);
  return all;
}

const XmlNode* alternative(const XmlNode& node, DocxState& state) {
  const XmlNode* picked = node.child("mc:Choice");
  if (picked == nullptr) picked = node.child("mc:Fallback");
  for (const XmlNode& child : node.children)
    if (&child != picked) state.reached += text_characters(child);
  return picked;
}

std::string note_mark(std::string_view id, bool footnote, DocxState& state) {
  auto& ids = footnote ? state.footnotes : state.endnotes;
  auto& numbers = footnote ? state.footnote_numbers : state.endnote_numbers;
  const auto [at, fresh] = numbers.emplace(std::string(id), ids.size() + 1);
  if (fresh) ids.emplace_back(id);
  const auto number = static_cast<int64_t>(at->second);
  return "[" + (footnote ? std::to_string(number) : formatted_count(number, "lowerRoman")) + "]";
}

void walk_inline(const XmlNode& node, Surrounding around, DocxState& state, DocxParagraph& into) {
  const std::string_view name = node.name;
  if (name.empty() || name == "w:pPr" || name == "w:rPr" || name == "w:instrText" ||
      name == "w:delInstrText" || name == "w:fldData" || name == "w:sdtPr")
    return;
  if (walk_character(node, around, state, into)) return;
  if (name == "w:r") return walk_run(node, around, state, into);
  if (name == "w:commentRangeStart" || name == "w:commentRangeEnd")
    return walk_comment(node, state);
  if (name == "mc:AlternateContent") {
    if (const XmlNode* picked = alternative(node, state))
      walk_children(*picked, around, state, into);
    return;
  }
  if (name == "m:oMath") {
    into.equation = into.text.empty();
    state.reached += text_characters(node);
    return put(linear_equation(node), around, state, into);
  }
  if (name == "w:txbxContent") {
    into.boxes.push_back(&node);
    return;
  }
  if (name == "v:textpath") put(node["string"], around, state, into);
  if (name == "w:del" || name == "w:moveFrom") around.deleted = true;
  if (walk_reference(node, into)) return walk_children(node, around, state, into);
  walk_children(node, around, state, into);
}

}  // namespace oi
