#include "runtimes/ggml_shared.h"

#include <gtest/gtest.h>

#include <stop_token>
#include <thread>

namespace oi {
namespace {

TEST(GgmlShared, TheBackendIsLoadedOnceAndHasAName) {
  EXPECT_FALSE(ggml_variant().empty());
  EXPECT_EQ(&ggml_variant(), &ggml_variant());
}

TEST(GgmlShared, OnlyErrorsOfTheListeningThreadAreKept) {
  const Listening listening;
  hear(GGML_LOG_LEVEL_INFO, "loading", nullptr);
  hear(GGML_LOG_LEVEL_ERROR, "no such tensor\n", nullptr);
  std::jthread([] { hear(GGML_LOG_LEVEL_ERROR, "somebody else's", nullptr); }).join();
  hear(GGML_LOG_LEVEL_ERROR, "giving up\n", nullptr);
  const Error error = listening.failed("model.bin");
  EXPECT_EQ(error.code, Code::ModelFailed);
  EXPECT_EQ(error.what, "model.bin: no such tensor; giving up");
}

TEST(GgmlShared, WhatNobodyListensToIsDropped) {
  { const Listening listening; }
  hear(GGML_LOG_LEVEL_ERROR, "unheard", nullptr);
  EXPECT_EQ(Listening().failed("next").what, "next");
}

TEST(GgmlShared, AtLeastOneCoreAndNoMoreThanAskedFor) {
  EXPECT_EQ(idle_cores(1), 1u);
  EXPECT_GE(idle_cores(0), 1u);
  EXPECT_LE(idle_cores(0), std::max(1u, std::thread::hardware_concurrency()));
}

TEST(GgmlShared, AStopIsSeenOnceItWasAsked) {
  std::stop_source source;
  std::stop_token stop = source.get_token();
  EXPECT_FALSE(stop_asked(&stop));
  source.request_stop();
  EXPECT_TRUE(stop_asked(&stop));
}

}  // namespace
}  // namespace oi
