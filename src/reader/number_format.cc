// A code is up to four sections: for positive numbers, negative ones, zero and text, or each with a
// condition of its own. The section that fits is cut into tokens; what they are tells whether it
// shows a date, a fraction, a power of ten or a plain number. Decimal places are rounded half away
// from zero on the 15 digits that a spreadsheet keeps, as it does itself.

#include "reader/number_format.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <vector>

#include "base/text.h"
#include "reader/number_date.h"
#include "reader/number_section.h"

namespace oi {
namespace {

constexpr size_t kLongestCode = 2048;
constexpr size_t kMostPlaces = 30;
constexpr double kShownInFull = 1e15;

// A number's decimal digits: 0.d1d2d3... times ten to the power of `point`.
struct Digits {
  std::string digits;  // no zeros at the ends; empty is zero
  int point = 0;
};

Digits digits_of(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.14e", std::fabs(value));
  Digits all;
  for (const char* c = text; *c != 0 && *c != 'e'; ++c)
    if (*c != '.') all.digits += *c;
  const char* power = std::string_view(text).find('e') == std::string_view::npos
                          ? nullptr
                          : text + std::string_view(text).find('e') + 1;
  all.point = (power == nullptr ? 0 : std::atoi(power)) + 1;
  while (!all.digits.empty() && all.digits.back() == '0')
    all.digits.pop_back();
  if (all.digits.empty()) all.point = 0;
  return all;
}

// Half away from zero, so that `places` decimals are left.
void round_to(Digits& number, int places) {
  const int keep = number.point + places;
  if (keep >= static_cast<int>(number.digits.size())) return;
  if (keep < 0) {
    number = {};
    return;
  }
  bool up = number.digits[static_cast<size_t>(keep)] >= '5';
  number.digits.resize(static_cast<size_t>(keep));
  for (auto digit = number.digits.rbegin(); up && digit != number.digits.rend(); ++digit) {
    up = *digit == '9';
    *digit = up ? '0' : static_cast<char>(*digit + 1);
  }
  if (up) {
    number.digits.insert(0, "1");
    ++number.point;
  }
  while (!number.digits.empty() && number.digits.back() == '0')
    number.digits.pop_back();
  if (number.digits.empty()) number.point = 0;
}

std::string whole_part(const Digits& number) {
  if (number.point <= 0) return {};
  std::string whole = number.digits.substr(0, static_cast<size_t>(number.point));
  whole.resize(static_cast<size_t>(number.point), '0');
  return whole;
}

std::string decimals(const Digits& number, size_t places) {
  std::string part(
      number.point < 0 ? std::min<size_t>(static_cast<size_t>(-number.point), places) : 0, '0');
  const auto from = static_cast<size_t>(std::max(number.point, 0));
  if (from < number.digits.size()) part += number.digits.substr(from);
  part.resize(places, '0');
  return part;
}

std::string general(double value) {
  if (!std::isfinite(value)) return "#NUM!";
  if (value == 0) return "0";
  const std::string sign = value < 0 ? "-" : "";
  const double size = std::fabs(value);
  Digits number = digits_of(size);
  if (size >= kShownInFull || size < 1e-9) {
    char text[40];
    std::snprintf(text, sizeof text, "%.5e", size);
    std::string shown = text;
    const size_t power = shown.find('e');
    std::string mantissa = shown.substr(0, power);
    mantissa.erase(mantissa.find_last_not_of('0') + 1);
    if (mantissa.back() == '.') mantissa.pop_back();
    return sign + mantissa + "E" + shown.substr(power + 1);
  }
  round_to(number, std::max(0, 10 - std::max(number.point, 1)));
  std::string whole = whole_part(number);
  const auto places =
      static_cast<size_t>(std::max(0, static_cast<int>(number.digits.size()) - number.point));
  return sign + (whole.empty() ? "0" : whole) + (places > 0 ? "." + decimals(number, places) : "");
}

// --- Plain numbers and powers of ten

bool is_place(const FormatToken& token) {
  return token.kind == FormatToken::Kind::Place;
}

// The tokens of a section by what part of the number they show.
struct Places {
  size_t before = 0, after = 0;  // the decimal point
  size_t first_power = 0;        // index of the token E, else the number of tokens
  size_t percents = 0, thousands = 0;
  bool grouped = false;
};

Places places_of(const std::vector<FormatToken>& tokens) {
  Places places;
  bool behind_point = false;
  size_t commas = 0;
  places.first_power = tokens.size();
  for (size_t i = 0; i < tokens.size(); ++i) {
    const FormatToken& token = tokens[i];
    if (token.kind == FormatToken::Kind::Power) {
      places.first_power = std::min(places.first_power, i);
      break;
    }
    if (is_place(token)) {
      places.grouped = places.grouped || (commas > 0 && places.before > 0 && !behind_point);
      commas = 0;
      ++(behind_point ? places.after : places.before);
    }
    if (token.kind == FormatToken::Kind::Point) behind_point = true;
    if (token.kind == FormatToken::Kind::Comma && places.before + places.after > 0) ++commas;
    if (token.kind == FormatToken::Kind::Percent) ++places.percents;
  }
  places.thousands = commas;
  places.after = std::min(places.after, kMostPlaces);
  return places;
}

// Puts whole digits into the places before the point, from the right; more digits than places
// stand at the first.
class WholeDigits {
 public:
  WholeDigits(std::string digits, const Places& places)
      : digits_(std::move(digits)), left_(places.before), grouped_(places.grouped) {}

