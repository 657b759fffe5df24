// Sentences: ICU's borders, less those that a reader would not see.
//
// 1. The text is cut into pieces where a sentence surely ends: at blank lines, and around lines
// that
//    are list entries, headings or table rows (an entry goes on over a line that begins in lower
//    case).
// 2. In a piece a line end is only a space, so ICU sees the piece with its line ends replaced, byte
//    for byte, and says where sentences may end.
// 3. A border is dropped when it follows an abbreviation, an initial, a bare list number, or a full
//    stop without a space behind it, or when what follows begins in lower case.
// 4. After something that may be an abbreviation and may end a sentence ("Inc.", "p.m.", "U.S.")
//    the border stands only before a capitalised function word: "p.m. The", but "p.m. Eastern".
#include <unicode/ubrk.h>
#include <unicode/utext.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include "base/text.h"

namespace oi {
namespace {

// Always followed by what they belong to. Sorted.
constexpr std::array<std::string_view, 41> kBeforeName = {
    "approx", "apr", "aug", "brig", "bros", "capt", "cf",  "cmdr", "col",  "dec",  "dept",
    "dr",     "e.g", "est", "feb",  "gen",  "gov",  "hon", "i.e",  "incl", "jan",  "jul",
    "jun",    "lt",  "maj", "mr",   "mrs",  "ms",   "nov", "oct",  "pres", "prof", "rep",
    "resp",   "rev", "sen", "sep",  "sept", "sgt",  "viz", "vs"};
// Abbreviations only before a number or a label such as "B2". Sorted.
constexpr std::array<std::string_view, 32> kBeforeNumber = {
    "appx", "art",   "arts",   "ca",   "ch",  "chap", "chs", "cl",  "eq",  "eqs", "ex",
    "fig",  "figs",  "figure", "item", "lit", "mar",  "no",  "nos", "nr",  "p",   "par",
    "para", "paras", "pp",     "pt",   "sec", "sect", "tab", "ver", "vol", "vols"};
// May end a sentence or not. Sorted. Dotted letters such as "U.S." are of this kind too.
constexpr std::array<std::string_view, 27> kEither = {
    "al",  "assn", "ave", "bldg", "blvd", "cert", "co",   "corp", "ed",
    "eds", "esq",  "etc", "ext",  "gmbh", "inc",  "intl", "jr",   "llc",
    "ltd", "mt",   "plc", "rd",   "sr",   "st",   "tel",  "univ", "wt"};
static_assert(std::is_sorted(kBeforeName.begin(), kBeforeName.end()));
static_assert(std::is_sorted(kBeforeNumber.begin(), kBeforeNumber.end()));
static_assert(std::is_sorted(kEither.begin(), kEither.end()));

constexpr std::array<std::string_view, 10> kBullets = {"-", "*", "+", "•", "‣",
                                                       "▪", "●", "◦", "·", "–"};
constexpr std::string_view kOpeners = "([{\"'*_`";
constexpr size_t kLongestMarker = 3;  // digits or letters of "12." or "iii)"

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}
bool ascii_digit(char c) {
  return c >= '0' && c <= '9';
}
bool ascii_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool ascii_letter(char c) {
  return ascii_upper(c) || (c >= 'a' && c <= 'z');
}

template <size_t n>
bool among(const std::array<std::string_view, n>& sorted, std::string_view word) {
  return std::binary_search(sorted.begin(), sorted.end(), word);
}

std::string_view skip_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front()))
    text.remove_prefix(1);
  return text;
}

bool all_of(std::string_view text, std::string_view allowed) {
  return text.find_first_not_of(allowed) == std::string_view::npos;
}

// "12.", "iv.", "a)", "(4)" and the like, followed by a blank.
bool begins_with_marker(std::string_view line) {
  const bool open = line.starts_with('(');
  if (open) line.remove_prefix(1);
  size_t at = 0;
  while (at < line.size() && (ascii_digit(line[at]) || ascii_letter(line[at])))
    ++at;
  if (at == 0 || at > kLongestMarker || at + 1 >= line.size() || !is_blank(line[at + 1])) {
    return false;
  }
  const std::string_view name = line.substr(0, at);
  const bool small_letter = at == 1 && name[0] >= 'a' && name[0] <= 'z';
  const bool counts = all_of(name, "0123456789") || all_of(name, "ivx") || small_letter;
  return line[at] == ')' || (!open && line[at] == '.' && counts);
}

