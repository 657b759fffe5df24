// An archive's members are files inside; its own text is their list, so that the archive can be
// found by what it holds. Names are only shown: nothing is unpacked to a path. A damaged or locked
// member is told and the next one is read. What an archive may unpack to is bounded by member, by
// total and by ratio; archives in archives are the engine's to count.

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <clocale>
#include <memory>

#include "base/text.h"
#include "reader/readers.h"

namespace oi {
namespace {

constexpr uint64_t kLargestMember = 500'000'000;  // no larger file is read, inside or by itself
// Text packs to a twentieth, a log of one line to less than a hundredth; a bomb to a thousandth.
constexpr uint64_t kFreeBytes = 100'000'000;
constexpr uint64_t kLargestRatio = 100;
constexpr size_t kLongestName = 400;

using OpenArchive = std::unique_ptr<archive, int (*)(archive*)>;

// Control characters of a name would break the list's lines.
std::string shown_name(std::string_view name) {
  const std::string repaired = repair_utf8(name).text;
  std::string shown;
  for (size_t at = 0; at < repaired.size() && shown.size() < kLongestName;) {
    const char32_t c = next_code_point(repaired, at);
    append_code_point(shown, c < 0x20 || (c >= 0x7F && c < 0xA0) ? 0xFFFD : c);
  }
  return shown;
}

std::string reason_of(archive* from) {
  const char* text = archive_error_string(from);
  return text == nullptr ? "damaged" : repair_utf8(text).text;
}

// In ZIP a name without a mark of its set is in the old one of DOS, or in whatever its writer used:
// where most of it is not ASCII, it is a script that DOS's set does not hold.
std::string utf8_name(const char* name, const ReadLimits& limits) {
  const std::string_view bytes(name);
  if (valid_utf8(bytes)) return std::string(bytes);
  const auto high =
      std::count_if(bytes.begin(), bytes.end(), [](char c) { return (c & 0x80) != 0; });
  const bool other_script = static_cast<size_t>(high) * 2 > bytes.size();
  for (const char* set : {other_script ? "" : "IBM437", "IBM437"}) {
    const Result<PlainText> decoded = decode_text(bytes, limits, set);
    if (decoded.ok()) return std::string(decoded->text());
  }
  return repair_utf8(bytes).text;
}

struct Member {
  std::string name;  // as it is told to the engine
  std::string shown;
  std::optional<uint64_t> size;
};

class Unpacking {
 public:
  Unpacking(archive* from, std::string_view bytes, const Request& request, Frames& out)
      : archive_(from), bytes_(bytes), request_(request), out_(out) {}

  Result<Done> run() {
    archive_entry* entry = nullptr;
    for (;;) {
      const int got = archive_read_next_header(archive_, &entry);
      if (got == ARCHIVE_EOF) break;
      if (got == ARCHIVE_RETRY) continue;
      if (got < ARCHIVE_WARN) {
        TRY(tell_damage());
        break;
      }
      TRY(take(entry));
      if (stopped_) break;
    }
    return conclude();
  }

 private:
  Result<Done> tell_damage() {
    const std::string reason = reason_of(archive_);
    const bool sealed = reason.find("ncrypt") != reason.npos || reason.find("rypto") != reason.npos;
    if (files_ == 0 && sealed)
      return Error{Code::PasswordRequired, "the archive's list of members is encrypted"};
    if (files_ == 0) return Error{Code::Corrupt, "the archive is damaged: " + reason};
    return out_.problem(
        {"archive_damaged", last_, "behind this member the archive is damaged: " + reason});
  }

  Result<Done> take(archive_entry* entry) {
    Member member;
    const char* name = archive_entry_pathname(entry);
    if (name == nullptr) name = archive_entry_pathname_utf8(entry);
    const bool raw = archive_format(archive_) == ARCHIVE_FORMAT_RAW;
    // Not packed at all: its member would be the file itself.
    if (raw && archive_filter_count(archive_) < 2)
      return Error{Code::Corrupt, "the file begins as an archive and is none"};
    // A packed single file may know its name; the library says "data" when it does not.
    if (name == nullptr || *name == '\0' || (raw && std::string_view(name) == "data"))
      member.name = raw ? "content" : "member " + std::to_string(files_ + 1);
    else
      member.name = utf8_name(name, request_.limits);
    member.shown = shown_name(member.name);
    last_ = member.shown;

    const char* target = archive_entry_hardlink(entry);
    if (target == nullptr) target = archive_entry_symlink(entry);
    if (target != nullptr) {
      ++files_;
      ++links_;
      return list(member.shown + " -> " + shown_name(target) + ", a link");
    }
    const auto type = archive_entry_filetype(entry);
    if (type == AE_IFDIR) return Done{};
    ++files_;
    if (type != AE_IFREG && type != 0) return list(member.shown + ", not a file");
    if (archive_entry_size_is_set(entry) != 0)
      member.size = static_cast<uint64_t>(std::max<la_int64_t>(0, archive_entry_size(entry)));
    if (archive_entry_is_encrypted(entry) != 0) {
      ++locked_;
      if (request_.passwords.empty()) return tell_locked(member);
    }
    return unpack(member);
  }

  Result<Done> tell_locked(const Member& member) {
    TRY(list(member.shown + ", encrypted"));
    return out_.problem({"member_encrypted", member.shown, "a member needs a password"});
  }

