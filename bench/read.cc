// What the reader and the layout make of files of pages, for looking at and for timing.
//
//   bench_read READER text|blocks|tables|words|time FILE...
//       READER is the program oi-reader. `text` prints the canonical text; `blocks` each block with
//       its kind; `tables` each cell with its row and column; `words` what the reader sends; `time`
//       the seconds of reading and of laying out.
#include <fcntl.h>

#include <chrono>
#include <iostream>
#include <string>
#include <vector>

#include "extract/child.h"
#include "extract/layout.h"

namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::string_view part(const oi::Document& document, oi::Span span) {
  return std::string_view(document.text).substr(span.begin, span.size());
}

void print_blocks(const oi::Document& document) {
  for (const oi::Block& block : document.blocks) {
    std::cout << "[" << name_of(block.kind);
    if (block.level > 0) std::cout << " " << int{block.level};
    std::cout << "] " << part(document, block.span) << "\n";
  }
}

void print_tables(const oi::Document& document) {
  for (const oi::Table& table : document.tables) {
    std::cout << "== " << table.rows << " x " << table.columns << " " << table.name << "\n";
    for (const oi::Cell& cell : table.cells) {
      std::cout << cell.row << "," << cell.column;
      if (cell.rows > 1 || cell.columns > 1) std::cout << " " << cell.rows << "x" << cell.columns;
      std::cout << (cell.header ? " # " : "   ") << part(document, cell.span()) << "\n";
    }
  }
}

void print_words(const oi::PageContent& page) {
  std::cout << "== page " << page.number << " " << page.width << " x " << page.height << "\n";
  for (const oi::TextRun& run : page.runs) {
    std::cout << run.box.x0 << " " << run.box.y0 << " " << run.box.x1 << " " << run.box.y1 << "  "
              << run.font_size << (run.bold ? " bold" : "") << (run.italic ? " italic" : "")
              << (run.hidden ? " hidden" : "") << " rise " << static_cast<int>(run.rise)
              << " turns " << int{run.quarter_turns} << " before " << static_cast<int>(run.before)
              << "  " << run.text << "\n";
  }
  for (const auto& [name, boxes] : {std::pair("line", page.marks.lines),
                                    {"shade", page.marks.shades},
                                    {"picture", page.marks.pictures}}) {
    for (const oi::Box& box : boxes)
      std::cout << name << " " << box.x0 << " " << box.y0 << " " << box.x1 << " " << box.y1 << "\n";
  }
}

int read_file(const std::string& reader, const std::string& what, const std::string& path) {
  const oi::Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::vector<oi::PageContent> pages;
  const oi::OnMessage on_message = [&](oi::WireMessage&& message) -> oi::Result<oi::Done> {
    if (const auto* start = std::get_if<oi::PageStart>(&message)) {
      pages.push_back({start->number, start->width, start->height, {}, {}, {}, 1});
    } else if (auto* text = std::get_if<oi::TextRuns>(&message); text && !pages.empty()) {
      for (oi::TextRun& run : text->runs)
        pages.back().runs.push_back(std::move(run));
    } else if (auto* marks = std::get_if<oi::PageMarks>(&message); marks && !pages.empty()) {
      for (const auto list :
           {&oi::PageMarks::lines, &oi::PageMarks::shades, &oi::PageMarks::pictures}) {
        std::vector<oi::Box>& all = pages.back().marks.*list;
        all.insert(all.end(), ((*marks).*list).begin(), ((*marks).*list).end());
      }
    }
    return oi::Done{};
  };
  oi::ReaderStart start;
  start.program = reader;
  start.document = &file;
  start.request.extension = "pdf";
  const Clock::time_point begin = Clock::now();
  const oi::Result<oi::ReaderEnd> end = oi::run_reader(start, on_message, oi::Job{});
  const double reading = since(begin);
  if (!end.ok() || end.value().how != oi::ReaderEnd::How::Finished) {
    std::cerr << path << ": " << (end.ok() ? end.value().error.what : end.error().what) << "\n";
    return 1;
  }
  if (what == "words") {
    for (const oi::PageContent& page : pages)
      print_words(page);
    return 0;
  }
  const size_t count = pages.size();
  const Clock::time_point laying = Clock::now();
  oi::Layout layout;
  for (oi::PageContent& page : pages)
    layout.add(std::move(page));
  oi::Document document;
  std::move(layout).finish(document);
  if (what == "text") std::cout << document.text << "\n";
  if (what == "blocks") print_blocks(document);
  if (what == "tables") print_tables(document);
  if (what == "time")
    std::cout << path << ": " << count << " pages, read " << reading << " s, laid out "
              << since(laying) << " s\n";
  return 0;
}

}  // namespace

int main(int count, char** words) {
  const std::vector<std::string> args(words + 1, words + count);
  if (args.size() < 3) {
    std::cerr << "usage: see the head of bench/read.cc\n";
    return 2;
  }
  int failed = 0;
  for (size_t i = 2; i < args.size(); ++i)
    failed |= read_file(args[0], args[1], args[i]);
  return failed;
}
