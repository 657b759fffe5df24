// The one outside name of every enumerator and id. JSON, the database and the faces all use these,
// so a name here is a promise: a new one may be added, none may be changed.
#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "base/text.h"
#include "types/receipt.h"

namespace oi {
namespace {

constexpr size_t kIdDigits = 16;

template <typename T>
bool parse_whole(std::string_view text, int radix, T& value) {
  const char* end = text.data() + text.size();
  const auto [at, problem] = std::from_chars(text.data(), end, value, radix);
  return problem == std::errc{} && at == end;
}

}  // namespace

std::string to_text(DocumentId id) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string text(kIdDigits, '0');
  for (size_t i = 0; i < kIdDigits; ++i)
    text[i] = kHex[(id.value >> (60 - 4 * i)) & 15];
  return text;
}

DocumentId id_of_digest(const std::string& digest) {
  DocumentId id;
  parse_whole(std::string_view(digest).substr(0, kIdDigits), 16, id.value);
  return id;
}

std::string to_text(ChunkId id) {
  return to_text(id.document) + ":" + std::to_string(id.ordinal);
}

bool parse_id(const std::string& text, DocumentId& id) {
  DocumentId found;
  if (text.size() != kIdDigits || !parse_whole(text, 16, found.value)) return false;
  if (to_text(found) != text) return false;  // upper-case digits
  id = found;
  return true;
}

bool parse_id(const std::string& text, ChunkId& id) {
  if (text.size() < kIdDigits + 2 || text[kIdDigits] != ':') return false;
  ChunkId found;
  if (!parse_id(text.substr(0, kIdDigits), found.document)) return false;
  if (!parse_whole(std::string_view(text).substr(kIdDigits + 1), 10, found.ordinal)) return false;
  if (to_text(found) != text) return false;  // leading zeros
  id = found;
  return true;
}

const char* name_of(Kind kind) {
  switch (kind) {
    case Kind::Text:
      return "text";
    case Kind::Markdown:
      return "markdown";
    case Kind::Pdf:
      return "pdf";
    case Kind::Code:
      return "code";
    case Kind::Csv:
      return "csv";
    case Kind::Json:
      return "json";
    case Kind::Xml:
      return "xml";
    case Kind::Yaml:
      return "yaml";
    case Kind::Log:
      return "log";
    case Kind::Subtitles:
      return "subtitles";
    case Kind::Html:
      return "html";
    case Kind::Epub:
      return "epub";
    case Kind::Docx:
      return "docx";
    case Kind::Xlsx:
      return "xlsx";
    case Kind::Xlsb:
      return "xlsb";
    case Kind::Pptx:
      return "pptx";
    case Kind::Odt:
      return "odt";
    case Kind::Ods:
      return "ods";
    case Kind::Odp:
      return "odp";
    case Kind::Doc:
      return "doc";
    case Kind::Xls:
      return "xls";
    case Kind::Ppt:
      return "ppt";
    case Kind::Rtf:
      return "rtf";
    case Kind::Email:
      return "email";
    case Kind::Mailbox:
      return "mailbox";
    case Kind::Msg:
      return "msg";
    case Kind::Archive:
      return "archive";
    case Kind::Image:
      return "image";
    case Kind::Audio:
      return "audio";
    case Kind::Video:
      return "video";
  }
  return "unknown";
}

const char* name_of(BlockKind kind) {
  switch (kind) {
    case BlockKind::Paragraph:
      return "paragraph";
    case BlockKind::Heading:
      return "heading";
    case BlockKind::List:
      return "list";
    case BlockKind::Code:
      return "code";
    case BlockKind::Quote:
      return "quote";
    case BlockKind::Table:
      return "table";
    case BlockKind::Caption:
      return "caption";
    case BlockKind::Formula:
      return "formula";
    case BlockKind::Footnote:
      return "footnote";
    case BlockKind::Furniture:
      return "furniture";
    case BlockKind::Comment:
      return "comment";
    case BlockKind::Note:
      return "note";
    case BlockKind::Deleted:
      return "deleted";
    case BlockKind::Form:
      return "form";
    case BlockKind::Picture:
      return "picture";
  }
  return "unknown";
}

const char* name_of(TextSource source) {
  switch (source) {
    case TextSource::File:
      return "file";
    case TextSource::Recognised:
      return "recognised";
  }
  return "unknown";
}

std::string cell_name(const Table& table, const Cell& cell) {
  std::string column;  // A to Z, AA to ZZ and so on: digits of base 26 without a zero
  for (uint32_t left = cell.column + 1U; left > 0; left = (left - 1) / 26)
    column.insert(column.begin(), static_cast<char>('A' + (left - 1) % 26));
  const std::string place = column + std::to_string(cell.row + 1);
  return table.name.empty() ? place : table.name + "!" + place;
}

std::string columns_above(const Document& document, uint64_t at) {
  constexpr size_t longest = 400;
  const auto table = std::partition_point(document.tables.begin(), document.tables.end(),
                                          [&](const Table& each) { return each.span.end <= at; });
  std::string names;
  if (table == document.tables.end() || table->span.begin >= at) return names;
  for (const Cell& cell : table->cells) {
    if (!cell.header || cell.end > at) break;  // the first rows name the columns
    if (!names.empty()) names += " | ";
    names +=
        collapse_spaces(std::string_view(document.text).substr(cell.begin, cell.end - cell.begin));
    if (names.size() > longest) break;
  }
  return names;
}

