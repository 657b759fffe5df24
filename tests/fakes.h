// Stand-ins at the seams, for tests. They are stricter than the real thing: they fail on an
// over-long text, an empty batch, an invalid request, and any call after a stop.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/models.h"
#include "store/store.h"

namespace oi {

// A bag of folded words, each word hashed to one coordinate. Texts that share words are near; a
// text is nearest to itself. One token a word, and two special ones.
class FakeEmbedder final : public Embedder {
 public:
  explicit FakeEmbedder(uint32_t longest = 512, uint32_t dimension = 256);
  const ModelCard& card() const override { return card_; }
  size_t count_tokens(std::string_view text) const override;
  Result<Matrix> embed(std::span<const std::string_view> texts, const Job& job) override;

  size_t calls() const { return calls_; }

 private:
  ModelCard card_;
  std::atomic<size_t> calls_ = 0;
};

// The share of the question's content words that the passage holds is the relevance, and 8 times
// that less 4 the logit. A passage of over 400 words is cut there; a question of as many is
// TooLarge.
class FakeReranker final : public Reranker {
 public:
  FakeReranker();
  const ModelCard& card() const override { return card_; }
  Result<std::vector<PassageScore>> score(std::string_view question,
                                          std::span<const std::string_view> passages,
                                          const Job& job) override;

 private:
  ModelCard card_;
};

// Says what it was told to say, call after call, and keeps the prompts. One token a word. A call
// beyond the script is a Bug; a prompt over the window is TooLarge.
class FakeGenerator final : public Generator {
 public:
  explicit FakeGenerator(std::vector<std::string> script, uint32_t window = 4096);
  const ModelCard& card() const override { return card_; }
  size_t count_tokens(std::string_view text) const override;
  Result<size_t> count_prompt(const Prompt& prompt) const override;
  Result<Generated> generate(const Prompt& prompt, const Job& job) override;

  const std::vector<Prompt>& prompts() const { return prompts_; }

 private:
  ModelCard card_;
  std::vector<std::string> script_;
  std::vector<Prompt> prompts_;
};

// Reads what it was told to see, call after call. Pixels that are not width x height are Invalid, a
// call beyond the script is a Bug.
class FakeRecogniser final : public Recogniser {
 public:
  FakeRecogniser(std::vector<RecognisedPage> pages, std::vector<RecognisedLine> lines);
  const ModelCard& card() const override { return card_; }
  Result<RecognisedPage> recognise(const Bitmap& bitmap, const Job& job) override;
  Result<std::vector<RecognisedLine>> read_lines(const Bitmap& bitmap, std::span<const Box> lines,
                                                 const Job& job) override;

  size_t pages_read() const { return pages_read_; }
  size_t lines_read() const { return lines_read_; }

 private:
  ModelCard card_;
  std::vector<RecognisedPage> pages_;
  std::vector<RecognisedLine> lines_;  // given again and again, from the first, at each call
  size_t pages_read_ = 0, lines_read_ = 0;
};

// One utterance a call, "piece N", over the whole of the samples; over 600 s is TooLarge, no
// samples are Invalid.
class FakeTranscriber final : public Transcriber {
 public:
  FakeTranscriber();
  const ModelCard& card() const override { return card_; }
  Result<Transcript> transcribe(std::span<const int16_t> samples, std::string_view language,
                                const Job& job) override;

  const std::vector<size_t>& lengths() const { return lengths_; }
  const std::vector<std::string>& languages() const { return languages_; }  // as asked

 private:
  ModelCard card_;
  std::vector<size_t> lengths_;
  std::vector<std::string> languages_;
};

// A library in memory: exact cosine, and words by how many of the question's they hold (passages
// with all of them first). A document is removed by id; old versions are not kept.
class FakeStore : public Store {
 public:
  Result<LibraryCard> card() const override;
  Result<Done> commit(std::span<const Indexed> batch, const Job& job) override;
  Result<Done> remove(DocumentId id) override;
  Result<Document> document(DocumentId id) const override;
  Result<std::vector<Listed>> list() const override;
  Result<std::vector<StoredChunk>> chunks(std::span<const ChunkId> ids) const override;
  Result<std::vector<StoredChunk>> around(ChunkId id, uint32_t each_side) const override;
  Result<Nearest> search_vectors(const Matrix& query, size_t k, const Filter& filter,
                                 const Job& job) const override;
  Result<std::vector<Ranked>> search_words(std::string_view question, size_t k,
                                           const Filter& filter, const Job& job) const override;
  Result<std::vector<double>> score_words(std::string_view question, std::span<const ChunkId> ids,
                                          const Job& job) const override;
  Result<std::vector<uint64_t>> chunks_with(std::span<const std::string> words,
                                            const Job& job) const override;
  // Knows no spelling but the question's.
  Result<std::vector<Respelled>> respell(std::string_view question, const Job& job) const override;

 private:
  mutable std::mutex mutex_;
  std::map<DocumentId, Indexed> documents_;
  LibraryCard card_;
};

// A document of paragraphs: the text split at blank lines, its digests and id from its bytes. A
// paragraph that begins with "# ", "## "... is a heading of that level (the mark stays in the
// text).
Document make_document(std::string name, std::string text);

// The chunks of a document, one per block that is not a heading, each with its vector.
Result<Indexed> index_blocks(const Document& document, Embedder& embedder);

}  // namespace oi
