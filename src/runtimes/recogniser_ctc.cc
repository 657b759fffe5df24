// A character is shown in one or two steps only, wherever the network is sure of it, so its width
// is not known: a word reaches half of the usual distance between characters beyond its outer ones.
#include "runtimes/recogniser_ctc.h"

#include <algorithm>
#include <iterator>

namespace oi {
namespace {

float middle_of(const ReadCharacter& character) {
  return 0.5f * static_cast<float>(character.from + character.to);
}

// The usual distance between neighbours, spaces included as neighbours.
float usual_distance(std::span<const ReadCharacter> characters) {
  std::vector<float> distances;
  for (size_t i = 1; i < characters.size(); ++i) {
    distances.push_back(middle_of(characters[i]) - middle_of(characters[i - 1]));
  }
  if (distances.empty()) return 3;
  const auto half = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
  std::ranges::nth_element(distances, half);
  return *half;
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
  return alphabet;
}

std::vector<ReadCharacter> read_characters(std::span<const float> rows, size_t classes,
                                           size_t steps) {
  std::vector<ReadCharacter> read;
  uint32_t before = 0;
  for (uint32_t step = 0; step < steps && (step + 1) * classes <= rows.size(); ++step) {
    const std::span<const float> row = rows.subspan(step * classes, classes);
    const auto most = std::ranges::max_element(row);
    const auto a_class = static_cast<uint32_t>(std::distance(row.begin(), most));
    if (a_class != 0 && a_class == before) {
      read.back().to = step + 1;
      read.back().probability = std::max(read.back().probability, *most);
    } else if (a_class != 0) {
      read.push_back({a_class, *most, step, step + 1});
    }
    before = a_class;
  }
  return read;
}

std::vector<LineWord> make_words(std::span<const ReadCharacter> characters,
                                 const Alphabet& alphabet, size_t steps) {
  std::vector<LineWord> words;
  const float reach = 0.5f * usual_distance(characters);
  const float length = static_cast<float>(std::max<size_t>(steps, 1));
  for (size_t first = 0; first < characters.size();) {
    size_t last = first;
    while (last < characters.size() && !alphabet.is_space(characters[last].a_class))
      ++last;
    if (last > first) {
      LineWord word = make_word(characters.subspan(first, last - first), alphabet);
      float from = middle_of(characters[first]) - reach;
      const float to = middle_of(characters[last - 1]) + reach;
      if (!words.empty()) {  // neighbours may touch and not overlap
        const float end = words.back().to * length;
        if (end > from) words.back().to = (from = 0.5f * (from + end)) / length;
      }
      word.from = std::clamp(from / length, 0.0f, 1.0f);
      word.to = std::clamp(to / length, word.from, 1.0f);
      words.push_back(std::move(word));
    }
    first = last + 1;
  }
  return words;
}

float confidence_of(std::span<const LineWord> words) {
  float sum = 0, weight = 0;
  for (const LineWord& word : words) {
    sum += word.confidence * static_cast<float>(word.text.size());
    weight += static_cast<float>(word.text.size());
  }
  return weight == 0 ? 0 : sum / weight;
}

}  // namespace oi
