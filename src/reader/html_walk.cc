// Text gathers in one leaf. Where a block element begins or ends, the leaf goes out as one run with
// what its surroundings make of it. A page is walked twice: once to see how much of it is
// furniture, since a page that is nearly nothing else has no furniture.

#include "reader/html_walk.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"

namespace oi {
namespace {

using Break = TextRun::Break;

constexpr uint32_t kDeepestFrames = 3;
constexpr const char* kFrameSkipped =
    "a page inside of pages inside of the page was not opened; its text is missing";

struct List {
  bool ordered = false;
  int64_t next = 1;
};

uint8_t heading_of(GumboTag tag) {
  return tag >= GUMBO_TAG_H1 && tag <= GUMBO_TAG_H6 ? static_cast<uint8_t>(tag - GUMBO_TAG_H1 + 1)
                                                    : 0;
}

bool is_list(GumboTag tag) {
  return tag == GUMBO_TAG_UL || tag == GUMBO_TAG_OL || tag == GUMBO_TAG_MENU ||
         tag == GUMBO_TAG_DIR || tag == GUMBO_TAG_DL;
}

int64_t number_in(const GumboNode* element, const char* name, int64_t without) {
  const std::string_view text = trim(attribute(element, name));
  int64_t number = without;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return std::clamp<int64_t>(number, -1'000'000'000, 1'000'000'000);
}

// What a form shows where a user may type or press.
std::string_view shown_value(const GumboNode* input) {
  const std::string_view type = attribute(input, "type");
  for (const std::string_view silent : {"hidden", "checkbox", "radio", "password", "file", "image"})
    if (type == silent) return {};
  const std::string_view value = attribute(input, "value");
  return value.empty() ? attribute(input, "placeholder") : value;
}

class Walk {
 public:
  // Without `out` it only counts.
  Walk(Frames* out, bool furniture) : out_(out), furniture_(furniture) {}

  Result<Done> read(const GumboNode* document) {
    const GumboVector& children = document->v.document.children;
    for (unsigned i = 0; i < children.length; ++i)
      TRY(read_tree(static_cast<const GumboNode*>(children.data[i])));
    if (out_ != nullptr) TRY(out_->dropped("hidden", hidden_));
    return Done{};
  }
  uint64_t furniture_characters() const { return furniture_characters_; }
  uint64_t characters() const { return characters_; }
  uint64_t sent() const { return sent_; }
  const std::string& first_heading() const { return first_heading_; }

 private:
  struct Level {
    const GumboNode* node;
    unsigned child;
    Surroundings around;
  };

  Result<Done> read_tree(const GumboNode* root) {
    TRY(enter(root, {}));
    while (!levels_.empty()) {
      Level& level = levels_.back();
      const GumboVector& children = level.node->v.element.children;
      if (level.child == children.length) {
        TRY(leave());
        continue;
      }
      const auto* child = static_cast<const GumboNode*>(children.data[level.child++]);
      const Surroundings around = level.around;
      if (child->type == GUMBO_NODE_ELEMENT) {
        TRY(enter(child, around));
      } else if (child->type == GUMBO_NODE_TEXT || child->type == GUMBO_NODE_CDATA ||
                 child->type == GUMBO_NODE_WHITESPACE) {
        add(child->v.text.text, around);
      }
    }
    return flush({});
  }

