// A book: META-INF/container.xml names the package file, whose spine is the reading order of the
// chapters; each is a page of XHTML. A book whose package cannot be read is read in the order of
// the archive, and says so. One under digital rights management is refused, not read as noise.

#include <algorithm>
#include <unordered_map>

#include "base/text.h"
#include "reader/readers.h"
#include "reader/xml.h"
#include "reader/zip.h"

namespace oi {
namespace {

constexpr uint64_t kLargestPart = 64U << 20;     // of one chapter, unpacked
constexpr uint64_t kLargestPackage = 16U << 20;  // of the package file
constexpr size_t kMostChapters = 20'000;

// "opf:item" and "item" are one: old books name no namespace.
std::string_view local(std::string_view name) {
  const size_t colon = name.rfind(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

void each_node(const XmlNode& root, const std::function<void(const XmlNode&)>& take) {
  std::vector<const XmlNode*> open = {&root};
  while (!open.empty()) {
    const XmlNode* node = open.back();
    open.pop_back();
    take(*node);
    for (size_t i = node->children.size(); i-- > 0;)
      open.push_back(&node->children[i]);
  }
}

Result<XmlPart> part_of(Zip& zip, std::string_view name) {
  const ZipMember* member = zip.find(name);
  if (member == nullptr) return Error{Code::Corrupt, "the book has no " + std::string(name)};
  return parse_part([&](const std::function<Result<Done>(std::string_view)>& give) {
    return zip.stream(*member, kLargestPackage, give);
  });
}

int hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// A reference inside of the package as a member's name: decoded, and seen from `folder`.
std::string resolved(std::string_view folder, std::string_view reference) {
  reference = reference.substr(0, reference.find('#'));
  std::string path;
  for (size_t i = 0; i < reference.size(); ++i) {
    const bool coded = reference[i] == '%' && i + 2 < reference.size() &&
                       hex(reference[i + 1]) >= 0 && hex(reference[i + 2]) >= 0;
    path += coded ? static_cast<char>(hex(reference[i + 1]) * 16 + hex(reference[i + 2]))
                  : reference[i];
    if (coded) i += 2;
  }
  std::vector<std::string_view> steps;
  const std::string whole = std::string(folder) + path;
  for (const std::string_view step : split(whole, '/')) {
    if (step.empty() || step == ".") continue;
    if (step != "..") {
      steps.push_back(step);
    } else if (!steps.empty()) {
      steps.pop_back();
    }
  }
  std::string name;
  for (const std::string_view step : steps)
    name += (name.empty() ? "" : "/") + std::string(step);
  return name;
}

bool is_page(std::string_view name) {
  for (const std::string_view end : {".xhtml", ".html", ".htm", ".xml"})
    if (name.size() > end.size() && name.substr(name.size() - end.size()) == end) return true;
  return false;
}

struct Book {
  std::string title;
  std::vector<std::string> chapters;  // members, in reading order
};

Result<Book> package_of(Zip& zip) {
  const XmlPart container = TRY(part_of(zip, "META-INF/container.xml"));
  std::string package;
  each_node(container.root, [&](const XmlNode& node) {
    if (package.empty() && local(node.name) == "rootfile") package = node["full-path"];
  });
  if (package.empty()) return Error{Code::Corrupt, "the book names no package file"};
  const XmlPart part = TRY(part_of(zip, package));
  const size_t slash = package.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : package.substr(0, slash + 1);
  Book book;
  std::unordered_map<std::string, std::string> manifest;
  std::vector<std::string> spine;
  each_node(part.root, [&](const XmlNode& node) {
    const std::string_view name = local(node.name);
    if (name == "title" && book.title.empty()) book.title = node.all_text();
    if (name == "item") manifest.emplace(node["id"], resolved(folder, node["href"]));
    if (name == "itemref" && spine.size() < kMostChapters) spine.emplace_back(node["idref"]);
  });
  for (const std::string& id : spine) {
    const auto found = manifest.find(id);
    book.chapters.push_back(found == manifest.end() ? id : found->second);
  }
  if (book.chapters.empty()) return Error{Code::Corrupt, "the book's package names no chapter"};
  return book;
}

Book in_order_of_archive(const Zip& zip) {
  Book book;
  for (const ZipMember& member : zip.members())
    if (is_page(member.name) && member.name.substr(0, 9) != "META-INF/" &&
        book.chapters.size() < kMostChapters)
      book.chapters.push_back(member.name);
  return book;
}

// Fonts may be scrambled in any book; a chapter that is encrypted is another thing.
bool is_protected(Zip& zip) {
  const ZipMember* member = zip.find("META-INF/encryption.xml");
  if (member == nullptr) return false;
  const Result<std::string> text = zip.read(*member, kLargestPackage);
  if (!text.ok()) return zip.find("META-INF/rights.xml") != nullptr;
  const std::string_view all = text.value();
  for (size_t at = all.find("URI="); at != std::string_view::npos; at = all.find("URI=", at + 4)) {
    const std::string_view rest = all.substr(at + 4, 1000);
    const char quote = rest.empty() ? '"' : rest[0];
    if (is_page(rest.substr(1, rest.find(quote, 1) - 1))) return true;
  }
  return false;
}

class Chapters {
 public:
  Chapters(Zip& zip, Frames& out) : zip_(zip), out_(out) {}

  Result<Done> read(const std::string& name) {
    const ZipMember* member = zip_.find(name);
    if (member == nullptr)
      return out_.problem({"part_missing", name, "the book names a chapter that it does not hold"});
    std::string bytes;
    const Result<Done> unpacked =
        zip_.stream(*member, kLargestPart, [&](std::string_view piece) -> Result<Done> {
          bytes += piece;
          return Done{};
        });
    if (!unpacked.ok()) {
      if (unpacked.error().code == Code::PasswordRequired) return unpacked;
      TRY(out_.problem({"part_damaged", name, unpacked.error().what}));
    }
    if (trim(bytes).empty()) return Done{};
    const Result<Done> sent = send_html({bytes, {}, true}, out_);
    if (sent.ok() || sent.error().code == Code::Io || sent.error().code == Code::TooLarge)
      return sent;
    if (sent.error().code == Code::Empty) return Done{};
    return out_.problem({"part_damaged", name, sent.error().what});
  }

 private:
  Zip& zip_;
  Frames& out_;
};

}  // namespace

Result<Done> read_epub(std::string_view bytes, const Request&, Frames& out) {
  Zip zip = TRY(Zip::open(bytes));
  if (is_protected(zip))
    return Error{Code::Unsupported, "the book is protected by digital rights management"};
  if (zip.recovered())
    TRY(out.problem(
        {"damaged_file", "", "the archive's list is damaged; what was found without it was read"}));
  Result<Book> told = package_of(zip);
  if (!told.ok())
    TRY(out.problem({"no_reading_order", "",
                     told.error().what + "; its pages are read in the order of the archive"}));
  const Book book = told.ok() ? std::move(told).value() : in_order_of_archive(zip);
  TRY(out.title(book.title));
  if (book.chapters.empty()) return Error{Code::Empty, "the book has no chapter"};
  Chapters chapters(zip, out);
  for (const std::string& name : book.chapters)
    TRY(chapters.read(name));
  return Done{};
}

}  // namespace oi
