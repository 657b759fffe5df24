// Snowball's rules. English keeps Porter's first ones, by which the lexical arm was measured.
//
// Words come folded, so rules that look for an accent do not see it; both sides are cut alike,
// which is what counts. One letter is kept for them: the short i of Cyrillic, which folding would
// take for an i with an accent and which many endings end in.
#include "embedded/stems.h"

#include <libstemmer.h>

#include <algorithm>
#include <array>

namespace oi {
namespace {

constexpr size_t kShortest = 3;  // bytes
constexpr size_t kLongest = 64;

struct Rules {
  std::string_view language, rules;
};
constexpr auto kRules = std::to_array<Rules>({
    {"ar", "arabic"},     {"ca", "catalan"},  {"da", "danish"},    {"de", "german"},
    {"el", "greek"},      {"en", "porter"},   {"es", "spanish"},   {"fi", "finnish"},
    {"fr", "french"},     {"hi", "hindi"},    {"hu", "hungarian"}, {"hy", "armenian"},
    {"id", "indonesian"}, {"it", "italian"},  {"nl", "dutch"},     {"no", "norwegian"},
    {"pt", "portuguese"}, {"ro", "romanian"}, {"ru", "russian"},   {"sv", "swedish"},
    {"ta", "tamil"},      {"tr", "turkish"},  {"und", "porter"},
});

constexpr std::string_view kKept = "\xee\x80\x80";  // U+E000
constexpr std::string_view kShortI = "\xd0\xb9";    // й
constexpr std::string_view kPlainI = "\xd0\xb8";    // и

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string out;
  size_t done = 0;
  for (size_t at = text.find(from); at != std::string_view::npos; at = text.find(from, done)) {
    out += text.substr(done, at - done);
    out += to;
    done = at + from.size();
  }
  out += text.substr(done);
  return out;
}

bool has_digit(std::string_view word) {
  return std::any_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::string_view stem_rules(std::string_view language) {
  for (const Rules& row : kRules) {
    if (row.language == language) return row.rules;
  }
  return {};
}

void Stems::Close::operator()(sb_stemmer* stemmer) const {
  sb_stemmer_delete(stemmer);
}

Stems::Stems(std::string_view rules) : rules_(rules) {
  if (!rules_.empty()) stemmer_.reset(sb_stemmer_new(rules_.c_str(), "UTF_8"));
}

std::string Stems::of(std::string_view word) const {
  std::string whole = replaced(word, kKept, kShortI);
  if (stemmer_ && whole.size() >= kShortest && whole.size() <= kLongest && !has_digit(whole)) {
    const sb_symbol* stem =
        sb_stemmer_stem(stemmer_.get(), reinterpret_cast<const sb_symbol*>(whole.data()),
                        static_cast<int>(whole.size()));
    const int length = sb_stemmer_length(stemmer_.get());
    if (stem != nullptr && length > 0) {
      whole.assign(reinterpret_cast<const char*>(stem), static_cast<size_t>(length));
    }
  }
  return replaced(whole, kShortI, kPlainI);
}

std::vector<Stems> stems_for(const std::vector<std::string>& languages) {
  std::vector<Stems> all;
  for (const std::string& language : languages) {
    const std::string_view rules = stem_rules(language);
    const bool known =
        std::any_of(all.begin(), all.end(), [&](const Stems& one) { return one.rules() == rules; });
    if (!known) all.emplace_back(rules);
  }
  return all;
}

}  // namespace oi
