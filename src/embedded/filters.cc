// All values travel in one JSON parameter, so that a filter of any size is one statement. A field
// of documents narrows the documents; languages and pages narrow the passages within them.
#include "embedded/filters.h"

#include <algorithm>
#include <map>

#include "embedded/schema.h"
#include "types/json.h"

namespace oi {
namespace {

template <typename Values, typename Write>
std::string json_list(const Values& values, Write write) {
  std::vector<std::string> all;
  for (const auto& value : values)
    all.push_back(write(value));
  return json_array(all);
}

// Conditions over `document`, a column that holds a document's key.
std::string of_documents(const Filter& filter, const std::string& document) {
  std::string where;
  const auto among = [&](const std::string& selected) {
    where += " AND " + document + " IN (" + selected + ")";
  };
  if (!filter.documents.empty()) among("SELECT value FROM json_each(?3, '$.documents')");
  // '0' is the character behind '/'.
  if (!filter.folders.empty())
    among(
        "SELECT p.document FROM json_each(?3, '$.folders') AS f CROSS JOIN paths AS p "
        "ON p.path >= f.value || '/' AND p.path < f.value || '0'");
  if (!filter.tags.empty())
    among("SELECT document FROM tags WHERE tag IN (SELECT value FROM json_each(?3, '$.tags'))");
  if (!filter.kinds.empty())
    among("SELECT key FROM documents WHERE kind IN (SELECT value FROM json_each(?3, '$.kinds'))");
  if (filter.after)
    among("SELECT key FROM documents WHERE dated <> 0 AND dated >= json_extract(?3, '$.after')");
  if (filter.before)
    among("SELECT key FROM documents WHERE dated <> 0 AND dated < json_extract(?3, '$.before')");
  return where;
}

std::string of_passages(const Filter& filter) {
  std::string where;
  if (!filter.languages.empty())
    where += " AND chunks.language IN (SELECT value FROM json_each(?3, '$.languages'))";
  if (filter.has_pages()) where += " AND chunks.page_last >= max(1, json_extract(?3, '$.first'))";
  if (filter.page_last > 0) where += " AND chunks.page_first <= json_extract(?3, '$.last')";
  return where;
}

std::string values_of(const Filter& filter) {
  JsonObject json;
  json.json("documents",
            json_list(filter.documents, [](DocumentId id) { return std::to_string(key_of(id)); }));
  json.json(
      "folders", json_list(filter.folders, [](const std::string& folder) {
        return json_string(folder.ends_with('/') ? folder.substr(0, folder.size() - 1) : folder);
      }));
  json.json("tags",
            json_list(filter.tags, [](const std::string& tag) { return json_string(tag); }));
  json.json("kinds", json_list(filter.kinds, [](Kind kind) { return json_string(name_of(kind)); }));
  json.json("languages", json_list(filter.languages, [](const std::string& language) {
              return json_string(language);
            }));
  json.integer("first", filter.page_first).integer("last", filter.page_last);
  if (filter.after) json.integer("after", *filter.after);
  if (filter.before) json.integer("before", *filter.before);
  return json.str();
}

}  // namespace

FilterSql sql_of(const Filter& filter) {
  FilterSql sql;
  sql.where = of_documents(filter, "chunks.document") + of_passages(filter);
  if (!sql.where.empty()) sql.values = values_of(filter);
  return sql;
}

Result<std::vector<RowRange>> rows_passing(Database& database, const Snapshot& snapshot,
                                           const Filter& filter) {
  const std::string documents = of_documents(filter, "documents.key");
  const std::string passages = of_passages(filter);
  if (documents.empty() && passages.empty()) return snapshot.ranges({});
  Filter passing;
  Statement select =
      TRY(database.prepare("SELECT key FROM documents WHERE ?3 <> '' AND live = 1" + documents));
  const std::string values = values_of(filter);
  select.bind(std::nullopt, std::nullopt, std::string_view(values));
  while (TRY(select.step()))
    passing.documents.push_back(id_of(select.integer(0)));
  if (passing.documents.empty()) return std::vector<RowRange>{};
  const std::vector<RowRange> ranges = snapshot.ranges(passing);
  if (passages.empty()) return ranges;
  Statement chunks = TRY(
      database.prepare("SELECT ordinal FROM chunks WHERE ?3 <> '' AND document = ?1" + passages));
  std::vector<RowRange> kept;
  for (const RowRange& range : ranges) {
    std::vector<uint8_t> keep(range.count, 0);
    chunks.bind(key_of(range.document), std::nullopt, std::string_view(values));
    while (TRY(chunks.step())) {
      const auto ordinal = static_cast<size_t>(chunks.integer(0));
      if (ordinal < keep.size()) keep[ordinal] = 1;
    }
    append_kept(range, keep, snapshot.dimension(), kept);
  }
  return kept;
}

}  // namespace oi
