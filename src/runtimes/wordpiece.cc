// Special tokens written in the text are taken out first, as the reference does. Between them each
// code point is cleaned (controls dropped, white space to a blank, ideographs set apart),
// decomposed and stripped of accents, lowercased, and split at blanks and punctuation. Each word is
// then cut greedily: the longest token that begins it, then the longest continuation, and so on; a
// word that cannot be cut wholly, or is over 100 characters, is [UNK].
//
// ASCII needs no tables and takes a short way. Other code points are gathered in runs and
// decomposed run by run: an ASCII character is always a border for canonical ordering.
#include "runtimes/wordpiece.h"

#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/utf16.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <utility>

namespace oi {
namespace {

constexpr size_t kLongestWord = 100;  // code points, as the model was trained
// UTF-16 units decomposed at once: cut where it changes nothing from the first number on, and
// anywhere at the second, since ordering endless marks takes time by the square.
constexpr size_t kLongRun = 2048;
constexpr size_t kLongestRun = 4096;

bool is_ideograph(UChar32 c) {
  // The reference's own ranges. It begins the seventh at 2B920, not at the block's 2B820.
  return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) ||
         (c >= 0x20000 && c <= 0x2A6DF) || (c >= 0x2A700 && c <= 0x2B73F) ||
         (c >= 0x2B740 && c <= 0x2B81F) || (c >= 0x2B920 && c <= 0x2CEAF) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x2F800 && c <= 0x2FA1F);
}

// General category as of Unicode 8, the version of the reference's tables: what came later is
// unassigned there, and unassigned characters count as letters.
uint32_t category_mask(UChar32 c) {
  UVersionInfo age;
  u_charAge(c, age);
  if (age[0] == 0 || age[0] > 8) return U_GC_CN_MASK;
  return U_GET_GC_MASK(c);
}

bool is_dropped(UChar32 c) {
  if (c == 0xFFFD) return true;
  return (category_mask(c) & (U_GC_CC_MASK | U_GC_CF_MASK | U_GC_CO_MASK)) != 0;
}

bool is_punctuation(UChar32 c) {
  if (c < 0x80) {
    return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
           (c >= '{' && c <= '~');
  }
  return (category_mask(c) & U_GC_P_MASK) != 0;
}

void append_utf8(UChar32 c, std::string& out) {
  std::array<char, 4> bytes{};
  int32_t length = 0;
  UBool failed = false;
  U8_APPEND(bytes.data(), length, 4, c, failed);
  if (!failed) out.append(bytes.data(), static_cast<size_t>(length));
}

// Can a text be cut before c without changing its decomposition?
bool begins_anew(UChar32 c) {
  UErrorCode status = U_ZERO_ERROR;
  const UNormalizer2* nfd = unorm2_getNFDInstance(&status);
  return U_FAILURE(status) || unorm2_hasBoundaryBefore(nfd, c);
}

// The canonical decomposition of a run; the run itself should ICU refuse it.
std::u16string decomposed(const std::u16string& run) {
  UErrorCode status = U_ZERO_ERROR;
  const UNormalizer2* nfd = unorm2_getNFDInstance(&status);
  if (U_FAILURE(status)) return run;
  std::u16string out(run.size() * 4 + 16, u'\0');  // no code unit gives more than four
  const int32_t length = unorm2_normalize(nfd, run.data(), static_cast<int32_t>(run.size()),
                                          out.data(), static_cast<int32_t>(out.size()), &status);
  if (U_FAILURE(status)) return run;
  out.resize(static_cast<size_t>(length));
  return out;
}

// Cleans and folds a text into UTF-8 where blanks alone separate words.
class Folder {
 public:
  Folder(Folding folding, size_t size) : folding_(folding) { out_.reserve(size + size / 4); }

  void add(UChar32 c) {
    if (c < 0x80) {
      flush();
      add_ascii(static_cast<char>(c));
    } else if (is_dropped(c)) {
      return;
    } else if (u_isUWhiteSpace(c)) {
      flush();
      out_ += ' ';
    } else if (folding_.space_cjk && is_ideograph(c)) {
      flush();
      out_ += ' ';
      gather(c);
      flush();
      out_ += ' ';
    } else {
      gather(c);
    }
  }

  std::string finish() {
    flush();
    return std::move(out_);
  }

 private:
  void add_ascii(char c) {
    if (c == '\t' || c == '\n' || c == '\r' || c == ' ') {
      out_ += ' ';
    } else if (c < ' ' || c == 0x7F) {
      return;
    } else if (is_punctuation(c)) {
      out_ += ' ';
      out_ += c;
      out_ += ' ';
    } else {
      out_ += folding_.lowercase && c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    }
  }

  void gather(UChar32 c) {
    if (run_.size() >= kLongestRun || (run_.size() >= kLongRun && begins_anew(c))) flush();
    std::array<char16_t, 2> units{};
    size_t length = 0;
    U16_APPEND_UNSAFE(units.data(), length, c);
    run_.append(units.data(), length);
  }

  void flush() {
    if (run_.empty()) return;
    const std::u16string text = folding_.strip_accents ? decomposed(run_) : run_;
    run_.clear();
    const size_t size = text.size();
    for (size_t i = 0; i < size;) {
      UChar32 c = 0;
      U16_NEXT(text.data(), i, size, c);
      if (folding_.strip_accents && (category_mask(c) & U_GC_MN_MASK) != 0) continue;
      add_folded(c);
    }
  }

