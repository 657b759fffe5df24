// Expat calls back for each element and text; an error of ours stops it. It protects itself from
// entities that grow, and we stop at the first one that is declared.

#include "reader/xml.h"

#include <expat.h>

#include <algorithm>

namespace oi {
namespace {

constexpr size_t kMostNames = 20'000;
constexpr std::string_view kOther = "?";
constexpr char kMark = '|';

struct Space {
  std::string_view uri;
  std::string_view prefix;
};
constexpr Space kSpaces[] = {
    {"http://schemas.openxmlformats.org/wordprocessingml/2006/main", "w:"},
    {"http://purl.oclc.org/ooxml/wordprocessingml/main", "w:"},
    {"http://schemas.openxmlformats.org/spreadsheetml/2006/main", "x:"},
    {"http://purl.oclc.org/ooxml/spreadsheetml/main", "x:"},
    {"http://schemas.openxmlformats.org/presentationml/2006/main", "p:"},
    {"http://purl.oclc.org/ooxml/presentationml/main", "p:"},
    {"http://schemas.openxmlformats.org/drawingml/2006/main", "a:"},
    {"http://purl.oclc.org/ooxml/drawingml/main", "a:"},
    {"http://schemas.openxmlformats.org/officeDocument/2006/relationships", "r:"},
    {"http://purl.oclc.org/ooxml/officeDocument/relationships", "r:"},
    {"http://schemas.openxmlformats.org/package/2006/relationships", "rel:"},
    {"http://schemas.openxmlformats.org/package/2006/metadata/core-properties", "cp:"},
    {"http://purl.org/dc/elements/1.1/", "dc:"},
    {"http://schemas.openxmlformats.org/markup-compatibility/2006", "mc:"},
    {"http://schemas.openxmlformats.org/officeDocument/2006/math", "m:"},
    {"http://purl.oclc.org/ooxml/officeDocument/math", "m:"},
    {"http://schemas.openxmlformats.org/drawingml/2006/chart", "c:"},
    {"http://purl.oclc.org/ooxml/drawingml/chart", "c:"},
    {"http://schemas.microsoft.com/office/drawing/2014/chartex", "cx:"},
    {"http://schemas.openxmlformats.org/drawingml/2006/diagram", "dgm:"},
    {"http://purl.oclc.org/ooxml/drawingml/diagram", "dgm:"},
    {"http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing", "xdr:"},
    {"http://purl.oclc.org/ooxml/drawingml/spreadsheetDrawing", "xdr:"},
    {"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing", "wp:"},
    {"http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing", "wp:"},
    {"http://schemas.microsoft.com/office/word/2010/wordprocessingShape", "wps:"},
    {"http://schemas.openxmlformats.org/drawingml/2006/picture", "pic:"},
    {"http://purl.oclc.org/ooxml/drawingml/picture", "pic:"},
    {"urn:schemas-microsoft-com:vml", "v:"},
    {"urn:schemas-microsoft-com:office:office", "o:"},
    {"http://schemas.microsoft.com/office/powerpoint/2018/8/main", "p188:"},
    {"http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments", "tc:"},
    {"urn:oasis:names:tc:opendocument:xmlns:office:1.0", "office:"},
    {"urn:oasis:names:tc:opendocument:xmlns:text:1.0", "text:"},
    {"urn:oasis:names:tc:opendocument:xmlns:table:1.0", "table:"},
    {"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0", "draw:"},
    {"urn:oasis:names:tc:opendocument:xmlns:presentation:1.0", "presentation:"},
    {"urn:oasis:names:tc:opendocument:xmlns:style:1.0", "style:"},
    {"urn:oasis:names:tc:opendocument:xmlns:meta:1.0", "meta:"},
    {"urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0", "fo:"},
    {"urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0", "svg:"},
    {"http://openoffice.org/2000/office", "office:"},
    {"http://openoffice.org/2000/text", "text:"},
    {"http://openoffice.org/2000/table", "table:"},
    {"http://openoffice.org/2000/drawing", "draw:"},
    {"http://openoffice.org/2000/presentation", "presentation:"},
    {"http://openoffice.org/2000/style", "style:"},
    {"http://openoffice.org/2000/meta", "meta:"},
    {"http://www.w3.org/1999/XSL/Format", "fo:"},
    {"http://www.w3.org/2000/svg", "svg:"},
    {"http://www.w3.org/1999/xlink", "xlink:"},
    {"http://www.w3.org/1998/Math/MathML", "math:"},
    {"http://www.idpf.org/2007/opf", "opf:"},
    {"http://openebook.org/namespaces/oeb-package/1.0/", "opf:"},
    {"urn:oasis:names:tc:opendocument:xmlns:container", "ocf:"},
    {"http://www.w3.org/XML/1998/namespace", "xml:"},
};

struct Run {
  XML_Parser parser = nullptr;
  XmlNames* names = nullptr;
  const XmlEvents* events = nullptr;
  size_t depth = 0;
  std::optional<Error> failed;  // of an event
  XmlDamage damage;

