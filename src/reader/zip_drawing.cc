// Charts keep what they show twice: in a workbook inside, and as cached points. These are read: a
// series is one line, its name and "category: value" pairs.

#include "reader/zip_drawing.h"

#include <algorithm>
#include <charconv>
#include <map>

#include "base/text.h"
#include "reader/compound_object.h"
#include "reader/number_format.h"
#include "reader/symbol.h"

namespace oi {
namespace {

constexpr uint64_t kLargestPicture = 256 << 20;
constexpr uint64_t kLargestObject = 128 << 20;

void collect(const XmlNode& node, std::vector<std::string>& lines);

// By the number that each point has: one without a value is left out in the file.
using Points = std::map<int64_t, std::string>;

int64_t number_of(const XmlNode& point, int64_t otherwise) {
  int64_t number = otherwise;
  const std::string_view text = point["idx"];
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// As it is shown: a cache of numbers has their format, and doubles in full length.
std::string shown_point(const XmlNode& point, const std::string& format, bool numbers) {
  const XmlNode* value = point.child("c:v");
  const std::string text = value == nullptr ? point.all_text() : value->all_text();
  double number = 0;
  const char* end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, number);
  if (!numbers || parsed.ec != std::errc() || parsed.ptr != end) return collapse_spaces(text);
  const std::string_view own = point["formatCode"];
  return shown_number(number, own.empty() ? std::string_view(format) : own, false);
}

void add_points(const XmlNode& node, Points& points) {
  if (node.name == "c:multiLvlStrCache") {
    // The innermost level comes first; an outer one names its own first point and those behind it.
    Points inner;
    bool first = true;
    for (const XmlNode& level : node.children) {
      if (level.name != "c:lvl") continue;
      Points own;
      for (const XmlNode& point : level.children)
        if (point.name == "c:pt")
          own[number_of(point, static_cast<int64_t>(own.size()))] = shown_point(point, "", false);
      if (first) {
        inner = std::move(own);
        first = false;
        continue;
      }
      for (auto& [number, text] : inner) {
        const auto behind = own.upper_bound(number);
        if (behind != own.begin()) text = std::prev(behind)->second + " " + text;
      }
    }
    points.merge(inner);
    return;
  }
  const bool numbers = node.name == "c:numCache" || node.name == "c:numLit";
  const XmlNode* format = node.child("c:formatCode");
  const std::string code = format == nullptr ? "General" : format->all_text();
  for (const XmlNode& child : node.children) {
    if (child.name == "c:pt") {
      points.emplace(number_of(child, static_cast<int64_t>(points.size())),
                     shown_point(child, code, numbers));
    } else if (child.name != "c:f" && child.name != "c:formatCode") {
      add_points(child, points);
    }
  }
}

Points points_of(const XmlNode* node) {
  Points points;
  if (node != nullptr) add_points(*node, points);
  return points;
}

void series(const XmlNode& node, std::vector<std::string>& lines) {
  std::string line;
  const XmlNode* name = node.child("c:tx");
  for (const auto& [number, point] : points_of(name))
    line += (line.empty() ? "" : " ") + point;
  if (line.empty() && name != nullptr && name->child("c:v"))
    line = collapse_spaces(name->child("c:v")->all_text());
  const XmlNode* categories = node.child("c:cat");
  if (categories == nullptr) categories = node.child("c:xVal");
  const XmlNode* values = node.child("c:val");
  if (values == nullptr) values = node.child("c:yVal");
  Points pairs = points_of(categories);
  for (const auto& [number, value] : points_of(values)) {
    std::string& pair = pairs[number];
    if (!value.empty()) pair += (pair.empty() ? "" : ": ") + value;
  }
  bool first = true;
  for (const auto& [number, pair] : pairs) {
    if (pair.empty()) continue;
    line += (line.empty() ? "" : first ? " - " : ", ") + pair;
    first = false;
  }
  if (!line.empty()) lines.push_back(std::move(line));
  for (const XmlNode& child : node.children)
    if (child.name == "c:dLbls") collect(child, lines);
}

void collect(const XmlNode& node, std::vector<std::string>& lines) {
  if (node.name == "c:ser") return series(node, lines);
  if (node.name == "a:p") {
    const std::string line = collapse_spaces(drawing_paragraph(node));
    if (!line.empty()) lines.push_back(line);
    return;
  }
  if (node.name == "cx:pt" || node.name == "cx:v") {
    const std::string line = collapse_spaces(node.all_text());
    if (!line.empty()) lines.push_back(line);
    return;
  }
  for (const XmlNode& child : node.children)
    collect(child, lines);
}

// The font of a run whose letters are signs: told apart from that of other letters.
std::string_view sign_font(const XmlNode& run) {
  const XmlNode* looks = run.child("a:rPr");
  if (looks == nullptr) return {};
  for (const char* name : {"a:sym", "a:latin"})
    if (const XmlNode* font = looks->child(name)) return (*font)["typeface"];
  return {};
}

void paragraph_text(const XmlNode& node, std::string& text) {
  if (node.name == "a:r") {
    std::string own;
    for (const XmlNode& child : node.children)
      paragraph_text(child, own);
    text += with_symbols(own, sign_font(node));
  } else if (node.name == "a:t") {
    text += node.all_text();
  } else if (node.name == "a:br") {
    text += "\n";
  } else if (node.name == "a:tab") {
    text += "\t";
  } else if (node.name != "a:pPr" && node.name != "a:rPr" && node.name != "a:endParaRPr") {
    for (const XmlNode& child : node.children)
      paragraph_text(child, text);
  }
}

}  // namespace

std::string drawing_paragraph(const XmlNode& paragraph) {
  std::string text;
  paragraph_text(paragraph, text);
  return text;
}

Result<Done> send_part_picture(Package& package, std::string_view part, const std::string& name,
                               Frames& out) {
  const Result<std::string> bytes = package.bytes(part, kLargestPicture);
  if (!bytes.ok())
    return out.problem(
        {"picture_unreadable", name, "a picture cannot be read: " + bytes.error().what});
  BitmapStart where;
  where.name = name;
  return send_picture(bytes.value(), std::move(where), out);
}

Result<Done> send_part_file(Package& package, std::string_view part, Frames& out) {
  const Result<std::string> bytes = package.bytes(part, kLargestObject);
  const std::string name(last_word(part));
  if (!bytes.ok())
    return out.problem(
        {"embedded_file_unreadable", name, "a file inside cannot be read: " + bytes.error().what});
  return send_object_file(bytes.value(), name, out);
}

Result<std::vector<std::string>> drawing_lines(Package& package, std::string_view part) {
  const XmlPart tree = TRY(package.tree(part));
  std::vector<std::string> lines;
  collect(tree.root, lines);
  return lines;
}

}  // namespace oi