// A list entry, a heading or a table row: lines that stand for themselves.
bool stands_alone(std::string_view line) {
  line = skip_blanks(line);
  if (line.starts_with('|')) return true;
  if (line.starts_with('#')) {
    const size_t end = line.find_first_not_of('#');
    return end != std::string_view::npos && is_blank(line[end]);
  }
  for (const std::string_view bullet : kBullets) {
    if (line.starts_with(bullet) && line.size() > bullet.size() && is_blank(line[bullet.size()])) {
      return true;
    }
  }
  return begins_with_marker(line);
}

// Where the first letter or digit of the text stands, behind quotes and brackets; its size if none.
size_t first_letter(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const size_t here = at;
    const char32_t c = next_code_point(text, at);
    if (is_letter(c) || is_digit(c)) return here;
  }
  return text.size();
}

bool begins_in_lower_case(std::string_view text) {
  size_t at = first_letter(text);
  return at < text.size() && is_lower(next_code_point(text, at));
}

// The pieces of step 1, line by line.
std::vector<TextSpan> pieces(std::string_view text) {
  std::vector<TextSpan> found;
  TextSpan piece{0, 0};
  bool alone = false;
  const auto close = [&](size_t next) {
    if (piece.size() > 0) found.push_back(piece);
    piece = {next, next};
  };
  for (size_t begin = 0; begin < text.size();) {
    const size_t line_end = std::min(text.find('\n', begin), text.size());
    const size_t next = std::min(line_end + 1, text.size());
    const std::string_view line = trim(text.substr(begin, line_end - begin));
    const bool starts = stands_alone(text.substr(begin, line_end - begin));
    if (line.empty() || starts || (alone && !begins_in_lower_case(line))) {
      close(line.empty() ? next : begin);
      alone = starts;
    }
    if (!line.empty()) piece.end = next;
    begin = next;
  }
  close(text.size());
  return found;
}

// The run without white space that ends the text.
std::string_view last_token(std::string_view text) {
  size_t begin = text.size();
  while (begin > 0 && !is_blank(text[begin - 1]))
    --begin;
  return text.substr(begin);
}

std::string_view first_token(std::string_view text) {
  return text.substr(0, std::min(text.find_first_of(" \t"), text.size()));
}

std::string_view without_openers(std::string_view token) {
  while (!token.empty() && kOpeners.find(token.front()) != std::string_view::npos) {
    token.remove_prefix(1);
  }
  return token;
}

// "3", "12a", "B2", "B": what may follow "Fig." But "A" and "I" are words.
bool is_label(std::string_view token) {
  token = without_openers(token);
  if (token.empty() || !ascii_upper(token[0])) return !token.empty() && ascii_digit(token[0]);
  if (token.size() > 1 && ascii_digit(token[1])) return true;
  const bool single = token.size() == 1 || !ascii_letter(token[1]);
  return single && token[0] != 'A' && token[0] != 'I';
}

// "The", "It": words that begin sentences rather than names. "A." is an initial.
bool begins_sentence(std::string_view token) {
  token = without_openers(token);
  while (!token.empty() && !ascii_letter(token.back())) {
    if (token.back() == '.') return false;
    token.remove_suffix(1);
  }
  return !token.empty() && ascii_upper(token[0]) && is_stop_word(fold(token));
}

// "U.S", "p.m", "Ph.D": one or two letters between full stops; the last stop is already gone.
bool is_dotted(std::string_view word) {
  size_t run = 0;
  size_t stops = 0;
  for (const char c : word) {
    if (c == '.' ? run == 0 : !ascii_letter(c)) return false;
    stops += c == '.' ? 1 : 0;
    run = c == '.' ? 0 : run + 1;
    if (run > 2) return false;
  }
  return stops > 0 && run > 0;
}

bool ends_in_number(std::string_view text) {
  const std::string_view token = last_token(trim(text));
  return !token.empty() && ascii_digit(token.back());
}

