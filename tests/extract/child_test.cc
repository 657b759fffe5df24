#include "extract/child.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <stop_token>
#include <thread>

namespace oi {
namespace {

namespace fs = std::filesystem;
using How = ReaderEnd::How;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

const fs::path kReader = fs::path(OI_BUILD) / "oi-reader";

constexpr bool kSanitized = OI_SANITIZED != 0;

size_t open_descriptors() {
  size_t count = 0;
  for (int fd = 0; fd < 1024; ++fd)
    count += ::fcntl(fd, F_GETFD) >= 0 ? 1 : 0;
  return count;
}

bool has_children() {
  return !(::waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD);
}

Descriptor document_of(std::string_view bytes) {
  Descriptor file(::memfd_create("document", MFD_CLOEXEC));
  EXPECT_TRUE(write_all(file, bytes, "memory").ok());
  return file;
}

// A folder of links to the hostile program, one for each way to misbehave.
class Hostile : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("oi-hostile-" + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  ReaderStart start(const std::string& mode) {
    const fs::path link = folder_ / ("hostile-" + mode);
    if (!fs::exists(link)) fs::create_symlink(fs::path(OI_BUILD) / "reader_hostile", link);
    ReaderStart start{.program = link, .document = &document_, .request = {}, .times = {}};
    start.times = {.document = milliseconds(1'500), .silence = milliseconds(700)};
    if (kSanitized) start.times = {.document = milliseconds(9'000), .silence = milliseconds(4'000)};
    if (mode == "allocates") start.times.silence = start.times.document = milliseconds(20'000);
    start.request.limits.text_bytes = 1 << 20;
    return start;
  }

  ReaderEnd run(const std::string& mode) {
    const size_t before = open_descriptors();
    const OnMessage take = [&](WireMessage&& message) -> Result<Done> {
      messages_.push_back(std::move(message));
      return Done{};
    };
    Result<ReaderEnd> end = run_reader(start(mode), take, Job{});
    EXPECT_TRUE(end.ok()) << mode;
    EXPECT_EQ(open_descriptors(), before) << mode << " leaks a descriptor";
    EXPECT_FALSE(has_children()) << mode << " leaves a process behind";
    return std::move(end).value();
  }

  fs::path folder_;
  Descriptor document_ = document_of("some text");
  std::vector<WireMessage> messages_;
};

TEST_F(Hostile, WhatIsForbiddenEndsAsViolation) {
  for (const char* mode : {"opens", "connects", "forks", "executes", "traces"}) {
    const ReaderEnd end = run(mode);
    EXPECT_EQ(end.how, How::Violation) << mode;
    EXPECT_EQ(end.error.code, Code::Corrupt) << mode;
    EXPECT_NE(end.error.what.find("sandbox forbids"), std::string::npos) << mode << end.error.what;
  }
}

TEST_F(Hostile, AFrameThatCannotBeEndsAsViolation) {
  for (const char* mode :
       {"boasts", "early", "garbage", "longest", "long", "counts", "invalid", "nan", "inverted",
        "disordered", "outside", "totals", "after", "twice", "blames"}) {
    const auto began = Clock::now();
    const ReaderEnd end = run(mode);
    EXPECT_EQ(end.how, How::Violation) << mode << ": " << end.error.what;
    EXPECT_NE(end.error.what.find("protocol"), std::string::npos) << mode << ": " << end.error.what;
    if (!kSanitized) {
      EXPECT_LT(Clock::now() - began, milliseconds(600)) << mode;
    }
  }
}

TEST_F(Hostile, LeavingWithoutAnEndIsAViolation) {
  EXPECT_EQ(run("leaves").how, How::Violation);
}

TEST_F(Hostile, MemoryTextAndPagesAreBounded) {
  if (!kSanitized) {
    const ReaderEnd memory = run("allocates");
    EXPECT_EQ(memory.how, How::OverLimit) << memory.error.what;
    EXPECT_LT(memory.usage.peak_rss_bytes, 700ULL << 20);
  }
  for (const char* mode : {"floods", "pages"}) {
    const ReaderEnd end = run(mode);
    EXPECT_EQ(end.how, How::OverLimit) << mode << ": " << end.error.what;
    EXPECT_EQ(end.error.code, Code::TooLarge);
  }
}

// C020, C022: a parser that never returns is killed, and the document fails with its reason.
TEST_F(Hostile, SilenceAndEndlessnessRunOutOfTime) {
  for (const char* mode : {"silent", "stalls", "dribbles", "spins"}) {
    const auto began = Clock::now();
    const ReaderEnd end = run(mode);
    EXPECT_EQ(end.how, How::Timeout) << mode;
    EXPECT_EQ(end.error.code, Code::Timeout) << mode;
    if (!kSanitized) {
      EXPECT_LT(Clock::now() - began, milliseconds(2'000)) << mode;
    }
  }
}

TEST_F(Hostile, ACrashIsASignal) {
  const ReaderEnd end = run("crashes");
  EXPECT_EQ(end.how, How::Signal) << end.error.what;
  EXPECT_EQ(end.error.code, Code::Killed);
}

TEST_F(Hostile, ARefusalIsTheReadersOwnWord) {
  const ReaderEnd end = run("refuses");
  EXPECT_EQ(end.how, How::Refused);
  EXPECT_EQ(end.error, (Error{Code::PasswordRequired, "locked"}));
}

TEST_F(Hostile, WithoutIsolationNothingIsRead) {
  const ReaderEnd end = run("unisolated");
  EXPECT_EQ(end.how, How::CannotIsolate);
  EXPECT_EQ(end.error.code, Code::CannotIsolate);
  EXPECT_TRUE(messages_.empty());
}

TEST_F(Hostile, OneThatLingersAfterItsEndIsSentOff) {
  const auto began = Clock::now();
  EXPECT_EQ(run("lingers").how, How::Finished);
  EXPECT_LT(Clock::now() - began, milliseconds(kSanitized ? 4'000 : 2'500));
}

TEST_F(Hostile, AReaderInheritsTwoDescriptorsAndNoEnvironment) {
  const Descriptor stray(::dup(0));  // not closed on exec
  EXPECT_EQ(run("descriptors").how, How::Finished);
  bool told = false;
  for (const WireMessage& message : messages_) {
    const auto* problem = std::get_if<Problem>(&message);
    if (problem == nullptr) continue;
    told = true;
    EXPECT_EQ(problem->where, "3 4 ");
    EXPECT_EQ(problem->what, "nothing");
  }
  EXPECT_TRUE(told);
}

// Invariant 13.
// C023: whoever gives up waiting can stop the work.
TEST_F(Hostile, AStopKillsWithin200Milliseconds) {
  std::stop_source stop;
  std::jthread asks([&] {
    std::this_thread::sleep_for(milliseconds(100));
    stop.request_stop();
  });
  const auto began = Clock::now();
  const auto end = run_reader(
      start("silent"), [](WireMessage&&) -> Result<Done> { return Done{}; },
      Job{.stop = stop.get_token(), .tell = {}});
  const auto took = Clock::now() - began;
  ASSERT_FALSE(end.ok());
  EXPECT_EQ(end.error().code, Code::Cancelled);
  EXPECT_LT(took, milliseconds(300));
  EXPECT_FALSE(has_children());
}

TEST_F(Hostile, AnErrorOfTheListenerEndsTheReader) {
  const auto end = run_reader(
      start("floods"),
      [](WireMessage&&) -> Result<Done> {
        return Error{Code::NoSpace, "full"};
      },
      Job{});
  ASSERT_FALSE(end.ok());
  EXPECT_EQ(end.error().code, Code::NoSpace);
  EXPECT_FALSE(has_children());
}

TEST(Child, AMissingProgramCannotIsolate) {
  const Descriptor document = document_of("text");
  const auto end = run_reader(
      {.program = "/nowhere/oi-reader", .document = &document},
      [](WireMessage&&) -> Result<Done> { return Done{}; }, Job{});
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end.value().how, How::CannotIsolate);
  EXPECT_EQ(probe_isolation("/nowhere/oi-reader").error().code, Code::CannotIsolate);
}

TEST(Child, TheProbeTellsWhichStepsHold) {
  const Result<Isolation> isolation = probe_isolation(kReader);
  ASSERT_TRUE(isolation.ok()) << isolation.error().what;
  EXPECT_TRUE(is_closed(isolation.value()));
  EXPECT_FALSE(has_children());
}

TEST(Child, UsageIsMeasured) {
  const Descriptor document = document_of("some text");
  const auto end = run_reader(
      {.program = kReader, .document = &document},
      [](WireMessage&&) -> Result<Done> { return Done{}; }, Job{});
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end.value().how, How::Finished) << end.value().error.what;
  EXPECT_GT(end.value().usage.peak_rss_bytes, 1ULL << 20);
}

TEST(Child, ManyThreadsMayReadAtOnce) {
  const size_t before = open_descriptors();
  std::vector<int> finished(4);
  {
    std::vector<std::jthread> threads;
    for (int& count : finished) {
      threads.emplace_back([&count] {
        for (int i = 0; i < 8; ++i) {
          const Descriptor document = document_of("text of one thread");
          const auto end = run_reader(
              {.program = kReader, .document = &document},
              [](WireMessage&&) -> Result<Done> { return Done{}; }, Job{});
          if (end.ok() && end.value().how == How::Finished) ++count;
        }
      });
    }
  }
  EXPECT_EQ(finished, (std::vector<int>{8, 8, 8, 8}));
  EXPECT_EQ(open_descriptors(), before);
  EXPECT_FALSE(has_children());
}

}  // namespace
}  // namespace oi
