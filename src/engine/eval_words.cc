#include "engine/eval_words.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "base/text.h"

namespace oi {
namespace {

struct Entity {
  std::string_view name, text;
};
constexpr std::array<Entity, 6> kEntities = {{{"&amp;", "&"},
                                              {"&lt;", "<"},
                                              {"&gt;", ">"},
                                              {"&quot;", "\""},
                                              {"&#39;", "'"},
                                              {"&apos;", "'"}}};

std::string without_markup(std::string_view html) {
  std::string text;
  for (size_t at = 0; at < html.size();) {
    const auto entity = std::find_if(kEntities.begin(), kEntities.end(), [&](const Entity& one) {
      return html.substr(at).starts_with(one.name);
    });
    if (entity != kEntities.end()) {
      text += entity->text;
      at += entity->name.size();
    } else if (html[at] == '<') {
      at = std::min(html.find('>', at), html.size() - 1) + 1;
    } else {
      text += html[at++];
    }
  }
  return text;
}

// Folded words of letters and digits; an apostrophe belongs to its word and is left out.
std::vector<std::string> spoken_words(std::string_view text) {
  std::vector<std::string> all;
  std::string word;
  const std::string folded = fold(text);
  for (size_t at = 0; at < folded.size();) {
    const size_t begin = at;
    const char32_t c = next_code_point(folded, at);
    if (is_letter(c) || is_digit(c)) {
      word.append(folded, begin, at - begin);
    } else if (c != '\'' && c != 0x2019 && !word.empty()) {
      all.push_back(std::exchange(word, {}));
    }
  }
  if (!word.empty()) all.push_back(word);
  return all;
}

}  // namespace

std::vector<std::string> words_as_written(std::string_view text) {
  std::vector<std::string> all;
  std::string word;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    if (is_space(next_code_point(text, at))) {
      if (!word.empty()) all.push_back(std::exchange(word, {}));
    } else {
      word.append(text.substr(begin, at - begin));
    }
  }
  if (!word.empty()) all.push_back(word);
  return all;
}

std::string text_of_hocr(std::string_view html) {
  std::string text;
  constexpr std::string_view kWord = "class='ocrx_word'";
  std::string even(html);
  std::replace(even.begin(), even.end(), '"', '\'');  // only where attributes are looked for
  for (size_t at = even.find(kWord); at != std::string::npos; at = even.find(kWord, at + 1)) {
    const size_t open = even.find('>', at);
    if (open == std::string::npos) break;
    const size_t close = std::min(even.find("</span>", open), even.size());
    text += without_markup(html.substr(open + 1, close - open - 1)) + "\n";
  }
  return text;
}

double word_accuracy(std::string_view truth, std::string_view read) {
  std::map<std::string, int64_t> left;
  for (const std::string& word : words_as_written(read))
    ++left[word];
  const std::vector<std::string> wanted = words_as_written(truth);
  uint64_t found = 0;
  for (const std::string& word : wanted) {
    const auto at = left.find(word);
    if (at == left.end() || at->second == 0) continue;
    --at->second;
    ++found;
  }
  return wanted.empty() ? 1 : static_cast<double>(found) / static_cast<double>(wanted.size());
}

WordErrors word_errors(std::string_view truth, std::string_view heard) {
  const std::vector<std::string> a = spoken_words(truth), b = spoken_words(heard);
  std::vector<uint64_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (size_t i = 0; i < a.size(); ++i) {
    uint64_t diagonal = std::exchange(row[0], i + 1);
    for (size_t j = 1; j <= b.size(); ++j) {
      const uint64_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return {row[b.size()], a.size()};
}

}  // namespace oi
