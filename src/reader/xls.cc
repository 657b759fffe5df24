// Old workbooks: versions 5 to 8 as one stream of a compound file, versions 2 to 4 as the file
// itself. The first part of the stream is what all sheets share; each sheet has a part of its own.

#include "reader/xls_workbook.h"

#include <algorithm>
#include <memory>

#include "base/text.h"
#include "reader/bytes.h"
#include "reader/compound.h"
#include "reader/compound_art.h"
#include "reader/compound_object.h"
#include "reader/compound_title.h"

namespace oi {
namespace {

bool is_bof(uint16_t type) {
  return type == kBof || type == kBof4 || type == kBof3 || type == kBof2;
}

int version_of(const BiffRecord& bof) {
  if (bof.type == kBof2) return 2;
  if (bof.type == kBof3) return 3;
  if (bof.type == kBof4) return 4;
  return u16(bof.content, 0) >= 0x600 ? 8 : 5;
}

// Of version 8, whose text is never in a page; 21010 is what one library writes there.
bool is_utf16(uint16_t codepage) {
  return codepage == 1200 || codepage == 21010;
}

class WorkbookReader {
 public:
  WorkbookReader(std::string_view stream, Frames& out) : out_(out) { book_.stream = stream; }

  Result<Done> read() {
    BiffRecord bof;
    if (!biff_record(book_.stream, 0, bof) || !is_bof(bof.type))
      return Error{Code::Corrupt, "the workbook does not begin as one"};
    book_.text.version = version_of(bof);
    set_codepage(1252);
    TRY(read_shared());
    if (!codepage_->known())
      TRY(out_.problem({"charset_guessed", "", "the code page of the workbook is not known"}));
    if (book_.sheets.empty() || book_.text.version < 5) return read_sheet({});
    for (const BoundSheet& sheet : book_.sheets)
      TRY(read_sheet(sheet));
    ArtPictures pictures(out_);
    TRY(pictures.send_store(drawings_, {}));
    return pictures.tell();
  }

 private:
  void set_codepage(uint32_t number) {
    codepage_ = std::make_unique<Codepage>(number);
    book_.text.codepage = codepage_.get();
  }

  // Up to the end of the first part; a lone sheet's part holds the same records.
  Result<Done> read_shared() {
    BiffRecord record;
    int depth = 0;
    uint16_t old_formats = 0, before = 0;
    for (size_t at = 0; biff_record(book_.stream, at, record); at = record.next) {
      if (record.type != kContinue) before = record.type;
      if (is_bof(record.type)) ++depth;
      if (record.type == kEof && --depth <= 0) break;
      const std::string_view content = record.content;
      switch (record.type) {
        case kFilePass:
          return Error{Code::PasswordRequired, "the workbook is encrypted"};
        case kDateMode:
          book_.date1904 = u16(content, 0) != 0;
          break;
        case kCodePage:
          if (!is_utf16(u16(content, 0))) set_codepage(u16(content, 0));
          break;
        case kFormat2:
          book_.formats[old_formats++] = biff_string(content, 0, 1, book_.text);
          break;
        case kFormat:
          book_.formats[book_.text.version == 4 ? old_formats++ : u16(content, 0)] =
              biff_string(content, 2, book_.text.version < 8 ? 1 : 2, book_.text);
          break;
        case kXf:
          book_.styles.push_back(u16(content, 2));
          break;
        case kXf3:
        case kXf4:
          book_.styles.push_back(u8(content, 1));
          break;
        case kBoundSheet:
          add_sheet(content);
          break;
        case kSharedStrings:
          read_strings(record);
          break;
        case kDrawings:
          drawings_ += content;
          break;
        case kContinue:
          if (before == kDrawings) drawings_ += content;
          break;
        default:
          break;
      }
    }
    return Done{};
  }

  void add_sheet(std::string_view content) {
    BoundSheet sheet;
    sheet.at = u32(content, 0);
    sheet.hidden = (u8(content, 4) & 3) != 0;
    sheet.name = biff_string(content, 6, 1, book_.text);
    const bool has_cells_or_chart = u8(content, 5) != 6;  // 6: a module of a program
    if (has_cells_or_chart) book_.sheets.push_back(std::move(sheet));
  }

