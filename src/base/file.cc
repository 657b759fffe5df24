// Files by system calls, because the standard streams can neither sync nor say why they failed.
//
// An atomic write is: temporary file beside the target, write, fsync, rename, fsync of the folder.
// A rename within one folder replaces a name in one step, and the second fsync makes that step
// last. Digests are OpenSSL's, and OpenSSL is used nowhere else in base.
#include "base/file.h"

#include <fcntl.h>
#include <openssl/evp.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <vector>

namespace oi {
namespace {

namespace fs = std::filesystem;

constexpr size_t kPiece = 1 << 17;  // bytes read at once: large enough that calls cost nothing
constexpr mode_t kPrivate = 0600;   // what we write is the user's, and nobody else's

// Repeats a system call that a signal interrupted.
template <typename Call>
auto uninterrupted(Call call) {
  auto outcome = call();
  while (outcome < 0 && errno == EINTR)
    outcome = call();
  return outcome;
}

Result<Descriptor> open_file(const fs::path& path, int flags, std::string_view doing) {
  Descriptor file(uninterrupted([&] { return ::open(path.c_str(), flags | O_CLOEXEC, kPrivate); }));
  if (!file.valid()) return system_error(errno, doing, path);
  return file;
}

// The size of a regular file. Pipes and devices are refused: they may never end.
Result<uint64_t> size_of_regular(const Descriptor& file, const fs::path& path) {
  struct stat status = {};
  if (::fstat(file.get(), &status) != 0) return system_error(errno, "cannot look at", path);
  if (!S_ISREG(status.st_mode)) return Error{Code::Invalid, "not a regular file: " + path.string()};
  return static_cast<uint64_t>(status.st_size);
}

// The next bytes of the file, at most as many as fit; none at the end.
Result<std::string_view> read_piece(const Descriptor& file, std::span<char> room,
                                    const fs::path& path) {
  const ssize_t got = uninterrupted([&] { return ::read(file.get(), room.data(), room.size()); });
  if (got < 0) return system_error(errno, "cannot read", path);
  return std::string_view(room.data(), static_cast<size_t>(got));
}

// A relative name without a folder lives in the current one.
fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

Result<Done> write_and_sync(const Descriptor& file, std::span<const std::string_view> parts,
                            const fs::path& path) {
  for (const std::string_view part : parts)
    TRY(write_all(file, part, path));
  if (::fsync(file.get()) != 0) return system_error(errno, "cannot sync", path);
  return Done{};
}

}  // namespace

Error system_error(int number, std::string_view doing, const fs::path& path) {
  Code code = Code::Io;
  if (number == ENOENT || number == ENOTDIR) code = Code::NotFound;
  if (number == ENOSPC || number == EDQUOT) code = Code::NoSpace;
  return Error{code, std::string(doing) + ": " + path.string() + ": " +
                         std::generic_category().message(number)};
}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this != &other) {
    close();
    fd_ = std::exchange(other.fd_, -1);
  }
  return *this;
}

void Descriptor::close() {
  // Linux frees the number even when close() is interrupted, so it is never repeated.
  if (fd_ >= 0) ::close(std::exchange(fd_, -1));
}

Result<Descriptor> open_for_reading(const fs::path& path) {
  // Without O_NONBLOCK, opening a named pipe would wait for its writer.
  Descriptor file = TRY(open_file(path, O_RDONLY | O_NONBLOCK, "cannot open"));
  TRY(size_of_regular(file, path));
  return file;
}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  if (this != &other) {
    unmap();
    bytes_ = std::exchange(other.bytes_, {});
  }
  return *this;
}

void MappedFile::unmap() {
  if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
  bytes_ = {};
}

Result<MappedFile> MappedFile::open(const fs::path& path) {
  const Descriptor file = TRY(open_for_reading(path));
  return map(file, path.string());
}

Result<MappedFile> MappedFile::map(const Descriptor& file, std::string_view name) {
  const uint64_t size = TRY(size_of_regular(file, name));
  if (size == 0) return MappedFile();  // the system refuses to map nothing
  void* at = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (at == MAP_FAILED) return system_error(errno, "cannot map", name);
  return MappedFile(std::span(static_cast<const std::byte*>(at), size));
}

