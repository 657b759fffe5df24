// The cells of a document's tables as rows of bytes: a sheet has millions, so they are kept apart
// from the layout, packed, in pieces.
#pragma once

#include "embedded/sqlite.h"
#include "types/document.h"

namespace oi {

// Adds the cells of all tables, in the order of tables and cells.
Result<Done> insert_cells(Database& database, const Document& document);

// Gives each table of the document its cells back. Corrupt when a piece is damaged or a cell lies
// outside of its table.
Result<Done> read_cells(Database& database, Document& document);

}  // namespace oi
