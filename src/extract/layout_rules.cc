#include "extract/layout_rules.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace oi::layout {
namespace {

constexpr float kThin = 3.5F;  // points
constexpr float kSameLine = 1.6F;
constexpr float kBroken = 3.5F;  // points between parts of one rule
constexpr float kShortest = 5;
constexpr float kTouch = 3.5F;
constexpr float kSameEnd = 6;        // points by which rules of a stack may differ in width
constexpr float kStackGap = 420;     // points between rules of one stack
constexpr size_t kMostRules = 6000;  // of a page and direction; drawings have more

std::vector<Rule> joined(std::vector<Rule> rules) {
  std::sort(rules.begin(), rules.end(), [](const Rule& a, const Rule& b) {
    return std::pair(a.at, a.from) < std::pair(b.at, b.from);
  });
  std::vector<Rule> all;
  for (size_t first = 0; first < rules.size();) {
    size_t end = first + 1;
    while (end < rules.size() && rules[end].at - rules[end - 1].at <= kSameLine &&
           rules[end].at - rules[first].at <= 2 * kSameLine)
      ++end;
    std::sort(rules.begin() + static_cast<std::ptrdiff_t>(first),
              rules.begin() + static_cast<std::ptrdiff_t>(end),
              [](const Rule& a, const Rule& b) { return a.from < b.from; });
    const size_t start = all.size();
    for (size_t i = first; i < end; ++i) {
      if (all.size() > start && rules[i].from <= all.back().to + kBroken) {
        all.back().to = std::max(all.back().to, rules[i].to);
      } else {
        all.push_back(rules[i]);
      }
    }
    first = end;
  }
  std::erase_if(all, [](const Rule& rule) { return rule.to - rule.from < kShortest; });
  std::sort(all.begin(), all.end(), [](const Rule& a, const Rule& b) {
    return std::pair(a.at, a.from) < std::pair(b.at, b.from);
  });
  return all;
}

class Sets {
 public:
  explicit Sets(size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0U); }
  uint32_t find(uint32_t i) {
    while (parent_[i] != i)
      i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void unite(uint32_t a, uint32_t b) {
    a = find(a);
    b = find(b);
    if (a != b) parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<uint32_t> parent_;
};

// Rules across that no rule down touches, of one width, one below the other.
void add_stacks(const std::vector<Rule>& alone, std::vector<Grid>& grids) {
  std::vector<Grid> stacks;
  for (const Rule& rule : alone) {
    if (rule.to - rule.from < 40) continue;
    Grid* found = nullptr;
    for (size_t k = stacks.size(), looks = 0; k-- > 0 && looks < 16; ++looks) {
      Grid& stack = stacks[k];
      const bool same = std::abs(stack.box.x0 - rule.from) < kSameEnd &&
                        std::abs(stack.box.x1 - rule.to) < kSameEnd &&
                        rule.at - stack.box.y1 < kStackGap;
      if (same) {
        found = &stack;
        break;
      }
    }
    if (found == nullptr) {
      stacks.push_back({{rule.from, rule.at, rule.to, rule.at}, {}, {}});
      found = &stacks.back();
    }
    found->across.push_back(rule);
    found->box.y1 = std::max(found->box.y1, rule.at);
  }
  for (Grid& stack : stacks)
    if (stack.across.size() >= 2) grids.push_back(std::move(stack));
}

}  // namespace

Rules rules_of(const PageMarks& marks, const Turn& turn) {
  Rules rules;
  const auto add = [&](const Box& shown, bool thin_only) {
    const Box box = turn.upright(shown);
    const float w = width(box), h = height(box);
    if (h <= kThin && w > h && rules.across.size() < kMostRules)
      rules.across.push_back({middle_y(box), box.x0, box.x1});
    else if (w <= kThin && h > w && rules.down.size() < kMostRules)
      rules.down.push_back({middle_x(box), box.y0, box.y1});
    else if (!thin_only && w > kThin && h > kThin && rules.across.size() + 2 < kMostRules) {
      rules.across.push_back({box.y0, box.x0, box.x1});  // a frame
      rules.across.push_back({box.y1, box.x0, box.x1});
      rules.down.push_back({box.x0, box.y0, box.y1});
      rules.down.push_back({box.x1, box.y0, box.y1});
    }
  };
  for (const Box& line : marks.lines)
    add(line, false);
  for (const Box& shade : marks.shades)
    add(shade, true);
  rules.across = joined(std::move(rules.across));
  rules.down = joined(std::move(rules.down));
  return rules;
}

std::vector<float> clustered(std::vector<float> places, float tolerance) {
  std::sort(places.begin(), places.end());
  std::vector<float> all;
  for (size_t first = 0; first < places.size();) {
    size_t end = first + 1;
    double sum = places[first];
    while (end < places.size() && places[end] - places[end - 1] <= tolerance)
      sum += places[end++];
    all.push_back(static_cast<float>(sum / static_cast<double>(end - first)));
    first = end;
  }
  return all;
}

std::vector<Grid> grids_of(const Rules& rules) {
  const auto n = static_cast<uint32_t>(rules.across.size());
  Sets sets(n + rules.down.size());
  std::vector<bool> touched(n, false);
  for (uint32_t d = 0; d < rules.down.size(); ++d) {
    const Rule& down = rules.down[d];
    auto at = std::lower_bound(rules.across.begin(), rules.across.end(), down.from - kTouch,
                               [](const Rule& rule, float y) { return rule.at < y; });
    for (; at != rules.across.end() && at->at <= down.to + kTouch; ++at) {
      if (down.at < at->from - kTouch || down.at > at->to + kTouch) continue;
      const auto a = static_cast<uint32_t>(at - rules.across.begin());
      sets.unite(a, n + d);
      touched[a] = true;
    }
  }
  std::vector<Grid> grids;
  std::vector<uint32_t> grid_of(n + rules.down.size(), UINT32_MAX);
  const auto grid = [&](uint32_t i) -> Grid& {
    uint32_t& index = grid_of[sets.find(i)];
    if (index == UINT32_MAX) {
      index = static_cast<uint32_t>(grids.size());
      grids.push_back({});
    }
    return grids[index];
  };
  std::vector<Rule> alone;
  for (uint32_t a = 0; a < n; ++a) {
    const Rule& rule = rules.across[a];
    if (!touched[a]) {
      alone.push_back(rule);
      continue;
    }
    Grid& of = grid(a);
    of.across.push_back(rule);
    include(of.box, {rule.from, rule.at, rule.to, rule.at});
  }
  for (uint32_t d = 0; d < rules.down.size(); ++d) {
    const Rule& rule = rules.down[d];
    Grid& of = grid(n + d);
    of.down.push_back(rule);
    include(of.box, {rule.at, rule.from, rule.at, rule.to});
  }
  add_stacks(alone, grids);
  return grids;
}

}  // namespace oi::layout
