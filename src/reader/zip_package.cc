// A list of relations lies beside its part in `_rels`. Targets are names in the package and nothing
// else: ".." stops at its root.

#include "reader/zip_package.h"

#include <algorithm>

#include "base/text.h"

namespace oi {
namespace {

constexpr uint64_t kLongestPart = 2ULL << 30;  // parts are streamed, so this only ends bombs
constexpr size_t kMostRelations = 200'000;

std::string list_of(std::string_view part) {
  const size_t slash = part.rfind('/');
  const std::string folder(slash == std::string_view::npos ? "" : part.substr(0, slash + 1));
  const std::string name(slash == std::string_view::npos ? part : part.substr(slash + 1));
  return folder + "_rels/" + name + ".rels";
}

}  // namespace

std::string_view last_word(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string resolve_part(std::string_view from, std::string_view target) {
  std::vector<std::string_view> steps;
  const auto walk = [&](std::string_view path) {
    for (const std::string_view step : split(path, '/')) {
      if (step.empty() || step == ".") continue;
      if (step == "..") {
        if (!steps.empty()) steps.pop_back();
      } else {
        steps.push_back(step);
      }
    }
  };
  if (target.substr(0, 1) != "/") {
    const size_t slash = from.rfind('/');
    if (slash != std::string_view::npos) walk(from.substr(0, slash));
  }
  walk(target.substr(0, target.find('#')));
  std::string path;
  for (const std::string_view step : steps)
    path.append(path.empty() ? "" : "/").append(step);
  return path;
}

Result<Package> Package::open(std::string_view bytes) {
  Zip zip = TRY(Zip::open(bytes));
  return Package(std::move(zip));
}

std::vector<Relation> Package::relations(std::string_view part) {
  std::vector<Relation> all;
  const ZipMember* member = zip_.find(list_of(part));
  if (member == nullptr) return all;
  XmlNames names;
  XmlEvents events;
  events.start = [&](std::string_view name, const XmlAttributes& attributes) -> Result<Done> {
    if (name != "rel:Relationship" || all.size() >= kMostRelations) return Done{};
    Relation relation;
    relation.id = attributes["Id"];
    relation.type = last_word(attributes["Type"]);
    relation.external = attributes["TargetMode"] == "External";
    const std::string_view target = attributes["Target"];
    relation.target = relation.external ? std::string(target) : resolve_part(part, target);
    all.push_back(std::move(relation));
    return Done{};
  };
  events.end = [](std::string_view) -> Result<Done> { return Done{}; };
  events.text = events.end;
  // A damaged list still leads to the parts that it names before the damage.
  const auto outcome = parse_xml(source(member->name), names, events);
  (void)outcome.ok();
  std::stable_sort(all.begin(), all.end(),
                   [](const Relation& a, const Relation& b) { return a.id < b.id; });
  return all;
}

std::string Package::target(const std::vector<Relation>& relations, std::string_view type) {
  for (const Relation& relation : relations)
    if (relation.type == type && !relation.external) return relation.target;
  return {};
}

const Relation* Package::by_id(const std::vector<Relation>& relations, std::string_view id) {
  const auto found = std::lower_bound(
      relations.begin(), relations.end(), id,
      [](const Relation& relation, std::string_view key) { return relation.id < key; });
  return found == relations.end() || found->id != id ? nullptr : &*found;
}

XmlSource Package::source(std::string_view part) {
  return [this, name = std::string(part)](
             const std::function<Result<Done>(std::string_view)>& take) -> Result<Done> {
    const ZipMember* member = zip_.find(name);
    if (member == nullptr) return Error{Code::Corrupt, "the part " + name + " is missing"};
    return zip_.stream(*member, kLongestPart, take);
  };
}

Result<XmlPart> Package::tree(std::string_view part) {
  if (!has(part)) return XmlPart();
  return parse_part(source(part));
}

Result<std::string> Package::bytes(std::string_view part, uint64_t limit) {
  const ZipMember* member = zip_.find(part);
  if (member == nullptr)
    return Error{Code::Corrupt, "the part " + std::string(part) + " is missing"};
  return zip_.read(*member, limit);
}

std::string core_title(Package& package) {
  const std::string part = Package::target(package.relations(""), "core-properties");
  const Result<XmlPart> core = package.tree(part);
  if (!core.ok()) return {};
  const XmlNode* title = core.value().root.child("dc:title");
  return title == nullptr ? std::string() : title->all_text();
}

}  // namespace oi
