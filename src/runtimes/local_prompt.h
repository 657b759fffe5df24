// Text to tokens and back, as llama.cpp and the model's vocabulary have them. Safe from any thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "models/models.h"

struct llama_model;
struct llama_vocab;

namespace oi {

using Tokens = std::vector<int32_t>;

// What the text of a special token ("<|im_end|>") becomes.
enum class Special : uint8_t { AsText, AsTokens };

// Appends the tokens of the text. TooLarge over 2 GiB: the library counts in 32 bits.
Result<Done> tokenize(const llama_vocab* vocab, std::string_view text, Special special,
                      Tokens& tokens);

// The whole prompt, up to where the model is to answer. Space around each message is left out, as
// most templates do.
Result<Tokens> lay_out(const llama_model* model, std::span<const Message> messages);

// The bytes of a token, which may end inside a code point; nothing for a special token.
std::string piece_of(const llama_vocab* vocab, int32_t token);

}  // namespace oi
