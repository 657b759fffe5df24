#include "retrieve/words_arm.h"

#include "base/text.h"

namespace oi {
namespace {

// The question with each respelled word in its place.
std::string respelled(std::string_view question, const std::vector<Respelled>& words_used) {
  std::string out;
  size_t done = 0;
  for (const TextSpan span : words(question)) {
    const std::string folded = fold(question.substr(span.begin, span.size()));
    for (const Respelled& one : words_used) {
      if (one.asked != folded) continue;
      out += question.substr(done, span.begin - done);
      out += one.used;
      done = span.end;
    }
  }
  out += question.substr(done);
  return out;
}

std::string note_of(const std::vector<Respelled>& words_used) {
  std::string note = "searched for ";
  for (size_t i = 0; i < words_used.size(); ++i) {
    note += i == 0 ? "" : ", ";
    note += "'" + words_used[i].used + "' instead of '" + words_used[i].asked + "'";
  }
  return note;
}

}  // namespace

Result<WordsFound> find_by_words(const Store& store, std::string_view question, size_t k,
                                 const Filter& filter, const Job& job) {
  WordsFound found;
  found.ranked = TRY(store.search_words(question, k, filter, job));
  if (!found.ranked.empty() || k == 0) return found;
  const std::vector<Respelled> offered = TRY(store.respell(question, job));
  if (offered.empty()) return found;
  found.ranked = TRY(store.search_words(respelled(question, offered), k, filter, job));
  found.note = note_of(offered);
  return found;
}

}  // namespace oi