  void place(char mark, std::string& shown) {
    if (left_ == 0) return;
    size_t extra = first_ && digits_.size() > left_ ? digits_.size() - left_ : 0;
    first_ = false;
    for (; extra > 0; --extra)
      put(left_ + extra - 1, '0', shown);
    put(left_ - 1, mark, shown);
    --left_;
  }

 private:
  void put(size_t from_right, char mark, std::string& shown) const {
    const bool has = from_right < digits_.size();
    if (!has && mark == '#') return;
    if (!has && mark == '?') {
      shown += ' ';
      return;
    }
    shown += has ? digits_[digits_.size() - 1 - from_right] : '0';
    if (grouped_ && from_right > 0 && from_right % 3 == 0) shown += ',';
  }

  std::string digits_;
  size_t left_;
  bool grouped_;
  bool first_ = true;
};

std::string power_text(const std::vector<FormatToken>& tokens, size_t at, int power) {
  size_t width = 0;
  for (size_t i = at + 1; i < tokens.size() && is_place(tokens[i]); ++i)
    width += tokens[i].text == "0" ? 1 : 0;
  std::string digits = std::to_string(std::abs(power));
  if (digits.size() < width) digits.insert(0, std::min(width, kMostPlaces) - digits.size(), '0');
  const bool plus = tokens[at].text == "E+";
  return std::string("E") + (power < 0 ? "-" : plus ? "+" : "") + digits;
}

std::string plain(double value, const std::vector<FormatToken>& tokens) {
  const Places places = places_of(tokens);
  Digits number = digits_of(value);
  int power = 0;
  if (!number.digits.empty())
    number.point += static_cast<int>(2 * places.percents) - static_cast<int>(3 * places.thousands);
  const bool scientific = places.first_power < tokens.size();
  if (scientific && !number.digits.empty()) {
    const int step = std::max<int>(1, static_cast<int>(places.before));
    const auto shift = [&] {
      const int exponent = number.point - 1;
      const int down = step > 1 ? (exponent % step + step) % step : 0;
      power += exponent - down;
      number.point = down + 1;
    };
    shift();
    round_to(number, static_cast<int>(places.after));
    shift();
  } else {
    round_to(number, static_cast<int>(places.after));
  }
  WholeDigits whole(whole_part(number), places);
  const std::string after = decimals(number, places.after);
  size_t last = after.find_last_not_of('0');
  last = last == std::string::npos ? 0 : last + 1;
  std::string shown;
  size_t at_decimal = 0;
  bool behind_point = false;
  for (size_t i = 0; i < tokens.size(); ++i) {
    const FormatToken& token = tokens[i];
    if (is_place(token) && i > places.first_power &&
        tokens[i - 1].kind != FormatToken::Kind::Literal) {
      continue;  // a digit of the power
    } else if (is_place(token) && !behind_point) {
      whole.place(token.text[0], shown);
    } else if (is_place(token)) {
      if (at_decimal < after.size() && (token.text == "0" || at_decimal < last))
        shown += after[at_decimal];
      else if (token.text == "?")
        shown += ' ';
      ++at_decimal;
    } else if (token.kind == FormatToken::Kind::Point) {
      if (places.before == 0 && !behind_point) shown += whole_part(number);
      behind_point = true;
      shown += '.';
    } else if (token.kind == FormatToken::Kind::Power) {
      shown += power_text(tokens, i, power);
    } else if (token.kind == FormatToken::Kind::General) {
      shown += general(std::fabs(value));
    } else if (token.kind != FormatToken::Kind::Comma && token.kind != FormatToken::Kind::Text) {
      shown += token.text;
    }
  }
  return shown;
}

// --- Fractions

struct Fraction {
  double over = 0, under = 1;
};

// The closest with at most this denominator.
Fraction closest(double value, uint32_t most) {
  Fraction best{std::round(value), 1};
  double error = std::fabs(value - best.over);
  for (uint32_t under = 2; under <= most && error > 1e-9; ++under) {
    const double over = std::round(value * under);
    const double off = std::fabs(value - over / under);
    if (off < error - 1e-12) {
      error = off;
      best = {over, static_cast<double>(under)};
    }
  }
  return best;
}

std::string fraction(double value, const std::vector<FormatToken>& tokens, size_t bar) {
  size_t over_first = bar;
  while (over_first > 0 && is_place(tokens[over_first - 1]))
    --over_first;
  size_t under_end = bar + 1, wanted = 0;
  std::string fixed;
  for (; under_end < tokens.size(); ++under_end) {
    const FormatToken& token = tokens[under_end];
    const bool digit = token.kind == FormatToken::Kind::Literal && token.text.size() == 1 &&
                       token.text[0] >= '0' && token.text[0] <= '9';
    if (!is_place(token) && !digit) break;
    ++wanted;
    fixed += digit || (token.text == "0" && !fixed.empty()) ? token.text : "";
  }
  const bool has_whole = std::any_of(tokens.begin(), tokens.begin() + static_cast<long>(over_first),
                                     [](const FormatToken& token) { return is_place(token); });
  const double size = std::fabs(value);
  double whole = has_whole ? std::floor(size + 1e-12) : 0;
  Fraction part;
  if (!fixed.empty()) {
    part.under = std::max(1.0, std::strtod(fixed.substr(0, 6).c_str(), nullptr));
    part.over = std::round((size - whole) * part.under);
  } else {
    static constexpr uint32_t kMost[] = {1, 9, 99, 999, 9999};
    part = closest(size - whole, kMost[std::min<size_t>(wanted, 4)]);
  }
  if (has_whole && part.over >= part.under) {
    whole += 1;
    part.over = 0;
  }
  std::string shown;
  bool put_whole = false;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (i == over_first) {
      if (!has_whole || part.over > 0)
        shown += general(part.over) + "/" + general(part.under);
      else if (whole == 0)
        shown += "0";
    }
    if (i >= over_first && i < under_end) continue;
    if (is_place(tokens[i])) {
      if (!put_whole && whole > 0) shown += general(whole);
      put_whole = true;
    } else if (tokens[i].kind == FormatToken::Kind::Literal) {
      shown += tokens[i].text;
    }
  }
  return shown;
}

// --- Sections

bool holds(const FormatSection& section, double value) {
  switch (section.condition) {
    case FormatSection::Condition::None:
      return true;
    case FormatSection::Condition::Less:
      return value < section.operand;
    case FormatSection::Condition::LessOrEqual:
      return value <= section.operand;
    case FormatSection::Condition::Equal:
      return value == section.operand;
    case FormatSection::Condition::NotEqual:
      return value != section.operand;
    case FormatSection::Condition::Greater:
      return value > section.operand;
    case FormatSection::Condition::GreaterOrEqual:
      return value >= section.operand;
  }
  return true;
}

struct Choice {
  size_t section = 0;
  bool minus = false;  // the section does not say that the number is negative
};

Choice choose(const std::vector<FormatSection>& sections, double value) {
  const size_t numeric = std::min<size_t>(sections.size(), 3);
  const bool conditions =
      std::any_of(sections.begin(), sections.end(), [](const FormatSection& section) {
        return section.condition != FormatSection::Condition::None;
      });
  if (conditions) {
    for (size_t i = 0; i < numeric; ++i) {
      if (!holds(sections[i], value)) continue;
      const bool below =
          sections[i].condition == FormatSection::Condition::Less && sections[i].operand <= 0;
      return {i, value < 0 && !below};
    }
    return {numeric - 1, value < 0};
  }
  if (numeric >= 2 && value < 0) return {1, false};
  if (numeric >= 3 && value == 0) return {2, false};
  return {0, value < 0};
}

std::optional<size_t> fraction_bar(const std::vector<FormatToken>& tokens) {
  for (size_t i = 1; i + 1 < tokens.size(); ++i)
    if (tokens[i].kind == FormatToken::Kind::Literal && tokens[i].text == "/" &&
        is_place(tokens[i - 1]))
      return i;
  return std::nullopt;
}

}  // namespace

