// Line by line, word by word; a number that is not one, or a word too many, is an error.
#include "runtimes/ranges.h"

#include <algorithm>
#include <charconv>

namespace oi {

extern const char* const kRangesText;  // made by the build from models/*.int8.txt

namespace {

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  while (!line.empty()) {
    const size_t end = std::min(line.find(' '), line.size());
    if (end > 0) words.push_back(line.substr(0, end));
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return words;
}

template <typename T>
bool parse(std::string_view word, T& value) {
  const auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), value);
  return status == std::errc{} && end == word.data() + word.size();
}

bool read_divisors(const std::vector<std::string_view>& words, Range& range) {
  for (size_t i = 1; i < words.size(); ++i) {
    const size_t colon = std::min(words[i].find(':'), words[i].size() - 1);
    uint32_t channel = 0;
    float by = 0;
    if (!parse(words[i].substr(0, colon), channel) || !parse(words[i].substr(colon + 1), by) ||
        !(by > 1.0f && by < 1e6f)) {
      return false;
    }
    range.damped.emplace_back(channel, by);
  }
  return true;
}

// Adds one line; `last` is the product that channels belong to.
bool read_line(std::string_view line, Ranges& ranges, Range*& last) {
  const auto words = words_of(line);
  if (words.size() == 2 && words[0] == "weights" && words[1].size() == 64) {
    ranges.weights = words[1];
    return true;
  }
  if (words.size() == 4 && words[0] == "input") {
    Range range;
    if (!parse(words[2], range.low) || !parse(words[3], range.high)) return false;
    if (!(range.low <= 0 && range.high > 0 && range.high < 1e6f && range.low > -1e6f)) return false;
    last = &(ranges.of[std::string(words[1])] = range);
    return true;
  }
  if (words.size() < 2 || last == nullptr) return false;
  return words[0] == "divide" && read_divisors(words, *last);
}

}  // namespace

Result<Ranges> parse_ranges(std::string_view text) {
  Ranges ranges;
  Range* last = nullptr;
  for (size_t number = 1; !text.empty(); ++number) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.starts_with('#')) continue;
    if (!read_line(line, ranges, last)) {
      return Error{Code::Corrupt, "line " + std::to_string(number) +
                                      " of the int8 ranges: " + std::string(line.substr(0, 60))};
    }
  }
  return ranges;
}

Result<Ranges> known_ranges() {
  return parse_ranges(kRangesText);
}

}  // namespace oi
