#include <gtest/gtest.h>

#include "engine/ingest.h"
#include "tests/engine/small_engine.h"

namespace oi {
namespace {

namespace fs = std::filesystem;

class Enqueue : public ::testing::Test {
 protected:
  // Names of the waiting files below the folder of files, in the order of the queue.
  std::vector<std::string> waiting() {
    std::vector<std::string> names;
    for (const Ticket& ticket : *small_.engine.stores.queue->list()) {
      names.push_back(fs::path(ticket.path).lexically_relative(small_.folder / "files").string());
    }
    return names;
  }
  Result<Enqueued> add(const fs::path& path) {
    const fs::path paths[] = {path};
    return enqueue(small_.engine, paths, {});
  }
  SmallEngine small_;
};

TEST_F(Enqueue, AFolderIsWalkedInTheOrderOfNames) {
  small_.write("b.txt", "b");
  small_.write("a/z.txt", "z");
  small_.write("a/c.txt", "c");
  const Result<Enqueued> added = add(small_.folder / "files" / "");
  ASSERT_TRUE(added.ok());
  EXPECT_EQ(waiting(), (std::vector<std::string>{"a/c.txt", "a/z.txt", "b.txt"}));
  EXPECT_EQ(added->tickets.size(), 3u);
}

TEST_F(Enqueue, HiddenNamesAndLinksInAFolderArePassedOverAndCounted) {
  small_.write("seen.txt", "x");
  small_.write(".hidden.txt", "x");
  small_.write(".git/config", "x");
  fs::create_symlink("/etc/passwd", small_.folder / "files" / "link.txt");
  const Result<Enqueued> added = add(small_.folder / "files");
  ASSERT_TRUE(added.ok());
  EXPECT_EQ(waiting(), std::vector<std::string>{"seen.txt"});
  EXPECT_EQ(added->skipped, 3u);
}

TEST_F(Enqueue, AnIgnoreFileNamesPatternsForItsFolderAndBelow) {
  small_.write(".oiignore", "# comment\n*.log\n/build/\nnotes/private.txt\n");
  small_.write("a.log", "x");
  small_.write("keep.txt", "x");
  small_.write("build/out.txt", "x");
  small_.write("notes/private.txt", "x");
  small_.write("notes/deep.log", "x");
  small_.write("notes/open.txt", "x");
  const Result<Enqueued> added = add(small_.folder / "files");
  ASSERT_TRUE(added.ok());
  EXPECT_EQ(waiting(), (std::vector<std::string>{"keep.txt", "notes/open.txt"}));
  EXPECT_EQ(added->skipped, 4u);
}

TEST_F(Enqueue, AFileNamedByItselfIsTakenEvenIfHidden) {
  const fs::path hidden = small_.write(".env", "x");
  ASSERT_TRUE(add(hidden).ok());
  EXPECT_EQ(waiting(), std::vector<std::string>{".env"});
}

TEST_F(Enqueue, WhatIsNotThereOrNoFileIsRefusedByNameAndTheRestGoesOn) {
  const fs::path good = small_.write("good.txt", "x");
  const fs::path paths[] = {small_.folder / "absent", "/dev/null", good};
  const Result<Enqueued> added = enqueue(small_.engine, paths, {});
  ASSERT_TRUE(added.ok());
  ASSERT_EQ(added->refused.size(), 2u);
  EXPECT_EQ(added->refused[0].reason, "not_found");
  EXPECT_EQ(added->refused[1].reason, "not_a_file");
  EXPECT_EQ(waiting(), std::vector<std::string>{"good.txt"});
}

TEST_F(Enqueue, AWaitingPathKeepsItsTicket) {
  const fs::path path = small_.write("a.txt", "x");
  const Result<Enqueued> first = add(path);
  const Result<Enqueued> second = add(path);
  EXPECT_EQ(first->tickets, second->tickets);
  EXPECT_EQ(waiting().size(), 1u);
}

}  // namespace
}  // namespace oi
