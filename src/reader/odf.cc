// OpenDocument packages: one part holds the content, another the styles and the heads and feet of
// pages. Text streams block by block, sheets row by row, slides page by page.

#include "reader/odf.h"

#include <algorithm>
#include <optional>
#include <set>

#include "base/text.h"
#include "reader/odf_sheet.h"

namespace oi {
namespace {

bool is_styles(std::string_view name) {
  return name == "office:automatic-styles" || name == "office:styles";
}

// What only holds blocks, and may hold the whole text.
bool is_container(std::string_view name) {
  static constexpr std::string_view kNames[] = {
      "office:document-content", "office:document", "office:body",         "office:text",
      "office:spreadsheet",      "office:drawing",  "office:presentation", "text:section",
      "text:table-of-content",   "text:index-body"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

bool is_before_body(std::string_view name) {
  return name == "office:scripts" || name == "office:script" || name == "office:font-face-decls" ||
         name == "office:font-decls" || name == "office:meta" || name == "office:settings" ||
         name == "office:master-styles";
}

struct Opened {
  Package package;
  OdfStyles styles;
  XmlPart common;  // styles.xml
};

Result<Opened> open(std::string_view bytes, Frames& out) {
  Package package = TRY(Package::open(bytes));
  Opened all{std::move(package), {}, {}};
  if (all.package.zip().recovered())
    TRY(out.problem(
        {"damaged_archive", "", "the file's directory is damaged; parts may be missing"}));
  if (!all.package.has("content.xml"))
    return Error{Code::Corrupt, "the document's content is missing"};
  if (const ZipMember* manifest = all.package.zip().find("META-INF/manifest.xml")) {
    const Result<std::string> text = all.package.zip().read(*manifest, 16 << 20);
    if (text.ok() && text.value().find("encryption-data") != std::string::npos)
      return Error{Code::PasswordRequired, "the document is encrypted"};
  }
  all.common = TRY(all.package.tree("styles.xml"));
  for (const XmlNode& node : all.common.root.children)
    if (is_styles(node.name)) all.styles.add(node);
  return all;
}

Result<std::string> meta_title(Package& package) {
  const XmlPart meta = TRY(package.tree("meta.xml"));
  const XmlNode* title = meta.root.at({"office:meta", "dc:title"});
  return title == nullptr ? std::string() : collapse_spaces(title->all_text());
}

Result<Done> tell(const XmlDamage& damage, Frames& out) {
  if (!damage) return Done{};
  return out.problem({"damaged_part", "content.xml", "the content is damaged: " + damage->what});
}

// Each page tells how many there are.
Result<uint32_t> count_pages(Package& package) {
  uint32_t pages = 0;
  size_t depth = 0;  // in a page
  XmlNames names;
  XmlEvents events;
  events.start = [&](std::string_view name, const XmlAttributes&) -> Result<Done> {
    if (depth > 0 || name == "draw:page") pages += depth++ == 0 ? 1 : 0;
    return Done{};
  };
  events.end = [&](std::string_view) -> Result<Done> {
    depth -= depth > 0 ? 1 : 0;
    return Done{};
  };
  events.text = [](std::string_view) -> Result<Done> { return Done{}; };
  TRY(parse_xml(package.source("content.xml"), names, events));
  return pages;
}

// Heads and feet, each once.
Result<Done> send_furniture(const XmlNode& styles, OdfFlow& flow) {
  std::set<std::string> seen;
  const XmlNode* masters = styles.child("office:master-styles");
  if (masters == nullptr) return Done{};
  for (const XmlNode& master : masters->children) {
    for (const XmlNode& part : master.children) {
      if (part.name.substr(0, 12) != "style:header" && part.name.substr(0, 12) != "style:footer")
        continue;
      std::string all;
      for (const std::string& line : odf_lines(part))
        all += (all.empty() ? "" : "\n") + line;
      if (!all.empty() && seen.insert(all).second)
        TRY(flow.send(BlockKind::Furniture, 0, std::move(all)));
    }
  }
  return Done{};
}

}  // namespace

Result<Done> read_odt(std::string_view bytes, const Request&, Frames& out) {
  Opened all = TRY(open(bytes, out));
  OdfFlow flow(all.package, all.styles, out);
  XmlNames names;
  XmlTrees trees;
  trees.cut = [](std::string_view name) { return !is_container(name); };
  trees.take = [&](XmlNode& tree) -> Result<Done> {
    if (is_styles(tree.name)) all.styles.add(tree);
    if (is_styles(tree.name) || is_before_body(tree.name)) return Done{};
    return flow.block(tree, BlockKind::Paragraph);
  };
  const XmlDamage damage = TRY(parse_trees(all.package.source("content.xml"), names, trees));
  TRY(tell(damage, out));
  TRY(flow.finish());
  TRY(send_furniture(all.common.root, flow));
  const std::string own = TRY(meta_title(all.package));
  TRY(out.title(flow.title().empty() ? own : flow.title()));
  if (!flow.sent()) return Error{Code::Empty, "the document holds no text"};
  return Done{};
}

Result<Done> read_ods(std::string_view bytes, const Request&, Frames& out) {
  Opened all = TRY(open(bytes, out));
  OdfFlow flow(all.package, all.styles, out);
  std::optional<OdfSheet> sheet;
  int nested = 0;
  bool header = false;
  XmlNames names;
  XmlTrees trees;
  trees.cut = [](std::string_view name) {
    return name == "table:table-row" || is_styles(name) || is_before_body(name) ||
           name == "table:shapes" || name == "office:forms" || name == "table:tracked-changes";
  };
  trees.enter = [&](std::string_view name, const XmlAttributes& attributes) -> Result<Done> {
    if (name == "table:table-header-rows") header = true;
    if (name == "table:table-column" && sheet && nested == 1) sheet->columns(attributes);
    if (name != "table:table" || ++nested > 1) return Done{};
    const std::string title(attributes["table:name"]);
    if (all.styles.resolve(attributes["table:style-name"]).hidden)
      TRY(out.problem(
          {"hidden_sheet", "sheet " + title, "the sheet is hidden; it is read all the same"}));
    TRY(flow.send(BlockKind::Heading, 1, title));
    sheet.emplace(title, out);
    return Done{};
  };
  std::vector<XmlNode> shapes;
  trees.take = [&](XmlNode& tree) -> Result<Done> {
    if (is_styles(tree.name)) all.styles.add(tree);
    if (tree.name == "table:shapes") shapes.push_back(std::move(tree));
    if (tree.name == "table:table-row" && sheet) TRY(sheet->row(tree, header));
    return Done{};
  };
  const auto close = [&]() -> Result<Done> {
    if (sheet) TRY(sheet->finish(out));
    sheet.reset();
    for (const XmlNode& one : shapes)
      TRY(flow.block(one, BlockKind::Paragraph));
    shapes.clear();
    return Done{};
  };
  trees.leave = [&](std::string_view name) -> Result<Done> {
    if (name == "table:table-header-rows") header = false;
    if (name != "table:table" || --nested > 0) return Done{};
    return close();
  };
  const XmlDamage damage = TRY(parse_trees(all.package.source("content.xml"), names, trees));
  TRY(close());
  TRY(tell(damage, out));
  TRY(flow.finish());
  const std::string own = TRY(meta_title(all.package));
  return out.title(own);
}

Result<Done> read_odp(std::string_view bytes, const Request&, Frames& out) {
  Opened all = TRY(open(bytes, out));
  OdfFlow flow(all.package, all.styles, out);
  XmlNames names;
  const uint32_t total = TRY(count_pages(all.package));
  uint32_t pages = 0;
  std::string title;
  XmlTrees trees;
  trees.cut = [](std::string_view name) { return !is_container(name); };
  trees.take = [&](XmlNode& tree) -> Result<Done> {
    if (is_styles(tree.name)) all.styles.add(tree);
    if (tree.name != "draw:page") return Done{};
    if (++pages > total) return Done{};
    TRY(out.page_start(total, 0, 0));
    if (all.styles.resolve(tree["draw:style-name"]).hidden)
      TRY(out.problem({"hidden_slide", "slide " + std::to_string(pages),
                       "the slide is hidden; it is read all the same"}));
    const auto is_title = [](const XmlNode& node) { return node["presentation:class"] == "title"; };
    for (const XmlNode& node : tree.children) {
      if (!is_title(node)) continue;
      std::string line;
      for (const std::string& part : odf_lines(node))
        line += (line.empty() ? "" : " ") + part;
      if (title.empty()) title = line;
      if (!line.empty()) TRY(flow.send(BlockKind::Heading, 1, std::move(line)));
    }
    for (const XmlNode& node : tree.children) {
      if (is_title(node)) continue;
      const bool notes = node.name == "presentation:notes";
      TRY(flow.block(node, notes ? BlockKind::Note : BlockKind::Paragraph));
    }
    TRY(flow.finish());
    return out.page_end();
  };
  const XmlDamage damage = TRY(parse_trees(all.package.source("content.xml"), names, trees));
  TRY(tell(damage, out));
  const std::string own = TRY(meta_title(all.package));
  TRY(out.title(title.empty() ? own : title));
  if (pages == 0) return Error{Code::Empty, "the presentation has no slide"};
  return Done{};
}

}  // namespace oi
