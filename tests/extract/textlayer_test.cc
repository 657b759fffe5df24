#include "extract/textlayer.h"

#include <gtest/gtest.h>

namespace oi {
namespace {

PageContent page_of(const std::vector<std::string>& lines) {
  PageContent page;
  page.number = 1;
  page.width = 600;
  page.height = 800;
  float y = 50;
  for (const std::string& line : lines) {
    float x = 50;
    for (size_t at = 0; at < line.size();) {
      const size_t end = std::min(line.find(' ', at), line.size());
      TextRun run;
      run.text = line.substr(at, end - at);
      const auto width = static_cast<float>(6 * run.text.size());
      run.box = {x, y, x + width, y + 10};
      run.font_size = 10;
      run.before = at == 0 ? TextRun::Break::Line : TextRun::Break::Space;
      page.runs.push_back(run);
      x += width + 3;
      at = end + 1;
    }
    y += 14;
  }
  return page;
}

std::vector<std::string> prose() {
  return std::vector<std::string>(
      12, "The pressure in the second vessel must be kept below nine bar at all times");
}

const Box kWholePage{0, 0, 600, 800};

TEST(TextLayer, ProseIsGood) {
  EXPECT_EQ(look_at_layer(page_of(prose())).layer, Layer::Good);
}

TEST(TextLayer, APageWithNothingIsBlank) {
  EXPECT_EQ(look_at_layer(page_of({})).layer, Layer::Blank);
}

TEST(TextLayer, APictureWithoutTextIsMissing) {
  PageContent page = page_of({});
  page.marks.pictures = {kWholePage};
  EXPECT_EQ(look_at_layer(page).layer, Layer::Missing);
}

TEST(TextLayer, LettersDrawnAsPathsAreMissing) {
  PageContent page = page_of({});
  page.marks.shades.assign(200, Box{10, 10, 14, 20});
  EXPECT_EQ(look_at_layer(page).layer, Layer::Missing);
}

// C037: three typed form values are no text layer.
TEST(TextLayer, FormValuesOverAScanAreNoLayer) {
  PageContent page = page_of({"Miller 12345 Bonn"});
  for (TextRun& run : page.runs)
    run.block = BlockKind::Form;
  page.marks.pictures = {kWholePage};
  EXPECT_EQ(look_at_layer(page).layer, Layer::Missing);
}

TEST(TextLayer, AHandfulOfLettersOverAScanIsNoLayer) {
  PageContent page = page_of({"Scanned 2019"});
  page.marks.pictures = {kWholePage};
  EXPECT_EQ(look_at_layer(page).layer, Layer::Missing);
}

// C034: a good layer beside a picture stays.
TEST(TextLayer, TextBesideASmallPictureIsGood) {
  PageContent page = page_of(prose());
  page.marks.pictures = {{300, 300, 500, 500}};
  EXPECT_EQ(look_at_layer(page).layer, Layer::Good);
}

// C014, C011: fonts without a map.
TEST(TextLayer, CharactersWithoutMeaningAreSuspect) {
  PageContent page = page_of(prose());
  for (size_t i = 0; i < page.runs.size(); i += 4)
    page.runs[i].text = "\xEF\xBF\xBD\xEF\xBF\xBD";
  const LayerLook look = look_at_layer(page);
  EXPECT_EQ(look.layer, Layer::Suspect);
  EXPECT_STREQ(look.reason, "broken_character_map");
}

TEST(TextLayer, InvisibleTextOverAScanIsSuspect) {
  PageContent page = page_of(prose());
  for (TextRun& run : page.runs)
    run.hidden = true;
  page.marks.pictures = {kWholePage};
  EXPECT_STREQ(look_at_layer(page).reason, "invisible_text");
}

TEST(TextLayer, WordsOfNoLanguageAreSuspect) {
  const std::vector<std::string> lines(8, "Xqz Tjrkl bcdfg hjklm npqrs wrtzp klmnp bcdfgh");
  EXPECT_STREQ(look_at_layer(page_of(lines)).reason, "impossible_words");
}

// C035: one letter a word.
TEST(TextLayer, LetterSpacedWordsAreSuspect) {
  const std::vector<std::string> lines(8, "T h e p r e s s u r e i n t h e v e s s e l");
  EXPECT_STREQ(look_at_layer(page_of(lines)).reason, "single_letters");
}

TEST(TextLayer, ThreePagesOfALongDocumentAreSampled) {
  EXPECT_EQ(sampled_pages(90), (std::vector<uint32_t>{1, 31, 61}));
  EXPECT_EQ(sampled_pages(1), (std::vector<uint32_t>{1}));
  EXPECT_EQ(sampled_pages(2), (std::vector<uint32_t>{1, 2}));
  EXPECT_EQ(sampled_pages(3), (std::vector<uint32_t>{1, 2, 3}));
}

TEST(TextLayer, LinesToCompareAreSpreadAndSaySomething) {
  std::vector<std::string> lines = prose();
  lines.insert(lines.begin(), "x = 3");
  const std::vector<LayerLine> chosen = lines_to_compare(page_of(lines), 3);
  ASSERT_EQ(chosen.size(), 3U);
  EXPECT_TRUE(prose()[0].starts_with(chosen[0].text)) << chosen[0].text;
  EXPECT_GT(chosen[2].box.y0, chosen[1].box.y0);
}

TEST(TextLayer, WhatIsSeenDecides) {
  const std::vector<LayerLine> layer = {{"The pressure in the vessel", {}},
                                        {"nine bar at all", {}}};
  const std::vector<RecognisedLine> same = {{"The pressure in the vesse1", 0.9F},
                                            {"nine bar at all", 0.95F}};
  const std::vector<RecognisedLine> other = {{"Kundennummer 4711", 0.9F}, {"Rechnung", 0.9F}};
  EXPECT_GT(compare(layer, same).likeness, 0.9F);
  EXPECT_FALSE(is_broken(compare(layer, same)));
  EXPECT_TRUE(is_broken(compare(layer, other)));
}

TEST(TextLayer, AnUncertainRecogniserCannotCondemn) {
  const std::vector<LayerLine> layer = {{"\u0645\u0631\u062d\u0628\u0627 hello", {}},
                                        {"the other line", {}}};
  const std::vector<RecognisedLine> other = {{"Ka 47", 0.3F}, {"Ren", 0.2F}};
  const LayerAgreement agreement = compare(layer, other);
  EXPECT_EQ(agreement.judged, 0U);
  EXPECT_FALSE(is_broken(agreement));
}

TEST(TextLayer, PixelsBecomePoints) {
  PageContent page;
  page.number = 3;
  page.width = 600;
  page.height = 800;
  const Bitmap bitmap{1200, 1600, 144, {}};
  const RecognisedPage seen{{{"one", {100, 200, 160, 220}, 0.9F, 0},
                             {"two", {200, 200, 260, 220}, 0.5F, 0},
                             {"three", {100, 240, 160, 260}, 0.9F, 1}},
                            0,
                            0};
  const std::vector<TextRun> runs = runs_of(seen, bitmap, page);
  ASSERT_EQ(runs.size(), 3U);
  EXPECT_EQ(runs[0].box, (Box{50, 100, 80, 110}));
  EXPECT_EQ(runs[1].before, TextRun::Break::Space);
  EXPECT_EQ(runs[2].before, TextRun::Break::Line);
  EXPECT_EQ(runs[2].page, 3U);
  EXPECT_NEAR(mean_confidence(seen), (0.9F * 3 + 0.5F * 3 + 0.9F * 5) / 11, 1e-5);
}

}  // namespace
}  // namespace oi
