// Places are joined before they are counted, so that passages which overlap count no byte twice.
#include "engine/eval_measures.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

#include "base/text.h"
#include "engine/eval_spans.h"

namespace oi {
namespace {

// SQuAD's normalisation, with letters of any script lowered and accents kept.
std::vector<std::string> squad_words(std::string_view text) {
  std::string plain;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    const char32_t c = next_code_point(text, at);
    const bool mark = c < 0x80 && std::ispunct(static_cast<int>(c)) != 0;
    if (!mark) plain += text.substr(begin, at - begin);
  }
  std::transform(plain.begin(), plain.end(), plain.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  const std::string spaced = collapse_spaces(plain);
  std::vector<std::string> out;
  for (const std::string_view word : split(spaced, ' ')) {
    if (!word.empty() && word != "a" && word != "an" && word != "the") out.emplace_back(word);
  }
  return out;
}

double f1_of(const std::vector<std::string>& answer, const std::vector<std::string>& right) {
  if (answer.empty() || right.empty()) return answer.empty() && right.empty() ? 1 : 0;
  std::multiset<std::string> left(right.begin(), right.end());
  size_t same = 0;
  for (const std::string& word : answer) {
    const auto found = left.find(word);
    if (found == left.end()) continue;
    left.erase(found);
    ++same;
  }
  if (same == 0) return 0;
  const double precision = static_cast<double>(same) / static_cast<double>(answer.size());
  const double recall = static_cast<double>(same) / static_cast<double>(right.size());
  return 2 * precision * recall / (precision + recall);
}

}  // namespace

double ndcg_at(const std::vector<std::string>& ranked, const std::map<std::string, int>& gains,
               size_t k) {
  double gained = 0;
  for (size_t i = 0; i < std::min(k, ranked.size()); ++i) {
    const auto found = gains.find(ranked[i]);
    if (found != gains.end()) gained += found->second / std::log2(static_cast<double>(i) + 2);
  }
  std::vector<int> best;
  for (const auto& [document, grade] : gains)
    best.push_back(grade);
  std::sort(best.rbegin(), best.rend());
  double ideal = 0;
  for (size_t i = 0; i < std::min(k, best.size()); ++i) {
    ideal += best[i] / std::log2(static_cast<double>(i) + 2);
  }
  return ideal > 0 ? gained / ideal : 0;
}

double recall_at(const std::vector<std::string>& ranked, const std::map<std::string, int>& gains,
                 size_t k) {
  if (gains.empty()) return 0;
  size_t found = 0;
  for (size_t i = 0; i < std::min(k, ranked.size()); ++i)
    found += gains.contains(ranked[i]);
  return static_cast<double>(found) / static_cast<double>(gains.size());
}

uint64_t bytes_of(const Places& spans) {
  uint64_t bytes = 0;
  for (const auto& [document, list] : spans) {
    for (const Span& span : joined(list))
      bytes += span.size();
  }
  return bytes;
}

uint64_t bytes_in_both(const Places& a, const Places& b) {
  uint64_t bytes = 0;
  for (const auto& [document, list] : a) {
    const auto other = b.find(document);
    if (other == b.end()) continue;
    const std::vector<Span> mine = joined(list), theirs = joined(other->second);
    for (size_t i = 0, j = 0; i < mine.size() && j < theirs.size();) {
      const uint64_t begin = std::max(mine[i].begin, theirs[j].begin);
      const uint64_t end = std::min(mine[i].end, theirs[j].end);
      if (begin < end) bytes += end - begin;
      ++(mine[i].end < theirs[j].end ? i : j);
    }
  }
  return bytes;
}

double share_found(const Places& gold, const Places& found) {
  const uint64_t all = bytes_of(gold);
  return all == 0 ? 0 : static_cast<double>(bytes_in_both(gold, found)) / static_cast<double>(all);
}

double overlap(const Places& gold, const Places& found) {
  const uint64_t both = bytes_in_both(gold, found);
  const uint64_t either = bytes_of(gold) + bytes_of(found) - both;
  return either == 0 ? 0 : static_cast<double>(both) / static_cast<double>(either);
}

double exact_match(std::string_view answer, const std::vector<std::string>& right) {
  const std::vector<std::string> words = squad_words(answer);
  return std::any_of(right.begin(), right.end(),
                     [&](const std::string& one) { return squad_words(one) == words; })
             ? 1
             : 0;
}

double word_f1(std::string_view answer, const std::vector<std::string>& right) {
  const std::vector<std::string> words = squad_words(answer);
  double best = 0;
  for (const std::string& one : right)
    best = std::max(best, f1_of(words, squad_words(one)));
  return best;
}

}  // namespace oi
