// A note's text stands with the drawn object of the same number; an object's text without a note is
// a text box. Before version 8 the text is in the note itself, its parts one after another.

#include <algorithm>

#include "base/text.h"
#include "reader/bytes.h"
#include "reader/xls_workbook.h"

namespace oi {

void ExtrasReader::take(const BiffRecord& record) {
  const std::string_view content = record.content;
  switch (record.type) {
    case kMergedCells:
      merged(content);
      break;
    case kRow:
      if ((u16(content, 12) & 0x20) != 0) all_.unseen.hide_row(u16(content, 0));
      break;
    case kColumns:
      if ((u16(content, 8) & 1) != 0) all_.unseen.hide_columns(u16(content, 0), u16(content, 2));
      break;
    case kNote:
      note(content);
      break;
    case kObject:
      object_ = u16(content, 0) == 0x15 ? u16(content, 6) : 0;
      break;
    case kTextObject: {
      BiffReader reader(book_.stream, record);
      object_texts_[object_] += reader.continued_text(u16(content, 10));
      break;
    }
    case kSeriesText:
      all_.chart_texts.push_back(biff_string(content, 2, 1, book_.text));
      break;
    case kHeader:
    case kFooter:
      if (!content.empty())
        all_.furniture.push_back(without_header_codes(
            biff_string(content, 0, book_.text.version < 8 ? 1 : 2, book_.text)));
      break;
    default:
      break;
  }
}

void ExtrasReader::merged(std::string_view content) {
  const size_t count = std::min<size_t>(u16(content, 0), content.size() / 8);
  for (size_t i = 0; i < count; ++i) {
    const size_t at = 2 + i * 8;
    all_.merged.add(u16(content, at), u16(content, at + 2), u16(content, at + 4),
                    u16(content, at + 6));
  }
}

void ExtrasReader::note(std::string_view content) {
  SheetNote note{u16(content, 0), u16(content, 2), {}, {}};
  if (book_.text.version >= 8) {
    note.author = biff_string(content, 8, 2, book_.text);
    object_notes_[u16(content, 6)] = all_.notes.size();
    all_.notes.push_back(std::move(note));
    return;
  }
  std::string text;
  if (book_.text.codepage != nullptr) text = book_.text.codepage->decode(part(content, 6, 2048));
  if (u16(content, 0) == 0xFFFF && !all_.notes.empty()) {
    all_.notes.back().text += text;
  } else {
    note.text = std::move(text);
    all_.notes.push_back(std::move(note));
  }
}

SheetExtras ExtrasReader::finish() && {
  for (auto& [object, text] : object_texts_) {
    const auto noted = object_notes_.find(object);
    if (noted != object_notes_.end()) {
      all_.notes[noted->second].text = std::move(text);
    } else {
      all_.boxes.push_back(std::move(text));
    }
  }
  std::erase_if(all_.notes, [](const SheetNote& one) { return trim(one.text).empty(); });
  return std::move(all_);
}

}  // namespace oi
