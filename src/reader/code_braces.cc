// A brace that opens after a word such as "class" or "namespace" holds members; any other is a
// body. What begins at the level of members and has a body is a block, from its comment to its
// closing brace.

#include <algorithm>
#include <string>

#include "reader/code_borders.h"

namespace oi {
namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool holds_members(std::string_view head) {
  static constexpr std::string_view kWords[] = {"namespace", "class",  "struct", "interface",
                                                "impl",      "trait",  "object", "extern",
                                                "module",    "record", "mod",    "extension"};
  if (head.find('(') != std::string_view::npos && head.find("extern") == std::string_view::npos)
    return false;  // a function that takes or gives a struct
  for (const std::string_view word : kWords) {
    for (size_t at = head.find(word); at != std::string_view::npos; at = head.find(word, at + 1)) {
      const bool begins = at == 0 || !is_word(head[at - 1]);
      const bool ends = at + word.size() >= head.size() || !is_word(head[at + word.size()]);
      if (begins && ends) return true;
    }
  }
  return false;
}

class Braces {
 public:
  explicit Braces(std::string_view text) : text_(text) {}

  CodeBorders run() {
    size_t at = 0;
    while (at < text_.size()) {
      const size_t end = std::min(text_.find('\n', at), text_.size());
      line(at, end);
      at = end + 1;
    }
    return std::move(borders_);
  }

 private:
  void line(size_t begin, size_t end) {
    const std::string_view whole = text_.substr(begin, end - begin);
    const size_t first = whole.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) {
      // A blank line parts a comment from what follows, and ends what has no semicolon.
      if (at_members()) end_statement();
      return;
    }
    const std::string_view shown = whole.substr(first);
    line_begin_ = begin;
    if (!in_comment_ && quote_ == 0 && shown[0] == '#' && at_members()) {
      preprocessor_ = true;
    }
    if (preprocessor_) {
      preprocessor_ = shown.find_last_not_of('\r') != std::string_view::npos &&
                      shown[shown.find_last_not_of('\r')] == '\\';
      return;
    }
    const bool annotation = shown[0] == '@' || shown.substr(0, 2) == "[[";
    const bool comment =
        in_comment_ || shown.substr(0, 2) == "//" || shown.substr(0, 2) == "/*" || annotation;
    if (comment && !statement_ && at_members() && leading_ == kNone) leading_ = begin;
    if (annotation) return;
    for (size_t i = begin + first; i < end;)
      i = step(i, end);
    if (quote_ != 0 && quote_ != '`') quote_ = 0;  // a string ends with its line
    if (close_after_) {
      border(std::min(end + 1, text_.size()));
      close_after_ = false;
    }
  }

  size_t step(size_t i, size_t end) {
    const char c = text_[i];
    if (in_comment_) {
      const size_t close = text_.substr(0, end).find("*/", i);
      if (close == std::string_view::npos) return end;
      in_comment_ = false;
      return close + 2;
    }
    if (quote_ != 0) {
      if (c == '\\') return i + 2;
      if (c == quote_) quote_ = 0;
      return i + 1;
    }
    if (c == '/' && i + 1 < end && text_[i + 1] == '/') return end;
    if (c == '/' && i + 1 < end && text_[i + 1] == '*') {
      in_comment_ = true;
      return i + 2;
    }
    if (c == ' ' || c == '\t' || c == '\r') return i + 1;
    if (c == '"' || c == '`' || (c == '\'' && closes(i, end))) quote_ = c;
    if (!statement_ && at_members() && c != '}' && c != ';') {
      statement_ = true;
      statement_at_ = leading_ == kNone ? line_begin_ : leading_;
      head_.clear();
    }
    if (c == '{') {
      open_brace();
    } else if (c == '}') {
      close_brace();
    } else if (c == ';' && at_members()) {
      end_statement();
    } else if (statement_ && at_members() && head_.size() < kLongestHead) {
      if (!head_.empty() && i > 0 && (text_[i - 1] == ' ' || text_[i - 1] == '\n')) head_ += ' ';
      head_ += c;
    }
    return i + 1;
  }

  // A single quote opens a literal only when its line closes it; lifetimes and apostrophes do not.
  bool closes(size_t i, size_t end) const {
    for (size_t j = i + 1; j < std::min(end, i + 200); ++j) {
      if (text_[j] == '\\') {
        ++j;
      } else if (text_[j] == '\'') {
        return true;
      }
    }
    return false;
  }

  void open_brace() {
    const bool members = at_members() && holds_members(head_);
    if (at_members() && statement_) border(statement_at_);
    if (members) {
      end_statement();
    } else {
      ++bodies_;
    }
    open_ += members ? 'm' : 'b';
  }

  void close_brace() {
    if (open_.empty()) return;  // lost count: all braces before it were closed
    const bool members = open_.back() == 'm';
    open_.pop_back();
    if (!members) --bodies_;
    if (!at_members()) return;
    end_statement();
    close_after_ = true;
  }

  void end_statement() {
    statement_ = false;
    leading_ = kNone;
    head_.clear();
  }

  void border(size_t at) {
    if (at == 0 || at >= text_.size()) return;
    if (!borders_.empty() && borders_.back().at >= at) return;
    borders_.push_back({at});
  }

  bool at_members() const { return bodies_ == 0; }

  static constexpr size_t kNone = SIZE_MAX;
  static constexpr size_t kLongestHead = 400;

  std::string_view text_;
  CodeBorders borders_;
  std::string open_;  // 'm' for members, 'b' for a body
  std::string head_;  // of the statement, up to its brace
  size_t bodies_ = 0;
  size_t line_begin_ = 0;
  size_t leading_ = kNone;  // where comments right above the next statement begin
  size_t statement_at_ = 0;
  bool statement_ = false;
  bool in_comment_ = false;
  bool preprocessor_ = false;
  bool close_after_ = false;
  char quote_ = 0;
};

}  // namespace

CodeBorders brace_borders(std::string_view text) {
  return Braces(text).run();
}

}  // namespace oi
