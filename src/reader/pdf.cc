// One page at a time: PDFium's characters in the order of the file become runs, a run for each
// line, or for each part of a line where a gap as wide as a gutter divides it. Boxes are turned
// into points from the top left of the page as it is shown, so rotation and crop box are gone.
// Before that a few pages are looked at for the size of the body's text, by which headings are
// told. A page is closed before the next is opened, so memory stays flat.

#include <fpdf_doc.h>
#include <fpdf_edit.h>
#include <fpdf_text.h>
#include <fpdfview.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <type_traits>

#include "base/text.h"
#include "reader/lines.h"
#include "reader/readers.h"

namespace oi {
namespace {

using Break = TextRun::Break;

constexpr int kSampledPages = 8;
constexpr float kGutterHeights = 1.5F;  // a gap over so many line heights, and
constexpr float kSpaceHeights = 0.15F;  // a gap over so many line heights is a space
constexpr float kGutterPoints = 8;      // over so many points, divides a line
constexpr size_t kLongestTitle = 200;
constexpr float kLongestSide = 100'000;  // points; boxes are held inside of the page anyway

template <auto close>
struct Close {
  template <typename T>
  void operator()(T* handle) const {
    close(handle);
  }
};
using PdfDocument =
    std::unique_ptr<std::remove_pointer_t<FPDF_DOCUMENT>, Close<FPDF_CloseDocument>>;
using PdfPage = std::unique_ptr<std::remove_pointer_t<FPDF_PAGE>, Close<FPDF_ClosePage>>;
using PdfText = std::unique_ptr<std::remove_pointer_t<FPDF_TEXTPAGE>, Close<FPDFText_ClosePage>>;

bool is_high(char32_t c) {
  return c >= 0xD800 && c < 0xDC00;
}
bool is_low(char32_t c) {
  return c >= 0xDC00 && c < 0xE000;
}
char32_t joined(char32_t high, char32_t low) {
  return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}

// What cannot be shown or stored becomes U+FFFD: surrogates alone, controls, what is no character.
char32_t shown(char32_t c) {
  const bool control = c < 0x20 || (c >= 0x7F && c < 0xA0);
  const bool no_character = c > 0x10FFFF || (c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c < 0xFDF0);
  return control || no_character || is_high(c) || is_low(c) ? 0xFFFD : c;
}

// From PDF user space to points from the top left of the page as shown.
class Frame {
 public:
  explicit Frame(FPDF_PAGE page)
      : rotation_(FPDFPage_GetRotation(page)),
        width_(clean(FPDF_GetPageWidthF(page))),
        height_(clean(FPDF_GetPageHeightF(page))) {
    if (!FPDF_GetPageBoundingBox(page, &bounds_)) bounds_ = {0, height_, width_, 0};
  }
  float width() const { return width_; }
  float height() const { return height_; }

  // Held inside of the page.
  Box box(const FS_RECTF& r) const {
    const auto [ax, ay] = point(r.left, r.bottom);
    const auto [bx, by] = point(r.right, r.top);
    return {hold(std::min(ax, bx), width_), hold(std::min(ay, by), height_),
            hold(std::max(ax, bx), width_), hold(std::max(ay, by), height_)};
  }

 private:
  static float clean(float side) {
    return std::isfinite(side) ? std::clamp(side, 0.0F, kLongestSide) : 0;
  }
  static float hold(float value, float most) {
    return std::isfinite(value) ? std::clamp(value, 0.0F, most) : 0;
  }
  std::pair<float, float> point(float x, float y) const {
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
  int rotation_;
  float width_, height_;
  FS_RECTF bounds_{};
};

struct PageText {
  std::vector<Piece> pieces;
  size_t characters = 0;
  size_t unmapped = 0;  // without a Unicode value in the file
};

// Gathers the characters of one page into runs.
class Gathering {
 public:
  Gathering(FPDF_TEXTPAGE text, const Frame& frame) : text_(text), frame_(frame) {}

