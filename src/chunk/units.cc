// 1. The blocks in order, and what lies between them as paragraphs, so that no text is passed over.
// 2. A heading opens a section; its path is the headings above it of a smaller level.
// 3. A list, table or code block that fits a chunk is one unit. Otherwise a table or code is taken
//    line by line, everything else sentence by sentence.
// 4. A sentence or line that does not fit is cut into pieces as long as the overlap, so that
//    neighbouring chunks can share one.
#include "chunk/units.h"

#include <algorithm>

#include "base/text.h"
#include "rules/limits.h"

namespace oi {
namespace {

constexpr size_t kTitleBytes = 200;  // a longer heading is shortened in paths, not in the text

std::string_view part(const Document& document, Span span) {
  return std::string_view(document.text).substr(span.begin, span.size());
}

// The span without white space at its ends; empty when it holds nothing else.
Span trimmed(const Document& document, Span span) {
  const std::string_view all = part(document, span);
  const std::string_view inner = trim(all);
  if (inner.empty()) return {span.begin, span.begin};
  const uint64_t begin = span.begin + static_cast<uint64_t>(inner.data() - all.data());
  return {begin, begin + inner.size()};
}

std::vector<TextSpan> lines(std::string_view text, size_t offset) {
  std::vector<TextSpan> out;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    out.push_back({offset + begin, offset + end});
    begin = end + 1;
  }
  return out;
}

// A heading as it stands in paths: on one line, without Markdown's marks where the text has them.
std::string title_of(std::string_view heading) {
  heading = trim(heading);
  const size_t marks = std::min(heading.find_first_not_of('#'), heading.size());
  if (marks > 0 && marks < heading.size() && heading[marks] == ' ') heading.remove_prefix(marks);
  std::string title = collapse_spaces(heading);
  if (title.size() <= kTitleBytes) return title;
  const size_t cut = title.rfind(' ', kTitleBytes);
  title.resize(cut != std::string::npos && cut > 0 ? cut : floor_code_point(title, kTitleBytes));
  return title + "…";
}

ChunkKind chunk_kind(BlockKind kind) {
  switch (kind) {
    case BlockKind::List:
      return ChunkKind::List;
    case BlockKind::Table:
      return ChunkKind::Table;
    case BlockKind::Code:
      return ChunkKind::Code;
    case BlockKind::Paragraph:
    case BlockKind::Heading:
    case BlockKind::Quote:
    case BlockKind::Caption:
    case BlockKind::Formula:
    case BlockKind::Footnote:
    case BlockKind::Furniture:
    case BlockKind::Comment:
    case BlockKind::Note:
    case BlockKind::Deleted:
    case BlockKind::Form:
    case BlockKind::Picture:
      return ChunkKind::Prose;
  }
  return ChunkKind::Prose;
}

class Outliner {
 public:
  Outliner(const Document& document, const TokenCounter& count)
      : document_(document), count_(count), specials_(count("")) {
    open_section({});
  }

  void add(const Block& block) {
    const Span span = trimmed(document_, block.span);
    if (span.size() == 0) return;
    if (block.kind == BlockKind::Heading) {
      add_heading(block.level, span);
      return;
    }
    if (block.kind == BlockKind::Furniture) {  // weighs nothing: it is in no search text
      push({.span = span,
            .section = static_cast<uint32_t>(outline_.sections.size() - 1),
            .kind = ChunkKind::Prose});
      return;
    }
    const ChunkKind kind = chunk_kind(block.kind);
    if (kind != ChunkKind::Prose) {
      const ChunkUnit whole = measure(span, kind);
      if (fits(whole)) {
        push(whole);
        return;
      }
    }
    const bool by_line = kind == ChunkKind::Table || kind == ChunkKind::Code;
    add_parts(span, kind,
              by_line ? lines(part(document_, span), span.begin)
                      : sentences(part(document_, span), span.begin));
  }

  Outline take() && { return std::move(outline_); }

