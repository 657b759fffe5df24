// Binary workbooks: the package of an xlsx, with records in place of XML. A sheet's part is read
// twice, because what is merged is told behind the cells.

#include <algorithm>
#include <map>

#include "base/text.h"
#include "reader/bytes.h"
#include "reader/number_format.h"
#include "reader/readers.h"
#include "reader/sheet.h"
#include "reader/xlsb_records.h"
#include "reader/xlsx.h"
#include "reader/zip_package.h"

namespace oi {
namespace {

constexpr uint64_t kLongestPart = 128ULL << 20;
constexpr size_t kMostSheets = 10'000;
constexpr uint32_t kLastColumn = 16'383, kLastRow = 1'048'575;

struct ListedSheet {
  std::string name, relation;
  bool hidden = false;
  size_t end = 0;  // of the record, as far as it was read
};

ListedSheet listed(std::string_view content, size_t at) {
  ListedSheet sheet;
  sheet.hidden = u32(content, at - 8) != 0;
  sheet.relation = xlsb_text(content, at);
  sheet.name = xlsb_text(content, at);
  sheet.end = at;
  return sheet;
}

class BinaryWorkbook {
 public:
  BinaryWorkbook(Package& package, Frames& out) : package_(package), out_(out) {}

  Result<Done> read() {
    std::string main = Package::target(package_.relations(""), "officeDocument");
    if (main.empty()) main = "xl/workbook.bin";
    const std::string book = TRY(package_.bytes(main, kLongestPart));
    const std::vector<Relation> relations = package_.relations(main);
    read_book(book);
    TRY(read_strings(Package::target(relations, "sharedStrings")));
    TRY(read_styles(Package::target(relations, "styles")));
    TRY(out_.title(core_title(package_)));
    if (sheets_.empty()) return Error{Code::Empty, "the workbook has no sheet"};
    for (const ListedSheet& sheet : sheets_) {
      const Relation* relation = Package::by_id(relations, sheet.relation);
      if (relation == nullptr || relation->external || !package_.has(relation->target)) {
        TRY(out_.problem({"part_missing", "sheet " + sheet.name, "the sheet is not in the file"}));
        continue;
      }
      TRY(read_sheet(sheet, relation->target));
    }
    return Done{};
  }

 private:
  void read_book(std::string_view rest) {
    XlsbRecord record;
    while (xlsb_record(rest, record)) {
      if (record.type == kXlsbBookProperties) date1904_ = (u8(record.content, 0) & 1) != 0;
      if (record.type != kXlsbSheet || sheets_.size() >= kMostSheets) continue;
      // Files of the format's first days have four bytes more before the rest.
      ListedSheet sheet = listed(record.content, 8);
      if (sheet.name.empty() || sheet.end != record.content.size())
        if (ListedSheet other = listed(record.content, 12); other.end == record.content.size())
          sheet = std::move(other);
      sheets_.push_back(std::move(sheet));
    }
  }

  // A part that is missing has nothing in it; one that is damaged is told.
  Result<std::string> part_bytes(const std::string& part) {
    if (part.empty() || !package_.has(part)) return std::string();
    Result<std::string> bytes = package_.bytes(part, kLongestPart);
    if (bytes.ok() || bytes.error().code == Code::PasswordRequired) return bytes;
    TRY(out_.problem({"damaged_part", part, bytes.error().what}));
    return std::string();
  }

  Result<Done> read_strings(const std::string& part) {
    const std::string bytes = TRY(part_bytes(part));
    std::string_view rest = bytes;
    XlsbRecord record;
    while (xlsb_record(rest, record)) {
      if (record.type != kXlsbSharedText) continue;
      size_t at = 1;
      strings_.push_back(xlsb_text(record.content, at));
    }
    return Done{};
  }

  Result<Done> read_styles(const std::string& part) {
    const std::string bytes = TRY(part_bytes(part));
    std::string_view rest = bytes;
    XlsbRecord record;
    bool of_cells = false;
    while (xlsb_record(rest, record)) {
      if (record.type == kXlsbBeginStyles) of_cells = true;
      if (record.type == kXlsbEndStyles) of_cells = false;
      if (record.type == kXlsbStyle && of_cells) styles_.push_back(u16(record.content, 2));
      if (record.type != kXlsbFormat) continue;
      size_t at = 2;
      formats_[u16(record.content, 0)] = xlsb_text(record.content, at);
    }
    return Done{};
  }

