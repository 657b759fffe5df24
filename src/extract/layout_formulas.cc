#include "extract/layout_formulas.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace oi::layout {
namespace {

constexpr float kLongest = 260;    // points
constexpr float kNear = 0.75F;     // font sizes between the rule and the text above or below
constexpr float kOverhang = 0.8F;  // font sizes that the text may be wider than the rule
constexpr float kCentred = 0.22F;  // of the rule's width, or one font size: from its middle
constexpr size_t kLooks = 24;      // rows around a rule

struct Fraction {
  Rule rule;
  size_t above = 0, below = 0;  // rows
};

class Formulas {
 public:
  Formulas(std::span<const LineSegment> segments, std::span<const Row> rows, const Rules& rules)
      : segments_(segments), rows_(rows), rules_(rules) {}

  std::vector<FormulaRows> find() {
    for (const Rule& rule : rules_.across)
      if (rule.to - rule.from <= kLongest) look(rule);
    std::sort(fractions_.begin(), fractions_.end(), [](const Fraction& a, const Fraction& b) {
      return std::tie(a.above, a.rule.from) < std::tie(b.above, b.rule.from);
    });
    std::vector<FormulaRows> all;
    for (const Fraction& fraction : fractions_) {
      if (all.empty() || fraction.above >= all.back().end)
        all.push_back({fraction.above, fraction.below + 1, {}});
      all.back().end = std::max(all.back().end, fraction.below + 1);
    }
    for (FormulaRows& formula : all)
      gather(formula);
    return all;
  }

 private:
  // The row with text over the rule's middle, near to it, on one side of it.
  bool row_beside(const Rule& rule, bool above, size_t& found) const {
    const auto first =
        std::lower_bound(rows_.begin(), rows_.end(), rule.at - 60,
                         [](const Row& row, float y) { return middle_y(row.box) < y; });
    size_t looks = 0;
    float best = 1e9F;
    for (auto row = first; row != rows_.end() && looks < kLooks; ++row, ++looks) {
      for (const uint32_t s : row->segments) {
        const Box& box = segments_[s].box;
        const float size = segments_[s].size;
        const bool side = above ? middle_y(box) < rule.at : middle_y(box) > rule.at;
        const float apart = std::abs(middle_y(box) - rule.at) - height(box) / 2;
        const float off = std::abs(middle_x(box) - (rule.from + rule.to) / 2);
        const bool centred = off < std::max(kCentred * (rule.to - rule.from), 0.6F * size);
        const bool fits =
            box.x0 > rule.from - kOverhang * size && box.x1 < rule.to + kOverhang * size;
        if (!side || apart > kNear * size || apart >= best || !centred || !fits) continue;
        best = apart;
        found = static_cast<size_t>(row - rows_.begin());
      }
    }
    return best < 1e9F;
  }

  void look(const Rule& rule) {
    Fraction fraction{rule, 0, 0};
    if (!row_beside(rule, true, fraction.above) || !row_beside(rule, false, fraction.below)) return;
    if (fraction.above < fraction.below) fractions_.push_back(fraction);
  }

  const Fraction* fraction_of(const Box& box, const FormulaRows& formula) const {
    const auto first =
        std::lower_bound(fractions_.begin(), fractions_.end(), formula.first,
                         [](const Fraction& fraction, size_t row) { return fraction.above < row; });
    for (auto at = first; at != fractions_.end() && at->above < formula.end; ++at)
      if (middle_x(box) > at->rule.from - 2 && middle_x(box) < at->rule.to + 2) return &*at;
    return nullptr;
  }

  // From left to right; a fraction is read from top to bottom.
  void gather(FormulaRows& formula) const {
    std::vector<std::tuple<float, float, uint32_t>> places;
    for (size_t r = formula.first; r < formula.end; ++r) {
      include(formula.row.box, rows_[r].box);
      formula.row.base = rows_[r].base;
      for (const uint32_t s : rows_[r].segments) {
        const Fraction* const fraction = fraction_of(segments_[s].box, formula);
        const float x = fraction != nullptr ? fraction->rule.from : segments_[s].box.x0;
        places.emplace_back(x, fraction != nullptr ? segments_[s].base : 0.0F, s);
      }
    }
    std::sort(places.begin(), places.end());
    for (const auto& place : places)
      formula.row.segments.push_back(std::get<2>(place));
  }

  std::span<const LineSegment> segments_;
  std::span<const Row> rows_;
  const Rules& rules_;
  std::vector<Fraction> fractions_;
};

}  // namespace

std::vector<FormulaRows> formulas_of(std::span<const LineSegment> segments,
                                     std::span<const Row> rows, const Rules& rules) {
  return Formulas(segments, rows, rules).find();
}

}  // namespace oi::layout
