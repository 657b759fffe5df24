// Question and text go through the same two steps - join what a line end or soft hyphen cut, then
// fold - so that the engine's tokenizer sees the same letters on both sides. Thai, Lao, Khmer,
// Burmese, Chinese and Japanese get spaces between their words, by the dictionaries that words()
// uses, because the tokenizer would take a whole sentence for one word.
#include "embedded/words.h"

#include <set>
#include <vector>

#include "base/text.h"

namespace oi {
namespace {

constexpr std::string_view kSoftHyphen = "\xc2\xad";

bool unspaced(char32_t c) {
  return (c >= 0x0e00 && c <= 0x0eff) ||  // Thai, Lao
         (c >= 0x1000 && c <= 0x109f) ||  // Burmese
         (c >= 0x1780 && c <= 0x17ff) ||  // Khmer
         (c >= 0x3040 && c <= 0x30ff) ||  // Japanese syllables
         (c >= 0x3400 && c <= 0x9fff) ||  // Han
         (c >= 0x20000 && c <= 0x323af);  // rarer Han
}

bool has_unspaced(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      ++at;
    } else if (unspaced(next_code_point(text, at))) {
      return true;
    }
  }
  return false;
}

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

std::string spaced(const std::string& text) {
  std::string out;
  size_t done = 0;
  for (const TextSpan word : words(text)) {
    out.append(text, done, word.end - done);
    out += ' ';
    done = word.end;
  }
  return out.append(text, done);
}

std::vector<std::string> distinct_words(std::string_view text) {
  std::vector<std::string> found;
  std::set<std::string_view> seen;
  for (const TextSpan span : words(text)) {
    const std::string_view word = text.substr(span.begin, span.size());
    if (seen.insert(word).second) found.emplace_back(word);
  }
  return found;
}

std::string quoted(std::string_view word) {
  std::string out = "\"";
  for (const char c : word) {
    if (c == '"') out += '"';
    if (c != '\0') out += c;
  }
  return out + '"';
}

}  // namespace

std::string search_copy(std::string_view text) {
  const std::string folded = fold(joined(text));
  return has_unspaced(folded) ? spaced(folded) : folded;
}

WordsQuery words_query(std::string_view question) {
  const std::vector<std::string> asked = distinct_words(fold(joined(question)));
  std::vector<std::string> telling;
  for (const std::string& word : asked) {
    if (!is_stop_word(word)) telling.push_back(word);
  }
  WordsQuery query;
  for (const std::string& word : telling.empty() ? asked : telling) {
    const std::string one = quoted(word);
    query.all += query.all.empty() ? one : " AND " + one;
    query.any += query.any.empty() ? one : " OR " + one;
  }
  return query;
}

}  // namespace oi
