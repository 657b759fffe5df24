// Old presentations: a slide is a page, with the texts of its shapes in their order, then remarks
// and the speaker's notes. What the master shows on every slide is told once.

#include <algorithm>
#include <optional>
#include <set>

#include "base/text.h"
#include "reader/bytes.h"
#include "reader/codepage.h"
#include "reader/compound.h"
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
  std::string word_art;
  uint32_t picture = 0;  // counted from 1
};

// Drawn text, and the picture that fills the shape.
void read_properties(const PptRecord& record, Shape& shape) {
  constexpr uint16_t kPicture = 0x0104, kWordArt = 0x00C0, kNumberBits = 0x3FFF, kComplex = 0x8000;
  size_t at = size_t{record.instance} * 6;
  for (size_t i = 0; i < record.instance && i * 6 + 6 <= record.content.size(); ++i) {
    const uint16_t id = u16(record.content, i * 6);
    const uint32_t value = u32(record.content, i * 6 + 2);
    if ((id & kNumberBits) == kPicture && (id & kComplex) == 0) shape.picture = value;
    if ((id & kComplex) == 0) continue;
    if ((id & kNumberBits) == kWordArt) {
      shape.word_art = from_utf16(part(record.content, at, value / 2 * 2));
      shape.word_art.resize(std::min(shape.word_art.find('\0'), shape.word_art.size()));
    }
    at += value;
  }
}

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
      case kArtProperties:
        read_properties(record, shape);
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
      : deck_(deck), pictures_(pictures), out_(out) {}

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
  Result<Done> tell() {
    if (drawings_ == 0) return Done{};
    return out_.problem(
        {"picture_unreadable", "",
         std::to_string(drawings_) + " drawings in the formats EMF, WMF and PICT are not read"});
  }

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
      if (record.type != kArtShape) continue;
      tree.pass();
      const Shape shape = shape_of(record.content, outline);
      TRY(send_shape(shape, kind));
    }
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
    TRY(send_text(shape.word_art, kind, 0));
    if (shape.picture > 0 && kind == BlockKind::Paragraph) TRY(send_stored(shape.picture));
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

  // A stored picture: a head, one or two digests, a mark, then the picture as a file would have it.
  Result<Done> send_stored(uint32_t number) {
    constexpr uint16_t kEmf = 0xF01A, kPict = 0xF01C, kJpeg = 0xF01D, kPng = 0xF01E, kTiff = 0xF029;
    if (number > deck_.pictures.size()) return Done{};
    PptRecord record;
    if (!ppt_record(pictures_, deck_.pictures[number - 1], record)) return Done{};
    BitmapStart start;
    start.page = 0;
    start.name = "image " + std::to_string(++images_);
    if (record.type >= kEmf && record.type <= kPict) {
      ++drawings_;
      return Done{};
    }
    if (record.type != kJpeg && record.type != kPng && record.type != kTiff) return Done{};
    const bool two = record.type != kTiff ? (record.instance & 1) != 0 : record.instance == 0x6E5;
    return send_picture(part(record.content, two ? 33 : 17, record.content.size()),
                        std::move(start), out_);
  }

  const PptDeck& deck_;
  std::string_view pictures_;
  Frames& out_;
  uint32_t page_ = 0;
  std::set<const char*> masters_;
  std::set<std::string> shown_;
  uint32_t images_ = 0, drawings_ = 0;
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
