// Segment files: the vectors of one commit, written once, mapped, never changed.
//
// 64-byte header, then rows of float32, row-major, then the length of each row, then the rows in
// bytes (scan_int8.h). Little-endian. Version 1 has no bytes; it is read, and what is written from
// it has them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "base/file.h"
#include "base/result.h"
#include "embedded/scan_int8.h"

namespace oi {

// How a model digest stands in a header: the first 16 bytes of its SHA-256, since a digest may
// carry a precision and so be of any length.
using ModelMark = std::array<unsigned char, 16>;
ModelMark mark_of(std::string_view model_digest);

struct SegmentHeader {
  std::array<char, 8> magic;
  uint32_t version;
  uint32_t dimension;
  uint64_t count;  // of rows
  ModelMark model;
  uint64_t checksum;  // of header (this field 0) and all behind it
  std::array<char, 16> reserved;
};
static_assert(sizeof(SegmentHeader) == 64, "the header is exactly 64 bytes");

// A segment's bytes, checked and understood.
struct SegmentView {
  uint32_t dimension = 0;
  uint64_t count = 0;
  uint64_t checksum = 0;
  ModelMark model = {};
  const float* rows = nullptr;
  const float* lengths = nullptr;
  Int8Rows int8;  // none in a file of version 1
  const float* row(uint64_t i) const { return rows + i * dimension; }
};

enum class SegmentCheck : uint8_t {
  Shape,  // header and size only: for a file whose bytes this process has checked before
  Bytes   // the checksum too: reads the whole file once
};

// Corrupt, naming `name`, when the bytes are no segment, are cut, or do not have their checksum.
// The bytes must be aligned as a float and outlive the view.
Result<SegmentView> read_segment(std::span<const std::byte> bytes, std::string_view name,
                                 SegmentCheck check);

// The checksum that read_segment wants; the bytes must hold at least a header.
uint64_t segment_checksum(std::span<const std::byte> bytes);

// A mapped segment file.
class Segment {
 public:
  // As read_segment; NotFound and Io as MappedFile::open.
  static Result<Segment> open(const std::filesystem::path& path, SegmentCheck check);
  const SegmentView& view() const { return view_; }
  std::span<const std::byte> bytes() const { return file_.bytes(); }

 private:
  Segment(MappedFile file, SegmentView view) : file_(std::move(file)), view_(view) {}
  MappedFile file_;
  SegmentView view_;
};

// What a new segment holds: blocks of rows, one after another.
struct SegmentContent {
  uint32_t dimension = 0;
  ModelMark model = {};
  std::span<const std::span<const float>> blocks;  // each a whole number of rows
};

// Writes the file atomically and durably (write_file_atomically) and gives its checksum. The same
// content gives the same bytes.
Result<uint64_t> write_segment(const std::filesystem::path& path, const SegmentContent& content);

}  // namespace oi
