// Code points, words and folding, by ICU's tables.
//
// Text is UTF-8 throughout and is only converted where ICU has no other way (normalisation). Most
// text is ASCII, so the checks over whole documents step over it eight bytes at a time and folding
// takes a short way. Sentences are in sentences.cc.
#include "base/text.h"

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/utext.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>

namespace oi {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// Marks from this combining class on sit above or below a letter and only decorate it. Those below
// it make another letter: vowel signs, the Japanese voicing marks.
constexpr int kFirstAccentClass = 200;

// English function words, sorted.
constexpr std::array<std::string_view, 128> kStopWords = {
    "a",       "about",  "above",   "after",   "again",  "all",     "also",    "am",    "an",
    "and",     "any",    "are",     "as",      "at",     "be",      "because", "been",  "before",
    "being",   "below",  "between", "both",    "but",    "by",      "can",     "could", "did",
    "do",      "does",   "doing",   "down",    "during", "each",    "few",     "for",   "from",
    "further", "had",    "has",     "have",    "having", "he",      "her",     "here",  "hers",
    "him",     "his",    "how",     "however", "i",      "if",      "in",      "into",  "is",
    "it",      "its",    "just",    "may",     "me",     "might",   "more",    "most",  "must",
    "my",      "no",     "nor",     "not",     "now",    "of",      "off",     "on",    "once",
    "only",    "or",     "other",   "our",     "ours",   "out",     "over",    "own",   "same",
    "shall",   "she",    "should",  "so",      "some",   "such",    "than",    "that",  "the",
    "their",   "theirs", "them",    "then",    "there",  "these",   "they",    "this",  "those",
    "through", "to",     "too",     "under",   "until",  "up",      "us",      "very",  "was",
    "we",      "were",   "what",    "when",    "where",  "which",   "while",   "who",   "whom",
    "whose",   "why",    "will",    "with",    "within", "without", "would",   "yes",   "you",
    "your",    "yours"};
static_assert(std::is_sorted(kStopWords.begin(), kStopWords.end()));

// The length of the ASCII that begins at `at`.
size_t ascii_run(std::string_view text, size_t at) {
  const size_t begin = at;
  for (uint64_t eight = 0; at + sizeof eight <= text.size(); at += sizeof eight) {
    std::memcpy(&eight, text.data() + at, sizeof eight);
    if (eight & 0x8080808080808080u) break;
  }
  while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80)
    ++at;
  return at - begin;
}

// Like next_code_point, but gives a negative number for an invalid sequence.
UChar32 decode(std::string_view text, size_t& at) {
  auto place = static_cast<int64_t>(at);
  const auto length = static_cast<int64_t>(text.size());
  UChar32 c = 0;
  U8_NEXT(text.data(), place, length, c);
  at = static_cast<size_t>(place);
  return c;
}

std::string lower_ascii(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

icu::UnicodeString without_accents(const icu::UnicodeString& decomposed) {
  icu::UnicodeString bare;
  for (int32_t i = 0; i < decomposed.length(); i = decomposed.moveIndex32(i, 1)) {
    const UChar32 c = decomposed.char32At(i);
    if (u_getCombiningClass(c) < kFirstAccentClass) bare.append(c);
  }
  return bare;
}

bool has_letter_or_digit(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    if (is_letter(c) || is_digit(c)) return true;
  }
  return false;
}

struct CloseBreaks {
  void operator()(UBreakIterator* breaks) const { ubrk_close(breaks); }
};
using Breaks = std::unique_ptr<UBreakIterator, CloseBreaks>;

// To open one reads all rules of the language anew, which takes longer than the words of a page: it
// is done once, and every call has a copy.
Breaks word_breaks(UErrorCode& status) {
  static const Breaks original = [] {
    UErrorCode failed = U_ZERO_ERROR;
    return Breaks(ubrk_open(UBRK_WORD, "", nullptr, 0, &failed));
  }();
  if (original == nullptr) status = U_MISSING_RESOURCE_ERROR;
  return Breaks(ubrk_clone(original.get(), &status));
}

// Calls found(begin, end) for every word.
template <typename Found>
void each_word(std::string_view text, Found found) {
  const auto joins = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  if (!text.empty() && std::all_of(text.begin(), text.end(), joins)) return found(0, text.size());
  UErrorCode status = U_ZERO_ERROR;
  UText view = UTEXT_INITIALIZER;
  utext_openUTF8(&view, text.data(), static_cast<int64_t>(text.size()), &status);
  const Breaks own = word_breaks(status);
  UBreakIterator* breaks = own.get();
  if (U_SUCCESS(status)) ubrk_setUText(breaks, &view, &status);
  if (U_SUCCESS(status)) {
    auto begin = static_cast<size_t>(ubrk_first(breaks));
    for (int32_t at = ubrk_next(breaks); at != UBRK_DONE; at = ubrk_next(breaks)) {
      const auto end = static_cast<size_t>(at);
      if (has_letter_or_digit(text.substr(begin, end - begin))) found(begin, end);
      begin = end;
    }
  }
  utext_close(&view);
}

}  // namespace

