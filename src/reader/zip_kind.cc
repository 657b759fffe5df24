// Which document a zip package is, by what it says of itself: the type of its main part, or the
// member `mimetype`; by the names of well-known parts where it says nothing.

#include <array>

#include "base/text.h"
#include "reader/readers.h"
#include "reader/zip.h"

namespace oi {
namespace {

constexpr uint64_t kLongestList = 4 << 20;

struct Sign {
  std::string_view text;
  Kind kind;
};
// Of the main part only: a chart's workbook inside of a letter has no ".main".
constexpr Sign kTypes[] = {
    {"ms-excel.sheet.binary.macroEnabled.main", Kind::Xlsb},
    {"wordprocessingml.document.main+xml", Kind::Docx},
    {"wordprocessingml.template.main+xml", Kind::Docx},
    {"ms-word.document.macroEnabled.main+xml", Kind::Docx},
    {"ms-word.template.macroEnabledTemplate.main+xml", Kind::Docx},
    {"spreadsheetml.sheet.main+xml", Kind::Xlsx},
    {"spreadsheetml.template.main+xml", Kind::Xlsx},
    {"ms-excel.sheet.macroEnabled.main+xml", Kind::Xlsx},
    {"ms-excel.template.macroEnabled.main+xml", Kind::Xlsx},
    {"ms-excel.addin.macroEnabled.main+xml", Kind::Xlsx},
    {"presentationml.presentation.main+xml", Kind::Pptx},
    {"presentationml.slideshow.main+xml", Kind::Pptx},
    {"presentationml.template.main+xml", Kind::Pptx},
    {"ms-powerpoint.presentation.macroEnabled.main+xml", Kind::Pptx},
    {"ms-powerpoint.slideshow.macroEnabled.main+xml", Kind::Pptx},
    {"ms-powerpoint.template.macroEnabled.main+xml", Kind::Pptx},
    {"ms-powerpoint.addin.macroEnabled.main+xml", Kind::Pptx},
};
constexpr Sign kMimes[] = {
    {"application/epub+zip", Kind::Epub},
    {"application/vnd.oasis.opendocument.text", Kind::Odt},
    {"application/vnd.sun.xml.writer", Kind::Odt},
    {"application/vnd.oasis.opendocument.spreadsheet", Kind::Ods},
    {"application/vnd.sun.xml.calc", Kind::Ods},
    {"application/vnd.oasis.opendocument.presentation", Kind::Odp},
    {"application/vnd.oasis.opendocument.graphics", Kind::Odp},
    {"application/vnd.sun.xml.impress", Kind::Odp},
    {"application/vnd.sun.xml.draw", Kind::Odp},
};
constexpr Sign kParts[] = {
    {"word/document.xml", Kind::Docx},      {"xl/workbook.xml", Kind::Xlsx},
    {"xl/workbook.bin", Kind::Xlsb},        {"ppt/presentation.xml", Kind::Pptx},
    {"META-INF/container.xml", Kind::Epub},
};

std::string text_of(Zip& zip, std::string_view name) {
  std::string text;
  const ZipMember* member = zip.find(name);
  if (member == nullptr) return text;
  // A damaged list may still tell enough.
  const Result<Done> outcome =
      zip.stream(*member, kLongestList, [&](std::string_view piece) -> Result<Done> {
        text += piece;
        return Done{};
      });
  (void)outcome.ok();
  return text;
}

}  // namespace

Kind kind_of_zip(std::string_view bytes) {
  Result<Zip> opened = Zip::open(bytes);
  if (!opened.ok()) return Kind::Archive;
  Zip& zip = opened.value();
  const std::string mime = text_of(zip, "mimetype");
  for (const Sign& sign : kMimes)
    if (trim(mime).substr(0, sign.text.size()) == sign.text) return sign.kind;
  const std::string types = text_of(zip, "[Content_Types].xml");
  for (const Sign& sign : kTypes)
    if (types.find(sign.text) != std::string::npos) return sign.kind;
  for (const Sign& sign : kParts)
    if (zip.find(sign.text) != nullptr) return sign.kind;
  if (zip.find("content.xml") != nullptr) {
    const std::string manifest = text_of(zip, "META-INF/manifest.xml");
    for (const Sign& sign : kMimes)
      if (manifest.find(sign.text) != std::string::npos) return sign.kind;
  }
  return Kind::Archive;
}

}  // namespace oi
