// One ticket at a time: read the file in its sandbox, cut the text into chunks, embed them, commit
// all of it at once. The loop holds the ticket's lease with a heartbeat, so that a crash leaves
// nothing marked as in work for ever; doing a ticket again is harmless (invariant 6).
#include "engine/ingest.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "base/file.h"
#include "base/language.h"
#include "base/text.h"
#include "chunk/chunk.h"
#include "chunk/search_text.h"
#include "extract/extract.h"
#include "rules/limits.h"

namespace oi {
namespace {

// Renews one ticket's lease until destroyed. When the lease was lost (the machine slept, say), it
// asks the work to stop: another process may have taken the ticket.
class Heartbeat {
 public:
  Heartbeat(Engine& engine, const Ticket& ticket, std::stop_source work)
      : engine_(engine), ticket_(ticket), work_(std::move(work)), thread_([this](auto stop) {
          std::unique_lock lock(mutex_);
          const auto pause = std::chrono::seconds(limits::kHeartbeatSeconds);
          while (!wake_.wait_for(lock, stop, pause, [] { return false; }) &&
                 !stop.stop_requested()) {
            if (!beat(stage_)) return;
          }
        }) {}

  // Writes the stage at once.
  void enter(Stage stage) {
    stage_ = stage;
    beat(stage);
  }
  bool lost() const { return lost_; }

 private:
  bool beat(Stage stage) {
    const Result<Done> held =
        engine_.stores.queue->beat(ticket_, stage, engine_.now(), limits::kLeaseSeconds);
    if (!held.ok() && held.error().code == Code::Busy) {
      lost_ = true;
      work_.request_stop();
    }
    return !lost_;
  }

