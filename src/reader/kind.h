// The parts of telling a file's kind: magic numbers of binary formats, and signs in text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reader/readers.h"

namespace oi {

// By magic numbers; nothing for what may be text.
std::optional<Kind> kind_by_magic(std::string_view bytes);

// How strongly a text says that it is of some kind. A form that only a parser would accept is
// certain; a habit of people is likely; what any text could be is possible.
enum class Evidence : uint8_t { None, Possible, Likely, Certain };

// The beginning of a text file, made UTF-8.
struct TextSample {
  std::string text;
  bool whole = true;  // nothing was left out
};

// Of the kind with the most evidence, and among equals of the one that the extension names. Text
// when nothing speaks for another.
Kind kind_by_text(const TextSample& sample, std::string_view extension);

// The lines of a text, without their ends ("\n", "\r\n" or "\r").
std::vector<std::string_view> lines_of(std::string_view text, size_t at_most);
// Does the line begin as an entry of a log does, with a time?
bool starts_log_entry(std::string_view line);

// Signs, one function a form; each is linear in the sample.
Evidence html_signs(const TextSample& sample);
Evidence xml_signs(const TextSample& sample);
Evidence json_signs(const TextSample& sample);
Evidence yaml_signs(const TextSample& sample);
Evidence separated_signs(const TextSample& sample);  // CSV and its like
Evidence mailbox_signs(const TextSample& sample);
Evidence email_signs(const TextSample& sample);
Evidence subtitle_signs(const TextSample& sample);
Evidence log_signs(const TextSample& sample);
Evidence code_signs(const TextSample& sample);
Evidence markdown_signs(const TextSample& sample);

}  // namespace oi
