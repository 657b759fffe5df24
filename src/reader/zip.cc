// The directory at the end of the file tells where members are; their data is unpacked by zlib.
//
// Bombs: a member is refused once it is large and over kRatio times its packed size, and all that
// is read from one package has a limit, so members that share their bytes gain nothing.

#include "reader/zip.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>

namespace oi {
namespace {

constexpr uint64_t kAllBytes = 6ULL << 30;
constexpr uint64_t kRatio = 400;
constexpr uint64_t kRatioFrom = 32 << 20;  // a smaller member may be packed as well as it likes
constexpr size_t kPiece = 64 << 10;
constexpr uint32_t kLocal = 0x04034b50, kCentral = 0x02014b50;
constexpr uint32_t kEnd64 = 0x06064b50, kLocator64 = 0x07064b50;
constexpr size_t kEndSize = 22, kCentralSize = 46, kLocalSize = 30;

uint64_t number(std::string_view bytes, size_t at, size_t size) {
  uint64_t value = 0;
  for (size_t i = 0; i < size && at + i < bytes.size(); ++i)
    value |= uint64_t{static_cast<uint8_t>(bytes[at + i])} << (8 * i);
  return value;
}

std::string folded(std::string_view name) {
  while (!name.empty() && name.front() == '/')
    name.remove_prefix(1);
  std::string key(name);
  for (char& c : key) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '\\') c = '/';
  }
  return key;
}

std::string slashed(std::string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '\\', '/');
  return text;
}

// Where sizes do not fit 32 bits, an extra field holds those that are all ones, in this order.
void widen(ZipMember& member, std::string_view extra) {
  while (extra.size() >= 4) {
    const size_t size = number(extra, 2, 2);
    if (number(extra, 0, 2) == 1) {
      const std::string_view field = extra.substr(4, size);
      size_t at = 0;
      for (uint64_t* value : {&member.size, &member.packed, &member.offset}) {
        if (*value != 0xFFFFFFFF || at + 8 > field.size()) continue;
        *value = number(field, at, 8);
        at += 8;
      }
      return;
    }
    extra.remove_prefix(std::min(extra.size(), 4 + size));
  }
}

struct Directory {
  uint64_t at = 0, size = 0, offset = 0, count = 0;
};

bool find_directory(std::string_view bytes, Directory& found) {
  const size_t from = bytes.size() > 65'557 ? bytes.size() - 65'557 : 0;
  const size_t end = bytes.rfind(std::string_view("PK\5\6", 4));
  if (end == std::string_view::npos || end < from || end + kEndSize > bytes.size()) return false;
  found.count = number(bytes, end + 10, 2);
  found.size = number(bytes, end + 12, 4);
  found.offset = number(bytes, end + 16, 4);
  size_t behind = end;
  if (end >= 20 && number(bytes, end - 20, 4) == kLocator64) {
    const uint64_t at = number(bytes, end - 12, 8);
    if (at < bytes.size() && bytes.size() - at >= 56 && number(bytes, at, 4) == kEnd64) {
      found.count = number(bytes, at + 32, 8);
      found.size = number(bytes, at + 40, 8);
      found.offset = number(bytes, at + 48, 8);
      behind = at;
    }
  }
  if (found.size > behind) return false;
  found.at = behind - found.size;  // bytes may stand before the archive
  return true;
}

}  // namespace

Result<Zip> Zip::open(std::string_view bytes) {
  Zip zip;
  zip.bytes_ = bytes;
  Directory directory;
  const bool found = find_directory(bytes, directory);
  if (found) {
    const auto base = static_cast<int64_t>(directory.at) - static_cast<int64_t>(directory.offset);
    TRY(zip.list(bytes.substr(directory.at, directory.size), directory.count, base));
  }
  if (!found || zip.members_.empty()) TRY(zip.search());
  if (zip.members_.empty()) return Error{Code::Corrupt, "the zip archive holds no readable member"};
  zip.index();
  return zip;
}

void Zip::index() {
  for (size_t i = 0; i < members_.size(); ++i)
    by_name_.emplace(folded(members_[i].name), i);
}

Result<Done> Zip::list(std::string_view directory, uint64_t count, int64_t base) {
  size_t at = 0;
  while (at + kCentralSize <= directory.size() && number(directory, at, 4) == kCentral) {
    if (members_.size() >= kMostMembers)
      return Error{Code::TooLarge, "a zip archive of over 100000 members"};
    const size_t name = number(directory, at + 28, 2), extra = number(directory, at + 30, 2);
    const size_t comment = number(directory, at + 32, 2);
    if (directory.size() - at < kCentralSize + name + extra) break;
    ZipMember member;
    member.name = slashed(directory.substr(at + kCentralSize, name));
    member.encrypted = (number(directory, at + 8, 2) & 1) != 0;
    member.method = static_cast<uint16_t>(number(directory, at + 10, 2));
    member.checksum = static_cast<uint32_t>(number(directory, at + 16, 4));
    member.packed = number(directory, at + 20, 4);
    member.size = number(directory, at + 24, 4);
    member.offset = number(directory, at + 42, 4);
    widen(member, directory.substr(at + kCentralSize + name, extra));
    member.offset += static_cast<uint64_t>(base);
    members_.push_back(std::move(member));
    at += kCentralSize + name + extra + comment;
  }
  if (members_.size() < std::min<uint64_t>(count, kMostMembers)) {
    members_.clear();  // the directory breaks off: the members tell more
  }
  return Done{};
}

