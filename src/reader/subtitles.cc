// SubRip and WebVTT. The text of a cue is kept with its times; its number, its time line, its tags
// and the file's own notes are markup and counted as left out. A cue is a paragraph; its lines are
// lines.

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "reader/kind.h"
#include "reader/readers.h"

namespace oi {
namespace {

constexpr double kLongestTime = 1e6;  // seconds

// "01:02:03,456" or "02:03.456"; nothing when it is no time.
std::optional<double> time_of(std::string_view text) {
  double whole = 0, part = 0, scale = 1;
  bool digits = false, behind = false;
  double field = 0;
  for (const char c : text) {
    if (c >= '0' && c <= '9') {
      digits = true;
      if (behind) {
        scale /= 10;
        part += (c - '0') * scale;
      } else {
        field = field * 10 + (c - '0');
      }
    } else if (c == ':' && !behind) {
      whole = (whole + field) * 60;
      field = 0;
    } else if ((c == ',' || c == '.') && !behind) {
      behind = true;
    } else {
      return std::nullopt;
    }
    if (whole > kLongestTime || field > kLongestTime) return std::nullopt;
  }
  if (!digits) return std::nullopt;
  return whole + field + part;
}

struct Times {
  double from = 0, to = 0;
};

// "00:01.000 --> 00:02.000 align:left"
std::optional<Times> times_of(std::string_view line) {
  const size_t arrow = line.find("-->");
  if (arrow == std::string_view::npos) return std::nullopt;
  const auto from = time_of(trim(line.substr(0, arrow)));
  std::string_view rest = trim(line.substr(arrow + 3));
  rest = rest.substr(0, rest.find_first_of(" \t"));
  const auto to = time_of(rest);
  if (!from || !to) return std::nullopt;
  return Times{*from, std::max(*from, *to)};
}

// The characters that WebVTT writes by name; the length of the name, or 0.
size_t entity(std::string_view text, std::string& sign) {
  struct Name {
    std::string_view name;
    const char* sign;
  };
  static constexpr Name kNames[] = {{"&lt;", "<"}, {"&gt;", ">"},        {"&amp;", "&"},
                                    {"&lrm;", ""}, {"&nbsp;", "\u00A0"}, {"&rlm;", ""}};
  for (const Name& one : kNames) {
    if (text.substr(0, one.name.size()) != one.name) continue;
    sign = one.sign;
    return one.name.size();
  }
  return 0;
}

// The length of the tag that begins here: "<i>", "<v Ann>", "</c>", "<00:01.000>", "{\\an8}"; 0
// when none does.
size_t tag(std::string_view text) {
  constexpr size_t kLongestTag = 256;
  const bool angle = text.size() > 1 && text[0] == '<' &&
                     (text[1] == '/' || (text[1] >= '0' && text[1] <= '9') ||
                      (text[1] >= 'a' && text[1] <= 'z') || (text[1] >= 'A' && text[1] <= 'Z'));
  if (!angle && text.substr(0, 2) != "{\\") return 0;
  const size_t close = text.substr(0, kLongestTag).find(angle ? '>' : '}');
  return close == std::string_view::npos ? 0 : close + 1;
}

// Without markup; a speaker's name is none.
std::string without_tags(std::string_view line) {
  std::string text, sign;
  while (!line.empty()) {
    if (const size_t length = tag(line); length > 0) {
      const size_t name = line.substr(0, 2) == "<v" ? line.substr(0, length).find(' ') : length;
      if (name < length) text += std::string(trim(line.substr(name, length - 1 - name))) + ": ";
      line.remove_prefix(length);
    } else if (const size_t named = entity(line, sign); named > 0) {
      text += sign;
      line.remove_prefix(named);
    } else {
      const size_t next = std::min(line.find_first_of("<{&", 1), line.size());
      text += line.substr(0, next);
      line.remove_prefix(next);
    }
  }
  return text;
}

bool is_number(std::string_view line) {
  line = trim(line);
  return !line.empty() && line.find_first_not_of("0123456789") == std::string_view::npos;
}

class Cues {
 public:
  explicit Cues(Frames& out) : out_(out) {}

  Result<Done> read(std::string_view text) {
    const size_t all = code_points(text);
    const bool web = text.substr(0, 6) == "WEBVTT";
    bool note = web;  // the head, and notes and styles, go to the next blank line
    std::string_view before;
    while (!text.empty()) {
      const size_t end = std::min(text.find_first_of("\r\n"), text.size());
      const std::string_view line = text.substr(0, end);
      text.remove_prefix(end);
      if (!text.empty()) text.remove_prefix(text.substr(0, 2) == "\r\n" ? 2 : 1);
      if (trim(line).empty()) {
        TRY(end_cue(before));
        before = {};
        note = false;
      } else if (const auto times = times_of(line)) {
        // What stood above the time line names the cue: a number, or a word in WebVTT.
        if (cue_ && is_number(before)) before = {};
        TRY(end_cue(before));
        before = {};
        cue_ = times;
        note = false;
        first_ = true;
      } else if (note || (web && !cue_ && is_note(line))) {
        note = true;
      } else if (cue_) {
        if (!before.empty()) TRY(say(before));
        before = line;
      } else if (!is_number(line) && !web) {
        ++stray_;
      }
    }
    TRY(end_cue(before));
    if (cues_ == 0) return Error{Code::Empty, "no cue holds text"};
    if (stray_ > 0)
      TRY(out_.problem({"text_outside_of_cues", "",
                        std::to_string(stray_) + " lines belong to no cue and are left out"}));
    return out_.dropped("markup", all - std::min<uint64_t>(all, kept_));
  }

 private:
  static bool is_note(std::string_view line) {
    return line.substr(0, 4) == "NOTE" || line.substr(0, 5) == "STYLE" ||
           line.substr(0, 6) == "REGION";
  }

  Result<Done> end_cue(std::string_view last) {
    if (cue_ && !last.empty()) TRY(say(last));
    cue_.reset();
    return Done{};
  }

  Result<Done> say(std::string_view line) {
    const std::string text(trim(without_tags(line)));
    if (text.empty()) return Done{};
    TextRun run;
    run.before = first_ ? TextRun::Break::Paragraph : TextRun::Break::Line;
    run.from = cue_->from;
    run.to = cue_->to;
    run.text = text;
    first_ = false;
    kept_ += code_points(text);
    ++cues_;
    return out_.run(std::move(run));
  }

  Frames& out_;
  std::optional<Times> cue_;
  bool first_ = true;
  uint64_t kept_ = 0, cues_ = 0, stray_ = 0;
};

}  // namespace

Result<Done> read_subtitles(std::string_view bytes, const Request& request, Frames& out) {
  const PlainText plain = TRY(decode_text(bytes, request.limits));
  for (const Problem& problem : plain.problems)
    TRY(out.problem(problem));
  return Cues(out).read(plain.text());
}

}  // namespace oi
