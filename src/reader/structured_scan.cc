// The ends of JSON values: a machine of two states (a value is wanted; a value is behind) over a
// stack of open brackets.

#include <string>

#include "reader/json_scan.h"

namespace oi {
namespace {

size_t spaces_end(std::string_view text, size_t at) {
  const size_t end = text.find_first_not_of(" \t\r\n", at);
  return end == std::string_view::npos ? text.size() : end;
}

// Behind the closing quote; npos when there is none. Control characters pass: files have them.
size_t string_end(std::string_view text, size_t at) {
  ++at;
  for (;;) {
    at = text.find_first_of("\"\\", at);
    if (at == std::string_view::npos) return at;
    if (text[at] == '"') return at + 1;
    at += 2;  // what is escaped
  }
}

// A number or one of the three words; `at` itself when it is neither.
size_t scalar_end(std::string_view text, size_t at) {
  for (const std::string_view word : {"true", "false", "null"})
    if (text.substr(at, word.size()) == word) return at + word.size();
  size_t end = at;
  if (text.substr(end, 1) == "-") ++end;
  const size_t digits = end;
  end = text.find_first_not_of("0123456789", end);
  if (end == std::string_view::npos) return text.size();
  if (end == digits) return at;
  end = text.find_first_not_of("0123456789.eE+-", end);
  return end == std::string_view::npos ? text.size() : end;
}

// Is this the beginning of one of the three words, and the end of the text?
bool is_cut_word(std::string_view rest) {
  for (const std::string_view word : {"true", "false", "null"})
    if (!rest.empty() && word.substr(0, rest.size()) == rest) return true;
  return false;
}

}  // namespace

JsonEnd json_value_end(std::string_view text, size_t at) {
  std::string open;
  bool wanted = true, may_close = false;  // may_close: nothing stands in the bracket yet
  for (;;) {
    at = spaces_end(text, at);
    if (at >= text.size()) return {JsonEnd::CutOff, text.size()};
    const char c = text[at];
    const bool object = !open.empty() && open.back() == '{';
    if ((c == '}' || c == ']') && (!wanted || may_close)) {
      if (open.empty() || (c == '}') != object) return {JsonEnd::Broken, at};
      open.pop_back();
      ++at;
      wanted = may_close = false;
    } else if (!wanted) {
      if (c != ',') return {JsonEnd::Broken, at};
      ++at;
      wanted = true;
      may_close = false;
      continue;
    } else {
      if (object) {  // a key first
        if (c != '"') return {JsonEnd::Broken, at};
        at = string_end(text, at);
        if (at == std::string_view::npos) return {JsonEnd::CutOff, text.size()};
        at = spaces_end(text, at);
        if (at >= text.size()) return {JsonEnd::CutOff, text.size()};
        if (text[at] != ':') return {JsonEnd::Broken, at};
        at = spaces_end(text, at + 1);
        if (at >= text.size()) return {JsonEnd::CutOff, text.size()};
      }
      const char value = text[at];
      if (value == '{' || value == '[') {
        open += value;
        ++at;
        may_close = true;
        continue;
      }
      const size_t begin = at;
      at = value == '"' ? string_end(text, at) : scalar_end(text, at);
      if (at == std::string_view::npos) return {JsonEnd::CutOff, text.size()};
      if (at == begin)
        return {is_cut_word(text.substr(at)) ? JsonEnd::CutOff : JsonEnd::Broken, at};
      wanted = may_close = false;
    }
    if (open.empty()) return {JsonEnd::Whole, at};
  }
}

}  // namespace oi
