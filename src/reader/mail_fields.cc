// Fields of a message and what is encoded in them. A multibyte character may be cut between two
// encoded words, so the bytes of neighbours in the same set are joined before they are decoded.

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "reader/mail.h"

namespace oi {
namespace {

constexpr size_t kMostFields = 2000;
constexpr size_t kLongestField = 256 << 10;
constexpr size_t kMostParameters = 100;

std::string lower(std::string_view text) {
  std::string low(text);
  for (char& c : low)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return low;
}

// The line that begins at `at`, which moves behind its end.
std::string_view take_line(std::string_view bytes, size_t& at) {
  const size_t end = bytes.find_first_of("\r\n", at);
  const std::string_view line = bytes.substr(at, end == bytes.npos ? end : end - at);
  at += line.size();
  if (at < bytes.size() && bytes[at] == '\r') ++at;
  if (at < bytes.size() && bytes[at] == '\n') ++at;
  return line;
}

// The length of the field's name; 0 when the line is no field.
size_t name_length(std::string_view line) {
  const size_t colon = line.find(':');
  if (colon == line.npos || colon == 0) return 0;
  const std::string_view name = trim(line.substr(0, colon));
  const bool plain =
      std::all_of(name.begin(), name.end(), [](char c) { return c > 32 && c < 127; });
  return plain && !name.empty() ? colon : 0;
}

std::string decoded(const std::string& bytes, std::string_view charset, const ReadLimits& limits) {
  const Result<PlainText> text = decode_text(bytes, limits, charset);
  return text.ok() ? std::string(text->text()) : repair_utf8(bytes).text;
}

int hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

std::string decode_escapes(std::string_view text, char mark, bool underscore_is_space) {
  std::string bytes;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == mark && i + 2 < text.size() && hex(text[i + 1]) >= 0 && hex(text[i + 2]) >= 0) {
      bytes += static_cast<char>(hex(text[i + 1]) * 16 + hex(text[i + 2]));
      i += 2;
    } else {
      bytes += underscore_is_space && text[i] == '_' ? ' ' : text[i];
    }
  }
  return bytes;
}

struct EncodedWord {
  std::string charset;
  std::string bytes;
  size_t end = 0;  // behind it
};

// =?set?Q?text?= at this place.
std::optional<EncodedWord> encoded_word(std::string_view raw, size_t at) {
  constexpr size_t kLongestSet = 60;
  if (raw.substr(at, 2) != "=?") return std::nullopt;
  const size_t set_end = raw.substr(0, at + 2 + kLongestSet).find('?', at + 2);
  if (set_end == raw.npos || set_end + 3 > raw.size() || raw[set_end + 2] != '?')
    return std::nullopt;
  const size_t text_at = set_end + 3;
  const size_t end = raw.find("?=", text_at);
  if (end == raw.npos) return std::nullopt;
  const std::string_view text = raw.substr(text_at, end - text_at);
  if (text.find("=?") != text.npos) return std::nullopt;
  EncodedWord word;
  const std::string_view set = raw.substr(at + 2, set_end - at - 2);
  word.charset = lower(set.substr(0, set.find('*')));  // a language may follow
  const char how = raw[set_end + 1];
  if (how == 'B' || how == 'b')
    word.bytes = decode_transfer(text, "base64");
  else if (how == 'Q' || how == 'q')
    word.bytes = decode_escapes(text, '=', true);
  else
    return std::nullopt;
  word.end = end + 2;
  return word;
}

}  // namespace

std::string_view MailFields::get(std::string_view name) const {
  for (const auto& [key, value] : all)
    if (key == name) return value;
  return {};
}

MailPart split_message(std::string_view bytes) {
  MailPart part;
  size_t at = 0;
  while (at < bytes.size() && (bytes[at] == '\r' || bytes[at] == '\n'))
    ++at;
  if (bytes.substr(at, 5) == "From ") take_line(bytes, at);
  while (at < bytes.size()) {
    const size_t before = at;
    const std::string_view line = take_line(bytes, at);
    if (trim(line).empty()) break;
    const bool goes_on = line[0] == ' ' || line[0] == '\t';
    const size_t name = goes_on ? 0 : name_length(line);
    if (!goes_on && name == 0) {  // no field: the body begins here, without its empty line
      at = before;
      break;
    }
    auto& all = part.fields.all;
    if (goes_on && all.empty()) continue;
    const std::string_view value = goes_on ? line : line.substr(name + 1);
    if (!goes_on && all.size() < kMostFields)
      all.emplace_back(lower(trim(line.substr(0, name))), std::string());
    else if (!goes_on)
      part.fields.cut = true;
    if (part.fields.cut) continue;
    std::string& kept = all.back().second;
    if (kept.size() + value.size() > kLongestField)
      part.fields.cut = true;
    else
      kept += value;
  }
  part.body = bytes.substr(at);
  return part;
}

