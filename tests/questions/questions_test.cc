// Runs every .ask file of this folder through the engine's ask(): real chunks, the embedded store,
// both search arms and the gates; the models alone are stand-ins. Beside what a file expects, every
// answer is held to the invariants that are named below.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/text.h"
#include "embedded/embedded.h"
#include "engine/ask.h"
#include "engine/ingest.h"
#include "tests/fakes.h"
#include "tests/questions/ask_file.h"

namespace oi {
namespace {

namespace fs = std::filesystem;

// Writes what the file says, with [@words] turned into the label under which the prompt shows the
// passage that holds the words.
class ScriptedGenerator final : public Generator {
 public:
  explicit ScriptedGenerator(std::string script) : script_(std::move(script)) {
    card_.role = "generator";
    card_.name = "scripted";
    card_.window = 4096;
  }
  const ModelCard& card() const override { return card_; }
  size_t count_tokens(std::string_view text) const override { return count_words(text) + 1; }
  Result<size_t> count_prompt(const Prompt& prompt) const override {
    size_t tokens = 8;
    for (const Message& message : prompt.messages)
      tokens += count_tokens(message.text);
    return tokens;
  }
  Result<Generated> generate(const Prompt& prompt, const Job& job) override {
    TRY(check(job));
    Generated generated;
    generated.text = with_labels(prompt);
    generated.prompt_tokens = static_cast<uint32_t>(TRY(count_prompt(prompt)));
    generated.output_tokens = static_cast<uint32_t>(count_tokens(generated.text));
    return generated;
  }

