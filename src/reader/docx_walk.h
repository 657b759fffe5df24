// What is inside of a DOCX paragraph, as text.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "reader/docx.h"

namespace oi {

// What is known and counted over all parts of one document.
struct DocxState {
  DocxStyles styles;
  Numbering numbering;
  std::map<std::string, std::string, std::less<>> anchors;  // of comments, by id
  std::vector<std::string> open_comments;
  std::vector<std::string> footnotes, endnotes;  // ids, as they are referred to
  std::map<std::string, size_t, std::less<>> footnote_numbers, endnote_numbers;
  uint64_t in_parts = 0;  // characters in text elements
  uint64_t reached = 0;   // of them, those that went out, were hidden or stand there twice
  uint64_t hidden = 0;
};

struct DocxParagraph {
  std::string text;
  std::string deleted;
  bool equation = false;  // and nothing else
  // What it refers to, by relation: pictures, files inside, charts, diagrams.
  std::vector<std::string> pictures, objects, charts, diagrams;
  std::vector<const XmlNode*> boxes;  // the contents of text boxes
};

struct Surrounding {
  bool deleted = false;
  bool hidden = false;
  std::string_view font = {};  // of Western letters, where the run names one
};

void walk_inline(const XmlNode& node, Surrounding around, DocxState& state, DocxParagraph& into);
// Characters in the text elements of a tree.
uint64_t text_characters(const XmlNode& node);
// The branch of an AlternateContent that is to be read, or nothing; the others are counted as
// reached, since they say the same again.
const XmlNode* alternative(const XmlNode& node, DocxState& state);
// "[2]" for the second footnote that the text refers to, "[ii]" for an endnote.
std::string note_mark(std::string_view id, bool footnote, DocxState& state);

}  // namespace oi
