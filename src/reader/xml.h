// XML as events or as small trees, for the parts of office packages.
//
// Names are short: the namespaces of office formats, old and strict, become one fixed prefix each
// ("w:p"); a name without a namespace stands alone ("val") and any other is "?". No entity is ever
// expanded but the five of XML itself, no file is ever opened.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/result.h"

namespace oi {

inline constexpr size_t kDeepestXml = 256;

// The short names that were seen; they live as long as this does.
class XmlNames {
 public:
  std::string_view shorten(const char* name);

 private:
  struct Hash {
    using is_transparent = void;
    size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  std::unordered_map<std::string, std::string, Hash, std::equal_to<>> known_;
};

// Of one element; valid during the call alone.
class XmlAttributes {
 public:
  XmlAttributes(XmlNames& names, const char** list) : names_(names), list_(list) {}
  // The value, or an empty text.
  std::string_view operator[](std::string_view name) const;
  template <typename Each>
  void each(const Each& take) const {
    for (const char** at = list_; *at != nullptr; at += 2)
      take(names_.shorten(at[0]), std::string_view(at[1]));
  }

 private:
  XmlNames& names_;
  const char** list_;
};

struct XmlEvents {
  std::function<Result<Done>(std::string_view name, const XmlAttributes& attributes)> start;
  std::function<Result<Done>(std::string_view name)> end;
  std::function<Result<Done>(std::string_view text)> text;  // may come in pieces
};

// What is wrong with the XML itself, nothing when it is whole: what came before it has been told.
using XmlDamage = std::optional<Error>;
// Gives the bytes piece by piece.
using XmlSource = std::function<Result<Done>(const std::function<Result<Done>(std::string_view)>&)>;
// Fails with what an event fails with. What the source fails with is damage.
Result<XmlDamage> parse_xml(const XmlSource& source, XmlNames& names, const XmlEvents& events);

struct XmlNode {
  std::string_view name;  // empty: text
  std::string text;
  std::vector<std::pair<std::string_view, std::string>> attributes;
  std::vector<XmlNode> children;

  std::string_view operator[](std::string_view attribute) const;
  // The first child of that name, or nothing.
  const XmlNode* child(std::string_view child_name) const;
  // Along several names: at({"w:pPr", "w:pStyle"}).
  const XmlNode* at(std::initializer_list<std::string_view> path) const;
  // All text inside.
  std::string all_text() const;
};

// Trees of those elements for which `cut` is true, one after another: none lies inside of another,
// and each is gone after the call. One that damage breaks off is given as far as it came. Text
// outside of them is passed over. TooLarge: one tree needs over kLargestTree bytes.
inline constexpr size_t kLargestTree = 224 << 20;
struct XmlTrees {
  std::function<bool(std::string_view name)> cut;
  std::function<Result<Done>(XmlNode& tree)> take;
  // Elements that are left out of trees with all that is in them; none where this is empty.
  std::function<bool(std::string_view name)> skip = {};
  // Elements outside of trees, as they begin and end; may be empty.
  std::function<Result<Done>(std::string_view name, const XmlAttributes& attributes)> enter = {};
  std::function<Result<Done>(std::string_view name)> leave = {};
};
Result<XmlDamage> parse_trees(const XmlSource& source, XmlNames& names, const XmlTrees& trees);

// A whole small part as one tree; it holds the names that the nodes point to.
struct XmlPart {
  std::unique_ptr<XmlNames> names = std::make_unique<XmlNames>();
  XmlNode root;
  XmlDamage damage;
};
Result<XmlPart> parse_part(const XmlSource& source);

}  // namespace oi
