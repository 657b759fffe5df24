// A slide's shapes, in the order in which they are read.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "reader/readers.h"
#include "reader/zip_package.h"

namespace oi {

// Where the placeholders of a layout or a master are, since those of a slide may leave it open.
struct Placeholder {
  Box box;
  bool placed = false;
  bool bullets = true;
};
class Placeholders {
 public:
  void add(const XmlNode& root);
  // By its number, else by its type; nothing when there is none.
  const Placeholder* find(std::string_view type, std::string_view index) const;

 private:
  std::map<std::string, Placeholder, std::less<>> by_index_, by_type_;
};

struct Shape {
  const XmlNode* node = nullptr;
  Box box;
  bool placed = false;
  std::string role;  // a placeholder's type; "text" for a shape of its own
  bool bullets = false;
};
// The shapes of a slide out of all their groups; titles first, then by rows.
std::vector<Shape> shapes_of(const XmlNode& slide, const Placeholders& placeholders);

}  // namespace oi
