// Writes Word 97 documents for tests: the parts of the text, styles, and how stretches of it look.
#pragma once

#include <array>

#include "compound_writer.h"

namespace oi::test {

struct DocLook {
  size_t characters;    // how many it covers
  std::string changes;  // as the format writes them
  uint16_t style = 0;   // of paragraphs
};

struct DocWriter {
  std::array<std::string, 8> parts;  // of Western text; '\r' ends a paragraph
  std::vector<DocLook> characters, paragraphs;
  std::vector<std::string> wide_pieces;  // UTF-16, at the end of the body
  uint16_t flags = 0x0200;
  std::string fonts, lists, overrides, drawings;  // as the format writes them
  std::string style_changes;                      // of paragraphs of the first style
  std::string data;                               // the stream of pictures
  std::string native;                             // of one object of another program

  std::string file() const {
    constexpr uint32_t kTextAt = 1024;
    std::string text, wide_text;
    size_t body_wide = 0;
    for (const std::string& piece : wide_pieces) {
      wide_text += piece;
      body_wide += piece.size() / 2;
    }
    for (const std::string& part : parts)
      text += part;
    std::string document(kTextAt, '\0');
    document += text;
    const auto wide_at = static_cast<uint32_t>(document.size());
    document += wide_text;
    const uint32_t character_page = add_page(document, page(characters, kTextAt, false));
    const uint32_t paragraph_page = add_page(document, page(paragraphs, kTextAt, true));
    const uint32_t text_end = kTextAt + static_cast<uint32_t>(text.size() + wide_text.size());

    std::string table;
    const auto place = [&](size_t at, const std::string& bytes) {
      set32(document, at, static_cast<uint32_t>(table.size()));
      set32(document, at + 4, static_cast<uint32_t>(bytes.size()));
      table += bytes;
    };
    set32(document, 0, 0x00C1A5EC);
    document[0x0A] = static_cast<char>(flags & 0xFF);
    document[0x0B] = static_cast<char>(flags >> 8);
    for (size_t i = 0; i < parts.size(); ++i)
      set32(document, 0x4C + i * 4,
            static_cast<uint32_t>(parts[i].size() + (i == 0 ? body_wide : 0)));
    place(0xA2, styles());
    place(0xFA, one_page(kTextAt, text_end, character_page));
    place(0x102, one_page(kTextAt, text_end, paragraph_page));
    place(0x1A2, pieces(kTextAt, wide_at, body_wide));
    place(0x112, fonts);
    place(0x2E2, lists);
    place(0x2EA, overrides);
    place(0x22A, drawings);
    CompoundWriter writer;
    if (!data.empty()) writer.stream("Data", data);
    if (!native.empty())
      writer.stream("\1Ole10Native", native, writer.storage("_1", writer.storage("ObjectPool")));
    writer.stream("WordDocument", document);
    writer.stream("1Table", table);
    return writer.file();
  }

  // One level: where it starts, its digits, its text, in which 0 to 8 are counts.
  static std::string level(uint32_t start, int digits, const std::u16string& text) {
    std::string all;
    put32(all, start);
    all += static_cast<char>(digits);
    all += std::string(23, '\0');
    put16(all, static_cast<uint32_t>(text.size()));
    for (const char16_t unit : text)
      put16(all, unit);
    return all;
  }
  // Simple lists 100, 101... of one level each.
  static std::string simple_lists(const std::vector<std::string>& levels) {
    std::string all, behind;
    put16(all, static_cast<uint32_t>(levels.size()));
    for (size_t i = 0; i < levels.size(); ++i) {
      put32(all, static_cast<uint32_t>(100 + i));
      put32(all, 0);
      for (int style = 0; style < 9; ++style)
        put16(all, 0xFFF);
      all += std::string("\1\0", 2);
      behind += levels[i];
    }
    return all + behind;
  }
  // Overrides of these lists; `starts` says where the last one starts.
  static std::string plain_overrides(const std::vector<uint32_t>& lists, int starts = -1) {
    std::string all, behind;
    put32(all, static_cast<uint32_t>(lists.size()));
    for (size_t i = 0; i < lists.size(); ++i) {
      const bool changed = starts >= 0 && i + 1 == lists.size();
      put32(all, lists[i]);
      put32(all, 0);
      put32(all, 0);
      all += {static_cast<char>(changed ? 1 : 0), '\0', '\0', '\0'};
      put32(behind, 0xFFFFFFFF);
      if (!changed) continue;
      put32(behind, static_cast<uint32_t>(starts));
      put32(behind, 0x10);
    }
    return all + behind;
  }

