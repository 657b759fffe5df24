// Where a command writes: standard output for what was asked, standard error for everything that
// passes by, and what the terminal behind each can show.
#pragma once

#include <chrono>
#include <cstdint>
#include <istream>
#include <ostream>
#include <string>
#include <string_view>

namespace oi {

struct Look {
  bool terminal = false;
  bool colours = false;
  size_t width = 80;
  size_t height = 24;
};

struct Screen {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  Look out_look;
  Look err_look;
};

enum class Ink : uint8_t { Bold, Dim, Good, Warn, Bad, Link };
// The text in colour, or as it is where colours are not wanted.
std::string paint(const Look& look, Ink ink, std::string_view text);

// "1 page", "3 pages", "12,400 pages"
std::string counted(uint64_t count, std::string_view one);
// "41 kB"
std::string bytes_text(uint64_t bytes);
// "0.3 s", "40 s", "3 min", "1 h 20 min"
std::string seconds_text(double seconds);
// Two digits after the point.
std::string score_text(double score);
// "2026-12-01 07:15", in the machine's own time.
std::string moment_text(int64_t seconds_since_1970);

// One line of standard error that is written over again and again, and is gone in the end. Nothing
// happens where standard error is no terminal.
class StatusLine {
 public:
  StatusLine(std::ostream& err, const Look& look) : err_(err), look_(look) {}
  ~StatusLine() { clear(); }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  // At most about ten times a second; calls between are passed over. The text must be visible().
  void show(const std::string& text);
  void clear();

 private:
  std::ostream& err_;
  const Look look_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point last_;
};

// The draft as the generator writes it, marked as such; it is taken back once the answer is known.
class DraftView {
 public:
  DraftView(std::ostream& err, const Look& look) : err_(err), look_(look) {}
  bool begun() const { return begun_; }
  void add(std::string_view text);
  // Takes the draft off the screen. Where it is longer than the screen, it stays, closed by a line.
  void end();

 private:
  void begin();
  void put(std::string_view text);
  void put_word();
  void new_line();

  std::ostream& err_;
  const Look look_;
  bool begun_ = false;
  size_t lines_ = 0;
  size_t column_ = 0;
  std::string word_;     // not written yet
  std::string pending_;  // the beginning of a code point
};

}  // namespace oi
