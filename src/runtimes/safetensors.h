// A safetensors file: named tensors behind a JSON header, mapped and checked before use.
//
// The file is outside bytes: every length, offset and shape of the header is checked once, in
// open(), so that reading a tensor later cannot leave the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/result.h"

namespace oi {

class Safetensors {
 public:
  // Corrupt, naming the tensor, when a tensor's bytes lie outside the file, overlap, leave a gap or
  // do not fit its shape and type. Otherwise the failures of MappedFile::open.
  static Result<Safetensors> open(const std::filesystem::path& path);

  bool has(std::string_view name) const { return tensors_.contains(name); }
  // The tensor as floats, row-major; F16 and BF16 are widened. Corrupt, naming the tensor, when it
  // is absent, of another shape or not of floats.
  Result<std::vector<float>> floats(std::string_view name, std::span<const size_t> shape) const;

 private:
  struct Tensor {
    std::string type;
    std::vector<size_t> shape;
    size_t begin = 0, end = 0;  // in the file
  };

  Safetensors() = default;
  Result<Done> read_header();
  Result<Done> check_cover(size_t from) const;
  static Result<Tensor> read_tensor(std::string_view json, size_t from, size_t bytes);

  MappedFile file_;
  std::map<std::string, Tensor, std::less<>> tensors_;
};

}  // namespace oi
