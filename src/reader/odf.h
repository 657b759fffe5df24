// OpenDocument: what text, sheets and slides share.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reader/readers.h"
#include "reader/zip_package.h"

namespace oi {

inline constexpr size_t kOdfLevels = 10;
// Stands for the name of the list that numbers headings, which has none.
inline constexpr std::string_view kOdfOutline = "\1outline";

// --- Styles
struct OdfStyle {
  std::string name;  // as people see it, lower-case
  std::string base;
  std::string list;
  int outline = 0;  // of a heading
  bool hidden = false;
};
struct OdfListLevel {
  bool numbered = false;
  std::string format = "1";  // "1", "a", "A", "i", "I", or "" for none
  std::string prefix, suffix;
  int64_t start = 1;
  int display = 1;  // how many levels the number shows
};
using OdfList = std::array<OdfListLevel, kOdfLevels>;

class OdfStyles {
 public:
  // The styles of a part: common, automatic, lists.
  void add(const XmlNode& root);
  // With what its bases say, loops broken.
  OdfStyle resolve(std::string_view name) const;
  const OdfList* list(std::string_view name) const;

 private:
  std::map<std::string, OdfStyle, std::less<>> styles_;
  std::map<std::string, OdfList, std::less<>> lists_;
};

// --- Text
// A paragraph in one piece, and what hangs on it.
struct OdfParagraph {
  std::string text;
  uint64_t hidden = 0;
  std::vector<const XmlNode*> notes;  // footnotes and endnotes, in the order of their marks
  std::vector<const XmlNode*> comments;
  std::vector<const XmlNode*> frames;  // boxes, pictures, objects
};
// Counts the notes on, for their marks.
void walk_odf(const XmlNode& node, const OdfStyles& styles, uint32_t& notes, OdfParagraph& into);
// All paragraphs inside, one line each.
std::vector<std::string> odf_lines(const XmlNode& node);
// "Ann: text" of an annotation.
std::string odf_comment(const XmlNode& node);
int64_t odf_number(std::string_view text, int64_t least, int64_t most, int64_t otherwise);

// --- Flowing text, of documents and slides
class OdfFlow {
 public:
  OdfFlow(Package& package, OdfStyles& styles, Frames& out)
      : package_(package), styles_(styles), out_(out) {}

  // A block with everything in it; `kind` is that of plain paragraphs here.
  Result<Done> block(const XmlNode& node, BlockKind kind);
  Result<Done> send(BlockKind kind, uint8_t level, std::string text);
  // Notes and deleted text, which wait for the end of the text.
  Result<Done> finish();
  const std::string& title() const { return title_; }
  bool sent() const { return sent_; }

 private:
  struct OpenList {
    std::string style;
    std::array<int64_t, kOdfLevels> counts = {};
  };
  Result<Done> paragraph(const XmlNode& node, BlockKind kind, const std::string& mark);
  Result<Done> list(const XmlNode& node, BlockKind kind, OpenList& open, size_t level);
  Result<Done> table(const XmlNode& node, BlockKind kind);
  Result<Done> behind(const OdfParagraph& paragraph, BlockKind kind);
  Result<Done> frame(const XmlNode& node, BlockKind kind);
  Result<Done> object(const std::string& path);
  Result<Done> deletions(const XmlNode& node);
  std::string mark_of(const OpenList& open, size_t level) const;
  std::string outline_mark(const XmlNode& node, size_t level);
  void continue_counts(const XmlNode& node, OpenList& open) const;

  Package& package_;
  OdfStyles& styles_;
  Frames& out_;
  std::map<std::string, OpenList, std::less<>> ended_;  // lists, by their styles and by their ids
  std::optional<OpenList> outline_;
  std::vector<std::string> footnotes_, deleted_;
  std::string title_;
  uint32_t notes_ = 0, pictures_ = 0;
  uint64_t hidden_ = 0;
  bool in_list_ = false, sent_ = false;
  int depth_ = 0;
};

}  // namespace oi
