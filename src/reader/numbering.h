// The numbers of lists, as Word counts and writes them; docx and old documents share it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace oi {

inline constexpr size_t kListLevels = 9;
inline constexpr size_t kLongestMark = 200;

// Which list a paragraph belongs to.
struct NumberRef {
  std::string list;  // empty: none, "0": taken away
  int level = -1;    // -1: not said
};

struct NumberLevel {
  int64_t start = 1;
  std::string format = "decimal";
  std::string text;   // "%1.%2": the counts of the first and second level with points
  std::string style;  // of the paragraphs that are of this level without saying so
  int restart = -1;
  bool legal = false;
};
using NumberLevels = std::array<NumberLevel, kListLevels>;

// A list that paragraphs name: an abstract one with changes of its own.
struct NumberChanges {
  NumberChanges() { start.fill(-1); }
  std::string abstract;
  std::array<int64_t, kListLevels> start = {};  // -1: as the abstract list says
  std::map<size_t, NumberLevel> levels;
};

// All lists of one abstract list count on together, unless one says where it starts.
class Numbering {
 public:
  void add_abstract(std::string_view id, NumberLevels levels);
  void add(std::string_view id, NumberChanges changes);

  // The mark of the next paragraph of this list: "1.2.", "a)", "-" for a bullet, "" for none. It
  // counts on. `style` finds the level where the reference does not say it.
  std::string next(const NumberRef& number, std::string_view style);
  int level_of(const NumberRef& number, std::string_view style) const;

 private:
  struct Abstract {
    NumberLevels levels;
    std::array<int64_t, kListLevels> counters = {};
    std::array<bool, kListLevels> begun = {};
  };
  struct List {
    NumberChanges changes;
    bool used = false;
  };
  const NumberLevel& level(const List& list, const Abstract& abstract, size_t at) const;

  std::map<std::string, Abstract, std::less<>> abstracts_;
  std::map<std::string, List, std::less<>> lists_;
};

// A count in a format's own digits: "iv", "AB", "07".
std::string formatted_count(int64_t count, std::string_view format);

}  // namespace oi
