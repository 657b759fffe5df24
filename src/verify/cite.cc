// Citations are made by the program, never by the model: the model only names labels.
//
// A label resolves when its passage is among the evidence, its document was loaded, and the
// passage's text equals the document's bytes at its span. The span of a citation is then narrowed
// to the sentences that the claim check found; the quote is the bytes of that span, and page and
// boxes come from what the reader placed there.
#include "verify/cite.h"

#include <algorithm>

#include "base/file.h"
#include "verify/claim_check.h"

namespace oi {
namespace {

const Document* find_document(const GateInput& input, DocumentId id) {
  for (const Document& document : input.sources) {
    if (document.id == id) return &document;
  }
  return nullptr;
}

struct Resolved {
  const Passage* passage = nullptr;
  const Document* document = nullptr;
};

Resolved resolve(std::string_view label, const GateInput& input) {
  for (const Passage& passage : input.evidence.passages) {
    if (passage.label != label) continue;
    const Document* document = find_document(input, passage.chunk.document);
    const Span span = passage.span;
    const bool inside =
        document != nullptr && span.begin < span.end && span.end <= document->text.size();
    if (!inside || document->text.compare(span.begin, span.size(), passage.text) != 0) return {};
    return {&passage, document};
  }
  return {};
}

ClaimCheck check_against(std::string_view claim, std::string_view label, const ReadEvidence& read) {
  const std::vector<const ReadPassage*> passages = {find_passage(read, label)};
  if (passages[0] == nullptr) return {};
  return check_claim(claim, passages, read);
}

// What of the passage the claim rests on.
Span support_span(const ClaimCheck& check, const Passage& passage) {
  const bool narrowed = check.span.size() > 0 &&
                        (check.standing != Standing::Unsupported || check.fault == Fault::Number);
  return narrowed ? check.span : passage.span;
}

Claim resolve_claim(const Claim& claim, const GateInput& input, const ReadEvidence& read) {
  Claim out = claim;
  out.labels.clear();
  out.cited.clear();
  std::vector<Standing> standings;
  for (const std::string& label : claim.labels) {
    const Resolved resolved = resolve(label, input);
    const bool known = std::find(out.labels.begin(), out.labels.end(), label) != out.labels.end();
    if (resolved.passage == nullptr || known) continue;
    const ClaimCheck check = check_against(claim.text, label, read);
    out.labels.push_back(label);
    out.cited.push_back(support_span(check, *resolved.passage));
    standings.push_back(check.standing);
  }
  // Cited means used.
  const bool supported =
      std::find(standings.begin(), standings.end(), Standing::Supported) != standings.end();
  for (size_t i = standings.size(); supported && i-- > 0;) {
    if (standings[i] != Standing::Unsupported) continue;
    out.labels.erase(out.labels.begin() + static_cast<std::ptrdiff_t>(i));
    out.cited.erase(out.cited.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return out;
}

uint32_t page_of(const Document& document, Span span) {
  for (const Page& page : document.pages) {
    if (page.span.overlaps(span)) return page.number;
  }
  return 0;
}

// The cell that the span lies in, or the first and last of several.
std::string cells_of(const Document& document, Span span) {
  const auto table =
      std::partition_point(document.tables.begin(), document.tables.end(),
                           [&](const Table& each) { return each.span.end <= span.begin; });
  if (table == document.tables.end() || !table->span.contains(span)) return {};
  const auto first = std::partition_point(table->cells.begin(), table->cells.end(),
                                          [&](const Cell& cell) { return cell.end <= span.begin; });
  const auto behind = std::partition_point(first, table->cells.end(),
                                           [&](const Cell& cell) { return cell.begin < span.end; });
  if (first == behind) return {};
  const std::string name = cell_name(*table, *first);
  if (behind - first == 1) return name;
  return name + ":" + cell_name({{}, "", 0, 0, {}}, *(behind - 1));
}

std::optional<TimedText> time_of(const Document& document, Span span) {
  std::optional<TimedText> time;
  for (const TimedText& timed : document.timed) {
    if (!timed.span.overlaps(span)) continue;
    if (!time) time = TimedText{span, timed.from, timed.to};
    time->to = std::max(time->to, timed.to);
  }
  return time;
}

}  // namespace

Result<std::vector<Document>> load_sources(const Evidence& evidence, const Store& store,
                                           const Job& job) {
  std::vector<DocumentId> ids;
  for (const Passage& passage : evidence.passages)
    ids.push_back(passage.chunk.document);
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  std::vector<Document> documents;
  for (const DocumentId id : ids) {
    TRY(check(job));
    Result<Document> loaded = store.document(id);
    if (!loaded.ok()) {
      if (loaded.error().code == Code::NotFound) continue;
      return std::move(loaded).error().within("sources of the answer");
    }
    if (sha256_hex(loaded->text) == loaded->text_digest) documents.push_back(std::move(*loaded));
  }
  return documents;
}

Draft resolve_citations(const Draft& draft, const GateInput& input) {
  const ReadEvidence read = read_evidence(input.evidence, input.question, input.profile.language);
  Draft out = draft;
  for (Claim& claim : out.claims)
    claim = resolve_claim(claim, input, read);
  return out;
}

std::optional<Span> resolve_label(std::string_view claim, std::string_view label,
                                  const GateInput& input) {
  const Resolved resolved = resolve(label, input);
  if (resolved.passage == nullptr) return std::nullopt;
  const ReadEvidence read = read_evidence(input.evidence, input.question, input.profile.language);
  return support_span(check_against(claim, label, read), *resolved.passage);
}

std::optional<Citation> make_citation(std::string_view label, Span span, const GateInput& input) {
  const Resolved resolved = resolve(label, input);
  if (resolved.passage == nullptr || !resolved.passage->span.contains(span) || span.size() == 0) {
    return std::nullopt;
  }
  const Document& document = *resolved.document;
  Citation citation;
  citation.label = label;
  citation.document = document.id;
  citation.document_name = document.name;
  citation.version_digest = document.text_digest;
  citation.span = span;
  citation.quote = document.text.substr(span.begin, span.size());
  citation.page = page_of(document, span);
  for (const PlacedText& placed : document.placed) {
    if (placed.span.overlaps(span) && placed.page == citation.page) {
      citation.boxes.push_back(placed.box);
    }
  }
  citation.heading = resolved.passage->heading_path;
  citation.cell = cells_of(document, span);
  citation.time = time_of(document, span);
  return citation;
}

}  // namespace oi
