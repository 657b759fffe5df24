// A question from outside, put to a real full-text table: it is never an error of any kind.
#include <cstdio>
#include <cstdlib>

#include "embedded/asked.h"
#include "embedded/sqlite.h"
#include "embedded/words.h"

namespace {

oi::Database make_table() {
  oi::Result<oi::Database> database = oi::Database::open(":memory:", 0);
  if (!database.ok()) std::abort();
  const auto made = database->script(
      "CREATE VIRTUAL TABLE words USING fts5(content, tokenize = 'ascii'); INSERT INTO words "
      "VALUES('pump and valve')");
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
  static const std::vector<oi::Stems> stems = oi::stems_for({"en", "ru", "tr"});
  const oi::WordsQuery query = oi::words_query(text, stems);
  match(database, query.all);
  match(database, query.every_exact);
  match(database, query.any_exact);
  match(database, query.any);
  match(database, query.parts);
  oi::holds_to_the_letter(text, query.to_the_letter);
  for (const oi::Stems& one : stems)
    oi::search_copy(text, one);
  return 0;
}