bool valid_utf8(std::string_view text) {
  for (size_t at = ascii_run(text, 0); at < text.size(); at += ascii_run(text, at)) {
    if (decode(text, at) < 0) return false;
  }
  return true;
}

Utf8Repair repair_utf8(std::string_view text) {
  Utf8Repair repair;
  repair.text.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    size_t end = at + ascii_run(text, at);
    const bool broken = end == at && decode(text, end) < 0;
    repair.text += broken ? kReplacement : text.substr(at, end - at);
    repair.replaced += broken ? 1 : 0;
    at = end;
  }
  return repair;
}

size_t code_points(std::string_view text) {
  size_t count = ascii_run(text, 0);
  for (size_t at = count; at < text.size();) {
    decode(text, at);
    const size_t plain = ascii_run(text, at);
    count += 1 + plain;
    at += plain;
  }
  return count;
}

char32_t next_code_point(std::string_view text, size_t& at) {
  const UChar32 c = decode(text, at);
  return c < 0 ? char32_t{0xFFFD} : static_cast<char32_t>(c);
}

size_t floor_code_point(std::string_view text, size_t at) {
  if (at >= text.size()) return text.size();
  const size_t begin = at;
  // A code point has at most three continuation bytes; more of them belong to none.
  for (int step = 0; step < 4 && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80; ++step) {
    if (at == 0) return begin;
    --at;
  }
  size_t end = at;
  decode(text, end);
  return end > begin ? at : begin;
}

size_t whole_code_points(std::string_view text) {
  // Only the last three bytes can begin something that more bytes would complete.
  for (size_t back = 1; back <= std::min<size_t>(3, text.size()); ++back) {
    const size_t at = text.size() - back;
    const auto lead = static_cast<unsigned char>(text[at]);
    if ((lead & 0xC0) == 0x80) continue;
    return static_cast<size_t>(U8_COUNT_TRAIL_BYTES(lead)) >= back ? at : text.size();
  }
  return text.size();
}

bool is_letter(char32_t c) {
  return u_isalpha(static_cast<UChar32>(c));
}
bool is_digit(char32_t c) {
  return u_isdigit(static_cast<UChar32>(c));
}
bool is_space(char32_t c) {
  return u_isUWhiteSpace(static_cast<UChar32>(c));
}
bool is_upper(char32_t c) {
  return u_isUUppercase(static_cast<UChar32>(c));
}
bool is_lower(char32_t c) {
  return u_isULowercase(static_cast<UChar32>(c));
}

std::vector<TextSpan> words(std::string_view text) {
  std::vector<TextSpan> found;
  each_word(text, [&](size_t begin, size_t end) { found.push_back({begin, end}); });
  return found;
}

size_t count_words(std::string_view text) {
  size_t count = 0;
  each_word(text, [&](size_t, size_t) { ++count; });
  return count;
}

std::string fold(std::string_view text) {
  if (ascii_run(text, 0) == text.size()) return lower_ascii(text);
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* folding = icu::Normalizer2::getNFKCCasefoldInstance(status);
  const icu::Normalizer2* apart = icu::Normalizer2::getNFDInstance(status);
  const icu::Normalizer2* together = icu::Normalizer2::getNFCInstance(status);
  if (U_FAILURE(status)) return lower_ascii(text);  // ICU without its data: nothing better to give
  const auto whole = icu::UnicodeString::fromUTF8(
      icu::StringPiece(text.data(), static_cast<int32_t>(text.size())));
  const icu::UnicodeString folded = folding->normalize(whole, status);
  const icu::UnicodeString bare = without_accents(apart->normalize(folded, status));
  std::string out;
  together->normalize(bare, status).toUTF8String(out);
  return out;
}

std::string collapse_spaces(std::string_view text) {
  std::string collapsed;
  collapsed.reserve(text.size());
  bool gap = false;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    if (is_space(next_code_point(text, at))) {
      gap = true;
      continue;
    }
    if (gap && !collapsed.empty()) collapsed += ' ';
    gap = false;
    collapsed += text.substr(begin, at - begin);
  }
  return collapsed;
}

std::string_view trim(std::string_view text) {
  size_t begin = text.size();
  size_t end = text.size();
  for (size_t at = 0; at < text.size();) {
    const size_t here = at;
    if (is_space(next_code_point(text, at))) continue;
    begin = std::min(begin, here);
    end = at;
  }
  return text.substr(begin, end - begin);
}

std::vector<std::string_view> split(std::string_view text, char mark) {
  std::vector<std::string_view> parts;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(mark, at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

bool is_stop_word(std::string_view folded) {
  return std::binary_search(kStopWords.begin(), kStopWords.end(), folded);
}

}  // namespace oi
