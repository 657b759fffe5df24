// The pages of a PDF or picture on their way to the layout: each page's own text is kept where it
// is true, and replaced by what is recognised in the page's picture where it is not (specification,
// step 2). Decided page by page.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "extract/layout.h"
#include "extract/textlayer.h"
#include "models/models.h"

namespace oi {

using OnPicture = std::function<Result<Done>(uint32_t page, Bitmap&&)>;
// Gives the recogniser when one is needed; null when none is installed.
using GiveRecogniser = std::function<Result<Recogniser*>()>;
// Has pictures made of these pages, ascending, at this many dots an inch, one after another.
using Render =
    std::function<Result<Done>(const std::vector<uint32_t>& pages, float dpi, const OnPicture&)>;

class Pages {
 public:
  // Without a recogniser, pages that need one are told as problems.
  Pages(GiveRecogniser recogniser, Render render, const Job& job);

  void start(const PageStart& page);
  void add(TextRuns&& text);
  void add(PageMarks&& marks);
  // The open page is this picture: a scan, a photograph.
  Result<Done> add_picture(const Bitmap& bitmap);
  // Pages wait until a window of them is full; then the doubtful ones are looked at.
  Result<Done> end();
  // Fills what Layout::finish does, and adds problems.
  Result<Done> finish(Document& document);

 private:
  struct Waiting {
    PageContent content;
    bool settled = false;  // recognised already
  };
  Result<Done> settle_window();
  Result<Done> check_layers(std::vector<uint32_t>& to_recognise);
  Result<LayerAgreement> agreement_of(const PageContent& page, const Bitmap& bitmap, size_t most);
  Result<Done> recognise_pages(const std::vector<uint32_t>& pages);
  Result<Done> recognise_page(PageContent& page, const Bitmap& bitmap);
  void tell_missing();
  void turn_upright(PageContent& page, uint8_t quarter_turns);
  void turn_back(Document& document) const;
  PageContent& page(uint32_t number);
  void problem(const char* reason, const PageContent& page, std::string what);

  Result<Recogniser*> recogniser();
  GiveRecogniser give_recogniser_;
  Render render_;
  const Job& job_;
  std::vector<Waiting> window_;
  std::vector<uint32_t> sampled_;
  Layout layout_;
  std::vector<Problem> problems_;
  uint64_t replaced_ = 0;               // characters of broken layers
  uint64_t read_again_ = 0;             // and of scans that had a few
  std::map<uint32_t, uint8_t> turned_;  // pages laid out upright that lie on their side
};

}  // namespace oi
