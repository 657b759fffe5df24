// JSON, XML, YAML and logs: the first byte chooses which.
#include <array>

#include "fuzz/parsed.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  static const bool loaded = [] {
    oi::load_character_sets();
    return true;
  }();
  (void)loaded;
  if (size == 0) return 0;
  struct Row {
    oi::Kind kind;
    oi::fuzz::Parser read;
  };
  static constexpr std::array<Row, 4> kRows = {{{oi::Kind::Json, oi::read_json},
                                                {oi::Kind::Xml, oi::read_xml},
                                                {oi::Kind::Yaml, oi::read_yaml},
                                                {oi::Kind::Log, oi::read_log}}};
  const Row& row = kRows[bytes[0] % kRows.size()];
  oi::fuzz::run(row.read, row.kind, bytes + 1, size - 1);
  return 0;
}
