// From lines of glyphs to words. A word ends where the file has a space or where a gap is wider
// than letters of this line leave between them; in letter-spaced text that is what its letters
// leave on the whole line and a space more. Parts of a word in another look are runs of their own
// with nothing in between.

#include "base/text.h"
#include "reader/pdf_glyphs.h"

namespace oi::pdf {
namespace {

using Break = TextRun::Break;
using Rise = TextRun::Rise;

// All of the size of the letters.
constexpr float kGap = 0.15F;                              // a wider gap ends a word
constexpr float kGuessedGap = 0.1F;                        // where PDFium sees a space too
constexpr float kLetterGap = 0.07F;                        // and between two letters
constexpr float kSignGap = 0.19F;                          // beside a sign: formulas are set wider
constexpr float kDotGap = 0.25F;                           // dots of an ellipsis stand apart
constexpr float kInkGap = 0.28F;                           // where boxes are those of the ink
constexpr float kSpacedLeast = 0.06F, kSpacedMost = 0.7F;  // what letter-spaced text leaves
constexpr float kSmaller = 0.88F;  // of the line's size: raised or lowered letters are
constexpr float kRaised = 0.15F, kLowered = 0.08F;
constexpr float kRaisedMuch = 0.28F;  // though of the same size
constexpr float kSameBase = 0.06F;
constexpr float kAttached = 1.5F;  // farther from its neighbours nothing is raised above them

constexpr size_t kFew = 4;  // of so many gaps of letter-spaced text one may be narrow
constexpr char32_t kLam = 0x644;
constexpr size_t kFarthest = 64;       // glyphs to what a raised word may stand beside
constexpr size_t kSpacedLetters = 3;   // fewer say nothing
constexpr size_t kSinglesInARow = 10;  // so many single letters with spaces are letter-spaced

struct LineLook {
  float size = 0, base = 0;  // of most of its letters
  float tracking = 0;        // gap between its letters
  bool single_letters = false;
  float single_gap = 0;  // what stands between those
};

class Splitting {
 public:
  Splitting(std::span<const Glyph> line, std::span<const Style> styles, const PageFrame& frame)
      : line_(line), styles_(styles), frame_(frame) {}

  void into(PageWords& page) {
    order();
    look_ = look();
    TextRun run;
    for (size_t i = 0; i < line_.size(); ++i) {
      const Break first = line_[0].stacked ? Break::None : Break::Line;
      const Break before = i == 0 ? first : before_glyph(i);
      if (i == 0 || before != Break::None || !same_look(i)) {
        finish(page, std::move(run));
        run = start(i, before);
      }
      append_code_point(run.text, line_[i].code);
      if (line_[i].mark != 0) append_code_point(run.text, line_[i].mark);
      extend(run.box, line_[i].box);
    }
    finish(page, std::move(run));
  }

 private:
  const Style& style(size_t i) const { return styles_[line_[i].style]; }

  // The gap before a glyph, whichever way it is read.
  float gap(size_t i) const {
    const Glyph& glyph = line_[i];
    const Glyph& before = line_[i - 1];
    const float forward = glyph.box.x0 - before.box.x1;
    if (!glyph.from_right && !before.from_right) return forward;
    return std::max(forward, before.box.x0 - glyph.box.x1);
  }

  // PDFium turns letters that are read from the right into the order of reading; where it did not,
  // a word's letters still go to the right.
  void order() {
    const auto from_right = [](const Glyph& glyph) { return glyph.from_right; };
    if (std::none_of(line_.begin(), line_.end(), from_right)) return;
    turned_.assign(line_.begin(), line_.end());
    for (size_t first = 0; first < turned_.size();) {
      size_t end = first + 1;
      while (end < turned_.size() && turned_[end].from_right && turned_[first].from_right &&
             !turned_[end].space)
        ++end;
      if (end - first > 1 && turned_[first].from_right &&
          turned_[first].box.x1 < turned_[end - 1].box.x0 + kSameBase) {
        const Glyph head = turned_[first];
        std::reverse(turned_.begin() + static_cast<ptrdiff_t>(first),
                     turned_.begin() + static_cast<ptrdiff_t>(end));
        turned_[end - 1].space = turned_[end - 1].guessed = false;
        turned_[first].space = head.space;
        turned_[first].guessed = head.guessed;
      }
      first = end;
    }
    order_ligatures();
    line_ = turned_;
  }

