// The words by which profile.cc tells kinds of questions, topics and languages apart.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "types/question.h"

namespace oi {

// Where a cue must stand. Start: at the beginning of a sentence of the question. Inside: as bytes
// anywhere, for scripts without spaces.
enum class At : uint8_t { Anywhere, Start, Inside };

struct CueRow {
  AnswerKind kind;
  At at;
  std::string_view cues;  // folded, with '|' between them
};
// In the order in which they are tried.
std::span<const CueRow> cue_rows();

// After "how many": litres, hours and the like.
bool is_unit(std::string_view folded);
// Of a medical, legal, financial or safety topic, where a wrong answer costs more.
bool is_sensitive(std::string_view folded);
// Says that something is asked and not about what: "tell", "explain". Beside is_stop_word().
bool is_framing(std::string_view folded);

}  // namespace oi
