// 1. The passage is cut into words by a plain pass over its bytes; only pieces with letters outside
//    of ASCII go by the Unicode rules, which cost twenty times as much.
// 2. A word is stemmed only when it begins as a term does. A word of the same beginning counts in
//    part. Codes are compared whole, without the signs in which their writings differ, and in
//    parts.
// 3. The places where terms stand give what else is measured: the best sentence, the best run of
//    words, and pairs.
#include "retrieve/match.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cmath>
#include <set>

#include "base/stem.h"
#include "base/text.h"
#include "rules/limits.h"

namespace oi {
namespace {

constexpr double kBeginningCredit = 0.6;  // for "calibrat-ion" where the question has "calibrat-or"
constexpr size_t kBeginningLeast = 5;     // bytes that must agree
constexpr double kUsualPassages = 300;    // thought to stand beside the library's own
constexpr double kUsualHolding = 3;       // of them with any one word
constexpr uint32_t kWindowWords = 24;
constexpr uint32_t kOrderedWithin = 3;  // words from one of a pair to the other

bool ascii_digit(char c) {
  return c >= '0' && c <= '9';
}

bool ascii_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool ascii_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool has_digit(std::string_view text) {
  return std::any_of(text.begin(), text.end(), ascii_digit);
}

// A code without the signs in which its writings differ: "H-220" and "H220", "1,500" and "1500". A
// full stop stays: 3.5 is not 35.
std::string without_signs(std::string_view code) {
  std::string out;
  for (const char c : code) {
    if (c != '-' && c != ',' && c != '/' && c != '_') out += lower(c);
  }
  return out;
}

// Words that are written with a capital although no sentence begins there.
std::set<std::string> names_of(std::string_view question) {
  std::set<std::string> names;
  bool first = true;
  for (const TextSpan& word : words(question)) {
    size_t at = word.begin;
    if (!first && is_upper(next_code_point(question, at))) {
      names.insert(stem(fold(question.substr(word.begin, word.size()))));
    }
    first = false;
  }
  return names;
}

// The question's terms, arranged so that most words of a passage are passed over at their first
// two bytes.
class Lookup {
 public:
  explicit Lookup(const Asked& asked) : terms_(asked.terms) {
    for (const TermAsked& term : terms_) {
      if (term.stem.empty()) continue;
      begins_.set(slot(term.stem));
      // A stem may differ from the word in its last letters only, but a word of two is all ending.
      if (term.stem.size() < 3) short_.set(static_cast<unsigned char>(term.stem[0]));
    }
  }
  struct Found {
    uint32_t term = 0;
    float credit = 0;  // 0: none
  };
  // Takes a folded word.
  Found word(std::string_view folded) const {
    if (!may_begin(folded)) return {};
    const bool digits = has_digit(folded);
    const std::string form = digits ? without_signs(folded) : stem(folded);
    Found near;
    for (uint32_t i = 0; i < terms_.size(); ++i) {
      const std::string& wanted = terms_[i].stem;
      if (form == wanted) return {i, 1};
      if (near.credit > 0 || digits || terms_[i].code || wanted.size() <= kBeginningLeast) continue;
      const size_t agree = std::max(kBeginningLeast, wanted.size() - 3);
      const std::string_view beginning(wanted.data(), floor_code_point(wanted, agree));
      if (std::string_view(form).starts_with(beginning)) {
        near = {i, static_cast<float>(kBeginningCredit)};
      }
    }
    return near;
  }

 private:
  static size_t slot(std::string_view word) {
    const auto first = static_cast<unsigned char>(word[0]);
    const auto second = static_cast<unsigned char>(word.size() > 1 ? word[1] : 0);
    return (first * 31u + second) % 1024;
  }
  bool may_begin(std::string_view word) const {
    return !word.empty() &&
           (begins_.test(slot(word)) || short_.test(static_cast<unsigned char>(word[0])));
  }

  const std::vector<TermAsked>& terms_;
  std::bitset<1024> begins_;
  std::bitset<256> short_;
};

// Where a term stands.
struct Place {
  uint32_t term = 0, word = 0, sentence = 0;
  float credit = 0;
};

struct Places {
  std::vector<Place> found;
  uint32_t words = 0, sentences = 1;
};

class Reader {
 public:
  Reader(const Lookup& lookup, Places& out) : lookup_(lookup), out_(out) {}

  void read(std::string_view text) {
    uint32_t line_ends = 0;
    for (size_t at = 0; at < text.size();) {
      if (ascii_space(text[at])) {
        line_ends += text[at] == '\n';
        ++at;
        continue;
      }
      if (line_ends > 1) end_sentence();
      line_ends = 0;
      size_t end = at;
      bool ascii = true, digit = false, letter = false;
      for (; end < text.size() && !ascii_space(text[end]); ++end) {
        const char c = text[end];
        ascii = ascii && static_cast<unsigned char>(c) < 0x80;
        digit = digit || ascii_digit(c);
        letter = letter || ascii_letter(c);
      }
      const std::string_view piece = text.substr(at, end - at);
      if (!ascii) {
        read_unicode(piece);
      } else if (digit) {
        read_code(piece);
      } else if (letter) {
        read_ascii(piece);
      }
      if (ends_sentence(piece)) end_sentence();
      at = end;
    }
  }

