#include "cli/progress.h"

#include <gtest/gtest.h>

#include "cli/visible.h"

namespace oi {
namespace {

using std::chrono::seconds;

TEST(Bar, IsAlwaysAsWideAsAsked) {
  for (const double share : {-1.0, 0.0, 0.01, 0.5, 0.524, 0.99, 1.0, 7.0}) {
    EXPECT_EQ(columns(bar(share, 20)), 20u) << share;
  }
  EXPECT_EQ(bar(0.5, 4), "━━··");
  EXPECT_EQ(bar(1, 2), "━━");
}

TEST(TimeLeft, IsNotGuessedTooEarly) {
  EXPECT_EQ(time_left(1, 0.5), "");
  EXPECT_EQ(time_left(60, 0.01), "");
  EXPECT_EQ(time_left(60, 0.5), "about 60 s left");
  EXPECT_EQ(time_left(600, 0.5), "about 10 min left");
  EXPECT_EQ(time_left(60, 0.99), "a few seconds left");
}

TEST(IngestProgress, NamesFileStageAndPageAndNeverGoesBack) {
  const auto begun = IngestProgress::Clock::time_point{};
  IngestProgress progress({{"/d/a.pdf", 100000}, {"/d/b\x1b.txt", 100000}}, begun);
  double last = 0;
  const auto told = [&](const Progress& event) {
    progress.stage(event);
    EXPECT_GE(progress.share(), last);
    last = progress.share();
  };
  told({"/d/a.pdf", 0, 2});
  told({"extracting", 3, 9});
  EXPECT_NE(progress.line(begun).find("1/2  a.pdf  extracting page 3/9"), std::string::npos)
      << progress.line(begun);
  told({"chunking", 50000, 100000});
  told({"embedding", 10, 20});
  EXPECT_NE(progress.line(begun + seconds(60)).find("left"), std::string::npos);
  told({"extracting", 1, 9});
  progress.ended("/d/a.pdf");
  EXPECT_GE(progress.share(), 0.49);
  told({"/d/b\x1b.txt", 1, 2});
  EXPECT_NE(progress.line(begun).find("2/2  b␛.txt"), std::string::npos);
  progress.ended("/d/b\x1b.txt");
  EXPECT_DOUBLE_EQ(progress.share(), 1);
}

TEST(IngestProgress, FilesThatWereNotExpectedDoNoHarm) {
  IngestProgress progress({}, IngestProgress::Clock::now());
  progress.stage({"/x", 0, 0});
  progress.stage({"embedding", 5, 0});
  progress.ended("/x");
  EXPECT_EQ(progress.share(), 0);
}

}  // namespace
}  // namespace oi
