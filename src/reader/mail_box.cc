// A mailbox: messages one behind another, each begun by a line "From <sender> <date>" behind an
// empty one. Lines of a message that would look like that are quoted with ">"; the mark is taken
// off.

#include <algorithm>

#include "base/text.h"
#include "reader/mail.h"

namespace oi {
namespace {

// Of any mail program's writing: a sender or a time follows, and a field in the next line.
bool begins_message(std::string_view bytes, size_t at) {
  constexpr size_t kLongestLine = 1000;
  if (bytes.substr(at, 5) != "From ") return false;
  const std::string_view near = bytes.substr(at, kLongestLine);
  const size_t end = near.find('\n');
  if (end == near.npos || near.substr(0, end).find_first_of(":@") == near.npos) return false;
  std::string_view next = near.substr(end + 1);
  next = next.substr(0, next.find('\n'));
  const size_t colon = next.find(':');
  return next.substr(0, 6) == ">From " || (colon != next.npos && colon > 0 &&
                                           next.substr(0, colon).find_first_of(" \t") == next.npos);
}

// Where the next message begins behind `at`; the end when there is none.
size_t next_message(std::string_view bytes, size_t at) {
  for (size_t found = bytes.find("\nFrom ", at); found != bytes.npos;
       found = bytes.find("\nFrom ", found + 1)) {
    const bool blank_before = found == 0 || bytes[found - 1] == '\n' ||
                              (found > 1 && bytes[found - 1] == '\r' && bytes[found - 2] == '\n');
    if (blank_before && begins_message(bytes, found + 1)) return found + 1;
  }
  return bytes.size();
}

std::string without_quotes(std::string_view message) {
  std::string plain;
  plain.reserve(message.size());
  for (size_t at = 0; at < message.size();) {
    const size_t end = message.find('\n', at);
    const size_t next = end == message.npos ? message.size() : end + 1;
    std::string_view line = message.substr(at, next - at);
    const size_t marks = line.find_first_not_of('>');
    if (marks != line.npos && marks > 0 && line.substr(marks, 5) == "From ") line.remove_prefix(1);
    plain += line;
    at = next;
  }
  return plain;
}

Result<Done> list_message(const MailFields& fields, const ReadLimits& limits, Frames& out) {
  TextRun run;
  run.block = BlockKind::List;
  run.before = TextRun::Break::Line;
  for (const char* name : {"date", "from", "subject"}) {
    const std::string text = readable_field(fields.get(name), limits);
    if (text.empty()) continue;
    if (!run.text.empty()) run.text += ", ";
    run.text += text;
  }
  return out.run(std::move(run));
}

}  // namespace

Result<Done> read_mailbox(std::string_view bytes, const Request& request, Frames& out) {
  uint32_t number = 0, left_out = 0;
  bool full = false;
  size_t at = bytes.substr(0, 5) == "From " ? 0 : next_message(bytes, 0);
  if (at == bytes.size()) return Error{Code::Corrupt, "a mailbox without a message"};
  while (at < bytes.size()) {
    const size_t end = next_message(bytes, at + 1);
    std::string_view raw = bytes.substr(at, end - at);
    const size_t line = raw.find('\n');
    raw.remove_prefix(line == raw.npos ? raw.size() : line + 1);  // the line "From "
    at = end;
    ++number;
    const std::string message = without_quotes(raw);
    const MailFields fields = split_message(message).fields;
    TRY(list_message(fields, request.limits, out));
    const std::string subject = plain_name(readable_field(fields.get("subject"), request.limits));
    const std::string name =
        "message " + std::to_string(number) + (subject.empty() ? "" : " " + subject) + ".eml";
    const Result<Done> started = full ? Result<Done>(Code::TooLarge, "") : out.child_start(name);
    if (!started.ok()) {
      if (started.error().code != Code::TooLarge) return started;
      full = true;
      ++left_out;
      continue;
    }
    const Result<Done> sent = out.child_bytes(message);
    if (!sent.ok() && sent.error().code != Code::TooLarge) return sent;
    TRY(out.child_end(sent.ok()));
    full = !sent.ok();
    left_out += full ? 1 : 0;
  }
  if (left_out > 0)
    TRY(out.problem({"messages_left_out", "",
                     std::to_string(left_out) + " of " + std::to_string(number) +
                         " messages are over the limits and not read"}));
  return Done{};
}

}  // namespace oi
