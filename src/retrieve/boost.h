// What a question for a specification adds to passages that are specifications.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "retrieve/stored.h"
#include "rules/modes.h"
#include "types/evidence.h"

namespace oi {

// Does the question ask for a value as a specification gives it: with a number or a unit, for a
// capacity, a limit, a rating, or for what something is?
bool asks_for_specification(std::string_view question);

// How much the passage looks like a specification: table 5 points, list 2, cells in columns 3, a
// number 1, each family of units 2, a standard by its number 3.
uint32_t structure_points(const StoredChunk& chunk);

// Adds to every hit of a specification question what its structure earns, named "structure", in
// `boost` and `boosts`, and orders anew by fused + boost (equals keep their order). `stored` holds
// every hit. False, and nothing is changed, for any other question.
//
// min(0.30, 0.04 x points x the mode's specification boost) from 5 points on (ruling 13).
bool boost_structure(std::vector<Hit>& hits, const StoredById& stored, std::string_view question,
                     const ModeRules& mode);

}  // namespace oi
