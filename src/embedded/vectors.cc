// The checksum runs over 32-bit words, word i into lane i mod 8 (xor, then multiply by an odd
// prime), and the lanes are folded into one at the end. Each step can be undone, so a change inside
// one word always changes the sum; eight lanes keep it near the speed of memory.
//
// A view is taken only after magic, version, dimension and count agree with the size to the byte.
#include "embedded/vectors.h"

#include <bit>
#include <cstring>
#include <vector>

#include "embedded/scan.h"

namespace oi {
namespace {

static_assert(std::endian::native == std::endian::little, "segment files are little-endian");

constexpr std::array<char, 8> kMagic = {'O', 'I', 'V', 'E', 'C', '\r', '\n', '\x1a'};
constexpr uint32_t kVersion = 2;
constexpr uint32_t kWithoutBytes = 1;
constexpr uint32_t kLargestDimension = 65'536;
constexpr uint64_t kMostRows = 1ull << 31;
constexpr size_t kLanes = 8;
constexpr uint64_t kPrime = 0x100000001b3;  // of FNV-1a

class Checksum {
 public:
  // The size is a multiple of four.
  void add(const void* bytes, size_t size) {
    const auto* at = static_cast<const char*>(bytes);
    size_t words = size / sizeof(uint32_t);
    for (; words > 0 && next_ != 0; --words, at += sizeof(uint32_t))
      add_word(at, next_);
    for (; words >= kLanes; words -= kLanes) {
      for (size_t lane = 0; lane < kLanes; ++lane, at += sizeof(uint32_t))
        mix(at, lanes_[lane]);
    }
    for (; words > 0; --words, at += sizeof(uint32_t))
      add_word(at, next_);
  }
  uint64_t value() const {
    uint64_t sum = next_;
    for (const uint64_t lane : lanes_)
      sum = (sum ^ lane) * kPrime;
    return sum;
  }

 private:
  static void mix(const char* at, uint64_t& lane) {
    uint32_t word;
    std::memcpy(&word, at, sizeof word);
    lane = (lane ^ word) * kPrime;
  }
  void add_word(const char* at, size_t lane) {
    mix(at, lanes_[lane]);
    next_ = (lane + 1) % kLanes;
  }
  std::array<uint64_t, kLanes> lanes_ = {1, 2, 3, 4, 5, 6, 7, 8};
  size_t next_ = 0;
};

constexpr uint64_t kLine = 64;  // rows in bytes begin at a cache line

// Where the parts of a file begin.
struct Parts {
  uint64_t lengths = 0, scales = 0, errors = 0, bytes = 0, end = 0;
};

// Neither number may be so large that a sum wraps round: see read_segment.
Parts parts_of(uint32_t version, uint64_t count, uint32_t dimension) {
  const auto to_line = [](uint64_t at) { return (at + kLine - 1) / kLine * kLine; };
  Parts parts;
  parts.lengths = sizeof(SegmentHeader) + count * dimension * sizeof(float);
  parts.scales = parts.end = parts.lengths + count * sizeof(float);
  if (version == kWithoutBytes) return parts;
  parts.errors = parts.scales + count * sizeof(float);
  parts.bytes = to_line(parts.errors + count * sizeof(float));
  parts.end = parts.bytes + count * int8_stride(dimension);
  return parts;
}

Error corrupt(std::string_view name, std::string_view what) {
  return {Code::Corrupt, std::string(name) + ": " + std::string(what)};
}

}  // namespace

ModelMark mark_of(std::string_view model_digest) {
  const std::string hex = sha256_hex(model_digest);
  ModelMark mark = {};
  for (size_t i = 0; i < mark.size(); ++i) {
    mark[i] = static_cast<unsigned char>(std::stoul(hex.substr(2 * i, 2), nullptr, 16));
  }
  return mark;
}

uint64_t segment_checksum(std::span<const std::byte> bytes) {
  SegmentHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  header.checksum = 0;
  Checksum sum;
  sum.add(&header, sizeof header);
  sum.add(bytes.data() + sizeof header, bytes.size() - sizeof header);
  return sum.value();
}

Result<SegmentView> read_segment(std::span<const std::byte> bytes, std::string_view name,
                                 SegmentCheck check) {
  if (bytes.size() < sizeof(SegmentHeader)) return corrupt(name, "shorter than a header");
  SegmentHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.magic != kMagic) return corrupt(name, "no vector segment");
  if (header.version != kVersion && header.version != kWithoutBytes) {
    return corrupt(name, "unknown version of vector segments");
  }
  const bool shaped = header.dimension > 0 && header.dimension <= kLargestDimension &&
                      header.count > 0 && header.count < kMostRows;
  if (!shaped) return corrupt(name, "impossible dimension or count");
  const Parts parts = parts_of(header.version, header.count, header.dimension);
  if (bytes.size() != parts.end) return corrupt(name, "size differs from its header");
  if (check == SegmentCheck::Bytes && segment_checksum(bytes) != header.checksum) {
    return corrupt(name, "checksum differs");
  }
  SegmentView view;
  view.dimension = header.dimension;
  view.count = header.count;
  view.checksum = header.checksum;
  view.model = header.model;
  const auto floats = [&](uint64_t at) {
    return reinterpret_cast<const float*>(bytes.data() + at);
  };
  view.rows = floats(sizeof header);
  view.lengths = floats(parts.lengths);
  if (header.version == kWithoutBytes) return view;
  view.int8 = {reinterpret_cast<const uint8_t*>(bytes.data() + parts.bytes), floats(parts.scales),
               floats(parts.errors)};
  return view;
}

