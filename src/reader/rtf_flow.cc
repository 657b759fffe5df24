// A row is kept until its end. Deleted text inside of a table is counted as dropped, since a cell
// holds nothing but its own text.

#include "reader/rtf_flow.h"

#include "base/text.h"

namespace oi {

using Break = TextRun::Break;

void RtfFlow::text(std::string_view text, const RtfLook& look) {
  if (text.empty()) return;
  if (segments_.empty() || !(segments_.back().look == look)) segments_.push_back({{}, look});
  segments_.back().text += text;
}

void RtfFlow::into_cell() {
  if (cells_.empty()) cells_.push_back({});
  row_open_ = true;
  std::string text;
  for (const Segment& segment : segments_) {
    if (segment.look.deleted) {
      deleted_in_tables_ += code_points(segment.text);
    } else {
      text += segment.text;
    }
  }
  segments_.clear();
  if (!trim(text).empty()) cells_.back().push_back(std::string(trim(text)));
}

Result<Done> RtfFlow::paragraph_end(const RtfParagraph& paragraph) {
  if (paragraph.in_table) {
    into_cell();
    return Done{};
  }
  TRY(end_table());
  std::string whole;
  for (const Segment& segment : segments_)
    whole += segment.text;
  const std::vector<Segment> segments = std::move(segments_);
  segments_.clear();
  bool first = true;
  for (size_t i = 0; i < segments.size() && !trim(whole).empty(); ++i) {
    TextRun run;
    run.text = segments[i].text;
    run.before = first ? Break::Paragraph : Break::None;
    run.block = paragraph.heading > 0 ? BlockKind::Heading
                : paragraph.list      ? BlockKind::List
                                      : BlockKind::Paragraph;
    run.level = paragraph.heading;
    if (segments[i].look.deleted) {
      run.block = BlockKind::Deleted;
      run.level = 0;
    }
    run.hidden = segments[i].look.hidden;
    run.bold = segments[i].look.bold;
    run.italic = segments[i].look.italic;
    TRY(out_.run(std::move(run)));
    first = false;
    said_something_ = true;
  }
  return send_asides();
}

Result<Done> RtfFlow::cell_end() {
  into_cell();
  constexpr size_t kMostCells = 1000;
  if (cells_.size() < kMostCells) cells_.push_back({});
  return Done{};
}

Result<Done> RtfFlow::row_end() {
  if (!segments_.empty()) into_cell();
  bool any = false;
  for (size_t i = 0; i < cells_.size(); ++i) {
    for (const std::string& text : cells_[i]) {
      if (!in_table_) TRY(out_.table_start(""));
      in_table_ = true;
      TextRun run;
      run.text = text;
      run.before = any ? Break::Space : Break::Line;
      run.row = row_;
      run.column = static_cast<uint16_t>(i);
      run.header = header_row_;
      TRY(out_.run(std::move(run)));
      any = said_something_ = true;
    }
  }
  ++row_;
  cells_.clear();
  row_open_ = false;
  return Done{};
}

Result<Done> RtfFlow::end_table() {
  if (row_open_) {
    std::vector<Segment> waiting = std::move(segments_);
    segments_.clear();
    TRY(row_end());
    segments_ = std::move(waiting);
  }
  row_ = 0;
  if (deleted_in_tables_ > 0) TRY(out_.dropped("deleted_text", deleted_in_tables_));
  deleted_in_tables_ = 0;
  if (!in_table_) return Done{};
  in_table_ = false;
  TRY(out_.table_end());
  return send_asides();
}

void RtfFlow::aside(BlockKind kind, std::string text) {
  if (trim(text).empty()) return;
  if (kind != BlockKind::Furniture) {
    asides_.push_back({kind, std::move(text)});
  } else if (furniture_seen_.insert(text).second) {
    furniture_.push_back(std::move(text));
  }
}

Result<Done> RtfFlow::send_asides() {
  const std::vector<Aside> asides = std::move(asides_);
  asides_.clear();
  for (const Aside& one : asides)
    TRY(send(one.kind, one.text));
  return Done{};
}

Result<Done> RtfFlow::send(BlockKind kind, std::string text) {
  TextRun run;
  run.text = trim(text);
  run.before = Break::Paragraph;
  run.block = kind;
  said_something_ = true;
  return out_.run(std::move(run));
}

Result<Done> RtfFlow::finish() {
  TRY(paragraph_end({}));
  for (const std::string& text : furniture_)
    TRY(send(BlockKind::Furniture, text));
  return Done{};
}

}  // namespace oi
