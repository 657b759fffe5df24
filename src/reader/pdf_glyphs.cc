// PDFium gives characters in the order of the file, between them spaces and line ends that it
// guesses. The guesses are kept as hints; what decides is where the glyphs stand. All that belongs
// to a text object (size, font, colour, direction) is asked once for it, all that belongs to a font
// once a page.

#include "reader/pdf_glyphs.h"

#include <fpdf_edit.h>

#include <array>
#include <string_view>

#include "reader/pdf_accents.h"
#include "reader/pdf_symbols.h"

namespace oi::pdf {
namespace {

constexpr float kPi = 3.14159265F;
constexpr float kSlanted = 0.09F;    // radians off the quarter
constexpr float kUnseen = 0.4F;      // points: smaller letters are not to be seen
constexpr float kSamePlace = 0.12F;  // of the size: the same letter so near is printed twice
constexpr float kSameColumn = 0.1F;  // of the size: pieces of one sign
constexpr float kFarBack = 0.5F;     // of the size: letters may overlap by that
constexpr unsigned kWhite = 250;     // of 255, each of red, green and blue

bool is_space_code(char32_t c) {
  return c == ' ' || c == '\t' || c == 0xA0 || c == 0x3000 || c == 0x202F || c == 0x205F ||
         (c >= 0x2000 && c <= 0x200B);
}

struct Font {
  std::string name;
  bool bold = false, italic = false, tight = false;
};

Font font_of(FPDF_FONT font) {
  constexpr int kHeavy = 600, kItalic = 1 << 6, kForceBold = 1 << 18;
  constexpr std::array<std::string_view, 8> kBoldNames = {"Bold", "bold",   "Black", "Heavy",
                                                          "CMBX", "CMSSBX", "SFBX",  "-Bd"};
  Font look;
  if (font == nullptr) return look;
  std::array<char, 128> buffer{};
  const size_t size = FPDFFont_GetBaseFontName(font, buffer.data(), buffer.size());
  const std::string_view name(buffer.data(), size > 0 && size <= buffer.size() ? size - 1 : 0);
  const auto has = [&](std::string_view word) { return name.find(word) != std::string_view::npos; };
  look.name = name;
  const int flags = FPDFFont_GetFlags(font);
  look.bold = FPDFFont_GetWeight(font) >= kHeavy || (flags & kForceBold) != 0 ||
              std::any_of(kBoldNames.begin(), kBoldNames.end(), has);
  look.italic = (flags & kItalic) != 0 || has("Italic") || has("Oblique");
  float up = 0, down = 0;
  look.tight = FPDFFont_GetAscent(font, 1000, &up) && FPDFFont_GetDescent(font, 1000, &down) &&
               std::fabs(up - down) < 1;
  return look;
}

// Which letters stand where, in cells of a few points.
class Places {
 public:
  // True when the same letter is there already; else it is noted.
  bool has(char32_t c, bool hidden, const Box& box, float size) {
    const float reach = std::min(kSamePlace * size, kCell / 2);
    const auto cell = [](float at) { return static_cast<int32_t>(std::floor(at / kCell)); };
    for (const float dx : {-reach, reach}) {
      if (dx > 0 && cell(box.x0 - reach) == cell(box.x0 + reach)) continue;
      for (const float dy : {-reach, reach}) {
        if (dy > 0 && cell(box.y0 - reach) == cell(box.y0 + reach)) continue;
        const auto [first, end] =
            cells_.equal_range(key(c, hidden, cell(box.x0 + dx), cell(box.y0 + dy)));
        for (auto at = first; at != end; ++at) {
          const Box& other = at->second;
          if (std::fabs(other.x0 - box.x0) <= reach && std::fabs(other.y0 - box.y0) <= reach &&
              std::fabs(other.x1 - box.x1) <= 2 * reach)
            return true;
        }
      }
    }
    cells_.emplace(key(c, hidden, cell(box.x0), cell(box.y0)), box);
    return false;
  }

 private:
  static constexpr float kCell = 4;
  static uint64_t key(char32_t c, bool hidden, int32_t x, int32_t y) {
    return (uint64_t{c} << 1 | (hidden ? 1 : 0)) << 40 ^
           (uint64_t{static_cast<uint32_t>(x) & 0xFFFFF} << 20 |
            (static_cast<uint32_t>(y) & 0xFFFFF));
  }
  std::unordered_multimap<uint64_t, Box> cells_;
};

class Lines {
 public:
  Lines(FPDF_TEXTPAGE text, const PageFrame& frame, const TakeLine& take)
      : text_(text), frame_(frame), take_(take), count_(FPDFText_CountChars(text)) {}

  GlyphCounts run() {
    for (int i = 0; i < count_; ++i)
      look_at(i);
    end_line();
    return std::move(counts_);
  }

