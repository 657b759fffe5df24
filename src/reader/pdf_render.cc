// Grey pictures of pages, one at a time: upright as they are shown, on white paper, with their
// annotations and forms. Drawing may be stopped between two objects, so a page that takes too long
// costs its picture and not the document.

#include <fpdf_edit.h>
#include <fpdf_progressive.h>

#include <chrono>

#include "reader/pdf_parts.h"

namespace oi::pdf {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kLongest = std::chrono::seconds(20);  // for one page
constexpr float kUsualDpi = 150;
constexpr float kMostDpi = 1200;
constexpr float kPointsPerInch = 72;
constexpr float kLongestSide = 60'000;  // pixels

using OwnedBitmap = Owned<FPDF_BITMAP, FPDFBitmap_Destroy>;

struct Patience : IFSDK_PAUSE {
  Clock::time_point end;
};

struct Size {
  uint32_t width = 0, height = 0;
  float dpi = 0;
};

// As large as asked, or as the limit allows.
Size size_of(const PageFrame& frame, float dpi, uint32_t most_pixels) {
  const float inches = frame.width() * frame.height() / (kPointsPerInch * kPointsPerInch);
  const float longer = std::max(frame.width(), frame.height()) / kPointsPerInch;
  if (!(inches > 0)) return {};
  if (inches * dpi * dpi > static_cast<float>(most_pixels))
    dpi = 0.999F * std::sqrt(static_cast<float>(most_pixels) / inches);
  dpi = std::min(dpi, kLongestSide / longer);
  const auto pixels = [&](float points) {
    return static_cast<uint32_t>(std::max(std::lround(points * dpi / kPointsPerInch), 1L));
  };
  const Size size = {pixels(frame.width()), pixels(frame.height()), dpi};
  return uint64_t{size.width} * size.height <= most_pixels ? size : Size{};
}

bool draw(FPDF_PAGE page, FPDF_FORMHANDLE form, Bitmap& into) {
  const auto width = static_cast<int>(into.width), height = static_cast<int>(into.height);
  const OwnedBitmap bitmap(
      FPDFBitmap_CreateEx(width, height, FPDFBitmap_Gray, into.grey.data(), width));
  if (bitmap == nullptr) return false;
  constexpr int kFlags = FPDF_ANNOT | FPDF_GRAYSCALE;
  Patience patience;
  patience.version = 1;
  patience.user = nullptr;
  patience.end = Clock::now() + kLongest;
  patience.NeedToPauseNow = [](IFSDK_PAUSE* pause) -> FPDF_BOOL {
    return Clock::now() > static_cast<Patience*>(pause)->end;
  };
  const int status =
      FPDF_RenderPageBitmap_Start(bitmap.get(), page, 0, 0, width, height, 0, kFlags, &patience);
  FPDF_RenderPage_Close(page);
  if (status != FPDF_RENDER_DONE) return false;
  if (form != nullptr) FPDF_FFLDraw(form, bitmap.get(), page, 0, 0, width, height, 0, kFlags);
  return true;
}

Result<Done> render_page(FPDF_DOCUMENT document, FPDF_FORMHANDLE form, BitmapStart start, float dpi,
                         Frames& out) {
  const std::string where = "page " + std::to_string(start.page);
  const OwnedPage page(FPDF_LoadPage(document, static_cast<int>(start.page) - 1));
  if (page == nullptr) return out.problem({"page_unreadable", where, "the page is damaged"});
  const PageFrame frame(page.get());
  const Size size = size_of(frame, dpi, out.limits().bitmap_pixels);
  if (size.width == 0) return out.problem({"page_not_drawn", where, "the page has no size"});
  Bitmap bitmap{size.width, size.height, size.dpi, {}};
  bitmap.grey.assign(size_t{size.width} * size.height, 255);
  if (!draw(page.get(), form, bitmap))
    return out.problem({"page_not_drawn", where, "it could not be drawn in time"});
  start.box = {0, 0, frame.width(), frame.height()};
  start.name = where;
  return out.bitmap(std::move(start), bitmap);
}

}  // namespace

Result<Done> render_pages(FPDF_DOCUMENT document, FPDF_FORMHANDLE form, const Request& request,
                          Frames& out) {
  const auto pages = static_cast<uint32_t>(FPDF_GetPageCount(document));
  const bool sane = std::isfinite(request.dpi) && request.dpi > 0;
  const float dpi = sane ? std::min(request.dpi, kMostDpi) : kUsualDpi;
  for (const uint32_t number : request.render) {
    if (number == 0 || number > pages) {
      TRY(out.problem({"page_unreadable", "page " + std::to_string(number), "there is none"}));
      continue;
    }
    BitmapStart start;
    start.page = number;
    TRY(render_page(document, form, std::move(start), dpi, out));
  }
  return Done{};
}

}  // namespace oi::pdf
