// Runs a parser and takes what it sends through the engine's own decoder, which is the judge of
// whether a parser keeps to the protocol.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "reader/readers.h"

namespace oi::test {

struct CollectedBitmap {
  BitmapStart start;
  std::string grey;
};
struct CollectedChild {
  std::string name;
  std::string bytes = {};
  bool whole = false;
};

struct Collected {
  Result<Done> outcome = Done{};
  std::vector<TextRun> runs;
  std::vector<PageStart> pages;
  std::vector<PageMarks> marks;
  std::vector<std::string> tables;  // their names
  std::vector<CollectedBitmap> bitmaps;
  Samples samples;
  std::vector<CollectedChild> children;
  std::vector<Dropped> dropped;
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

using Parser = Result<Done> (*)(std::string_view, const Request&, Frames&);

inline Collected collect(Parser parser, std::string_view bytes, Kind kind, const Request& request) {
  Collected all;
  Decoder decoder(request);
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
      if (auto* marks = std::get_if<PageMarks>(&message)) all.marks.push_back(*marks);
      if (auto* table = std::get_if<TableStart>(&message)) all.tables.push_back(table->name);
      if (auto* bitmap = std::get_if<BitmapStart>(&message)) all.bitmaps.push_back({*bitmap, {}});
      if (auto* rows = std::get_if<BitmapRows>(&message)) all.bitmaps.back().grey += rows->grey;
      if (auto* told = std::get_if<SamplesTold>(&message))
        all.samples.insert(all.samples.end(), told->samples.begin(), told->samples.end());
      if (auto* child = std::get_if<ChildStart>(&message)) all.children.push_back({child->name});
      if (auto* part = std::get_if<ChildBytes>(&message)) all.children.back().bytes += part->bytes;
      if (auto* end = std::get_if<ChildEnd>(&message)) all.children.back().whole = end->whole;
      if (auto* dropped = std::get_if<Dropped>(&message)) all.dropped.push_back(*dropped);
      if (auto* problem = std::get_if<Problem>(&message)) all.problems.push_back(*problem);
      if (auto* title = std::get_if<TitleTold>(&message)) all.title = title->text;
    }
  };
  Frames out(write, request.limits);
  EXPECT_TRUE(out.hello({0b111, 0}).ok());
  EXPECT_TRUE(out.kind(kind).ok());
  all.outcome = parser(bytes, request, out);
  if (all.outcome.ok()) all.outcome = out.end();
  return all;
}

inline Collected collect(Parser parser, std::string_view bytes, Kind kind,
                         const ReadLimits& limits = {}) {
  Request request;
  request.limits = limits;
  return collect(parser, bytes, kind, request);
}

}  // namespace oi::test
