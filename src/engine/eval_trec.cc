// Both XML files are told apart by their elements, not by their names.
#include "engine/eval_trec.h"

#include <algorithm>
#include <pugixml.hpp>

#include "base/file.h"
#include "base/text.h"
#include "engine/beir.h"
#include "engine/eval_lines.h"

namespace oi {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_of(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code failure;
  for (const auto& entry : fs::directory_iterator(folder, failure)) {
    if (entry.is_regular_file(failure)) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

fs::path judgements_of(const fs::path& folder) {
  for (const fs::path& file : files_of(folder)) {
    if (file.filename().string().find("qrel") != std::string::npos) return file;
  }
  return {};
}

std::string text_of(const pugi::xml_node& node) {
  return std::string(trim(node.text().get()));
}

Result<Done> read_file_of(const fs::path& file, EvalSet& set, std::vector<std::string>& numbers) {
  const std::string bytes = TRY(read_file(file, kLargestSetFile));
  pugi::xml_document xml;
  const auto parsed = xml.load_buffer(bytes.data(), bytes.size(), pugi::parse_default);
  if (!parsed) {
    const auto at = bytes.begin() + std::min<std::ptrdiff_t>(parsed.offset, std::ssize(bytes));
    return Error{Code::Corrupt, file.string() + ":" +
                                    std::to_string(1 + std::count(bytes.begin(), at, '\n')) + ": " +
                                    parsed.description()};
  }
  for (const auto& found : xml.select_nodes("//doc|//DOC")) {
    const pugi::xml_node doc = found.node();
    std::string id = text_of(doc.child("docno"));
    if (id.empty()) return Error{Code::Corrupt, file.string() + ": a <doc> has no <docno>"};
    set.documents.push_back(
        {std::move(id), text_of(doc.child("title")), text_of(doc.child("text")), {}});
  }
  for (const auto& found : xml.select_nodes("//top|//TOP")) {
    const pugi::xml_node top = found.node();
    numbers.push_back(text_of(top.child("num")));
    EvalCase one;
    one.question = collapse_spaces(top.child("title").text().get());
    one.place = file.filename().string();
    set.cases.push_back(std::move(one));
  }
  return Done{};
}

}  // namespace

bool is_trec(const fs::path& folder) {
  if (judgements_of(folder).empty()) return false;
  const std::vector<fs::path> files = files_of(folder);
  return std::any_of(files.begin(), files.end(),
                     [](const fs::path& file) { return file.extension() == ".xml"; });
}

Result<EvalSet> read_trec(const fs::path& folder) {
  EvalSet set;
  set.source = judgements_of(folder);
  const Grades grades = TRY(read_judgements(set.source));
  std::vector<std::string> numbers;
  for (const fs::path& file : files_of(folder)) {
    if (file.extension() == ".xml") TRY(read_file_of(file, set, numbers));
  }
  const bool by_number = std::all_of(grades.begin(), grades.end(), [&](const auto& judged) {
    return std::find(numbers.begin(), numbers.end(), judged.first) != numbers.end();
  });
  for (size_t i = 0; i < set.cases.size(); ++i) {
    EvalCase& one = set.cases[i];
    one.id = by_number ? numbers[i] : std::to_string(i + 1);
    if (const auto judged = grades.find(one.id); judged != grades.end())
      one.grades = judged->second;
  }
  std::erase_if(set.cases, [](const EvalCase& one) { return one.grades.empty(); });
  if (set.documents.empty()) return Error{Code::Corrupt, folder.string() + ": no <doc> is there"};
  if (set.cases.empty()) return Error{Code::Corrupt, folder.string() + ": no question is judged"};
  return set;
}

}  // namespace oi
