// Pictures are compressed files behind a head; drawings of other programs are told, not read.

#include "reader/compound_art.h"

#include <algorithm>
#include <set>

#include "reader/bytes.h"
#include "reader/codepage.h"

namespace oi {
namespace {

constexpr uint16_t kEmf = 0xF01A, kPict = 0xF01C, kJpeg = 0xF01D, kPng = 0xF01E, kBitmap = 0xF01F,
                   kTiff = 0xF029, kCmykJpeg = 0xF02A;
constexpr size_t kMostPictures = 50'000;

}  // namespace

void read_art_properties(const PptRecord& record, ArtProperties& into) {
  constexpr uint16_t kPicture = 0x0104, kWordArt = 0x00C0, kTable = 0x039F, kNumberBits = 0x3FFF,
                     kComplex = 0x8000;
  size_t at = size_t{record.instance} * 6;
  for (size_t i = 0; i < record.instance && i * 6 + 6 <= record.content.size(); ++i) {
    const uint16_t id = u16(record.content, i * 6);
    const uint32_t value = u32(record.content, i * 6 + 2);
    const uint16_t number = id & kNumberBits;
    if (number == kPicture && (id & kComplex) == 0) into.picture = value;
    if (number == kTable) into.table = (value & 1) != 0;
    if ((id & kComplex) == 0) continue;
    if (number == kWordArt) {
      into.word_art = from_utf16(part(record.content, at, value / 2 * 2));
      into.word_art.resize(std::min(into.word_art.find('\0'), into.word_art.size()));
    }
    at += value;
  }
}

Result<Done> ArtPictures::send(const PptRecord& stored) {
  if (stored.type >= kEmf && stored.type <= kPict) {
    ++count_;
    ++drawings_;
    return Done{};
  }
  const bool known = stored.type == kJpeg || stored.type == kPng || stored.type == kTiff ||
                     stored.type == kCmykJpeg;
  if (stored.type == kBitmap) {  // without the head that a file has
    ++count_;
    ++drawings_;
    return Done{};
  }
  if (!known || count_ >= kMostPictures) return Done{};
  BitmapStart start;
  start.page = 0;
  start.name = "image " + std::to_string(++count_);
  const bool two = stored.type != kTiff ? (stored.instance & 1) != 0 : stored.instance == 0x6E5;
  return send_picture(part(stored.content, two ? 33 : 17, stored.content.size()), std::move(start),
                      out_);
}

Result<Done> ArtPictures::send_store(std::string_view records, std::string_view delayed) {
  constexpr size_t kEntry = 36;
  std::set<uint32_t> places;
  PptTree tree(records);
  PptRecord record;
  while (tree.next(record)) {
    if (record.type != kArtStored) {
      TRY(send(record));
      continue;
    }
    tree.pass();
    PptRecord stored;
    const uint32_t place = u32(record.content, 28), uses = u32(record.content, 24);
    if (uses == 0 && !delayed.empty()) continue;  // of a store, taken out by the writer
    const size_t inside = kEntry + size_t{u8(record.content, 33)};
    if (ppt_record(record.content, inside, stored)) {
      TRY(send(stored));
    } else if (place != UINT32_MAX && places.insert(place).second &&
               ppt_record(delayed, place, stored)) {
      TRY(send(stored));
    }
  }
  return Done{};
}

Result<Done> ArtPictures::tell() {
  if (drawings_ == 0) return Done{};
  return out_.problem(
      {"picture_unreadable", "",
       std::to_string(drawings_) + " drawings in the formats EMF, WMF and PICT are not read"});
}

}  // namespace oi
