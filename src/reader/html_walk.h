// A page's tree as runs of text.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reader/html_tree.h"
#include "reader/readers.h"

namespace oi {

// What the elements around a piece of text make of it.
struct Surroundings {
  uint8_t heading = 0;    // level
  uint8_t furniture = 0;  // 1: a page's header, where headings stay headings; 2: nothing but it
  bool kept_space = false;
  bool quote = false;
  bool code = false;
  bool caption = false;
  bool form = false;
  bool content = false;  // inside of the main element or an article
  bool operator==(const Surroundings&) const = default;
};

// Appends text as a browser lays it out in one line: white space collapses.
void append_collapsed(std::string& leaf, std::string_view text);

// --- Elements
std::string_view attribute(const GumboNode* element, const char* name);
// The lower-case name of any element, known to the parser or not.
std::string element_name(const GumboNode* element);
bool is_block(GumboTag tag);
// Scripts, styles and other text that is not shown, by what it is.
bool is_never_shown(GumboTag tag);
// By the page's own attributes: hidden, display: none.
bool is_hidden(const GumboNode* element);
// 0, or as in Surroundings.
uint8_t furniture_of(const GumboNode* element, const Surroundings& around);
uint64_t characters_in(const GumboNode* element);

// --- Tables
// False where a table only lays out a page: one row or column, or tables inside of it.
bool holds_cells(const GumboNode* table);
Result<Done> send_table(const GumboNode* table, Frames& out, uint64_t& hidden);

// Sends a page; the title where `titled` is false. `sent` becomes the number of its runs.
Result<Done> send_page(const GumboNode* document, bool titled, Frames& out, uint64_t& sent);

}  // namespace oi
