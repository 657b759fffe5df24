// The bit-parallel recurrence of Hyyrö (2004): a column of the table of common subsequences is a
// row of bits, and a step of it an addition.

#include "engine/eval_text.h"

#include <string>
#include <unordered_map>
#include <vector>

#include "base/text.h"

namespace oi {
namespace {

std::u32string decoded(std::string_view text) {
  std::u32string all;
  for (size_t at = 0; at < text.size();)
    all += next_code_point(text, at);
  return all;
}

// Where each code point stands in `text`, 64 places to a word.
class Places {
 public:
  explicit Places(const std::u32string& text) : none_(text.size() / 64 + 1, 0) {
    for (size_t i = 0; i < text.size(); ++i) {
      auto [at, added] = of_.try_emplace(text[i]);
      if (added) at->second.assign(none_.size(), 0);
      at->second[i / 64] |= uint64_t{1} << (i % 64);
    }
  }
  const std::vector<uint64_t>& of(char32_t c) const {
    const auto at = of_.find(c);
    return at == of_.end() ? none_ : at->second;
  }
  size_t words() const { return none_.size(); }

 private:
  std::unordered_map<char32_t, std::vector<uint64_t>> of_;
  std::vector<uint64_t> none_;
};

uint64_t common(const std::u32string& a, const std::u32string& b) {
  const Places places(a);
  std::vector<uint64_t> row(places.words(), ~uint64_t{0});
  for (const char32_t c : b) {
    const std::vector<uint64_t>& match = places.of(c);
    uint64_t carry = 0;
    for (size_t w = 0; w < row.size(); ++w) {
      const uint64_t both = row[w] & match[w];
      const uint64_t sum = row[w] + both;
      const uint64_t with_carry = sum + carry;
      carry = (sum < both || with_carry < sum) ? 1 : 0;
      row[w] = with_carry | (row[w] & ~match[w]);
    }
  }
  uint64_t zeros = 0;
  for (size_t i = 0; i < a.size(); ++i)
    zeros += (row[i / 64] >> (i % 64) & 1) == 0 ? 1 : 0;
  return zeros;
}

}  // namespace

uint64_t common_subsequence(std::string_view a, std::string_view b) {
  return common(decoded(a), decoded(b));
}

double indel_ratio(std::string_view a, std::string_view b) {
  const std::u32string one = decoded(collapse_spaces(a)), other = decoded(collapse_spaces(b));
  const size_t length = one.size() + other.size();
  if (length == 0) return 1;
  return 2.0 * static_cast<double>(common(one, other)) / static_cast<double>(length);
}

}  // namespace oi
