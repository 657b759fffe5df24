// The options that narrow a search, the same for every command that searches.
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "engine/open.h"
#include "types/question.h"

namespace oi {

// --document, --tag, --folder, --kind, --language, --after, --before, --pages.
std::vector<OptionRow> narrowing_options();

// Invalid, naming the option, for a value that is none; as find_document for a document.
Result<Filter> filter_of(const Arguments& arguments, const Engine& engine);

// "2024-03-01", "2024-03" or "2024": the first second of it, UTC, since 1970.
Result<int64_t> parse_date(const std::string& text, const std::string& option);

// "tag lease, after 2024-01-01": for people; empty for a filter that does not restrict.
std::string filter_text(const Arguments& arguments);

}  // namespace oi
