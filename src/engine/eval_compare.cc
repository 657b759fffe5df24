// Binomial probabilities are summed by their logarithms, so that thousands of cases do not
// underflow.
#include "engine/eval_compare.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>

#include "base/file.h"
#include "engine/eval_lines.h"
#include "types/json.h"

namespace oi {
namespace {

namespace fs = std::filesystem;

using Numbers = std::map<std::string, double>;
using Cases = std::map<std::string, Numbers>;  // by id

std::optional<double> parse_number(const std::string& text) {
  double value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool less_is_better(const std::string& name) {
  constexpr std::array kLess = {"wer", "wrong", "wrong_taken", "edits", "seconds", "ms"};
  const std::string last =
      name.substr(name.rfind('.') == std::string::npos ? 0 : name.rfind('.') + 1);
  return std::find(kLess.begin(), kLess.end(), last) != kLess.end();
}

// The numbers of "metrics", or where there is none, of the line itself.
Result<Numbers> numbers_of(const FlatObject& line) {
  const auto metrics = line.find("metrics");
  FlatObject fields = line;
  if (metrics != line.end()) fields = TRY(parse_flat_object(metrics->second));
  Numbers numbers;
  for (const auto& [name, text] : fields) {
    const std::optional<double> value = parse_number(text);
    if (value && name != "id") numbers[name] = *value;
  }
  return numbers;
}

Result<Cases> read_cases(const fs::path& file) {
  Cases cases;
  const auto read = [&](std::string_view text, uint64_t) -> Result<Done> {
    FlatObject line = TRY(parse_flat_object(text));
    // Cases of reading are named by their file.
    const std::string id = line.contains("id") ? line["id"] : line["file"];
    if (id.empty()) return Error{Code::Corrupt, "a case needs the field id"};
    if (!cases.emplace(id, TRY(numbers_of(line))).second) {
      return Error{Code::Corrupt, "the case " + id + " stands there twice"};
    }
    return Done{};
  };
  TRY(each_line(file, read));
  return cases;
}

// A result names its file of cases; it lies beside the result when it is not where it was.
Result<fs::path> cases_file(const fs::path& file) {
  const std::string bytes = TRY(read_file(file, kLargestSetFile));
  const Result<FlatObject> whole = parse_flat_object(bytes);
  if (!whole.ok() || !whole->contains("per_case")) return file;
  const fs::path named = whole->at("per_case");
  std::error_code failure;
  if (fs::exists(named, failure)) return named;
  return file.parent_path() / named.filename();
}

struct Pair {
  std::string name;
  std::vector<std::pair<double, double>> values;
};

ComparedMetric compared(const Pair& pair) {
  ComparedMetric out;
  out.name = pair.name;
  out.cases = pair.values.size();
  const bool less = less_is_better(pair.name);
  for (const auto& [a, b] : pair.values) {
    out.mean_a += a;
    out.mean_b += b;
    if (a == b) {
      ++out.equal;
    } else {
      ++((b > a) != less ? out.better : out.worse);
    }
  }
  out.mean_a /= static_cast<double>(std::max<uint64_t>(out.cases, 1));
  out.mean_b /= static_cast<double>(std::max<uint64_t>(out.cases, 1));
  out.p = sign_test(out.better, out.worse);
  return out;
}

void add(std::map<std::string, Pair>& pairs, const std::string& name, double a, double b) {
  Pair& pair = pairs[name];
  pair.name = name;
  pair.values.emplace_back(a, b);
}

std::vector<ComparedMetric> all_of(const std::map<std::string, Pair>& pairs) {
  std::vector<ComparedMetric> metrics;
  for (const auto& [name, pair] : pairs)
    metrics.push_back(compared(pair));
  return metrics;
}

}  // namespace

double sign_test(uint64_t better, uint64_t worse) {
  const auto n = static_cast<double>(better + worse);
  const uint64_t fewer = std::min(better, worse);
  double tail = 0;
  for (uint64_t i = 0; i <= fewer; ++i) {
    const auto k = static_cast<double>(i);
    tail += std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) -
                     n * std::log(2.0));
  }
  return std::min(1.0, 2 * tail);
}

Result<Compared> compare_runs(const fs::path& a, const fs::path& b) {
  const fs::path file_a = TRY(cases_file(a));
  const fs::path file_b = TRY(cases_file(b));
  const Cases cases_a = TRY(read_cases(file_a));
  const Cases cases_b = TRY(read_cases(file_b));
  Compared out;
  std::map<std::string, Pair> pairs;
  for (const auto& [id, numbers] : cases_a) {
    const auto other = cases_b.find(id);
    if (other == cases_b.end()) continue;
    ++out.cases;
    for (const auto& [name, value] : numbers) {
      const auto same = other->second.find(name);
      if (same != other->second.end()) add(pairs, name, value, same->second);
    }
  }
  out.only_a = cases_a.size() - out.cases;
  out.only_b = cases_b.size() - out.cases;
  if (out.cases == 0) {
    return Error{Code::Invalid, a.string() + " and " + b.string() + " have no case in common"};
  }
  out.metrics = all_of(pairs);
  return out;
}

Result<Compared> compare_stages(const fs::path& file) {
  const fs::path cases_at = TRY(cases_file(file));
  const Cases cases = TRY(read_cases(cases_at));
  Compared out;
  out.cases = cases.size();
  std::map<std::string, Pair> pairs;
  for (const auto& [id, numbers] : cases) {
    for (const auto& [name, value] : numbers) {
      const size_t dot = name.find('.');
      const std::string stage = name.substr(0, dot);
      if (dot == std::string::npos || (stage != "vector" && stage != "lexical")) continue;
      for (const char* const later : {"fused", "reranked", "final"}) {
        const std::string wanted = later + name.substr(dot);
        const auto found = numbers.find(wanted);
        if (found != numbers.end()) add(pairs, wanted + " - " + name, value, found->second);
      }
    }
  }
  if (pairs.empty()) return Error{Code::Invalid, file.string() + " has no stages to compare"};
  out.metrics = all_of(pairs);
  return out;
}

}  // namespace oi
