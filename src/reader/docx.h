// What a DOCX paragraph looks like: its style, its number.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "reader/numbering.h"
#include "reader/xml.h"
#include "types/document.h"

namespace oi {

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
Numbering docx_numbering(const XmlNode& root, const DocxStyles& styles);

// A number in an attribute, or `otherwise`.
int64_t attribute_number(std::string_view text, int64_t otherwise);
// False for an attribute of "0", "false", "off", "none"; true without one.
bool is_on(const XmlNode* flag);

// An equation in one line: "(a+b)/(2)", "x^(2)".
std::string linear_equation(const XmlNode& node);

}  // namespace oi
