// Small, plain and deterministic: a hash of a word is the same on every machine.
#include "fakes.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/file.h"
#include "base/text.h"

namespace oi {
namespace {

std::vector<std::string> folded_words(std::string_view text) {
  std::vector<std::string> out;
  for (const TextSpan& word : words(text)) {
    out.push_back(fold(text.substr(word.begin, word.size())));
  }
  return out;
}

uint64_t hash_of(std::string_view text) {  // FNV-1a
  uint64_t hash = 1469598103934665603ull;
  for (const char c : text)
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
  return hash;
}

std::set<std::string> content(std::string_view text) {
  std::set<std::string> out;
  for (std::string& word : folded_words(text)) {
    if (!is_stop_word(word)) out.insert(std::move(word));
  }
  return out;
}

bool allows(const Filter& filter, DocumentId id) {
  return filter.documents.empty() ||
         std::find(filter.documents.begin(), filter.documents.end(), id) != filter.documents.end();
}

void keep_best(std::vector<Ranked>& ranked, size_t k) {
  std::sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) {
    return a.score != b.score ? a.score > b.score : a.chunk < b.chunk;
  });
  if (ranked.size() > k) ranked.resize(k);
}

StoredChunk stored(const Indexed& indexed, size_t i) {
  const Chunk& chunk = indexed.chunks[i];
  const float* row = indexed.vectors.row(i);
  return {chunk, indexed.document.text.substr(chunk.span.begin, chunk.span.size()),
          std::vector<float>(row, row + indexed.vectors.dimension)};
}

}  // namespace

FakeEmbedder::FakeEmbedder(uint32_t longest, uint32_t dimension) {
  card_ = {.role = "embedder",
           .name = "hashed words",
           .digest = "hashed-words:" + std::to_string(dimension),
           .device = "CPU",
           .dimension = dimension,
           .longest = longest};
}

size_t FakeEmbedder::count_tokens(std::string_view text) const {
  return count_words(text) + 2;
}

Result<Matrix> FakeEmbedder::embed(std::span<const std::string_view> texts, const Job& job) {
  TRY(check(job));
  ++calls_;
  if (texts.empty()) return Error{Code::Bug, "embed was called with an empty batch"};
  Matrix made{.rows = static_cast<uint32_t>(texts.size()),
              .dimension = card_.dimension,
              .values = {},
              .model_digest = card_.digest};
  made.values.resize(texts.size() * card_.dimension);
  for (size_t i = 0; i < texts.size(); ++i) {
    if (count_tokens(texts[i]) > card_.longest) {
      return Error{Code::TooLarge, "text " + std::to_string(i) + " has more tokens than " +
                                       std::to_string(card_.longest)};
    }
    float* row = made.values.data() + i * card_.dimension;
    for (const std::string& word : folded_words(texts[i])) {
      row[hash_of(word) % card_.dimension] += is_stop_word(word) ? 0.2f : 1.0f;
    }
    double sum = 0;
    for (size_t d = 0; d < card_.dimension; ++d)
      sum += double{row[d]} * double{row[d]};
    if (sum == 0) {
      row[0] = 1;
      sum = 1;
    }
    for (size_t d = 0; d < card_.dimension; ++d) {
      row[d] = static_cast<float>(double{row[d]} / std::sqrt(sum));
    }
  }
  return made;
}

FakeReranker::FakeReranker() {
  card_ = {.role = "reranker", .name = "shared words", .digest = "shared-words", .device = "CPU"};
}

Result<std::vector<PassageScore>> FakeReranker::score(std::string_view question,
                                                      std::span<const std::string_view> passages,
                                                      const Job& job) {
  constexpr size_t kMostWords = 400;
  TRY(check(job));
  if (passages.empty()) return Error{Code::Bug, "score was called with an empty batch"};
  if (count_words(question) >= kMostWords) return Error{Code::TooLarge, "the question is too long"};
  const std::set<std::string> wanted = content(question);
  std::vector<PassageScore> out;
  for (const std::string_view passage : passages) {
    const std::set<std::string> held = content(passage);
    const auto found = std::count_if(wanted.begin(), wanted.end(),
                                     [&](const std::string& word) { return held.count(word) > 0; });
    const double share =
        wanted.empty() ? 0 : static_cast<double>(found) / static_cast<double>(wanted.size());
    const size_t words = count_words(passage);
    out.push_back(
        {8 * share - 4, share, words > kMostWords ? static_cast<uint32_t>(words - kMostWords) : 0});
  }
  return out;
}

