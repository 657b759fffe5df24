// Which language is a text in? By its script, and by the small words that every sentence needs.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace oi {

struct Tongue {
  std::string_view language;  // ISO 639-1
  std::string_view words;     // its function words, folded, each between spaces
  bool has(std::string_view folded) const;
};
std::span<const Tongue> tongues();
// The function words of that language alone; one without words when it is not known.
Tongue tongue_of(std::string_view language);

struct LanguageGuess {
  std::string language = "und";  // ISO 639-1; "und" when nothing tells it
  bool sure = false;             // enough to go by: enough words, and no other language near
};
// Looks at the beginning, the middle and the end of a long text. Pure.
LanguageGuess guess_language(std::string_view text);

// The guess when it is sure, else "und".
std::string language_of(std::string_view text);

}  // namespace oi
