// What is drawn on a page besides letters, as boxes: thin lines, filled areas, pictures. Paths of
// many parts, such as a table's rules in one go, are taken apart; curves count as their box. Forms
// are looked into as deep as a real page nests them.

#include <fpdf_edit.h>

#include "reader/pdf_parts.h"

namespace oi::pdf {
namespace {

constexpr int kDeepest = 12;
constexpr size_t kMostObjects = 200'000;
constexpr size_t kMostSegments = 1'000'000;
constexpr int kSegmentsToTakeApart = 4000;  // a path of more is a drawing
constexpr float kThin = 3;                  // points
constexpr size_t kMostMarks = 50'000;
constexpr unsigned kWhite = 250;

FS_MATRIX times(const FS_MATRIX& a, const FS_MATRIX& b) {
  return {a.a * b.a + a.b * b.c, a.a * b.b + a.b * b.d,       a.c * b.a + a.d * b.c,
          a.c * b.b + a.d * b.d, a.e * b.a + a.f * b.c + b.e, a.e * b.b + a.f * b.d + b.f};
}

class Marking {
 public:
  explicit Marking(const PageFrame& frame) : frame_(frame) {}

  Drawn look(FPDF_PAGE page, PageWords& words) {
    const int count = FPDFPage_CountObjects(page);
    for (int i = 0; i < count && take(); ++i)
      object(FPDFPage_GetObject(page, i), {1, 0, 0, 1, 0, 0}, 0);
    count_twice(words);
    return std::move(drawn_);
  }

 private:
  // One object more; false when it is too many.
  bool take() {
    const PageMarks& marks = drawn_.marks;
    drawn_.whole = drawn_.whole && ++objects_ <= kMostObjects && segments_ <= kMostSegments &&
                   marks.lines.size() + marks.shades.size() + marks.pictures.size() < kMostMarks;
    return drawn_.whole;
  }

  void object(FPDF_PAGEOBJECT object, const FS_MATRIX& matrix, int depth) {
    switch (FPDFPageObj_GetType(object)) {
      case FPDF_PAGEOBJ_PATH:
        path(object, matrix);
        break;
      case FPDF_PAGEOBJ_IMAGE:
        add(drawn_.marks.pictures, bounds(object, matrix));
        break;
      case FPDF_PAGEOBJ_TEXT:
        texts_.emplace_back(object, bounds(object, matrix));
        break;
      case FPDF_PAGEOBJ_SHADING:
        add(drawn_.marks.shades, bounds(object, matrix));
        break;
      case FPDF_PAGEOBJ_FORM:
        form(object, matrix, depth);
        break;
      default:
        break;
    }
  }

  // PDFium leaves out an object that looks like one just before it at nearly the same place.
  void count_twice(PageWords& words) {
    constexpr size_t kBack = 8;
    for (size_t i = 1; i < texts_.size(); ++i) {
      const auto& [object, box] = texts_[i];
      if (words.objects.contains(object)) continue;
      for (size_t back = 1; back <= std::min(i, kBack); ++back) {
        const auto& [other, place] = texts_[i - back];
        const auto read = words.objects.find(other);
        if (read == words.objects.end() || !is_same_place(box, place)) continue;
        words.twice += read->second;
        break;
      }
    }
  }

  static bool is_same_place(const Box& a, const Box& b) {
    const float reach = 0.2F * std::min(a.y1 - a.y0, a.x1 - a.x0);
    const auto near = [&](float x, float y) { return std::fabs(x - y) <= reach; };
    return near(a.x0, b.x0) && near(a.y0, b.y0) && near(a.x1, b.x1) && near(a.y1, b.y1);
  }

  void form(FPDF_PAGEOBJECT form, const FS_MATRIX& matrix, int depth) {
    if (depth >= kDeepest) {
      drawn_.whole = false;
      return;
    }
    FS_MATRIX own{};
    if (!FPDFPageObj_GetMatrix(form, &own)) own = {1, 0, 0, 1, 0, 0};
    const FS_MATRIX inner = times(own, matrix);
    const int count = FPDFFormObj_CountObjects(form);
    for (int i = 0; i < count && take(); ++i)
      object(FPDFFormObj_GetObject(form, static_cast<unsigned long>(i)), inner, depth + 1);
  }

  Box placed(float x, float y, const FS_MATRIX& m) const {
    const float px = m.a * x + m.c * y + m.e, py = m.b * x + m.d * y + m.f;
    return frame_.placed(px, py, px, py);
  }

  Box bounds(FPDF_PAGEOBJECT object, const FS_MATRIX& m) const {
    float left = 0, bottom = 0, right = 0, top = 0;
    if (!FPDFPageObj_GetBounds(object, &left, &bottom, &right, &top)) return {};
    Box box = placed(left, bottom, m);
    extend(box, placed(right, top, m));
    extend(box, placed(left, top, m));
    extend(box, placed(right, bottom, m));
    return box;
  }

