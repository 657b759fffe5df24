// 1. What stands in quotation marks is a phrase.
// 2. Of the rest, what white space parts is a code when digits meet letters or signs in it, or when
//    it is written like a file's name or an identifier. Two tokens like "H 220" are one code.
// 3. What is left are words, by the dictionaries that cut words in scripts without spaces.
#include "embedded/asked.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/language.h"
#include "base/script.h"
#include "base/text.h"
#include "embedded/words.h"

namespace oi {
namespace {

constexpr size_t kMostParts = 4;      // a code of more has no other spellings
constexpr size_t kLongestPrefix = 4;  // letters of "H 220", "ISO 9001"
constexpr size_t kLongestEnding = 5;  // letters of a file name's ending
constexpr size_t kShortestBeginning = 2;

bool digit(char c) {
  return c >= '0' && c <= '9';
}
bool letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}
bool upper(char c) {
  return c >= 'A' && c <= 'Z';
}

bool word_at(std::string_view text, size_t at) {
  const char32_t c = next_code_point(text, at);
  return is_letter(c) || is_digit(c);
}

// Without signs at both ends.
std::string_view bare(std::string_view token) {
  size_t begin = 0;
  while (begin < token.size() && !word_at(token, begin))
    next_code_point(token, begin);
  size_t end = token.size();
  while (end > begin) {
    const size_t last = floor_code_point(token, end - 1);
    if (word_at(token, last)) break;
    end = last;
  }
  return token.substr(begin, end - begin);
}

// "3.5", "1,000", "10%": a number that words and phrases handle; "1.0.21" is a version.
bool plain_number(std::string_view token) {
  const auto signs = std::count_if(token.begin(), token.end(), [](char c) { return !digit(c); });
  return signs == 0 || (signs == 1 && token.find_first_of(".,") != std::string_view::npos);
}

bool file_name(std::string_view token) {
  const size_t dot = token.rfind('.');
  if (dot == std::string_view::npos || dot < 2) return false;
  const std::string_view ending = token.substr(dot + 1), stem = token.substr(0, dot);
  const auto plain = [](char c) { return digit(c) || (c >= 'a' && c <= 'z'); };
  return ending.size() >= 1 && ending.size() <= kLongestEnding &&
         std::all_of(ending.begin(), ending.end(), plain) &&
         std::all_of(stem.begin(), stem.end(), [](char c) {
           return letter(c) || digit(c) || c == '-' || c == '_' || c == '.';
         });
}

bool is_code(std::string_view token) {
  const bool digits = std::any_of(token.begin(), token.end(), digit);
  const bool letters = std::any_of(token.begin(), token.end(), letter);
  if (token.find_first_of("_@\\") != std::string_view::npos) return true;
  if (digits && !plain_number(token)) return token.find_first_of("'") == std::string_view::npos;
  return letters && !digits && file_name(token);
}

struct Piece {
  std::string_view text;
  AskedTerm::What what = AskedTerm::What::Word;
};

// The question's whitespace tokens as words and codes.
void cut_tokens(std::string_view text, bool shouted, std::vector<Piece>& pieces) {
  struct Seen {
    size_t begin, end;
  };
  std::vector<Seen> tokens;
  for (size_t at = 0; at < text.size();) {
    size_t begin = at;
    if (is_space(next_code_point(text, at))) continue;
    size_t end = at;
    while (end < text.size()) {
      size_t next = end;
      if (is_space(next_code_point(text, next))) break;
      end = next;
    }
    tokens.push_back({begin, end});
    at = end;
  }
  for (size_t i = 0; i < tokens.size(); ++i) {
    const std::string_view whole = text.substr(tokens[i].begin, tokens[i].end - tokens[i].begin);
    const std::string_view token = bare(whole);
    if (token.empty()) continue;
    const bool name = !shouted && token.size() <= kLongestPrefix && whole.ends_with(token) &&
                      std::all_of(token.begin(), token.end(), upper) && !is_stop_word(fold(token));
    if (name && i + 1 < tokens.size()) {
      const std::string_view behind =
          text.substr(tokens[i + 1].begin, tokens[i + 1].end - tokens[i + 1].begin);
      const std::string_view number = bare(behind);
      const bool counts = !number.empty() && std::all_of(number.begin(), number.end(), digit);
      if (counts && behind.starts_with(number)) {
        const char* begin = token.data();
        pieces.push_back({{begin, static_cast<size_t>(number.data() + number.size() - begin)},
                          AskedTerm::What::Code});
        ++i;
        continue;
      }
    }
    const bool starred = whole.ends_with("*") && whole.size() == token.size() + 1 &&
                         token.size() >= kShortestBeginning &&
                         std::all_of(token.begin(), token.end(), letter);
    const AskedTerm::What what = starred          ? AskedTerm::What::Beginning
                                 : is_code(token) ? AskedTerm::What::Code
                                                  : AskedTerm::What::Word;
    pieces.push_back({what == AskedTerm::What::Word ? whole : token, what});
  }
}

// Capitals tell a name only where not everything is written in them.
bool is_shouted(std::string_view question) {
  constexpr int kWords = 3;
  int words_of_letters = 0;
  for (const std::string_view token : split(question, ' ')) {
    words_of_letters += !token.empty() && std::all_of(token.begin(), token.end(), letter);
    if (std::any_of(token.begin(), token.end(), [](char c) { return c >= 'a' && c <= 'z'; }))
      return false;
  }
  return words_of_letters >= kWords;
}

std::vector<Piece> cut_question(std::string_view question) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kMarks = {
      {{"\"", "\""}, {"“", "”"}, {"„", "“"}, {"«", "»"}, {"「", "」"}, {"『", "』"}, {"”", "”"}}};
  const bool shouted = is_shouted(question);
  std::vector<Piece> pieces;
  size_t done = 0;
  for (size_t at = 0; at < question.size();) {
    size_t next = at;
    next_code_point(question, next);
    for (const auto& [open, close] : kMarks) {
      if (question.substr(at, open.size()) != open) continue;
      const size_t begin = at + open.size();
      const size_t end = question.find(close, begin);
      if (end == std::string_view::npos) continue;
      const std::string_view inside = trim(question.substr(begin, end - begin));
      cut_tokens(question.substr(done, at - done), shouted, pieces);
      if (!inside.empty()) pieces.push_back({inside, AskedTerm::What::Phrase});
      done = next = end + close.size();
      break;
    }
    at = next;
  }
  cut_tokens(question.substr(done), shouted, pieces);
  return pieces;
}

