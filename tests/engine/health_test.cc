#include "engine/health.h"

#include <gtest/gtest.h>

#include "engine/open.h"
#include "tests/contract/indexed.h"

namespace oi {
namespace {

namespace fs = std::filesystem;
using testing::TemporaryFolder;

Settings settings_at(const fs::path& home) {
  Settings settings;
  settings.home = home;
  settings.embedder = "all-MiniLM-L6-v2";
  settings.generator = "none";
  settings.reader = fs::path(OI_BUILD) / "oi-reader";
  settings.threads = 1;
  settings.origins = {{"home", home.string(), "command line"}, {"models", "", "default"}};
  return settings;
}

const HealthLine* find_line(const std::vector<HealthLine>& lines, const std::string& about) {
  for (const HealthLine& line : lines) {
    if (line.about == about) return &line;
  }
  return nullptr;
}

TEST(Health, SettingsAreListedWithTheirOrigin) {
  const TemporaryFolder home;
  const auto lines = examine(settings_at(home.path()), {});
  const HealthLine* line = find_line(lines, "setting home");
  ASSERT_NE(line, nullptr);
  EXPECT_EQ(line->found, home.path().string() + " (command line)");
  EXPECT_EQ(find_line(lines, "setting models")->found, "(none) (default)");
}

TEST(Health, LookingDoesNotMakeALibrary) {
  const TemporaryFolder home;
  const auto lines = examine(settings_at(home.path()), {});
  ASSERT_NE(find_line(lines, "library"), nullptr);
  EXPECT_TRUE(find_line(lines, "library")->good);
  EXPECT_NE(find_line(lines, "library")->found.find("none yet"), std::string::npos);
  EXPECT_TRUE(fs::is_empty(home.path()));
}

TEST(Health, AMissingModelIsNeededAndSaysWhatToDo) {
  const TemporaryFolder home;
  Settings settings = settings_at(home.path());
  settings.embedder = (home.path() / "absent").string();
  const auto lines = examine(settings, {});
  const HealthLine* line = find_line(lines, "embedder");
  ASSERT_NE(line, nullptr);
  EXPECT_FALSE(line->good);
  EXPECT_TRUE(line->needed);
  EXPECT_FALSE(line->advice.empty());
  EXPECT_TRUE(find_line(lines, "generator")->good) << "none was asked for";
}

TEST(Health, ARerankerIsGoodToHaveAndTheLineSaysHowToInstallIt) {
  const TemporaryFolder home;
  Settings settings = settings_at(home.path());
  EXPECT_TRUE(find_line(examine(settings, {}), "reranker")->good) << "none was asked for";
  settings.reranker = "ms-marco-TinyBERT-L2-v2";
  settings.models = home.path();
  const auto lines = examine(settings, {});
  const HealthLine* line = find_line(lines, "reranker");
  ASSERT_NE(line, nullptr);
  EXPECT_FALSE(line->good);
  EXPECT_FALSE(line->needed);
  EXPECT_NE(line->found.find("put config.json, vocab.txt"), std::string::npos) << line->found;
  EXPECT_NE(line->advice.find("stand-in"), std::string::npos);

  settings.reranker = OI_SOURCE "/tests/runtimes/tiny_cross_encoder";
  const auto own = examine(settings, {});
  EXPECT_TRUE(find_line(own, "reranker")->good);
  EXPECT_NE(find_line(own, "reranker")->found.find("not calibrated"), std::string::npos);
}

TEST(Health, DocumentsFailedFilesAndThoseThatWaitAreCounted) {
  const TemporaryFolder home;
  const Settings settings = settings_at(home.path());
  {
    Result<Engine> engine = open_engine(settings, {});
    ASSERT_TRUE(engine.ok()) << engine.error().what;
    Indexed one = testing::indexed("/d/a.txt", {"alpha", "beta"});
    one.document.problems = {{"invalid_utf8", "", "two bytes were replaced"}};
    ASSERT_TRUE(engine->stores.store->commit(std::span(&one, 1), {}).ok());
    Queue& queue = *engine->stores.queue;
    const std::string broken = (home.path() / "broken.pdf").string();
    const std::string later = (home.path() / "later.pdf").string();
    ASSERT_TRUE(write_file_atomically(broken, "%PDF-").ok());
    ASSERT_TRUE(write_file_atomically(later, "%PDF-").ok());
    ASSERT_TRUE(queue.enqueue(broken, 100).ok());
    ASSERT_TRUE(queue.enqueue(later, 101).ok());
    Ticket ticket = **queue.lease(102, 60);
    ticket.reason = "corrupt";
    ticket.what = "it ends in the middle";
    ASSERT_TRUE(queue.finish(ticket, Stage::Failed).ok());
  }
  const auto lines = examine(settings, {});
  ASSERT_NE(find_line(lines, "library"), nullptr);
  EXPECT_EQ(find_line(lines, "library")->found, "1 document in 2 passages");
  ASSERT_NE(find_line(lines, "documents"), nullptr);
  ASSERT_NE(find_line(lines, "failed"), nullptr);
  EXPECT_TRUE(find_line(lines, "failed")->found.ends_with("broken.pdf: it ends in the middle"));
  ASSERT_NE(find_line(lines, "queue"), nullptr);
  EXPECT_EQ(find_line(lines, "queue")->found, "1 file waiting to be read");
  ASSERT_NE(find_line(lines, "unread"), nullptr);
}

TEST(Health, AStopEndsTheExamination) {
  const TemporaryFolder home;
  std::stop_source stop;
  stop.request_stop();
  const auto lines = examine(settings_at(home.path()), Job{stop.get_token(), {}});
  EXPECT_EQ(find_line(lines, "disk"), nullptr);
}

}  // namespace
}  // namespace oi