  void add(std::vector<Box>& boxes, const Box& box) {
    if (box == Box{} || !frame_.shows(box)) return;
    boxes.push_back(frame_.held(box));
  }

  static bool is_white(FPDF_PAGEOBJECT object) {
    unsigned r = 0, g = 0, b = 0, a = 0;
    if (!FPDFPageObj_GetFillColor(object, &r, &g, &b, &a)) return false;
    return a == 0 || (r >= kWhite && g >= kWhite && b >= kWhite);
  }

  void path(FPDF_PAGEOBJECT path, const FS_MATRIX& matrix) {
    int fill = FPDF_FILLMODE_NONE;
    FPDF_BOOL stroke = 0;
    if (!FPDFPath_GetDrawMode(path, &fill, &stroke)) return;
    const bool filled = fill != FPDF_FILLMODE_NONE && !is_white(path);
    if (!filled && !stroke) return;  // it only clips, or paints the paper
    const int segments = FPDFPath_CountSegments(path);
    segments_ += static_cast<size_t>(std::max(segments, 0));
    if (segments > kSegmentsToTakeApart || segments <= 0) {
      add(drawn_.marks.shades, bounds(path, matrix));
      return;
    }
    FS_MATRIX own{};
    if (!FPDFPageObj_GetMatrix(path, &own)) own = {1, 0, 0, 1, 0, 0};
    const FS_MATRIX whole = times(own, matrix);
    float width = 1;
    if (!FPDFPageObj_GetStrokeWidth(path, &width)) width = 1;
    half_ = std::clamp(width * std::hypot(whole.a, whole.b) / 2, 0.1F, 20.0F);
    filled_ = filled;
    stroked_ = stroke != 0;
    part_.clear();
    curved_ = false;
    for (int i = 0; i < segments; ++i)
      segment(FPDFPath_GetPathSegment(path, i), whole);
    end_part();
  }

  void segment(FPDF_PATHSEGMENT segment, const FS_MATRIX& matrix) {
    const int type = FPDFPathSegment_GetType(segment);
    if (type == FPDF_SEGMENT_MOVETO) end_part();
    curved_ = curved_ || type == FPDF_SEGMENT_BEZIERTO;
    float x = 0, y = 0;
    if (!FPDFPathSegment_GetPoint(segment, &x, &y)) return;
    part_.push_back(placed(x, y, matrix));
    if (FPDFPathSegment_GetClose(segment)) part_.push_back(part_.front());
  }

  // A part of the path, from one move to the next.
  void end_part() {
    if (part_.size() > 1) {
      Box box = part_.front();
      for (const Box& point : part_)
        extend(box, point);
      if (filled_) {
        const bool thin = std::min(box.x1 - box.x0, box.y1 - box.y0) <= kThin;
        add(thin ? drawn_.marks.lines : drawn_.marks.shades, box);
      }
      if (stroked_ && curved_) add(drawn_.marks.shades, box);
      if (stroked_ && !curved_) strokes();
    }
    part_.clear();
    curved_ = false;
  }

  // Strokes along the page's sides; any other is part of a drawing and says nothing about tables.
  void strokes() {
    for (size_t i = 1; i < part_.size(); ++i) {
      Box box = part_[i - 1];
      extend(box, part_[i]);
      const bool across = box.y1 - box.y0 <= half_, down = box.x1 - box.x0 <= half_;
      if (across == down) continue;
      if (across) {
        box.y0 -= half_;
        box.y1 += half_;
      } else {
        box.x0 -= half_;
        box.x1 += half_;
      }
      add(drawn_.marks.lines, box);
    }
  }

  const PageFrame& frame_;
  Drawn drawn_;
  size_t objects_ = 0, segments_ = 0;
  std::vector<std::pair<FPDF_PAGEOBJECT, Box>> texts_;
  std::vector<Box> part_;  // its points
  bool curved_ = false, filled_ = false, stroked_ = false;
  float half_ = 0.5F;  // of the stroke's width
};

bool covers(const Box& box, float x, float y) {
  return x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1;
}

}  // namespace

Drawn marks_of(FPDF_PAGE page, const PageFrame& frame, PageWords& words) {
  return Marking(frame).look(page, words);
}

void hide_white(PageWords& words, const PageMarks& marks) {
  constexpr size_t kMostLooks = 20'000'000;  // words times boxes
  const size_t boxes = marks.shades.size() + marks.pictures.size() + marks.lines.size();
  if (words.white.size() * boxes > kMostLooks) return;
  for (const size_t i : words.white) {
    TextRun& run = words.runs[i];
    const float x = (run.box.x0 + run.box.x1) / 2, y = (run.box.y0 + run.box.y1) / 2;
    bool covered = false;
    for (const std::vector<Box>* all : {&marks.shades, &marks.pictures, &marks.lines})
      covered = covered || std::any_of(all->begin(), all->end(),
                                       [&](const Box& box) { return covers(box, x, y); });
    run.hidden = !covered;
  }
}

}  // namespace oi::pdf