bool begins_with_letter(std::string_view token) {
  token = without_openers(token);
  size_t at = 0;
  return !token.empty() && is_letter(next_code_point(token, at));
}

// `before` ends in a full stop, `after` is what comes behind the space. Is the stop part of a word?
bool is_abbreviation(std::string_view before, std::string_view after) {
  const std::string_view token = without_openers(last_token(before));
  const std::string_view word = token.substr(0, token.size() - 1);
  const std::string_view next = first_token(after);
  const bool alone = token.size() == before.size();
  if (alone && (all_of(token, "0123456789.") || begins_with_marker(std::string(token) + " "))) {
    return true;
  }
  const std::string folded = fold(word);
  if (among(kBeforeName, folded)) return true;
  if (among(kBeforeNumber, folded)) return is_label(next);
  const bool initial = word.size() == 1 && ascii_upper(word[0]) &&
                       !ends_in_number(before.substr(0, before.size() - token.size()));
  const bool either = initial || among(kEither, folded) || is_dotted(word);
  return either && begins_with_letter(next) && !begins_sentence(next);
}

// Steps 3 and 4 for one border: `sentence` is everything since the last border that stood.
bool stands(std::string_view sentence, std::string_view after) {
  const std::string_view before = trim(sentence);
  if (begins_in_lower_case(after)) return false;
  if (!before.ends_with('.')) return true;
  return before.size() < sentence.size() && !is_abbreviation(before, after);
}

// Line ends and no-break spaces become plain spaces, and every byte keeps its place.
std::string on_one_line(std::string_view piece) {
  std::string line(piece);
  for (size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '\n' || line[at] == '\r') line[at] = ' ';
    if (line.compare(at, 2, "\xC2\xA0") == 0) line.replace(at, 2, 2, ' ');
  }
  return line;
}

// Adds the sentences of one piece; `offset` is where it begins.
void cut_piece(std::string_view piece, size_t offset, UBreakIterator* breaks,
               std::vector<TextSpan>& found) {
  const std::string line = on_one_line(piece);
  const std::string_view text = line;
  const auto add = [&](size_t begin, size_t end) {
    const std::string_view sentence = trim(text.substr(begin, end - begin));
    if (sentence.empty()) return;
    const size_t at = offset + static_cast<size_t>(sentence.data() - text.data());
    found.push_back({at, at + sentence.size()});
  };
  UErrorCode status = breaks ? U_ZERO_ERROR : U_MISSING_RESOURCE_ERROR;
  UText view = UTEXT_INITIALIZER;
  utext_openUTF8(&view, text.data(), static_cast<int64_t>(text.size()), &status);
  if (U_SUCCESS(status)) ubrk_setUText(breaks, &view, &status);
  size_t begin = 0;
  for (int32_t at = U_SUCCESS(status) ? ubrk_next(breaks) : UBRK_DONE; at != UBRK_DONE;
       at = ubrk_next(breaks)) {
    const auto end = static_cast<size_t>(at);
    if (end == text.size() || !stands(text.substr(begin, end - begin), text.substr(end))) continue;
    add(begin, end);
    begin = end;
  }
  add(begin, text.size());
  utext_close(&view);
}

struct CloseBreaks {
  void operator()(UBreakIterator* breaks) const { ubrk_close(breaks); }
};
using Breaks = std::unique_ptr<UBreakIterator, CloseBreaks>;

// Null when the rules are not there. They are read once, and every call has a copy.
Breaks sentence_breaks() {
  UErrorCode status = U_ZERO_ERROR;
  static const Breaks original(ubrk_open(UBRK_SENTENCE, "", nullptr, 0, &status));
  status = U_ZERO_ERROR;
  return Breaks(original == nullptr ? nullptr : ubrk_clone(original.get(), &status));
}

}  // namespace

std::vector<TextSpan> sentences(std::string_view text, size_t offset) {
  std::vector<TextSpan> found;
  const Breaks breaks = sentence_breaks();
  for (const TextSpan& piece : pieces(text)) {
    cut_piece(text.substr(piece.begin, piece.size()), offset + piece.begin, breaks.get(), found);
  }
  return found;
}

}  // namespace oi
