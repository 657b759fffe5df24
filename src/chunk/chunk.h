// Cuts a document into the spans that are indexed as one unit each.
//
// 1. Nothing is lost: every character that is not white space is inside at least one chunk.
// 2. A chunk is a span of the canonical text; ends fall on code point borders.
// 3. At most 310 words, 80 tokens of prefix and 430 tokens of embedding_text(), the last two
//    counted by the embedder's own tokenizer on the finished chunk, never estimated.
// 4. The same document gives the same chunks.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/job.h"
#include "base/result.h"
#include "types/document.h"

namespace oi {

// Tokens of a text by the embedder's own tokenizer, special tokens included.
using TokenCounter = std::function<size_t(std::string_view)>;

// The chunks in order, ordinals from 0. Borders are at headings and sentences; lists, tables and
// code stay whole when they fit; neighbours in one section share up to 50 words. A document of
// white space alone gives no chunk. Bug when the counter gives the same number for different texts
// (a padded tokenizer) or when a chunk breaks invariant 1 or 3; Cancelled. Cost: every sentence and
// every finished chunk is counted once or twice.
Result<std::vector<Chunk>> chunk(const Document& document, const TokenCounter& count,
                                 const Job& job);

// What is embedded and what the token limit is about: the prefix on a line of its own, then the
// text. `text` is SearchText::for_meaning of the chunk's span.
std::string embedding_text(const Chunk& chunk, std::string_view text);

}  // namespace oi
