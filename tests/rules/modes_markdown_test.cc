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
