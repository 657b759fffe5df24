#include <gtest/gtest.h>

#include "base/file.h"
#include "rules/modes.h"

namespace oi {
namespace {

// Invariant 14.
TEST(ModesMarkdown, EqualsTheDocument) {
  const Result<std::string> document = read_file(OI_SOURCE "/docs/MODES.md", 1'000'000);
  ASSERT_TRUE(document.ok()) << document.error().what;
  EXPECT_EQ(*document, rules_markdown()) << "print it anew: oi rules --markdown > docs/MODES.md";
}

// Style rule 14: a number that is in no table here could be stated twice and differ.
TEST(ModesMarkdown, LeavesNoLimitOut) {
  const Result<std::string> limits = read_file(OI_SOURCE "/src/rules/limits.h", 1'000'000);
  const Result<std::string> tables = read_file(OI_SOURCE "/src/rules/modes_markdown.cc", 1'000'000);
  ASSERT_TRUE(limits.ok() && tables.ok());
  size_t found = 0;
  for (size_t at = limits->find(" k"); at != std::string::npos; at = limits->find(" k", at + 1)) {
    const size_t end = limits->find_first_of(" ;,", at + 1);
    if (end == std::string::npos || limits->compare(end, 3, " = ") != 0) continue;
    const std::string name = limits->substr(at + 1, end - at - 1);
    ++found;
    EXPECT_NE(tables->find("limits::" + name), std::string::npos) << name;
  }
  EXPECT_GT(found, 30u);
}

TEST(ModesMarkdown, SaysEveryRowAsTheSpecificationDoes) {
  const std::string text = rules_markdown();
  for (const char* line : {
           "| Results targeted | 30 | 35 | 50 |",
           "| Similarity floor | 0.28 | 0.25 | 0.20 |",
           "| Diversity (λ) | 0.60 | 0.55 | 0.50 |",
           "| Temperature | 0.4 | 0.4 | 0.3 |",
           "| Verification bar | 0.50 | 0.60 | 0.80 |",
           "| Gate thresholds lifted by | 0 | +0.05 | +0.10 |",
           "| Abstains below | 0.35 | 0.45 | 0.55 |",
           "| Confidence calibration | Default | Conservative | Conservative |",
           "| Query expansions | Off | Up to 8 | Up to 12 |",
           "| Conversation turns remembered | 5 | 10 | 20 |",
           "| Specification boost | 1.2× | 1.3× | 1.5× |",
           "| Largest file | 500000000 bytes |",
       }) {
    EXPECT_NE(text.find(line), std::string::npos) << line;
  }
}

}  // namespace
}  // namespace oi
