// Letters mean dates only outside of quotes and brackets; "m" is a minute right behind hours or
// right before seconds, else a month.

#include "reader/number_section.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "base/text.h"

namespace oi {
namespace {

using Kind = FormatToken::Kind;

char low(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

bool starts_with_letters(std::string_view text, std::string_view word) {
  if (text.size() < word.size()) return false;
  for (size_t i = 0; i < word.size(); ++i)
    if (low(text[i]) != low(word[i])) return false;
  return true;
}

class Scanner {
 public:
  explicit Scanner(std::string_view code) : code_(code) {}

  std::vector<FormatSection> all() {
    sections_.push_back({});
    while (at_ < code_.size())
      next();
    for (FormatSection& section : sections_)
      finish(section);
    return std::move(sections_);
  }

 private:
  void add(Kind kind, std::string_view text) {
    std::vector<FormatToken>& tokens = sections_.back().tokens;
    tokens.push_back({kind, std::string(text)});
  }

  // One character, however many bytes it has.
  std::string_view character() {
    const size_t from = at_;
    if (at_ < code_.size()) (void)next_code_point(code_, at_);
    return code_.substr(from, at_ - from);
  }

  size_t repeated(char c) const {
    size_t end = at_;
    while (end < code_.size() && low(code_[end]) == c)
      ++end;
    return end - at_;
  }

  void next() {
    const std::string_view rest = code_.substr(at_);
    const char c = low(rest[0]);
    if (c == ';') {
      ++at_;
      constexpr size_t kMostSections = 8;
      if (sections_.size() < kMostSections) sections_.push_back({});
    } else if (c == '"') {
      quoted();
    } else if (c == '[') {
      bracket();
    } else if (c == '\\' || c == '!') {
      ++at_;
      add(Kind::Literal, character());
    } else if (c == '_' || c == '*') {
      ++at_;
      (void)character();
      if (c == '_') add(Kind::Literal, " ");
    } else if (c == '0' || c == '#' || c == '?') {
      add(Kind::Place, rest.substr(0, 1));
      ++at_;
    } else if (c == '.' || c == ',' || c == '%' || c == '@') {
      const Kind kind = c == '.'   ? Kind::Point
                        : c == ',' ? Kind::Comma
                        : c == '%' ? Kind::Percent
                                   : Kind::Text;
      add(kind, rest.substr(0, 1));
      ++at_;
    } else {
      letters(rest, c);
    }
  }

  void letters(std::string_view rest, char c) {
    if (starts_with_letters(rest, "general")) {
      add(Kind::General, "General");
      at_ += 7;
    } else if (starts_with_letters(rest, "am/pm")) {
      add(Kind::HalfDay, "AM/PM");
      at_ += 5;
    } else if (starts_with_letters(rest, "a/p")) {
      add(Kind::HalfDay, "A/P");
      at_ += 3;
    } else if (c == 'e' && rest.size() > 1 && (rest[1] == '+' || rest[1] == '-')) {
      add(Kind::Power, rest[1] == '+' ? "E+" : "E-");
      at_ += 2;
    } else if (c == 'y' || c == 'm' || c == 'd' || c == 'e') {
      const size_t count = repeated(c);
      add(Kind::Date, c == 'e' ? std::string(4, 'y') : std::string(count, c));
      at_ += count;
    } else if (c == 'h' || c == 's') {
      const size_t count = repeated(c);
      add(Kind::Time, std::string(count, c));
      at_ += count;
    } else {
      add(Kind::Literal, character());
    }
  }

  void quoted() {
    const size_t end = std::min(code_.find('"', at_ + 1), code_.size());
    add(Kind::Literal, code_.substr(at_ + 1, end - at_ - 1));
    at_ = std::min(end + 1, code_.size());
  }

  void bracket() {
    const size_t end = code_.find(']', at_);
    if (end == std::string_view::npos) {
      add(Kind::Literal, character());
      return;
    }
    const std::string_view inside = code_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    if (inside.empty()) return;
    const char first = low(inside[0]);
    const bool elapsed =
        (first == 'h' || first == 'm' || first == 's') &&
        std::all_of(inside.begin(), inside.end(), [&](char c) { return low(c) == first; });
    if (elapsed) {
      add(Kind::Elapsed, std::string(inside.size(), first));
    } else if (first == '$') {
      add(Kind::Literal, inside.substr(1, std::min(inside.find('-'), inside.size()) - 1));
    } else if (first == '<' || first == '>' || first == '=') {
      condition(inside);
    }
  }

  void condition(std::string_view inside) {
    using Condition = FormatSection::Condition;
    const bool two = inside.size() > 1 && (inside[1] == '=' || inside[1] == '>');
    const std::string_view sign = inside.substr(0, two ? 2 : 1);
    FormatSection& section = sections_.back();
    section.condition = sign == "<"    ? Condition::Less
                        : sign == "<=" ? Condition::LessOrEqual
                        : sign == "<>" ? Condition::NotEqual
                        : sign == ">"  ? Condition::Greater
                        : sign == ">=" ? Condition::GreaterOrEqual
                                       : Condition::Equal;
    section.operand = std::strtod(std::string(inside.substr(sign.size())).c_str(), nullptr);
  }

  static bool is_clock(const FormatToken& token) {
    return token.kind == Kind::Time || token.kind == Kind::Elapsed;
  }

  static void finish(FormatSection& section) {
    std::vector<FormatToken>& tokens = section.tokens;
    section.date = std::any_of(tokens.begin(), tokens.end(), [](const FormatToken& token) {
      return token.kind == Kind::Date || token.kind == Kind::HalfDay || is_clock(token);
    });
    if (!section.date) return;
    char before = 0;  // the letter of the part of a date or time before
    for (size_t i = 0; i < tokens.size(); ++i) {
      FormatToken& token = tokens[i];
      if (token.kind == Kind::Date && token.text[0] == 'm' && token.text.size() <= 2 &&
          (before == 'h' || seconds_follow(tokens, i)))
        token = {Kind::Time, std::string(token.text.size(), 'n')};
      if (token.kind == Kind::Date || is_clock(token)) before = token.text[0];
    }
    tenths(tokens);
  }

  static bool seconds_follow(const std::vector<FormatToken>& tokens, size_t at) {
    for (size_t i = at + 1; i < tokens.size(); ++i)
      if (tokens[i].kind == Kind::Date || is_clock(tokens[i])) return tokens[i].text[0] == 's';
    return false;
  }

  // In a date, places are a part of seconds where they follow a point, else they are no more than
  // characters.
  static void tenths(std::vector<FormatToken>& tokens) {
    std::vector<FormatToken> merged;
    for (size_t i = 0; i < tokens.size(); ++i) {
      if (tokens[i].kind == Kind::Point && i + 1 < tokens.size() && tokens[i + 1].text == "0") {
        FormatToken token{Kind::Tenths, "."};
        for (; i + 1 < tokens.size() && tokens[i + 1].text == "0"; ++i)
          token.text += "0";
        merged.push_back(token);
      } else {
        merged.push_back(tokens[i]);
      }
    }
    tokens = std::move(merged);
  }

  std::string_view code_;
  size_t at_ = 0;
  std::vector<FormatSection> sections_;
};

}  // namespace

std::vector<FormatSection> sections_of(std::string_view code) {
  return Scanner(code).all();
}

}  // namespace oi
