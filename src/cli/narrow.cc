// Each option is checked before anything is searched: a filter that was misunderstood would give an
// answer that looks complete.
#include "cli/narrow.h"

#include <charconv>
#include <chrono>
#include <filesystem>

#include "base/text.h"
#include "engine/find.h"

namespace oi {
namespace {

Result<int> number(std::string_view text, const std::string& option, const std::string& whole,
                   const char* wanted) {
  int value = 0;
  const auto [at, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failed == std::errc() && at == text.data() + text.size() && value > 0) return value;
  return Error{Code::Invalid, option + " is '" + whole + "', not " + wanted};
}

Result<Kind> kind_named(const std::string& name) {
  std::string known;
  for (uint8_t i = 0; i < kKinds; ++i) {
    const auto kind = static_cast<Kind>(i);
    if (name == name_of(kind)) return kind;
    known += (i == 0 ? "" : ", ") + std::string(name_of(kind));
  }
  return Error{Code::Invalid, "--kind is '" + name + "', none of " + known};
}

Result<std::string> language_named(const std::string& name) {
  const std::string folded = fold(name);
  const bool letters = folded.find_first_not_of("abcdefghijklmnopqrstuvwxyz") == std::string::npos;
  if (letters && (folded.size() == 2 || folded.size() == 3)) return folded;
  return Error{Code::Invalid, "--language is '" + name + "', not a code like en, de or zh"};
}

// "7" or "3-9".
Result<Done> set_pages(const std::string& text, Filter& filter) {
  constexpr const char* kWanted = "a page like 7 or a range like 3-9";
  const size_t dash = text.find('-');
  const std::string_view whole = text;
  const int first = TRY(number(whole.substr(0, dash), "--pages", text, kWanted));
  int last = first;
  if (dash != std::string::npos) {
    last = TRY(number(whole.substr(dash + 1), "--pages", text, kWanted));
  }
  if (last < first) return Error{Code::Invalid, "--pages ends before it begins"};
  filter.page_first = static_cast<uint32_t>(first);
  filter.page_last = static_cast<uint32_t>(last);
  return Done{};
}

}  // namespace

std::vector<OptionRow> narrowing_options() {
  return {{"--document", "DOC", "search in this document only; may be repeated, as all below"},
          {"--folder", "DIR", "only documents below this folder"},
          {"--tag", "T", "only documents with this tag, or with one of several"},
          {"--kind", "KIND", "only documents of this kind: pdf, docx, email, ..."},
          {"--language", "CODE", "only passages in this language: en, de, zh, ..."},
          {"--after", "DATE", "only documents dated then or later: 2024-03-01, 2024-03, 2024"},
          {"--before", "DATE", "only documents dated earlier"},
          {"--pages", "N-M", "only passages on these pages"}};
}

Result<int64_t> parse_date(const std::string& text, const std::string& option) {
  constexpr const char* kWanted = "a date like 2024-03-01, 2024-03 or 2024";
  const std::vector<std::string_view> parts = split(text, '-');
  if (parts.size() > 3 || parts.front().size() != 4) {
    return Error{Code::Invalid, option + " is '" + text + "', not " + kWanted};
  }
  const int year = TRY(number(parts[0], option, text, kWanted));
  int month = 1, day = 1;
  if (parts.size() > 1) month = TRY(number(parts[1], option, text, kWanted));
  if (parts.size() > 2) day = TRY(number(parts[2], option, text, kWanted));
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok()) return Error{Code::Invalid, option + " is '" + text + "', a day that is none"};
  const auto since = std::chrono::sys_days(date).time_since_epoch();
  return std::chrono::duration_cast<std::chrono::seconds>(since).count();
}

Result<Filter> filter_of(const Arguments& arguments, const Engine& engine) {
  Filter filter;
  for (const std::string& wanted : arguments.values("--document"))
    filter.documents.push_back(TRY(find_document(engine, wanted)).id);
  for (const std::string& folder : arguments.values("--folder")) {
    std::error_code failed;
    std::string path = std::filesystem::absolute(folder, failed).lexically_normal().string();
    if (path.size() > 1 && path.ends_with('/')) path.pop_back();
    filter.folders.push_back(std::move(path));
  }
  filter.tags = arguments.values("--tag");
  for (const std::string& kind : arguments.values("--kind"))
    filter.kinds.push_back(TRY(kind_named(kind)));
  for (const std::string& language : arguments.values("--language"))
    filter.languages.push_back(TRY(language_named(language)));
  if (arguments.has("--after"))
    filter.after = TRY(parse_date(arguments.value("--after"), "--after"));
  if (arguments.has("--before"))
    filter.before = TRY(parse_date(arguments.value("--before"), "--before"));
  if (arguments.has("--pages")) TRY(set_pages(arguments.value("--pages"), filter));
  return filter;
}

std::string filter_text(const Arguments& arguments) {
  std::string text;
  for (const OptionRow& row : narrowing_options()) {
    for (const std::string& value : arguments.values(row.name))
      text += (text.empty() ? "" : ", ") + std::string(row.name + 2) + " " + value;
  }
  return text;
}

}  // namespace oi
