// Runs a parser and takes what it sends through the engine's own decoder, which is the judge of
// whether a parser keeps to the protocol.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "reader/readers.h"

namespace oi::test {

struct Collected {
  Result<Done> outcome = Done{};
  std::vector<TextRun> runs;
  std::vector<PageStart> pages;
  std::vector<Problem> problems;
  std::string title;
  std::string text() const {
    static constexpr const char* kBreaks[] = {"", " ", "\n", "\n\n"};
    std::string all;
    for (const TextRun& run : runs)
      all += (all.empty() ? "" : kBreaks[static_cast<size_t>(run.before)]) + run.text;
    return all;
  }
  bool has_problem(std::string_view reason) const {
    for (const Problem& problem : problems)
      if (problem.reason == reason) return true;
    return false;
  }
};

using Parser = Result<Done> (*)(std::string_view, const ReadLimits&, Frames&);

inline Collected collect(Parser parser, std::string_view bytes, Kind kind,
                         const ReadLimits& limits = {}) {
  Collected all;
  Decoder decoder(limits);
  const auto write = [&](std::string_view frame) -> Result<Done> {
    decoder.feed(frame);
    for (;;) {
      auto next = decoder.next();
      if (!next.ok()) return std::move(next).error();
      if (!next.value().has_value()) return Done{};
      WireMessage message = *std::move(next).value();
      if (auto* text = std::get_if<TextRuns>(&message))
        all.runs.insert(all.runs.end(), text->runs.begin(), text->runs.end());
      if (auto* page = std::get_if<PageStart>(&message)) all.pages.push_back(*page);
      if (auto* problem = std::get_if<Problem>(&message)) all.problems.push_back(*problem);
      if (auto* title = std::get_if<TitleTold>(&message)) all.title = title->text;
    }
  };
  Frames out(write, limits);
  EXPECT_TRUE(out.hello({0b111, 0}).ok());
  EXPECT_TRUE(out.kind(kind).ok());
  all.outcome = parser(bytes, limits, out);
  if (all.outcome.ok()) all.outcome = out.end();
  return all;
}

}  // namespace oi::test
