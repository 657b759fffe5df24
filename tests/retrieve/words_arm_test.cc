#include "retrieve/words_arm.h"

#include <gtest/gtest.h>

#include "tests/fakes.h"

namespace oi {
namespace {

// Offers one respelling, and counts how often it was asked for any.
class Respelling final : public FakeStore {
 public:
  Result<std::vector<Respelled>> respell(std::string_view, const Job&) const override {
    ++asked;
    return std::vector<Respelled>{{"torqeu", "torque"}};
  }
  mutable int asked = 0;
};

class WordsArm : public ::testing::Test {
 protected:
  void SetUp() override {
    FakeEmbedder embedder;
    const auto one = index_blocks(make_document("a.txt", "The torque is 40 Nm."), embedder);
    ASSERT_TRUE(one.ok());
    ASSERT_TRUE(store_.commit({&*one, 1}, {}).ok());
  }
  Respelling store_;
};

TEST_F(WordsArm, MisspelledWordIsSearchedAsTheLibraryHasItAndThatIsSaid) {
  const auto found = find_by_words(store_, "Torqeu?", 5, {}, {});
  ASSERT_TRUE(found.ok()) << found.error().what;
  EXPECT_EQ(found->ranked.size(), 1u);
  EXPECT_EQ(found->note, "searched for 'torque' instead of 'torqeu'");
}

TEST_F(WordsArm, NothingIsRespelledWhereSomethingIsFound) {
  const auto found = find_by_words(store_, "torque torqeu", 5, {}, {});
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->ranked.size(), 1u);
  EXPECT_EQ(found->note, "");
  EXPECT_EQ(store_.asked, 0);
}

}  // namespace
}  // namespace oi
