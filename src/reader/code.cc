// Source code: the file's own text, cut where functions and types begin. The extension chooses how
// the language is written; without one that is known, the content does.

#include <algorithm>
#include <string>

#include "base/text.h"
#include "reader/code_borders.h"
#include "reader/kind.h"
#include "reader/structured.h"

namespace oi {
namespace {

enum class Form : uint8_t { Braces, Indent, Margin, Tex };

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Form form_by_content(std::string_view text) {
  if (text.find("\\documentclass") != std::string_view::npos ||
      text.find("\\begin{document}") != std::string_view::npos)
    return Form::Tex;
  const std::string_view first = text.substr(0, text.find('\n'));
  if (first.substr(0, 2) == "#!") {
    if (first.find("python") != std::string_view::npos) return Form::Indent;
    return first.find("node") != std::string_view::npos ? Form::Braces : Form::Margin;
  }
  constexpr size_t kLines = 400;
  size_t braces = 0, colons = 0;
  for (const std::string_view line : lines_of(text, kLines)) {
    const std::string_view shown = trim(line);
    if (shown.empty()) continue;
    braces += shown.back() == '{' || shown.back() == '}' || shown.back() == ';' ? 1 : 0;
    colons += shown.back() == ':' ? 1 : 0;
  }
  if (braces == 0 && colons == 0) return Form::Margin;
  return braces >= colons ? Form::Braces : Form::Indent;
}

Form form_of(std::string_view text, std::string_view extension) {
  if (is_one_of(extension, {"py", "pyi", "nim"})) return Form::Indent;
  if (is_one_of(extension, {"tex", "sty", "cls"})) return Form::Tex;
  if (is_one_of(extension,
                {"rb",  "lua", "sh",  "bash",  "zsh", "fish", "sql", "bib", "ini",  "toml",
                 "r",   "jl",  "hs",  "elm",   "ex",  "exs",  "erl", "clj", "lisp", "el",
                 "scm", "ml",  "fs",  "f",     "f90", "for",  "pas", "vb",  "bas",  "vhd",
                 "asm", "s",   "vim", "cmake", "mk",  "bat",  "ps1", "tcl", "awk"}))
    return Form::Margin;
  if (is_one_of(extension,
                {"c",  "cc", "cpp", "cxx", "h",     "hh", "hpp",   "java", "js",   "ts",
                 "go", "rs", "cs",  "php", "swift", "kt", "scala", "css",  "scss", "dart"}))
    return Form::Braces;
  return form_by_content(text);
}

CodeBorders borders_of(std::string_view text, Form form) {
  switch (form) {
    case Form::Braces:
      return brace_borders(text);
    case Form::Indent:
      return indent_borders(text);
    case Form::Margin:
      return margin_borders(text);
    case Form::Tex:
      return tex_borders(text);
  }
  return {};
}

// What LaTeX's \title{...} holds.
std::string tex_title(std::string_view text) {
  constexpr size_t kLongest = 500;
  const size_t at = text.find("\\title{");
  if (at == std::string_view::npos) return {};
  const std::string_view rest = text.substr(at + 7, kLongest);
  size_t depth = 1, end = 0;
  for (; end < rest.size() && depth > 0; ++end)
    depth += rest[end] == '{' ? 1 : rest[end] == '}' ? -1 : 0;
  if (depth > 0) return {};
  std::string title(rest.substr(0, end - 1));
  std::replace(title.begin(), title.end(), '~', ' ');
  return title.find('\\') == std::string::npos ? title : std::string();
}

}  // namespace

Result<Done> read_code(std::string_view bytes, const Request& request, Frames& out) {
  const PlainText plain = TRY(decode_and_tell(bytes, request, out));
  const std::string_view text = plain.text();
  const Form form = form_of(text, request.extension);
  if (form == Form::Tex) TRY(out.title(tex_title(text)));
  OwnText own(text, out);
  CodeBorder now{0, form == Form::Tex ? BlockKind::Paragraph : BlockKind::Code, 0};
  for (const CodeBorder& border : borders_of(text, form)) {
    if (border.at > 0) TRY(own.block(border.at, now.kind, now.level));
    now = border;
  }
  return own.block(text.size(), now.kind, now.level);
}

}  // namespace oi
