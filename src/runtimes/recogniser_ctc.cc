// A character is shown in one or two steps only, wherever the network is sure of it, so its width
// is not known; where a word ends is seen from the ink. The network is shy of spaces in small
// print: on scans the rule below finds nine in ten of those that it left out, and wrongly parts one
// word in several thousand.
#include "runtimes/recogniser_ctc.h"

#include <algorithm>
#include <map>

#include "base/text.h"

namespace oi {
namespace {

constexpr float kHalfSeen = 0.3f;    // a space as likely as this needs no gap
constexpr float kThoughtOf = 0.02f;  // and one as likely as this does
constexpr int kSpaceGap = 6;         // columns without ink
constexpr float kSureAccent = 0.99f;
constexpr float kThinkable = 0.002f;
constexpr size_t kHardlyEver = 200;  // one character in so many
constexpr float kMostOfAll = 0.52f;  // the sum of short floats is not quite 1
constexpr int kReach = 40;           // columns from an outer letter's middle to its end, at most

bool parted(const ReadCharacter& a, const ReadCharacter& b, const InkMap& ink) {
  if (b.space_before >= kHalfSeen) return true;
  if (b.space_before < kThoughtOf) return false;
  const auto [from, to] = widest_gap(ink, a.middle(), b.middle());
  return to - from >= kSpaceGap;
}

LineWord make_word(std::span<const ReadCharacter> characters, const Alphabet& alphabet) {
  LineWord word;
  for (const ReadCharacter& character : characters) {
    word.text += alphabet[character.a_class];
    word.confidence += character.probability;
  }
  word.confidence /= static_cast<float>(characters.size());
  return word;
}

// The likeliest class. The probabilities of a step are at most 1 together, so what has clearly over
// half of it needs no look at the thousands of others; nearly all steps are sure of a blank or of
// what the step before showed.
uint32_t likeliest(std::span<const float> row, uint32_t before) {
  if (row[0] > kMostOfAll) return 0;
  if (row[before] > kMostOfAll) return before;
  uint32_t best = 0;
  for (uint32_t i = 0; i < row.size(); ++i) {
    if (row[i] > kMostOfAll) return i;
    if (row[i] > row[best]) best = i;
  }
  return best;
}

}  // namespace

Result<Alphabet> Alphabet::parse(std::string_view list) {
  Alphabet alphabet;
  alphabet.characters_.emplace_back();
  while (!list.empty()) {
    const size_t end = std::min(list.find('\n'), list.size());
    alphabet.characters_.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  if (alphabet.characters_.size() == 1) {
    return Error{Code::Corrupt, "the recogniser names no characters"};
  }
  alphabet.characters_.emplace_back(" ");
  std::map<std::string_view, uint32_t> classes;
  for (uint32_t i = 1; i < alphabet.classes(); ++i)
    classes.emplace(alphabet[i], i);
  for (const std::string& character : alphabet.characters_) {
    Plain plain;
    const std::string bare = character.size() < 2 ? std::string{} : fold(character);
    if (bare.size() == 1 && bare[0] >= 'a' && bare[0] <= 'z') {
      const std::string capital(1, static_cast<char>(bare[0] - 'a' + 'A'));
      plain = {classes.contains(bare) ? classes[bare] : 0,
               classes.contains(capital) ? classes[capital] : 0};
    }
    alphabet.plain_.push_back(plain);
  }
  return alphabet;
}

std::vector<ReadCharacter> read_characters(std::span<const float> rows, const Alphabet& alphabet,
                                           size_t steps) {
  const size_t classes = alphabet.classes();
  std::vector<ReadCharacter> read;
  uint32_t before = 0;
  float space = 0;
  for (uint32_t step = 0; step < steps && (step + 1) * classes <= rows.size(); ++step) {
    const std::span<const float> row = rows.subspan(step * classes, classes);
    const uint32_t a_class = likeliest(row, before);
    const float most = row[a_class];
    space = std::max(space, row.back());
    if (a_class != 0 && a_class == before) {
      read.back().to = step + 1;
      read.back().probability = std::max(read.back().probability, most);
    } else if (a_class != 0) {
      const auto [small, capital] = alphabet.plain(a_class);
      const uint32_t plain = row[capital] > row[small] ? capital : small;
      read.push_back({.a_class = a_class,
                      .probability = most,
                      .from = step,
                      .to = step + 1,
                      .space_before = space,
                      .plain = plain,
                      .plain_probability = plain == 0 ? 0 : row[plain]});
    }
    if (a_class != 0) space = row.back();
    before = a_class;
  }
  return read;
}

void drop_doubtful_accents(std::span<std::vector<ReadCharacter>> lines) {
  size_t accented = 0, all = 0;
  for (const auto& line : lines) {
    all += line.size();
    accented += static_cast<size_t>(std::ranges::count_if(
        line, [](const ReadCharacter& c) { return c.plain != 0 && c.probability >= kSureAccent; }));
  }
  if (accented * kHardlyEver > all) return;
  for (auto& line : lines) {
    for (ReadCharacter& c : line) {
      if (c.plain == 0 || c.probability >= kSureAccent || c.plain_probability < kThinkable)
        continue;
      c.a_class = c.plain;
      c.plain = 0;
      c.probability += c.plain_probability;  // that it is this letter, with an accent or without
    }
  }
}

std::vector<LineWord> make_words(std::span<const ReadCharacter> characters,
                                 const Alphabet& alphabet, const InkMap& ink) {
  std::vector<LineWord> words;
  int before = 0;  // the middle of the last word's last letter
  for (size_t first = 0; first < characters.size();) {
    size_t last = first;
    while (last < characters.size() && !alphabet.is_space(characters[last].a_class) &&
           (last == first || !parted(characters[last - 1], characters[last], ink))) {
      ++last;
    }
    if (last == first) {
      ++first;
      continue;
    }
    LineWord word = make_word(characters.subspan(first, last - first), alphabet);
    const int start = characters[first].middle();
    word.from = start_of_ink(ink, start, std::min(kReach, start - before));
    if (!words.empty()) {  // neighbours end at the gap between them
      const auto [from, to] = widest_gap(ink, before, start);
      words.back().to = to > from ? from : (before + start) / 2;
      word.from = to > from ? to : words.back().to;
    }
    before = characters[last - 1].middle();
    word.to = end_of_ink(ink, before, kReach);
    words.push_back(std::move(word));
    first = last;
  }
  return words;
}

}  // namespace oi
