// Old presentations: a slide is a page, with the texts of its shapes in their order, then remarks
// and the speaker's notes. What the master shows on every slide is told once.

#include <algorithm>
#include <optional>
#include <set>

#include "base/text.h"
#include "reader/bytes.h"
#include "reader/compound.h"
#include "reader/compound_art.h"
#include "reader/compound_title.h"
#include "reader/ppt_slides.h"
#include "reader/readers.h"

namespace oi {
namespace {

using Break = TextRun::Break;

// What a shape is there for; 0: nothing in particular.
enum Placeholder : uint8_t { kDate = 7, kNumber = 8, kFooter = 9, kHeader = 10 };

// A shape's texts and what else is said about it.
struct Shape {
  std::vector<PptTextPart> texts;
  uint8_t placeholder = 0;
  bool is_placeholder = false;
  ArtProperties art;
};

Shape shape_of(std::string_view content, const std::vector<PptTextPart>& outline) {
  Shape shape;
  PptTree tree(content);
  PptRecord record;
  while (tree.next(record)) {
    switch (record.type) {
      case kPptTextHeader:
        shape.texts.push_back({u32(record.content, 0), {}});
        break;
      case kPptTextChars:
      case kPptTextBytes:
        if (shape.texts.empty()) shape.texts.push_back({});
        shape.texts.back().text += ppt_text(record);
        break;
      case kPptOutlineText:
        if (u32(record.content, 0) < outline.size())
          shape.texts.push_back(outline[u32(record.content, 0)]);
        break;
      case kPptPlaceholder:
        shape.placeholder = u8(record.content, 4);
        shape.is_placeholder = shape.placeholder != 0;
        break;
      case kPptNewPlaceholder:  // a foot of newer programs, which is none to older ones
        shape.placeholder = u8(record.content, 0);
        shape.is_placeholder = shape.placeholder != 0;
        break;
      case kArtProperties:
        read_art_properties(record, shape.art);
        break;
      default:
        break;
    }
  }
  return shape;
}

class DeckWalk {
 public:
  DeckWalk(const PptDeck& deck, std::string_view pictures, Frames& out)
      : deck_(deck), stored_(pictures), pictures_(out), out_(out) {}

  Result<Done> walk() {
    const auto total = static_cast<uint32_t>(deck_.slides.size());
    for (const PptSlide& slide : deck_.slides) {
      ++page_;
      TRY(out_.page_start(total, deck_.width, deck_.height));
      TRY(send_slide(slide));
      TRY(out_.page_end());
    }
    return Done{};
  }

  // What could not be shown of the whole.
  Result<Done> tell() { return pictures_.tell(); }

 private:
  Result<Done> send_slide(const PptSlide& slide) {
    TRY(send_shapes(slide.content, slide.outline, BlockKind::Paragraph));
    TRY(send_outline(slide.outline));
    TRY(send_comments(slide.content));
    if (!slide.notes.empty()) TRY(send_shapes(slide.notes, slide.notes_outline, BlockKind::Note));
    if (!slide.master.empty() && masters_.insert(slide.master.data()).second)
      TRY(send_shapes(slide.master, {}, BlockKind::Furniture));
    if (page_ > 1) return Done{};
    for (const std::string& footer : deck_.footers)
      TRY(send_text(footer, BlockKind::Furniture, 0));
    return Done{};
  }

  Result<Done> send_shapes(std::string_view content, const std::vector<PptTextPart>& outline,
                           BlockKind kind) {
    shown_.clear();
    PptTree tree(content);
    PptRecord record;
    while (tree.next(record)) {
      if (record.type == kArtGroup && kind == BlockKind::Paragraph) {
        const std::vector<PptCell> cells = ppt_table(record.content);
        if (cells.empty()) continue;
        tree.pass();
        TRY(send_table(cells, outline));
      }
      if (record.type != kArtShape) continue;
      tree.pass();
      const Shape shape = shape_of(record.content, outline);
      TRY(send_shape(shape, kind));
    }
    return Done{};
  }

  Result<Done> send_table(const std::vector<PptCell>& cells,
                          const std::vector<PptTextPart>& outline) {
    const auto first_row = std::count_if(cells.begin(), cells.end(),
                                         [](const PptCell& cell) { return cell.row == 0; });
    const bool named = first_row > 1 && cells.back().row > 0;
    std::vector<uint32_t> pictures;
    TRY(out_.table_start(""));
    for (const PptCell& cell : cells) {
      TextRun run;
      const Shape shape = shape_of(cell.shape, outline);
      if (shape.art.picture > 0) pictures.push_back(shape.art.picture);
      for (const PptTextPart& text : shape.texts) {
        shown_.insert(text.text);
        run.text += (run.text.empty() ? "" : " ") + text.text;
      }
      run.text = collapse_spaces(run.text);
      run.page = page_;
      run.row = cell.row;
      run.column = cell.column;
      run.rows = cell.rows;
      run.columns = cell.columns;
      run.header = named && cell.row == 0;
      run.before = cell.column == 0 ? Break::Line : Break::Space;
      TRY(out_.run(std::move(run)));
    }
    TRY(out_.table_end());
    for (const uint32_t number : pictures)
      TRY(send_stored(number));
    return Done{};
  }

