// Writes compound files for tests: streams and storages, small streams in small sectors.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace oi::test {

inline void put16(std::string& out, uint32_t value) {
  out += static_cast<char>(value & 0xFF);
  out += static_cast<char>(value >> 8 & 0xFF);
}
inline void put32(std::string& out, uint32_t value) {
  put16(out, value & 0xFFFF);
  put16(out, value >> 16);
}
inline void set32(std::string& out, size_t at, uint32_t value) {
  for (size_t i = 0; i < 4; ++i)
    out[at + i] = static_cast<char>(value >> (8 * i) & 0xFF);
}
// ASCII as UTF-16.
inline std::string wide(std::string_view text) {
  std::string all;
  for (const char c : text)
    all += {c, '\0'};
  return all;
}

class CompoundWriter {
 public:
  static constexpr uint32_t kNone = 0xFFFFFFFF, kEnd = 0xFFFFFFFE;

  CompoundWriter() { entries_.push_back({"Root Entry", 5, "", {}}); }

  size_t storage(const std::string& name, size_t parent = 0) { return add(name, 1, "", parent); }
  size_t stream(const std::string& name, std::string bytes, size_t parent = 0) {
    return add(name, 2, std::move(bytes), parent);
  }

  std::string file() const {
    std::vector<uint32_t> next, small_next, first(entries_.size(), kEnd);
    std::string body, small;
    const auto place = [](std::string& where, std::vector<uint32_t>& table, std::string bytes,
                          size_t unit) {
      bytes.resize((bytes.size() + unit - 1) / unit * unit);
      const auto from = static_cast<uint32_t>(table.size());
      for (size_t i = 0; i < bytes.size() / unit; ++i)
        table.push_back(from + static_cast<uint32_t>(i) + 1);
      if (bytes.empty()) return kEnd;
      table.back() = kEnd;
      where += bytes;
      return from;
    };
    for (size_t i = 1; i < entries_.size(); ++i) {
      const std::string& bytes = entries_[i].bytes;
      first[i] =
          bytes.size() < 4096 ? place(small, small_next, bytes, 64) : place(body, next, bytes, 512);
    }
    first[0] = place(body, next, small, 512);
    const uint32_t directory_at = place(body, next, directory(first, small.size()), 512);
    const uint32_t small_at = place(body, next, numbers(small_next), 512);
    const size_t tables = next.size() / 127 + 1;
    const auto table_at = static_cast<uint32_t>(next.size());
    next.resize(next.size() + tables, 0xFFFFFFFD);
    std::string table = numbers(next);
    table.resize(tables * 512, '\xFF');
    std::string head("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", 8);
    head.resize(24);
    for (const uint32_t value : {0x3Eu, 3u, 0xFFFEu, 9u, 6u})
      put16(head, value);
    head.resize(44);
    for (const uint32_t value : {static_cast<uint32_t>(tables), directory_at, 0u, 4096u, small_at,
                                 static_cast<uint32_t>((small_next.size() + 127) / 128), kEnd, 0u})
      put32(head, value);
    for (size_t i = 0; i < 109; ++i)
      put32(head, i < tables ? table_at + static_cast<uint32_t>(i) : kNone);
    return head + body + table;
  }

 private:
  struct Entry {
    std::string name;
    int type;
    std::string bytes;
    std::vector<size_t> children;
  };

  size_t add(const std::string& name, int type, std::string bytes, size_t parent) {
    entries_.push_back({name, type, std::move(bytes), {}});
    entries_[parent].children.push_back(entries_.size() - 1);
    return entries_.size() - 1;
  }

  static std::string numbers(const std::vector<uint32_t>& values) {
    std::string all;
    for (const uint32_t value : values)
      put32(all, value);
    while (all.size() % 512 != 0)
      put32(all, kNone);
    return all;
  }

  std::string directory(const std::vector<uint32_t>& first, size_t small) const {
    std::vector<uint32_t> right(entries_.size(), kNone), child(entries_.size(), kNone);
    for (size_t i = 0; i < entries_.size(); ++i) {
      uint32_t* link = &child[i];
      for (const size_t one : entries_[i].children) {
        *link = static_cast<uint32_t>(one);
        link = &right[one];
      }
    }
    std::string all;
    for (size_t i = 0; i < entries_.size(); ++i) {
      std::string entry = wide(entries_[i].name);
      const auto name_bytes = static_cast<uint32_t>(entry.size() + 2);
      entry.resize(64);
      put16(entry, name_bytes);
      entry += {static_cast<char>(entries_[i].type), 1};
      for (const uint32_t link : {kNone, right[i], child[i]})
        put32(entry, link);
      entry.resize(116);
      put32(entry, first[i]);
      put32(entry, static_cast<uint32_t>(i == 0 ? small : entries_[i].bytes.size()));
      entry.resize(128);
      all += entry;
    }
    return all;
  }

  std::vector<Entry> entries_;
};

}  // namespace oi::test
