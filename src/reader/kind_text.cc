// Signs of the forms that people write by hand or programs write line by line: mail, tables of
// separated values, subtitles, logs, Markdown. Each looks at the lines of the sample once.

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include "base/text.h"
#include "reader/kind.h"

namespace oi {
namespace {

constexpr size_t kLines = 400;  // of a sample that are looked at

bool is_digit_at(std::string_view line, size_t i) {
  return i < line.size() && line[i] >= '0' && line[i] <= '9';
}

// Does the line have this shape? 9 is a digit, everything else itself.
bool shaped(std::string_view line, std::string_view shape) {
  if (line.size() < shape.size()) return false;
  for (size_t i = 0; i < shape.size(); ++i)
    if (shape[i] == '9' ? !is_digit_at(line, i) : line[i] != shape[i]) return false;
  return true;
}

std::string lower(std::string_view text) {
  std::string low(text);
  std::transform(low.begin(), low.end(), low.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return low;
}

// The name of a mail header; empty where the line is none.
std::string header_name(std::string_view line) {
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon > 60) return {};
  for (const char c : line.substr(0, colon))
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-' && c != '_') return {};
  return lower(line.substr(0, colon));
}

// Headers down to the blank line: how many are mail's own, and how many only programs write.
Evidence headers(const std::vector<std::string_view>& lines, size_t first) {
  static constexpr std::array<std::string_view, 12> kPeople = {
      "from",   "to",       "cc",         "bcc",        "subject",  "date",
      "sender", "reply-to", "importance", "user-agent", "x-mailer", "organization"};
  static constexpr std::array<std::string_view, 10> kPrograms = {
      "received",         "message-id",   "mime-version",   "return-path",
      "delivered-to",     "content-type", "dkim-signature", "content-transfer-encoding",
      "x-originating-ip", "in-reply-to"};
  size_t people = 0, programs = 0;
  for (size_t i = first; i < lines.size() && !lines[i].empty(); ++i) {
    if (i > first && (lines[i][0] == ' ' || lines[i][0] == '\t')) continue;
    const std::string name = header_name(lines[i]);
    if (name.empty()) return Evidence::None;
    people += std::count(kPeople.begin(), kPeople.end(), name) > 0 ? 1 : 0;
    programs += std::count(kPrograms.begin(), kPrograms.end(), name) > 0 ? 1 : 0;
  }
  if (programs >= 2 || (programs >= 1 && people >= 1) || people >= 3) return Evidence::Certain;
  return people + programs >= 1 ? Evidence::Possible : Evidence::None;
}

bool is_timing(std::string_view line) {
  const size_t arrow = line.find("-->");
  if (arrow == std::string_view::npos || line.size() > 200) return false;
  const std::string_view from = trim(line.substr(0, arrow));
  return shaped(from, "99:99:99") || shaped(from, "9:99:99") || shaped(from, "99:99.");
}

// The length of a time at the start of a log's line; 0 where there is none.
size_t stamp(std::string_view line) {
  const size_t bracket = !line.empty() && line[0] == '[' ? 1 : 0;
  const std::string_view rest = line.substr(bracket);
  static constexpr std::string_view kShapes[] = {
      "9999-99-99T99:99", "9999-99-99 99:99", "9999/99/99 99:99", "99/99/9999 99:99",
      "99-99-9999 99:99", "99.99.9999 99:99", "99:99:99"};
  for (const std::string_view shape : kShapes)
    if (shaped(rest, shape)) return bracket + shape.size();
  static constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";
  const size_t skip = rest.size() > 4 && rest[3] == ' ' && bracket == 1 ? 4 : 0;  // a weekday
  const std::string_view day = rest.substr(skip);
  const bool month = day.size() > 15 && kMonths.find(day.substr(0, 3)) % 3 == 0;
  if (month && (shaped(day.substr(3), " 99 99:99") || shaped(day.substr(3), "  9 99:99")))
    return bracket + skip + 12;
  const size_t access = line.substr(0, 120).find(" [");  // web servers: address, user, time
  if (access != std::string_view::npos && shaped(line.substr(access), " [99/")) return access;
  return 0;
}

}  // namespace

std::vector<std::string_view> lines_of(std::string_view text, size_t at_most) {
  std::vector<std::string_view> lines;
  while (!text.empty() && lines.size() < at_most) {
    const size_t end = text.find_first_of("\r\n");
    lines.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + (text.substr(end, 2) == "\r\n" ? 2 : 1));
  }
  return lines;
}

