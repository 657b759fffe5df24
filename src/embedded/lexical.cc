// A question becomes expressions (asked.h) that are asked one after another until k passages are
// found: all terms; every code and phrase; any of them; any term; any part of a code. Within each,
// bm25 decides. All but the last hold the same phrases, or have their passages scored by the
// expression that does, so a passage's score does not depend on which one found it.
//
// Stems are those of every language that the library holds: a name stands in documents of other
// languages too, and a question need not tell its own.
#include "embedded/lexical.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "embedded/asked.h"
#include "embedded/filters.h"
#include "embedded/rows.h"
#include "embedded/schema.h"
#include "embedded/words.h"
#include "types/json.h"

namespace oi {
namespace {

// Fetched beyond k where the text itself must be looked at.
constexpr size_t kLookedAt = 200;

std::string score_sql() {
  std::string weights;
  for (const int weight : kWordWeights)
    weights += ", " + std::to_string(weight);
  return "-bm25(words" + weights + ")";  // negative in SQLite
}

std::string match_sql() {
  return "SELECT chunks.document, chunks.ordinal, " + score_sql() +
         " AS score FROM words CROSS JOIN chunks ON chunks.key = words.rowid "
         "WHERE words MATCH ?1 ";
}
constexpr const char* kAlso = " AND +words.rowid IN (SELECT rowid FROM words WHERE words MATCH ?4)";
constexpr const char* kBestFirst = " ORDER BY score DESC, chunks.document, chunks.ordinal LIMIT ?2";
// Only rows of the list are scored. The plus keeps SQLite from asking the full-text table for each
// row of the list anew, which would count the words' documents each time.
std::string scores_sql() {
  return "SELECT words.rowid, " + score_sql() +
         " FROM words WHERE words MATCH ?1 "
         "AND +words.rowid IN (SELECT value FROM json_each(?2))";
}

struct Matching {
  std::string expression;
  std::string also;  // the passages must match this too, but are not scored by it
};

class Search {
 public:
  Search(Database& database, const WordsQuery& query, size_t k, const Filter& filter)
      : database_(database), query_(query), k_(k), filter_(sql_of(filter)) {}

  Result<Done> run() {
    TRY(take({query_.all, {}}));
    if (!query_.every_exact.empty()) TRY(take({query_.any, query_.every_exact}));
    if (!query_.any_exact.empty()) TRY(take({query_.any, query_.any_exact}));
    if (query_.any != query_.all) TRY(take({query_.any, {}}));
    if (!query_.parts.empty()) TRY(take({query_.parts, {}}));
    return Done{};
  }
  std::vector<Ranked> hits() && { return std::move(hits_); }

 private:
  // Adds what matches and is not there yet, up to k. What holds phrases to the letter goes first.
  Result<Done> take(const Matching& matching) {
    if (hits_.size() >= k_) return Done{};
    const bool look = !query_.to_the_letter.empty() && matching.expression != query_.parts;
    std::vector<Ranked> found = TRY(match(matching, look ? k_ + kLookedAt : k_));
    std::erase_if(found, [this](const Ranked& hit) { return taken_.contains(hit.chunk); });
    if (look) TRY(put_exact_first(found));
    for (const Ranked& hit : found) {
      if (hits_.size() == k_) break;
      hits_.push_back(hit);
      taken_.insert(hit.chunk);
    }
    return Done{};
  }

  Result<std::vector<Ranked>> match(const Matching& matching, size_t most) {
    const std::string sql =
        match_sql() + filter_.where + (matching.also.empty() ? "" : kAlso) + kBestFirst;
    Statement select = TRY(database_.prepare(sql));
    const auto limit = static_cast<int64_t>(std::min<size_t>(most, INT64_MAX));
    const std::string_view expression = matching.expression, values = filter_.values;
    if (!matching.also.empty()) {
      select.bind(expression, limit, values, std::string_view(matching.also));
    } else if (!filter_.where.empty()) {
      select.bind(expression, limit, values);
    } else {
      select.bind(expression, limit);
    }
    std::vector<Ranked> hits;
    while (TRY(select.step())) {
      const ChunkId chunk{id_of(select.integer(0)), static_cast<uint32_t>(select.integer(1))};
      hits.push_back({chunk, select.real(2)});
    }
    return hits;
  }

