// The compound file: streams and storages inside of one file, as old office documents and Outlook
// messages are kept. Nothing of it is trusted: chains that loop or leave the file end there.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace oi {

// The bytes of a stream: those of the file itself where they lie in one piece.
class CompoundStream {
 public:
  CompoundStream(std::string_view in_file, bool whole) : in_file_(in_file), whole_(whole) {}
  CompoundStream(std::string owned, bool whole) : owned_(std::move(owned)), whole_(whole) {}
  std::string_view bytes() const { return owned_ ? std::string_view(*owned_) : in_file_; }
  // False where the file has fewer bytes of it than it says.
  bool whole() const { return whole_; }

 private:
  std::string_view in_file_;
  std::optional<std::string> owned_;
  bool whole_ = true;
};

class CompoundFile {
 public:
  struct Entry {
    std::string name;
    bool storage = false;
    uint32_t first_sector = 0;
    uint64_t size = 0;
    std::vector<uint32_t> children;
  };
  static constexpr uint32_t kRoot = 0;

  // Does it begin as one?
  static bool is_one(std::string_view bytes);
  // Corrupt where its directory cannot be read. The bytes must outlive it. Costs one pass over the
  // sector tables.
  static Result<CompoundFile> open(std::string_view bytes);

  const Entry& entry(uint32_t index) const { return entries_[index]; }
  // A child of this storage by name, in any case of its letters.
  std::optional<uint32_t> find(uint32_t storage, std::string_view name) const;
  CompoundStream stream(uint32_t index) const;
  // A stream at the root; nothing when there is none.
  std::optional<CompoundStream> stream(std::string_view name) const;

 private:
  explicit CompoundFile(std::string_view bytes) : bytes_(bytes) {}
  std::string_view sector(uint32_t number) const;
  std::vector<uint32_t> chain(uint32_t first, const std::vector<uint32_t>& table) const;
  Result<Done> read_tables();
  Result<Done> read_directory();
  void link(const std::vector<std::array<uint32_t, 3>>& links);

  std::string_view bytes_;
  size_t sector_size_ = 512;
  size_t mini_size_ = 64;
  uint32_t mini_cutoff_ = 4096;
  std::vector<uint32_t> table_;         // the next sector of each
  std::vector<uint32_t> mini_table_;    // the same of the small ones
  std::vector<uint32_t> mini_sectors_;  // the sectors that hold the small ones
  std::vector<Entry> entries_;
};

}  // namespace oi