const char* name_of(ChunkKind kind) {
  switch (kind) {
    case ChunkKind::Prose:
      return "prose";
    case ChunkKind::List:
      return "list";
    case ChunkKind::Table:
      return "table";
    case ChunkKind::Code:
      return "code";
  }
  return "unknown";
}

const char* name_of(TraceStage stage) {
  switch (stage) {
    case TraceStage::Vector:
      return "vector";
    case TraceStage::Lexical:
      return "lexical";
    case TraceStage::Fusion:
      return "fusion";
    case TraceStage::Boosted:
      return "boosted";
    case TraceStage::Candidates:
      return "candidates";
    case TraceStage::Rerank:
      return "rerank";
    case TraceStage::Final:
      return "final";
  }
  return "unknown";
}

const char* name_of(Support support) {
  switch (support) {
    case Support::Supported:
      return "supported";
    case Support::Partial:
      return "partial";
  }
  return "unknown";
}

const char* name_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::Pass:
      return "pass";
    case Outcome::Fail:
      return "fail";
    case Outcome::NotApplicable:
      return "not_applicable";
  }
  return "unknown";
}

const char* name_of(Effect effect) {
  switch (effect) {
    case Effect::RemoveClaim:
      return "remove_claim";
    case Effect::MarkPartial:
      return "mark_partial";
    case Effect::DropPassage:
      return "drop_passage";
    case Effect::Unquote:
      return "unquote";
    case Effect::Note:
      return "note";
    case Effect::Attach:
      return "attach";
  }
  return "unknown";
}

const char* name_of(AnswerOutcome outcome) {
  switch (outcome) {
    case AnswerOutcome::Answered:
      return "answered";
    case AnswerOutcome::Abstained:
      return "abstained";
    case AnswerOutcome::Partial:
      return "partial";
    case AnswerOutcome::Cancelled:
      return "cancelled";
    case AnswerOutcome::Failed:
      return "failed";
  }
  return "unknown";
}

// A table, not a switch: only rules/ may branch on the mode.
const char* name_of(Mode mode) {
  static constexpr std::array<const char*, 3> kNames = {"standard", "deep", "maximum"};
  return kNames[static_cast<size_t>(mode)];
}

const char* name_of(AnswerKind kind) {
  switch (kind) {
    case AnswerKind::Lookup:
      return "lookup";
    case AnswerKind::Table:
      return "table";
    case AnswerKind::List:
      return "list";
    case AnswerKind::Count:
      return "count";
    case AnswerKind::Compute:
      return "compute";
    case AnswerKind::Procedure:
      return "procedure";
    case AnswerKind::Compare:
      return "compare";
    case AnswerKind::Summary:
      return "summary";
    case AnswerKind::Explain:
      return "explain";
    case AnswerKind::Quote:
      return "quote";
  }
  return "unknown";
}

const char* name_of(ExecutionPath path) {
  switch (path) {
    case ExecutionPath::Standard:
      return "standard";
    case ExecutionPath::Agentic:
      return "agentic";
    case ExecutionPath::ForcedAgentic:
      return "forcedAgentic";
    case ExecutionPath::PlannerEscalated:
      return "plannerEscalated";
  }
  return "unknown";
}

const char* name_of(Stage stage) {
  switch (stage) {
    case Stage::Queued:
      return "queued";
    case Stage::Paused:
      return "paused";
    case Stage::Loading:
      return "loading";
    case Stage::Transcribing:
      return "transcribing";
    case Stage::Extracting:
      return "extracting";
    case Stage::Chunking:
      return "chunking";
    case Stage::Analyzing:
      return "analyzing";
    case Stage::Adapting:
      return "adapting";
    case Stage::Reindexing:
      return "reindexing";
    case Stage::Embedding:
      return "embedding";
    case Stage::Indexing:
      return "indexing";
    case Stage::Storing:
      return "storing";
    case Stage::Complete:
      return "complete";
    case Stage::Cancelled:
      return "cancelled";
    case Stage::Failed:
      return "failed";
  }
  return "unknown";
}

const char* name_of(Target target) {
  switch (target) {
    case Target::Deterministic:
      return "deterministic";
    case Target::OnDevice:
      return "on_device";
    case Target::Remote:
      return "remote";
    case Target::Abstain:
      return "abstain";
  }
  return "unknown";
}

const char* name_of(Reason reason) {
  switch (reason) {
    case Reason::ExactAnswerAvailable:
      return "exactAnswerAvailable";
    case Reason::PrivacyRequiredLocal:
      return "privacyRequiredLocal";
    case Reason::UserRequiredLocal:
      return "userRequiredLocal";
    case Reason::UserRequiredCloud:
      return "userRequiredCloud";
    case Reason::InsufficientEvidence:
      return "insufficientEvidence";
    case Reason::LocalContextFits:
      return "localContextFits";
    case Reason::LocalContextExceeded:
      return "localContextExceeded";
    case Reason::ComplexSynthesis:
      return "complexSynthesis";
    case Reason::PccUnavailable:
      return "pccUnavailable";
    case Reason::PccQuotaReached:
      return "pccQuotaReached";
    case Reason::ConsentUnavailable:
      return "consentUnavailable";
    case Reason::NetworkUnavailable:
      return "networkUnavailable";
    case Reason::Fallback:
      return "fallback";
  }
  return "unknown";
}

}  // namespace oi
