// Eight bytes give the header's length, the header is one JSON object of name to {dtype, shape,
// data_offsets}, the rest is data. open() checks that the tensors tile the data exactly.
#include "runtimes/safetensors.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <limits>
#include <utility>

#include "types/json.h"

namespace oi {
namespace {

constexpr size_t kLongestHeader = 16 << 20;  // bytes; the largest seen has under one percent of it
constexpr size_t kMostDimensions = 8;

size_t bytes_of(std::string_view type) {
  constexpr std::pair<std::string_view, size_t> kTypes[] = {
      {"F32", 4}, {"F16", 2}, {"BF16", 2}, {"F64", 8}, {"I64", 8},
      {"I32", 4}, {"I16", 2}, {"I8", 1},   {"U8", 1},  {"BOOL", 1}};
  for (const auto& [name, size] : kTypes) {
    if (name == type) return size;
  }
  return 0;
}

// "[30522,384]" as numbers. Nothing but digits, commas and blanks between the brackets.
bool parse_numbers(std::string_view text, std::vector<size_t>& out) {
  if (!text.starts_with('[') || !text.ends_with(']') || text.size() < 2) return false;
  text = text.substr(1, text.size() - 2);
  while (!text.empty()) {
    if (out.size() == kMostDimensions) return false;
    size_t value = 0;
    while (text.starts_with(' '))
      text.remove_prefix(1);
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (status != std::errc{}) return false;
    out.push_back(value);
    text.remove_prefix(static_cast<size_t>(end - text.data()));
    if (text.empty()) return true;
    if (!text.starts_with(',') || text.size() == 1) return false;
    text.remove_prefix(1);
  }
  return true;
}

// Saturates, so that an absurd shape fits no file.
size_t product(std::span<const size_t> shape, size_t start) {
  size_t value = start;
  for (const size_t n : shape) {
    if (n != 0 && value > std::numeric_limits<size_t>::max() / n) {
      return std::numeric_limits<size_t>::max();
    }
    value *= n;
  }
  return value;
}

float widen_half(uint16_t half) {
  const uint32_t sign = static_cast<uint32_t>(half & 0x8000) << 16;
  const uint32_t exponent = (half >> 10) & 0x1F;
  const uint32_t fraction = half & 0x3FF;
  if (exponent == 0) {  // zero and subnormal: fraction times 2^-24, exact in a float
    const float value = static_cast<float>(fraction) * 0x1p-24f;
    return sign != 0 ? -value : value;
  }
  const uint32_t wide = exponent == 31 ? 0xFF : exponent + 112;
  return std::bit_cast<float>(sign | wide << 23 | fraction << 13);
}

std::string shown(std::span<const size_t> shape) {
  std::string out = "[";
  for (const size_t n : shape)
    out += (out.size() > 1 ? "," : "") + std::to_string(n);
  return out + "]";
}

}  // namespace

Result<Safetensors> Safetensors::open(const std::filesystem::path& path) {
  Safetensors made;
  made.file_ = TRY(MappedFile::open(path));
  TRY(made.read_header().within(path.filename().string()));
  return made;
}

Result<Done> Safetensors::read_header() {
  const std::string_view all = file_.text();
  uint64_t length = 0;
  if (all.size() < sizeof length) return Error{Code::Corrupt, "shorter than its own header"};
  static_assert(std::endian::native == std::endian::little);
  std::memcpy(&length, all.data(), sizeof length);
  if (length > kLongestHeader || length > all.size() - sizeof length) {
    return Error{Code::Corrupt, "its header claims " + std::to_string(length) + " bytes"};
  }
  const size_t from = sizeof length + length;
  const FlatObject header = TRY(parse_flat_object(all.substr(sizeof length, length)));
  for (const auto& [name, json] : header) {
    if (name == "__metadata__") continue;
    tensors_[name] = TRY(read_tensor(json, from, all.size() - from).within(name));
  }
  return check_cover(from);
}

Result<Safetensors::Tensor> Safetensors::read_tensor(std::string_view json, size_t from,
                                                     size_t bytes) {
  FlatObject fields = TRY(parse_flat_object(json));
  Tensor tensor;
  tensor.type = fields["dtype"];
  std::vector<size_t> offsets;
  const size_t size = bytes_of(tensor.type);
  if (size == 0) return Error{Code::Corrupt, "unknown type " + tensor.type};
  if (!parse_numbers(fields["shape"], tensor.shape)) return Error{Code::Corrupt, "bad shape"};
  if (!parse_numbers(fields["data_offsets"], offsets) || offsets.size() != 2 ||
      offsets[0] > offsets[1] || offsets[1] > bytes) {
    return Error{Code::Corrupt, "its bytes lie outside the file"};
  }
  if (product(tensor.shape, size) != offsets[1] - offsets[0]) {
    return Error{Code::Corrupt, "its shape " + shown(tensor.shape) + " does not fit its bytes"};
  }
  tensor.begin = from + offsets[0];
  tensor.end = from + offsets[1];
  return tensor;
}

// The tensors tile the data: none overlaps another and no byte is unnamed.
Result<Done> Safetensors::check_cover(size_t from) const {
  std::vector<std::pair<const Tensor*, const std::string*>> order;
  for (const auto& [name, tensor] : tensors_)
    order.emplace_back(&tensor, &name);
  std::ranges::sort(order, {}, [](const auto& one) {
    return std::pair{one.first->begin, one.first->end};
  });
  size_t at = from;
  for (const auto& [tensor, name] : order) {
    if (tensor->begin != at) return Error{Code::Corrupt, *name + ": overlap or gap before it"};
    at = tensor->end;
  }
  if (at != file_.size()) return Error{Code::Corrupt, "bytes after the last tensor"};
  return Done{};
}

Result<std::vector<float>> Safetensors::floats(std::string_view name,
                                               std::span<const size_t> shape) const {
  const auto found = tensors_.find(name);
  if (found == tensors_.end()) return Error{Code::Corrupt, std::string(name) + " is missing"};
  const Tensor& tensor = found->second;
  if (!std::ranges::equal(tensor.shape, shape)) {
    return Error{Code::Corrupt,
                 std::string(name) + " has shape " + shown(tensor.shape) + ", not " + shown(shape)};
  }
  std::vector<float> out(product(shape, 1));
  const std::string_view bytes = file_.text().substr(tensor.begin, tensor.end - tensor.begin);
  if (tensor.type == "F32") {
    std::memcpy(out.data(), bytes.data(), bytes.size());
  } else if (tensor.type == "F16" || tensor.type == "BF16") {
    for (size_t i = 0; i < out.size(); ++i) {
      uint16_t half = 0;
      std::memcpy(&half, bytes.data() + 2 * i, 2);
      out[i] = tensor.type == "F16" ? widen_half(half)
                                    : std::bit_cast<float>(static_cast<uint32_t>(half) << 16);
    }
  } else {
    return Error{Code::Corrupt, std::string(name) + " is of " + tensor.type + ", not of floats"};
  }
  return out;
}

}  // namespace oi