  void add_folded(UChar32 c) {
    if (c < 0x80) return add_ascii(static_cast<char>(c));  // a decomposition's base letter
    if (is_punctuation(c)) {
      out_ += ' ';
      append_utf8(c, out_);
      out_ += ' ';
    } else if (folding_.lowercase && c == 0x130) {
      out_ += "i\u0307";  // the one letter whose lower case is two code points
    } else {
      append_utf8(folding_.lowercase ? u_tolower(c) : c, out_);
    }
  }

  Folding folding_;
  std::u16string run_;
  std::string out_;
};

std::string folded(std::string_view text, Folding folding) {
  Folder folder(folding, text.size());
  const size_t size = text.size();
  for (size_t i = 0; i < size;) {
    UChar32 c = 0;
    U8_NEXT_OR_FFFD(text.data(), i, size, c);
    folder.add(c);
  }
  return folder.finish();
}

bool longer_than(std::string_view word, size_t most) {
  if (word.size() <= most) return false;
  size_t points = 0;
  for (const char c : word)
    points += U8_IS_TRAIL(c) ? 0 : 1;
  return points > most;
}

}  // namespace

Result<WordPiece> WordPiece::load(const std::filesystem::path& vocabulary, Folding folding) {
  std::ifstream in(vocabulary, std::ios::binary);
  if (!in) return Error{Code::ModelMissing, vocabulary.string() + " is not there"};
  const std::string lines{std::istreambuf_iterator<char>(in), {}};
  if (in.bad()) return Error{Code::Io, vocabulary.string() + " could not be read"};
  return parse(lines, folding).within(vocabulary.filename().string());
}

Result<WordPiece> WordPiece::parse(std::string_view lines, Folding folding) {
  WordPiece made;
  made.folding_ = folding;
  for (int32_t id = 0; !lines.empty(); ++id) {
    const size_t end = lines.find('\n');
    std::string_view token = lines.substr(0, end);
    lines = end == std::string_view::npos ? std::string_view{} : lines.substr(end + 1);
    if (token.ends_with('\r')) token.remove_suffix(1);
    made.longest_ = std::max(made.longest_, token.size());
    const bool goes_on = token.size() > 2 && token.starts_with("##");
    Table& table = goes_on ? made.pieces_ : made.words_;
    if (!table.emplace(token.substr(goes_on ? 2 : 0), id).second) {
      return Error{Code::Corrupt, "token " + std::to_string(id) + " stands twice"};
    }
  }
  const std::pair<const char*, int32_t*> special[] = {{"[PAD]", &made.padding_},
                                                      {"[UNK]", &made.unknown_},
                                                      {"[CLS]", &made.begin_},
                                                      {"[SEP]", &made.end_},
                                                      {"[MASK]", &made.mask_}};
  for (const auto& [name, id] : special) {
    const auto found = made.words_.find(std::string_view(name));
    if (found == made.words_.end()) return Error{Code::Corrupt, std::string(name) + " is missing"};
    *id = found->second;
  }
  return made;
}

std::vector<int32_t> WordPiece::encode(std::string_view text) const {
  std::vector<int32_t> ids;
  ids.reserve(text.size() / 4 + 8);
  ids.push_back(begin_);
  const std::pair<std::string_view, int32_t> special[] = {{"[PAD]", padding_},
                                                          {"[UNK]", unknown_},
                                                          {"[CLS]", begin_},
                                                          {"[SEP]", end_},
                                                          {"[MASK]", mask_}};
  size_t from = 0;
  for (size_t at = text.find('['); at != std::string_view::npos; at = text.find('[', at)) {
    const std::string_view rest = text.substr(at);
    size_t taken = 0;
    for (const auto& [name, id] : special) {
      if (!rest.starts_with(name)) continue;
      encode_plain(text.substr(from, at - from), ids);
      ids.push_back(id);
      taken = name.size();
    }
    at += taken == 0 ? 1 : taken;
    if (taken != 0) from = at;
  }
  encode_plain(text.substr(from), ids);
  ids.push_back(end_);
  return ids;
}

void WordPiece::encode_plain(std::string_view text, std::vector<int32_t>& ids) const {
  const std::string words = folded(text, folding_);
  std::string_view rest = words;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find(' '), rest.size());
    if (end > 0) add_word(rest.substr(0, end), ids);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

void WordPiece::add_word(std::string_view word, std::vector<int32_t>& ids) const {
  if (longer_than(word, kLongestWord)) return ids.push_back(unknown_);
  const size_t before = ids.size();
  size_t begin = 0;
  while (begin < word.size()) {
    const Table& table = begin == 0 ? words_ : pieces_;
    size_t length = std::min(word.size() - begin, longest_);
    auto found = table.find(word.substr(begin, length));
    while (found == table.end() && length > 1) {
      // Shorter by one whole code point.
      do
        --length;
      while (length > 1 && U8_IS_TRAIL(word[begin + length]));
      found = table.find(word.substr(begin, length));
    }
    if (found == table.end()) {
      ids.resize(before);
      return ids.push_back(unknown_);
    }
    ids.push_back(found->second);
    begin += length;
  }
}

}  // namespace oi
