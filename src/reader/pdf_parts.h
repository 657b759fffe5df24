// What the steps of reading a PDF hand to one another: PDFium's handles, where things are on the
// page as it is shown, and what each step gives.
#pragma once

#include <fpdf_formfill.h>
#include <fpdf_text.h>
#include <fpdfview.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "reader/readers.h"

namespace oi::pdf {

template <auto close>
struct Close {
  template <typename T>
  void operator()(T* handle) const {
    close(handle);
  }
};
template <typename Handle, auto close>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, Close<close>>;
using OwnedDocument = Owned<FPDF_DOCUMENT, FPDF_CloseDocument>;
using OwnedPage = Owned<FPDF_PAGE, FPDF_ClosePage>;
using OwnedText = Owned<FPDF_TEXTPAGE, FPDFText_ClosePage>;
using OwnedForm = Owned<FPDF_FORMHANDLE, FPDFDOC_ExitFormFillEnvironment>;

// PDFium's view of a document's form. Nothing of it runs: no script, no timer, no action.
struct Form {
  std::unique_ptr<FPDF_FORMFILLINFO> info;  // outlives the handle
  OwnedForm handle;                         // null: the document has no form
};
Form form_of(FPDF_DOCUMENT document);

// From PDF user space to points from the top left of the page as shown: rotation and crop box are
// undone.
class PageFrame {
 public:
  explicit PageFrame(FPDF_PAGE page);
  float width() const { return width_; }
  float height() const { return height_; }
  int rotation() const { return rotation_; }

  std::pair<float, float> point(float x, float y) const;
  // May lie outside of the page.
  Box placed(float left, float bottom, float right, float top) const;
  // Cut to the page.
  Box held(const Box& box) const;
  bool shows(const Box& box) const;

 private:
  int rotation_;
  float width_, height_;
  FS_RECTF bounds_{};
};

inline void extend(Box& box, const Box& with) {
  box = {std::min(box.x0, with.x0), std::min(box.y0, with.y0), std::max(box.x1, with.x1),
         std::max(box.y1, with.y1)};
}

// What cannot be shown or stored becomes U+FFFD: surrogates alone, controls, what is no character.
char32_t shown(char32_t c);
// PDFium's wide text, without its closing zero, as UTF-8.
std::string utf8_of(const std::vector<unsigned short>& wide);
// `get(buffer, bytes)` gives the length in bytes, and writes when the buffer holds it. Longer texts
// than `longest` bytes are not read.
std::string wide_text(const std::function<unsigned long(unsigned short*, unsigned long)>& get,
                      unsigned long longest = 1 << 20);

// --- pdf_words.cc
struct PageWords {
  std::vector<TextRun> runs;
  size_t characters = 0;
  size_t unmapped = 0;  // that have no meaning in the file; U+FFFD in the runs
  size_t twice = 0;     // printed again at the same place, and left out
  std::unordered_map<FPDF_PAGEOBJECT, size_t> objects;  // that were read, and their characters
  std::vector<size_t> white;  // runs in white: hidden where nothing lies below them
};
PageWords words_of(FPDF_TEXTPAGE text, const PageFrame& frame);

// --- pdf_marks.cc
struct Drawn {
  PageMarks marks;
  bool whole = true;  // false: more was drawn than is looked at
};
// Also counts in `words` what PDFium itself leaves out as printed twice.
Drawn marks_of(FPDF_PAGE page, const PageFrame& frame, PageWords& words);
// Text in white that lies on no shade and no picture is not to be seen.
void hide_white(PageWords& words, const PageMarks& marks);

// --- pdf_extras.cc
// Form values, remarks, and the targets of links that the page's text does not show.
class Extras {
 public:
  Extras(FPDF_DOCUMENT document, FPDF_FORMHANDLE form) : document_(document), form_(form) {}

  // Each value and each target once in a document. Sends the files that a page's annotations hold.
  Result<std::vector<TextRun>> of(FPDF_PAGE page, const PageFrame& frame, const PageWords& words,
                                  Frames& out);

 private:
  FPDF_DOCUMENT document_;
  FPDF_FORMHANDLE form_;
  std::unordered_set<std::string> told_;
};

// --- pdf_files.cc
// The document's own title; empty when it has none, or one that is a file's or a program's name.
std::string title_of(FPDF_DOCUMENT document);
Result<Done> send_files(FPDF_DOCUMENT document, Frames& out);
Result<Done> send_file(FPDF_ATTACHMENT file, Frames& out);

// --- pdf_render.cc
// Pictures of the pages that are asked for, as shown, with annotations and forms. A page that
// cannot be drawn is told as a problem, and so is one that takes too long.
Result<Done> render_pages(FPDF_DOCUMENT document, FPDF_FORMHANDLE form, const Request& request,
                          Frames& out);

}  // namespace oi::pdf