void add_form(std::vector<std::string>& forms, std::string form) {
  if (form.empty() || std::find(forms.begin(), forms.end(), form) != forms.end()) return;
  forms.push_back(std::move(form));
}

// Letters and digits of a code apart: "h220" is "h", "220".
std::vector<std::string> parts_of_code(std::string_view folded) {
  std::vector<std::string> parts;
  for (const WordToken& token : tokens_of(folded)) {
    bool was_digit = false;
    std::string part;
    for (const char c : token.text) {
      if (!part.empty() && digit(c) != was_digit) parts.push_back(std::exchange(part, {}));
      part += c;
      was_digit = digit(c);
    }
    if (!part.empty()) parts.push_back(part);
  }
  return parts;
}

// A code's spellings: with and without what parts letters from digits or letters. Two numbers are
// never put together: "1.0.21" is not "1021".
std::vector<std::string> spellings_of(std::string_view folded) {
  const std::vector<std::string> parts = parts_of_code(folded);
  std::vector<std::string> all = {std::string(folded)};
  if (parts.size() < 2 || parts.size() > kMostParts) return all;
  const bool named = parts.front().size() > 0 && folded.find('.') != std::string_view::npos;
  if (named) return all;
  for (size_t joins = 0; joins < size_t{1} << (parts.size() - 1); ++joins) {
    std::string spelling = parts.front();
    bool fits = true;
    for (size_t i = 1; i < parts.size(); ++i) {
      const bool join = (joins >> (i - 1) & 1) != 0;
      fits = fits && !(join && digit(parts[i - 1].back()) && digit(parts[i].front()));
      spelling += (join ? "" : " ") + parts[i];
    }
    if (fits) all.push_back(std::move(spelling));
  }
  return all;
}

// Do its signs make it what it is? "1.0.21", "max_rows", "pump-manual.pdf"; not those of "H-220".
bool is_signed(std::string_view folded) {
  return std::none_of(folded.begin(), folded.end(), letter) ||
         folded.find_first_of("_@./\\") != std::string_view::npos;
}