  // Pushes a level where the element's children are to be read.
  Result<Done> enter(const GumboNode* element, Surroundings around) {
    if (element->type != GUMBO_NODE_ELEMENT) return Done{};
    const GumboTag tag = element->v.element.tag;
    if (tag == GUMBO_TAG_IFRAME && !is_hidden(element))
      return read_frame(attribute(element, "srcdoc"), around);
    if (is_never_shown(tag)) return Done{};
    if (is_hidden(element)) {
      hidden_ += characters_in(element);
      return Done{};
    }
    if (is_block(tag)) TRY(flush(around));
    switch (static_cast<int>(tag)) {
      case GUMBO_TAG_BR:
        return end_line(around);
      case GUMBO_TAG_IMG:
        add(attribute(element, "alt"), around);
        return Done{};
      case GUMBO_TAG_INPUT:
        add_word(shown_value(element), around);
        return Done{};
      case GUMBO_TAG_TABLE:
        if (around.furniture == 0 && holds_cells(element)) return read_table(element);
        break;
      default:
        break;
    }
    if (furniture_) around.furniture = std::max(around.furniture, furniture_of(element, around));
    around.content = around.content || tag == GUMBO_TAG_MAIN || tag == GUMBO_TAG_ARTICLE;
    if (const uint8_t level = heading_of(tag); level > 0) around.heading = level;
    around.quote = around.quote || tag == GUMBO_TAG_BLOCKQUOTE;
    around.caption = tag == GUMBO_TAG_FIGCAPTION || tag == GUMBO_TAG_CAPTION || around.caption;
    around.form = around.form || tag == GUMBO_TAG_SELECT || tag == GUMBO_TAG_TEXTAREA;
    const bool pre = tag == GUMBO_TAG_PRE || tag == GUMBO_TAG_LISTING || tag == GUMBO_TAG_XMP ||
                     tag == GUMBO_TAG_PLAINTEXT;
    around.code = around.code || pre;
    around.kept_space = around.kept_space || pre || tag == GUMBO_TAG_TEXTAREA;
    if (is_list(tag)) start_list(element);
    if (tag == GUMBO_TAG_LI) start_entry(element);
    if (tag == GUMBO_TAG_DD && !lists_.empty()) mark_ = "  ";
    if (tag == GUMBO_TAG_DT) mark_.clear();
    begins_ = begins_ || tag == GUMBO_TAG_LI || tag == GUMBO_TAG_DD || tag == GUMBO_TAG_DT;
    levels_.push_back({element, 0, around});
    return Done{};
  }

  Result<Done> leave() {
    const Level level = levels_.back();
    const GumboTag tag = level.node->v.element.tag;
    levels_.pop_back();
    if (is_block(tag)) TRY(flush(level.around));
    if (is_list(tag)) lists_.pop_back();
    if (tag == GUMBO_TAG_LI || tag == GUMBO_TAG_DD || tag == GUMBO_TAG_DT) {
      mark_.clear();
      begins_ = false;
    }
    return Done{};
  }

  // A page that the page itself holds.
  Result<Done> read_frame(std::string_view html, const Surroundings& around) {
    if (trim(html).empty()) return Done{};
    TRY(flush(around));
    if (frames_ == kDeepestFrames)
      return out_ == nullptr ? Done{} : out_->problem({"nested_too_deep", "", kFrameSkipped});
    const ShallowHtml shallow = shallow_html(html);
    HtmlTree tree;
    const GumboNode* page =
        TRY(tree.parse(shallow.tags_left_out > 0 ? std::string_view(shallow.text) : html));
    Walk inner(out_, furniture_);
    inner.frames_ = frames_ + 1;
    TRY(inner.read(page));
    characters_ += inner.characters_;
    furniture_characters_ += inner.furniture_characters_;
    sent_ += inner.sent_;
    return Done{};
  }

  void start_list(const GumboNode* list) {
    if (lists_.empty()) list_started_ = false;
    lists_.push_back({list->v.element.tag == GUMBO_TAG_OL, number_in(list, "start", 1)});
  }

  void start_entry(const GumboNode* entry) {
    if (lists_.empty()) {  // an entry without a list
      mark_ = "- ";
      return;
    }
    List& list = lists_.back();
    if (!list.ordered) {
      mark_ = "- ";
      return;
    }
    list.next = number_in(entry, "value", list.next);
    mark_ = std::to_string(list.next++) + ". ";
  }

  Result<Done> read_table(const GumboNode* table) {
    characters_ += characters_in(table);
    if (out_ == nullptr) return Done{};
    ++sent_;
    return send_table(table, *out_, hidden_);
  }

  void add(std::string_view text, const Surroundings& around) {
    if (around.kept_space) {
      leaf_ += text;
    } else {
      append_collapsed(leaf_, text);
    }
  }
  void add_word(std::string_view text, const Surroundings& around) {
    if (text.empty()) return;
    add(" ", around);
    add(text, around);
    add(" ", around);
  }
  // Two line ends part paragraphs.
  Result<Done> end_line(const Surroundings& around) {
    if (!around.kept_space && !leaf_.empty() && leaf_.back() == ' ') leaf_.pop_back();
    if (!around.kept_space && !leaf_.empty() && leaf_.back() == '\n') return flush(around);
    leaf_ += '\n';
    return Done{};
  }

