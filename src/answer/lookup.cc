// Choosing sentences.
//
// 1. The question's words are weighted by their rarity among the sentences of the evidence: a word
//    that every sentence has tells nothing.
// 2. A sentence holds a word fully when it has it (same stem), half when its heading or its
//    document's name has it, or the sentence before one that begins with "it" or "this". Its share
//    is the weight held over all weight.
// 3. On top come: what the question asks for (a number, a date, a name, a place), a definition for
//    "what is", and the passage's relevance. Questions, headings and sentences that only repeat the
//    question are no answer, nor is one without a number, code or name that the question names, nor
//    one under a heading that takes it back ("rejected", "not in force").
// 4. A share under the bar is no answer; of the others the best, and those that come near it.
// 5. What is quoted keeps what turns its meaning: an item of a list begins at the line that
//    introduces the list ("Never do the following:"), and a sentence takes along a following one
//    that takes something back ("However, ...").
#include "answer/lookup.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/stem.h"
#include "base/text.h"
#include "rules/limits.h"

namespace oi {
namespace {

constexpr double kHalf = 0.5;         // of a word's weight, when only the surroundings have it
constexpr double kWantedBonus = 0.2;  // the kind of thing that is asked for is there
constexpr double kDefinitionBonus = 0.15;
constexpr double kRelevanceBonus = 0.2;  // times the passage's relevance
constexpr double kDateBonus = 0.2;       // for "when": a year, a month or a time of day
constexpr double kLineMalus = 0.25;      // a line that does not end like a sentence
constexpr double kLongMalus = 0.1;       // over 600 bytes

enum class Wanted : uint8_t { Anything, Number, Date, Name, Definition };

struct Sentence {
  const Passage* passage = nullptr;
  TextSpan place;  // in the passage's text
  std::string text;
  std::string folded;
  std::set<std::string> stems;
  std::string above;  // heading path and document's name, folded
  std::set<std::string> above_stems;
  double share = 0;
  double score = 0;
};

struct Term {
  std::string word;
  std::string stem;
  double weight = 0;
};

std::set<std::string> stems_of(std::string_view text) {
  std::set<std::string> stems;
  for (const TextSpan& word : words(text)) {
    stems.insert(stem(fold(text.substr(word.begin, word.size()))));
  }
  return stems;
}

bool starts_with_any(const std::string& folded, std::initializer_list<const char*> beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](const char* begin) { return folded.starts_with(begin); });
}

bool has_any(const std::string& folded, std::initializer_list<const char*> phrases) {
  const std::string padded = " " + folded + " ";
  return std::any_of(phrases.begin(), phrases.end(), [&](const char* phrase) {
    return padded.find(std::string(" ") + phrase + " ") != std::string::npos;
  });
}

Wanted wanted_by(std::string_view question) {
  const std::string folded = fold(question);
  if (has_any(folded, {"how many", "how much", "how long", "how old", "how far", "how high",
                       "how large", "how often", "what percentage", "wie viele", "wie viel",
                       "wieviel", "wie lange", "combien", "cuantos", "cuantas", "cuanto"}) ||
      folded.find("多少") != std::string::npos || folded.find("几") != std::string::npos) {
    return Wanted::Number;
  }
  if (has_any(folded,
              {"when", "what year", "which year", "what date", "wann", "quand", "cuando"}) ||
      folded.find("什么时候") != std::string::npos || folded.find("何时") != std::string::npos) {
    return Wanted::Date;
  }
  if (has_any(folded,
              {"who", "whose", "whom", "where", "wer", "wo", "qui", "ou", "quien", "donde"})) {
    return Wanted::Name;
  }
  if (starts_with_any(folded, {"what is", "what are", "what does", "define", "was ist", "qu'est-ce",
                               "que es"})) {
    return Wanted::Definition;
  }
  return Wanted::Anything;
}

bool has_digit(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    if (is_digit(next_code_point(text, at))) return true;
  }
  return false;
}

