// One walk over the tables of a GGUF file: header, keys with typed values, tensors. All numbers are
// little-endian, and every length is compared with what is left before it is believed.
//
//   "GGUF" version:u32 tensors:u64 keys:u64
//   key:    name:string type:u32 value        (an array: type:u32 count:u64 values)
//   tensor: name:string dimensions:u32 size:u64... type:u32 offset:u64
//   padding to the alignment, then the weights; offsets count from there.
//
// The library checks the types and sizes of what it uses, and fails in good order. It does not
// check counts that it later divides by or allocates for, and it ends the process over a vocabulary
// that has one token twice, so those are looked at here.
#include "runtimes/gguf.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

namespace oi {
namespace {

constexpr uint32_t kString = 8;
constexpr uint32_t kArray = 9;
// Bytes of one value by type; 0 for the two that say their own length.
constexpr std::array<uint8_t, 13> kSizes = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};

constexpr std::string_view kVocabulary = "tokenizer.ggml.tokens";
constexpr uint32_t kMostDimensions = 4;
constexpr uint64_t kMostElements = uint64_t{1} << 40;  // of one tensor: a thousand times today's
constexpr uint64_t kDefaultAlignment = 32;
constexpr uint64_t kMostAlignment = uint64_t{1} << 16;

// Counts that must be at least one and at most this, by the end of their key's name.
struct Bound {
  std::string_view ending;
  uint64_t most;
};
constexpr std::array<Bound, 7> kBounds = {{{".block_count", 4096},
                                           {".context_length", uint64_t{1} << 30},
                                           {".embedding_length", uint64_t{1} << 20},
                                           {".feed_forward_length", uint64_t{1} << 24},
                                           {".attention.head_count", uint64_t{1} << 16},
                                           {".attention.key_length", uint64_t{1} << 16},
                                           {".attention.value_length", uint64_t{1} << 16}}};

// Where a value stands and what it is.
struct Value {
  uint32_t type = 0;
  std::optional<uint64_t> number;  // of a whole number of one value
};

class Walk {
 public:
  explicit Walk(std::span<const std::byte> file) : file_(file) {}
  Result<Done> run();

 private:
  Error corrupt(std::string_view what) const {
    return Error{Code::Corrupt, std::string(what) + " at byte " + std::to_string(at_)};
  }
  uint64_t left() const { return file_.size() - at_; }
  Result<uint64_t> number(size_t bytes);
  Result<std::string_view> string();
  Result<Done> skip(uint64_t bytes);
  Result<Value> value(std::string_view name);
  Result<Done> values(uint32_t type, uint64_t count);
  Result<Done> vocabulary(uint64_t count);
  Result<Done> key();
  Result<Done> tensor();