  Engine& engine_;
  const Ticket ticket_;
  std::stop_source work_;
  std::atomic<Stage> stage_ = Stage::Loading;
  std::atomic<bool> lost_ = false;
  std::mutex mutex_;  // guards nothing but the wait
  std::condition_variable_any wake_;
  std::jthread thread_;  // last: joined before the rest goes
};

Result<std::vector<Chunk>> cut(const Engine& engine, const Document& document, const Job& job) {
  const Embedder& embedder = *engine.models.embedder;
  return chunk(
      document, [&](std::string_view text) { return embedder.count_tokens(text); }, job);
}

// Of every chunk, what its words are indexed by.
std::vector<std::string> search_texts(const Document& document, const std::vector<Chunk>& chunks) {
  const SearchText search(document);
  std::vector<std::string> texts;
  texts.reserve(chunks.size());
  for (const Chunk& one : chunks)
    texts.push_back(search.for_words(one.span));
  return texts;
}

Result<Matrix> embed_chunks(Embedder& embedder, const Document& document,
                            const std::vector<Chunk>& chunks, const Job& job) {
  const SearchText search(document);
  std::vector<std::string> texts;
  texts.reserve(chunks.size());
  for (const Chunk& chunk : chunks)
    texts.push_back(embedding_text(chunk, search.for_meaning(chunk.span)));
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  return embedder.embed(views, job);
}

uint64_t letters_outside(std::string_view gap) {
  uint64_t letters = 0;
  for (size_t at = 0; at < gap.size();)
    letters += !is_space(next_code_point(gap, at));
  return letters;
}

// How much of what was kept can be found (ruling 9), in code points. White space between chunks is
// no loss.
uint64_t indexed_characters(const Document& document, const std::vector<Chunk>& chunks) {
  const std::string_view text = document.text;
  uint64_t lost = 0;
  uint64_t covered_to = 0;
  for (const Chunk& chunk : chunks) {
    if (chunk.span.begin > covered_to) {
      lost += letters_outside(text.substr(covered_to, chunk.span.begin - covered_to));
    }
    covered_to = std::max(covered_to, chunk.span.end);
  }
  lost += letters_outside(text.substr(covered_to));
  const uint64_t kept = document.counts.characters_kept;
  return kept - std::min(kept, lost);
}

bool is_searchable(const Engine& engine, DocumentId id) {
  const ChunkId first[] = {{id, 0}};
  return engine.stores.store->chunks(first).ok();
}

// A stored document under one path more, with these tags too.
Result<Done> add_path(Engine& engine, DocumentId id, const std::string& path,
                      const std::vector<std::string>& tags, const Job& job) {
  const LibraryCard library = TRY(engine.stores.store->card());
  Document document = TRY(engine.stores.store->document(id));
  document.path = path;
  document.tags = tags;
  const Indexed same[] = {
      {std::move(document), {}, {0, library.dimension, {}, library.model_digest}}};
  return engine.stores.store->commit(same, job);
}

// The same bytes as a live document: nothing is read again, the document only gains the path.
Result<bool> gains_a_path(Engine& engine, const Ticket& ticket, const Job& job) {
  const DocumentId id = id_of_digest(TRY(sha256_of_file(ticket.path)));
  if (!is_searchable(engine, id)) return false;
  TRY(add_path(engine, id, ticket.path, ticket.tags, job));
  return true;
}

// Chunks, vectors and words of a document, committed together. `enter` is told each stage.
Result<Done> index(Engine& engine, Document document, const std::function<void(Stage)>& enter,
                   const Job& job) {
  enter(Stage::Chunking);
  document.language = language_of(document.text);
  std::vector<Chunk> chunks = TRY(cut(engine, document, job));
  document.counts.characters_indexed = indexed_characters(document, chunks);
  std::vector<std::string> words = search_texts(document, chunks);

  enter(Stage::Embedding);
  Matrix vectors = TRY(embed_chunks(*engine.models.embedder, document, chunks, job));

  enter(Stage::Storing);
  const Indexed whole[] = {
      {std::move(document), std::move(chunks), std::move(vectors), std::move(words)}};
  return engine.stores.store->commit(whole, job);
}

// A file inside of the ticket's file is a document of its own, committed before it. The ticket's
// stage is that of its own file, so it stays "extracting" meanwhile.
Result<Done> index_member(Engine& engine, Document member, const Job& job) {
  if (is_searchable(engine, member.id)) {
    return add_path(engine, member.id, member.path, member.tags, job);
  }
  return index(
      engine, std::move(member), [](Stage) {}, job);
}

// What ended one ticket's work well.
struct Worked {
  bool known = false;  // its bytes were stored before
  uint32_t members = 0;
};

// The document pass list.
Result<Worked> ingest(Engine& engine, const Ticket& ticket, Heartbeat& heart,
                      const IngestOptions& wanted, const Job& job) {
  Worked worked;
  heart.enter(Stage::Loading);
  worked.known = TRY(gains_a_path(engine, ticket, job));
  if (worked.known) return worked;

  heart.enter(Stage::Extracting);
  ExtractOptions options;
  options.reader = engine.settings.reader;
  options.spool = engine.settings.home / "spool";
  options.passwords = wanted.passwords;
  options.recogniser = [&engine] { return recogniser_of(engine); };
  options.transcriber = [&engine] { return transcriber_of(engine); };
  options.on_member = [&](Document&& member) {
    ++worked.members;
    member.tags = ticket.tags;
    return index_member(engine, std::move(member), job);
  };
  Document document = TRY(extract(ticket.path, options, job));
  document.tags = ticket.tags;
  const auto enter = [&](Stage stage) { heart.enter(stage); };
  TRY(index(engine, std::move(document), enter, job));
  return worked;
}

Result<Listed> listed_by_path(const Engine& engine, const std::string& path) {
  for (Listed& listed : TRY(engine.stores.store->list())) {
    if (!listed.live) continue;
    if (std::find(listed.paths.begin(), listed.paths.end(), path) != listed.paths.end()) {
      return std::move(listed);
    }
  }
  return Error{Code::NotFound, path};
}

// Works one leased ticket to its end and writes that end to the queue.
Result<Ingested> work_ticket(Engine& engine, Ticket ticket, const IngestOptions& options,
                             const Job& job) {
  std::stop_source work;
  const std::stop_callback forward(job.stop, [&work] { work.request_stop(); });
  const auto started = std::chrono::steady_clock::now();
  const Result<Worked> worked = [&]() -> Result<Worked> {
    Heartbeat heart(engine, ticket, work);
    Result<Worked> read = ingest(engine, ticket, heart, options, Job{work.get_token(), job.tell});
    if (heart.lost()) return Error{Code::Busy, "its lease was lost to another process"};
    return read;
  }();
  if (job.stop.stop_requested() && !worked.ok()) {
    TRY(engine.stores.queue->finish(ticket, Stage::Queued));
    return Error{Code::Cancelled, "stopped as asked; the file is still in the queue"};
  }
  Ingested ended;
  ended.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  if (worked.ok()) {
    ticket.stage = Stage::Complete;
    ended.document = TRY(listed_by_path(engine, ticket.path));
    ended.already_known = worked.value().known;
    ended.members = worked.value().members;
  } else {
    ticket.stage = Stage::Failed;
    ticket.reason = code_row(worked.error().code).name;
    ticket.what = worked.error().what;
  }
  TRY(engine.stores.queue->finish(ticket, ticket.stage));
  ended.ticket = std::move(ticket);
  return ended;
}

// The lock of the library's one worker. Waits for another process to end its queue.
Result<FileLock> take_worker_lock(const Engine& engine, const Job& job) {
  const std::filesystem::path path = TRY(library_folder(engine.settings)) / "worker.lock";
  bool told = false;
  while (true) {
    Result<FileLock> lock = FileLock::take(path);
    if (lock.ok() || lock.error().code != Code::Busy) return lock;
    if (!told) tell(job, Notice{"another command is reading into this library; waiting for it"});
    told = true;
    TRY(check(job));
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

bool has_ended(Stage stage) {
  return stage == Stage::Complete || stage == Stage::Failed || stage == Stage::Cancelled;
}

// With the worker's lock in hand, whoever held these tickets is dead: they wait again at once and
// not when their lease runs out.
Result<Done> free_orphans(Engine& engine) {
  for (Ticket& ticket : TRY(engine.stores.queue->list())) {
    if (has_ended(ticket.stage) || ticket.lease_until == 0) continue;
    if (ticket.attempt < limits::kAttempts) {
      TRY(engine.stores.queue->finish(ticket, Stage::Queued));
      continue;
    }
    ticket.reason = "lease_lost";
    ticket.what = "the program ended " + std::to_string(limits::kAttempts) + " times in this file";
    TRY(engine.stores.queue->finish(ticket, Stage::Failed));
  }
  return Done{};
}

Result<Done> tell_of_others(Engine& engine, std::span<const int64_t> wanted,
                            const std::vector<int64_t>& ours,
                            const std::function<void(const Ingested&)>& ended) {
  for (Ticket& ticket : TRY(engine.stores.queue->list())) {
    const auto is_it = [&](const auto& ids) {
      return std::find(ids.begin(), ids.end(), ticket.id) != ids.end();
    };
    if (!is_it(wanted) || is_it(ours) || !has_ended(ticket.stage)) continue;
    Ingested other;
    if (ticket.stage == Stage::Complete) other.document = TRY(listed_by_path(engine, ticket.path));
    other.ticket = std::move(ticket);
    ended(other);
  }
  return Done{};
}

}  // namespace

Result<Done> work_queue(Engine& engine, std::span<const int64_t> tickets,
                        const IngestOptions& options, const Job& job,
                        const std::function<void(const Ingested&)>& ended) {
  const FileLock only_worker = TRY(take_worker_lock(engine, job));
  TRY(free_orphans(engine));
  std::vector<int64_t> ours;
  while (true) {
    TRY(check(job));
    std::optional<Ticket> ticket =
        TRY(engine.stores.queue->lease(engine.now(), limits::kLeaseSeconds));
    if (!ticket) break;
    const std::string path = ticket->path;
    ours.push_back(ticket->id);
    tell(job, Progress{path, ours.size() - 1, std::max(tickets.size(), ours.size())});
    ended(TRY(work_ticket(engine, std::move(*ticket), options, job).within(path)));
  }
  return tell_of_others(engine, tickets, ours, ended);
}

Result<uint32_t> unread_files(const Engine& engine) {
  std::map<std::string, Stage> last;  // tickets are listed by id, so a later one overwrites
  for (const Ticket& ticket : TRY(engine.stores.queue->list()))
    last[ticket.path] = ticket.stage;
  // A file that is gone cannot be read any more, and is not missed.
  return static_cast<uint32_t>(std::count_if(last.begin(), last.end(), [](const auto& entry) {
    std::error_code failure;
    return entry.second != Stage::Complete && std::filesystem::exists(entry.first, failure);
  }));
}

Result<Done> ingest_texts(Engine& engine, std::span<const Document> documents, const Job& job) {
  std::vector<Indexed> batch;
  std::vector<std::string> texts;
  for (const Document& document : documents) {
    std::vector<Chunk> chunks = TRY(cut(engine, document, job));
    const SearchText search(document);
    for (const Chunk& one : chunks)
      texts.push_back(embedding_text(one, search.for_meaning(one.span)));
    batch.push_back({document, std::move(chunks), {}, search_texts(document, chunks)});
    batch.back().document.language = language_of(document.text);
  }
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const Matrix all = TRY(engine.models.embedder->embed(views, job));
  size_t row = 0;
  for (Indexed& indexed : batch) {
    Matrix& own = indexed.vectors;
    own = {static_cast<uint32_t>(indexed.chunks.size()), all.dimension, {}, all.model_digest};
    own.values.assign(all.row(row), all.row(row + indexed.chunks.size()));
    row += indexed.chunks.size();
    indexed.document.counts.characters_indexed =
        indexed_characters(indexed.document, indexed.chunks);
  }
  return engine.stores.store->commit(batch, job);
}

}  // namespace oi