  PageText gather() {
    const int count = FPDFText_CountChars(text_);
    for (int i = 0; i < count; ++i)
      take(i);
    close_run();
    return std::move(page_);
  }

 private:
  void take(int i) {
    char32_t c = FPDFText_GetUnicode(text_, i);
    if (is_high(c)) {  // its other half is the next character
      high_ = c;
      return;
    }
    if (is_low(c) && high_ != 0) c = joined(high_, c);
    high_ = 0;
    if (c == '\r' || c == '\n') {
      close_run();
      next_ = Break::Line;
    } else if (c == ' ' || c == '\t') {
      if (!run_.text.empty()) run_.text += ' ';
    } else {
      take_visible(i, c);
    }
  }

  void take_visible(int i, char32_t c) {
    FS_RECTF rect{};
    if (!FPDFText_GetLooseCharBox(text_, i, &rect)) rect = {};
    const Box box = frame_.box(rect);
    if (!run_.text.empty()) divide(i, box);
    if (run_.text.empty()) start_run(i, box);
    // PDFium marks a hyphen at a line's end with a number of its own.
    const bool hyphen = FPDFText_IsHyphen(text_, i) == 1;
    const bool unmapped = c == 0 || FPDFText_HasUnicodeMapError(text_, i) == 1;
    append_code_point(run_.text, hyphen && c != 0xAD ? U'-' : shown(c));
    ++page_.characters;
    page_.unmapped += unmapped ? 1 : 0;
    last_ = box;
    extend(run_.box, box);
    extend(line_, box);
  }

  static void extend(Box& box, const Box& with) {
    box = {std::min(box.x0, with.x0), std::min(box.y0, with.y0), std::max(box.x1, with.x1),
           std::max(box.y1, with.y1)};
  }

  static bool is_within(float value, float from, float to) { return value >= from && value <= to; }

  void start_run(int i, const Box& box) {
    if (next_ == Break::Line && stays_on_line(box)) {
      const float height = last_.y1 - last_.y0;
      next_ = box.x0 - last_.x1 > kSpaceHeights * height ? Break::Space : Break::None;
    }
    if (next_ == Break::Line) line_ = box;
    run_.before = next_;
    run_.box = box;
    run_.font_size = font_size(i);
    bold_ = is_bold(i);
    next_ = Break::None;
  }

  // PDFium ends a line at every raised or lowered character too. It is the same line when the box
  // goes on to the right and the middle of one lies within the height of the other.
  bool stays_on_line(const Box& box) const {
    if (page_.pieces.empty()) return false;
    const float height = std::min(box.y1 - box.y0, last_.y1 - last_.y0);
    const float middle = (box.y0 + box.y1) / 2;
    const float line_middle = (line_.y0 + line_.y1) / 2;
    return box.x0 > last_.x1 - height / 2 &&
           (is_within(middle, line_.y0, line_.y1) || is_within(line_middle, box.y0, box.y1));
  }

  // Ends the run when this box lies on another line, or behind a gutter of the same line.
  void divide(int i, const Box& box) {
    const float middle = (box.y0 + box.y1) / 2;
    const float height = run_.box.y1 - run_.box.y0;
    const bool back = box.x0 < last_.x0 && !is_within(middle, run_.box.y0, run_.box.y1);
    if (back && std::fabs(std::sin(FPDFText_GetCharAngle(text_, i))) < 0.3F) {
      close_run();
      next_ = Break::Line;
    } else if (box.x0 - last_.x1 > std::max(kGutterHeights * height, kGutterPoints)) {
      close_run();
      next_ = Break::Space;
    }
  }

  bool is_bold(int i) const {
    constexpr int kHeavy = 600;
    if (FPDFText_GetFontWeight(text_, i) >= kHeavy) return true;
    std::array<char, 128> name{};
    int flags = 0;
    const unsigned long size = FPDFText_GetFontInfo(text_, i, name.data(), name.size(), &flags);
    if (size == 0 || size > name.size()) return false;
    const std::string_view font(name.data());
    for (const std::string_view word :
         {"Bold", "bold", "Black", "Heavy", "CMBX", "CMSSBX", "-Bd"}) {
      if (font.find(word) != std::string_view::npos) return true;
    }
    return false;
  }

