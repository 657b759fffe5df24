#include "reader/number_format.h"

#include <gtest/gtest.h>

namespace oi {
namespace {

struct Case {
  double value;
  const char* code;
  const char* shown;
};

void expect(std::initializer_list<Case> cases, bool date1904 = false) {
  for (const Case& one : cases)
    EXPECT_EQ(shown_number(one.value, one.code, date1904), one.shown)
        << one.value << " as " << one.code;
}

TEST(NumberFormat, GeneralShowsTenDigitsThatCountAndWholeNumbersInFull) {
  expect({{0, "", "0"},
          {0, "General", "0"},
          {-12, "General", "-12"},
          {0.1 + 0.2, "General", "0.3"},
          {3.14159265358979, "General", "3.141592654"},
          {123456.789, "General", "123456.789"},
          {123456789012, "General", "123456789012"},
          {1.5e20, "General", "1.5E+20"},
          {-0.00000000012345678, "General", "-1.23457E-10"},
          {0.0001, "General", "0.0001"},
          {5, "General\" pcs\"", "5 pcs"}});
}

TEST(NumberFormat, PlacesDecimalsThousandsAndPercent) {
  expect({{1234.5, "0", "1235"},
          {1.005, "0.00", "1.01"},
          {-1234.567, "#,##0.00", "-1,234.57"},
          {1234567, "#,##0", "1,234,567"},
          {12, "#,##0", "12"},
          {7, "000", "007"},
          {1234, "0,000,000", "0,001,234"},
          {0.5, "#.##", ".5"},
          {0.256, "0%", "26%"},
          {0.2567, "0.00%", "25.67%"},
          {1234567, "0.0,,\" M\"", "1.2 M"},
          {2025550123, "(000) 000-0000", "(202) 555-0123"},
          {9.995, "0.00", "10.00"},
          {1e15, "#,##0", "1,000,000,000,000,000"}});
}

TEST(NumberFormat, SectionsTellSignZeroAndConditions) {
  expect({{5, "#,##0_);(#,##0)", "5"},
          {-5, "#,##0_);(#,##0)", "(5)"},
          {-5, "0;[Red]\\-0;\"nil\"", "-5"},
          {0, "0;[Red]\\-0;\"nil\"", "nil"},
          {7, ";;;", ""},
          {150, "[>=100]\"many\";[<0]\"none\";0", "many"},
          {50, "[>=100]\"many\";[<0]\"none\";0", "50"},
          {12.5, "[$\u20AC-407] #,##0.00", "\u20AC 12.50"},
          {1234.5, "_($* #,##0.00_);_($* (#,##0.00);_($* \"-\"?\?_);_(@_)", "$1,234.50"},
          {0, "_($* #,##0.00_);_($* (#,##0.00);_($* \"-\"?\?_);_(@_)", "$-"},
          {12, "@", "12"}});
}

TEST(NumberFormat, PowersOfTenAndFractions) {
  expect({{12345, "0.00E+00", "1.23E+04"},
          {0.00012, "0.0E-0", "1.2E-4"},
          {99999, "0.0E+0", "1.0E+5"},
          {12345, "##0.0E+0", "12.3E+3"},
          {0, "0.00E+00", "0.00E+00"},
          {2.5, "# ?/?", "2 1/2"},
          {0.75, "# ?/?", "3/4"},
          {3, "# ?/?", "3"},
          {1.3333333333, "# ?\?/?\?", "1 1/3"},
          {0.375, "# ?/8", "3/8"},
          {1.5, "?/?", "3/2"}});
}

TEST(NumberFormat, DatesCountTheDayThat1900NeverHad) {
  expect({{1, "yyyy-mm-dd", "1900-01-01"},
          {59, "yyyy-mm-dd", "1900-02-28"},
          {60, "yyyy-mm-dd", "1900-02-29"},
          {61, "yyyy-mm-dd", "1900-03-01"},
          {0, "yyyy-mm-dd", "1900-01-00"},
          {39448, "d-mmm-yy", "1-Jan-08"},
          {39448, "dddd, d mmmm yyyy", "Tuesday, 1 January 2008"},
          {2958465, "yyyy-mm-dd", "9999-12-31"},
          {2958466, "yyyy-mm-dd", "2958466"},
          {-1, "yyyy-mm-dd", "-1"}});
  expect({{0, "yyyy-mm-dd", "1904-01-01"}, {37986, "yyyy-mm-dd", "2008-01-01"}}, true);
}

TEST(NumberFormat, TimesRoundToWhatIsShownAndMinutesAreNoMonths) {
  expect({{0.75, "h:mm", "18:00"},
          {0.75, "h:mm AM/PM", "6:00 PM"},
          {0, "h:mm AM/PM", "12:00 AM"},
          {39448.5 + 1.0 / 1440, "yyyy-mm-dd hh:mm", "2008-01-01 12:01"},
          {1.5, "[h]:mm", "36:00"},
          {1.5, "[mm]:ss", "2160:00"},
          {0.000012, "mm:ss.0", "00:01.0"},
          {0.99999999, "h:mm:ss", "0:00:00"},
          {39448, "mm/dd", "01/01"}});
}

TEST(NumberFormat, BuiltInNumbersHaveCodes) {
  EXPECT_EQ(builtin_format(0), "General");
  EXPECT_EQ(builtin_format(10), "0.00%");
  EXPECT_EQ(builtin_format(14), "yyyy-mm-dd");
  EXPECT_EQ(builtin_format(46), "[h]:mm:ss");
  EXPECT_EQ(builtin_format(49), "@");
  EXPECT_EQ(builtin_format(163), "General");
}

TEST(NumberFormat, CodesThatAreNoneShowSomethingAndEnd) {
  for (const char* code : {"[", "\"", "\\", "_", "*", "[$", "E+", "/", "?/", "0/0", ";;;;;;;;;;;;",
                           "[<]", ".", ",", "%%%%", "[h", "s.000000000", "\xC3"})
    (void)shown_number(-1234.5678, code, false);
  const std::string zeros(100'000, '0');
  EXPECT_FALSE(shown_number(1, zeros, false).empty());
}

}  // namespace
}  // namespace oi