  std::span<const std::byte> file_;
  uint64_t at_ = 0;
  uint64_t alignment_ = kDefaultAlignment;
  uint64_t farthest_ = 0;  // the largest offset of a tensor
};

Result<uint64_t> Walk::number(size_t bytes) {
  if (bytes > left()) return corrupt("the file ends too early");
  uint64_t value = 0;
  for (size_t i = 0; i < bytes; ++i) {
    value |= std::to_integer<uint64_t>(file_[at_ + i]) << (8 * i);
  }
  at_ += bytes;
  return value;
}

Result<std::string_view> Walk::string() {
  const uint64_t length = TRY(number(8));
  if (length > left()) return corrupt("a text is longer than the file");
  const std::string_view text(reinterpret_cast<const char*>(file_.data()) + at_, length);
  at_ += length;
  return text;
}

Result<Done> Walk::skip(uint64_t bytes) {
  if (bytes > left()) return corrupt("a list is longer than the file");
  at_ += bytes;
  return Done{};
}

Result<Done> Walk::values(uint32_t type, uint64_t count) {
  if (type >= kSizes.size() || type == kArray) return corrupt("a list of no known type");
  if (type == kString) {
    for (uint64_t i = 0; i < count; ++i)
      TRY(string());
    return Done{};
  }
  if (count > left()) return corrupt("a list is longer than the file");
  return skip(count * kSizes[type]);
}

// The library ends each text at its first zero byte, and gives an empty one a name of its own.
Result<Done> Walk::vocabulary(uint64_t count) {
  std::unordered_set<std::string_view> seen;
  for (uint64_t i = 0; i < count; ++i) {
    const std::string_view text = TRY(string());
    const std::string_view token = text.substr(0, text.find('\0'));
    if (!token.empty() && !seen.insert(token).second) return corrupt("a token that is there twice");
  }
  return Done{};
}

Result<Value> Walk::value(std::string_view name) {
  Value found{static_cast<uint32_t>(TRY(number(4))), {}};
  if (found.type == kArray) {
    const auto type = static_cast<uint32_t>(TRY(number(4)));
    const uint64_t count = TRY(number(8));
    const bool texts = name == kVocabulary && type == kString;
    TRY(texts ? vocabulary(count) : values(type, count));
  } else if (found.type == kString) {
    TRY(string());
  } else if (found.type >= kSizes.size()) {
    return corrupt("a value of no known type");
  } else {
    found.number = TRY(number(kSizes[found.type]));
  }
  return found;
}

Result<Done> Walk::key() {
  const std::string_view name = TRY(string());
  if (name.empty()) return corrupt("a key without a name");
  const Value found = TRY(value(name));
  if (name == "general.alignment") {
    alignment_ = found.number.value_or(0);
    const bool power = alignment_ != 0 && (alignment_ & (alignment_ - 1)) == 0;
    if (!power || alignment_ > kMostAlignment) return corrupt("an impossible alignment");
  }
  for (const Bound& bound : kBounds) {
    if (!name.ends_with(bound.ending) || found.type == kArray) continue;
    if (!found.number || *found.number == 0 || *found.number > bound.most) {
      return corrupt("an impossible " + std::string(name));
    }
  }
  return Done{};
}

Result<Done> Walk::tensor() {
  TRY(string());
  const uint64_t dimensions = TRY(number(4));
  if (dimensions > kMostDimensions) return corrupt("a tensor with too many dimensions");
  uint64_t elements = 1;
  for (uint64_t i = 0; i < dimensions; ++i) {
    const uint64_t size = TRY(number(8));
    if (size == 0 || size > kMostElements / elements) return corrupt("a tensor of impossible size");
    elements *= size;
  }
  TRY(number(4));
  const uint64_t offset = TRY(number(8));
  if (offset % alignment_ != 0) return corrupt("a tensor out of line");
  farthest_ = std::max(farthest_, offset);
  return Done{};
}

Result<Done> Walk::run() {
  constexpr std::string_view kMagic = "GGUF";
  if (left() < kMagic.size() || std::memcmp(file_.data(), kMagic.data(), kMagic.size()) != 0) {
    return Error{Code::Corrupt, "not a GGUF file"};
  }
  at_ = kMagic.size();
  const uint64_t version = TRY(number(4));
  if (version < 2 || version > 3) return corrupt("a version that is not known");
  const uint64_t tensors = TRY(number(8));
  const uint64_t keys = TRY(number(8));
  if (tensors == 0) return corrupt("no weights");
  // A count that lies is found out when the file ends: each entry has some bytes.
  for (uint64_t i = 0; i < keys; ++i)
    TRY(key());
  for (uint64_t i = 0; i < tensors; ++i)
    TRY(tensor());
  const uint64_t weights = (at_ + alignment_ - 1) / alignment_ * alignment_;
  if (weights > file_.size() || farthest_ >= file_.size() - weights) {
    return corrupt("the weights reach over the end of the file");
  }
  return Done{};
}

}  // namespace

Result<Done> check_gguf(std::span<const std::byte> file) {
  return Walk(file).run();
}

}  // namespace oi
