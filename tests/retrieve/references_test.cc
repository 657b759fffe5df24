#include "retrieve/references.h"

#include <gtest/gtest.h>

namespace oi {
namespace {

std::vector<std::string> found(std::string_view text) {
  std::vector<std::string> out;
  for (const Reference& each : references_in(text))
    out.push_back(each.words + "=" + each.number);
  return out;
}

using Texts = std::vector<std::string>;

TEST(References, AreWordsOfTheListWithANumber) {
  EXPECT_EQ(found("Do it as section 4.2 says."), (Texts{"section 4.2=4.2"}));
  EXPECT_EQ(found("(see Table 3)"), (Texts{"Table 3=3"}));
  EXPECT_EQ(found("the values of Fig. 12a, Tab. 3"), (Texts{"Fig. 12a=12a", "Tab. 3=3"}));
  EXPECT_EQ(found("under Article IV and Appendix B"), (Texts{"Article IV=IV", "Appendix B=B"}));
  EXPECT_EQ(found("nach §7 und Abschnitt 2.1"), (Texts{"\xc2\xa7"
                                                       "7=7",
                                                       "Abschnitt 2.1=2.1"}));
  EXPECT_EQ(found("voir chapitre 5; ver secci\xc3\xb3n 6"),
            (Texts{"chapitre 5=5", "secci\xc3\xb3n 6=6"}));
  EXPECT_EQ(found("as in section 4.2, and again section 4.2"), (Texts{"section 4.2=4.2"}))
      << "each once";
}

TEST(References, AreNotTitlesNorWordsWithoutANumber) {
  EXPECT_EQ(found("Table 3: values\nSection 4.2 Oil"), Texts{}) << "a line begins with them";
  EXPECT_EQ(found("in this section and the table"), Texts{});
  EXPECT_EQ(found("a table Below"), Texts{}) << "a word with a capital is no number";
  EXPECT_EQ(found("the section ABC"), Texts{});
  EXPECT_EQ(found("intersection 4"), Texts{}) << "whole words";
  EXPECT_EQ(found("a section"), Texts{});
  EXPECT_EQ(found("a section 12345678901234567890"), Texts{}) << "no section has such a number";
}

struct Made {
  Document document;
  void add(BlockKind kind, const std::string& text) {
    const uint64_t begin = document.text.size();
    document.text += text;
    document.blocks.push_back({kind, 1, {begin, document.text.size()}});
    document.text += "\n";
  }
  std::string at(const Reference& reference) const {
    const std::optional<Span> span = resolve(document, reference);
    return span ? document.text.substr(span->begin, span->size()) : "-";
  }
};

TEST(References, ResolveToTheOneHeadingOfThatNumber) {
  Made made;
  made.add(BlockKind::Heading, "4.2 Oil");
  made.add(BlockKind::Paragraph, "4.20 of it.");
  made.add(BlockKind::Heading, "14.2 Air");
  made.add(BlockKind::Heading, "Appendix B: Parts");
  made.add(BlockKind::Heading, "## Article IV");
  EXPECT_EQ(made.at({Pointed::Section, "4.2", ""}), "4.2 Oil");
  EXPECT_EQ(made.at({Pointed::Section, "B", ""}), "Appendix B: Parts");
  EXPECT_EQ(made.at({Pointed::Section, "IV", ""}), "## Article IV");
  EXPECT_EQ(made.at({Pointed::Section, "4", ""}), "-");
  EXPECT_EQ(made.at({Pointed::Section, "4.20", ""}), "-") << "a paragraph is no heading";
  made.add(BlockKind::Heading, "4.2 Oil again");
  EXPECT_EQ(made.at({Pointed::Section, "4.2", ""}), "-") << "two fit";
}

TEST(References, ResolveToTheCaptionWithItsTable) {
  Made made;
  made.add(BlockKind::Caption, "Table 3: Torques");
  made.add(BlockKind::Table, "M8\t25");
  made.add(BlockKind::Table, "M10\t50");
  made.add(BlockKind::Caption, "Figure 3: A pump");
  EXPECT_EQ(made.at({Pointed::Table, "3", ""}), "Table 3: Torques\nM8\t25");
  EXPECT_EQ(made.at({Pointed::Figure, "3", ""}), "Figure 3: A pump");
  EXPECT_EQ(made.at({Pointed::Table, "4", ""}), "-");
  Made named;
  named.add(BlockKind::Table, "M8\t25");
  Table table;
  table.span = {0, 5};
  table.name = "Table 7";
  named.document.tables.push_back(table);
  EXPECT_EQ(named.at({Pointed::Table, "7", ""}), "M8\t25");
}

}  // namespace
}  // namespace oi
