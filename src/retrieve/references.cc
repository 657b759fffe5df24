// 1. A reference is a word of the list, a space and a number, not at the beginning of a line.
// 2. A section resolves to the heading whose text begins with the same number, alone or behind a
//    word of the list; a table or figure to the caption, or the table's name, that begins with the
//    word and the number. Numbers are compared whole: 4.2 is not 4.20 and not 14.2.
#include "retrieve/references.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace oi {
namespace {

struct PointingWord {
  std::string_view folded;
  Pointed what;
};
constexpr std::array<PointingWord, 43> kWords = {{
    {"section", Pointed::Section},    {"sections", Pointed::Section},
    {"sec", Pointed::Section},        {"chapter", Pointed::Section},
    {"chap", Pointed::Section},       {"clause", Pointed::Section},
    {"subsection", Pointed::Section}, {"article", Pointed::Section},
    {"art", Pointed::Section},        {"paragraph", Pointed::Section},
    {"para", Pointed::Section},       {"appendix", Pointed::Section},
    {"annex", Pointed::Section},      {"schedule", Pointed::Section},
    {"exhibit", Pointed::Section},    {"§", Pointed::Section},
    {"abschnitt", Pointed::Section},  {"kapitel", Pointed::Section},
    {"ziffer", Pointed::Section},     {"artikel", Pointed::Section},
    {"anhang", Pointed::Section},     {"anlage", Pointed::Section},
    {"chapitre", Pointed::Section},   {"annexe", Pointed::Section},
    {"seccion", Pointed::Section},    {"capitulo", Pointed::Section},
    {"anexo", Pointed::Section},      {"articulo", Pointed::Section},
    {"sezione", Pointed::Section},    {"capitolo", Pointed::Section},
    {"articolo", Pointed::Section},   {"allegato", Pointed::Section},
    {"table", Pointed::Table},        {"tab", Pointed::Table},
    {"tabelle", Pointed::Table},      {"tableau", Pointed::Table},
    {"tabla", Pointed::Table},        {"tabella", Pointed::Table},
    {"figure", Pointed::Figure},      {"fig", Pointed::Figure},
    {"abbildung", Pointed::Figure},   {"abb", Pointed::Figure},
    {"figura", Pointed::Figure},
}};
constexpr std::string_view kParagraphSign = "\xc2\xa7";
constexpr size_t kLongestNumber = 12;

std::optional<Pointed> pointed_by(std::string_view word) {
  const std::string folded = fold(word);
  for (const PointingWord& each : kWords) {
    if (each.folded == folded) return each.what;
  }
  return std::nullopt;
}

bool ascii_digit(char c) {
  return c >= '0' && c <= '9';
}
bool ascii_capital(char c) {
  return c >= 'A' && c <= 'Z';
}

// The number at the beginning of the text: "4.2", "B.1", "12a", "IV"; empty when there is none.
std::string_view number_at(std::string_view text) {
  size_t end = 0;
  while (end < text.size() &&
         (ascii_digit(text[end]) || ascii_capital(text[end]) || text[end] == '.')) {
    ++end;
  }
  // "12a", but not "12and".
  if (end > 0 && ascii_digit(text[end - 1]) && end < text.size() && text[end] >= 'a' &&
      text[end] <= 'z') {
    ++end;
  }
  size_t behind = end;
  if (behind < text.size()) {
    const char32_t next = next_code_point(text, behind);
    if (is_letter(next) || is_digit(next)) return {};  // a word that begins with a capital
  }
  while (end > 0 && text[end - 1] == '.')
    --end;
  std::string_view number = text.substr(0, end);
  if (number.empty() || number.size() > kLongestNumber || number.front() == '.') return {};
  const auto letters =
      static_cast<size_t>(std::count_if(number.begin(), number.end(), ascii_capital));
  const bool digits = std::any_of(number.begin(), number.end(), ascii_digit);
  const bool roman = number.find_first_not_of("IVXLC") == std::string_view::npos;
  return letters <= 1 || (roman && !digits) ? number : std::string_view();
}

size_t behind_spaces(std::string_view text, size_t at) {
  while (at < text.size()) {
    size_t next = at;
    const char32_t c = next_code_point(text, next);
    if (!is_space(c) || c == U'\n') break;
    at = next;
  }
  return at;
}

bool begins_line(std::string_view text, size_t at) {
  while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t'))
    --at;
  return at == 0 || text[at - 1] == '\n';
}

// The words of the text, "§" among them, with where they end.
std::vector<TextSpan> words_and_signs(std::string_view text) {
  std::vector<TextSpan> out = words(text);
  for (size_t at = text.find(kParagraphSign); at != std::string_view::npos;
       at = text.find(kParagraphSign, at + kParagraphSign.size())) {
    out.push_back({at, at + kParagraphSign.size()});
  }
  std::sort(out.begin(), out.end(),
            [](const TextSpan& a, const TextSpan& b) { return a.begin < b.begin; });
  return out;
}

// The number behind a pointing word: "section 4.2", "Fig. 3", "§4".
std::string_view number_behind(std::string_view text, size_t word_end) {
  size_t at = word_end;
  if (at < text.size() && text[at] == '.') ++at;
  return number_at(text.substr(behind_spaces(text, at)));
}

// Does the line begin with the number, alone ("4.2 Oil") or behind a word of that kind
// ("Table 3:")?
bool titled(std::string_view line, const Reference& reference) {
  line = trim(line.substr(std::min(line.find_first_not_of("#* \t"), line.size())));  // Markdown's
  if (reference.what == Pointed::Section && number_at(line) == reference.number) return true;
  for (const TextSpan& word : words_and_signs(line)) {
    if (word.begin != 0) return false;
    return pointed_by(line.substr(0, word.end)) == reference.what &&
           number_behind(line, word.end) == reference.number;
  }
  return false;
}

std::string_view text_of(const Document& document, Span span) {
  return std::string_view(document.text).substr(span.begin, span.size());
}

// The table that the caption at blocks[i] is of: the block before or behind it.
Span with_its_table(const Document& document, size_t i) {
  const std::vector<Block>& blocks = document.blocks;
  Span span = blocks[i].span;
  if (i + 1 < blocks.size() && blocks[i + 1].kind == BlockKind::Table) {
    span.end = blocks[i + 1].span.end;
  } else if (i > 0 && blocks[i - 1].kind == BlockKind::Table) {
    span.begin = blocks[i - 1].span.begin;
  }
  return span;
}

}  // namespace

