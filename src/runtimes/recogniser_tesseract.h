// Tesseract as a second reader of single lines: another kind of network, with other mistakes.
#pragma once

#include <opencv2/core.hpp>

#include <memory>
#include <string>
#include <vector>

#include "base/job.h"
#include "base/result.h"
#include "runtimes/recogniser_line.h"

namespace oi {

class SecondReader {
 public:
  // Null where no language data is installed, which is a normal case.
  static std::unique_ptr<SecondReader> open();
  ~SecondReader();

  // One upright line with a little room around it. No words where it sees none. Cancelled soon
  // after a stop.
  Result<ReadLine> read(const cv::Mat& line, const Job& job);
  const std::string& languages() const { return languages_; }

 private:
  struct Engine;
  SecondReader(std::unique_ptr<Engine> engine, std::string languages);

  std::unique_ptr<Engine> engine_;
  std::string languages_;
};

}  // namespace oi
