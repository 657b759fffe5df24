// How the characters and paragraphs of an old Word document look, as far as it says what they are.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "reader/doc_pieces.h"

namespace oi {

inline constexpr uint32_t kNoPicture = UINT32_MAX;

struct CharacterLook {
  bool deleted = false;  // by a tracked change
  bool hidden = false;
  bool bold = false, italic = false;
  uint16_t symbol = 0;            // the character that stands in place of a mark
  uint16_t symbol_font = 0;       // its font's number
  uint32_t picture = kNoPicture;  // where it lies in the stream "Data"
  uint16_t font = 0;              // of Western letters; 0 where it is that of the style
};

struct ParagraphLook {
  uint8_t heading = 0;  // level
  bool caption = false;
  uint16_t list = 0;    // the number of the list that counts it; 0: none
  int list_level = -1;  // -1: not said
  uint16_t style = 0;
  bool in_table = false;
  bool row_end = false;
  bool header_row = false;
  bool inner_cell_end = false;  // of a table inside of a cell
};

class DocLooks {
 public:
  DocLooks(const DocHead& head, std::string_view document, std::string_view table);
  CharacterLook character(uint32_t place) const;
  ParagraphLook paragraph(uint32_t place) const;

 private:
  // Bytes [from, to) of the document look so.
  struct Stretch {
    uint32_t from = 0, to = 0;
    std::string_view changes;
    uint16_t style = 0;
  };
  struct Style {
    uint8_t heading = 0;
    bool caption = false;
    int list = -1, list_level = -1;  // -1: not said
  };
  void read_styles(std::string_view sheet);
  static void read_list(std::string_view changes, Style& style);
  std::vector<Stretch> stretches(DocPlace where, bool paragraphs) const;
  void add_page(std::string_view page, bool paragraphs, std::vector<Stretch>& all) const;
  static const Stretch* find(const std::vector<Stretch>& all, uint32_t place);

  bool word6_ = false;
  std::string_view document_, table_;
  std::vector<Style> styles_;
  std::vector<Stretch> characters_, paragraphs_;
};

}  // namespace oi
