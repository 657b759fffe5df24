#include "cli/tally.h"

#include <gtest/gtest.h>

namespace oi {
namespace {

Ingested read(Kind kind, size_t problems) {
  Ingested one;
  one.ticket.stage = Stage::Complete;
  one.document.kind = kind;
  one.document.counts.pages = 2;
  one.document.counts.characters_kept = 100;
  one.document.problems.resize(problems);
  one.seconds = 0.5;
  return one;
}

TEST(Tally, CountsHowFilesEnded) {
  Tally tally;
  tally.add(read(Kind::Pdf, 0));
  tally.add(read(Kind::Pdf, 2));
  Ingested failed;
  failed.ticket.stage = Stage::Failed;
  failed.ticket.path = "/x/broken.XLSX";
  tally.add(failed);
  EXPECT_EQ(tally.complete, 1U);
  EXPECT_EQ(tally.with_problems, 1U);
  EXPECT_EQ(tally.failed, 1U);
  EXPECT_EQ(tally_table(tally, Look{}),
            "kind    files  complete  problems  failed  pages  characters  seconds\n"
            "*.xlsx      1         -         -       1      -           -      0.0\n"
            "pdf         2         1         1       -      4         200      1.0\n"
            "all         3         1         1       1      4         200      1.0\n");
}

TEST(Tally, OneFileNeedsNoTable) {
  Tally tally;
  tally.add(read(Kind::Pdf, 0));
  EXPECT_EQ(tally_table(tally, Look{}), "");
}

}  // namespace
}  // namespace oi
