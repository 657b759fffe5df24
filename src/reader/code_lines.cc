// Languages whose structure is in their lines: indentation, margins, LaTeX's commands.

#include <algorithm>
#include <string>

#include "base/text.h"
#include "reader/code_borders.h"

namespace oi {
namespace {

struct Line {
  size_t begin = 0;
  size_t next = 0;
  size_t indent = 0;
  std::string_view text;  // without white space at its ends
};

Line line_at(std::string_view text, size_t at) {
  Line line;
  line.begin = at;
  const size_t end = std::min(text.find('\n', at), text.size());
  line.next = std::min(end + 1, text.size());
  const std::string_view whole = text.substr(at, end - at);
  line.text = trim(whole);
  line.indent = line.text.empty() ? 0 : static_cast<size_t>(line.text.data() - whole.data());
  return line;
}

void add(CodeBorders& borders, CodeBorder border) {
  if (border.at == 0 && border.kind == BlockKind::Code) return;
  if (!borders.empty() && borders.back().at >= border.at) return;
  borders.push_back(border);
}

// The triple quote that is open behind the line, given the one that was open before it; 0 for none.
char open_triple(std::string_view line, char open) {
  for (size_t i = 0; i + 2 < line.size() + 0; ++i) {
    const char c = line[i];
    const bool triple = (c == '"' || c == '\'') && line[i + 1] == c && line[i + 2] == c;
    if (open == 0 && c == '#') return 0;
    if (!triple || (open != 0 && c != open)) continue;
    open = open == 0 ? c : '\0';
    i += 2;
  }
  return open;
}

bool begins_definition(std::string_view line) {
  for (const std::string_view word : {"def ", "class ", "async def ", "@", "proc ", "func "})
    if (line.substr(0, word.size()) == word) return true;
  return false;
}

}  // namespace

CodeBorders indent_borders(std::string_view text) {
  CodeBorders borders;
  constexpr size_t kNowhere = SIZE_MAX;
  size_t inside = kNowhere;   // the indentation of the definition that we are in
  bool is_class = false;      // and that it holds members
  size_t leading = SIZE_MAX;  // where comments and decorators right above begin
  char triple = 0;
  for (size_t at = 0; at < text.size();) {
    const Line line = line_at(text, at);
    at = line.next;
    const char before = triple;
    triple = open_triple(line.text, triple);
    if (before != 0) continue;
    if (line.text.empty()) {
      leading = SIZE_MAX;
      continue;
    }
    if (line.text[0] == '#' || line.text[0] == '@') {
      if (leading == SIZE_MAX) leading = line.begin;
      continue;
    }
    const size_t begin = leading == SIZE_MAX ? line.begin : leading;
    leading = SIZE_MAX;
    const bool left = inside != kNowhere && line.indent <= inside;
    const bool nested = inside != kNowhere && !left && !is_class;
    if (begins_definition(line.text) && !nested) {
      add(borders, {begin});
      inside = line.indent;
      is_class = line.text.substr(0, 6) == "class ";
    } else if (left) {
      add(borders, {begin});
      inside = kNowhere;
    }
  }
  return borders;
}

CodeBorders margin_borders(std::string_view text) {
  CodeBorders borders;
  bool blank = false;
  for (size_t at = 0; at < text.size();) {
    const Line line = line_at(text, at);
    at = line.next;
    if (line.text.empty()) {
      blank = true;
      continue;
    }
    const bool entry = line.text[0] == '@' || line.text[0] == '[';  // BibTeX, settings
    const bool closes = line.text[0] == '}' || line.text[0] == ')' || line.text == "end";
    if (line.indent == 0 && (blank || entry) && !closes) add(borders, {line.begin});
    blank = false;
  }
  return borders;
}

CodeBorders tex_borders(std::string_view text) {
  struct Command {
    std::string_view name;
    uint8_t level;
  };
  static constexpr Command kCommands[] = {
      {"\\part", 1},          {"\\chapter", 1},   {"\\section", 2},     {"\\subsection", 3},
      {"\\subsubsection", 4}, {"\\paragraph", 5}, {"\\subparagraph", 6}};
  CodeBorders borders;
  bool fresh = true;
  for (size_t at = 0; at < text.size();) {
    const Line line = line_at(text, at);
    at = line.next;
    if (line.text.empty()) {
      fresh = true;
      continue;
    }
    const auto* command = std::find_if(std::begin(kCommands), std::end(kCommands), [&](Command c) {
      const std::string_view rest = line.text.substr(std::min(c.name.size(), line.text.size()));
      return line.text.substr(0, c.name.size()) == c.name && !rest.empty() &&
             (rest[0] == '{' || rest[0] == '*' || rest[0] == '[');
    });
    if (command != std::end(kCommands)) {
      add(borders, {line.begin, BlockKind::Heading, command->level});
      fresh = true;
      continue;
    }
    if (fresh) add(borders, {line.begin, BlockKind::Paragraph});
    fresh = false;
  }
  return borders;
}

}  // namespace oi
