// Written in the plainest way that the format allows: no small sectors, every stream in one piece,
// the children of a storage as a chain to the right.

#include "reader/compound_copy.h"

#include <algorithm>

namespace oi {
namespace {

constexpr size_t kSector = 512, kTableSector = kSector / 4, kFirstTables = 109;
constexpr uint32_t kFree = 0xFFFFFFFF, kEnd = 0xFFFFFFFE, kTable = 0xFFFFFFFD, kMore = 0xFFFFFFFC;

void put16(std::string& out, uint32_t value) {
  out += static_cast<char>(value & 0xFF);
  out += static_cast<char>(value >> 8 & 0xFF);
}

void put32(std::string& out, uint32_t value) {
  put16(out, value & 0xFFFF);
  put16(out, value >> 16);
}

struct Copied {
  uint32_t source = 0;
  uint32_t right = kFree, child = kFree, first = kEnd;
  uint32_t size = 0;
};

class Copy {
 public:
  Copy(const CompoundFile& file, uint64_t limit) : file_(file), limit_(limit) {}

  Result<std::string> write(uint32_t storage) {
    gather(storage);
    for (Copied& one : entries_) {
      if (file_.entry(one.source).storage) continue;
      const CompoundStream stream = file_.stream(one.source);
      one.size = static_cast<uint32_t>(stream.bytes().size());
      if (body_.size() + stream.bytes().size() > limit_)
        return Error{Code::TooLarge, "the message inside is too large"};
      one.first = place(stream.bytes());
    }
    const uint32_t directory_at = place(directory());
    return finish(directory_at);
  }

 private:
  void gather(uint32_t storage) {
    entries_.push_back({storage});
    for (size_t i = 0; i < entries_.size(); ++i) {
      uint32_t last = kFree;
      for (const uint32_t child : file_.entry(entries_[i].source).children) {
        const auto number = static_cast<uint32_t>(entries_.size());
        entries_.push_back({child});
        (last == kFree ? entries_[i].child : entries_[last].right) = number;
        last = number;
      }
    }
  }

  uint32_t place(std::string_view bytes) {
    if (bytes.empty()) return kEnd;
    const auto first = static_cast<uint32_t>(next_.size());
    body_ += bytes;
    body_.resize((body_.size() + kSector - 1) / kSector * kSector);
    while (next_.size() < body_.size() / kSector)
      next_.push_back(static_cast<uint32_t>(next_.size()) + 1);
    next_.back() = kEnd;
    return first;
  }

  std::string directory() const {
    std::string all;
    for (size_t i = 0; i < entries_.size(); ++i) {
      const Copied& one = entries_[i];
      const CompoundFile::Entry& entry = file_.entry(one.source);
      std::string raw;
      for (const char c : i == 0 ? std::string("Root Entry") : entry.name.substr(0, 31))
        raw += {c, '\0'};
      const auto name_bytes = static_cast<uint32_t>(raw.size() + 2);
      raw.resize(64);
      put16(raw, name_bytes);
      raw += {static_cast<char>(i == 0 ? 5 : entry.storage ? 1 : 2), 1};
      for (const uint32_t link : {kFree, one.right, one.child})
        put32(raw, link);
      raw.resize(116);
      put32(raw, one.first);
      put32(raw, one.size);
      raw.resize(128);
      all += raw;
    }
    return all;
  }

  // The tables say of themselves too what they are, so their number is found by trying.
  std::string finish(uint32_t directory_at) {
    const size_t used = next_.size();
    size_t tables = 0, more = 0;
    for (;;) {
      const size_t wanted = (used + tables + more + kTableSector - 1) / kTableSector;
      const size_t beyond = wanted > kFirstTables ? wanted - kFirstTables : 0;
      const size_t wanted_more = (beyond + kTableSector - 2) / (kTableSector - 1);
      if (wanted == tables && wanted_more == more) break;
      tables = std::max(wanted, tables);
      more = std::max(wanted_more, more);
    }
    next_.resize(used + tables, kTable);
    next_.resize(used + tables + more, kMore);
    next_.resize(tables * kTableSector, kFree);
    std::string head("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", 8);
    head.resize(24);
    for (const uint32_t value : {0x3EU, 3U, 0xFFFEU, 9U, 6U})
      put16(head, value);
    head.resize(44);
    const auto more_at = more > 0 ? static_cast<uint32_t>(used + tables) : kEnd;
    for (const uint32_t value : {static_cast<uint32_t>(tables), directory_at, 0U, 0U, kEnd, 0U,
                                 more_at, static_cast<uint32_t>(more)})
      put32(head, value);
    std::string table, list;
    for (size_t i = 0; i < std::max(tables, kFirstTables); ++i) {
      const uint32_t at = i < tables ? static_cast<uint32_t>(used + i) : kFree;
      put32(i < kFirstTables ? head : list, at);
      const bool full = i >= kFirstTables && (i - kFirstTables + 1) % (kTableSector - 1) == 0;
      if (full) put32(list, static_cast<uint32_t>(used + tables + list.size() / kSector + 1));
    }
    while (list.size() < more * kSector)
      put32(list, kFree);
    if (more > 0) list.replace(list.size() - 4, 4, "\xFE\xFF\xFF\xFF");
    for (const uint32_t value : next_)
      put32(table, value);
    return head + body_ + table + list;
  }

  const CompoundFile& file_;
  uint64_t limit_;
  std::vector<Copied> entries_;
  std::vector<uint32_t> next_;
  std::string body_;
};

}  // namespace

Result<std::string> copy_storage(const CompoundFile& file, uint32_t storage, uint64_t limit) {
  return Copy(file, limit).write(storage);
}

}  // namespace oi
