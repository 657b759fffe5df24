// What a reader changes of a text file is its white space, and marks that it leaves out. So a span
// is found again by its letters: both texts are walked together, and where they differ, they go on
// where the next letters agree again. A piece of which only the text is known, or which is not
// where it should be, is looked for by its letters, the place nearest to where it should be.
#include "engine/eval_spans.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

#include "base/text.h"
#include "engine/eval_lines.h"
#include "types/json.h"

namespace oi {
namespace {

namespace fs = std::filesystem;

constexpr char32_t kByteOrderMark = 0xFEFF;
// How many letters have to agree where two texts go on together, by how far that is.
struct Agreeing {
  size_t letters, farthest;
};
constexpr std::array<Agreeing, 4> kAgreeing = {{{16, 4096}, {8, 256}, {4, 32}, {1, 8}}};

// The letters that stand before a byte.
size_t letters_before(const Letters& letters, uint64_t byte) {
  return static_cast<size_t>(std::lower_bound(letters.at.begin(), letters.at.end(), byte) -
                             letters.at.begin());
}

size_t nearest(const std::string& text, const std::string& wanted, size_t expected) {
  size_t best = std::string::npos;
  const auto distance = [&](size_t at) { return at > expected ? at - expected : expected - at; };
  for (size_t at = text.find(wanted); at != std::string::npos; at = text.find(wanted, at + 1)) {
    if (best == std::string::npos || distance(at) < distance(best)) best = at;
  }
  return best;
}

Span span_of(const Letters& text, size_t first, size_t count) {
  return {text.at[first], uint64_t{text.at[first + count - 1]} + 1};
}

Result<uint64_t> number_of(const FlatObject& object, const char* name) {
  const auto at = object.find(name);
  if (at == object.end()) return uint64_t{0};
  uint64_t value = 0;
  const std::string& text = at->second;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || end != text.data() + text.size()) {
    return Error{Code::Corrupt, std::string(name) + " is not a whole number"};
  }
  return value;
}

Result<std::vector<GoldPiece>> read_pieces(const std::string& list, const std::string& document) {
  std::vector<GoldPiece> pieces;
  for (const std::string& one : TRY(parse_flat_list(list))) {
    FlatObject object = TRY(parse_flat_object(one));
    GoldPiece piece;
    piece.document = document;
    piece.span.begin = TRY(number_of(object, "byte_start"));
    piece.span.end = TRY(number_of(object, "byte_end"));
    piece.text = std::move(object["text"]);
    if (piece.span.end < piece.span.begin || (piece.span.size() == 0 && piece.text.empty())) {
      return Error{Code::Corrupt, "a reference needs byte_start and byte_end, or text"};
    }
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

Result<std::vector<std::string>> read_answers(const FlatObject& line) {
  if (const auto one = line.find("answer"); one != line.end() && one->second != "null") {
    return std::vector<std::string>{one->second};
  }
  const auto many = line.find("answers");
  if (many == line.end()) return std::vector<std::string>{};
  return parse_flat_list(many->second);
}

Result<EvalCase> read_line(std::string_view text) {
  FlatObject line = TRY(parse_flat_object(text));
  if (!line.contains("question") || !line.contains("file")) {
    return Error{Code::Corrupt, "a line needs the fields question and file"};
  }
  EvalCase one;
  one.id = line.contains("id") ? line["id"] : line["question_id"];
  one.question = line["question"];
  one.grades[line["file"]] = 1;
  for (const char* const name : {"references", "evidence", "spans"}) {
    const auto pieces = line.find(name);
    if (pieces == line.end()) continue;
    one.gold = TRY(read_pieces(pieces->second, line["file"]).within(name));
    if (!one.gold.empty()) break;
  }
  one.answers = TRY(read_answers(line));
  return one;
}

Result<fs::path> find_text(const fs::path& folder, const std::string& name) {
  constexpr std::array kFolders = {"", "corpora", "papers", "documents", "files"};
  std::error_code failure;
  for (const char* const below : kFolders) {
    const fs::path path = (folder / below / name).lexically_normal();
    if (fs::is_regular_file(path, failure)) return path;
  }
  return Error{Code::NotFound, (folder / name).string() + " is not there"};
}

Letters letters_of(std::string_view text) {
  Letters letters;
  letters.bytes.reserve(text.size());
  letters.at.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    const char32_t c = next_code_point(text, at);
    if (is_space(c) || c == kByteOrderMark) continue;
    for (size_t i = begin; i < at; ++i) {
      letters.bytes += text[i];
      letters.at.push_back(static_cast<uint32_t>(i));
    }
  }
  return letters;
}

// How far the letter at `at` of `a` is from where both go on together; 0 when it is not found.
size_t skip(std::string_view a, size_t at, std::string_view rest_of_b, const Agreeing& agreeing) {
  const std::string_view next = rest_of_b.substr(0, agreeing.letters);
  for (size_t d = 1; d <= agreeing.farthest && at + d < a.size(); ++d) {
    if (a.substr(at + d, next.size()) == next) return d;
  }
  return 0;
}

// Where two texts differ: how many letters of one or of the other to leave out. Neither where they
// never go on together.
struct Difference {
  size_t left_out = 0, put_in = 0;
};
Difference difference(std::string_view a, size_t i, std::string_view b, size_t j) {
  if (j >= b.size()) return {};
  for (const Agreeing& agreeing : kAgreeing) {
    const size_t left_out = skip(a, i, b.substr(j), agreeing);
    const size_t put_in = skip(b, j, a.substr(i), agreeing);
    if (put_in != 0 && (left_out == 0 || put_in < left_out)) return {0, put_in};
    if (left_out != 0) return {left_out, 0};
  }
  return {};
}

}  // namespace

Aligned align(std::string_view file, std::string_view text) {
  Aligned aligned{letters_of(file), letters_of(text), {}};
  const std::string_view a = aligned.file.bytes, b = aligned.text.bytes;
  size_t j = 0;
  while (aligned.in_text.size() < a.size()) {
    const size_t i = aligned.in_text.size();
    if (j < b.size() && a[i] == b[j]) {
      aligned.in_text.push_back(static_cast<uint32_t>(j++));
      continue;
    }
    const Difference next = difference(a, i, b, j);
    if (next.put_in != 0) {
      j += next.put_in;
    } else {
      const size_t to = next.left_out != 0 ? i + next.left_out : a.size();
      aligned.in_text.resize(to, static_cast<uint32_t>(j));
    }
  }
  aligned.in_text.push_back(static_cast<uint32_t>(j));
  return aligned;
}

Result<Span> place(const GoldPiece& piece, const Aligned& aligned) {
  const auto& [file, text, in_text] = aligned;
  const size_t begin = letters_before(file, piece.span.begin);
  const size_t count = letters_before(file, piece.span.end) - begin;
  const size_t first = in_text[begin];
  const size_t last = in_text[begin + count];
  const std::string given = letters_of(piece.text).bytes;
  const std::string wanted = given.empty() ? file.bytes.substr(begin, count) : given;
  if (wanted.empty()) return Error{Code::Corrupt, "a reference is empty"};
  if (text.bytes.compare(first, wanted.size(), wanted) == 0) {
    return span_of(text, first, wanted.size());
  }
  const bool where_it_says = file.bytes.compare(begin, count, wanted) == 0;
  if (where_it_says && 2 * (last - first) >= count) return span_of(text, first, last - first);
  const size_t found = nearest(text.bytes, wanted, first);
  if (found == std::string::npos) {
    return Error{Code::Corrupt, "the reference at byte " + std::to_string(piece.span.begin) +
                                    " is not in the text of " + piece.document};
  }
  return span_of(text, found, wanted.size());
}

std::vector<Span> joined(std::vector<Span> spans) {
  std::sort(spans.begin(), spans.end());
  std::vector<Span> out;
  for (const Span& span : spans) {
    if (span.size() == 0) continue;
    if (!out.empty() && span.begin <= out.back().end) {
      out.back().end = std::max(out.back().end, span.end);
    } else {
      out.push_back(span);
    }
  }
  return out;
}

fs::path questions_of(const fs::path& folder) {
  std::error_code failure;
  for (const char* const name : {"gold_bytes.jsonl", "questions.jsonl"}) {
    if (fs::exists(folder / name, failure)) return folder / name;
  }
  return {};
}

Result<EvalSet> read_spans(const fs::path& folder) {
  EvalSet set;
  set.measured = Measured::Spans;
  set.source = questions_of(folder);
  std::set<std::string> known, ids;
  const auto read = [&](std::string_view text, uint64_t number) -> Result<Done> {
    EvalCase one = TRY(read_line(text));
    if (one.id.empty()) one.id = std::to_string(number);
    // Several lines may share an id; cases are paired by it.
    if (!ids.insert(one.id).second) one.id += "#" + std::to_string(number);
    one.place = line_name(set.source, number);
    const std::string& name = one.grades.begin()->first;
    const fs::path file = TRY(find_text(folder, name));
    if (known.insert(name).second) set.documents.push_back({name, "", "", file});
    set.cases.push_back(std::move(one));
    return Done{};
  };
  TRY(each_line(set.source, read));
  const auto without_gold = [](const EvalCase& one) { return one.gold.empty(); };
  if (std::all_of(set.cases.begin(), set.cases.end(), without_gold)) {
    set.measured = Measured::Paragraphs;
  } else {
    std::erase_if(set.cases, without_gold);
  }
  if (set.cases.empty()) return Error{Code::Corrupt, set.source.string() + ": no question"};
  return set;
}

}  // namespace oi