 private:
  static std::string label_of(const std::string& words, const Prompt& prompt) {
    const std::string& user = prompt.messages.back().text;
    const size_t place = user.find(words);
    const size_t mark = place == std::string::npos ? place : user.rfind("[S", place);
    if (mark == std::string::npos) return "S99";
    return user.substr(mark + 1, user.find(']', mark) - mark - 1);
  }
  std::string with_labels(const Prompt& prompt) const {
    std::string text = script_;
    for (size_t at; (at = text.find("[@")) != std::string::npos;) {
      const size_t end = text.find(']', at);
      text.replace(at + 1, end - at - 1, label_of(text.substr(at + 2, end - at - 2), prompt));
    }
    return text;
  }
  ModelCard card_;
  std::string script_;
};

struct World {
  fs::path folder;
  Engine engine;
  ~World() {
    engine.stores = {};
    std::error_code ignored;
    fs::remove_all(folder, ignored);
  }
};

Result<Done> build(const AskFile& file, World& world) {
  std::string pattern = (fs::temp_directory_path() / "oi-questions-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) return Error{Code::Io, "no temporary folder"};
  world.folder = pattern;
  Engine& engine = world.engine;
  engine.stores = TRY(open_embedded(world.folder));
  engine.models.embedder = std::make_unique<FakeEmbedder>();
  engine.models.reranker = std::make_unique<FakeReranker>();
  if (file.has_model) {
    engine.models.generator = std::make_unique<ScriptedGenerator>(file.model);
  }
  engine.now = [] { return int64_t{1}; };
  engine.pool = std::make_unique<Pool>(0);
  std::vector<Document> documents;
  for (const auto& [name, text] : file.documents)
    documents.push_back(make_document(name, text));
  if (!documents.empty()) TRY(ingest_texts(engine, documents, {}));
  return Done{};
}

std::string gates_of(const Receipt& receipt) {
  std::string gates;
  for (const Verdict& verdict : receipt.verdicts) {
    gates += gates.empty() ? "" : " ";
    gates += verdict.gate;
    gates += verdict.outcome == Outcome::Pass ? '+' : verdict.outcome == Outcome::Fail ? '-' : '.';
  }
  return gates;
}

std::string one_line(std::string_view text) {
  return collapse_spaces(text);
}

// Everything that the file may say of an answer, as the lines it would say it with.
std::vector<std::string> lines_of(const std::string& key, const Answered& answered) {
  const Answer& answer = answered.answer;
  std::vector<std::string> lines;
  if (key == "outcome") lines = {name_of(answer.outcome)};
  if (key == "kind") lines = {name_of(answer.kind)};
  if (key == "target") lines = {name_of(answered.receipt.completed)};
  if (key == "reason") lines = {name_of(answered.receipt.reason)};
  if (key == "gates") lines = {gates_of(answered.receipt)};
  if (key == "calls") lines = {std::to_string(answered.receipt.generative_calls.size())};
  if (key == "claim") {
    for (const ShownClaim& claim : answer.claims) {
      lines.push_back((claim.support == Support::Partial ? "(partial) " : "") +
                      one_line(claim.text));
    }
  }
  if (key == "cites") {
    for (const Citation& citation : answer.citations) {
      lines.push_back(citation.document_name + ": " + one_line(citation.quote));
    }
  }
  if (key == "removed") {
    for (const RemovedClaim& removed : answer.removed) {
      lines.push_back(std::string(1, removed.gate) + ": " + one_line(removed.text));
    }
  }
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string all;
  for (const std::string& line : lines)
    all += line + "\n";
  return all;
}

void expect_as_file_says(const AskFile& file, const Answered& answered) {
  std::vector<std::pair<std::string, std::vector<std::string>>> wanted;
  for (const Expectation& expected : file.expected) {
    const bool partial = expected.key == "partial";
    const std::string key = partial ? "claim" : expected.key;
    if (key == "missing") {
      EXPECT_NE(joined(answered.answer.missing).find(expected.value), std::string::npos)
          << joined(answered.answer.missing);
      continue;
    }
    if (key == "never") {
      EXPECT_EQ(answered.answer.text.find(expected.value), std::string::npos)
          << answered.answer.text;
      continue;
    }
    auto at = std::find_if(wanted.begin(), wanted.end(),
                           [&](const auto& entry) { return entry.first == key; });
    if (at == wanted.end()) at = wanted.insert(wanted.end(), {key, {}});
    if (!expected.value.empty()) {
      at->second.push_back((partial ? "(partial) " : "") + expected.value);
    }
  }
  for (const auto& [key, lines] : wanted) {
    EXPECT_EQ(joined(lines_of(key, answered)), joined(lines)) << key;
  }
}

// Invariant 2: every citation is stored bytes of the version it names.
void expect_stored_bytes(const Answer& answer, const Store& store) {
  for (const Citation& citation : answer.citations) {
    const Result<Document> document = store.document(citation.document);
    ASSERT_TRUE(document.ok());
    EXPECT_EQ(sha256_hex(document->text), citation.version_digest);
    ASSERT_LE(citation.span.end, document->text.size());
    EXPECT_EQ(document->text.substr(citation.span.begin, citation.span.size()), citation.quote);
  }
}

// Every claim stands in the text under a label that a citation carries, and nothing else does.
void expect_cited_text(const Answer& answer) {
  std::string rest = answer.text;
  for (auto claim = answer.claims.rbegin(); claim != answer.claims.rend(); ++claim) {
    EXPECT_EQ(answer.text.substr(claim->span.begin, claim->span.size()), claim->text);
    rest.erase(claim->span.begin, claim->span.size());
    EXPECT_FALSE(claim->labels.empty()) << claim->text;
    for (const std::string& label : claim->labels) {
      EXPECT_TRUE(std::any_of(answer.citations.begin(), answer.citations.end(),
                              [&](const Citation& citation) { return citation.label == label; }))
          << label;
    }
  }
  if (answer.claims.empty()) return;
  for (const TextSpan& word : words(rest))
    EXPECT_EQ(rest[word.begin], 'S') << rest;
}

// Invariant 9: what is shown is a sentence of the draft, or of a document when no model answered.
void expect_nothing_written(const AskFile& file, const Answered& answered) {
  for (const ShownClaim& claim : answered.answer.claims) {
    const std::string shown = one_line(claim.text);
    bool found = file.has_model && one_line(file.model).find(shown) != std::string::npos;
    for (const auto& [name, text] : file.documents) {
      found |= text.find(claim.text) != std::string::npos;
    }
    EXPECT_TRUE(found) << shown;
  }
}

std::vector<fs::path> ask_files() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(fs::path(OI_SOURCE) / "tests" / "questions")) {
    if (entry.path().extension() == ".ask") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

class Questions : public testing::TestWithParam<fs::path> {};

TEST_P(Questions, AreAnsweredAsTheirFileSays) {
  const Result<AskFile> file = read_ask_file(GetParam());
  ASSERT_TRUE(file.ok()) << file.error().what;
  World world;
  const Result<Done> built = build(*file, world);
  ASSERT_TRUE(built.ok()) << built.error().what;
  Question question;
  question.text = file->question;
  question.policy = file->policy;
  const Result<Answered> answered = ask(world.engine, question, {});
  ASSERT_TRUE(answered.ok()) << answered.error().what;
  expect_as_file_says(*file, *answered);
  expect_stored_bytes(answered->answer, *world.engine.stores.store);
  expect_cited_text(answered->answer);
  expect_nothing_written(*file, *answered);
  EXPECT_LE(answered->receipt.generative_calls.size(), 1u);  // invariant 8
  const Result<Answered> again = ask(world.engine, question, {});
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->answer, answered->answer);  // invariant 12
}

INSTANTIATE_TEST_SUITE_P(All, Questions, testing::ValuesIn(ask_files()), [](const auto& test) {
  std::string name = test.param.stem().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(c); }, '_');
  return name;
});

TEST(AskFiles, AreThere) {
  EXPECT_GE(ask_files().size(), 25u);
}

}  // namespace
}  // namespace oi
