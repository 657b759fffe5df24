// The body is read one block at a time; footnotes, endnotes and comments follow it, headers and
// footers come last. What the parts hold as text is counted against what was reached, and a
// difference is told: a construct that this reader does not know must not lose text in silence.

#include "reader/docx.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "reader/docx_walk.h"
#include "reader/readers.h"
#include "reader/zip_drawing.h"
#include "reader/zip_package.h"

namespace oi {
namespace {

using Break = TextRun::Break;

constexpr uint64_t kMostSpan = 16'384;
constexpr int kDeepestBox = 16;

bool is_container(std::string_view name) {
  static constexpr std::string_view kNames[] = {
      "w:document", "w:body",     "w:sdt",     "w:sdtContent", "w:customXml",
      "w:smartTag", "w:hdr",      "w:ftr",     "w:footnotes",  "w:endnotes",
      "w:comments", "w:docParts", "w:docPart", "w:docPartBody"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

// What says nothing of text, and is most of a document's bytes.
bool is_passed_over(std::string_view name) {
  static constexpr std::string_view kNames[] = {"w:lang",
                                                "w:sz",
                                                "w:szCs",
                                                "w:color",
                                                "w:tcW",
                                                "w:tcBorders",
                                                "w:shd",
                                                "w:tblGrid",
                                                "w:tblBorders",
                                                "w:spacing",
                                                "w:ind",
                                                "w:proofErr",
                                                "w:b",
                                                "w:bCs",
                                                "w:i",
                                                "w:iCs",
                                                "w:u",
                                                "w:tblCellMar",
                                                "w:jc",
                                                "w:kern",
                                                "w:bookmarkStart",
                                                "w:bookmarkEnd",
                                                "w:noProof",
                                                "w:tabs",
                                                "w:pBdr",
                                                "w:sectPrChange",
                                                "w:rPrChange",
                                                "w:pPrChange",
                                                "w:tblPrChange",
                                                "w:tcPrChange",
                                                "w:trPrChange",
                                                "w:tblGridChange"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

// A paragraph of a list has its number even when it is empty, but not one that is taken out by a
// tracked change, or hidden, with its end.
bool is_counted(const XmlNode& paragraph, Surrounding around) {
  if (around.deleted || around.hidden) return false;
  const XmlNode* end = paragraph.at({"w:pPr", "w:rPr"});
  return end == nullptr || (end->child("w:del") == nullptr && !is_on(end->child("w:vanish")));
}

struct TableRow {
  const XmlNode* node = nullptr;
  bool header = false;
  bool deleted = false;
};

// The rows or cells of a table, through whatever wraps them.
template <typename Take>
void each_part(const XmlNode& node, std::string_view name, bool deleted, const Take& take) {
  for (const XmlNode& child : node.children) {
    if (child.name == name) {
      take(child, deleted);
    } else if (child.name != "w:tbl" && child.name != "w:tc" && child.name != "w:p") {
      each_part(child, name, deleted || child.name == "w:del" || child.name == "w:moveFrom", take);
    }
  }
}

class Writer {
 public:
  Writer(Package& package, Frames& out) : package_(package), out_(out) {}
  Result<Done> read();

 private:
  Result<Done> part(const std::string& name, BlockKind kind);
  Result<Done> notes(const std::string& name, std::string_view element);
  Result<Done> comments(const std::string& name);
  Result<Done> block(const XmlNode& node, Surrounding around);
  Result<Done> paragraph(const XmlNode& node, Surrounding around);
  Result<Done> behind(DocxParagraph& paragraph);
  Result<Done> table(const XmlNode& node, Surrounding around);
  Result<Done> send(BlockKind kind, uint8_t level, std::string text, Break before);
  Result<Done> references();
  Result<Done> tell(const std::string& part, const XmlDamage& damage);
  std::string flat_text(const XmlNode& node, Surrounding around, DocxParagraph& into, int depth);
  std::string mark_of(const XmlNode& node, const DocxStyle& style, std::string_view style_id,
                      int& level);

  Package& package_;
  Frames& out_;
  DocxState state_;
  std::vector<Relation> relations_;
  DocxParagraph waiting_;  // references that are sent when no table is open
  std::set<std::string, std::less<>> sent_parts_;
  BlockKind only_ = BlockKind::Paragraph;  // of a part that is all of one kind
  std::string mark_;                       // of a note, before its first paragraph
  std::string heading_;                    // the first of level 1, for want of a title
  bool titled_ = false;
  bool in_list_ = false;
  int boxes_ = 0;
  uint32_t pictures_ = 0;
  bool sent_ = false;
};

Result<Done> Writer::tell(const std::string& part, const XmlDamage& damage) {
  if (!damage) return Done{};
  return out_.problem({"damaged_part", part, "the part is damaged: " + damage->what});
}

Result<Done> Writer::send(BlockKind kind, uint8_t level, std::string text, Break before) {
  TextRun run;
  run.block = only_ == BlockKind::Paragraph || kind == BlockKind::Deleted ? kind : only_;
  run.level = run.block == BlockKind::Heading ? level : 0;
  run.before = before;
  run.text = std::move(text);
  sent_ = true;
  return out_.run(std::move(run));
}

std::string Writer::mark_of(const XmlNode& node, const DocxStyle& style, std::string_view style_id,
                            int& level) {
  NumberRef number = style.number;
  if (const XmlNode* own = node.at({"w:pPr", "w:numPr"})) {
    if (const XmlNode* list = own->child("w:numId")) number.list = (*list)["w:val"];
    if (const XmlNode* at = own->child("w:ilvl"))
      number.level = static_cast<int>(
          std::clamp<int64_t>(attribute_number((*at)["w:val"], 0), 0, kListLevels - 1));
  }
  level = -1;
  if (number.list.empty() || number.list == "0") return "";
  level = state_.numbering.level_of(number, style_id);
  return state_.numbering.next(number, style_id);
}

Result<Done> Writer::paragraph(const XmlNode& node, Surrounding around) {
  const XmlNode* properties = node.child("w:pPr");
  const XmlNode* named = properties == nullptr ? nullptr : properties->child("w:pStyle");
  const std::string style_id(named == nullptr ? state_.styles.default_paragraph()
                                              : (*named)["w:val"]);
  const DocxStyle style = state_.styles.resolve(style_id);
  const XmlNode* outline = properties == nullptr ? nullptr : properties->child("w:outlineLvl");
  Role role = role_of(
      style, outline == nullptr ? -1 : static_cast<int>(attribute_number((*outline)["w:val"], 9)));
  around.hidden = around.hidden || style.hidden == 1;
  DocxParagraph text;
  for (const XmlNode& child : node.children)
    walk_inline(child, around, state_, text);
  const std::string_view shown = trim(text.text);
  int level = -1;
  std::string mark = is_counted(node, around) ? mark_of(node, style, style_id, level) : "";
  if (!shown.empty()) {
    const bool list = level >= 0 && !mark.empty() && role.block == BlockKind::Paragraph;
    if (list) role.block = BlockKind::List;
    if (text.equation && role.block == BlockKind::Paragraph) role.block = BlockKind::Formula;
    if (role.title && !titled_) {
      titled_ = true;
      TRY(out_.title(shown));
    }
    if (role.level == 1 && heading_.empty()) heading_ = shown;
    std::string line = list ? std::string(2 * static_cast<size_t>(level), ' ') : std::string();
    line += mark_;
    if (!mark.empty()) line += mark + " ";
    mark_.clear();
    line += shown;
    TRY(send(role.block, role.level, std::move(line),
             list && in_list_ ? Break::Line : Break::Paragraph));
    in_list_ = list;
  }
  return behind(text);
}

// What hangs on a paragraph: text that was taken out, boxes, pictures.
Result<Done> Writer::behind(DocxParagraph& paragraph) {
  if (!trim(paragraph.deleted).empty()) {
    in_list_ = false;
    TRY(send(BlockKind::Deleted, 0, std::string(trim(paragraph.deleted)), Break::Paragraph));
  }
  const auto move = [](std::vector<std::string>& from, std::vector<std::string>& to) {
    to.insert(to.end(), from.begin(), from.end());
  };
  move(paragraph.pictures, waiting_.pictures);
  move(paragraph.objects, waiting_.objects);
  move(paragraph.charts, waiting_.charts);
  move(paragraph.diagrams, waiting_.diagrams);
  if (++boxes_ <= kDeepestBox) {
    for (const XmlNode* box : paragraph.boxes) {
      in_list_ = false;
      for (const XmlNode& child : box->children)
        TRY(block(child, {}));
    }
  }
  --boxes_;
  return references();
}

Result<Done> Writer::block(const XmlNode& node, Surrounding around) {
  const std::string_view name = node.name;
  if (name.empty() || name == "w:sdtPr" || name == "w:sectPr") return Done{};
  if (name == "w:p") return paragraph(node, around);
  if (name == "w:tbl") return table(node, around);
  if (name == "w:del" || name == "w:moveFrom") around.deleted = true;
  if (name == "mc:AlternateContent") {
    const XmlNode* picked = alternative(node, state_);
    if (picked == nullptr) return Done{};
    for (const XmlNode& child : picked->children)
      TRY(block(child, around));
    return Done{};
  }
  const bool inside = name == "w:r" || name == "w:hyperlink" || name == "m:oMathPara" ||
                      name == "m:oMath" || name == "w:commentRangeStart" ||
                      name == "w:commentRangeEnd" || name == "w:fldSimple" || name == "w:t";
  if (inside) {
    DocxParagraph text;
    walk_inline(node, around, state_, text);
    if (!trim(text.text).empty()) {
      const BlockKind kind = text.equation ? BlockKind::Formula : BlockKind::Paragraph;
      TRY(send(kind, 0, std::string(trim(text.text)), Break::Paragraph));
    }
    return behind(text);
  }
  for (const XmlNode& child : node.children)
    TRY(block(child, around));
  return Done{};
}

// Everything in a cell or a note in one line, with tables and boxes inside of it.
std::string Writer::flat_text(const XmlNode& node, Surrounding around, DocxParagraph& into,
                              int depth) {
  std::string all;
  const auto add = [&](std::string_view text) {
    const std::string line = collapse_spaces(text);
    if (!line.empty()) all += (all.empty() ? "" : " ") + line;
  };
  for (const XmlNode& child : node.children) {
    if (child.name == "w:p") {
      const XmlNode* named = child.at({"w:pPr", "w:pStyle"});
      const std::string style_id(named == nullptr ? state_.styles.default_paragraph()
                                                  : (*named)["w:val"]);
      DocxParagraph text;
      for (const XmlNode& inner : child.children)
        walk_inline(inner, around, state_, text);
      int level = -1;
      const DocxStyle style = state_.styles.resolve(style_id);
      std::string mark = is_counted(child, around) ? mark_of(child, style, style_id, level) : "";
      if (!trim(text.text).empty()) add(mark);
      add(text.text);
      if (depth < kDeepestBox)
        for (const XmlNode* box : text.boxes)
          add(flat_text(*box, {}, into, depth + 1));
      into.deleted += text.deleted.empty() ? "" : text.deleted + "\n";
      for (const auto field : {&DocxParagraph::pictures, &DocxParagraph::objects,
                               &DocxParagraph::charts, &DocxParagraph::diagrams})
        (into.*field).insert((into.*field).end(), (text.*field).begin(), (text.*field).end());
    } else if (child.name == "mc:AlternateContent") {
      if (const XmlNode* picked = alternative(child, state_))
        add(flat_text(*picked, around, into, depth));
    } else if (child.name == "w:r" || child.name == "w:hyperlink" || child.name == "m:oMath" ||
               child.name == "w:commentRangeStart" || child.name == "w:commentRangeEnd") {
      DocxParagraph text;
      walk_inline(child, around, state_, text);
      add(text.text);
      into.deleted += text.deleted;
    } else if (!child.name.empty() && child.name != "w:tcPr" && child.name != "w:sdtPr") {
      Surrounding inner = around;
      inner.deleted = inner.deleted || child.name == "w:del" || child.name == "w:moveFrom";
      add(flat_text(child, inner, into, depth));
    }
  }
  return all;
}

Result<Done> Writer::table(const XmlNode& node, Surrounding around) {
  if (boxes_ > kDeepestBox) return Done{};
  in_list_ = false;
  if (only_ != BlockKind::Paragraph) {  // a head or a note is all of its own kind
    DocxParagraph into;
    std::string line = mark_ + flat_text(node, around, into, 0);
    mark_.clear();
    TRY(send(only_, 0, std::move(line), Break::Paragraph));
    return behind(into);
  }
  std::vector<TableRow> rows;
  bool told = false;
  each_part(node, "w:tr", around.deleted, [&](const XmlNode& row, bool deleted) {
    const XmlNode* properties = row.child("w:trPr");
    const bool header = properties != nullptr && is_on(properties->child("w:tblHeader"));
    const bool taken = properties != nullptr && properties->child("w:del") != nullptr;
    told = told || header;
    rows.push_back({&row, header, deleted || taken});
  });
  if (!told && rows.size() > 1) {
    size_t first = 0;
    each_part(*rows[0].node, "w:tc", false, [&](const XmlNode&, bool) { ++first; });
    rows[0].header = first > 1;
  }

  struct Placed {
    const XmlNode* node = nullptr;
    TextRun run;
    bool deleted = false;
  };
  std::vector<Placed> cells;
  std::map<uint64_t, size_t> merging;  // by column: the cell that reaches down
  uint32_t number = 0;
  for (const TableRow& row : rows) {
    uint64_t column = 0;
    if (const XmlNode* before = row.node->at({"w:trPr", "w:gridBefore"}))
      column = static_cast<uint64_t>(
          std::clamp<int64_t>(attribute_number((*before)["w:val"], 0), 0, kMostSpan));
    each_part(*row.node, "w:tc", row.deleted, [&](const XmlNode& cell, bool deleted) {
      if (column >= kMostSpan) column = kMostSpan - 1;
      const XmlNode* properties = cell.child("w:tcPr");
      const XmlNode* span = properties == nullptr ? nullptr : properties->child("w:gridSpan");
      const uint64_t columns = span == nullptr ? 1
                                               : static_cast<uint64_t>(std::clamp<int64_t>(
                                                     attribute_number((*span)["w:val"], 1), 1,
                                                     static_cast<int64_t>(kMostSpan - column)));
      const XmlNode* merge = properties == nullptr ? nullptr : properties->child("w:vMerge");
      const bool goes_on = merge != nullptr && (*merge)["w:val"] != "restart";
      const auto above = merging.find(column);
      Placed placed;
      placed.node = &cell;
      placed.deleted = deleted;
      placed.run.row = number;
      placed.run.column = static_cast<uint16_t>(column);
      placed.run.rows = 1;
      placed.run.columns = static_cast<uint16_t>(columns);
      placed.run.header = row.header;
      if (goes_on && above != merging.end()) {
        uint16_t& height = cells[above->second].run.rows;
        if (height < 65'535) ++height;
      } else {
        merging.erase(column);
        if (merge != nullptr) merging[column] = cells.size();
      }
      cells.push_back(
          std::move(placed));  // text in a cell that is merged away is kept all the same
      column += columns;
    });
    ++number;
  }

  DocxParagraph into;
  TRY(out_.table_start(""));
  for (Placed& cell : cells) {
    cell.run.block = BlockKind::Table;
    cell.run.text = flat_text(*cell.node, {cell.deleted, around.hidden, {}}, into, 0);
    sent_ = sent_ || !cell.run.text.empty();
    TRY(out_.run(std::move(cell.run)));
  }
  TRY(out_.table_end());
  return behind(into);
}

Result<Done> Writer::references() {
  DocxParagraph now = std::move(waiting_);
  waiting_ = {};
  for (const std::string& id : now.pictures) {
    const Relation* relation = Package::by_id(relations_, id);
    if (relation == nullptr || relation->external) continue;
    if (!sent_parts_.insert(relation->target).second) continue;
    TRY(send_part_picture(package_, relation->target, "image " + std::to_string(++pictures_),
                          out_));
    sent_ = true;
  }
  for (const std::string& id : now.objects)
    if (const Relation* relation = Package::by_id(relations_, id))
      if (!relation->external && sent_parts_.insert(relation->target).second)
        TRY(send_part_file(package_, relation->target, out_));
  for (const auto& ids : {now.charts, now.diagrams}) {
    for (const std::string& id : ids) {
      const Relation* relation = Package::by_id(relations_, id);
      if (relation == nullptr || relation->external) continue;
      if (!sent_parts_.insert(relation->target).second) continue;
      const std::vector<std::string> lines = TRY(drawing_lines(package_, relation->target));
      for (const std::string& line : lines)
        TRY(send(BlockKind::Paragraph, 0, line,
                 &line == &lines[0] ? Break::Paragraph : Break::Line));
    }
  }
  return Done{};
}

Result<Done> Writer::part(const std::string& name, BlockKind kind) {
  if (name.empty() || !package_.has(name)) return Done{};
  only_ = kind;
  in_list_ = false;
  relations_ = package_.relations(name);
  XmlNames names;
  XmlTrees trees;
  trees.cut = [](std::string_view element) { return !is_container(element); };
  trees.skip = is_passed_over;
  trees.take = [&](XmlNode& tree) -> Result<Done> {
    state_.in_parts += text_characters(tree);
    return block(tree, {});
  };
  const XmlDamage damage = TRY(parse_trees(package_.source(name), names, trees));
  only_ = BlockKind::Paragraph;
  return tell(name, damage);
}

Result<Done> Writer::notes(const std::string& name, std::string_view element) {
  const bool footnote = element == "w:footnote";
  if (name.empty() || !package_.has(name)) return Done{};
  relations_ = package_.relations(name);
  only_ = BlockKind::Footnote;
  XmlNames names;
  XmlTrees trees;
  trees.cut = [&](std::string_view tag) { return tag == element; };
  trees.skip = is_passed_over;
  trees.take = [&](XmlNode& tree) -> Result<Done> {
    const std::string_view type = tree["w:type"];
    if (!type.empty() && type != "normal") return Done{};  // the lines that part notes from text
    state_.in_parts += text_characters(tree);
    mark_ = note_mark(tree["w:id"], footnote, state_) + " ";
    TRY(block(tree, {}));
    mark_.clear();
    return Done{};
  };
  const XmlDamage damage = TRY(parse_trees(package_.source(name), names, trees));
  only_ = BlockKind::Paragraph;
  return tell(name, damage);
}

Result<Done> Writer::comments(const std::string& name) {
  if (name.empty() || !package_.has(name)) return Done{};
  XmlNames names;
  XmlTrees trees;
  trees.cut = [](std::string_view tag) { return tag == "w:comment"; };
  trees.skip = is_passed_over;
  trees.take = [&](XmlNode& tree) -> Result<Done> {
    state_.in_parts += text_characters(tree);
    DocxParagraph into;
    const std::string text = flat_text(tree, {}, into, 0);
    if (text.empty()) return Done{};
    const auto anchor = state_.anchors.find(tree["w:id"]);
    const std::string on = anchor == state_.anchors.end() ? "" : collapse_spaces(anchor->second);
    std::string line(tree["w:author"]);
    if (!on.empty()) line += (line.empty() ? "" : " ") + ("on \"" + on + "\"");
    return send(BlockKind::Comment, 0, line + (line.empty() ? "" : ": ") + text, Break::Paragraph);
  };
  const XmlDamage damage = TRY(parse_trees(package_.source(name), names, trees));
  return tell(name, damage);
}

Result<Done> Writer::read() {
  std::string main = Package::target(package_.relations(""), "officeDocument");
  if (main.empty() || !package_.has(main)) main = "word/document.xml";
  if (!package_.has(main)) return Error{Code::Corrupt, "the document's main part is missing"};
  const std::vector<Relation> relations = package_.relations(main);
  const XmlPart styles = TRY(package_.tree(Package::target(relations, "styles")));
  state_.styles = DocxStyles(styles.root);
  const XmlPart numbering = TRY(package_.tree(Package::target(relations, "numbering")));
  state_.numbering = docx_numbering(numbering.root, state_.styles);

  TRY(part(main, BlockKind::Paragraph));
  TRY(notes(Package::target(relations, "footnotes"), "w:footnote"));
  TRY(notes(Package::target(relations, "endnotes"), "w:endnote"));
  TRY(comments(Package::target(relations, "comments")));
  for (const Relation& relation : relations)
    if (relation.type == "header" || relation.type == "footer")
      if (!relation.external && sent_parts_.insert(relation.target).second)
        TRY(part(relation.target, BlockKind::Furniture));
  for (const Relation& relation : relations)
    if ((relation.type == "package" || relation.type == "aFChunk") && !relation.external &&
        package_.has(relation.target) && sent_parts_.insert(relation.target).second) {
      TRY(send_part_file(package_, relation.target, out_));
      sent_ = true;
    }

  if (!titled_) {
    const std::string own = core_title(package_);
    TRY(out_.title(own.empty() ? heading_ : own));
  }
  TRY(out_.dropped("hidden_text", state_.hidden));
  if (state_.reached != state_.in_parts)
    TRY(out_.problem({"text_not_reached", "",
                      std::to_string(state_.reached) + " of " + std::to_string(state_.in_parts) +
                          " characters of the document's text were reached"}));
  if (!sent_) return Error{Code::Empty, "the document holds no text"};
  return Done{};
}

}  // namespace

Result<Done> read_docx(std::string_view bytes, const Request&, Frames& out) {
  Package package = TRY(Package::open(bytes));
  if (package.zip().recovered())
    TRY(out.problem(
        {"damaged_archive", "", "the file's directory is damaged; parts may be missing"}));
  return Writer(package, out).read();
}

}  // namespace oi
