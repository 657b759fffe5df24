// The bytes are measured and digested through one descriptor, and the reader gets the same one, so
// the digest is of what was read; a change in between shows in the file's size or time and ends as
// Busy. What the reader tells goes to a Reading.
//
// A file inside is written to a spool without a name and read in the same way, by a reader of its
// own, while the outer reader waits. So the members come out before the file that holds them.

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
#include "extract/reading.h"
#include "extract/spool.h"

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

Result<FileState> measured(const Descriptor& file, const fs::path& path, uint64_t largest) {
  const FileState state = TRY(state_of(file, path));
  if (state.size == 0) return Error{Code::Empty, "the file holds no bytes"};
  if (static_cast<uint64_t>(state.size) > largest)
    return Error{Code::TooLarge, "the file has " + std::to_string(state.size) +
                                     " bytes; the limit is " + std::to_string(largest)};
  return state;
}

// What the plain reader leaves to the other program: recordings, and pictures coded like films.
bool may_be_media(Kind kind) {
  return kind == Kind::Audio || kind == Kind::Video || kind == Kind::Image;
}

// Reads one file and, one level deeper, the files inside of it.
class Extraction {
 public:
  Extraction(const ExtractOptions& options, const Job& job)
      : options_(options), job_(job), limits_(options.limits) {}

  // `path` is what the document is called; the bytes come from `file`.
  Result<Document> read(const Descriptor& file, const fs::path& path, DocumentId parent,
                        uint32_t depth) {
    const FileState before = TRY(measured(file, path, options_.largest_file));
    Document document;
    document.parent = parent;
    document.path = path.string();
    document.name = shown_name(path.filename());
    document.title = shown_name(path.stem());
    document.digest = TRY(digest_of(file, path, job_));
    document.id = id_of_digest(document.digest);
    if (depth == 0) file_time_ = before.changed.tv_sec;
    document.dated = file_time_;

    Request request = request_for(path, options_);
    request.limits = limits_;
    ReaderStart start{
        .program = options_.reader, .document = &file, .request = request, .times = options_.times};
    TRY(read_with(start, document, depth));
    const FileState after = TRY(state_of(file, path));
    if (!(after == before)) return Error{Code::Busy, "the file changed while it was read"};
    if (trim(document.text).empty())
      document.problems.push_back({"no_text", "", nothing_in(document)});
    document.text_digest = sha256_hex(document.text);
    return document;
  }

 private:
  // Recordings have a reader of their own, whose libraries would slow every other file's start.
  Result<Done> read_with(ReaderStart& start, Document& document, uint32_t depth) {
    std::optional<Reading> reading(std::in_place, tools_for(start, document, depth), job_);
    const ReaderEnd first = TRY(run(start, *reading));
    const bool unread = first.how == ReaderEnd::How::Refused &&
                        first.error.code == Code::Unsupported && may_be_media(reading->kind());
    if (unread) {
      start.program = options_.reader.string() + "-media";
      reading.emplace(tools_for(start, document, depth), job_);
      const ReaderEnd second = TRY(run(start, *reading));
      if (second.how != ReaderEnd::How::Finished) return second.error;
    } else if (first.how != ReaderEnd::How::Finished) {
      return first.error;
    }
    return reading->finish(document);
  }

  Result<ReaderEnd> run(const ReaderStart& start, Reading& reading) {
    current_ = &reading;
    const OnMessage on_message = [&](WireMessage&& message) -> Result<Done> {
      return reading.take(std::move(message));
    };
    return run_reader(start, on_message, job_);
  }

  ReadingTools tools_for(const ReaderStart& start, const Document& document, uint32_t depth) {
    ReadingTools tools{options_.recogniser, options_.transcriber, {}, {}, {}};
    tools.render = [this, &start](const std::vector<uint32_t>& pages, float dpi,
                                  const OnPicture& take) {
      return render(start, pages, dpi, take);
    };
    if (!options_.on_member) return tools;
    tools.make_room = [this] { return open_spool(options_.spool); };
    tools.take_member = [this, &document, depth](const std::string& name, Descriptor&& file) {
      return take_member(document, name, std::move(file), depth);
    };
    return tools;
  }

