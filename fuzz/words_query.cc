// A question from outside, put to a real full-text table: it is never an error of any kind.
#include <cstdio>
#include <cstdlib>

#include "embedded/sqlite.h"
#include "embedded/words.h"

namespace {

oi::Database make_table() {
  oi::Result<oi::Database> database = oi::Database::open(":memory:", 0);
  if (!database.ok()) std::abort();
  const auto made = database->script(
      "CREATE VIRTUAL TABLE words USING fts5(content, tokenize = "
      "'porter unicode61 remove_diacritics 2'); INSERT INTO words VALUES('pump and valve')");
  if (!made.ok()) std::abort();
  return std::move(database).value();
}

void match(oi::Database& database, const std::string& expression) {
  if (expression.empty()) return;
  const auto count = database.integer("SELECT count(*) FROM words WHERE words MATCH ?",
                                      std::string_view(expression));
  if (count.ok()) return;
  std::fprintf(stderr, "%s\n%s\n", count.error().what.c_str(), expression.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  static oi::Database database = make_table();
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const oi::WordsQuery query = oi::words_query(text);
  match(database, query.all);
  match(database, query.any);
  oi::search_copy(text);
  return 0;
}
