// Most strings are ASCII in every page, so those go through no converter.

#include "reader/codepage.h"

#include <unicode/ucnv.h>

#include <algorithm>
#include <array>

#include "reader/bytes.h"
#include "reader/readers.h"

namespace oi {
namespace {

// Nothing for a page that ICU knows by "windows-" or "ibm-" and its number.
const char* name_of_page(uint32_t number) {
  struct Row {
    uint32_t number;
    const char* name;
  };
  static constexpr Row kRows[] = {
      {932, "windows-31j"},      {10000, "macintosh"},     {10001, "windows-31j"},
      {10002, "windows-950"},    {10003, "windows-949"},   {10006, "x-mac-greek"},
      {10007, "x-mac-cyrillic"}, {10008, "windows-936"},   {10029, "x-mac-centraleurroman"},
      {10079, "macintosh"},      {10081, "x-mac-turkish"}, {20127, "windows-1252"},
      {20866, "KOI8-R"},         {21866, "KOI8-U"},        {20932, "EUC-JP"},
      {28591, "windows-1252"},   {28592, "ISO-8859-2"},    {28593, "ISO-8859-3"},
      {28594, "ISO-8859-4"},     {28595, "ISO-8859-5"},    {28596, "ISO-8859-6"},
      {28597, "ISO-8859-7"},     {28598, "ISO-8859-8"},    {28599, "ISO-8859-9"},
      {28605, "ISO-8859-15"},    {32768, "macintosh"},     {32769, "windows-1252"},
      {50220, "ISO-2022-JP"},    {50221, "ISO-2022-JP"},   {50222, "ISO-2022-JP"},
      {50225, "ISO-2022-KR"},    {51932, "EUC-JP"},        {51936, "EUC-CN"},
      {51949, "EUC-KR"},         {52936, "HZ-GB-2312"},    {54936, "GB18030"},
      {65000, "UTF-7"},          {65001, "UTF-8"},         {367, "windows-1252"},
      {1361, "windows-949"}};
  for (const Row& row : kRows)
    if (row.number == number) return row.name;
  return nullptr;
}

UConverter* open(uint32_t number) {
  UErrorCode error = U_ZERO_ERROR;
  if (const char* name = name_of_page(number)) return ucnv_open(name, &error);
  for (const char* family : {"windows-", "ibm-", "cp"}) {
    error = U_ZERO_ERROR;
    UConverter* converter = ucnv_open((family + std::to_string(number)).c_str(), &error);
    if (U_SUCCESS(error)) return converter;
  }
  return nullptr;
}

}  // namespace

Codepage::Codepage(uint32_t number) : converter_(open(number)) {
  if (converter_) return;
  known_ = false;
  converter_.reset(open(1252));
}

void Codepage::Close::operator()(void* converter) const {
  ucnv_close(static_cast<UConverter*>(converter));
}

std::string Codepage::decode(std::string_view bytes) const {
  const bool ascii = std::all_of(bytes.begin(), bytes.end(),
                                 [](char c) { return static_cast<signed char>(c) >= 0x20; });
  if (ascii || !converter_) return std::string(bytes);
  auto* converter = static_cast<UConverter*>(converter_.get());
  ucnv_reset(converter);
  std::string text;
  const char* source = bytes.data();
  const char* const end = source + bytes.size();
  std::array<UChar, 1024> units;
  for (;;) {
    UChar* target = units.data();
    UErrorCode error = U_ZERO_ERROR;
    ucnv_toUnicode(converter, &target, units.data() + units.size(), &source, end, nullptr,
                   /*flush=*/true, &error);
    // What it cannot decode is a mark of its own in some sets.
    std::replace(units.data(), target, static_cast<UChar>(0x1A), static_cast<UChar>(0xFFFD));
    text += std::string(reinterpret_cast<const char*>(units.data()),
                        static_cast<size_t>(target - units.data()) * sizeof(UChar));
    if (error != U_BUFFER_OVERFLOW_ERROR) break;
  }
  return from_utf16(text);
}

std::string from_utf16(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size() / 2);
  for (size_t at = 0; at + 1 < bytes.size(); at += 2) {
    char32_t c = u16(bytes, at);
    const bool first = c >= 0xD800 && c < 0xDC00;
    const char32_t low = first && at + 3 < bytes.size() ? u16(bytes, at + 2) : 0;
    if (low >= 0xDC00 && low < 0xE000) {
      c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
      at += 2;
    }
    append_code_point(text, c);
  }
  if (bytes.size() % 2 == 1) append_code_point(text, 0xFFFD);
  return text;
}

uint32_t codepage_of_font(uint32_t charset) {
  switch (charset) {
    case 77:
      return 10000;
    case 128:
      return 932;
    case 129:
      return 949;
    case 130:
      return 1361;
    case 134:
      return 936;
    case 136:
      return 950;
    case 161:
      return 1253;
    case 162:
      return 1254;
    case 163:
      return 1258;
    case 177:
      return 1255;
    case 178:
      return 1256;
    case 186:
      return 1257;
    case 204:
      return 1251;
    case 222:
      return 874;
    case 238:
      return 1250;
    case 255:
      return 437;
    case 0:
      return 1252;
    default:
      return 0;
  }
}

uint32_t codepage_of_language(uint32_t language) {
  switch (language & 0x3FF) {
    case 0x19:
    case 0x22:
    case 0x23:
    case 0x02:
      return 1251;
    case 0x05:
    case 0x0E:
    case 0x15:
    case 0x1A:
    case 0x1B:
    case 0x18:
    case 0x24:
      return 1250;
    case 0x08:
      return 1253;
    case 0x1F:
      return 1254;
    case 0x0D:
      return 1255;
    case 0x01:
      return 1256;
    case 0x11:
      return 932;
    case 0x12:
      return 949;
    case 0x04:
      return language == 0x0404 ? 950 : 936;
    default:
      return 1252;
  }
}

}  // namespace oi
