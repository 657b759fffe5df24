// Characters stand where their line's box says, spread evenly over it.

#include "engine/eval_tables.h"

#include <algorithm>
#include <map>
#include <optional>
#include <pugixml.hpp>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "base/text.h"

namespace oi {
namespace {

struct Region {
  uint32_t page = 0;
  Box box;  // from the page's top left
};

struct GridCell {
  int row0 = 0, row1 = 0, column0 = 0, column1 = 0;
  uint32_t page = 0;
  std::string text;
};

struct TruthTable {
  std::vector<Region> regions;
  std::vector<std::vector<GridCell>> grids;  // of its regions
};

using Relation = std::tuple<std::string, std::string, bool>;  // from, to, downwards
using Relations = std::multiset<Relation>;

std::string compared(std::string_view text) {
  std::string all;
  const std::string folded = fold(text);
  for (size_t at = 0; at < folded.size();) {
    const size_t from = at;
    const char32_t c = next_code_point(folded, at);
    if (is_space(c)) continue;
    const bool dash = (c >= 0x2010 && c <= 0x2015) || c == 0x2212;
    if (dash) {
      all += '-';
    } else {
      all += folded.substr(from, at - from);
    }
  }
  return all;
}

// Each cell's nearest neighbours with text, in each of its rows and columns.
void add_relations(const std::vector<GridCell>& cells, Relations& relations) {
  std::map<std::pair<int, int>, size_t> at;
  for (size_t i = 0; i < cells.size(); ++i)
    for (int row = cells[i].row0; row <= cells[i].row1; ++row)
      for (int column = cells[i].column0; column <= cells[i].column1; ++column)
        at.try_emplace({row, column}, i);
  std::set<std::tuple<size_t, size_t, bool>> pairs;
  std::optional<std::pair<int, size_t>> before;
  for (const auto& [place, cell] : at) {
    if (before && before->first == place.first && before->second != cell)
      pairs.insert({before->second, cell, false});
    before = {place.first, cell};
  }
  std::map<std::pair<int, int>, size_t> turned;
  for (const auto& [place, cell] : at)
    turned[{place.second, place.first}] = cell;
  before.reset();
  for (const auto& [place, cell] : turned) {
    if (before && before->first == place.first && before->second != cell)
      pairs.insert({before->second, cell, true});
    before = {place.first, cell};
  }
  for (const auto& [from, to, down] : pairs) {
    if (cells[from].page == cells[to].page)
      relations.insert({cells[from].text, cells[to].text, down});
  }
}

float page_height(const Document& document, uint32_t page) {
  for (const Page& one : document.pages)
    if (one.number == page) return one.height;
  return 0;
}

Box box_of(const pugi::xml_node& node, float page) {
  const Box raw{node.attribute("x1").as_float(), node.attribute("y1").as_float(),
                node.attribute("x2").as_float(), node.attribute("y2").as_float()};
  return {std::min(raw.x0, raw.x1), page - std::max(raw.y0, raw.y1), std::max(raw.x0, raw.x1),
          page - std::min(raw.y0, raw.y1)};
}

Result<Done> load(pugi::xml_document& xml, std::string_view text) {
  const pugi::xml_parse_result parsed = xml.load_buffer(text.data(), text.size());
  if (!parsed || !xml.child("document"))
    return Error{Code::Invalid, std::string("not a truth of tables: ") + parsed.description()};
  return Done{};
}

std::vector<GridCell> grid_of(const pugi::xml_node& region) {
  std::vector<GridCell> cells;
  for (const pugi::xml_node& node : region.children("cell")) {
    GridCell cell;
    cell.row0 = node.attribute("start-row").as_int();
    cell.row1 = std::clamp(node.attribute("end-row").as_int(cell.row0), cell.row0, cell.row0 + 999);
    cell.column0 = node.attribute("start-col").as_int();
    cell.column1 =
        std::clamp(node.attribute("end-col").as_int(cell.column0), cell.column0, cell.column0 + 99);
    cell.text = compared(node.child("content").child_value());
    if (!cell.text.empty()) cells.push_back(std::move(cell));
  }
  return cells;
}

Result<std::vector<TruthTable>> truth_of(const Document& document, std::string_view regions_xml,
                                         std::string_view structure_xml) {
  pugi::xml_document regions, structure;
  TRY(load(regions, regions_xml));
  TRY(load(structure, structure_xml));
  std::vector<TruthTable> tables;
  for (const pugi::xml_node& table : regions.child("document").children("table")) {
    tables.emplace_back();
    for (const pugi::xml_node& region : table.children("region")) {
      const uint32_t page = region.attribute("page").as_uint();
      tables.back().regions.push_back(
          {page, box_of(region.child("bounding-box"), page_height(document, page))});
    }
  }
  size_t index = 0;
  for (const pugi::xml_node& table : structure.child("document").children("table")) {
    if (index >= tables.size()) return Error{Code::Invalid, "more tables of cells than regions"};
    for (const pugi::xml_node& region : table.children("region"))
      tables[index].grids.push_back(grid_of(region));
    ++index;
  }
  return tables;
}

// What one truth table and one found table have to do with each other.
struct Overlaps {
  std::vector<uint64_t> truth, found;
  std::vector<std::vector<uint64_t>> both;  // [truth][found]
  uint64_t all_truth = 0, all_found = 0, all_both = 0;
};

size_t table_at(const Document& document, uint64_t byte) {
  const auto after =
      std::upper_bound(document.tables.begin(), document.tables.end(), byte,
                       [](uint64_t at, const Table& table) { return at < table.span.begin; });
  if (after == document.tables.begin()) return SIZE_MAX;
  const auto index = static_cast<size_t>(after - document.tables.begin() - 1);
  return byte < document.tables[index].span.end ? index : SIZE_MAX;
}

Overlaps overlaps_of(const Document& document, const std::vector<TruthTable>& tables) {
  Overlaps all{std::vector<uint64_t>(tables.size(), 0),
               std::vector<uint64_t>(document.tables.size(), 0),
               std::vector<std::vector<uint64_t>>(tables.size(),
                                                  std::vector<uint64_t>(document.tables.size(), 0)),
               0,
               0,
               0};
  for (const PlacedText& placed : document.placed) {
    const std::string_view text =
        std::string_view(document.text).substr(placed.span.begin, placed.span.size());
    const auto count = static_cast<float>(code_points(text));
    const size_t found = table_at(document, placed.span.begin);
    const float y = (placed.box.y0 + placed.box.y1) / 2;
    float place = 0;
    for (size_t at = 0; at < text.size(); ++place) {
      if (is_space(next_code_point(text, at))) continue;
      const float x = placed.box.x0 + (placed.box.x1 - placed.box.x0) * (place + 0.5F) / count;
      bool in_truth = false;
      for (size_t t = 0; t < tables.size(); ++t) {
        const bool inside = std::any_of(tables[t].regions.begin(), tables[t].regions.end(),
                                        [&](const Region& region) {
                                          const Box& box = region.box;
                                          return region.page == placed.page && x > box.x0 - 2 &&
                                                 x < box.x1 + 2 && y > box.y0 - 2 && y < box.y1 + 2;
                                        });
        if (!inside) continue;
        in_truth = true;
        ++all.truth[t];
        if (found != SIZE_MAX) ++all.both[t][found];
      }
      if (found != SIZE_MAX) ++all.found[found];
      all.all_truth += in_truth ? 1 : 0;
      all.all_found += found != SIZE_MAX ? 1 : 0;
      all.all_both += in_truth && found != SIZE_MAX ? 1 : 0;
    }
  }
  return all;
}

uint32_t page_of(const Document& document, uint64_t byte) {
  auto at = std::upper_bound(
      document.placed.begin(), document.placed.end(), byte,
      [](uint64_t place, const PlacedText& placed) { return place < placed.span.begin; });
  return at == document.placed.begin() ? 0 : (at - 1)->page;
}

Relations relations_of(const Document& document, const Table& table) {
  std::vector<GridCell> cells;
  for (const Cell& cell : table.cells) {
    const auto row = static_cast<int>(cell.row);
    cells.push_back(
        {row, row + cell.rows - 1, cell.column, cell.column + cell.columns - 1,
         page_of(document, cell.begin),
         compared(std::string_view(document.text).substr(cell.begin, cell.end - cell.begin))});
  }
  std::erase_if(cells, [](const GridCell& cell) { return cell.text.empty(); });
  Relations relations;
  add_relations(cells, relations);
  return relations;
}

uint64_t common(const Relations& a, const Relations& b) {
  std::vector<Relation> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both.size();
}

}  // namespace

TableCounts& TableCounts::operator+=(const TableCounts& other) {
  truth_tables += other.truth_tables;
  found_tables += other.found_tables;
  matched_tables += other.matched_tables;
  complete_tables += other.complete_tables;
  pure_tables += other.pure_tables;
  truth_characters += other.truth_characters;
  found_characters += other.found_characters;
  both_characters += other.both_characters;
  truth_relations += other.truth_relations;
  found_relations += other.found_relations;
  right_relations += other.right_relations;
  return *this;
}

double recall(const TableCounts& counts) {
  if (counts.truth_relations == 0) return 1;
  return static_cast<double>(counts.right_relations) / static_cast<double>(counts.truth_relations);
}

double precision(const TableCounts& counts) {
  if (counts.found_relations == 0) return counts.truth_relations == 0 ? 1 : 0;
  return static_cast<double>(counts.right_relations) / static_cast<double>(counts.found_relations);
}

double f1(const TableCounts& counts) {
  const double p = precision(counts), r = recall(counts);
  return p + r > 0 ? 2 * p * r / (p + r) : 0;
}

Result<TableCounts> count_tables(const Document& document, std::string_view regions_xml,
                                 std::string_view structure_xml) {
  const std::vector<TruthTable> tables = TRY(truth_of(document, regions_xml, structure_xml));
  const Overlaps overlaps = overlaps_of(document, tables);
  TableCounts counts;
  counts.truth_tables = static_cast<uint32_t>(tables.size());
  counts.found_tables = static_cast<uint32_t>(document.tables.size());
  counts.truth_characters = overlaps.all_truth;
  counts.found_characters = overlaps.all_found;
  counts.both_characters = overlaps.all_both;
  std::vector<Relations> found;
  for (const Table& table : document.tables) {
    found.push_back(relations_of(document, table));
    counts.found_relations += found.back().size();
  }
  for (size_t t = 0; t < tables.size(); ++t) {
    Relations truth;
    for (const std::vector<GridCell>& grid : tables[t].grids)
      add_relations(grid, truth);
    counts.truth_relations += truth.size();
    const std::vector<uint64_t>& both = overlaps.both[t];
    const auto best = std::max_element(both.begin(), both.end());
    if (best == both.end() || *best == 0) continue;
    const auto f = static_cast<size_t>(best - both.begin());
    counts.right_relations += common(truth, found[f]);
    const uint64_t all = overlaps.truth[t] + overlaps.found[f] - *best;
    counts.matched_tables += *best * 2 >= all ? 1 : 0;
    const bool complete = *best == overlaps.truth[t];
    counts.complete_tables += complete ? 1 : 0;
    counts.pure_tables += complete && *best == overlaps.found[f] ? 1 : 0;
  }
  return counts;
}

}  // namespace oi
