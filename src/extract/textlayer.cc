// The signs, in the order in which they are looked for:
//   nothing drawn and no text                                        blank
//   no text, or a handful of letters over a picture of the page      missing
//   most of the text invisible over a picture                        suspect: a scanner's old layer
//   many characters without a meaning (U+FFFD, private use)          suspect: a broken map
//   words of letters that no language makes (no vowels, one letter)  suspect
//   little text beside a picture of most of the page                 suspect
// Likeness of two lines is 2 * common / (a + b) with the longest common subsequence of letters and
// digits, which forgives what both sides do with spaces and punctuation.

#include "extract/textlayer.h"

#include <algorithm>

#include "base/text.h"

namespace oi {
namespace {

constexpr size_t kHandful = 50;         // letters
constexpr size_t kLittle = 200;         // letters
constexpr float kPagePicture = 0.5F;    // of the page's area
constexpr float kMostly = 0.8F;         // of the letters
constexpr float kMeaningless = 0.05F;   // of the characters
constexpr size_t kManyMarks = 30;       // a page drawn with paths
constexpr size_t kWordsToJudge = 20;    // fewer say nothing about a language
constexpr float kVowelless = 0.4F;      // of the words of four Latin letters or more
constexpr float kSingleLetters = 0.6F;  // of the words
constexpr size_t kLineLetters = 12;     // of a line worth comparing
constexpr size_t kPieceBytes = 40;      // of a line: half a line tells as much, in half the time
constexpr float kReadable = 0.6F;       // confidence from which the recogniser's word counts
constexpr size_t kJudgedLeast = 2;      // lines

struct Letters {
  size_t characters = 0;  // no spaces
  size_t letters = 0;     // and digits
  size_t hidden = 0;
  size_t meaningless = 0;
  size_t words = 0, single = 0;
  size_t latin_words = 0, vowelless = 0;
};

bool is_latin(char32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_vowel(char32_t c) {
  return c < 0x80 &&
         std::string_view("aeiouyAEIOUY").find(static_cast<char>(c)) != std::string_view::npos;
}
bool is_meaningless(char32_t c) {
  return c == 0xFFFD || (c >= 0xE000 && c < 0xF900) || c < 0x20;
}

void count_word(const TextRun& run, Letters& count) {
  size_t letters = 0, latin = 0, characters = 0;
  bool vowel = false, all_capitals = true;
  for (size_t at = 0; at < run.text.size();) {
    const char32_t c = next_code_point(run.text, at);
    if (is_space(c)) continue;
    ++characters;
    count.meaningless += is_meaningless(c) ? 1 : 0;
    letters += is_letter(c) || is_digit(c) ? 1 : 0;
    latin += is_latin(c) ? 1 : 0;
    vowel = vowel || is_vowel(c) || (is_letter(c) && !is_latin(c));
    all_capitals = all_capitals && !(c >= 'a' && c <= 'z');
  }
  count.characters += characters;
  count.letters += letters;
  count.hidden += run.hidden ? letters : 0;
  ++count.words;
  count.single += characters == 1 && latin == 1 ? 1 : 0;
  if (latin < 4 || latin != characters || all_capitals) return;
  ++count.latin_words;
  count.vowelless += vowel ? 0 : 1;
}

Letters count_letters(const PageContent& page) {
  Letters count;
  for (const TextRun& run : page.runs) {
    const bool said_beside = run.block == BlockKind::Form || run.block == BlockKind::Comment;
    if (!said_beside) count_word(run, count);
  }
  return count;
}

// The share of the page that its largest picture covers.
float picture_share(const PageContent& page) {
  const float area = page.width * page.height;
  float largest = 0;
  for (const Box& box : page.marks.pictures)
    largest = std::max(largest, (box.x1 - box.x0) * (box.y1 - box.y0));
  return area > 0 ? largest / area : 0;
}

bool over(size_t part, float share, size_t whole) {
  return static_cast<float>(part) > share * static_cast<float>(whole);
}

std::u32string letters_of(std::string_view text) {
  std::u32string letters;
  const std::string folded = fold(text);
  for (size_t at = 0; at < folded.size();) {
    const char32_t c = next_code_point(folded, at);
    if (is_letter(c) || is_digit(c)) letters += c;
  }
  return letters;
}

size_t common_subsequence(const std::u32string& a, const std::u32string& b) {
  std::vector<size_t> row(b.size() + 1, 0);
  for (const char32_t c : a) {
    size_t diagonal = 0;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t above = row[j];
      row[j] = c == b[j - 1] ? diagonal + 1 : std::max(row[j], row[j - 1]);
      diagonal = above;
    }
  }
  return row[b.size()];
}

void extend(Box& box, const Box& with) {
  box = {std::min(box.x0, with.x0), std::min(box.y0, with.y0), std::max(box.x1, with.x1),
         std::max(box.y1, with.y1)};
}

bool on_line(const Box& line, const Box& word) {
  const float middle = (word.y0 + word.y1) / 2;
  return middle > line.y0 && middle < line.y1 && word.x0 >= line.x0;
}

// Runs that follow one another in the file and on the page.
std::vector<LayerLine> lines_of(const PageContent& page) {
  std::vector<LayerLine> lines;
  bool open = false;
  for (const TextRun& run : page.runs) {
    const bool drawn = run.quarter_turns == 0 && run.block != BlockKind::Form &&
                       run.block != BlockKind::Comment && run.box.x1 > run.box.x0;
    if (!drawn) {
      open = false;
      continue;
    }
    const float height = run.box.y1 - run.box.y0;
    const bool goes_on = open && lines.back().text.size() < kPieceBytes &&
                         on_line(lines.back().box, run.box) &&
                         run.box.x0 - lines.back().box.x1 < 2 * height;
    if (!goes_on) lines.push_back({"", run.box});
    LayerLine& line = lines.back();
    if (goes_on && run.before != TextRun::Break::None) line.text += ' ';
    line.text += run.text;
    extend(line.box, run.box);
    open = true;
  }
  return lines;
}

bool says_something(const LayerLine& line) {
  const size_t letters = letters_of(line.text).size();
  const size_t all = code_points(line.text);
  return letters >= kLineLetters && 3 * letters >= 2 * all &&
         line.text.find(' ') != std::string::npos;
}

}  // namespace

LayerLook look_at_layer(const PageContent& page) {
  const Letters count = count_letters(page);
  const float picture = picture_share(page);
  const size_t marks = page.marks.lines.size() + page.marks.shades.size();
  if (count.letters == 0 && page.marks.pictures.empty() && marks < kManyMarks)
    return {Layer::Blank, ""};
  if (count.letters == 0) return {Layer::Missing, "no_text"};
  if (count.letters < kHandful && picture > kPagePicture) return {Layer::Missing, "no_text"};
  if (over(count.meaningless, kMeaningless, count.characters))
    return {Layer::Suspect, "broken_character_map"};
  if (over(count.hidden, kMostly, count.letters) && picture > kPagePicture)
    return {Layer::Suspect, "invisible_text"};
  if (count.latin_words >= kWordsToJudge && over(count.vowelless, kVowelless, count.latin_words))
    return {Layer::Suspect, "impossible_words"};
  if (count.words >= kWordsToJudge && over(count.single, kSingleLetters, count.words))
    return {Layer::Suspect, "single_letters"};
  if (count.letters < kLittle && picture > kPagePicture)
    return {Layer::Suspect, "text_beside_picture"};
  return {};
}

std::vector<uint32_t> sampled_pages(uint32_t pages) {
  std::vector<uint32_t> sampled;
  for (const uint32_t page : {1U, pages / 3 + 1, 2 * pages / 3 + 1}) {
    const bool new_one = sampled.empty() || sampled.back() < page;
    if (page <= pages && new_one) sampled.push_back(page);
  }
  return sampled;
}

std::vector<LayerLine> lines_to_compare(const PageContent& page, size_t most) {
  std::vector<LayerLine> lines = lines_of(page);
  std::erase_if(lines, [](const LayerLine& line) { return !says_something(line); });
  if (lines.size() <= most) return lines;
  std::vector<LayerLine> spread;
  for (size_t i = 0; i < most; ++i)
    spread.push_back(std::move(lines[i * lines.size() / most]));
  return spread;
}

LayerAgreement compare(const std::vector<LayerLine>& layer,
                       const std::vector<RecognisedLine>& seen) {
  LayerAgreement agreement;
  float likeness = 0, weight = 0;
  for (size_t i = 0; i < layer.size() && i < seen.size(); ++i) {
    const std::u32string own = letters_of(layer[i].text);
    const std::u32string other = letters_of(seen[i].text);
    if (seen[i].confidence < kReadable || other.empty()) continue;
    ++agreement.judged;
    const auto common = static_cast<float>(2 * common_subsequence(own, other));
    likeness += seen[i].confidence * common / static_cast<float>(own.size() + other.size());
    weight += seen[i].confidence;
  }
  if (agreement.judged > 0) agreement.likeness = likeness / weight;
  return agreement;
}

bool is_broken(const LayerAgreement& agreement) {
  return agreement.judged >= kJudgedLeast && agreement.likeness < kBroken;
}

std::vector<TextRun> runs_of(const RecognisedPage& recognised, const Bitmap& bitmap,
                             const PageContent& page) {
  const float across = page.width / static_cast<float>(std::max(bitmap.width, 1U));
  const float down = page.height / static_cast<float>(std::max(bitmap.height, 1U));
  std::vector<TextRun> runs;
  uint32_t line = UINT32_MAX;
  for (const RecognisedWord& word : recognised.words) {
    if (word.text.empty()) continue;
    TextRun run;
    run.text = word.text;
    run.page = page.number;
    run.box = {word.box.x0 * across, word.box.y0 * down, word.box.x1 * across, word.box.y1 * down};
    run.font_size = std::max(run.box.y1 - run.box.y0, 1.0F);
    run.before = word.line == line ? TextRun::Break::Space : TextRun::Break::Line;
    line = word.line;
    runs.push_back(std::move(run));
  }
  return runs;
}

float mean_confidence(const RecognisedPage& recognised) {
  float sum = 0;
  size_t letters = 0;
  for (const RecognisedWord& word : recognised.words) {
    const size_t length = code_points(word.text);
    sum += word.confidence * static_cast<float>(length);
    letters += length;
  }
  return letters > 0 ? sum / static_cast<float>(letters) : 0;
}

}  // namespace oi
