#include <gtest/gtest.h>

#include "collected.h"
#include "doc_writer.h"
#include "outline.h"
#include "ppt_writer.h"

namespace oi {
namespace {

using test::collect;
using test::Collected;
using test::DocWriter;
using test::outline;

Collected read(const std::string& bytes) {
  return collect(read_doc, bytes, Kind::Doc);
}

TEST(Doc, PiecesOfBothWidthsBecomeOneText) {
  DocWriter doc;
  doc.parts[0] = "caf\xE9 \x93quoted\x94\rsecond\r";
  doc.wide_pieces = {std::string("\x1F\x04\r\0", 4)};
  doc.paragraphs = {{100, ""}};
  const Collected all = read(doc.file());
  ASSERT_TRUE(all.outcome.ok());
  EXPECT_EQ(outline(all), (std::vector<std::string>{"text:caf\u00E9 \u201Cquoted\u201D",
                                                    "text:second", "text:\u041F"}));
  EXPECT_TRUE(all.problems.empty());
}

TEST(Doc, HeadingsAreToldByStylesAndThoseTheyAreBasedOn) {
  DocWriter doc;
  doc.parts[0] = "One\rTwo\rTitle\rbody\r";
  doc.paragraphs = {{4, "", 1}, {4, "", 2}, {6, "", 3}, {5, "", 0}};
  EXPECT_EQ(outline(read(doc.file())), (std::vector<std::string>{"heading1:One", "heading1:Two",
                                                                 "heading1:Title", "text:body"}));
}

TEST(Doc, FieldsShowTheirResultsAndTheRestIsCounted) {
  DocWriter doc;
  doc.parts[0] =
      "see \x13 HYPERLINK \"http://x\" \x14the \x13 PAGE \x14page\x15\x15 and \x13 open\r";
  const Collected all = read(doc.file());
  EXPECT_EQ(all.text(), "see the page and  open");
  ASSERT_EQ(all.dropped.size(), 1u);
  EXPECT_EQ(all.dropped[0].reason, "field_code");
}

TEST(Doc, TablesHaveRowsCellsAndHeaders) {
  const std::string cell = DocWriter::change(0x2416, "\1");
  const std::string header_end =
      cell + DocWriter::change(0x2417, "\1") + DocWriter::change(0x3404, "\1");
  const std::string row_end = cell + DocWriter::change(0x2417, "\1");
  DocWriter doc;
  doc.parts[0] = "before\rName\aPrice\a\aApple\a\a\aafter\r";
  doc.paragraphs = {{7, ""}, {11, cell}, {1, header_end}, {7, cell}, {1, row_end}, {6, ""}};
  const Collected all = read(doc.file());
  EXPECT_EQ(outline(all), (std::vector<std::string>{"text:before", "0,0:Name", "0,1:Price",
                                                    "1,0:Apple", "text:after"}));
  EXPECT_TRUE(all.runs[1].header);
  EXPECT_FALSE(all.runs[3].header);
  EXPECT_EQ(all.tables.size(), 1u);
}

TEST(Doc, DeletedAndHiddenTextIsKeptAsWhatItIs) {
  DocWriter doc;
  doc.parts[0] = "keep gone secret end\r";
  doc.characters = {{5, ""},
                    {5, DocWriter::change(0x0800, "\1")},
                    {7, DocWriter::change(0x083C, "\1")},
                    {4, DocWriter::change(0x0835, "\1")}};
  const Collected all = read(doc.file());
  EXPECT_EQ(outline(all),
            (std::vector<std::string>{"text:keep ", "deleted:gone ", "text:secret ", "text:end"}));
  EXPECT_TRUE(all.runs[2].hidden);
  EXPECT_TRUE(all.runs[3].bold);
}

// The number of a paragraph of a list.
std::string in_list(char number) {
  return DocWriter::change(0x460B, std::string{number, '\0'});
}

TEST(Doc, ListsHaveTheNumbersThatWordShows) {
  DocWriter doc;
  doc.parts[0] = "One\rTwo\r\rFour\rBullet\rAgain\rplain\r";
  doc.lists = DocWriter::simple_lists(
      {DocWriter::level(1, 0, std::u16string{0, u')'}), DocWriter::level(1, 23, u"\xB7")});
  doc.overrides = DocWriter::plain_overrides({100, 101, 100}, 7);
  const std::string one = in_list(1);
  doc.paragraphs = {{4, one},        {4, one},        {1, one}, {5, one},
                    {7, in_list(2)}, {6, in_list(3)}, {6, ""}};
  const Collected all = read(doc.file());
  EXPECT_EQ(outline(all),
            (std::vector<std::string>{"list:1) One", "list:2) Two", "list:4) Four", "list:- Bullet",
                                      "list:7) Again", "text:plain"}));
  EXPECT_EQ(all.runs[1].before, TextRun::Break::Line);
}

TEST(Doc, AListMayComeFromTheStyleAndBeTakenAwayAgain) {
  DocWriter doc;
  doc.parts[0] = "First\rno number\rSecond\r";
  doc.lists = DocWriter::simple_lists({DocWriter::level(1, 2, std::u16string{0, u'.'})});
  doc.overrides = DocWriter::plain_overrides({100});
  doc.style_changes = in_list(1);
  doc.paragraphs = {{6, ""}, {10, in_list(0)}, {7, ""}};
  EXPECT_EQ(outline(read(doc.file())),
            (std::vector<std::string>{"list:i. First", "text:no number", "list:ii. Second"}));
}

TEST(Doc, SignsOfSymbolFontsAreWhatTheyShow) {
  DocWriter doc;
  doc.parts[0] = "15 (g\r";
  const std::string font = std::string(39, '\0') + test::wide("Symbol") + std::string(2, '\0');
  doc.fonts = std::string("\1\0\0\0", 4) + static_cast<char>(font.size()) + font;
  doc.characters = {
      {3, ""}, {1, DocWriter::change(0x6A09, std::string("\0\0\x6D\xF0", 4))}, {2, ""}};
  EXPECT_EQ(outline(read(doc.file())), (std::vector<std::string>{"text:15 \u03BCg"}));
}

// Nothing of a document is lost in silence because another program drew it or put it in.
TEST(Doc, DrawnLettersPicturesAndFilesInsideAreNotLost) {
  const std::string words = test::wide("DRAFT") + std::string(2, '\0');
  std::string property;
  test::put16(property, 0x80C0);
  test::put32(property, static_cast<uint32_t>(words.size()));
  const std::string metafile = test::ppt_record_of(0xF01B, 0, "x");
  DocWriter doc;
  doc.parts[0] = "text \1\r";
  doc.characters = {{5, ""}, {1, DocWriter::change(0x6A03, std::string(4, '\0'))}, {1, ""}};
  doc.drawings =
      test::ppt_container(0xF000, "") + '\1' +
      test::ppt_container(
          0xF002, test::ppt_container(0xF004, test::ppt_record_of(0xF00B, 1, property + words)));
  test::put32(doc.data, static_cast<uint32_t>(68 + metafile.size()));
  test::put16(doc.data, 68);
  doc.data.resize(68);
  doc.data += metafile;
  const std::string file = "the file";
  std::string native =
      std::string("\2\0", 2) + "a.txt" + '\0' + "c:\\a.txt" + '\0' + std::string("\0\0\3\0", 4);
  test::put32(native, 3);
  native += std::string("ab\0", 3);
  test::put32(native, static_cast<uint32_t>(file.size()));
  native += file;
  test::put32(doc.native, static_cast<uint32_t>(native.size()));
  doc.native += native;
  const Collected all = read(doc.file());
  ASSERT_TRUE(all.outcome.ok());
  EXPECT_EQ(outline(all), (std::vector<std::string>{"text:text ", "furniture:DRAFT"}));
  ASSERT_EQ(all.problems.size(), 1u);
  EXPECT_EQ(all.problems[0].reason, "picture_unreadable");
  ASSERT_EQ(all.children.size(), 1u);
  EXPECT_EQ(all.children[0].name, "a.txt");
  EXPECT_EQ(all.children[0].bytes, file);
}

TEST(Doc, NotesCommentsHeadersAndTextBoxesAreParts) {
  DocWriter doc;
  doc.parts = {"body\r",       "\2 a note\r",   "head\rhead\r", "",
               "\5a remark\r", "an end note\r", "in a box\r",   ""};
  EXPECT_EQ(outline(read(doc.file())),
            (std::vector<std::string>{"text:body", "footnote: a note", "footnote:an end note",
                                      "comment:a remark", "text:in a box", "furniture:head"}));
}

TEST(Doc, EncryptedOldAndCutDocumentsSayWhy) {
  DocWriter doc;
  doc.parts[0] = "body\r";
  doc.flags = 0x0300;
  EXPECT_EQ(read(doc.file()).outcome.error().code, Code::PasswordRequired);
  EXPECT_EQ(read(std::string("\xDB\xA5\x2D\0", 4) + std::string(600, '\0')).outcome.error().code,
            Code::Unsupported);
  EXPECT_EQ(read("no document").outcome.error().code, Code::Corrupt);
  doc.flags = 0x0200;
  doc.parts[0] = "";
  EXPECT_EQ(read(doc.file()).outcome.error().code, Code::Empty);
}

TEST(Doc, Word6KeepsItsTextInOnePieceAndOneCodePage) {
  std::string document(1024, '\0');
  const std::string text = "\xCF\xF0\xE8\rcell\aother\a\alast\r";
  test::set32(document, 0, 0x0068A5DC);
  test::set32(document, 0x06, 0x0419);
  test::set32(document, 0x18, 1024);
  test::set32(document, 0x34, static_cast<uint32_t>(text.size()));
  test::CompoundWriter writer;
  writer.stream("WordDocument", document + text);
  EXPECT_EQ(
      outline(read(writer.file())),
      (std::vector<std::string>{"text:\u041F\u0440\u0438", "0,0:cell", "0,1:other", "text:last"}));
}

TEST(Doc, EveryFlippedByteAndEveryCutEnds) {
  DocWriter doc;
  doc.parts[0] = "one\rtwo \x13 X \x14y\x15\r";
  doc.paragraphs = {{4, "", 1}, {20, DocWriter::change(0x2416, "\1")}};
  const std::string bytes = doc.file();
  for (size_t at = 0; at < bytes.size(); at += 3) {
    std::string broken = bytes;
    broken[at] = static_cast<char>(broken[at] ^ 0xFF);
    (void)read(broken);
  }
  for (size_t size = 0; size < bytes.size(); size += 64)
    (void)read(bytes.substr(0, size));
}

}  // namespace
}  // namespace oi
