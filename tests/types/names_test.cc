#include <gtest/gtest.h>

#include <set>
#include <string>

#include "types/receipt.h"

namespace oi {
namespace {

// The names of the first `count` enumerators; every one must be known and different.
template <typename Enum>
std::set<std::string> names(int count) {
  std::set<std::string> found;
  for (int i = 0; i < count; ++i)
    found.insert(name_of(static_cast<Enum>(i)));
  EXPECT_EQ(found.size(), static_cast<size_t>(count));
  EXPECT_FALSE(found.contains("unknown"));
  return found;
}

TEST(Names, EveryEnumeratorHasItsOwn) {
  names<Kind>(3);
  names<BlockKind>(6);
  names<ChunkKind>(4);
  names<TraceStage>(kTraceStages);
  names<Support>(2);
  names<Outcome>(3);
  names<Effect>(6);
  names<AnswerOutcome>(5);
  names<Mode>(3);
  names<AnswerKind>(10);
  names<ExecutionPath>(4);
  names<Stage>(kStages);
  names<Target>(4);
  names<Reason>(kReasons);
}

TEST(Names, RouteNamesAreThoseThatOutsideChecksRead) {
  EXPECT_EQ(names<Target>(4),
            (std::set<std::string>{"deterministic", "on_device", "remote", "abstain"}));
  EXPECT_EQ(names<Reason>(kReasons),
            (std::set<std::string>{"exactAnswerAvailable", "privacyRequiredLocal",
                                   "userRequiredLocal", "userRequiredCloud", "insufficientEvidence",
                                   "localContextFits", "localContextExceeded", "complexSynthesis",
                                   "pccUnavailable", "pccQuotaReached", "consentUnavailable",
                                   "networkUnavailable", "fallback"}));
  EXPECT_EQ(names<ExecutionPath>(4),
            (std::set<std::string>{"standard", "agentic", "forcedAgentic", "plannerEscalated"}));
  EXPECT_EQ(names<Mode>(3), (std::set<std::string>{"standard", "deep", "maximum"}));
}

TEST(Names, IdsReadBackWhatTheyWrite) {
  for (const uint64_t value : {0ull, 1ull, 0x0123456789abcdefull, ~0ull}) {
    const DocumentId id{value};
    DocumentId read{7};
    ASSERT_TRUE(parse_id(to_text(id), read)) << to_text(id);
    EXPECT_EQ(read, id);
    for (const uint32_t ordinal : {0u, 9u, 4294967295u}) {
      const ChunkId chunk{id, ordinal};
      ChunkId read_chunk;
      ASSERT_TRUE(parse_id(to_text(chunk), read_chunk)) << to_text(chunk);
      EXPECT_EQ(read_chunk, chunk);
    }
  }
  EXPECT_EQ(to_text(DocumentId{0xab}), "00000000000000ab");
  EXPECT_EQ(to_text(ChunkId{{0xab}, 12}), "00000000000000ab:12");
}

TEST(Names, IdOfADocumentIsTheHeadOfItsDigest) {
  const std::string digest = "fedcba98765432100123456789abcdef0123456789abcdef0123456789abcdef";
  EXPECT_EQ(to_text(id_of_digest(digest)), digest.substr(0, 16));
}

TEST(Names, IdsOfAnyOtherFormAreRefusedAndChangeNothing) {
  DocumentId id{42};
  for (const char* text : {"", "ab", "00000000000000AB", "00000000000000abc", "00000000000000 b",
                           "-0000000000000ab", "0x000000000000ab"}) {
    EXPECT_FALSE(parse_id(text, id)) << text;
  }
  EXPECT_EQ(id, DocumentId{42});
  ChunkId chunk{{42}, 1};
  for (const char* text :
       {"", "00000000000000ab", "00000000000000ab:", "00000000000000ab:01", "00000000000000ab:-1",
        "00000000000000ab:4294967296", "00000000000000ab:1 ", "00000000000000ab;1"}) {
    EXPECT_FALSE(parse_id(text, chunk)) << text;
  }
  EXPECT_EQ(chunk, (ChunkId{{42}, 1}));
}

}  // namespace
}  // namespace oi
