// Line by line; a blank line is passed over. The judgements' first line is a heading when its last
// field is not a number.
#include "engine/beir.h"

#include <array>
#include <charconv>
#include <optional>
#include <set>
#include <utility>

#include "base/text.h"
#include "engine/eval_lines.h"
#include "types/json.h"

namespace oi {
namespace {

namespace fs = std::filesystem;

struct Line {
  std::string id, title, text, place;
};

Result<std::vector<Line>> read_texts(const fs::path& file) {
  std::vector<Line> texts;
  const auto read_text = [&](std::string_view line, uint64_t number) -> Result<Done> {
    FlatObject fields = TRY(parse_flat_object(line));
    const char* const id = fields.contains("_id") ? "_id" : "id";
    if (!fields.contains(id) || !fields.contains("text")) {
      return Error{Code::Corrupt, "a line needs the fields _id and text"};
    }
    texts.push_back({std::move(fields[id]), std::move(fields["title"]), std::move(fields["text"]),
                     line_name(file, number)});
    return Done{};
  };
  TRY(each_line(file, read_text));
  return texts;
}

std::optional<int> parse_grade(std::string_view text) {
  int grade = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), grade);
  if (failure == std::errc() && end == text.data() + text.size()) return grade;
  return std::nullopt;
}

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  if (line.find('\t') != std::string_view::npos) {
    for (const std::string_view field : split(line, '\t'))
      fields.push_back(trim(field));
    return fields;
  }
  for (const std::string_view field : split(line, ' ')) {
    if (!trim(field).empty()) fields.push_back(trim(field));
  }
  return fields;
}

struct Judgement {
  std::string query, document, grade;
};

Result<Judgement> split_judgement(std::string_view line) {
  if (line.starts_with('{')) {
    FlatObject object = TRY(parse_flat_object(line));
    return Judgement{object["query-id"], object["corpus-id"], object["score"]};
  }
  const std::vector<std::string_view> fields = fields_of(line);
  if (fields.size() != 3 && fields.size() != 4) {
    return Error{Code::Corrupt, "a judgement is query, document and grade between tabs"};
  }
  return Judgement{std::string(fields[0]), std::string(fields[fields.size() - 2]),
                   std::string(fields.back())};
}

fs::path judgements_of(const fs::path& folder) {
  constexpr std::array kNames = {"qrels/test.tsv",   "qrels.tsv",  "qrels/dev.tsv",
                                 "qrels/test.txt",   "qrels.txt",  "qrels.trec",
                                 "qrels/test.jsonl", "qrels.jsonl"};
  std::error_code failure;
  for (const char* const name : kNames) {
    if (fs::exists(folder / name, failure)) return folder / name;
  }
  return folder / "qrels.tsv";
}

}  // namespace

Result<Grades> read_judgements(const fs::path& file) {
  Grades grades;
  bool first = true;
  const auto read = [&](std::string_view line, uint64_t) -> Result<Done> {
    const bool heading_allowed = std::exchange(first, false);
    Judgement one = TRY(split_judgement(line));
    const std::optional<int> grade = parse_grade(one.grade);
    if (!grade && heading_allowed) return Done{};
    if (!grade) return Error{Code::Corrupt, "the grade is not a whole number"};
    if (*grade > 0) grades[one.query][one.document] = *grade;
    return Done{};
  };
  TRY(each_line(file, read));
  return grades;
}

Result<EvalSet> read_beir(const fs::path& folder) {
  EvalSet set;
  set.source = judgements_of(folder);
  const Grades grades = TRY(read_judgements(set.source));
  std::set<std::string> known;
  for (Line& one : TRY(read_texts(folder / "corpus.jsonl"))) {
    if (!known.insert(one.id).second) {
      return Error{Code::Corrupt, folder.string() + "/" + one.place + ": the id " + one.id +
                                      " stands there twice"};
    }
    set.documents.push_back({std::move(one.id), std::move(one.title), std::move(one.text), {}});
  }
  for (Line& one : TRY(read_texts(folder / "queries.jsonl"))) {
    const auto judged = grades.find(one.id);
    if (judged == grades.end()) continue;
    EvalCase asked;
    asked.id = std::move(one.id);
    asked.question = std::move(one.text);
    asked.place = std::move(one.place);
    asked.grades = judged->second;
    set.cases.push_back(std::move(asked));
  }
  if (set.cases.empty()) return Error{Code::Corrupt, folder.string() + ": no query is judged"};
  return set;
}

}  // namespace oi
