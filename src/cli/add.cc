// Paths become tickets, the queue is worked, and each file's end is written as it comes. What an
// earlier run left in the queue is worked too: that is how a stopped `oi add` is completed.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>

#include "base/file.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/pages.h"
#include "cli/progress.h"
#include "cli/tally.h"
#include "cli/values.h"
#include "cli/visible.h"
#include "engine/ingest.h"

namespace oi {
namespace {

namespace fs = std::filesystem;
using Clock = IngestProgress::Clock;

// "-" stands for names on standard input, one a line.
std::vector<fs::path> wanted_paths(Call& call) {
  std::vector<fs::path> paths;
  for (const std::string& operand : call.arguments.operands) {
    if (operand != "-") {
      paths.emplace_back(operand);
      continue;
    }
    for (std::string line; std::getline(call.screen.in, line);) {
      if (!line.empty()) paths.emplace_back(line);
    }
  }
  return paths;
}

std::vector<Ticket> waiting(const Engine& engine) {
  Result<std::vector<Ticket>> tickets = engine.stores.queue->list();
  if (!tickets.ok()) return {};  // only used to show how far the work is
  std::erase_if(*tickets, [](const Ticket& one) { return one.stage >= Stage::Complete; });
  return std::move(*tickets);
}

std::map<std::string, uint64_t> sizes_of(const std::vector<Ticket>& tickets) {
  std::map<std::string, uint64_t> bytes;
  for (const Ticket& ticket : tickets) {
    std::error_code failed;
    const uint64_t size = fs::file_size(ticket.path, failed);
    bytes[ticket.path] = failed ? 0 : size;
  }
  return bytes;
}

void put_refused(Call& call, const std::vector<Problem>& refused) {
  for (const Problem& one : refused) {
    put_event(call, "refused", to_json(one));
    if (call.arguments.format != Format::Text) continue;
    call.screen.out << paint(call.screen.out_look, Ink::Bad, "✗ failed") << "    "
                    << visible(one.where) << "  " << visible(one.what) << '\n';
  }
}

// One password a line; they are tried in this order and kept nowhere.
Result<IngestOptions> ingest_options(const Call& call) {
  constexpr uint64_t kLongestFile = 64 * 1024;
  IngestOptions options;
  const std::string path = call.arguments.value("--password-file");
  if (path.empty()) return options;
  const std::string text = TRY(read_file(path, kLongestFile));
  for (std::string_view line : split(text, '\n')) {
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (!line.empty()) options.passwords.emplace_back(line);
  }
  return options;
}

// Works the queue with a progress line, writing each file's end above it.
Result<Done> work(Call& call, Engine& engine, const Enqueued& enqueued,
                  const IngestOptions& options, Tally& tally) {
  const bool bar_wanted = !call.arguments.quiet;
  StatusLine status(call.screen.err, bar_wanted ? call.screen.err_look : Look{});
  IngestProgress progress(sizes_of(waiting(engine)), Clock::now());
  const auto others = stage_listener(call, status);
  const auto listen = [&](const Event& event) {
    const auto* stage = std::get_if<Progress>(&event);
    if (!stage) return others(event);
    put_event(call, "stage", to_json(*stage));
    progress.stage(*stage);
    status.show(progress.line(Clock::now()));
  };
  const auto ended = [&](const Ingested& ingested) {
    tally.add(ingested);
    progress.ended(ingested.ticket.path);
    put_event(call, "document", to_json(ingested));
    const bool plain = outcome_of(ingested) == "complete";
    if (call.arguments.format != Format::Text || (call.arguments.quiet && plain)) return;
    status.clear();
    call.screen.out << ingested_line(ingested, call.screen.out_look) << std::flush;
  };
  return work_queue(engine, enqueued.tickets, options, Job{call.stop, listen}, ended);
}

std::string summary(const Tally& tally, const Enqueued& enqueued, double seconds) {
  std::string text = counted(tally.ended.size(), "file") + " in " + seconds_text(seconds) + ": " +
                     std::to_string(tally.complete) + " complete";
  if (tally.with_problems > 0) {
    text += ", " + std::to_string(tally.with_problems) + " with problems";
  }
  const size_t failed = tally.failed + enqueued.refused.size();
  if (failed > 0) text += ", " + std::to_string(failed) + " failed";
  if (tally.members > 0) text += "; " + counted(tally.members, "file") + " inside of others";
  if (enqueued.skipped > 0) {
    text += "; " + std::to_string(enqueued.skipped) + " hidden or ignored left out";
  }
  return text;
}

JsonObject value_of(const Tally& tally, const Enqueued& enqueued) {
  JsonObject json;
  json.json("documents", list_to_json(tally.ended)).json("refused", list_to_json(enqueued.refused));
  json.integer("skipped", static_cast<int64_t>(enqueued.skipped));
  return json;
}

int exit_code(const Tally& tally, const Enqueued& enqueued) {
  const size_t failed = tally.failed + enqueued.refused.size();
  const size_t read = tally.complete + tally.with_problems;
  if (failed > 0 && read == 0) return kExitError;
  return failed > 0 || tally.with_problems > 0 ? kExitProblems : kExitDone;
}

Result<int> only_enqueue(Call& call, const Enqueued& enqueued) {
  JsonObject json = value_of({}, enqueued);
  json.integer("queued", static_cast<int64_t>(enqueued.tickets.size()));
  put_value(call, "result", json.str());
  put_note(call, counted(enqueued.tickets.size(), "file") + " queued; `oi add` reads them");
  if (enqueued.refused.empty()) return kExitDone;
  return enqueued.tickets.empty() ? kExitError : kExitProblems;
}

Result<int> stopped(Call& call, Engine& engine, const Tally& tally, const Enqueued& enqueued,
                    const Error& error) {
  JsonObject json = value_of(tally, enqueued);
  json.json("error", to_json(error));
  put_value(call, "result", json.str());
  if (error.code != Code::Cancelled && call.arguments.format == Format::Text) return error;
  put_note(call, "Stopped. The library is whole; " + counted(waiting(engine).size(), "file") +
                     " still in the queue: `oi add` goes on with them.");
  return code_row(error.code).exit_code;
}

}  // namespace

Result<int> run_add(Call& call) {
  const auto begun = Clock::now();
  const std::vector<fs::path> paths = wanted_paths(call);
  const bool no_wait = call.arguments.has("--no-wait");
  const IngestOptions options = TRY(ingest_options(call));
  Engine engine = TRY(open_engine(call.settings, {.new_library = true, .embedder = !no_wait}));
  if (paths.empty() && waiting(engine).empty()) {
    return Error{Code::Invalid,
                 "`oi add` needs a file or a folder; nothing is waiting in the queue"};
  }
  const Enqueued enqueued =
      TRY(enqueue(engine, paths, Job{call.stop, {}}, call.arguments.values("--tag")));
  put_refused(call, enqueued.refused);
  if (no_wait) return only_enqueue(call, enqueued);

  Tally tally;
  const Result<Done> worked = work(call, engine, enqueued, options, tally);
  if (!worked.ok()) return stopped(call, engine, tally, enqueued, worked.error());
  put_value(call, "result", value_of(tally, enqueued).str());
  const double seconds = std::chrono::duration<double>(Clock::now() - begun).count();
  const bool shown = call.arguments.format == Format::Text && !call.arguments.quiet;
  if (shown) call.screen.out << tally_table(tally, call.screen.out_look);
  put_note(call, summary(tally, enqueued, seconds));
  return exit_code(tally, enqueued);
}

}  // namespace oi