  // PDFium turns around the letters of one glyph too, which the file names in the order of reading.
  // What begins with an alef and ends with a lam is turned, whoever turned it: it is no ligature.
  void order_ligatures() {
    for (size_t first = 0; first < turned_.size();) {
      size_t end = first + 1;
      while (end < turned_.size() && turned_[first].from_right && turned_[end].from_right &&
             !turned_[end].space && turned_[end].box == turned_[first].box)
        ++end;
      if (end - first == 2 && is_alef(turned_[first].code) && turned_[first + 1].code == kLam)
        std::swap(turned_[first].code, turned_[first + 1].code);
      first = end;
    }
  }

  static bool is_alef(char32_t c) {
    return c == 0x622 || c == 0x623 || c == 0x625 || c == 0x627 || c == 0x671;
  }

  LineLook look() const {
    LineLook look;
    std::vector<std::pair<float, float>> sizes;  // size, base
    std::vector<float> gaps, spaced;
    size_t letters = 0, tokens = 0, singles = 0;
    for (size_t i = 0; i < line_.size(); ++i) {
      sizes.emplace_back(style(i).size, style(i).base);
      letters += is_letter(line_[i].code) ? 1 : 0;
      const bool starts = i == 0 || line_[i].space;
      const bool ends = i + 1 == line_.size() || line_[i + 1].space;
      tokens += starts ? 1 : 0;
      singles += starts && ends && is_letter(line_[i].code) ? 1 : 0;
      if (i > 0) (line_[i].space ? spaced : gaps).push_back(gap(i));
    }
    const auto most = sizes.begin() + static_cast<ptrdiff_t>(sizes.size() / 2);
    std::nth_element(sizes.begin(), most, sizes.end());
    look.size = most->first;
    look.base = most->second;
    const auto median = [](std::vector<float>& values) {
      const auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
      std::nth_element(values.begin(), middle, values.end());
      return *middle;
    };
    const auto is_spacing = [&](float gap) {
      return gap > kSpacedLeast * look.size && gap < kSpacedMost * look.size;
    };
    const bool mostly_letters = 10 * letters >= 7 * line_.size();
    if (mostly_letters && gaps.size() >= kSpacedLetters) {
      const float usual = median(gaps);
      const auto few = gaps.begin() + static_cast<ptrdiff_t>(gaps.size() / kFew);
      std::nth_element(gaps.begin(), few, gaps.end());
      if (is_spacing(usual) && is_spacing(*few)) look.tracking = usual;
    }
    if (mostly_letters && tokens >= kSinglesInARow && 10 * singles >= 9 * tokens) {
      const float usual = median(spaced);
      look.single_letters = usual < kSpacedMost * look.size;
      look.single_gap = usual;
    }
    return look;
  }

  Break before_glyph(size_t i) const {
    const Glyph& glyph = line_[i];
    const float size = std::max(std::min(style(i).size, style(i - 1).size), 0.1F);
    const float wide = gap(i);
    if (look_.single_letters && glyph.space)
      return wide > 1.5F * std::max(look_.single_gap, kSpacedLeast * size) ? Break::Space
                                                                           : Break::None;
    if (glyph.space) return Break::Space;
    if (style(i).slanted) return glyph.guessed ? Break::Space : Break::None;
    if (glyph.from_right != line_[i - 1].from_right)
      return glyph.guessed ? Break::Space : Break::None;
    const float least = style(i).tight ? kInkGap : least_gap(i);
    const float extra = std::max(least * size, 0.5F * look_.tracking);
    return wide > look_.tracking + extra ? Break::Space : Break::None;
  }

