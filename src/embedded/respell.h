// Words that a question spells otherwise than the library does.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "embedded/sqlite.h"
#include "store/store.h"

namespace oi {

// As Store::respell. Reads the part of the vocabulary that begins with the word's first letter.
Result<std::vector<Respelled>> respell_words(Database& database, std::string_view question);

// How many letters must be put in, left out, changed or swapped with their neighbour to make one
// word the other; `most` + 1 when it is more than that.
size_t letters_apart(std::string_view a, std::string_view b, size_t most);

}  // namespace oi