 private:
  void open_section(std::vector<std::string> titles) {
    const size_t tokens = count_(make_prefix(document_, titles, "", count_));
    outline_.sections.push_back({std::move(titles), tokens});
  }

  void add_heading(uint8_t level, Span span) {
    const uint8_t depth = std::max<uint8_t>(level, 1);
    std::vector<std::string> titles = outline_.sections.back().titles;
    while (!levels_.empty() && levels_.back() >= depth) {
      levels_.pop_back();
      titles.pop_back();
    }
    levels_.push_back(depth);
    titles.push_back(title_of(part(document_, span)));
    open_section(std::move(titles));
    add_part(span, ChunkKind::Prose, /*heading=*/true);
  }

  // Adds the parts and whatever lies between them, which is white space unless the cutter passed
  // something over.
  void add_parts(Span span, ChunkKind kind, const std::vector<TextSpan>& parts) {
    uint64_t at = span.begin;
    for (const TextSpan& each : parts) {
      add_part(trimmed(document_, {at, each.begin}), kind, false);
      add_part(trimmed(document_, {each.begin, each.end}), kind, false);
      at = each.end;
    }
    add_part(trimmed(document_, {at, span.end}), kind, false);
  }

  void add_part(Span span, ChunkKind kind, bool heading) {
    if (span.size() == 0) return;
    ChunkUnit unit = measure(span, kind);
    unit.heading = heading;
    if (fits(unit)) {
      push(unit);
      return;
    }
    // A heading that needs cutting is text like any other.
    unit.heading = false;
    for (const ChunkUnit& piece :
         cut_unit(document_, unit, limits::kOverlapWords, room(), count_)) {
      push(piece);
    }
  }

  ChunkUnit measure(Span span, ChunkKind kind) const {
    const std::string_view text = part(document_, span);
    return {.span = span,
            .words = static_cast<uint32_t>(count_words(text)),
            .tokens = count_(text) - specials_,
            .section = static_cast<uint32_t>(outline_.sections.size() - 1),
            .kind = kind};
  }

  // Tokens that a chunk of this section has for its text.
  size_t room() const { return limits::kChunkTokens - outline_.sections.back().prefix_tokens; }

  bool fits(const ChunkUnit& unit) const {
    return unit.words + heading_words_ <= limits::kChunkWords &&
           unit.tokens + heading_tokens_ <= room() &&
           unit.span.end - std::min(heading_begin_, unit.span.begin) <= limits::kChunkBytes;
  }

  void push(const ChunkUnit& unit) {
    outline_.units.push_back(unit);
    heading_words_ = unit.heading ? heading_words_ + unit.words : 0;
    heading_tokens_ = unit.heading ? heading_tokens_ + unit.tokens : 0;
    heading_begin_ = unit.heading ? std::min(heading_begin_, unit.span.begin) : UINT64_MAX;
  }

