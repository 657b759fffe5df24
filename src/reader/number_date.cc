// The serial is rounded to the least part of a second that is shown, then everything else follows
// from whole numbers, so that 23:59:59.9 never shows as 23:60.

#include "reader/number_date.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace oi {
namespace {

using Kind = FormatToken::Kind;

constexpr double kLastDay = 2958466;  // behind 31 December 9999
constexpr int64_t kFrom1904 = 1462;   // days from one epoch to the other

struct Moment {
  int64_t year = 0, month = 0, day = 0;
  int64_t week_day = 0;  // 0: Sunday
  int64_t units = 0;     // of the day, as many to the second as `scale`
  int64_t days = 0;      // since the epoch
  int64_t scale = 1;
};

// The civil date of a day counted from 1 March 0000, by the lengths of the calendar's cycles.
void set_date(Moment& moment, int64_t serial) {
  if (serial == 0) {
    moment.year = 1900;
    moment.month = 1;
    return;
  }
  if (serial == 60) {
    moment.year = 1900;
    moment.month = 2;
    moment.day = 29;
    return;
  }
  constexpr int64_t kEpoch = 693899;  // 30 December 1899, from 1 March 0000
  const int64_t day = serial + kEpoch + (serial < 60 ? 1 : 0);
  const int64_t cycle = day / 146097, in_cycle = day % 146097;
  const int64_t year = (in_cycle - in_cycle / 1460 + in_cycle / 36524 - in_cycle / 146096) / 365;
  const int64_t in_year = in_cycle - (365 * year + year / 4 - year / 100);
  const int64_t month = (5 * in_year + 2) / 153;
  moment.day = in_year - (153 * month + 2) / 5 + 1;
  moment.month = month < 10 ? month + 3 : month - 9;
  moment.year = year + cycle * 400 + (moment.month <= 2 ? 1 : 0);
}

std::string padded(int64_t number, size_t width) {
  std::string text = std::to_string(number);
  if (text.size() < width) text.insert(0, width - text.size(), '0');
  return text;
}

std::string date_part(const Moment& moment, const std::string& text) {
  static constexpr const char* kMonths[] = {"January",   "February", "March",    "April",
                                            "May",       "June",     "July",     "August",
                                            "September", "October",  "November", "December"};
  static constexpr const char* kDays[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                          "Thursday", "Friday", "Saturday"};
  const size_t count = text.size();
  if (text[0] == 'y') return count <= 2 ? padded(moment.year % 100, 2) : padded(moment.year, 4);
  if (text[0] == 'm') {
    const std::string name = kMonths[(moment.month + 11) % 12];
    if (count <= 2) return padded(moment.month, count);
    return count == 3 ? name.substr(0, 3) : count == 5 ? name.substr(0, 1) : name;
  }
  if (count <= 2) return padded(moment.day, count);
  const std::string name = kDays[moment.week_day];
  return count == 3 ? name.substr(0, 3) : name;
}

std::string time_part(const Moment& moment, const std::string& text, bool half_day) {
  const size_t width = std::min<size_t>(text.size(), 2);
  const int64_t seconds = moment.units / moment.scale;
  if (text[0] == 's') return padded(seconds % 60, width);
  if (text[0] == 'n') return padded(seconds / 60 % 60, width);
  const int64_t hour = seconds / 3600;
  return padded(half_day ? (hour + 11) % 12 + 1 : hour, width);
}

std::string elapsed_part(const Moment& moment, const std::string& text) {
  const int64_t seconds = moment.days * 86400 + moment.units / moment.scale;
  const int64_t unit = text[0] == 'h' ? 3600 : text[0] == 'm' ? 60 : 1;
  return padded(seconds / unit, std::min<size_t>(text.size(), 8));
}

}  // namespace

std::optional<std::string> shown_date(double serial, const std::vector<FormatToken>& tokens,
                                      bool date1904) {
  if (!(serial >= 0) || serial + (date1904 ? kFrom1904 : 0) >= kLastDay) return std::nullopt;
  size_t places = 0;
  bool half_day = false;
  for (const FormatToken& token : tokens) {
    if (token.kind == Kind::Tenths) places = std::min<size_t>(token.text.size() - 1, 3);
    half_day = half_day || token.kind == Kind::HalfDay;
  }
  Moment moment;
  for (size_t i = 0; i < places; ++i)
    moment.scale *= 10;
  const int64_t in_day = 86400 * moment.scale;
  const auto units = static_cast<int64_t>(std::llround(serial * static_cast<double>(in_day)));
  moment.days = units / in_day;
  moment.units = units % in_day;
  const int64_t day = moment.days + (date1904 ? kFrom1904 : 0);
  set_date(moment, day);
  moment.week_day = (day + 6) % 7;
  std::string shown;
  for (const FormatToken& token : tokens) {
    if (token.kind == Kind::Date) {
      shown += date_part(moment, token.text);
    } else if (token.kind == Kind::Time) {
      shown += time_part(moment, token.text, half_day);
    } else if (token.kind == Kind::Elapsed) {
      shown += elapsed_part(moment, token.text);
    } else if (token.kind == Kind::HalfDay) {
      const bool afternoon = moment.units / moment.scale >= 43200;
      shown += token.text == "A/P" ? (afternoon ? "P" : "A") : (afternoon ? "PM" : "AM");
    } else if (token.kind == Kind::Tenths) {
      if (places > 0) shown += "." + padded(moment.units % moment.scale, places);
    } else if (token.kind != Kind::Text) {
      shown += token.text;
    }
  }
  return shown;
}

}  // namespace oi
