// Kind by content: magic numbers first, then what only text can tell. The name's extension decides
// among kinds whose evidence is equal, such as plain text and Markdown.

#include "reader/kind.h"

#include <algorithm>
#include <array>

namespace oi {
namespace {

struct Sign {
  Kind kind;
  Evidence (*signs)(const TextSample&);
  std::array<std::string_view, 6> extensions;
};
// Where neither evidence nor extension decides, the earlier row does.
constexpr Sign kSigns[] = {
    {Kind::Html, html_signs, {"html", "htm", "xhtml", "shtml", "xht"}},
    {Kind::Xml, xml_signs, {"xml", "svg", "xsd", "xsl", "rss", "nxml"}},
    {Kind::Json, json_signs, {"json", "jsonl", "ndjson", "geojson", "ipynb", "jsonc"}},
    {Kind::Mailbox, mailbox_signs, {"mbox", "mbx"}},
    {Kind::Email, email_signs, {"eml", "mht", "mhtml", "emlx", "mim"}},
    {Kind::Subtitles, subtitle_signs, {"srt", "vtt", "sbv"}},
    {Kind::Log, log_signs, {"log"}},
    {Kind::Csv, separated_signs, {"csv", "tsv", "tab", "psv", "ssv"}},
    {Kind::Yaml, yaml_signs, {"yaml", "yml"}},
    {Kind::Markdown, markdown_signs, {"md", "markdown", "mdown", "mkd", "mdx", "qmd"}},
    {Kind::Code, code_signs, {}},
};

constexpr std::string_view kCodeExtensions[] = {
    "c",   "cc",   "cpp",   "cxx",  "h",   "hh",  "hpp",   "hxx",  "m",      "mm",     "java",
    "kt",  "kts",  "scala", "cs",   "go",  "rs",  "swift", "js",   "mjs",    "cjs",    "jsx",
    "ts",  "tsx",  "php",   "dart", "py",  "pyi", "rb",    "pl",   "pm",     "lua",    "r",
    "sh",  "bash", "zsh",   "fish", "ps1", "bat", "sql",   "css",  "scss",   "sass",   "less",
    "vue", "hs",   "elm",   "ex",   "exs", "erl", "clj",   "lisp", "el",     "scm",    "ml",
    "fs",  "jl",   "nim",   "zig",  "v",   "vhd", "asm",   "s",    "f",      "f90",    "for",
    "pas", "vb",   "bas",   "tcl",  "awk", "vim", "cmake", "mk",   "gradle", "groovy", "proto",
    "tf",  "tex",  "sty",   "cls",  "bib", "ini", "toml"};

bool names(const Sign& sign, std::string_view extension) {
  if (extension.empty()) return false;
  if (sign.kind == Kind::Code)
    return std::find(std::begin(kCodeExtensions), std::end(kCodeExtensions), extension) !=
           std::end(kCodeExtensions);
  return std::find(sign.extensions.begin(), sign.extensions.end(), extension) !=
         sign.extensions.end();
}

// PDF programs allow rubbish before the header; words about PDF are no PDF, so its objects are
// looked for.
bool is_late_pdf(std::string_view bytes) {
  constexpr size_t kWithin = 1024, kObjectsWithin = 64 << 10;
  const size_t header = bytes.substr(0, kWithin).find("%PDF-");
  if (header == std::string_view::npos) return false;
  const std::string_view behind = bytes.substr(header, kObjectsWithin);
  return behind.find(" obj") != std::string_view::npos ||
         bytes.substr(bytes.size() - std::min<size_t>(bytes.size(), kWithin)).find("startxref") !=
             std::string_view::npos;
}

}  // namespace

Kind kind_by_text(const TextSample& sample, std::string_view extension) {
  Kind best = Kind::Text;
  Evidence most = Evidence::Possible;
  bool named = false;
  for (const Sign& sign : kSigns) {
    const Evidence evidence = sign.signs(sample);
    const bool by_name = names(sign, extension);
    if (evidence < most || (evidence == most && !(by_name && !named))) continue;
    if (evidence == Evidence::Possible && !by_name) continue;
    best = sign.kind;
    most = evidence;
    named = by_name;
  }
  return best;
}

Kind kind_of(std::string_view bytes, const Request& request) {
  constexpr size_t kSample = 64 << 10;
  if (bytes.substr(0, 2) == "PK" && (bytes.substr(2, 2) == "\3\4" || bytes.substr(2, 2) == "\5\6"))
    return kind_of_zip(bytes);
  if (const auto kind = kind_of_compound(bytes, request.extension)) return *kind;
  if (const auto kind = kind_by_magic(bytes)) return *kind;
  if (is_late_pdf(bytes)) return Kind::Pdf;
  return kind_by_text({text_sample(bytes, kSample), bytes.size() <= kSample}, request.extension);
}

}  // namespace oi
