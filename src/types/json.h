// Every value that leaves the program, to and from JSON, under the names of INTERFACES. json.cc is
// the only user of the JSON library, and the only place where a field's outside name is written.
//
// Reading is strict: a wrong type, a missing field or bytes that are not JSON are Corrupt, naming
// the field.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "types/receipt.h"

namespace oi {

std::string to_json(const Answered& answered, bool with_trace);
std::string to_json(const Receipt& receipt);
std::string to_json(const Document& document, bool with_text);
std::string to_json(const Citation& citation);
std::string to_json(const Ticket& ticket);
std::string to_json(const Filter& filter);  // the fields that restrict, alone
std::string to_json(const std::vector<Hit>& hits);
std::string to_json(const Error& error);  // {"code", "what", "retry"}

// A document's structure (pages, blocks, tables without their cells, placed and timed text,
// problems, counts), as the store keeps it beside the text. Cells are too many for it.
std::string layout_to_json(const Document& document);
Result<Done> layout_from_json(std::string_view json, Document& document);

// The citations of an answer that to_json(Answered) wrote: what `show --citation` looks up again.
// Boxes are not read back.
Result<std::vector<Citation>> citations_from_json(std::string_view answered);

// One JSON object of strings and numbers, flat, as BEIR corpora are written. Nested values are
// kept as their own JSON text.
using FlatObject = std::map<std::string, std::string>;
Result<FlatObject> parse_flat_object(std::string_view line);
// The elements of a JSON list in the same way: strings as they are, all else as its own JSON text.
Result<std::vector<std::string>> parse_flat_list(std::string_view text);

// A JSON object built field by field, for the faces' small answers.
class JsonObject {
 public:
  JsonObject& text(std::string_view name, std::string_view value);
  JsonObject& number(std::string_view name, double value);
  JsonObject& integer(std::string_view name, int64_t value);
  JsonObject& boolean(std::string_view name, bool value);
  JsonObject& json(std::string_view name, std::string_view value);  // already JSON
  std::string str() const;

 private:
  std::string fields_;
};
// "[a,b]" of values that are already JSON.
std::string json_array(const std::vector<std::string>& values);
std::string json_string(std::string_view text);

}  // namespace oi