// A number that the question does not have already.
bool has_new_number(const Sentence& sentence, const std::set<std::string>& asked) {
  return std::any_of(sentence.stems.begin(), sentence.stems.end(), [&](const std::string& word) {
    return has_digit(word) && asked.count(word) == 0;
  });
}

// A year, a month's name or a time of day that the question does not have.
bool has_date(const Sentence& sentence, const std::set<std::string>& asked) {
  constexpr std::array<std::string_view, 24> kWords = {
      "january", "february",  "march",    "april",    "june",     "july",
      "august",  "september", "october",  "november", "december", "monday",
      "tuesday", "wednesday", "thursday", "friday",   "saturday", "sunday",
      "januar",  "februar",   "marz",     "juni",     "juli",     "dezember"};
  for (const TextSpan& word : words(sentence.text)) {
    const std::string folded = fold(sentence.text.substr(word.begin, word.size()));
    if (asked.count(stem(folded)) > 0) continue;
    const bool year =
        folded.size() == 4 && (folded[0] == '1' || folded[0] == '2') &&
        std::all_of(folded.begin(), folded.end(), [](char c) { return c >= '0' && c <= '9'; });
    const bool clock = has_digit(folded) && (folded.find(':') != std::string::npos ||
                                             folded.ends_with("am") || folded.ends_with("pm"));
    if (year || clock || std::find(kWords.begin(), kWords.end(), folded) != kWords.end())
      return true;
  }
  return false;
}

// A heading, a page's footer, a bare table row.
bool ends_like_a_sentence(std::string_view text) {
  constexpr std::array<std::string_view, 9> kEnds = {".",  "!", ":",  ";", ")",
                                                     "\"", "”", "。", "！"};
  return std::any_of(kEnds.begin(), kEnds.end(),
                     [&](std::string_view end) { return text.ends_with(end); });
}

// A capital inside the sentence that no word of the question explains.
bool has_new_name(const Sentence& sentence, const std::set<std::string>& asked) {
  bool first = true;
  for (const TextSpan& word : words(sentence.text)) {
    const std::string_view raw = std::string_view(sentence.text).substr(word.begin, word.size());
    size_t at = 0;
    const bool capital = is_upper(next_code_point(raw, at));
    if (!first && capital && asked.count(stem(fold(raw))) == 0) return true;
    first = false;
  }
  return false;
}

bool defines(const Sentence& sentence) {
  return has_any(sentence.folded,
                 {"is a", "is an", "is the", "are", "means", "refers to", "is defined", "denotes",
                  "ist ein", "ist eine", "est un", "est une", "es un", "es una"});
}

bool gives_wanted(const Sentence& sentence, Wanted wanted, const std::set<std::string>& asked) {
  switch (wanted) {
    case Wanted::Number:
    case Wanted::Date:
      return has_new_number(sentence, asked);
    case Wanted::Name:
      return has_new_name(sentence, asked);
    case Wanted::Definition:
    case Wanted::Anything:
      return false;
  }
  return false;
}

// Text in the document that looks like a label of ours would be read as one.
bool looks_like_label(const std::string& text) {
  for (size_t at = text.find("[S"); at != std::string::npos; at = text.find("[S", at + 1)) {
    if (at + 2 < text.size() && text[at + 2] >= '0' && text[at + 2] <= '9') return true;
  }
  return false;
}

// A sentence of only the question's words tells nothing, unless it was asked whether they hold.
bool can_answer(const Sentence& sentence, const std::set<std::string>& asked, bool yes_or_no) {
  if (sentence.stems.size() < 2 || sentence.text.starts_with('#')) return false;
  if (sentence.text.ends_with('?') || sentence.text.ends_with("？")) return false;
  if (looks_like_label(sentence.text)) return false;
  if (yes_or_no) return true;
  return std::any_of(sentence.stems.begin(), sentence.stems.end(), [&](const std::string& word) {
    return asked.count(word) == 0 && !is_stop_word(word);
  });
}

