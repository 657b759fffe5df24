// What the reader sends (3.10): dumb values, before any reading order is decided.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "types/document.h"

namespace oi {

// A run of text, in the order of the file. On a page with boxes it is a word or a part of one.
struct TextRun {
  std::string text;     // UTF-8
  uint32_t page = 0;    // 0: the kind has no pages
  Box box;              // of the page as it is shown: rotation is undone
  float font_size = 0;  // points; 0 unknown
  // What stands between this run and the one before it.
  enum class Break : uint8_t { None, Space, Line, Paragraph } before = Break::None;
  BlockKind block = BlockKind::Paragraph;
  uint8_t level = 0;
  bool begins_block = false;  // though no paragraph's break stands before it
  bool bold = false;
  bool italic = false;
  bool hidden = false;  // in the file, but not to be seen on the page
  bool header = false;  // the cell names its column or row
  enum class Rise : uint8_t { None, Raised, Lowered } rise = Rise::None;
  uint8_t quarter_turns = 0;  // clockwise, of the text on the page as shown: 1 reads downwards
  // Between TableStart and TableEnd: the cell it belongs to, as in Cell. Otherwise all 0.
  uint32_t row = 0;
  uint16_t column = 0, rows = 0, columns = 0;
  // Subtitles: when it is said, in seconds. Otherwise both 0.
  double from = 0, to = 0;
  bool operator==(const TextRun&) const = default;
};

// Grey pixels, row by row from the top left; 0 is black, 255 white.
struct Bitmap {
  uint32_t width = 0, height = 0;
  float dpi = 0;  // 0: unknown
  std::vector<uint8_t> grey;
  bool operator==(const Bitmap&) const = default;
};

// Sound: 16 kHz, one channel.
inline constexpr uint32_t kSampleRate = 16'000;
using Samples = std::vector<int16_t>;

}  // namespace oi