std::string shown_number(double value, std::string_view format_code, bool date1904) {
  if (!std::isfinite(value)) return "#NUM!";
  format_code = format_code.substr(
      0, floor_code_point(format_code, std::min(format_code.size(), kLongestCode)));
  if (format_code.empty()) return general(value);
  const std::vector<FormatSection> sections = sections_of(format_code);
  const Choice choice = choose(sections, value);
  const FormatSection& section = sections[choice.section];
  if (section.tokens.empty()) return sections.size() == 1 ? general(value) : std::string();
  if (section.date) {
    const std::optional<std::string> date = shown_date(value, section.tokens, date1904);
    return date ? std::string(trim(*date)) : general(value);
  }
  const bool text_only =
      std::any_of(section.tokens.begin(), section.tokens.end(),
                  [](const FormatToken& token) { return token.kind == FormatToken::Kind::Text; });
  if (text_only) return general(value);
  const std::optional<size_t> bar = fraction_bar(section.tokens);
  const std::string shown =
      bar ? fraction(value, section.tokens, *bar) : plain(std::fabs(value), section.tokens);
  return (choice.minus ? "-" : "") + std::string(trim(shown));
}

std::string_view builtin_format(uint32_t id) {
  static constexpr std::string_view kFirst[] = {"General",
                                                "0",
                                                "0.00",
                                                "#,##0",
                                                "#,##0.00",
                                                "$#,##0_);($#,##0)",
                                                "$#,##0_);[Red]($#,##0)",
                                                "$#,##0.00_);($#,##0.00)",
                                                "$#,##0.00_);[Red]($#,##0.00)",
                                                "0%",
                                                "0.00%",
                                                "0.00E+00",
                                                "# ?/?",
                                                "# ?\?/?\?",
                                                "yyyy-mm-dd",
                                                "d-mmm-yy",
                                                "d-mmm",
                                                "mmm-yy",
                                                "h:mm AM/PM",
                                                "h:mm:ss AM/PM",
                                                "h:mm",
                                                "h:mm:ss",
                                                "yyyy-mm-dd h:mm"};
  static constexpr std::string_view kSecond[] = {
      "#,##0_);(#,##0)",
      "#,##0_);[Red](#,##0)",
      "#,##0.00_);(#,##0.00)",
      "#,##0.00_);[Red](#,##0.00)",
      "_(* #,##0_);_(* (#,##0);_(* \"-\"_);_(@_)",
      "_($* #,##0_);_($* (#,##0);_($* \"-\"_);_(@_)",
      "_(* #,##0.00_);_(* (#,##0.00);_(* \"-\"?\?_);_(@_)",
      "_($* #,##0.00_);_($* (#,##0.00);_($* \"-\"?\?_);_(@_)",
      "mm:ss",
      "[h]:mm:ss",
      "mm:ss.0",
      "##0.0E+0",
      "@"};
  constexpr uint32_t kSecondFrom = 37;
  if (id < std::size(kFirst)) return kFirst[id];
  if (id >= kSecondFrom && id < kSecondFrom + std::size(kSecond)) return kSecond[id - kSecondFrom];
  const bool eastern = (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
  if (!eastern) return kFirst[0];
  return id == 32 || id == 33 ? "h:mm:ss" : "yyyy-mm-dd";
}

}  // namespace oi
