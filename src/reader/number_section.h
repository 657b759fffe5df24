// A number format code, cut into its sections and tokens.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace oi {

struct FormatToken {
  enum class Kind {
    Literal,
    Place,    // "0", "#" or "?"
    Point,    // "."
    Comma,    // ","
    Percent,  // "%"
    Power,    // "E+" or "E-"
    General,
    Text,     // "@"
    Date,     // y, m (month), d: as often as written
    Time,     // h, m (minute, written n), s
    Elapsed,  // [h], [m], [s], without the brackets
    Tenths,   // of seconds: ".00"
    HalfDay,  // AM/PM or A/P
  };
  Kind kind = Kind::Literal;
  std::string text;
};

struct FormatSection {
  enum class Condition { None, Less, LessOrEqual, Equal, NotEqual, Greater, GreaterOrEqual };
  std::vector<FormatToken> tokens;
  Condition condition = Condition::None;
  double operand = 0;
  bool date = false;
};

// At least one. Colours, fill characters and the names of countries are left out.
std::vector<FormatSection> sections_of(std::string_view code);

}  // namespace oi
