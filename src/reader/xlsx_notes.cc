// Remarks, drawings and charts of a sheet, each found by the sheet's relations.

#include <algorithm>

#include "base/text.h"
#include "reader/xlsx.h"
#include "reader/zip_drawing.h"

namespace oi {
namespace {

constexpr std::string_view kThreaded = "[Threaded comment]";

Result<Done> send_block(BlockKind kind, std::string text, Frames& out) {
  TextRun run;
  run.block = kind;
  run.before = TextRun::Break::Paragraph;
  run.text = std::move(text);
  return out.run(std::move(run));
}

// All text of runs in a remark, without how it is read aloud.
std::string remark_text(const XmlNode& node) {
  if (node.name == "x:t" || node.name == "tc:text") return node.all_text();
  std::string all;
  for (const XmlNode& child : node.children)
    if (child.name != "x:rPh") all += remark_text(child);
  return all;
}

Result<Done> send_remarks(Package& package, const std::string& part, bool threads_too,
                          Frames& out) {
  std::vector<std::string> authors;
  XmlNames names;
  XmlTrees trees;
  trees.cut = [](std::string_view name) {
    return name == "x:author" || name == "x:comment" || name == "tc:threadedComment";
  };
  trees.take = [&](XmlNode& tree) -> Result<Done> {
    if (tree.name == "x:author") {
      authors.push_back(collapse_spaces(tree.all_text()));
      return Done{};
    }
    const std::string text = collapse_spaces(remark_text(tree));
    if (text.empty()) return Done{};
    // What stands for a thread in older programs says that it does, and repeats it.
    if (threads_too && text.substr(0, kThreaded.size()) == kThreaded) return Done{};
    const std::string_view index = tree["authorId"];
    size_t author = authors.size();
    if (!index.empty() && index.size() < 6) {
      author = 0;
      for (const char c : index)
        author = author * 10 + static_cast<size_t>(std::clamp(c, '0', '9') - '0');
    }
    std::string line(tree["ref"]);
    if (author < authors.size() && !authors[author].empty()) line += ", " + authors[author];
    return send_block(BlockKind::Comment, line + (line.empty() ? "" : ": ") + text, out);
  };
  const XmlDamage damage = TRY(parse_trees(package.source(part), names, trees));
  if (damage) return out.problem({"damaged_part", part, "the part is damaged: " + damage->what});
  return Done{};
}

struct Drawn {
  std::vector<std::string> paragraphs, pictures, charts;
};

void look(const XmlNode& node, Drawn& drawn) {
  if (node.name == "a:p") {
    std::string line = collapse_spaces(drawing_paragraph(node));
    if (!line.empty()) drawn.paragraphs.push_back(std::move(line));
    return;
  }
  if (node.name == "a:blip") drawn.pictures.emplace_back(node["r:embed"]);
  if (node.name == "c:chart" || node.name == "cx:chart") drawn.charts.emplace_back(node["r:id"]);
  if (node.name == "dgm:relIds") drawn.charts.emplace_back(node["r:dm"]);
  if (node.name == "mc:AlternateContent") {
    const XmlNode* picked = node.child("mc:Choice");
    if (picked == nullptr) picked = node.child("mc:Fallback");
    if (picked != nullptr) look(*picked, drawn);
    return;
  }
  for (const XmlNode& child : node.children)
    look(child, drawn);
}

Result<Done> send_drawing(Package& package, const std::string& part, uint32_t& pictures,
                          Frames& out) {
  const XmlPart tree = TRY(package.tree(part));
  Drawn drawn;
  look(tree.root, drawn);
  for (std::string& line : drawn.paragraphs)
    TRY(send_block(BlockKind::Paragraph, std::move(line), out));
  const std::vector<Relation> relations = package.relations(part);
  for (const std::string& id : drawn.charts) {
    const Relation* relation = Package::by_id(relations, id);
    if (relation == nullptr || relation->external) continue;
    const std::vector<std::string> lines = TRY(drawing_lines(package, relation->target));
    for (const std::string& line : lines)
      TRY(send_block(BlockKind::Paragraph, line, out));
  }
  for (const std::string& id : drawn.pictures) {
    const Relation* relation = Package::by_id(relations, id);
    if (relation == nullptr || relation->external) continue;
    TRY(send_part_picture(package, relation->target, "image " + std::to_string(++pictures), out));
  }
  return Done{};
}

}  // namespace

Result<Done> send_over_cells(Package& package, const Sheet& sheet, uint32_t& pictures,
                             Frames& out) {
  const std::vector<Relation> relations = package.relations(sheet.part);
  const bool threads = !Package::target(relations, "threadedComment").empty();
  for (const Relation& relation : relations) {
    if (relation.external || !package.has(relation.target)) continue;
    const bool binary = last_word(relation.target).find(".bin") != std::string_view::npos;
    if (!binary && (relation.type == "comments" || relation.type == "threadedComment"))
      TRY(send_remarks(package, relation.target, threads, out));
    if (relation.type == "oleObject" || relation.type == "package")
      TRY(send_part_file(package, relation.target, out));
    if (relation.type == "drawing") TRY(send_drawing(package, relation.target, pictures, out));
  }
  return Done{};
}

}  // namespace oi
