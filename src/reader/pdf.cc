// The way through a PDF: opened with the passwords there are, then one page at a time, so that
// memory stays flat. Of a page come its words, what is drawn, and what stands beside it; order,
// paragraphs and headings are found where all pages can be seen. Files inside come last.

#include "reader/pdf_parts.h"

namespace oi {
namespace pdf {
namespace {

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

OwnedDocument open(std::string_view bytes, const char* password) {
  return OwnedDocument(FPDF_LoadMemDocument64(bytes.data(), bytes.size(), password));
}

// The empty password opens what only its owner's password protects.
Result<OwnedDocument> open_with_any(std::string_view bytes, const Request& request) {
  OwnedDocument document = open(bytes, nullptr);
  for (const std::string& password : request.passwords) {
    if (document != nullptr || FPDF_GetLastError() != FPDF_ERR_PASSWORD) break;
    document = open(bytes, password.c_str());
  }
  if (document == nullptr) return cannot_open();
  return document;
}

class Pages {
 public:
  Pages(FPDF_DOCUMENT document, FPDF_FORMHANDLE form, Frames& out)
      : document_(document), extras_(document, form), out_(out) {}

  Result<Done> send() {
    const int count = FPDF_GetPageCount(document_);
    for (int i = 0; i < count; ++i)
      TRY(send_page(i, static_cast<uint32_t>(count)));
    return Done{};
  }

 private:
  Result<Done> send_page(int i, uint32_t total) {
    const std::string where = "page " + std::to_string(i + 1);
    const OwnedPage page(FPDF_LoadPage(document_, i));
    if (page == nullptr) {
      TRY(out_.page_start(total, 0, 0));
      TRY(out_.problem({"page_unreadable", where, "the page is damaged"}));
      return out_.page_end();
    }
    const PageFrame frame(page.get());
    TRY(out_.page_start(total, frame.width(), frame.height()));
    const OwnedText text(FPDFText_LoadPage(page.get()));
    if (text == nullptr)
      TRY(out_.problem({"page_unreadable", where, "the page's text is damaged"}));
    PageWords words = text != nullptr ? words_of(text.get(), frame) : PageWords{};
    Drawn drawn = marks_of(page.get(), frame, words);
    hide_white(words, drawn.marks);
    std::vector<TextRun> beside = TRY(extras_.of(page.get(), frame, words, out_));
    for (std::vector<TextRun>* runs : {&words.runs, &beside})
      for (TextRun& run : *runs)
        TRY(out_.run(std::move(run)));
    TRY(tell(words, drawn, where));
    TRY(out_.marks(std::move(drawn.marks)));
    return out_.page_end();
  }

  Result<Done> tell(const PageWords& words, const Drawn& drawn, const std::string& where) {
    TRY(out_.dropped("printed_twice", words.twice));
    if (!drawn.whole)
      TRY(out_.problem({"marks_left_out", where, "more is drawn on it than is looked at"}));
    if (words.unmapped == 0) return Done{};
    return out_.problem({"unmapped_characters", where,
                         std::to_string(words.unmapped) + " of " +
                             std::to_string(words.characters) +
                             " characters have no Unicode value in the file"});
  }

  FPDF_DOCUMENT document_;
  Extras extras_;
  Frames& out_;
};

Result<Done> read(FPDF_DOCUMENT document, const Request& request, Frames& out) {
  const Form form = form_of(document);
  if (!request.render.empty()) return render_pages(document, form.handle.get(), request, out);
  if (!FPDF_DocumentHasValidCrossReferenceTable(document))
    TRY(out.problem(
        {"damaged_file", "",
         "the PDF's table of contents is damaged; what was found without it was read"}));
  if (FPDF_GetFormType(document) == FORMTYPE_XFA_FULL)
    TRY(out.problem({"xfa_form", "",
                     "the PDF is an XFA form: its pages are made by a script, which is not run"}));
  const std::string title = title_of(document);
  if (!title.empty()) TRY(out.title(title));
  TRY(Pages(document, form.handle.get(), out).send());
  return send_files(document, out);
}

}  // namespace
}  // namespace pdf

void load_pdf() {
  // No font folder: the standard fonts are built in, and nothing can be opened later.
  static const char* no_fonts[] = {nullptr};
  FPDF_LIBRARY_CONFIG config = {};
  config.version = 2;
  config.m_pUserFontPaths = no_fonts;
  FPDF_InitLibraryWithConfig(&config);
}

Result<Done> read_pdf(std::string_view bytes, const Request& request, Frames& out) {
  const pdf::OwnedDocument document = TRY(pdf::open_with_any(bytes, request));
  const int pages = FPDF_GetPageCount(document.get());
  if (pages <= 0) return Error{Code::Empty, "the PDF has no pages"};
  if (static_cast<uint32_t>(pages) > request.limits.pages)
    return Error{Code::TooLarge, "over " + std::to_string(request.limits.pages) + " pages"};
  return pdf::read(document.get(), request, out);
}

}  // namespace oi
