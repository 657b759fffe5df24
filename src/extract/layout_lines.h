// From words to segments, rows and lines. Words are found by buckets of height, and compared only
// with what lies beside them: linear in words, and the same on every machine.
#pragma once

#include <span>
#include <vector>

#include "extract/layout_parts.h"
#include "extract/layout_words.h"

namespace oi::layout {

// Every word is in exactly one segment. Sorted by base, then left.
std::vector<LineSegment> segments_of(std::span<const Word> words);
LineSegment segment_of(std::span<const Word> words, std::vector<uint32_t> members);

// Every segment of `members` in exactly one row. Sorted from top to bottom.
std::vector<Row> rows_of(std::span<const LineSegment> segments, std::span<const uint32_t> members);

// The row's text: a space between words, a tab where a wide gap parts it (unless what stands
// before it is a list's mark or number, and never in a table's cell).
Line line_of(const Row& row, std::span<const LineSegment> segments, std::span<const Word> words,
             const Turn& turn, bool in_cell = false);

// "•", "–", "3.", "3.2.1", "(a)", "iv)".
bool is_marker(std::string_view text);

}  // namespace oi::layout
