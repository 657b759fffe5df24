// Writes Outlook messages for tests.
#pragma once

#include <utility>
#include <vector>

#include "compound_writer.h"

namespace oi::test {

class MsgWriter {
 public:
  MsgWriter() = default;

  // A property of text or bytes: "0037001F" and its content.
  void stream(const std::string& tag, const std::string& content, size_t storage = 0) {
    writer_.stream("__substg1.0_" + tag, content, storage);
  }
  // Properties of a fixed size at the root, a recipient, an attachment or a message inside.
  void fixed(const std::vector<std::pair<uint32_t, uint64_t>>& values, size_t head,
             size_t storage = 0) {
    std::string all(head, '\0');
    for (const auto& [tag, value] : values) {
      put32(all, tag);
      put32(all, 6);
      put32(all, static_cast<uint32_t>(value));
      put32(all, static_cast<uint32_t>(value >> 32));
    }
    writer_.stream("__properties_version1.0", all, storage);
  }
  size_t storage(const std::string& name, size_t parent = 0) {
    return writer_.storage(name, parent);
  }
  std::string file() const { return writer_.file(); }

 private:
  CompoundWriter writer_;
};

}  // namespace oi::test
