// One walk over the tables: sizes, mel filters, vocabulary, tensors. All numbers are little-endian
// and 32 bits wide, and every length is compared with what is left before it is believed.
//
//   0x67676d6c, eleven sizes
//   filters: rows, columns, floats
//   words:   count, then for each: length, bytes
//   tensors up to the end: dimensions, length of the name, type, sizes..., name, weights
//
// The library checks the names and sizes of tensors, and fails in good order. It does not check
// what it allocates for, nor whether a read was cut short.
#include "runtimes/whisper_file.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace oi {
namespace {

constexpr uint64_t kMagic = 0x67676d6c;
constexpr uint64_t kSpectrum = 201;  // frequencies of a transform over 400 samples
constexpr uint64_t kLongestWord = 4096;
constexpr uint64_t kLongestName = 256;
constexpr uint64_t kMostDimensions = 4;
constexpr uint64_t kMostElements = INT32_MAX;  // the library multiplies in 32 bits

// Sizes in the file's order, and what each may be.
enum Size : uint8_t {
  Vocabulary,
  Positions,
  Width,
  Heads,
  Layers,
  Context,
  TextWidth,
  TextHeads,
  TextLayers,
  Mels,
  Type,
  kSizes
};
struct Bound {
  const char* name;
  uint64_t least, most;
};
constexpr std::array<Bound, kSizes> kBounds = {{{"vocabulary", 51864, 51866},
                                                {"number of positions", 1500, 1500},
                                                {"width", 64, 4096},
                                                {"number of heads", 1, 64},
                                                {"number of layers", 1, 64},
                                                {"context", 32, 4096},
                                                {"width of the decoder", 64, 4096},
                                                {"number of the decoder's heads", 1, 64},
                                                {"number of the decoder's layers", 1, 64},
                                                {"number of mel filters", 80, 128},
                                                {"type of weights", 0, 2999}}};

// How weights are packed: numbers in a block, and the bytes it takes. Types as ggml counts them.
struct Packing {
  uint64_t type, numbers, bytes;
};
constexpr std::array<Packing, 7> kPackings = {
    {{0, 1, 4}, {1, 1, 2}, {2, 32, 18}, {3, 32, 20}, {6, 32, 22}, {7, 32, 24}, {8, 32, 34}}};

class Walk {
 public:
  explicit Walk(std::span<const std::byte> file) : file_(file) {}
  Result<Done> run();

 private:
  Error corrupt(std::string_view what) const {
    return Error{Code::Corrupt, std::string(what) + " at byte " + std::to_string(at_)};
  }
  uint64_t left() const { return file_.size() - at_; }
  Result<uint64_t> number();
  Result<Done> skip(uint64_t bytes);
  Result<Done> sizes();
  Result<Done> filters();
  Result<Done> words();
  Result<Done> tensor();
  Result<Done> fits() const;

  std::span<const std::byte> file_;
  uint64_t at_ = 0;
  std::array<uint64_t, kSizes> size_ = {};
};

Result<uint64_t> Walk::number() {
  if (left() < 4) return corrupt("the file ends too early");
  uint64_t value = 0;
  for (size_t i = 0; i < 4; ++i)
    value |= std::to_integer<uint64_t>(file_[at_ + i]) << (8 * i);
  at_ += 4;
  return value;
}

Result<Done> Walk::skip(uint64_t bytes) {
  if (bytes > left()) return corrupt("a list is longer than the file");
  at_ += bytes;
  return Done{};
}

Result<Done> Walk::sizes() {
  for (size_t i = 0; i < kSizes; ++i) {
    size_[i] = TRY(number());
    if (size_[i] < kBounds[i].least || size_[i] > kBounds[i].most) {
      return corrupt(std::string("an impossible ") + kBounds[i].name);
    }
  }
  const uint64_t width = size_[Width];
  if (size_[TextWidth] != width || width % size_[Heads] != 0 || width % size_[TextHeads] != 0) {
    return corrupt("widths that do not fit together");
  }
  return Done{};
}

Result<Done> Walk::filters() {
  const uint64_t rows = TRY(number());
  const uint64_t columns = TRY(number());
  if (rows != size_[Mels] || columns != kSpectrum) return corrupt("filters of an impossible size");
  return skip(rows * columns * 4);
}

Result<Done> Walk::words() {
  const uint64_t count = TRY(number());
  if (count > size_[Vocabulary]) return corrupt("more words than the vocabulary has");
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t length = TRY(number());
    if (length > kLongestWord) return corrupt("a word of impossible length");
    TRY(skip(length));
  }
  return Done{};
}

Result<Done> Walk::tensor() {
  const uint64_t dimensions = TRY(number());
  const uint64_t length = TRY(number());
  const uint64_t type = TRY(number());
  if (dimensions < 1 || dimensions > kMostDimensions || length < 1 || length > kLongestName) {
    return corrupt("a damaged tensor");
  }
  uint64_t elements = 1;
  for (uint64_t i = 0; i < dimensions; ++i) {
    const uint64_t size = TRY(number());
    if (size == 0 || size > kMostElements / elements) return corrupt("a tensor of impossible size");
    elements *= size;
  }
  TRY(skip(length));
  for (const Packing& packing : kPackings) {
    if (packing.type != type) continue;
    if (elements % packing.numbers != 0) return corrupt("a tensor of impossible size");
    return skip(elements / packing.numbers * packing.bytes);
  }
  return corrupt("weights of no known type");
}

// The smallest file that such a model can have: half a byte for each weight of its products.
Result<Done> Walk::fits() const {
  const uint64_t width = size_[Width];
  const uint64_t products =
      size_[Vocabulary] * width + (size_[Layers] * 12 + size_[TextLayers] * 16) * width * width;
  if (products / 2 > file_.size()) return corrupt("a model that is larger than its file");
  return Done{};
}

Result<Done> Walk::run() {
  const Result<uint64_t> magic = number();
  if (!magic.ok() || *magic != kMagic) return Error{Code::Corrupt, "not a whisper.cpp model"};
  TRY(sizes());
  TRY(filters());
  TRY(words());
  if (left() == 0) return corrupt("no weights");
  while (left() > 0)
    TRY(tensor());
  return fits();
}

}  // namespace

Result<Done> check_whisper(std::span<const std::byte> file) {
  return Walk(file).run();
}

}  // namespace oi