Result<std::string> read_file(const fs::path& path, uint64_t limit_bytes) {
  const Descriptor file = TRY(open_for_reading(path));
  const uint64_t size = TRY(size_of_regular(file, path));
  const Error too_large{Code::TooLarge, path.string() + " is over the limit of " +
                                            std::to_string(limit_bytes) + " bytes"};
  if (size > limit_bytes) return too_large;
  // The size is only a hint: a file may grow, and those of the system say zero.
  std::string bytes;
  bytes.reserve(size);
  std::vector<char> room(kPiece);
  for (;;) {
    const std::string_view piece = TRY(read_piece(file, room, path));
    if (piece.empty()) return bytes;
    if (piece.size() > limit_bytes - bytes.size()) return too_large;
    bytes += piece;
  }
}

Result<Done> write_all(const Descriptor& file, std::string_view bytes, const fs::path& path) {
  while (!bytes.empty()) {
    const ssize_t put =
        uninterrupted([&] { return ::write(file.get(), bytes.data(), bytes.size()); });
    if (put < 0) return system_error(errno, "cannot write", path);
    bytes.remove_prefix(static_cast<size_t>(put));
  }
  return Done{};
}

Result<Done> write_file_atomically(const fs::path& path, std::string_view bytes) {
  return write_file_atomically(path, std::span(&bytes, 1));
}

Result<Done> write_file_atomically(const fs::path& path, std::span<const std::string_view> parts) {
  const fs::path folder = folder_of(path);
  std::string temporary = (folder / ".new-XXXXXX").string();
  const Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
  if (!file.valid()) return system_error(errno, "cannot write", path);
  Result<Done> outcome = write_and_sync(file, parts, path);
  if (outcome && ::rename(temporary.c_str(), path.c_str()) != 0) {
    outcome = system_error(errno, "cannot rename to", path);
  }
  if (!outcome) {
    ::unlink(temporary.c_str());
    return outcome;
  }
  return sync_folder(folder);
}

Result<Done> sync_folder(const fs::path& folder) {
  const Descriptor file = TRY(open_file(folder, O_RDONLY | O_DIRECTORY, "cannot open"));
  if (::fsync(file.get()) != 0) return system_error(errno, "cannot sync", folder);
  return Done{};
}

Result<FileLock> FileLock::take(const fs::path& path) {
  Descriptor file = TRY(open_file(path, O_RDWR | O_CREAT, "cannot lock"));
  if (uninterrupted([&] { return ::flock(file.get(), LOCK_EX | LOCK_NB); }) != 0) {
    if (errno == EWOULDBLOCK) return Error{Code::Busy, path.string() + " is locked"};
    return system_error(errno, "cannot lock", path);
  }
  return FileLock(std::move(file));
}

// OpenSSL's digest calls fail only without memory or without a provider; then no digest may come
// out.
Sha256::Sha256() : state_(EVP_MD_CTX_new()) {
  if (!state_ || EVP_DigestInit_ex(state_.get(), EVP_sha256(), nullptr) != 1) std::abort();
}

void Sha256::Free::operator()(evp_md_ctx_st* state) const {
  EVP_MD_CTX_free(state);
}

void Sha256::add(std::string_view bytes) {
  if (EVP_DigestUpdate(state_.get(), bytes.data(), bytes.size()) != 1) std::abort();
}

std::string Sha256::hex() const {
  // Finishing ends a state, so a copy is finished and this one goes on.
  const std::unique_ptr<EVP_MD_CTX, Free> copy(EVP_MD_CTX_new());
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest = {};
  unsigned length = 0;
  if (!copy || EVP_MD_CTX_copy_ex(copy.get(), state_.get()) != 1 ||
      EVP_DigestFinal_ex(copy.get(), digest.data(), &length) != 1) {
    std::abort();
  }
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  for (unsigned i = 0; i < length; ++i) {
    hex += kDigits[digest[i] >> 4];
    hex += kDigits[digest[i] & 15];
  }
  return hex;
}

std::string sha256_hex(std::string_view bytes) {
  Sha256 digest;
  digest.add(bytes);
  return digest.hex();
}

Result<std::string> sha256_of_file(const fs::path& path) {
  const Descriptor file = TRY(open_for_reading(path));
  Sha256 digest;
  std::vector<char> room(kPiece);
  for (;;) {
    const std::string_view piece = TRY(read_piece(file, room, path));
    if (piece.empty()) return digest.hex();
    digest.add(piece);
  }
}

}  // namespace oi
