// A piece names a stretch of characters and where their bytes are. As every character has bytes of
// its own, there are never more of them than the stream has bytes.

#include "reader/doc_pieces.h"

#include <algorithm>

#include "base/text.h"
#include "reader/bytes.h"
#include "reader/codepage.h"

namespace oi {
namespace {

constexpr uint16_t kWord97 = 0xC1, kWord6 = 101;
constexpr uint16_t kEncrypted = 0x0100, kSecondTable = 0x0200, kHasPieces = 0x0004;

// Of the first font that is made for another script: its number says more than the language, which
// a document in Russian often gives as English.
uint32_t codepage_of_fonts(std::string_view fonts, uint32_t otherwise) {
  for (size_t at = 2; at + 5 < fonts.size(); at += size_t{u8(fonts, at)} + 1) {
    const uint32_t codepage = codepage_of_font(u8(fonts, at + 4));
    constexpr uint32_t kTerminal = 437;
    if (codepage != 0 && codepage != 1252 && codepage != kTerminal) return codepage;
  }
  return otherwise;
}

DocPlace place_at(std::string_view document, size_t at) {
  return {u32(document, at), u32(document, at + 4)};
}

struct Piece {
  uint32_t from = 0, to = 0;  // characters
  uint32_t at = 0;            // bytes
  bool wide = false;
};

// The last part of the table of pieces; what stands before it are changes of looks.
std::vector<Piece> pieces_of(const DocHead& head, std::string_view table) {
  const std::string_view all = part(table, head.pieces.at, head.pieces.size);
  size_t at = 0;
  while (at < all.size() && u8(all, at) == 1)
    at += 3 + u16(all, at + 1);
  std::vector<Piece> pieces;
  if (u8(all, at) != 2) return pieces;
  const std::string_view plc = part(all, at + 5, u32(all, at + 1));
  if (plc.size() < 16) return pieces;
  const size_t count = (plc.size() - 4) / 12;
  for (size_t i = 0; i < count; ++i) {
    Piece piece{u32(plc, i * 4), u32(plc, i * 4 + 4), u32(plc, (count + 1) * 4 + i * 8 + 2), false};
    if (!head.word6) {
      piece.wide = (piece.at & 0x40000000) == 0;
      piece.at &= 0x3FFFFFFF;
      if (!piece.wide) piece.at /= 2;
    }
    if (piece.to > piece.from) pieces.push_back(piece);
  }
  return pieces;
}

// What the bytes of a piece of one byte a character stand for.
std::array<char16_t, 256> western() {
  const Codepage codepage(1252);
  std::array<char16_t, 256> units;
  for (size_t i = 0; i < units.size(); ++i) {
    const std::string text = codepage.decode(std::string(1, static_cast<char>(i)));
    size_t at = 0;
    units[i] = text.empty() ? u'\0' : static_cast<char16_t>(next_code_point(text, at));
  }
  for (size_t i = 0; i < 0x20; ++i)
    units[i] = static_cast<char16_t>(i);
  return units;
}

}  // namespace

Result<DocHead> doc_head(std::string_view document) {
  const uint16_t mark = u16(document, 0), version = u16(document, 2), flags = u16(document, 0x0A);
  if (mark != 0xA5EC && mark != 0xA5DC)
    return Error{mark == 0xA5DB ? Code::Unsupported : Code::Corrupt,
                 mark == 0xA5DB ? "Word 2 documents are not read" : "not a Word document"};
  if ((flags & kEncrypted) != 0) return Error{Code::PasswordRequired, "the document is encrypted"};
  if (version < kWord6) return Error{Code::Unsupported, "the document is older than Word 6"};
  DocHead head;
  head.word6 = version < kWord97 - 0x20 && mark == 0xA5DC;
  const size_t lengths = head.word6 ? 0x34 : 0x4C;
  for (size_t i = 0; i < kDocParts; ++i)
    head.lengths[i] = u32(document, lengths + i * 4);
  head.text_at = u32(document, 0x18);
  if (head.word6) {
    head.codepage = u16(document, 0x14) == 256 ? 10000 : codepage_of_language(u16(document, 0x06));
    head.fonts = place_at(document, 0xD0);
    if (head.codepage == 1252)
      head.codepage =
          codepage_of_fonts(part(document, head.fonts.at, head.fonts.size), head.codepage);
    head.styles = place_at(document, 0x60);
    head.characters = place_at(document, 0xB8);
    head.paragraphs = place_at(document, 0xC0);
    if ((flags & kHasPieces) != 0) head.pieces = place_at(document, 0x160);
  } else {
    head.second_table = (flags & kSecondTable) != 0;
    head.styles = place_at(document, 0xA2);
    head.characters = place_at(document, 0xFA);
    head.paragraphs = place_at(document, 0x102);
    head.pieces = place_at(document, 0x1A2);
    head.fonts = place_at(document, 0x112);
    head.lists = place_at(document, 0x2E2);
    head.overrides = place_at(document, 0x2EA);
    head.drawings = place_at(document, 0x22A);
  }
  return head;
}

DocText doc_text(const DocHead& head, std::string_view document, std::string_view table) {
  uint64_t told = 0;
  for (const uint32_t length : head.lengths)
    told += length;
  std::vector<Piece> pieces = pieces_of(head, table);
  if (pieces.empty())
    pieces.push_back(
        {0, static_cast<uint32_t>(std::min<uint64_t>(told, UINT32_MAX)), head.text_at, false});
  const std::array<char16_t, 256> narrow = western();
  DocText text;
  for (const Piece& piece : pieces) {
    const size_t width = piece.wide ? 2 : 1;
    const std::string_view bytes =
        part(document, piece.at, uint64_t{piece.to - piece.from} * width);
    if (bytes.size() < uint64_t{piece.to - piece.from} * width) text.whole = false;
    for (size_t i = 0; i + width <= bytes.size(); i += width) {
      if (text.units.size() >= document.size()) break;
      const uint8_t byte = u8(bytes, i);
      text.units += piece.wide   ? static_cast<char16_t>(u16(bytes, i))
                    : head.word6 ? static_cast<char16_t>(byte)
                                 : narrow[byte];
      text.places.push_back(piece.at + static_cast<uint32_t>(i));
    }
  }
  text.whole = text.whole && text.units.size() >= told;
  return text;
}

}  // namespace oi