  // A second reader of the same file, asked for nothing but pictures.
  Result<Done> render(const ReaderStart& start, const std::vector<uint32_t>& pages, float dpi,
                      const OnPicture& take) {
    for (size_t from = 0; from < pages.size(); from += kRenderPages) {
      ReaderStart part = start;
      const size_t to = std::min(pages.size(), from + kRenderPages);
      part.request.render.assign(pages.begin() + static_cast<ptrdiff_t>(from),
                                 pages.begin() + static_cast<ptrdiff_t>(to));
      part.request.dpi = dpi;
      TRY(render_part(part, take));
    }
    return Done{};
  }

  Result<Done> render_part(const ReaderStart& start, const OnPicture& take) {
    Bitmap bitmap;
    uint32_t page = 0;
    const OnMessage on_message = [&](WireMessage&& message) -> Result<Done> {
      if (const auto* begin = std::get_if<BitmapStart>(&message)) {
        page = begin->page;
        bitmap = {begin->width, begin->height, begin->dpi, {}};
        bitmap.grey.reserve(size_t{bitmap.width} * bitmap.height);
      }
      const auto* rows = std::get_if<BitmapRows>(&message);
      if (rows == nullptr) return Done{};
      bitmap.grey.insert(bitmap.grey.end(), rows->grey.begin(), rows->grey.end());
      if (bitmap.grey.size() < size_t{bitmap.width} * bitmap.height) return Done{};
      return take(page, std::move(bitmap));
    };
    const ReaderEnd end = TRY(run_reader(start, on_message, job_));
    // The text is not lost with the picture: what could not be looked at keeps its own layer.
    if (end.how != ReaderEnd::How::Finished)
      current_->add({"page_not_rendered", "", "pages could not be drawn: " + end.error.what});
    return Done{};
  }

  Result<Done> take_member(const Document& parent, const std::string& name, Descriptor&& file,
                           uint32_t depth) {
    Reading* const outer = current_;
    const auto put_back = [&] { current_ = outer; };
    const Result<FileState> state = state_of(file, name);
    if (state.ok())
      limits_.child_bytes -=
          std::min<uint64_t>(limits_.child_bytes, static_cast<uint64_t>(state.value().size));
    limits_.children -= std::min(limits_.children, 1U);
    if (depth >= options_.deepest) {
      outer->add({"member_too_deep", name,
                  "files over " + std::to_string(options_.deepest) + " deep are not read"});
      return Done{};
    }
    Result<Document> member =
        read(file, fs::path(parent.path) / member_path(name), parent.id, depth + 1);
    put_back();
    if (!member.ok() && member.error().code == Code::Cancelled) return std::move(member).error();
    if (member.ok()) return options_.on_member(std::move(member).value());
    const Error& error = member.error();
    outer->add({std::string("member_") + code_row(error.code).name, name, error.what});
    return Done{};
  }

  // A member's name is shown and never opened; it keeps its folders, without steps out of them.
  static fs::path member_path(const std::string& name) {
    fs::path safe;
    for (const fs::path& part : fs::path(name).relative_path().lexically_normal())
      if (part != ".." && part != "." && !part.empty()) safe /= part;
    return safe.empty() ? fs::path("unnamed") : safe;
  }

  static std::string nothing_in(const Document& document) {
    const bool recording = document.kind == Kind::Audio || document.kind == Kind::Video;
    if (recording) return "nothing is said in it";
    return "no text was found in it, so nothing of it can be searched";
  }

  const ExtractOptions& options_;
  int64_t file_time_ = 0;  // of the file; what is inside of it has no other
  const Job& job_;
  ReadLimits limits_;  // what is left of them for files inside
  Reading* current_ = nullptr;
};

}  // namespace

Result<Document> extract(const fs::path& path, const ExtractOptions& options, const Job& job) {
  TRY(check(job));
  const Descriptor file = TRY(open_for_reading(path));
  std::error_code unknown_folder;
  const fs::path absolute = fs::absolute(path, unknown_folder).lexically_normal();
  return Extraction(options, job).read(file, absolute, DocumentId{}, 0);
}

Document make_text_document(std::string_view source, std::string name, std::string title,
                            std::string text) {
  Document document;
  document.digest = sha256_hex(source);
  document.id = id_of_digest(document.digest);
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
