// Writes small zip archives for tests.
#pragma once

#include <zlib.h>

#include <string>
#include <string_view>
#include <vector>

namespace oi::test {

class ZipWriter {
 public:
  ZipWriter& add(std::string_view name, std::string_view bytes, bool deflate = true) {
    const auto checksum = static_cast<uint32_t>(
        crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
    const std::string packed = deflate ? deflated(bytes) : std::string(bytes);
    std::string head;
    put(head, 20, 2), put(head, 0, 2), put(head, deflate ? 8 : 0, 2), put(head, 0, 4);
    put(head, checksum, 4), put(head, packed.size(), 4), put(head, bytes.size(), 4);
    put(head, name.size(), 2), put(head, 0, 2);
    directory_ += "PK\1\2";
    put(directory_, 20, 2);
    directory_ += head;
    put(directory_, 0, 2), put(directory_, 0, 2), put(directory_, 0, 2), put(directory_, 0, 4);
    put(directory_, bytes_.size(), 4);
    directory_ += name;
    bytes_.append("PK\3\4").append(head).append(name).append(packed);
    ++members_;
    return *this;
  }

  std::string bytes() const {
    std::string all = bytes_ + directory_ + "PK\5\6";
    put(all, 0, 4), put(all, members_, 2), put(all, members_, 2);
    put(all, directory_.size(), 4), put(all, bytes_.size(), 4), put(all, 0, 2);
    return all;
  }

 private:
  static void put(std::string& out, size_t value, int size) {
    for (int i = 0; i < size; ++i)
      out += static_cast<char>(value >> (8 * i) & 0xFF);
  }
  static std::string deflated(std::string_view bytes) {
    z_stream state = {};
    deflateInit2(&state, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&state, bytes.size()), '\0');
    state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    state.avail_in = static_cast<uInt>(bytes.size());
    state.next_out = reinterpret_cast<Bytef*>(out.data());
    state.avail_out = static_cast<uInt>(out.size());
    deflate(&state, Z_FINISH);
    out.resize(out.size() - state.avail_out);
    deflateEnd(&state);
    return out;
  }

  std::string bytes_, directory_;
  size_t members_ = 0;
};

}  // namespace oi::test
