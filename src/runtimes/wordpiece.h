// The BERT tokenizer: text to the token ids the network was trained on.
//
// Equal to the reference tokenizer (BertNormalizer, BertPreTokenizer, WordPiece); a fixture of
// 10,000 strings in many scripts proves it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"

namespace oi {

// How a word is folded before it is looked up, as tokenizer_config.json says.
struct Folding {
  bool lowercase = true;
  bool strip_accents = true;
  bool space_cjk = true;  // each ideograph is a word of its own
};

// A fixed vocabulary with its folding. Immutable: every function is safe from any thread.
class WordPiece {
 public:
  // One token a line; its line number is its id. ModelMissing without the file; Corrupt when a
  // special token ([PAD] [UNK] [CLS] [SEP] [MASK]) is absent or a token stands twice.
  static Result<WordPiece> load(const std::filesystem::path& vocabulary, Folding folding);
  // The same from the file's bytes.
  static Result<WordPiece> parse(std::string_view lines, Folding folding);

  // [CLS] text [SEP]. Bytes that are not UTF-8 are dropped like U+FFFD. Never cut: a longer text
  // gives more ids.
  std::vector<int32_t> encode(std::string_view text) const;
  // The length of encode(text).
  size_t count(std::string_view text) const { return encode(text).size(); }

  size_t size() const { return words_.size() + pieces_.size(); }
  int32_t padding() const { return padding_; }

 private:
  struct Hash {
    using is_transparent = void;
    size_t operator()(std::string_view s) const { return std::hash<std::string_view>{}(s); }
  };
  using Table = std::unordered_map<std::string, int32_t, Hash, std::equal_to<>>;

  WordPiece() = default;
  void encode_plain(std::string_view text, std::vector<int32_t>& ids) const;
  void add_word(std::string_view word, std::vector<int32_t>& ids) const;

  Folding folding_;
  Table words_;         // tokens that begin a word
  Table pieces_;        // tokens that go on with one, without their "##"
  size_t longest_ = 0;  // bytes of the longest token
  int32_t padding_ = 0, unknown_ = 0, begin_ = 0, end_ = 0, mask_ = 0;
};

}  // namespace oi
