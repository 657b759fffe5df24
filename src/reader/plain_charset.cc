// The character set is told by the first rule that holds: byte order mark; zero bytes in the places
// that UTF-16 and UTF-32 leave empty; valid UTF-8; UTF-8 with a few damaged places; what the file
// itself declares; ICU's guess. What comes out must look like text: at most one character in twenty
// may be a control, private or undecodable one, and a guess must have mostly letters.

#include <unicode/uchar.h>
#include <unicode/ucnv.h>
#include <unicode/ucsdet.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "base/text.h"
#include "reader/readers.h"

namespace oi {
namespace {

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

// UTF-32 leaves two bytes of four empty. UTF-16 leaves every second one empty in Western text, and
// in any other at least those of spaces and line ends, always on the same side.
std::optional<Charset> by_zero_bytes(std::string_view bytes) {
  const std::string_view seen = bytes.substr(0, kGuessFrom);
  std::array<size_t, 4> zeros{};
  for (size_t i = 0; i < seen.size(); ++i)
    zeros[i % 4] += seen[i] == '\0' ? 1 : 0;
  const size_t units = seen.size() / 4, nearly = units - units / 50;
  if (units >= 2 && zeros[3] >= units && zeros[2] >= nearly && zeros[0] <= units / 50)
    return Charset{"UTF-32LE", 0, true};
  if (units >= 2 && zeros[0] >= units && zeros[1] >= nearly && zeros[3] <= units / 50)
    return Charset{"UTF-32BE", 0, true};
  const size_t even = zeros[0] + zeros[2], odd = zeros[1] + zeros[3];
  const size_t many = seen.size() / 4;  // of size/2 places on each side
  const size_t few = seen.size() / 50, some = std::max<size_t>(seen.size() / 40, 2);
  if (seen.size() < 4) return std::nullopt;
  if ((odd >= many && even <= few) || (odd > some && even == 0))
    return Charset{"UTF-16LE", 0, true};
  if ((even >= many && odd <= few) || (even > some && odd == 0))
    return Charset{"UTF-16BE", 0, true};
  return std::nullopt;
}

// A set that a file declares, as ICU names it; empty when ICU has none of that name.
std::string known_charset(std::string_view declared) {
  UErrorCode error = U_ZERO_ERROR;
  const std::string name(trim(declared).substr(0, 60));
  if (name.empty()) return {};
  const char* canonical = ucnv_getStandardName(name.c_str(), "MIME", &error);
  if (canonical == nullptr || U_FAILURE(error)) {
    error = U_ZERO_ERROR;
    canonical = ucnv_getCanonicalName(name.c_str(), "IANA", &error);
  }
  if (canonical == nullptr || U_FAILURE(error)) {
    error = U_ZERO_ERROR;
    const Converter converter(ucnv_open(name.c_str(), &error));
    return U_FAILURE(error) ? std::string() : name;
  }
  const std::string_view told = canonical;
  return told == "ISO-8859-1" || told == "US-ASCII" ? "windows-1252" : std::string(told);
}

// Sets that shift by escape sequences look like ASCII.
bool is_shifting(std::string_view charset) {
  return charset.substr(0, 8) == "ISO-2022" || charset.substr(0, 2) == "HZ";
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

// The detector's best set in which the bytes read like text. Valid UTF-8 was ruled out before, and
// so were the wide sets; mainframe sets have no ASCII. Where none does, Windows' Western set is the
// likeliest, and the text will be refused.
std::string guess(std::string_view bytes) {
  UErrorCode error = U_ZERO_ERROR;
  const Detector detector(ucsdet_open(&error));
  const std::string_view seen = bytes.substr(0, kGuessFrom);
  ucsdet_setText(detector.get(), seen.data(), static_cast<int32_t>(seen.size()), &error);
  int32_t found = 0;
  const UCharsetMatch** matches = ucsdet_detectAll(detector.get(), &found, &error);
  for (int32_t i = 0; U_SUCCESS(error) && i < found; ++i) {
    const char* told = ucsdet_getName(matches[i], &error);
    if (U_FAILURE(error) || told == nullptr) break;
    // Windows' set is Latin-1 with letters where Latin-1 has controls that no text uses.
    const std::string name = std::string_view(told) == "ISO-8859-1" ? "windows-1252" : told;
    if (name.substr(0, 3) == "UTF" || name.substr(0, 3) == "IBM") continue;
    const Result<std::string> text = convert(seen, name, 4 * kGuessFrom);
    if (text.ok() && must_look_like_text(text.value(), true).ok()) return name;
  }
  return "windows-1252";
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

// U+FFFD in decoded text stands for bytes that the set does not know.
void tell_undecodable(PlainText& plain, const std::string& charset) {
  size_t lost = 0;
  for (size_t at = plain.text().find("\xEF\xBF\xBD"); at != std::string_view::npos;
       at = plain.text().find("\xEF\xBF\xBD", at + 3))
    ++lost;
  if (lost == 0) return;
  plain.problems.push_back({"undecodable_characters", "",
                            std::to_string(lost) + " places are no characters of " + charset +
                                " and are shown as the replacement character"});
}

Result<PlainText> decode_as(const Charset& charset, std::string_view bytes, uint64_t limit) {
  PlainText plain;
  plain.owned = TRY(convert(bytes.substr(charset.skip), charset.name, limit));
  if (charset.guessed)
    plain.problems.push_back(
        {"charset_guessed", "", "the character set was guessed to be " + charset.name});
  tell_undecodable(plain, charset.name);
  return plain;
}

Result<PlainText> decode_bytes(std::string_view bytes, uint64_t limit, std::string_view declared) {
  const std::optional<Charset> mark = marked(bytes);
  if (mark && mark->name != "UTF-8") return decode_as(*mark, bytes, limit);
  if (mark) bytes.remove_prefix(mark->skip);
  if (const auto wide = by_zero_bytes(bytes)) return decode_as(*wide, bytes, limit);
  const std::string told = known_charset(declared);
  PlainText plain;
  const bool sound = valid_utf8(bytes);
  if (sound && (mark || !is_shifting(told))) {
    plain.original = bytes;
    return plain;
  }
  if (bytes.size() > limit) return Error{Code::TooLarge, "too much text to repair"};
  const bool wide = told.substr(0, 3) == "UTF" && told != "UTF-8";
  const bool declares_other = !told.empty() && told != "UTF-8" && !wide;
  if (!mark && declares_other) return decode_as({told, 0, false}, bytes, limit);
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

}  // namespace

void load_character_sets() {
  UErrorCode error = U_ZERO_ERROR;
  const Detector detector(ucsdet_open(&error));
  const Converter converter(ucnv_open("windows-1252", &error));
}

std::string text_sample(std::string_view bytes, size_t longest) {
  const bool all = bytes.size() <= longest;
  bytes = bytes.substr(0, longest);
  std::optional<Charset> charset = marked(bytes);
  if (!charset) charset = by_zero_bytes(bytes);
  if (!charset) charset = Charset{"UTF-8"};
  bytes.remove_prefix(charset->skip);
  if (charset->name == "UTF-8") return std::string(bytes);
  Result<std::string> text = convert(bytes, charset->name, 4 * longest);
  if (!text.ok()) return std::string(bytes);
  // A character cut in two at the end of the sample is none.
  std::string sample = std::move(text).value();
  const std::string_view mark = "\xEF\xBF\xBD";
  if (!all && sample.size() >= mark.size() &&
      sample.compare(sample.size() - mark.size(), mark.size(), mark) == 0)
    sample.resize(sample.size() - mark.size());
  return sample;
}

Result<PlainText> decode_text(std::string_view bytes, const ReadLimits& limits,
                              std::string_view declared) {
  PlainText plain = TRY(decode_bytes(bytes, limits.text_bytes, declared));
  // Told before any of it is sent: a file of text has no more of it than it has bytes.
  if (plain.text().size() > limits.text_bytes)
    return Error{Code::TooLarge, "over " + std::to_string(limits.text_bytes >> 20) +
                                     " MiB of text; cut the file into several"};
  if (trim(plain.text()).empty()) return Error{Code::Empty, "nothing but white space"};
  const bool guessed =
      std::any_of(plain.problems.begin(), plain.problems.end(),
                  [](const Problem& problem) { return problem.reason == "charset_guessed"; });
  TRY(must_look_like_text(plain.text(), guessed));
  replace_zeros(plain);
  return plain;
}

}  // namespace oi
