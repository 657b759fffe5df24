// A PDF's own title, and the files inside of it.

#include <fpdf_attachment.h>
#include <fpdf_doc.h>

#include <array>

#include "base/text.h"
#include "reader/pdf_parts.h"

namespace oi::pdf {
namespace {

constexpr size_t kLongestTitle = 200;
constexpr unsigned long kLargestFile = 128UL << 20;  // it has to be held in memory whole

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

}  // namespace

std::string title_of(FPDF_DOCUMENT document) {
  const std::string entry = wide_text(
      [&](unsigned short* buffer, unsigned long bytes) {
        return FPDF_GetMetaText(document, "Title", buffer, bytes);
      },
      2 * (kLongestTitle + 1));
  const std::string title(trim(entry));
  return is_title(title) ? title : std::string();
}

Result<Done> send_file(FPDF_ATTACHMENT file, Frames& out) {
  const std::string name = wide_text([&](unsigned short* buffer, unsigned long bytes) {
    return FPDFAttachment_GetName(file, buffer, bytes);
  });
  const std::string where = name.empty() ? "a file inside" : name;
  unsigned long size = 0;
  const bool there = FPDFAttachment_GetFile(file, nullptr, 0, &size) != 0;
  if (there && size > kLargestFile)
    return out.problem({"file_inside_left_out", where,
                        "it has over " + std::to_string(kLargestFile >> 20) + " MiB"});
  std::string bytes(there ? size : 0, '\0');
  const bool whole =
      there && FPDFAttachment_GetFile(file, bytes.data(), size, &size) != 0 && size == bytes.size();
  if (!whole) return out.problem({"file_inside_unreadable", where, "a file inside is damaged"});
  TRY(out.child_start(where));
  const Result<Done> sent = out.child_bytes(bytes);
  if (!sent.ok() && sent.error().code != Code::TooLarge) return sent;
  return out.child_end(sent.ok());
}

Result<Done> send_files(FPDF_DOCUMENT document, Frames& out) {
  const int count = FPDFDoc_GetAttachmentCount(document);
  for (int i = 0; i < count; ++i) {
    FPDF_ATTACHMENT file = FPDFDoc_GetAttachment(document, i);
    if (file == nullptr) continue;
    const Result<Done> sent = send_file(file, out);
    if (sent.ok()) continue;
    if (sent.error().code != Code::TooLarge) return sent;
    return out.problem({"files_inside_left_out", "", sent.error().what});
  }
  return Done{};
}

}  // namespace oi::pdf
