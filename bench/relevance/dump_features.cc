// Writes out what the stand-in for a cross-encoder would weigh, for fit.py.
//
//   dump_features SET WORK OUT.tsv
//
// SET holds corpus.jsonl and queries.jsonl (prepare.py). WORK keeps the library that is made of the
// corpus, so that a second run only searches. One line a candidate, as a question in Standard finds
// them: query, document, begin, end, whether the cut keeps it, both ranks (0: not found by the
// arm), then the features.
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>

#include "base/file.h"
#include "base/text.h"
#include "engine/ingest.h"
#include "engine/open.h"
#include "extract/extract.h"
#include "retrieve/features.h"
#include "retrieve/profile.h"
#include "retrieve/search.h"
#include "retrieve/stored.h"
#include "types/json.h"

namespace oi {
namespace {

namespace fs = std::filesystem;

struct Text {
  std::string id, title, text;
};

Result<std::vector<Text>> read_texts(const fs::path& path) {
  std::vector<Text> texts;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    FlatObject fields = TRY(parse_flat_object(line));
    texts.push_back({fields["_id"], fields["title"], fields["text"]});
  }
  return texts;
}

Result<Done> run(const fs::path& set, const fs::path& work, const fs::path& out_path) {
  SettingSources sources;
  sources.environment = [&work](const std::string& key) {
    return key == "OI_HOME" ? work.string() : std::string();
  };
  sources.program = fs::read_symlink("/proc/self/exe");
  Settings settings = TRY(load_settings(sources));
  settings.home = work;
  settings.models = OI_SETUP_MODELS;
  settings.library = "evaluation";
  settings.generator = "none";
  Engine engine = TRY(open_engine(settings, {.new_library = true, .embedder = true}));
  const std::vector<Text> corpus = TRY(read_texts(set / "corpus.jsonl"));
  std::map<DocumentId, std::string> names;
  std::vector<Document> batch;
  const LibraryCard fresh = TRY(engine.stores.store->card());
  for (size_t i = 0; i < corpus.size(); ++i) {
    const Text& text = corpus[i];
    batch.push_back(make_text_document(text.id + '\n' + text.title + '\n' + text.text, text.id,
                                       text.title, text.text));
    names[batch.back().id] = text.id;
    if (batch.size() < 128 && i + 1 < corpus.size()) continue;
    if (fresh.documents == 0) {
      TRY(ingest_texts(engine, batch, {}));
    }
    batch.clear();
  }
  const LibraryCard card = TRY(engine.stores.store->card());
  std::cerr << card.documents << " documents, " << card.chunks << " chunks\n";
  const Store& store = *engine.stores.store;
  std::FILE* out = std::fopen(out_path.c_str(), "w");
  std::fprintf(out, "query\tdocument\tbegin\tend\tkept\trank_v\trank_l");
  for (size_t f = 0; f < kFeatures; ++f)
    std::fprintf(out, "\t%s", std::string(kFeatureNames[f]).c_str());
  std::fprintf(out, "\n");
  double matching = 0, counting = 0;
  size_t passages = 0, asked_count = 0;
  // Of this thread's processor time, so that other work on the machine falls out.
  const auto now = [] {
    timespec at{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &at);
    return static_cast<double>(at.tv_sec) * 1e3 + static_cast<double>(at.tv_nsec) / 1e6;
  };
  const auto ms = [&now](double since) { return now() - since; };
  for (const Text& query : TRY(read_texts(set / "queries.jsonl"))) {
    Question question;
    question.text = query.text;
    const Profile profile = profile_question(question);
    const Queries queries{
        .standalone = query.text, .expansions = {}, .hypothetical = {}, .generated = {}};
    const ModeRules& mode = rules_for(question.mode);
    const Candidates found = TRY(
        search({queries, question.filter, mode, store, *engine.models.embedder, *engine.pool}, {}));
    Asked asked = ask_by(question.text, profile);
    std::vector<std::string> words;
    for (const TermAsked& term : asked.terms)
      words.push_back(term.word);
    auto begin = now();
    const std::vector<uint64_t> holding = TRY(store.chunks_with(words, {}));
    counting += ms(begin);
    weigh_by_rarity(asked, card.chunks, holding);
    const std::vector<Hit>& hits = found.stages.back().hits;
    const StoredById stored = TRY(stored_of(hits, store));
    begin = now();
    std::vector<Candidate> pool;
    for (const Hit& hit : hits) {
      const StoredChunk& chunk = stored.at(hit.chunk);
      const std::string& above =
          chunk.chunk.prefix.empty() ? chunk.chunk.heading_path : chunk.chunk.prefix;
      pool.push_back({&hit, &chunk, match(asked, above, chunk.text)});
    }
    const std::vector<Features> rows = measure(asked, pool);
    matching += ms(begin);
    passages += pool.size();
    ++asked_count;
    for (size_t i = 0; i < rows.size(); ++i) {
      const Hit& hit = hits[i];
      std::fprintf(out, "%s\t%s\t%llu\t%llu\t%d\t%u\t%u", query.id.c_str(),
                   names.at(hit.chunk.document).c_str(),
                   static_cast<unsigned long long>(hit.span.begin),
                   static_cast<unsigned long long>(hit.span.end), hit.kept,
                   hit.rank_vector.value_or(0), hit.rank_lexical.value_or(0));
      for (const double value : rows[i])
        std::fprintf(out, "\t%.5g", value);
      std::fprintf(out, "\n");
    }
  }
  std::fclose(out);
  std::cerr << asked_count << " questions, " << passages << " passages; a question: counting words "
            << counting / static_cast<double>(asked_count) << " ms, matching "
            << matching / static_cast<double>(asked_count) << " ms\n";
  return Done{};
}

}  // namespace
}  // namespace oi

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "dump_features SET WORK OUT.tsv\n";
    return 2;
  }
  const auto done = oi::run(argv[1], argv[2], argv[3]);
  if (!done.ok()) std::cerr << done.error().what << "\n";
  return done.ok() ? 0 : 1;
}