  Result<Done> put_exact_first(std::vector<Ranked>& found) {
    ChunkReader reader = TRY(ChunkReader::open(database_));
    std::set<ChunkId> exact;
    for (const Ranked& hit : found) {
      const ChunkId id = hit.chunk;
      for (const StoredChunk& chunk : TRY(reader.read(id.document, id.ordinal, id.ordinal))) {
        const std::string text = chunk.chunk.heading_path + "\n\n" + chunk.text;
        if (holds_to_the_letter(text, query_.to_the_letter)) exact.insert(id);
      }
    }
    std::stable_partition(found.begin(), found.end(),
                          [&](const Ranked& hit) { return exact.contains(hit.chunk); });
    return Done{};
  }

  Database& database_;
  const WordsQuery& query_;
  size_t k_;
  FilterSql filter_;
  std::vector<Ranked> hits_;
  std::set<ChunkId> taken_;
};

Result<std::map<int64_t, double>> scores_of(Database& database, const std::string& expression,
                                            const std::string& keys) {
  std::map<int64_t, double> scores;
  if (expression.empty()) return scores;
  Statement select = TRY(database.prepare(scores_sql()));
  select.bind(std::string_view(expression), std::string_view(keys));
  while (TRY(select.step()))
    scores[select.integer(0)] = select.real(1);
  return scores;
}

}  // namespace

Result<std::vector<Stems>> stems_in_use(Database& database) {
  // Jumps from language to language over the index, and does not read all of it.
  Statement select =
      TRY(database.prepare("WITH RECURSIVE known(language) AS (SELECT min(language) FROM chunks "
                           "UNION ALL SELECT (SELECT min(language) FROM chunks "
                           "WHERE language > known.language) FROM known "
                           "WHERE known.language IS NOT NULL) "
                           "SELECT language FROM known WHERE language IS NOT NULL"));
  std::vector<std::string> languages;
  while (TRY(select.step()))
    languages.emplace_back(select.text(0));
  if (languages.empty()) languages.emplace_back("und");
  return stems_for(languages);
}

Result<std::vector<Ranked>> find_words(Database& database, std::string_view question, size_t k,
                                       const Filter& filter) {
  const std::vector<Stems> stems = TRY(stems_in_use(database));
  const WordsQuery query = words_query(question, stems);
  if (query.any.empty() || k == 0) return std::vector<Ranked>{};
  Search search(database, query, k, filter);
  TRY(search.run());
  return std::move(search).hits();
}

Result<std::vector<double>> score_chunks(Database& database, std::string_view question,
                                         std::span<const ChunkId> ids) {
  std::vector<double> scores(ids.size(), 0);
  const std::vector<Stems> stems = TRY(stems_in_use(database));
  const WordsQuery query = words_query(question, stems);
  if (query.any.empty() || ids.empty()) return scores;
  std::vector<int64_t> keys(ids.size(), 0);  // 0: no such chunk
  std::vector<std::string> known;
  Statement find =
      TRY(database.prepare("SELECT key FROM chunks WHERE document = ? AND ordinal = ?"));
  for (size_t i = 0; i < ids.size(); ++i) {
    const bool found = TRY(find.bind(key_of(ids[i].document), ids[i].ordinal).step());
    if (!found) continue;
    keys[i] = find.integer(0);
    known.push_back(std::to_string(keys[i]));
  }
  const std::string list = json_array(known);
  const std::map<int64_t, double> whole = TRY(scores_of(database, query.any, list));
  const std::map<int64_t, double> parts = TRY(scores_of(database, query.parts, list));
  for (size_t i = 0; i < ids.size(); ++i) {
    const auto in_whole = whole.find(keys[i]), in_parts = parts.find(keys[i]);
    if (in_whole != whole.end()) {
      scores[i] = in_whole->second;
    } else if (in_parts != parts.end()) {
      scores[i] = in_parts->second;
    }
  }
  return scores;
}

Result<uint64_t> count_matches(Database& database, std::string_view question) {
  constexpr int64_t kCounted = 2000;
  const std::vector<Stems> stems = TRY(stems_in_use(database));
  const WordsQuery query = words_query(question, stems);
  if (query.all.empty()) return 0;
  Statement select =
      TRY(database.prepare("SELECT count(*), max(rowid), (SELECT max(rowid) FROM words) "
                           "FROM (SELECT rowid FROM words WHERE words MATCH ?1 LIMIT ?2)"));
  select.bind(std::string_view(query.all), kCounted);
  const bool counted = TRY(select.step());
  if (!counted) return 0;
  const int64_t count = select.integer(0);
  if (count < kCounted) return static_cast<uint64_t>(count);
  // Matches come by row, so the first so many lie in the rows up to the last of them.
  const double share = static_cast<double>(select.integer(2)) /
                       static_cast<double>(std::max<int64_t>(select.integer(1), 1));
  return static_cast<uint64_t>(static_cast<double>(count) * std::max(share, 1.0));
}

}  // namespace oi
