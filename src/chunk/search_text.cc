#include "chunk/search_text.h"

#include <algorithm>

#include "base/text.h"

namespace oi {
namespace {

bool is_line_end(char c) {
  return c == '\n' || c == '\r';
}

// Behind one line end and the spaces around it; `at` itself when no line ends there, or a
// paragraph.
size_t behind_line_end(std::string_view text, size_t at) {
  size_t behind = at;
  size_t ends = 0;
  for (; behind < text.size(); ++behind) {
    if (text[behind] == '\n') ++ends;
    if (!is_line_end(text[behind]) && text[behind] != ' ' && text[behind] != '\t') break;
  }
  return ends == 1 ? behind : at;
}

bool word_byte(char c) {
  return static_cast<unsigned char>(c) >= 0x80 || (c >= '0' && c <= '9') ||
         (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// The run of letters and digits that ends at `end`.
std::string_view word_before(std::string_view text, size_t end) {
  size_t begin = end;
  while (begin > 0 && word_byte(text[begin - 1]))
    --begin;
  return text.substr(begin, end - begin);
}

std::string_view word_from(std::string_view text, size_t begin) {
  size_t end = begin;
  while (end < text.size() && word_byte(text[end]))
    ++end;
  return text.substr(begin, end - begin);
}

}  // namespace

SearchText::SearchText(const Document& document) : document_(document) {
  const std::string_view text = document.text;
  if (text.find("-\n") == std::string_view::npos && text.find("-\r") == std::string_view::npos)
    return;  // nothing to settle
  for (size_t at = text.find('-'); at != std::string_view::npos; at = text.find('-', at + 1)) {
    const std::string_view before = word_before(text, at), after = word_from(text, at + 1);
    if (!before.empty() && !after.empty()) hyphenated_.insert(fold(before) + "-" + fold(after));
  }
}

bool SearchText::keeps_hyphen(std::string_view before, std::string_view after) const {
  size_t first = 0;
  if (!is_lower(next_code_point(after, first))) return true;
  if (code_points(before) == 1 || (before.back() >= '0' && before.back() <= '9')) return true;
  return hyphenated_.count(fold(before) + "-" + fold(after)) > 0;
}

void SearchText::append(std::string& out, std::string_view text, Spellings spellings) const {
  size_t done = 0;
  for (size_t at = text.find('-'); at != std::string_view::npos; at = text.find('-', at + 1)) {
    const size_t behind = behind_line_end(text, at + 1);
    if (behind == at + 1) continue;
    const std::string_view before = word_before(text, at), after = word_from(text, behind);
    if (before.empty() || after.empty()) continue;
    const bool keeps = keeps_hyphen(before, after);
    out += text.substr(done, at + (keeps ? 1 : 0) - done);
    out += after;
    if (!keeps && spellings == Spellings::Both)
      out.append(" ").append(before).append("-").append(after);
    done = behind + after.size();
    at = done - 1;
  }
  out += text.substr(done);
}

std::string SearchText::made(Span span, Spellings spellings) const {
  std::string out;
  const auto put = [&](uint64_t begin, uint64_t end) {
    append(out, std::string_view(document_.text).substr(begin, end - begin), spellings);
  };
  uint64_t at = span.begin;
  auto block = std::partition_point(document_.blocks.begin(), document_.blocks.end(),
                                    [&](const Block& b) { return b.span.end <= span.begin; });
  for (; block != document_.blocks.end() && block->span.begin < span.end; ++block) {
    if (block->kind != BlockKind::Furniture) continue;
    put(at, std::max(at, block->span.begin));
    at = std::clamp(block->span.end, at, span.end);
  }
  put(at, span.end);
  return out;
}

std::string SearchText::for_meaning(Span span) const {
  return made(span, Spellings::One);
}

std::string SearchText::for_words(Span span) const {
  return made(span, Spellings::Both);
}

}  // namespace oi
