#include "engine/open.h"

#include <gtest/gtest.h>

#include "tests/engine/small_engine.h"

namespace oi {
namespace {

TEST(LibraryFolder, ANameCannotLeadOutOfTheHome) {
  Settings settings;
  settings.home = "/home/x";
  settings.library = "work-2026";
  EXPECT_EQ(*library_folder(settings), "/home/x/libraries/work-2026");
  for (const char* name : {"", "..", ".hidden", "a/b", "a b", "\n", "é"}) {
    settings.library = name;
    EXPECT_FALSE(library_folder(settings).ok()) << name;
  }
  settings.library = std::string(65, 'a');
  EXPECT_FALSE(library_folder(settings).ok());
}

TEST(OpenEngine, AStoreAloneNeedsNoModel) {
  const SmallEngine small;
  Settings settings = small.engine.settings;
  settings.library = "other";
  EXPECT_EQ(open_engine(settings, {}).error().code, Code::NotFound);
  settings.embedder = "there-is-no-such-model";
  const Result<Engine> engine = open_engine(settings, {.new_library = true});
  ASSERT_TRUE(engine.ok()) << engine.error().what;
  EXPECT_EQ(engine->models.embedder, nullptr);
  EXPECT_NE(engine->stores.store, nullptr);
}

TEST(OpenEngine, ANewHomeIsPrivateAndHasASettingsFileThatReadsBack) {
  const SmallEngine small;
  Settings settings = small.engine.settings;
  settings.home = small.folder / "new" / "home";
  ASSERT_TRUE(open_engine(settings, {}).ok());
  const auto mode = std::filesystem::status(settings.home).permissions();
  EXPECT_EQ(mode, std::filesystem::perms::owner_all);
  EXPECT_EQ(*read_file(settings.home / "settings.toml", 100'000), settings_file_text());

  // What its owner wrote is not written over.
  ASSERT_TRUE(write_file_atomically(settings.home / "settings.toml", "seed = 7\n").ok());
  ASSERT_TRUE(open_engine(settings, {}).ok());
  EXPECT_EQ(*read_file(settings.home / "settings.toml", 100), "seed = 7\n");
}

TEST(OpenEngine, AMissingModelIsNamed) {
  const SmallEngine small;
  Settings settings = small.engine.settings;
  settings.embedder = "there-is-no-such-model";
  const Result<Engine> engine = open_engine(settings, {.new_library = true, .embedder = true});
  ASSERT_FALSE(engine.ok());
  EXPECT_EQ(engine.error().code, Code::ModelMissing);
  EXPECT_NE(engine.error().what.find("there-is-no-such-model"), std::string::npos);
}

TEST(OpenEngine, AGeneratorThatIsNotWantedIsNotMissed) {
  const SmallEngine small;
  Settings settings = small.engine.settings;
  settings.generator = "none";
  const Result<Engine> engine = open_engine(settings, {.generator = true});
  ASSERT_TRUE(engine.ok()) << engine.error().what;
  EXPECT_EQ(engine->models.generator, nullptr);
}

TEST(OpenEngine, ARerankerIsOpenedWhenFirstAskedForAndKept) {
  SmallEngine small;
  small.engine.settings.device = "cpu";
  for (const char* unwanted : {"", "none", "there-is-no-such-model"}) {
    small.engine.settings.reranker = unwanted;
    const Result<Reranker*> none = reranker_of(small.engine);
    ASSERT_TRUE(none.ok()) << none.error().what;
    EXPECT_EQ(*none, nullptr) << unwanted;
  }
  small.engine.settings.reranker = OI_SOURCE "/tests/runtimes/tiny_cross_encoder";
  const Result<Reranker*> opened = reranker_of(small.engine);
  ASSERT_TRUE(opened.ok()) << opened.error().what;
  ASSERT_NE(*opened, nullptr);
  EXPECT_EQ((*opened)->card().name, "tiny_cross_encoder");
  EXPECT_EQ(*reranker_of(small.engine), *opened);
}

TEST(OpenEngine, AFolderThatIsNoRerankerIsAnErrorNotAStandIn) {
  SmallEngine small;
  small.engine.settings.reranker = OI_SOURCE "/tests/runtimes/tiny_bert";
  const Result<Reranker*> refused = reranker_of(small.engine);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Code::Corrupt) << refused.error().what;
}

}  // namespace
}  // namespace oi
