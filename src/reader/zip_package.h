// Office packages: parts, and the relations that lead from one to the next.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reader/xml.h"
#include "reader/zip.h"

namespace oi {

struct Relation {
  std::string id;
  std::string type;    // the last word of its address: "styles", "slide"
  std::string target;  // the part's name in the package; an address where it is external
  bool external = false;
};

class Package {
 public:
  static Result<Package> open(std::string_view bytes);

  Zip& zip() { return zip_; }
  // Of a part by its name; of the package itself for "". Sorted by id; none where there is no list.
  std::vector<Relation> relations(std::string_view part);
  // The part that a relation of this type leads to, or "".
  static std::string target(const std::vector<Relation>& relations, std::string_view type);
  static const Relation* by_id(const std::vector<Relation>& relations, std::string_view id);
  bool has(std::string_view part) const { return zip_.find(part) != nullptr; }
  // The bytes of a part as a source for the XML parser; one that is missing is damage.
  XmlSource source(std::string_view part);
  // A whole part as a tree; empty where it is missing.
  Result<XmlPart> tree(std::string_view part);
  Result<std::string> bytes(std::string_view part, uint64_t limit);

 private:
  explicit Package(Zip zip) : zip_(std::move(zip)) {}
  Zip zip_;
};

// The target as seen from a part: "../media/a.png" from "ppt/slides/slide1.xml".
std::string resolve_part(std::string_view from, std::string_view target);
// The last part of an address or path.
std::string_view last_word(std::string_view path);
// "title", "creator" and so on of the package's own properties.
std::string core_title(Package& package);

}  // namespace oi
