// Values as people read them. Each gives the whole text that is to be written, so that a test can
// compare it; nothing of a document gets in unless it was made visible().
#pragma once

#include <string>
#include <vector>

#include "cli/screen.h"
#include "engine/find.h"
#include "engine/ingest.h"
#include "types/receipt.h"

namespace oi {

// The verified answer with its labels, its sources with the quoted sentences, how sure it is, what
// was removed; or the abstention with what is missing and the nearest passages.
std::string answer_page(const Answered& answered, const Look& look);
// The seven stages: what each found, how long it took, its best hits; then what was left out.
std::string trace_page(const Answered& answered, const Look& look);
// Each passage is shown from the sentence that has most words of the query.
std::string hits_page(const std::vector<Found>& found, const std::string& query, const Look& look);
// The citation inside its surroundings.
std::string citation_page(const ShownCitation& shown, const Look& look);
// One line: how a file ended.
std::string ingested_line(const Ingested& ingested, const Look& look);
std::string list_page(const std::vector<Listed>& documents, const Look& look);
std::string info_page(const Listed& document, const Look& look);
std::string queue_page(const std::vector<Ticket>& tickets, const Look& look);

// The answer's text with "[S1]" after each claim that does not show its labels itself.
std::string labelled_text(const Answer& answer);

}  // namespace oi
