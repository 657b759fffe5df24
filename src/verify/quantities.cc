// Reading quantities out of running text.
//
// 1. A run with digits is tried as date, clock time, money, number with what follows it, and last
//    as a code. A number takes a scale word, a month or a unit from the next run, but never across
//    the end of a clause.
// 2. A run without digits may be a number word, a rank word or a month.
#include "verify/quantities.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/text.h"
#include "verify/figures.h"
#include "verify/units.h"

namespace oi {
namespace {

bool ascii_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Goes through the runs once, from left to right.
struct Reading {
  std::vector<Run> runs;
  size_t at = 0;
  std::vector<Quantity> out;

  // The run after the current one, unless a clause ends in between.
  const std::string* next(size_t step = 1) const {
    for (size_t k = at; k < at + step; ++k) {
      if (k + 1 >= runs.size() || runs[k].ends_clause) return nullptr;
    }
    return &runs[at + step].text;
  }
};

struct Amount {
  Figure figure;
  double scale = 1;
  const Unit* unit = nullptr;
  std::string text;
};

void emit(Reading& in, const Amount& amount) {
  Quantity quantity;
  quantity.text = amount.text;
  quantity.printed = amount.figure.value * amount.scale;
  quantity.value = quantity.printed;
  quantity.slack = 0.5 * std::pow(10.0, -amount.figure.decimals) * amount.scale;
  if (amount.unit != nullptr) {
    quantity.value = quantity.printed * amount.unit->factor + amount.unit->offset;
    quantity.slack *= amount.unit->factor;
    quantity.base = amount.unit->base;
    quantity.unit = amount.unit->name;
  }
  in.out.push_back(std::move(quantity));
}

void emit_rank(Reading& in, double rank, std::string text, bool loose) {
  Quantity quantity;
  quantity.kind = QuantityKind::Ordinal;
  quantity.text = std::move(text);
  quantity.printed = quantity.value = rank;
  quantity.loose = loose;
  in.out.push_back(std::move(quantity));
}

void emit_code(Reading& in, std::string_view run) {
  Quantity quantity;
  quantity.kind = QuantityKind::Code;
  quantity.text = run;
  quantity.code = code_of(run);
  in.out.push_back(std::move(quantity));
}

void emit_date(Reading& in, uint32_t month, uint32_t day, std::string text) {
  Quantity quantity;
  quantity.kind = QuantityKind::Date;
  quantity.text = std::move(text);
  quantity.month = month;
  quantity.day = day;
  in.out.push_back(std::move(quantity));
}

void emit_clock(Reading& in, int hour, int minute, std::string_view half, std::string text) {
  if (!half.empty()) hour = hour % 12 + (half.front() == 'p' ? 12 : 0);
  Quantity quantity;
  quantity.text = std::move(text);
  quantity.printed = quantity.value = hour * 60 + minute;
  quantity.base = quantity.unit = "clock";
  in.out.push_back(std::move(quantity));
}

// "am", "p.m" and the like, else empty.
std::string half_of_day(std::string_view word) {
  const std::string code = code_of(word);
  return code == "am" || code == "pm" ? code : std::string();
}

// The longest beginning of a run of ideographs for which `find` knows something.
template <typename Find>
auto find_prefix(std::string_view run, Find find) -> decltype(find(run)) {
  for (const size_t bytes : {size_t{6}, size_t{3}}) {
    if (run.size() >= bytes) {
      if (auto found = find(run.substr(0, bytes))) return found;
    }
  }
  return {};
}

const Unit* unit_in(std::string_view run) {
  if (const Unit* unit = find_unit(run)) return unit;
  size_t at = 0;
  if (run.empty() || !is_ideograph(next_code_point(run, at))) return nullptr;
  return find_prefix(run, [](std::string_view word) { return find_unit(word); });
}

double scale_in(std::string_view run) {
  if (const double scale = find_scale(fold(run)); scale > 1) return scale;
  size_t at = 0;
  if (run.empty() || !is_ideograph(next_code_point(run, at))) return 0;
  return find_prefix(run, [](std::string_view word) { return find_scale(word); });
}

// Takes a scale word and a unit from the runs that follow.
void take_following(Reading& in, Amount& amount) {
  if (const std::string* word = in.next()) {
    if (const double scale = scale_in(*word); scale > 1) {
      amount.scale *= scale;
      amount.text += " " + *word;
      ++in.at;
    }
  }
  const std::string* word = in.next();
  if (word == nullptr || amount.unit != nullptr) return;
  const std::string* after = in.next(2);
  const bool percent = *word == "per" && after != nullptr && *after == "cent";
  amount.unit = percent ? find_unit("%") : unit_in(*word);
  if (amount.unit == nullptr) return;
  amount.text += " " + *word + (percent ? " cent" : "");
  in.at += percent ? 2 : 1;
}

bool whole_between(const Figure& figure, double least, double most) {
  return figure.decimals == 0 && figure.value >= least && figure.value <= most;
}

// "12 March", "12. März", "3月12日", "10 pm": a number that what follows makes a date or a time.
bool take_date_or_clock(Reading& in, const Figure& figure, const std::string& run) {
  const std::string* word = in.runs.size() > in.at + 1 ? &in.runs[in.at + 1].text : nullptr;
  if (word == nullptr) return false;
  if (const std::string half = half_of_day(*word); !half.empty() && whole_between(figure, 1, 12)) {
    emit_clock(in, static_cast<int>(figure.value), 0, half, run + " " + *word);
    ++in.at;
    return true;
  }
  if (word->starts_with("月") && whole_between(figure, 1, 12)) {
    const std::string* number = in.runs.size() > in.at + 2 ? &in.runs[in.at + 2].text : nullptr;
    const auto day = number == nullptr ? std::nullopt : read_figure(*number);
    const bool has_day =
        day && in.runs.size() > in.at + 3 && in.runs[in.at + 3].text.starts_with("日");
    emit_date(in, static_cast<uint32_t>(figure.value),
              has_day ? static_cast<uint32_t>(day->value) : 0, run + *word);
    in.at += has_day ? 3 : 1;
    return true;
  }
  size_t step = 1;
  const bool of = *word == "of" && in.runs.size() > in.at + 2;
  if (of) step = 2;
  const uint32_t month = find_month(fold(in.runs[in.at + step].text));
  if (month == 0 || !whole_between(figure, 1, 31)) return false;
  emit_date(in, month, static_cast<uint32_t>(figure.value), run + " " + in.runs[in.at + step].text);
  in.at += step;
  return true;
}

bool all_digits(std::string_view text) {
  return !text.empty() && digits_from(text, 0) == text.size();
}

// "2021-03-12", "12.03.2021", "03/12/2021".
bool take_numeric_date(Reading& in, const std::string& run) {
  for (const char mark : {'-', '.', '/'}) {
    const auto parts = split(run, mark);
    if (parts.size() != 3 || !std::all_of(parts.begin(), parts.end(), all_digits)) continue;
    const bool year_first = parts[0].size() == 4;
    if (!year_first && parts[2].size() != 4) continue;
    const auto number = [](std::string_view part) { return read_figure(part)->value; };
    const double year = number(year_first ? parts[0] : parts[2]);
    const auto one = static_cast<uint32_t>(number(year_first ? parts[1] : parts[0]));
    const auto two = static_cast<uint32_t>(number(year_first ? parts[2] : parts[1]));
    if (one < 1 || one > 31 || two < 1 || two > 31 || (one > 12 && two > 12)) continue;
    const bool day_first = !year_first && (mark == '.' || one > 12);
    emit_date(in, day_first ? two : one, day_first ? one : two, run);
    in.out.back().day_or_month = mark == '/' && one <= 12 && two <= 12;
    emit(in, {.figure = {.value = year, .decimals = 0, .end = 4}, .text = run});
    return true;
  }
  return false;
}

// "11:59", "11:59pm", "10pm".
bool take_clock(Reading& in, const std::string& run) {
  const size_t colon = digits_from(run, 0);
  if (colon == 0 || colon > 2) return false;
  size_t end = colon;
  int minute = 0;
  if (colon + 2 < run.size() && run[colon] == ':') {
    end = digits_from(run, colon + 1);
    if (end != colon + 3) return false;
    minute = (run[colon + 1] - '0') * 10 + (run[colon + 2] - '0');
  }
  std::string half = half_of_day(std::string_view(run).substr(end));
  if (half.empty() && (end != run.size() || end == colon)) return false;
  std::string text = run;
  if (const std::string* word = in.next(); half.empty() && word != nullptr) {
    half = half_of_day(*word);
    if (!half.empty()) {
      text += " " + *word;
      ++in.at;
    }
  }
  emit_clock(in, static_cast<int>(read_figure(run)->value), minute, half, std::move(text));
  return true;
}

void read_number_run(Reading& in, const std::string& run, const Unit* money);

// What stands right behind the digits of a run. False when the run is a code after all.
bool take_suffix(Reading& in, Amount amount, std::string_view run, std::string_view suffix) {
  if (suffix == "st" || suffix == "nd" || suffix == "rd" || suffix == "th") {
    if (take_date_or_clock(in, amount.figure, std::string(run))) return true;
    emit_rank(in, amount.figure.value, std::string(run), false);
    return true;
  }
  const bool short_scale = suffix == "k" || suffix == "K" || suffix == "M" || suffix == "B" ||
                           suffix == "bn" || (suffix == "m" && amount.unit != nullptr);
  if (short_scale) {
    amount.scale = suffix == "bn" || suffix == "B" ? 1e9 : fold(suffix) == "m" ? 1e6 : 1e3;
    take_following(in, amount);
    emit(in, amount);
    return true;
  }
  if (const Unit* unit = find_unit(suffix)) {
    amount.unit = unit;
    emit(in, amount);
    return true;
  }
  if (suffix.size() < 2 || suffix.front() != '-') return false;
  const std::string_view rest = suffix.substr(1);
  if (const auto second = read_figure(rest)) {
    // A range: the unit behind its second number is the first one's too.
    const size_t before = in.out.size();
    read_number_run(in, std::string(rest), amount.unit);
    if (in.out.size() == before) return false;
    const Quantity last = in.out.back();
    if (last.kind == QuantityKind::Amount && last.base != "clock") {
      if (amount.unit == nullptr && !last.unit.empty()) amount.unit = find_unit(last.unit);
      if (second->value != 0) amount.scale = last.printed / second->value;
    }
    emit(in, amount);
    return true;
  }
  for (const std::string_view part : split(rest, '-')) {  // "3-billion-parameter", "24-month"
    if (const double scale = find_scale(fold(part)); scale > 1) {
      amount.scale *= scale;
    } else if (const Unit* unit = find_unit(part); unit != nullptr && amount.unit == nullptr) {
      amount.unit = unit;
    } else if (!std::all_of(part.begin(), part.end(), ascii_letter)) {
      return false;
    }
  }
  emit(in, amount);
  return true;
}

void read_number_run(Reading& in, const std::string& run, const Unit* money) {
  if (take_numeric_date(in, run) || take_clock(in, run)) return;
  const size_t dash = run.find('-', 1);
  if (dash != std::string::npos && run.find('-', dash + 1) == std::string::npos &&
      !half_of_day(run.substr(digits_from(run, 0), dash - digits_from(run, 0))).empty()) {
    read_number_run(in, run.substr(0, dash), nullptr);  // "8am-5pm"
    read_number_run(in, run.substr(dash + 1), nullptr);
    return;
  }
  const auto figure = read_figure(run);
  if (!figure) return emit_code(in, run);
  Amount amount{.figure = *figure, .unit = money, .text = run};
  if (figure->end < run.size()) {
    const std::string_view suffix = std::string_view(run).substr(figure->end);
    if (!take_suffix(in, amount, run, suffix)) emit_code(in, run);
    return;
  }
  if (money == nullptr && take_date_or_clock(in, *figure, run)) return;
  take_following(in, amount);
  emit(in, amount);
}

// A run with digits that begins with something else.
void read_lettered_run(Reading& in, const std::string& run) {
  for (const std::string_view sign : {"$", "€", "£", "¥", "US$", "USD", "EUR", "GBP", "CHF"}) {
    if (!run.starts_with(sign) || !read_figure(run.substr(sign.size()))) continue;
    const Unit* money = find_unit(sign == "US$" ? "$" : sign);
    read_number_run(in, run.substr(sign.size()), money);
    if (!in.out.empty()) in.out.back().text.insert(0, sign);
    return;
  }
  size_t letters = 0;
  bool lower = true;
  while (letters < run.size() && ascii_letter(run[letters])) {
    lower &= run[letters] >= 'a';
    ++letters;
  }
  // "top-5" and "mid-2025" are values, "FY2024" is a year.
  const std::string rest = run.substr(letters);
  const bool hyphen = lower && letters > 1 && rest.size() > 1 && rest[0] == '-';
  const auto value = read_figure(hyphen ? std::string_view(rest).substr(1) : rest);
  const bool year = value && rest.size() == 4 && whole_between(*value, 1900, 2099);
  if (value && (year || (hyphen && value->end + 1 == rest.size()))) {
    return emit(in, {.figure = *value, .text = run});
  }
  emit_code(in, run);
}

void read_word(Reading& in, const std::string& run) {
  const std::string word = fold(run);
  if (const uint32_t month = find_month(word)) {
    const std::string* next = in.next();
    const std::optional<Figure> read = next == nullptr ? std::nullopt : read_figure(*next);
    const Figure figure = read.value_or(Figure{});
    const std::string suffix = read ? next->substr(figure.end) : std::string();
    const bool day =
        read && whole_between(figure, 1, 31) &&
        (suffix.empty() || suffix == "st" || suffix == "nd" || suffix == "rd" || suffix == "th");
    const bool also_word = word == "may" || word == "march" || word == "mar" || word == "mars";
    if (also_word && !read) return;
    emit_date(in, month, day ? static_cast<uint32_t>(figure.value) : 0,
              day ? run + " " + *next : run);
    if (day) ++in.at;
    return;
  }
  if (const uint32_t rank = find_rank_word(word)) return emit_rank(in, rank, run, rank < 3);
  const size_t hyphen = word.find('-');
  uint32_t number = find_number_word(word.substr(0, hyphen));
  if (number == 0) return;
  if (hyphen != std::string::npos) {
    const uint32_t ones = find_number_word(word.substr(hyphen + 1));
    if (number >= 20 && ones > 0 && ones < 10) number += ones;
  }
  Amount amount{.figure = {.value = static_cast<double>(number)}, .text = run};
  take_following(in, amount);
  emit(in, amount);
  in.out.back().loose = number == 1 && amount.scale == 1 && amount.unit == nullptr;
}

bool has_digit(std::string_view run) {
  return std::any_of(run.begin(), run.end(), ascii_digit);
}

}  // namespace

Quantities read_quantities(std::string_view text) {
  Reading in;
  in.runs = cut_runs(text);
  Quantities found;
  found.compact = " ";
  for (size_t i = 0; i < in.runs.size(); ++i) {
    const Run& run = in.runs[i];
    found.compact += code_of(run.text) + " ";
    const bool after_in = i > 0 && in.runs[i - 1].text == "in";
    if (!run.bracketed && !after_in) continue;
    std::string word = fold(run.text);
    if (word == "in" && i + 1 < in.runs.size()) word = fold(in.runs[i + 1].text);
    if (word.ends_with('s')) word.pop_back();
    if (const double scale = find_scale(word); scale > 100) found.scales.push_back(scale);
    if (const Unit* unit = find_unit(run.text)) found.units.emplace(unit->name);
  }
  for (; in.at < in.runs.size(); ++in.at) {
    const std::string run = in.runs[in.at].text;
    if (!has_digit(run)) {
      read_word(in, run);
    } else if (ascii_digit(run[0]) || run[0] == '.' || run[0] == '-' || run[0] == '+') {
      read_number_run(in, run, nullptr);
    } else {
      read_lettered_run(in, run);
    }
  }
  found.all = std::move(in.out);
  return found;
}

namespace {

bool near(double a, double b, double slack) {
  return std::fabs(a - b) <= slack + 1e-9 * std::max(std::fabs(a), std::fabs(b));
}

Agreement amounts_agree(const Quantity& claimed, const Quantity& found, const Quantities& in) {
  if (!claimed.base.empty() && !found.base.empty()) {
    if (claimed.base != found.base) return Agreement::None;
    const bool same_unit = claimed.unit == found.unit;
    const double slack = same_unit ? 0 : claimed.slack + found.slack;
    return near(claimed.value, found.value, slack) ? Agreement::Full : Agreement::None;
  }
  bool same = near(claimed.printed, found.printed, 0);
  for (const double scale : in.scales)
    same |= near(claimed.printed, found.printed * scale, 0);
  if (!same || claimed.base == "clock" || found.base == "clock") return Agreement::None;
  const bool unit_elsewhere = found.base.empty() && in.units.count(claimed.unit) > 0;
  return claimed.base == found.base || unit_elsewhere ? Agreement::Full : Agreement::Weak;
}

Agreement dates_agree(const Quantity& claimed, const Quantity& found) {
  const bool as_written =
      claimed.month == found.month && (claimed.day == 0 || claimed.day == found.day);
  const bool swapped = (claimed.day_or_month || found.day_or_month) && claimed.month == found.day &&
                       claimed.day == found.month;
  return as_written || swapped ? Agreement::Full : Agreement::None;
}

// "iOS 26" says "iOS26": the code is a whole word, or two words that stand together.
bool says_code(const std::string& compact, const std::string& code) {
  if (code.empty()) return true;
  if (compact.find(" " + code + " ") != std::string::npos) return true;
  for (size_t at = 1; at < code.size(); ++at) {
    const std::string two = " " + code.substr(0, at) + " " + code.substr(at) + " ";
    if (compact.find(two) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

bool is_year(const Quantity& quantity) {
  return quantity.kind == QuantityKind::Amount && quantity.base.empty() && quantity.slack == 0.5 &&
         quantity.printed >= 1900 && quantity.printed <= 2100;
}

Agreement find_quantity(const Quantity& claimed, const Quantities& in) {
  if (claimed.kind == QuantityKind::Code) {
    return says_code(in.compact, claimed.code) ? Agreement::Full : Agreement::None;
  }
  Agreement best = Agreement::None;
  for (const Quantity& found : in.all) {
    if (found.kind != claimed.kind) continue;
    Agreement agreement = Agreement::None;
    if (claimed.kind == QuantityKind::Amount) agreement = amounts_agree(claimed, found, in);
    if (claimed.kind == QuantityKind::Date) agreement = dates_agree(claimed, found);
    if (claimed.kind == QuantityKind::Ordinal && claimed.value == found.value) {
      agreement = Agreement::Full;
    }
    best = std::max(best, agreement);
  }
  return best;
}

}  // namespace oi
