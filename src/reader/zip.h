// Zip packages in memory: a list of members, and each as a bounded stream of bytes.
//
// Office files are read part by part in an order that their own lists tell, so members are found by
// name at once; nothing is ever unpacked to a path.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"

namespace oi {

struct ZipMember {
  std::string name;   // hostile; with forward slashes
  uint64_t size = 0;  // as the archive claims
  uint64_t packed = 0;
  uint64_t offset = 0;  // of its local header
  uint32_t checksum = 0;
  uint16_t method = 0;
  bool encrypted = false;
  bool sized = true;  // false: found without a directory, so sizes and checksum are not known
};

class Zip {
 public:
  // The directory, or where it is missing or damaged the members that can be found without it.
  // Corrupt: no member at all. TooLarge: over kMostMembers.
  static Result<Zip> open(std::string_view bytes);
  static constexpr size_t kMostMembers = 100'000;

  const std::vector<ZipMember>& members() const { return members_; }
  // By name without regard to case, or nothing.
  const ZipMember* find(std::string_view name) const;
  // True when the directory could not be used: members may be missing.
  bool recovered() const { return recovered_; }

  // The member piece by piece. TooLarge: over `limit` bytes, packed beyond belief, or all that was
  // read from this package is over its limit. Corrupt: damaged, after what could be read.
  // Unsupported: an unusual packing. PasswordRequired: encrypted. Else what `sink` fails with.
  using Sink = std::function<Result<Done>(std::string_view piece)>;
  Result<Done> stream(const ZipMember& member, uint64_t limit, const Sink& sink);
  Result<std::string> read(const ZipMember& member, uint64_t limit);

 private:
  Result<Done> list(std::string_view directory, uint64_t count, int64_t base);
  Result<Done> search();
  void index();
  Result<Done> inflate(const ZipMember& member, std::string_view packed, const Sink& sink);
  Result<Done> count(uint64_t& have, uint64_t piece, uint64_t limit, uint64_t packed);

  std::string_view bytes_;
  std::vector<ZipMember> members_;
  std::unordered_map<std::string, size_t> by_name_;
  uint64_t read_ = 0;
  bool recovered_ = false;
};

}  // namespace oi
