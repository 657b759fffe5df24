// 1. The document becomes units (units.h), each of which fits a chunk of its own.
// 2. A chunk takes units until the next would pass a limit or a heading comes. A section of under
//    100 words takes the next one in, so that no chunk is a heading alone; its path is then what
//    the sections have in common.
// 3. The sums over units are estimates. The finished chunk is counted as a whole, and gives up its
//    last units when it is over.
// 4. The next chunk of the same section begins with the last whole units of this one, up to 50
//    words.
#include "chunk/chunk.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "chunk/search_text.h"
#include "chunk/units.h"
#include "rules/limits.h"

namespace oi {
namespace {

constexpr std::string_view kFewWords = "one";
constexpr std::string_view kManyWords = "one two three four five six seven eight nine ten eleven";

// The counter of a padded tokenizer gives one number for every text, and no limit would ever fire.
Result<Done> check_counter(const TokenCounter& count) {
  const size_t few = count(kFewWords);
  if (few < count(kManyWords) && count("") < few) return Done{};
  return Error{Code::Bug, "the token counter gives " + std::to_string(few) +
                              " for texts of different lengths: it pads or is not loaded"};
}

struct Range {  // of units
  size_t first = 0;
  size_t end = 0;
};

class Packer {
 public:
  Packer(const Document& document, Outline outline, const TokenCounter& count)
      : document_(document),
        sections_(std::move(outline.sections)),
        units_(std::move(outline.units)),
        count_(count),
        search_(document) {}

  Result<std::vector<Chunk>> pack(const Job& job) {
    std::vector<Chunk> chunks;
    size_t first = 0;
    for (size_t fresh = 0; fresh < units_.size();) {
      TRY(check(job));
      const Range range = TRY(settle({first, reach(first, fresh)}, fresh));
      Chunk made = make(range);
      made.id = {document_.id, static_cast<uint32_t>(chunks.size())};
      chunks.push_back(std::move(made));
      tell(job, Progress{"chunking", chunks.back().span.end, document_.text.size()});
      fresh = range.end;
      first = fresh < units_.size() ? overlap(range) : fresh;
    }
    return chunks;
  }

 private:
  Span span(Range range) const {
    return {units_[range.first].span.begin, units_[range.end - 1].span.end};
  }

  // The end of the chunk that begins with unit `first` and holds at least unit `fresh`, by the sums
  // over units.
  size_t reach(size_t first, size_t fresh) const {
    uint64_t words = 0, tokens = 0;
    size_t prefix = 0;
    size_t at = first;
    while (at < units_.size()) {
      if (at > fresh && units_[at].heading && !takes_in(first, words)) break;
      // A heading goes where the text right after it goes.
      size_t last = at;
      while (units_[last].heading && last + 1 < units_.size())
        ++last;
      for (size_t i = at; i <= last; ++i) {
        words += units_[i].words;
        tokens += units_[i].tokens;
        prefix = std::max(prefix, sections_[units_[i].section].prefix_tokens);
      }
      const bool fits = words <= limits::kChunkWords && prefix + tokens <= limits::kChunkTokens &&
                        span({first, last + 1}).size() <= limits::kChunkBytes;
      if (at > fresh && !fits) break;
      at = last + 1;
    }
    return at;
  }

  // May a chunk of so many words that began with unit `first` go on over the next heading? Only
  // when it holds its own heading: a section's tail would lose its path.
  bool takes_in(size_t first, uint64_t words) const {
    const bool whole = first == 0 || units_[first - 1].section != units_[first].section;
    return whole && words < limits::kTinySectionWords;
  }

  // The first unit of the chunk after `before`.
  size_t overlap(Range before) const {
    const size_t fresh = before.end;
    uint64_t words = 0;
    uint64_t tokens = units_[fresh].tokens + sections_[units_[fresh].section].prefix_tokens;
    size_t first = fresh;
    while (first > before.first + 1) {
      const ChunkUnit& unit = units_[first - 1];
      words += unit.words;
      tokens += unit.tokens;
      if (unit.heading || unit.section != units_[fresh].section || words > limits::kOverlapWords ||
          words + units_[fresh].words > limits::kChunkWords || tokens > limits::kChunkTokens ||
          span({first - 1, fresh + 1}).size() > limits::kChunkBytes) {
        break;
      }
      --first;
    }
    return first;
  }

