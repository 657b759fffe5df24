// The measures of retrieval and of short answers. Pure.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "types/document.h"

namespace oi {

// Normalised discounted cumulative gain of the first k: gain = grade, discount = log2(rank + 1),
// as trec_eval and BEIR report it (Jarvelin and Kekalainen 2002). `gains` maps a document to its
// grade.
double ndcg_at(const std::vector<std::string>& ranked, const std::map<std::string, int>& gains,
               size_t k);
double recall_at(const std::vector<std::string>& ranked, const std::map<std::string, int>& gains,
                 size_t k);

// Places of documents; those of one document may overlap, and a byte then counts once.
using Places = std::map<DocumentId, std::vector<Span>>;
uint64_t bytes_of(const Places& spans);
uint64_t bytes_in_both(const Places& a, const Places& b);
// The share of the gold bytes that are found; 0 without gold.
double share_found(const Places& gold, const Places& found);
// Intersection by union, in bytes; 0 when both are empty.
double overlap(const Places& gold, const Places& found);

// SQuAD's own comparison (Rajpurkar et al. 2016): lower case, without punctuation, articles and
// repeated white space; the best over the right answers.
double exact_match(std::string_view answer, const std::vector<std::string>& right);
double word_f1(std::string_view answer, const std::vector<std::string>& right);

}  // namespace oi
