// Drawings of old office documents, which Word, Excel and PowerPoint keep in the same records:
// stored pictures, and letters that are drawn.
#pragma once

#include <string>
#include <string_view>

#include "reader/ppt_records.h"
#include "reader/readers.h"

namespace oi {

// What the list of a shape's properties says.
struct ArtProperties {
  std::string word_art;
  uint32_t picture = 0;  // counted from 1
  bool table = false;    // the group is a table
};
void read_art_properties(const PptRecord& record, ArtProperties& into);

// Sends pictures, each with the next number, and counts those that nobody can read.
class ArtPictures {
 public:
  explicit ArtPictures(Frames& out) : out_(out) {}
  // A stored picture: a head, one or two digests, a mark, then the picture as a file would have it.
  // Other records are passed over.
  Result<Done> send(const PptRecord& stored);
  // Every picture inside of these records that is stored there, or in `delayed`, where the store
  // says so.
  Result<Done> send_store(std::string_view records, std::string_view delayed);
  Result<Done> tell();
  uint32_t count() const { return count_; }

 private:
  Frames& out_;
  uint32_t count_ = 0, drawings_ = 0;
};

}  // namespace oi