 private:
  void end_sentence() {
    // An empty one is none.
    if (out_.words != begun_) ++out_.sentences;
    begun_ = out_.words;
  }

  static bool ends_sentence(std::string_view piece) {
    while (!piece.empty() && (piece.back() == '"' || piece.back() == '\'' || piece.back() == ')' ||
                              piece.back() == ']')) {
      piece.remove_suffix(1);
    }
    if (piece.empty()) return false;
    const char last = piece.back();
    if (last == '!' || last == '?') return true;
    // "Dr.", "e.g." and initials end none.
    return last == '.' && piece.size() > 4 && piece.find('.') == piece.size() - 1;
  }

  void note(std::string_view folded) {
    const Lookup::Found found = lookup_.word(folded);
    if (found.credit > 0) {
      out_.found.push_back({found.term, out_.words, out_.sentences - 1, found.credit});
    }
  }

  void read_ascii(std::string_view piece) {
    for (size_t at = 0; at < piece.size();) {
      if (!ascii_letter(piece[at]) && !ascii_digit(piece[at])) {
        ++at;
        continue;
      }
      folded_.clear();
      for (; at < piece.size() && (ascii_letter(piece[at]) || ascii_digit(piece[at])); ++at)
        folded_ += lower(piece[at]);
      note(folded_);
      ++out_.words;
    }
  }

  // Whole and, at the same place, in parts.
  void read_code(std::string_view piece) {
    size_t begin = 0, end = piece.size();
    const auto plain = [&](size_t at) { return ascii_letter(piece[at]) || ascii_digit(piece[at]); };
    while (begin < end && !plain(begin))
      ++begin;
    while (end > begin && !plain(end - 1))
      --end;
    const std::string_view code = piece.substr(begin, end - begin);
    if (std::all_of(code.begin(), code.end(),
                    [](char c) { return ascii_letter(c) || ascii_digit(c); })) {
      read_ascii(code);
      return;
    }
    const std::string whole = without_signs(code);
    const size_t before = out_.found.size();
    note(whole);
    if (out_.found.size() > before) {
      ++out_.words;
      return;
    }
    read_ascii(code);
  }

  void read_unicode(std::string_view piece) {
    for (const TextSpan& span : words(piece)) {
      const std::string folded = fold(piece.substr(span.begin, span.size()));
      size_t from = 0;  // parts between apostrophes
      for (size_t at = 0; at <= folded.size();) {
        const size_t here = at;
        char32_t c = U'\'';
        if (at < folded.size()) {
          c = next_code_point(folded, at);
        } else {
          ++at;
        }
        if (c != U'\'' && c != U'’') continue;
        if (here > from) note(std::string_view(folded).substr(from, here - from));
        from = at;
      }
      ++out_.words;
      // The full stops of scripts that set no blank behind them.
      const std::string_view behind = piece.substr(span.end, 3);
      if (behind == "。" || behind == "！" || behind == "？") end_sentence();
    }
  }

  const Lookup& lookup_;
  Places& out_;
  std::string folded_;
  uint32_t begun_ = 0;  // the first word of the sentence being read
};

Places places_of(const Lookup& lookup, std::string_view text) {
  Places places;
  Reader(lookup, places).read(text);
  return places;
}

// The best credit of each term within one sentence or run of words.
class Held {
 public:
  explicit Held(const Asked& asked) : asked_(asked), credit_(asked.terms.size(), 0) {}
  void clear() { std::fill(credit_.begin(), credit_.end(), 0.0f); }
  void add(const Place& place) {
    credit_[place.term] = std::max(credit_[place.term], place.credit);
  }
  double rarity() const {
    double sum = 0;
    for (size_t i = 0; i < credit_.size(); ++i)
      sum += double{credit_[i]} * asked_.terms[i].rarity;
    return sum;
  }
  double weight() const {
    double sum = 0;
    for (size_t i = 0; i < credit_.size(); ++i)
      sum += double{credit_[i]} * asked_.terms[i].weight;
    return sum;
  }
  float of(size_t term) const { return credit_[term]; }

