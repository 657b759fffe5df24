// The records of an old presentation: trees of containers and atoms, walked without recursion.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace oi {

enum PptType : uint16_t {
  kPptDocument = 0x03E8,
  kPptDocumentAtom = 0x03E9,
  kPptSlide = 0x03EE,
  kPptSlideAtom = 0x03EF,
  kPptNotes = 0x03F0,
  kPptSlidePersist = 0x03F3,
  kPptMainMaster = 0x03F8,
  kPptNewPlaceholder = 0x0420,
  kPptPlaceholder = 0x0BC3,
  kPptOutlineText = 0x0F9E,
  kPptTextHeader = 0x0F9F,
  kPptTextChars = 0x0FA0,
  kPptTextBytes = 0x0FA8,
  kPptString = 0x0FBA,
  kPptHeadersFooters = 0x0FD9,
  kPptSlideList = 0x0FF0,
  kPptUserEdit = 0x0FF5,
  kPptBinaryTag = 0x138B,
  kPptPersistDirectory = 0x1772,
  kPptComment = 0x2EE0,
  kArtStore = 0xF001,
  kArtGroup = 0xF003,
  kArtShape = 0xF004,
  kArtStored = 0xF007,
  kArtProperties = 0xF00B,
  kArtTextBox = 0xF00D,
  kArtInGroup = 0xF00F,
  kArtMoreProperties = 0xF122,
};

struct PptRecord {
  uint16_t type = 0;
  uint16_t instance = 0;
  bool container = false;
  std::string_view content;
  size_t depth = 0;  // of containers around it, in the tree that is walked
};

// The record that begins at `at`; false where none does.
bool ppt_record(std::string_view bytes, size_t at, PptRecord& record);
// Every record inside, in order, containers before what they hold. Deeper than any presentation
// goes, nothing is opened.
class PptTree {
 public:
  explicit PptTree(std::string_view content) { open_.push_back(content); }
  bool next(PptRecord& record);
  // Passes over what the container that came last holds.
  void pass() { enter_ = {}; }

 private:
  std::vector<std::string_view> open_;
  std::string_view enter_;
};
// The records directly inside.
std::vector<PptRecord> ppt_children(std::string_view content);

// A text atom's or string's text; paragraphs end with "\r", lines with a vertical tab.
std::string ppt_text(const PptRecord& record);

}  // namespace oi
