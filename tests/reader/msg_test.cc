#include <gtest/gtest.h>

#include "collected.h"
#include "msg_writer.h"
#include "reader/msg_rtf.h"

namespace oi {
namespace {

using test::collect;
using test::Collected;
using test::MsgWriter;
using test::wide;

constexpr uint64_t kNoon = 128'436'624'000'000'000;  // 1 January 2008, 12:00

Collected read(const std::string& bytes) {
  return collect(read_msg, bytes, Kind::Msg);
}

MsgWriter message(const std::string& subject) {
  MsgWriter msg;
  msg.fixed({{0x00390040, kNoon}}, 32);
  msg.stream("0037001F", wide(subject));
  return msg;
}

TEST(Msg, AMessageIsLaidOutLikeAnyMail) {
  MsgWriter msg = message("Hello");
  msg.stream("0C1A001F", wide("Ann Example"));
  msg.stream("5D01001F", wide("ann@example.org"));
  msg.stream("1000001F", wide("First line.\r\n\r\nSecond."));
  for (const auto& [number, kind, name] :
       {std::tuple{"0", 1u, "Bo"}, {"1", 2u, "Cy"}, {"2", 1u, "Di"}}) {
    const size_t storage = msg.storage(std::string("__recip_version1.0_#0000000") + number);
    msg.fixed({{0x0C150003, kind}}, 8, storage);
    msg.stream("3001001F", wide(name), storage);
  }
  const Collected all = read(msg.file());
  ASSERT_TRUE(all.outcome.ok());
  EXPECT_EQ(all.title, "Hello");
  EXPECT_EQ(all.text(),
            "From: Ann Example <ann@example.org>\nTo: Bo, Di\nCc: Cy\n"
            "Date: Tue, 1 Jan 2008 12:00:00 +0000\nSubject: Hello\n\nFirst line.\n\nSecond.");
}

TEST(Msg, OldMessagesHaveACodePage) {
  MsgWriter msg;
  msg.fixed({{0x3FFD0003, 1251}}, 32);
  msg.stream("0037001E", "\xCF\xF0\xE8");
  EXPECT_EQ(read(msg.file()).title, "\u041F\u0440\u0438");
  MsgWriter german;  // its HTML is in another page than the rest
  german.fixed({{0x3FDE0003, 1251}, {0x3FF10003, 1031}}, 32);
  german.stream("0037001E", "\xF6");
  EXPECT_EQ(read(german.file()).title, "\u00F6");
}

TEST(Msg, HtmlAndRichTextStandInForAMissingBody) {
  MsgWriter html = message("h");
  html.stream("10130102", "<p>shown <b>so</b></p>");
  EXPECT_NE(read(html.file()).text().find("shown so"), std::string::npos);
  const std::string rich = "{\\rtf1 rich text}";
  std::string stored;
  test::put32(stored, static_cast<uint32_t>(rich.size() + 12));
  test::put32(stored, static_cast<uint32_t>(rich.size()));
  stored += "MELA" + std::string(4, '\0') + rich;
  MsgWriter other = message("r");
  other.stream("10090102", stored);
  EXPECT_NE(read(other.file()).text().find("rich text"), std::string::npos);
}

TEST(Msg, SqueezedRichTextIsExpanded) {
  std::string stored;
  test::put32(stored, 0);
  test::put32(stored, 10);
  // The word "{\rtf1" is in the window from the start: place 0, length 6; then "abcd".
  stored += "LZFu" + std::string(4, '\0') + '\x01' + std::string("\x00\x04", 2) + "abcd";
  const auto text = expand_rtf(stored, 1000);
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(*text, "{\\rtf1abcd");
  EXPECT_EQ(expand_rtf("none of it", 10).error().code, Code::Corrupt);
}

// C188: attachments go the way of all files inside of documents, one by one.
TEST(Msg, AttachmentsAndMessagesInsideAreFilesInside) {
  MsgWriter msg = message("outer");
  const size_t file = msg.storage("__attach_version1.0_#00000000");
  msg.stream("3707001F", wide("prices.txt"), file);
  msg.stream("37010102", "one, two", file);
  const size_t inside = msg.storage("__attach_version1.0_#00000001");
  msg.stream("3001001F", wide("Re: before"), inside);
  const size_t object = msg.storage("__substg1.0_3701000D", inside);
  msg.fixed({{0x00390040, kNoon}}, 24, object);
  msg.stream("0037001F", wide("inner"), object);
  msg.stream("1000001F", wide("inner text " + std::string(6000, 'x')), object);
  const size_t missing = msg.storage("__attach_version1.0_#00000002");
  msg.stream("3704001F", wide("GONE.DOC"), missing);
  const Collected all = read(msg.file());
  ASSERT_EQ(all.children.size(), 2u);
  EXPECT_EQ(all.children[0].name, "prices.txt");
  EXPECT_EQ(all.children[0].bytes, "one, two");
  EXPECT_TRUE(all.children[0].whole);
  EXPECT_EQ(all.children[1].name, "Re: before.msg");
  EXPECT_TRUE(all.has_problem("attachment_unreadable"));
  const Collected inner = read(all.children[1].bytes);
  EXPECT_EQ(inner.title, "inner");
  EXPECT_NE(inner.text().find("Date: Tue, 1 Jan 2008 12:00:00 +0000"), std::string::npos);
  EXPECT_NE(inner.text().find("inner text x"), std::string::npos);
}

TEST(Msg, OtherFilesAndEmptyOnesAreRefused) {
  EXPECT_EQ(read("no message").outcome.error().code, Code::Corrupt);
  MsgWriter empty;
  empty.fixed({}, 32);
  EXPECT_EQ(read(empty.file()).outcome.error().code, Code::Empty);
}

TEST(Msg, EveryFlippedByteAndEveryCutEnds) {
  MsgWriter msg = message("s");
  msg.stream("1000001F", wide("body"));
  const size_t file = msg.storage("__attach_version1.0_#00000000");
  msg.stream("37010102", "bytes", file);
  const std::string bytes = msg.file();
  for (size_t at = 0; at < bytes.size(); ++at) {
    std::string broken = bytes;
    broken[at] = static_cast<char>(broken[at] ^ 0xFF);
    (void)read(broken);
  }
  for (size_t size = 0; size < bytes.size(); size += 64)
    (void)read(bytes.substr(0, size));
}

}  // namespace
}  // namespace oi
