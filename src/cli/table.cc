// The table of commands. Help is printed from it and arguments are checked by it; a test reads
// every row.
#include <algorithm>
#include <array>

#include "cli/command.h"
#include "cli/narrow.h"

namespace oi {
namespace {

std::vector<OptionRow> narrowed(std::vector<OptionRow> own) {
  const std::vector<OptionRow> all = narrowing_options();
  own.insert(own.end(), all.begin(), all.end());
  return own;
}

std::vector<Command> make_table() {
  return {
      {.name = "add",
       .operands = "PATH...",
       .least = 0,
       .most = kAnyNumber,
       .what = "put files and folders into the library",
       .more =
           "Reads text, Markdown and PDF. Folders are read with all below them; hidden files and "
           "what a .oiignore names are left out. Each file ends complete, complete with problems "
           "(listed), or failed with a reason. Without PATH it goes on with what an earlier run "
           "left in the queue; with - it reads names from standard input. Nothing is ever "
           "written beside your documents.",
       .options = {{"--no-wait", "", "only queue the files"},
                   {"--tag", "T", "give the documents this tag; may be repeated"},
                   {"--password-file", "F", "a password a line, tried on encrypted files"}},
       .examples = {"oi add ~/Documents/manuals", "find . -name '*.pdf' | oi add -"},
       .run = run_add},
      {.name = "ask",
       .operands = "QUESTION",
       .least = 1,
       .most = kAnyNumber,
       .what = "one answer, every sentence of it cited",
       .more = "Ends with 0 when it answers, in part or in full, and with 3 when the documents do "
               "not answer the question.",
       .options = narrowed(
           {{"--mode", "MODE", "standard, deep or maximum"},
            {"--no-model", "", "answer without a language model, by quotation"},
            {"--quote-only", "", "the same: sentences of the documents, word for word"},
            {"--trace", "", "show how the answer was found"},
            {"--remote", "POLICY", "deny (the default), allow or require a remote model"}}),
       .examples = {"oi ask \"What must be done before the pump is started after a flood?\"",
                    "oi ask --document workshop-lease.pdf --json \"How much is the deposit?\"",
                    "oi ask --tag minutes --after 2024-01-01 \"Who keeps the keys?\""},
       .run = run_ask},
      {.name = "search",
       .operands = "QUERY",
       .least = 1,
       .most = kAnyNumber,
       .what = "passages only, no model writes",
       .more = "Meaning and words are searched side by side and fused. \"Quoted words\" are looked "
               "for as a phrase, H-220 as H220 and H 220 too, turb* by its beginning.",
       .options = narrowed({{"-k", "N", "how many passages; 10 when not said"},
                            {"--arm", "ARM", "fused (the default), vector or lexical"}}),
       .examples = {"oi search -k 5 tightening torque", "oi search --arm lexical megaohm",
                    "oi search --folder ~/manuals --kind pdf --pages 3-9 H-220"},
       .run = run_search},
      {.name = "show",
       .operands = "[DOC]",
       .least = 0,
       .most = 1,
       .what = "the stored text, or a citation in its surroundings",
       .more =
           "A citation's bytes are compared with the stored text each time they are shown. "
           "Through a pipe the text goes out byte for byte; on a terminal control characters are "
           "made visible.",
       .options = {{"--page", "N", "one page"},
                   {"--span", "A:B", "bytes A up to B of the text"},
                   {"--citation", "ID", "a citation: <answer id>:<its number, or its label>"}},
       .examples = {"oi show pump-manual.pdf --page 3", "oi show --citation 5f2c91aa04b6:1"},
       .run = run_show},
      {.name = "list",
       .operands = "",
       .what = "the documents of the library",
       .more = "",
       .options = {{"--all", "", "earlier versions too, which are kept for their citations"}},
       .examples = {"oi list", "oi list --json"},
       .run = run_list},
      {.name = "info",
       .operands = "DOC",
       .least = 1,
       .most = 1,
       .what = "one document: what was read, what was not",
       .more = "DOC is a name, a path or an id.",
       .options = {},
       .examples = {"oi info pump-manual.pdf"},
       .run = run_info},
      {.name = "remove",
       .operands = "DOC...",
       .least = 1,
       .most = kAnyNumber,
       .what = "take documents out of the library",
       .more =
           "It does not ask, and the files themselves are not touched. When one of the documents "
           "does not exist, none is removed.",
       .options = {},
       .examples = {"oi remove board-minutes.md", "oi remove 00c1f3a2b4d5e6f7"},
       .run = run_remove},
      {.name = "queue",
       .operands = "",
       .what = "files that wait, and those that failed",
       .more = "",
       .options = {},
       .examples = {"oi queue"},
       .run = run_queue},
      {.name = "rules",
       .operands = "",
       .what = "the tables of numbers that the program goes by",
       .more = "",
       .options = {{"--markdown", "", "as Markdown, which is also what it prints without this"}},
       .examples = {"oi rules --markdown"},
       .needs_home = false,
       .run = run_rules},
      {.name = "doctor",
       .operands = "",
       .what = "is everything there, and what runs where?",
       .more =
           "Checks every model's digest, starts the reader in its sandbox, opens the library, and "
           "says which setting came from where. Ends with 1 when something needed is not there.",
       .options = {},
       .examples = {"oi doctor"},
       .run = run_doctor},
      {.name = "eval",
       .operands = "NAME | compare A [B]",
       .least = 1,
       .most = 3,
       .what = "measure on a set of questions, or compare two measurements",
       .more =
           "NAME is what the figures are reported under. The layout of DIR is told by its files: "
           "corpus.jsonl, queries.jsonl and qrels (BEIR); TREC files (cranfield); questions with "
           "byte spans in gold_bytes.jsonl or your own questions.jsonl, a line "
           "{\"question\", \"file\", \"references\": [{\"text\"}], \"answer\"} (spans, qasper, "
           "mine); SQuAD (xquad); passages in an order (lost_in_the_middle). pdf_text, tables, "
           "ocr, "
           "speech and files measure reading. The library is a throw-away one. With --work the "
           "embeddings are kept, and nothing else. `compare` takes two results or two files of "
           "cases and does the paired sign test, B against A; with A alone it compares the stages "
           "of one run with its two search arms.",
       .options = {{"--data", "DIR", "the folder of the set"},
                   {"--out", "FILE", "write the figures there; the cases go beside it"},
                   {"--half", "HALF", "ask the even, odd, first or second half of the cases only"},
                   {"--hits", "N", "list so many candidates of each case; 10 when nothing is said"},
                   {"--texts", "", "list them with their text"},
                   {"--work", "DIR", "keep embeddings there, and take them from there"}},
       .examples = {"oi eval scifact --data scifact --json",
                    "oi eval mine --data questions --half odd --out odd.json",
                    "oi eval compare before.json after.json"},
       .run = run_eval},
      {.name = "version",
       .operands = "",
       .what = "the version of this program",
       .more = "",
       .options = {},
       .examples = {"oi version"},
       .needs_home = false,
       .run = run_version},
  };
}

}  // namespace

const std::vector<Command>& commands() {
  static const std::vector<Command> table = make_table();
  return table;
}

const Command* find_command(const std::string& name) {
  const std::vector<Command>& table = commands();
  const auto row = std::find_if(table.begin(), table.end(),
                                [&](const Command& one) { return name == one.name; });
  return row == table.end() ? nullptr : &*row;
}

const std::vector<OptionRow>& common_options() {
  static const std::vector<OptionRow> rows = {
      {"--json", "", "one JSON value; --json=events: one JSON line an event"},
      {"--quiet", "", "results and errors only"},
      {"--home", "DIR", "where libraries, settings and models lie"},
      {"--library", "NAME", "which library; main when not said"},
      {"--set", "KEY=VALUE", "any setting; `oi doctor` prints them"},
      {"--help", "", "this text"},
      {"--version", "", "the version of this program"},
  };
  return rows;
}

bool is_later_command(const std::string& name) {
  constexpr std::array kLater = {"watch", "chat",   "check", "verify", "export",  "import",
                                 "serve", "tool",   "mcp",   "work",   "migrate", "models",
                                 "bench", "repair", "tag",   "library"};
  return std::find(kLater.begin(), kLater.end(), name) != kLater.end();
}

}  // namespace oi
