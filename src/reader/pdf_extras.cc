// What stands beside a page's text: form values as "Name: value", remarks, links. Where a field has
// no name, its value stands alone. A check box says its own word for "checked", or "Off", which is
// the word of the format. Scripts are never run.

#include <fpdf_annot.h>
#include <fpdf_attachment.h>
#include <fpdf_doc.h>

#include <array>

#include "base/text.h"
#include "reader/pdf_parts.h"

namespace oi::pdf {
namespace {

constexpr int kMostAnnotations = 20'000;  // of a page
constexpr int kMostLinks = 200;
constexpr int kMostOptions = 1000;
constexpr unsigned long kLongestText = 256 << 10;  // bytes of UTF-16
constexpr unsigned long kLongestTarget = 2000;
constexpr int kPassword = 1 << 13;  // a field whose value is not shown

using Annotation = Owned<FPDF_ANNOTATION, FPDFPage_CloseAnnot>;

class PageExtras {
 public:
  PageExtras(FPDF_DOCUMENT document, FPDF_FORMHANDLE form, FPDF_ANNOTATION annotation)
      : document_(document), form_(form), annotation_(annotation) {}

  std::string form_value() const {
    switch (FPDFAnnot_GetFormFieldType(form_, annotation_)) {
      case FPDF_FORMFIELD_TEXTFIELD:
        if ((FPDFAnnot_GetFormFieldFlags(form_, annotation_) & kPassword) != 0) return "";
        return text(FPDFAnnot_GetFormFieldValue);
      case FPDF_FORMFIELD_COMBOBOX:
      case FPDF_FORMFIELD_LISTBOX: {
        const std::string chosen = chosen_options();
        return chosen.empty() ? text(FPDFAnnot_GetFormFieldValue) : chosen;
      }
      case FPDF_FORMFIELD_CHECKBOX:
        return state();
      case FPDF_FORMFIELD_RADIOBUTTON:
        return state() == "Off" ? "" : state();
      default:
        return "";
    }
  }

  std::string form_line() const {
    const std::string value(trim(form_value()));
    if (value.empty()) return "";
    std::string name(trim(text(FPDFAnnot_GetFormFieldAlternateName)));
    if (name.empty()) name = trim(text(FPDFAnnot_GetFormFieldName));
    return name.empty() ? value : name + ": " + value;
  }

  std::string remark() const { return dictionary_text("Contents"); }

  std::string target() const {
    FPDF_LINK link = FPDFAnnot_GetLink(annotation_);
    FPDF_ACTION action = link != nullptr ? FPDFLink_GetAction(link) : nullptr;
    if (action == nullptr || FPDFAction_GetType(action) != PDFACTION_URI) return "";
    std::array<char, kLongestTarget> buffer{};
    const unsigned long bytes =
        FPDFAction_GetURIPath(document_, action, buffer.data(), buffer.size());
    if (bytes < 2 || bytes > buffer.size()) return "";
    return repair_utf8(trim({buffer.data(), bytes - 1})).text;
  }

 private:
  using Get = unsigned long (*)(FPDF_FORMHANDLE, FPDF_ANNOTATION, FPDF_WCHAR*, unsigned long);
  std::string text(Get get) const {
    return wide_text([&](unsigned short* buffer,
                         unsigned long bytes) { return get(form_, annotation_, buffer, bytes); },
                     kLongestText);
  }

  // The look that the button is in. It stands in the file, so no widget has to be made for it.
  std::string state() const { return dictionary_text("AS"); }

  std::string dictionary_text(const char* key) const {
    return std::string(trim(wide_text(
        [&](unsigned short* buffer, unsigned long bytes) {
          return FPDFAnnot_GetStringValue(annotation_, key, buffer, bytes);
        },
        kLongestText)));
  }

