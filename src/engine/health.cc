// Each part looks at one thing and gives its lines; nothing is remembered from earlier runs and
// nothing is changed: a library that is not there yet is not made.
#include "engine/health.h"

#include <algorithm>

#include "engine/catalogue.h"
#include "engine/ingest.h"
#include "engine/machine.h"
#include "engine/open.h"

namespace oi {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMiB = 1 << 20;
constexpr size_t kFailuresShown = 5;

using Lines = std::vector<HealthLine>;

std::string mib(uint64_t bytes) {
  return std::to_string(bytes / kMiB) + " MiB";
}

std::string counted(uint64_t count, const std::string& one) {
  return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

HealthLine fine(const std::string& about, const std::string& found) {
  return {about, true, true, found, ""};
}

Lines setting_lines(const Settings& settings) {
  Lines lines;
  for (const Setting& one : settings.origins) {
    const std::string value = one.value.empty() ? "(none)" : one.value;
    lines.push_back(fine("setting " + one.key, value + " (" + one.origin + ")"));
  }
  return lines;
}

// Nobody must have one: without it the stand-in judges.
HealthLine reranker_line(const Settings& settings) {
  const char* role = "reranker";
  if (settings.reranker == "none" || settings.reranker.empty())
    return fine(role, "none, as the settings ask: the calibrated stand-in judges passages");
  const Result<InstalledModel> found = find_model(settings, role);
  if (!found.ok()) {
    const bool absent = found.error().code == Code::ModelMissing;
    return {role, false, !absent, found.error().what,
            absent ? "Good to have: without it the calibrated stand-in judges passages."
                   : code_row(found.error().code).sentence};
  }
  return fine(role, found->model.name + " in " + found->folder.string() +
                        (found->pinned ? ", every digest agrees" : ", its digest was not checked") +
                        "; its relevance is not calibrated on labelled data");
}

HealthLine model_line(const Settings& settings, const std::string& role) {
  if (role == "generator" && settings.generator == "none")
    return fine(role, "none, as the settings ask: answers are quotations");
  if (role == "recogniser" && settings.recogniser == "none")
    return fine(role, "none, as the settings ask: scans and pictures are not read");
  if (role == "transcriber" && settings.transcriber == "none")
    return fine(role, "none, as the settings ask: recordings are not read");
  const Result<InstalledModel> found = find_model(settings, role);
  if (!found.ok()) {
    return {role, false, true, found.error().what, code_row(found.error().code).sentence};
  }
  if (!found->pinned) {
    return {role, true, true,
            found->model.name + " in " + found->folder.string() +
                ", of your own choice: its digest was not checked",
            ""};
  }
  uint64_t bytes = 0;
  for (const ModelFile& file : found->model.files)
    bytes += file.bytes;
  return fine(role, found->model.name + ", " + mib(bytes) + ", every digest agrees, " +
                        found->model.licence + ", in " + found->folder.string());
}

// --- The library

Lines document_lines(const Engine& engine) {
  const Result<LibraryCard> card = engine.stores.store->card();
  const Result<std::vector<Listed>> listed = engine.stores.store->list();
  if (!card.ok() || !listed.ok()) {
    const Error& error = card.ok() ? listed.error() : card.error();
    return {{"library", false, true, error.what, code_row(error.code).sentence}};
  }
  Lines lines = {fine(
      "library", counted(card->documents, "document") + " in " + counted(card->chunks, "passage"))};
  if (!card->model_digest.empty()) {
    lines.push_back(fine("vectors", std::to_string(card->dimension) + " numbers each, by model " +
                                        card->model_digest));
  }
  const auto troubled = std::count_if(listed->begin(), listed->end(), [](const Listed& one) {
    return one.live && !one.problems.empty();
  });
  if (troubled > 0) {
    lines.push_back(
        {"documents", false, false,
         counted(static_cast<uint64_t>(troubled), "document") + " could not be read in full",
         "`oi list` marks them; `oi info NAME` says what is missing."});
  }
  return lines;
}

Lines failure_lines(const Engine& engine) {
  const Result<std::vector<Ticket>> tickets = engine.stores.queue->list();
  if (!tickets.ok()) {
    return {{"queue", false, true, tickets.error().what, code_row(tickets.error().code).sentence}};
  }
  std::vector<std::string> failed;
  uint64_t waiting = 0;
  for (const Ticket& ticket : *tickets) {
    if (ticket.stage == Stage::Failed) failed.push_back(ticket.path + ": " + ticket.what);
    waiting += ticket.stage < Stage::Complete ? 1 : 0;
  }
  Lines lines;
  if (waiting > 0) {
    lines.push_back({"queue", false, false, counted(waiting, "file") + " waiting to be read",
                     "`oi add` goes on with them."});
  }
  const size_t shown = std::min(failed.size(), kFailuresShown);
  for (size_t i = 0; i < shown; ++i) {
    lines.push_back({"failed", false, false, failed[i], "`oi add` with its path tries again."});
  }
  if (failed.size() > shown) {
    lines.push_back({"failed", false, false, counted(failed.size() - shown, "file") + " more",
                     "`oi queue` lists all."});
  }
  return lines;
}

Lines library_lines(const Settings& settings) {
  const Result<fs::path> folder = library_folder(settings);
  if (!folder.ok()) return {{"library", false, true, folder.error().what, ""}};
  std::error_code none;
  if (!fs::exists(*folder, none)) {
    return {fine("library", "none yet at " + folder->string() + "; `oi add PATH` makes it")};
  }
  const Result<Engine> engine = open_engine(settings, {});
  if (!engine.ok()) {
    return {{"library", false, true, engine.error().what, code_row(engine.error().code).sentence}};
  }
  Lines lines = document_lines(*engine);
  for (HealthLine& line : failure_lines(*engine))
    lines.push_back(std::move(line));
  const Result<uint32_t> unread = unread_files(*engine);
  if (unread.ok() && *unread > 0) {
    lines.push_back({"unread", false, false,
                     counted(*unread, "file") + " that no answer can rest on",
                     "Every answer says so too."});
  }
  return lines;
}

}  // namespace

std::vector<HealthLine> examine(const Settings& settings, const Job& job) {
  Lines lines = setting_lines(settings);
  const auto step = [&](const char* about, Lines found) {
    tell(job, Progress{about, 0, 0});
    for (HealthLine& line : found)
      lines.push_back(std::move(line));
    return check(job).ok();
  };
  if (!step("embedder", {model_line(settings, "embedder")})) return lines;
  if (!step("reranker", {reranker_line(settings)})) return lines;
  if (!step("generator", {model_line(settings, "generator")})) return lines;
  if (!step("recogniser", {model_line(settings, "recogniser")})) return lines;
  if (!step("transcriber", {model_line(settings, "transcriber")})) return lines;
  if (!step("reader", {examine_reader(settings)})) return lines;
  if (!step("library", library_lines(settings))) return lines;
  step("machine", examine_machine(settings));
  return lines;
}

}  // namespace oi
