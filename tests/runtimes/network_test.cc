#include "runtimes/network.h"

#include <gtest/gtest.h>

#include "runtimes/bert.h"

namespace oi {
namespace {

TEST(Network, RowsHoldTheirTextsIdsAndAreFilledUpWithPadding) {
  const std::vector<Ids> texts = {{2, 3}, {2, 7, 8, 3}, {2, 9, 3}};
  const TokenRows rows = token_rows({.texts = {1, 2}, .tokens = 5}, texts, 44);
  const std::vector<int32_t> ids(rows.ids.data<int32_t>(), rows.ids.data<int32_t>() + 10);
  EXPECT_EQ(ids, (std::vector<int32_t>{2, 7, 8, 3, 44, 2, 9, 3, 44, 44}));
  const std::vector<float> padding(rows.padding.data<float>(), rows.padding.data<float>() + 10);
  const float p = kPadding;
  EXPECT_EQ(padding, (std::vector<float>{0, 0, 0, 0, p, 0, 0, 0, p, p}));
  EXPECT_EQ(rows.ids.get_shape(), (ov::Shape{2, 5}));
}

TEST(Network, ThreadsAreAllCoresUnlessANumberIsGiven) {
  const auto name = ov::inference_num_threads.name();
  EXPECT_EQ(cpu_settings(0, ov::element::f32).count(name), 0u);
  EXPECT_EQ(cpu_settings(3, ov::element::f32).at(name).as<int>(), 3);
}

}  // namespace
}  // namespace oi
