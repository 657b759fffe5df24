// Every save appends what changed and a directory from numbers to places; the newest place of a
// number holds. The document's list names slides by those numbers, in order.

#include "reader/ppt_slides.h"

#include <algorithm>

#include "base/text.h"
#include "reader/bytes.h"

namespace oi {
namespace {

constexpr uint32_t kEncryptedToken = 0xF3D1C4DF;
constexpr size_t kMostEdits = 10'000, kMostPersists = 1 << 20, kMostSlides = 50'000;
constexpr uint16_t kSlidesInstance = 0, kMastersInstance = 1, kNotesInstance = 2;

struct ListedSlide {
  uint32_t persist = 0, id = 0;
  std::vector<PptTextPart> texts;
};

class DeckReader {
 public:
  explicit DeckReader(std::string_view stream) : stream_(stream) {}

  Result<PptDeck> read(std::string_view current_user) {
    if (u32(current_user, 12) == kEncryptedToken)
      return Error{Code::PasswordRequired, "the presentation is encrypted"};
    TRY(read_directories(u32(current_user, 16)));
    const std::string_view document = container(document_, kPptDocument);
    if (!document.empty()) read_document(document);
    if (deck_.slides.empty()) find_slides();
    return std::move(deck_);
  }

 private:
  Result<Done> read_directories(uint32_t edit) {
    PptRecord record;
    for (size_t i = 0; i < kMostEdits && ppt_record(stream_, edit, record); ++i) {
      if (record.type != kPptUserEdit) break;
      if (record.content.size() >= 32 && u32(record.content, 28) != 0)
        return Error{Code::PasswordRequired, "the presentation is encrypted"};
      if (document_ == 0) document_ = u32(record.content, 16);
      PptRecord directory;
      if (ppt_record(stream_, u32(record.content, 12), directory) &&
          directory.type == kPptPersistDirectory)
        read_directory(directory.content);
      const uint32_t before = u32(record.content, 8);
      if (before == 0 || before >= edit) break;
      edit = before;
    }
    return Done{};
  }

  void read_directory(std::string_view content) {
    for (size_t at = 0; at + 4 <= content.size();) {
      const uint32_t head = u32(content, at);
      const uint32_t first = head & 0xFFFFF, count = head >> 20;
      at += 4;
      for (uint32_t i = 0; i < count && at + 4 <= content.size(); ++i, at += 4)
        if (places_.size() < kMostPersists) places_.emplace(first + i, u32(content, at));
    }
  }

  // What the container of this number holds; empty when it is not there or another.
  std::string_view container(uint32_t persist, uint16_t type) const {
    const auto place = places_.find(persist);
    PptRecord record;
    if (place == places_.end() || !ppt_record(stream_, place->second, record)) return {};
    return record.type == type ? record.content : std::string_view();
  }

  static std::vector<ListedSlide> listed(std::string_view list) {
    std::vector<ListedSlide> slides;
    for (const PptRecord& record : ppt_children(list)) {
      if (record.type == kPptSlidePersist && slides.size() < kMostSlides)
        slides.push_back({u32(record.content, 0), u32(record.content, 12), {}});
      if (slides.empty()) continue;
      std::vector<PptTextPart>& texts = slides.back().texts;
      if (record.type == kPptTextHeader) texts.push_back({u32(record.content, 0), {}});
      if ((record.type == kPptTextChars || record.type == kPptTextBytes) && !texts.empty())
        texts.back().text += ppt_text(record);
    }
    return slides;
  }

  void read_document(std::string_view document) {
    std::vector<ListedSlide> slides;
    std::map<uint32_t, ListedSlide> notes;
    for (const PptRecord& record : ppt_children(document)) {
      if (record.type == kPptDocumentAtom) {
        constexpr float kUnitsInPoint = 8;
        deck_.width = static_cast<float>(u32(record.content, 0)) / kUnitsInPoint;
        deck_.height = static_cast<float>(u32(record.content, 4)) / kUnitsInPoint;
        constexpr float kLargest = 100'000;
        if (deck_.width > kLargest || deck_.height > kLargest) deck_.width = deck_.height = 0;
      } else if (record.type == kPptSlideList && record.instance == kSlidesInstance) {
        slides = listed(record.content);
      } else if (record.type == kPptSlideList && record.instance == kMastersInstance) {
        for (const ListedSlide& master : listed(record.content))
          masters_[master.id] = container(master.persist, kPptMainMaster);
      } else if (record.type == kPptSlideList && record.instance == kNotesInstance) {
        for (ListedSlide& one : listed(record.content))
          notes[one.id] = std::move(one);
      } else if (record.type == kPptHeadersFooters && record.instance == 3) {
        for (const PptRecord& inner : ppt_children(record.content))
          if (inner.type == kPptString) deck_.footers.push_back(ppt_text(inner));
      }
    }
    read_pictures(document);
    for (ListedSlide& slide : slides)
      add_slide(std::move(slide), notes);
  }

  void add_slide(ListedSlide&& listed, const std::map<uint32_t, ListedSlide>& notes) {
    PptSlide slide;
    slide.content = container(listed.persist, kPptSlide);
    slide.outline = std::move(listed.texts);
    if (slide.content.empty() && slide.outline.empty()) {
      ++deck_.lost;
      return;
    }
    for (const PptRecord& record : ppt_children(slide.content)) {
      if (record.type != kPptSlideAtom) continue;
      const auto master = masters_.find(u32(record.content, 12));
      if (master != masters_.end()) slide.master = master->second;
      const auto note = notes.find(u32(record.content, 16));
      if (note == notes.end()) continue;
      slide.notes = container(note->second.persist, kPptNotes);
      slide.notes_outline = note->second.texts;
    }
    deck_.slides.push_back(std::move(slide));
  }

  void read_pictures(std::string_view document) {
    PptTree tree(document);
    PptRecord record;
    while (tree.next(record)) {
      if (record.type == kPptSlideList) tree.pass();
      if (record.type != kArtStored) continue;
      if (deck_.pictures.size() < kMostSlides) deck_.pictures.push_back(u32(record.content, 28));
      tree.pass();
    }
  }

  void find_slides() {
    deck_.by_place = true;
    for (const PptRecord& record : ppt_children(stream_)) {
      if (record.type != kPptSlide || deck_.slides.size() >= kMostSlides) continue;
      PptSlide slide;
      slide.content = record.content;
      deck_.slides.push_back(std::move(slide));
    }
  }

  std::string_view stream_;
  PptDeck deck_;
  std::map<uint32_t, uint32_t> places_;
  std::map<uint32_t, std::string_view> masters_;
  uint32_t document_ = 0;
};

}  // namespace

Result<PptDeck> ppt_deck(std::string_view stream, std::string_view current_user) {
  return DeckReader(stream).read(current_user);
}

}  // namespace oi
