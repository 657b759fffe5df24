// What single elements say: names, blocks, what is hidden, what is furniture of a page.

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "reader/html_walk.h"

namespace oi {
namespace {

std::string lower(std::string_view text) {
  std::string low(text);
  std::transform(low.begin(), low.end(), low.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return low;
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool has_word(std::string_view list, std::initializer_list<std::string_view> words) {
  for (const std::string_view word : split(list, ' '))
    if (is_one_of(word, words)) return true;
  return false;
}

// "cookie-consent" and its like, by name alone.
bool is_cookie_banner(std::string_view names) {
  if (names.find("gdpr") != std::string_view::npos) return true;
  if (names.find("cookie") == std::string_view::npos) return false;
  for (const std::string_view part :
       {"banner", "consent", "notice", "bar", "modal", "popup", "law"})
    if (names.find(part) != std::string_view::npos) return true;
  return false;
}

bool is_space_byte(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

}  // namespace

void append_collapsed(std::string& leaf, std::string_view text) {
  for (const char c : text) {
    if (!is_space_byte(c)) {
      leaf += c;
    } else if (!leaf.empty() && leaf.back() != ' ' && leaf.back() != '\n') {
      leaf += ' ';
    }
  }
}

std::string_view attribute(const GumboNode* element, const char* name) {
  const GumboAttribute* found = gumbo_get_attribute(&element->v.element.attributes, name);
  return found == nullptr ? std::string_view() : std::string_view(found->value);
}

std::string element_name(const GumboNode* element) {
  if (element->v.element.tag != GUMBO_TAG_UNKNOWN)
    return gumbo_normalized_tagname(element->v.element.tag);
  GumboStringPiece name = element->v.element.original_tag;
  gumbo_tag_from_original_text(&name);
  return name.data == nullptr ? std::string() : lower({name.data, name.length});
}

bool is_block(GumboTag tag) {
  switch (static_cast<int>(tag)) {
    case GUMBO_TAG_ADDRESS:
    case GUMBO_TAG_ARTICLE:
    case GUMBO_TAG_ASIDE:
    case GUMBO_TAG_BLOCKQUOTE:
    case GUMBO_TAG_BODY:
    case GUMBO_TAG_CAPTION:
    case GUMBO_TAG_CENTER:
    case GUMBO_TAG_DD:
    case GUMBO_TAG_DETAILS:
    case GUMBO_TAG_DIR:
    case GUMBO_TAG_DIV:
    case GUMBO_TAG_DL:
    case GUMBO_TAG_DT:
    case GUMBO_TAG_FIELDSET:
    case GUMBO_TAG_FIGCAPTION:
    case GUMBO_TAG_FIGURE:
    case GUMBO_TAG_FOOTER:
    case GUMBO_TAG_FORM:
    case GUMBO_TAG_FRAMESET:
    case GUMBO_TAG_H1:
    case GUMBO_TAG_H2:
    case GUMBO_TAG_H3:
    case GUMBO_TAG_H4:
    case GUMBO_TAG_H5:
    case GUMBO_TAG_H6:
    case GUMBO_TAG_HEADER:
    case GUMBO_TAG_HGROUP:
    case GUMBO_TAG_HR:
    case GUMBO_TAG_HTML:
    case GUMBO_TAG_LEGEND:
    case GUMBO_TAG_LI:
    case GUMBO_TAG_LISTING:
    case GUMBO_TAG_MAIN:
    case GUMBO_TAG_MENU:
    case GUMBO_TAG_NAV:
    case GUMBO_TAG_OL:
    case GUMBO_TAG_OPTGROUP:
    case GUMBO_TAG_OPTION:
    case GUMBO_TAG_P:
    case GUMBO_TAG_PLAINTEXT:
    case GUMBO_TAG_PRE:
    case GUMBO_TAG_SECTION:
    case GUMBO_TAG_SELECT:
    case GUMBO_TAG_SUMMARY:
    case GUMBO_TAG_TABLE:
    case GUMBO_TAG_TBODY:
    case GUMBO_TAG_TD:
    case GUMBO_TAG_TEXTAREA:
    case GUMBO_TAG_TFOOT:
    case GUMBO_TAG_TH:
    case GUMBO_TAG_THEAD:
    case GUMBO_TAG_TR:
    case GUMBO_TAG_UL:
    case GUMBO_TAG_XMP:
      return true;
    default:
      return false;
  }
}

bool is_never_shown(GumboTag tag) {
  switch (static_cast<int>(tag)) {
    case GUMBO_TAG_HEAD:
    case GUMBO_TAG_SCRIPT:
    case GUMBO_TAG_STYLE:
    case GUMBO_TAG_TEMPLATE:
    case GUMBO_TAG_NOSCRIPT:
    case GUMBO_TAG_NOFRAMES:
    case GUMBO_TAG_NOEMBED:
    case GUMBO_TAG_IFRAME:
    case GUMBO_TAG_DATALIST:
      return true;
    default:
      return false;
  }
}

bool is_hidden(const GumboNode* element) {
  if (gumbo_get_attribute(&element->v.element.attributes, "hidden") != nullptr) return true;
  std::string style = lower(attribute(element, "style").substr(0, 2000));
  style.erase(std::remove_if(style.begin(), style.end(), is_space_byte), style.end());
  return style.find("display:none") != std::string::npos ||
         style.find("visibility:hidden") != std::string::npos ||
         style.find("mso-hide:all") != std::string::npos;
}

uint8_t furniture_of(const GumboNode* element, const Surroundings& around) {
  const GumboTag tag = element->v.element.tag;
  if (tag == GUMBO_TAG_NAV) return 2;
  if (!around.content && (tag == GUMBO_TAG_FOOTER || tag == GUMBO_TAG_ASIDE)) return 2;
  if (!around.content && tag == GUMBO_TAG_HEADER) return 1;
  const std::string role = lower(attribute(element, "role").substr(0, 100));
  if (is_one_of(role, {"navigation", "contentinfo", "search", "complementary"})) return 2;
  if (role == "banner") return 1;
  const std::string names = lower(attribute(element, "class").substr(0, 500)) + " " +
                            lower(attribute(element, "id").substr(0, 100));
  if (has_word(names, {"nav", "navbar", "navigation", "breadcrumb", "breadcrumbs", "skip-link",
                       "pagination"}) ||
      is_cookie_banner(names))
    return 2;
  return 0;
}

uint64_t characters_in(const GumboNode* element) {
  uint64_t all = 0;
  std::vector<const GumboNode*> open = {element};
  while (!open.empty()) {
    const GumboNode* node = open.back();
    open.pop_back();
    if (node->type == GUMBO_NODE_TEXT || node->type == GUMBO_NODE_CDATA) {
      all += code_points(node->v.text.text);
    } else if (node->type == GUMBO_NODE_ELEMENT && !is_never_shown(node->v.element.tag)) {
      const GumboVector& children = node->v.element.children;
      for (unsigned i = 0; i < children.length; ++i)
        open.push_back(static_cast<const GumboNode*>(children.data[i]));
    }
  }
  return all;
}

}  // namespace oi
