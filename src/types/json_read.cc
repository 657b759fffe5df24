// Reading is for hostile bytes:
// 1. Nesting is counted before anything is built, so depth cannot exhaust memory or stack.
// 2. The library parses without exceptions; what it refuses is Corrupt.
// 3. Every value is asked for its type before it is taken, and every number for its range.
//
// A layout is kept in flat rows of numbers (a word of a page is seven), because a long book has
// hundreds of thousands of them. Its writer stands here too, so that the format is in one place.
#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "types/json.h"

namespace oi {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kDeepest = 64;
constexpr size_t kPageRow = 5;    // number, begin, end, width, height
constexpr size_t kSourceRow = 2;  // of a page: source, confidence
constexpr size_t kBlockRow = 4;   // kind, level, begin, end
constexpr size_t kPlacedRow = 7;  // begin, end, page, x0, y0, x1, y1
constexpr size_t kTableRow = 5;   // begin, end, name, rows, columns
constexpr size_t kTimedRow = 4;   // begin, end, from, to

Error corrupt(const std::string& what) {
  return {Code::Corrupt, what};
}

// Do brackets outside strings nest deeper than we ever write?
bool too_deep(std::string_view json) {
  int depth = 0;
  bool in_string = false;
  for (size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kDeepest) return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

Result<Json> parse_object(std::string_view text) {
  if (too_deep(text)) return corrupt("JSON is nested too deeply");
  Json json = Json::parse(text.begin(), text.end(), nullptr, false);
  if (json.is_discarded()) return corrupt("not JSON");
  if (!json.is_object()) return corrupt("not a JSON object");
  return json;
}

// --- Taking values, with the field's name for the message.

Result<const Json*> field(const Json& object, const char* name) {
  const auto at = object.find(name);
  if (at == object.end()) return corrupt("field " + std::string(name) + " is missing");
  return &*at;
}

// The named list, whose length must be a multiple of a row's.
Result<const Json*> rows(const Json& object, const char* name, size_t width) {
  const Json* list = TRY(field(object, name));
  if (!list->is_array() || list->size() % width != 0) {
    return corrupt("field " + std::string(name) + " is not a list of rows");
  }
  return list;
}

// The same of a list that layouts of the first version do not have: then it is empty.
Result<const Json*> newer_rows(const Json& object, const char* name, size_t width) {
  static const Json kNone = Json::array();
  if (object.find(name) == object.end()) return &kNone;
  return rows(object, name, width);
}

template <typename T>
Result<T> whole(const Json& json, const char* name) {
  if (!json.is_number_unsigned() || json.get<uint64_t>() > std::numeric_limits<T>::max()) {
    return corrupt("field " + std::string(name) + " holds no whole number in range");
  }
  return static_cast<T>(json.get<uint64_t>());
}

template <typename T = float>
Result<T> real(const Json& json, const char* name) {
  if (json.is_number()) {
    const double value = json.get<double>();
    if (std::abs(value) <= std::numeric_limits<T>::max()) return static_cast<T>(value);
  }
  return corrupt("field " + std::string(name) + " holds no number in range");
}

Result<std::string> text(const Json& object, const char* name) {
  const Json* json = TRY(field(object, name));
  if (!json->is_string()) return corrupt("field " + std::string(name) + " is not text");
  return json->get<std::string>();
}

template <typename T>
Result<T> whole_field(const Json& object, const char* name) {
  const Json* json = TRY(field(object, name));
  return whole<T>(*json, name);
}

Result<Span> span(const Json& begin, const Json& end, const char* name) {
  Span span;
  span.begin = TRY(whole<uint64_t>(begin, name));
  span.end = TRY(whole<uint64_t>(end, name));
  if (span.begin > span.end)
    return corrupt("field " + std::string(name) + " holds a reversed span");
  return span;
}

// The enumerator of that name. Every name_of() says "unknown" behind its last enumerator.
template <typename Enum>
Result<Enum> enumerator(const Json& json, const char* name) {
  for (int i = 0; json.is_string() && i < 256; ++i) {
    const std::string_view known = name_of(static_cast<Enum>(i));
    if (known == "unknown") break;
    if (json.get_ref<const std::string&>() == known) return static_cast<Enum>(i);
  }
  return corrupt("field " + std::string(name) + " holds an unknown kind");
}

// --- The parts of a layout.

Result<std::vector<Page>> read_pages(const Json& object) {
  const char* name = "pages";
  const Json& list = *TRY(rows(object, name, kPageRow));
  std::vector<Page> pages;
  for (size_t i = 0; i < list.size(); i += kPageRow) {
    Page page;
    page.number = TRY(whole<uint32_t>(list[i], name));
    page.span = TRY(span(list[i + 1], list[i + 2], name));
    page.width = TRY(real(list[i + 3], name));
    page.height = TRY(real(list[i + 4], name));
    pages.push_back(page);
  }
  const Json& sources = *TRY(newer_rows(object, "sources", kSourceRow));
  for (size_t i = 0; i < sources.size() / kSourceRow && i < pages.size(); ++i) {
    pages[i].source = TRY(enumerator<TextSource>(sources[kSourceRow * i], "sources"));
    pages[i].confidence = TRY(real(sources[kSourceRow * i + 1], "sources"));
  }
  return pages;
}

Result<std::vector<Block>> read_blocks(const Json& object) {
  const char* name = "blocks";
  const Json& list = *TRY(rows(object, name, kBlockRow));
  std::vector<Block> blocks;
  for (size_t i = 0; i < list.size(); i += kBlockRow) {
    Block block;
    block.kind = TRY(enumerator<BlockKind>(list[i], name));
    block.level = TRY(whole<uint8_t>(list[i + 1], name));
    block.span = TRY(span(list[i + 2], list[i + 3], name));
    blocks.push_back(block);
  }
  return blocks;
}

Result<std::vector<PlacedText>> read_placed(const Json& object) {
  const char* name = "placed";
  const Json& list = *TRY(rows(object, name, kPlacedRow));
  std::vector<PlacedText> all;
  all.reserve(list.size() / kPlacedRow);
  for (size_t i = 0; i < list.size(); i += kPlacedRow) {
    PlacedText placed;
    placed.span = TRY(span(list[i], list[i + 1], name));
    placed.page = TRY(whole<uint32_t>(list[i + 2], name));
    placed.box.x0 = TRY(real(list[i + 3], name));
    placed.box.y0 = TRY(real(list[i + 4], name));
    placed.box.x1 = TRY(real(list[i + 5], name));
    placed.box.y1 = TRY(real(list[i + 6], name));
    all.push_back(placed);
  }
  return all;
}

Result<std::vector<Table>> read_tables(const Json& object) {
  const char* name = "tables";
  const Json& list = *TRY(newer_rows(object, name, kTableRow));
  std::vector<Table> tables;
  for (size_t i = 0; i < list.size(); i += kTableRow) {
    Table table;
    table.span = TRY(span(list[i], list[i + 1], name));
    if (!list[i + 2].is_string()) return corrupt("field tables holds a name that is not text");
    table.name = list[i + 2].get<std::string>();
    table.rows = TRY(whole<uint32_t>(list[i + 3], name));
    table.columns = TRY(whole<uint32_t>(list[i + 4], name));
    tables.push_back(std::move(table));
  }
  return tables;
}

Result<std::vector<TimedText>> read_timed(const Json& object) {
  const char* name = "timed";
  const Json& list = *TRY(newer_rows(object, name, kTimedRow));
  std::vector<TimedText> timed;
  for (size_t i = 0; i < list.size(); i += kTimedRow) {
    TimedText one;
    one.span = TRY(span(list[i], list[i + 1], name));
    one.from = TRY(real<double>(list[i + 2], name));
    one.to = TRY(real<double>(list[i + 3], name));
    timed.push_back(one);
  }
  return timed;
}

Result<std::vector<Problem>> read_problems(const Json& object) {
  const Json& list = *TRY(rows(object, "problems", 1));
  std::vector<Problem> problems;
  for (const Json& json : list) {
    if (!json.is_object()) return corrupt("field problems holds something else");
    Problem problem;
    problem.reason = TRY(text(json, "reason"));
    problem.where = TRY(text(json, "where"));
    problem.what = TRY(text(json, "what"));
    problems.push_back(std::move(problem));
  }
  return problems;
}

Result<Counts> read_counts(const Json& object) {
  const Json& json = *TRY(field(object, "counts"));
  if (!json.is_object()) return corrupt("field counts is not an object");
  Counts counts;
  counts.characters_seen = TRY(whole_field<uint64_t>(json, "characters_seen"));
  counts.characters_kept = TRY(whole_field<uint64_t>(json, "characters_kept"));
  counts.characters_indexed = TRY(whole_field<uint64_t>(json, "characters_indexed"));
  counts.pages = TRY(whole_field<uint32_t>(json, "pages"));
  counts.pages_without_text = TRY(whole_field<uint32_t>(json, "pages_without_text"));
  if (json.contains("pages_recognised"))
    counts.pages_recognised = TRY(whole_field<uint32_t>(json, "pages_recognised"));
  for (const Json& one : *TRY(newer_rows(json, "dropped", 1))) {
    if (!one.is_object()) return corrupt("field dropped holds something else");
    Dropped dropped;
    dropped.reason = TRY(text(one, "reason"));
    dropped.characters = TRY(whole_field<uint64_t>(one, "characters"));
    counts.dropped.push_back(std::move(dropped));
  }
  return counts;
}

Result<Citation> read_citation(const Json& json) {
  if (!json.is_object()) return corrupt("field citations holds something else");
  Citation citation;
  citation.label = TRY(text(json, "label"));
  if (!parse_id(TRY(text(json, "document")), citation.document)) {
    return corrupt("field document is not an id");
  }
  citation.document_name = TRY(text(json, "document_name"));
  citation.version_digest = TRY(text(json, "version_sha256"));
  citation.quote = TRY(text(json, "quote"));
  const Json& range = *TRY(rows(json, "span", 2));
  if (range.size() != 2) return corrupt("field span is not a pair");
  citation.span = TRY(span(range[0], range[1], "span"));
  if (json.contains("page") && !json["page"].is_null()) {
    citation.page = TRY(whole_field<uint32_t>(json, "page"));
  }
  return citation;
}

// --- Writing rows.

// The shortest decimal that reads back as the same number. One that is not finite is 0.
template <typename T>
std::string shortest(T value) {
  if (!std::isfinite(value)) return "0";
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  return {digits, end};
}

std::string number(uint64_t value) {
  return std::to_string(value);
}

class Row {
 public:
  Row& add(const std::string& value) {
    if (!list_.empty()) list_ += ',';
    list_ += value;
    return *this;
  }
  Row& add(Span span) { return add(number(span.begin)).add(number(span.end)); }
  std::string list() const { return "[" + list_ + "]"; }

 private:
  std::string list_;
};

std::string counts_to_json(const Counts& counts) {
  Row dropped;
  for (const Dropped& one : counts.dropped) {
    dropped.add(
        JsonObject{}.text("reason", one.reason).json("characters", number(one.characters)).str());
  }
  return JsonObject{}
      .json("characters_seen", number(counts.characters_seen))
      .json("characters_kept", number(counts.characters_kept))
      .json("characters_indexed", number(counts.characters_indexed))
      .json("pages", number(counts.pages))
      .json("pages_without_text", number(counts.pages_without_text))
      .json("pages_recognised", number(counts.pages_recognised))
      .json("dropped", dropped.list())
      .str();
}

}  // namespace

std::string layout_to_json(const Document& document) {
  Row pages, sources, blocks, tables, placed, timed, problems;
  for (const Page& page : document.pages) {
    pages.add(number(page.number)).add(page.span);
    pages.add(shortest(page.width)).add(shortest(page.height));
    sources.add(json_string(name_of(page.source))).add(shortest(page.confidence));
  }
  for (const Block& block : document.blocks) {
    blocks.add(json_string(name_of(block.kind))).add(number(block.level)).add(block.span);
  }
  for (const Table& table : document.tables) {
    tables.add(table.span).add(json_string(table.name));
    tables.add(number(table.rows)).add(number(table.columns));
  }
  for (const TimedText& one : document.timed)
    timed.add(one.span).add(shortest(one.from)).add(shortest(one.to));
  for (const PlacedText& one : document.placed) {
    placed.add(one.span).add(number(one.page));
    placed.add(shortest(one.box.x0)).add(shortest(one.box.y0));
    placed.add(shortest(one.box.x1)).add(shortest(one.box.y1));
  }
  for (const Problem& problem : document.problems) {
    problems.add(JsonObject{}
                     .text("reason", problem.reason)
                     .text("where", problem.where)
                     .text("what", problem.what)
                     .str());
  }
  return JsonObject{}
      .json("pages", pages.list())
      .json("sources", sources.list())
      .json("blocks", blocks.list())
      .json("tables", tables.list())
      .json("placed", placed.list())
      .json("timed", timed.list())
      .json("problems", problems.list())
      .json("counts", counts_to_json(document.counts))
      .str();
}

Result<Done> layout_from_json(std::string_view json, Document& document) {
  const Json layout = TRY(parse_object(json));
  std::vector<Page> pages = TRY(read_pages(layout));
  std::vector<Block> blocks = TRY(read_blocks(layout));
  std::vector<Table> tables = TRY(read_tables(layout));
  std::vector<PlacedText> placed = TRY(read_placed(layout));
  std::vector<TimedText> timed = TRY(read_timed(layout));
  std::vector<Problem> problems = TRY(read_problems(layout));
  document.counts = TRY(read_counts(layout));
  document.pages = std::move(pages);
  document.blocks = std::move(blocks);
  document.tables = std::move(tables);
  document.placed = std::move(placed);
  document.timed = std::move(timed);
  document.problems = std::move(problems);
  return Done{};
}

Result<std::vector<Citation>> citations_from_json(std::string_view answered) {
  const Json json = TRY(parse_object(answered));
  const Json& answer = *TRY(field(json, "answer"));
  if (!answer.is_object()) return corrupt("field answer is not an object");
  const Json& list = *TRY(field(answer, "citations"));
  if (!list.is_array()) return corrupt("field citations is not a list");
  std::vector<Citation> citations;
  for (const Json& one : list) {
    citations.push_back(TRY(read_citation(one)));
  }
  return citations;
}

Result<FlatObject> parse_flat_object(std::string_view line) {
  const Json json = TRY(parse_object(line));
  FlatObject flat;
  for (const auto& [name, value] : json.items()) {
    flat[name] = value.is_string() ? value.get<std::string>() : value.dump();
  }
  return flat;
}

Result<std::vector<std::string>> parse_flat_list(std::string_view text) {
  if (too_deep(text)) return corrupt("JSON is nested too deeply");
  const Json json = Json::parse(text.begin(), text.end(), nullptr, false);
  if (!json.is_array()) return corrupt("not a JSON list");
  std::vector<std::string> flat;
  for (const Json& value : json)
    flat.push_back(value.is_string() ? value.get<std::string>() : value.dump());
  return flat;
}

}  // namespace oi
