// Measures quality on a folder of questions. The library is a throw-away one; the figures go to
// standard output or a file, the cases to a file of one JSON object a line.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>

#include "base/file.h"
#include "cli/command.h"
#include "cli/values.h"
#include "cli/visible.h"
#include "engine/evaluate_reading.h"

namespace oi {
namespace {

namespace fs = std::filesystem;

// Removes the folder of the throw-away library in the end, however it ends.
class ScratchFolder {
 public:
  static Result<ScratchFolder> make() {
    std::error_code failed;
    std::string pattern = (fs::temp_directory_path(failed) / "oi-eval-XXXXXX").string();
    if (failed || !mkdtemp(pattern.data())) {
      return system_error(errno, "cannot make a scratch folder", pattern);
    }
    return ScratchFolder(pattern);
  }
  ScratchFolder(ScratchFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  ScratchFolder& operator=(ScratchFolder&&) = delete;
  ~ScratchFolder() {
    std::error_code failed;
    if (!path_.empty()) fs::remove_all(path_, failed);
  }
  const fs::path& path() const { return path_; }

 private:
  explicit ScratchFolder(fs::path path) : path_(std::move(path)) {}
  fs::path path_;
};

// Sets whose layout or measure later versions know.
bool is_later_set(const std::string& set) {
  constexpr std::array kLater = {"clapnq", "tatqa", "claims", "pack", "multihop"};
  return std::find(kLater.begin(), kLater.end(), set) != kLater.end();
}

fs::path cases_path(const Call& call, const std::string& set) {
  const std::string out = call.arguments.value("--out");
  if (!out.empty()) return fs::path(out).replace_extension(".cases.jsonl");
  return call.settings.home / "eval" / (set + ".cases.jsonl");
}

Result<Done> write_cases(const fs::path& path, const std::vector<std::string>& cases) {
  std::error_code failed;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), failed);
  std::string lines;
  for (const std::string& one : cases)
    lines += one + "\n";
  return write_file_atomically(path, lines);
}

std::string digits_of(double value) {
  std::array<char, 32> digits{};
  std::snprintf(digits.data(), digits.size(), "%.4f", value);
  return digits.data();
}

// One line a metric: both means, how many cases got better, worse and stayed, and p.
std::string compared_page(const Compared& compared, const Look& look) {
  size_t widest = 6;
  for (const ComparedMetric& one : compared.metrics)
    widest = std::max(widest, one.name.size());
  std::string out = paint(look, Ink::Bold, counted(compared.cases, "case") + " in both");
  if (compared.only_a + compared.only_b > 0) {
    out += "; only in A: " + std::to_string(compared.only_a) +
           ", only in B: " + std::to_string(compared.only_b);
  }
  out += "\n  " + padded("", widest) + "       A       B  better   worse   equal  p\n";
  for (const ComparedMetric& one : compared.metrics) {
    std::array<char, 128> numbers{};
    std::snprintf(numbers.data(), numbers.size(), "  %6.4f  %6.4f  %6llu  %6llu  %6llu  %.2g\n",
                  one.mean_a, one.mean_b, static_cast<unsigned long long>(one.better),
                  static_cast<unsigned long long>(one.worse),
                  static_cast<unsigned long long>(one.equal), one.p);
    out += "  " + padded(visible(one.name), widest) + numbers.data();
  }
  return out;
}

Result<int> run_compare(Call& call) {
  const std::vector<std::string>& files = call.arguments.operands;
  if (files.size() < 2) {
    return Error{Code::Invalid, "`oi eval compare` needs a file of cases or a result, or two"};
  }
  const Compared compared =
      TRY(files.size() == 2 ? compare_stages(files[1]) : compare_runs(files[1], files[2]));
  put_value(call, "result", to_json(compared));
  if (call.arguments.format == Format::Text) {
    call.screen.out << compared_page(compared, call.screen.out_look);
  }
  return kExitDone;
}

std::string metrics_page(const Evaluated& evaluated, const fs::path& cases, const Look& look) {
  std::string out = paint(look, Ink::Bold, visible(evaluated.set)) + ": " +
                    counted(evaluated.cases, "question") + ", " +
                    counted(evaluated.documents, "document") + ", " +
                    counted(evaluated.chunks, "passage") + "\n";
  for (const auto& [name, value] : evaluated.metrics) {
    out += "  " + padded(visible(name), 32) + digits_of(value) + "\n";
  }
  return out +
         paint(look, Ink::Dim,
               "  read in " + seconds_text(evaluated.ingest_seconds) + ", all in " +
                   seconds_text(evaluated.seconds) + "; cases in " + visible(cases.string())) +
         "\n";
}

// How many candidates of each case are listed, when nothing is said.
constexpr uint32_t kHits = 10;

Result<EvaluationRequest> request_of(const Call& call, const std::string& set,
                                     const fs::path& scratch) {
  EvaluationRequest request;
  request.set = set;
  request.data = call.arguments.value("--data");
  request.work = scratch;
  request.keep = call.arguments.value("--work");
  request.half = TRY(parse_half(call.arguments.value("--half")));
  request.texts = call.arguments.has("--texts");
  request.hits = kHits;
  if (const std::string hits = call.arguments.value("--hits"); !hits.empty()) {
    const auto [end, failure] =
        std::from_chars(hits.data(), hits.data() + hits.size(), request.hits);
    if (failure != std::errc() || end != hits.data() + hits.size()) {
      return Error{Code::Invalid, "--hits is a whole number, not '" + hits + "'"};
    }
  }
  return request;
}

}  // namespace

Result<int> run_eval(Call& call) {
  const std::string& set = call.arguments.operands.front();
  if (set == "compare") return run_compare(call);
  if (call.arguments.operands.size() > 1) {
    return Error{Code::Invalid, "`oi eval " + set + "` takes no further word"};
  }
  if (is_later_set(set)) {
    return Error{Code::Invalid, "`oi eval " + set + "` is not in this version"};
  }
  if (set.find('/') != std::string::npos) {
    return Error{Code::Invalid, "'" + set + "' is no name for a set; the folder goes to --data"};
  }
  if (call.arguments.value("--data").empty())
    return Error{Code::Invalid, "`oi eval` needs --data DIR"};
  const ScratchFolder scratch = TRY(ScratchFolder::make());
  StatusLine status(call.screen.err, call.arguments.quiet ? Look{} : call.screen.err_look);
  const EvaluationRequest request = TRY(request_of(call, set, scratch.path()));
  const Job job{call.stop, stage_listener(call, status)};
  const Evaluated evaluated =
      TRY(is_reading_set(set) ? evaluate_reading(call.settings, request, job)
                              : evaluate(call.settings, request, job));
  status.clear();
  const fs::path cases = cases_path(call, set);
  TRY(write_cases(cases, evaluated.per_case));
  const std::string json = to_json(evaluated, cases.string());
  if (const std::string out = call.arguments.value("--out"); !out.empty()) {
    TRY(write_file_atomically(out, json + "\n"));
  }
  put_value(call, "result", json);
  if (call.arguments.format == Format::Text) {
    call.screen.out << metrics_page(evaluated, cases, call.screen.out_look);
  }
  return kExitDone;
}

}  // namespace oi
