// Writes old presentations for tests: a list of slides, their shapes and notes.
#pragma once

#include "compound_writer.h"

namespace oi::test {

inline std::string ppt_record_of(uint16_t type, uint16_t instance, const std::string& content,
                                 bool container = false) {
  std::string record;
  put16(record, static_cast<uint32_t>(instance << 4 | (container ? 15 : 0)));
  put16(record, type);
  put32(record, static_cast<uint32_t>(content.size()));
  return record + content;
}
inline std::string ppt_container(uint16_t type, const std::string& content, uint16_t instance = 0) {
  return ppt_record_of(type, instance, content, true);
}
inline std::string ppt_numbers(std::initializer_list<uint32_t> values) {
  std::string all;
  for (const uint32_t value : values)
    put32(all, value);
  return all;
}
// A shape with a text box; `kind` as a text's header says.
inline std::string ppt_shape(uint32_t kind, const std::string& text, int placeholder = 0) {
  std::string content;
  if (placeholder > 0)
    content += ppt_container(
        0xF011, ppt_record_of(0x0BC3, 0, ppt_numbers({0, static_cast<uint32_t>(placeholder)})));
  content += ppt_container(
      0xF00D, ppt_record_of(0x0F9F, 0, ppt_numbers({kind})) + ppt_record_of(0x0FA8, 0, text));
  return ppt_container(0xF004, content);
}

struct PptSlideParts {
  std::string shapes;
  std::string notes = {};  // shapes of its notes
  std::string outline = {};
  std::string extra = {};
};

// The slides in the order of the list; they stand in the stream the other way round.
inline std::string ppt_file(const std::vector<PptSlideParts>& slides,
                            const std::string& master = "", uint32_t token = 0xE391C05F) {
  std::string stream;
  std::vector<uint32_t> places(2 + slides.size() * 2, 0);  // by number; 1 is the document
  const auto drawing = [](const std::string& shapes) {
    return ppt_container(0x040C, ppt_container(0xF002, ppt_container(0xF003, shapes)));
  };
  const uint32_t master_number = static_cast<uint32_t>(places.size());
  places.push_back(0);
  std::string list, note_list;
  for (size_t i = slides.size(); i-- > 0;) {
    const auto number = static_cast<uint32_t>(2 + i * 2), id = static_cast<uint32_t>(256 + i);
    const bool has_notes = !slides[i].notes.empty();
    places[number] = static_cast<uint32_t>(stream.size());
    stream += ppt_container(
        0x03EE, ppt_record_of(0x03EF, 0, ppt_numbers({0, 0, 0, 900, has_notes ? id : 0, 0})) +
                    drawing(slides[i].shapes) + slides[i].extra);
    if (has_notes) {
      places[number + 1] = static_cast<uint32_t>(stream.size());
      stream += ppt_container(0x03F0, drawing(slides[i].notes));
      note_list += ppt_record_of(0x03F3, 0, ppt_numbers({number + 1, 0, 0, id, 0}));
    }
    list = ppt_record_of(0x03F3, 0, ppt_numbers({number, 0, 0, id, 0})) + slides[i].outline + list;
  }
  places[master_number] = static_cast<uint32_t>(stream.size());
  stream += ppt_container(0x03F8, drawing(master));
  places[1] = static_cast<uint32_t>(stream.size());
  stream += ppt_container(
      0x03E8,
      ppt_record_of(0x03E9, 0, ppt_numbers({5760, 4320, 0, 0})) +
          ppt_container(0x0FF0,
                        ppt_record_of(0x03F3, 0, ppt_numbers({master_number, 0, 0, 900, 0})), 1) +
          ppt_container(0x0FF0, list, 0) + ppt_container(0x0FF0, note_list, 2));
  std::string directory = ppt_numbers({1 | static_cast<uint32_t>(places.size() - 1) << 20});
  for (size_t i = 1; i < places.size(); ++i)
    put32(directory, places[i]);
  const auto directory_at = static_cast<uint32_t>(stream.size());
  stream += ppt_record_of(0x1772, 0, directory);
  const auto edit_at = static_cast<uint32_t>(stream.size());
  stream += ppt_record_of(0x0FF5, 0, ppt_numbers({0, 0, 0, directory_at, 1, 0, 0}));
  CompoundWriter writer;
  writer.stream("PowerPoint Document", stream);
  writer.stream("Current User", ppt_record_of(0x0FF6, 0, ppt_numbers({20, token, edit_at, 0})));
  return writer.file();
}

}  // namespace oi::test
