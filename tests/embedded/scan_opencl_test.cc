#include "embedded/scan_opencl.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <thread>

#include "embedded/nearest.h"
#include "embedded/scan.h"
#include "embedded/vectors.h"
#include "tests/contract/indexed.h"

namespace oi {
namespace {

using testing::TemporaryFolder;

std::vector<float> random_floats(size_t count, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<float> normal;
  std::vector<float> values(count);
  for (float& value : values)
    value = normal(generator);
  return values;
}

// On any OpenCL device; a processor's is enough.
class ScanOpenCl : public ::testing::Test {
 protected:
  void SetUp() override {
    if (OI_SANITIZED) GTEST_SKIP() << "the device's compiler does not run under sanitizers";
    device_ = OpenClDevice::open(OpenClKinds::Any);
    if (device_ == nullptr) GTEST_SKIP() << "no OpenCL device here";
  }

  // A segment file of these rows, mapped, and shared with the device.
  void share(std::span<const float> rows, uint32_t dimension) {
    rows_.reset();
    const std::vector<std::span<const float>> blocks = {rows};
    const auto path = folder_.path() / "vectors.1";
    ASSERT_TRUE(write_segment(path, {dimension, mark_of("model"), blocks}).ok());
    segment_.emplace(std::move(Segment::open(path, SegmentCheck::Bytes)).value());
    const std::vector<std::span<const std::byte>> files = {segment_->bytes()};
    Result<std::unique_ptr<OpenClRows>> shared = OpenClRows::share(*device_, files);
    ASSERT_TRUE(shared.ok()) << shared.error().what;
    rows_ = std::move(shared).value();
  }
  // Its rows as documents of up to 30 chunks.
  std::vector<RowRange> ranges() const {
    const SegmentView& view = segment_->view();
    std::vector<RowRange> ranges;
    for (uint32_t first = 0; first < view.count;) {
      const auto left = static_cast<uint32_t>(view.count) - first;
      const uint32_t count = std::min(1 + (first * 11) % 30, left);
      ranges.push_back({view.row(first),
                        view.lengths + first,
                        count,
                        {first * 7919ull % 104'729},
                        0,
                        view.int8.from(first, view.dimension)});
      first += count;
    }
    return ranges;
  }

  TemporaryFolder folder_;
  std::unique_ptr<OpenClDevice> device_;
  std::optional<Segment> segment_;
  std::unique_ptr<OpenClRows> rows_;
};

TEST_F(ScanOpenCl, ProductsAreNearThoseOfTheProcessor) {
  for (const uint32_t dimension : {1u, 3u, 63u, 64u, 100u, 384u, 1024u}) {
    const std::vector<float> rows = random_floats(500 * dimension, 1);
    const std::vector<float> query = random_floats(dimension, 2);
    ASSERT_NO_FATAL_FAILURE(share(rows, dimension));
    std::vector<float> expected(480), got(480);
    dot_rows(ScanPath::Portable, query, segment_->view().row(20), expected);
    ASSERT_TRUE(rows_->dots(query, segment_->view().row(20), got).ok());
    for (size_t i = 0; i < got.size(); ++i) {
      const float lengths = length_of(query) * segment_->view().lengths[20 + i];
      EXPECT_LE(std::fabs(got[i] - expected[i]), product_error(dimension) * lengths) << dimension;
      EXPECT_NEAR(got[i] / lengths, expected[i] / lengths, 1e-4) << dimension;
    }
  }
}

TEST_F(ScanOpenCl, BestRowsAreThoseOfTheProcessorToTheLastBit) {
  std::vector<float> rows = random_floats(96 * 6000, 3);
  std::copy_n(rows.begin(), 96, rows.begin() + 96 * 4000);  // ties
  std::fill_n(rows.begin() + 96 * 17, 96, 0.0f);            // no direction
  for (size_t i = 0; i < 96 * 500; ++i)                     // apart by less than the sums' rounding
    rows[96 * 5000 + i] = rows[i % 96] * (1 + 1e-7f * static_cast<float>(i % 7));
  ASSERT_NO_FATAL_FAILURE(share(rows, 96));
  Pool pool(2);
  for (const size_t k : {1, 50, 600}) {
    for (unsigned seed = 4; seed < 8; ++seed) {
      const std::vector<float> query =
          seed == 4 ? std::vector<float>(rows.begin(), rows.begin() + 96) : random_floats(96, seed);
      const auto exact = best_rows(query, ranges(), k, {nullptr, UINT64_MAX, nullptr}, {});
      const auto device = best_rows(query, ranges(), k, {&pool, 1024, rows_.get()}, {});
      ASSERT_TRUE(device.ok());
      EXPECT_EQ(device->path, device_->name());
      EXPECT_EQ(device->ranked, exact->ranked);
    }
  }
}

TEST_F(ScanOpenCl, QuestionsAtOnceGetTheirOwnAnswers) {
  ASSERT_NO_FATAL_FAILURE(share(random_floats(64 * 3000, 9), 64));
  std::vector<std::vector<Ranked>> alone(8), together(8);
  for (unsigned i = 0; i < 8; ++i)
    alone[i] = best_rows(random_floats(64, 20 + i), ranges(), 20, {}, {})->ranked;
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < 8; ++i) {
      threads.emplace_back([&, i] {
        together[i] =
            best_rows(random_floats(64, 20 + i), ranges(), 20, {nullptr, 0, rows_.get()}, {})
                ->ranked;
      });
    }
  }
  EXPECT_EQ(together, alone);
}

TEST_F(ScanOpenCl, FewRowsAreNotWorthADevice) {
  ASSERT_NO_FATAL_FAILURE(share(random_floats(8 * (kDeviceLeast - 1), 10), 8));
  const auto found = best_rows(random_floats(8, 11), ranges(), 5, {nullptr, 0, rows_.get()}, {});
  EXPECT_EQ(found->path.rfind("cpu ", 0), 0u) << found->path;
}

// Here it fails because it was never given the rows.
TEST_F(ScanOpenCl, ProcessorSearchesWhereTheDeviceFailsAndThePathSaysSo) {
  ASSERT_NO_FATAL_FAILURE(share(random_floats(8 * 2000, 12), 8));
  const std::vector<float> others = random_floats(8 * 2000, 13), query = random_floats(8, 14);
  std::vector<float> lengths;
  for (size_t i = 0; i < 2000; ++i)
    lengths.push_back(length_of(std::span(others).subspan(8 * i, 8)));
  const RowRange range = {others.data(), lengths.data(), 2000, {1}, 0};
  const auto found = best_rows(query, {&range, 1}, 5, {nullptr, 0, rows_.get()}, {});
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->path.rfind("cpu ", 0), 0u) << found->path;
  EXPECT_NE(found->path.find("no device shares"), std::string::npos) << found->path;
  EXPECT_EQ(found->ranked, best_rows(query, {&range, 1}, 5, {}, {})->ranked);
}

TEST_F(ScanOpenCl, StopIsHonoured) {
  ASSERT_NO_FATAL_FAILURE(share(random_floats(8 * 2000, 15), 8));
  std::stop_source source;
  source.request_stop();
  const auto found = best_rows(random_floats(8, 16), ranges(), 5, {nullptr, 0, rows_.get()},
                               {source.get_token(), {}});
  EXPECT_EQ(found.error().code, Code::Cancelled);
}

// A processor behind OpenCL is the same cores by a longer way.
TEST(OpenClDevices, OnlyGraphicsProcessorsAreTakenUnlessAnyIsAskedFor) {
  if (OI_SANITIZED) GTEST_SKIP() << "the device's compiler does not run under sanitizers";
  const std::unique_ptr<OpenClDevice> device = OpenClDevice::open(OpenClKinds::Gpus);
  EXPECT_TRUE(device == nullptr || device->name().starts_with("gpu ")) << device->name();
}

}  // namespace
}  // namespace oi
