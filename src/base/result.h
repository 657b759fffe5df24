// Failure is a value: every call that can fail returns Result<T>, never throws.
//
// A code is for acting on, the sentence is for reading. One table (result.cc) maps each code to its
// name, exit code, HTTP status, a sentence for people and whether trying again can help; the faces
// use only that table and never compare sentences.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace oi {

enum class Code : uint8_t {
  Cancelled,         // the caller asked to stop
  NotFound,          // the named thing does not exist
  Invalid,           // the request itself is wrong
  Unsupported,       // understood, but this build or machine cannot do it
  Corrupt,           // outside bytes break their own format
  TooLarge,          // over a stated limit
  Timeout,           // over a stated time
  Killed,            // a process of ours ended by a signal
  Io,                // the operating system refused a read or write
  NoSpace,           // the disk is full
  Busy,              // somebody else holds the lock
  ModelMissing,      // a model file is not installed
  ModelFailed,       // a model library reported an error, or its file has a wrong digest
  CannotIsolate,     // the sandbox could not be set up, so nothing was read
  PasswordRequired,  // the file is encrypted
  Empty,             // the file holds no bytes, or no text at all
  Bug,               // an invariant of ours broke
};
inline constexpr int kCodes = 17;

struct CodeRow {
  Code code;
  const char* name;      // stable, snake_case; shown in JSON
  int exit_code;         // of the command line (INTERFACES)
  int http_status;       // of the web face
  const char* sentence;  // what a person should know or do
  bool retry;            // may the same call succeed later?
};
const CodeRow& code_row(Code code);

struct [[nodiscard]] Error {
  Code code = Code::Bug;
  std::string what;  // "page 3: text layer: bad object 41"

  // Adds "where: " in front while the error travels up. At most once per level.
  Error within(std::string_view where) &&;
  bool operator==(const Error&) const = default;
};

// The value of a call that gives nothing back but may fail.
struct Done {
  bool operator==(const Done&) const = default;
};

// Exactly one of a T or an Error. Using value() of an error is a bug and asserts.
template <typename T>
class [[nodiscard]] Result {
 public:
  // Implicit, so that a function returns its value or its error as it is.
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT
  Result(Code code, std::string what) : Result(Error{code, std::move(what)}) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() & { return *checked(); }
  const T& value() const& { return *const_cast<Result*>(this)->checked(); }
  // By value: a loop over the value of a call must not outlive that call's result.
  T value() && { return std::move(*checked()); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T operator*() && { return std::move(*checked()); }
  T* operator->() { return checked(); }
  const T* operator->() const { return const_cast<Result*>(this)->checked(); }

  const Error& error() const& {
    assert(!ok());
    return *std::get_if<1>(&state_);
  }
  Error error() && {
    assert(!ok());
    return std::move(*std::get_if<1>(&state_));
  }

  // The same result with "where: " in front of the error, if it is one.
  Result within(std::string_view where) && {
    if (!ok()) return Result(std::move(*std::get_if<1>(&state_)).within(where));
    return std::move(*this);
  }

 private:
  T* checked() {
    assert(ok());
    return std::get_if<0>(&state_);
  }
  std::variant<T, Error> state_;
};

}  // namespace oi

// Yields the value of a Result, or returns its error from the enclosing function. One per full
// expression. A GNU statement expression, which both our compilers have.
#define TRY(expression)                                         \
  __extension__({                                               \
    auto try_result = (expression);                             \
    if (!try_result.ok()) return std::move(try_result).error(); \
    std::move(try_result).value();                              \
  })
