// 1. Hits, best first: each becomes a region of its document, or grows the region that it touches.
//    One that does not fit is left out, and a later, smaller one may still fit.
// 2. What the best regions refer to in their own documents, as regions behind all hits.
// 3. Neighbours, nearest first, the best region's before the next one's, as far as they fit.
// 4. Only then the regions become passages: best first, second best last, and get their labels.
// Chunks touch when only white space lies between them, so a region is a whole part of its
// document, and no two regions of a document overlap.
#include "retrieve/pack.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/text.h"
#include "retrieve/references.h"
#include "retrieve/stored.h"

namespace oi {
namespace {

struct Found {
  Hit hit;
  size_t place = 0;  // in the shortlist; smaller is better
};

struct Region {
  DocumentId document;
  Span span;
  uint32_t low = 0, high = 0;  // ordinals of its first and last chunk
  std::vector<Found> found;
  std::string followed;  // the reference that brought it in; empty: it was found
  uint32_t tokens = 0;   // with columns, and with what label and layout add
  bool cut = false;      // it holds a part of its chunk only

  const Found& best() const {
    return *std::min_element(found.begin(), found.end(),
                             [](const Found& a, const Found& b) { return a.place < b.place; });
  }
  bool holds(ChunkId id) const {
    return document == id.document && low <= id.ordinal && id.ordinal <= high;
  }
};

class Packer {
 public:
  explicit Packer(const PackInput& input) : input_(input), budget_(evidence_budget(input)) {}

  Result<Done> add_hit(const Hit& hit, size_t place);
  Result<Done> add_references(const Job& job);
  Result<Done> add_neighbours(uint32_t each_side, const Job& job);
  Result<Evidence> finish(const StoredById& stored) &&;
  void leave_out(ChunkId id, std::string reason) { left_out_.push_back({id, std::move(reason)}); }

 private:
  Result<const Document*> document(DocumentId id);
  Result<std::string_view> text(DocumentId id, Span span);
  Result<uint32_t> tokens_of(const Region& region);
  Result<bool> follow(const Region& from, const Reference& reference, size_t place);
  Result<bool> touch(const Region& a, const Region& b);
  // Joins `grown` with the regions it touches, and with the one it `replaces`. False, and nothing
  // is changed, when that does not fit the budget.
  Result<bool> place(Region grown, std::optional<size_t> replaces);
  // The neighbour joins the region that holds `id`. False when it does not fit.
  Result<bool> add_neighbour(ChunkId id, const Chunk& neighbour);
  Result<Region> first_sentences(Region region);

