// Rich text: groups that inherit their state from those around them. A group's first word says
// where its text goes; groups that no reader needs to know begin with "\*" and are passed over.
// The state of groups is kept on a stack of bounded depth.

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <memory>

#include "base/text.h"
#include "reader/bytes.h"
#include "reader/codepage.h"
#include "reader/readers.h"
#include "reader/rtf.h"
#include "reader/rtf_flow.h"
#include "reader/rtf_tokens.h"

namespace oi {
namespace {

constexpr size_t kDeepest = 10'000;

// Where a group's text goes.
enum class Place : uint8_t {
  Body,
  Skip,
  Fonts,
  Styles,
  Title,
  Author,       // of the remark that follows
  Instruction,  // what a field is made from
  Aside,        // a note, remark, text box or running head
};

struct Group {
  Place place = Place::Body;
  BlockKind aside = BlockKind::Footnote;
  bool opens_aside = false;           // what it gathered is told when it closes
  bool starred = false;               // "\*" came first
  bool html_only = false;             // what only repeats the HTML that the text was made from
  Place before_choice = Place::Body;  // outside of \upr
  uint32_t unicode_skip = 1;
  int32_t font = -1;
  RtfLook look;
  uint8_t heading = 0;
  bool list = false, in_table = false;
};

bool is_any(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_skipped(std::string_view word) {
  return is_any(
      word,
      {"colortbl",  "pict",    "nonshppict", "template",      "tc",        "xe",
       "rxe",       "filetbl", "falt",       "panose",        "sn",        "sv",
       "listtable", "revtbl",  "author",     "operator",      "creatim",   "revtim",
       "printim",   "buptim",  "doccomm",    "keywords",      "subject",   "category",
       "manager",   "company", "hlinkbase",  "comment",       "objdata",   "objclass",
       "objname",   "fname",   "themedata",  "datafield",     "shprslt",   "do",
       "atnid",     "atntime", "atnref",     "atnparent",     "atndate",   "private",
       "ftnsep",    "ftnsepc", "ftncn",      "aftnsep",       "aftnsepc",  "aftncn",
       "bkmkstart", "bkmkend", "generator",  "rsidtbl",       "userprops", "listoverridetable",
       "txe",       "fontemb", "fontfile",   "nesttableprops"});
}

// Words that stand for a character.
char32_t character_of(std::string_view word) {
  struct Row {
    std::string_view word;
    char32_t c;
  };
  static constexpr Row kRows[] = {{"tab", '\t'},         {"emdash", 0x2014},  {"endash", 0x2013},
                                  {"lquote", 0x2018},    {"rquote", 0x2019},  {"ldblquote", 0x201C},
                                  {"rdblquote", 0x201D}, {"bullet", 0x2022},  {"emspace", 0x2003},
                                  {"enspace", 0x2002},   {"qmspace", 0x2005}, {"line", '\n'},
                                  {"lbr", '\n'},         {"nestcell", '\t'},  {"nestrow", '\n'}};
  for (const Row& row : kRows)
    if (row.word == word) return row.c;
  return 0;
}

uint8_t heading_of_name(std::string_view name) {
  std::string low(trim(name));
  std::transform(low.begin(), low.end(), low.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (low == "title") return 1;
  if (low.substr(0, 8) != "heading " || low.size() != 9) return 0;
  const int level = low[8] - '0';
  return level >= 1 && level <= 9 ? static_cast<uint8_t>(std::min(level, 6)) : 0;
}

class RtfReader {
 public:
  RtfReader(std::string_view bytes, bool titled, Frames& out)
      : tokens_(bytes), out_(out), flow_(out), title_sent_(titled) {}

  Result<Done> read() {
    groups_.push_back({});
    for (;;) {
      const RtfToken token = tokens_.next();
      if (token.kind == RtfToken::Kind::End) break;
      TRY(take(token));
      if (closed_) break;
    }
    flush();
    TRY(flow_.finish());
    TRY(out_.dropped("field_code", instruction_));
    if (!closed_) TRY(out_.problem({"file_cut_short", "", "the file ends inside of a group"}));
    if (too_deep_ > 0)
      TRY(out_.problem({"nested_too_deep", "",
                        "groups nest too deep; looks in them may be wrong, their text is kept"}));
    return Done{};
  }

  bool said_something() const { return flow_.said_something(); }

 private:
  using TokenKind = RtfToken::Kind;

  Group& group() { return groups_.back(); }

  Result<Done> take(const RtfToken& token) {
    switch (token.kind) {
      case TokenKind::Open:
        flush();
        skip_left_ = 0;
        if (groups_.size() >= kDeepest) {
          ++too_deep_;
          ++folded_;
          return Done{};
        }
        groups_.push_back(group());
        group().opens_aside = group().starred = false;
        fresh_ = true;
        return Done{};
      case TokenKind::Close:
        return close();
      case TokenKind::Word:
        return word(token);
      case TokenKind::Symbol:
        return symbol(token.word[0]);
      case TokenKind::Hex:
      case TokenKind::Byte:
        fresh_ = false;
        if (skip_left_ > 0) {
          --skip_left_;
          return Done{};
        }
        bytes_ += static_cast<char>(token.number);
        return Done{};
      case TokenKind::End:
        return Done{};
    }
    return Done{};
  }

  Result<Done> close() {
    flush();
    skip_left_ = 0;
    if (folded_ > 0) {
      --folded_;
      return Done{};
    }
    const Group closing = group();
    if (closing.opens_aside) flow_.aside(closing.aside, take_aside());
    const bool titled = closing.place == Place::Title;
    if (groups_.size() > 1) groups_.pop_back();
    closed_ = groups_.size() <= 1;
    if (titled && group().place != Place::Title) {
      if (!title_sent_) TRY(out_.title(title_));
      title_sent_ = true;
    }
    return Done{};
  }

  std::string take_aside() {
    std::string text = std::move(aside_);
    aside_.clear();
    if (!author_.empty() && group().aside == BlockKind::Comment) text = author_ + ": " + text;
    if (group().aside == BlockKind::Comment) author_.clear();
    return text;
  }

  // --- Characters

  uint32_t codepage() const {
    const Group& now = groups_.back();
    if (now.place == Place::Title) return ansi_;
    const auto font = fonts_.find(now.font >= 0 ? now.font : default_font_);
    const bool own = font != fonts_.end() && font->second != 0;
    return own ? font->second : ansi_;
  }

  const Codepage& decoder(uint32_t number) {
    std::unique_ptr<Codepage>& one = decoders_[number];
    if (!one) one = std::make_unique<Codepage>(number);
    return *one;
  }

  // Bytes are decoded together, since a character may have two of them.
  void flush() {
    if (!bytes_.empty()) {
      const std::string bytes = std::move(bytes_);
      bytes_.clear();
      put(decoder(codepage()).decode(bytes));
    }
    if (half_pair_ != 0) put("\uFFFD");
    half_pair_ = 0;
  }

  void put(std::string_view text) {
    const Group& now = group();
    if (now.html_only) return;
    switch (now.place) {
      case Place::Body:
        flow_.text(text, now.look);
        break;
      case Place::Styles:
        style_name_ += text;
        if (style_name_.find(';') != std::string::npos) end_style();
        break;
      case Place::Title:
        title_ += text;
        break;
      case Place::Author:
        author_ += text;
        break;
      case Place::Instruction:
        instruction_ += code_points(text);
        break;
      case Place::Aside:
        if (!now.look.hidden && !now.look.deleted) aside_ += text;
        break;
      case Place::Skip:
      case Place::Fonts:
        break;
    }
  }

  void put_character(char32_t c) {
    flush();
    std::string text;
    append_code_point(text, c);
    put(text);
  }

  void unicode(int32_t number) {
    const auto unit = static_cast<char16_t>(number & 0xFFFF);
    const char16_t first = half_pair_;
    half_pair_ = 0;
    flush();
    if (unit >= 0xD800 && unit < 0xDC00) {
      if (first != 0) put("\uFFFD");
      half_pair_ = unit;
    } else if (unit >= 0xDC00 && unit < 0xE000 && first != 0) {
      put_character(0x10000 + (static_cast<char32_t>(first - 0xD800) << 10) + (unit - 0xDC00u));
    } else {
      if (first != 0) put("\uFFFD");
      const bool bullet = unit == 0xF0B7 || unit == 0xF0A7;
      put_character(bullet ? U'\u2022' : unit);
    }
    skip_left_ = group().unicode_skip;
  }

  Result<Done> symbol(char c) {
    const bool escaped = c == '{' || c == '}' || c == '\\';
    if (skip_left_ > 0 && c != '*') {
      --skip_left_;
      return Done{};
    }
    if (escaped) {
      bytes_ += c;
    } else if (c == '*') {
      group().starred = true;
      return Done{};
    } else if (c == '~') {
      put_character(0xA0);
    } else if (c == '_') {
      put_character(0x2011);
    } else if (c == '\r' || c == '\n') {
      return paragraph_end();
    }
    fresh_ = false;
    return Done{};
  }

  // --- Words

  Result<Done> word(const RtfToken& token) {
    const std::string_view name = token.word;
    if (name == "u") {
      fresh_ = false;
      unicode(token.number);
      return Done{};
    }
    if (skip_left_ > 0 && name != "bin") --skip_left_;
    flush();
    if (name == "bin") {
      tokens_.pass(static_cast<size_t>(std::max(token.number, 0)));
      return Done{};
    }
    const bool first = fresh_;
    fresh_ = false;
    if (destination(name, first)) return Done{};
    Group& now = group();
    if (now.place == Place::Fonts) {
      font_word(token);
    } else if (now.place == Place::Styles) {
      if (name == "s") style_ = token.number;
      if (name == "outlinelevel") style_level_ = level_of(token.number);
    } else {
      return text_word(token);
    }
    return Done{};
  }

  static uint8_t level_of(int32_t outline) {
    return outline >= 0 && outline < 9 ? static_cast<uint8_t>(std::min(outline + 1, 6)) : 0;
  }

  void open_aside(BlockKind kind) {
    Group& now = group();
    if (now.place != Place::Aside) now.opens_aside = true;
    now.place = Place::Aside;
    now.aside = now.opens_aside ? kind : now.aside;
    now.look = {};
  }

  // Does this word send the group's text somewhere else?
  bool destination(std::string_view name, bool first) {
    Group& now = group();
    if (name == "ud" && now.place == Place::Skip) {
      now.place = now.before_choice;
      return true;
    }
    if (name == "shptxt" && now.place != Place::Aside) {
      open_aside(BlockKind::Paragraph);
      return true;
    }
    if (name == "title" && in_info_ && now.place == Place::Skip) {
      now.place = Place::Title;
      return true;
    }
    if (now.place == Place::Skip) return true;
    if (name == "upr") {
      now.before_choice = now.place;
      now.place = Place::Skip;
    } else if (name == "fonttbl") {
      now.place = Place::Fonts;
    } else if (name == "stylesheet") {
      now.place = Place::Styles;
    } else if (name == "info") {
      now.place = Place::Skip;
      in_info_ = true;
    } else if (name == "atnauthor") {
      now.place = Place::Author;
    } else if (name == "fldinst") {
      now.place = Place::Instruction;
    } else if (name == "footnote") {
      open_aside(BlockKind::Footnote);
    } else if (name == "annotation") {
      open_aside(BlockKind::Comment);
    } else if (is_any(name, {"header", "headerl", "headerr", "headerf", "footer", "footerl",
                             "footerr", "footerf"})) {
      open_aside(BlockKind::Furniture);
    } else if (is_skipped(name) && first) {
      now.place = Place::Skip;
    } else if (now.starred && first) {
      const bool known =
          is_any(name, {"shppict", "listtext", "pntext", "cs", "ds", "ts", "expandedcolortbl"});
      if (known) return false;
      now.place = Place::Skip;
    } else {
      return false;
    }
    return true;
  }

  void font_word(const RtfToken& token) {
    constexpr size_t kMostFonts = 10'000;
    if (token.word == "f" && fonts_.size() < kMostFonts) {
      font_defined_ = token.number;
      fonts_.emplace(token.number, 0);
    } else if (token.word == "fcharset") {
      fonts_[font_defined_] = codepage_of_font(static_cast<uint32_t>(token.number));
    } else if (token.word == "cpg") {
      fonts_[font_defined_] = static_cast<uint32_t>(token.number);
    }
  }

  void end_style() {
    const std::string name = style_name_.substr(0, style_name_.find(';'));
    const uint8_t named = heading_of_name(name);
    const uint8_t level = named > 0 ? named : style_level_;
    constexpr size_t kMostStyles = 10'000;
    if (level > 0 && styles_.size() < kMostStyles) styles_[style_] = level;
    style_name_.clear();
    style_ = 0;
    style_level_ = 0;
  }

  Result<Done> text_word(const RtfToken& token) {
    const std::string_view name = token.word;
    Group& now = group();
    const bool on = !token.has_number || token.number != 0;
    if (const char32_t c = character_of(name)) {
      put_character(c);
    } else if (is_any(name, {"par", "sect", "page", "column"})) {
      return paragraph_end();
    } else if (name == "cell" || name == "row") {
      if (now.place != Place::Body) {
        put(name == "cell" ? "\t" : "\n");
      } else {
        return name == "cell" ? flow_.cell_end() : flow_.row_end();
      }
    } else if (name == "trowd") {
      flow_.row_begin();
    } else if (name == "trhdr") {
      flow_.row_is_header();
    } else if (name == "pard") {
      now.heading = 0;
      now.list = now.in_table = false;
    } else if (name == "plain") {
      now.look = {};
      now.font = -1;
    } else if (name == "intbl") {
      now.in_table = on;
    } else if (name == "s") {
      const auto style = styles_.find(token.number);
      now.heading = style == styles_.end() ? 0 : style->second;
    } else if (name == "outlinelevel") {
      now.heading = level_of(token.number);
    } else if (name == "ls") {
      now.list = token.number > 0;
    } else if ((name == "pntext" || name == "listtext") && groups_.size() > 1) {
      groups_[groups_.size() - 2].list = true;
    } else {
      character_word(token, on);
    }
    return Done{};
  }

  void character_word(const RtfToken& token, bool on) {
    const std::string_view name = token.word;
    Group& now = group();
    if (name == "f") {
      now.font = token.number;
    } else if (name == "b") {
      now.look.bold = on;
    } else if (name == "i") {
      now.look.italic = on;
    } else if (name == "v") {
      now.look.hidden = on;
    } else if (name == "deleted") {
      now.look.deleted = on;
    } else if (name == "uc") {
      now.unicode_skip = static_cast<uint32_t>(std::clamp(token.number, 0, 64));
    } else if (name == "deff") {
      default_font_ = token.number;
    } else if (name == "ansicpg" && token.number > 0) {
      ansi_ = static_cast<uint32_t>(token.number);
    } else if (name == "mac") {
      ansi_ = 10000;
    } else if (name == "pc") {
      ansi_ = 437;
    } else if (name == "pca") {
      ansi_ = 850;
    } else if (name == "htmlrtf") {
      now.html_only = on;
    }
  }

  Result<Done> paragraph_end() {
    const Group& now = group();
    if (now.place == Place::Aside) aside_ += '\n';
    if (now.place != Place::Body || now.html_only) return Done{};
    return flow_.paragraph_end({now.heading, now.list, now.in_table});
  }

  RtfTokens tokens_;
  Frames& out_;
  RtfFlow flow_;
  std::vector<Group> groups_;
  std::map<int32_t, uint32_t> fonts_;
  std::map<int32_t, uint8_t> styles_;
  std::map<uint32_t, std::unique_ptr<Codepage>> decoders_;
  std::string bytes_, aside_, author_, title_, style_name_;
  int32_t font_defined_ = 0, default_font_ = 0, style_ = 0;
  uint8_t style_level_ = 0;
  uint32_t ansi_ = 1252, skip_left_ = 0;
  char16_t half_pair_ = 0;
  uint64_t instruction_ = 0, too_deep_ = 0, folded_ = 0;
  bool fresh_ = false, closed_ = false, in_info_ = false, title_sent_;
};

}  // namespace

Result<Done> send_rtf(std::string_view bytes, bool titled, Frames& out) {
  const size_t begin = bytes.find("{\\rtf");
  constexpr size_t kWithin = 1024;
  if (begin == std::string_view::npos || begin > kWithin)
    return Error{Code::Corrupt, "not rich text"};
  RtfReader reader(bytes.substr(begin), titled, out);
  TRY(reader.read());
  if (!reader.said_something()) return Error{Code::Empty, "the document holds no text"};
  return Done{};
}

Result<Done> read_rtf(std::string_view bytes, const Request&, Frames& out) {
  return send_rtf(bytes, false, out);
}

}  // namespace oi