AskedTerm term_of(const std::string& folded, AskedTerm::What what, std::span<const Stems> stems) {
  AskedTerm term{.what = what, .text = folded, .forms = {}, .parts = {}};
  const std::vector<std::string> spellings =
      what == AskedTerm::What::Code ? spellings_of(folded) : std::vector<std::string>{folded};
  for (const Stems& one : stems) {
    for (const std::string& spelling : spellings)
      add_form(term.forms, phrase_of(spelling, one));
  }
  if (what == AskedTerm::What::Beginning) {
    add_form(term.forms, "\"" + folded + "\"*");
    return term;
  }
  if (!term.exact()) return term;
  const bool code = what == AskedTerm::What::Code;
  term.to_the_letter = !code || is_signed(folded);
  std::vector<std::string> single;
  if (code) single = parts_of_code(folded);
  for (const WordToken& token : tokens_of(folded)) {
    if (!code && !is_stop_word(token.text)) single.emplace_back(token.text);
  }
  for (const std::string& part : single) {
    for (const Stems& one : stems)
      add_form(term.parts, phrase_of(part, one));
  }
  if (single.size() < 2) term.parts.clear();
  return term;
}

std::string any_of(const std::vector<std::string>& forms) {
  std::string all;
  for (const std::string& form : forms)
    all += (all.empty() ? "" : " OR ") + form;
  return all;
}

bool spaced_word_at(std::string_view text, size_t at) {
  const char32_t c = next_code_point(text, at);
  return !is_unspaced(c) && (is_letter(c) || is_digit(c));
}

// Does the range begin and end where words do? A number does not end before ".3".
bool stands_alone(std::string_view text, size_t begin, size_t end) {
  const bool more_before = begin > 0 && spaced_word_at(text, begin) &&
                           spaced_word_at(text, floor_code_point(text, begin - 1));
  if (more_before) return false;
  if (end >= text.size()) return true;
  const size_t last = floor_code_point(text, end - 1);
  if (spaced_word_at(text, last) && spaced_word_at(text, end)) return false;
  const bool goes_on = text[end] == '.' && end + 1 < text.size() && digit(text[end + 1]);
  return !(digit(text[last]) && goes_on);
}

void join(std::string& expression, const char* by, const std::string& one) {
  if (!expression.empty()) expression += by;
  expression += one;
}

}  // namespace

std::vector<AskedTerm> asked_terms(std::string_view question, std::span<const Stems> stems) {
  std::vector<AskedTerm> telling, function_words;
  std::set<std::string> seen;
  const Tongue tongue = tongue_of(guess_language(question).language);
  const auto add = [&](const std::string& folded, AskedTerm::What what) {
    if (!seen.insert(folded).second) return;
    AskedTerm term = term_of(folded, what, stems);
    if (term.forms.empty()) return;
    const bool function =
        what == AskedTerm::What::Word && (is_stop_word(folded) || tongue.has(folded));
    (function ? function_words : telling).push_back(std::move(term));
  };
  for (const Piece& piece : cut_question(question)) {
    const std::string folded = search_fold(piece.text);
    if (piece.what != AskedTerm::What::Word) {
      add(folded, piece.what);
      continue;
    }
    for (const TextSpan span : words(folded))
      add(folded.substr(span.begin, span.size()), piece.what);
  }
  return telling.empty() ? function_words : telling;
}

WordsQuery words_query(std::string_view question, std::span<const Stems> stems) {
  WordsQuery query;
  std::vector<std::string> parts;
  size_t exact = 0;
  const std::vector<AskedTerm> terms = asked_terms(question, stems);
  for (const AskedTerm& term : terms) {
    const std::string any = any_of(term.forms);
    const std::string one = term.forms.size() > 1 ? "(" + any + ")" : any;
    join(query.all, " AND ", one);
    join(query.any, " OR ", any);
    if (!term.exact()) continue;
    ++exact;
    join(query.every_exact, " AND ", one);
    join(query.any_exact, " OR ", any);
    for (const std::string& part : term.parts)
      add_form(parts, part);
    if (term.to_the_letter) query.to_the_letter.push_back(term.text);
  }
  query.parts = any_of(parts);
  if (exact == terms.size()) query.every_exact.clear();
  if (exact < 2) query.any_exact.clear();
  return query;
}

bool holds_to_the_letter(std::string_view text, std::span<const std::string> phrases) {
  const std::string whole = collapse_spaces(search_fold(text));
  return std::all_of(phrases.begin(), phrases.end(), [&](const std::string& phrase) {
    const std::string wanted = collapse_spaces(phrase);
    for (size_t at = whole.find(wanted); at != std::string::npos; at = whole.find(wanted, at + 1)) {
      if (stands_alone(whole, at, at + wanted.size())) return true;
    }
    return false;
  });
}

}  // namespace oi
