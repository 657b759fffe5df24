// The Symbol font is that of PostScript, whose signs all have characters of their own. Wingdings
// has many that have none; the common ones are here.

#include "reader/symbol.h"

#include "base/text.h"
#include "reader/readers.h"

namespace oi {
namespace {

constexpr uint32_t kPrivate = 0xF000;

// 0x20 to 0x7E, then 0xA0 to 0xFE; a space is no sign.
constexpr std::u32string_view kSymbolLow =
    U" !∀#∃%&∋()∗+,−./0123456789:;<=>?"
    U"≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_"
    U"‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼";
constexpr std::u32string_view kSymbolHigh =
    U"€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵"
    U"ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓"
    U"◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ 〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭";

struct Pair {
  uint32_t from;
  char32_t to;
};
constexpr Pair kWingdings[] = {
    {0x21, U'✏'}, {0x22, U'✂'}, {0x23, U'✁'}, {0x28, U'☎'}, {0x29, U'✆'}, {0x2A, U'✉'},
    {0x36, U'⌛'}, {0x3E, U'✇'}, {0x3F, U'✍'}, {0x41, U'✌'}, {0x45, U'☜'}, {0x46, U'☞'},
    {0x47, U'☝'}, {0x48, U'☟'}, {0x4A, U'☺'}, {0x4C, U'☹'}, {0x4E, U'☠'}, {0x51, U'✈'},
    {0x52, U'☼'}, {0x54, U'❄'}, {0x6C, U'●'}, {0x6D, U'❍'}, {0x6E, U'■'}, {0x6F, U'□'},
    {0x71, U'❑'}, {0x72, U'❒'}, {0x73, U'⬧'}, {0x74, U'⧫'}, {0x75, U'◆'}, {0x76, U'❖'},
    {0x77, U'⬥'}, {0x9F, U'•'}, {0xA1, U'○'}, {0xA7, U'▪'}, {0xA8, U'◻'}, {0xAB, U'★'},
    {0xB6, U'☆'}, {0xD8, U'➢'}, {0xDF, U'←'}, {0xE0, U'→'}, {0xE1, U'↑'}, {0xE2, U'↓'},
    {0xE8, U'➔'}, {0xEF, U'⇦'}, {0xF0, U'⇨'}, {0xF1, U'⇧'}, {0xF2, U'⇩'}, {0xF3, U'⬄'},
    {0xFB, U'✗'}, {0xFC, U'✓'}, {0xFD, U'☒'}, {0xFE, U'☑'}};

char32_t of_symbol(uint32_t low, uint32_t number) {
  if (low >= 0x20 && low < 0x20 + kSymbolLow.size()) return kSymbolLow[low - 0x20];
  if (low >= 0xA0 && low < 0xA0 + kSymbolHigh.size() && low != 0xF0) return kSymbolHigh[low - 0xA0];
  return number;
}

}  // namespace

char32_t symbol_character(std::string_view font, uint32_t number) {
  const uint32_t low = number >= kPrivate && number <= kPrivate + 0xFF ? number - kPrivate : number;
  if (font == "Symbol" || font == "SymbolMT" || font == "Symbol MT") return of_symbol(low, number);
  if (font == "Wingdings")
    for (const Pair& pair : kWingdings)
      if (pair.from == low) return pair.to;
  return number;
}

std::string with_symbols(std::string_view text, std::string_view font) {
  std::string all;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    const char32_t c = next_code_point(text, at);
    if (c >= kPrivate + 0x20 && c <= kPrivate + 0xFF) {
      append_code_point(all, symbol_character(font, c));
    } else {
      all += text.substr(begin, at - begin);
    }
  }
  return all;
}

}  // namespace oi
