#include "runtimes/recogniser_ink.h"

#include <opencv2/imgproc.hpp>

#include <algorithm>

namespace oi {
namespace {

constexpr int kGap = 5;     // columns; letters stand closer, words farther apart
constexpr int kRowGap = 3;  // rows, more than between an i and its dot when all lines are i
constexpr int kEdge = 4;    // rows at top and bottom that may show other lines

// Rows of ink around the middle, up to a gap.
void find_rows(const cv::Mat& dark, InkMap& ink) {
  std::vector<bool> rows;
  for (int y = 0; y < dark.rows; ++y)
    rows.push_back(cv::countNonZero(dark.row(y)) > 0);
  const auto reach = [&](int step) {
    int at = dark.rows / 2;
    for (int y = at, empty = 0; y >= 0 && y < dark.rows && empty < kRowGap; y += step) {
      empty = rows[static_cast<size_t>(y)] ? 0 : empty + 1;
      if (empty == 0) at = y;
    }
    return at;
  };
  ink.top = reach(-1);
  ink.bottom = reach(1) + 1;
}

}  // namespace

InkMap find_ink(const cv::Mat& line) {
  cv::Mat dark;
  cv::threshold(line, dark, 0, 1, cv::THRESH_BINARY_INV | cv::THRESH_OTSU);
  if (static_cast<size_t>(cv::countNonZero(dark)) > dark.total() / 2) dark = 1 - dark;
  InkMap ink;
  const int edge = dark.rows > 4 * kEdge ? kEdge : 0;
  const cv::Mat inner = dark.rowRange(edge, dark.rows - edge);
  cv::Mat most;
  cv::reduce(inner, most, 0, cv::REDUCE_MAX);
  ink.columns.assign(most.ptr(), most.ptr() + most.cols);
  find_rows(dark, ink);
  return ink;
}

std::pair<int, int> widest_gap(const InkMap& ink, int from, int to) {
  from = std::max(from, 0);
  to = std::min(to, static_cast<int>(ink.columns.size()));
  std::pair<int, int> widest{to, to};
  for (int x = from, start = from; x < to; ++x) {
    if (ink.columns[static_cast<size_t>(x)] != 0) {
      start = x + 1;
    } else if (x + 1 - start > widest.second - widest.first) {
      widest = {start, x + 1};
    }
  }
  return widest;
}

int end_of_ink(const InkMap& ink, int from, int most) {
  const int to = std::min(from + most, static_cast<int>(ink.columns.size()));
  int end = from;
  for (int x = std::max(from, 0); x < to && x - end < kGap; ++x) {
    if (ink.columns[static_cast<size_t>(x)] != 0) end = x + 1;
  }
  return end;
}

int start_of_ink(const InkMap& ink, int from, int most) {
  const int to = std::max(from - most, 0);
  int start = from;
  for (int x = std::min(from, static_cast<int>(ink.columns.size())) - 1;
       x >= to && start - x <= kGap; --x) {
    if (ink.columns[static_cast<size_t>(x)] != 0) start = x;
  }
  return start;
}

}  // namespace oi
