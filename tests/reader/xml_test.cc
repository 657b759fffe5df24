#include "reader/xml.h"

#include <gtest/gtest.h>

namespace oi {
namespace {

XmlSource source_of(std::string text) {
  return [text = std::move(text)](const auto& take) -> Result<Done> {
    for (size_t at = 0; at < text.size(); at += 1000)
      TRY(take(std::string_view(text).substr(at, 1000)));
    return Done{};
  };
}

TEST(Xml, OldAndStrictNamespacesHaveOneShortName) {
  for (const char* space : {"http://schemas.openxmlformats.org/wordprocessingml/2006/main",
                            "http://purl.oclc.org/ooxml/wordprocessingml/main"}) {
    const auto part =
        parse_part(source_of(std::string("<a:p xmlns:a='") + space +
                             "' xmlns:z='urn:z' a:val='1' id='2'><z:q/>t&amp;</a:p>"));
    ASSERT_TRUE(part.ok());
    const XmlNode& root = part->root;
    EXPECT_EQ(root.name, "w:p");
    EXPECT_EQ(root["w:val"], "1");
    EXPECT_EQ(root["id"], "2");
    EXPECT_EQ(root.children.at(0).name, "?");
    EXPECT_EQ(root.all_text(), "t&");
    EXPECT_FALSE(part->damage.has_value());
  }
}

TEST(Xml, TreesComeOneAfterAnother) {
  XmlNames names;
  std::vector<std::string> seen;
  XmlTrees trees;
  trees.cut = [](std::string_view name) { return name == "row"; };
  trees.take = [&](XmlNode& tree) -> Result<Done> {
    seen.push_back(tree.all_text());
    return Done{};
  };
  const auto damage = parse_trees(
      source_of("<all>x<row>1<row>2</row></row><row>3</row><row>4<b>5</b"), names, trees);
  ASSERT_TRUE(damage.ok());
  EXPECT_EQ(seen, (std::vector<std::string>{"12", "3", "45"})) << "the broken one too";
  EXPECT_TRUE(damage->has_value());
}

TEST(Xml, EntitiesAndDepthAreRefusedAndTold) {
  std::string bomb = "<!DOCTYPE b [<!ENTITY a0 'lol'>";
  for (int i = 1; i < 10; ++i)
    bomb += "<!ENTITY a" + std::to_string(i) + " '&a" + std::to_string(i - 1) + ";&a" +
            std::to_string(i - 1) + ";'>";
  bomb += "]><b>&a9;</b>";
  std::string deep;
  for (int i = 0; i < 1'000'000; ++i)
    deep += "<a>";
  for (const std::string& text :
       {bomb, deep,
        std::string("<!DOCTYPE b [<!ENTITY f SYSTEM 'file:///etc/passwd'>]><b>&f;</b>")}) {
    const auto part = parse_part(source_of(text));
    ASSERT_TRUE(part.ok());
    EXPECT_TRUE(part->damage.has_value());
    EXPECT_EQ(part->root.all_text(), "");
  }
}

TEST(Xml, WhatAnEventFailsWithEndsTheParse) {
  XmlNames names;
  int seen = 0;
  XmlEvents events;
  events.start = [&](std::string_view, const XmlAttributes&) -> Result<Done> {
    if (++seen == 2) return Error{Code::Io, "stop"};
    return Done{};
  };
  events.end = [](std::string_view) -> Result<Done> { return Done{}; };
  events.text = events.end;
  const auto outcome = parse_xml(source_of("<a><b/><c/></a>"), names, events);
  ASSERT_FALSE(outcome.ok());
  EXPECT_EQ(outcome.error().code, Code::Io);
  EXPECT_EQ(seen, 2);
}

}  // namespace
}  // namespace oi
