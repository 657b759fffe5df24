// The file is mapped, not read, because a corpus may be large.
#include "engine/eval_lines.h"

#include <algorithm>

#include "base/file.h"
#include "base/text.h"

namespace oi {

std::string line_name(const std::filesystem::path& file, uint64_t line) {
  return file.filename().string() + ":" + std::to_string(line);
}

Result<Done> each_line_of(std::string_view bytes, const std::filesystem::path& file,
                          const std::function<Result<Done>(std::string_view, uint64_t)>& read) {
  std::string_view rest = bytes;
  if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
  for (uint64_t line = 1; !rest.empty(); ++line) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view text = trim(rest.substr(0, end));
    if (!text.empty()) {
      TRY(read(text, line).within(file.string() + ":" + std::to_string(line)));
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return Done{};
}

Result<Done> each_line(const std::filesystem::path& file,
                       const std::function<Result<Done>(std::string_view, uint64_t)>& read) {
  const MappedFile mapped = TRY(MappedFile::open(file));
  if (mapped.size() > kLargestSetFile) return Error{Code::TooLarge, file.string()};
  return each_line_of(mapped.text(), file, read);
}

}  // namespace oi