  Result<Done> unpack(const Member& member) {
    if (full_ || (member.size && *member.size > kLargestMember)) {
      TRY(list_file(member, member.size.value_or(0)));
      if (full_) ++left_out_;
      return full_ ? Done{} : out_.problem(too_large(member));
    }
    const Result<Done> started = out_.child_start(member.name);
    if (!started.ok()) {
      if (started.error().code != Code::TooLarge) return started;
      full_ = true;
      return unpack(member);
    }
    uint64_t written = 0;
    Result<Done> copied = copy(member, written);
    if (!copied.ok() && copied.error().code == Code::Io) return copied;
    TRY(out_.child_end(copied.ok()));
    if (copied.ok()) {
      ++read_;
      return list_file(member, written);
    }
    if (copied.error().code == Code::PasswordRequired) return tell_locked(member);
    TRY(list_file(member, member.size.value_or(written)));
    if (copied.error().code == Code::TooLarge)
      return out_.problem(
          {stopped_ ? "archive_bomb" : "member_too_large", member.shown, copied.error().what});
    return out_.problem({"member_damaged", member.shown, copied.error().what});
  }

  // Corrupt, PasswordRequired, TooLarge: of this member. Io: the engine is gone.
  Result<Done> copy(const Member& member, uint64_t& written) {
    static const std::string zeros(64 << 10, '\0');
    for (;;) {
      const void* block = nullptr;
      size_t size = 0;
      la_int64_t offset = 0;
      const int got = archive_read_data_block(archive_, &block, &size, &offset);
      if (got == ARCHIVE_EOF) return Done{};
      if (got == ARCHIVE_RETRY) continue;
      if (got != ARCHIVE_OK) return failed_block();
      while (offset > 0 && written < static_cast<uint64_t>(offset)) {  // a hole in a sparse file
        const uint64_t hole =
            std::min<uint64_t>(zeros.size(), static_cast<uint64_t>(offset) - written);
        TRY(put(member, std::string_view(zeros).substr(0, hole), written));
      }
      TRY(put(member, {static_cast<const char*>(block), size}, written));
    }
  }

  Error failed_block() {
    const std::string reason = reason_of(archive_);
    for (const std::string_view word : {"passphrase", "Passphrase", "ncrypt"})
      if (reason.find(word) != std::string::npos) return {Code::PasswordRequired, reason};
    return {Code::Corrupt, "a member is damaged: " + reason};
  }

  Result<Done> put(const Member& member, std::string_view bytes, uint64_t& written) {
    if (bytes.size() > kLargestMember - written)
      return Error{Code::TooLarge, too_large(member).what};
    written += bytes.size();
    unpacked_ += bytes.size();
    if (unpacked_ > kFreeBytes && unpacked_ / kLargestRatio > bytes_.size()) {
      stopped_ = true;
      return Error{Code::TooLarge, "the archive unpacks to over " + std::to_string(kLargestRatio) +
                                       " times its size: it is not read on"};
    }
    const Result<Done> sent = out_.child_bytes(bytes);
    if (!sent.ok() && sent.error().code == Code::TooLarge) full_ = true;
    return sent;
  }

  static Problem too_large(const Member& member) {
    return {"member_too_large", member.shown,
            "a member is larger than " + std::to_string(kLargestMember) + " bytes"};
  }

  Result<Done> list_file(const Member& member, uint64_t size) {
    return list(member.shown + ", " + std::to_string(size) + " bytes");
  }

  Result<Done> list(std::string line) {
    TextRun run;
    run.block = BlockKind::List;
    run.before = TextRun::Break::Line;
    run.text = std::move(line);
    return out_.run(std::move(run));
  }

  Result<Done> conclude() {
    if (files_ == 0) return Error{Code::Empty, "archive holds no files"};
    if (locked_ > 0 && locked_ + links_ == files_ && read_ == 0)
      return Error{Code::PasswordRequired, "every member of the archive is encrypted"};
    if (left_out_ > 0)
      TRY(out_.problem({"archive_members_left_out", "",
                        std::to_string(left_out_) + " of " + std::to_string(files_) +
                            " members are over the limits and not read"}));
    return Done{};
  }

  archive* archive_;
  std::string_view bytes_;
  const Request& request_;
  Frames& out_;
  std::string last_;
  uint64_t files_ = 0, links_ = 0, locked_ = 0, read_ = 0, left_out_ = 0;
  uint64_t unpacked_ = 0;
  bool full_ = false;     // no further child is taken
  bool stopped_ = false;  // nothing further is unpacked
};

}  // namespace

void load_archives() {
  // The library writes names in the locale's set; in any other one it would open tables from disk.
  std::setlocale(LC_CTYPE, "C.UTF-8");
}

Result<Done> read_archive(std::string_view bytes, const Request& request, Frames& out) {
  const OpenArchive opened(archive_read_new(), archive_read_free);
  archive* from = opened.get();
  if (from == nullptr) return Error{Code::TooLarge, "no memory for an archive"};
  for (const auto support : {archive_read_support_filter_gzip, archive_read_support_filter_bzip2,
                             archive_read_support_filter_xz, archive_read_support_filter_zstd,
                             archive_read_support_format_zip, archive_read_support_format_7zip,
                             archive_read_support_format_tar})
    if (support(from) < ARCHIVE_WARN) return Error{Code::Unsupported, reason_of(from)};
  // A single packed file; anything unpacked would pass for one, and was told from its first bytes.
  const bool packed = bytes.substr(0, 2) != "PK" && bytes.substr(0, 2) != "7z";
  if (packed) archive_read_support_format_raw(from);
  for (const std::string& password : request.passwords)
    if (!password.empty()) archive_read_add_passphrase(from, password.c_str());
  if (archive_read_open_memory(from, bytes.data(), bytes.size()) != ARCHIVE_OK)
    return Error{Code::Corrupt, "the file begins as an archive and is none: " + reason_of(from)};
  return Unpacking(from, bytes, request, out).run();
}

}  // namespace oi