  Result<Done> read_sheet(const ListedSheet& sheet, const std::string& part) {
    const std::string bytes = TRY(part_bytes(part));
    MergedCells merged;
    HiddenCells unseen;
    XlsbRecord record;
    for (std::string_view rest = bytes; xlsb_record(rest, record);) {
      const std::string_view content = record.content;
      if (record.type == kXlsbRow && (u8(content, 11) & 0x10) != 0)
        unseen.hide_row(u32(content, 0));
      if (record.type == kXlsbColumns && (u8(content, 16) & 1) != 0)
        unseen.hide_columns(u32(content, 0), u32(content, 4));
      if (record.type == kXlsbMerged && u32(content, 12) <= kLastColumn)
        merged.add(u32(content, 0), std::min(u32(content, 4), kLastRow),
                   static_cast<uint16_t>(std::min(u32(content, 8), kLastColumn)),
                   static_cast<uint16_t>(u32(content, 12)));
    }
    SheetSender sender(sheet.name, merged, unseen, out_);
    TRY(sender.start(sheet.hidden));
    const uint64_t lost = TRY(send_rows(bytes, sender));
    TRY(sender.end());
    if (lost > 0)
      TRY(out_.problem({"cells_without_text", "sheet " + sheet.name,
                        std::to_string(lost) + " cells name a text that the file does not have"}));
    for (const Relation& relation : package_.relations(part))
      if (relation.type == "comments" && !relation.external)
        TRY(send_comments(relation.target, sender));
    Sheet named;
    named.name = sheet.name;
    named.part = part;
    return send_over_cells(package_, named, pictures_, out_);
  }

  // Rows that come again or out of order begin nothing new, so cells stay sorted.
  Result<uint64_t> send_rows(std::string_view rest, SheetSender& sender) {
    XlsbRecord record;
    uint32_t row = 0;
    int64_t column = -1;
    uint64_t lost = 0;
    while (xlsb_record(rest, record)) {
      if (record.type == kXlsbRow) {
        const uint32_t next = u32(record.content, 0);
        if (next > kLastRow || (next <= row && column >= 0)) continue;
        row = next;
        column = -1;
      }
      if (record.type < kXlsbRk || record.type > kXlsbFormulaError) continue;
      const uint32_t at = u32(record.content, 0);
      if (record.content.size() < 9 || at > kLastColumn || at <= column) continue;
      column = at;
      SheetCell cell{row, static_cast<uint16_t>(at), {}, false, false};
      std::string owned;
      lost += shown(record, owned, cell) ? 0 : 1;
      TRY(sender.cell(cell));
    }
    return lost;
  }

  // False when it names a text that is not there. The text is `owned` or one of the strings.
  bool shown(const XlsbRecord& record, std::string& owned, SheetCell& cell) const {
    const std::string_view content = record.content;
    size_t at = 8;
    switch (record.type) {
      case kXlsbRk:
        number(number_of_rk(u32(content, at)), content, owned, cell);
        break;
      case kXlsbReal:
      case kXlsbFormulaReal:
        number(f64(content, at), content, owned, cell);
        break;
      case kXlsbError:
      case kXlsbFormulaError:
        owned = cell_error(u8(content, at));
        break;
      case kXlsbBool:
      case kXlsbFormulaBool:
        owned = u8(content, at) != 0 ? "TRUE" : "FALSE";
        cell.typed = true;
        break;
      case kXlsbText:
      case kXlsbFormulaText:
        owned = xlsb_text(content, at);
        break;
      case kXlsbShared:
        if (u32(content, at) >= strings_.size()) return false;
        cell.text = strings_[u32(content, at)];
        return true;
      default:
        break;
    }
    cell.text = owned;
    return true;
  }

  void number(double value, std::string_view content, std::string& owned, SheetCell& cell) const {
    const uint32_t style = u32(content, 4) & 0xFFFFFF;
    const uint16_t format = style < styles_.size() ? styles_[style] : 0;
    const auto own = formats_.find(format);
    owned = shown_number(value, own == formats_.end() ? builtin_format(format) : own->second,
                         date1904_);
    cell.typed = true;
    cell.hidden = owned.empty();
    if (cell.hidden) owned = shown_number(value, {}, date1904_);
  }

  Result<Done> send_comments(const std::string& part, SheetSender& sender) {
    const std::string bytes = TRY(part_bytes(part));
    std::vector<std::string> authors;
    SheetNote note;
    XlsbRecord record;
    for (std::string_view rest = bytes; xlsb_record(rest, record);) {
      size_t at = 0;
      if (record.type == kXlsbAuthor) authors.push_back(xlsb_text(record.content, at));
      if (record.type == kXlsbBeginComment) {
        const uint32_t author = u32(record.content, 0);
        note.author = author < authors.size() ? authors[author] : std::string();
        note.row = std::min(u32(record.content, 4), kLastRow);
        note.column = static_cast<uint16_t>(std::min(u32(record.content, 12), kLastColumn));
      }
      if (record.type != kXlsbCommentText) continue;
      at = 1;
      note.text = xlsb_text(record.content, at);
      TRY(sender.note(note));
    }
    return Done{};
  }

  Package& package_;
  Frames& out_;
  std::vector<ListedSheet> sheets_;
  std::vector<std::string> strings_;
  std::map<uint16_t, std::string> formats_;
  std::vector<uint16_t> styles_;
  bool date1904_ = false;
  uint32_t pictures_ = 0;
};

}  // namespace

Result<Done> read_xlsb(std::string_view bytes, const Request&, Frames& out) {
  Package package = TRY(Package::open(bytes));
  if (package.zip().recovered())
    TRY(out.problem(
        {"damaged_archive", "", "the file's directory is damaged; parts may be missing"}));
  return BinaryWorkbook(package, out).read();
}

}  // namespace oi
