// A document is its passages with their titles above them and blank lines between. A passage that
// came before, as the gold of another question, is not put there again: both have its place.
#include "engine/eval_positions.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/text.h"
#include "engine/eval_gzip.h"
#include "engine/eval_lines.h"
#include "types/json.h"

namespace oi {
namespace {

namespace fs = std::filesystem;

constexpr size_t kPassages = 20;  // of a document made from several lines

struct Passages {
  std::vector<std::string> titles, texts;
  size_t gold = 0;
};

Result<Passages> read_passages(const std::string& list) {
  Passages passages;
  bool found = false;
  for (const std::string& json : TRY(parse_flat_list(list))) {
    FlatObject one = TRY(parse_flat_object(json));
    if (!found && (one["isgold"] == "true" || one["is_gold"] == "true")) {
      passages.gold = passages.texts.size();
      found = true;
    }
    passages.titles.push_back(std::string(trim(one["title"])));
    passages.texts.push_back(std::string(trim(one["text"])));
    if (passages.texts.back().empty()) return Error{Code::Corrupt, "a passage has no text"};
  }
  if (!found && passages.texts.size() != 1) {
    return Error{Code::Corrupt, "no passage of ctxs is the gold one"};
  }
  return passages;
}

// Puts passages into documents, and the gold's place into its case.
class Documents {
 public:
  explicit Documents(EvalSet& set) : set_(set) {}

  void add(const Passages& passages, EvalCase one) {
    const bool alone = passages.texts.size() == 1;
    if (const auto known = placed_.find(passages.texts.front()); alone && known != placed_.end()) {
      one.gold = {known->second.first};
      one.position = known->second.second;
      one.positions = kPassages;
      set_.cases.push_back(std::move(one));
      return;
    }
    if (!alone || set_.documents.empty() || count_ == kPassages || !alone_) begin();
    alone_ = alone;
    for (size_t i = 0; i < passages.texts.size(); ++i) {
      const GoldPiece piece = put(passages.titles[i], passages.texts[i]);
      if (i != passages.gold) continue;
      one.gold = {piece};
      one.position = count_;
      if (alone) placed_[passages.texts[i]] = {piece, count_};
    }
    one.positions = alone ? kPassages : static_cast<uint32_t>(passages.texts.size());
    set_.cases.push_back(std::move(one));
  }

 private:
  void begin() {
    EvalText document;
    document.id = "document " + std::to_string(set_.documents.size() + 1);
    set_.documents.push_back(std::move(document));
    count_ = 0;
  }

  GoldPiece put(const std::string& title, const std::string& text) {
    EvalText& document = set_.documents.back();
    if (!document.text.empty()) document.text += "\n\n";
    if (!title.empty()) document.text += title + "\n\n";
    const size_t begin = document.text.size();
    document.text += text;
    ++count_;
    return {document.id, {begin, document.text.size()}, text};
  }

  EvalSet& set_;
  std::map<std::string, std::pair<GoldPiece, uint32_t>> placed_;  // by text, with its position
  uint32_t count_ = 0;                                            // passages of the last document
  bool alone_ = true;                                             // made of lines with one passage
};

}  // namespace

fs::path positions_of(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code failure;
  for (const auto& entry : fs::directory_iterator(folder, failure)) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(".jsonl") && !name.ends_with(".jsonl.gz")) continue;
    const Result<std::string> text = read_packed(entry.path(), kLargestSetFile);
    if (text.ok() && text->substr(0, text->find('\n')).find("\"ctxs\"") != std::string::npos) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files.empty() ? fs::path() : files.front();
}

Result<EvalSet> read_positions(const fs::path& file) {
  EvalSet set;
  set.measured = Measured::Positions;
  set.source = file;
  Documents documents(set);
  const auto read = [&](std::string_view text, uint64_t number) -> Result<Done> {
    FlatObject line = TRY(parse_flat_object(text));
    EvalCase one;
    one.id = std::to_string(number);
    one.question = std::move(line["question"]);
    one.place = line_name(file, number);
    if (one.question.empty()) return Error{Code::Corrupt, "a line needs the field question"};
    documents.add(TRY(read_passages(line["ctxs"])), std::move(one));
    return Done{};
  };
  const std::string bytes = TRY(read_packed(file, kLargestSetFile));
  TRY(each_line_of(bytes, file, read));
  if (set.cases.empty()) return Error{Code::Corrupt, file.string() + ": no question"};
  return set;
}

}  // namespace oi
