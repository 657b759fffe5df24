// Signs of source code. Statements end in few ways and begin with few words; text does not.

#include <array>
#include <cctype>

#include "base/text.h"
#include "reader/kind.h"

namespace oi {
namespace {

constexpr size_t kLines = 400;

bool begins_statement(std::string_view line) {
  static constexpr std::array<std::string_view, 34> kBegins = {
      "#include ", "#define ",    "#ifndef ",   "#pragma ",
      "import ",   "package ",    "using ",     "namespace ",
      "public ",   "private ",    "protected ", "static ",
      "class ",    "struct ",     "enum ",      "interface ",
      "def ",      "function ",   "func ",      "fn ",
      "pub ",      "impl ",       "let ",       "const ",
      "var ",      "template<",   "template <", "return ",
      "if (",      "for (",       "while (",    "\\documentclass",
      "\\begin{",  "\\usepackage"};
  for (const std::string_view begin : kBegins)
    if (line.substr(0, begin.size()) == begin) return true;
  return false;
}

// Python and its kin: a word of the language and a colon at the end, or an import.
bool is_indented_statement(std::string_view line) {
  for (const std::string_view begin :
       {"def ", "class ", "if ", "for ", "while ", "with ", "elif ", "else:", "try:", "except"})
    if (line.substr(0, begin.size()) == begin && line.back() == ':') return true;
  return (line.substr(0, 5) == "from " && line.find(" import ") != std::string_view::npos) ||
         (line.substr(0, 7) == "import " && line.find_first_of(" ,.", 7) != 7 &&
          line.back() != '.');
}

bool is_comment(std::string_view line) {
  return line.substr(0, 2) == "//" || line.substr(0, 2) == "/*" || line.substr(0, 2) == "* " ||
         line == "*/" || line == "*" || line[0] == '#' || line.substr(0, 2) == "--" ||
         line[0] == '%';
}

}  // namespace

Evidence code_signs(const TextSample& sample) {
  const std::string_view text = sample.text;
  if (text.substr(0, 2) == "#!" && text.find('/') < text.find('\n')) return Evidence::Certain;
  if (text.substr(0, 5) == "<?php") return Evidence::Certain;
  size_t all = 0, ends = 0, begins = 0, indented = 0, comments = 0, signs = 0;
  for (const std::string_view whole : lines_of(text, kLines)) {
    const std::string_view line = trim(whole);
    if (line.empty()) continue;
    ++all;
    const char last = line.back();
    ends += last == ';' || last == '{' || last == '}' || line == "});" ? 1 : 0;
    begins += begins_statement(line) ? 1 : 0;
    indented += is_indented_statement(line) ? 1 : 0;
    comments += is_comment(line) ? 1 : 0;
    signs += line.find_first_of("=(){};<>$@") != std::string_view::npos ? 1 : 0;
  }
  if (all == 0) return Evidence::None;
  if (begins >= 2 && ends >= 3 && (ends + comments + begins) * 2 >= all) return Evidence::Likely;
  if (indented >= 3 && (signs + indented) * 3 >= all) return Evidence::Likely;
  return signs + comments > 0 ? Evidence::Possible : Evidence::None;
}

}  // namespace oi
