// The one table of codes. Exit codes are those of INTERFACES: 1 error, 2 usage, 6 not found,
// 7 corrupt, 8 busy, 9 a model is missing, 130 cancelled.
#include "base/result.h"

#include <array>

namespace oi {
namespace {

constexpr std::array<CodeRow, kCodes> kRows = {{
    {Code::Cancelled, "cancelled", 130, 499, "Stopped as asked; nothing was left half done.", true},
    {Code::NotFound, "not_found", 6, 404,
     "There is nothing by that name. `oi list` shows what there is.", false},
    {Code::Invalid, "invalid", 2, 400, "The request cannot be understood as given.", false},
    {Code::Unsupported, "unsupported", 1, 415, "This build or machine cannot do that.", false},
    {Code::Corrupt, "corrupt", 7, 422,
     "The bytes break their own format, so they were not trusted.", false},
    {Code::TooLarge, "too_large", 1, 413,
     "It is over a stated limit. `oi rules` prints the limits.", false},
    {Code::Timeout, "timeout", 1, 504, "It took longer than its limit and was stopped.", true},
    {Code::Killed, "killed", 1, 500, "A process of ours was ended from outside.", true},
    {Code::Io, "io", 1, 500, "The operating system refused a read or a write.", true},
    {Code::NoSpace, "no_space", 1, 507, "The disk is full. Free some space and try again.", true},
    {Code::Busy, "busy", 8, 503, "Another command is using this library. Try again when it ends.",
     true},
    {Code::ModelMissing, "model_missing", 9, 503,
     "A model file is missing. `oi doctor` says which and what to do.", false},
    {Code::ModelFailed, "model_failed", 1, 500,
     "A model could not be run, or its file is not the expected one.", false},
    {Code::CannotIsolate, "cannot_isolate", 1, 500,
     "The reader's sandbox could not be set up, so the file was not opened. `oi doctor` says why.",
     false},
    {Code::PasswordRequired, "password_required", 1, 422,
     "The file is encrypted and needs its password.", false},
    {Code::Empty, "empty", 1, 422, "There is nothing to read in it.", false},
    {Code::Bug, "bug", 1, 500,
     "This is a fault of the program. Please report it with the sentence above.", false},
}};

constexpr bool rows_in_order() {
  for (size_t i = 0; i < kRows.size(); ++i) {
    if (static_cast<size_t>(kRows[i].code) != i) return false;
  }
  return true;
}
static_assert(rows_in_order(), "one row per code, in the order of the enum");

}  // namespace

const CodeRow& code_row(Code code) {
  return kRows[static_cast<size_t>(code)];
}

Error Error::within(std::string_view where) && {
  what.insert(0, std::string(where) + ": ");
  return std::move(*this);
}

}  // namespace oi