std::string readable_field(std::string_view raw, const ReadLimits& limits) {
  std::string text, plain, bytes, charset;
  const auto put_word = [&] {
    if (!bytes.empty()) text += decoded(bytes, charset, limits);
    bytes.clear();
  };
  const auto put_plain = [&] {
    if (!plain.empty()) text += valid_utf8(plain) ? plain : decoded(plain, {}, limits);
    plain.clear();
  };
  for (size_t at = 0; at < raw.size();) {
    const auto word = raw[at] == '=' ? encoded_word(raw, at) : std::nullopt;
    if (!word) {
      plain += raw[at++];
      continue;
    }
    // White space between two encoded words is no text.
    const bool neighbour = !bytes.empty() && trim(plain).empty();
    if (neighbour) {
      plain.clear();
    } else {
      put_word();
      put_plain();
    }
    if (neighbour && word->charset != charset) put_word();
    charset = word->charset;
    bytes += word->bytes;
    at = word->end;
    const size_t next = raw.find_first_not_of(" \t", at);
    if (next == raw.npos || raw.substr(next, 2) != "=?") put_word();
  }
  put_word();
  put_plain();
  return collapse_spaces(text);
}

MailValue parse_value(std::string_view raw) {
  MailValue value;
  const size_t end = raw.find(';');
  value.value = lower(trim(raw.substr(0, end)));
  size_t at = end == raw.npos ? raw.size() : end + 1;
  while (at < raw.size() && value.parameters.size() < kMostParameters) {
    const size_t equals = raw.find_first_of("=;", at);
    if (equals == raw.npos) break;
    if (raw[equals] == ';') {
      at = equals + 1;
      continue;
    }
    const std::string name = lower(trim(raw.substr(at, equals - at)));
    at = raw.find_first_not_of(" \t", equals + 1);
    if (at == raw.npos) break;
    std::string text;
    if (raw[at] == '"') {
      for (++at; at < raw.size() && raw[at] != '"'; ++at) {
        if (raw[at] == '\\' && at + 1 < raw.size()) ++at;
        text += raw[at];
      }
      at = raw.find(';', at);
    } else {
      const size_t stop = raw.find(';', at);
      text = trim(raw.substr(at, stop == raw.npos ? stop : stop - at));
      at = stop;
    }
    value.parameters.emplace_back(name, std::move(text));
    at = at == raw.npos ? raw.size() : at + 1;
  }
  return value;
}

std::string MailValue::parameter(std::string_view name, const ReadLimits& limits) const {
  // name*0*=utf-8''a%20b; name*1="c"
  std::string joined;
  bool extended = false, found = false;
  for (size_t part = 0; part < kMostParameters; ++part) {
    const std::string numbered = std::string(name) + "*" + std::to_string(part);
    const auto same = [&](const auto& p) {
      return p.first == numbered || p.first == numbered + "*" ||
             (part == 0 && p.first == std::string(name) + "*");
    };
    const auto here = std::find_if(parameters.begin(), parameters.end(), same);
    if (here == parameters.end()) break;
    const bool escaped = here->first.back() == '*';
    extended = extended || (escaped && part == 0);
    joined += escaped && part > 0 ? decode_escapes(here->second, '%', false) : here->second;
    found = true;
  }
  if (extended) {
    const size_t set = joined.find('\''), language = joined.find('\'', set + 1);
    if (set != joined.npos && language != joined.npos)
      return decoded(decode_escapes(std::string_view(joined).substr(language + 1), '%', false),
                     std::string_view(joined).substr(0, set), limits);
  }
  if (found) return readable_field(joined, limits);
  for (const auto& [key, text] : parameters)
    if (key == name) return readable_field(text, limits);
  return {};
}

std::string plain_name(std::string_view text) {
  std::string name =
      collapse_spaces(text.substr(0, floor_code_point(text, std::min<size_t>(text.size(), 120))));
  for (char& c : name)
    if (c == '/' || c == '\\' || static_cast<unsigned char>(c) < 0x20) c = '_';
  return name;
}

}  // namespace oi
