#include <gtest/gtest.h>

#include "collected.h"
#include "outline.h"
#include "ppt_writer.h"

namespace oi {
namespace {

using test::collect;
using test::Collected;
using test::outline;
using test::ppt_container;
using test::ppt_file;
using test::ppt_numbers;
using test::ppt_record_of;
using test::ppt_shape;
using test::wide;

Collected read(const std::string& bytes) {
  return collect(read_ppt, bytes, Kind::Ppt);
}

TEST(Ppt, SlidesArePagesInTheOrderOfTheList) {
  const Collected all = read(ppt_file({{ppt_shape(0, "First") + ppt_shape(1, "one\rtwo\vlines")},
                                       {ppt_shape(6, "Second") + ppt_shape(4, "*", 8)}}));
  ASSERT_TRUE(all.outcome.ok());
  EXPECT_EQ(outline(all), (std::vector<std::string>{"heading1:First", "text:one", "text:two\nlines",
                                                    "heading1:Second"}));
  ASSERT_EQ(all.pages.size(), 2u);
  EXPECT_EQ(all.pages[0].width, 720);
  EXPECT_EQ(all.runs[3].page, 2u);
  EXPECT_TRUE(all.problems.empty());
}

// C043, C044: the text of a shape inside of groups is told like any other.
TEST(Ppt, GroupedShapesAreReadToAnyDepth) {
  std::string group = ppt_shape(4, "inside");
  for (int i = 0; i < 8; ++i)
    group = ppt_container(0xF003, group);
  EXPECT_EQ(outline(read(ppt_file({{ppt_shape(4, "outside") + group}}))),
            (std::vector<std::string>{"text:outside", "text:inside"}));
}

// C046: what the speaker noted belongs to the slide.
TEST(Ppt, NotesRemarksAndTheMastersOwnTextStandWithTheirSlide) {
  const std::string remark = ppt_container(
      0x1388, ppt_container(
                  0x138A, ppt_record_of(
                              0x138B, 0,
                              ppt_container(0x2EE0, ppt_record_of(0x0FBA, 0, wide("Ann")) +
                                                        ppt_record_of(0x0FBA, 1, wide("why?"))))));
  const Collected all = read(ppt_file({{ppt_shape(4, "a"), ppt_shape(2, "note a"), "", remark},
                                       {ppt_shape(4, "b"), ppt_shape(2, "note b")}},
                                      ppt_shape(4, "Acme Inc.") + ppt_shape(0, "Click here", 1)));
  EXPECT_EQ(outline(all),
            (std::vector<std::string>{"text:a", "comment:Ann: why?", "note:note a",
                                      "furniture:Acme Inc.", "text:b", "note:note b"}));
  EXPECT_EQ(all.runs[5].page, 2u);
}

// A shape of a group at a place, with a text unless that is empty.
std::string cell(std::initializer_list<uint32_t> edges, const std::string& text) {
  return ppt_container(0xF004,
                       ppt_record_of(0xF00F, 0, ppt_numbers(edges)) +
                           ppt_container(0xF00D, ppt_record_of(0x0F9F, 0, ppt_numbers({4})) +
                                                     ppt_record_of(0x0FA8, 0, text)));
}

TEST(Ppt, AGroupThatIsATableHasRowsAndColumns) {
  std::string property;
  test::put16(property, 0x039F);
  test::put32(property, 1);
  const std::string self = ppt_container(0xF004, ppt_record_of(0xF122, 1, property));
  const std::string line = cell({0, 50, 200, 50}, "");
  const std::string group = ppt_container(0xF003, self + cell({100, 0, 200, 50}, "Price") +
                                                      cell({0, 0, 100, 50}, "Name") + line +
                                                      cell({0, 50, 200, 100}, "both\rlines"));
  const Collected all = read(ppt_file({{ppt_shape(0, "Title") + group}}));
  EXPECT_EQ(outline(all), (std::vector<std::string>{"heading1:Title", "0,0:Name", "0,1:Price",
                                                    "1,0:both lines"}));
  EXPECT_TRUE(all.runs[1].header);
  EXPECT_EQ(all.runs[3].columns, 2u);
  EXPECT_EQ(all.tables.size(), 1u);
}

TEST(Ppt, AFootOfNewerProgramsIsFurniture) {
  const std::string foot =
      ppt_container(0xF004, ppt_container(0xF011, ppt_record_of(0x0420, 0, "\x09")) +
                                ppt_container(0xF00D, ppt_record_of(0x0F9F, 0, ppt_numbers({4})) +
                                                          ppt_record_of(0x0FA8, 0, "Acme")));
  EXPECT_EQ(outline(read(ppt_file({{foot}}))), (std::vector<std::string>{"furniture:Acme"}));
}

TEST(Ppt, ShapesMayNameTheTextsOfTheList) {
  const std::string outline_text =
      ppt_record_of(0x0F9F, 0, ppt_numbers({0})) + ppt_record_of(0x0FA0, 0, wide("Title")) +
      ppt_record_of(0x0F9F, 0, ppt_numbers({1})) + ppt_record_of(0x0FA0, 0, wide("Body"));
  const std::string shape =
      ppt_container(0xF004, ppt_container(0xF00D, ppt_record_of(0x0F9E, 0, ppt_numbers({0}))));
  EXPECT_EQ(outline(read(ppt_file({{shape, "", outline_text}}))),
            (std::vector<std::string>{"heading1:Title", "text:Body"}));
}

TEST(Ppt, EncryptedOldAndDamagedPresentationsSayWhy) {
  EXPECT_EQ(read(ppt_file({{ppt_shape(0, "x")}}, "", 0xF3D1C4DF)).outcome.error().code,
            Code::PasswordRequired);
  EXPECT_EQ(read("none").outcome.error().code, Code::Corrupt);
  test::CompoundWriter old;
  old.stream("PP40", "x");
  EXPECT_EQ(read(old.file()).outcome.error().code, Code::Unsupported);
  EXPECT_EQ(read(ppt_file({})).outcome.error().code, Code::Empty);
  test::CompoundWriter listless;
  listless.stream("PowerPoint Document",
                  ppt_container(0x03EE, ppt_container(0x040C, ppt_shape(0, "Found"))));
  const Collected found = read(listless.file());
  EXPECT_EQ(found.text(), "Found");
  EXPECT_TRUE(found.has_problem("slide_order_unknown"));
}

TEST(Ppt, ASlideOfNoPossibleSizeHasNone) {
  std::string bytes = ppt_file({{ppt_shape(0, "x")}});
  const size_t size = bytes.find(ppt_numbers({5760, 4320}));
  ASSERT_NE(size, std::string::npos);
  test::set32(bytes, size, 0xFFFFFFFF);
  const Collected all = read(bytes);
  EXPECT_TRUE(all.outcome.ok());
  EXPECT_EQ(all.pages[0].width, 0);
}

TEST(Ppt, EveryFlippedByteAndEveryCutEnds) {
  const std::string bytes = ppt_file({{ppt_shape(0, "a"), ppt_shape(2, "n")}, {ppt_shape(1, "b")}});
  for (size_t at = 0; at < bytes.size(); ++at) {
    std::string broken = bytes;
    broken[at] = static_cast<char>(broken[at] ^ 0xFF);
    (void)read(broken);
  }
  for (size_t size = 0; size < bytes.size(); size += 32)
    (void)read(bytes.substr(0, size));
}

}  // namespace
}  // namespace oi
