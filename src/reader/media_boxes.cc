// The boxes of a HEIF file (ISO/IEC 23008-12), as far as they lead to the primary picture.

#include <algorithm>

#include "reader/media_picture.h"

namespace oi {
namespace {

constexpr size_t kMostItems = 4096;
constexpr size_t kMostBytes = 256 << 20;  // of all items together

// Numbers, big end first; behind the end all are 0 and `broken` says so.
class Numbers {
 public:
  explicit Numbers(std::string_view bytes) : rest_(bytes) {}
  uint64_t get(size_t size) {
    if (size > rest_.size()) {
      broken_ = true;
      return 0;
    }
    uint64_t value = 0;
    for (size_t i = 0; i < size; ++i)
      value = value << 8 | static_cast<uint8_t>(rest_[i]);
    rest_.remove_prefix(size);
    return value;
  }
  uint32_t small(size_t size) { return static_cast<uint32_t>(get(size)); }
  std::string_view text(size_t size) {
    const std::string_view taken = rest_.substr(0, size);
    broken_ = broken_ || taken.size() < size;
    rest_.remove_prefix(taken.size());
    return taken;
  }
  std::string_view rest() const { return rest_; }
  bool broken() const { return broken_; }

 private:
  std::string_view rest_;
  bool broken_ = false;
};

struct MediaBox {
  std::string_view type;
  std::string_view content;
};
std::vector<MediaBox> boxes_in(std::string_view bytes) {
  constexpr size_t kHead = 8;
  std::vector<MediaBox> boxes;
  while (bytes.size() >= kHead && boxes.size() < kMostItems) {
    Numbers numbers(bytes);
    uint64_t size = numbers.get(4), head = kHead;
    const std::string_view type = numbers.text(4);
    if (size == 1) {
      size = numbers.get(8);
      head = 16;
    }
    if (size == 0) size = bytes.size();
    if (size < head || size > bytes.size()) break;
    boxes.push_back({type, bytes.substr(head, size - head)});
    bytes.remove_prefix(size);
  }
  return boxes;
}
std::string_view box_of(const std::vector<MediaBox>& boxes, std::string_view type) {
  for (const MediaBox& box : boxes)
    if (box.type == type) return box.content;
  return {};
}

void read_items(std::string_view content, HeifFile& file) {
  Numbers numbers(content);
  const uint32_t version = numbers.small(4) >> 24;
  numbers.get(version == 0 ? 2 : 4);
  for (const MediaBox& entry : boxes_in(numbers.rest())) {
    Numbers item(entry.content);
    const uint32_t kind = item.small(4) >> 24;
    if (entry.type != "infe" || kind < 2) continue;
    HeifPicture read;
    read.id = item.small(kind == 2 ? 2 : 4);
    item.get(2);
    read.type = item.text(4);
    if (!item.broken()) file.items.push_back(std::move(read));
  }
}

HeifPicture* item_of(HeifFile& file, uint32_t id) {
  const auto found = std::find_if(file.items.begin(), file.items.end(),
                                  [&](const HeifPicture& item) { return item.id == id; });
  return found == file.items.end() ? nullptr : &*found;
}

// Where each item's bytes are: pieces of the file, or of the box "idat".
void read_places(std::string_view content, std::string_view whole, std::string_view inside,
                 HeifFile& file) {
  Numbers numbers(content);
  const uint32_t version = numbers.small(4) >> 24;
  const uint32_t sizes = numbers.small(2);
  const size_t offset_size = sizes >> 12, length_size = sizes >> 8 & 15,
               base_size = sizes >> 4 & 15;
  const size_t index_size = version == 0 ? 0 : sizes & 15;
  const uint32_t count = numbers.small(version < 2 ? 2 : 4);
  size_t taken = 0;
  for (uint32_t i = 0; i < count && !numbers.broken(); ++i) {
    HeifPicture* item = item_of(file, numbers.small(version < 2 ? 2 : 4));
    const uint32_t method = version == 0 ? 0 : numbers.small(2) & 15;
    numbers.get(2);
    const uint64_t base = numbers.get(base_size);
    const uint32_t pieces = numbers.small(2);
    for (uint32_t piece = 0; piece < pieces && !numbers.broken(); ++piece) {
      numbers.get(index_size);
      const uint64_t at = base + numbers.get(offset_size);
      uint64_t length = numbers.get(length_size);
      const std::string_view from = method == 1 ? inside : whole;
      if (item == nullptr || method > 1 || at > from.size()) continue;
      if (length == 0) length = from.size() - at;
      if (length > from.size() - at || length > kMostBytes - taken) continue;
      taken += length;
      item->bytes += from.substr(at, length);
    }
  }
}

void read_properties(std::string_view content, HeifFile& file) {
  const std::vector<MediaBox> parts = boxes_in(content);
  const std::vector<MediaBox> properties = boxes_in(box_of(parts, "ipco"));
  Numbers numbers(box_of(parts, "ipma"));
  const uint32_t head = numbers.small(4);
  const uint32_t count = numbers.small(4);
  for (uint32_t i = 0; i < count && !numbers.broken(); ++i) {
    HeifPicture* item = item_of(file, numbers.small(head >> 24 == 0 ? 2 : 4));
    const uint32_t uses = numbers.small(1);
    for (uint32_t use = 0; use < uses; ++use) {
      const size_t index = (head & 1) != 0 ? numbers.small(2) & 0x7FFF : numbers.small(1) & 0x7F;
      if (item == nullptr || index == 0 || index > properties.size()) continue;
      const MediaBox& property = properties[index - 1];
      if (property.type == "hvcC" || property.type == "av1C") item->config = property.content;
      if ((property.type == "irot" || property.type == "imir") && !property.content.empty())
        item->turns.emplace_back(
            property.type,
            static_cast<unsigned>(property.content[0] & (property.type == "irot" ? 3 : 1)));
    }
  }
}

void read_references(std::string_view content, HeifFile& file) {
  Numbers numbers(content);
  const size_t size = numbers.small(4) >> 24 == 0 ? 2 : 4;
  for (const MediaBox& box : boxes_in(numbers.rest())) {
    if (box.type != "dimg") continue;
    Numbers ids(box.content);
    HeifPicture* item = item_of(file, ids.small(size));
    const uint32_t count = ids.small(2);
    for (uint32_t i = 0; i < count && item != nullptr && !ids.broken(); ++i)
      item->tiles.push_back(ids.small(size));
  }
}

}  // namespace

const HeifPicture* HeifFile::find(uint32_t id) const {
  for (const HeifPicture& item : items)
    if (item.id == id) return &item;
  return nullptr;
}

std::optional<HeifFile> parse_heif(std::string_view bytes) {
  const std::string_view meta = box_of(boxes_in(bytes), "meta");
  if (meta.size() < 4) return std::nullopt;
  const std::vector<MediaBox> parts = boxes_in(meta.substr(4));
  HeifFile file;
  Numbers primary(box_of(parts, "pitm"));
  file.primary = primary.small(4) >> 24 == 0 ? primary.small(2) : primary.small(4);
  if (primary.broken()) return std::nullopt;
  read_items(box_of(parts, "iinf"), file);
  read_places(box_of(parts, "iloc"), bytes, box_of(parts, "idat"), file);
  read_properties(box_of(parts, "iprp"), file);
  read_references(box_of(parts, "iref"), file);
  return file;
}

}  // namespace oi