  const Document& document_;
  const TokenCounter& count_;
  const size_t specials_;
  Outline outline_;
  std::vector<uint8_t> levels_;  // of the open headings
  // Of the headings since the last text: they must fit beside the next unit.
  uint32_t heading_words_ = 0;
  size_t heading_tokens_ = 0;
  uint64_t heading_begin_ = UINT64_MAX;
};

// The largest k in [low, high] for which ok(k), given ok is true up to some point; `low` when none.
template <typename Ok>
size_t last_that(size_t low, size_t high, const Ok& ok) {
  while (low < high) {
    const size_t middle = low + (high - low + 1) / 2;
    if (ok(middle)) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

}  // namespace

std::string join_titles(const std::vector<std::string>& titles) {
  std::string path;
  for (const std::string& title : titles) {
    if (!path.empty()) path += " > ";
    path += title;
  }
  return path;
}

std::string make_prefix(const Document& document, const std::vector<std::string>& titles,
                        std::string_view columns, const TokenCounter& count) {
  std::vector<std::string> parts;
  const std::string title = title_of(document.title.empty() ? document.name : document.title);
  // The first heading often repeats the title.
  if (!title.empty() && (titles.empty() || titles.front() != title)) parts.push_back(title);
  parts.insert(parts.end(), titles.begin(), titles.end());
  std::string prefix = join_titles(parts);
  if (!columns.empty()) prefix.append(prefix.empty() ? "" : "\n").append(columns);
  while (count(prefix) > limits::kPrefixTokens) {
    const size_t space = prefix.rfind(' ');
    prefix.resize(space != std::string::npos ? space : floor_code_point(prefix, prefix.size() / 2));
    if (prefix.empty()) break;
  }
  return prefix;
}

std::vector<ChunkUnit> cut_unit(const Document& document, const ChunkUnit& whole,
                                uint32_t words_most, size_t tokens_most,
                                const TokenCounter& count) {
  const std::string_view text = part(document, whole.span);
  const size_t specials = count("");
  const auto fits = [&](size_t begin, size_t end) {
    return count(text.substr(begin, end - begin)) <= tokens_most + specials;
  };
  const auto after_space = [&](size_t at) {
    const char before = text[at - 1];
    return before == ' ' || before == '\n' || before == '\t';
  };
  std::vector<size_t> borders;  // where a word begins, and the end
  for (const TextSpan& word : words(text)) {
    if (word.begin > 0) borders.push_back(word.begin);
  }
  borders.push_back(text.size());

  std::vector<ChunkUnit> pieces;
  for (size_t begin = 0; begin < text.size();) {
    // borders[near .. far) are the word borders within reach.
    const size_t near = static_cast<size_t>(
        std::upper_bound(borders.begin(), borders.end(), begin) - borders.begin());
    size_t far = std::min(near + words_most, borders.size());
    while (far > near && borders[far - 1] - begin > limits::kChunkBytes)
      --far;
    size_t end = 0;
    if (far > near && fits(begin, borders[near])) {
      size_t last = last_that(near, far - 1, [&](size_t k) { return fits(begin, borders[k]); });
      // A space is a better place than the middle of "H-220".
      size_t spaced = last;
      while (spaced > near && borders[spaced] < text.size() && !after_space(borders[spaced])) {
        --spaced;
      }
      if (borders[spaced] == text.size() || after_space(borders[spaced])) last = spaced;
      end = borders[last];
    } else {
      const size_t reach = std::min<size_t>(text.size() - begin, limits::kChunkBytes);
      const size_t bytes = last_that(
          1, reach, [&](size_t k) { return fits(begin, floor_code_point(text, begin + k)); });
      end = floor_code_point(text, begin + bytes);
      if (end <= begin) {  // one code point at the least
        end = begin;
        next_code_point(text, end);
      }
    }
    ChunkUnit piece = whole;
    piece.span = trimmed(document, {whole.span.begin + begin, whole.span.begin + end});
    if (piece.span.size() > 0) {
      piece.words = static_cast<uint32_t>(count_words(part(document, piece.span)));
      piece.tokens = count(part(document, piece.span)) - specials;
      pieces.push_back(piece);
    }
    begin = end;
  }
  return pieces;
}

Result<Outline> outline(const Document& document, const TokenCounter& count, const Job& job) {
  std::vector<Block> blocks = document.blocks;
  std::sort(blocks.begin(), blocks.end(),
            [](const Block& a, const Block& b) { return a.span < b.span; });
  Outliner outliner(document, count);
  uint64_t at = 0;
  for (Block& block : blocks) {
    TRY(check(job));
    if (block.span.begin > at) outliner.add({BlockKind::Paragraph, 0, {at, block.span.begin}});
    block.span.begin = std::max(block.span.begin, at);
    if (block.span.end <= block.span.begin) continue;
    outliner.add(block);
    at = block.span.end;
  }
  outliner.add({BlockKind::Paragraph, 0, {at, document.text.size()}});
  return std::move(outliner).take();
}

}  // namespace oi
