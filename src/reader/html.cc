// HTML as people see it. The character set is the mark's, else what stands outside of the page (a
// mail's header), else what the page declares in its first bytes, else a guess.

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "reader/html_tree.h"
#include "reader/html_walk.h"
#include "reader/readers.h"

namespace oi {
namespace {

std::string lower(std::string_view text) {
  std::string low(text);
  std::transform(low.begin(), low.end(), low.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return low;
}

// The word behind `name` and "=": charset=utf-8, encoding="utf-8".
std::string word_behind(std::string_view head, std::string_view name) {
  size_t at = head.find(name);
  if (at == std::string_view::npos) return {};
  at = head.find_first_not_of(" \t\r\n", at + name.size());
  if (at == std::string_view::npos || head[at] != '=') return {};
  at = head.find_first_not_of(" \t\r\n\"'", at + 1);
  if (at == std::string_view::npos) return {};
  return std::string(head.substr(at, head.substr(at, 60).find_first_of(" \t\r\n\"';/>?")));
}

std::string declared_charset(std::string_view bytes) {
  constexpr size_t kWithin = 8192;
  const std::string head = lower(bytes.substr(0, kWithin));
  if (head.compare(0, 5, "<?xml") == 0) {
    const std::string_view declaration = std::string_view(head).substr(0, head.find("?>"));
    const std::string told = word_behind(declaration, "encoding");
    if (!told.empty()) return told;
  }
  for (size_t meta = head.find("<meta"); meta != std::string::npos;
       meta = head.find("<meta", meta + 5)) {
    const std::string_view rest = std::string_view(head).substr(meta);
    const std::string told = word_behind(rest.substr(0, rest.find('>')), "charset");
    if (!told.empty()) return told;
  }
  return {};
}

Result<Done> send(const HtmlPart& part, Frames& out, uint64_t& sent) {
  const std::string declared =
      part.charset.empty() ? declared_charset(part.bytes) : std::string(part.charset);
  const PlainText plain = TRY(decode_text(part.bytes, out.limits(), declared));
  for (const Problem& problem : plain.problems)
    TRY(out.problem(problem));
  const ShallowHtml shallow = shallow_html(plain.text());
  if (shallow.tags_left_out > 0)
    TRY(out.problem({"nested_too_deep", "",
                     std::to_string(shallow.tags_left_out) +
                         " tags nest too deep or carry too much and were passed over; the text in "
                         "them is kept"}));
  HtmlTree tree;
  const GumboNode* document =
      TRY(tree.parse(shallow.tags_left_out > 0 ? std::string_view(shallow.text) : plain.text()));
  return send_page(document, part.titled, out, sent);
}

}  // namespace

Result<Done> send_html(const HtmlPart& part, Frames& out) {
  uint64_t sent = 0;
  return send(part, out, sent);
}

Result<Done> read_html(std::string_view bytes, const Request&, Frames& out) {
  uint64_t sent = 0;
  TRY(send({bytes}, out, sent));
  if (sent == 0) return Error{Code::Empty, "the page shows no text"};
  return Done{};
}

}  // namespace oi
