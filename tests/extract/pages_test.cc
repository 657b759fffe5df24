#include "extract/pages.h"

#include <gtest/gtest.h>

#include "tests/fakes.h"

namespace oi {
namespace {

const std::string kLine = "The pressure must stay below nine bar";

TextRuns lines(size_t count, const std::string& line = kLine) {
  TextRuns text;
  float y = 60;
  for (size_t i = 0; i < count; ++i, y += 14) {
    float x = 50;
    for (size_t at = 0; at < line.size();) {
      const size_t end = std::min(line.find(' ', at), line.size());
      TextRun run;
      run.text = line.substr(at, end - at);
      const auto width = static_cast<float>(6 * run.text.size());
      run.box = {x, y, x + width, y + 10};
      run.font_size = 10;
      run.before = at == 0 ? TextRun::Break::Line : TextRun::Break::Space;
      text.runs.push_back(run);
      x += width + 3;
      at = end + 1;
    }
  }
  return text;
}

RecognisedPage seen(const std::string& word) {
  return {{{word, {10, 10, 60, 20}, 0.95F, 0}, {"recognised", {70, 10, 160, 20}, 0.95F, 0}}, 0, 0};
}

struct Asked {
  std::vector<uint32_t> pages;
  float dpi;
};

class PagesTest : public testing::Test {
 protected:
  Render render() {
    return [this](const std::vector<uint32_t>& pages, float dpi,
                  const OnPicture& take) -> Result<Done> {
      asked_.push_back({pages, dpi});
      for (const uint32_t page : pages)
        TRY(take(page, Bitmap{600, 800, dpi, std::vector<uint8_t>(600 * 800, 255)}));
      return Done{};
    };
  }
  Document finish(Pages& pages) {
    Document document;
    EXPECT_TRUE(pages.finish(document).ok());
    return document;
  }
  static void add_page(Pages& pages, uint32_t number, uint32_t total, TextRuns text,
                       PageMarks marks = {}) {
    pages.start({number, total, 600, 800});
    if (!text.runs.empty()) pages.add(std::move(text));
    pages.add(std::move(marks));
    EXPECT_TRUE(pages.end().ok());
  }
  static bool has(const Document& document, std::string_view reason) {
    for (const Problem& problem : document.problems)
      if (problem.reason == reason) return true;
    return false;
  }

