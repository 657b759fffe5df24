// Lists put the name first and what is said of it behind, dimmed; a problem is never dimmed.
#include "cli/pages.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "cli/visible.h"

namespace oi {
namespace {

constexpr size_t kWidest = 100;
constexpr size_t kSnippetColumns = 260;
constexpr size_t kLongestName = 44;
constexpr size_t kProblemsShown = 3;

size_t room(const Look& look) {
  return std::min(look.width, kWidest);
}

std::string pages_text(uint32_t first, uint32_t last) {
  if (first == 0) return "";
  if (last <= first) return ", page " + std::to_string(first);
  return ", pages " + std::to_string(first) + "–" + std::to_string(last);
}

std::string size_text(const Listed& document) {
  std::string text;
  if (document.counts.pages > 0) text = counted(document.counts.pages, "page") + ", ";
  return text + counted(document.chunks, "passage");
}

std::string problem_text(const Problem& problem) {
  const std::string where = problem.where.empty() ? "" : visible(problem.where) + ": ";
  return where + visible(problem.what);
}

std::string problems_text(const std::vector<Problem>& problems) {
  std::string text;
  const size_t shown = std::min(problems.size(), kProblemsShown);
  for (size_t i = 0; i < shown; ++i)
    text += (i == 0 ? "" : "; ") + problem_text(problems[i]);
  if (problems.size() > shown) {
    text += "; and " + std::to_string(problems.size() - shown) + " more (`oi info` lists all)";
  }
  return text;
}

std::string file_name(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos || slash + 1 == path.size() ? path : path.substr(slash + 1);
}

std::string row(const Look& look, const std::string& name, const std::string& value) {
  return "  " + paint(look, Ink::Dim, padded(name, 12)) + value + "\n";
}

size_t widest_name(const std::vector<Listed>& documents) {
  size_t widest = 12;
  for (const Listed& one : documents)
    widest = std::max(widest, columns(visible(one.name)));
  return std::min(widest, kLongestName);
}

std::set<std::string> words_of(std::string_view text) {
  std::set<std::string> all;
  for (const TextSpan& word : words(text)) {
    std::string folded = fold(text.substr(word.begin, word.size()));
    if (!is_stop_word(folded)) all.insert(std::move(folded));
  }
  return all;
}

// The passage from its sentence that shares most words with the query; the first of equals.
std::string snippet(std::string_view text, const std::string& query) {
  const std::set<std::string> wanted = words_of(query);
  size_t best = 0, most = 0;
  for (const TextSpan& sentence : sentences(text)) {
    const std::set<std::string> here = words_of(text.substr(sentence.begin, sentence.size()));
    const auto shared = static_cast<size_t>(std::count_if(
        here.begin(), here.end(), [&](const std::string& word) { return wanted.contains(word); }));
    if (shared <= most) continue;
    most = shared;
    best = sentence.begin;
  }
  const std::string from = best > 0 ? "… " : "";
  return shortened(from + visible(collapse_spaces(text.substr(best))), kSnippetColumns);
}

bool waits(const Ticket& ticket) {
  return ticket.stage < Stage::Complete;
}

}  // namespace

std::string hits_page(const std::vector<Found>& found, const std::string& query, const Look& look) {
  if (found.empty()) return "Nothing was found.\n";
  std::string out;
  for (size_t i = 0; i < found.size(); ++i) {
    const Found& one = found[i];
    std::string scores;
    if (one.hit.cosine) scores += "meaning " + score_text(*one.hit.cosine);
    if (one.hit.bm25)
      scores += (scores.empty() ? "" : " · ") + ("words " + score_text(*one.hit.bm25));
    out += paint(look, Ink::Bold, padded(std::to_string(i + 1), 3)) + " " +
           paint(look, Ink::Link, visible(one.document_name)) +
           pages_text(one.page_first, one.page_last);
    if (!one.heading.empty()) out += paint(look, Ink::Dim, " · " + visible(one.heading));
    out += "\n" + indented(snippet(one.text, query), 4, room(look));
    out += paint(look, Ink::Dim, "    " + scores + "\n");
  }
  return out;
}

std::string citation_page(const ShownCitation& shown, const Look& look) {
  const Citation& citation = shown.citation;
  std::string out = paint(look, Ink::Link, visible(citation.document_name)) +
                    pages_text(citation.page, citation.page);
  if (!citation.heading.empty()) out += paint(look, Ink::Dim, " · " + visible(citation.heading));
  out += "\n" + paint(look, Ink::Dim, visible(shown.path)) + "\n\n";
  const auto part = [&](const std::string& text, Ink ink) {
    std::string lines;
    for (const std::string& line : wrapped(visible_text(std::string(trim(text))), room(look) - 4)) {
      lines +=
          (ink == Ink::Good ? paint(look, ink, "  ┃ ") : "    ") + paint(look, ink, line) + "\n";
    }
    return trim(text).empty() ? "" : lines;
  };
  out +=
      part(shown.before, Ink::Dim) + part(citation.quote, Ink::Good) + part(shown.after, Ink::Dim);
  out += "\nbytes " + std::to_string(citation.span.begin) + " to " +
         std::to_string(citation.span.end) + " of the stored text, " +
         paint(look, Ink::Good, "compared just now: they agree") + "\n";
  if (shown.source_changed) {
    out +=
        paint(look, Ink::Warn, "The source has changed since: this is the version of then.") + "\n";
  }
  return out;
}

std::string ingested_line(const Ingested& ingested, const Look& look) {
  const bool complete = ingested.ticket.stage == Stage::Complete;
  const std::string name =
      visible(complete ? ingested.document.name : file_name(ingested.ticket.path));
  if (!complete) {
    return paint(look, Ink::Bad, "✗ failed") + "    " + name + "  " +
           visible(ingested.ticket.reason) + ": " + visible(ingested.ticket.what) + "\n";
  }
  const std::string size = paint(look, Ink::Dim, size_text(ingested.document));
  if (!ingested.document.problems.empty()) {
    return paint(look, Ink::Warn, "! complete with problems") + "  " + name + "  " + size + "  " +
           problems_text(ingested.document.problems) + "\n";
  }
  const std::string inside =
      ingested.members == 0
          ? ""
          : paint(look, Ink::Dim, "  and " + counted(ingested.members, "file") + " inside");
  const std::string known =
      ingested.already_known ? paint(look, Ink::Dim, "  already in the library") : "";
  return paint(look, Ink::Good, "✓ complete") + "  " + name + "  " + size + inside + known + "\n";
}

std::string list_page(const std::vector<Listed>& documents, const Look& look) {
  if (documents.empty()) return "The library is empty. `oi add PATH` puts documents in.\n";
  uint64_t chunks = 0, bytes = 0;
  std::string rows;
  const size_t wide = widest_name(documents);
  for (const Listed& one : documents) {
    chunks += one.chunks;
    bytes += one.text_bytes;
    rows += "  " + paint(look, Ink::Link, padded(shortened(visible(one.name), wide), wide)) + "  " +
            paint(look, Ink::Dim, to_text(one.id) + "  " + padded(name_of(one.kind), 9)) +
            size_text(one);
    if (!one.problems.empty()) {
      rows += "  " + paint(look, Ink::Warn, counted(one.problems.size(), "problem"));
    }
    if (!one.live) rows += paint(look, Ink::Dim, "  an earlier version, out of search");
    rows += "\n";
  }
  return paint(look, Ink::Bold, counted(documents.size(), "document")) + ", " +
         counted(chunks, "passage") + ", " + bytes_text(bytes) + " of text\n" + rows;
}

std::string info_page(const Listed& document, const Look& look) {
  const Counts& counts = document.counts;
  std::string out = paint(look, Ink::Bold, visible(document.name)) + "\n";
  out += row(look, "id", to_text(document.id));
  if (document.title != document.name) out += row(look, "title", visible(document.title));
  out += row(look, "kind", name_of(document.kind));
  for (const std::string& path : document.paths)
    out += row(look, "path", visible(path));
  out += row(
      look, "added",
      moment_text(document.added) + (document.live ? "" : ", an earlier version, out of search"));
  out +=
      row(look, "size", size_text(document) + ", " + bytes_text(document.text_bytes) + " of text");
  out += row(look, "characters",
             std::to_string(counts.characters_seen) + " seen, " +
                 std::to_string(counts.characters_kept) + " kept, " +
                 std::to_string(counts.characters_indexed) + " can be found");
  for (const Dropped& dropped : counts.dropped)
    out += row(look, "left out",
               std::to_string(dropped.characters) + " characters: " + visible(dropped.reason));
  if (counts.pages > 0) {
    out += row(look, "pages",
               std::to_string(counts.pages) + ", " + std::to_string(counts.pages_without_text) +
                   " without text, " + std::to_string(counts.pages_recognised) + " recognised");
  }
  if (document.parent.value != 0) out += row(look, "inside of", to_text(document.parent));
  out += row(look, "file", "sha256 " + document.digest);
  out += row(look, "text", "sha256 " + document.text_digest);
  if (document.problems.empty()) return out + row(look, "problems", "none");
  for (const Problem& problem : document.problems) {
    out += row(look, "problem", paint(look, Ink::Warn, problem_text(problem)));
  }
  return out;
}

std::string queue_page(const std::vector<Ticket>& tickets, const Look& look) {
  std::string out;
  for (const Ticket& ticket : tickets) {
    if (!waits(ticket) && ticket.stage != Stage::Failed) continue;
    const Ink ink = ticket.stage == Stage::Failed ? Ink::Bad : Ink::Dim;
    out += padded(std::to_string(ticket.id), 6) +
           paint(look, ink, padded(name_of(ticket.stage), 13)) + visible(ticket.path);
    if (ticket.stage == Stage::Failed) out += "  " + visible(ticket.reason + ": " + ticket.what);
    out += "\n";
  }
  const auto done = std::count_if(tickets.begin(), tickets.end(),
                                  [](const Ticket& one) { return one.stage == Stage::Complete; });
  const auto waiting = std::count_if(tickets.begin(), tickets.end(), waits);
  return out + counted(static_cast<uint64_t>(waiting), "file") + " waiting, " +
         std::to_string(done) + " done\n";
}

}  // namespace oi
