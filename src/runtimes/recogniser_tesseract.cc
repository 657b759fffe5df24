// Tesseract reads English, and those installed of the scripts that the first reader has no letters
// for. It would start threads of its own for every line and have them spin; here it is told to work
// in the calling thread.
#include "runtimes/recogniser_tesseract.h"

#include <dlfcn.h>

#include <tesseract/baseapi.h>
#include <tesseract/ocrclass.h>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <utility>

namespace oi {
namespace {

constexpr int kTall = 64;         // rows of a line as Tesseract likes it, margins included
constexpr int kRoom = 12;         // pixels of paper put around
constexpr double kContrast = 24;  // grey levels
constexpr int kLongest = 8000;
const char* const kOtherScripts[] = {"ara", "heb", "tha", "hin", "ben", "tam", "tel", "kan", "mal",
                                     "guj", "pan", "mar", "urd", "fas", "kat", "hye", "khm", "mya"};

// OpenMP is Tesseract's and not ours, so its switch is looked up where it has been loaded.
void work_in_this_thread() {
  using Switch = void (*)(int);
  void* found = dlsym(RTLD_DEFAULT, "omp_set_max_active_levels");
  if (found != nullptr) reinterpret_cast<Switch>(found)(0);
}

bool stopped(void* job, int) {
  return static_cast<const Job*>(job)->stop.stop_requested();
}

// Dark on light, of a size that Tesseract likes, with paper around.
cv::Mat prepared(const cv::Mat& line) {
  const double by = std::min(static_cast<double>(kTall) / line.rows,
                             static_cast<double>(kLongest) / std::max(line.cols, 1));
  cv::Mat out;
  cv::resize(line, out, {std::max(1, static_cast<int>(line.cols * by)), kTall}, 0, 0,
             by < 1 ? cv::INTER_AREA : cv::INTER_CUBIC);
  cv::Mat light;
  cv::threshold(out, light, 0, 1, cv::THRESH_BINARY | cv::THRESH_OTSU);
  if (static_cast<size_t>(cv::countNonZero(light)) < out.total() / 2) out = 255 - out;
  cv::copyMakeBorder(out, out, kRoom, kRoom, kRoom, kRoom, cv::BORDER_REPLICATE);
  return out;
}

}  // namespace

struct SecondReader::Engine {
  tesseract::TessBaseAPI api;
};

SecondReader::SecondReader(std::unique_ptr<Engine> engine, std::string languages)
    : engine_(std::move(engine)), languages_(std::move(languages)) {}
SecondReader::~SecondReader() = default;

std::unique_ptr<SecondReader> SecondReader::open() {
  auto engine = std::make_unique<Engine>();
  // Sets the folder of data and nothing more.
  if (engine->api.Init(nullptr, "eng", tesseract::OEM_LSTM_ONLY) != 0) return nullptr;
  std::vector<std::string> there;
  engine->api.GetAvailableLanguagesAsVector(&there);
  std::string languages = "eng";
  for (const char* script : kOtherScripts) {
    if (std::ranges::find(there, script) != there.end()) languages += std::string("+") + script;
  }
  if (languages != "eng" &&
      engine->api.Init(nullptr, languages.c_str(), tesseract::OEM_LSTM_ONLY) != 0) {
    return nullptr;
  }
  engine->api.SetPageSegMode(tesseract::PSM_SINGLE_LINE);
  engine->api.SetVariable("debug_file", "/dev/null");
  return std::unique_ptr<SecondReader>(new SecondReader(std::move(engine), std::move(languages)));
}

Result<ReadLine> SecondReader::read(const cv::Mat& line, const Job& job) {
  TRY(check(job));
  ReadLine read;
  double darkest = 0, lightest = 0;
  if (!line.empty()) cv::minMaxLoc(line, &darkest, &lightest);
  if (lightest - darkest < kContrast) return read;  // it would see letters in plain paper
  work_in_this_thread();
  const cv::Mat picture = prepared(line);
  tesseract::TessBaseAPI& api = engine_->api;
  api.SetImage(picture.data, picture.cols, picture.rows, 1, static_cast<int>(picture.step));
  api.SetSourceResolution(300);
  tesseract::ETEXT_DESC monitor;
  monitor.cancel = stopped;
  monitor.cancel_this = const_cast<Job*>(&job);
  const int failed = api.Recognize(&monitor);
  TRY(check(job));
  if (failed != 0) return read;
  const std::unique_ptr<tesseract::ResultIterator> words(api.GetIterator());
  const float width = static_cast<float>(picture.cols - 2 * kRoom);
  for (bool more = words != nullptr; more; more = words->Next(tesseract::RIL_WORD)) {
    const std::unique_ptr<const char[]> text(words->GetUTF8Text(tesseract::RIL_WORD));
    int left = 0, top = 0, right = 0, bottom = 0;
    if (text == nullptr || text[0] == '\0' || text[0] == ' ' ||
        !words->BoundingBox(tesseract::RIL_WORD, &left, &top, &right, &bottom)) {
      continue;
    }
    const auto part = [width](int x) {
      return std::clamp(static_cast<float>(x - kRoom) / width, 0.0f, 1.0f);
    };
    read.words.push_back(
        {text.get(), words->Confidence(tesseract::RIL_WORD) / 100, part(left), part(right)});
  }
  api.Clear();
  return read;
}

}  // namespace oi