  // Makes the range smaller until the finished chunk keeps every limit.
  Result<Range> settle(Range range, size_t fresh) {
    while (!keeps_limits(make(range))) {
      if (range.end - 1 > fresh) {
        --range.end;
        while (range.end - 1 > fresh && units_[range.end - 1].heading)
          --range.end;
      } else if (range.first < fresh) {
        ++range.first;
      } else if (!halve(fresh)) {
        return Error{Code::Bug, "a text of one word passes the token limit beside its prefix"};
      }
    }
    return range;
  }

  // Cuts a unit whose parts counted fewer tokens than the whole. False when it cannot be cut.
  bool halve(size_t at) {
    const ChunkUnit whole = units_[at];
    const std::vector<ChunkUnit> pieces =
        cut_unit(document_, whole, std::max(1u, whole.words / 2), whole.tokens / 2, count_);
    if (pieces.size() < 2) return false;
    units_[at] = pieces.front();
    units_.insert(units_.begin() + static_cast<std::ptrdiff_t>(at) + 1, pieces.begin() + 1,
                  pieces.end());
    return true;
  }

  static bool keeps_limits(const Chunk& made) {
    return made.words <= limits::kChunkWords && made.tokens <= limits::kChunkTokens;
  }

  // What the sections of the range have in common. A heading without its own text does not count.
  std::vector<std::string> titles(Range range) const {
    const std::vector<std::string>* common = nullptr;
    size_t depth = 0;
    for (const bool headings : {false, true}) {
      for (size_t i = range.first; i < range.end; ++i) {
        if (units_[i].heading != headings) continue;
        const std::vector<std::string>& own = sections_[units_[i].section].titles;
        if (common == nullptr) {
          common = &own;
          depth = own.size();
        }
        const auto end = std::mismatch(common->begin(), common->begin() + static_cast<long>(depth),
                                       own.begin(), own.end());
        depth = static_cast<size_t>(end.first - common->begin());
      }
      if (common != nullptr) break;
    }
    return {common->begin(), common->begin() + static_cast<long>(depth)};
  }

  Chunk make(Range range) const {
    Chunk made;
    made.span = span(range);
    const std::vector<std::string> path = titles(range);
    made.heading_path = join_titles(path);
    made.prefix = make_prefix(document_, path, columns_above(document_, made.span.begin), count_);
    const std::string text = search_.for_meaning(made.span);
    made.words = static_cast<uint32_t>(count_words(text));
    made.tokens = static_cast<uint32_t>(count_(embedding_text(made, text)));
    set_pages(made);
    std::array<uint64_t, 4> words = {};  // by kind
    for (size_t i = range.first; i < range.end; ++i) {
      words[static_cast<size_t>(units_[i].kind)] += units_[i].words;
    }
    made.kind =
        static_cast<ChunkKind>(std::max_element(words.begin(), words.end()) - words.begin());
    return made;
  }

  void set_pages(Chunk& made) const {
    auto page =
        std::partition_point(document_.pages.begin(), document_.pages.end(),
                             [&](const Page& each) { return each.span.end <= made.span.begin; });
    for (; page != document_.pages.end() && page->span.begin < made.span.end; ++page) {
      if (made.page_first == 0) made.page_first = page->number;
      made.page_last = page->number;
    }
  }

  const Document& document_;
  std::vector<Section> sections_;
  std::vector<ChunkUnit> units_;
  const TokenCounter& count_;
  const SearchText search_;
};

}  // namespace

std::string embedding_text(const Chunk& chunk, std::string_view text) {
  std::string whole = chunk.prefix;
  if (!whole.empty()) whole += '\n';
  whole += text;
  return whole;
}

Result<std::vector<Chunk>> chunk(const Document& document, const TokenCounter& count,
                                 const Job& job) {
  TRY(check_counter(count));
  Outline parts = TRY(outline(document, count, job));
  return Packer(document, std::move(parts), count).pack(job);
}

}  // namespace oi
