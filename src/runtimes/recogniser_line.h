// A line of a picture as it was read.
#pragma once

#include <string>
#include <vector>

namespace oi {

// Parts of the line are fractions of its region's length and height.
struct ReadLine {
  struct Word {
    std::string text;
    float confidence = 0;
    float from = 0, to = 0;
  };
  std::vector<Word> words;
  float top = 0, bottom = 1;  // of the ink

  // The mean over the characters; 0 for no words.
  float confidence() const {
    float sum = 0, weight = 0;
    for (const Word& word : words) {
      sum += word.confidence * static_cast<float>(word.text.size());
      weight += static_cast<float>(word.text.size());
    }
    return weight == 0 ? 0 : sum / weight;
  }
  std::string text() const {
    std::string all;
    for (const Word& word : words)
      all += (all.empty() ? "" : " ") + word.text;
    return all;
  }
};

}  // namespace oi
