// Tables found in a document against the truth of the ICDAR 2013 table competition (Göbel, Hassan,
// Oro, Orsi: two XML files for each document, one of regions and one of cells).
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "types/document.h"

namespace oi {

// Counts of one document; those of several documents may be added.
struct TableCounts {
  uint32_t truth_tables = 0, found_tables = 0;
  // Of truth and found tables, pairs whose characters overlap by at least half of their union.
  uint32_t matched_tables = 0;
  // The competition's own measure: truth tables all of whose characters are in one found table, and
  // of these such whose found table holds no others.
  uint32_t complete_tables = 0, pure_tables = 0;
  // Characters that are not white space, in the truth's regions, in found tables, and in both.
  uint64_t truth_characters = 0, found_characters = 0, both_characters = 0;
  // Pairs of neighbouring cells that hold text: to the right and downwards. A truth table is
  // compared with the found table that holds most of it.
  uint64_t truth_relations = 0, found_relations = 0, right_relations = 0;
  TableCounts& operator+=(const TableCounts& other);
};

double recall(const TableCounts& counts);     // of relations; 1 without truth
double precision(const TableCounts& counts);  // of relations; 1 without any found
double f1(const TableCounts& counts);

// Cells' texts are compared folded and without white space. Invalid: the truth is no XML of this
// kind.
Result<TableCounts> count_tables(const Document& document, std::string_view regions_xml,
                                 std::string_view structure_xml);

}  // namespace oi
