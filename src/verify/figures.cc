// Cutting running text into runs, and reading the figure that a run begins with.
//
// 1. Digits of all scripts become ASCII, dashes and quotes one kind each.
// 2. The text is cut at white space and bars, and where an ideograph meets another script.
// 3. Brackets, quotes and closing punctuation are trimmed off each run; what was trimmed says
//    whether a clause ends here.
#include "verify/figures.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace oi {
namespace {

// The digit a code point stands for; -1 when it is none. Decimal digits come in blocks of ten.
int digit_of(char32_t c) {
  constexpr std::array<char32_t, 10> kZeros = {'0',   0x660, 0x6F0, 0x966, 0x9E6,
                                               0xE50, 0xBE6, 0xA66, 0xAE6, 0xFF10};
  for (const char32_t zero : kZeros) {
    if (c >= zero && c < zero + 10) return static_cast<int>(c - zero);
  }
  return -1;
}

// ASCII for what is written in several ways, else 0.
char plain_of(char32_t c) {
  if (const int digit = digit_of(c); digit >= 0) return static_cast<char>('0' + digit);
  if (c == 0x2212 || (c >= 0x2010 && c <= 0x2015) || c == 0xFF0D) return '-';
  if (c == 0x2018 || c == 0x2019) return '\'';
  if (c == 0x201C || c == 0x201D || c == 0x201E || c == 0xAB || c == 0xBB) return '"';
  if (c == 0xFF05) return '%';
  if (c == 0xFF0E) return '.';
  if (c == 0xD7) return 'x';
  return 0;
}

void finish(std::string& run, std::vector<Run>& runs) {
  constexpr std::string_view kOpen = "([{\"'<*_~`=:;,#";
  constexpr std::string_view kClose = ".,;:!?)]}\"'>*_`";
  Run out;
  std::string_view text = run;
  while (!text.empty() && kOpen.find(text.front()) != kOpen.npos) {
    out.bracketed |= text.front() == '(' || text.front() == '[';
    text.remove_prefix(1);
  }
  while (!text.empty() && kClose.find(text.back()) != kClose.npos) {
    out.ends_clause |= std::string_view(".,;:!?)").find(text.back()) != std::string_view::npos;
    text.remove_suffix(1);
  }
  if (text.ends_with("'s")) text.remove_suffix(2);
  out.text = text;
  run.clear();
  if (!out.text.empty()) {
    runs.push_back(std::move(out));
  } else if (!runs.empty()) {
    runs.back().ends_clause = true;
  }
}

}  // namespace

bool ascii_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_ideograph(char32_t c) {
  return (c >= 0x2E80 && c <= 0x9FFF) || (c >= 0xF900 && c <= 0xFAFF) || c >= 0x20000;
}

std::vector<Run> cut_runs(std::string_view text) {
  std::vector<Run> runs;
  std::string run;
  bool ideographs = false;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    const char32_t c = next_code_point(text, at);
    // A no-break space between two figures groups thousands.
    size_t ahead = at;
    if ((c == 0xA0 || c == 0x202F) && !run.empty() && ascii_digit(run.back()) && at < text.size() &&
        digit_of(next_code_point(text, ahead)) >= 0) {
      run += ',';
      continue;
    }
    if (is_space(c) || c == '|' || (c >= 0x3000 && c <= 0x3003) || c == 0xFF0C || c == 0xFF1B) {
      if (!run.empty()) finish(run, runs);
      continue;
    }
    if (!run.empty() && is_ideograph(c) != ideographs) finish(run, runs);
    ideographs = is_ideograph(c);
    if (const char plain = plain_of(c)) {
      run += plain;
    } else {
      run += text.substr(begin, at - begin);
    }
  }
  if (!run.empty()) finish(run, runs);
  return runs;
}

size_t digits_from(std::string_view text, size_t at) {
  while (at < text.size() && ascii_digit(text[at]))
    ++at;
  return at;
}

std::optional<Figure> read_figure(std::string_view text) {
  size_t at = 0;
  double sign = 1;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    sign = text[0] == '-' ? -1 : 1;
    at = 1;
  }
  size_t end = digits_from(text, at);
  std::string whole(text.substr(at, end - at));
  const bool leading_point =
      whole.empty() && end + 1 < text.size() && text[end] == '.' && ascii_digit(text[end + 1]);
  if ((whole.empty() && !leading_point) || whole.size() > 15) return std::nullopt;
  // Thousands come in groups of exactly three.
  while (!whole.empty() && end < text.size() && (text[end] == ',' || text[end] == '\'') &&
         digits_from(text, end + 1) == end + 4) {
    whole += text.substr(end + 1, 3);
    end += 4;
  }
  std::string decimals;
  if (end + 1 < text.size() && (text[end] == '.' || text[end] == ',')) {
    const size_t stop = digits_from(text, end + 1);
    if (stop > end + 1 && stop - end < 16) {
      decimals = text.substr(end + 1, stop - end - 1);
      end = stop;
    }
  }
  Figure figure;
  for (const char c : whole)
    figure.value = figure.value * 10 + (c - '0');
  double place = 1;
  for (const char c : decimals)
    figure.value += (c - '0') * (place /= 10);
  figure.value *= sign;
  figure.decimals = static_cast<int>(decimals.size());
  figure.end = end;
  return figure;
}

std::string code_of(std::string_view run) {
  const std::string folded = fold(run);
  std::string code;
  for (size_t at = 0; at < folded.size();) {
    const size_t begin = at;
    const char32_t c = next_code_point(folded, at);
    const bool point = c == '.' && begin > 0 && ascii_digit(folded[begin - 1]) &&
                       at < folded.size() && ascii_digit(folded[at]);
    if (is_letter(c) || is_digit(c) || point) code += folded.substr(begin, at - begin);
  }
  return code;
}

}  // namespace oi