 private:
  const Asked& asked_;
  std::vector<float> credit_;
};

double share(double part, double whole) {
  return whole > 0 ? std::min(part / whole, 1.0) : 0;
}

void measure_sentences(const Asked& asked, const Places& places, double rarity, WordMatch& out) {
  Held held(asked);
  for (size_t i = 0; i < places.found.size(); ++i) {
    const Place& place = places.found[i];
    if (i > 0 && place.sentence != places.found[i - 1].sentence) held.clear();
    held.add(place);
    const bool last =
        i + 1 == places.found.size() || places.found[i + 1].sentence != place.sentence;
    if (!last) continue;
    out.sentence = std::max(out.sentence, share(held.rarity(), rarity));
  }
}

void measure_windows(const Asked& asked, const Places& places, double rarity, WordMatch& out) {
  Held held(asked);
  for (size_t i = 0; i < places.found.size(); ++i) {
    held.clear();
    for (size_t j = i; j < places.found.size(); ++j) {
      if (places.found[j].word - places.found[i].word >= kWindowWords) break;
      held.add(places.found[j]);
    }
    out.window = std::max(out.window, share(held.rarity(), rarity));
  }
}

void measure_pairs(const Asked& asked, const Places& places, WordMatch& out) {
  if (asked.pairs.empty()) return;
  std::vector<std::vector<uint32_t>> at(asked.terms.size());
  for (const Place& place : places.found)
    at[place.term].push_back(place.word);
  double total = 0, ordered = 0;
  for (const auto& [first, second] : asked.pairs) {
    const double rarity = asked.terms[first].rarity + asked.terms[second].rarity;
    total += rarity;
    for (const uint32_t a : at[first]) {
      const auto b = std::upper_bound(at[second].begin(), at[second].end(), a);
      if (b == at[second].end() || *b > a + kOrderedWithin) continue;
      ordered += rarity;
      break;
    }
  }
  out.ordered = share(ordered, total);
}

}  // namespace

Asked ask_by(std::string_view question, const Profile& profile) {
  Asked asked;
  const std::set<std::string> names = names_of(question);
  for (const std::string& term : profile.terms) {
    TermAsked made;
    made.word = term;
    made.code = has_digit(term);
    made.stem = made.code ? without_signs(term) : stem(term);
    made.name = !made.code && names.count(made.stem) > 0;
    made.weight = made.code ? limits::kCodeWeight : made.name ? limits::kNameWeight : 1;
    const auto same = [&](const TermAsked& other) { return other.stem == made.stem; };
    if (std::none_of(asked.terms.begin(), asked.terms.end(), same)) {
      asked.terms.push_back(std::move(made));
    }
  }
  for (const std::string& phrase : profile.phrases)
    asked.phrases.push_back(collapse_spaces(fold(phrase)));
  const Lookup lookup(asked);
  const Places places = places_of(lookup, question);
  for (size_t i = 0; i + 1 < places.found.size(); ++i) {
    const Place& a = places.found[i];
    const Place& b = places.found[i + 1];
    if (a.term != b.term && b.word > a.word && b.word <= a.word + kOrderedWithin) {
      asked.pairs.emplace_back(a.term, b.term);
    }
  }
  return asked;
}

void weigh_by_rarity(Asked& asked, uint64_t passages, std::span<const uint64_t> holding) {
  for (size_t i = 0; i < std::min(asked.terms.size(), holding.size()); ++i) {
    const double held = static_cast<double>(std::min(holding[i], passages)) + kUsualHolding;
    const double others = static_cast<double>(passages) + kUsualPassages - held;
    asked.terms[i].rarity = std::log(1 + (others + 0.5) / (held + 0.5));
  }
}

WordMatch match(const Asked& asked, std::string_view above, std::string_view text) {
  WordMatch out;
  const size_t terms = asked.terms.size();
  out.in_text.assign(terms, 0);
  out.in_above.assign(terms, 0);
  const Lookup lookup(asked);
  const Places places = places_of(lookup, text);
  const Places heading = places_of(lookup, above);
  out.words = places.words;

  double weight = 0, rarity = 0, codes = 0, names = 0;
  for (const TermAsked& term : asked.terms) {
    weight += term.weight;
    rarity += term.rarity;
    codes += term.code;
    names += term.name;
  }
  Held held(asked);
  for (const Place& place : heading.found) {
    held.add(place);
    out.in_above[place.term] += place.credit;
  }
  out.above = share(held.rarity(), rarity);
  for (const Place& place : places.found) {
    held.add(place);
    out.in_text[place.term] += place.credit;
  }
  out.coverage = share(held.weight(), weight);
  out.rare = share(held.rarity(), rarity);
  for (size_t i = 0; i < terms; ++i) {
    const double missing = 1 - double{held.of(i)};
    if (asked.terms[i].code) out.codes_missing += missing / codes;
    if (asked.terms[i].name) out.names_missing += missing / names;
  }
  measure_sentences(asked, places, rarity, out);
  measure_windows(asked, places, rarity, out);
  measure_pairs(asked, places, out);
  if (!asked.phrases.empty()) {
    const std::string folded = collapse_spaces(fold(text));
    for (const std::string& phrase : asked.phrases) {
      const bool there = folded.find(phrase) != std::string::npos;
      out.phrases_missing += there ? 0 : 1 / static_cast<double>(asked.phrases.size());
    }
  }
  return out;
}

}  // namespace oi
