// Formats that are told from each other but not read: the sentence names them, so that nobody has
// to guess why a file failed.

#include <algorithm>

#include "reader/readers.h"

namespace oi {
namespace {

using std::string_view_literals::operator""sv;

struct Magic {
  size_t where;
  std::string_view bytes;
  std::string_view name;
};
constexpr Magic kMagic[] = {
    {0, "\xE4\x52\x5C\x7B\x8C\xD8\xA7\x4D\xAE\xB1\x53\x78\xD0\x29\x96\xD3"sv, "OneNote sections"},
    {0, "\xA1\x2F\xFF\x43\xD9\xEF\x76\x4C\x9E\xE2\x10\xEA\x57\x22\x76\x5F"sv, "OneNote notebooks"},
    {4, "Standard Jet DB"sv, "Access databases"},
    {4, "Standard ACE DB"sv, "Access databases"},
    {0, "!BDN"sv, "Outlook folders (PST)"},
    {0, "SQLite format 3\0"sv, "SQLite databases"},
    {0, "Rar!\x1A\x07"sv, "RAR archives"},
    {0, "MSCF\0\0\0\0"sv, "cabinet archives"},
    {0, "ITSF\3\0\0\0"sv, "compiled help (CHM)"},
    {60, "BOOKMOBI"sv, "Mobipocket books"},
    {0, "\xFFWPC"sv, "WordPerfect documents"},
    {0, "AT&TFORM"sv, "DjVu documents"},
    {0, "%!PS"sv, "PostScript programs"},
    {0, "\xC5\xD0\xD3\xC6"sv, "PostScript pictures"},
    {0, "8BPS"sv, "Photoshop pictures"},
    {0, "\0\0\1\0"sv, "icons"},
    {0, "\0\0\0\x0CjP  \r\n"sv, "JPEG 2000 pictures"},
    {0, "\xD7\xCD\xC6\x9A"sv, "Windows metafiles"},
    {40, " EMF"sv, "Windows metafiles"},
    {0, "AC10"sv, "AutoCAD drawings"},
    {0, "MThd"sv, "MIDI music"},
    {0,
     "\x7F"
     "ELF"sv,
     "programs"},
    {0, "\xCA\xFE\xBA\xBE"sv, "programs"},
    {0, "\xFE\xED\xFA"sv, "programs"},
    {0, "\xCF\xFA\xED\xFE"sv, "programs"},
    {0, "\0asm"sv, "programs"},
    {0, "MZ\x90\0"sv, "programs"},
    {0, "\0\1\0\0\0"sv, "fonts"},
    {0, "OTTO\0"sv, "fonts"},
    {0, "wOFF"sv, "fonts"},
    {0, "wOF2"sv, "fonts"},
    {0, "PAR1"sv, "Parquet tables"},
    {0, "\x89HDF\r\n\x1A\n"sv, "HDF5 data"},
    {0, "bplist00"sv, "binary property lists"},
};

// iWork files are ZIPs; which program wrote one is told by a member's name or the extension.
std::optional<std::string_view> iwork(std::string_view bytes, std::string_view extension) {
  constexpr size_t kDirectory = 256 << 10;
  if (bytes.substr(0, 2) != "PK") return std::nullopt;
  const auto names = [&](std::string_view name) {
    const size_t tail = bytes.size() - std::min(bytes.size(), kDirectory);
    return bytes.substr(0, kDirectory).find(name) != std::string_view::npos ||
           bytes.substr(tail).find(name) != std::string_view::npos;
  };
  const bool newer = names("Index/Document.iwa") || names("Index.zip");
  if (!newer && !names("index.apxl") && !(names("index.xml") && names("buildVersionHistory.plist")))
    return std::nullopt;
  if (names("Index/Slide") || names("index.apxl") || extension == "key")
    return "Keynote presentations";
  if (extension == "numbers") return "Numbers spreadsheets";
  if (extension == "pages") return "Pages documents";
  return "Pages documents and Numbers spreadsheets";
}

}  // namespace

std::optional<std::string> unsupported_kind(std::string_view bytes, const Request& request) {
  const auto sentence = [](std::string_view name) { return std::string(name) + " are not read"; };
  for (const Magic& magic : kMagic)
    if (bytes.size() > magic.where && bytes.substr(magic.where, magic.bytes.size()) == magic.bytes)
      return sentence(magic.name);
  constexpr std::string_view kCompound = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv;
  if (bytes.substr(0, kCompound.size()) == kCompound && !kind_of_compound(bytes, request.extension))
    return "compound files of this kind, such as Visio, Publisher and Project documents, are not "
           "read";
  if (const auto name = iwork(bytes, request.extension))
    return sentence(*name) + "; export the file as PDF";
  return std::nullopt;
}

}  // namespace oi
