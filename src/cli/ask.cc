// One question, one answer. What the generator writes is shown at once and marked as a draft; it is
// taken off the screen when the verified answer is there.
#include <array>

#include "cli/command.h"
#include "cli/narrow.h"
#include "cli/pages.h"
#include "cli/visible.h"
#include "engine/ask.h"
#include "types/json.h"

namespace oi {
namespace {

Result<Mode> mode_named(const std::string& name) {
  for (const Mode mode : {Mode::Standard, Mode::DeepThink, Mode::Maximum}) {
    if (name == name_of(mode)) return mode;
  }
  return Error{Code::Invalid, "--mode is '" + name + "', not standard, deep or maximum"};
}

Result<RemotePolicy> remote_named(const std::string& name) {
  if (name == "deny") return RemotePolicy::Deny;
  if (name == "allow") return RemotePolicy::Allow;
  if (name == "require") return RemotePolicy::Require;
  return Error{Code::Invalid, "--remote is '" + name + "', not deny, allow or require"};
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words)
    text += (text.empty() ? "" : " ") + word;
  return text;
}

Result<Question> question_of(const Call& call) {
  const Arguments& arguments = call.arguments;
  Question question;
  question.text = joined(arguments.operands);
  question.mode = TRY(mode_named(arguments.value("--mode", name_of(Mode::Standard))));
  question.library = call.settings.library;
  question.policy.use_generator = !arguments.has("--no-model") && !arguments.has("--quote-only");
  question.policy.remote = TRY(remote_named(arguments.value("--remote", "deny")));
  question.policy.seed = call.settings.seed;
  if (question.text.find_first_not_of(" \t\r\n") == std::string::npos) {
    return Error{Code::Invalid, "the question is empty"};
  }
  return question;
}

// What stages are called while one waits for them.
std::string waiting_words(const Progress& progress) {
  constexpr std::array<std::pair<const char*, const char*>, 7> kWords = {
      {{"profile", "reading the question"},
       {"embedding", "searching"},
       {"search", "searching"},
       {"shorten", "choosing passages"},
       {"pack", "choosing passages"},
       {"plan", "choosing passages"},
       {"answer", "answering, and verifying every sentence"}}};
  for (const auto& [stage, words] : kWords) {
    if (progress.stage == stage) return words;
  }
  return visible(progress.stage);
}

// Shows stages until the draft begins, then the draft.
class Listener {
 public:
  explicit Listener(Call& call)
      : call_(call),
        status_(call.screen.err, look()),
        draft_(call.screen.err, look()),
        others_(stage_listener(call, status_)) {}

  void operator()(const Event& event) {
    if (const auto* text = std::get_if<DraftText>(&event)) {
      put_event(call_, "draft", JsonObject{}.text("text", text->text).str());
      if (!draft_.begun()) status_.clear();
      return draft_.add(text->text);
    }
    if (const auto* progress = std::get_if<Progress>(&event)) {
      put_event(call_, "stage", to_json(*progress));
      if (!draft_.begun()) status_.show(waiting_words(*progress) + " …");
      return;
    }
    others_(event);
  }
  void end() {
    draft_.end();
    status_.clear();
  }

 private:
  // A draft belongs on a terminal that the answer is read on too.
  Look look() const {
    const bool wanted = !call_.arguments.quiet && call_.arguments.format == Format::Text;
    return wanted ? call_.screen.err_look : Look{};
  }

  Call& call_;
  StatusLine status_;
  DraftView draft_;
  std::function<void(const Event&)> others_;
};

int exit_code(const Answered& answered) {
  switch (answered.answer.outcome) {
    case AnswerOutcome::Answered:
    case AnswerOutcome::Partial:
      return kExitDone;
    case AnswerOutcome::Abstained:
      return kExitAbstained;
    case AnswerOutcome::Cancelled:
      return kExitCancelled;
    case AnswerOutcome::Failed:
      return kExitError;
  }
  return kExitError;
}

int refuse_remote(Call& call) {
  put_error(call.screen, call.arguments.format,
            {Code::Unsupported,
             "--remote require: no remote model is configured, so nothing was "
             "asked and nothing left this machine"});
  return kExitRemoteRefused;
}

}  // namespace

Result<int> run_ask(Call& call) {
  Question question = TRY(question_of(call));
  if (question.policy.remote == RemotePolicy::Require) return refuse_remote(call);
  Listener listener(call);
  listener(Progress{"opening the library and the models", 0, 0});
  Engine engine = TRY(
      open_engine(call.settings, {.embedder = true, .generator = question.policy.use_generator}));
  question.filter = TRY(filter_of(call.arguments, engine));
  const Result<Answered> answered =
      ask(engine, question, Job{call.stop, [&](const Event& event) { listener(event); }});
  listener.end();
  if (!answered.ok()) return answered.error();

  const bool trace = call.arguments.has("--trace");
  put_value(call, "answer", to_json(*answered, trace));
  if (call.arguments.format == Format::Text) {
    call.screen.out << answer_page(*answered, call.screen.out_look);
    if (trace) call.screen.out << trace_page(*answered, call.screen.out_look);
  }
  return exit_code(*answered);
}

}  // namespace oi
