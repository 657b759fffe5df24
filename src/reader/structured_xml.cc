// XML as it stands: no entity is expanded and nothing is fetched, so a bomb of entities is a few
// lines of text. Blocks begin at the elements that are records: the children of the root, or of an
// only child that holds all, as far down as there is one child alone.

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "reader/structured.h"

namespace oi {
namespace {

constexpr size_t kLeastBlock = 512;  // bytes; smaller records share a block

// One piece of markup.
struct Markup {
  enum Kind : uint8_t { Start, End, Alone, Other } kind = Other;
  size_t begin = 0, end = 0;
};

// The next piece at or behind `at`; its begin is the text's size when there is none.
Markup next_markup(std::string_view text, size_t at) {
  Markup markup;
  markup.begin = std::min(text.find('<', at), text.size());
  markup.end = text.size();
  if (markup.begin == text.size()) return markup;
  const std::string_view rest = text.substr(markup.begin);
  const auto until = [&](std::string_view closing, size_t from) {
    const size_t close = text.find(closing, markup.begin + from);
    if (close != std::string_view::npos) markup.end = close + closing.size();
  };
  if (rest.substr(0, 4) == "<!--") {
    until("-->", 4);
  } else if (rest.substr(0, 9) == "<![CDATA[") {
    until("]]>", 9);
  } else if (rest.substr(0, 2) == "<?") {
    until("?>", 2);
  } else if (rest.substr(0, 2) == "<!") {
    // A document type with its own declarations in brackets.
    const size_t close = text.find_first_of("[>", markup.begin);
    if (close != std::string_view::npos && text[close] == '[') {
      const size_t end = text.find("]", close);
      until(">", end == std::string_view::npos ? 0 : end - markup.begin);
    } else {
      until(">", 2);
    }
  } else {
    char quote = 0;
    size_t i = markup.begin + 1;
    for (; i < text.size(); ++i) {
      const char c = text[i];
      if (quote != 0) {
        if (c == quote) quote = 0;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '>') {
        break;
      }
    }
    markup.end = std::min(i + 1, text.size());
    const bool alone = i > markup.begin + 1 && i < text.size() && text[i - 1] == '/';
    markup.kind = rest.substr(0, 2) == "</" ? Markup::End : alone ? Markup::Alone : Markup::Start;
  }
  return markup;
}

// The depth whose elements are records: the first below the root that has more than one. 0 when
// there is none within what is looked at.
size_t record_depth(std::string_view text) {
  constexpr size_t kDeepest = 8;
  constexpr size_t kWithin = 4U << 20;
  std::vector<size_t> starts(kDeepest + 1, 0);
  size_t depth = 0;
  for (size_t at = 0; at < std::min(text.size(), kWithin);) {
    const Markup markup = next_markup(text, at);
    at = std::max(markup.end, at + 1);
    if (markup.kind == Markup::End) {
      depth -= std::min<size_t>(depth, 1);
    } else if (markup.kind == Markup::Start || markup.kind == Markup::Alone) {
      if (depth <= kDeepest) ++starts[depth];
      if (markup.kind == Markup::Start) ++depth;
    }
  }
  for (size_t i = 1; i <= kDeepest; ++i)
    if (starts[i] > 1) return i;
  return 0;
}

std::string declared_encoding(std::string_view bytes) {
  const std::string_view head = bytes.substr(0, 256);
  if (head.substr(0, 5) != "<?xml") return {};
  const std::string_view declaration = head.substr(0, head.find("?>"));
  const size_t at = declaration.find("encoding");
  if (at == std::string_view::npos) return {};
  const size_t open = declaration.find_first_of("\"'", at);
  if (open == std::string_view::npos) return {};
  const size_t close = declaration.find(declaration[open], open + 1);
  if (close == std::string_view::npos) return {};
  return std::string(declaration.substr(open + 1, close - open - 1));
}

}  // namespace

Result<Done> read_xml(std::string_view bytes, const Request& request, Frames& out) {
  const PlainText plain = TRY(decode_and_tell(bytes, request, out, declared_encoding(bytes)));
  const std::string_view text = plain.text();
  OwnText own(text, out);
  const size_t records = record_depth(text);
  size_t depth = 0, begin = 0, unclosed = 0;
  for (size_t at = 0; at < text.size();) {
    const Markup markup = next_markup(text, at);
    at = std::max(markup.end, at + 1);
    if (markup.kind == Markup::End) {
      unclosed += depth == 0 ? 1 : 0;
      depth -= std::min<size_t>(depth, 1);
      continue;
    }
    if (markup.kind == Markup::Other) continue;
    if (depth == records && records > 0 && markup.begin - begin >= kLeastBlock) {
      TRY(own.block(markup.begin, BlockKind::Code));
      begin = markup.begin;
    }
    depth += markup.kind == Markup::Start ? 1 : 0;
  }
  TRY(own.block(text.size(), BlockKind::Code));
  if (depth + unclosed == 0) return Done{};
  return out.problem(
      {"not_well_formed", "",
       std::to_string(depth + unclosed) + " tags have no partner; the text is kept as it stands"});
}

}  // namespace oi
