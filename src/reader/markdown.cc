// md4c calls back on entering and leaving blocks and for each piece of text. Text gathers in one
// leaf; when its block ends, or another block begins inside it, the leaf goes out as one run with
// the kind of block that encloses it. Markup is not in the text: an entry of a list begins with
// "- " or its number, tags are left out. A table's cells are cells.

#include <md4c.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>

#include "base/text.h"
#include "reader/readers.h"

namespace oi {
namespace {

using Break = TextRun::Break;

constexpr uint16_t kLastColumn = UINT16_MAX - 1;

struct List {
  bool ordered = false;
  unsigned next = 1;
};

// "&amp;" and "&#x12AB;" as their character; a name that is not in the table stays as written.
void append_entity(std::string& text, std::string_view entity) {
  struct Name {
    std::string_view name;
    uint32_t code;
  };
  static constexpr Name kNames[] = {
      {"amp", '&'},       {"lt", '<'},       {"gt", '>'},       {"quot", '"'},
      {"apos", '\''},     {"nbsp", 0xA0},    {"copy", 0xA9},    {"reg", 0xAE},
      {"deg", 0xB0},      {"plusmn", 0xB1},  {"micro", 0xB5},   {"times", 0xD7},
      {"middot", 0xB7},   {"ndash", 0x2013}, {"mdash", 0x2014}, {"lsquo", 0x2018},
      {"rsquo", 0x2019},  {"ldquo", 0x201C}, {"rdquo", 0x201D}, {"bull", 0x2022},
      {"hellip", 0x2026}, {"euro", 0x20AC},  {"trade", 0x2122}, {"larr", 0x2190},
      {"rarr", 0x2192},   {"le", 0x2264},    {"ge", 0x2265},    {"ne", 0x2260}};
  std::string_view name = entity.substr(1, entity.size() - 2);
  if (name.substr(0, 1) == "#") {
    name.remove_prefix(1);
    const bool hex = !name.empty() && (name[0] == 'x' || name[0] == 'X');
    if (hex) name.remove_prefix(1);
    uint32_t code = 0;
    const auto end = name.data() + name.size();
    const auto parsed = std::from_chars(name.data(), end, code, hex ? 16 : 10);
    const bool valid = parsed.ec == std::errc() && parsed.ptr == end && code != 0;
    append_code_point(text, valid ? code : 0xFFFD);
    return;
  }
  const auto* found = std::find_if(std::begin(kNames), std::end(kNames),
                                   [&](const Name& n) { return n.name == name; });
  if (found != std::end(kNames)) {
    append_code_point(text, found->code);
  } else {
    text += entity;
  }
}

// What is left of HTML without tags and comments.
std::string without_tags(std::string_view html) {
  std::string text;
  while (!html.empty()) {
    const size_t open = html.find('<');
    text += html.substr(0, open);
    if (open == std::string_view::npos) break;
    html.remove_prefix(open);
    const bool comment = html.substr(0, 4) == "<!--";
    const std::string_view closing = comment ? "-->" : ">";
    const size_t close = html.find(closing);
    if (close == std::string_view::npos) break;
    html.remove_prefix(close + closing.size());
  }
  return std::string(trim(text));
}

class Writer {
 public:
  explicit Writer(Frames& out, bool titled) : out_(out), titled_(titled) {}

  Result<Done> parse(std::string_view text);

 private:
  Result<Done> enter(MD_BLOCKTYPE type, const void* detail);
  Result<Done> leave(MD_BLOCKTYPE type);
  Result<Done> add(MD_TEXTTYPE type, std::string_view text);
  Result<Done> enter_list(List list);
  Result<Done> leave_list();
  Result<Done> end_leaf(BlockKind kind, uint8_t level = 0);
  Result<Done> end_heading();
  Result<Done> enter_table();
  Result<Done> leave_table();
  Result<Done> end_cell(bool header);
  // The kind of running text here.
  BlockKind prose() const {
    if (!lists_.empty()) return BlockKind::List;
    return quotes_ > 0 ? BlockKind::Quote : BlockKind::Paragraph;
  }

