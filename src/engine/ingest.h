// The document pass list: a ticket becomes a document that can be found, one document at a time.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/job.h"
#include "base/result.h"
#include "engine/open.h"

namespace oi {

// How one ticket ended.
struct Ingested {
  Ticket ticket;    // stage Complete, Failed or Cancelled; with reason and what when failed
  Listed document;  // when complete; its problems tell whether cleanly
  bool already_known = false;  // the same bytes were stored before
  uint32_t members = 0;        // documents inside of it that were stored with it
  double seconds = 0;
};

struct IngestOptions {
  std::vector<std::string> passwords;  // tried on encrypted files
};

// What enqueue() found under the paths given.
struct Enqueued {
  std::vector<int64_t> tickets;
  std::vector<Problem> refused;  // paths that do not exist or are neither file nor folder
  uint64_t skipped = 0;          // hidden files and those a .oiignore names
};

// Files, and folders with all below them (hidden ones and those that a .oiignore names left out),
// in the order of their names. Nothing is read yet.
// The tags go to the documents that come of them.
Result<Enqueued> enqueue(Engine& engine, std::span<const std::filesystem::path> paths,
                         const Job& job, const std::vector<std::string>& tags = {});

// Works the queue until it is empty or a stop is asked (Cancelled); a ticket in work when the stop
// comes goes back to the queue. One process at a time works a library's queue: another one waits,
// and finds its tickets done. `ended` is told of each ticket as it ends, and of those of `tickets`
// that the other process ended. A file that fails does not stop the others. Needs the embedder.
Result<Done> work_queue(Engine& engine, std::span<const int64_t> tickets,
                        const IngestOptions& options, const Job& job,
                        const std::function<void(const Ingested&)>& ended);

// Files of the library that no answer can rest on: their last ticket failed or has not ended.
Result<uint32_t> unread_files(const Engine& engine);

// Texts that never were files (evaluation corpora): chunked, embedded together, committed as one.
Result<Done> ingest_texts(Engine& engine, std::span<const Document> documents, const Job& job);

}  // namespace oi
