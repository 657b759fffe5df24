// The answer first, because that is what was asked for; then what it rests on, then how far to
// trust it, then what was taken out. Sections without content are left out.
#include <algorithm>

#include "base/text.h"
#include "cli/pages.h"
#include "cli/visible.h"

namespace oi {
namespace {

constexpr size_t kWidest = 100;        // columns: longer lines are hard to read
constexpr size_t kQuoteColumns = 400;  // of a quote, before it is shortened
constexpr size_t kTraceHits = 5;

size_t room(const Look& look) {
  return std::min(look.width, kWidest);
}

bool has_label(std::string_view text, const std::string& label) {
  return text.find("[" + label + "]") != std::string_view::npos;
}

std::string heading(const Look& look, const std::string& words) {
  return "\n" + paint(look, Ink::Bold, words) + "\n";
}

// "1:02:03", "2:03".
std::string clock_text(double seconds) {
  const auto whole = static_cast<uint64_t>(std::max(seconds, 0.0));
  char text[32];
  if (whole >= 3600) {
    std::snprintf(text, sizeof text, "%llu:%02llu:%02llu",
                  static_cast<unsigned long long>(whole / 3600),
                  static_cast<unsigned long long>(whole / 60 % 60),
                  static_cast<unsigned long long>(whole % 60));
  } else {
    std::snprintf(text, sizeof text, "%llu:%02llu", static_cast<unsigned long long>(whole / 60),
                  static_cast<unsigned long long>(whole % 60));
  }
  return text;
}

// "pump-manual.pdf, page 3 · Safety > Warnings"
std::string place_of(const Citation& citation, const Look& look) {
  std::string place = paint(look, Ink::Link, visible(citation.document_name));
  if (citation.page > 0) place += ", page " + std::to_string(citation.page);
  if (!citation.cell.empty()) place += ", " + visible(citation.cell);
  if (citation.time)
    place += ", " + clock_text(citation.time->from) + " to " + clock_text(citation.time->to);
  if (!citation.heading.empty()) {
    place += paint(look, Ink::Dim, " · " + visible(citation.heading));
  }
  return place;
}

std::string quote_lines(const Citation& citation, const Look& look) {
  const std::string quote = shortened(visible(collapse_spaces(citation.quote)), kQuoteColumns);
  return indented("“" + quote + "”", 7, room(look));
}

// Quotes of one passage stand together under its label.
std::string sources(const std::vector<Citation>& citations, const std::string& answer,
                    const Look& look, const std::string& words) {
  if (citations.empty()) return "";
  std::string out = heading(look, words);
  std::string last;
  for (const Citation& citation : citations) {
    const std::string source = paint(look, Ink::Good, "[" + visible(citation.label) + "]") + " " +
                               place_of(citation, look);
    if (source != last) out += "  " + source + "\n";
    out += quote_lines(citation, look);
    last = source;
  }
  return out +
         paint(look, Ink::Dim, "  See one in its place: oi show --citation " + answer + ":1") +
         "\n";
}

std::string removed_lines(const Answer& answer, const Look& look) {
  if (answer.removed.empty()) return "";
  std::string out = heading(look, "Removed, because the documents do not carry it");
  for (const RemovedClaim& claim : answer.removed) {
    out += indented(paint(look, Ink::Warn, "✗ ") + visible(claim.text), 2, room(look));
    out += paint(look, Ink::Dim,
                 "      gate " + std::string(1, claim.gate) + ": " + visible(claim.reason)) +
           "\n";
  }
  return out;
}

std::string missing_lines(const Answer& answer, const Look& look) {
  if (answer.missing.empty()) return "";
  std::string out = heading(look, "Missing");
  for (const std::string& one : answer.missing)
    out += indented("· " + visible(one), 2, room(look));
  return out;
}

std::string how_sure(const Answered& answered, const Look& look) {
  const Answer& answer = answered.answer;
  double ms = 0;
  for (const StageTime& stage : answered.receipt.stages)
    ms += stage.ms;
  std::string line;
  if (answer.outcome != AnswerOutcome::Abstained) {
    line = "confidence " + score_text(answer.confidence) +
           (answer.calibrated ? "" : " (not calibrated)") + " · fidelity " +
           score_text(answer.fidelity) + " · ";
  }
  line += seconds_text(ms / 1000);
  if (answered.receipt.completed != Target::Remote) line += " · on this machine";
  if (answered.receipt.unread_files > 0) {
    line += " · " + counted(answered.receipt.unread_files, "file") + " not read";
  }
  return "\n" + paint(look, Ink::Dim, line) + "\n";
}

std::string answered_page(const Answered& answered, const Look& look) {
  const Answer& answer = answered.answer;
  std::string out = indented(visible_text(labelled_text(answer)), 0, room(look));
  if (answer.outcome == AnswerOutcome::Partial) {
    out += paint(look, Ink::Warn, "This answers a part of the question only.") + "\n";
  }
  out += sources(answer.citations, answered.question.id, look, "Sources");
  return out + missing_lines(answer, look) + removed_lines(answer, look) + how_sure(answered, look);
}

std::string abstained_page(const Answered& answered, const Look& look) {
  const Answer& answer = answered.answer;
  const std::string words = answer.text.empty() ? "The documents do not answer this." : answer.text;
  std::string out = indented(visible_text(words), 0, room(look));
  out += missing_lines(answer, look);
  out += sources(answer.citations, answered.question.id, look, "Nearest passages");
  return out + removed_lines(answer, look) + how_sure(answered, look);
}

std::string hit_line(const Hit& hit, const Look& look) {
  std::string line = "      " + padded(to_text(hit.chunk), 22);
  if (hit.cosine) line += " cosine " + score_text(*hit.cosine);
  if (hit.bm25) line += " bm25 " + score_text(*hit.bm25);
  if (hit.relevance) line += " relevance " + score_text(*hit.relevance);
  line += " final " + score_text(hit.final_score);
  if (!hit.kept) line += " dropped";
  if (!hit.why.empty()) line += ": " + visible(hit.why);
  return paint(look, Ink::Dim, line) + "\n";
}

std::string verdict_line(const Verdict& verdict, const Look& look) {
  const bool judged = verdict.outcome != Outcome::NotApplicable;
  const Ink ink = !judged ? Ink::Dim : verdict.outcome == Outcome::Pass ? Ink::Good : Ink::Bad;
  std::string line = "  " + std::string(1, verdict.gate) + " " + padded(visible(verdict.name), 16) +
                     " " + paint(look, ink, padded(name_of(verdict.outcome), 14));
  if (judged) line += " " + score_text(verdict.score) + " of " + score_text(verdict.bar);
  return line + "\n";
}

}  // namespace

std::string labelled_text(const Answer& answer) {
  std::string out;
  uint64_t at = 0;
  for (size_t i = 0; i < answer.claims.size(); ++i) {
    const ShownClaim& claim = answer.claims[i];
    const uint64_t size = answer.text.size();
    if (claim.span.begin < at || claim.span.end > size || claim.span.begin > claim.span.end)
      continue;
    const uint64_t next = i + 1 < answer.claims.size()
                              ? std::clamp(answer.claims[i + 1].span.begin, claim.span.end, size)
                              : size;
    out += answer.text.substr(at, claim.span.begin - at);
    // A sentence that was quoted from a page keeps its line breaks, which are not those of here.
    out += collapse_spaces(answer.text.substr(claim.span.begin, claim.span.size()));
    const std::string_view near =
        std::string_view(answer.text).substr(claim.span.begin, next - claim.span.begin);
    for (const std::string& label : claim.labels) {
      if (!has_label(near, label)) out += " [" + label + "]";
    }
    at = claim.span.end;
  }
  return out + answer.text.substr(at);
}

std::string answer_page(const Answered& answered, const Look& look) {
  const AnswerOutcome outcome = answered.answer.outcome;
  if (outcome == AnswerOutcome::Cancelled) return "Stopped before there was an answer.\n";
  if (outcome == AnswerOutcome::Failed) {
    const std::vector<std::string>& why = answered.answer.missing;
    const std::string text = why.empty() ? "it failed" : visible_text(why.front());
    return indented("There is no answer: " + text, 0, room(look));
  }
  if (outcome == AnswerOutcome::Abstained) return abstained_page(answered, look);
  return answered_page(answered, look);
}

std::string trace_page(const Answered& answered, const Look& look) {
  std::string out = heading(look, "How it was found");
  for (const TraceList& stage : answered.trace.stages) {
    const std::string found = stage.skipped.empty() ? counted(stage.hits.size(), "hit") + " in " +
                                                          seconds_text(stage.ms / 1000)
                                                    : "skipped: " + visible(stage.skipped);
    out += "  " + padded(name_of(stage.stage), 12) + found + "\n";
    if (!stage.note.empty()) out += "    " + visible(stage.note) + "\n";
    const size_t shown = std::min(stage.hits.size(), kTraceHits);
    for (size_t i = 0; i < shown; ++i)
      out += hit_line(stage.hits[i], look);
  }
  for (const LeftOut& one : answered.left_out) {
    out += paint(look, Ink::Dim, "  left out " + to_text(one.chunk) + ": " + visible(one.reason)) +
           "\n";
  }
  out += heading(look, "Gates");
  for (const Verdict& verdict : answered.receipt.verdicts)
    out += verdict_line(verdict, look);
  const Receipt& receipt = answered.receipt;
  out += heading(look, "Route");
  return out + "  " + name_of(receipt.completed) + ", because " + name_of(receipt.reason) +
         "; prompt " + counted(receipt.prompt_tokens, "token") + ", written " +
         counted(receipt.generated_tokens, "token") + ", seed " + std::to_string(receipt.seed) +
         "\n";
}

}  // namespace oi
