// Writes old workbooks for tests, record by record.
#pragma once

#include <cstring>

#include "compound_writer.h"

namespace oi::test {

inline std::string biff(uint16_t type, const std::string& content) {
  std::string record;
  put16(record, type);
  put16(record, static_cast<uint32_t>(content.size()));
  return record + content;
}
inline std::string numbers16(std::initializer_list<uint32_t> values) {
  std::string all;
  for (const uint32_t value : values)
    put16(all, value);
  return all;
}
inline std::string real(double value) {
  std::string bytes(8, '\0');
  std::memcpy(bytes.data(), &value, 8);
  return bytes;
}
// A length of two bytes, a flag, one byte a character.
inline std::string narrow_text(const std::string& text) {
  return numbers16({static_cast<uint32_t>(text.size())}) + '\0' + text;
}

struct XlsSheet {
  std::string name;
  std::string records;
  bool hidden = false;
};

// A workbook of version 8 (or 5, whose names have no flag).
inline std::string xls_stream(const std::string& shared, const std::vector<XlsSheet>& sheets,
                              bool version5 = false) {
  const uint32_t version = version5 ? 0x500 : 0x600;
  const auto bounds = [&](const std::vector<uint32_t>& places) {
    std::string all;
    for (size_t i = 0; i < sheets.size(); ++i) {
      std::string content;
      put32(content, places[i]);
      content += {static_cast<char>(sheets[i].hidden ? 1 : 0), '\0'};
      content += static_cast<char>(sheets[i].name.size());
      if (!version5) content += '\0';
      all += biff(0x85, content + sheets[i].name);
    }
    return all;
  };
  const std::string end = biff(0x0A, "");
  const std::string start = biff(0x809, numbers16({version, 5, 0, 0}));
  const std::string begin = biff(0x809, numbers16({version, 0x10, 0, 0}));
  std::vector<uint32_t> places(sheets.size(), 0);
  size_t at = start.size() + shared.size() + bounds(places).size() + end.size();
  for (size_t i = 0; i < sheets.size(); ++i) {
    places[i] = static_cast<uint32_t>(at);
    at += begin.size() + sheets[i].records.size() + end.size();
  }
  std::string stream = start + shared + bounds(places) + end;
  for (const XlsSheet& sheet : sheets)
    stream += begin + sheet.records + end;
  return stream;
}

inline std::string xls_file(const std::string& stream) {
  CompoundWriter writer;
  writer.stream("Workbook", stream);
  return writer.file();
}

}  // namespace oi::test
