// Comparing a claim with the sentences that hold most of it.
//
// 1. Each word of the claim is matched with the same stem in the window; of several occurrences,
//    with the one whose clause shares most with the claim. An opposite with a negation on one side
//    only ("prohibited", "not allowed") is a match too.
// 2. In this order: words missing, names missing, opposites, negations, order of names and numbers,
//    conditions and quantifiers, and at last numbers. The first fault decides.
// 3. A word of the question may stand anywhere in the passage or its heading, once the window holds
//    something that the question does not say; every other word must stand in the window.
#include "verify/compare.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/text.h"
#include "rules/limits.h"
#include "verify/word_order.h"

namespace oi {
namespace {

bool negated_in(const Wording& sentence, size_t token) {
  for (const auto& reached : sentence.negations) {
    if (std::find(reached.begin(), reached.end(), token) != reached.end()) return true;
  }
  return false;
}

// For every token of the claim, where the window has it.
Matches match_words(const Wording& claim, const Window& window) {
  std::map<std::string, size_t> wanted;
  for (const Token& token : claim.tokens)
    wanted.emplace(token.stem, 0);
  std::map<std::pair<size_t, uint32_t>, std::set<std::string>> shared;  // by sentence and clause
  for (size_t s = 0; s < window.size(); ++s) {
    for (const Token& token : window[s]->tokens) {
      if (wanted.count(token.stem) > 0) shared[{s, token.clause}].insert(token.stem);
    }
  }
  Matches matches(claim.tokens.size());
  for (size_t t = 0; t < claim.tokens.size(); ++t) {
    size_t most = 0;
    for (size_t s = 0; s < window.size(); ++s) {
      for (size_t w = 0; w < window[s]->tokens.size(); ++w) {
        const Token& token = window[s]->tokens[w];
        if (token.stem != claim.tokens[t].stem) continue;
        const size_t size = shared[{s, token.clause}].size();
        if (size > most) {
          most = size;
          matches[t] = Match{s, w};
        }
      }
    }
  }
  return matches;
}

struct Opposites {
  bool clash = false;
  bool agree = false;  // some opposite was turned round by a negation
  std::string reason;
};

const Token* beside(const Wording& sentence, size_t at, int step) {
  for (size_t k = 0, i = at; k < 3; ++k) {
    if ((step < 0 && i == 0) || (step > 0 && i + 1 >= sentence.tokens.size())) return nullptr;
    i = step < 0 ? i - 1 : i + 1;
    if (sentence.tokens[i].content || sentence.tokens[i].number) return &sentence.tokens[i];
  }
  return nullptr;
}

bool same_neighbour(const Wording& a, size_t at_a, const Wording& b, size_t at_b) {
  for (const int step : {-1, 1}) {
    const Token* left = beside(a, at_a, step);
    const Token* right = beside(b, at_b, step);
    if (left != nullptr && right != nullptr && left->stem == right->stem) return true;
  }
  return false;
}

// Words of the claim that the window does not have, but of which it has the opposite.
Opposites find_opposites(const Wording& claim, const Window& window, Matches& matches) {
  Opposites found;
  for (size_t t = 0; t < claim.tokens.size(); ++t) {
    if (matches[t]) continue;
    for (const Opposite& opposite : opposites_of(claim.tokens[t].stem)) {
      for (size_t s = 0; s < window.size(); ++s) {
        for (size_t w = 0; w < window[s]->tokens.size(); ++w) {
          if (window[s]->tokens[w].stem != opposite.stem) continue;
          const bool bound = opposite.how == Opposition::Bound;
          if (bound && !same_neighbour(claim, t, *window[s], w)) continue;
          if (!bound && negated_in(claim, t) != negated_in(*window[s], w)) {
            matches[t] = Match{s, w};
            found.agree = true;
            continue;
          }
          found.clash = true;
          found.reason = "says \"" + claim.tokens[t].folded + "\" where the source says \"" +
                         window[s]->tokens[w].folded + "\"";
        }
      }
    }
  }
  if (found.agree) found.clash = false;
  return found;
}

// How many negations of each side reach a word that both have.
bool negations_differ(const Wording& claim, const Window& window, const Matches& matches) {
  std::set<std::string> denied_by_claim, denied_by_source;
  size_t claimed = 0, found = 0;
  for (const auto& reached : claim.negations) {
    bool counts = false;
    for (const size_t t : reached) {
      if (!matches[t]) continue;
      counts = true;
      denied_by_claim.insert(claim.tokens[t].stem);
    }
    claimed += counts;
  }
  for (size_t s = 0; s < window.size(); ++s) {
    for (const auto& reached : window[s]->negations) {
      bool counts = false;
      for (const size_t w : reached) {
        const bool chosen = std::find(matches.begin(), matches.end(), Match{s, w}) != matches.end();
        if (!chosen) continue;
        counts = true;
        denied_by_source.insert(window[s]->tokens[w].stem);
      }
      found += counts;
    }
  }
  if (claimed == 0 || found == 0) return claimed != found;
  const bool common = std::any_of(denied_by_claim.begin(), denied_by_claim.end(),
                                  [&](const auto& word) { return denied_by_source.count(word); });
  return !common || claimed % 2 != found % 2;
}

Agreement find_in_window(const Quantity& claimed, const Window& window) {
  Agreement best = Agreement::None;
  for (const Wording* sentence : window) {
    best = std::max(best, find_quantity(claimed, sentence->quantities));
  }
  return best;
}

struct Coverage {
  size_t words = 0, found = 0;
  size_t own = 0, own_found = 0;  // of those that the question does not have
  std::string missing;            // the first one
  std::string missing_name;
};

// Does the window hold anything of the claim that the question does not say already?
bool holds_something_own(const Wording& claim, const Window& window, const Matches& matches,
                         const ReadEvidence& evidence) {
  for (size_t t = 0; t < claim.tokens.size(); ++t) {
    const Token& token = claim.tokens[t];
    if (token.content && matches[t] && evidence.question.count(token.stem) == 0) return true;
  }
  return std::any_of(claim.quantities.all.begin(), claim.quantities.all.end(),
                     [&](const Quantity& quantity) {
                       return find_in_window(quantity, window) == Agreement::Full;
                     });
}

Coverage cover(const Wording& claim, const Window& window, const Matches& matches,
               const ReadPassage& passage, const ReadEvidence& evidence) {
  const bool own = holds_something_own(claim, window, matches, evidence);
  Coverage coverage;
  for (size_t t = 0; t < claim.tokens.size(); ++t) {
    const Token& token = claim.tokens[t];
    if (!token.content) continue;
    const bool asked = evidence.question.count(token.stem) > 0;
    const bool around = passage.stems.count(token.stem) > 0;
    const bool found = matches[t].has_value() || (own && asked && around);
    ++coverage.words;
    coverage.found += found;
    coverage.own += !asked;
    coverage.own_found += !asked && found;
    if (!found && coverage.missing.empty()) coverage.missing = token.folded;
    if (!found && !around && token.name && coverage.missing_name.empty()) {
      coverage.missing_name = token.folded;
    }
  }
  return coverage;
}

double share(size_t part, size_t whole) {
  return whole == 0 ? 1 : static_cast<double>(part) / static_cast<double>(whole);
}

// Something left out or added that changes how much is claimed.
std::string changed_extent(const Wording& claim, const Window& window, const Matches& matches) {
  const auto claim_has = [&](Extent extent) {
    return std::any_of(claim.tokens.begin(), claim.tokens.end(),
                       [&](const Token& token) { return token.extent == extent; });
  };
  std::set<Extent> source;
  for (const Wording* sentence : window) {
    for (const Token& token : sentence->tokens)
      source.insert(token.extent);
    for (const std::string& condition : sentence->conditions) {
      if (std::find(claim.conditions.begin(), claim.conditions.end(), condition) ==
          claim.conditions.end()) {
        return "leaves out the condition after \"" + condition + "\"";
      }
    }
  }
  for (const Token& token : claim.tokens) {
    if (token.extent == Extent::None || source.count(token.extent) > 0) continue;
    if (token.extent == Extent::All || token.extent == Extent::Only) {
      return "says \"" + token.folded + "\", which the source does not";
    }
    if (token.extent == Extent::Must && source.count(Extent::May) > 0) {
      return "says \"" + token.folded + "\" where the source leaves it open";
    }
  }
  if (claim_has(Extent::Some) || claim_has(Extent::Most) || claim_has(Extent::May)) return {};
  for (const auto& match : matches) {
    if (!match) continue;
    const Wording& sentence = *window[match->sentence];
    for (const size_t at : {match->token - 1, match->token + 1}) {
      if (at >= sentence.tokens.size()) continue;
      const Extent extent = sentence.tokens[at].extent;
      if (extent == Extent::Some || extent == Extent::Most || extent == Extent::May) {
        return "leaves out \"" + sentence.tokens[at].folded + "\"";
      }
    }
  }
  return {};
}

// A year that only the question states is no invention, as long as the sentence names no other one.
bool year_of_question(const Quantity& claimed, const Window& window, const ReadEvidence& evidence) {
  if (!is_year(claimed) ||
      find_quantity(claimed, evidence.question_quantities) != Agreement::Full) {
    return false;
  }
  for (const Wording* sentence : window) {
    const auto& all = sentence->quantities.all;
    if (std::any_of(all.begin(), all.end(), is_year)) return false;
  }
  return true;
}

// The sentence that holds most of the claim's words, the first of equals.
size_t main_sentence(const Window& window, const Wording& claim, const Matches& matches) {
  std::vector<size_t> held(window.size());
  for (size_t t = 0; t < claim.tokens.size(); ++t) {
    if (claim.tokens[t].content && matches[t]) ++held[matches[t]->sentence];
  }
  return static_cast<size_t>(std::max_element(held.begin(), held.end()) - held.begin());
}

// An amount of the same kind that the sentence gives and the claim does not.
const Quantity* find_rival(const Quantity& claimed, const Wording& claim, const Wording& sentence) {
  if (claimed.kind != QuantityKind::Amount) return nullptr;
  for (const Quantity& quantity : sentence.quantities.all) {
    const bool alike = quantity.kind == claimed.kind && quantity.base == claimed.base &&
                       !quantity.loose && is_year(quantity) == is_year(claimed);
    if (alike && find_quantity(quantity, claim.quantities) == Agreement::None) return &quantity;
  }
  return nullptr;
}

struct NumberFault {
  Standing standing = Standing::Supported;
  Fault fault = Fault::None;
  std::string reason;
};

NumberFault judge_number(const Quantity& quantity, const Wording& claim, const Window& window,
                         size_t main, const ReadPassage& passage, const ReadEvidence& evidence) {
  if (find_quantity(quantity, window[main]->quantities) == Agreement::Full) return {};
  const bool names_the_source = quantity.kind == QuantityKind::Code ||
                                quantity.kind == QuantityKind::Date || is_year(quantity);
  if (names_the_source && find_quantity(quantity, passage.above) == Agreement::Full) return {};
  if (year_of_question(quantity, window, evidence)) return {};
  const std::string quoted = "\"" + quantity.text + "\"";
  const Agreement in_window = find_in_window(quantity, window);
  if (std::max(in_window, find_quantity(quantity, passage.quantities)) == Agreement::None) {
    return {Standing::Unsupported, Fault::Number, quoted + " is not in " + passage.label};
  }
  if (const Quantity* rival = find_rival(quantity, claim, *window[main])) {
    return {Standing::Unsupported, Fault::Order,
            "says " + quoted + " where the source says \"" + rival->text + "\""};
  }
  if (in_window == Agreement::Full) return {};
  if (in_window == Agreement::Weak) {
    return {Standing::Partial, Fault::Number, quoted + " has its unit on one side only"};
  }
  return {Standing::Partial, Fault::Number, quoted + " stands elsewhere in " + passage.label};
}

Comparison check_numbers(const Wording& claim, const Window& window, const ReadPassage& passage,
                         const ReadEvidence& evidence) {
  const size_t main = main_sentence(window, claim, match_words(claim, window));
  Comparison result;
  result.standing = Standing::Supported;
  for (const Quantity& quantity : claim.quantities.all) {
    if (quantity.loose) continue;
    NumberFault fault = judge_number(quantity, claim, window, main, passage, evidence);
    if (fault.standing >= result.standing) continue;
    result.standing = fault.standing;
    result.fault = fault.fault;
    result.reason = std::move(fault.reason);
  }
  return result;
}

// Everything about words; numbers come after.
Comparison check_words(const Wording& claim, const Window& window, const ReadPassage& passage,
                       const ReadEvidence& evidence) {
  Matches matches = match_words(claim, window);
  const Opposites opposites = find_opposites(claim, window, matches);
  const Coverage coverage = cover(claim, window, matches, passage, evidence);
  Comparison result;
  result.coverage = share(coverage.found, coverage.words);
  const auto fail = [&](Fault fault, Standing standing, std::string reason) {
    result.standing = standing;
    result.fault = fault;
    result.reason = std::move(reason);
    return result;
  };
  if (coverage.words + claim.quantities.all.size() == 0) {
    return fail(Fault::Empty, Standing::Unsupported, "nothing in it can be checked");
  }
  if (!coverage.missing_name.empty()) {
    return fail(Fault::Name, Standing::Unsupported,
                "\"" + coverage.missing_name + "\" is not in " + passage.label);
  }
  if (opposites.clash) return fail(Fault::Opposite, Standing::Unsupported, opposites.reason);
  const double least = std::min(result.coverage, share(coverage.own_found, coverage.own));
  if (least < limits::kClaimPartial) {
    return fail(Fault::Words, Standing::Unsupported,
                "\"" + coverage.missing + "\" and more is not in " + passage.label);
  }
  if (!opposites.agree && negations_differ(claim, window, matches)) {
    return fail(Fault::Negation, Standing::Unsupported,
                "one of the claim and the source denies what the other says");
  }
  if (std::string swapped = find_swap(claim, window, matches); !swapped.empty()) {
    return fail(Fault::Order, Standing::Unsupported, std::move(swapped));
  }
  if (std::string extent = changed_extent(claim, window, matches); !extent.empty()) {
    return fail(Fault::Condition, Standing::Partial, std::move(extent));
  }
  if (least < limits::kClaimSupported) {
    return fail(Fault::Words, Standing::Partial,
                "\"" + coverage.missing + "\" is not in " + passage.label);
  }
  result.standing = Standing::Supported;
  return result;
}

}  // namespace

double amount_held(const Wording& claim, const Window& window, const ReadEvidence& evidence) {
  double held = 0, whole = 0;
  std::set<std::string> stems;
  for (const Wording* sentence : window) {
    for (const Token& token : sentence->tokens)
      stems.insert(token.stem);
  }
  for (const Token& token : claim.tokens) {
    if (!token.content) continue;
    whole += 1;
    held += stems.count(token.stem) > 0;
  }
  for (const Quantity& quantity : claim.quantities.all) {
    whole += 1;
    held += find_in_window(quantity, window) == Agreement::Full;
  }
  double asked = 0;
  for (const std::string& word : evidence.question) {
    asked += !is_stop_word(word) && stems.count(word) > 0;
  }
  const double all = std::max<double>(1, static_cast<double>(evidence.question.size()));
  return (whole > 0 ? held / whole : 0) + 0.05 * asked / all;
}

Comparison compare(const Wording& claim, const Window& window, const ReadPassage& passage,
                   const ReadEvidence& evidence) {
  const Comparison words = check_words(claim, window, passage, evidence);
  if (words.standing == Standing::Unsupported) return words;
  Comparison numbers = check_numbers(claim, window, passage, evidence);
  numbers.coverage = words.coverage;
  if (numbers.standing <= words.standing && numbers.fault != Fault::None) return numbers;
  return words;
}

}  // namespace oi
