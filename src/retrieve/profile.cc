// 1. The question's words, folded, apostrophes apart ("what's" is "what", "s").
// 2. The first cue of the table that stands among them names the kind of answer.
// 3. Terms are the words that stay when stop words and framing go; a token with digits and letters
//    or signs between ("H-220", "1.0.21") stays whole, since its parts say nothing.
// 4. The language is that of the script, else of the most function words (base/language.h).
#include "retrieve/profile.h"

#include <algorithm>
#include <set>

#include "base/language.h"
#include "base/text.h"
#include "retrieve/cues.h"
#include "rules/modes.h"

namespace oi {
namespace {

constexpr size_t kKeywordsMost = 4;  // so few words without any cue are a look-up, not a question

bool ascii_digit(char c) {
  return c >= '0' && c <= '9';
}

std::vector<std::string> split_at_apostrophes(const std::string& word) {
  std::vector<std::string> parts(1);
  for (size_t at = 0; at < word.size();) {
    const size_t begin = at;
    const char32_t c = next_code_point(word, at);
    if (c == U'\'' || c == U'’') {
      parts.emplace_back();
    } else {
      parts.back() += word.substr(begin, at - begin);
    }
  }
  std::erase_if(parts, [](const std::string& part) { return part.empty(); });
  return parts;
}

// A folded word and whether it may begin a sentence.
struct Word {
  std::string text;
  bool first = false;
};

std::vector<Word> folded_words(std::string_view text) {
  std::vector<Word> out;
  for (const TextSpan& sentence : sentences(text)) {
    bool first = true;
    const std::string_view whole = text.substr(sentence.begin, sentence.size());
    for (const TextSpan& word : words(whole)) {
      const std::string folded = fold(whole.substr(word.begin, word.size()));
      for (std::string& part : split_at_apostrophes(folded)) {
        out.push_back({std::move(part), first});
        first = false;
      }
    }
  }
  return out;
}

// The index behind the cue's last word, or npos.
size_t find_cue(const std::vector<Word>& question, At where, std::string_view cue) {
  const std::vector<std::string_view> wanted = split(cue, ' ');
  for (size_t i = 0; i + wanted.size() <= question.size(); ++i) {
    if (where == At::Start && !question[i].first) continue;
    const bool equal =
        std::equal(wanted.begin(), wanted.end(), question.begin() + static_cast<std::ptrdiff_t>(i),
                   [](std::string_view a, const Word& b) { return a == b.text; });
    if (equal) return i + wanted.size();
  }
  return std::string::npos;
}

AnswerKind kind_of(const std::vector<Word>& question, const std::string& folded) {
  for (const CueRow& row : cue_rows()) {
    for (const std::string_view cue : split(row.cues, '|')) {
      if (row.at == At::Inside) {
        if (folded.find(cue) != std::string::npos) return row.kind;
        continue;
      }
      const size_t behind = find_cue(question, row.at, cue);
      if (behind == std::string::npos) continue;
      // "How many litres does it hold" asks for a stated value.
      const bool quantity = row.kind == AnswerKind::Count && behind < question.size() &&
                            is_unit(question[behind].text);
      return quantity ? AnswerKind::Lookup : row.kind;
    }
  }
  return question.size() <= kKeywordsMost ? AnswerKind::Lookup : AnswerKind::Explain;
}

// Does the token read as a code: digits with letters, or digits with signs between?
bool is_code(std::string_view token) {
  bool digit = false, more = false;
  for (size_t i = 0; i < token.size(); ++i) {
    digit = digit || ascii_digit(token[i]);
    more = more || !ascii_digit(token[i]);
  }
  return digit && more;
}

// Without punctuation at its ends; "C++" and "C#" keep theirs.
std::string_view bare_token(std::string_view token) {
  const auto letter_at = [&](size_t at) {
    size_t next = at;
    const char32_t c = next_code_point(token, next);
    return is_letter(c) || is_digit(c);
  };
  size_t begin = 0;
  while (begin < token.size() && !letter_at(begin))
    next_code_point(token, begin);
  size_t end = token.size();
  while (end > begin) {
    const size_t last = floor_code_point(token, end - 1);
    if (letter_at(last)) break;
    end = last;
  }
  const size_t sharp = token.find_first_not_of("+#", end);
  const size_t signs = std::min(sharp, token.size()) - end;
  if (end - begin == 1 && signs > 0) end += signs;
  return token.substr(begin, end - begin);
}

std::vector<std::string_view> tokens_of(std::string_view text) {
  std::vector<std::string_view> out;
  size_t begin = 0;
  const auto close = [&](size_t end) {
    const std::string_view token = bare_token(text.substr(begin, end - begin));
    if (!token.empty()) out.push_back(token);
  };
  for (size_t at = 0; at < text.size();) {
    const size_t here = at;
    if (!is_space(next_code_point(text, at))) continue;
    close(here);
    begin = at;
  }
  close(text.size());
  return out;
}

// A lone letter is a name when it is written large ("vitamin C"), else the rest of a contraction.
bool says_something(const std::string& folded, std::string_view written) {
  if (is_stop_word(folded)) return false;
  size_t at = 0;
  const char32_t c = next_code_point(written, at);
  return at < written.size() || is_upper(c) || is_digit(c) || c > 0x24F;
}

// The numbers that stand for themselves: not those inside a code.
std::vector<std::string> numbers_of(std::string_view text) {
  std::vector<std::string> out;
  for (const std::string_view token : tokens_of(text)) {
    const size_t letter = token.find_first_not_of("0123456789.,%/:-–—");
    const size_t last_digit = token.find_last_of("0123456789");
    const bool unit_behind = letter == std::string_view::npos || letter > last_digit;
    if (last_digit == std::string_view::npos || !unit_behind) continue;
    for (size_t at = 0; at < token.size();) {
      if (!ascii_digit(token[at])) {
        ++at;
        continue;
      }
      size_t end = at;
      while (end < token.size() &&
             (ascii_digit(token[end]) || ((token[end] == '.' || token[end] == ',') &&
                                          end + 1 < token.size() && ascii_digit(token[end + 1])))) {
        ++end;
      }
      out.emplace_back(token.substr(at, end - at));
      at = end;
    }
  }
  return out;
}

std::vector<std::string> phrases_of(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kMarks = {
      {{"\"", "\""}, {"“", "”"}, {"„", "“"}, {"«", "»"}, {"「", "」"}, {"”", "”"}}};
  std::vector<std::string> out;
  for (size_t at = 0; at < text.size();) {
    bool found = false;
    for (const auto& [open, close] : kMarks) {
      if (text.substr(at, open.size()) != open) continue;
      const size_t begin = at + open.size();
      const size_t end = text.find(close, begin);
      if (end == std::string_view::npos) continue;
      const std::string_view inside = trim(text.substr(begin, end - begin));
      if (!inside.empty()) out.emplace_back(inside);
      at = end + close.size();
      found = true;
      break;
    }
    if (!found) next_code_point(text, at);
  }
  return out;
}

}  // namespace

std::vector<std::string> content_terms(std::string_view text) {
  std::vector<std::string> out;
  std::set<std::string> seen;
  const auto add = [&](std::string folded, std::string_view written) {
    if (says_something(folded, written) && seen.insert(folded).second) {
      out.push_back(std::move(folded));
    }
  };
  for (const std::string_view token : tokens_of(text)) {
    const bool signs = token.back() == '+' || token.back() == '#';
    if (is_code(token) || signs) {
      add(fold(token), token);
      continue;
    }
    for (const TextSpan& span : words(token)) {
      const std::string_view word = token.substr(span.begin, span.size());
      const std::vector<std::string> parts = split_at_apostrophes(fold(word));
      // A lone word is judged as it is written; the parts of a contraction are small letters.
      for (const std::string& part : parts)
        add(part, parts.size() == 1 ? word : part);
    }
  }
  return out;
}

Profile profile_question(const Question& question) {
  const std::vector<Word> asked = folded_words(question.text);
  Profile profile;
  profile.kind = kind_of(asked, fold(question.text));
  profile.path = rules_for(question.mode).shape == Shape::OnePass ? ExecutionPath::Standard
                                                                  : ExecutionPath::Agentic;
  profile.language = guess_language(question.text).language;
  profile.phrases = phrases_of(question.text);
  profile.numbers = numbers_of(question.text);
  profile.extractive = profile.kind == AnswerKind::Lookup || profile.kind == AnswerKind::Quote ||
                       profile.kind == AnswerKind::Table;
  profile.sensitive = std::any_of(asked.begin(), asked.end(),
                                  [](const Word& word) { return is_sensitive(word.text); });
  for (std::string& term : content_terms(question.text)) {
    const bool function_word = tongue_of(profile.language).has(term);
    if (!function_word && !is_framing(term)) profile.terms.push_back(std::move(term));
  }
  return profile;
}

}  // namespace oi
