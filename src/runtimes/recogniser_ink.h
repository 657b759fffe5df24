// Where the ink of one line is: columns tell where words end, rows how tall the line is.
#pragma once

#include <opencv2/core.hpp>

#include <cstdint>
#include <utility>
#include <vector>

namespace oi {

struct InkMap {
  std::vector<uint8_t> columns;  // 1 where a column of the picture has ink, else 0
  int top = 0, bottom = 0;       // rows of the line itself, without what reaches in from others
};

// Ink is the rarer of dark and light. All columns and rows of a picture of one grey have ink.
InkMap find_ink(const cv::Mat& line);

// The widest run of columns without ink in [from, to): first and one past the last. Both `to` where
// there is none.
std::pair<int, int> widest_gap(const InkMap& ink, int from, int to);

// How far a word reaches from its outer letter's middle: to the first gap as wide as between words,
// at most `most` columns.
int end_of_ink(const InkMap& ink, int from, int most);
int start_of_ink(const InkMap& ink, int from, int most);

}  // namespace oi