  std::vector<Asked> asked_;
  Job job_;
};

// C034, C038: page 1 has its own text and keeps it, page 2 is a scan and is recognised.
TEST_F(PagesTest, EachPageIsDecidedForItself) {
  FakeRecogniser recogniser({seen("second")}, std::vector<RecognisedLine>(6, {kLine, 0.95F}));
  Pages pages([&] { return Result<Recogniser*>(&recogniser); }, render(), job_);
  add_page(pages, 1, 2, lines(12));
  add_page(pages, 2, 2, {}, {{}, {}, {{0, 0, 600, 800}}});
  const Document document = finish(pages);
  ASSERT_EQ(document.pages.size(), 2U);
  EXPECT_EQ(document.pages[0].source, TextSource::File);
  EXPECT_GT(document.pages[0].confidence, 0.9F);
  EXPECT_EQ(document.pages[1].source, TextSource::Recognised);
  EXPECT_NE(document.text.find("second recognised"), std::string::npos);
  EXPECT_EQ(document.counts.pages_recognised, 1U);
  EXPECT_EQ(recogniser.pages_read(), 1U);
  EXPECT_TRUE(document.problems.empty());
}

TEST_F(PagesTest, ABrokenLayerIsReplacedAndToldAndCounted) {
  FakeRecogniser recogniser({seen("true")},
                            std::vector<RecognisedLine>(6, {"Etwas voellig anderes 47", 0.95F}));
  Pages pages([&] { return Result<Recogniser*>(&recogniser); }, render(), job_);
  add_page(pages, 1, 1, lines(12));
  const Document document = finish(pages);
  EXPECT_EQ(document.text.find("pressure"), std::string::npos);
  EXPECT_NE(document.text.find("true recognised"), std::string::npos);
  EXPECT_TRUE(has(document, "text_layer_replaced"));
  ASSERT_EQ(document.counts.dropped.size(), 1U);
  EXPECT_EQ(document.counts.dropped[0].reason, "broken_text_layer");
  EXPECT_EQ(document.counts.characters_seen,
            document.counts.characters_kept + document.counts.dropped[0].characters);
}

TEST_F(PagesTest, AFewLettersBesideAScanAreReadAgainWithoutAlarm) {
  FakeRecogniser recogniser({seen("map")}, {});
  Pages pages([&] { return Result<Recogniser*>(&recogniser); }, render(), job_);
  add_page(pages, 1, 1, lines(1, "MAP OF FINLAND"), {{}, {}, {{0, 20, 600, 790}}});
  const Document document = finish(pages);
  EXPECT_TRUE(document.problems.empty());
  ASSERT_EQ(document.counts.dropped.size(), 1U);
  EXPECT_EQ(document.counts.dropped[0].reason, "read_again_in_picture");
}

TEST_F(PagesTest, OnlySampledPagesOfAGoodDocumentAreLookedAt) {
  FakeRecogniser recogniser({}, std::vector<RecognisedLine>(6, {kLine, 0.95F}));
  Pages pages([&] { return Result<Recogniser*>(&recogniser); }, render(), job_);
  for (uint32_t page = 1; page <= 9; ++page)
    add_page(pages, page, 9, lines(12));
  const Document document = finish(pages);
  ASSERT_EQ(asked_.size(), 1U);
  EXPECT_EQ(asked_[0].pages, (std::vector<uint32_t>{1, 4, 7}));
  EXPECT_EQ(document.pages.size(), 9U);
}

TEST_F(PagesTest, APageOfTooManyLinesSaysWhatIsMissingAndTheOthersAreRead) {
  RecognisedPage full = seen("first");
  full.lines_left = 40;
  FakeRecogniser recogniser({full, seen("second")}, {});
  Pages pages([&] { return Result<Recogniser*>(&recogniser); }, render(), job_);
  add_page(pages, 1, 2, {}, {{}, {}, {{0, 0, 600, 800}}});
  add_page(pages, 2, 2, {}, {{}, {}, {{0, 0, 600, 800}}});
  const Document document = finish(pages);
  ASSERT_EQ(document.problems.size(), 1U);
  EXPECT_EQ(document.problems[0].reason, "page_read_in_part");
  EXPECT_EQ(document.problems[0].where, "page 1");
  EXPECT_NE(document.problems[0].what.find("40"), std::string::npos);
  EXPECT_NE(document.text.find("first recognised"), std::string::npos);
  EXPECT_NE(document.text.find("second recognised"), std::string::npos);
}

TEST_F(PagesTest, FormValuesStayBesideARecognisedPage) {
  FakeRecogniser recogniser({seen("letter")}, {});
  Pages pages([&] { return Result<Recogniser*>(&recogniser); }, render(), job_);
  TextRuns forms = lines(1, "Miller");
  forms.runs[0].block = BlockKind::Form;
  add_page(pages, 1, 1, std::move(forms), {{}, {}, {{0, 0, 600, 800}}});
  const Document document = finish(pages);
  EXPECT_NE(document.text.find("Miller"), std::string::npos);
  EXPECT_NE(document.text.find("letter recognised"), std::string::npos);
}

// C031: a scan on its side is read upright, and its boxes are those of the page as it is stored.
TEST_F(PagesTest, AScanOnItsSideKeepsItsPlaces) {
  RecognisedPage sideways = seen("sideways");
  sideways.quarter_turns = 1;
  sideways.words = {{"first", {10, 700, 30, 780}, 0.95F, 0},
                    {"second", {10, 600, 30, 690}, 0.95F, 0}};
  FakeRecogniser recogniser({sideways}, {});
  Pages pages([&] { return Result<Recogniser*>(&recogniser); }, render(), job_);
  add_page(pages, 1, 1, {}, {{}, {}, {{0, 0, 600, 800}}});
  const Document document = finish(pages);
  EXPECT_NE(document.text.find("first second"), std::string::npos) << document.text;
  ASSERT_FALSE(document.placed.empty());
  EXPECT_EQ(document.pages[0].width, 600);
  EXPECT_EQ(document.pages[0].height, 800);
  EXPECT_NEAR(document.placed[0].box.x0, 10, 0.01);
  EXPECT_NEAR(document.placed[0].box.y1, 780, 0.01);
  EXPECT_NEAR(document.placed[0].box.y0, 600, 0.01);
}

TEST_F(PagesTest, WithoutARecogniserAScanIsTold) {
  Pages pages({}, render(), job_);
  add_page(pages, 1, 2, lines(12));
  add_page(pages, 2, 2, {}, {{}, {}, {{0, 0, 600, 800}}});
  const Document document = finish(pages);
  EXPECT_TRUE(has(document, "page_without_text"));
  EXPECT_TRUE(asked_.empty());
}

TEST_F(PagesTest, ABlankPageIsNoProblem) {
  Pages pages({}, render(), job_);
  add_page(pages, 1, 2, lines(12));
  add_page(pages, 2, 2, {});
  const Document document = finish(pages);
  EXPECT_TRUE(document.problems.empty());
  EXPECT_EQ(document.counts.pages_without_text, 1U);
}

TEST_F(PagesTest, AFailingRecogniserEndsTheDocument) {
  Pages pages(
      [] {
        return Result<Recogniser*>(Error{Code::ModelFailed, "broken"});
      },
      render(), job_);
  add_page(pages, 1, 1, lines(12));
  Document document;
  const Result<Done> done = pages.finish(document);
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().code, Code::ModelFailed);
}

}  // namespace
}  // namespace oi
