// The two networks at work: where the lines of a picture are, and what a line says.
#pragma once

#include <opencv2/core.hpp>

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/job.h"
#include "base/result.h"
#include "runtimes/recogniser_ctc.h"
#include "runtimes/recogniser_line.h"
#include "runtimes/recogniser_network.h"
#include "runtimes/recogniser_regions.h"
#include "runtimes/runtimes.h"

namespace oi {

class LineReader {
 public:
  static Result<LineReader> open(const std::filesystem::path& folder,
                                 const RecogniserOptions& options);

  // The regions of the page with text, in its pixels.
  Result<std::vector<Region>> find(const cv::Mat& page, const Job& job);
  // The words of each region. A region without any gives none.
  Result<std::vector<ReadLine>> read(const cv::Mat& page, std::span<const Region> regions,
                                     const Job& job);
  const std::string& device() const { return lines_.device(); }

 private:
  LineReader(RecogniserNetwork detector, RecogniserNetwork lines, Alphabet alphabet)
      : detector_(std::move(detector)), lines_(std::move(lines)), alphabet_(std::move(alphabet)) {}
  // A line as the network saw it.
  struct Seen {
    std::vector<ReadCharacter> characters;
    InkMap ink;
  };
  Result<cv::Mat> map_of(const cv::Mat& picture, const Job& job);
  Result<Done> see(const cv::Mat& page, std::span<const Region> regions, std::vector<Seen>& seen,
                   const Job& job);
  Result<Done> take(Seen& line);

  RecogniserNetwork detector_;
  RecogniserNetwork lines_;
  Alphabet alphabet_;
};

}  // namespace oi
