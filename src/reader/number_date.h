// Days since an epoch as dates and times.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reader/number_section.h"

namespace oi {

// Day 60 of the 1900 calendar is the 29 February that year never had, as every spreadsheet since
// Lotus counts. Nothing for days outside of the calendar.
std::optional<std::string> shown_date(double serial, const std::vector<FormatToken>& tokens,
                                      bool date1904);

}  // namespace oi