bool starts_log_entry(std::string_view line) {
  return stamp(line) > 0;
}

Evidence mailbox_signs(const TextSample& sample) {
  const auto lines = lines_of(sample.text, kLines);
  if (lines.size() < 2 || lines[0].substr(0, 5) != "From ") return Evidence::None;
  const bool dated = lines[0].find_first_of(":@") != std::string_view::npos;
  return dated && headers(lines, 1) >= Evidence::Possible ? Evidence::Certain : Evidence::Possible;
}

Evidence email_signs(const TextSample& sample) {
  auto lines = lines_of(sample.text, kLines);
  const auto first = std::find_if(lines.begin(), lines.end(),
                                  [](std::string_view line) { return !trim(line).empty(); });
  size_t at = static_cast<size_t>(first - lines.begin());
  // One message as a mailbox holds it; the name tells which of the two is meant.
  if (at == 0 && mailbox_signs(sample) == Evidence::Certain &&
      sample.text.find("\nFrom ") == std::string::npos)
    at = 1;
  return headers(lines, at);
}

Evidence subtitle_signs(const TextSample& sample) {
  if (sample.text.substr(0, 6) == "WEBVTT") return Evidence::Certain;
  std::string_view number;
  for (const std::string_view line : lines_of(sample.text, 8)) {
    if (trim(line).empty()) continue;
    if (is_timing(line)) return number.empty() ? Evidence::Likely : Evidence::Certain;
    if (!number.empty() || trim(line).find_first_not_of("0123456789") != std::string_view::npos)
      return Evidence::None;
    number = line;
  }
  return Evidence::None;
}

Evidence log_signs(const TextSample& sample) {
  static constexpr std::string_view kLevels[] = {"INFO",  "WARN",   "ERROR", "DEBUG", "TRACE",
                                                 "FATAL", "NOTICE", "error", "warn",  "info"};
  size_t stamped = 0, all = 0, levels = 0, separated = 0;
  for (const std::string_view line : lines_of(sample.text, kLines)) {
    if (trim(line).empty()) continue;
    ++all;
    for (const std::string_view level : kLevels)
      if (line.substr(0, 120).find(level) != std::string_view::npos) {
        ++levels;
        break;
      }
    const size_t time = stamp(line);
    if (time == 0) continue;
    ++stamped;
    const size_t behind = line.find_first_not_of("0123456789:.", time);
    const bool cell =
        behind != std::string_view::npos &&
        (line[behind] == ';' || line[behind] == '\t' || line[behind] == '|' || line[behind] == ',');
    separated += cell && !is_digit_at(line, behind + 1) ? 1 : 0;
  }
  if (all == 0) return Evidence::None;
  const bool many = stamped >= 3 && stamped * 2 >= all;
  if (many && (separated * 2 < stamped || levels * 2 >= stamped)) return Evidence::Likely;
  return Evidence::Possible;
}

Evidence markdown_signs(const TextSample& sample) {
  bool heading = false, fence = false, link = false, emphasis = false, list = false, rule = false;
  size_t comments = 0, all = 0;
  for (const std::string_view line : lines_of(sample.text, kLines)) {
    const size_t level = line.find_first_not_of('#');
    const bool marked = level != std::string_view::npos && level >= 1 && level <= 6;
    heading = heading || (marked && line[level] == ' ' && line.size() > level + 1);
    fence = fence || line.substr(0, 3) == "```" || line.substr(0, 3) == "~~~";
    link = link || (line.find("](") != std::string_view::npos);
    const size_t strong = line.find("**");
    emphasis =
        emphasis || (strong != std::string_view::npos && line.find("**", strong + 3) != strong &&
                     line.find("**", strong + 3) != std::string_view::npos);
    list = list || line.substr(0, 2) == "- " || line.substr(0, 2) == "* ";
    rule = rule || line.substr(0, 4) == "|---" || line.substr(0, 5) == "| ---";
    comments += line.substr(0, 1) == "#" ? 1 : 0;
    all += trim(line).empty() ? 0 : 1;
  }
  const int signs = heading + fence + link + emphasis + list + rule;
  if (signs >= 3 && heading && (fence || link || emphasis) && comments * 2 < all)
    return Evidence::Likely;
  return Evidence::Possible;
}

}  // namespace oi