FakeRecogniser::FakeRecogniser(std::vector<RecognisedPage> pages, std::vector<RecognisedLine> lines)
    : pages_(std::move(pages)), lines_(std::move(lines)) {
  card_.role = "recogniser";
  card_.name = "fake-recogniser";
}

Result<RecognisedPage> FakeRecogniser::recognise(const Bitmap& bitmap, const Job& job) {
  TRY(check(job));
  if (bitmap.grey.size() != size_t{bitmap.width} * bitmap.height || bitmap.grey.empty())
    return Error{Code::Invalid, "pixels that are not width x height"};
  if (pages_read_ >= pages_.size()) return Error{Code::Bug, "a page beyond the script"};
  return pages_[pages_read_++];
}

Result<std::vector<RecognisedLine>> FakeRecogniser::read_lines(const Bitmap& bitmap,
                                                               std::span<const Box> lines,
                                                               const Job& job) {
  TRY(check(job));
  if (bitmap.grey.size() != size_t{bitmap.width} * bitmap.height || bitmap.grey.empty())
    return Error{Code::Invalid, "pixels that are not width x height"};
  std::vector<RecognisedLine> read;
  for (size_t i = 0; i < lines.size(); ++i) {
    const Box& box = lines[i];
    if (box.x0 < 0 || box.y0 < 0 || box.x1 > static_cast<float>(bitmap.width) ||
        box.y1 > static_cast<float>(bitmap.height))
      return Error{Code::Invalid, "a line outside of the picture"};
    if (i >= lines_.size()) return Error{Code::Bug, "a line beyond the script"};
    read.push_back(lines_[i]);
  }
  lines_read_ += lines.size();
  return read;
}

FakeTranscriber::FakeTranscriber() {
  card_.role = "transcriber";
  card_.name = "fake-transcriber";
}

Result<Transcript> FakeTranscriber::transcribe(std::span<const int16_t> samples,
                                               std::string_view language, const Job& job) {
  TRY(check(job));
  if (samples.empty()) return Error{Code::Invalid, "no samples"};
  if (samples.size() > size_t{600} * kSampleRate) return Error{Code::TooLarge, "over 600 s"};
  lengths_.push_back(samples.size());
  languages_.emplace_back(language);
  const double seconds = static_cast<double>(samples.size()) / kSampleRate;
  return Transcript{{{"piece " + std::to_string(lengths_.size()), 0, seconds, 0.9F}}, "en"};
}

FakeGenerator::FakeGenerator(std::vector<std::string> script, uint32_t window)
    : script_(std::move(script)) {
  card_ = {.role = "generator",
           .name = "scripted",
           .digest = "scripted",
           .device = "CPU",
           .window = window};
}

size_t FakeGenerator::count_tokens(std::string_view text) const {
  return count_words(text);
}

Result<size_t> FakeGenerator::count_prompt(const Prompt& prompt) const {
  if (prompt.messages.empty()) return Error{Code::Bug, "a prompt without a message"};
  size_t tokens = 0;
  for (const Message& message : prompt.messages)
    tokens += count_tokens(message.text) + 4;
  return tokens;
}

Result<Generated> FakeGenerator::generate(const Prompt& prompt, const Job& job) {
  TRY(check(job));
  const size_t tokens = TRY(count_prompt(prompt));
  if (tokens + prompt.longest_output > card_.window) {
    return Error{Code::TooLarge, "the prompt and its output pass the window"};
  }
  if (prompts_.size() >= script_.size()) {
    return Error{Code::Bug, "the script has no line for call " + std::to_string(prompts_.size())};
  }
  prompts_.push_back(prompt);
  Generated made{.text = script_[prompts_.size() - 1],
                 .prompt_tokens = static_cast<uint32_t>(tokens)};
  made.output_tokens = static_cast<uint32_t>(count_tokens(made.text));
  tell(job, DraftText{made.text});
  return made;
}

Result<LibraryCard> FakeStore::card() const {
  const std::lock_guard lock(mutex_);
  return card_;
}