  const PackInput& input_;
  const uint32_t budget_;
  std::map<DocumentId, Document> documents_;
  std::vector<Region> regions_;  // best first
  std::vector<LeftOut> left_out_;
  size_t behind_hits_ = 0;  // the place behind the last hit's
};

Result<const Document*> Packer::document(DocumentId id) {
  auto known = documents_.find(id);
  if (known == documents_.end()) {
    Document read = TRY(input_.store.document(id));
    known = documents_.insert({id, std::move(read)}).first;
  }
  return &known->second;
}

Result<std::string_view> Packer::text(DocumentId id, Span span) {
  const Document* whole = TRY(document(id));
  if (span.begin > span.end || span.end > whole->text.size()) {
    return Error{Code::Corrupt, whole->name + ": a chunk reaches past its text"};
  }
  return std::string_view(whole->text).substr(span.begin, span.size());
}

Result<uint32_t> Packer::tokens_of(const Region& region) {
  const Document* whole = TRY(document(region.document));
  const std::string columns = columns_above(*whole, region.span.begin);
  const std::string_view bytes = TRY(text(region.document, region.span));
  size_t tokens = input_.count(bytes) + input_.passage_overhead;
  if (!columns.empty()) tokens += input_.count(columns);
  return static_cast<uint32_t>(tokens);
}

Result<bool> Packer::touch(const Region& a, const Region& b) {
  if (a.document != b.document || a.cut || b.cut) return false;
  const Span& first = std::min(a.span, b.span);
  const Span& second = std::max(a.span, b.span);
  if (second.begin <= first.end) return true;
  const std::string_view between = TRY(text(a.document, {first.end, second.begin}));
  return trim(between).empty();
}

Result<bool> Packer::place(Region grown, std::optional<size_t> replaces) {
  std::vector<bool> joined(regions_.size(), false);
  for (bool again = true; again;) {  // a region that grew may reach a further one
    again = false;
    for (size_t i = 0; i < regions_.size(); ++i) {
      const Region& other = regions_[i];
      if (joined[i]) continue;
      const bool joins = i == replaces.value_or(regions_.size()) || TRY(touch(grown, other));
      if (!joins) continue;
      joined[i] = again = true;
      grown.span = {std::min(grown.span.begin, other.span.begin),
                    std::max(grown.span.end, other.span.end)};
      grown.low = std::min(grown.low, other.low);
      grown.high = std::max(grown.high, other.high);
      grown.found.insert(grown.found.end(), other.found.begin(), other.found.end());
      // What was found by itself needs no reference.
      if (other.followed.empty() || grown.found.empty()) grown.followed = other.followed;
    }
  }
  grown.tokens = TRY(tokens_of(grown));
  uint64_t tokens = grown.tokens;
  std::vector<Region> next;
  for (size_t i = 0; i < regions_.size(); ++i) {
    if (joined[i]) continue;
    tokens += regions_[i].tokens;
    next.push_back(regions_[i]);
  }
  if (tokens > budget_) return false;
  const auto behind = std::find_if(next.begin(), next.end(), [&](const Region& each) {
    return each.best().place > grown.best().place;
  });
  next.insert(behind, std::move(grown));
  regions_ = std::move(next);
  return true;
}

Result<Done> Packer::add_hit(const Hit& hit, size_t place_in_list) {
  const ChunkId id = hit.chunk;
  behind_hits_ = place_in_list + 1;
  Region region;
  region.document = id.document;
  region.span = hit.span;
  region.low = region.high = id.ordinal;
  region.found = {{hit, place_in_list}};
  if (input_.passages_most != 0 && regions_.size() >= input_.passages_most) {
    bool touches = false;  // then it makes no further passage
    for (const Region& other : regions_) {
      const bool near = TRY(touch(region, other));
      touches = touches || near;
    }
    if (!touches) {
      leave_out(id, "behind the " + std::to_string(input_.passages_most) +
                        " passages that the generator is given");
      return Done{};
    }
  }
  const bool placed = TRY(place(region, std::nullopt));
  if (placed) return Done{};
  if (regions_.empty()) region = TRY(first_sentences(std::move(region)));
  if (!region.cut) {
    leave_out(id, "over the token budget");
    return Done{};
  }
  leave_out(id, "over the token budget: cut to bytes " + std::to_string(region.span.begin) +
                    " to " + std::to_string(region.span.end));
  regions_.push_back(std::move(region));
  return Done{};
}

// As many of the region's first sentences as fit; unchanged when not even one does.
Result<Region> Packer::first_sentences(Region region) {
  const std::string_view whole = TRY(text(region.document, region.span));
  const uint64_t begin = region.span.begin;
  for (const TextSpan& sentence : sentences(whole)) {
    Region shorter = region;
    shorter.span.end = begin + sentence.end;
    shorter.tokens = TRY(tokens_of(shorter));
    if (shorter.tokens > budget_) break;
    shorter.cut = true;
    region = std::move(shorter);
  }
  return region;
}

// The chunk at the reference's place becomes a region behind all hits. False when the reference
// leads nowhere, to what is here already, or to more than fits.
Result<bool> Packer::follow(const Region& from, const Reference& reference, size_t place_in_list) {
  const Document* whole = TRY(document(from.document));
  const std::optional<Span> target = resolve(*whole, reference);
  if (!target) return false;
  const std::optional<StoredChunk> chunk =
      TRY(chunk_at(input_.store, {from.document, from.low}, target->begin));
  if (!chunk) return false;
  const ChunkId id = chunk->chunk.id;
  if (std::any_of(regions_.begin(), regions_.end(),
                  [id](const Region& each) { return each.holds(id); })) {
    return false;
  }
  Region region;
  region.document = id.document;
  region.span = chunk->chunk.span;
  region.low = region.high = id.ordinal;
  region.followed = reference.words;
  Hit hit;
  hit.chunk = id;
  hit.span = region.span;
  hit.why = "followed: " + reference.words;
  region.found = {{hit, place_in_list}};
  const bool placed = TRY(place(std::move(region), std::nullopt));
  if (!placed) leave_out(id, "referred to as " + reference.words + ", over the token budget");
  return placed;
}

Result<Done> Packer::add_references(const Job& job) {
  const std::vector<Region> found = regions_;  // what comes in is not followed in turn
  size_t followed = 0;
  for (const Region& from : found) {
    TRY(check(job));
    if (input_.passages_most != 0 && regions_.size() >= input_.passages_most) return Done{};
    const std::string_view whole = TRY(text(from.document, from.span));
    for (const Reference& reference : references_in(whole)) {
      if (followed == limits::kReferencesFollowed) return Done{};
      const bool came_in = TRY(follow(from, reference, behind_hits_ + followed));
      if (came_in) ++followed;
    }
  }
  return Done{};
}

Result<bool> Packer::add_neighbour(ChunkId id, const Chunk& neighbour) {
  const auto region = std::find_if(regions_.begin(), regions_.end(),
                                   [id](const Region& each) { return each.holds(id); });
  if (region == regions_.end() || region->cut) return false;
  if (region->holds(neighbour.id)) return true;
  Region grown = *region;
  grown.span = {std::min(grown.span.begin, neighbour.span.begin),
                std::max(grown.span.end, neighbour.span.end)};
  grown.low = std::min(grown.low, neighbour.id.ordinal);
  grown.high = std::max(grown.high, neighbour.id.ordinal);
  grown.found.clear();  // place() takes them from the region it replaces
  return place(std::move(grown), static_cast<size_t>(region - regions_.begin()));
}

Result<Done> Packer::add_neighbours(uint32_t each_side, const Job& job) {
  // By chunk, since a region may grow into another meanwhile.
  std::vector<ChunkId> best;
  for (const Region& region : regions_)
    best.push_back(region.best().hit.chunk);
  for (const ChunkId& id : best) {
    TRY(check(job));
    std::vector<StoredChunk> around = TRY(input_.store.around(id, each_side));
    std::erase_if(around, [id](const StoredChunk& each) { return each.chunk.id == id; });
    const auto distance = [id](const StoredChunk& each) {
      const uint32_t ordinal = each.chunk.id.ordinal;
      return ordinal > id.ordinal ? ordinal - id.ordinal : id.ordinal - ordinal;
    };
    std::stable_sort(around.begin(), around.end(), [&](const StoredChunk& a, const StoredChunk& b) {
      return distance(a) < distance(b);
    });
    bool full_before = false, full_after = false;
    for (const StoredChunk& each : around) {
      bool& full = each.chunk.id < id ? full_before : full_after;
      const bool added = full ? false : TRY(add_neighbour(id, each.chunk));
      if (added) continue;
      full = true;
      leave_out(each.chunk.id, "a neighbour over the token budget");
    }
  }
  return Done{};
}

// 1, 3, 5 .. 4, 2: a model reads the two ends of a long prompt best.
std::vector<size_t> best_at_both_ends(size_t n) {
  std::vector<size_t> order;
  for (size_t i = 0; i < n; i += 2)
    order.push_back(i);
  for (size_t i = n / 2 * 2; i > 0; i -= 2)
    order.push_back(i - 1);
  return order;
}

void set_pages(Passage& passage, const Document& document) {
  for (const Page& page : document.pages) {
    if (!page.span.overlaps(passage.span)) continue;
    if (passage.page_first == 0) passage.page_first = page.number;
    passage.page_last = page.number;
  }
}

Result<Evidence> Packer::finish(const StoredById& stored) && {
  Evidence out;
  std::vector<double> relevances;
  for (const size_t i : best_at_both_ends(regions_.size())) {
    const Region& region = regions_[i];
    const Hit& best = region.best().hit;
    const Document* whole = TRY(document(region.document));
    Passage passage;
    passage.label = "S" + std::to_string(out.passages.size() + 1);
    passage.chunk = best.chunk;
    passage.span = region.span;
    passage.document_name = whole->name;
    const auto known = stored.find(best.chunk);  // what a reference brought in is not among them
    if (known != stored.end()) passage.heading_path = known->second.chunk.heading_path;
    passage.columns = columns_above(*whole, region.span.begin);
    passage.followed = region.followed;
    passage.text = std::string(TRY(text(region.document, region.span)));
    passage.tokens = region.tokens;
    set_pages(passage, *whole);
    for (const Found& each : region.found) {
      passage.cosine = std::max(passage.cosine, each.hit.cosine.value_or(0));
      passage.relevance = std::max(passage.relevance, each.hit.relevance.value_or(0));
      relevances.push_back(each.hit.relevance.value_or(0));
      if (each.hit.chunk != best.chunk) {
        out.left_out.push_back({each.hit.chunk, "inside " + passage.label});
      }
    }
    out.tokens += region.tokens;
    out.passages.push_back(std::move(passage));
  }
  std::sort(relevances.rbegin(), relevances.rend());
  if (!relevances.empty()) out.best_relevance = relevances[0];
  if (relevances.size() > 1) out.second_relevance = relevances[1];

  // What did not fit as a hit may have come in as a neighbour, and is then not left out.
  for (LeftOut& each : left_out_) {
    const bool inside = std::any_of(regions_.begin(), regions_.end(), [&](const Region& region) {
      return region.holds(each.chunk) && !region.cut;
    });
    const bool known = std::any_of(out.left_out.begin(), out.left_out.end(),
                                   [&](const LeftOut& other) { return other.chunk == each.chunk; });
    if (!inside && !known) out.left_out.push_back(std::move(each));
  }
  return out;
}

}  // namespace

uint32_t evidence_budget(const PackInput& input) {
  const uint64_t reserve =
      std::max<uint64_t>(input.reserve, uint64_t{input.reserve} * input.window / limits::kWindow);
  const uint64_t taken = reserve + input.prompt_overhead;
  if (taken >= input.window) return 0;
  const uint64_t share = uint64_t{limits::kBudget} * input.window / limits::kWindow;
  const uint64_t most = input.budget_most == 0 ? share : input.budget_most;
  return static_cast<uint32_t>(std::min({most, share, uint64_t{input.window} - taken}));
}

Result<Evidence> pack(const Shortlist& shortlist, const ModeRules& mode, const PackInput& input,
                      const Job& job) {
  const StoredById stored = TRY(stored_of(shortlist.hits, input.store));
  Packer packer(input);
  for (size_t i = 0; i < shortlist.hits.size(); ++i) {
    TRY(check(job));
    const Hit& hit = shortlist.hits[i];
    if (stored.count(hit.chunk) == 0) {
      packer.leave_out(hit.chunk, "its document was removed meanwhile");
      continue;
    }
    TRY(packer.add_hit(hit, i));
  }
  TRY(packer.add_references(job));
  TRY(packer.add_neighbours(mode.neighbours, job));
  return std::move(packer).finish(stored);
}

}  // namespace oi