  float least_gap(size_t i) const {
    const bool letters = is_letter(line_[i].code) && is_letter(line_[i - 1].code);
    const char32_t before = line_[i - 1].code;
    if (line_[i].code == '.' && before == '.') return kDotGap;
    if (before == ',' || before == ';') return kGap;
    const bool sign = is_sign(line_[i].code) || is_sign(line_[i - 1].code);
    if (sign) return kSignGap;
    if (!line_[i].guessed) return kGap;
    return letters ? kLetterGap : kGuessedGap;
  }

  static bool is_sign(char32_t c) {
    return c == '(' || c == ')' || c == '[' || c == ']' || c == '{' || c == '}' || c == '|' ||
           (c >= 0x2200 && c < 0x2400);
  }

  bool same_look(size_t i) const {
    const Style& a = style(i);
    const Style& b = style(i - 1);
    if (line_[i].style == line_[i - 1].style) return true;
    return a.bold == b.bold && a.italic == b.italic && a.hidden == b.hidden && a.white == b.white &&
           std::fabs(a.size - b.size) <= 0.05F * std::max(a.size, b.size) &&
           (a.slanted || std::fabs(a.base - b.base) <= kSameBase * a.size);
  }

  TextRun start(size_t i, Break before) {
    const Style& look = style(i);
    TextRun run;
    run.box = line_[i].box;
    run.font_size = look.size;
    run.before = before;
    run.bold = look.bold;
    run.italic = look.italic;
    run.hidden = look.hidden;
    run.quarter_turns = look.turns;
    run.rise = is_attached(i) ? rise(look) : Rise::None;
    white_ = look.white;
    return run;
  }

  // Smaller figures in a table's next cell are nobody's exponent.
  bool is_attached(size_t first) const {
    size_t begin = first, end = first + 1;
    while (begin > 0 && first - begin < kFarthest && line_[begin - 1].style == line_[first].style)
      --begin;
    while (end < line_.size() && end - first < kFarthest && line_[end].style == line_[first].style)
      ++end;
    const float most = kAttached * look_.size;
    return (begin > 0 && gap(begin) < most) || (end < line_.size() && gap(end) < most);
  }

  Rise rise(const Style& letters) const {
    if (letters.slanted || letters.size > 1.02F * look_.size) return Rise::None;
    const float up = (look_.base - letters.base) / std::max(look_.size, 0.1F);
    const bool smaller = letters.size < kSmaller * look_.size;
    if (up > (smaller ? kRaised : kRaisedMuch)) return Rise::Raised;
    if (-up > (smaller ? kLowered : kRaisedMuch)) return Rise::Lowered;
    return Rise::None;
  }

  void finish(PageWords& page, TextRun&& run) {
    if (run.text.empty()) return;
    run.box = frame_.held(as_shown(run.box, run.quarter_turns));
    if (white_ && !run.hidden) page.white.push_back(page.runs.size());
    page.runs.push_back(std::move(run));
  }

  std::span<const Glyph> line_;
  std::span<const Style> styles_;
  const PageFrame& frame_;
  std::vector<Glyph> turned_;
  LineLook look_;
  bool white_ = false;
};

}  // namespace

PageWords words_of(FPDF_TEXTPAGE text, const PageFrame& frame) {
  PageWords page;
  GlyphCounts counts =
      each_line(text, frame, [&](std::span<const Glyph> line, std::span<const Style> styles) {
        Splitting(line, styles, frame).into(page);
      });
  page.characters = counts.characters;
  page.unmapped = counts.unmapped;
  page.twice = counts.twice;
  page.objects = std::move(counts.objects);
  return page;
}

}  // namespace oi::pdf
