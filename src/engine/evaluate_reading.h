// Quality of reading, measured on files with their truth beside them:
//   pdf_text   X.pdf and a text file whose name begins with "extraction-ground-truth"
//   tables     X.pdf, X-reg.xml, X-str.xml (ICDAR 2013)
//   ocr        pictures, and for each a file of its stem: .txt, .gold.txt, .gt.txt or hOCR; beside
//              it or in a folder "ground_truth"
//   speech     transcripts.tsv: a path, a tab, what is said
//   files      any files: how each ends, by kind; no truth
#pragma once

#include <string>

#include "engine/evaluate.h"

namespace oi {

bool is_reading_set(const std::string& set);

// Reads every file as `oi add` would, without an index. NotFound when the folder holds no case;
// ModelMissing when the set needs a model that is not installed.
Result<Evaluated> evaluate_reading(const Settings& settings, const EvaluationRequest& request,
                                   const Job& job);

}  // namespace oi
