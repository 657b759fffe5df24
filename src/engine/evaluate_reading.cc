#include "engine/evaluate_reading.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "base/file.h"
#include "base/text.h"
#include "engine/eval_tables.h"
#include "engine/eval_text.h"
#include "engine/eval_words.h"
#include "engine/open.h"
#include "extract/extract.h"
#include "types/json.h"

namespace oi {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr uint64_t kLargestTruth = 64ULL << 20;

// One file of a set, and its truth's files, if the set has any.
struct Case {
  fs::path file;
  std::vector<fs::path> truth;
  std::string said;  // speech
};

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code failed;
  for (fs::recursive_directory_iterator at(folder, failed), end; !failed && at != end;
       at.increment(failed)) {
    if (at->is_regular_file(failed)) files.push_back(at->path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

bool has_extension(const fs::path& file, std::initializer_list<std::string_view> known) {
  const std::string extension = fold(file.extension().string());
  return std::find(known.begin(), known.end(), extension) != known.end();
}

bool is_picture(const fs::path& file) {
  return has_extension(file, {".png", ".jpg", ".jpeg", ".tif", ".tiff", ".webp", ".bmp"});
}

std::vector<Case> pdf_text_cases(const std::vector<fs::path>& files) {
  std::vector<Case> cases;
  for (const fs::path& file : files) {
    if (!has_extension(file, {".pdf"})) continue;
    for (const fs::path& truth : files) {
      if (truth.parent_path() == file.parent_path() &&
          truth.filename().string().starts_with("extraction-ground-truth"))
        cases.push_back({file, {truth}, {}});
    }
  }
  return cases;
}

std::vector<Case> table_cases(const std::vector<fs::path>& files) {
  std::vector<Case> cases;
  for (const fs::path& file : files) {
    if (!has_extension(file, {".pdf"})) continue;
    const std::string stem = (file.parent_path() / file.stem()).string();
    const fs::path regions = stem + "-reg.xml", structure = stem + "-str.xml";
    if (fs::exists(regions) && fs::exists(structure))
      cases.push_back({file, {regions, structure}, {}});
  }
  return cases;
}

std::vector<Case> picture_cases(const std::vector<fs::path>& files) {
  constexpr std::array kEndings = {".gold.txt", ".gt.txt", ".txt", ".truth.hocr", ".hocr"};
  std::vector<Case> cases;
  for (const fs::path& file : files) {
    if (!is_picture(file)) continue;
    const fs::path own = file.parent_path();
    for (const char* ending : kEndings) {
      const std::string name = file.stem().string() + ending;
      const fs::path beside = own / name;
      const fs::path apart = own.parent_path() / "ground_truth" / name;
      const fs::path truth = fs::exists(beside) ? beside : apart;
      if (!fs::exists(truth)) continue;
      cases.push_back({file, {truth}, {}});
      break;
    }
  }
  return cases;
}

Result<std::vector<Case>> speech_cases(const fs::path& folder) {
  const std::string text = TRY(read_file(folder / "transcripts.tsv", kLargestTruth));
  std::vector<Case> cases;
  for (const std::string_view line : split(text, '\n')) {
    const size_t tab = line.find('\t');
    if (tab == std::string_view::npos) continue;
    cases.push_back(
        {folder / std::string(line.substr(0, tab)), {}, std::string(line.substr(tab + 1))});
  }
  return cases;
}

Result<std::vector<Case>> cases_of(const std::string& set, const fs::path& folder) {
  if (set == "speech") return speech_cases(folder);
  const std::vector<fs::path> files = files_below(folder);
  if (set == "pdf_text") return pdf_text_cases(files);
  if (set == "tables") return table_cases(files);
  if (set == "ocr") return picture_cases(files);
  std::vector<Case> cases;
  for (const fs::path& file : files)
    cases.push_back({file, {}, {}});
  return cases;
}

struct Read {
  Result<Document> document;
  size_t members = 0;
  double seconds = 0;
};

Read read_case(Engine& engine, const fs::path& file, const Job& job) {
  const Clock::time_point start = Clock::now();
  size_t members = 0;
  ExtractOptions options;
  options.reader = engine.settings.reader;
  options.spool = engine.settings.home / "spool";
  options.recogniser = [&] { return recogniser_of(engine); };
  options.transcriber = [&] { return transcriber_of(engine); };
  options.on_member = [&](Document&&) -> Result<Done> {
    ++members;
    return Done{};
  };
  Result<Document> document = extract(file, options, Job{job.stop, {}});
  return {std::move(document), members, seconds_since(start)};
}

std::string outcome_of(const Result<Document>& document) {
  if (!document.ok()) return std::string("failed: ") + code_row(document.error().code).name;
  return document.value().problems.empty() ? "complete" : "complete_with_problems";
}

std::string problems_json(const std::vector<Problem>& problems) {
  std::vector<std::string> all;
  for (const Problem& problem : problems) {
    all.push_back(JsonObject{}
                      .text("reason", problem.reason)
                      .text("where", problem.where)
                      .text("what", problem.what)
                      .str());
  }
  return json_array(all);
}

JsonObject line_of(const Case& one, const fs::path& folder, const Read& read) {
  JsonObject line;
  std::error_code failed;
  line.text("file", fs::relative(one.file, folder, failed).string());
  line.text("outcome", outcome_of(read.document)).number("seconds", read.seconds);
  if (!read.document.ok()) return line.text("what", read.document.error().what);
  const Document& document = read.document.value();
  line.text("kind", name_of(document.kind));
  line.integer("characters", static_cast<int64_t>(document.counts.characters_kept));
  line.integer("pages", document.counts.pages);
  line.integer("members", static_cast<int64_t>(read.members));
  return line.json("problems", problems_json(document.problems));
}

// Adds up the measures of one set and gives their means at the end.
class Scores {
 public:
  explicit Scores(std::string set) : set_(std::move(set)) {}

  Result<Done> add(const Case& one, const Read& read, JsonObject& line) {
    static const Document kNothing;
    const Document& document = read.document.ok() ? read.document.value() : kNothing;
    count(read);
    if (set_ == "pdf_text") return add_text(one, document, line);
    if (set_ == "tables") return add_tables(one, document, line);
    if (set_ == "ocr") return add_picture(one, document, line);
    if (set_ == "speech") add_speech(one, document, line);
    return Done{};
  }

  std::map<std::string, double> metrics() const {
    std::map<std::string, double> all = counts_;
    const auto cases = std::max(1.0, counts_.at("cases"));
    all.erase("cases");
    for (const auto& [name, sum] : sums_)
      all[name] = sum / cases;
    if (words_ > 0) all["wer"] = static_cast<double>(edits_) / static_cast<double>(words_);
    if (set_ == "tables") add_table_metrics(all);
    return all;
  }

 private:
  // Detection is of tables that overlap by half; "_characters" of the characters in them.
  void add_table_metrics(std::map<std::string, double>& all) const {
    const auto share = [](uint64_t part, uint64_t whole) {
      return whole == 0 ? 1 : static_cast<double>(part) / static_cast<double>(whole);
    };
    all["adjacency_f1"] = f1(tables_);
    all["adjacency_recall"] = recall(tables_);
    all["adjacency_precision"] = precision(tables_);
    all["detection_recall"] = share(tables_.matched_tables, tables_.truth_tables);
    all["detection_precision"] = share(tables_.matched_tables, tables_.found_tables);
    all["detection_recall_characters"] = share(tables_.both_characters, tables_.truth_characters);
    all["detection_precision_characters"] =
        share(tables_.both_characters, tables_.found_characters);
    all["complete_share"] = share(tables_.complete_tables, tables_.truth_tables);
    all["pure_share"] = share(tables_.pure_tables, tables_.truth_tables);
  }

  void count(const Read& read) {
    counts_["cases"] += 1;
    const std::string outcome = outcome_of(read.document);
    counts_["complete"] += outcome == "complete" ? 1 : 0;
    counts_["with_problems"] += outcome == "complete_with_problems" ? 1 : 0;
    if (!read.document.ok()) {
      counts_["failed"] += 1;
      counts_[std::string("failed.") + code_row(read.document.error().code).name] += 1;
    }
    counts_["slowest_seconds"] = std::max(counts_["slowest_seconds"], read.seconds);
  }

  Result<Done> add_text(const Case& one, const Document& document, JsonObject& line) {
    const std::string truth = TRY(read_file(one.truth.front(), kLargestTruth));
    const double indel = indel_ratio(truth, document.text);
    sums_["indel"] += indel;
    line.number("indel", indel);
    return Done{};
  }

  Result<Done> add_tables(const Case& one, const Document& document, JsonObject& line) {
    const std::string regions = TRY(read_file(one.truth[0], kLargestTruth));
    const std::string structure = TRY(read_file(one.truth[1], kLargestTruth));
    const TableCounts counts = TRY(count_tables(document, regions, structure));
    tables_ += counts;
    sums_["adjacency_f1_by_document"] += f1(counts);
    line.number("adjacency_f1", f1(counts));
    line.integer("truth_tables", counts.truth_tables).integer("found_tables", counts.found_tables);
    line.integer("matched_tables", counts.matched_tables);
    return Done{};
  }

  Result<Done> add_picture(const Case& one, const Document& document, JsonObject& line) {
    std::string truth = TRY(read_file(one.truth.front(), kLargestTruth));
    if (one.truth.front().extension() == ".hocr") truth = text_of_hocr(truth);
    const double accuracy = word_accuracy(truth, document.text);
    sums_["word_accuracy"] += accuracy;
    line.number("word_accuracy", accuracy);
    return Done{};
  }

  void add_speech(const Case& one, const Document& document, JsonObject& line) {
    const WordErrors errors = word_errors(one.said, document.text);
    edits_ += errors.edits;
    words_ += errors.words;
    line.integer("edits", static_cast<int64_t>(errors.edits));
    line.integer("words", static_cast<int64_t>(errors.words)).text("heard", document.text);
  }

  std::string set_;
  std::map<std::string, double> counts_ = {{"cases", 0}}, sums_;
  TableCounts tables_;
  uint64_t edits_ = 0, words_ = 0;
};

}  // namespace

bool is_reading_set(const std::string& set) {
  constexpr std::array kSets = {"pdf_text", "tables", "ocr", "speech", "files"};
  return std::find(kSets.begin(), kSets.end(), set) != kSets.end();
}

Result<Evaluated> evaluate_reading(const Settings& settings, const EvaluationRequest& request,
                                   const Job& job) {
  const Clock::time_point start = Clock::now();
  Settings own = settings;
  own.home = request.work;
  Engine engine = TRY(open_engine(own, {.new_library = true}));
  const std::vector<Case> cases = TRY(cases_of(request.set, request.data));
  if (cases.empty())
    return Error{Code::NotFound, request.data.string() + " holds no case of '" + request.set + "'"};
  if (request.set == "ocr" && TRY(recogniser_of(engine)) == nullptr)
    return Error{Code::ModelMissing, "`oi eval ocr` needs a recogniser"};
  if (request.set == "speech" && TRY(transcriber_of(engine)) == nullptr)
    return Error{Code::ModelMissing, "`oi eval speech` needs a transcriber"};

  Evaluated evaluated;
  evaluated.set = request.set;
  evaluated.cases = cases.size();
  Scores scores(request.set);
  for (size_t i = 0; i < cases.size(); ++i) {
    TRY(check(job));
    tell(job, Progress{"read " + cases[i].file.filename().string(), i, cases.size()});
    const Read read = read_case(engine, cases[i].file, job);
    JsonObject line = line_of(cases[i], request.data, read);
    TRY(scores.add(cases[i], read, line).within(cases[i].file.filename().string()));
    evaluated.per_case.push_back(line.str());
    evaluated.documents += read.document.ok() ? 1 : 0;
    evaluated.ingest_seconds += read.seconds;
  }
  evaluated.metrics = scores.metrics();
  if (const Recogniser* recogniser = engine.models.recogniser.get(); recogniser != nullptr)
    evaluated.config.emplace_back("recogniser", recogniser->card().name);
  if (const Transcriber* transcriber = engine.models.transcriber.get(); transcriber != nullptr)
    evaluated.config.emplace_back("transcriber", transcriber->card().name);
  evaluated.seconds = seconds_since(start);
  return evaluated;
}

}  // namespace oi
