// The parts of a message (RFC 5322, MIME): fields, parameters, transfer encodings, parts in parts.
//
// Written out here and not by a library: those that exist convert characters through tables that
// are opened from disk when a message first names a set, which the sandbox forbids, and would
// double the time that every reader takes to start.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reader/readers.h"

namespace oi {

// Names in lower case; values with their lines joined and nothing decoded.
struct MailFields {
  std::vector<std::pair<std::string, std::string>> all;
  bool cut = false;  // more or longer fields than are kept
  // The first of this name; empty when there is none.
  std::string_view get(std::string_view name) const;
};

struct MailPart {
  MailFields fields;
  std::string_view body;
};
// Fields up to the first empty line, or the first line that is none; the body is the rest.
MailPart split_message(std::string_view bytes);

// A field as people read it: encoded words decoded, white space collapsed. RFC 2047.
std::string readable_field(std::string_view raw, const ReadLimits& limits);

// "text/plain; charset=utf-8" and its like. RFC 2045, 2231.
struct MailValue {
  std::string value;  // in lower case
  std::vector<std::pair<std::string, std::string>> parameters;
  // Decoded; empty when there is none.
  std::string parameter(std::string_view name, const ReadLimits& limits) const;
};
MailValue parse_value(std::string_view raw);

// The bytes that a part's body stands for. Never longer than the body.
std::string decode_transfer(std::string_view body, std::string_view encoding);
// Takes a part off the front that can be decoded by itself, so that a large attachment need not be
// held in one piece; all of it where the encoding has no such parts.
std::string_view take_slice(std::string_view& body, std::string_view encoding);

// The parts between the boundary's lines; `closed` is false when the last line is missing.
struct MailParts {
  std::vector<std::string_view> parts;
  bool closed = false;
  bool cut = false;  // more parts than are kept
};
MailParts split_parts(std::string_view body, std::string_view boundary);

// Text of a message: quoted lines as Quote; with `flowed`, lines that go on are joined (RFC 3676).
struct MailText {
  std::string_view text;
  bool flowed = false;
  bool joins_without_space = false;
};
Result<Done> send_mail_text(const MailText& text, Frames& out);

// What a CMS signature holds in the clear; empty when it holds nothing so, or is encrypted.
std::string signed_content(std::string_view bytes);

// The names of messages and their lists hold no line breaks or slashes.
std::string plain_name(std::string_view text);

}  // namespace oi