  // The nominal size times what the text's matrix makes of it.
  float font_size(int i) const {
    const auto nominal = static_cast<float>(FPDFText_GetFontSize(text_, i));
    FS_MATRIX matrix{};
    const float scale =
        FPDFText_GetMatrix(text_, i, &matrix) ? std::hypot(matrix.c, matrix.d) : 1.0F;
    const float size = nominal * (scale > 0 ? scale : 1.0F);
    return std::isfinite(size) ? std::clamp(size, 0.0F, 1000.0F) : 0;
  }

  void close_run() {
    const size_t last = run_.text.find_last_not_of(' ');
    run_.text.resize(last == std::string::npos ? 0 : last + 1);
    if (!run_.text.empty()) page_.pieces.push_back({std::move(run_), bold_});
    run_ = {};
  }

  FPDF_TEXTPAGE text_;
  const Frame& frame_;
  PageText page_;
  TextRun run_;
  bool bold_ = false;
  Box last_;  // the latest character's
  Box line_;  // of the line so far
  Break next_ = Break::Line;
  char32_t high_ = 0;
};

PageText text_of(FPDF_PAGE page, const Frame& frame) {
  const PdfText text(FPDFText_LoadPage(page));
  if (text == nullptr) return {};
  return Gathering(text.get(), frame).gather();
}

float sampled_body_size(FPDF_DOCUMENT document, int pages) {
  std::vector<Piece> pieces;
  const int step = std::max(1, pages / kSampledPages);
  for (int i = 0; i < pages; i += step) {
    const PdfPage page(FPDF_LoadPage(document, i));
    if (page == nullptr) continue;
    PageText text = text_of(page.get(), Frame(page.get()));
    for (Piece& piece : text.pieces)
      pieces.push_back(std::move(piece));
  }
  return body_size(pieces);
}

// The document's own entry "Title", as UTF-8.
std::string title_entry(FPDF_DOCUMENT document) {
  std::array<unsigned char, 2 * kLongestTitle + 2> wide{};
  const unsigned long bytes = FPDF_GetMetaText(document, "Title", wide.data(), wide.size());
  if (bytes < 2 || bytes > wide.size()) return {};  // none, or longer than titles are
  std::string text;
  char32_t high = 0;
  for (size_t i = 0; i + 3 < bytes; i += 2) {  // the last two bytes are the end's zero
    char32_t c = static_cast<char32_t>(wide[i] | wide[i + 1] << 8);
    if (is_high(c)) {
      high = c;
      continue;
    }
    if (is_low(c) && high != 0) c = joined(high, c);
    high = 0;
    append_code_point(text, shown(c));
  }
  return std::string(trim(text));
}

// Many programs put a file's name or their own there instead.
bool is_title(std::string_view title) {
  size_t letters = 0;
  for (size_t at = 0; at < title.size();)
    letters += is_letter(next_code_point(title, at));
  if (letters < 3 || title.size() > kLongestTitle ||
      title.find("\xEF\xBF\xBD") != std::string_view::npos)
    return false;
  const std::string folded = fold(title);
  for (const std::string_view start : {"microsoft word", "microsoft powerpoint", "untitled",
                                       "slide 1", "powerpoint presentation"}) {
    if (folded.substr(0, start.size()) == start) return false;
  }
  for (const std::string_view end : {".pdf", ".doc", ".docx", ".dvi", ".tex", ".ps", ".indd",
                                     ".qxd", ".ppt", ".pptx", ".xls", ".xlsx", ".txt", ".eps"}) {
    if (folded.size() >= end.size() && folded.substr(folded.size() - end.size()) == end)
      return false;
  }
  return true;
}

Error cannot_open() {
  switch (FPDF_GetLastError()) {
    case FPDF_ERR_PASSWORD:
      return {Code::PasswordRequired, "the PDF is encrypted"};
    case FPDF_ERR_SECURITY:
      return {Code::Unsupported, "the PDF's encryption is not known"};
    default:
      return {Code::Corrupt, "not a readable PDF: damaged or cut short"};
  }
}

// Reads the pages of one open document.
class Reading {
 public:
  Reading(FPDF_DOCUMENT document, int pages, Frames& out)
      : document_(document), pages_(pages), out_(out) {}

