// A packed cell is kBytes long, little-endian: table, begin, end, row (32 bits each), column, rows,
// columns (16 bits each), header (8 bits). A piece holds whole cells.
#include "embedded/cells.h"

#include <bit>
#include <cstring>
#include <string>

#include "embedded/schema.h"

namespace oi {
namespace {

constexpr size_t kBytes = 4 * 4 + 3 * 2 + 1;
constexpr size_t kCellsInPiece = 4096;
static_assert(std::endian::native == std::endian::little);

template <typename T>
void put(std::string& bytes, T value) {
  char raw[sizeof value];
  std::memcpy(raw, &value, sizeof value);
  bytes.append(raw, sizeof value);
}

template <typename T>
T take(std::string_view& bytes) {
  T value{};
  std::memcpy(&value, bytes.data(), sizeof value);
  bytes.remove_prefix(sizeof value);
  return value;
}

void pack(std::string& bytes, uint32_t table, const Cell& cell) {
  put(bytes, table);
  put(bytes, cell.begin);
  put(bytes, cell.end);
  put(bytes, cell.row);
  put(bytes, cell.column);
  put(bytes, cell.rows);
  put(bytes, cell.columns);
  put(bytes, static_cast<uint8_t>(cell.header));
}

Result<Done> unpack(std::string_view& bytes, Document& document) {
  const auto table = take<uint32_t>(bytes);
  Cell cell;
  cell.begin = take<uint32_t>(bytes);
  cell.end = take<uint32_t>(bytes);
  cell.row = take<uint32_t>(bytes);
  cell.column = take<uint16_t>(bytes);
  cell.rows = take<uint16_t>(bytes);
  cell.columns = take<uint16_t>(bytes);
  const auto header = take<uint8_t>(bytes);
  cell.header = header == 1;
  const bool good = table < document.tables.size() && cell.begin <= cell.end && header <= 1 &&
                    document.tables[table].span.contains(cell.span());
  if (!good) return Error{Code::Corrupt, "a cell that belongs to no table"};
  document.tables[table].cells.push_back(cell);
  return Done{};
}

}  // namespace

Result<Done> insert_cells(Database& database, const Document& document) {
  Statement insert =
      TRY(database.prepare("INSERT INTO cells(document, piece, bytes) VALUES(?,?,?)"));
  std::string bytes;
  int64_t piece = 0;
  const auto write = [&]() -> Result<Done> {
    if (bytes.empty()) return Done{};
    TRY(insert.bind(key_of(document.id), piece++, Blob{bytes}).run());
    bytes.clear();
    return Done{};
  };
  for (uint32_t table = 0; table < document.tables.size(); ++table) {
    for (const Cell& cell : document.tables[table].cells) {
      pack(bytes, table, cell);
      if (bytes.size() >= kCellsInPiece * kBytes) TRY(write());
    }
  }
  return write();
}

Result<Done> read_cells(Database& database, Document& document) {
  if (document.tables.empty()) return Done{};
  Statement select =
      TRY(database.prepare("SELECT bytes FROM cells WHERE document = ? ORDER BY piece"));
  select.bind(key_of(document.id));
  while (TRY(select.step())) {
    std::string_view bytes = select.text(0);
    if (bytes.size() % kBytes != 0) return Error{Code::Corrupt, "cells that are cut short"};
    while (!bytes.empty())
      TRY(unpack(bytes, document));
  }
  return Done{};
}

}  // namespace oi
