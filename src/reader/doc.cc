// Old Word documents: the body, then notes, comments, text boxes and running heads. Control
// characters end paragraphs and cells; fields show their results, and what they were made from is
// counted as dropped. Deleted text stays, as what it is.

#include <algorithm>
#include <optional>
#include <set>

#include "base/text.h"
#include "reader/bytes.h"
#include "reader/codepage.h"
#include "reader/compound.h"
#include "reader/compound_art.h"
#include "reader/compound_object.h"
#include "reader/compound_title.h"
#include "reader/doc_drawings.h"
#include "reader/doc_lists.h"
#include "reader/doc_looks.h"
#include "reader/doc_pieces.h"
#include "reader/readers.h"
#include "reader/symbol.h"

namespace oi {
namespace {

using Break = TextRun::Break;

constexpr char16_t kPictureMark = 1, kCellEnd = 7, kLineEnd = 11, kPageEnd = 12, kParagraphEnd = 13,
                   kColumnEnd = 14;
constexpr char16_t kFieldBegin = 19, kFieldMiddle = 20, kFieldEnd = 21;
constexpr char16_t kHardHyphen = 30, kSoftHyphen = 31, kSymbolMark = 40;

// A piece of a paragraph that looks the same all through.
struct Segment {
  std::u16string units;
  CharacterLook look;
};

bool same_look(const CharacterLook& one, const CharacterLook& other) {
  return one.deleted == other.deleted && one.hidden == other.hidden && one.bold == other.bold &&
         one.italic == other.italic && one.font == other.font;
}

struct DocStreams {
  std::string_view document, table, data;
};

// What other programs put in.
Result<bool> send_objects(const CompoundFile& file, Frames& out) {
  const auto pool = file.find(CompoundFile::kRoot, "ObjectPool");
  uint32_t count = 0;
  if (!pool) return false;
  for (const uint32_t child : file.entry(*pool).children)
    if (file.entry(child).storage)
      TRY(send_object(file, child, "object " + std::to_string(++count), out));
  return count > 0;
}

class DocWalk {
 public:
  DocWalk(const DocHead& head, const DocText& text, const DocLooks& looks,
          const DocStreams& streams, Frames& out)
      : head_(head),
        text_(text),
        looks_(looks),
        out_(out),
        codepage_(head.codepage),
        streams_(streams),
        pictures_(out),
        fonts_(doc_fonts(head, streams.table)),
        numbering_(doc_numbering(head, streams.table)) {}

  Result<Done> walk() {
    size_t at = 0;
    std::array<std::pair<size_t, size_t>, kDocParts> parts;
    for (size_t i = 0; i < kDocParts; ++i) {
      const size_t end = at + std::min<size_t>(head_.lengths[i], text_.units.size() - at);
      parts[i] = {at, end};
      at = end;
    }
    static constexpr std::pair<DocPart, BlockKind> kOrder[] = {
        {DocPart::Body, BlockKind::Paragraph},           {DocPart::Footnotes, BlockKind::Footnote},
        {DocPart::Endnotes, BlockKind::Footnote},        {DocPart::Comments, BlockKind::Comment},
        {DocPart::TextBoxes, BlockKind::Paragraph},      {DocPart::Headers, BlockKind::Furniture},
        {DocPart::HeaderTextBoxes, BlockKind::Furniture}};
    for (const auto& [part, kind] : kOrder) {
      const auto [begin, end] = parts[static_cast<size_t>(part)];
      kind_ = kind;
      TRY(walk_part(begin, end));
    }
    TRY(send_drawn());
    return out_.dropped("field_code", dropped_);
  }

  bool said_something() const { return said_something_; }

 private:
  struct CellText {
    std::vector<std::string> paragraphs;
  };

