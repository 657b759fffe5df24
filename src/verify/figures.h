// Runs of text and the figures in them: what quantities are read from.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace oi {

// A piece of text between spaces, without the punctuation around it.
struct Run {
  std::string text;
  bool ends_clause = false;  // closing punctuation was trimmed off
  bool bracketed = false;
};
std::vector<Run> cut_runs(std::string_view text);

// A number at the beginning of a text: its value, how many decimals, where it ends.
struct Figure {
  double value = 0;
  int decimals = 0;
  size_t end = 0;
};
// Thousands may be grouped in threes by comma or apostrophe; a point, or a comma with any other
// number of digits behind it, begins the decimals. Nothing when there is no digit, or over fifteen.
std::optional<Figure> read_figure(std::string_view text);

// Letters and digits of a run, folded, with the points between digits: how codes are compared.
std::string code_of(std::string_view run);

bool ascii_digit(char c);
// The end of the ASCII digits that begin at `at`.
size_t digits_from(std::string_view text, size_t at);
bool is_ideograph(char32_t c);

}  // namespace oi
