// Signs of markup and of structured text: HTML, XML, JSON, YAML.

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.h"
#include "reader/json_scan.h"
#include "reader/kind.h"

namespace oi {
namespace {

std::string lower(std::string_view text) {
  std::string low(text);
  std::transform(low.begin(), low.end(), low.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return low;
}

// Behind white space, comments and processing instructions.
size_t behind_prolog(std::string_view text, size_t at = 0) {
  for (;;) {
    at = text.find_first_not_of(" \t\r\n\f", at);
    if (at == std::string_view::npos) return text.size();
    const bool comment = text.substr(at, 4) == "<!--";
    const bool told = text.substr(at, 2) == "<?" && text.substr(at, 5) != "<?php";
    if (!comment && !told) return at;
    const size_t end = text.find(comment ? "-->" : "?>", at);
    if (end == std::string_view::npos) return text.size();
    at = end + (comment ? 3 : 2);
  }
}

// "<name" as "name"; empty where no element begins.
std::string_view element_at(std::string_view text, size_t at) {
  if (text.substr(at, 1) != "<") return {};
  size_t end = at + 1;
  while (end < text.size() &&
         (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '-' ||
          text[end] == ':' || text[end] == '_' || text[end] == '.' || (text[end] & 0x80) != 0))
    ++end;
  return text.substr(at + 1, end - at - 1);
}

bool is_html_element(std::string_view name) {
  static constexpr std::array<std::string_view, 40> kNames = {
      "html", "head", "body", "title",  "meta",  "link", "script",  "style",   "div",    "p",
      "span", "a",    "b",    "i",      "table", "tr",   "td",      "th",      "tbody",  "ul",
      "ol",   "li",   "h1",   "h2",     "h3",    "h4",   "h5",      "h6",      "br",     "hr",
      "img",  "form", "font", "center", "pre",   "dl",   "article", "section", "strong", "em"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

// A line of YAML: a key, an entry of a list, a comment, or what is indented below one.
enum class YamlLine : uint8_t { Other, Key, Entry, Deeper, Passing };
YamlLine yaml_line(std::string_view line) {
  const std::string_view inner = trim(line);
  if (inner.empty() || inner[0] == '#' || inner == "---" || inner == "..." || inner[0] == '%')
    return YamlLine::Passing;
  if (line[0] == ' ') return YamlLine::Deeper;
  if (inner.substr(0, 2) == "- " || inner == "-") return YamlLine::Entry;
  const size_t colon = inner.find(':');
  if (colon == std::string_view::npos || colon == 0) return YamlLine::Other;
  const std::string_view key = inner.substr(0, colon);
  const bool word = key[0] == '"' || key[0] == '\'' || key.find(' ') == std::string_view::npos;
  const bool value = colon + 1 == inner.size() || inner[colon + 1] == ' ';
  return word && value ? YamlLine::Key : YamlLine::Other;
}

}  // namespace

Evidence html_signs(const TextSample& sample) {
  const std::string text = lower(sample.text);
  const size_t start = behind_prolog(text);
  if (text.compare(start, 9, "<!doctype") == 0) {
    const std::string_view rest = trim(std::string_view(text).substr(start + 9, 64));
    if (rest.substr(0, 4) == "html") return Evidence::Certain;
    const size_t end = text.find('>', start);  // an entity set of its own, then the root
    if (end == std::string::npos) return Evidence::None;
    return element_at(text, behind_prolog(text, end + 1)) == "html" ? Evidence::Certain
                                                                    : Evidence::None;
  }
  const std::string_view name = element_at(text, start);
  if (name == "html") return Evidence::Certain;
  if (text.compare(0, 5, "<?xml") == 0) return Evidence::None;
  size_t known = 0, all = 0;
  for (size_t at = text.find('<'); at != std::string::npos && all < 200;
       at = text.find('<', at + 1)) {
    const std::string_view element = element_at(text, at);
    if (element.empty()) continue;
    ++all;
    known += is_html_element(element) ? 1 : 0;
  }
  if (known == 0) return Evidence::None;
  const bool begins = is_html_element(name);
  return begins && (known >= 3 || name == "head" || name == "body") && known * 2 >= all
             ? Evidence::Likely
             : Evidence::Possible;
}

Evidence xml_signs(const TextSample& sample) {
  if (html_signs(sample) >= Evidence::Likely) return Evidence::Possible;  // XHTML is read as HTML
  const std::string_view text = sample.text;
  const size_t start = behind_prolog(text);
  const bool declared = text.substr(0, 5) == "<?xml";
  if (declared) return Evidence::Certain;
  if (text.substr(start, 9) == "<!DOCTYPE") return Evidence::Likely;
  const std::string_view name = element_at(text, start);
  if (name.empty()) return Evidence::None;
  const std::string_view end = trim(text);
  const std::string closing = "</" + std::string(name) + ">";
  const bool closes =
      end.size() > closing.size() && end.substr(end.size() - closing.size()) == closing;
  const bool alone = end.substr(end.size() - std::min<size_t>(2, end.size())) == "/>" &&
                     end.find('<', 1) == std::string_view::npos;
  const bool spaces = text.find("xmlns") != std::string_view::npos;
  if (sample.whole && (closes || alone)) return Evidence::Likely;
  return !sample.whole && spaces ? Evidence::Likely : Evidence::Possible;
}

Evidence json_signs(const TextSample& sample) {
  const std::string_view text = sample.text;
  const size_t start = text.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos) return Evidence::None;
  if (text[start] != '{' && text[start] != '[') return Evidence::None;
  size_t values = 0;
  for (size_t at = start; at < text.size();) {
    const JsonEnd end = json_value_end(text, at);
    if (end.state == JsonEnd::CutOff && !sample.whole) return Evidence::Certain;
    if (end.state != JsonEnd::Whole) break;
    ++values;
    at = text.find_first_not_of(" \t\r\n", end.at);
    if (at == std::string_view::npos) return Evidence::Certain;
    // Values one after another stand on lines of their own.
    if (text.substr(end.at, at - end.at).find_first_of("\r\n") == std::string_view::npos) break;
  }
  return values >= 2 ? Evidence::Likely : Evidence::Possible;
}

Evidence yaml_signs(const TextSample& sample) {
  constexpr size_t kLines = 400;
  size_t keys = 0, entries = 0, deeper = 0, other = 0;
  const auto lines = lines_of(sample.text, kLines);
  for (const std::string_view line : lines) {
    const YamlLine kind = line.empty() ? YamlLine::Passing : yaml_line(line);
    keys += kind == YamlLine::Key ? 1 : 0;
    entries += kind == YamlLine::Entry ? 1 : 0;
    deeper += kind == YamlLine::Deeper ? 1 : 0;
    other += kind == YamlLine::Other ? 1 : 0;
  }
  const std::string_view text = sample.text;
  const bool marked = text.substr(0, 4) == "---\n" || text.substr(0, 5) == "---\r\n" ||
                      text.substr(0, 5) == "%YAML";
  if (keys + entries == 0) return Evidence::None;
  if (other > 0) return other * 10 < keys + entries + deeper ? Evidence::Possible : Evidence::None;
  if (marked && keys >= 1) return Evidence::Likely;
  return keys >= 2 && deeper >= 2 && deeper + entries >= keys / 2 ? Evidence::Likely
                                                                  : Evidence::Possible;
}

}  // namespace oi