  Result<Done> send_drawn() {
    for (const DocWordArt& art : doc_word_art(head_, streams_.table)) {
      TextRun run;
      run.text = art.text;
      run.before = Break::Paragraph;
      run.block = art.in_header ? BlockKind::Furniture : BlockKind::Paragraph;
      said_something_ = true;
      TRY(out_.run(std::move(run)));
    }
    TRY(pictures_.send_store(doc_pictures(head_, streams_.table), streams_.document));
    said_something_ = said_something_ || pictures_.count() > 0;
    if (walked_ > streams_.data.size())
      TRY(out_.problem({"pictures_overlap", "",
                        "the file is damaged: pictures lie in each other; some are not read"}));
    return pictures_.tell();
  }

  // Those that stand in the text, when no table is open.
  Result<Done> send_pictures() {
    for (const uint32_t at : waiting_pictures_) {
      const std::string_view records = doc_inline_picture(streams_.data, at);
      walked_ += records.size();
      // Pictures do not lie in each other; those of a damaged file may, without end.
      if (walked_ > streams_.data.size()) continue;
      TRY(pictures_.send_store(records, {}));
    }
    waiting_pictures_.clear();
    return Done{};
  }

  // Marks what stands between a field's begin and its result. Fields that never end are none.
  void mark_codes(size_t begin, size_t end) {
    struct Field {
      size_t begin, middle;
    };
    std::vector<Field> open;
    std::vector<int32_t> steps(end - begin + 1, 0);
    for (size_t i = begin; i < end; ++i) {
      const char16_t c = text_.units[i];
      if (c == kFieldBegin) open.push_back({i, 0});
      if (c == kFieldMiddle && !open.empty() && open.back().middle == 0) open.back().middle = i;
      if (c == kFieldEnd && !open.empty()) {
        const size_t code_end = open.back().middle == 0 ? i : open.back().middle;
        ++steps[open.back().begin - begin];
        --steps[code_end - begin];
        open.pop_back();
      }
    }
    in_code_.assign(end - begin, false);
    int32_t depth = 0;
    for (size_t i = 0; i < in_code_.size(); ++i) {
      depth += steps[i];
      in_code_[i] = depth > 0;
    }
  }

  Result<Done> walk_part(size_t begin, size_t end) {
    mark_codes(begin, end);
    for (size_t i = begin; i < end; ++i) {
      const char16_t c = text_.units[i];
      if (in_code_[i - begin]) {
        dropped_ += c >= 32 ? 1 : 0;
      } else if (c == kParagraphEnd || c == kPageEnd || c == kCellEnd || c == kColumnEnd) {
        const bool mark_follows = i + 1 < end && text_.units[i + 1] == kCellEnd;
        mark_deleted_ = looks_.character(text_.places[i]).deleted;
        TRY(paragraph_end(c, looks_.paragraph(text_.places[i]), mark_follows));
      } else {
        take(c, text_.places[i]);
      }
    }
    TRY(paragraph_end(kParagraphEnd, {}, false));
    return end_table();
  }

  void take(char16_t c, uint32_t place) {
    if (place < look_from_ || place >= look_from_ + 1 || !have_look_) {
      look_ = looks_.character(place);
      have_look_ = true;
      look_from_ = place;
    }
    if (c == kPictureMark && look_.picture != kNoPicture &&
        seen_pictures_.insert(look_.picture).second)
      waiting_pictures_.push_back(look_.picture);
    if (c == kSymbolMark && look_.symbol != 0)
      c = static_cast<char16_t>(symbol_character(font(look_.symbol_font), look_.symbol));
    if (c >= 0xF020 && c <= 0xF0FF)
      c = static_cast<char16_t>(symbol_character(font(look_.font), c));
    if (c == 0xF0B7 || c == 0xF0A7) c = 0x2022;
    if (c == kHardHyphen) c = head_.word6 ? u'-' : u'\u2011';
    const bool shown = c == '\t' || c == kLineEnd || c >= 32;
    if (c == kSoftHyphen || !shown) return;
    if (segments_.empty() || !same_look(segments_.back().look, look_))
      segments_.push_back({{}, look_});
    segments_.back().units += c == kLineEnd ? u'\n' : c;
  }

  std::string_view font(uint16_t number) const {
    return number < fonts_.size() ? std::string_view(fonts_[number]) : std::string_view();
  }

