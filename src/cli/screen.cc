// Colours are the eight that every terminal has. What passes by is written with three sequences
// only: return, erase the line, move up.
#include "cli/screen.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <vector>

#include "cli/visible.h"

namespace oi {
namespace {

constexpr auto kBetweenShows = std::chrono::milliseconds(90);
constexpr const char* kDraftMargin = "  │ ";
constexpr size_t kDraftMarginWide = 4;
constexpr size_t kLongestCodePoint = 4;

// How many bytes at the end begin a code point that is not whole yet.
size_t unfinished(std::string_view text) {
  for (size_t back = 1; back < kLongestCodePoint && back <= text.size(); ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if (byte < 0x80) return 0;
    if (byte >= 0xC0) {
      const size_t wanted = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
      return back < wanted ? back : 0;
    }
  }
  return 0;
}

std::string printed(const char* format, double value) {
  std::array<char, 32> room{};
  const int length = std::snprintf(room.data(), room.size(), format, value);
  return {room.data(), static_cast<size_t>(std::max(length, 0))};
}

}  // namespace

std::string paint(const Look& look, Ink ink, std::string_view text) {
  constexpr std::array<const char*, 6> kCodes = {"1", "2", "32", "33", "31", "36"};
  if (!look.colours || text.empty()) return std::string(text);
  return "\x1b[" + std::string(kCodes[static_cast<size_t>(ink)]) + "m" + std::string(text) +
         "\x1b[0m";
}

std::string counted(uint64_t count, std::string_view one) {
  std::string digits = std::to_string(count);
  for (size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits + " " + std::string(one) + (count == 1 ? "" : "s");
}

std::string bytes_text(uint64_t bytes) {
  constexpr std::array<const char*, 4> kUnits = {"bytes", "kB", "MB", "GB"};
  double value = static_cast<double>(bytes);
  size_t unit = 0;
  while (value >= 1000 && unit + 1 < kUnits.size()) {
    value /= 1000;
    ++unit;
  }
  return printed(value < 10 && unit > 0 ? "%.1f " : "%.0f ", value) + kUnits[unit];
}

std::string seconds_text(double seconds) {
  if (seconds < 10) return printed("%.1f s", seconds);
  if (seconds < 100) return printed("%.0f s", seconds);
  const auto minutes = static_cast<uint64_t>(std::llround(seconds / 60));
  if (minutes < 100) return std::to_string(minutes) + " min";
  return std::to_string(minutes / 60) + " h " + std::to_string(minutes % 60) + " min";
}

std::string score_text(double score) {
  return printed("%.2f", score);
}

std::string moment_text(int64_t seconds_since_1970) {
  const std::time_t moment = seconds_since_1970;
  std::tm parts{};
  std::array<char, 32> room{};
  localtime_r(&moment, &parts);
  return {room.data(), std::strftime(room.data(), room.size(), "%Y-%m-%d %H:%M", &parts)};
}

void StatusLine::show(const std::string& text) {
  const auto now = std::chrono::steady_clock::now();
  if (!look_.terminal || (shown_ && now - last_ < kBetweenShows)) return;
  last_ = now;
  shown_ = true;
  err_ << '\r' << paint(look_, Ink::Dim, shortened(text, look_.width - 1)) << "\x1b[K"
       << std::flush;
}

void StatusLine::clear() {
  if (shown_) err_ << "\r\x1b[K" << std::flush;
  shown_ = false;
}

void DraftView::begin() {
  begun_ = true;
  err_ << paint(look_, Ink::Warn, "Draft, not verified yet:");
  new_line();
}

void DraftView::new_line() {
  err_ << '\n' << paint(look_, Ink::Dim, kDraftMargin);
  ++lines_;
  column_ = 0;
}

void DraftView::put_word() {
  const size_t room = look_.width > kDraftMarginWide + 8 ? look_.width - kDraftMarginWide - 1 : 8;
  // Broken here when it is longer than a line: a line that the terminal breaks is not counted.
  const std::vector<std::string> parts = wrapped(word_, room);
  for (size_t i = 0; i < parts.size(); ++i) {
    const size_t wide = columns(parts[i]);
    if (i > 0 || (column_ > 0 && column_ + wide > room)) new_line();
    err_ << paint(look_, Ink::Dim, parts[i]);
    column_ += wide;
  }
  if (word_.ends_with(' ') && column_ < room) {
    err_ << ' ';
    ++column_;
  }
  word_.clear();
}

// A word is written when its end is known, so that lines break between words.
void DraftView::put(std::string_view text) {
  for (const char c : visible_text(text)) {
    if (c == '\n') {
      put_word();
      new_line();
      continue;
    }
    word_ += c;
    if (c == ' ') put_word();
  }
  if (word_.size() > look_.width / 2) put_word();
  err_ << std::flush;
}

void DraftView::add(std::string_view text) {
  if (!look_.terminal) return;
  if (!begun_) begin();
  pending_ += text;
  const size_t whole = pending_.size() - unfinished(pending_);
  put(std::string_view(pending_).substr(0, whole));
  pending_.erase(0, whole);
}

void DraftView::end() {
  if (!begun_) return;
  begun_ = false;
  put_word();
  if (lines_ + 1 < look_.height) {
    err_ << '\r';
    if (lines_ > 0) err_ << "\x1b[" << lines_ << 'A';
    err_ << "\x1b[J" << std::flush;
  } else {
    err_ << '\n' << paint(look_, Ink::Warn, "End of the draft. The verified answer:") << "\n\n";
  }
  lines_ = column_ = 0;
}

}  // namespace oi
