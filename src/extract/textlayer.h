// Is a page's own text true? A PDF shows glyphs and says separately which letters they are; a
// scanner's program or a broken font may say something else than what a person sees. Cheap signs
// first (no pixels); where they raise doubt, a few lines of the page's picture are recognised and
// compared.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "extract/layout.h"
#include "models/models.h"

namespace oi {

enum class Layer : uint8_t {
  Good,     // nothing speaks against it
  Suspect,  // to be compared with the picture
  Missing,  // no text worth the name, and something to be seen: to be recognised
  Blank,    // no text and nothing drawn
};

struct LayerLook {
  Layer layer = Layer::Good;
  const char* reason = "";  // why it is suspect: "broken_character_map", "invisible_text", ...
};
LayerLook look_at_layer(const PageContent& page);

// The pages, besides the suspect ones, whose text is always compared with the picture: the first,
// and those a third and two thirds through (specification, step 2). Ascending, from 1.
std::vector<uint32_t> sampled_pages(uint32_t pages);

// A line of the page's own text, or the first part of it, and where it stands on the page, in
// points.
struct LayerLine {
  std::string text;
  Box box;
};
// Up to `most` lines spread over the page that say something: upright, several words, no formula.
std::vector<LayerLine> lines_to_compare(const PageContent& page, size_t most);

// How far the layer says what is to be seen, 0 to 1: the mean over lines of the likeness of letters
// and digits, weighted by confidence. `judged` counts the lines that the recogniser could read at
// all; with none, nothing can be said and the layer stands.
struct LayerAgreement {
  float likeness = 1;
  size_t judged = 0;
};
LayerAgreement compare(const std::vector<LayerLine>& layer,
                       const std::vector<RecognisedLine>& seen);

// Below this a layer is broken. 1 - kBroken of its letters are not what is seen.
inline constexpr float kBroken = 0.5F;
bool is_broken(const LayerAgreement& agreement);

// The recogniser's words as a page's runs: pixels become points.
std::vector<TextRun> runs_of(const RecognisedPage& recognised, const Bitmap& bitmap,
                             const PageContent& page);
// The mean confidence of the words, weighted by their length; 0 without words.
float mean_confidence(const RecognisedPage& recognised);

}  // namespace oi
