// A page is laid out when it comes; what needs all pages waits for finish().

#include "extract/layout.h"

#include <utility>

#include "extract/layout_page.h"
#include "extract/layout_text.h"

namespace oi {

struct Layout::State {
  std::vector<layout::PageParts> pages;
};

Layout::Layout() : state_(std::make_unique<State>()) {}
Layout::~Layout() = default;
Layout::Layout(Layout&&) noexcept = default;
Layout& Layout::operator=(Layout&&) noexcept = default;

void Layout::add(PageContent&& page) {
  state_->pages.push_back(layout::parts_of(std::move(page)));
}

void Layout::finish(Document& document) && {
  layout::write_text(state_->pages, document);
}

}  // namespace oi