  BlockKind kind_of_leaf(const Surroundings& around) const {
    if (around.furniture == 2 || (around.furniture == 1 && around.heading == 0))
      return BlockKind::Furniture;
    if (around.heading > 0) return BlockKind::Heading;
    if (around.code) return BlockKind::Code;
    if (around.form) return BlockKind::Form;
    if (around.caption) return BlockKind::Caption;
    if (!lists_.empty()) return BlockKind::List;
    return around.quote ? BlockKind::Quote : BlockKind::Paragraph;
  }

  Result<Done> flush(const Surroundings& around) {
    if (trim(leaf_).empty()) {
      leaf_.clear();
      return Done{};
    }
    TextRun run;
    run.block = kind_of_leaf(around);
    if (run.block == BlockKind::Heading) run.level = around.heading;
    run.before = Break::Paragraph;
    const std::string_view body = around.kept_space ? without_edges(leaf_) : trim(leaf_);
    const uint64_t size = code_points(body);
    characters_ += size;
    if (run.block == BlockKind::Furniture) furniture_characters_ += size;
    if (run.block == BlockKind::Heading && first_heading_.empty()) first_heading_ = body;
    if (!lists_.empty() && run.block != BlockKind::Heading) {
      const size_t depth = std::min<size_t>(lists_.size() - 1, 20);
      run.text = std::string(2 * depth, ' ') + (begins_ || !list_started_ ? mark_ : "  ");
      if (list_started_) run.before = Break::Line;
      list_started_ = true;
      mark_ = "";
      begins_ = false;
    }
    run.text += body;
    leaf_.clear();
    if (out_ == nullptr) return Done{};
    ++sent_;
    return out_->run(std::move(run));
  }

  // Preformatted text begins and ends with its first and last line that says something.
  static std::string_view without_edges(std::string_view text) {
    const size_t first = text.find_first_not_of(" \t\r\n");
    const size_t line = text.substr(0, first).find_last_of("\r\n");
    if (line != std::string_view::npos) text.remove_prefix(line + 1);
    return text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
  }

  Frames* out_;
  bool furniture_;
  std::vector<Level> levels_;
  std::vector<List> lists_;
  std::string leaf_;
  std::string mark_;     // of the list entry whose first leaf is still to come
  bool begins_ = false;  // it is: what comes later in an entry stands under its text
  std::string first_heading_;
  bool list_started_ = false;
  uint32_t frames_ = 0;  // around this page
  uint64_t hidden_ = 0, characters_ = 0, furniture_characters_ = 0, sent_ = 0;
};

std::string title_of(const GumboNode* document) {
  std::vector<const GumboNode*> open = {document};
  for (size_t looked = 0; !open.empty() && looked < 10'000; ++looked) {
    const GumboNode* node = open.back();
    open.pop_back();
    if (node->type != GUMBO_NODE_ELEMENT && node->type != GUMBO_NODE_DOCUMENT) continue;
    const GumboVector& children =
        node->type == GUMBO_NODE_DOCUMENT ? node->v.document.children : node->v.element.children;
    const bool title = node->type == GUMBO_NODE_ELEMENT && node->v.element.tag == GUMBO_TAG_TITLE &&
                       node->v.element.tag_namespace == GUMBO_NAMESPACE_HTML;
    if (title && children.length > 0) {
      const auto* text = static_cast<const GumboNode*>(children.data[0]);
      if (text->type == GUMBO_NODE_TEXT) return collapse_spaces(text->v.text.text);
    }
    for (unsigned i = children.length; i-- > 0;)
      open.push_back(static_cast<const GumboNode*>(children.data[i]));
  }
  return {};
}

}  // namespace

Result<Done> send_page(const GumboNode* document, bool titled, Frames& out, uint64_t& sent) {
  constexpr uint64_t kLeastContent = 5;  // a page with less than one part in so many has none
  Walk count(nullptr, true);
  TRY(count.read(document));
  const uint64_t content = count.characters() - count.furniture_characters();
  const bool furniture = content * kLeastContent >= count.characters();
  if (!titled) {
    const std::string title = title_of(document);
    TRY(out.title(title.empty() ? count.first_heading() : title));
  }
  Walk walk(&out, furniture);
  TRY(walk.read(document));
  sent = walk.sent();
  return Done{};
}

}  // namespace oi
