// Numbers as a spreadsheet shows them: by the number format codes that xls, xlsx and xlsb share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace oi {

// The value under a format code such as "#,##0.00;[Red](#,##0.00)" or "d-mmm-yy", without the space
// that only aligns. Empty where the code shows nothing (";;;"). An empty code is General, which
// shows a fraction with at most ten digits that count and a whole number of up to 15 digits in
// full: Excel's shortening of those is for the width of the column alone. A date outside of the
// calendar is shown as General. Never fails: what a code says that is no part of any format stands
// as it is.
std::string shown_number(double value, std::string_view format_code, bool date1904);

// The code of a number that every file may use without defining it; General for others. Those that
// mean "as the country writes it" are given in the order of ISO 8601, which nobody can misread.
std::string_view builtin_format(uint32_t id);

}  // namespace oi
