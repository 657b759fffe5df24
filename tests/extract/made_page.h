// Pages of made-up words for the tests of the layout: a word is as wide as half its size times its
// characters, and stands on a line of the height of its size.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "extract/layout.h"

namespace oi {

struct Look {
  float size = 10;
  bool bold = false;
  bool italic = false;
  bool hidden = false;
};

class MadePage {
 public:
  explicit MadePage(uint32_t number, float width = 600, float height = 800) {
    page_.number = number;
    page_.width = width;
    page_.height = height;
  }

  // The words of `text` from `x`, on a line whose top is `y`.
  MadePage& text(float x, float y, std::string_view text, Look look = {}) {
    const float letter = look.size / 2;
    bool first = true;
    for (const std::string_view word : split(text, ' ')) {
      const float w = letter * static_cast<float>(code_points(word));
      if (!word.empty()) {
        add({x, y, x + w, y + look.size}, word, look,
            first ? TextRun::Break::Line : TextRun::Break::Space);
        first = false;
      }
      x += w + letter;
    }
    return *this;
  }
  // Lines one below the other.
  MadePage& lines(float x, float y, const std::vector<std::string>& all, Look look = {},
                  float pitch = 1.2F) {
    for (const std::string& one : all) {
      text(x, y, one, look);
      y += pitch * look.size;
    }
    return *this;
  }
  // A smaller word that touches the one before it and stands higher or lower.
  MadePage& risen(std::string_view word, TextRun::Rise rise) {
    const TextRun& before = page_.runs.back();
    const float size = 0.6F * before.font_size;
    const float top = rise == TextRun::Rise::Raised ? before.box.y0 - 1 : before.box.y1 - size + 2;
    const float x = before.box.x1;
    add({x, top, x + size / 2 * static_cast<float>(code_points(word)), top + size}, word, {size},
        TextRun::Break::None);
    page_.runs.back().rise = rise;
    return *this;
  }
  MadePage& turned(Box box, std::string_view word, uint8_t quarters) {
    add(box, word, {}, TextRun::Break::Line);
    page_.runs.back().quarter_turns = quarters;
    return *this;
  }
  MadePage& rule(float x0, float y0, float x1, float y1) {
    page_.marks.lines.push_back({x0, y0, x1, y1});
    return *this;
  }
  // All rules of a table of these edges.
  MadePage& grid(const std::vector<float>& xs, const std::vector<float>& ys) {
    for (const float x : xs)
      rule(x, ys.front(), x, ys.back());
    for (const float y : ys)
      rule(xs.front(), y, xs.back(), y);
    return *this;
  }
  PageContent& content() { return page_; }
  PageContent take() { return std::move(page_); }

 private:
  void add(Box box, std::string_view word, const Look& look, TextRun::Break before) {
    TextRun run;
    run.text = word;
    run.page = page_.number;
    run.box = box;
    run.font_size = look.size;
    run.before = before;
    run.bold = look.bold;
    run.italic = look.italic;
    run.hidden = look.hidden;
    page_.runs.push_back(std::move(run));
  }
  PageContent page_;
};

// What holds of every document that is laid out: nothing is lost, nothing is there twice.
inline void expect_whole(const Document& document) {
  uint64_t dropped = 0;
  for (const Dropped& one : document.counts.dropped)
    dropped += one.characters;
  EXPECT_EQ(document.counts.characters_seen, document.counts.characters_kept + dropped);
  uint64_t at = 0, letters = 0;
  for (const Block& block : document.blocks) {
    EXPECT_GE(block.span.begin, at);
    EXPECT_EQ(trim(document.text.substr(at, block.span.begin - at)), "");
    at = block.span.end;
  }
  EXPECT_EQ(trim(document.text.substr(at)), "");
  for (size_t i = 0; i < document.text.size();)
    letters += is_space(next_code_point(document.text, i)) ? 0 : 1;
  EXPECT_EQ(letters, document.counts.characters_kept);
  EXPECT_TRUE(std::is_sorted(document.placed.begin(), document.placed.end(),
                             [](const auto& a, const auto& b) { return a.span < b.span; }));
  uint64_t placed = 0;
  for (const PlacedText& one : document.placed)
    for (uint64_t i = one.span.begin; i < one.span.end;)
      placed += is_space(next_code_point(document.text, i)) ? 0 : 1;
  EXPECT_EQ(placed, letters);
  for (const Table& table : document.tables) {
    EXPECT_TRUE(std::any_of(document.blocks.begin(), document.blocks.end(), [&](const Block& b) {
      return b.kind == BlockKind::Table && b.span.contains(table.span);
    }));
  }
}

inline Document lay_out(std::vector<PageContent> pages) {
  Layout layout;
  for (PageContent& page : pages)
    layout.add(std::move(page));
  Document document;
  std::move(layout).finish(document);
  expect_whole(document);
  return document;
}
inline Document lay_out(MadePage& page) {
  std::vector<PageContent> pages;
  pages.push_back(page.take());
  return lay_out(std::move(pages));
}

// "Heading: text" for each block.
inline std::vector<std::string> block_texts(const Document& document) {
  std::vector<std::string> all;
  for (const Block& block : document.blocks)
    all.push_back(std::string(name_of(block.kind)) + ": " +
                  document.text.substr(block.span.begin, block.span.size()));
  return all;
}

// "row,column text" for each cell, with " #" behind those that name, and "RxC" where it spans.
inline std::vector<std::string> cell_texts(const Document& document, const Table& table) {
  std::vector<std::string> all;
  for (const Cell& cell : table.cells) {
    std::string text = std::to_string(cell.row) + "," + std::to_string(cell.column);
    if (cell.rows > 1 || cell.columns > 1)
      text += " " + std::to_string(cell.rows) + "x" + std::to_string(cell.columns);
    text += " " + document.text.substr(cell.begin, cell.end - cell.begin);
    all.push_back(text + (cell.header ? " #" : ""));
  }
  return all;
}

}  // namespace oi