  // md4c's callbacks: anything but 0 ends the parse, with the reason in status_.
  int keep(Result<Done> outcome) {
    if (outcome.ok()) return 0;
    status_ = std::move(outcome);
    return 1;
  }
  static Writer& self(void* user) { return *static_cast<Writer*>(user); }
  static int on_enter(MD_BLOCKTYPE type, void* detail, void* user) {
    return self(user).keep(self(user).enter(type, detail));
  }
  static int on_leave(MD_BLOCKTYPE type, void*, void* user) {
    return self(user).keep(self(user).leave(type));
  }
  static int on_span(MD_SPANTYPE, void*, void*) { return 0; }
  static int on_text(MD_TEXTTYPE type, const char* text, MD_SIZE size, void* user) {
    return self(user).keep(self(user).add(type, {text, size}));
  }

  Frames& out_;
  Result<Done> status_ = Done{};
  bool titled_;
  std::string leaf_;
  std::vector<List> lists_;
  std::string mark_;           // of the list entry whose first leaf is still to come
  bool list_started_ = false;  // the outermost list has sent a leaf
  bool in_html_ = false;
  int quotes_ = 0;
  uint8_t level_ = 0;
  uint32_t row_ = 0;  // of the table
  uint16_t column_ = 0;
};

Result<Done> Writer::parse(std::string_view text) {
  MD_PARSER parser = {};
  parser.flags = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS;
  parser.enter_block = on_enter;
  parser.leave_block = on_leave;
  parser.enter_span = on_span;
  parser.leave_span = on_span;
  parser.text = on_text;
  if (text.size() > UINT32_MAX) return Error{Code::TooLarge, "Markdown over 4 GiB"};
  const int ended = md_parse(text.data(), static_cast<MD_SIZE>(text.size()), &parser, this);
  TRY(std::move(status_));
  if (ended != 0) return Error{Code::TooLarge, "the Markdown parser ran out of memory"};
  return Done{};
}

Result<Done> Writer::enter_list(List list) {
  TRY(end_leaf(prose()));
  if (lists_.empty()) list_started_ = false;
  lists_.push_back(list);
  return Done{};
}

Result<Done> Writer::leave_list() {
  TRY(end_leaf(prose()));
  lists_.pop_back();
  return Done{};
}

Result<Done> Writer::enter(MD_BLOCKTYPE type, const void* detail) {
  switch (type) {
    case MD_BLOCK_UL:
      return enter_list({});
    case MD_BLOCK_OL:
      return enter_list({true, static_cast<const MD_BLOCK_OL_DETAIL*>(detail)->start});
    case MD_BLOCK_LI: {
      TRY(end_leaf(prose()));
      List& list = lists_.back();
      mark_ = list.ordered ? std::to_string(list.next++) + ". " : "- ";
      const auto* entry = static_cast<const MD_BLOCK_LI_DETAIL*>(detail);
      if (entry->is_task) mark_ += entry->task_mark == ' ' ? "[ ] " : "[x] ";
      return Done{};
    }
    case MD_BLOCK_QUOTE:
      TRY(end_leaf(prose()));
      ++quotes_;
      return Done{};
    case MD_BLOCK_H:
      level_ = static_cast<uint8_t>(static_cast<const MD_BLOCK_H_DETAIL*>(detail)->level);
      return end_leaf(prose());
    case MD_BLOCK_HTML:
      in_html_ = true;
      return end_leaf(prose());
    case MD_BLOCK_TABLE:
      return enter_table();
    case MD_BLOCK_TR:
      column_ = 0;
      return Done{};
    case MD_BLOCK_CODE:
    case MD_BLOCK_P:
      return end_leaf(prose());
    case MD_BLOCK_DOC:
    case MD_BLOCK_HR:
    case MD_BLOCK_THEAD:
    case MD_BLOCK_TBODY:
    case MD_BLOCK_TH:
    case MD_BLOCK_TD:
      return Done{};
  }
  return Done{};
}

Result<Done> Writer::leave(MD_BLOCKTYPE type) {
  switch (type) {
    case MD_BLOCK_UL:
    case MD_BLOCK_OL:
      return leave_list();
    case MD_BLOCK_QUOTE:
      --quotes_;
      return Done{};
    case MD_BLOCK_H:
      return end_heading();
    case MD_BLOCK_CODE:
      return end_leaf(BlockKind::Code);
    case MD_BLOCK_HTML:
      in_html_ = false;
      leaf_ = without_tags(leaf_);
      return end_leaf(prose());
    case MD_BLOCK_TR:
      ++row_;
      return Done{};
    case MD_BLOCK_TH:
    case MD_BLOCK_TD:
      return end_cell(type == MD_BLOCK_TH);
    case MD_BLOCK_TABLE:
      return leave_table();
    case MD_BLOCK_LI:
    case MD_BLOCK_P:
    case MD_BLOCK_DOC:
      return end_leaf(prose());
    case MD_BLOCK_HR:
    case MD_BLOCK_THEAD:
    case MD_BLOCK_TBODY:
      return Done{};
  }
  return Done{};
}

Result<Done> Writer::add(MD_TEXTTYPE type, std::string_view text) {
  switch (type) {
    case MD_TEXT_NULLCHAR:
      leaf_ += "\xEF\xBF\xBD";
      break;
    case MD_TEXT_BR:
    case MD_TEXT_SOFTBR:
      leaf_ += '\n';
      break;
    case MD_TEXT_ENTITY:
      append_entity(leaf_, text);
      break;
    case MD_TEXT_HTML:
      if (in_html_) {
        leaf_ += text;
      } else if (text.substr(0, 3) == "<br") {
        leaf_ += '\n';
      }
      break;
    case MD_TEXT_NORMAL:
    case MD_TEXT_CODE:
    case MD_TEXT_LATEXMATH:
      leaf_ += text;
      break;
  }
  return Done{};
}

Result<Done> Writer::end_leaf(BlockKind kind, uint8_t level) {
  const size_t last = leaf_.find_last_not_of("\n ");
  leaf_.resize(last == std::string::npos ? 0 : last + 1);
  if (leaf_.empty()) return Done{};
  TextRun run;
  run.block = kind;
  run.level = level;
  run.before = Break::Paragraph;
  if (!lists_.empty()) {
    const std::string indent(2 * (lists_.size() - 1), ' ');
    run.text = indent + (mark_.empty() ? "  " : mark_);
    if (list_started_) run.before = Break::Line;
    list_started_ = true;
    mark_.clear();
  }
  run.text += leaf_;
  leaf_.clear();
  return out_.run(std::move(run));
}

Result<Done> Writer::end_heading() {
  if (!titled_ && level_ == 1) {
    titled_ = true;
    TRY(out_.title(leaf_));
  }
  return end_leaf(BlockKind::Heading, level_);
}

// Tables stand in paragraphs of their own, so never in a table; a cell that holds nothing is none.
Result<Done> Writer::enter_table() {
  TRY(end_leaf(prose()));
  row_ = 0;
  return out_.table_start("");
}

Result<Done> Writer::leave_table() {
  return out_.table_end();
}

Result<Done> Writer::end_cell(bool header) {
  std::replace(leaf_.begin(), leaf_.end(), '\n', ' ');
  TextRun run;
  run.block = BlockKind::Table;
  run.row = row_;
  run.column = column_;
  run.rows = run.columns = 1;
  run.header = header;
  run.text = trim(leaf_);
  leaf_.clear();
  if (column_ < kLastColumn) ++column_;
  return out_.run(std::move(run));
}

// A block of "key: value" lines between two lines "---" at the very top, in bytes; 0 when there is
// none.
size_t front_matter(std::string_view text) {
  constexpr size_t kLongest = 16 << 10;
  if (text.substr(0, 4) != "---\n") return 0;
  const size_t end = text.substr(0, kLongest).find("\n---\n", 3);
  if (end == std::string_view::npos || text.substr(0, end).find(':') == std::string_view::npos)
    return 0;
  return end + 5;
}

std::string title_in(std::string_view matter) {
  const std::string_view key = "\ntitle:";
  const size_t at = matter.find(key);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = matter.substr(at + key.size());
  std::string_view title = trim(rest.substr(0, rest.find('\n')));
  const bool quoted = title.size() >= 2 && title.front() == title.back() &&
                      (title.front() == '"' || title.front() == '\'');
  if (quoted) title = title.substr(1, title.size() - 2);
  return std::string(title);
}

}  // namespace

Result<Done> read_markdown(std::string_view bytes, const Request& request, Frames& out) {
  const PlainText plain = TRY(decode_text(bytes, request.limits));
  for (const Problem& problem : plain.problems)
    TRY(out.problem(problem));
  const std::string_view text = plain.text();
  const size_t matter = front_matter(text);
  const std::string title = title_in(text.substr(0, matter));
  if (!title.empty()) TRY(out.title(title));
  if (matter > 9) {  // more than the two lines of dashes
    TextRun run;
    run.block = BlockKind::Code;
    run.text = text.substr(4, matter - 9);
    TRY(out.run(std::move(run)));
  }
  return Writer(out, !title.empty()).parse(text.substr(matter));
}

}  // namespace oi
