// YAML, logs, and what all files share whose canonical text is their own. White space at a border
// belongs to the block before it, so that nothing of the file is missing between two blocks.

#include "reader/structured.h"

#include <algorithm>

#include "base/text.h"
#include "reader/kind.h"

namespace oi {
namespace {

constexpr size_t kSlice = 32 << 10;
constexpr size_t kLogBlock = 4 << 10;  // bytes of entries in one block of a log

// A block of YAML begins at a key or an entry of the outermost level, or a document's mark, with
// the comments above it.
bool begins_yaml_block(std::string_view line) {
  if (line.empty() || std::string_view(" \t\r\n#").find(line[0]) != std::string_view::npos)
    return false;
  if (line.substr(0, 3) == "...") return false;
  return line[0] != '}' && line[0] != ']';
}

}  // namespace

Result<Done> OwnText::send(size_t end, bool begins) {
  while (at_ < end) {
    const std::string_view left = text_.substr(at_, end - at_);
    TextRun run;
    run.block = kind_;
    run.level = level_;
    run.begins_block = begins;
    run.text = left.substr(0, left.size() <= kSlice ? left.size() : floor_code_point(left, kSlice));
    at_ += run.text.size();
    begins = false;
    TRY(out_.run(std::move(run)));
  }
  return Done{};
}

Result<Done> OwnText::block(size_t end, BlockKind kind, uint8_t level) {
  kind_ = kind;
  level_ = level;
  return send(end, true);
}

Result<Done> OwnText::more(size_t end) {
  return send(end, false);
}

Result<PlainText> decode_and_tell(std::string_view bytes, const Request& request, Frames& out,
                                  std::string_view declared) {
  PlainText plain = TRY(decode_text(bytes, request.limits, declared));
  for (const Problem& problem : plain.problems)
    TRY(out.problem(problem));
  return plain;
}

size_t line_end(std::string_view text, size_t at) {
  const size_t end = text.find_first_of("\r\n", at);
  if (end == std::string_view::npos) return text.size();
  return end + (text.substr(end, 2) == "\r\n" ? 2 : 1);
}

Result<Done> read_yaml(std::string_view bytes, const Request& request, Frames& out) {
  const PlainText plain = TRY(decode_and_tell(bytes, request, out));
  const std::string_view text = plain.text();
  OwnText own(text, out);
  size_t begin = 0;      // of the block that is being gathered
  size_t comments = 0;   // where comments begin that may belong to the next block
  bool started = false;  // the block has its first key
  for (size_t at = 0; at < text.size();) {
    const size_t next = line_end(text, at);
    const std::string_view line = text.substr(at, next - at);
    const bool comment = line[0] == '#';
    if (begins_yaml_block(line)) {
      const size_t border = comments > begin ? comments : at;
      if (started && border > begin) {
        TRY(own.block(border, BlockKind::Code));
        begin = border;
      }
      started = true;
      comments = 0;
    } else if (!comment) {
      comments = 0;
    } else if (comments == 0) {
      comments = at;
    }
    at = next;
  }
  return own.block(text.size(), BlockKind::Code);
}

Result<Done> read_log(std::string_view bytes, const Request& request, Frames& out) {
  const PlainText plain = TRY(decode_and_tell(bytes, request, out));
  const std::string_view text = plain.text();
  OwnText own(text, out);
  size_t begin = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t next = line_end(text, at);
    // An entry has its further lines with it; a block has whole entries.
    const std::string_view line = text.substr(at, std::min<size_t>(next - at, 256));
    if (at - begin >= kLogBlock && starts_log_entry(line)) {
      TRY(own.block(at, BlockKind::Code));
      begin = at;
    }
    at = next;
  }
  return own.block(text.size(), BlockKind::Code);
}

}  // namespace oi
