// The bytes are measured and digested through one descriptor, and the reader gets the same one, so
// the digest is of what was read; a change in between shows in the file's size or time and ends as
// Busy. The reader's messages go straight into the assembly.

#include "extract/extract.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "base/text.h"
#include "extract/assembly.h"

namespace oi {
namespace {

namespace fs = std::filesystem;

struct FileState {
  off_t size = 0;
  timespec changed{};
  bool operator==(const FileState& other) const {
    return size == other.size && changed.tv_sec == other.changed.tv_sec &&
           changed.tv_nsec == other.changed.tv_nsec;
  }
};

Result<FileState> state_of(const Descriptor& file, const fs::path& path) {
  struct stat status = {};
  if (::fstat(file.get(), &status) != 0) return system_error(errno, "cannot look at", path);
  return FileState{status.st_size, status.st_mtim};
}

Request request_for(const fs::path& name, const ExtractOptions& options) {
  Request request;
  const std::string extension = fold(name.extension().string());
  if (extension.size() > 1 && extension.size() <= kLongestExtension + 1)
    request.extension = extension.substr(1);
  request.limits = options.limits;
  request.passwords = options.passwords;
  return request;
}

// A file name may hold any bytes; names that are shown hold UTF-8.
std::string shown_name(const fs::path& path) {
  return repair_utf8(path.string()).text;
}

Result<std::string> digest_of(const Descriptor& file, const fs::path& path, const Job& job) {
  // Read and not mapped: a file of the user's may be cut short meanwhile, and a lost page would end
  // the program.
  std::string piece(1 << 20, '\0');
  Sha256 digest;
  for (off_t at = 0;;) {
    TRY(check(job));
    const ssize_t got = pread(file.get(), piece.data(), piece.size(), at);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error(errno, "cannot read", path);
    if (got == 0) break;
    digest.add(std::string_view(piece).substr(0, static_cast<size_t>(got)));
    at += got;
  }
  return digest.hex();
}

DocumentId id_of(const std::string& digest) {
  DocumentId id;
  (void)parse_id(digest.substr(0, 16), id);  // a digest is hex by construction
  return id;
}

Result<FileState> measured(const Descriptor& file, const fs::path& path, uint64_t largest) {
  const FileState state = TRY(state_of(file, path));
  if (state.size == 0) return Error{Code::Empty, "the file holds no bytes"};
  if (static_cast<uint64_t>(state.size) > largest)
    return Error{Code::TooLarge, "the file has " + std::to_string(state.size) +
                                     " bytes; the limit is " + std::to_string(largest)};
  return state;
}

Result<Done> read_into(Assembly& assembly, const ReaderStart& start, const Job& job) {
  const OnMessage on_message = [&](WireMessage&& message) -> Result<Done> {
    const auto* page = std::get_if<PageStart>(&message);
    if (page != nullptr) tell(job, Progress{"extracting", page->number, page->total});
    assembly.take(std::move(message));
    return Done{};
  };
  const ReaderEnd end = TRY(run_reader(start, on_message, job));
  if (end.how != ReaderEnd::How::Finished) return end.error;
  return Done{};
}

}  // namespace

Result<Document> extract(const fs::path& path, const ExtractOptions& options, const Job& job) {
  TRY(check(job));
  const Descriptor file = TRY(open_for_reading(path));
  const FileState before = TRY(measured(file, path, options.largest_file));
  Document document;
  std::error_code unknown_folder;
  document.path = fs::absolute(path, unknown_folder).lexically_normal().string();
  document.name = shown_name(path.filename());
  document.title = shown_name(path.stem());
  document.digest = TRY(digest_of(file, path, job));
  document.id = id_of(document.digest);

  const ReaderStart start{.program = options.reader,
                          .document = &file,
                          .request = request_for(path, options),
                          .times = options.times};
  Assembly assembly;
  TRY(read_into(assembly, start, job));
  const FileState after = TRY(state_of(file, path));
  if (!(after == before)) return Error{Code::Busy, "the file changed while it was read"};
  std::move(assembly).finish(document);
  if (trim(document.text).empty()) return Error{Code::Empty, "the document holds no text"};
  document.text_digest = sha256_hex(document.text);
  return document;
}

Document make_text_document(std::string_view source, std::string name, std::string title,
                            std::string text) {
  Document document;
  document.digest = sha256_hex(source);
  document.id = id_of(document.digest);
  document.title = title.empty() ? name : std::move(title);
  document.name = std::move(name);
  Utf8Repair repair = repair_utf8(text);
  if (repair.replaced > 0)
    document.problems.push_back({"invalid_utf8", "",
                                 std::to_string(repair.replaced) +
                                     " damaged places are shown as the replacement character"});
  document.text = std::move(repair.text);
  document.text_digest = sha256_hex(document.text);
  document.blocks = paragraph_blocks(document.text);
  document.counts.characters_seen = code_points(document.text);
  document.counts.characters_kept = document.counts.characters_seen;
  return document;
}

}  // namespace oi