  std::string chosen_options() const {
    std::string all;
    const int count = std::min(FPDFAnnot_GetOptionCount(form_, annotation_), kMostOptions);
    for (int i = 0; i < count; ++i) {
      if (!FPDFAnnot_IsOptionSelected(form_, annotation_, i)) continue;
      all += all.empty() ? "" : ", ";
      all += wide_text(
          [&](unsigned short* buffer, unsigned long bytes) {
            return FPDFAnnot_GetOptionLabel(form_, annotation_, i, buffer, bytes);
          },
          kLongestText);
    }
    return all;
  }

  FPDF_DOCUMENT document_;
  FPDF_FORMHANDLE form_;
  FPDF_ANNOTATION annotation_;
};

// Without white space and what readers leave out of an address.
std::string bare(std::string_view address) {
  std::string text = fold(address);
  for (const std::string_view scheme : {"http://", "https://", "mailto:"})
    if (text.substr(0, scheme.size()) == scheme) text.erase(0, scheme.size());
  while (!text.empty() && text.back() == '/')
    text.pop_back();
  return text;
}

std::string without_breaks(const PageWords& words) {
  std::string all;
  for (const TextRun& run : words.runs)
    all += run.text;
  return fold(all);
}

}  // namespace

Form form_of(FPDF_DOCUMENT document) {
  Form form;
  if (FPDF_GetFormType(document) == FORMTYPE_NONE) return form;
  form.info = std::make_unique<FPDF_FORMFILLINFO>();
  form.info->version = 2;
  form.info->xfa_disabled = 1;
  form.handle.reset(FPDFDOC_InitFormFillEnvironment(document, form.info.get()));
  return form;
}

Result<std::vector<TextRun>> Extras::of(FPDF_PAGE page, const PageFrame& frame,
                                        const PageWords& words, Frames& out) {
  std::vector<TextRun> runs;
  const int there = FPDFPage_GetAnnotCount(page);
  if (there > kMostAnnotations)
    TRY(out.problem({"annotations_left_out", "",
                     std::to_string(there - kMostAnnotations) + " annotations of a page"}));
  std::string seen;  // the page's text, once it is asked for
  int links = 0;
  for (int i = 0; i < std::min(there, kMostAnnotations); ++i) {
    const Annotation annotation(FPDFPage_GetAnnot(page, i));
    if (annotation == nullptr) continue;
    const PageExtras one(document_, form_, annotation.get());
    const int kind = FPDFAnnot_GetSubtype(annotation.get());
    TextRun run;
    run.before = TextRun::Break::Paragraph;
    run.block = BlockKind::Comment;
    if (kind == FPDF_ANNOT_WIDGET) {
      run.block = BlockKind::Form;
      if (form_ != nullptr) run.text = one.form_line();
    } else if (kind == FPDF_ANNOT_LINK) {
      run.text = one.target();
      if (run.text.empty() || ++links > kMostLinks) continue;
      if (seen.empty()) seen = without_breaks(words);
      if (seen.find(bare(run.text)) != std::string::npos) continue;
    } else if (kind != FPDF_ANNOT_POPUP) {
      run.text = one.remark();
    }
    if (kind == FPDF_ANNOT_FILEATTACHMENT) {
      FPDF_ATTACHMENT file = FPDFAnnot_GetFileAttachment(annotation.get());
      if (file != nullptr) TRY(send_file(file, out));
    }
    const bool once = kind == FPDF_ANNOT_WIDGET || kind == FPDF_ANNOT_LINK;
    if (run.text.empty() || (once && !told_.insert(run.text).second)) continue;
    FS_RECTF r{};
    if (FPDFAnnot_GetRect(annotation.get(), &r))
      run.box = frame.held(frame.placed(r.left, r.bottom, r.right, r.top));
    constexpr int kHidden = FPDF_ANNOT_FLAG_HIDDEN | FPDF_ANNOT_FLAG_NOVIEW;
    run.hidden = (FPDFAnnot_GetFlags(annotation.get()) & kHidden) != 0;
    runs.push_back(std::move(run));
  }
  if (links > kMostLinks)
    TRY(out.problem(
        {"links_left_out", "", std::to_string(links - kMostLinks) + " targets of a page's links"}));
  return runs;
}

}  // namespace oi::pdf
