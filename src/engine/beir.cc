// Line by line; a blank line is passed over. The judgements' first line is a heading when its third
// field is not a number.
#include "engine/beir.h"

#include <charconv>
#include <functional>
#include <utility>

#include "base/file.h"
#include "base/text.h"
#include "types/json.h"

namespace oi {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kLargestSetFile = 4ull << 30;

Result<Done> each_line(const fs::path& file,
                       const std::function<Result<Done>(std::string_view)>& read) {
  const MappedFile mapped = TRY(MappedFile::open(file));
  if (mapped.size() > kLargestSetFile) return Error{Code::TooLarge, file.string()};
  std::string_view rest = mapped.text();
  for (uint64_t line = 1; !rest.empty(); ++line) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view text = trim(rest.substr(0, end));
    if (!text.empty()) {
      TRY(read(text).within(file.string() + ":" + std::to_string(line)));
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return Done{};
}

Result<std::vector<BeirText>> read_texts(const fs::path& file) {
  std::vector<BeirText> texts;
  const auto read_text = [&texts](std::string_view line) -> Result<Done> {
    FlatObject fields = TRY(parse_flat_object(line));
    if (!fields.contains("_id") || !fields.contains("text")) {
      return Error{Code::Corrupt, "a line needs the fields _id and text"};
    }
    texts.push_back(
        {std::move(fields["_id"]), std::move(fields["title"]), std::move(fields["text"])});
    return Done{};
  };
  TRY(each_line(file, read_text));
  return texts;
}

bool parse_grade(std::string_view text, int& grade) {
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), grade);
  return failure == std::errc() && end == text.data() + text.size();
}

Result<Done> read_judgement(std::string_view line, bool first, BeirSet& set) {
  const size_t tab = line.find('\t');
  const size_t second = tab == std::string_view::npos ? tab : line.find('\t', tab + 1);
  if (second == std::string_view::npos) {
    return Error{Code::Corrupt, "a judgement is query, document and grade between tabs"};
  }
  int grade = 0;
  if (!parse_grade(trim(line.substr(second + 1)), grade)) {
    if (first) return Done{};  // the heading
    return Error{Code::Corrupt, "the grade is not a whole number"};
  }
  if (grade > 0) {
    const std::string query(line.substr(0, tab));
    set.grades[query][std::string(line.substr(tab + 1, second - tab - 1))] = grade;
  }
  return Done{};
}

}  // namespace

Result<BeirSet> read_beir(const fs::path& folder) {
  BeirSet set;
  std::error_code failure;
  set.judgements = folder / "qrels" / "test.tsv";
  if (!fs::exists(set.judgements, failure)) set.judgements = folder / "qrels.tsv";
  bool first = true;
  const auto read = [&](std::string_view line) {
    const bool heading_allowed = std::exchange(first, false);
    return read_judgement(line, heading_allowed, set);
  };
  TRY(each_line(set.judgements, read));
  set.corpus = TRY(read_texts(folder / "corpus.jsonl"));
  for (BeirText& query : TRY(read_texts(folder / "queries.jsonl"))) {
    if (set.grades.contains(query.id)) set.queries.push_back(std::move(query));
  }
  if (set.queries.empty()) return Error{Code::Corrupt, folder.string() + ": no query is judged"};
  return set;
}

}  // namespace oi
