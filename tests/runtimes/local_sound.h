// Sounds made for tests, and the small transcriber that set-up fetches.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numbers>
#include <random>
#include <string>
#include <vector>

namespace oi {

inline const std::filesystem::path kTranscriberFolder = OI_SETUP_MODELS "/whisper-base";

// False where set-up has not fetched it; tests then skip.
inline bool has_transcriber() {
  return std::filesystem::exists(kTranscriberFolder / "ggml-model.bin");
}

using Sound = std::vector<int16_t>;
inline constexpr size_t kSecond = 16000;

inline Sound silence(double seconds) {
  return Sound(static_cast<size_t>(seconds * kSecond));
}

inline Sound noise(double seconds, double loudness) {
  std::mt19937 random(7);
  Sound sound = silence(seconds);
  for (int16_t& sample : sound) {
    // The sum of a few even ones, so that every machine draws the same.
    double sum = 0;
    for (int i = 0; i < 4; ++i)
      sum += static_cast<double>(random()) / 4294967296.0 - 0.5;
    sample = static_cast<int16_t>(sum * loudness * 1.7);
  }
  return sound;
}

inline Sound tone(double seconds, double hertz, double loudness) {
  Sound sound = silence(seconds);
  for (size_t i = 0; i < sound.size(); ++i) {
    const double turn = 2 * std::numbers::pi * hertz * static_cast<double>(i) / kSecond;
    sound[i] = static_cast<int16_t>(loudness * std::sin(turn));
  }
  return sound;
}

inline Sound operator+(Sound one, const Sound& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

// A tone that comes and goes: no speech, but nothing that a rule of loudness can tell from it.
inline Sound beeps(int count) {
  Sound sound;
  for (int i = 0; i < count; ++i)
    sound = sound + tone(0.5, 880, 8000) + silence(0.5);
  return sound;
}

// The samples of a plain recording of the evaluation data; empty where that is not there.
inline Sound recording(const std::string& name) {
  const char* folder = std::getenv("OI_EVAL_DATA");
  const std::filesystem::path root = folder ? folder : OI_SOURCE "/../shared/eval";
  std::ifstream file(root / "speech" / name, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  const size_t data = bytes.find("data");
  if (data == std::string::npos) return {};
  Sound sound((bytes.size() - data - 8) / 2);
  std::memcpy(sound.data(), bytes.data() + data + 8, sound.size() * 2);
  return sound;
}

}  // namespace oi
