#include "retrieve/cues.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "base/text.h"

namespace oi {
namespace {

// A cue that is not folded could never be found, and one that stands twice hides the second row.
TEST(Cues, AreFoldedAndStandOnce) {
  std::set<std::string> seen;
  for (const CueRow& row : cue_rows()) {
    const std::string cues(row.cues);
    EXPECT_EQ(fold(cues), cues);
    for (size_t at = 0; at <= cues.size();) {
      const size_t end = std::min(cues.find('|', at), cues.size());
      const std::string cue = cues.substr(at, end - at);
      EXPECT_FALSE(cue.empty());
      EXPECT_EQ(collapse_spaces(cue), cue);
      EXPECT_TRUE(seen.insert(cue).second) << cue;
      at = end + 1;
    }
  }
}

TEST(Cues, WholeWordsOnly) {
  EXPECT_TRUE(is_unit("litres"));
  EXPECT_FALSE(is_unit("litre"));
  EXPECT_FALSE(is_unit(""));
  EXPECT_TRUE(is_sensitive("dose"));
  EXPECT_FALSE(is_sensitive("dos"));
  EXPECT_TRUE(is_framing("tell"));
  EXPECT_TRUE(is_framing("need"));
  EXPECT_FALSE(is_framing("ell"));
}

}  // namespace
}  // namespace oi
