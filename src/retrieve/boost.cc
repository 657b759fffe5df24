// Units and cues are matched as whole words: "min" is not in "dopamine", "amp" not in "example".
// The numbers of a standard are matched with their capitals: "UL" is not in "stimulation".
#include "retrieve/boost.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/text.h"
#include "rules/limits.h"

namespace oi {
namespace {

// Between bars, folded. "m" alone is left out: it stands in "page 7 m".
constexpr std::array<std::string_view, 4> kUnitFamilies = {
    "|ml|l|cl|dl|liter|liters|litre|litres|gallon|gallons|quart|quarts|gal|qt|mg|g|kg|lb|lbs|oz|t|",
    "|psi|bar|mbar|kpa|mpa|pa|torr|", "|mm|cm|km|inch|inches|in|ft|feet|mil|um|µm|",
    "|v|mv|kv|volt|volts|a|ma|amp|amps|w|kw|mw|watt|watts|hz|khz|mhz|ghz|ohm|ohms|ah|mah|kwh|"};
constexpr std::string_view kStandards =
    "|ISO|IEEE|ANSI|ASTM|IEC|DIN|EN|UL|NFPA|SAE|BS|JIS|VDE|VDI|RFC|";
constexpr std::string_view kCues =
    "|spec|specs|specification|specifications|requirement|requirements|capacity|rating|rated|"
    "recommended|required|maximum|minimum|max|min|dosage|dose|limit|limits|threshold|tolerance|"
    "range|torque|pressure|voltage|";
constexpr std::array<std::string_view, 5> kOpenings = {"what is", "what are", "what's", "how much",
                                                       "how many"};
constexpr std::array<std::string_view, 3> kInside = {" type of ", " kind of ", " grade of "};
constexpr uint32_t kLeastPoints = 5;

bool listed(std::string_view list, std::string_view word) {
  return !word.empty() && list.find("|" + std::string(word) + "|") != std::string_view::npos;
}

bool ascii_digit(char c) {
  return c >= '0' && c <= '9';
}

bool has_digit(std::string_view text) {
  return std::any_of(text.begin(), text.end(), ascii_digit);
}

// "H220", "AB12": two capitals or more, then digits.
bool is_code(std::string_view word) {
  const auto capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  const size_t letters =
      static_cast<size_t>(std::find_if_not(word.begin(), word.end(), capital) - word.begin());
  return letters >= 2 && letters < word.size() && ascii_digit(word[letters]);
}

struct Words {
  std::vector<std::string> folded;
  std::vector<std::string_view> written;
};

Words words_of(std::string_view text) {
  Words out;
  for (const TextSpan& span : words(text)) {
    out.written.push_back(text.substr(span.begin, span.size()));
    out.folded.push_back(fold(out.written.back()));
  }
  return out;
}

// The unit of "5psi"; empty for a word that is not digits and then letters.
std::string_view behind_digits(std::string_view word) {
  const size_t letter = word.find_first_not_of("0123456789.,");
  return letter == 0 || letter == std::string_view::npos ? std::string_view() : word.substr(letter);
}

bool names_standard(const Words& words) {
  for (size_t i = 0; i + 1 < words.written.size(); ++i) {
    if (listed(kStandards, words.written[i]) && has_digit(words.written[i + 1])) return true;
  }
  return false;
}

}  // namespace

bool asks_for_specification(std::string_view question) {
  const std::string folded = fold(question);
  for (const std::string_view opening : kOpenings) {
    if (folded.rfind(opening, 0) == 0) return true;
  }
  for (const std::string_view inside : kInside) {
    if (folded.find(inside) != std::string::npos) return true;
  }
  if (has_digit(folded)) return true;
  const Words asked = words_of(question);
  for (size_t i = 0; i < asked.folded.size(); ++i) {
    const std::string& word = asked.folded[i];
    if (listed(kCues, word) || is_code(asked.written[i])) return true;
    // A one-letter unit is a word of its own in too many questions.
    const bool unit = word.size() > 1 && word != "in" &&
                      std::any_of(kUnitFamilies.begin(), kUnitFamilies.end(),
                                  [&](std::string_view family) { return listed(family, word); });
    if (unit) return true;
  }
  return false;
}

uint32_t structure_points(const StoredChunk& chunk) {
  uint32_t points = 0;
  if (chunk.chunk.kind == ChunkKind::Table) points += 5;
  if (chunk.chunk.kind == ChunkKind::List) points += 2;
  const std::string& text = chunk.text;
  if (std::count(text.begin(), text.end(), '\t') >= 3 ||
      std::count(text.begin(), text.end(), '|') >= 3) {
    points += 3;
  }
  if (has_digit(text)) ++points;
  const Words words = words_of(text);
  std::array<bool, kUnitFamilies.size()> families{};
  for (size_t i = 0; i < words.folded.size(); ++i) {
    const bool after_number = i > 0 && ascii_digit(words.folded[i - 1].back());
    const std::string_view unit =
        after_number ? std::string_view(words.folded[i]) : behind_digits(words.folded[i]);
    for (size_t family = 0; family < families.size(); ++family)
      families[family] = families[family] || listed(kUnitFamilies[family], unit);
  }
  points += 2 * static_cast<uint32_t>(std::count(families.begin(), families.end(), true));
  if (names_standard(words)) points += 3;
  return points;
}

bool boost_structure(std::vector<Hit>& hits, const StoredById& stored, std::string_view question,
                     const ModeRules& mode) {
  if (!asks_for_specification(question)) return false;
  for (Hit& hit : hits) {
    const uint32_t points = structure_points(stored.at(hit.chunk));
    if (points < kLeastPoints) continue;
    const double earned =
        std::min(limits::kStructureBoostMost,
                 limits::kStructureBoostPoint * points * mode.specification_boost);
    hit.boosts.push_back({"structure", earned});
    hit.boost += earned;
    hit.final_score = hit.fused + hit.boost;
  }
  std::stable_sort(hits.begin(), hits.end(),
                   [](const Hit& a, const Hit& b) { return a.final_score > b.final_score; });
  return true;
}

}  // namespace oi
