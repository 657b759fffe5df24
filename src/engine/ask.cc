// The question's whole path. Each step takes values and gives values; nothing here knows how a step
// works. An error in a step ends as an outcome on the answer, so that a receipt exists for every
// question whose library can be read (ruling 20).
#include "engine/ask.h"

#include <algorithm>
#include <chrono>

#include "answer/draft.h"
#include "answer/lookup.h"
#include "answer/plan.h"
#include "base/file.h"
#include "base/text.h"
#include "engine/ingest.h"
#include "retrieve/pack.h"
#include "retrieve/profile.h"
#include "retrieve/search.h"
#include "retrieve/shortlist.h"
#include "rules/limits.h"
#include "rules/modes.h"
#include "types/json.h"
#include "verify/cite.h"
#include "verify/verify.h"

namespace oi {
namespace {

// Notes on the receipt how long each stage took, in the order in which they were entered.
class StageClock {
 public:
  explicit StageClock(Receipt& receipt, const Job& job) : receipt_(receipt), job_(job) {}
  ~StageClock() { leave(); }
  void enter(const char* stage) {
    leave();
    tell(job_, Progress{stage, 0, 0});
    receipt_.stages.push_back({stage, 0});
  }

 private:
  using Clock = std::chrono::steady_clock;
  void leave() {
    const Clock::time_point now = Clock::now();
    if (!receipt_.stages.empty()) {
      receipt_.stages.back().ms = std::chrono::duration<double, std::milli>(now - since_).count();
    }
    since_ = now;
  }
  Receipt& receipt_;
  const Job& job_;
  Clock::time_point since_ = Clock::now();
};

UsedModel used(const ModelCard& card) {
  return {card.role, card.name, card.digest, card.device};
}

// What the evidence may take, counted by whoever will read it. Without a generator nobody reads it
// as a prompt, and the embedder's tokens stand in.
Result<PackInput> room_for(const Engine& engine, const Answered& answered) {
  PackInput room{.store = *engine.stores.store, .count = {}};
  const Generator* generator = engine.models.generator.get();
  if (generator == nullptr || !answered.question.policy.use_generator) {
    const Embedder* embedder = engine.models.embedder.get();
    room.count = [embedder](std::string_view text) { return embedder->count_tokens(text); };
    return room;
  }
  const DraftInput bare{.plan = {},
                        .evidence = {},
                        .profile = answered.profile,
                        .question = answered.queries.standalone};
  room.count = [generator](std::string_view text) { return generator->count_tokens(text); };
  room.window = generator->card().window;
  room.prompt_overhead = static_cast<uint32_t>(TRY(generator->count_prompt(make_prompt(bare))));
  room.passage_overhead = limits::kPassageOverhead;
  room.passages_most = engine.passages_most;
  room.budget_most = engine.evidence_tokens;
  return room;
}

// A catalogue row that bounds the passages is of a generator too small to write on its own.
DraftForm form_of(const Engine& engine) {
  return engine.passages_most > 0 ? DraftForm::Copied : DraftForm::Written;
}

// Drafts as the target does, and lets the gates judge the draft. An abstention has no draft; the
// gates then say what was missing.
Result<Verified> answer_by(Target target, const Engine& engine, const GateInput& input,
                           Answered& answered, const Job& job) {
  Receipt& receipt = answered.receipt;
  Plan plan = receipt.planned;
  plan.target = target;
  if (target == Target::Deterministic) {
    return verify(look_up(input.evidence, answered.profile, input.question), input, job);
  }
  const double temperature = rules_for(answered.question.mode).temperature;
  const Drafted drafted = TRY(make_draft({.plan = plan,
                                          .evidence = input.evidence,
                                          .profile = answered.profile,
                                          .question = input.question,
                                          .temperature = temperature,
                                          .seed = answered.question.policy.seed,
                                          .form = form_of(engine),
                                          .generator = engine.models.generator.get()},
                                         job));
  if (drafted.called) {
    receipt.generative_calls.push_back("draft");
    receipt.models.push_back(used(engine.models.generator->card()));
    receipt.prompt_tokens += drafted.generated.prompt_tokens;
    receipt.generated_tokens += drafted.generated.output_tokens;
  }
  return verify(drafted.draft, input, job);
}

// What the planned target answers; where that comes to nothing, what its fallback does. The receipt
// names the one that completed. What the gates took from a first draft stays on view.
Result<Verified> answer_as_planned(const Engine& engine, const GateInput& input, Answered& answered,
                                   const Job& job) {
  Receipt& receipt = answered.receipt;
  const Plan plan = receipt.planned;
  receipt.completed = plan.target;
  receipt.reason = plan.reason;
  Verified first = TRY(answer_by(plan.target, engine, input, answered, job));
  if (first.answer.outcome != AnswerOutcome::Abstained || plan.target == Target::Abstain) {
    return first;
  }
  Verified second = TRY(answer_by(plan.fallback, engine, input, answered, job));
  if (second.answer.outcome == AnswerOutcome::Abstained) {
    receipt.completed = Target::Abstain;
    receipt.reason = Reason::InsufficientEvidence;
    return first;
  }
  receipt.completed = plan.fallback;
  receipt.reason = Reason::Fallback;
  std::vector<RemovedClaim>& removed = second.answer.removed;
  removed.insert(removed.begin(), first.answer.removed.begin(), first.answer.removed.end());
  return second;
}

// The question's path, filling `answered` step by step.
Result<Done> run(Engine& engine, Answered& answered, const Job& job) {
  const Question& question = answered.question;
  const ModeRules& mode = rules_for(question.mode);
  const Store& store = *engine.stores.store;
  Receipt& receipt = answered.receipt;
  StageClock clock(receipt, job);

  // What is asked? Nothing has been searched yet.
  clock.enter("profile");
  answered.profile = profile_question(question);
  receipt.path = answered.profile.path;

  // Standard searches for the question as it stands: no model may reword it (invariant 8).
  answered.queries.standalone = question.text;

  // Meaning and words, in parallel, fused by rank.
  clock.enter("search");
  receipt.models.push_back(used(engine.models.embedder->card()));
  Embedder& embedder = *engine.models.embedder;
  const Candidates candidates =
      TRY(search({answered.queries, question.filter, mode, store, embedder, *engine.pool}, job));
  answered.trace.stages = candidates.stages;

  // From here on no new chunk enters; the list only shrinks or gains neighbours.
  clock.enter("shorten");
  Reranker* reranker = TRY(reranker_of(engine));
  if (reranker != nullptr) receipt.models.push_back(used(reranker->card()));
  const Shortlist shortlist =
      TRY(shorten({candidates, question, answered.profile, mode, store, reranker}, job));
  std::copy(shortlist.stages.begin(), shortlist.stages.end(),
            std::back_inserter(answered.trace.stages));

  clock.enter("pack");
  const PackInput room = TRY(room_for(engine, answered));
  const Evidence evidence = TRY(pack(shortlist, mode, room, job));
  answered.left_out = evidence.left_out;

  // The evidence is fixed. Who may answer from it?
  clock.enter("plan");
  const Bars bars = bars_for(mode, answered.profile, GateProfile::Default);
  const bool has_generator = engine.models.generator != nullptr;
  const Draft extracted = look_up(evidence, answered.profile, answered.queries.standalone);
  const Abilities abilities{.generator = has_generator,
                            .window = has_generator ? room.window : 0,
                            .only_copies = form_of(engine) == DraftForm::Copied,
                            .sentence_found = !extracted.claims.empty()};
  receipt.planned = make_plan(evidence, answered.profile, abilities, question.policy, bars);

  // From the draft on claims are only removed.
  clock.enter("answer");
  const std::vector<Document> sources = TRY(load_sources(evidence, store, job));
  const GateInput input{evidence, answered.profile, bars, answered.queries.standalone, sources};
  Verified verified = TRY(answer_as_planned(engine, input, answered, job));
  answered.answer = std::move(verified.answer);
  receipt.verdicts = std::move(verified.verdicts);
  return Done{};
}

// An error becomes the outcome; what was already written on the receipt stays.
void end_without_answer(const Error& error, Answered& answered) {
  const bool stopped = error.code == Code::Cancelled;
  answered.answer = {};
  answered.answer.outcome = stopped ? AnswerOutcome::Cancelled : AnswerOutcome::Failed;
  answered.answer.missing = {error.what};
  answered.receipt.completed = Target::Abstain;
  answered.receipt.reason = Reason::Fallback;
}

Result<Done> check_question(const Question& question) {
  if (trim(question.text).empty()) return Error{Code::Invalid, "the question is empty"};
  if (!valid_utf8(question.text)) return Error{Code::Invalid, "the question is not UTF-8"};
  const ModeRules& mode = rules_for(question.mode);
  if (mode.shape != Shape::OnePass) {
    return Error{Code::Unsupported, std::string("mode ") + mode.key +
                                        " needs the reasoning loop, which this version does not "
                                        "have; ask in standard"};
  }
  return Done{};
}

std::string models_of(const Engine& engine) {
  std::string all = engine.models.embedder->card().digest;
  if (engine.models.generator != nullptr) {
    const ModelCard& card = engine.models.generator->card();
    all += ' ' + card.digest + ' ' + std::to_string(card.window);
  }
  if (engine.models.reranker != nullptr) all += ' ' + engine.models.reranker->card().digest;
  return all;
}

}  // namespace

std::string question_id(const Question& question, uint64_t library_generation,
                        std::string_view models) {
  std::string all = question.library + '\n' + std::to_string(library_generation) + '\n' +
                    rules_for(question.mode).key + '\n' + std::to_string(question.policy.seed) +
                    (question.policy.use_generator ? "\n1\n" : "\n0\n") + question.text;
  all += '\n' + to_json(question.filter);
  all.append("\n").append(models);
  return sha256_hex(all).substr(0, 12);
}

Result<Answered> ask(Engine& engine, const Question& question, const Job& job) {
  TRY(check_question(question));
  TRY(reranker_of(engine));  // opened now, because the answer's id names the models
  const LibraryCard library = TRY(engine.stores.store->card());
  Answered answered;
  answered.question = question;
  answered.question.id = question_id(question, library.generation, models_of(engine));
  Receipt& receipt = answered.receipt;
  receipt.id = answered.question.id;
  receipt.mode = question.mode;
  receipt.seed = question.policy.seed;
  receipt.library_version = std::to_string(library.generation);
  receipt.unread_files = TRY(unread_files(engine));

  const Result<Done> ended = run(engine, answered, job);
  if (!ended.ok()) end_without_answer(ended.error(), answered);

  const std::string record = to_json(answered, /*with_trace=*/true);
  TRY(engine.stores.journal->save(receipt.id, record, engine.now()));
  return answered;
}

}  // namespace oi
