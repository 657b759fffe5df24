// JSON, JSON lines and JSON with comments. The text is the file's own; a block is one element of
// the outermost object or array, or one value of many in a file; small ones share one. What is not
// JSON is told and kept.

#include <optional>

#include "base/text.h"
#include "reader/json_scan.h"
#include "reader/structured.h"

namespace oi {
namespace {

constexpr size_t kLeastBlock = 128;  // bytes; smaller values share a block
constexpr size_t kLargeElement = 4 << 10;
constexpr int kDeepest = 5;

size_t spaces_end(std::string_view text, size_t at) {
  const size_t end = text.find_first_not_of(" \t\r\n", at);
  return end == std::string_view::npos ? text.size() : end;
}

std::string line_of(std::string_view text, size_t at) {
  size_t lines = 1;
  for (size_t i = text.find('\n'); i != std::string_view::npos && i < at;
       i = text.find('\n', i + 1))
    ++lines;
  return "line " + std::to_string(lines);
}

class Values {
 public:
  Values(std::string_view text, Frames& out) : text_(text), own_(text, out), out_(out) {}

  Result<Done> read() {
    size_t at = spaces_end(text_, 0);
    const JsonEnd first = json_value_end(text_, at);
    const bool alone = first.state == JsonEnd::Whole && spaces_end(text_, first.at) == text_.size();
    if (!alone || (text_[at] != '{' && text_[at] != '[')) return read_many(at);
    TRY(read_elements(at + 1, 0));
    return own_.block(text_.size(), BlockKind::Code);
  }

 private:
  // Of one object or array that is known to be whole; a large element is cut at its own elements.
  Result<Done> read_elements(size_t at, int depth) {
    for (;;) {
      at = spaces_end(text_, at);
      if (text_[at] == '}' || text_[at] == ']') return Done{};
      size_t value = at;
      size_t end = json_value_end(text_, at).at;
      const size_t colon = spaces_end(text_, end);
      if (text_[colon] == ':') {
        value = spaces_end(text_, colon + 1);
        end = json_value_end(text_, value).at;
      }
      const bool inner = text_[value] == '{' || text_[value] == '[';
      if (inner && end - value > kLargeElement && depth < kDeepest) {
        if (at >= own_.at() + kLeastBlock) TRY(own_.block(at, BlockKind::Code));
        TRY(read_elements(value + 1, depth + 1));
      }
      const size_t comma = spaces_end(text_, end);
      if (text_[comma] != ',') return Done{};
      at = spaces_end(text_, comma + 1);
      if (at >= own_.at() + kLeastBlock) TRY(own_.block(at, BlockKind::Code));
    }
  }

  // Values one after another. A line that is none is passed over and told; where a value breaks
  // lines later than it began, no line can be trusted any more.
  Result<Done> read_many(size_t at) {
    size_t broken = 0, first_broken = 0;
    while (at < text_.size()) {
      const JsonEnd value = json_value_end(text_, at);
      size_t end = value.at;
      if (value.state != JsonEnd::Whole) {
        if (broken++ == 0) first_broken = value.at;
        const size_t line = line_end(text_, at);
        end = value.state == JsonEnd::Broken && value.at < line ? line : text_.size();
      }
      at = spaces_end(text_, end);
      if (at >= own_.at() + kLeastBlock) TRY(own_.block(at, BlockKind::Code));
    }
    TRY(own_.block(text_.size(), BlockKind::Code));
    if (broken == 0) return Done{};
    return out_.problem(
        {"not_whole_json", line_of(text_, first_broken),
         std::to_string(broken) + " values are not JSON; they are kept as they stand"});
  }

  std::string_view text_;
  OwnText own_;
  Frames& out_;
};

}  // namespace

Result<Done> read_json(std::string_view bytes, const Request& request, Frames& out) {
  const PlainText plain = TRY(decode_and_tell(bytes, request, out));
  return Values(plain.text(), out).read();
}

}  // namespace oi