  Result<Done> read() {
    const std::string title = title_entry(document_);
    titled_ = is_title(title);
    if (titled_) TRY(out_.title(title));
    body_ = sampled_body_size(document_, pages_);
    for (int i = 0; i < pages_; ++i)
      TRY(read_page(i));
    if (characters_ == 0) return Error{Code::Empty, "no page holds text"};
    return Done{};
  }

 private:
  Result<Done> read_page(int i) {
    const auto total = static_cast<uint32_t>(pages_);
    const std::string where = "page " + std::to_string(i + 1);
    const PdfPage page(FPDF_LoadPage(document_, i));
    if (page == nullptr) {
      TRY(out_.page_start(total, 0, 0));
      TRY(out_.problem({"page_unreadable", where, "the page is damaged"}));
      return out_.page_end();
    }
    const Frame frame(page.get());
    PageText text = text_of(page.get(), frame);
    set_paragraphs(text.pieces, open_sentence_);
    mark_headings(text.pieces, body_);
    const std::string heading = i == 0 && !titled_ ? largest_heading(text.pieces) : "";
    if (is_title(heading)) TRY(out_.title(heading));
    if (!text.pieces.empty()) open_sentence_ = !ends_sentence(text.pieces);
    characters_ += text.characters;
    TRY(out_.page_start(total, frame.width(), frame.height()));
    TRY(tell_problems(text, where));
    for (Piece& piece : text.pieces)
      TRY(out_.run(std::move(piece.run)));
    return out_.page_end();
  }

  Result<Done> tell_problems(const PageText& text, const std::string& where) {
    if (text.pieces.empty())
      return out_.problem(
          {"page_without_text", where, "the page holds no text; it may be a picture"});
    if (text.unmapped == 0) return Done{};
    return out_.problem({"unmapped_characters", where,
                         std::to_string(text.unmapped) + " of " + std::to_string(text.characters) +
                             " characters have no Unicode value in the file"});
  }

  FPDF_DOCUMENT document_;
  int pages_;
  Frames& out_;
  float body_ = 0;
  bool titled_ = false;
  bool open_sentence_ = false;
  size_t characters_ = 0;
};

}  // namespace

void load_pdf() {
  // No font folder: the standard fonts are built in, and nothing can be opened later.
  static const char* no_fonts[] = {nullptr};
  FPDF_LIBRARY_CONFIG config = {};
  config.version = 2;
  config.m_pUserFontPaths = no_fonts;
  FPDF_InitLibraryWithConfig(&config);
}

Result<Done> read_pdf(std::string_view bytes, const Request& request, Frames& out) {
  const PdfDocument document(FPDF_LoadMemDocument64(bytes.data(), bytes.size(), nullptr));
  if (document == nullptr) return cannot_open();
  const int pages = FPDF_GetPageCount(document.get());
  if (pages <= 0) return Error{Code::Empty, "the PDF has no pages"};
  if (static_cast<uint32_t>(pages) > request.limits.pages)
    return Error{Code::TooLarge, "over " + std::to_string(request.limits.pages) + " pages"};
  if (!FPDF_DocumentHasValidCrossReferenceTable(document.get()))
    TRY(out.problem(
        {"damaged_file", "",
         "the PDF's table of contents is damaged; what was found without it was read"}));
  return Reading(document.get(), pages, out).read();
}

}  // namespace oi
