// The stems of words, by the rules of their language.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct sb_stemmer;

namespace oi {

// The name of the rules that a language's words are cut by: "porter" for English and for words
// whose language is not known, "german", ...; empty for a language whose words stay whole.
std::string_view stem_rules(std::string_view language);

// One set of rules. Used by one thread at a time.
class Stems {
 public:
  explicit Stems(std::string_view rules);
  const std::string& rules() const { return rules_; }
  // Takes a word as search_fold() gives it. Words of one or two letters, very long ones and those
  // with a digit stay as they are.
  std::string of(std::string_view word) const;

 private:
  struct Close {
    void operator()(sb_stemmer* stemmer) const;
  };
  std::string rules_;
  std::unique_ptr<sb_stemmer, Close> stemmer_;  // null: words stay whole
};

// One for each set of rules that the languages need, without repeats.
std::vector<Stems> stems_for(const std::vector<std::string>& languages);

}  // namespace oi
