// Slides in the order of the presentation, each a page: its shapes, then its notes and comments.

#include "reader/pptx.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "base/text.h"
#include "reader/zip_drawing.h"

namespace oi {
namespace {

using Break = TextRun::Break;

constexpr size_t kMostSlides = 50'000;
constexpr int kDeepestList = 9;
constexpr double kPoint = 12'700;

int64_t number_in(std::string_view text, int64_t otherwise) {
  int64_t value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  return parsed.ec == std::errc() ? value : otherwise;
}

uint64_t characters_in(const XmlNode& node) {
  if (node.name == "a:t") return code_points(node.all_text());
  uint64_t all = 0;
  for (const XmlNode& child : node.children)
    all += characters_in(child);
  return all;
}

// "3." for a paragraph that counts by itself, "-" for one with a sign, "" for none.
class ListMarks {
 public:
  std::string next(const XmlNode* properties, int level, bool bullets) {
    const auto at = static_cast<size_t>(level);
    std::fill(counts_.begin() + level + 1, counts_.end(), 0);
    const XmlNode* number = properties == nullptr ? nullptr : properties->child("a:buAutoNum");
    if (number == nullptr) {
      counts_[at] = 0;
      const bool none = properties != nullptr && properties->child("a:buNone") != nullptr;
      const bool sign = properties != nullptr && (properties->child("a:buChar") != nullptr ||
                                                  properties->child("a:buBlip") != nullptr);
      return sign || (bullets && !none) ? "-" : "";
    }
    if (counts_[at] == 0)
      counts_[at] = std::clamp<int64_t>(number_in((*number)["startAt"], 1), 1, 32'767) - 1;
    ++counts_[at];
    const std::string_view type = (*number)["type"];
    std::string text = std::to_string(counts_[at]);
    if (type.substr(0, 5) == "alpha" && counts_[at] <= 26) {
      const char first = type.substr(0, 7) == "alphaUc" ? 'A' : 'a';
      text = std::string(1, static_cast<char>(first + counts_[at] - 1));
    }
    const bool both = type.find("ParenBoth") != std::string_view::npos;
    if (both) return "(" + text + ")";
    return text + (type.find("ParenR") != std::string_view::npos ? ")" : ".");
  }

 private:
  std::vector<int64_t> counts_ = std::vector<int64_t>(kDeepestList + 1, 0);
};

class Writer {
 public:
  Writer(Package& package, Frames& out) : package_(package), out_(out) {}
  Result<Done> read();

 private:
  Result<Done> slide(const std::string& part, uint32_t number);
  Result<const Placeholders*> layout(const std::string& part);
  Result<Done> shape(const Shape& shape);
  Result<Done> body(const XmlNode& text, const Shape& shape, BlockKind kind);
  Result<Done> frame(const XmlNode& node, const Shape& shape);
  Result<Done> table(const XmlNode& node);
  Result<Done> lines(std::string_view id);
  Result<Done> picture(std::string_view id, const Box& box);
  Result<Done> notes(const std::string& part);
  Result<Done> comments(const std::string& part);
  Result<Done> send(TextRun run) { return out_.run(std::move(run)); }
  Result<Done> tell_damage(const XmlPart& part);

