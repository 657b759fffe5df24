// Blocks of text: paragraphs, headings, lists, tables, and the frames that are anchored in them.

#include <algorithm>

#include "base/text.h"
#include "reader/docx.h"
#include "reader/odf.h"
#include "reader/zip_drawing.h"

namespace oi {
namespace {

constexpr uint32_t kMostColumns = 16'384;
constexpr int64_t kMostSpan = 10'000;
constexpr int kDeepest = 24;

bool is_paragraph(std::string_view name) {
  return name == "text:p" || name == "text:h";
}

std::string joined(const std::vector<std::string>& lines, std::string_view with) {
  std::string all;
  for (const std::string& line : lines)
    all.append(all.empty() ? "" : with).append(line);
  return all;
}

std::string_view count_format(std::string_view format) {
  if (format == "a") return "lowerLetter";
  if (format == "A") return "upperLetter";
  if (format == "i") return "lowerRoman";
  return format == "I" ? "upperRoman" : format.empty() ? "none" : "decimal";
}

struct Row {
  const XmlNode* node = nullptr;
  bool header = false;
};

void gather_rows(const XmlNode& node, bool header, std::vector<Row>& rows) {
  for (const XmlNode& child : node.children) {
    if (child.name == "table:table-row") {
      rows.push_back({&child, header});
    } else if (child.name == "table:table-header-rows" || child.name == "table:table-rows" ||
               child.name == "table:table-row-group") {
      gather_rows(child, header || child.name == "table:table-header-rows", rows);
    }
  }
}

}  // namespace

Result<Done> OdfFlow::send(BlockKind kind, uint8_t level, std::string text) {
  TextRun run;
  run.block = kind;
  run.level = level;
  const bool list = kind == BlockKind::List;
  run.before = list && in_list_ ? TextRun::Break::Line : TextRun::Break::Paragraph;
  run.text = std::move(text);
  in_list_ = list;
  sent_ = true;
  return out_.run(std::move(run));
}

Result<Done> OdfFlow::paragraph(const XmlNode& node, BlockKind kind, const std::string& mark) {
  const OdfStyle style = styles_.resolve(node["text:style-name"]);
  OdfParagraph text;
  walk_odf(node, styles_, notes_, text);
  hidden_ += text.hidden;
  std::string line(trim(text.text));
  const bool hidden = style.hidden || node.name == "text:hidden-paragraph";
  if (hidden) {
    hidden_ += code_points(line);
    line.clear();
  }
  if (!line.empty()) {
    uint8_t level = 0;
    BlockKind own = kind;
    std::string number;  // of a heading that is in no list
    if (kind == BlockKind::Paragraph || kind == BlockKind::List) {
      const auto outline = static_cast<int>(
          odf_number(node["text:outline-level"], 1, 10, std::max(style.outline, 1)));
      if (style.name == "title") {
        own = BlockKind::Heading;
        level = 1;
        if (title_.empty()) title_ = line;
      } else if (node.name == "text:h") {
        own = BlockKind::Heading;
        level = static_cast<uint8_t>(std::min(outline, 6));
        if (mark.empty()) number = outline_mark(node, static_cast<size_t>(outline - 1));
      } else if (style.name == "quotations") {
        own = BlockKind::Quote;
      } else if (style.name == "caption" || style.name == "illustration" ||
                 style.name == "figure") {
        own = BlockKind::Caption;
      } else if (style.name == "preformatted text") {
        own = BlockKind::Code;
      }
    }
    const bool shown = own == BlockKind::List || own == kind;
    TRY(send(own, level,
             number + (shown ? mark : std::string(trim(mark)) + (mark.empty() ? "" : " ")) + line));
  }
  return behind(text, kind);
}

Result<Done> OdfFlow::behind(const OdfParagraph& paragraph, BlockKind kind) {
  const size_t first = notes_ - paragraph.notes.size();
  for (size_t i = 0; i < paragraph.notes.size(); ++i) {
    const XmlNode& note = *paragraph.notes[i];
    const XmlNode* text = note.child("text:note-body");
    if (text == nullptr) text = note.child("text:footnote-body");
    if (text == nullptr) text = note.child("text:endnote-body");
    if (text != nullptr)
      footnotes_.push_back("[" + std::to_string(first + i + 1) + "] " +
                           joined(odf_lines(*text), "\n"));
  }
  for (const XmlNode* comment : paragraph.comments) {
    std::string text = odf_comment(*comment);
    if (!text.empty()) TRY(send(BlockKind::Comment, 0, std::move(text)));
  }
  for (const XmlNode* one : paragraph.frames)
    TRY(frame(*one, kind == BlockKind::List ? BlockKind::Paragraph : kind));
  return Done{};
}

std::string OdfFlow::mark_of(const OpenList& open, size_t level) const {
  const OdfList* list = styles_.list(open.style);
  const std::string indent(2 * level, ' ');
  if (list == nullptr || !(*list)[level].numbered) return indent + "- ";
  const OdfListLevel& own = (*list)[level];
  std::string number;
  const size_t from = level + 1 - std::min(static_cast<size_t>(own.display), level + 1);
  for (size_t i = from; i <= level; ++i) {
    const std::string part = formatted_count(open.counts[i], count_format((*list)[i].format));
    if (!part.empty()) number += (number.empty() ? "" : ".") + part;
  }
  const std::string mark = own.prefix + number + own.suffix;
  return mark.empty() ? indent : indent + mark + " ";
}

// "1.2 " of a heading, which counts on.
std::string OdfFlow::outline_mark(const XmlNode& node, size_t level) {
  const OdfList* list = styles_.list(kOdfOutline);
  if (list == nullptr || level >= kOdfLevels || node["text:is-list-header"] == "true") return "";
  if (!outline_) {
    outline_ = OpenList{std::string(kOdfOutline), {}};
    for (size_t i = 0; i < kOdfLevels; ++i)
      outline_->counts[i] = (*list)[i].start - 1;
  }
  ++outline_->counts[level];
  for (size_t i = level + 1; i < kOdfLevels; ++i)
    outline_->counts[i] = (*list)[i].start - 1;
  const std::string mark((*list)[level].numbered ? trim(mark_of(*outline_, level)) : "");
  return mark.empty() ? mark : mark + " ";
}

// A list may go on where another one ended.
void OdfFlow::continue_counts(const XmlNode& node, OpenList& open) const {
  const std::string_view other = node["text:continue-list"];
  const bool same = node["text:continue-numbering"] == "true";
  if (other.empty() && !same) return;
  const auto found =
      ended_.find(other.empty() ? "style " + open.style : "id " + std::string(other));
  if (found != ended_.end()) open.counts = found->second.counts;
}

Result<Done> OdfFlow::list(const XmlNode& node, BlockKind kind, OpenList& open, size_t level) {
  if (level >= kOdfLevels) level = kOdfLevels - 1;
  if (!node["text:style-name"].empty()) open.style = node["text:style-name"];
  const OdfList* styles = styles_.list(open.style);
  const bool plain = kind != BlockKind::Paragraph && kind != BlockKind::List;
  open.counts[level] = (styles == nullptr ? 1 : (*styles)[level].start) - 1;
  if (level == 0) continue_counts(node, open);
  for (const XmlNode& item : node.children) {
    if (item.name != "text:list-item" && item.name != "text:list-header") continue;
    bool marked = item.name == "text:list-header";
    if (!item["text:start-value"].empty())
      open.counts[level] = odf_number(item["text:start-value"], 0, 1 << 30, 1) - 1;
    for (const XmlNode& child : item.children) {
      if (is_paragraph(child.name)) {
        if (!marked) ++open.counts[level];
        const std::string indent(2 * level + 2, ' ');
        TRY(paragraph(child, plain ? kind : BlockKind::List,
                      plain    ? ""
                      : marked ? indent
                               : mark_of(open, level)));
        marked = true;
      } else if (child.name == "text:list") {
        TRY(list(child, kind, open, level + 1));
      } else {
        TRY(block(child, kind));
      }
    }
  }
  constexpr size_t kMostEnded = 10'000;
  if (level > 0 || ended_.size() > kMostEnded) return Done{};
  ended_["style " + open.style] = open;
  if (!node["xml:id"].empty()) ended_["id " + std::string(node["xml:id"])] = open;
  return Done{};
}

Result<Done> OdfFlow::table(const XmlNode& node, BlockKind kind) {
  if (kind != BlockKind::Paragraph) {
    const std::string text = joined(odf_lines(node), " ");
    return text.empty() ? Result<Done>(Done{}) : send(kind, 0, text);
  }
  in_list_ = false;
  std::vector<Row> rows;
  gather_rows(node, false, rows);
  const bool told =
      std::any_of(rows.begin(), rows.end(), [](const Row& row) { return row.header; });
  if (!told && rows.size() > 1) rows[0].header = true;
  OdfParagraph hanging;
  TRY(out_.table_start(node["table:name"]));
  uint32_t number = 0;
  for (const Row& row : rows) {
    uint32_t column = 0;
    for (const XmlNode& cell : row.node->children) {
      const bool covered = cell.name == "table:covered-table-cell";
      if (cell.name != "table:table-cell" && !covered) continue;
      TextRun run;
      run.block = BlockKind::Table;
      run.row = number;
      run.column = static_cast<uint16_t>(std::min(column, kMostColumns - 1));
      run.columns =
          static_cast<uint16_t>(odf_number(cell["table:number-columns-spanned"], 1, kMostSpan, 1));
      run.rows =
          static_cast<uint16_t>(odf_number(cell["table:number-rows-spanned"], 1, kMostSpan, 1));
      run.header = row.header;
      OdfParagraph inner;
      for (const XmlNode& child : cell.children) {
        OdfParagraph text;
        if (is_paragraph(child.name)) {
          walk_odf(child, styles_, notes_, text);
          hidden_ += text.hidden;
        } else if (!child.name.empty()) {
          text.text = joined(odf_lines(child), " ");
        }
        const std::string line = collapse_spaces(text.text);
        if (!line.empty()) run.text += (run.text.empty() ? "" : " ") + line;
        const auto move = [](auto& from, auto& to) {
          to.insert(to.end(), from.begin(), from.end());
        };
        move(text.notes, hanging.notes);
        move(text.comments, hanging.comments);
        move(text.frames, hanging.frames);
      }
      column += static_cast<uint32_t>(
          odf_number(cell["table:number-columns-repeated"], 1, kMostColumns, 1));
      column = std::min(column, kMostColumns);
      sent_ = sent_ || !run.text.empty();
      TRY(out_.run(std::move(run)));
    }
    number += static_cast<uint32_t>(
        odf_number(row.node->operator[]("table:number-rows-repeated"), 1, kMostSpan, 1));
  }
  TRY(out_.table_end());
  return behind(hanging, kind);
}

Result<Done> OdfFlow::object(const std::string& path) {
  const std::string content = resolve_part("", path) + "/content.xml";
  if (!package_.has(content)) {
    const std::string file = resolve_part("", path);
    if (!package_.has(file)) return Done{};
    sent_ = true;
    return send_part_file(package_, file, out_);
  }
  const XmlPart tree = TRY(package_.tree(content));
  if (tree.root.name == "math:math") {
    std::string text;
    const std::function<void(const XmlNode&)> walk = [&](const XmlNode& node) {
      text += node.text;
      for (const XmlNode& child : node.children)
        if (child.name != "math:annotation") walk(child);
    };
    walk(tree.root);
    text = collapse_spaces(text);
    return text.empty() ? Result<Done>(Done{}) : send(BlockKind::Formula, 0, text);
  }
  for (std::string& line : odf_lines(tree.root))
    TRY(send(BlockKind::Paragraph, 0, std::move(line)));
  return Done{};
}

Result<Done> OdfFlow::frame(const XmlNode& node, BlockKind kind) {
  if (++depth_ > kDeepest) {
    --depth_;
    return Done{};
  }
  in_list_ = false;
  bool object_read = false;
  for (const XmlNode& child : node.children) {
    const std::string href(child["xlink:href"]);
    if (child.name == "draw:image") {
      // The picture beside an object only shows the object.
      const std::string part = resolve_part("", href);
      if (object_read || !package_.has(part)) continue;
      sent_ = true;
      TRY(send_part_picture(package_, part, "image " + std::to_string(++pictures_), out_));
    } else if (child.name == "draw:object" || child.name == "draw:object-ole") {
      object_read = child.name == "draw:object";
      TRY(object(href));
    } else if (child.name.substr(0, 5) == "draw:") {
      TRY(frame(child, kind));
    } else {
      TRY(block(child, kind));
    }
  }
  --depth_;
  return Done{};
}

Result<Done> OdfFlow::deletions(const XmlNode& node) {
  for (const XmlNode& region : node.children) {
    const XmlNode* deleted = region.child("text:deletion");
    if (deleted == nullptr) continue;
    std::string text = joined(odf_lines(*deleted), "\n");
    if (!text.empty()) deleted_.push_back(std::move(text));
  }
  return Done{};
}

Result<Done> OdfFlow::block(const XmlNode& node, BlockKind kind) {
  const std::string_view name = node.name;
  if (name.empty() || name == "office:forms" || name == "svg:title" || name == "svg:desc" ||
      name == "text:sequence-decls" || name == "office:event-listeners")
    return Done{};
  if (is_paragraph(name)) return paragraph(node, kind, "");
  if (name == "table:table") return table(node, kind);
  if (name == "text:tracked-changes") return deletions(node);
  if (name == "text:list" || name == "text:ordered-list" || name == "text:unordered-list") {
    OpenList open;
    return list(node, kind, open, 0);
  }
  if (name == "office:annotation") {
    std::string text = odf_comment(node);
    return text.empty() ? Result<Done>(Done{}) : send(BlockKind::Comment, 0, std::move(text));
  }
  if (name.substr(0, 5) == "draw:") return frame(node, kind);
  for (const XmlNode& child : node.children)
    TRY(block(child, kind));
  return Done{};
}

Result<Done> OdfFlow::finish() {
  in_list_ = false;
  for (std::string& text : footnotes_)
    TRY(send(BlockKind::Footnote, 0, std::move(text)));
  for (std::string& text : deleted_)
    TRY(send(BlockKind::Deleted, 0, std::move(text)));
  footnotes_.clear();
  deleted_.clear();
  const uint64_t hidden = hidden_;
  hidden_ = 0;
  return out_.dropped("hidden_text", hidden);
}

}  // namespace oi
