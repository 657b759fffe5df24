// The character set is told by the first rule that holds: byte order mark; zero bytes at every
// second place (UTF-16); valid UTF-8; UTF-8 with a few damaged places; ICU's guess. What comes out
// must look like text: at most one character in twenty may be a control, private or undecodable
// one, and a guess must have mostly letters. The text goes out as it stands, in slices, so the
// canonical text of a UTF-8 file is the file.

#include <unicode/uchar.h>
#include <unicode/ucnv.h>
#include <unicode/ucsdet.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <memory>
#include <optional>

#include "base/text.h"
#include "reader/readers.h"

namespace oi {
namespace {

constexpr size_t kSlice = 32 << 10;
constexpr size_t kGuessFrom = 256 << 10;  // bytes that the detector sees
constexpr size_t kStrangeOneIn = 20;      // more than one in so many: not text
// Almost any bytes are characters of some old set, so a guess must make sense as words.
constexpr size_t kStrangeOneInGuessed = 50;
constexpr size_t kWordlikePercent = 65;  // letters, digits, space
constexpr size_t kSoundPerDamaged = 4;   // multibyte sequences to each invalid one: still UTF-8

struct CloseConverter {
  void operator()(UConverter* converter) const { ucnv_close(converter); }
};
struct CloseDetector {
  void operator()(UCharsetDetector* detector) const { ucsdet_close(detector); }
};
using Converter = std::unique_ptr<UConverter, CloseConverter>;
using Detector = std::unique_ptr<UCharsetDetector, CloseDetector>;

// A character set and how it was told.
struct Charset {
  std::string name;
  size_t skip = 0;  // bytes of the mark
  bool guessed = false;
};

std::optional<Charset> marked(std::string_view bytes) {
  struct Mark {
    std::string_view bytes;
    const char* name;
  };
  static constexpr Mark kMarks[] = {{{"\xEF\xBB\xBF", 3}, "UTF-8"},
                                    {{"\xFF\xFE\0\0", 4}, "UTF-32LE"},
                                    {{"\0\0\xFE\xFF", 4}, "UTF-32BE"},
                                    {{"\xFF\xFE", 2}, "UTF-16LE"},
                                    {{"\xFE\xFF", 2}, "UTF-16BE"}};
  for (const Mark& mark : kMarks) {
    if (bytes.substr(0, mark.bytes.size()) == mark.bytes)
      return Charset{mark.name, mark.bytes.size()};
  }
  return std::nullopt;
}

// Western text in UTF-16 has a zero in nearly every second byte, always on the same side.
std::optional<Charset> by_zero_bytes(std::string_view bytes) {
  const std::string_view seen = bytes.substr(0, kGuessFrom);
  std::array<size_t, 2> zeros{};
  for (size_t i = 0; i < seen.size(); ++i)
    zeros[i % 2] += seen[i] == '\0' ? 1 : 0;
  const size_t many = seen.size() / 4;  // of size/2 places on each side
  const size_t few = seen.size() / 50;
  if (seen.size() < 4 || std::max(zeros[0], zeros[1]) < many) return std::nullopt;
  if (zeros[0] <= few) return Charset{"UTF-16LE", 0, true};
  if (zeros[1] <= few) return Charset{"UTF-16BE", 0, true};
  return std::nullopt;
}

std::string guess(std::string_view bytes) {
  UErrorCode error = U_ZERO_ERROR;
  const Detector detector(ucsdet_open(&error));
  const std::string_view seen = bytes.substr(0, kGuessFrom);
  ucsdet_setText(detector.get(), seen.data(), static_cast<int32_t>(seen.size()), &error);
  const UCharsetMatch* match = ucsdet_detect(detector.get(), &error);
  const char* name = U_SUCCESS(error) && match != nullptr ? ucsdet_getName(match, &error) : nullptr;
  // The detector's UTF-8 was ruled out before; Latin text in Windows' set is the likeliest rest.
  if (U_FAILURE(error) || name == nullptr || std::string_view(name) == "UTF-8")
    return "windows-1252";
  // Windows' set is Latin-1 with letters where Latin-1 has controls that no text uses.
  return std::string_view(name) == "ISO-8859-1" ? "windows-1252" : name;
}

// Undecodable bytes become U+FFFD.
Result<std::string> convert(std::string_view bytes, const std::string& charset, uint64_t limit) {
  UErrorCode error = U_ZERO_ERROR;
  const Converter from(ucnv_open(charset.c_str(), &error));
  const Converter to(ucnv_open("UTF-8", &error));
  if (U_FAILURE(error)) return Error{Code::Unsupported, "character set " + charset};
  const char* source = bytes.data();
  const char* const end = source + bytes.size();
  std::array<UChar, 1024> pivot;
  UChar* pivot_source = pivot.data();
  UChar* pivot_target = pivot.data();
  std::vector<char> room(64 << 10);
  std::string text;
  for (;;) {
    char* target = room.data();
    error = U_ZERO_ERROR;
    ucnv_convertEx(to.get(), from.get(), &target, room.data() + room.size(), &source, end,
                   pivot.data(), &pivot_source, &pivot_target, pivot.data() + pivot.size(),
                   /*reset=*/false, /*flush=*/true, &error);
    text.append(room.data(), static_cast<size_t>(target - room.data()));
    if (text.size() > limit) return Error{Code::TooLarge, "too much text after decoding"};
    if (error == U_BUFFER_OVERFLOW_ERROR) continue;
    if (U_FAILURE(error)) return Error{Code::Corrupt, "cannot decode as " + charset};
    return text;
  }
}

// One that no text holds in number.
bool is_strange(char32_t c) {
  constexpr char32_t kEscape = 0x1B;  // colours in logs
  if (c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v' || c == kEscape) return false;
  switch (u_charType(static_cast<UChar32>(c))) {
    case U_CONTROL_CHAR:
    case U_UNASSIGNED:
    case U_PRIVATE_USE_CHAR:
    case U_SURROGATE:
      return true;
    default:
      return c == 0xFFFD;
  }
}

Error not_text(size_t strange, size_t all) {
  return {Code::Unsupported, "not text: " + std::to_string(strange) + " of " + std::to_string(all) +
                                 " characters are control or undecodable characters, or few are "
                                 "letters"};
}

Result<Done> must_look_like_text(std::string_view text, bool guessed) {
  size_t strange = 0, wordlike = 0, all = 0;
  for (size_t at = 0; at < text.size(); ++all) {
    const char32_t c = next_code_point(text, at);
    strange += is_strange(c);
    wordlike += is_letter(c) || is_digit(c) || is_space(c);
  }
  const size_t one_in = guessed ? kStrangeOneInGuessed : kStrangeOneIn;
  const bool words = !guessed || wordlike * 100 >= all * kWordlikePercent;
  if (strange * one_in > all || !words) return not_text(strange, all);
  return Done{};
}

// Formats that are text outside and something else inside.
Result<Done> must_be_plain(std::string_view text) {
  std::string start(trim(text.substr(0, 1024)).substr(0, 16));
  std::transform(start.begin(), start.end(), start.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto begins = [&](std::string_view with) { return start.substr(0, with.size()) == with; };
  if (begins("{\\rtf")) return Error{Code::Unsupported, "RTF is not read yet"};
  if (begins("<!doctype html") || begins("<html"))
    return Error{Code::Unsupported, "HTML is not read yet"};
  return Done{};
}

bool is_nearly_utf8(std::string_view repaired, size_t replaced) {
  size_t multibyte = 0;
  for (const char c : repaired)
    multibyte += static_cast<unsigned char>(c) >= 0xC0 ? 1 : 0;
  multibyte -= std::min(multibyte, replaced);  // U+FFFD is one itself
  return multibyte >= kSoundPerDamaged * replaced;
}

void tell_damage(PlainText& plain, size_t replaced) {
  plain.problems.push_back(
      {"invalid_utf8", "",
       std::to_string(replaced) + " damaged places are shown as the replacement character"});
}

Result<PlainText> decode_as(const Charset& charset, std::string_view bytes, uint64_t limit) {
  PlainText plain;
  plain.owned = TRY(convert(bytes.substr(charset.skip), charset.name, limit));
  if (charset.guessed)
    plain.problems.push_back(
        {"charset_guessed", "", "the character set was guessed to be " + charset.name});
  return plain;
}

Result<PlainText> decode_bytes(std::string_view bytes, uint64_t limit) {
  const std::optional<Charset> mark = marked(bytes);
  if (mark && mark->name != "UTF-8") return decode_as(*mark, bytes, limit);
  if (mark) bytes.remove_prefix(mark->skip);
  if (const auto wide = by_zero_bytes(bytes)) return decode_as(*wide, bytes, limit);
  PlainText plain;
  if (valid_utf8(bytes)) {
    plain.original = bytes;
    return plain;
  }
  if (bytes.size() > limit) return Error{Code::TooLarge, "too much text to repair"};
  Utf8Repair repair = repair_utf8(bytes);
  if (!mark && !is_nearly_utf8(repair.text, repair.replaced))
    return decode_as({guess(bytes), 0, true}, bytes, limit);
  tell_damage(plain, repair.replaced);
  plain.owned = std::move(repair.text);
  return plain;
}

// A zero ends the text for too many programs that will handle it later.
void replace_zeros(PlainText& plain) {
  const std::string_view text = plain.text();
  const auto zeros = std::count(text.begin(), text.end(), '\0');
  if (zeros == 0) return;
  std::string shown;
  shown.reserve(text.size() + 2 * static_cast<size_t>(zeros));
  for (const char c : text) {
    if (c == '\0') {
      shown += "\xEF\xBF\xBD";
    } else {
      shown += c;
    }
  }
  plain.owned = std::move(shown);
  plain.problems.push_back(
      {"zero_characters", "",
       std::to_string(zeros) + " zero characters are shown as the replacement character"});
}

// At the last line's end inside a slice where there is one, else between code points.
size_t slice_end(std::string_view text) {
  if (text.size() <= kSlice) return text.size();
  const size_t line = text.rfind('\n', kSlice - 1);
  return line == std::string_view::npos ? floor_code_point(text, kSlice) : line + 1;
}

Result<Done> send_slices(std::string_view text, Frames& out) {
  while (!text.empty()) {
    const size_t end = slice_end(text);
    TextRun run;
    run.text = text.substr(0, end);
    TRY(out.run(std::move(run)));
    text.remove_prefix(end);
  }
  return Done{};
}

Result<Done> send_pages(std::string_view text, Frames& out) {
  const auto feeds = static_cast<uint32_t>(std::count(text.begin(), text.end(), '\f'));
  const uint32_t total = feeds + (text.back() == '\f' ? 0 : 1);
  while (!text.empty()) {
    const size_t feed = text.find('\f');
    const size_t end = feed == std::string_view::npos ? text.size() : feed + 1;
    TRY(out.page_start(total, 0, 0));
    TRY(send_slices(text.substr(0, end), out));
    TRY(out.page_end());
    text.remove_prefix(end);
  }
  return Done{};
}

}  // namespace

void load_character_sets() {
  UErrorCode error = U_ZERO_ERROR;
  const Detector detector(ucsdet_open(&error));
  const Converter converter(ucnv_open("windows-1252", &error));
}

Result<PlainText> decode_text(std::string_view bytes, const ReadLimits& limits) {
  PlainText plain = TRY(decode_bytes(bytes, limits.text_bytes));
  if (trim(plain.text()).empty()) return Error{Code::Empty, "nothing but white space"};
  const bool guessed =
      std::any_of(plain.problems.begin(), plain.problems.end(),
                  [](const Problem& problem) { return problem.reason == "charset_guessed"; });
  TRY(must_look_like_text(plain.text(), guessed));
  TRY(must_be_plain(plain.text()));
  replace_zeros(plain);
  return plain;
}

Result<Done> read_text(std::string_view bytes, const Request& request, Frames& out) {
  const PlainText plain = TRY(decode_text(bytes, request.limits));
  const std::string_view text = plain.text();
  for (const Problem& problem : plain.problems)
    TRY(out.problem(problem));
  if (text.find('\f') == std::string_view::npos) return send_slices(text, out);
  return send_pages(text, out);
}

}  // namespace oi