  // The number of the paragraph that ends, which counts on even where nothing stands behind it.
  std::string mark_of(const ParagraphLook& look) {
    if (look.list == 0 || mark_deleted_) return "";
    const NumberRef number{std::to_string(look.list), look.list_level};
    std::string mark = numbering_.next(number, std::to_string(look.style));
    return mark.empty() ? mark : with_symbols(mark, "Symbol") + " ";
  }

  std::string decoded(const std::u16string& units) const {
    std::string bytes;
    for (const char16_t unit : units) {
      bytes += static_cast<char>(unit & 0xFF);
      if (!head_.word6) bytes += static_cast<char>(unit >> 8);
    }
    return head_.word6 ? codepage_.decode(bytes) : from_utf16(bytes);
  }

  Result<Done> paragraph_end(char16_t mark, const ParagraphLook& look, bool mark_follows) {
    if (head_.word6 ? mark == kCellEnd || (!cells_.empty() && !row_done_)
                    : look.in_table || look.row_end)
      return take_into_cell(mark, look, mark_follows);
    TRY(end_table());
    TRY(send_paragraph(look));
    return send_pictures();
  }

  // --- Tables. A row is kept until its end, which says whether it is a header.
  Result<Done> take_into_cell(char16_t mark, const ParagraphLook& look, bool) {
    row_done_ = false;
    if (cells_.empty()) cells_.push_back({});
    std::string text;
    for (const Segment& segment : segments_) {
      const std::string part = decoded(segment.units);
      if (segment.look.deleted) {
        deleted_in_tables_ += code_points(part);
      } else {
        text += part;
      }
    }
    const bool no_text = segments_.empty();
    segments_.clear();
    const std::string number = look.row_end ? "" : mark_of(look);
    if (!trim(text).empty()) text = number + std::string(trim(text));
    if (!trim(text).empty()) cells_.back().paragraphs.push_back(std::string(trim(text)));
    if (mark != kCellEnd) return Done{};
    // In Word 6 a row's end is a cell's end right behind another.
    const bool row_end = head_.word6
                             ? no_text && cells_.size() > 1 && cells_.back().paragraphs.empty()
                             : look.row_end;
    if (!row_end) {
      cells_.push_back({});
      return Done{};
    }
    return send_row(look.header_row);
  }

  Result<Done> send_row(bool header) {
    bool any = false;
    for (size_t i = 0; i < cells_.size() && i < UINT16_MAX; ++i) {
      for (const std::string& text : cells_[i].paragraphs) {
        if (!in_table_) TRY(out_.table_start(""));
        in_table_ = true;
        TextRun run;
        run.text = text;
        run.before = any ? Break::Space : Break::Line;
        run.row = row_;
        run.column = static_cast<uint16_t>(i);
        run.header = header;
        TRY(out_.run(std::move(run)));
        any = said_something_ = true;
      }
    }
    ++row_;
    cells_.clear();
    row_done_ = true;
    return Done{};
  }

  Result<Done> end_table() {
    if (!cells_.empty()) TRY(send_row(false));
    row_ = 0;
    row_done_ = false;
    if (deleted_in_tables_ > 0) TRY(out_.dropped("deleted_text", deleted_in_tables_));
    deleted_in_tables_ = 0;
    if (!in_table_) return Done{};
    in_table_ = in_list_ = false;
    TRY(out_.table_end());
    return send_pictures();
  }

