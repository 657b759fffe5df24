// Tables of code to character, from each encoding's first code on; a dot-less gap is 0. Letters are
// left out where they need no table: a file gives them their meaning.
#include "reader/pdf_symbols.h"

#include <array>
#include <iterator>

namespace oi::pdf {
namespace {

// OMS, "cmsy": 0x00 to 0x7F. The calligraphic capitals stand as plain ones.
constexpr std::u32string_view kSymbols =
    U"\u2212\u22C5\u00D7\u2217\u00F7\u22C4\u00B1\u2213\u2295\u2296\u2297\u2298\u2299\u25EF\u2218"
    U"\u2219\u224D\u2261\u2286\u2287\u2264\u2265\u2AAF\u2AB0\u223C\u2248\u2282\u2283\u226A\u226B"
    U"\u227A\u227B\u2190\u2192\u2191\u2193\u2194\u2197\u2198\u2243\u21D0\u21D2\u21D1\u21D3\u21D4"
    U"\u2196\u2199\u221D\u2032\u221E\u2208\u220B\u25B3\u25BD\u0338\u21A6\u2200\u2203\u00AC\u2205"
    U"\u211C\u2111\u22A4\u22A5\u2135ABCDEFGHIJKLMNOPQRSTUVWXYZ\u222A\u2229\u228E\u2227\u2228\u22A2"
    U"\u22A3\u230A\u230B\u2308\u2309{}\u27E8\u27E9|\u2016\u2195\u21D5\\\u2240\u221A\u2A3F\u2207"
    U"\u222B\u2294\u2293\u2291\u2292\u00A7\u2020\u2021\u00B6\u2663\u2662\u2661\u2660";
static_assert(kSymbols.size() == 128);

// OMX, "cmex": 0x00 to 0x7F, large signs and the pieces of larger ones.
constexpr std::u32string_view kLarge =
    U"()[]\u230A\u230B\u2308\u2309{}\u27E8\u27E9\u2223\u2225/\\()()[]\u230A\u230B\u2308\u2309{}"
    U"\u27E8\u27E9/\\()[]\u230A\u230B\u2308\u2309{}\u27E8\u27E9/\\/\\\u239B\u239E\u23A1\u23A4\u23A3"
    U"\u23A6\u23A2\u23A5\u23A7\u23AB\u23A9\u23AD\u23A8\u23AC\u23AA\u23D0\u239D\u23A0\u239C\u239F"
    U"\u27E8\u27E9\u2A06\u2A06\u222E\u222E\u2A00\u2A00\u2A01\u2A01\u2A02\u2A02\u2211\u220F\u222B"
    U"\u22C3\u22C2\u2A04\u22C0\u22C1\u2211\u220F\u222B\u22C3\u22C2\u2A04\u22C0\u22C1\u2210\u2210"
    U"\u0302\u0302\u0302\u0303\u0303\u0303[]\u230A\u230B\u2308\u2309{}\u221A\u221A\u221A\u221A"
    U"\u23B7\u2502\u250C\u2551\u2191\u2193\uFE37\uFE37\uFE38\uFE38\u21D1\u21D3";
static_assert(kLarge.size() == 128);

struct Sign {
  char32_t code, character;
};
// OML, "cmmi": what is no letter.
constexpr Sign kItalic[] = {
    {0x23, 0x03D1}, {0x24, 0x03D6}, {0x25, 0x03F1}, {0x26, 0x03C2}, {0x28, 0x21BC}, {0x29, 0x21BD},
    {0x2A, 0x21C0}, {0x2B, 0x21C1}, {0x2C, 0x21AA}, {0x2D, 0x21A9}, {0x2E, 0x25B7}, {0x2F, 0x25C1},
    {0x3F, 0x22C6}, {0x40, 0x2202}, {0x5B, 0x266D}, {0x5C, 0x266E}, {0x5D, 0x266F}, {0x5E, 0x2323},
    {0x5F, 0x2322}, {0x60, 0x2113}, {0x7D, 0x2118}, {0x7E, 0x20D7}, {0x7F, 0x0361}};
// "msam" and "msbm": the commoner ones.
constexpr Sign kFirstAms[] = {
    {0x03, 0x25A1}, {0x04, 0x25A0}, {0x06, 0x25CA}, {0x07, 0x29EB}, {0x16, 0x21BE}, {0x20, 0x21DD},
    {0x29, 0x2234}, {0x2A, 0x2235}, {0x36, 0x2A7D}, {0x3E, 0x2A7E}, {0x46, 0x25B6}, {0x49, 0x25B7},
    {0x4C, 0x25C1}, {0x4D, 0x25B3}, {0x58, 0x2713}, {0x5C, 0x2220}, {0x5D, 0x2221}, {0x5E, 0x2222},
    {0x73, 0x00AE}, {0x7A, 0x2720}, {0x7B, 0x2201}};
constexpr Sign kSecondAms[] = {
    {0x00, 0x2268}, {0x01, 0x2269}, {0x02, 0x2270}, {0x03, 0x2271}, {0x04, 0x226E}, {0x05, 0x226F},
    {0x28, 0x228A}, {0x29, 0x228B}, {0x2A, 0x2ACB}, {0x2B, 0x2ACC}, {0x2D, 0x2226}, {0x2E, 0x2224},
    {0x3F, 0x2205}, {0x40, 0x2204}, {0x5B, 0x0302}, {0x5C, 0x0302}, {0x5D, 0x0303}, {0x5E, 0x0303},
    {0x66, 0x2127}, {0x68, 0x2242}, {0x69, 0x2137}, {0x6E, 0x22C9}, {0x6F, 0x22CA}, {0x7C, 0x210F},
    {0x7D, 0x210F}, {0x7E, 0x03DD}, {0x7F, 0x03F6}};

template <size_t n>
char32_t found(const Sign (&signs)[n], char32_t code) {
  for (const Sign& sign : signs)
    if (sign.code == code) return sign.character;
  return 0;
}

char32_t at(std::u32string_view table, char32_t code) {
  return code < table.size() ? table[code] : 0;
}

// 0xF8EB to 0xF8FE of Adobe's corporate use area, as its glyph list names them.
constexpr std::array<char32_t, 20> kPieces = {
    0x239B, 0x239C, 0x239D, 0x23A1, 0x23A2, 0x23A3, 0x23A7, 0x23A8, 0x23A9, 0x23AA,
    0x23AE, 0x239E, 0x239F, 0x23A0, 0x23A4, 0x23A5, 0x23A6, 0x23AB, 0x23AC, 0x23AD};

}  // namespace

char32_t symbol_of(std::string_view font, char32_t code) {
  // A font of which only some letters are embedded has six capitals and a plus before its name.
  constexpr size_t kSubsetMark = 7;
  if (font.size() > kSubsetMark && font[kSubsetMark - 1] == '+') font.remove_prefix(kSubsetMark);
  if (font.starts_with("CMSY") || font.starts_with("CMBSY")) return at(kSymbols, code);
  if (font.starts_with("CMEX")) return at(kLarge, code);
  if (font.starts_with("CMMI") || font.starts_with("CMMIB")) return found(kItalic, code);
  if (font.starts_with("MSAM")) return found(kFirstAms, code);
  if (font.starts_with("MSBM")) return found(kSecondAms, code);
  return 0;
}

char32_t without_private_pieces(char32_t c) {
  constexpr char32_t kFirst = 0xF8EB;
  return c >= kFirst && c < kFirst + kPieces.size() ? kPieces[c - kFirst] : c;
}

}  // namespace oi::pdf