  void keep(Result<Done> outcome) {
    if (outcome.ok() || failed) return;
    failed = std::move(outcome).error();
    XML_StopParser(parser, XML_FALSE);
  }
  void stop(std::string what) {
    if (!damage) damage = Error{Code::Corrupt, std::move(what)};
    XML_StopParser(parser, XML_FALSE);
  }
  bool stopped() const { return failed.has_value() || damage.has_value(); }
};

Run& self(void* user) {
  return *static_cast<Run*>(user);
}

void on_start(void* user, const char* name, const char** attributes) {
  Run& run = self(user);
  if (run.stopped()) return;
  if (++run.depth > kDeepestXml) return run.stop("elements lie over 256 deep in each other");
  run.keep(run.events->start(run.names->shorten(name), XmlAttributes(*run.names, attributes)));
}

void on_end(void* user, const char* name) {
  Run& run = self(user);
  if (run.stopped()) return;
  --run.depth;
  run.keep(run.events->end(run.names->shorten(name)));
}

void on_text(void* user, const char* text, int size) {
  Run& run = self(user);
  if (!run.stopped()) run.keep(run.events->text({text, static_cast<size_t>(size)}));
}

void on_entity(void* user, const char*, int, const char*, int, const char*, const char*,
               const char*, const char*) {
  self(user).stop("it declares entities of its own");
}

struct Free {
  void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
};

constexpr size_t kNodeOverhead = sizeof(XmlNode) + 16;

}  // namespace

std::string_view XmlNames::shorten(const char* name) {
  const std::string_view key(name);
  const auto found = known_.find(key);
  if (found != known_.end()) return found->second;
  if (known_.size() >= kMostNames) return kOther;
  const size_t mark = key.rfind(kMark);
  std::string text;
  if (mark == std::string_view::npos) {
    text = key;
  } else {
    const auto* space = std::find_if(std::begin(kSpaces), std::end(kSpaces),
                                     [&](const Space& s) { return s.uri == key.substr(0, mark); });
    text = space == std::end(kSpaces) ? std::string(kOther)
                                      : std::string(space->prefix).append(key.substr(mark + 1));
  }
  return known_.emplace(std::string(key), std::move(text)).first->second;
}

std::string_view XmlAttributes::operator[](std::string_view name) const {
  const bool plain = name.find(':') == std::string_view::npos;
  for (const char** at = list_; *at != nullptr; at += 2)
    if (plain ? name == at[0] : names_.shorten(at[0]) == name) return at[1];
  return {};
}

Result<XmlDamage> parse_xml(const XmlSource& source, XmlNames& names, const XmlEvents& events) {
  const std::unique_ptr<XML_ParserStruct, Free> parser(XML_ParserCreateNS(nullptr, kMark));
  if (!parser) return Error{Code::TooLarge, "no memory to read XML"};
  Run run{parser.get(), &names, &events, 0, {}, {}};
  XML_SetUserData(parser.get(), &run);
  XML_SetElementHandler(parser.get(), on_start, on_end);
  XML_SetCharacterDataHandler(parser.get(), on_text);
  XML_SetEntityDeclHandler(parser.get(), on_entity);
  const auto feed = [&](std::string_view piece, bool last) -> Result<Done> {
    const XML_Status status =
        XML_Parse(parser.get(), piece.data(), static_cast<int>(piece.size()), last);
    if (run.failed) return *run.failed;
    if (status != XML_STATUS_OK && !run.damage)
      run.damage =
          Error{Code::Corrupt, "line " + std::to_string(XML_GetCurrentLineNumber(parser.get())) +
                                   ": " + XML_ErrorString(XML_GetErrorCode(parser.get()))};
    if (run.damage) return *run.damage;
    return Done{};
  };
  const Result<Done> given = source([&](std::string_view piece) { return feed(piece, false); });
  if (run.failed) return *std::move(run.failed);
  if (run.damage) return std::move(run.damage);
  if (!given.ok()) return XmlDamage(given.error());
  const Result<Done> last = feed({}, true);
  if (run.failed) return *std::move(run.failed);
  if (!last.ok()) return std::move(run.damage);
  return XmlDamage();
}

std::string_view XmlNode::operator[](std::string_view attribute) const {
  for (const auto& [key, value] : attributes)
    if (key == attribute) return value;
  return {};
}

const XmlNode* XmlNode::child(std::string_view child_name) const {
  for (const XmlNode& node : children)
    if (node.name == child_name) return &node;
  return nullptr;
}

const XmlNode* XmlNode::at(std::initializer_list<std::string_view> path) const {
  const XmlNode* node = this;
  for (const std::string_view step : path)
    if ((node = node->child(step)) == nullptr) break;
  return node;
}

std::string XmlNode::all_text() const {
  std::string all = text;
  for (const XmlNode& node : children)
    all += node.all_text();
  return all;
}

Result<XmlDamage> parse_trees(const XmlSource& source, XmlNames& names, const XmlTrees& trees) {
  std::vector<XmlNode> open;  // from the tree's root to where we are
  size_t used = 0;
  size_t skipped = 0;  // how deep we are in an element that is left out
  const auto close = [&]() -> Result<Done> {
    XmlNode node = std::move(open.back());
    open.pop_back();
    if (!open.empty()) {
      open.back().children.push_back(std::move(node));
      return Done{};
    }
    used = 0;
    return trees.take(node);
  };
  const auto spend = [&](size_t size) -> Result<Done> {
    used += size;
    if (used > kLargestTree)
      return Error{Code::TooLarge, "a part of the document is too large to be held at once"};
    return Done{};
  };
  XmlEvents events;
  events.start = [&](std::string_view name, const XmlAttributes& attributes) -> Result<Done> {
    if (open.empty() && !trees.cut(name))
      return trees.enter ? trees.enter(name, attributes) : Result<Done>(Done{});
    if (skipped > 0 || (!open.empty() && trees.skip && trees.skip(name))) {
      ++skipped;
      return Done{};
    }
    XmlNode node;
    node.name = name;
    size_t size = 2 * kNodeOverhead;
    attributes.each([&](std::string_view key, std::string_view value) {
      node.attributes.emplace_back(key, value);
      size += 64 + value.size();
    });
    open.push_back(std::move(node));
    return spend(size);
  };
  events.end = [&](std::string_view name) -> Result<Done> {
    if (skipped > 0) {
      --skipped;
      return Done{};
    }
    if (open.empty()) return trees.leave ? trees.leave(name) : Result<Done>(Done{});
    return close();
  };
  events.text = [&](std::string_view text) -> Result<Done> {
    if (open.empty() || skipped > 0) return Done{};
    std::vector<XmlNode>& children = open.back().children;
    if (children.empty() || !children.back().name.empty()) {
      TRY(spend(2 * kNodeOverhead));
      children.emplace_back();
    }
    children.back().text += text;
    return spend(text.size());
  };
  XmlDamage damage = TRY(parse_xml(source, names, events));
  while (!open.empty())
    TRY(close());
  return damage;
}

Result<XmlPart> parse_part(const XmlSource& source) {
  XmlPart part;
  bool taken = false;
  XmlTrees trees;
  trees.cut = [](std::string_view) { return true; };
  trees.take = [&](XmlNode& tree) -> Result<Done> {
    if (!taken) part.root = std::move(tree);
    taken = true;
    return Done{};
  };
  part.damage = TRY(parse_trees(source, *part.names, trees));
  return part;
}

}  // namespace oi
