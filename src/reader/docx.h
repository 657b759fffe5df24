// What a DOCX paragraph looks like: its style, its number.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "reader/xml.h"
#include "types/document.h"

namespace oi {

constexpr size_t kListLevels = 9;

struct NumberRef {
  std::string list;  // numId; empty: none, "0": taken away
  int level = -1;    // -1: not said
};

// --- Styles
struct DocxStyle {
  std::string name;  // lower-case
  std::string base;
  int outline = -1;  // 0: heading 1; 9: body text; -1: not said
  int hidden = -1;   // 0, 1; -1: not said
  NumberRef number;
};

class DocxStyles {
 public:
  DocxStyles() = default;
  explicit DocxStyles(const XmlNode& root);
  // With what its bases say, loops broken. One that is not defined is empty.
  DocxStyle resolve(std::string_view id) const;
  std::string_view default_paragraph() const { return default_; }

 private:
  std::map<std::string, DocxStyle, std::less<>> styles_;
  std::string default_;
};

// Block kind and heading level by style and outline level.
struct Role {
  BlockKind block = BlockKind::Paragraph;
  uint8_t level = 0;
  bool title = false;
};
Role role_of(const DocxStyle& style, int outline);

// --- Numbering
class DocxNumbering {
 public:
  DocxNumbering() = default;
  DocxNumbering(const XmlNode& root, const DocxStyles& styles);
  // The mark of the next paragraph of this list: "1.2.", "a)", "-" for a bullet, "" for none. It
  // counts on. `style` finds the level where the reference does not say it.
  std::string next(const NumberRef& number, std::string_view style);
  int level_of(const NumberRef& number, std::string_view style) const;

 private:
  struct Level {
    int64_t start = 1;
    std::string format = "decimal";
    std::string text;
    std::string style;
    int restart = -1;
    bool legal = false;
  };
  struct Abstract {
    std::array<Level, kListLevels> levels;
    std::array<int64_t, kListLevels> counters = {};
    std::array<bool, kListLevels> begun = {};
    std::string style_link;
  };
  struct Number {
    std::string abstract;
    std::array<int64_t, kListLevels> start;  // -1: as the abstract list says
    std::map<size_t, Level> levels;
    bool used = false;
  };
  static Level level_from(const XmlNode& node);
  const Level& level(const Number& number, const Abstract& list, size_t at) const;

  std::map<std::string, Abstract, std::less<>> lists_;
  std::map<std::string, Number, std::less<>> numbers_;
};

// A count in a format's own digits: "iv", "AB", "07".
std::string formatted_count(int64_t count, std::string_view format);

// A number in an attribute, or `otherwise`.
int64_t attribute_number(std::string_view text, int64_t otherwise);
// False for an attribute of "0", "false", "off", "none"; true without one.
bool is_on(const XmlNode* flag);

// A character of a symbol font by its number there.
char32_t symbol_character(std::string_view font, uint32_t number);
// An equation in one line: "(a+b)/(2)", "x^(2)".
std::string linear_equation(const XmlNode& node);

}  // namespace oi