Result<Segment> Segment::open(const std::filesystem::path& path, SegmentCheck check) {
  MappedFile file = TRY(MappedFile::open(path));
  const SegmentView view = TRY(read_segment(file.bytes(), path.filename().string(), check));
  return Segment(std::move(file), view);
}

Result<uint64_t> write_segment(const std::filesystem::path& path, const SegmentContent& content) {
  SegmentHeader header = {};
  header.magic = kMagic;
  header.version = kVersion;
  header.dimension = content.dimension;
  header.model = content.model;
  for (const std::span<const float> block : content.blocks)
    header.count += block.size() / content.dimension;
  const Parts where = parts_of(kVersion, header.count, content.dimension);
  const size_t stride = int8_stride(content.dimension);
  std::vector<float> lengths, scales, errors;
  std::vector<uint8_t> bytes(header.count * stride);
  for (const std::span<const float> block : content.blocks) {
    for (size_t at = 0; at < block.size(); at += content.dimension) {
      const std::span<const float> row = block.subspan(at, content.dimension);
      const auto out = std::span(bytes).subspan(lengths.size() * stride, stride);
      lengths.push_back(length_of(row));
      const Int8Row lost = to_int8(row, lengths.back(), out);
      scales.push_back(lost.scale);
      errors.push_back(lost.error);
    }
  }

  const auto bytes_of = [](const auto& values) {
    const auto view = std::as_bytes(std::span(values));
    return std::string_view(reinterpret_cast<const char*>(view.data()), view.size());
  };
  const std::vector<uint8_t> gap(where.bytes - where.errors - header.count * sizeof(float));
  std::vector<std::string_view> parts = {{reinterpret_cast<const char*>(&header), sizeof header}};
  for (const std::span<const float> block : content.blocks)
    parts.push_back(bytes_of(block));
  for (const std::vector<float>* floats : {&lengths, &scales, &errors})
    parts.push_back(bytes_of(*floats));
  parts.push_back(bytes_of(gap));
  parts.push_back(bytes_of(bytes));
  Checksum sum;
  for (const std::string_view part : parts)
    sum.add(part.data(), part.size());
  header.checksum = sum.value();  // the first part views the header
  TRY(write_file_atomically(path, parts));
  return header.checksum;
}

}  // namespace oi
