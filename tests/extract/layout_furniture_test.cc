#include "extract/layout_furniture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "extract/layout_page.h"
#include "tests/extract/made_page.h"

namespace oi::layout {
namespace {

std::vector<PageParts> pages_with(size_t count,
                                  const std::function<void(MadePage&, size_t)>& write) {
  std::vector<PageParts> pages;
  for (size_t i = 0; i < count; ++i) {
    MadePage page(static_cast<uint32_t>(i + 1));
    write(page, i);
    const std::string name(i + 1, 'x');
    page.lines(
        50, 300,
        {"The body of page " + name, "which has " + name + " lines", "and ends " + name + "."});
    pages.push_back(parts_of(page.take()));
  }
  return pages;
}

size_t count(const std::vector<std::vector<Role>>& roles, Role role) {
  size_t all = 0;
  for (const std::vector<Role>& page : roles)
    all += static_cast<size_t>(std::count(page.begin(), page.end(), role));
  return all;
}

TEST(LayoutFurniture, NumbersDoNotTellRunningHeadsApart) {
  const auto pages = pages_with(5, [](MadePage& page, size_t i) {
    page.text(50, 30, "Section " + std::to_string(i) + " of the book");
  });
  EXPECT_EQ(count(roles_of(pages, 10), Role::Head), 5U);
}

TEST(LayoutFurniture, TheSameTextElsewhereIsNone) {
  const auto pages = pages_with(5, [](MadePage& page, size_t i) {
    page.text(50, 20 + static_cast<float>(20 * i), "Section of the book");
  });
  EXPECT_EQ(count(roles_of(pages, 10), Role::Head), 0U);
  const auto inside =
      pages_with(5, [](MadePage& page, size_t) { page.text(50, 200, "In the midst of the page"); });
  EXPECT_EQ(count(roles_of(inside, 10), Role::Head), 0U);
}

TEST(LayoutFurniture, PageNumbersAreToldOnASinglePage) {
  const auto pages =
      pages_with(1, [](MadePage& page, size_t) { page.text(290, 780, "Page 3 of 7"); });
  EXPECT_EQ(count(roles_of(pages, 10), Role::Foot), 1U);
}

TEST(LayoutFurniture, OnlyWhatHasNothingButFurnitureBelowItIsFurniture) {
  const auto pages = pages_with(4, [](MadePage& page, size_t i) {
    page.text(50, 740, "Repeated on each page");
    page.text(50, 780, "Another text " + std::string(i + 1, 'y') + " on each");
  });
  EXPECT_EQ(count(roles_of(pages, 10), Role::Foot), 0U);
}

TEST(LayoutFurniture, SmallTextAtTheFootThatBeginsWithAMarkIsANote) {
  const auto pages = pages_with(2, [](MadePage& page, size_t i) {
    page.text(50, 700, "1 See the book " + std::string(i + 1, 'z') + " about", {8});
    page.text(50, 710, "which more " + std::string(i + 1, 'v') + " is said", {8});
  });
  EXPECT_EQ(count(roles_of(pages, 10), Role::Note), 4U);
  EXPECT_EQ(count(roles_of(pages, 8), Role::Note), 0U);  // nothing is smaller than the body
}

TEST(LayoutFurniture, TheBodysSizeIsTheMedianOverCharacters) {
  MadePage page(1);
  page.text(50, 50, "Big", {30}).text(50, 100, "a long line of body text", {11});
  EXPECT_EQ(body_size(std::vector<PageParts>{parts_of(page.take())}), 11);
  EXPECT_EQ(body_size({}), 0);
}

}  // namespace
}  // namespace oi::layout