  static std::string change(uint16_t number, const std::string& operand) {
    std::string all;
    put16(all, number);
    return all + operand;
  }

 private:
  static uint32_t add_page(std::string& document, const std::string& page) {
    document.resize((document.size() + 511) / 512 * 512);
    const auto number = static_cast<uint32_t>(document.size() / 512);
    document += page;
    return number;
  }

  static std::string one_page(uint32_t from, uint32_t to, uint32_t page) {
    std::string all;
    for (const uint32_t value : {from, to, page})
      put32(all, value);
    return all;
  }

  static std::string page(const std::vector<DocLook>& looks, uint32_t at, bool of_paragraphs) {
    std::string places, entries;
    size_t used = 510;
    std::string page(512, '\0');
    put32(places, at);
    for (const DocLook& look : looks) {
      at += static_cast<uint32_t>(look.characters);
      put32(places, at);
      std::string written;
      if (of_paragraphs) {
        std::string inner;
        put16(inner, look.style);
        inner += look.changes;
        if (inner.size() % 2 == 0) inner += '\0';
        written = static_cast<char>((inner.size() + 1) / 2) + inner;
      } else if (!look.changes.empty()) {
        written = static_cast<char>(look.changes.size()) + look.changes;
      }
      used = (used - written.size()) / 2 * 2;
      if (!written.empty()) page.replace(used, written.size(), written);
      entries += static_cast<char>(written.empty() ? 0 : used / 2);
      if (of_paragraphs) entries += std::string(12, '\0');
    }
    page.replace(0, places.size(), places);
    page.replace(places.size(), entries.size(), entries);
    page[511] = static_cast<char>(looks.size());
    return page;
  }

  // Style 0 is plain, 1 is Heading 1, 2 is based on it, 3 is the title.
  std::string styles() const {
    std::string all;
    put16(all, 18);
    put16(all, 4);
    put16(all, 10);
    all.resize(20);
    for (const auto& [number, base] : {std::pair{0u, 0xFFFu}, {1u, 0u}, {0xFFEu, 1u}, {62u, 0u}}) {
      const bool changed = number == 0 && !style_changes.empty();
      std::string name;
      if (changed) {
        for (const uint32_t value :
             {1u, 0x73u, 0u, static_cast<uint32_t>(style_changes.size() + 2), 0u})
          put16(name, value);
        name += style_changes;
        if (name.size() % 2 != 0) name += '\0';
      }
      put16(all, static_cast<uint32_t>(10 + name.size()));
      put16(all, number);
      put16(all, base << 4 | 1);
      all += std::string(6, '\0') + name;
    }
    return all;
  }

  std::string pieces(uint32_t text_at, uint32_t wide_at, size_t body_wide) const {
    const auto body = static_cast<uint32_t>(parts[0].size());
    uint32_t rest = 0;
    for (size_t i = 1; i < parts.size(); ++i)
      rest += static_cast<uint32_t>(parts[i].size());
    const auto wide = static_cast<uint32_t>(body_wide);
    std::string plc;
    for (const uint32_t at : {0u, body, body + wide, body + wide + rest})
      put32(plc, at);
    for (const uint32_t at :
         {text_at * 2 | 0x40000000, wide_at, (text_at + body) * 2 | 0x40000000}) {
      put16(plc, 0);
      put32(plc, at);
      put16(plc, 0);
    }
    std::string all = "\2";
    put32(all, static_cast<uint32_t>(plc.size()));
    return all + plc;
  }
};

}  // namespace oi::test
