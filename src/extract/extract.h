// File to Document: what the file says, as one canonical text with its pages, blocks and places.
//
// Invariant 1: no byte of an ingested file is parsed here. This side opens it, measures it, takes
// its digest, and assembles what the reader tells.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/job.h"
#include "base/result.h"
#include "extract/child.h"
#include "models/models.h"
#include "rules/limits.h"
#include "types/document.h"

namespace oi {

struct ExtractOptions {
  std::filesystem::path reader;  // the program oi-reader; beside it "oi-reader-media"
  uint64_t largest_file = limits::kLargestFile;
  ReadLimits limits;
  ReaderTimes times;
  std::vector<std::string> passwords = {};  // tried in this order on encrypted files
  // Asked when first needed. Absent, or giving null: what needs them is told as a problem.
  std::function<Result<Recogniser*>()> recogniser = {};
  std::function<Result<Transcriber*>()> transcriber = {};
  // Takes the documents inside of a file (attachments, members of an archive), each before the
  // file's own is returned. Absent: they are not read, which is told as problems.
  std::function<Result<Done>(Document&&)> on_member = {};
  std::filesystem::path spool = std::filesystem::temp_directory_path();  // where members wait
  uint32_t deepest = limits::kDeepestMember;
};

// Reads one regular file and the files inside of it. One in which no text is found, such as a
// drawing or music, is a document all the same, with the problem "no_text". A member that cannot be
// read is a problem of the file that holds it: "member_<code>". Tells Progress{"extracting"} page
// by page. Fails with
//   Empty             no bytes, nothing but white space, no pages, an archive without files
//   Invalid           not a regular file
//   NotFound, Io      the file cannot be opened or read
//   TooLarge          over the size limit, or over what one document may take (pages, text, memory,
//                     processor time)
//   Unsupported       not a kind that is read; a text file that is not text
//   PasswordRequired  encrypted
//   Corrupt           so damaged that nothing can be read, or the reader broke its rules over it
//   Killed, Timeout   the reader crashed over it, or took too long
//   CannotIsolate     the sandbox could not be had: nothing was read
//   Busy              the file changed while it was read
//   ModelMissing      a recording, and no transcriber
//   ModelFailed       a model's library failed over it
//   Cancelled         a stop was asked; within 200 ms
// The same bytes under the same name give an equal Document.
Result<Document> extract(const std::filesystem::path& path, const ExtractOptions& options,
                         const Job& job);

// A document of text that never was a file of the user's, such as a corpus for measuring: trusted,
// so no reader runs. `source` is what the id and digest are taken of. Damaged UTF-8 is repaired and
// told as a problem. An empty title becomes the name.
Document make_text_document(std::string_view source, std::string name, std::string title,
                            std::string text);

}  // namespace oi
