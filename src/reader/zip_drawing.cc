// Charts keep what they show twice: in a workbook inside, and as cached points. These are read: a
// series is one line, its name and "category: value" pairs.

#include "reader/zip_drawing.h"

#include <algorithm>

#include "base/text.h"
#include "reader/compound.h"

namespace oi {
namespace {

constexpr uint64_t kLargestPicture = 256 << 20;
constexpr uint64_t kLargestObject = 128 << 20;

void collect(const XmlNode& node, std::vector<std::string>& lines);

std::vector<std::string> points_of(const XmlNode* node) {
  std::vector<std::string> points;
  if (node == nullptr) return points;
  if (node->name == "c:pt") {
    points.push_back(collapse_spaces(node->all_text()));
    return points;
  }
  for (const XmlNode& child : node->children) {
    if (child.name == "c:f" || child.name == "c:formatCode") continue;
    for (std::string& point : points_of(&child))
      points.push_back(std::move(point));
  }
  return points;
}

void series(const XmlNode& node, std::vector<std::string>& lines) {
  std::string line;
  const XmlNode* name = node.child("c:tx");
  for (const std::string& point : points_of(name))
    line += (line.empty() ? "" : " ") + point;
  if (line.empty() && name != nullptr && name->child("c:v"))
    line = collapse_spaces(name->child("c:v")->all_text());
  const XmlNode* categories = node.child("c:cat");
  if (categories == nullptr) categories = node.child("c:xVal");
  const XmlNode* values = node.child("c:val");
  if (values == nullptr) values = node.child("c:yVal");
  const std::vector<std::string> keys = points_of(categories);
  const std::vector<std::string> shown = points_of(values);
  for (size_t i = 0; i < std::max(keys.size(), shown.size()); ++i) {
    std::string pair = i < keys.size() ? keys[i] : "";
    if (i < shown.size()) pair += (pair.empty() ? "" : ": ") + shown[i];
    if (!pair.empty()) line += (line.empty() ? "" : i == 0 ? " - " : ", ") + pair;
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

void paragraph_text(const XmlNode& node, std::string& text) {
  if (node.name == "a:t") {
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
  std::string_view content = bytes.value();
  std::optional<CompoundStream> packed;
  if (CompoundFile::is_one(content)) {
    const Result<CompoundFile> file = CompoundFile::open(content);
    if (file.ok()) packed = file.value().stream("Package");
    if (packed) content = packed->bytes();
  }
  TRY(out.child_start(name));
  TRY(out.child_bytes(content));
  return out.child_end(true);
}

Result<std::vector<std::string>> drawing_lines(Package& package, std::string_view part) {
  const XmlPart tree = TRY(package.tree(part));
  std::vector<std::string> lines;
  collect(tree.root, lines);
  return lines;
}

}  // namespace oi
