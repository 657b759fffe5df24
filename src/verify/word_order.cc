// Swaps, by order.
//
// 1. Parties are names and words for opposite roles that stand exactly once on both sides, in one
//    sentence. Two parties in reversed order changed places, unless they are merely listed ("A and
//    B"), one stands behind a preposition of place or time, or the sentence was turned into the
//    passive ("sued B" and "B was sued by").
// 2. Behind "from", "to", "by", "against" and "than" a party must keep its preposition.
// 3. Two numbers changed places when they come in the other order while the words in front of
//    them did not, or the other way round.
#include "verify/word_order.h"

#include <algorithm>
#include <array>

namespace oi {
namespace {

struct Party {
  size_t in_claim;
  size_t in_source;
};

size_t times(const Wording& sentence, const std::string& stem) {
  return static_cast<size_t>(std::count_if(sentence.tokens.begin(), sentence.tokens.end(),
                                           [&](const Token& token) { return token.stem == stem; }));
}

bool has_opposite_in(const Wording& sentence, const std::string& stem) {
  for (const Opposite& opposite : opposites_of(stem)) {
    if (opposite.how == Opposition::Open && times(sentence, opposite.stem) > 0) return true;
  }
  return false;
}

bool once_on_both(const Wording& claim, const Wording& source, size_t token) {
  const std::string& stem = claim.tokens[token].stem;
  return times(claim, stem) == 1 && times(source, stem) == 1;
}

// The word in front of a name of one or more words.
const std::string& before_name(const Wording& sentence, size_t at) {
  static const std::string kNone;
  while (at > 0 && sentence.tokens[at - 1].name)
    --at;
  while (at > 0 &&
         (sentence.tokens[at - 1].folded == "the" || sentence.tokens[at - 1].folded == "a")) {
    --at;
  }
  return at == 0 ? kNone : sentence.tokens[at - 1].folded;
}

template <size_t n>
bool one_of(const std::array<const char*, n>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

constexpr std::array<const char*, 5> kRoles = {"from", "to", "by", "against", "than"};
constexpr std::array<const char*, 15> kPlaces = {"in",     "at",   "on",    "of",    "for",
                                                 "since",  "with", "near",  "under", "during",
                                                 "within", "like", "about", "as",    "and"};

// Nothing but names, "and", "or" between two places.
bool listed(const Wording& sentence, size_t a, size_t b) {
  const auto [first, last] = std::minmax(a, b);
  for (size_t i = first + 1; i < last; ++i) {
    const Token& token = sentence.tokens[i];
    const bool joint = token.name || token.folded == "and" || token.folded == "or" ||
                       token.folded == "und" || token.folded == "et" || token.folded == "y" ||
                       token.folded == "the";
    if (!joint) return false;
  }
  return true;
}

std::string changed_places(const Wording& claim, size_t a, size_t b) {
  return "\"" + claim.tokens[a].folded + "\" and \"" + claim.tokens[b].folded +
         "\" are in each other's place";
}

std::string swapped_parties(const Wording& claim, const Wording& source,
                            const std::vector<Party>& parties) {
  for (const Party& party : parties) {
    const std::string& here = before_name(claim, party.in_claim);
    const std::string& there = before_name(source, party.in_source);
    const bool fixed = one_of(kRoles, here) && one_of(kRoles, there);
    if (fixed && here != there && here != "by" && there != "by") {
      return "\"" + claim.tokens[party.in_claim].folded + "\" stands behind \"" + here +
             "\", in the source behind \"" + there + "\"";
    }
  }
  for (size_t i = 0; i < parties.size(); ++i) {
    for (size_t k = i + 1; k < parties.size(); ++k) {
      const Party& a = parties[i];
      const Party& b = parties[k];
      if (listed(claim, a.in_claim, b.in_claim) || listed(source, a.in_source, b.in_source))
        continue;
      bool placed = false, by_here = false, by_there = false;
      for (const Party& party : {a, b}) {
        const std::string& here = before_name(claim, party.in_claim);
        const std::string& there = before_name(source, party.in_source);
        placed |= one_of(kPlaces, here) || one_of(kPlaces, there);
        by_here |= here == "by";
        by_there |= there == "by";
      }
      if (placed) continue;
      const bool same_order = a.in_source < b.in_source;
      const bool same_voice = by_here == by_there;
      if (same_order != same_voice) return changed_places(claim, a.in_claim, b.in_claim);
    }
  }
  return {};
}

// The last word before a number that names what it belongs to.
std::optional<size_t> label_before(const Wording& claim, const Wording& source,
                                   const Matches& matches, size_t from, size_t number) {
  for (size_t i = number; i-- > from;) {
    if (claim.tokens[i].content && matches[i] && once_on_both(claim, source, i)) return i;
  }
  return std::nullopt;
}

std::string swapped_numbers(const Wording& claim, const Wording& source, const Matches& matches,
                            const std::vector<Party>& numbers) {
  for (size_t i = 0; i + 1 < numbers.size(); ++i) {
    const Party& a = numbers[i];
    const Party& b = numbers[i + 1];
    const size_t from = i == 0 ? 0 : numbers[i - 1].in_claim;
    const auto label_a = label_before(claim, source, matches, from, a.in_claim);
    const auto label_b = label_before(claim, source, matches, a.in_claim, b.in_claim);
    if (!label_a || !label_b) continue;
    const bool labels_in_order = matches[*label_a]->token < matches[*label_b]->token;
    const bool numbers_in_order = a.in_source < b.in_source;
    if (labels_in_order != numbers_in_order) return changed_places(claim, a.in_claim, b.in_claim);
  }
  return {};
}

}  // namespace

std::string find_swap(const Wording& claim, const std::vector<const Wording*>& window,
                      const Matches& matches) {
  for (size_t s = 0; s < window.size(); ++s) {
    const Wording& source = *window[s];
    std::vector<Party> parties, numbers;
    for (size_t t = 0; t < claim.tokens.size(); ++t) {
      const Token& token = claim.tokens[t];
      if (!matches[t] || matches[t]->sentence != s || !once_on_both(claim, source, t)) continue;
      const Party party{t, matches[t]->token};
      if (token.number) numbers.push_back(party);
      if (token.name || has_opposite_in(claim, token.stem)) parties.push_back(party);
    }
    if (std::string swap = swapped_parties(claim, source, parties); !swap.empty()) return swap;
    if (std::string swap = swapped_numbers(claim, source, matches, numbers); !swap.empty())
      return swap;
  }
  return {};
}

}  // namespace oi
