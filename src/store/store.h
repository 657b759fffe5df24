// The three storage seams. A store holds one library: its documents, chunks, words and vectors.
// Every call is safe from any thread; writes are taken one at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/job.h"
#include "base/result.h"
#include "types/document.h"
#include "types/evidence.h"
#include "types/question.h"
#include "types/receipt.h"

namespace oi {

// A document with all that search needs of it: one vector row per chunk, in chunk order.
struct Indexed {
  Document document;
  std::vector<Chunk> chunks;
  Matrix vectors;
  // What the words of each chunk are indexed by: its text without furniture, hyphens at line ends
  // joined. Empty: the chunks' own text.
  std::vector<std::string> search_texts = {};
};

// A chunk as stored, with its text (document text[span]) and its vector.
struct StoredChunk {
  Chunk chunk;
  std::string text;
  std::vector<float> vector;
};

// A document without its text and layout.
struct Listed {
  DocumentId id;
  std::string path, name, title, digest, text_digest;
  DocumentId parent;               // 0 when it stands by itself
  std::vector<std::string> paths;  // every path of these bytes, `path` first
  Kind kind = Kind::Text;
  uint64_t text_bytes = 0;
  uint32_t chunks = 0;
  Counts counts;
  std::vector<Problem> problems;
  int64_t added = 0;          // seconds since 1970
  bool live = true;           // false: an old version, out of search, kept for its citations
  std::string language = {};  // as the document's
  int64_t dated = 0;
  std::vector<std::string> tags = {};
};

// A word of a question that no document has, and one that is written almost so.
struct Respelled {
  std::string asked, used;
  bool operator==(const Respelled&) const = default;
};

// What a library is made with. Vectors of another model are refused (invariant 5).
struct LibraryCard {
  std::string model_digest;  // empty: no vectors yet
  uint32_t dimension = 0;
  uint64_t generation = 0;  // grows with every commit and removal
  uint64_t documents = 0, chunks = 0;
};

// What a vector search gives: the best chunks, and what scored them, for the trace.
struct Nearest {
  std::vector<Ranked> ranked;
  std::string path = "cpu";
};

class Store {
 public:
  virtual ~Store() = default;
  virtual Result<LibraryCard> card() const = 0;
  // All of the batch becomes visible to search together, or nothing does (invariant 4). Bytes that
  // are already stored only gain their path and tags. A live document of the same path and other
  // bytes leaves search in the same commit (ruling 7), and its tags go on to the new one. Invalid
  // when vectors and chunks do not correspond or the model digest is not the library's.
  virtual Result<Done> commit(std::span<const Indexed> batch, const Job& job) = 0;
  // Removes the document, its chunks, words and vectors. NotFound when there is none.
  virtual Result<Done> remove(DocumentId id) = 0;
  // With text and layout; also old versions. NotFound when there is none.
  virtual Result<Document> document(DocumentId id) const = 0;
  virtual Result<std::vector<Listed>> list() const = 0;  // live and old, by name, then id
  // In the order asked; an id that is not live is NotFound, named.
  virtual Result<std::vector<StoredChunk>> chunks(std::span<const ChunkId> ids) const = 0;
  // The chunk with up to `each_side` neighbours before and after it in its document, in order.
  virtual Result<std::vector<StoredChunk>> around(ChunkId id, uint32_t each_side) const = 0;
  // Best k by cosine, exact; ties by chunk id. Invalid when the query's length or model digest is
  // not the library's. An empty library gives an empty list.
  virtual Result<Nearest> search_vectors(const Matrix& query, size_t k, const Filter& filter,
                                         const Job& job) const = 0;
  // Best k by bm25 over words. First passages with all words; then those that hold each quoted
  // phrase and each code ("H-220", found as "H220" and "H 220" too; "1.0.21"; a file's name); then
  // those with any word. In each group larger is better; ties by chunk id. Words are compared by
  // their stems, "pump*" by its beginning. A question without a searchable word gives an empty
  // list.
  virtual Result<std::vector<Ranked>> search_words(std::string_view question, size_t k,
                                                   const Filter& filter, const Job& job) const = 0;
  // The bm25 that search_words gives, or would give, each of these chunks, in the order asked: so a
  // passage that only its meaning found has its words' score too. 0 for one that holds none of the
  // words, and for one that is not live. Costs less than a search.
  virtual Result<std::vector<double>> score_words(std::string_view question,
                                                  std::span<const ChunkId> ids,
                                                  const Job& job) const = 0;
  // In how many live chunks each word stands, by the lexical arm's own forms: what makes a word
  // rare. Over a few thousand an estimate, so that a common word costs no more than a rare one.
  virtual Result<std::vector<uint64_t>> chunks_with(std::span<const std::string> words,
                                                    const Job& job) const = 0;
  // For a question that search_words finds nothing for: what of its words no document has, each
  // with the word nearest to it that one has, by one or two letters. Never for codes and numbers.
  // Empty when there is nothing to offer.
  virtual Result<std::vector<Respelled>> respell(std::string_view question,
                                                 const Job& job) const = 0;
};

// Durable tickets. Time is a parameter: seconds since 1970.
class Queue {
 public:
  virtual ~Queue() = default;
  // A path that is already waiting keeps its ticket, and gains the tags.
  virtual Result<int64_t> enqueue(std::string_view path, int64_t now,
                                  const std::vector<std::string>& tags = {}) = 0;
  // The oldest ticket that nobody holds, held until now + seconds; none: nullopt. A ticket whose
  // lease ran out three times becomes failed with the reason "lease_lost".
  virtual Result<std::optional<Ticket>> lease(int64_t now, int64_t seconds) = 0;
  // Holds it longer and writes its stage. Stages never move backwards within an attempt. Busy when
  // the lease was lost meanwhile.
  virtual Result<Done> beat(const Ticket& ticket, Stage stage, int64_t now, int64_t seconds) = 0;
  // Ends it as Complete, Cancelled, Paused or Failed (with reason and what of the ticket), or puts
  // it back as Queued.
  virtual Result<Done> finish(const Ticket& ticket, Stage stage) = 0;
  virtual Result<std::vector<Ticket>> list() const = 0;  // by id
};

// Receipts and answers, by id.
class Journal {
 public:
  virtual ~Journal() = default;
  // `answered_json` is what to_json(Answered) gave; kept as it is.
  virtual Result<Done> save(std::string_view id, std::string_view answered_json, int64_t now) = 0;
  virtual Result<std::string> answered(std::string_view id) const = 0;  // NotFound
};

struct Stores {
  std::unique_ptr<Store> store;
  std::unique_ptr<Queue> queue;
  std::unique_ptr<Journal> journal;
};

}  // namespace oi
