// A record says its version and instance, type and size; version 15 is a container.

#include "reader/ppt_records.h"

#include "reader/bytes.h"
#include "reader/codepage.h"

namespace oi {
namespace {

constexpr size_t kDeepest = 64;

}  // namespace

bool ppt_record(std::string_view bytes, size_t at, PptRecord& record) {
  if (at + 8 > bytes.size()) return false;
  const uint16_t first = u16(bytes, at);
  record.type = u16(bytes, at + 2);
  record.instance = first >> 4;
  record.container = (first & 15) == 15 || record.type == kPptBinaryTag;
  record.content = part(bytes, at + 8, u32(bytes, at + 4));
  return true;
}

bool PptTree::next(PptRecord& record) {
  if (!enter_.empty() && open_.size() < kDeepest) open_.push_back(enter_);
  enter_ = {};
  while (!open_.empty() && !ppt_record(open_.back(), 0, record))
    open_.pop_back();
  if (open_.empty()) return false;
  record.depth = open_.size() - 1;
  open_.back().remove_prefix(8 + record.content.size());
  if (record.container) enter_ = record.content;
  return true;
}

std::vector<PptRecord> ppt_children(std::string_view content) {
  std::vector<PptRecord> all;
  PptRecord record;
  for (size_t at = 0; ppt_record(content, at, record); at += 8 + record.content.size())
    all.push_back(record);
  return all;
}

std::string ppt_text(const PptRecord& record) {
  if (record.type != kPptTextBytes) return from_utf16(record.content);
  std::string wide;
  for (const char c : record.content)
    wide += {c, '\0'};
  return from_utf16(wide);
}

}  // namespace oi
