// Files: descriptors that close themselves, mapped bytes, whole reads, atomic writes, locks,
// digests.
//
// Failures everywhere here: NotFound (no such path), NoSpace (disk or quota full), TooLarge (over
// the caller's limit), Invalid (not a regular file), Io (anything else the system refused). Every
// message names the path.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

struct evp_md_ctx_st;  // OpenSSL's digest state

namespace oi {

// The error for an errno value: "cannot read: /path: No such file or directory".
Error system_error(int number, std::string_view doing, const std::filesystem::path& path);

// Owns one file descriptor and closes it.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor() { close(); }

  int get() const { return fd_; }
  bool valid() const { return fd_ >= 0; }
  // The caller owns the number from here on.
  int release() { return std::exchange(fd_, -1); }
  void close();

 private:
  int fd_ = -1;
};

// Opens an existing regular file for reading; closed on exec.
Result<Descriptor> open_for_reading(const std::filesystem::path& path);

// The bytes of a regular file, mapped private and read-only. An empty file gives an empty span. The
// file must not be cut short while mapped: the system would end the process at a lost page.
class MappedFile {
 public:
  MappedFile() = default;
  MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile() { unmap(); }

  static Result<MappedFile> open(const std::filesystem::path& path);
  // Maps the whole file behind the descriptor, which may be closed afterwards. `name` is for
  // messages.
  static Result<MappedFile> map(const Descriptor& file, std::string_view name);

  std::span<const std::byte> bytes() const { return bytes_; }
  std::string_view text() const {
    return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
  }
  size_t size() const { return bytes_.size(); }

 private:
  explicit MappedFile(std::span<const std::byte> bytes) : bytes_(bytes) {}
  void unmap();
  std::span<const std::byte> bytes_;
};

// The whole file. TooLarge when it holds more than `limit_bytes`.
Result<std::string> read_file(const std::filesystem::path& path, uint64_t limit_bytes);

// Writes all bytes to the descriptor. `path` is for messages.
Result<Done> write_all(const Descriptor& file, std::string_view bytes,
                       const std::filesystem::path& path);

// The path holds the old bytes or the new ones, never a mixture, also after a power cut: a
// temporary file in the same folder is written and synced, then renamed over the path, then the
// folder is synced. On failure the temporary file is gone. Two writers at once: the last rename
// wins.
Result<Done> write_file_atomically(const std::filesystem::path& path, std::string_view bytes);
// The same for bytes in several parts, written one after another.
Result<Done> write_file_atomically(const std::filesystem::path& path,
                                   std::span<const std::string_view> parts);

// Makes the names in the folder durable.
Result<Done> sync_folder(const std::filesystem::path& folder);

// An exclusive lock that lives as long as the value, or the process. The file is made when absent
// and stays. Two locks on one path exclude each other also within one process.
class FileLock {
 public:
  // Busy when somebody holds it; it never waits.
  static Result<FileLock> take(const std::filesystem::path& path);

 private:
  explicit FileLock(Descriptor file) : file_(std::move(file)) {}
  Descriptor file_;
};

// SHA-256 of bytes that come in pieces.
class Sha256 {
 public:
  Sha256();
  void add(std::string_view bytes);
  // 64 lower-case hex digits of all bytes added so far; more may be added afterwards.
  std::string hex() const;

 private:
  struct Free {
    void operator()(evp_md_ctx_st* state) const;
  };
  std::unique_ptr<evp_md_ctx_st, Free> state_;
};

std::string sha256_hex(std::string_view bytes);
// Reads the file once, in pieces.
Result<std::string> sha256_of_file(const std::filesystem::path& path);

}  // namespace oi