  Package& package_;
  Frames& out_;
  std::vector<Relation> relations_;  // of the slide
  std::map<std::string, std::string, std::less<>> authors_;
  std::map<std::string, Placeholders, std::less<>> layouts_;
  std::set<std::string> sent_;
  std::string where_;
  std::string title_;
  uint64_t reached_ = 0;
  uint32_t pictures_ = 0;  // on this slide
  float width_ = 0, height_ = 0;
};

Result<Done> Writer::tell_damage(const XmlPart& part) {
  if (!part.damage) return Done{};
  return out_.problem({"damaged_part", where_, "the part is damaged: " + part.damage->what});
}

Result<Done> Writer::body(const XmlNode& text, const Shape& shape, BlockKind kind) {
  ListMarks marks;
  bool list_goes_on = false;
  const bool title = shape.role == "title" || shape.role == "ctrTitle";
  TextRun heading;
  for (const XmlNode& node : text.children) {
    if (node.name != "a:p") continue;
    reached_ += characters_in(node);
    const std::string whole = drawing_paragraph(node);
    const std::string_view line = trim(whole);
    const XmlNode* properties = node.child("a:pPr");
    const auto level = static_cast<int>(
        properties == nullptr
            ? 0
            : std::clamp<int64_t>(number_in((*properties)["lvl"], 0), 0, kDeepestList - 1));
    if (line.empty()) continue;
    if (title) {  // a title of several lines is one
      heading.text += (heading.text.empty() ? "" : " ") + collapse_spaces(line);
      continue;
    }
    const std::string mark = marks.next(properties, level, shape.bullets);
    TextRun run;
    run.block = kind;
    run.before = Break::Paragraph;
    run.box = shape.box;
    if (!mark.empty() && kind == BlockKind::Paragraph) {
      run.block = BlockKind::List;
      run.text = std::string(2 * static_cast<size_t>(level), ' ') + mark + " ";
      if (list_goes_on) run.before = Break::Line;
    }
    list_goes_on = run.block == BlockKind::List;
    run.text += line;
    TRY(send(std::move(run)));
  }
  if (heading.text.empty()) return Done{};
  if (title_.empty()) title_ = heading.text;
  heading.block = BlockKind::Heading;
  heading.level = 1;
  heading.before = Break::Paragraph;
  heading.box = shape.box;
  return send(std::move(heading));
}

Result<Done> Writer::table(const XmlNode& node) {
  const XmlNode* properties = node.child("a:tblPr");
  const bool named = properties != nullptr &&
                     ((*properties)["firstRow"] == "1" || (*properties)["firstRow"] == "true");
  TRY(out_.table_start(""));
  uint32_t row = 0;
  for (const XmlNode& line : node.children) {
    if (line.name != "a:tr") continue;
    uint32_t column = 0;
    for (const XmlNode& cell : line.children) {
      if (cell.name != "a:tc") continue;
      reached_ += characters_in(cell);
      TextRun run;
      run.row = row;
      run.column = static_cast<uint16_t>(std::min<uint32_t>(column, UINT16_MAX - 1));
      run.rows =
          static_cast<uint16_t>(std::clamp<int64_t>(number_in(cell["rowSpan"], 1), 1, 10'000));
      run.columns = static_cast<uint16_t>(
          std::clamp<int64_t>(number_in(cell["gridSpan"], 1), 1, UINT16_MAX - run.column));
      run.header = named && row == 0;
      if (const XmlNode* text = cell.child("a:txBody"))
        for (const XmlNode& paragraph : text->children)
          if (paragraph.name == "a:p") {
            const std::string part = collapse_spaces(drawing_paragraph(paragraph));
            if (!part.empty()) run.text += (run.text.empty() ? "" : " ") + part;
          }
      ++column;
      TRY(send(std::move(run)));
    }
    ++row;
  }
  return out_.table_end();
}

// A chart's or a diagram's own part.
Result<Done> Writer::lines(std::string_view id) {
  const Relation* relation = Package::by_id(relations_, id);
  if (relation == nullptr || relation->external) return Done{};
  const std::vector<std::string> all = TRY(drawing_lines(package_, relation->target));
  bool first = true;
  for (const std::string& line : all) {
    TextRun run;
    run.before = first ? Break::Paragraph : Break::Line;
    run.text = line;
    first = false;
    TRY(send(std::move(run)));
  }
  return Done{};
}

Result<Done> Writer::picture(std::string_view id, const Box& box) {
  const Relation* relation = Package::by_id(relations_, id);
  if (relation == nullptr || relation->external) return Done{};
  ++pictures_;
  if (!sent_.insert(relation->target).second) return Done{};  // a logo on every slide, read once
  const Result<std::string> bytes = package_.bytes(relation->target, 256 << 20);
  BitmapStart where;
  where.name = "image " + std::to_string(pictures_);
  where.box = box;
  if (!bytes.ok())
    return out_.problem({"picture_unreadable", where_ + ", " + where.name, bytes.error().what});
  return send_picture(bytes.value(), std::move(where), out_);
}

// Whatever a frame or a picture holds; text of unheard-of elements is found here too.
Result<Done> Writer::frame(const XmlNode& node, const Shape& shape) {
  if (node.name == "a:tbl") return table(node);
  if (node.name == "c:chart" || node.name == "cx:chart") return lines(node["r:id"]);
  if (node.name == "dgm:relIds") return lines(node["r:dm"]);
  if (node.name == "a:blip") return picture(node["r:embed"], shape.box);
  if (node.name == "p:txBody" || node.name == "a:txBody")
    return body(node, shape, BlockKind::Paragraph);
  if (node.name == "mc:AlternateContent") {
    const XmlNode* picked = node.child("mc:Choice");
    if (picked == nullptr) picked = node.child("mc:Fallback");
    return picked == nullptr ? Result<Done>(Done{}) : frame(*picked, shape);
  }
  if (node.name == "p:oleObj") {
    const Relation* relation = Package::by_id(relations_, node["r:id"]);
    if (relation != nullptr && !relation->external && sent_.insert(relation->target).second)
      TRY(send_part_file(package_, relation->target, out_));
  }
  for (const XmlNode& child : node.children)
    TRY(frame(child, shape));
  return Done{};
}

Result<Done> Writer::shape(const Shape& shape) {
  const XmlNode& node = *shape.node;
  const bool furniture =
      shape.role == "ftr" || shape.role == "sldNum" || shape.role == "dt" || shape.role == "hdr";
  for (const XmlNode& child : node.children) {
    if (child.name == "p:txBody" && furniture) {
      TRY(body(child, shape, BlockKind::Furniture));
    } else {
      TRY(frame(child, shape));
    }
  }
  return Done{};
}

Result<Done> Writer::notes(const std::string& part) {
  const XmlPart tree = TRY(package_.tree(part));
  TRY(tell_damage(tree));
  for (Shape& shape : shapes_of(tree.root, {})) {
    if (shape.role == "sldNum" || shape.role == "dt" || shape.role == "hdr" ||
        shape.role == "ftr" || shape.role == "sldImg")
      continue;
    shape.box = {};  // it is a place on another sheet
    shape.bullets = false;
    if (const XmlNode* text = shape.node->child("p:txBody"))
      TRY(body(*text, shape, BlockKind::Note));
  }
  return Done{};
}

Result<Done> Writer::comments(const std::string& part) {
  XmlNames names;
  XmlTrees trees;
  trees.cut = [](std::string_view name) { return name == "p:cm" || name == "p188:cm"; };
  trees.take = [&](XmlNode& tree) -> Result<Done> {
    const auto author = authors_.find(tree["authorId"]);
    const std::string who = author == authors_.end() ? "" : author->second + ": ";
    const auto say = [&](const std::string& text) -> Result<Done> {
      if (text.empty()) return Done{};
      TextRun run;
      run.block = BlockKind::Comment;
      run.before = Break::Paragraph;
      run.text = who + text;
      return send(std::move(run));
    };
    if (const XmlNode* text = tree.child("p:text")) return say(collapse_spaces(text->all_text()));
    // Newer ones are bodies of paragraphs, with their replies.
    std::vector<const XmlNode*> open = {&tree};
    while (!open.empty()) {
      const XmlNode* node = open.back();
      open.pop_back();
      if (node->name == "a:p") TRY(say(collapse_spaces(drawing_paragraph(*node))));
      for (auto child = node->children.rbegin(); child != node->children.rend(); ++child)
        open.push_back(&*child);
    }
    return Done{};
  };
  const XmlDamage damage = TRY(parse_trees(package_.source(part), names, trees));
  if (!damage) return Done{};
  return out_.problem({"damaged_part", where_, "the comments are damaged: " + damage->what});
}

// Slides share few layouts, so each is read once.
Result<const Placeholders*> Writer::layout(const std::string& part) {
  const auto known = layouts_.find(part);
  if (known != layouts_.end()) return &known->second;
  Placeholders placeholders;
  const XmlPart own = TRY(package_.tree(part));
  placeholders.add(own.root);
  const XmlPart master =
      TRY(package_.tree(Package::target(package_.relations(part), "slideMaster")));
  placeholders.add(master.root);
  return &layouts_.emplace(part, std::move(placeholders)).first->second;
}

Result<Done> Writer::slide(const std::string& part, uint32_t number) {
  where_ = "slide " + std::to_string(number);
  pictures_ = 0;
  reached_ = 0;
  if (!package_.has(part))
    return out_.problem({"part_missing", where_, "the slide is not in the file"});
  const XmlPart tree = TRY(package_.tree(part));
  TRY(tell_damage(tree));
  relations_ = package_.relations(part);
  if (tree.root["show"] == "0" || tree.root["show"] == "false")
    TRY(out_.problem({"hidden_slide", where_, "the slide is hidden; it is read all the same"}));
  const Placeholders* known = TRY(layout(Package::target(relations_, "slideLayout")));
  const std::vector<Shape> shapes = shapes_of(tree.root, *known);
  for (const Shape& one : shapes)
    TRY(shape(one));
  uint64_t there = 0;
  for (const Shape& one : shapes)
    there += characters_in(*one.node);
  if (reached_ < there)
    TRY(out_.problem({"text_not_reached", where_,
                      std::to_string(reached_) + " of " + std::to_string(there) +
                          " characters of the slide's text were reached"}));
  const std::vector<Relation> own = relations_;
  for (const Relation& relation : own) {
    if (relation.external || !package_.has(relation.target)) continue;
    if (relation.type == "notesSlide") TRY(notes(relation.target));
  }
  for (const Relation& relation : own)
    if (relation.type == "comments" && !relation.external && package_.has(relation.target))
      TRY(comments(relation.target));
  return Done{};
}

Result<Done> Writer::read() {
  std::string main = Package::target(package_.relations(""), "officeDocument");
  if (main.empty() || !package_.has(main)) main = "ppt/presentation.xml";
  if (!package_.has(main)) return Error{Code::Corrupt, "the presentation's main part is missing"};
  const XmlPart tree = TRY(package_.tree(main));
  where_ = "the presentation";
  TRY(tell_damage(tree));
  const std::vector<Relation> relations = package_.relations(main);
  if (const XmlNode* size = tree.root.child("p:sldSz")) {
    const auto points = [&](const char* name) {
      return static_cast<float>(
          std::clamp(static_cast<double>(number_in((*size)[name], 0)) / kPoint, 0.0, 14'400.0));
    };
    width_ = points("cx");
    height_ = points("cy");
    if (width_ == 0 || height_ == 0) width_ = height_ = 0;
  }
  for (const Relation& relation : relations) {
    if (relation.type != "commentAuthors" && relation.type != "authors") continue;
    const XmlPart authors = TRY(package_.tree(relation.target));
    for (const XmlNode& author : authors.root.children)
      if (!author.name.empty()) authors_.emplace(author["id"], author["name"]);
  }
  std::vector<std::string> slides;
  if (const XmlNode* list = tree.root.child("p:sldIdLst"))
    for (const XmlNode& node : list->children)
      if (node.name == "p:sldId" && slides.size() < kMostSlides) {
        const Relation* relation = Package::by_id(relations, node["r:id"]);
        slides.push_back(relation == nullptr || relation->external ? "" : relation->target);
      }
  if (slides.empty()) return Error{Code::Empty, "the presentation has no slide"};
  std::set<std::string> seen;
  uint32_t number = 0;
  for (const std::string& part : slides) {
    ++number;
    TRY(out_.page_start(static_cast<uint32_t>(slides.size()), width_, height_));
    if (part.empty() || seen.insert(part).second) TRY(slide(part, number));
    TRY(out_.page_end());
  }
  return out_.title(title_.empty() ? core_title(package_) : title_);
}

}  // namespace

Result<Done> read_pptx(std::string_view bytes, const Request&, Frames& out) {
  Package package = TRY(Package::open(bytes));
  if (package.zip().recovered())
    TRY(out.problem(
        {"damaged_archive", "", "the file's directory is damaged; parts may be missing"}));
  return Writer(package, out).read();
}

}  // namespace oi
