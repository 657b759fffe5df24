#include "cli/pages.h"

#include <gtest/gtest.h>

namespace oi {
namespace {

const std::string kEvil = "e\x1b[2J\xe2\x80\xae\n\x9b.pdf";

Listed sample(const std::string& name) {
  Listed listed;
  listed.id = {0x1f};
  listed.name = listed.title = name;
  listed.path = "/docs/" + name;
  listed.paths = {listed.path};
  listed.chunks = 3;
  listed.counts.pages = 2;
  listed.text_bytes = 1200;
  return listed;
}

Ticket ticket(int64_t id, const std::string& path, Stage stage) {
  Ticket one;
  one.id = id;
  one.path = path;
  one.stage = stage;
  if (stage == Stage::Failed) {
    one.reason = "empty";
    one.what = "no bytes";
  }
  return one;
}

TEST(ListPage, CountsAndNamesTheDocuments) {
  Listed troubled = sample("scan.pdf");
  troubled.problems = {{"page_without_text", "page 2", "it has no text"}};
  EXPECT_EQ(list_page({sample("manual.pdf"), troubled}, {}),
            "2 documents, 6 passages, 2.4 kB of text\n"
            "  manual.pdf    000000000000001f  text     2 pages, 3 passages\n"
            "  scan.pdf      000000000000001f  text     2 pages, 3 passages  1 problem\n");
  EXPECT_NE(list_page({}, {}).find("oi add"), std::string::npos);
}

TEST(IngestedLine, SaysCompleteWithProblemsOrFailedAndWhy) {
  Ingested ingested;
  ingested.ticket.path = "/docs/manual.pdf";
  ingested.ticket.stage = Stage::Complete;
  ingested.document = sample("manual.pdf");
  EXPECT_EQ(ingested_line(ingested, {}), "✓ complete  manual.pdf  2 pages, 3 passages\n");
  ingested.already_known = true;
  EXPECT_EQ(ingested_line(ingested, {}),
            "✓ complete  manual.pdf  2 pages, 3 passages  already in the library\n");
  for (const char* page : {"page 1", "page 2", "page 3", "page 4", "page 5"}) {
    ingested.document.problems.push_back({"page_without_text", page, "no text"});
  }
  EXPECT_EQ(
      ingested_line(ingested, {}),
      "! complete with problems  manual.pdf  2 pages, 3 passages  page 1: no text; page 2: no "
      "text; page 3: no text; and 2 more (`oi info` lists all)\n");
  ingested.ticket.stage = Stage::Failed;
  ingested.ticket.reason = "empty";
  ingested.ticket.what = "it holds no bytes";
  EXPECT_EQ(ingested_line(ingested, {}), "✗ failed    manual.pdf  empty: it holds no bytes\n");
}

TEST(HitsPage, ShowsWhereAndWhyAPassageWasFound) {
  Found found;
  found.document_name = "manual.pdf";
  found.heading = "Safety";
  found.text = "some\n text";
  found.page_first = 3;
  found.page_last = 4;
  found.hit.cosine = 0.71;
  found.hit.bm25 = 8.5;
  EXPECT_EQ(hits_page({found}, "text", {}),
            "1   manual.pdf, pages 3–4 · Safety\n    some text\n    meaning 0.71 · words 8.50\n");
  EXPECT_EQ(hits_page({}, "text", {}), "Nothing was found.\n");
}

TEST(HitsPage, ShowsAPassageFromTheSentenceThatWasMeant) {
  Found found;
  found.document_name = "a";
  found.text = "Let it thaw. The motor must be dried after a flood. Done.";
  const std::string page = hits_page({found}, "flooded motor drying after the FLOOD", {});
  EXPECT_NE(page.find("    … The motor must be dried after a flood. Done.\n"), std::string::npos)
      << page;
}

TEST(CitationPage, MarksTheQuoteInsideItsSurroundings) {
  ShownCitation shown;
  shown.citation.document_name = "manual.pdf";
  shown.citation.page = 4;
  shown.citation.quote = "The motor must be dried.";
  shown.citation.span = {100, 124};
  shown.before = "Let the casing thaw.\n";
  shown.after = "\nReplace the grease.";
  shown.path = "/docs/manual.pdf";
  EXPECT_EQ(citation_page(shown, {}),
            "manual.pdf, page 4\n/docs/manual.pdf\n\n"
            "    Let the casing thaw.\n"
            "  ┃ The motor must be dried.\n"
            "    Replace the grease.\n\n"
            "bytes 100 to 124 of the stored text, compared just now: they agree\n");
  shown.source_changed = true;
  EXPECT_NE(citation_page(shown, {}).find("The source has changed since"), std::string::npos);
}

TEST(QueuePage, ListsWhatWaitsAndWhatFailed) {
  const std::string page =
      queue_page({ticket(1, "/a", Stage::Complete), ticket(2, "/b", Stage::Queued),
                  ticket(3, "/c", Stage::Failed)},
                 {});
  EXPECT_EQ(page,
            "2     queued       /b\n3     failed       /c  empty: no bytes\n"
            "1 file waiting, 1 done\n");
}

TEST(InfoPage, ShowsCountsDigestsAndProblems) {
  Listed document = sample("manual.pdf");
  document.counts.characters_seen = 10;
  document.text_digest = "bb";
  document.problems = {{"page_without_text", "page 2", "it has no text"}};
  const std::string page = info_page(document, {});
  EXPECT_NE(page.find("10 seen, 0 kept, 0 can be found"), std::string::npos) << page;
  EXPECT_NE(page.find("sha256 bb"), std::string::npos);
  EXPECT_NE(page.find("page 2: it has no text"), std::string::npos);
}

TEST(Pages, HostileNamesAreMadeVisibleOnEveryPage) {
  Listed document = sample(kEvil);
  document.problems = {{kEvil, kEvil, kEvil}};
  Ingested good, bad;
  good.ticket = ticket(1, kEvil, Stage::Complete);
  good.document = document;
  bad.ticket = ticket(2, "/d/" + kEvil, Stage::Failed);
  bad.ticket.reason = bad.ticket.what = kEvil;
  Found found;
  found.document_name = found.heading = found.text = kEvil;
  ShownCitation shown;
  shown.citation.document_name = shown.citation.heading = kEvil;
  shown.citation.quote = shown.before = shown.after = shown.path = kEvil;
  const std::string pages[] = {
      list_page({document}, {}),    info_page(document, {}),        ingested_line(good, {}),
      ingested_line(bad, {}),       hits_page({found}, "text", {}), citation_page(shown, {}),
      queue_page({bad.ticket}, {}),
  };
  for (const std::string& page : pages) {
    EXPECT_EQ(page.find('\x1b'), std::string::npos) << page;
    EXPECT_EQ(page.find("\xe2\x80\xae"), std::string::npos) << page;
    EXPECT_NE(page.find("␛[2J‹U+202E›"), std::string::npos) << page;
  }
}

}  // namespace
}  // namespace oi
