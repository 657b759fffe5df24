#include "extract/extract.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <random>
#include <thread>

#include "base/file.h"
#include "base/text.h"
#include "tests/reader/pdf_writer.h"

namespace oi {
namespace {

namespace fs = std::filesystem;

ExtractOptions options() {
  ExtractOptions made;
  made.reader = fs::path(OI_BUILD) / "oi-reader";
  return made;
}

class Extract : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("oi-extract-" + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path write(const std::string& name, std::string_view bytes) {
    const fs::path path = folder_ / name;
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }
  Result<Document> read(const std::string& name, std::string_view bytes) {
    return extract(write(name, bytes), options(), Job{});
  }
  Code code_of(const std::string& name, std::string_view bytes) {
    const Result<Document> document = read(name, bytes);
    return document.ok() ? Code::Bug : document.error().code;
  }

  fs::path folder_;
};

void expect_sound_tables(const Document& d) {
  uint64_t at = 0;
  for (const Table& table : d.tables) {
    EXPECT_LE(at, table.span.begin) << d.path;
    EXPECT_LE(table.span.end, d.text.size());
    at = table.span.end;
    uint64_t within = table.span.begin;
    for (const Cell& cell : table.cells) {
      ASSERT_LE(within, cell.begin) << d.path;
      ASSERT_LE(cell.begin, cell.end);
      ASSERT_LE(cell.end, table.span.end);
      ASSERT_LE(cell.row + cell.rows, table.rows) << d.path;
      ASSERT_LE(uint32_t{cell.column} + cell.columns, table.columns) << d.path;
      within = cell.end;
    }
  }
  at = 0;
  for (const TimedText& timed : d.timed) {
    EXPECT_LE(at, timed.span.begin);
    EXPECT_LE(timed.span.end, d.text.size());
    EXPECT_LE(timed.from, timed.to);
    at = timed.span.end;
  }
}

// What must hold of every document, whatever its kind.
void expect_sound(const Document& d) {
  EXPECT_TRUE(valid_utf8(d.text));
  EXPECT_EQ(d.text_digest, sha256_hex(d.text));
  EXPECT_EQ(d.digest.substr(0, 16), to_text(d.id));
  uint64_t accounted = d.counts.characters_kept;
  for (const Dropped& dropped : d.counts.dropped)
    accounted += dropped.characters;
  EXPECT_EQ(accounted, d.counts.characters_seen) << d.path;
  EXPECT_EQ(d.counts.pages, d.pages.size());
  uint64_t at = 0;
  for (const Page& page : d.pages) {
    EXPECT_LE(at, page.span.begin);
    EXPECT_LE(page.span.begin, page.span.end);
    at = page.span.end;
  }
  at = 0;
  for (const Block& block : d.blocks) {
    EXPECT_LE(at, block.span.begin);
    EXPECT_LT(block.span.begin, block.span.end);
    EXPECT_TRUE(trim(std::string_view(d.text).substr(at, block.span.begin - at)).empty());
    at = block.span.end;
  }
  EXPECT_LE(at, d.text.size());
  EXPECT_TRUE(trim(std::string_view(d.text).substr(at)).empty());
  at = 0;
  for (const PlacedText& placed : d.placed) {
    ASSERT_GE(placed.page, 1U);
    ASSERT_LE(placed.page, d.pages.size());
    const Page& page = d.pages[placed.page - 1];
    EXPECT_LE(at, placed.span.begin);
    EXPECT_LE(placed.span.end, d.text.size());
    at = placed.span.end;
    EXPECT_GE(placed.box.x0, 0);
    EXPECT_GE(placed.box.y0, 0);
    EXPECT_LE(placed.box.x1, page.width * 1.001F);
    EXPECT_LE(placed.box.y1, page.height * 1.001F);
  }
  expect_sound_tables(d);
}

std::string pdf_of(int pages) {
  test::PdfWriter writer;
  writer.information("/Title (A long report)");
  for (int i = 1; i <= pages; ++i) {
    std::vector<test::PdfLine> lines = {
        {.y = 740, .size = 16, .text = "Chapter " + std::to_string(i)}};
    for (int row = 0; row < 40; ++row)
      lines.push_back({.y = 700.0 - 14 * row,
                       .size = 11,
                       .text = "Line " + std::to_string(row) + " of page " + std::to_string(i) +
                               " says that the pump moves water."});
    writer.page(lines);
  }
  return writer.bytes();
}

TEST_F(Extract, AnEmptyFileIsEmpty) {
  EXPECT_EQ(code_of("empty.txt", ""), Code::Empty);
  EXPECT_EQ(code_of("empty.pdf", ""), Code::Empty);
  EXPECT_EQ(code_of("blank.txt", " \n\n\t"), Code::Empty);
}

TEST_F(Extract, RandomBytesAreNotText) {
  std::mt19937 random(11);
  std::string bytes(50'000, '\0');
  for (char& byte : bytes)
    byte = static_cast<char>(random());
  EXPECT_EQ(code_of("random.txt", bytes), Code::Unsupported);
  EXPECT_EQ(code_of("random.md", bytes), Code::Unsupported);
  EXPECT_EQ(code_of("random.pdf", "%PDF-1.4\n" + bytes), Code::Corrupt);
}

TEST_F(Extract, ATruncatedPdfHasAStatedOutcome) {
  const std::string whole = pdf_of(5);
  EXPECT_EQ(code_of("head.pdf", whole.substr(0, 200)), Code::Corrupt);
  const Result<Document> half = read("half.pdf", whole.substr(0, whole.size() / 2));
  if (half.ok()) {
    expect_sound(half.value());
    EXPECT_FALSE(half.value().problems.empty());
  } else {
    EXPECT_EQ(half.error().code, Code::Corrupt);
  }
}

TEST_F(Extract, APdfOfTwoThousandPagesIsReadInFlatMemory) {
  const fs::path path = write("long.pdf", pdf_of(2000));
  uint64_t last = 0;
  Job job;
  job.tell = [&](const Event& event) {
    const auto* progress = std::get_if<Progress>(&event);
    ASSERT_NE(progress, nullptr);
    EXPECT_EQ(progress->stage, "extracting");
    EXPECT_EQ(progress->done, last + 1);
    EXPECT_EQ(progress->total, 2000U);
    last = progress->done;
  };
  const Result<Document> document = extract(path, options(), job);
  ASSERT_TRUE(document.ok()) << document.error().what;
  expect_sound(document.value());
  EXPECT_EQ(last, 2000U);
  EXPECT_EQ(document.value().pages.size(), 2000U);
  EXPECT_EQ(document.value().title, "A long report");
  EXPECT_TRUE(document.value().problems.empty());
  const Page& page = document.value().pages[1776];
  EXPECT_NE(document.value().text.find("Line 3 of page 1777 says", page.span.begin),
            std::string::npos);
}

TEST_F(Extract, TheSameFileTwiceGivesAnEqualDocument) {
  for (const auto& [name, bytes] : {std::pair<std::string, std::string>{"a.pdf", pdf_of(3)},
                                    {"a.md", "# T\n\ntext\n\n- a\n- b\n"},
                                    {"a.txt", "one\n\ntwo\n"}}) {
    const Result<Document> first = read(name, bytes);
    const Result<Document> second = read(name, bytes);
    ASSERT_TRUE(first.ok() && second.ok()) << name;
    expect_sound(first.value());
    EXPECT_EQ(first.value(), second.value()) << name;
  }
}

TEST_F(Extract, TheDocumentNamesItsFile) {
  const Result<Document> d = read("Report of May.txt", "Some text.\n");
  ASSERT_TRUE(d.ok());
  EXPECT_EQ(d.value().name, "Report of May.txt");
  EXPECT_EQ(d.value().title, "Report of May");
  EXPECT_EQ(d.value().path, (folder_ / "Report of May.txt").string());
  EXPECT_EQ(d.value().digest, sha256_hex("Some text.\n"));
  EXPECT_EQ(d.value().text, "Some text.\n");
  EXPECT_EQ(d.value().kind, Kind::Text);
}

TEST_F(Extract, TheKindIsToldByContentAndMarkdownByName) {
  EXPECT_EQ(read("pdf.txt", pdf_of(1)).value().kind, Kind::Pdf);
  EXPECT_EQ(read("junk.dat", "some junk before\n" + pdf_of(1)).value().kind, Kind::Pdf);
  EXPECT_EQ(read("a.MD", "# T\n").value().kind, Kind::Markdown);
  EXPECT_EQ(read("a.txt", "# T\n").value().text, "# T\n");
}

TEST_F(Extract, Utf16TextIsRead) {
  std::string bytes = "\xFF\xFE";
  for (const char c : std::string("Wide words\n"))
    bytes += std::string(1, c) + '\0';
  const Result<Document> d = read("wide.txt", bytes);
  ASSERT_TRUE(d.ok()) << d.error().what;
  EXPECT_EQ(d.value().text, "Wide words\n");
}

TEST_F(Extract, OnlyRegularFilesWithinTheLimitAreOpened) {
  const fs::path pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(extract(pipe, options(), Job{}).error().code, Code::Invalid);
  EXPECT_EQ(extract("/dev/zero", options(), Job{}).error().code, Code::Invalid);
  EXPECT_EQ(extract(folder_, options(), Job{}).error().code, Code::Invalid);
  EXPECT_EQ(extract(folder_ / "none", options(), Job{}).error().code, Code::NotFound);
  ExtractOptions small = options();
  small.largest_file = 10;
  EXPECT_TRUE(extract(write("ten", "ten bytes\n"), small, Job{}).ok());
  EXPECT_EQ(extract(write("more", "eleven byte"), small, Job{}).error().code, Code::TooLarge);
}

// A lost page of a mapped file would end the program itself, and not only the reader.
TEST_F(Extract, AFileThatIsCutShortWhileItIsReadFailsAlone) {
  for (const int milliseconds : {1, 5, 20, 40}) {
    const fs::path path = write("shrinks.txt", "begins");
    fs::resize_file(path, 200'000'000);
    std::jthread cutter([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
      fs::resize_file(path, 100);
    });
    EXPECT_FALSE(extract(path, options(), Job{}).ok()) << milliseconds;
  }
}

TEST_F(Extract, WithoutAReaderNothingIsRead) {
  ExtractOptions none = options();
  none.reader = "/nowhere/oi-reader";
  EXPECT_EQ(extract(write("a.txt", "text"), none, Job{}).error().code, Code::CannotIsolate);
}

// Invariant 13.
TEST_F(Extract, AStopIsHonouredWithin200Milliseconds) {
  const fs::path path = write("long.pdf", pdf_of(2000));
  std::stop_source stop;
  std::chrono::steady_clock::time_point asked;
  Job job;
  job.stop = stop.get_token();
  job.tell = [&](const Event& event) {
    if (std::get<Progress>(event).done != 20) return;
    asked = std::chrono::steady_clock::now();
    stop.request_stop();
  };
  const Result<Document> document = extract(path, options(), job);
  ASSERT_FALSE(document.ok());
  EXPECT_EQ(document.error().code, Code::Cancelled);
  EXPECT_LT(std::chrono::steady_clock::now() - asked, std::chrono::milliseconds(200));
}

TEST(ExtractText, TextThatNeverWasAFileIsADocumentToo) {
  const Document d = make_text_document("corpus:17", "17", "", "One.\n\nTwo \xFF.");
  EXPECT_EQ(d.title, "17");
  EXPECT_EQ(d.text, "One.\n\nTwo \uFFFD.");
  EXPECT_EQ(d.digest, sha256_hex("corpus:17"));
  ASSERT_EQ(d.blocks.size(), 2U);
  ASSERT_EQ(d.problems.size(), 1U);
  EXPECT_EQ(d.problems[0].reason, "invalid_utf8");
  expect_sound(d);
  EXPECT_EQ(make_text_document("a", "n", "Title", "t").title, "Title");
}

// Files of other projects, with everything that goes wrong in the world.
TEST(ExtractFiles, EveryRealFileHasAStatedOutcome) {
  const char* set = std::getenv("OI_EVAL_DATA");
  const fs::path data = set != nullptr ? fs::path(set) : fs::path(OI_SOURCE) / "../shared/eval";
  if (!fs::exists(data / "files")) GTEST_SKIP() << "no files at " << data;
  constexpr size_t kStep = OI_SANITIZED ? 5 : 1;  // a sanitized reader takes five times as long
  size_t all = 0, read = 0, seen = 0;
  ExtractOptions with_members = options();
  with_members.on_member = [](Document&& member) -> Result<Done> {
    expect_sound(member);
    return Done{};
  };
  for (const auto& entry : fs::recursive_directory_iterator(data / "files")) {
    if (!entry.is_regular_file() || seen++ % kStep != 0) continue;
    ++all;
    const Result<Document> document = extract(entry.path(), with_members, Job{});
    if (document.ok()) {
      ++read;
      expect_sound(document.value());
      continue;
    }
    const Code code = document.error().code;
    EXPECT_TRUE(code == Code::Empty || code == Code::PasswordRequired || code == Code::Corrupt ||
                code == Code::Unsupported || code == Code::ModelMissing)
        << entry.path() << ": " << document.error().what;
    EXPECT_EQ(document.error().what.find("reader"), std::string::npos)
        << entry.path() << ": " << document.error().what;
  }
  EXPECT_GT(read * 2, all);
}

}  // namespace
}  // namespace oi