  void read_strings(const BiffRecord& record) {
    BiffReader reader(book_.stream, record);
    reader.skip(8);  // how many there are, which some programs write wrong
    while (!reader.at_end()) {
      const size_t count = reader.number16();
      book_.strings.push_back(reader.wide_string(count));
    }
  }

  Result<Done> read_sheet(const BoundSheet& sheet) {
    BiffRecord record;
    if (!biff_record(book_.stream, sheet.at, record) || !is_bof(record.type))
      return out_.problem({"sheet_unreadable", "sheet " + sheet.name,
                           "the file has nothing where the sheet should begin"});
    std::vector<XlsPlace> places;
    ExtrasReader extras_reader(book_);
    int depth = 0;
    bool ended = false;
    for (size_t at = sheet.at; biff_record(book_.stream, at, record); at = record.next) {
      if (is_bof(record.type)) ++depth;
      if (record.type == kEof && --depth <= 0) {
        ended = true;
        break;
      }
      if (record.type == kFilePass)
        return Error{Code::PasswordRequired, "the workbook is encrypted"};
      if (depth == 1) find_cells(record, at, places);
      extras_reader.take(record);
    }
    SheetExtras extras = std::move(extras_reader).finish();
    SheetSender sender(sheet.name, extras.merged, extras.unseen, out_);
    TRY(sender.start(sheet.hidden));
    const uint64_t lost = TRY(send_cells(places, sender));
    TRY(sender.end());
    if (lost > 0)
      TRY(out_.problem({"cells_without_text", "sheet " + sheet.name,
                        std::to_string(lost) + " cells name a text that the file does not have"}));
    for (const SheetNote& note : extras.notes)
      TRY(sender.note(note));
    TRY(send_texts(extras, sender));
    if (!ended)
      TRY(out_.problem({"sheet_cut_short", "sheet " + sheet.name,
                        "the file ends before the sheet does; what it has is kept"}));
    return Done{};
  }

  // The last of the records for one place holds. Gives the number of cells whose text is nowhere.
  Result<uint64_t> send_cells(std::vector<XlsPlace>& places, SheetSender& sender) {
    uint64_t lost = 0;
    const auto before = [](const XlsPlace& one, const XlsPlace& other) {
      return std::pair(one.row, one.column) < std::pair(other.row, other.column);
    };
    if (!std::is_sorted(places.begin(), places.end(), before))
      std::stable_sort(places.begin(), places.end(), before);
    for (size_t i = 0; i < places.size(); ++i) {
      if (i + 1 < places.size() && !before(places[i], places[i + 1])) continue;
      const ShownCell cell = shown_cell(book_, places[i]);
      lost += cell.lost ? 1 : 0;
      TRY(sender.cell({places[i].row, places[i].column, cell.text(), cell.hidden, cell.typed}));
    }
    return lost;
  }

  Result<Done> send_texts(const SheetExtras& extras, SheetSender& sender) {
    for (const std::string& text : extras.boxes)
      TRY(sender.text(BlockKind::Paragraph, text));
    for (const std::string& text : extras.chart_texts)
      TRY(sender.text(BlockKind::Caption, text));
    for (const std::string& text : extras.furniture)
      TRY(sender.text(BlockKind::Furniture, text));
    return Done{};
  }

  Frames& out_;
  XlsWorkbook book_;
  std::unique_ptr<const Codepage> codepage_;
  std::string drawings_;  // the records of the pictures that sheets show
};

}  // namespace

Result<Done> read_xls(std::string_view bytes, const Request&, Frames& out) {
  if (!CompoundFile::is_one(bytes)) return WorkbookReader(bytes, out).read();
  const CompoundFile file = TRY(CompoundFile::open(bytes));
  std::optional<CompoundStream> stream = file.stream("Workbook");
  if (!stream || stream->bytes().empty()) stream = file.stream("Book");
  if (!stream) return Error{Code::Corrupt, "the file holds no workbook"};
  TRY(out.title(compound_title(file)));
  if (!stream->whole())
    TRY(out.problem({"file_cut_short", "", "the file ends before the workbook does"}));
  TRY(WorkbookReader(stream->bytes(), out).read());
  // What other programs put in: a storage each.
  uint32_t count = 0;
  for (const uint32_t child : file.entry(CompoundFile::kRoot).children)
    if (file.entry(child).storage && file.entry(child).name.substr(0, 3) == "MBD")
      TRY(send_object(file, child, "object " + std::to_string(++count), out));
  return Done{};
}

}  // namespace oi