Result<Done> FakeStore::commit(std::span<const Indexed> batch, const Job& job) {
  TRY(check(job));
  const std::lock_guard lock(mutex_);
  for (const Indexed& each : batch) {
    const Matrix& vectors = each.vectors;
    const bool first = card_.model_digest.empty();
    if (vectors.rows != each.chunks.size() ||
        vectors.values.size() != size_t{vectors.rows} * vectors.dimension ||
        (!first && vectors.model_digest != card_.model_digest)) {
      return Error{Code::Invalid, each.document.name + ": vectors do not correspond to chunks"};
    }
    for (size_t i = 0; i < each.chunks.size(); ++i) {
      const Chunk& chunk = each.chunks[i];
      if (chunk.id != ChunkId{each.document.id, static_cast<uint32_t>(i)} ||
          chunk.span.end > each.document.text.size() || chunk.span.begin > chunk.span.end) {
        return Error{Code::Invalid, to_text(chunk.id) + ": not a chunk of its document"};
      }
    }
  }
  for (const Indexed& each : batch) {
    card_.model_digest = each.vectors.model_digest;
    card_.dimension = each.vectors.dimension;
    documents_.insert({each.document.id, each});
  }
  ++card_.generation;
  card_.documents = documents_.size();
  card_.chunks = 0;
  for (const auto& [id, each] : documents_)
    card_.chunks += each.chunks.size();
  return Done{};
}

Result<Done> FakeStore::remove(DocumentId id) {
  const std::lock_guard lock(mutex_);
  if (documents_.erase(id) == 0) return Error{Code::NotFound, to_text(id)};
  ++card_.generation;
  return Done{};
}

Result<Document> FakeStore::document(DocumentId id) const {
  const std::lock_guard lock(mutex_);
  const auto found = documents_.find(id);
  if (found == documents_.end()) return Error{Code::NotFound, to_text(id)};
  return found->second.document;
}

Result<std::vector<Listed>> FakeStore::list() const {
  const std::lock_guard lock(mutex_);
  std::vector<Listed> out;
  for (const auto& [id, each] : documents_) {
    Listed row;
    row.id = id;
    row.path = each.document.path;
    row.name = each.document.name;
    row.title = each.document.title;
    row.digest = each.document.digest;
    row.text_digest = each.document.text_digest;
    row.paths = {each.document.path};
    row.text_bytes = each.document.text.size();
    row.chunks = static_cast<uint32_t>(each.chunks.size());
    out.push_back(std::move(row));
  }
  std::sort(out.begin(), out.end(), [](const Listed& a, const Listed& b) {
    return a.name != b.name ? a.name < b.name : a.id < b.id;
  });
  return out;
}

Result<std::vector<StoredChunk>> FakeStore::chunks(std::span<const ChunkId> ids) const {
  const std::lock_guard lock(mutex_);
  std::vector<StoredChunk> out;
  for (const ChunkId& id : ids) {
    const auto found = documents_.find(id.document);
    if (found == documents_.end() || id.ordinal >= found->second.chunks.size()) {
      return Error{Code::NotFound, to_text(id)};
    }
    out.push_back(stored(found->second, id.ordinal));
  }
  return out;
}

Result<std::vector<StoredChunk>> FakeStore::around(ChunkId id, uint32_t each_side) const {
  const std::lock_guard lock(mutex_);
  const auto found = documents_.find(id.document);
  if (found == documents_.end() || id.ordinal >= found->second.chunks.size()) {
    return Error{Code::NotFound, to_text(id)};
  }
  const size_t first = id.ordinal > each_side ? id.ordinal - each_side : 0;
  const size_t end =
      std::min<size_t>(found->second.chunks.size(), size_t{id.ordinal} + each_side + 1);
  std::vector<StoredChunk> out;
  for (size_t i = first; i < end; ++i)
    out.push_back(stored(found->second, i));
  return out;
}

Result<Nearest> FakeStore::search_vectors(const Matrix& query, size_t k, const Filter& filter,
                                          const Job& job) const {
  TRY(check(job));
  const std::lock_guard lock(mutex_);
  std::vector<Ranked> out;
  if (documents_.empty()) return Nearest{};
  if (query.rows != 1 || query.dimension != card_.dimension ||
      query.model_digest != card_.model_digest) {
    return Error{Code::Invalid, "the question's vector is of another model than the library's"};
  }
  for (const auto& [id, each] : documents_) {
    if (!allows(filter, id)) continue;
    for (size_t i = 0; i < each.chunks.size(); ++i) {
      double dot = 0;
      for (size_t d = 0; d < card_.dimension; ++d) {
        dot += double{query.values[d]} * double{each.vectors.row(i)[d]};
      }
      out.push_back({each.chunks[i].id, dot});
    }
  }
  keep_best(out, k);
  return Nearest{std::move(out)};
}

