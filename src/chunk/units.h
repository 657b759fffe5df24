// The smallest parts that a chunk is made of: a sentence, a line, or a whole list, table or code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/job.h"
#include "base/result.h"
#include "chunk/chunk.h"
#include "types/document.h"

namespace oi {

// The text under one heading, up to the next one.
struct Section {
  std::vector<std::string> titles;  // the heading and those above it, outermost first
  size_t prefix_tokens = 0;         // of its prefix, special tokens included
};

struct ChunkUnit {
  Span span;  // without white space at its ends
  uint32_t words = 0;
  size_t tokens = 0;  // without special tokens
  uint32_t section = 0;
  ChunkKind kind = ChunkKind::Prose;
  bool heading = false;
};

struct Outline {
  std::vector<Section> sections;
  std::vector<ChunkUnit> units;  // in order; between them is white space only
};

// Every unit fits a chunk of its own, together with the headings right before it. Cancelled.
Result<Outline> outline(const Document& document, const TokenCounter& count, const Job& job);

// "Title > Heading > Sub", and on a line of its own the names of a table's columns, if any; cut at
// a word so that it has at most 80 tokens.
std::string make_prefix(const Document& document, const std::vector<std::string>& titles,
                        std::string_view columns, const TokenCounter& count);
// "Heading > Sub".
std::string join_titles(const std::vector<std::string>& titles);

// Pieces of at most `words` words and `tokens` tokens each, cut at spaces where there are any, else
// at words, else at code points. Units like `whole` but for span and counts.
std::vector<ChunkUnit> cut_unit(const Document& document, const ChunkUnit& whole, uint32_t words,
                                size_t tokens, const TokenCounter& count);

}  // namespace oi
