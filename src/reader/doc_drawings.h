// What is drawn in an old Word document.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reader/doc_pieces.h"

namespace oi {

struct DocWordArt {
  bool in_header = false;
  std::string text;
};
// Letters that are drawn, such as the watermark of a page. Each text once.
std::vector<DocWordArt> doc_word_art(const DocHead& head, std::string_view table);
// The records of the pictures that text flows around.
std::string_view doc_pictures(const DocHead& head, std::string_view table);
// The records of the picture that stands in the text, by its place in the stream "Data".
std::string_view doc_inline_picture(std::string_view data, uint32_t at);

}  // namespace oi
