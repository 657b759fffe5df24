#include "extract/wire.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace oi {
namespace {

const Hello kHello{{0b111, 0}};

TextRun run(std::string text) {
  TextRun made;
  made.text = std::move(text);
  return made;
}

// All messages of these bytes, fed in pieces of `step`; the error of the first bad frame.
Result<std::vector<WireMessage>> decode(std::string_view bytes, size_t step = 1 << 20,
                                        const ReadLimits& limits = {}) {
  Request request;
  request.limits = limits;
  Decoder decoder(request);
  std::vector<WireMessage> all;
  for (size_t at = 0; at < bytes.size(); at += step) {
    decoder.feed(bytes.substr(at, step));
    for (;;) {
      std::optional<WireMessage> next = TRY(decoder.next());
      if (!next) break;
      all.push_back(*std::move(next));
    }
  }
  return all;
}

std::string encoded(const std::vector<WireMessage>& messages) {
  std::string bytes;
  for (const WireMessage& message : messages)
    bytes += encode(message);
  return bytes;
}

Code code_of(const std::vector<WireMessage>& messages, const ReadLimits& limits = {}) {
  const auto outcome = decode(encoded(messages), 1 << 20, limits);
  return outcome.ok() ? Code::Bug : outcome.error().code;
}

std::vector<WireMessage> whole_conversation() {
  TextRun placed{"Ein Titel",        1, {72, 60, 300, 90}, 24, TextRun::Break::Paragraph,
                 BlockKind::Heading, 1};
  placed.bold = true;
  placed.quarter_turns = 3;
  placed.rise = TextRun::Rise::Lowered;
  placed.from = 1.5;
  placed.to = 2;
  placed.begins_block = true;
  TextRun next{"\xC3\xBC\xE2\x82\xAC\xF0\x9F\x98\x80",
               1,
               {72, 100, 90, 110},
               11,
               TextRun::Break::Line,
               BlockKind::Paragraph,
               0};
  return {kHello,
          KindTold{Kind::Pdf},
          TitleTold{"Ein Titel"},
          PageStart{1, 2, 612, 792},
          TextRuns{{placed, next}},
          Problem{"unmapped_characters", "page 1", "one"},
          PageEnd{1},
          PageStart{2, 2, 612, 792},
          PageEnd{2},
          EndTotals{2, 2, 12}};
}

TEST(Wire, EveryMessageComesOutAsItWentIn) {
  const std::vector<WireMessage> sent = whole_conversation();
  const auto got = decode(encoded(sent));
  ASSERT_TRUE(got.ok()) << got.error().what;
  EXPECT_EQ(got.value(), sent);
}

TEST(Wire, PiecesOfAnySizeGiveTheSame) {
  const std::vector<WireMessage> sent = whole_conversation();
  for (const size_t step : {1, 2, 3, 7, 64}) {
    const auto got = decode(encoded(sent), step);
    ASSERT_TRUE(got.ok());
    EXPECT_EQ(got.value(), sent);
  }
}

TEST(Wire, EveryByteMayBeDamagedWithoutHarm) {
  const std::string good = encoded(whole_conversation());
  for (size_t i = 0; i < good.size(); ++i) {
    for (const int flip : {0x01, 0x80, 0xFF}) {
      std::string bad = good;
      bad[i] = static_cast<char>(bad[i] ^ flip);
      (void)decode(bad);  // any outcome, but no crash and no endless loop
    }
  }
}

TEST(Wire, EveryPrefixWaitsForMore) {
  const std::string good = encoded(whole_conversation());
  for (size_t i = 0; i < good.size(); ++i)
    EXPECT_TRUE(decode(good.substr(0, i)).ok()) << i;
}

// W2: the table of what may come next.
TEST(Wire, AFrameOutOfTurnIsCorrupt) {
  const KindTold text{Kind::Text}, pdf{Kind::Pdf};
  const PageStart first{1, 1, 10, 10};
  EXPECT_EQ(code_of({text}), Code::Corrupt);
  EXPECT_EQ(code_of({kHello, kHello}), Code::Corrupt);
  EXPECT_EQ(code_of({kHello, TextRuns{{run("x")}}}), Code::Corrupt);
  EXPECT_EQ(code_of({kHello, text, text}), Code::Corrupt);
  EXPECT_EQ(code_of({kHello, text, TitleTold{"a"}, TitleTold{"b"}}), Code::Corrupt);
  EXPECT_EQ(code_of({kHello, text, PageEnd{1}}), Code::Corrupt);
  EXPECT_EQ(code_of({kHello, pdf, first, first}), Code::Corrupt);
  EXPECT_EQ(code_of({kHello, pdf, first, EndTotals{1, 0, 0}}), Code::Corrupt);
  EXPECT_EQ(code_of({kHello, pdf, first, TitleTold{"a"}}), Code::Corrupt);
  EXPECT_EQ(code_of({kHello, text, EndTotals{}, Problem{}}), Code::Corrupt);
  EXPECT_EQ(code_of({kHello, Refusal{Code::Empty, ""}, text}), Code::Corrupt);
}

// W1: what frames say must agree with one another.
TEST(Wire, PagesAndTotalsMustAgree) {
  const KindTold text{Kind::Text}, pdf{Kind::Pdf};
  EXPECT_EQ(code_of({Hello{{0b011, 0}}}), Code::Corrupt);
  EXPECT_EQ(code_of({kHello, pdf, PageStart{2, 2, 1, 1}}), Code::Corrupt);
  EXPECT_EQ(code_of({kHello, pdf, PageStart{1, 0, 1, 1}}), Code::Corrupt);
  EXPECT_EQ(code_of({kHello, pdf, PageStart{1, 2, 1, 1}, PageEnd{2}}), Code::Corrupt);
  EXPECT_EQ(code_of({kHello, pdf, PageStart{1, 2, 1, 1}, PageEnd{1}, PageStart{2, 3, 1, 1}}),
            Code::Corrupt);
  EXPECT_EQ(code_of({kHello, pdf, PageStart{1, 1, -1, 1}}), Code::Corrupt);
  EXPECT_EQ(code_of({kHello, pdf, PageStart{1, 1, 1, std::nanf("")}}), Code::Corrupt);
  EXPECT_EQ(code_of({kHello, pdf, TextRuns{{run("x")}}}), Code::Corrupt);
  EXPECT_EQ(code_of({kHello, text, TextRuns{{run("x")}}, PageStart{1, 1, 0, 0}}), Code::Corrupt);
  EXPECT_EQ(code_of({kHello, text, TextRuns{{run("x")}}, EndTotals{0, 1, 2}}), Code::Corrupt);
  EXPECT_EQ(code_of({kHello, text, TextRuns{{run("x")}}, EndTotals{0, 1, 1}}), Code::Bug);
}

TEST(Wire, ARunThatCannotBeIsCorrupt) {
  const auto with = [](auto change) {
    TextRun made = run("x");
    change(made);
    return code_of({kHello, KindTold{Kind::Text}, TextRuns{{made}}});
  };
  EXPECT_EQ(with([](TextRun&) {}), Code::Bug);
  EXPECT_EQ(with([](TextRun& r) { r.text = "\xFF"; }), Code::Corrupt);
  EXPECT_EQ(with([](TextRun& r) { r.text = "\xED\xA0\x80"; }), Code::Corrupt);
  EXPECT_EQ(with([](TextRun& r) { r.text.clear(); }), Code::Corrupt);
  EXPECT_EQ(with([](TextRun& r) { r.text.assign(kLongestRun + 1, 'x'); }), Code::Corrupt);
  EXPECT_EQ(with([](TextRun& r) { r.box.x1 = -1; }), Code::Corrupt);
  EXPECT_EQ(with([](TextRun& r) { r.box.y1 = std::numeric_limits<float>::infinity(); }),
            Code::Corrupt);
  EXPECT_EQ(with([](TextRun& r) { r.font_size = -1; }), Code::Corrupt);
  EXPECT_EQ(with([](TextRun& r) { r.level = 1; }), Code::Corrupt);
  EXPECT_EQ(with([](TextRun& r) { r.block = BlockKind::Heading; }), Code::Corrupt);
  EXPECT_EQ(with([](TextRun& r) { r.block = static_cast<BlockKind>(kBlockKinds); }), Code::Corrupt);
  EXPECT_EQ(with([](TextRun& r) { r.before = static_cast<TextRun::Break>(4); }), Code::Corrupt);
}

TEST(Wire, LimitsHoldBelowAtAndAbove) {
  ReadLimits limits;
  limits.text_bytes = 10;
  const KindTold text{Kind::Text};
  const auto with_bytes = [&](size_t size) {
    return code_of({kHello, text, TextRuns{{run(std::string(size, 'x'))}}}, limits);
  };
  EXPECT_EQ(with_bytes(9), Code::Bug);
  EXPECT_EQ(with_bytes(10), Code::Bug);
  EXPECT_EQ(with_bytes(11), Code::TooLarge);
  limits = {.runs = 2};
  EXPECT_EQ(code_of({kHello, text, TextRuns{{run("a"), run("b")}}}, limits), Code::Bug);
  EXPECT_EQ(code_of({kHello, text, TextRuns{{run("a"), run("b"), run("c")}}}, limits),
            Code::TooLarge);
  limits = {.pages = 3};
  EXPECT_EQ(code_of({kHello, text, PageStart{1, 3, 0, 0}}, limits), Code::Bug);
  EXPECT_EQ(code_of({kHello, text, PageStart{1, 4, 0, 0}}, limits), Code::TooLarge);
  limits = {.problems = 1};
  EXPECT_EQ(code_of({kHello, text, Problem{}}, limits), Code::Bug);
  EXPECT_EQ(code_of({kHello, text, Problem{}, Problem{}}, limits), Code::TooLarge);
}

// W3: a hostile length is refused before its bytes are waited for.
TEST(Wire, ALengthOverTheLimitIsRefusedAtOnce) {
  std::string bytes = encoded({kHello, KindTold{Kind::Text}});
  const std::string header = {'\x01', '\x00', '\x10', '\x00', '\x06', '\x00'};  // 1 MiB + 1
  const auto outcome = decode(bytes + header);
  ASSERT_FALSE(outcome.ok());
  EXPECT_EQ(outcome.error().code, Code::Corrupt);
}

TEST(Wire, TheFirstErrorStays) {
  Decoder decoder(Request{});
  decoder.feed(encode(WireMessage(KindTold{})));
  ASSERT_FALSE(decoder.next().ok());
  decoder.feed(encode(WireMessage(kHello)));
  EXPECT_FALSE(decoder.next().ok());
}

TEST(Wire, ARequestComesOutAsItWentIn) {
  Request request{"md", {1, 2, 3, 4, 5, 6, 7, 8, 9}, {"a", ""}, {3, 7}, 200};
  const std::string frame = encode(request);
  EXPECT_EQ(frame_bytes(frame).value(), frame.size());
  const auto got = decode_request(frame);
  ASSERT_TRUE(got.ok());
  EXPECT_EQ(got.value(), request);
  EXPECT_FALSE(decode_request(frame.substr(1)).ok());
  EXPECT_FALSE(decode_request(frame + "x").ok());
}

TEST(Wire, TheMandatoryStepsMakeItClosed) {
  EXPECT_TRUE(is_closed({0b111, 0}));
  for (const uint32_t steps : {0b110U, 0b101U, 0b011U, 0xF8U})
    EXPECT_FALSE(is_closed({steps, 0}));
  EXPECT_STREQ(name_of(IsolationStep::Landlock), "landlock");
}

// In a table stand cells, and between them what the file itself puts there.
TEST(Wire, CellsAndWhatStandsBetweenThemBelongToTables) {
  TextRun cell = run("5");
  cell.block = BlockKind::Table;
  cell.rows = cell.columns = 1;
  TextRun between = run(";");
  between.block = BlockKind::Table;
  const std::vector<WireMessage> start = {kHello, KindTold{Kind::Csv}};
  const auto outcome = [&](const TextRun& one, bool in_table) {
    std::vector<WireMessage> all = start;
    if (in_table) all.emplace_back(TableStart{});
    all.emplace_back(TextRuns{{one}});
    return code_of(all);
  };
  EXPECT_EQ(outcome(cell, true), Code::Bug);  // no error
  EXPECT_EQ(outcome(between, true), Code::Bug);
  EXPECT_EQ(outcome(cell, false), Code::Corrupt);
  EXPECT_EQ(outcome(run("no part of it"), true), Code::Corrupt);
}

}  // namespace
}  // namespace oi
