// A line at a time; a section's text is everything up to the next section, without the blank lines
// at its end.
#include "tests/questions/ask_file.h"

#include <algorithm>
#include <array>

#include "base/file.h"
#include "base/text.h"

namespace oi {
namespace {

constexpr std::array<const char*, 12> kKeys = {"outcome", "target", "reason",  "claim",
                                               "partial", "cites",  "removed", "gates",
                                               "missing", "never",  "calls",   "kind"};

Result<Done> read_policy(std::string_view line, Policy& policy) {
  if (line == "no-model") {
    policy.use_generator = false;
  } else if (line == "remote: allow") {
    policy.remote = RemotePolicy::Allow;
  } else if (line == "remote: require") {
    policy.remote = RemotePolicy::Require;
  } else if (line != "remote: deny") {
    return Error{Code::Invalid, "unknown policy: " + std::string(line)};
  }
  return Done{};
}

Result<Done> read_expectation(std::string_view line, AskFile& file) {
  const size_t colon = line.find(':');
  const std::string key(line.substr(0, colon));
  if (colon == line.npos || std::find(kKeys.begin(), kKeys.end(), key) == kKeys.end()) {
    return Error{Code::Invalid, "unknown expectation: " + std::string(line)};
  }
  file.expected.push_back({key, std::string(trim(line.substr(colon + 1)))});
  return Done{};
}

Result<Done> end_section(const std::string& head, const std::string& text, AskFile& file) {
  const std::string body(trim(text));
  if (head.starts_with("document ")) {
    file.documents.emplace_back(trim(std::string_view(head).substr(9)), body);
  } else if (head == "question") {
    file.question = body;
  } else if (head == "model") {
    file.has_model = true;
    file.model = body;
  } else if (head == "policy" || head == "expect") {
    for (size_t at = 0; at < body.size();) {
      const size_t end = std::min(body.find('\n', at), body.size());
      const std::string_view line = trim(std::string_view(body).substr(at, end - at));
      at = end + 1;
      if (line.empty()) continue;
      if (head == "policy") {
        TRY(read_policy(line, file.policy));
      } else {
        TRY(read_expectation(line, file));
      }
    }
  } else if (!head.empty()) {
    return Error{Code::Invalid, "unknown section: " + head};
  }
  return Done{};
}

}  // namespace

Result<AskFile> read_ask_file(const std::filesystem::path& path) {
  const std::string all = TRY(read_file(path, 1 << 20));
  AskFile file;
  std::string head, text;
  for (size_t at = 0; at < all.size();) {
    const size_t end = std::min(all.find('\n', at), all.size());
    const std::string line = all.substr(at, end - at);
    at = end + 1;
    if (!line.starts_with("== ")) {
      text += line + "\n";
      continue;
    }
    TRY(end_section(head, text, file).within(path.string()));
    head = trim(line.substr(3));
    text.clear();
  }
  TRY(end_section(head, text, file).within(path.string()));
  if (file.question.empty() || file.expected.empty()) {
    return Error{Code::Invalid, path.string() + ": no question, or nothing expected"};
  }
  return file;
}

}  // namespace oi
