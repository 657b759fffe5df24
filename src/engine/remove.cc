// Look for all, then remove one after the other. An earlier version belongs to a document when it
// was read from one of its paths and nothing else that stays has that path.
#include "engine/remove.h"

#include <algorithm>
#include <set>

#include "engine/find.h"

namespace oi {
namespace {

bool shares_path(const Listed& earlier, const std::set<std::string>& paths) {
  return std::any_of(earlier.paths.begin(), earlier.paths.end(),
                     [&](const std::string& path) { return paths.contains(path); });
}

}  // namespace

Result<std::vector<Listed>> remove_documents(Engine& engine, std::span<const std::string> wanted,
                                             const Job& job) {
  std::vector<Listed> leaving;
  std::set<DocumentId> ids;
  std::set<std::string> paths;
  for (const std::string& name : wanted) {
    Listed found = TRY(find_document(engine, name));
    if (found.live) paths.insert(found.paths.begin(), found.paths.end());
    if (ids.insert(found.id).second) leaving.push_back(std::move(found));
  }
  for (Listed& listed : TRY(engine.stores.store->list())) {
    if (listed.live || !shares_path(listed, paths)) continue;
    if (ids.insert(listed.id).second) leaving.push_back(std::move(listed));
  }
  for (const Listed& listed : leaving) {
    TRY(check(job));
    TRY(engine.stores.store->remove(listed.id));
  }
  return leaving;
}

}  // namespace oi