 private:
  void look_at(int i) {
    char32_t c = FPDFText_GetUnicode(text_, i);
    if (c >= 0xD800 && c < 0xDC00) {  // its other half is the next character
      high_ = c;
      return;
    }
    if (c >= 0xDC00 && c < 0xE000 && high_ != 0)
      c = 0x10000 + ((high_ - 0xD800) << 10) + (c - 0xDC00);
    high_ = 0;
    const bool blank = c <= 0x20 || is_space_code(c);
    if (blank && FPDFText_IsGenerated(text_, i) == 1) {
      guessed_ = true;
    } else if (is_space_code(c) && FPDFText_HasUnicodeMapError(text_, i) != 1) {
      space_ = true;
    } else {
      look_at_visible(i, c);
    }
  }

  void look_at_visible(int i, char32_t c) {
    FPDF_PAGEOBJECT object = FPDFText_GetTextObject(text_, i);
    const bool same_object = object == object_ && !styles_.empty();
    if (!same_object) start_style(i, object);
    const Style& style = styles_.back();
    FS_RECTF r{};
    if (!FPDFText_GetLooseCharBox(text_, i, &r)) r = {};
    const Box box = frame_.placed(r.left, r.bottom, r.right, r.top);
    ++*in_object_;
    Glyph glyph;
    glyph.code = meaning(i, c);
    glyph.style = static_cast<uint32_t>(styles_.size() - 1);
    glyph.box = upright(box, style.turns);
    glyph.from_right = is_from_right(glyph.code);
    // The parts of a ligature share its box.
    const bool part = same_object && last_box_ == box;
    last_box_ = box;
    if (!part && glyph.code != 0xFFFD && places_.has(glyph.code, style.hidden, box, style.size)) {
      ++counts_.twice;
      return;
    }
    ++counts_.characters;
    if (glyph.code == 0xFFFD) ++counts_.unmapped;
    if (!frame_.shows(box) && !style.hidden) hide(glyph);
    if (!line_.empty() && !goes_on(glyph)) {
      glyph.stacked = is_stacked(line_.back(), glyph);
      end_line();
    }
    glyph.space = space_;
    glyph.guessed = guessed_;
    space_ = guessed_ = false;
    if (line_.empty() || glyph.box.y1 - glyph.box.y0 > tallest_.y1 - tallest_.y0)
      tallest_ = glyph.box;
    from_right_ = from_right_ || glyph.from_right;
    line_.push_back(glyph);
  }

  // A code that the file gives no meaning is none, though PDFium shows its number as a letter.
  char32_t meaning(int i, char32_t c) const {
    if (c == 0 || FPDFText_HasUnicodeMapError(text_, i) == 1) {
      const char32_t symbol = symbol_of(font_name(i), c);
      return symbol != 0 ? symbol : 0xFFFD;
    }
    // PDFium marks a hyphen at a line's end with a number of its own.
    if (c != 0xAD && (c < 0x20 || c == 0xFFFE) && FPDFText_IsHyphen(text_, i) == 1) return '-';
    return without_private_pieces(shown(c));
  }

  std::string_view font_name(int i) const {
    FPDF_PAGEOBJECT object = FPDFText_GetTextObject(text_, i);
    const auto known =
        fonts_.find(object != nullptr ? FPDFTextObj_GetFont(object) : FPDF_FONT{nullptr});
    return known == fonts_.end() ? std::string_view() : std::string_view(known->second.name);
  }

  void hide(Glyph& glyph) {
    Style style = styles_[glyph.style];
    style.hidden = true;
    styles_.push_back(style);
    object_ = nullptr;  // the next one is looked at afresh
    glyph.style = static_cast<uint32_t>(styles_.size() - 1);
  }

  void start_style(int i, FPDF_PAGEOBJECT object) {
    object_ = object;
    in_object_ = &counts_.objects[object];
    FPDF_FONT font = object != nullptr ? FPDFTextObj_GetFont(object) : nullptr;
    auto known = fonts_.find(font);
    if (known == fonts_.end()) known = fonts_.emplace(font, font_of(font)).first;
    Style style;
    style.bold = known->second.bold;
    style.italic = known->second.italic;
    style.tight = known->second.tight;
    set_direction(i, style);
    set_ink(i, object, style);
    styles_.push_back(style);
  }

  void set_direction(int i, Style& style) const {
    const auto nominal = static_cast<float>(FPDFText_GetFontSize(text_, i));
    FS_MATRIX m{};
    if (!FPDFText_GetMatrix(text_, i, &m)) m = {1, 0, 0, 1, 0, 0};
    const float scale = std::hypot(m.c, m.d);
    const float size = std::fabs(nominal) * (scale > 0 ? scale : 1.0F);
    style.size = std::isfinite(size) ? std::clamp(size, 0.0F, 1000.0F) : 0;
    const float sign = nominal < 0 ? -1.0F : 1.0F;
    const float angle =
        kPi / 2 * static_cast<float>(frame_.rotation()) - std::atan2(sign * m.b, sign * m.a);
    const float quarters = std::isfinite(angle) ? std::round(angle / (kPi / 2)) : 0;
    style.slanted = std::fabs(angle - quarters * kPi / 2) > kSlanted;
    style.turns = static_cast<uint8_t>((static_cast<int>(quarters) + 8) % 4);
    double x = 0, y = 0;
    if (!FPDFText_GetCharOrigin(text_, i, &x, &y)) return;
    if (style.turns == 0 && runs_down(i, x, y, style.size)) style.turns = 1;
    const auto [px, py] = frame_.point(static_cast<float>(x), static_cast<float>(y));
    style.base = upright({px, py, px, py}, style.turns).y0;
  }

