// Counts open tags the way a parser would, only coarser: elements that close each other do not
// count, tags inside of comments and scripts are none. Where the count passes the limit, start tags
// are left out, and as many end tags behind them.

#include <algorithm>
#include <array>
#include <cctype>

#include "reader/html_tree.h"

namespace oi {
namespace {

constexpr size_t kLongTag = 16 << 10;
constexpr size_t kMostAttributes = 300;

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool has_raw_text(std::string_view name) {
  return is_one_of(
      name, {"script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"});
}

struct Tag {
  size_t end = 0;  // behind its '>'
  std::string name;
  bool closing = false;
  bool closed = false;  // "<a/>"
  bool heavy = false;   // more attributes than a tag may have
};

bool is_letter_byte(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

// The tag at `at`, where a '<' stands; a name is empty when it is none.
Tag tag_at(std::string_view html, size_t at) {
  Tag tag;
  size_t i = at + 1;
  tag.closing = i < html.size() && html[i] == '/';
  if (tag.closing) ++i;
  if (i >= html.size() || !is_letter_byte(html[i])) return tag;
  for (; i < html.size() && html[i] != '>' && html[i] != '/' &&
         std::isspace(static_cast<unsigned char>(html[i])) == 0;
       ++i)
    if (tag.name.size() < 32)
      tag.name += static_cast<char>(std::tolower(static_cast<unsigned char>(html[i])));
  size_t attributes = 0;
  char quote = 0, last = 0;
  for (; i < html.size(); ++i) {
    const char c = html[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '>') {
      break;
    } else if ((c == '"' || c == '\'') && last == '=') {
      quote = c;
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0 || c == '/') {
      ++attributes;
    }
    if (std::isspace(static_cast<unsigned char>(c)) == 0) last = c;
  }
  tag.closed = last == '/';
  tag.end = std::min(i + 1, html.size());
  tag.heavy = attributes > kMostAttributes && tag.end - at > kLongTag / 8;
  return tag;
}

// Where the text of an element without markup inside ends, such as a script's.
size_t raw_end(std::string_view html, size_t at, std::string_view name) {
  for (size_t end = html.find("</", at); end != std::string_view::npos;
       end = html.find("</", end + 2)) {
    const std::string_view there = html.substr(end + 2, name.size());
    const bool same = there.size() == name.size() &&
                      std::equal(there.begin(), there.end(), name.begin(), [](char a, char b) {
                        return std::tolower(static_cast<unsigned char>(a)) == b;
                      });
    if (same) return end;
  }
  return html.size();
}

class Nesting {
 public:
  explicit Nesting(std::string_view html) : html_(html) {}

  ShallowHtml run() {
    size_t at = html_.find('<');
    while (at != std::string_view::npos && at < html_.size()) {
      size_t next = at + 1;
      if (html_.substr(at, 4) == "<!--") {
        const size_t end = html_.find("-->", at + 4);
        next = end == std::string_view::npos ? html_.size() : end + 3;
      } else {
        const Tag tag = tag_at(html_, at);
        if (!tag.name.empty()) next = take(tag, at);
      }
      at = html_.find('<', next);
    }
    if (shallow_.tags_left_out > 0) shallow_.text += html_.substr(copied_);
    return std::move(shallow_);
  }

 private:
  size_t take(const Tag& tag, size_t at) {
    if (tag.heavy) replace(at, tag.end, tag.closing ? "</" + tag.name + ">" : "<" + tag.name + ">");
    if (foreign_ == 0 && !tag.closing && has_raw_text(tag.name))
      return raw_end(html_, tag.end, tag.name);
    const bool foreign = is_one_of(tag.name, {"svg", "math"});
    if (!counts(tag)) return tag.end;
    if (foreign) foreign_ = tag.closing ? foreign_ - std::min<size_t>(foreign_, 1) : foreign_ + 1;
    if (!tag.closing) {
      if (depth_ < kDeepestTags) {
        ++depth_;
      } else {
        ++over_;
        replace(at, tag.end, " ");
      }
    } else if (over_ > 0) {
      --over_;
      replace(at, tag.end, " ");
    } else {
      depth_ -= std::min<size_t>(depth_, 1);
    }
    return tag.end;
  }

  bool counts(const Tag& tag) const {
    if (foreign_ > 0) return !tag.closed;
    if (has_raw_text(tag.name)) return false;
    return !is_one_of(
        tag.name, {"area",     "base",    "br",       "col",    "embed", "hr",   "img",   "input",
                   "link",     "meta",    "param",    "source", "track", "wbr",  "p",     "li",
                   "dt",       "dd",      "option",   "tr",     "td",    "th",   "tbody", "thead",
                   "tfoot",    "caption", "colgroup", "html",   "head",  "body", "frame", "keygen",
                   "basefont", "bgsound", "command",  "image"});
  }

  void replace(size_t at, size_t end, std::string_view with) {
    if (at < copied_) return;
    shallow_.text += html_.substr(copied_, at - copied_);
    shallow_.text += with;
    copied_ = end;
    ++shallow_.tags_left_out;
  }

  std::string_view html_;
  ShallowHtml shallow_;
  size_t copied_ = 0;
  size_t depth_ = 0, over_ = 0, foreign_ = 0;
};

}  // namespace

ShallowHtml shallow_html(std::string_view html) {
  return Nesting(html).run();
}

}  // namespace oi
