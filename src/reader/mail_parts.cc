// Transfer encodings, the parts of a multipart body, and the lines of a text body. All are
// tolerant: what is no code is passed over, as mail programs do.

#include <algorithm>

#include "base/text.h"
#include "reader/mail.h"

namespace oi {
namespace {

constexpr size_t kMostParts = 10'000;

int base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+' || c == '-') return 62;
  return c == '/' || c == '_' ? 63 : -1;
}

std::string decode_base64(std::string_view body) {
  std::string bytes;
  bytes.reserve(body.size() / 4 * 3 + 3);
  uint32_t held = 0;
  unsigned bits = 0;
  for (const char c : body) {
    const int digit = base64_digit(c);
    if (c == '=') bits = 0;  // padding ends a group; another may follow
    if (digit < 0) continue;
    held = held << 6 | static_cast<uint32_t>(digit);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(held >> bits & 0xFF);
  }
  return bytes;
}

int hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

std::string decode_quoted(std::string_view body) {
  std::string bytes;
  bytes.reserve(body.size());
  for (size_t i = 0; i < body.size(); ++i) {
    if (body[i] != '=') {
      bytes += body[i];
      continue;
    }
    if (i + 2 < body.size() && hex(body[i + 1]) >= 0 && hex(body[i + 2]) >= 0) {
      bytes += static_cast<char>(hex(body[i + 1]) * 16 + hex(body[i + 2]));
      i += 2;
      continue;
    }
    size_t end = i + 1;  // a line that goes on, perhaps with space behind the mark
    while (end < body.size() && (body[end] == ' ' || body[end] == '\t'))
      ++end;
    if (end < body.size() && (body[end] == '\r' || body[end] == '\n')) {
      i = body[end] == '\r' && end + 1 < body.size() && body[end + 1] == '\n' ? end + 1 : end;
      continue;
    }
    bytes += '=';
  }
  return bytes;
}

std::string decode_uu(std::string_view body) {
  std::string bytes;
  bool begun = false;
  for (std::string_view line : split(body, '\n')) {
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (!begun) {
      begun = line.substr(0, 6) == "begin ";
      continue;
    }
    if (line.empty() || line == "end") break;
    const auto value = [&](size_t i) {
      return i < line.size() ? static_cast<uint32_t>(line[i] - 32) & 63 : 0;
    };
    const size_t length = value(0);
    std::string row;
    for (size_t i = 1; row.size() < length; i += 4) {
      const uint32_t group = value(i) << 18 | value(i + 1) << 12 | value(i + 2) << 6 | value(i + 3);
      for (const int shift : {16, 8, 0})
        row += static_cast<char>(group >> shift & 0xFF);
    }
    bytes += row.substr(0, std::min(length, line.size()));
  }
  return bytes;
}

// How many quote marks begin the line, and the text behind them.
size_t quote_depth(std::string_view& line) {
  size_t depth = 0, at = 0;
  while (at < line.size()) {
    if (line[at] == '>') {
      ++depth;
      ++at;
    } else if (line[at] == ' ' && at + 1 < line.size() && line[at + 1] == '>' && depth > 0) {
      ++at;
    } else {
      break;
    }
  }
  line.remove_prefix(at);
  return depth;
}

}  // namespace

std::string_view take_slice(std::string_view& body, std::string_view encoding) {
  constexpr size_t kGroups = 1 << 18;
  size_t at = 0, digits = 0;
  bool padded = false;  // a whole group begins behind padding
  while (encoding == "base64" && at < body.size() && digits < 4 * kGroups &&
         !(padded && at >= 4 * kGroups)) {
    const char c = body[at++];
    padded = c == '=';
    if (padded) {
      digits = 0;
    } else if (base64_digit(c) >= 0) {
      ++digits;
    }
  }
  const std::string_view slice = body.substr(0, at == 0 ? body.size() : at);
  body.remove_prefix(slice.size());
  return slice;
}

std::string decode_transfer(std::string_view body, std::string_view encoding) {
  if (encoding == "base64") return decode_base64(body);
  if (encoding == "quoted-printable") return decode_quoted(body);
  if (encoding == "x-uuencode" || encoding == "uuencode" || encoding == "x-uue")
    return decode_uu(body);
  return std::string(body);
}

MailParts split_parts(std::string_view body, std::string_view boundary) {
  MailParts all;
  const std::string mark = "--" + std::string(boundary);
  size_t part_at = body.npos;
  for (size_t at = 0; at < body.size();) {
    const size_t end = body.find('\n', at);
    const size_t next = end == body.npos ? body.size() : end + 1;
    const std::string_view line = body.substr(at, next - at);
    if (line.substr(0, mark.size()) == mark) {
      const std::string_view rest = trim(line.substr(mark.size()));
      if (rest.empty() || rest == "--") {
        if (part_at != body.npos) {
          std::string_view part = body.substr(part_at, at - part_at);
          if (!part.empty() && part.back() == '\n') part.remove_suffix(1);
          if (!part.empty() && part.back() == '\r') part.remove_suffix(1);
          all.parts.push_back(part);
        }
        part_at = next;
        if (rest == "--") {
          all.closed = true;
          return all;
        }
        if (all.parts.size() >= kMostParts) {
          all.cut = true;
          return all;
        }
      }
    }
    at = next;
  }
  if (part_at != body.npos && part_at < body.size()) all.parts.push_back(body.substr(part_at));
  return all;
}

Result<Done> send_mail_text(const MailText& mail, Frames& out) {
  TextRun run;
  run.before = TextRun::Break::Paragraph;
  size_t depth_before = 0;
  bool goes_on = false;
  const auto put = [&]() -> Result<Done> {
    TextRun sent = run;
    run.text.clear();
    run.before = TextRun::Break::Line;
    return out.run(std::move(sent));
  };
  for (std::string_view line : split(mail.text, '\n')) {
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    const size_t depth = quote_depth(line);
    if ((mail.flowed || depth > 0) && !line.empty() && line[0] == ' ') line.remove_prefix(1);
    const bool signature = line == "-- ";
    if (goes_on && (depth != depth_before || signature)) {
      TRY(put());
      goes_on = false;
    }
    if (!goes_on && (trim(line).empty() || depth != depth_before || signature))
      run.before = TextRun::Break::Paragraph;
    depth_before = depth;
    run.block = depth > 0 ? BlockKind::Quote : BlockKind::Paragraph;
    const bool more = mail.flowed && !signature && !line.empty() && line.back() == ' ';
    if (more && mail.joins_without_space) line.remove_suffix(1);
    if (!more) line = line.substr(0, line.find_last_not_of(" \t") + 1);
    run.text += line;
    goes_on = more;
    if (!more && !run.text.empty()) TRY(put());
  }
  return run.text.empty() ? Result<Done>(Done{}) : put();
}

}  // namespace oi
