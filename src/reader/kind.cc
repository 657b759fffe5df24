// Kind by content: magic numbers first, then what only text can tell. The name's extension decides
// among kinds whose bytes look alike, such as plain text and Markdown.
#include <algorithm>
#include <array>

#include "reader/readers.h"

namespace oi {
namespace {

bool is_one_of(std::string_view extension, std::initializer_list<std::string_view> known) {
  return std::find(known.begin(), known.end(), extension) != known.end();
}

}  // namespace

Kind kind_of(std::string_view bytes, const Request& request) {
  constexpr size_t kMagicWithin = 1024;  // as all PDF programs allow
  if (bytes.substr(0, kMagicWithin).find("%PDF-") != std::string_view::npos) return Kind::Pdf;
  if (is_one_of(request.extension, {"md", "markdown", "mdown", "mkd"})) return Kind::Markdown;
  return Kind::Text;
}

}  // namespace oi
