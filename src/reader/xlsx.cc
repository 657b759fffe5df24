// Sheets in the order of the workbook: its name as a heading, its cells as a table, then what lies
// over them.

#include "reader/xlsx.h"

#include <set>

#include "reader/zip_drawing.h"

namespace oi {
namespace {

constexpr size_t kMostSheets = 10'000;

bool is_true(std::string_view text) {
  return text == "1" || text == "true" || text == "on";
}

// The ranges of a sheet's tables whose first row names the columns.
Result<std::vector<CellRange>> tables_of(Package& package, const std::string& part) {
  std::vector<CellRange> ranges;
  for (const Relation& relation : package.relations(part)) {
    if (relation.type != "table" || relation.external) continue;
    const XmlPart table = TRY(package.tree(relation.target));
    CellRange range;
    const bool named = table.root["headerRowCount"] != "0";
    if (named && parse_range(table.root["ref"], range)) ranges.push_back(range);
  }
  return ranges;
}

Result<Done> send_heading(const std::string& name, Frames& out) {
  TextRun run;
  run.block = BlockKind::Heading;
  run.level = 1;
  run.before = TextRun::Break::Paragraph;
  run.text = name;
  return out.run(std::move(run));
}

}  // namespace

Result<Done> read_xlsx(std::string_view bytes, const Request&, Frames& out) {
  Package package = TRY(Package::open(bytes));
  if (package.zip().recovered())
    TRY(out.problem(
        {"damaged_archive", "", "the file's directory is damaged; parts may be missing"}));
  std::string main = Package::target(package.relations(""), "officeDocument");
  if (main.empty() || !package.has(main)) main = "xl/workbook.xml";
  if (!package.has(main)) return Error{Code::Corrupt, "the workbook's main part is missing"};
  const std::vector<Relation> relations = package.relations(main);
  const XmlPart book = TRY(package.tree(main));

  Workbook workbook;
  if (const XmlNode* properties = book.root.child("x:workbookPr"))
    workbook.date1904 = is_true((*properties)["date1904"]);
  const XmlPart styles = TRY(package.tree(Package::target(relations, "styles")));
  workbook.formats = CellFormats(styles.root);
  const std::string strings = Package::target(relations, "sharedStrings");
  const XmlDamage damage = TRY(workbook.strings.read(package, strings));
  if (damage) TRY(out.problem({"damaged_part", strings, "the part is damaged: " + damage->what}));
  TRY(out.title(core_title(package)));

  uint32_t pictures = 0;
  size_t count = 0;
  std::set<std::string> read;
  const XmlNode* sheets = book.root.child("x:sheets");
  if (sheets == nullptr) return Error{Code::Corrupt, "the workbook names no sheets"};
  for (const XmlNode& node : sheets->children) {
    if (node.name != "x:sheet" || ++count > kMostSheets) continue;
    Sheet sheet;
    sheet.name = node["name"];
    const Relation* relation = Package::by_id(relations, node["r:id"]);
    if (relation != nullptr && !relation->external) sheet.part = relation->target;
    const std::string where = "sheet " + sheet.name;
    if (!package.has(sheet.part) || !read.insert(sheet.part).second) {
      TRY(out.problem({"part_missing", where, "the sheet is not in the file"}));
      continue;
    }
    const std::string_view state = node["state"];
    if (!state.empty() && state != "visible")
      TRY(out.problem({"hidden_sheet", where, "the sheet is hidden; it is read all the same"}));
    sheet.tables = TRY(tables_of(package, sheet.part));
    TRY(send_heading(sheet.name, out));
    uint64_t sent = 0;
    TRY(send_cells(package, workbook, sheet, out, sent));
    TRY(send_over_cells(package, sheet, pictures, out));
  }
  for (const Relation& relation : relations)
    if (relation.type == "package" && !relation.external && package.has(relation.target))
      TRY(send_part_file(package, relation.target, out));
  if (count == 0) return Error{Code::Empty, "the workbook has no sheet"};
  return Done{};
}

}  // namespace oi