  Result<Done> send_shape(const Shape& shape, BlockKind kind) {
    // A master's own placeholders hold words such as "Click to edit", which no slide shows.
    if (kind == BlockKind::Furniture && shape.is_placeholder) return Done{};
    const bool furniture = shape.placeholder >= kDate && shape.placeholder <= kHeader;
    for (const PptTextPart& text : shape.texts) {
      shown_.insert(text.text);
      const bool title = (text.kind == 0 || text.kind == 6) && kind == BlockKind::Paragraph;
      const BlockKind block = furniture ? BlockKind::Furniture : title ? BlockKind::Heading : kind;
      TRY(send_text(text.text, block, title && !furniture ? 1 : 0));
    }
    TRY(send_text(shape.art.word_art, kind, 0));
    if (shape.art.picture > 0 && kind == BlockKind::Paragraph) TRY(send_stored(shape.art.picture));
    return Done{};
  }

  // Texts of the list that no shape named, which happens in damaged files.
  Result<Done> send_outline(const std::vector<PptTextPart>& outline) {
    for (const PptTextPart& text : outline)
      if (shown_.count(text.text) == 0) TRY(send_text(text.text, BlockKind::Paragraph, 0));
    return Done{};
  }

  Result<Done> send_comments(std::string_view content) {
    PptTree tree(content);
    PptRecord record;
    while (tree.next(record)) {
      if (record.type != kPptComment) continue;
      std::string author, text;
      for (const PptRecord& inner : ppt_children(record.content)) {
        if (inner.type != kPptString) continue;
        if (inner.instance == 0) author = ppt_text(inner);
        if (inner.instance == 1) text = ppt_text(inner);
      }
      tree.pass();
      TRY(send_text((author.empty() ? "" : author + ": ") + text, BlockKind::Comment, 0));
    }
    return Done{};
  }

  Result<Done> send_text(std::string_view text, BlockKind kind, uint8_t level) {
    if (trim(text).empty() || trim(text) == "*") return Done{};  // "*" stands for a field
    for (std::string_view rest = text; !rest.empty();) {
      const size_t end = std::min(rest.find('\r'), rest.size());
      std::string line(trim(rest.substr(0, end)));
      rest.remove_prefix(std::min(end + 1, rest.size()));
      std::replace(line.begin(), line.end(), '\v', '\n');
      if (line.empty()) continue;
      TextRun run;
      run.text = std::move(line);
      run.page = page_;
      run.before = Break::Paragraph;
      run.block = kind;
      run.level = level;
      TRY(out_.run(std::move(run)));
    }
    return Done{};
  }

  Result<Done> send_stored(uint32_t number) {
    PptRecord record;
    if (number > deck_.pictures.size() || !ppt_record(stored_, deck_.pictures[number - 1], record))
      return Done{};
    return pictures_.send(record);
  }

  const PptDeck& deck_;
  std::string_view stored_;
  ArtPictures pictures_;
  Frames& out_;
  uint32_t page_ = 0;
  std::set<const char*> masters_;
  std::set<std::string> shown_;
};

}  // namespace

Result<Done> read_ppt(std::string_view bytes, const Request&, Frames& out) {
  const CompoundFile file = TRY(CompoundFile::open(bytes));
  uint32_t storage = CompoundFile::kRoot;
  if (const auto dual = file.find(storage, "PP97_DUALSTORAGE")) storage = *dual;
  const auto stream = file.find(storage, "PowerPoint Document");
  if (!stream)
    return Error{Code::Unsupported, "presentations older than PowerPoint 97 are not read"};
  const CompoundStream slides = file.stream(*stream);
  const auto user = file.find(storage, "Current User");
  const CompoundStream current =
      user ? file.stream(*user) : CompoundStream(std::string_view(), true);
  const PptDeck deck = TRY(ppt_deck(slides.bytes(), current.bytes()));
  TRY(out.title(compound_title(file)));
  if (!slides.whole())
    TRY(out.problem({"file_cut_short", "", "the file ends before the presentation does"}));
  if (deck.by_place && !deck.slides.empty())
    TRY(out.problem(
        {"slide_order_unknown", "", "the list of slides is damaged; they stand as in the file"}));
  if (deck.lost > 0)
    TRY(out.problem(
        {"slides_lost", "", std::to_string(deck.lost) + " slides are listed and not in the file"}));
  const auto pictures = file.find(storage, "Pictures");
  const CompoundStream stored =
      pictures ? file.stream(*pictures) : CompoundStream(std::string_view(), true);
  DeckWalk walk(deck, stored.bytes(), out);
  TRY(walk.walk());
  if (deck.slides.empty()) return Error{Code::Empty, "the presentation holds no slides"};
  return walk.tell();
}

}  // namespace oi
