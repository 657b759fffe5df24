// 1. The question's content words are weighed: a number, a code or a name counts for more than a
//    plain word, because a passage without it is about something else.
// 2. Coverage is the weighed share of them that stands in the passage, by stem; words of one
//    beginning count in part.
// 3. One sentence that holds every word is worth more than the words scattered: in a passage on
// many
//    matters the cosine is low, whatever one of its sentences says.
// 4. Relevance is a sigmoid over all. Neither alone is enough: words without meaning are chance,
//    meaning without a word of the question is another topic of the same field.
#include "retrieve/relevance.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/stem.h"
#include "base/text.h"
#include "retrieve/profile.h"
#include "rules/limits.h"

namespace oi {
namespace {

constexpr double kBeginningCredit = 0.6;  // for "calibrat-ion" where the question has "calibrat-or"
constexpr size_t kBeginningLeast = 5;     // bytes that must agree
constexpr double kCoverageUnknown = 0.6;  // of a question without terms, as of a middling passage

bool has_digit(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
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

// A code without the signs in which its writings differ: "H-220" and "H220", "1,500" and "1500". A
// full stop stays: 3.5 is not 35.
std::string without_signs(const std::string& code) {
  std::string out;
  for (const char c : code) {
    if (c != '-' && c != ',' && c != '/' && c != '_') out += c;
  }
  return out;
}

// The terms of a passage in every form that a question may name them by.
std::set<std::string> forms_of(std::string_view text) {
  std::set<std::string> held;
  for (const std::string& term : content_terms(text)) {
    if (!has_digit(term)) {
      held.insert(stem(term));
      continue;
    }
    held.insert(without_signs(term));
    for (const TextSpan& part : words(term))
      held.insert(term.substr(part.begin, part.size()));
  }
  return held;
}

double credit(const std::string& wanted, const std::set<std::string>& held) {
  if (held.count(wanted) > 0) return 1;
  if (wanted.size() <= kBeginningLeast || has_digit(wanted)) return 0;
  const std::string beginning =
      wanted.substr(0, floor_code_point(wanted, std::max(kBeginningLeast, wanted.size() - 3)));
  const auto near = held.lower_bound(beginning);
  return near != held.end() && near->rfind(beginning, 0) == 0 ? kBeginningCredit : 0;
}

bool one_sentence_has_all(const std::vector<WeighedTerm>& terms, std::string_view text) {
  if (terms.size() < 2) return false;
  for (const TextSpan& place : sentences(text)) {
    const std::set<std::string> held = forms_of(text.substr(place.begin, place.size()));
    const bool all = std::all_of(terms.begin(), terms.end(), [&](const WeighedTerm& term) {
      return credit(term.stem, held) == 1;
    });
    if (all) return true;
  }
  return false;
}

}  // namespace

std::vector<WeighedTerm> weigh_terms(std::string_view question, const Profile& profile) {
  const std::set<std::string> names = names_of(question);
  std::vector<WeighedTerm> out;
  for (const std::string& term : profile.terms) {
    WeighedTerm weighed{.stem = has_digit(term) ? without_signs(term) : stem(term), .weight = 1};
    if (has_digit(term)) {
      weighed.weight = limits::kCodeWeight;
    } else if (names.count(weighed.stem) > 0) {
      weighed.weight = limits::kNameWeight;
    }
    out.push_back(std::move(weighed));
  }
  return out;
}

double relevance_stand_in(const std::vector<WeighedTerm>& terms, std::string_view text,
                          double cosine) {
  double total = 0, found = 0;
  const std::set<std::string> held = forms_of(text);
  for (const WeighedTerm& term : terms) {
    total += term.weight;
    found += term.weight * credit(term.stem, held);
  }
  const double coverage = total == 0 ? kCoverageUnknown : found / total;
  double logit = limits::kStandInCosine * cosine + limits::kStandInCoverage * coverage +
                 limits::kStandInOffset;
  // Looked at only where the whole passage has every word, because sentences cost more to read.
  if (total > 0 && found == total && one_sentence_has_all(terms, text)) {
    logit += limits::kStandInSentence;
  }
  return 1 / (1 + std::exp(-logit));
}

}  // namespace oi