Result<std::vector<Ranked>> FakeStore::search_words(std::string_view question, size_t k,
                                                    const Filter& filter, const Job& job) const {
  TRY(check(job));
  const std::lock_guard lock(mutex_);
  const std::set<std::string> wanted = content(question);
  std::vector<Ranked> out;
  for (const auto& [id, each] : documents_) {
    if (!allows(filter, id)) continue;
    for (size_t i = 0; i < each.chunks.size(); ++i) {
      const std::set<std::string> held =
          content(each.chunks[i].heading_path + "\n" + stored(each, i).text);
      const auto found = std::count_if(wanted.begin(), wanted.end(), [&](const std::string& word) {
        return held.count(word) > 0;
      });
      if (found > 0) out.push_back({each.chunks[i].id, static_cast<double>(found)});
    }
  }
  keep_best(out, k);
  return out;
}

Result<std::vector<double>> FakeStore::score_words(std::string_view question,
                                                   std::span<const ChunkId> ids,
                                                   const Job& job) const {
  const std::vector<Ranked> all = TRY(search_words(question, SIZE_MAX, {}, job));
  std::vector<double> scores;
  for (const ChunkId id : ids) {
    const auto hit =
        std::find_if(all.begin(), all.end(), [id](const Ranked& one) { return one.chunk == id; });
    scores.push_back(hit == all.end() ? 0 : hit->score);
  }
  return scores;
}

Result<std::vector<uint64_t>> FakeStore::chunks_with(std::span<const std::string> words,
                                                     const Job& job) const {
  std::vector<uint64_t> counts;
  for (const std::string& word : words) {
    counts.push_back(TRY(search_words(word, SIZE_MAX, {}, job)).size());
  }
  return counts;
}

Result<std::vector<Respelled>> FakeStore::respell(std::string_view, const Job&) const {
  return std::vector<Respelled>{};
}

Document make_document(std::string name, std::string text) {
  Document document;
  document.name = std::move(name);
  document.path = "/documents/" + document.name;
  document.title = document.name.substr(0, document.name.rfind('.'));
  document.text = std::move(text);
  document.digest = document.text_digest = sha256_hex(document.text);
  document.id = {std::stoull(document.digest.substr(0, 16), nullptr, 16)};
  const std::string& all = document.text;
  for (size_t begin = 0; begin < all.size();) {
    const size_t end = std::min(all.find("\n\n", begin), all.size());
    size_t level = 0;
    while (begin + level < end && all[begin + level] == '#')
      ++level;
    const bool heading = level > 0 && begin + level < end && all[begin + level] == ' ';
    document.blocks.push_back({heading ? BlockKind::Heading : BlockKind::Paragraph,
                               static_cast<uint8_t>(heading ? level : 0),
                               {begin, end}});
    begin = std::min(end + 2, all.size());
  }
  return document;
}

Result<Indexed> index_blocks(const Document& document, Embedder& embedder) {
  Indexed made{.document = document, .chunks = {}, .vectors = {}};
  std::string path;
  std::vector<std::string_view> texts;
  for (const Block& block : document.blocks) {
    const std::string_view text =
        std::string_view(made.document.text).substr(block.span.begin, block.span.size());
    if (block.kind == BlockKind::Heading) {
      path = std::string(text.substr(std::min<size_t>(text.size(), size_t{block.level} + 1)));
      continue;
    }
    if (trim(text).empty()) continue;
    Chunk chunk;
    chunk.id = {document.id, static_cast<uint32_t>(made.chunks.size())};
    chunk.span = block.span;
    chunk.heading_path = path;
    chunk.words = static_cast<uint32_t>(count_words(text));
    chunk.tokens = static_cast<uint32_t>(embedder.count_tokens(text));
    made.chunks.push_back(std::move(chunk));
    texts.push_back(text);
  }
  if (!texts.empty()) made.vectors = TRY(embedder.embed(texts, Job{}));
  return made;
}

}  // namespace oi
