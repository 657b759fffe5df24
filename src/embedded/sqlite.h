// SQLite as values that clean up after themselves: a database, a statement, a transaction, a stop.
// sqlite.cc is the only user of the SQLite library.
//
// Failures everywhere here: Cancelled (stopped through Stopper), Busy (another writer held the lock
// past the waiting time), Corrupt (the file breaks its format), NoSpace, Io, TooLarge, and Bug for
// anything that only wrong SQL could cause. Messages carry SQLite's own words.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "base/job.h"
#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace oi {

// Bytes that are no text; kept as they are.
struct Blob {
  std::string_view bytes;
};

class Statement {
 public:
  // Gives the parameters their values, from the first on, and makes the statement ready to run
  // (again). A failure is reported by the next step(). Text and blobs are copied.
  template <typename... Values>
  Statement& bind(const Values&... values) {
    restart();
    int index = 0;
    (bind_one(++index, values), ...);
    return *this;
  }
  // True: a row is there to be read. False: no more rows.
  Result<bool> step();
  // Runs a statement that gives no rows.
  Result<Done> run();

  // Values of the current row; views are valid until the next step or bind.
  int64_t integer(int column) const;
  double real(int column) const;
  std::string_view text(int column) const;  // also of blobs
  bool is_null(int column) const;

 private:
  friend class Database;
  struct Close {
    void operator()(sqlite3_stmt* statement) const;
  };
  explicit Statement(sqlite3_stmt* statement) : statement_(statement) {}
  void restart();
  void bind_one(int index, int64_t value);
  void bind_one(int index, uint32_t value) { bind_one(index, static_cast<int64_t>(value)); }
  void bind_one(int index, int value) { bind_one(index, static_cast<int64_t>(value)); }
  void bind_one(int index, std::string_view value);
  void bind_one(int index, Blob value);
  void bind_one(int index, std::nullopt_t);

  std::unique_ptr<sqlite3_stmt, Close> statement_;
  int bound_ = 0;  // first failure of a bind
};

// One connection; used by one thread at a time.
class Database {
 public:
  // The file is made when it is not there. `wait_ms`: how long a writer waits for another.
  static Result<Database> open(const std::filesystem::path& path, int wait_ms);

  Result<Statement> prepare(std::string_view sql);
  // Runs one statement that gives no rows.
  template <typename... Values>
  Result<Done> run(std::string_view sql, const Values&... values) {
    Statement statement = TRY(prepare(sql));
    return statement.bind(values...).run();
  }
  // The first column of the first row; NotFound when there is no row.
  template <typename... Values>
  Result<int64_t> integer(std::string_view sql, const Values&... values) {
    Statement statement = TRY(prepare(sql));
    const bool found = TRY(statement.bind(values...).step());
    if (!found) return Error{Code::NotFound, "no row"};
    return statement.integer(0);
  }
  // Several statements, one after another.
  Result<Done> script(const std::string& sql);
  int64_t last_row() const;
  int64_t changed_rows() const;  // by the last statement

 private:
  friend class Stopper;
  friend class Transaction;
  struct Close {
    void operator()(sqlite3* database) const;
  };
  Database(sqlite3* database, int wait_ms) : database_(database), wait_ms_(wait_ms) {}
  std::unique_ptr<sqlite3, Close> database_;
  int wait_ms_;
};

// Rolls back when it ends without commit().
class Transaction {
 public:
  // A reader sees the database as it is at its first read, until the transaction ends.
  static Result<Transaction> read(Database& database);
  // Takes the write lock at once, also against other processes; Busy when it stays taken.
  static Result<Transaction> write(Database& database);
  Transaction(Transaction&& other) noexcept;
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction();
  // Durable when it returns. After a failure nothing of the transaction is there.
  Result<Done> commit();

 private:
  explicit Transaction(sqlite3* database) : database_(database) {}
  sqlite3* database_ = nullptr;  // not owned; null once ended
};

// While it lives, statements of the connection end with Cancelled once the job's stop is asked, and
// the wait for another writer ends too (with Busy).
class Stopper {
 public:
  Stopper(Database& database, const Job& job);
  ~Stopper();
  Stopper(const Stopper&) = delete;
  Stopper& operator=(const Stopper&) = delete;

 private:
  static int stop_asked(void* stopper);
  static int wait_on(void* stopper, int times);

  sqlite3* database_;
  int wait_ms_;
  std::stop_token stop_;
};

}  // namespace oi
