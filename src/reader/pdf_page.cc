#include <fpdf_edit.h>

#include "reader/pdf_parts.h"

namespace oi::pdf {
namespace {

constexpr float kLongestSide = 100'000;  // points

float clean(float side) {
  return std::isfinite(side) ? std::clamp(side, 0.0F, kLongestSide) : 0;
}
float hold(float value, float most) {
  return std::isfinite(value) ? std::clamp(value, 0.0F, most) : 0;
}

bool is_high(char32_t c) {
  return c >= 0xD800 && c < 0xDC00;
}
bool is_low(char32_t c) {
  return c >= 0xDC00 && c < 0xE000;
}

}  // namespace

PageFrame::PageFrame(FPDF_PAGE page)
    : rotation_(FPDFPage_GetRotation(page)),
      width_(clean(FPDF_GetPageWidthF(page))),
      height_(clean(FPDF_GetPageHeightF(page))) {
  if (!FPDF_GetPageBoundingBox(page, &bounds_)) bounds_ = {0, height_, width_, 0};
}

std::pair<float, float> PageFrame::point(float x, float y) const {
  switch (rotation_) {
    case 1:
      return {y - bounds_.bottom, x - bounds_.left};
    case 2:
      return {bounds_.right - x, y - bounds_.bottom};
    case 3:
      return {bounds_.top - y, bounds_.right - x};
    default:
      return {x - bounds_.left, bounds_.top - y};
  }
}

Box PageFrame::placed(float left, float bottom, float right, float top) const {
  const auto [ax, ay] = point(left, bottom);
  const auto [bx, by] = point(right, top);
  const Box box = {std::min(ax, bx), std::min(ay, by), std::max(ax, bx), std::max(ay, by)};
  const bool finite = std::isfinite(box.x0) && std::isfinite(box.y0) && std::isfinite(box.x1) &&
                      std::isfinite(box.y1);
  return finite ? box : Box{};
}

Box PageFrame::held(const Box& box) const {
  return {hold(box.x0, width_), hold(box.y0, height_), hold(box.x1, width_), hold(box.y1, height_)};
}

bool PageFrame::shows(const Box& box) const {
  return box.x1 >= 0 && box.y1 >= 0 && box.x0 <= width_ && box.y0 <= height_;
}

char32_t shown(char32_t c) {
  const bool control = c < 0x20 || (c >= 0x7F && c < 0xA0);
  const bool no_character = c > 0x10FFFF || (c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c < 0xFDF0);
  return control || no_character || is_high(c) || is_low(c) ? 0xFFFD : c;
}

std::string utf8_of(const std::vector<unsigned short>& wide) {
  std::string text;
  char32_t high = 0;
  for (const char32_t unit : wide) {
    if (is_high(unit)) {
      high = unit;
      continue;
    }
    char32_t c = unit;
    if (is_low(unit) && high != 0) c = 0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00);
    high = 0;
    const bool space = c == '\n' || c == '\r' || c == '\t';
    append_code_point(text, space ? c : shown(c));
  }
  return text;
}

std::string wide_text(const std::function<unsigned long(unsigned short*, unsigned long)>& get,
                      unsigned long longest) {
  const unsigned long bytes = get(nullptr, 0);
  if (bytes <= 2 || bytes > longest) return {};
  std::vector<unsigned short> wide((bytes + 1) / 2, 0);
  if (get(wide.data(), bytes) != bytes) return {};
  while (!wide.empty() && wide.back() == 0)
    wide.pop_back();
  return utf8_of(wide);
}

}  // namespace oi::pdf