Result<Done> Zip::search() {
  recovered_ = true;
  for (size_t at = 0; (at = bytes_.find(std::string_view("PK\3\4", 4), at)) != bytes_.npos;) {
    if (at + kLocalSize > bytes_.size()) break;
    const size_t name = number(bytes_, at + 26, 2), extra = number(bytes_, at + 28, 2);
    const size_t data = at + kLocalSize + name + extra;
    if (data > bytes_.size()) break;
    if (members_.size() >= kMostMembers)
      return Error{Code::TooLarge, "a zip archive of over 100000 members"};
    ZipMember member;
    const uint64_t flags = number(bytes_, at + 6, 2);
    member.name = slashed(bytes_.substr(at + kLocalSize, name));
    member.encrypted = (flags & 1) != 0;
    member.method = static_cast<uint16_t>(number(bytes_, at + 8, 2));
    member.checksum = static_cast<uint32_t>(number(bytes_, at + 14, 4));
    member.packed = number(bytes_, at + 18, 4);
    member.size = number(bytes_, at + 22, 4);
    member.offset = at;
    member.sized = (flags & 8) == 0 && member.packed <= bytes_.size() - data;
    if (!member.sized) member.packed = member.size = bytes_.size() - data;
    at = member.sized ? data + member.packed : data;
    members_.push_back(std::move(member));
  }
  return Done{};
}

const ZipMember* Zip::find(std::string_view name) const {
  const auto found = by_name_.find(folded(name));
  return found == by_name_.end() ? nullptr : &members_[found->second];
}

Result<Done> Zip::count(uint64_t& have, uint64_t piece, uint64_t limit, uint64_t packed) {
  have += piece;
  read_ += piece;
  if (have > limit)
    return Error{Code::TooLarge, "a part of over " + std::to_string(limit >> 20) + " MiB"};
  if (have > kRatioFrom && have / kRatio > packed)
    return Error{Code::TooLarge, "a part that is packed as only a zip bomb is"};
  if (read_ > kAllBytes) return Error{Code::TooLarge, "parts of over 6 GiB together"};
  return Done{};
}

Result<Done> Zip::stream(const ZipMember& member, uint64_t limit, const Sink& sink) {
  if (member.encrypted) return Error{Code::PasswordRequired, "a member is encrypted"};
  if (member.method != 0 && member.method != 8)
    return Error{Code::Unsupported, "packing method " + std::to_string(member.method)};
  const uint64_t at = member.offset;
  if (at >= bytes_.size() || bytes_.size() - at < kLocalSize || number(bytes_, at, 4) != kLocal)
    return Error{Code::Corrupt, "a member is not where the archive says"};
  const uint64_t data = at + kLocalSize + number(bytes_, at + 26, 2) + number(bytes_, at + 28, 2);
  if (data > bytes_.size()) return Error{Code::Corrupt, "a member is cut off"};
  const std::string_view packed = bytes_.substr(data, member.packed);
  const bool cut = packed.size() < member.packed;
  uint64_t have = 0;
  uLong checksum = crc32(0, nullptr, 0);
  const Sink checked = [&](std::string_view piece) -> Result<Done> {
    TRY(count(have, piece.size(), limit, packed.size()));
    checksum = crc32(checksum, reinterpret_cast<const Bytef*>(piece.data()),
                     static_cast<uInt>(piece.size()));
    return sink(piece);
  };
  if (member.method == 0) {
    for (size_t from = 0; from < packed.size(); from += kPiece)
      TRY(checked(packed.substr(from, kPiece)));
  } else {
    TRY(inflate(member, packed, checked));
  }
  if (cut) return Error{Code::Corrupt, "a member is cut off"};
  if (member.sized && checksum != member.checksum)
    return Error{Code::Corrupt, "a member's checksum is wrong"};
  return Done{};
}

Result<Done> Zip::inflate(const ZipMember& member, std::string_view packed, const Sink& sink) {
  z_stream state = {};
  if (inflateInit2(&state, -MAX_WBITS) != Z_OK)
    return Error{Code::TooLarge, "no memory to unpack a member"};
  std::vector<char> out(kPiece);
  Result<Done> outcome = Done{};
  int status = Z_OK;
  size_t at = 0;
  while (status == Z_OK && outcome.ok()) {
    if (state.avail_in == 0 && at < packed.size()) {
      const std::string_view piece = packed.substr(at, 1 << 20);
      state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));
      state.avail_in = static_cast<uInt>(piece.size());
      at += piece.size();
    }
    state.next_out = reinterpret_cast<Bytef*>(out.data());
    state.avail_out = static_cast<uInt>(out.size());
    status = ::inflate(&state, Z_NO_FLUSH);
    const size_t have = out.size() - state.avail_out;
    if (have > 0) outcome = sink({out.data(), have});
    if (have == 0 && status == Z_OK && state.avail_in == 0 && at >= packed.size()) break;
  }
  inflateEnd(&state);
  TRY(std::move(outcome));
  if (status != Z_STREAM_END)
    return Error{Code::Corrupt, "the member " + member.name.substr(0, 100) + " is damaged"};
  return Done{};
}

Result<std::string> Zip::read(const ZipMember& member, uint64_t limit) {
  std::string whole;
  TRY(stream(member, limit, [&](std::string_view piece) -> Result<Done> {
    whole += piece;
    return Done{};
  }));
  return whole;
}

}  // namespace oi
