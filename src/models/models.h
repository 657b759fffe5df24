// The five model seams. Each is opened by one free function of runtimes/runtimes.h and implemented
// by a `final` class no header shows. Objects are called by one thread at a time unless a comment
// says otherwise; where a lock is needed it sits in the door, not in the caller.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/job.h"
#include "base/result.h"
#include "types/runs.h"

namespace oi {

struct ModelCard {
  std::string role;        // "embedder", "reranker", "generator"
  std::string name;        // as in the catalogue
  std::string digest;      // SHA-256 of the weights; the embedder adds its precision: "<hex>:int8"
  std::string device;      // where it really runs: "CPU (AVX2, fp32)"
  uint32_t dimension = 0;  // embedder: length of a vector
  uint32_t longest = 0;    // tokens of the longest input, special tokens included
  uint32_t window = 0;     // generator: prompt and output together, in tokens
  bool on_this_machine = true;
};

class Embedder {
 public:
  virtual ~Embedder() = default;
  virtual const ModelCard& card() const = 0;
  // Tokens that embed() would use for this text, special tokens included: the same tokenizer, so
  // the count and the model cannot disagree (invariant 3). Safe from any thread.
  virtual size_t count_tokens(std::string_view text) const = 0;
  // One row per text in the order given, each of length 1. A text over card().longest fails with
  // TooLarge naming its index: it is never cut. An empty batch gives an empty matrix. Safe from any
  // thread (calls are taken one at a time).
  virtual Result<Matrix> embed(std::span<const std::string_view> texts, const Job& job) = 0;
};

// How a passage was judged (rulings 10 and 11).
struct PassageScore {
  double logit = 0;       // as the network gives it
  double relevance = 0;   // its sigmoid: absolute, in [0,1]
  uint32_t left_out = 0;  // tokens at the end of the passage that the network had no room for
};

class Reranker {
 public:
  virtual ~Reranker() = default;
  virtual const ModelCard& card() const = 0;
  // One score per passage in the order given. Question and passage share card().longest tokens: a
  // passage that is too long for that is cut at its end, the question never is. TooLarge when the
  // question leaves no room for a passage. No passages give no scores. Safe from any thread (calls
  // are taken one at a time).
  virtual Result<std::vector<PassageScore>> score(std::string_view question,
                                                  std::span<const std::string_view> passages,
                                                  const Job& job) = 0;
};

struct Message {
  std::string role;  // "system", "user", "assistant"
  std::string text;
};

struct Prompt {
  std::vector<Message> messages;  // laid out by the model's own chat template
  std::string grammar;            // GBNF; empty: free text
  uint32_t longest_output = 256;  // tokens
  float temperature = 0.4f;
  uint64_t seed = 0;
};

enum class StopReason : uint8_t { EndOfText, LongestOutput };

struct Generated {
  std::string text;
  uint32_t prompt_tokens = 0;
  uint32_t cached_tokens = 0;  // of the prompt, taken from the call before
  uint32_t output_tokens = 0;
  StopReason stop = StopReason::EndOfText;
};

class Generator {
 public:
  virtual ~Generator() = default;
  virtual const ModelCard& card() const = 0;
  // Tokens of plain text, without template. Safe from any thread.
  virtual size_t count_tokens(std::string_view text) const = 0;
  // Tokens of the whole prompt as generate() would lay it out.
  virtual Result<size_t> count_prompt(const Prompt& prompt) const = 0;
  // Streams DraftText through job.tell. TooLarge when prompt and longest_output exceed the window;
  // Invalid for a grammar that does not parse; Cancelled within 200 ms of a stop.
  virtual Result<Generated> generate(const Prompt& prompt, const Job& job) = 0;
};

// A word that was recognised in a picture.
struct RecognisedWord {
  std::string text;
  Box box;               // pixels of the bitmap as it was given
  float confidence = 0;  // 0 to 1
  uint32_t line = 0;     // words of one line share it; lines count from 0, top to bottom
  bool operator==(const RecognisedWord&) const = default;
};

struct RecognisedPage {
  std::vector<RecognisedWord> words;  // line by line; within a line in reading order
  // How the picture lies: clockwise quarter turns that make it upright, and the small angle after
  // that. Boxes are those of the bitmap as given all the same.
  uint8_t quarter_turns = 0;
  float skew_degrees = 0;
  uint32_t lines_left = 0;  // not read: they were over kLineLengthOfPage
};

// Of all lines of one page or picture together, in heights of a line. A dense page of a book has
// 1,500, one of a newspaper some 10,000. It bounds the time of a page without looking at a clock,
// so that the same page always gives the same words. A document has no such bound: one of many
// pages must be read whole.
inline constexpr double kLineLengthOfPage = 20'000;

struct RecognisedLine {
  std::string text;
  float confidence = 0;  // 0 to 1; 0 and no text where nothing was recognised
};

class Recogniser {
 public:
  virtual ~Recogniser() = default;
  virtual const ModelCard& card() const = 0;
  // All words of a page or picture, lying however. A picture without text gives no words. Invalid
  // when the pixels are not width x height; Cancelled between two batches of lines. Same pixels,
  // same words. Safe from any thread (calls are taken one at a time).
  virtual Result<RecognisedPage> recognise(const Bitmap& bitmap, const Job& job) = 0;
  // One line each of an upright bitmap, without looking for lines: the quick look by which a text
  // layer is checked. Boxes are in pixels; one outside of the bitmap is Invalid.
  virtual Result<std::vector<RecognisedLine>> read_lines(const Bitmap& bitmap,
                                                         std::span<const Box> lines,
                                                         const Job& job) = 0;
};

// What somebody says without a pause.
struct Utterance {
  std::string text;
  double from = 0, to = 0;  // seconds from the first sample
  float confidence = 0;     // 0 to 1, the mean over its tokens
};

struct Transcript {
  std::vector<Utterance> utterances;  // in time; none overlaps the one before it
  std::string language;               // ISO 639-1, as heard; empty when nobody speaks
};

class Transcriber {
 public:
  virtual ~Transcriber() = default;
  virtual const ModelCard& card() const = 0;
  // At most 600 s of samples. Silence gives no utterance, and times are the recording's own even
  // where silence was skipped. An empty `language` is found by listening. TooLarge over 600 s;
  // Cancelled within 200 ms of a stop.
  virtual Result<Transcript> transcribe(std::span<const int16_t> samples, std::string_view language,
                                        const Job& job) = 0;
};

struct Models {
  std::unique_ptr<Embedder> embedder;
  std::unique_ptr<Reranker> reranker;        // may be absent: the floor then reads the cosine alone
  std::unique_ptr<Generator> generator;      // may be absent: answers are then quotes only
  std::unique_ptr<Recogniser> recogniser;    // may be absent: pages without text are then told
  std::unique_ptr<Transcriber> transcriber;  // may be absent: recordings then fail, told why
};

}  // namespace oi
