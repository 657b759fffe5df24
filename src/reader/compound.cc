// Sectors of one size form chains by a table; streams under a cut-off lie in small sectors inside
// of the root's own stream. Every chain is followed at most as far as the file has sectors, so a
// loop costs no more than one pass.

#include "reader/compound.h"

#include <algorithm>

#include "reader/bytes.h"
#include "reader/codepage.h"
#include "reader/readers.h"

namespace oi {
namespace {

constexpr std::string_view kMagic = {"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", 8};
constexpr size_t kHeader = 512, kEntry = 128;
constexpr uint32_t kLastSector = 0xFFFFFFFA;  // and above it: no sector's number
constexpr size_t kMostEntries = 1 << 20;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

bool same_name(std::string_view one, std::string_view other) {
  return one.size() == other.size() &&
         std::equal(one.begin(), one.end(), other.begin(),
                    [](char a, char b) { return lower(a) == lower(b); });
}

void append_numbers(std::vector<uint32_t>& table, std::string_view bytes) {
  for (size_t at = 0; at + 4 <= bytes.size(); at += 4)
    table.push_back(u32(bytes, at));
}

}  // namespace

bool CompoundFile::is_one(std::string_view bytes) {
  return bytes.substr(0, kMagic.size()) == kMagic && bytes.size() > kHeader;
}

Result<CompoundFile> CompoundFile::open(std::string_view bytes) {
  if (!is_one(bytes)) return Error{Code::Corrupt, "not a compound file"};
  CompoundFile file(bytes);
  TRY(file.read_tables());
  TRY(file.read_directory());
  return file;
}

std::string_view CompoundFile::sector(uint32_t number) const {
  return part(bytes_, (size_t{number} + 1) * sector_size_, sector_size_);
}

std::vector<uint32_t> CompoundFile::chain(uint32_t first,
                                          const std::vector<uint32_t>& table) const {
  std::vector<uint32_t> numbers;
  for (uint32_t at = first; at < kLastSector && numbers.size() <= table.size();) {
    numbers.push_back(at);
    if (at >= table.size()) break;
    at = table[at];
  }
  return numbers;
}

Result<Done> CompoundFile::read_tables() {
  const uint16_t shift = u16(bytes_, 30), mini_shift = u16(bytes_, 32);
  if (shift < 7 || shift > 16 || mini_shift < 2 || mini_shift > shift)
    return Error{Code::Corrupt, "the compound file's sectors have no possible size"};
  sector_size_ = size_t{1} << shift;
  mini_size_ = size_t{1} << mini_shift;
  mini_cutoff_ = u32(bytes_, 56);
  const size_t sectors = bytes_.size() / sector_size_ + 1;
  std::vector<uint32_t> parts;  // the sectors of the table itself
  append_numbers(parts, bytes_.substr(76, 436));
  uint32_t next = u32(bytes_, 68);
  for (size_t steps = 0; next < kLastSector && steps <= sectors; ++steps) {
    const std::string_view more = sector(next);
    if (more.size() < sector_size_) break;
    append_numbers(parts, more.substr(0, sector_size_ - 4));
    next = u32(more, sector_size_ - 4);
  }
  for (const uint32_t number : parts) {
    if (table_.size() >= sectors) break;
    if (number >= kLastSector) continue;
    append_numbers(table_, sector(number));
  }
  if (table_.size() > sectors) table_.resize(sectors);
  for (const uint32_t number : chain(u32(bytes_, 60), table_))
    append_numbers(mini_table_, sector(number));
  return Done{};
}

Result<Done> CompoundFile::read_directory() {
  std::vector<std::array<uint32_t, 3>> links;  // left, right, child
  for (const uint32_t number : chain(u32(bytes_, 48), table_)) {
    const std::string_view page = sector(number);
    for (size_t at = 0; at + kEntry <= page.size() && entries_.size() < kMostEntries;
         at += kEntry) {
      const std::string_view raw = page.substr(at, kEntry);
      const size_t name_bytes = std::min<size_t>(u16(raw, 64), 64);
      Entry entry;
      entry.name = from_utf16(raw.substr(0, name_bytes < 2 ? 0 : name_bytes / 2 * 2 - 2));
      const uint8_t type = u8(raw, 66);
      entry.storage = type == 1 || type == 5;
      entry.first_sector = u32(raw, 116);
      entry.size = sector_size_ > 512 ? u64(raw, 120) : u32(raw, 120);
      entries_.push_back(std::move(entry));
      links.push_back({u32(raw, 68), u32(raw, 72), u32(raw, 76)});
    }
  }
  if (entries_.empty()) return Error{Code::Corrupt, "the compound file has no directory"};
  entries_[kRoot].storage = true;
  mini_sectors_ = chain(entries_[kRoot].first_sector, table_);
  link(links);
  return Done{};
}

// Each entry belongs to the first storage that reaches it.
void CompoundFile::link(const std::vector<std::array<uint32_t, 3>>& links) {
  std::vector<bool> seen(entries_.size(), false);
  seen[kRoot] = true;
  std::vector<uint32_t> storages = {kRoot};
  for (size_t i = 0; i < storages.size(); ++i) {
    const uint32_t storage = storages[i];
    std::vector<uint32_t> waiting = {links[storage][2]};
    while (!waiting.empty()) {
      const uint32_t at = waiting.back();
      waiting.pop_back();
      if (at >= entries_.size() || seen[at]) continue;
      seen[at] = true;
      entries_[storage].children.push_back(at);
      if (entries_[at].storage) storages.push_back(at);
      waiting.push_back(links[at][1]);
      waiting.push_back(links[at][0]);
    }
  }
}

std::optional<uint32_t> CompoundFile::find(uint32_t storage, std::string_view name) const {
  for (const uint32_t child : entries_[storage].children)
    if (same_name(entries_[child].name, name)) return child;
  return std::nullopt;
}

CompoundStream CompoundFile::stream(uint32_t index) const {
  const Entry& entry = entries_[index];
  if (entry.storage || entry.size == 0) return {std::string_view(), true};
  const bool small = entry.size < mini_cutoff_;
  const size_t unit = small ? mini_size_ : sector_size_;
  const size_t size = static_cast<size_t>(std::min<uint64_t>(entry.size, bytes_.size()));
  const std::vector<uint32_t> numbers = chain(entry.first_sector, small ? mini_table_ : table_);
  std::string all;
  const auto in_one_piece = [&] {
    if (small || numbers.empty()) return false;
    for (size_t i = 1; i < numbers.size(); ++i)
      if (numbers[i] != numbers[i - 1] + 1) return false;
    return true;
  };
  if (in_one_piece()) {
    const std::string_view piece = part(bytes_, (size_t{numbers[0]} + 1) * sector_size_,
                                        std::min(size, numbers.size() * sector_size_));
    return {piece, piece.size() == entry.size};
  }
  all.reserve(size);
  for (const uint32_t number : numbers) {
    if (all.size() >= size) break;
    const size_t wanted = std::min(unit, size - all.size());
    std::string_view piece = part(sector(number), 0, wanted);
    if (small) {
      const size_t at = size_t{number} * mini_size_;
      const size_t holder = at / sector_size_;
      if (holder >= mini_sectors_.size()) break;
      piece = part(sector(mini_sectors_[holder]), at % sector_size_, wanted);
    }
    all += piece;
    if (piece.size() < wanted) break;
  }
  const bool whole = all.size() == entry.size;
  return {std::move(all), whole};
}

std::optional<CompoundStream> CompoundFile::stream(std::string_view name) const {
  const std::optional<uint32_t> found = find(kRoot, name);
  if (!found || entries_[*found].storage) return std::nullopt;
  return stream(*found);
}

std::optional<Kind> kind_of_compound(std::string_view bytes, std::string_view extension) {
  if (!CompoundFile::is_one(bytes)) return std::nullopt;
  const std::string_view family = extension.substr(0, 3);
  const Result<CompoundFile> file = CompoundFile::open(bytes);
  const auto has = [&](std::string_view name) {
    return file.ok() && file->find(CompoundFile::kRoot, name).has_value();
  };
  if (has("EncryptedPackage")) {
    if (family == "xls") return extension == "xlsb" ? Kind::Xlsb : Kind::Xlsx;
    return family.substr(0, 2) == "pp" ? Kind::Pptx : Kind::Docx;
  }
  if (has("PowerPoint Document") || has("PP97_DUALSTORAGE") || has("PP40")) return Kind::Ppt;
  if (has("WordDocument")) return Kind::Doc;
  if (has("Workbook") || has("Book")) return Kind::Xls;
  if (has("__properties_version1.0")) return Kind::Msg;
  // Damaged: its parser says so.
  if (family == "doc" || family == "dot") return Kind::Doc;
  if (family == "xls" || family == "xlt") return Kind::Xls;
  if (family == "ppt" || family == "pps" || family == "pot") return Kind::Ppt;
  if (family == "msg") return Kind::Msg;
  return std::nullopt;
}

bool is_encrypted_package(std::string_view bytes) {
  if (!CompoundFile::is_one(bytes)) return false;
  const Result<CompoundFile> file = CompoundFile::open(bytes);
  return file.ok() && file->find(CompoundFile::kRoot, "EncryptedPackage").has_value();
}

}  // namespace oi
