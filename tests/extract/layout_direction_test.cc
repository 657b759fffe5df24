#include "extract/layout_direction.h"

#include <gtest/gtest.h>

#include "tests/extract/made_page.h"

namespace oi {
namespace {

// The words of `text` from `right` to the left, in the order of the file.
void from_right(MadePage& page, float right, float y, std::string_view text, float size = 10) {
  bool first = true;
  for (const std::string_view word : split(text, ' ')) {
    const float w = size / 2 * static_cast<float>(code_points(word));
    page.text(right - w, y, word, {size});
    if (!first) page.content().runs.back().before = TextRun::Break::Space;
    first = false;
    right -= w + size / 2;
  }
}

TEST(LayoutDirection, LettersTellTheWayAndDigitsDoNot) {
  EXPECT_EQ(layout::reads("قلم"), layout::Reads::FromRight);
  EXPECT_EQ(layout::reads("שלום"), layout::Reads::FromRight);
  EXPECT_EQ(layout::reads("ink"), layout::Reads::FromLeft);
  EXPECT_EQ(layout::reads("12.5%"), layout::Reads::Either);
}

TEST(LayoutDirection, WordsOfALineReadFromTheRightFollowOneAnother) {
  MadePage page(1);
  from_right(page, 550, 100, "המשאבה נעצרת לפני שהשסתום נפתח");
  from_right(page, 550, 112, "לעולם לא להפך");
  const Document document = lay_out(page);
  EXPECT_EQ(document.text, "המשאבה נעצרת לפני שהשסתום נפתח\nלעולם לא להפך");
  ASSERT_EQ(document.placed.size(), 2U);
  EXPECT_FLOAT_EQ(document.placed[0].box.x1, 550);
  EXPECT_FLOAT_EQ(document.placed[0].box.y0, 100);
}

TEST(LayoutDirection, ALatinNameInsideKeepsItsOwnOrder) {
  MadePage page(1);
  from_right(page, 550, 100, "המשאבה של");
  page.text(440, 100, "Acme Pumps 7");
  page.content().runs[2].before = TextRun::Break::Space;
  from_right(page, 435, 100, "נעצרת מיד כשהשסתום נפתח");
  page.content().runs[5].before = TextRun::Break::Space;
  EXPECT_EQ(lay_out(page).text, "המשאבה של Acme Pumps 7 נעצרת מיד כשהשסתום נפתח");
}

TEST(LayoutDirection, WordsReadFromTheRightInsideOfALatinLineKeepTheirs) {
  MadePage page(1);
  page.text(50, 100, "The word for it is");
  from_right(page, 215, 100, "משאבת מים טובה");
  page.content().runs[5].before = TextRun::Break::Space;
  page.text(220, 100, "in that language");
  page.content().runs[8].before = TextRun::Break::Space;
  EXPECT_EQ(lay_out(page).text, "The word for it is משאבת מים טובה in that language");
}

TEST(LayoutDirection, TheFirstColumnOfATableReadFromTheRightIsItsRightmost) {
  MadePage page(1);
  page.grid({100, 300, 500}, {100, 120, 140, 160});
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"שם המוצר", "משאבה"}, {"מספר דגם", "47500"}, {"תאריך ייצור", "1403/09/19"}};
  float y = 105;
  for (const auto& [name, value] : rows) {
    from_right(page, 490, y, name);
    from_right(page, 290, y, value);
    y += 20;
  }
  const Document document = lay_out(page);
  ASSERT_EQ(document.tables.size(), 1U);
  EXPECT_EQ(document.text, "שם המוצר\tמשאבה\nמספר דגם\t47500\nתאריך ייצור\t1403/09/19");
  EXPECT_EQ(document.tables[0].cells[0].column, 0);
}

TEST(LayoutDirection, TheRightColumnOfAPageReadFromTheRightComesFirst) {
  MadePage page(1);
  for (int line = 0; line < 6; ++line) {
    const float y = 100 + 12 * static_cast<float>(line);
    from_right(page, 550, y, "הטור הימני נקרא ראשון וכך הוא");
    from_right(page, 280, y, "הטור השמאלי נקרא אחריו תמיד כאן");
  }
  const Document document = lay_out(page);
  EXPECT_LT(document.text.rfind("הימני"), document.text.find("השמאלי"));
}

}  // namespace
}  // namespace oi