  // Letters of one object below one another: vertical writing.
  bool runs_down(int i, double x, double y, float size) const {
    double next_x = 0, next_y = 0;
    if (i + 1 >= count_ || FPDFText_GetTextObject(text_, i + 1) != object_ || object_ == nullptr ||
        !FPDFText_GetCharOrigin(text_, i + 1, &next_x, &next_y))
      return false;
    const auto [ax, ay] = frame_.point(static_cast<float>(x), static_cast<float>(y));
    const auto [bx, by] = frame_.point(static_cast<float>(next_x), static_cast<float>(next_y));
    return std::fabs(ax - bx) < 0.3F * size && by - ay > 0.5F * size;
  }

  void set_ink(int i, FPDF_PAGEOBJECT object, Style& style) const {
    const auto mode =
        object != nullptr ? FPDFTextObj_GetTextRenderMode(object) : FPDF_TEXTRENDERMODE_FILL;
    style.hidden = mode == FPDF_TEXTRENDERMODE_INVISIBLE || mode == FPDF_TEXTRENDERMODE_CLIP ||
                   style.size < kUnseen;
    if (mode == FPDF_TEXTRENDERMODE_FILL_STROKE) style.bold = true;
    unsigned r = 0, g = 0, b = 0, a = 255;
    if (mode != FPDF_TEXTRENDERMODE_FILL || !FPDFText_GetFillColor(text_, i, &r, &g, &b, &a))
      return;
    style.hidden = style.hidden || a == 0;
    style.white = r >= kWhite && g >= kWhite && b >= kWhite;
  }

  // Whether this glyph stands on the line of those before it.
  bool goes_on(const Glyph& glyph) const {
    const Glyph& before = line_.back();
    const Style& style = styles_[glyph.style];
    const Style& other = styles_[before.style];
    if (style.turns != other.turns || style.slanted != other.slanted) return false;
    if (style.slanted) return glyph.style == before.style || !guessed_;
    const auto within = [](float at, const Box& box) { return at >= box.y0 && at <= box.y1; };
    const auto middle = [](const Box& box) { return (box.y0 + box.y1) / 2; };
    const bool beside = within(middle(glyph.box), tallest_) || within(middle(tallest_), glyph.box);
    if (!beside) return false;
    if (from_right_ || glyph.from_right) return true;
    return glyph.box.x0 > before.box.x0 - kFarBack * std::max(style.size, other.size);
  }

  // Pieces of tall brackets and bars.
  bool is_stacked(const Glyph& above, const Glyph& below) const {
    const auto is_piece = [](char32_t c) {
      return (c >= 0x239B && c < 0x23AF) || c == 0x23D0 || c == 0x2223 || c == 0x2225;
    };
    return is_piece(above.code) && is_piece(below.code) &&
           std::fabs(above.box.x0 - below.box.x0) < kSameColumn * styles_.back().size;
  }

  void end_line() {
    join_accents(line_);
    if (!line_.empty()) take_(line_, styles_);
    line_.clear();
    tallest_ = {};
    from_right_ = false;
  }

  FPDF_TEXTPAGE text_;
  const PageFrame& frame_;
  const TakeLine& take_;
  int count_;
  GlyphCounts counts_;
  Places places_;
  std::unordered_map<FPDF_FONT, Font> fonts_;
  std::vector<Style> styles_;
  FPDF_PAGEOBJECT object_ = nullptr;
  size_t* in_object_ = nullptr;  // characters of that object
  std::vector<Glyph> line_;
  Box tallest_;              // of the line's glyphs
  bool from_right_ = false;  // the line holds letters that are read from the right
  Box last_box_;
  bool space_ = false, guessed_ = false;
  char32_t high_ = 0;
};

}  // namespace

Box upright(const Box& b, uint8_t turns) {
  switch (turns) {
    case 1:
      return {b.y0, -b.x1, b.y1, -b.x0};
    case 2:
      return {-b.x1, -b.y1, -b.x0, -b.y0};
    case 3:
      return {-b.y1, b.x0, -b.y0, b.x1};
    default:
      return b;
  }
}

Box as_shown(const Box& b, uint8_t turns) {
  return upright(b, static_cast<uint8_t>((4 - turns) % 4));
}

bool is_from_right(char32_t c) {
  return (c >= 0x590 && c < 0x900) || (c >= 0xFB1D && c < 0xFE00) || (c >= 0xFE70 && c < 0xFEFD) ||
         (c >= 0x10800 && c < 0x11000) || (c >= 0x1E800 && c < 0x1F000);
}

GlyphCounts each_line(FPDF_TEXTPAGE text, const PageFrame& frame, const TakeLine& take) {
  return Lines(text, frame, take).run();
}

}  // namespace oi::pdf
