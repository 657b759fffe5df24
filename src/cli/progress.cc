// The engine tells a new file by a stage that is its path; everything else it tells is about that
// file. Small files weigh a little more than their bytes, because opening one costs the same for
// all.
#include "cli/progress.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "cli/screen.h"
#include "cli/visible.h"

namespace oi {
namespace {

constexpr double kFileBytes = 2000;  // what opening a file costs, in bytes read
constexpr double kLeastSeconds = 2;
constexpr double kLeastShare = 0.03;
constexpr size_t kBarWide = 20;
constexpr size_t kNameWide = 32;

struct StageShare {
  const char* stage;
  double from, to;
};
// Which part of a file's time a stage takes, as measured on a manual of 200 pages.
constexpr std::array<StageShare, 5> kStages = {{{"loading", 0.00, 0.01},
                                                {"extracting", 0.01, 0.10},
                                                {"chunking", 0.10, 0.15},
                                                {"embedding", 0.15, 0.97},
                                                {"storing", 0.97, 1.00}}};

double share_of_file(const std::string& stage, double part) {
  for (const StageShare& row : kStages) {
    if (stage == row.stage) return row.from + (row.to - row.from) * part;
  }
  return 0;
}

double weight(uint64_t bytes) {
  return kFileBytes + static_cast<double>(bytes);
}

}  // namespace

std::string bar(double share, size_t wide) {
  const double filled = std::clamp(share, 0.0, 1.0) * static_cast<double>(wide);
  const auto whole = static_cast<size_t>(filled);
  std::string out;
  for (size_t i = 0; i < whole; ++i)
    out += "━";
  if (whole < wide) {
    out += filled - static_cast<double>(whole) >= 0.5 ? "╸" : "·";
    for (size_t i = whole + 1; i < wide; ++i)
      out += "·";
  }
  return out;
}

std::string time_left(double elapsed_seconds, double share) {
  if (elapsed_seconds < kLeastSeconds || share < kLeastShare) return "";
  const double left = elapsed_seconds * (1 - share) / share;
  if (left < 5) return "a few seconds left";
  return "about " + seconds_text(left < 100 ? std::round(left / 5) * 5 + 0.0 : left) + " left";
}

IngestProgress::IngestProgress(std::map<std::string, uint64_t> bytes, Clock::time_point begun)
    : bytes_(std::move(bytes)), begun_(begun) {
  for (const auto& [path, size] : bytes_)
    all_ += weight(size);
}

void IngestProgress::stage(const Progress& progress) {
  if (progress.stage.starts_with('/')) {
    path_ = progress.stage;
    stage_ = "loading";
    file_ = progress.done + 1;
    files_ = progress.total;
    step_ = steps_ = 0;
  } else {
    stage_ = progress.stage;
    step_ = progress.done;
    steps_ = progress.total;
  }
  raise();
}

void IngestProgress::ended(const std::string& path) {
  const auto file = bytes_.find(path);
  if (file != bytes_.end()) done_ += weight(file->second);
  path_.clear();
  raise();
}

void IngestProgress::raise() {
  double now = done_;
  const auto file = bytes_.find(path_);
  if (file != bytes_.end()) {
    const double part = steps_ == 0 ? 0 : static_cast<double>(step_) / static_cast<double>(steps_);
    now += weight(file->second) * share_of_file(stage_, std::min(part, 1.0));
  }
  if (all_ > 0) share_ = std::max(share_, std::min(now / all_, 1.0));
}

std::string IngestProgress::line(Clock::time_point now) const {
  const std::string name = visible(std::filesystem::path(path_).filename().string());
  std::string out = bar(share_, kBarWide);
  if (files_ > 1) out += "  " + std::to_string(file_) + "/" + std::to_string(files_);
  out += "  " + shortened(name, kNameWide) + "  " + visible(stage_);
  // Of the text that is cut, the part is meant and not the byte.
  if (steps_ > 0 && stage_ != "chunking") {
    out += std::string(stage_ == "extracting" ? " page " : " ") + std::to_string(step_) + "/" +
           std::to_string(steps_);
  }
  const double elapsed = std::chrono::duration<double>(now - begun_).count();
  const std::string left = time_left(elapsed, share_);
  return left.empty() ? out : out + "  " + left;
}

}  // namespace oi
