// Where a JSON value ends, without building anything.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace oi {

struct JsonEnd {
  enum State : uint8_t { Whole, CutOff, Broken } state = Broken;
  size_t at = 0;  // behind the value; where it stops being JSON
};
// Of the value that begins at `at`. Nesting costs a byte a level and no recursion.
JsonEnd json_value_end(std::string_view text, size_t at);

}  // namespace oi
