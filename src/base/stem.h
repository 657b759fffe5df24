// The part of a word that its inflections share, for comparison only.
#pragma once

#include <string>
#include <string_view>

namespace oi {

// Takes a folded word. English plurals, possessives, -ed, -ing, -ion and a final e go; a word of
// another language mostly stays as it is, which only means that fewer of its forms agree.
// "policies", "policy" -> "policy"; "stopped", "stopping", "stops" -> "stop".
std::string stem(std::string_view folded);

}  // namespace oi
