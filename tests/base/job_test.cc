#include "base/job.h"

#include <gtest/gtest.h>

namespace oi {
namespace {

TEST(Job, CheckFailsOnlyOnceAStopWasAsked) {
  std::stop_source source;
  const Job job{source.get_token(), {}};
  EXPECT_TRUE(check(job).ok());
  source.request_stop();
  EXPECT_EQ(check(job).error().code, Code::Cancelled);
  EXPECT_TRUE(check(Job{}).ok());
}

TEST(Job, EventsReachTheListenerIfThereIsOne) {
  std::string heard;
  Job job;
  job.tell = [&](const Event& event) { heard = std::get<DraftText>(event).text; };
  tell(job, DraftText{"a piece"});
  EXPECT_EQ(heard, "a piece");
  tell(Job{}, DraftText{"nobody hears"});
}

}  // namespace
}  // namespace oi
