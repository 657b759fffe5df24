// What a text says in numbers: amounts with units, ordinals, dates and codes.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace oi {

enum class QuantityKind : uint8_t {
  Amount,   // "5 mg", "$3 million", "1,250", "10 pm"
  Ordinal,  // "6th", "sixth"
  Date,     // a month, with its day where it has one; its year is an amount of its own
  Code      // letters and digits that name something: "Qwen-2.5-3B", "M8-1.25", "1.0.21"
};

struct Quantity {
  QuantityKind kind = QuantityKind::Amount;
  std::string text;           // as written, with its unit
  double printed = 0;         // amounts: scale words applied, unit not; ordinals: the rank
  double value = 0;           // amounts: in the base unit of its dimension
  double slack = 0;           // amounts: half of the last digit printed, in the base unit
  std::string base;           // amounts: base unit, "g", "m", "%"; empty: no unit
  std::string unit;           // amounts: unit as written, one name for each: "mg"
  std::string code;           // codes: letters and digits, folded
  uint32_t month = 0;         // dates
  uint32_t day = 0;           // dates; 0: not said
  bool day_or_month = false;  // dates such as 03/04/2021: either may be the month
  // A word such as "first" or "one" that may be no quantity at all: it counts as evidence, but a
  // claim need not account for it.
  bool loose = false;
};

// All quantities of one text, and what the text says about bare ones.
struct Quantities {
  std::vector<Quantity> all;
  std::set<std::string> units;  // unit words anywhere: "Dose (mg)" gives "mg"
  std::vector<double> scales;   // "in millions" gives 1e6
  std::string compact;          // letters and digits of each word, folded, spaces around
};

// Never fails: what is not understood is no quantity. Numbers of any script are read as digits;
// number words from two to ninety-nine in English; months in English, German, French and Spanish.
Quantities read_quantities(std::string_view text);

// A bare whole number from 1900 to 2100.
bool is_year(const Quantity& quantity);

enum class Agreement : uint8_t { None, Weak, Full };

// Does the text say this quantity? Weak: the same number, but only one of the two has a unit.
// Values in different units of one dimension agree within the digits printed; values in the same
// unit must be equal; different dimensions never agree.
Agreement find_quantity(const Quantity& claimed, const Quantities& in);

}  // namespace oi
