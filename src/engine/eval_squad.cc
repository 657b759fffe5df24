// Answers are placed by code points, and are compared with the paragraph there.
#include "engine/eval_squad.h"

#include <algorithm>
#include <charconv>

#include "base/file.h"
#include "base/text.h"
#include "engine/eval_lines.h"
#include "types/json.h"

namespace oi {
namespace {

namespace fs = std::filesystem;

// The byte at which the code point with this number begins.
size_t byte_at(std::string_view text, uint64_t code_point) {
  size_t at = 0;
  for (uint64_t i = 0; i < code_point && at < text.size(); ++i)
    next_code_point(text, at);
  return at;
}

Result<Done> read_answer(const std::string& json, const EvalText& paragraph, EvalCase& one) {
  FlatObject answer = TRY(parse_flat_object(json));
  const std::string& text = answer["text"];
  const std::string& start = answer["answer_start"];
  uint64_t number = 0;
  const auto [end, failure] = std::from_chars(start.data(), start.data() + start.size(), number);
  const size_t begin = byte_at(paragraph.text, number);
  if (failure != std::errc() || end != start.data() + start.size() || text.empty() ||
      paragraph.text.compare(begin, text.size(), text) != 0) {
    return Error{Code::Corrupt, "question " + one.id + ": the answer is not at answer_start"};
  }
  one.gold.push_back({paragraph.id, {begin, begin + text.size()}, text});
  if (std::find(one.answers.begin(), one.answers.end(), text) == one.answers.end()) {
    one.answers.push_back(text);
  }
  return Done{};
}

Result<Done> read_questions(const std::string& list, const EvalText& paragraph, EvalSet& set) {
  for (const std::string& json : TRY(parse_flat_list(list))) {
    FlatObject qa = TRY(parse_flat_object(json));
    EvalCase one;
    one.id = std::move(qa["id"]);
    one.question = std::move(qa["question"]);
    one.place = set.source.filename().string() + ": question " + one.id;
    one.grades[paragraph.id] = 1;
    for (const std::string& answer : TRY(parse_flat_list(qa["answers"])))
      TRY(read_answer(answer, paragraph, one));
    if (!one.answers.empty()) set.cases.push_back(std::move(one));
  }
  return Done{};
}

Result<Done> read_article(const std::string& json, EvalSet& set) {
  FlatObject article = TRY(parse_flat_object(json));
  for (const std::string& one : TRY(parse_flat_list(article["paragraphs"]))) {
    FlatObject fields = TRY(parse_flat_object(one));
    EvalText paragraph;
    paragraph.id = "paragraph " + std::to_string(set.documents.size() + 1);
    paragraph.text = std::move(fields["context"]);
    TRY(read_questions(fields["qas"], paragraph, set).within(paragraph.id));
    set.documents.push_back(std::move(paragraph));
  }
  return Done{};
}

}  // namespace

fs::path squad_of(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code failure;
  for (const auto& entry : fs::directory_iterator(folder, failure)) {
    if (entry.path().extension() != ".json") continue;
    const Result<std::string> bytes = read_file(entry.path(), kLargestSetFile);
    if (bytes.ok() && bytes->find("\"paragraphs\"") != std::string::npos &&
        bytes->find("\"qas\"") != std::string::npos) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files.empty() ? fs::path() : files.front();
}

Result<EvalSet> read_squad(const fs::path& file) {
  EvalSet set;
  set.measured = Measured::Paragraphs;
  set.source = file;
  const std::string bytes = TRY(read_file(file, kLargestSetFile));
  FlatObject whole = TRY(parse_flat_object(bytes).within(file.string()));
  for (const std::string& article : TRY(parse_flat_list(whole["data"]).within(file.string()))) {
    TRY(read_article(article, set).within(file.string()));
  }
  if (set.cases.empty())
    return Error{Code::Corrupt, file.string() + ": no question with an answer"};
  return set;
}

}  // namespace oi
