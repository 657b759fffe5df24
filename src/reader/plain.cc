// The text goes out as it stands, in slices, so the canonical text of a UTF-8 file is the file.

#include <algorithm>

#include "base/text.h"
#include "reader/readers.h"

namespace oi {
namespace {

constexpr size_t kSlice = 32 << 10;

// At the last line's end inside a slice where there is one, else between code points.
size_t slice_end(std::string_view text) {
  if (text.size() <= kSlice) return text.size();
  const size_t line = text.rfind('\n', kSlice - 1);
  return line == std::string_view::npos ? floor_code_point(text, kSlice) : line + 1;
}

Result<Done> send_slices(std::string_view text, Frames& out) {
  while (!text.empty()) {
    const size_t end = slice_end(text);
    TextRun run;
    run.text = text.substr(0, end);
    TRY(out.run(std::move(run)));
    text.remove_prefix(end);
  }
  return Done{};
}

Result<Done> send_pages(std::string_view text, Frames& out) {
  const auto feeds = static_cast<uint32_t>(std::count(text.begin(), text.end(), '\f'));
  const uint32_t total = feeds + (text.back() == '\f' ? 0 : 1);
  while (!text.empty()) {
    const size_t feed = text.find('\f');
    const size_t end = feed == std::string_view::npos ? text.size() : feed + 1;
    TRY(out.page_start(total, 0, 0));
    TRY(send_slices(text.substr(0, end), out));
    TRY(out.page_end());
    text.remove_prefix(end);
  }
  return Done{};
}

}  // namespace

Result<Done> read_text(std::string_view bytes, const Request& request, Frames& out) {
  const PlainText plain = TRY(decode_text(bytes, request.limits));
  const std::string_view text = plain.text();
  for (const Problem& problem : plain.problems)
    TRY(out.problem(problem));
  if (text.find('\f') == std::string_view::npos) return send_slices(text, out);
  return send_pages(text, out);
}

}  // namespace oi