std::vector<Reference> references_in(std::string_view text) {
  std::vector<Reference> out;
  for (const TextSpan& word : words_and_signs(text)) {
    const std::optional<Pointed> what = pointed_by(text.substr(word.begin, word.size()));
    if (!what || begins_line(text, word.begin)) continue;
    const std::string_view number = number_behind(text, word.end);
    if (number.empty()) continue;
    const auto end = static_cast<size_t>(number.data() - text.data()) + number.size();
    Reference found{*what, std::string(number),
                    collapse_spaces(text.substr(word.begin, end - word.begin))};
    const bool known = std::any_of(out.begin(), out.end(), [&](const Reference& other) {
      return other.what == found.what && other.number == found.number;
    });
    if (!known) out.push_back(std::move(found));
  }
  return out;
}

std::optional<Span> resolve(const Document& document, const Reference& reference) {
  const BlockKind title =
      reference.what == Pointed::Section ? BlockKind::Heading : BlockKind::Caption;
  std::vector<Span> found;
  for (size_t i = 0; i < document.blocks.size(); ++i) {
    const Block& block = document.blocks[i];
    if (block.kind != title || !titled(text_of(document, block.span), reference)) continue;
    found.push_back(reference.what == Pointed::Table ? with_its_table(document, i) : block.span);
  }
  if (found.empty() && reference.what == Pointed::Table) {
    for (const Table& table : document.tables) {
      if (titled(table.name, reference)) found.push_back(table.span);
    }
  }
  if (found.size() != 1) return std::nullopt;
  return found.front();
}

}  // namespace oi
