#include "base/pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>

namespace oi {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

class PoolOf : public testing::TestWithParam<size_t> {};
INSTANTIATE_TEST_SUITE_P(Workers, PoolOf, testing::Values(0, 1, 2, 7));

TEST_P(PoolOf, EveryIndexRunsOnce) {
  Pool pool(GetParam());
  std::vector<std::atomic<int>> runs(1000);
  ASSERT_TRUE(parallel_for(pool, runs.size(), Job{}, [&](size_t i) -> Result<Done> {
                ++runs[i];
                return Done{};
              }).ok());
  for (const auto& count : runs)
    EXPECT_EQ(count, 1);
}

TEST_P(PoolOf, NothingToDoIsDone) {
  Pool pool(GetParam());
  const auto never = [](size_t) -> Result<Done> { return Error{Code::Bug, "called"}; };
  EXPECT_TRUE(parallel_for(pool, 0, Job{}, never).ok());
}

TEST_P(PoolOf, TheFailureWithTheSmallestIndexIsReturned) {
  Pool pool(GetParam());
  for (int round = 0; round < 50; ++round) {
    const auto body = [](size_t i) -> Result<Done> {
      if (i == 20) std::this_thread::sleep_for(milliseconds(1));  // later ones fail earlier
      if (i >= 20) return Error{Code::Corrupt, std::to_string(i)};
      return Done{};
    };
    EXPECT_EQ(parallel_for(pool, 100, Job{}, body).error(), (Error{Code::Corrupt, "20"}));
  }
}

TEST_P(PoolOf, NoIndexIsBegunAfterAFailure) {
  Pool pool(GetParam());
  std::atomic<size_t> begun = 0;
  const auto body = [&](size_t) -> Result<Done> {
    ++begun;
    return Error{Code::Corrupt, ""};
  };
  EXPECT_FALSE(parallel_for(pool, 100000, Job{}, body).ok());
  EXPECT_LE(begun, GetParam() + 1);
}

TEST_P(PoolOf, NestedCallsFinish) {
  Pool pool(GetParam());
  std::atomic<int> inner = 0;
  const auto count = [&](size_t) -> Result<Done> {
    ++inner;
    return Done{};
  };
  const auto middle = [&](size_t, const Job& job) { return parallel_for(pool, 5, job, count); };
  const auto outer = [&](size_t, const Job& job) { return parallel_for(pool, 5, job, middle); };
  ASSERT_TRUE(parallel_for(pool, 5, Job{}, outer).ok());
  EXPECT_EQ(inner, 125);
}

TEST_P(PoolOf, ANestedFailureReachesTheTop) {
  Pool pool(GetParam());
  const auto fail = [](size_t i) -> Result<Done> {
    if (i == 3) return Error{Code::TooLarge, "inner"};
    return Done{};
  };
  const auto outer = [&](size_t, const Job& job) { return parallel_for(pool, 5, job, fail); };
  EXPECT_EQ(parallel_for(pool, 5, Job{}, outer).error().code, Code::TooLarge);
}

TEST_P(PoolOf, AStopEndsTheLoopSoon) {
  Pool pool(GetParam());
  std::stop_source source;
  std::atomic<size_t> begun = 0;
  const auto body = [&](size_t) -> Result<Done> {
    if (++begun == 10) source.request_stop();
    return Done{};
  };
  const Result<Done> outcome = parallel_for(pool, 100000, Job{source.get_token(), {}}, body);
  EXPECT_EQ(outcome.error().code, Code::Cancelled);
  EXPECT_LE(begun, 10 + GetParam() + 1);
}

TEST_P(PoolOf, AStopBeforeTheStartRunsNothing) {
  Pool pool(GetParam());
  std::stop_source source;
  source.request_stop();
  const auto never = [](size_t) -> Result<Done> { return Error{Code::Bug, "called"}; };
  const Job job{source.get_token(), {}};
  EXPECT_EQ(parallel_for(pool, 5, job, never).error().code, Code::Cancelled);
  EXPECT_EQ(parallel_for(pool, 0, job, never).error().code, Code::Cancelled);
}

TEST_P(PoolOf, TheListenerIsNeverCalledTwiceAtOnce) {
  Pool pool(GetParam());
  std::atomic<int> inside = 0;
  std::atomic<bool> overlapped = false;
  int events = 0;  // without a lock on purpose: the pool promises one call at a time
  Job job;
  job.tell = [&](const Event&) {
    if (++inside != 1) overlapped = true;
    ++events;
    std::this_thread::yield();
    --inside;
  };
  const auto speak = [](size_t, const Job& told) -> Result<Done> {
    tell(told, Notice{"here"});
    return Done{};
  };
  const auto outer = [&](size_t, const Job& told) { return parallel_for(pool, 20, told, speak); };
  ASSERT_TRUE(parallel_for(pool, 20, job, outer).ok());
  EXPECT_FALSE(overlapped);
  EXPECT_EQ(events, 400);
}

TEST_P(PoolOf, SeveralCallersShareOnePool) {
  Pool pool(GetParam());
  std::atomic<int> total = 0;
  {
    std::vector<std::jthread> callers;
    for (int caller = 0; caller < 4; ++caller) {
      callers.emplace_back([&] {
        const auto count = [&](size_t) -> Result<Done> {
          ++total;
          return Done{};
        };
        EXPECT_TRUE(parallel_for(pool, 500, Job{}, count).ok());
      });
    }
  }
  EXPECT_EQ(total, 2000);
}

TEST(Pool, WithoutWorkersTheCallerRunsAllInOrder) {
  Pool pool(0);
  std::vector<size_t> order;
  const auto caller = std::this_thread::get_id();
  ASSERT_TRUE(parallel_for(pool, 5, Job{}, [&](size_t i) -> Result<Done> {
                EXPECT_EQ(std::this_thread::get_id(), caller);
                order.push_back(i);
                return Done{};
              }).ok());
  EXPECT_EQ(order, (std::vector<size_t>{0, 1, 2, 3, 4}));
}

TEST(Pool, WorkersReallyWorkAtOnce) {
  Pool pool(3);
  // Four bodies that each wait for all the others can only finish on four threads.
  std::atomic<int> here = 0;
  const auto meet = [&](size_t) -> Result<Done> {
    ++here;
    const auto late = std::chrono::steady_clock::now() + seconds(10);
    while (here < 4) {
      if (std::chrono::steady_clock::now() > late) return Error{Code::Timeout, "alone"};
      std::this_thread::yield();
    }
    return Done{};
  };
  EXPECT_TRUE(parallel_for(pool, 4, Job{}, meet).ok());
}

}  // namespace
}  // namespace oi
