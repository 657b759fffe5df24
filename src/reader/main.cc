// The untrusted program: load, lock down, hear what is asked, read one document, report, end.
//
// Invariant 1: no byte of the document is parsed before lock_down. It inherits the document as
// descriptor 3 and the engine's socket as descriptor 4, and nothing else.

#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <string>

#include "base/file.h"
#include "reader/program.h"
#include "reader/readers.h"

namespace oi {
namespace {

constexpr int kDocument = 3;
constexpr int kSocket = 4;

Result<Done> write_to_engine(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(kSocket, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return Error{Code::Io, "the engine no longer listens"};
    bytes.remove_prefix(static_cast<size_t>(put));
  }
  return Done{};
}

Result<Done> read_whole(std::string& bytes, size_t from) {
  for (size_t have = from; have < bytes.size();) {
    const ssize_t got = ::read(kSocket, bytes.data() + have, bytes.size() - have);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return Error{Code::Io, "the engine asks nothing"};
    have += static_cast<size_t>(got);
  }
  return Done{};
}

Result<Request> hear_request() {
  std::string frame(kFrameHeader, '\0');
  TRY(read_whole(frame, 0));
  frame.resize(TRY(frame_bytes(frame)));
  TRY(read_whole(frame, kFrameHeader));
  return decode_request(frame);
}

Result<Done> read_document(std::string_view bytes, const Request& request) {
  Frames out(write_to_engine, request.limits);
  if (const auto unsupported = unsupported_kind(bytes, request))
    return out.refuse({Code::Unsupported, *unsupported});
  const Kind kind = kind_of(bytes, request);
  TRY(out.kind(kind));
  const Result<Done> outcome = read_as(kind, bytes, request, out);
  if (outcome.ok()) return out.end();
  if (outcome.error().code == Code::Io) return outcome;
  return out.refuse(outcome.error());
}

int run() {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (::chdir("/") != 0) return kExitCannotIsolate;
  ::setenv("TZ", "UTC0", 1);  // else the C library opens the machine's time zone when first asked
  ::tzset();
  load_parsers();
  const Descriptor document(kDocument);
  const Result<MappedFile> file = MappedFile::map(document, "the document");
  if (!file.ok()) return kExitNoEngine;
  const Result<Isolation> isolation = lock_down(memory_of_parsers());
  if (!isolation.ok()) return kExitCannotIsolate;

  Frames greeting(write_to_engine, ReadLimits{});
  if (!greeting.hello(isolation.value()).ok()) return kExitNoEngine;
  const Result<Request> request = hear_request();
  if (!request.ok()) return kExitNoEngine;
  return read_document(file.value().text(), request.value()).ok() ? 0 : kExitNoEngine;
}

}  // namespace
}  // namespace oi

// The environment is empty, so a sanitized build gets its options here.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
  return "detect_leaks=0:allocator_may_return_null=1";
}

int main() {
  ::_exit(oi::run());
}