  Result<Done> send_paragraph(const ParagraphLook& look) {
    std::string whole;
    std::vector<std::string> parts;
    for (const Segment& segment : segments_) {
      parts.push_back(decoded(segment.units));
      whole += parts.back();
    }
    const std::vector<Segment> segments = std::move(segments_);
    segments_.clear();
    std::string number = mark_of(look);
    if (trim(whole).empty()) return Done{};
    if (kind_ == BlockKind::Furniture && !furniture_.insert(whole).second) return Done{};
    bool first = true, in_item = false;
    for (size_t i = 0; i < parts.size(); ++i) {
      if (parts[i].empty()) continue;
      TextRun run;
      run.text = std::move(parts[i]);
      run.before = first ? Break::Paragraph : Break::None;
      run.block = kind_;
      if (kind_ == BlockKind::Paragraph) {
        run.block = look.heading > 0             ? BlockKind::Heading
                    : look.caption               ? BlockKind::Caption
                    : !number.empty() || in_item ? BlockKind::List
                                                 : BlockKind::Paragraph;
        run.level = look.heading;
      }
      if (segments[i].look.deleted) {
        run.block = BlockKind::Deleted;
        run.level = 0;
      } else if (!number.empty()) {
        const auto level = static_cast<size_t>(numbering_.level_of(
            {std::to_string(look.list), look.list_level}, std::to_string(look.style)));
        if (run.block == BlockKind::List) number.insert(0, 2 * level, ' ');
        run.text.insert(0, number);
        in_item = run.block == BlockKind::List;
        if (first && in_item && in_list_) run.before = Break::Line;
        number.clear();
      }
      run.hidden = segments[i].look.hidden;
      run.bold = segments[i].look.bold;
      run.italic = segments[i].look.italic;
      TRY(out_.run(std::move(run)));
      first = false;
    }
    in_list_ = in_item;
    said_something_ = true;
    return Done{};
  }

  const DocHead& head_;
  const DocText& text_;
  const DocLooks& looks_;
  Frames& out_;
  Codepage codepage_;
  const DocStreams& streams_;
  ArtPictures pictures_;
  std::vector<uint32_t> waiting_pictures_;
  std::set<uint32_t> seen_pictures_;
  uint64_t walked_ = 0;  // bytes of pictures
  std::vector<std::string> fonts_;
  Numbering numbering_;
  BlockKind kind_ = BlockKind::Paragraph;
  std::vector<bool> in_code_;
  std::vector<Segment> segments_;
  CharacterLook look_;
  bool have_look_ = false;
  uint32_t look_from_ = 0;
  std::vector<CellText> cells_;
  uint32_t row_ = 0;
  bool in_table_ = false, row_done_ = false, in_list_ = false;
  bool mark_deleted_ = false;  // the end of the paragraph is taken out by a tracked change
  uint64_t dropped_ = 0, deleted_in_tables_ = 0;
  std::set<std::string> furniture_;
  bool said_something_ = false;
};

}  // namespace

Result<Done> read_doc(std::string_view bytes, const Request&, Frames& out) {
  std::optional<CompoundFile> file;
  std::string_view document = bytes, table = bytes;
  std::optional<CompoundStream> document_stream, table_stream;
  if (CompoundFile::is_one(bytes)) {
    file = TRY(CompoundFile::open(bytes));
    document_stream = file->stream("WordDocument");
    if (!document_stream) return Error{Code::Corrupt, "the file holds no Word document"};
    document = document_stream->bytes();
  }
  const DocHead head = TRY(doc_head(document));
  if (file) TRY(out.title(compound_title(*file)));
  bool whole = !document_stream || document_stream->whole();
  if (head.word6) {
    table = document;
  } else {
    if (file) table_stream = file->stream(head.second_table ? "1Table" : "0Table");
    if (!table_stream) return Error{Code::Corrupt, "the document has no table stream"};
    table = table_stream->bytes();
    whole = whole && table_stream->whole();
  }
  const DocText text = doc_text(head, document, table);
  if (!whole || !text.whole)
    TRY(out.problem({"file_cut_short", "", "the file has less text than it says"}));
  const DocLooks looks(head, document, table);
  std::optional<CompoundStream> data;
  if (file) data = file->stream("Data");
  const DocStreams streams{document, table, data ? data->bytes() : std::string_view()};
  DocWalk walk(head, text, looks, streams, out);
  TRY(walk.walk());
  const bool objects = file ? TRY(send_objects(*file, out)) : false;
  if (!walk.said_something() && !objects) return Error{Code::Empty, "the document holds no text"};
  return Done{};
}

}  // namespace oi
