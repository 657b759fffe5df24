// The stored pictures of all drawings come first, then the drawings of the text and of the headers,
// each behind a byte that tells which of them it is.

#include "reader/doc_drawings.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "reader/bytes.h"
#include "reader/compound_art.h"

namespace oi {
namespace {

constexpr size_t kRecordHead = 8;
constexpr size_t kMostTexts = 10'000;

}  // namespace

std::string_view doc_pictures(const DocHead& head, std::string_view table) {
  const std::string_view all = part(table, head.drawings.at, head.drawings.size);
  PptRecord store;
  return ppt_record(all, 0, store) ? store.content : std::string_view();
}

std::vector<DocWordArt> doc_word_art(const DocHead& head, std::string_view table) {
  std::vector<DocWordArt> texts;
  std::set<std::string> seen;
  const std::string_view all = part(table, head.drawings.at, head.drawings.size);
  PptRecord drawing;
  if (!ppt_record(all, 0, drawing)) return texts;
  for (size_t at = kRecordHead + drawing.content.size(); ppt_record(all, at + 1, drawing);
       at += 1 + kRecordHead + drawing.content.size()) {
    const bool in_header = u8(all, at) == 1;
    PptTree tree(drawing.content);
    PptRecord record;
    while (tree.next(record)) {
      if (record.type != kArtProperties) continue;
      ArtProperties properties;
      read_art_properties(record, properties);
      std::string text(trim(properties.word_art));
      if (!text.empty() && texts.size() < kMostTexts && seen.insert(text).second)
        texts.push_back({in_header, std::move(text)});
    }
  }
  return texts;
}

std::string_view doc_inline_picture(std::string_view data, uint32_t at) {
  constexpr uint16_t kNamed = 0x66;  // the file's name stands before the records
  const std::string_view whole = part(data, at, u32(data, at));
  size_t begin = u16(whole, 4);
  if (u16(whole, 6) == kNamed) begin += 1 + size_t{u8(whole, begin)};
  return part(whole, begin, whole.size());
}

}  // namespace oi
