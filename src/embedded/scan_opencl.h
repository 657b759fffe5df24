// The first look on a graphics processor: products of every row, from the mapped file where it is.
//
// A device sums in an order of its own, so its products are near and not the same; product_error()
// bounds the difference, and who uses them scores again what may be among the best.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/result.h"

namespace oi {

// A processor that offers OpenCL runs on the cores that scan.h already uses: it is for tests.
enum class OpenClKinds : uint8_t { Gpus, Any };

struct OpenCl;  // the library, a device and what was made on it

class OpenClDevice {
 public:
  // The first device of the kind. Null when there is none, or no OpenCL at all: the library is
  // looked for at run time, so a machine without it lacks nothing.
  static std::unique_ptr<OpenClDevice> open(OpenClKinds kinds);
  ~OpenClDevice();
  const std::string& name() const { return name_; }  // "gpu Intel Arc", "opencl pthread-..."

 private:
  friend class OpenClRows;
  OpenClDevice(std::unique_ptr<OpenCl> made, std::string name);
  std::unique_ptr<OpenCl> made_;
  std::string name_;
};

// Mapped files that a device reads in place. The device and the bytes must outlive the value.
class OpenClRows {
 public:
  // Unsupported when the device refuses: the file is too large for it, or no memory is left.
  static Result<std::unique_ptr<OpenClRows>> share(
      const OpenClDevice& device, std::span<const std::span<const std::byte>> files);
  ~OpenClRows();

  // out[i] = query . row i, near enough (product_error). The rows must lie in one of the files.
  // Unsupported when the device fails. Calls are taken one at a time.
  Result<Done> dots(std::span<const float> query, const float* rows, std::span<float> out) const;
  const std::string& name() const { return device_->name(); }

 private:
  struct Buffers;
  OpenClRows(const OpenClDevice& device, std::unique_ptr<Buffers> buffers);
  const OpenClDevice* device_;
  std::unique_ptr<Buffers> buffers_;
};

// How far a product of the device, divided by both lengths, can be from that of scan.h: each
// addition errs by 2^-24 at most in both, in whatever order.
float product_error(size_t dimension);

}  // namespace oi
