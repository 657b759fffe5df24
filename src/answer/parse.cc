// Reading a model's text as claims. The text is hostile: it may be anything.
//
// 1. Bytes that are not UTF-8 are replaced, control characters become spaces.
// 2. Line by line: list marks go; label marks ("[S1]", "[S1, S2]", "[S2: x.pdf]", "(S1)", "[1]")
//    are taken out and remembered with their place; the rest is cut into sentences.
// 3. A label belongs to the sentences before it, back to the label before that; a label in front of
//    everything belongs to the first sentence.
// 4. "NOT FOUND" before any claim is the verdict of the whole draft, and nothing behind it counts.
#include <algorithm>
#include <array>
#include <optional>

#include "answer/draft.h"
#include "base/text.h"

namespace oi {
namespace {

constexpr size_t kLongestText = 64 * 1024;
constexpr size_t kLongestMark = 80;  // bytes between brackets

// A label mark taken out of a line: the place it stood at, and the labels that are known.
struct Mark {
  size_t at = 0;
  std::vector<std::string> labels;
};

bool digits_only(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// "S2", "s2", "S2: x.pdf", "2": as "S2". Nothing when it is no label at all.
std::optional<std::string> label_in(std::string_view part) {
  part = trim(part.substr(0, part.find(':')));
  if (!part.empty() && (part.front() == 'S' || part.front() == 's')) part.remove_prefix(1);
  if (!digits_only(part) || part.size() > 3) return std::nullopt;
  return "S" + std::string(part);
}

// The labels between two brackets; nothing when anything else stands there too.
std::optional<std::vector<std::string>> labels_in(std::string_view inside) {
  std::vector<std::string> labels;
  const size_t colon = inside.find(':');
  while (!inside.empty()) {
    const size_t comma = colon == inside.npos ? inside.find_first_of(",;") : inside.npos;
    const auto label = label_in(inside.substr(0, comma));
    if (!label) return std::nullopt;
    labels.push_back(*label);
    inside = comma == inside.npos ? std::string_view() : inside.substr(comma + 1);
  }
  if (labels.empty()) return std::nullopt;
  return labels;
}

// Where the mark that opens at `at` ends; npos when no mark opens there.
size_t end_of_mark(std::string_view line, size_t at, std::vector<std::string>& labels) {
  const char open = line[at];
  if (open != '[' && open != '(') return std::string_view::npos;
  const size_t close = line.find(open == '[' ? ']' : ')', at);
  if (close == line.npos || close - at > kLongestMark) return std::string_view::npos;
  const std::string_view inside = line.substr(at + 1, close - at - 1);
  // A bare number in round brackets is a number.
  if (open == '(' && (inside.empty() || (inside[0] != 'S' && inside[0] != 's'))) {
    return std::string_view::npos;
  }
  auto found = labels_in(inside);
  // A link, "[3](address)", is no label.
  if (!found || (close + 1 < line.size() && open == '[' && line[close + 1] == '(' &&
                 line.substr(close + 1, 2) != "(S")) {
    return std::string_view::npos;
  }
  labels = std::move(*found);
  return close + 1;
}

// The line without its marks.
std::string take_marks(std::string_view line, std::vector<Mark>& marks) {
  std::string text;
  for (size_t at = 0; at < line.size();) {
    std::vector<std::string> labels;
    const size_t end = end_of_mark(line, at, labels);
    if (end == line.npos) {
      text += line[at++];
      continue;
    }
    while (text.ends_with(' '))
      text.pop_back();
    if (!marks.empty() && marks.back().at == text.size()) {
      marks.back().labels.insert(marks.back().labels.end(), labels.begin(), labels.end());
    } else {
      marks.push_back({text.size(), std::move(labels)});
    }
    at = end;
    // "word [S1]." keeps its full stop at the word; "word. [S1] Next" keeps its space.
  }
  return text;
}

std::string_view without_list_mark(std::string_view line) {
  line = trim(line);
  const bool heading = line.starts_with('#');
  while (line.starts_with('#'))
    line.remove_prefix(1);
  if (heading) return {};
  for (const std::string_view mark : {"- ", "* ", "+ ", "• ", "– ", "> "}) {
    if (line.starts_with(mark)) return trim(line.substr(mark.size()));
  }
  size_t digits = 0;
  while (digits < line.size() && line[digits] >= '0' && line[digits] <= '9')
    ++digits;
  if (digits > 0 && digits < 3 && digits + 1 < line.size() &&
      (line[digits] == '.' || line[digits] == ')') && line[digits + 1] == ' ') {
    return trim(line.substr(digits + 2));
  }
  return line;
}

// Words of the prompt that a small model likes to repeat.
bool is_echo(const std::string& folded) {
  constexpr std::array<std::string_view, 10> kBegins = {"question:",
                                                        "evidence:",
                                                        "instructions:",
                                                        "write short sentences that copy",
                                                        "you answer questions from",
                                                        "begin each sentence with",
                                                        "if the evidence does not",
                                                        "the evidence is text to read",
                                                        "answer in ",
                                                        "as an ai"};
  return std::any_of(kBegins.begin(), kBegins.end(),
                     [&](std::string_view begin) { return folded.starts_with(begin); });
}

bool says_not_found(const std::string& folded) {
  constexpr std::array<std::string_view, 12> kBegins = {"not found",
                                                        "no answer found",
                                                        "the evidence does not",
                                                        "the provided evidence does not",
                                                        "the documents do not",
                                                        "the passages do not",
                                                        "there is no information",
                                                        "there is no evidence",
                                                        "no information is",
                                                        "i cannot answer",
                                                        "i could not find",
                                                        "i don't know"};
  return std::any_of(kBegins.begin(), kBegins.end(),
                     [&](std::string_view begin) { return folded.starts_with(begin); });
}

bool is_question(std::string_view text) {
  return text.ends_with('?') || text.ends_with("？");
}

std::string clean(std::string_view text) {
  std::string valid =
      repair_utf8(text.substr(0, floor_code_point(text, std::min(text.size(), kLongestText)))).text;
  for (char& c : valid) {
    if (static_cast<unsigned char>(c) < 0x20 && c != '\n') c = ' ';
    if (c == 0x7F) c = ' ';
  }
  for (size_t at; (at = valid.find("**")) != std::string::npos;)
    valid.erase(at, 2);
  return valid;
}

std::vector<std::string> known_only(const std::vector<std::string>& labels,
                                    const Evidence& evidence) {
  std::vector<std::string> known;
  for (const std::string& label : labels) {
    const bool exists = std::any_of(evidence.passages.begin(), evidence.passages.end(),
                                    [&](const Passage& passage) { return passage.label == label; });
    if (exists && std::find(known.begin(), known.end(), label) == known.end()) {
      known.push_back(label);
    }
  }
  return known;
}

// The claims of one line.
void read_line(std::string_view line, const Evidence& evidence, Draft& draft) {
  std::vector<Mark> marks;
  const std::string text = take_marks(line, marks);
  const std::vector<TextSpan> places = sentences(text);
  std::vector<Claim> claims(places.size());
  for (size_t i = 0; i < places.size(); ++i) {
    claims[i].text =
        collapse_spaces(std::string_view(text).substr(places[i].begin, places[i].size()));
  }
  size_t from = 0;  // the first sentence that has no label yet
  for (const Mark& mark : marks) {
    size_t until = 0;  // behind the last sentence that begins before the mark
    while (until < places.size() && places[until].begin < mark.at)
      ++until;
    if (until == 0) until = std::min<size_t>(1, places.size());
    const std::vector<std::string> labels = known_only(mark.labels, evidence);
    for (size_t i = std::min(from, until == 0 ? 0 : until - 1); i < until; ++i) {
      claims[i].labels.insert(claims[i].labels.end(), labels.begin(), labels.end());
    }
    from = until;
  }
  for (Claim& claim : claims) {
    const std::string folded = fold(claim.text);
    if (is_question(claim.text) || is_echo(folded) || count_words(claim.text) == 0) continue;
    if (says_not_found(folded)) {
      draft.says_not_found = draft.claims.empty();
      if (draft.says_not_found) return;
      continue;
    }
    claim.labels = known_only(claim.labels, evidence);
    draft.claims.push_back(std::move(claim));
  }
}

}  // namespace

Draft parse_draft(std::string_view text, const Evidence& evidence) {
  Draft draft;
  const std::string cleaned = clean(text);
  for (size_t at = 0; at < cleaned.size() && !draft.says_not_found;) {
    const size_t end = std::min(cleaned.find('\n', at), cleaned.size());
    std::string_view line = without_list_mark(std::string_view(cleaned).substr(at, end - at));
    at = end + 1;
    if (line.starts_with("Answer:")) line = trim(line.substr(7));
    if (is_echo(fold(line))) continue;
    read_line(line, evidence, draft);
  }
  return draft;
}

}  // namespace oi
