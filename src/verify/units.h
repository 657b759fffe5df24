// Units of measure and number words, as tables.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace oi {

struct Unit {
  std::string_view word;  // as written
  std::string_view name;  // one name for all spellings
  std::string_view base;  // base unit of its dimension
  double factor;          // value * factor + offset is in the base unit
  double offset;
};

// The unit a word names; nullptr when it names none. Case matters where it decides ("mW", "MW").
const Unit* find_unit(std::string_view word);

// 0 when the word is none of thousand, million, ... and their short forms.
double find_scale(std::string_view folded);
// 0 when the word names no whole number from one to ninety.
uint32_t find_number_word(std::string_view folded);
// 0 when the word names no rank from first to twentieth.
uint32_t find_rank_word(std::string_view folded);
// 0 when the word names no month.
uint32_t find_month(std::string_view folded);

}  // namespace oi
