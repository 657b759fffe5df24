#include "engine/eval_squad.h"

#include <gtest/gtest.h>

#include "tests/engine/set_folder.h"

namespace oi {
namespace {

std::string file_of(const std::string& qas) {
  return "{\"version\":\"1\",\"data\":[{\"title\":\"Pumps\",\"paragraphs\":[{\"context\":\"Größe: "
         "a pump lifts 40 litres.\",\"qas\":[" +
         qas + "]}]}]}";
}

TEST(Squad, AnAnswersPlaceIsCountedInCodePoints) {
  SetFolder folder;
  ASSERT_TRUE(folder.write(
      "set.json", file_of("{\"id\":\"q1\",\"question\":\"how much\",\"answers\":[{\"text\":\"40 "
                          "litres\",\"answer_start\":20}]},{\"id\":\"q2\",\"question\":\"why\","
                          "\"answers\":[]}")));
  ASSERT_EQ(squad_of(folder.path), folder.path / "set.json");
  const Result<EvalSet> set = read_squad(folder.path / "set.json");
  ASSERT_TRUE(set.ok()) << set.error().what;
  EXPECT_EQ(set->measured, Measured::Paragraphs);
  ASSERT_EQ(set->documents.size(), 1u);
  EXPECT_EQ(set->documents[0].title, "");
  ASSERT_EQ(set->cases.size(), 1u);
  const EvalCase& one = set->cases[0];
  EXPECT_EQ(one.answers, std::vector<std::string>{"40 litres"});
  EXPECT_EQ(set->documents[0].text.substr(one.gold[0].span.begin, one.gold[0].span.size()),
            "40 litres");
  EXPECT_EQ(one.grades, (std::map<std::string, int>{{set->documents[0].id, 1}}));
}

TEST(Squad, AnAnswerThatIsNotThereIsCorruptWithItsQuestion) {
  SetFolder folder;
  ASSERT_TRUE(folder.write(
      "set.json", file_of("{\"id\":\"q1\",\"question\":\"how much\",\"answers\":[{\"text\":\"40 "
                          "litres\",\"answer_start\":3}]}")));
  const Result<EvalSet> set = read_squad(folder.path / "set.json");
  ASSERT_FALSE(set.ok());
  EXPECT_EQ(set.error().code, Code::Corrupt);
  EXPECT_NE(set.error().what.find("set.json"), std::string::npos) << set.error().what;
  EXPECT_NE(set.error().what.find("q1"), std::string::npos) << set.error().what;
}

TEST(Squad, AFolderOfOtherJsonHasNone) {
  SetFolder folder;
  ASSERT_TRUE(folder.write("other.json", "{\"data\":[]}"));
  EXPECT_TRUE(squad_of(folder.path).empty());
}

}  // namespace
}  // namespace oi