std::vector<Sentence> read_sentences(const Evidence& evidence) {
  std::vector<Sentence> all;
  for (const Passage& passage : evidence.passages) {
    const std::string above =
        fold(passage.heading_path + " | " + passage.columns + " | " + passage.document_name);
    const std::set<std::string> above_stems = stems_of(above);
    for (const TextSpan& place : sentences(passage.text)) {
      Sentence sentence;
      sentence.passage = &passage;
      sentence.place = place;
      sentence.text = passage.text.substr(place.begin, place.size());
      sentence.folded = fold(sentence.text);
      sentence.stems = stems_of(sentence.text);
      sentence.above = above;
      sentence.above_stems = above_stems;
      all.push_back(std::move(sentence));
    }
  }
  return all;
}

// Words of scripts without spaces are looked for as they are: two texts may be cut differently.
bool has_term(const Sentence& sentence, const Term& term) {
  if (sentence.stems.count(term.stem) > 0) return true;
  const bool ascii = std::all_of(term.word.begin(), term.word.end(),
                                 [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  return (!ascii || has_digit(term.word)) && sentence.folded.find(term.word) != std::string::npos;
}

std::vector<Term> weigh_terms(const Profile& profile, const std::vector<Sentence>& all) {
  std::vector<Term> terms;
  for (const std::string& word : profile.terms) {
    Term term{word, stem(word), 0};
    const auto holders =
        static_cast<double>(std::count_if(all.begin(), all.end(), [&](const Sentence& sentence) {
          return has_term(sentence, term);
        }));
    term.weight = std::log(1 + static_cast<double>(all.size()) / (1 + holders));
    terms.push_back(std::move(term));
  }
  return terms;
}

bool above_has(const Sentence& sentence, const Term& term) {
  return sentence.above.find(term.word) != std::string::npos ||
         sentence.above_stems.count(term.stem) > 0;
}

// The sentence that "It" or "This" at the beginning of this one speaks of.
const Sentence* spoken_of(const std::vector<Sentence>& all, size_t at) {
  const bool speaks = starts_with_any(all[at].folded, {"it ", "its ", "this ", "these ", "they "});
  if (!speaks || at == 0 || all[at - 1].passage != all[at].passage) return nullptr;
  return &all[at - 1];
}

bool beside_has(const std::vector<Sentence>& all, size_t at, const Term& term) {
  const Sentence* before = spoken_of(all, at);
  return above_has(all[at], term) || (before != nullptr && has_term(*before, term));
}

// Words of the question that name one thing among many alike: written with a capital, though no
// sentence begins there. German writes every noun so, and a question in capitals tells nothing.
std::vector<std::string> names_in(std::string_view question, const Profile& profile) {
  std::vector<std::string> names;
  const std::vector<TextSpan> all = words(question);
  for (size_t i = 1; i < all.size() && profile.language != "de"; ++i) {
    std::string_view word = question.substr(all[i].begin, all[i].size());
    for (const std::string_view ending : {"'s", "’s"}) {
      if (word.ends_with(ending)) word.remove_suffix(ending.size());
    }
    size_t at = 0;
    const bool capital = is_upper(next_code_point(word, at));
    if (capital && (word.size() == 1 ? word != "I" : !is_stop_word(fold(word)))) {
      names.emplace_back(word);
    }
  }
  if (names.size() * 2 > all.size()) names.clear();
  return names;
}

bool has_word(std::string_view text, std::string_view word) {
  const std::vector<TextSpan> all = words(text);
  return std::any_of(all.begin(), all.end(), [&](const TextSpan& span) {
    return text.substr(span.begin, span.size()) == word;
  });
}

bool has_name(const Sentence& sentence, const std::string& name) {
  // A lone letter is looked for as it is written: "A" names a class, "a" is no name.
  if (name.size() == 1) return has_word(sentence.text, name);
  const std::string folded = fold(name);
  return sentence.stems.count(stem(folded)) > 0 ||
         sentence.folded.find(folded) != std::string::npos;
}

// A number, a code or a name of the question names one thing among many alike: a sentence that has
// another one, or none, is about something else. What stands above it may say it for all below.
bool names_what_is_asked(const std::vector<Sentence>& all, size_t at,
                         const std::vector<Term>& terms, const std::vector<std::string>& names) {
  const Sentence& sentence = all[at];
  const Sentence* before = spoken_of(all, at);
  for (const Term& term : terms) {
    if (has_digit(term.word) && !has_term(sentence, term) && !above_has(sentence, term))
      return false;
  }
  return std::all_of(names.begin(), names.end(), [&](const std::string& name) {
    return has_name(sentence, name) || sentence.above.find(fold(name)) != std::string::npos ||
           (before != nullptr && has_name(*before, name));
  });
}

// A heading that says of all below it that it does not hold.
bool is_taken_back(const Sentence& sentence) {
  return has_any(collapse_spaces(sentence.above),
                 {"rejected", "(rejected)", "withdrawn", "(withdrawn)", "superseded",
                  "(superseded)", "obsolete", "not in force", "repealed", "false", "draft"});
}

// "May the door be opened?" is answered by a sentence that says so or denies it in its own words.
bool asks_yes_or_no(std::string_view question) {
  return starts_with_any(
      fold(question),
      {"is ",      "are ",    "was ",    "were ", "can ",     "could ", "may ",  "might ",
       "must ",    "should ", "shall ",  "will ", "would ",   "do ",    "does ", "did ",
       "has ",     "have ",   "darf ",   "kann ", "muss ",    "ist ",   "sind ", "est-ce ",
       "peut-on ", "puede ",  "¿puede ", "es ",   "se puede "});
}

// "What is the capital of Italy?" asks for a capital: a sentence that has none about it is no
// answer, however much of the rest it holds.
bool asks_for_first_term(std::string_view question) {
  return starts_with_any(fold(question), {"what is the ", "what are the ", "what was the ",
                                          "what were the ", "what's the "});
}

double share_held(const std::vector<Sentence>& all, size_t at, const std::vector<Term>& terms) {
  double held = 0, whole = 0;
  for (const Term& term : terms) {
    whole += term.weight;
    if (has_term(all[at], term)) {
      held += term.weight;
    } else if (beside_has(all, at, term)) {
      held += kHalf * term.weight;
    }
  }
  return whole > 0 ? held / whole : 0;
}

void rate(std::vector<Sentence>& all, const Profile& profile, std::string_view question) {
  const std::vector<Term> terms = weigh_terms(profile, all);
  const Wanted wanted = wanted_by(question);
  const std::set<std::string> asked = stems_of(question);
  const bool first_needed = asks_for_first_term(question);
  const bool yes_or_no = asks_yes_or_no(question);
  const std::vector<std::string> names = names_in(question, profile);
  for (size_t i = 0; i < all.size(); ++i) {
    Sentence& sentence = all[i];
    if (!can_answer(sentence, asked, yes_or_no) || is_taken_back(sentence)) continue;
    if (!names_what_is_asked(all, i, terms, names)) continue;
    const bool lacks_first = first_needed && !terms.empty() && !has_term(sentence, terms[0]) &&
                             !beside_has(all, i, terms[0]);
    if (lacks_first) continue;
    sentence.share = share_held(all, i, terms);
    if (yes_or_no && sentence.share < limits::kLookupYesShare) sentence.share = 0;
    sentence.score = sentence.share + kRelevanceBonus * sentence.passage->relevance;
    if (gives_wanted(sentence, wanted, asked)) sentence.score += kWantedBonus;
    if (wanted == Wanted::Definition && defines(sentence)) sentence.score += kDefinitionBonus;
    if (wanted == Wanted::Date && has_date(sentence, asked)) sentence.score += kDateBonus;
    if (!ends_like_a_sentence(sentence.text)) sentence.score -= kLineMalus;
    if (sentence.text.size() > 600) sentence.score -= kLongMalus;
  }
}

bool is_item(const std::string& text) {
  if (text.starts_with("- ") || text.starts_with("* ") || text.starts_with("• ")) return true;
  size_t at = 0;
  while (at < text.size() && text[at] >= '0' && text[at] <= '9')
    ++at;
  return at > 0 && at + 1 < text.size() && (text[at] == '.' || text[at] == ')') &&
         text[at + 1] == ' ';
}

// Where what must be read with the sentence begins: the line that introduces its list, else itself.
// Nothing when an item's list began before the passage, so that its introduction is not known.
std::optional<size_t> beginning_of(const std::vector<Sentence>& all, size_t at) {
  if (!is_item(all[at].text)) return at;
  size_t first = at;
  while (first > 0 && all[first - 1].passage == all[at].passage && is_item(all[first].text))
    --first;
  const std::string& text = all[first].text;
  if (text.ends_with(':') || text.ends_with("：")) return first;
  const bool cut_off = is_item(text) && all[at].passage->span.begin > 0;
  return cut_off ? std::nullopt : std::optional(at);
}

// Where it ends: a following sentence that takes something back belongs to it.
size_t end_of(const std::vector<Sentence>& all, size_t at) {
  if (at + 1 == all.size() || all[at + 1].passage != all[at].passage) return at;
  const bool takes_back = starts_with_any(
      all[at + 1].folded, {"however", "but ", "except", "unless ", "this is wrong", "since then",
                           "instead", "nevertheless", "this does not apply", "jedoch", "aber ",
                           "mais ", "sauf ", "toutefois", "pero ", "salvo ", "sin embargo"});
  return takes_back ? at + 1 : at;
}

Claim quote(const std::vector<Sentence>& all, size_t at, size_t first) {
  const Sentence& sentence = all[at];
  const Passage& passage = *sentence.passage;
  const size_t begin = all[first].place.begin;
  const size_t end = all[end_of(all, at)].place.end;
  Claim claim;
  claim.text = passage.text.substr(begin, end - begin);
  claim.labels = {passage.label};
  claim.cited = {{passage.span.begin + begin, passage.span.begin + end}};
  claim.support = Support::Supported;
  claim.confidence = std::min(1.0, sentence.share);
  return claim;
}

// Those with at least this share, best first, each text once.
std::vector<size_t> rank(const std::vector<Sentence>& all, double least_share) {
  std::vector<size_t> order;
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i].share > 0 && all[i].share >= least_share) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return all[a].score > all[b].score; });
  std::set<std::string> said;
  std::erase_if(order,
                [&](size_t i) { return !said.insert(collapse_spaces(all[i].folded)).second; });
  return order;
}

}  // namespace

