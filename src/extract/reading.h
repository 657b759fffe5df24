// One reader's messages on their way to one document: pages of words go to Pages, text in reading
// order to the Assembly, pictures to the recogniser, sound to the transcriber, files inside to
// whoever reads them.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/file.h"
#include "extract/assembly.h"
#include "extract/pages.h"
#include "extract/speech.h"
#include "extract/wire.h"

namespace oi {

// What a Reading needs of others. All may be absent.
struct ReadingTools {
  GiveRecogniser recogniser;
  std::function<Result<Transcriber*>()> transcriber;
  Render render;
  // Makes room for a file inside, and takes it when it is whole. An error of `take_member` ends the
  // reading.
  std::function<Result<Descriptor>()> make_room;
  std::function<Result<Done>(const std::string& name, Descriptor&& file)> take_member;
};

class Reading {
 public:
  Reading(ReadingTools tools, const Job& job);

  Result<Done> take(WireMessage&& message);
  // Fills all of the document that is the text's. Problems are in the order of their places.
  Result<Done> finish(Document& document);

  Kind kind() const { return kind_; }
  // Said of the document by others, such as a member that could not be read.
  void add(Problem problem) { problems_.push_back(std::move(problem)); }

 private:
  bool has_page_words() const { return kind_ == Kind::Pdf || kind_ == Kind::Image; }
  Result<Done> take_page_message(WireMessage&& message);
  Result<Done> take_rows(const BitmapRows& rows);
  Result<Done> take_bitmap();
  Result<RecognisedPage> recognise(Recogniser& recogniser);
  Result<Done> take_samples(const SamplesTold& sound);
  Result<Done> take_child_end(const ChildEnd& end);

  ReadingTools tools_;
  const Job& job_;
  Kind kind_ = Kind::Text;
  std::string title_;
  Assembly assembly_;
  Pages pages_;
  std::optional<Speech> speech_;
  bool speechless_ = false;  // there is sound, and no transcriber
  std::vector<Problem> problems_;
  Counts dropped_;  // said between pages of words
  BitmapStart bitmap_start_;
  Bitmap bitmap_;
  uint32_t pictures_unread_ = 0;
  // What was read in pictures inside, by the digest of their pixels: slides repeat their logos.
  std::map<std::string, RecognisedPage> pictures_;
  std::string member_name_;
  Descriptor member_;
};

}  // namespace oi
