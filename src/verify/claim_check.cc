// The claim check.
//
// 1. The claim and every sentence of the passages are read into words, negations and quantities.
// 2. Windows of one sentence, and of two or three where each adds something, are ranked by how much
//    of the claim they hold. A window must not be wider than needed: a second sentence could
//    hide that the first one says the opposite.
// 3. The best windows are compared with the claim (compare.cc) until one supports it.
// 4. A claim that is a sentence of the passage, byte for byte, is supported without comparing.
#include "verify/claim_check.h"

#include <algorithm>

#include "base/stem.h"
#include "base/text.h"
#include "verify/compare.h"

namespace oi {
namespace {

constexpr size_t kWindowsCompared = 6;

void add_stems(std::string_view text, Capitals capitals, std::set<std::string>& stems) {
  for (const Token& token : read_wording(text, {}, capitals).tokens) {
    if (!token.stem.empty()) stems.insert(token.stem);
  }
}

void add_quantities(Quantities& to, const Quantities& from) {
  to.all.insert(to.all.end(), from.all.begin(), from.all.end());
  to.units.insert(from.units.begin(), from.units.end());
  to.scales.insert(to.scales.end(), from.scales.begin(), from.scales.end());
  to.compact += from.compact;
}

ReadPassage read_passage(const Passage& passage, Capitals capitals) {
  ReadPassage out;
  out.label = passage.label;
  out.span = passage.span;
  const std::string above =
      passage.heading_path + " | " + passage.columns + " | " + passage.document_name;
  out.above = read_quantities(above);
  add_stems(above, capitals, out.stems);
  for (const TextSpan& place : sentences(passage.text)) {
    const Span span{passage.span.begin + place.begin, passage.span.begin + place.end};
    Wording sentence = read_wording(
        std::string_view(passage.text).substr(place.begin, place.size()), span, capitals);
    for (const Token& token : sentence.tokens)
      out.stems.insert(token.stem);
    add_quantities(out.quantities, sentence.quantities);
    out.sentences.push_back(std::move(sentence));
  }
  // A table's header says the unit of every row, also where it lies above the passage.
  if (!passage.columns.empty()) {
    const Quantities columns = read_quantities(passage.columns);
    out.quantities.units.insert(columns.units.begin(), columns.units.end());
    out.quantities.scales.insert(out.quantities.scales.end(), columns.scales.begin(),
                                 columns.scales.end());
  }
  for (Wording& sentence : out.sentences) {
    sentence.quantities.units = out.quantities.units;
    sentence.quantities.scales = out.quantities.scales;
  }
  return out;
}

// Consecutive sentences of one passage.
struct Place {
  const ReadPassage* passage = nullptr;
  size_t first = 0;
  size_t count = 0;
  double score = 0;
};

Window window_of(const Place& place) {
  Window window;
  for (size_t i = place.first; i < place.first + place.count; ++i) {
    window.push_back(&place.passage->sentences[i]);
  }
  return window;
}

// Windows of up to three sentences that cannot be cut shorter without losing something.
std::vector<Place> rank_windows(const Wording& claim, std::span<const ReadPassage* const> passages,
                                const ReadEvidence& evidence) {
  std::vector<Place> places;
  for (const ReadPassage* passage : passages) {
    const size_t total = passage->sentences.size();
    for (size_t first = 0; first < total; ++first) {
      for (size_t count = 1; count <= 3 && first + count <= total; ++count) {
        Place place{.passage = passage, .first = first, .count = count};
        const double held = amount_held(claim, window_of(place), evidence);
        if (count > 1) {
          const Place head{.passage = passage, .first = first, .count = count - 1};
          const Place tail{.passage = passage, .first = first + 1, .count = count - 1};
          if (held <= amount_held(claim, window_of(head), evidence) ||
              held <= amount_held(claim, window_of(tail), evidence)) {
            continue;
          }
        }
        place.score = held - 0.02 * static_cast<double>(count - 1);
        places.push_back(place);
      }
    }
  }
  std::stable_sort(places.begin(), places.end(),
                   [](const Place& a, const Place& b) { return a.score > b.score; });
  if (places.size() > kWindowsCompared) places.resize(kWindowsCompared);
  return places;
}

ClaimCheck as_check(const Comparison& comparison, const Place& place) {
  ClaimCheck check;
  check.standing = comparison.standing;
  check.fault = comparison.fault;
  check.coverage = comparison.coverage;
  check.reason = comparison.reason;
  check.label = place.passage->label;
  check.span = {place.passage->sentences[place.first].span.begin,
                place.passage->sentences[place.first + place.count - 1].span.end};
  return check;
}

// The claim as a sentence of a passage, byte for byte.
bool find_copy(std::string_view claim, std::span<const ReadPassage* const> passages,
               ClaimCheck& check) {
  for (const ReadPassage* passage : passages) {
    for (const Wording& sentence : passage->sentences) {
      if (sentence.text != claim || sentence.tokens.empty()) continue;
      check = {.standing = Standing::Supported,
               .fault = Fault::None,
               .coverage = 1,
               .reason = {},
               .label = passage->label,
               .span = sentence.span};
      return true;
    }
  }
  return false;
}

}  // namespace

ReadEvidence read_evidence(const Evidence& evidence, std::string_view question,
                           std::string_view language) {
  ReadEvidence out;
  if (language == "de") out.capitals = Capitals::MeanNothing;
  add_stems(question, out.capitals, out.question);
  out.question_quantities = read_quantities(question);
  for (const Passage& passage : evidence.passages) {
    out.passages.push_back(read_passage(passage, out.capitals));
  }
  return out;
}

const ReadPassage* find_passage(const ReadEvidence& evidence, std::string_view label) {
  for (const ReadPassage& passage : evidence.passages) {
    if (passage.label == label) return &passage;
  }
  return nullptr;
}

ClaimCheck check_claim(std::string_view claim, std::span<const ReadPassage* const> passages,
                       const ReadEvidence& evidence) {
  ClaimCheck best;
  best.reason = "nothing in it can be checked";
  if (find_copy(trim(claim), passages, best)) return best;
  const Wording wording = read_wording(claim, {}, evidence.capitals);
  if (wording.tokens.empty()) return best;
  bool first = true;
  for (const Place& place : rank_windows(wording, passages, evidence)) {
    const Comparison comparison = compare(wording, window_of(place), *place.passage, evidence);
    if (!first && comparison.standing <= best.standing) continue;
    // What the best window denies, a lesser one does not half support.
    const bool denied = best.fault == Fault::Negation || best.fault == Fault::Opposite ||
                        best.fault == Fault::Order;
    if (!first && denied && comparison.standing != Standing::Supported) continue;
    best = as_check(comparison, place);
    first = false;
    if (best.standing == Standing::Supported) break;
  }
  return best;
}

ClaimCheck check_together(std::string_view claim, std::span<const ReadPassage* const> passages,
                          const ReadEvidence& evidence) {
  const Wording wording = read_wording(claim, {}, evidence.capitals);
  Window window;
  ReadPassage whole;
  Place most;
  for (const ReadPassage* passage : passages) {
    const std::vector<const ReadPassage*> one = {passage};
    const std::vector<Place> places = rank_windows(wording, one, evidence);
    if (places.empty()) continue;
    for (const Wording* sentence : window_of(places.front()))
      window.push_back(sentence);
    whole.stems.insert(passage->stems.begin(), passage->stems.end());
    add_quantities(whole.quantities, passage->quantities);
    add_quantities(whole.above, passage->above);
    whole.label += (whole.label.empty() ? "" : " and ") + passage->label;
    if (most.passage == nullptr || places.front().score > most.score) most = places.front();
  }
  if (most.passage == nullptr) return {};
  return as_check(compare(wording, window, whole, evidence), most);
}

}  // namespace oi
