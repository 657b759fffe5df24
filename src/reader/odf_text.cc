// Text inside of a paragraph: white space in the file collapses, what is meant has elements of its
// own.

#include "base/text.h"
#include "reader/odf.h"

namespace oi {
namespace {

void put_collapsed(std::string_view text, std::string& into) {
  for (const char c : text) {
    const bool space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!space) {
      into += c;
    } else if (!into.empty() && into.back() != ' ' && into.back() != '\n') {
      into += ' ';
    }
  }
}

bool is_paragraph(std::string_view name) {
  return name == "text:p" || name == "text:h";
}

bool says_nothing(std::string_view name) {
  return name == "office:annotation-end" || name == "svg:title" || name == "svg:desc" ||
         name == "text:tracked-changes" || name == "office:forms" ||
         name == "office:event-listeners";
}

}  // namespace

void walk_odf(const XmlNode& node, const OdfStyles& styles, uint32_t& notes, OdfParagraph& into) {
  for (const XmlNode& child : node.children) {
    const std::string_view name = child.name;
    if (name.empty()) {
      put_collapsed(child.text, into.text);
    } else if (name == "text:s") {
      into.text.append(static_cast<size_t>(odf_number(child["text:c"], 1, 1000, 1)), ' ');
    } else if (name == "text:tab" || name == "text:tab-stop") {
      into.text += '\t';
    } else if (name == "text:line-break") {
      into.text += '\n';
    } else if (name == "text:note" || name == "text:footnote" || name == "text:endnote") {
      into.text += "[" + std::to_string(++notes) + "]";
      into.notes.push_back(&child);
    } else if (name == "office:annotation") {
      into.comments.push_back(&child);
    } else if (name.substr(0, 5) == "draw:") {
      into.frames.push_back(&child);
    } else if (says_nothing(name)) {
      continue;
    } else if (name == "text:span" && styles.resolve(child["text:style-name"]).hidden) {
      into.hidden += code_points(child.all_text());
    } else {
      walk_odf(child, styles, notes, into);
    }
  }
}

std::vector<std::string> odf_lines(const XmlNode& node) {
  std::vector<std::string> lines;
  for (const XmlNode& child : node.children) {
    if (child.name == "office:annotation") continue;
    if (is_paragraph(child.name)) {
      OdfParagraph text;
      uint32_t notes = 0;
      walk_odf(child, {}, notes, text);
      std::string line = collapse_spaces(text.text);
      if (!line.empty()) lines.push_back(std::move(line));
      for (const XmlNode* frame : text.frames)
        for (std::string& inner : odf_lines(*frame))
          lines.push_back(std::move(inner));
    } else {
      for (std::string& line : odf_lines(child))
        lines.push_back(std::move(line));
    }
  }
  return lines;
}

std::string odf_comment(const XmlNode& node) {
  std::string text;
  for (const std::string& line : odf_lines(node))
    text += (text.empty() ? "" : " ") + line;
  const XmlNode* author = node.child("dc:creator");
  if (author == nullptr || text.empty()) return text;
  return collapse_spaces(author->all_text()) + ": " + text;
}

}  // namespace oi
