// How separated values are written: delimiter and quoting (RFC 4180).
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace oi {

struct CsvForm {
  char delimiter = ',';  // 0: a record is one field
  // Where the field that begins at `at` ends: at its delimiter, its line's end or the text's.
  // `closed` is false when a quote opens and nothing closes it.
  size_t field_end(std::string_view text, size_t at, bool& closed) const;
};

struct CsvShape {
  size_t records = 0;       // looked at, blank lines left out
  size_t fields = 0;        // in the middle record by number of fields
  size_t agreeing = 0;      // records with so many
  bool ends_empty = false;  // the last field of every record is empty
  bool open_quote = false;  // one is never closed
};
CsvShape csv_shape(std::string_view text, bool whole, CsvForm form);

// The form that fits best; no delimiter when most records agree by none. `whole`: the sample is the
// text.
CsvForm csv_form(std::string_view sample, bool whole);

// The length of a first line "sep=;" with its end, and the delimiter that it names; 0 without one.
size_t csv_hint(std::string_view text, char& delimiter);

}  // namespace oi
