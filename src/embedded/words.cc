// Question and text go through the same steps: join what a line end or soft hyphen cut, fold, cut
// into tokens, and stem each by its language. The full-text engine only splits at spaces again, so
// both sides see the same letters whatever its version.
//
// A run of a script without spaces becomes pairs of neighbouring characters, and its last character
// alone: "ABC" is "AB BC C". A word of two characters is one token, a longer one a phrase of pairs,
// a single character the beginning of a pair: so any inner part of a sentence is found, however
// the sentence would be cut into words.
#include "embedded/words.h"

#include "base/script.h"
#include "base/text.h"

namespace oi {
namespace {

constexpr std::string_view kSoftHyphen = "\xc2\xad";
constexpr char32_t kKept = 0xe000;  // stands for the short i of Cyrillic; see stems.cc

// Behind a line end and the spaces around it; `at` itself when no line ends there.
size_t behind_line_end(std::string_view text, size_t at) {
  size_t behind = at;
  int line_ends = 0;
  for (; behind < text.size(); ++behind) {
    const char c = text[behind];
    if (c == '\n') ++line_ends;
    if (c != '\n' && c != '\r' && c != ' ' && c != '\t') break;
  }
  return line_ends == 1 ? behind : at;
}

bool lower_letter_at(std::string_view text, size_t at) {
  return at < text.size() && is_lower(next_code_point(text, at));
}

bool letter_before(std::string_view text, size_t at) {
  if (at == 0) return false;
  size_t last = floor_code_point(text, at - 1);
  return is_letter(next_code_point(text, last));
}

// The text without soft hyphens, and without hyphens that only a line end put there.
std::string joined(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    if (text.substr(at, kSoftHyphen.size()) == kSoftHyphen) {
      at = behind_line_end(text, at + kSoftHyphen.size());
    } else if (text[at] == '-' && letter_before(text, at) &&
               behind_line_end(text, at + 1) > at + 1 &&
               lower_letter_at(text, behind_line_end(text, at + 1))) {
      at = behind_line_end(text, at + 1);
    } else {
      out += text[at++];
    }
  }
  return out;
}

// Folds, but keeps the short i of Cyrillic apart from i.
std::string folded_but_short_i(std::string_view text) {
  constexpr std::string_view kSmall = "\xd0\xb9", kLarge = "\xd0\x99";
  if (text.find(kSmall) == std::string_view::npos && text.find(kLarge) == std::string_view::npos)
    return fold(text);
  std::string kept;
  for (size_t at = 0; at < text.size(); ++at) {
    const std::string_view two = text.substr(at, 2);
    if (two == kSmall || two == kLarge) {
      kept += "\xee\x80\x80";
      ++at;
    } else {
      kept += text[at];
    }
  }
  return fold(kept);
}

bool in_word(char32_t c) {
  return is_letter(c) || is_digit(c) || is_mark(c) || c == kKept;
}

// The characters of a run, each as its bytes.
std::vector<std::string_view> characters(std::string_view run) {
  std::vector<std::string_view> all;
  for (size_t at = 0; at < run.size();) {
    const size_t begin = at;
    next_code_point(run, at);
    all.push_back(run.substr(begin, at - begin));
  }
  return all;
}

void add(std::string& out, std::string_view token) {
  if (!out.empty()) out += ' ';
  out += token;
}

// The pairs of a run, and with `last` its last character alone.
void add_pairs(std::string& out, std::string_view run, bool last) {
  const std::vector<std::string_view> all = characters(run);
  for (size_t i = 0; i + 1 < all.size(); ++i)
    add(out, std::string(all[i]) + std::string(all[i + 1]));
  if (last || all.size() == 1) add(out, all.back());
}

}  // namespace

std::string search_fold(std::string_view text) {
  return folded_but_short_i(joined(text));
}

std::vector<WordToken> tokens_of(std::string_view folded) {
  std::vector<WordToken> tokens;
  size_t begin = 0;
  bool open = false, unspaced = false;
  const auto close = [&](size_t end) {
    if (open) tokens.push_back({folded.substr(begin, end - begin), unspaced});
    open = false;
  };
  for (size_t at = 0; at < folded.size();) {
    const size_t here = at;
    const char32_t c = next_code_point(folded, at);
    const bool one = is_unspaced(c);
    if (!one && !in_word(c)) {
      close(here);
      continue;
    }
    if (open && one != unspaced) close(here);
    if (!open) begin = here;
    open = true;
    unspaced = one;
  }
  close(folded.size());
  return tokens;
}

std::string search_copy(std::string_view text, const Stems& stems) {
  const std::string folded = search_fold(text);
  std::string copy;
  copy.reserve(folded.size());
  for (const WordToken& token : tokens_of(folded)) {
    if (token.unspaced) {
      add_pairs(copy, token.text, true);
    } else {
      add(copy, stems.of(token.text));
    }
  }
  return copy;
}

std::string phrase_of(std::string_view folded, const Stems& stems) {
  const std::vector<WordToken> tokens = tokens_of(folded);
  std::string inside;
  bool begins = false;  // the last token is only the beginning of one
  for (size_t i = 0; i < tokens.size(); ++i) {
    const bool last = i + 1 == tokens.size();
    if (tokens[i].unspaced) {
      add_pairs(inside, tokens[i].text, !last);
      begins = last && characters(tokens[i].text).size() == 1;
    } else {
      add(inside, stems.of(tokens[i].text));
    }
  }
  if (inside.empty()) return inside;
  return "\"" + inside + (begins ? "\"*" : "\"");
}

}  // namespace oi
