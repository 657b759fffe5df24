// The ladder of harmless differences (ruling 27).
//
// 1. Exact: the bytes are in the source, and no letter or digit stands right before or behind them
//    there: half a word is no quote.
// 2. Print: both sides are brought to one print (see one_print) and compared again.
// 3. Spelling: both sides folded, so that capitals and accents do not count.
// 4. Ellipsis: the quote is split at "..." or "…"; every part must be there in print, in order.
#include "verify/quotes.h"

#include <array>

#include "base/text.h"

namespace oi {
namespace {

struct Marks {
  char32_t open;
  char32_t close;
};
constexpr std::array<Marks, 8> kMarks = {{{'"', '"'},
                                          {0x201C, 0x201D},
                                          {0x201E, 0x201C},
                                          {0x201E, 0x201D},
                                          {0xAB, 0xBB},
                                          {0xBB, 0xAB},
                                          {0x300C, 0x300D},
                                          {0x300E, 0x300F}}};

bool closes(char32_t open, char32_t c) {
  for (const Marks& marks : kMarks) {
    if (marks.open == open && marks.close == c) return true;
  }
  return false;
}

bool opens(char32_t c) {
  for (const Marks& marks : kMarks) {
    if (marks.open == c) return true;
  }
  return false;
}

bool long_enough(std::string_view quote) {
  return count_words(quote) >= 3 || code_points(quote) >= 12;
}

// Spaces one kind and single, hyphens at line ends joined, soft hyphens gone, marks and dashes
// plain, ligatures apart.
std::string one_print(std::string_view text) {
  constexpr std::array<std::pair<char32_t, const char*>, 7> kLigatures = {{{0xFB00, "ff"},
                                                                           {0xFB01, "fi"},
                                                                           {0xFB02, "fl"},
                                                                           {0xFB03, "ffi"},
                                                                           {0xFB04, "ffl"},
                                                                           {0x2026, "..."},
                                                                           {0xA0, " "}}};
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    const char32_t c = next_code_point(text, at);
    if (c == 0xAD || c == 0x200B || c == 0xFEFF) continue;
    if (c == '\n' && out.ends_with('-')) {
      out.pop_back();
      continue;
    }
    const char* apart = nullptr;
    for (const auto& [ligature, letters] : kLigatures) {
      if (c == ligature) apart = letters;
    }
    if (apart != nullptr) {
      out += apart;
    } else if (c == 0x2018 || c == 0x2019 || c == 0x201A) {
      out += '\'';
    } else if (c == 0x201C || c == 0x201D || c == 0x201E || c == 0xAB || c == 0xBB) {
      out += '"';
    } else if ((c >= 0x2010 && c <= 0x2015) || c == 0x2212) {
      out += '-';
    } else {
      out += text.substr(begin, at - begin);
    }
  }
  return collapse_spaces(out);
}

bool word_at(std::string_view text, size_t at) {
  if (at >= text.size()) return false;
  const char32_t c = next_code_point(text, at);
  return (is_letter(c) || is_digit(c)) && c < 0x2E80;
}

bool word_before(std::string_view text, size_t at) {
  return at > 0 && word_at(text, floor_code_point(text, at - 1));
}

// Where the words stand at word borders, from `from` on; npos when nowhere.
size_t find_words(std::string_view words, std::string_view in, size_t from = 0) {
  if (words.empty()) return std::string_view::npos;
  for (size_t at = in.find(words, from); at != in.npos; at = in.find(words, at + 1)) {
    const bool cut_begin = word_before(in, at) && word_at(words, 0);
    const bool cut_end = word_at(in, at + words.size()) && word_before(words, words.size());
    if (!cut_begin && !cut_end) return at;
  }
  return std::string_view::npos;
}

bool parts_in_order(std::string_view quote, std::string_view source) {
  size_t from = 0, parts = 0;
  while (!quote.empty()) {
    const size_t end = quote.find("...");
    const std::string_view part = trim(quote.substr(0, end));
    quote = end == quote.npos ? std::string_view() : quote.substr(end + 3);
    if (part.empty()) continue;
    const size_t at = find_words(part, source, from);
    if (at == source.npos) return false;
    from = at + part.size();
    ++parts;
  }
  return parts > 0;
}

}  // namespace

const char* name_of(Rung rung) {
  switch (rung) {
    case Rung::None:
      return "none";
    case Rung::Exact:
      return "exact";
    case Rung::Print:
      return "print";
    case Rung::Spelling:
      return "spelling";
    case Rung::Ellipsis:
      return "ellipsis";
  }
  return "none";
}

std::vector<std::string> find_quotes(std::string_view text) {
  std::vector<std::string> quotes;
  for (size_t at = 0; at < text.size();) {
    const size_t mark = at;
    const char32_t open = next_code_point(text, at);
    // After a digit a straight mark means inches.
    const bool inches = open == '"' && mark > 0 && text[mark - 1] >= '0' && text[mark - 1] <= '9';
    if (!opens(open) || inches) continue;
    for (size_t end = at; end < text.size();) {
      const size_t close = end;
      if (!closes(open, next_code_point(text, end))) continue;
      const std::string_view quote = trim(text.substr(at, close - at));
      if (long_enough(quote)) quotes.emplace_back(quote);
      at = end;
      break;
    }
  }
  return quotes;
}

Rung find_quote(std::string_view quote, std::string_view source) {
  // A full stop or comma before the closing mark belongs to the sentence around the quote.
  std::string_view bare = quote;
  while (!bare.empty() && (bare.back() == '.' || bare.back() == ','))
    bare.remove_suffix(1);
  if (find_words(quote, source) != source.npos) return Rung::Exact;
  if (!bare.empty() && !bare.ends_with("..") && find_words(bare, source) != source.npos) {
    return Rung::Exact;
  }
  const std::string printed_quote = one_print(bare);
  const std::string printed_source = one_print(source);
  if (find_words(printed_quote, printed_source) != std::string::npos) return Rung::Print;
  if (find_words(fold(printed_quote), fold(printed_source)) != std::string::npos) {
    return Rung::Spelling;
  }
  const std::string whole = one_print(quote);
  const bool has_ellipsis = whole.find("...") != std::string::npos;
  return has_ellipsis && parts_in_order(whole, printed_source) ? Rung::Ellipsis : Rung::None;
}

}  // namespace oi
