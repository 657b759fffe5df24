// Plain tables, searched from the top. A word is looked up as written first, then in lower case, so
// that "MW" and "mW" differ while "Mg" still reads as "mg".
#include "verify/units.h"

#include "base/text.h"

namespace oi {
namespace {

constexpr double kInch = 0.0254;
constexpr double kPound = 453.59237;
constexpr double kGallon = 3.785411784;

constexpr Unit kUnits[] = {
    {"%", "%", "%", 1, 0},
    {"percent", "%", "%", 1, 0},
    {"Prozent", "%", "%", 1, 0},
    {"pp", "pp", "pp", 1, 0},
    {"ppm", "ppm", "ppm", 1, 0},
    {"µg", "ug", "g", 1e-6, 0},
    {"μg", "ug", "g", 1e-6, 0},
    {"mcg", "ug", "g", 1e-6, 0},
    {"microgram", "ug", "g", 1e-6, 0},
    {"mg", "mg", "g", 1e-3, 0},
    {"milligram", "mg", "g", 1e-3, 0},
    {"毫克", "mg", "g", 1e-3, 0},
    {"g", "g", "g", 1, 0},
    {"gram", "g", "g", 1, 0},
    {"gramme", "g", "g", 1, 0},
    {"Gramm", "g", "g", 1, 0},
    {"克", "g", "g", 1, 0},
    {"kg", "kg", "g", 1e3, 0},
    {"kilogram", "kg", "g", 1e3, 0},
    {"kilo", "kg", "g", 1e3, 0},
    {"公斤", "kg", "g", 1e3, 0},
    {"千克", "kg", "g", 1e3, 0},
    {"t", "t", "g", 1e6, 0},
    {"tonne", "t", "g", 1e6, 0},
    {"Tonnen", "t", "g", 1e6, 0},
    {"吨", "t", "g", 1e6, 0},
    {"lb", "lb", "g", kPound, 0},
    {"oz", "oz", "g", kPound / 16, 0},
    {"ounce", "oz", "g", kPound / 16, 0},
    {"nm", "nm", "m", 1e-9, 0},
    {"µm", "um", "m", 1e-6, 0},
    {"μm", "um", "m", 1e-6, 0},
    {"um", "um", "m", 1e-6, 0},
    {"mm", "mm", "m", 1e-3, 0},
    {"millimeter", "mm", "m", 1e-3, 0},
    {"millimetre", "mm", "m", 1e-3, 0},
    {"毫米", "mm", "m", 1e-3, 0},
    {"cm", "cm", "m", 1e-2, 0},
    {"centimeter", "cm", "m", 1e-2, 0},
    {"centimetre", "cm", "m", 1e-2, 0},
    {"厘米", "cm", "m", 1e-2, 0},
    {"m", "m", "m", 1, 0},
    {"meter", "m", "m", 1, 0},
    {"metre", "m", "m", 1, 0},
    {"米", "m", "m", 1, 0},
    {"km", "km", "m", 1e3, 0},
    {"kilometer", "km", "m", 1e3, 0},
    {"kilometre", "km", "m", 1e3, 0},
    {"公里", "km", "m", 1e3, 0},
    {"千米", "km", "m", 1e3, 0},
    {"inch", "in", "m", kInch, 0},
    {"inches", "in", "m", kInch, 0},
    {"ft", "ft", "m", 12 * kInch, 0},
    {"foot", "ft", "m", 12 * kInch, 0},
    {"feet", "ft", "m", 12 * kInch, 0},
    {"yd", "yd", "m", 36 * kInch, 0},
    {"yard", "yd", "m", 36 * kInch, 0},
    {"mi", "mi", "m", 63360 * kInch, 0},
    {"mile", "mi", "m", 63360 * kInch, 0},
    {"ml", "ml", "l", 1e-3, 0},
    {"mL", "ml", "l", 1e-3, 0},
    {"milliliter", "ml", "l", 1e-3, 0},
    {"millilitre", "ml", "l", 1e-3, 0},
    {"毫升", "ml", "l", 1e-3, 0},
    {"l", "l", "l", 1, 0},
    {"L", "l", "l", 1, 0},
    {"liter", "l", "l", 1, 0},
    {"litre", "l", "l", 1, 0},
    {"升", "l", "l", 1, 0},
    {"gal", "gal", "l", kGallon, 0},
    {"gallon", "gal", "l", kGallon, 0},
    {"qt", "qt", "l", kGallon / 4, 0},
    {"quart", "qt", "l", kGallon / 4, 0},
    {"ns", "ns", "s", 1e-9, 0},
    {"ms", "ms", "s", 1e-3, 0},
    {"millisecond", "ms", "s", 1e-3, 0},
    {"s", "s", "s", 1, 0},
    {"sec", "s", "s", 1, 0},
    {"second", "s", "s", 1, 0},
    {"Sekunden", "s", "s", 1, 0},
    {"秒", "s", "s", 1, 0},
    {"min", "min", "s", 60, 0},
    {"minute", "min", "s", 60, 0},
    {"Minuten", "min", "s", 60, 0},
    {"分钟", "min", "s", 60, 0},
    {"h", "h", "s", 3600, 0},
    {"hr", "h", "s", 3600, 0},
    {"hour", "h", "s", 3600, 0},
    {"Stunde", "h", "s", 3600, 0},
    {"Stunden", "h", "s", 3600, 0},
    {"heure", "h", "s", 3600, 0},
    {"小时", "h", "s", 3600, 0},
    {"day", "day", "s", 86400, 0},
    {"Tag", "day", "s", 86400, 0},
    {"Tage", "day", "s", 86400, 0},
    {"Tagen", "day", "s", 86400, 0},
    {"jour", "day", "s", 86400, 0},
    {"天", "day", "s", 86400, 0},
    {"week", "week", "s", 604800, 0},
    {"Woche", "week", "s", 604800, 0},
    {"Wochen", "week", "s", 604800, 0},
    {"semaine", "week", "s", 604800, 0},
    {"month", "month", "month", 1, 0},
    {"Monat", "month", "month", 1, 0},
    {"Monate", "month", "month", 1, 0},
    {"mois", "month", "month", 1, 0},
    {"year", "year", "month", 12, 0},
    {"yr", "year", "month", 12, 0},
    {"Jahr", "year", "month", 12, 0},
    {"Jahre", "year", "month", 12, 0},
    {"mV", "mV", "V", 1e-3, 0},
    {"V", "V", "V", 1, 0},
    {"volt", "V", "V", 1, 0},
    {"kV", "kV", "V", 1e3, 0},
    {"mA", "mA", "A", 1e-3, 0},
    {"A", "A", "A", 1, 0},
    {"amp", "A", "A", 1, 0},
    {"mW", "mW", "W", 1e-3, 0},
    {"W", "W", "W", 1, 0},
    {"watt", "W", "W", 1, 0},
    {"kW", "kW", "W", 1e3, 0},
    {"MW", "MW", "W", 1e6, 0},
    {"GW", "GW", "W", 1e9, 0},
    {"Wh", "Wh", "Wh", 1, 0},
    {"kWh", "kWh", "Wh", 1e3, 0},
    {"MWh", "MWh", "Wh", 1e6, 0},
    {"Hz", "Hz", "Hz", 1, 0},
    {"kHz", "kHz", "Hz", 1e3, 0},
    {"MHz", "MHz", "Hz", 1e6, 0},
    {"GHz", "GHz", "Hz", 1e9, 0},
    {"Pa", "Pa", "Pa", 1, 0},
    {"kPa", "kPa", "Pa", 1e3, 0},
    {"MPa", "MPa", "Pa", 1e6, 0},
    {"bar", "bar", "Pa", 1e5, 0},
    {"psi", "psi", "Pa", 6894.757293168, 0},
    {"°C", "C", "K", 1, 273.15},
    {"C", "C", "K", 1, 273.15},
    {"Celsius", "C", "K", 1, 273.15},
    {"°F", "F", "K", 5.0 / 9, 255.3722222222222},
    {"F", "F", "K", 5.0 / 9, 255.3722222222222},
    {"Fahrenheit", "F", "K", 5.0 / 9, 255.3722222222222},
    {"N", "N", "N", 1, 0},
    {"Nm", "Nm", "Nm", 1, 0},
    {"J", "J", "J", 1, 0},
    {"kJ", "kJ", "J", 1e3, 0},
    {"kcal", "kcal", "J", 4184, 0},
    {"rpm", "rpm", "rpm", 1, 0},
    {"mph", "mph", "m/s", 0.44704, 0},
    {"km/h", "km/h", "m/s", 1 / 3.6, 0},
    {"kmh", "km/h", "m/s", 1 / 3.6, 0},
    {"m/s", "m/s", "m/s", 1, 0},
    {"dB", "dB", "dB", 1, 0},
    {"KB", "KB", "byte", 1e3, 0},
    {"MB", "MB", "byte", 1e6, 0},
    {"GB", "GB", "byte", 1e9, 0},
    {"TB", "TB", "byte", 1e12, 0},
    {"KiB", "KiB", "byte", 1024, 0},
    {"MiB", "MiB", "byte", 1048576, 0},
    {"GiB", "GiB", "byte", 1073741824, 0},
    {"byte", "byte", "byte", 1, 0},
    {"mg/kg", "mg/kg", "mg/kg", 1, 0},
    {"mg/l", "mg/l", "mg/l", 1, 0},
    {"mmol/l", "mmol/l", "mmol/l", 1, 0},
    {"g/l", "g/l", "mg/l", 1e3, 0},
    {"$", "usd", "usd", 1, 0},
    {"USD", "usd", "usd", 1, 0},
    {"dollar", "usd", "usd", 1, 0},
    {"€", "eur", "eur", 1, 0},
    {"EUR", "eur", "eur", 1, 0},
    {"euro", "eur", "eur", 1, 0},
    {"£", "gbp", "gbp", 1, 0},
    {"GBP", "gbp", "gbp", 1, 0},
    {"¥", "jpy", "jpy", 1, 0},
    {"JPY", "jpy", "jpy", 1, 0},
    {"元", "cny", "cny", 1, 0},
    {"CHF", "chf", "chf", 1, 0},
};

struct Named {
  std::string_view word;
  double number;
};

constexpr Named kScales[] = {{"hundred", 1e2},    {"thousand", 1e3},  {"k", 1e3},
                             {"million", 1e6},    {"mn", 1e6},        {"billion", 1e9},
                             {"bn", 1e9},         {"trillion", 1e12}, {"millionen", 1e6},
                             {"milliarden", 1e9}, {"万", 1e4},        {"亿", 1e8}};

constexpr Named kNumbers[] = {
    {"one", 1},      {"two", 2},        {"three", 3},     {"four", 4},      {"five", 5},
    {"six", 6},      {"seven", 7},      {"eight", 8},     {"nine", 9},      {"ten", 10},
    {"eleven", 11},  {"twelve", 12},    {"thirteen", 13}, {"fourteen", 14}, {"fifteen", 15},
    {"sixteen", 16}, {"seventeen", 17}, {"eighteen", 18}, {"nineteen", 19}, {"twenty", 20},
    {"thirty", 30},  {"forty", 40},     {"fifty", 50},    {"sixty", 60},    {"seventy", 70},
    {"eighty", 80},  {"ninety", 90}};

constexpr Named kRanks[] = {
    {"first", 1},        {"second", 2},      {"third", 3},       {"fourth", 4},
    {"fifth", 5},        {"sixth", 6},       {"seventh", 7},     {"eighth", 8},
    {"ninth", 9},        {"tenth", 10},      {"eleventh", 11},   {"twelfth", 12},
    {"thirteenth", 13},  {"fourteenth", 14}, {"fifteenth", 15},  {"sixteenth", 16},
    {"seventeenth", 17}, {"eighteenth", 18}, {"nineteenth", 19}, {"twentieth", 20}};

constexpr Named kMonths[] = {
    {"january", 1},    {"jan", 1},       {"januar", 1},    {"janvier", 1},   {"enero", 1},
    {"february", 2},   {"feb", 2},       {"februar", 2},   {"fevrier", 2},   {"febrero", 2},
    {"march", 3},      {"mar", 3},       {"marz", 3},      {"mars", 3},      {"marzo", 3},
    {"april", 4},      {"apr", 4},       {"avril", 4},     {"abril", 4},     {"may", 5},
    {"mai", 5},        {"mayo", 5},      {"june", 6},      {"jun", 6},       {"juni", 6},
    {"juin", 6},       {"junio", 6},     {"july", 7},      {"jul", 7},       {"juli", 7},
    {"juillet", 7},    {"julio", 7},     {"august", 8},    {"aug", 8},       {"aout", 8},
    {"agosto", 8},     {"september", 9}, {"sep", 9},       {"sept", 9},      {"septembre", 9},
    {"septiembre", 9}, {"october", 10},  {"oct", 10},      {"oktober", 10},  {"octobre", 10},
    {"octubre", 10},   {"november", 11}, {"nov", 11},      {"novembre", 11}, {"noviembre", 11},
    {"december", 12},  {"dec", 12},      {"dezember", 12}, {"decembre", 12}, {"diciembre", 12}};

template <size_t n>
double number_of(const Named (&table)[n], std::string_view word) {
  for (const Named& row : table) {
    if (row.word == word) return row.number;
  }
  return 0;
}

const Unit* unit_named(std::string_view word) {
  for (const Unit& unit : kUnits) {
    if (unit.word == word) return &unit;
  }
  return nullptr;
}

}  // namespace

const Unit* find_unit(std::string_view word) {
  if (const Unit* unit = unit_named(word)) return unit;
  // One letter means something only in its own case.
  if (code_points(word) < 2) return nullptr;
  const std::string folded = fold(word);
  if (const Unit* unit = unit_named(folded)) return unit;
  if (folded.size() > 3 && folded.ends_with('s')) {
    return unit_named(std::string_view(folded).substr(0, folded.size() - 1));
  }
  return nullptr;
}

double find_scale(std::string_view folded) {
  return number_of(kScales, folded);
}

uint32_t find_number_word(std::string_view folded) {
  return static_cast<uint32_t>(number_of(kNumbers, folded));
}

uint32_t find_rank_word(std::string_view folded) {
  return static_cast<uint32_t>(number_of(kRanks, folded));
}

uint32_t find_month(std::string_view folded) {
  return static_cast<uint32_t>(number_of(kMonths, folded));
}

}  // namespace oi