std::vector<Claim> nearest_sentences(const Evidence& evidence, const Profile& profile,
                                     std::string_view question, size_t most) {
  std::vector<Sentence> all = read_sentences(evidence);
  rate(all, profile, question);
  std::vector<Claim> nearest;
  for (const size_t i : rank(all, limits::kLookupShare)) {
    if (nearest.size() == most) break;
    if (const auto first = beginning_of(all, i)) nearest.push_back(quote(all, i, *first));
  }
  return nearest;
}

Draft look_up(const Evidence& evidence, const Profile& profile, std::string_view question) {
  std::vector<Sentence> all = read_sentences(evidence);
  rate(all, profile, question);
  std::vector<size_t> chosen;
  for (const size_t i : rank(all, limits::kLookupShare)) {
    if (chosen.size() == limits::kLookupSentences) break;
    if (!beginning_of(all, i)) continue;
    if (!chosen.empty() && all[i].score < limits::kLookupNear * all[chosen.front()].score) break;
    chosen.push_back(i);
  }
  std::sort(chosen.begin(), chosen.end());
  Draft draft;
  size_t said = 0;  // sentences before it are already quoted
  for (const size_t i : chosen) {
    if (i < said) continue;
    draft.claims.push_back(quote(all, i, *beginning_of(all, i)));
    said = end_of(all, i) + 1;
  }
  return draft;
}

}  // namespace oi
