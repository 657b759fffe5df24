// The vocabulary holds stems, so a word is compared with them as it stands and by its own stem. The
// nearest stem counts; among equally near ones the more frequent, then the first by letters. What
// is offered is a word as a document has it: the first by the order of documents.
#include "embedded/respell.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "base/text.h"
#include "embedded/asked.h"
#include "embedded/lexical.h"
#include "embedded/rows.h"
#include "embedded/schema.h"
#include "embedded/words.h"

namespace oi {
namespace {

constexpr size_t kShortest = 4;  // letters; a shorter word is near to too many
constexpr size_t kLongWord = 8;  // letters; from here on two may differ
constexpr size_t kLongest = 64;

std::u32string letters_of(std::string_view word) {
  std::u32string letters;
  for (size_t at = 0; at < word.size();)
    letters += next_code_point(word, at);
  return letters;
}

// One token of letters alone, of a script with spaces.
bool may_be_misspelled(const AskedTerm& term) {
  if (term.what != AskedTerm::What::Word) return false;
  const std::vector<WordToken> tokens = tokens_of(term.text);
  if (tokens.size() != 1 || tokens.front().unspaced || tokens.front().text != term.text)
    return false;
  const std::u32string letters = letters_of(term.text);
  return letters.size() >= kShortest && letters.size() <= kLongest &&
         std::none_of(letters.begin(), letters.end(), is_digit);
}

// The stems that the word is known by: the insides of its forms.
std::vector<std::string> stems_of(const AskedTerm& term) {
  std::vector<std::string> stems;
  for (const std::string& form : term.forms)
    stems.push_back(form.substr(1, form.size() - 2));
  return stems;
}

Result<bool> is_known(Database& database, const std::vector<std::string>& stems) {
  Statement select = TRY(database.prepare("SELECT 1 FROM vocabulary WHERE term = ?"));
  for (const std::string& stem : stems) {
    const bool known = TRY(select.bind(std::string_view(stem)).step());
    if (known) return true;
  }
  return false;
}

Result<std::string> nearest_stem(Database& database, const AskedTerm& term,
                                 std::vector<std::string> spellings) {
  spellings.push_back(term.text);
  size_t second = 0;
  next_code_point(term.text, second);
  const std::string first = term.text.substr(0, second);
  Statement select = TRY(database.prepare(
      "SELECT term, doc FROM vocabulary WHERE term >= ?1 AND term < ?1 || char(1114111)"));
  select.bind(std::string_view(first));
  std::string best;
  size_t fewest = 3;
  int64_t most_documents = 0;
  while (TRY(select.step())) {
    const std::string_view stem = select.text(0);
    for (const std::string& spelling : spellings) {
      const size_t allowed = letters_of(spelling).size() >= kLongWord ? 2 : 1;
      const size_t apart = letters_apart(spelling, stem, allowed);
      if (apart > allowed || apart > fewest) continue;
      const int64_t documents = select.integer(1);
      if (apart == fewest && documents <= most_documents) continue;
      best = stem;
      fewest = apart;
      most_documents = documents;
    }
  }
  return best;
}

// A word of the library with that stem, folded.
Result<std::string> written_with(Database& database, const std::string& stem,
                                 std::span<const Stems> rules) {
  Statement select =
      TRY(database.prepare("SELECT chunks.document, chunks.ordinal FROM words CROSS JOIN chunks "
                           "ON chunks.key = words.rowid WHERE words MATCH ?1 "
                           "ORDER BY chunks.document, chunks.ordinal LIMIT 1"));
  const std::string phrase = "\"" + stem + "\"";
  const bool found = TRY(select.bind(std::string_view(phrase)).step());
  if (!found) return stem;
  const auto ordinal = static_cast<uint32_t>(select.integer(1));
  for (const StoredChunk& chunk :
       TRY(read_chunks(database, id_of(select.integer(0)), ordinal, ordinal))) {
    const std::string folded = search_fold(chunk.chunk.heading_path + "\n" + chunk.text);
    for (const WordToken& token : tokens_of(folded)) {
      for (const Stems& one : rules) {
        if (!token.unspaced && one.of(token.text) == stem) return std::string(token.text);
      }
    }
  }
  return stem;
}

}  // namespace

size_t letters_apart(std::string_view a, std::string_view b, size_t most) {
  const std::u32string from = letters_of(a), to = letters_of(b);
  const size_t longer = std::max(from.size(), to.size());
  const size_t shorter = std::min(from.size(), to.size());
  if (longer - shorter > most) return most + 1;
  std::vector<size_t> before, last(to.size() + 1), row(to.size() + 1);
  std::iota(last.begin(), last.end(), size_t{0});
  for (size_t i = 1; i <= from.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j <= to.size(); ++j) {
      const size_t change = last[j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
      row[j] = std::min({change, last[j] + 1, row[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = std::exchange(last, row);
  }
  return std::min(last[to.size()], most + 1);
}

Result<std::vector<Respelled>> respell_words(Database& database, std::string_view question) {
  const std::vector<Stems> rules = TRY(stems_in_use(database));
  std::vector<Respelled> all;
  for (const AskedTerm& term : asked_terms(question, rules)) {
    if (!may_be_misspelled(term)) continue;
    const std::vector<std::string> stems = stems_of(term);
    const bool known = TRY(is_known(database, stems));
    if (known) continue;
    const std::string nearest = TRY(nearest_stem(database, term, stems));
    if (nearest.empty()) continue;
    all.push_back({term.text, TRY(written_with(database, nearest, rules))});
  }
  return all;
}

}  // namespace oi
