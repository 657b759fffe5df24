// Each function calls SQLite and turns its code into ours, with the library's own sentence.
//
// Connections are opened without SQLite's mutexes: one thread at a time uses one. The page cells
// are checked as they are read and the schema is not trusted, because a database file is outside
// bytes.
#include "embedded/sqlite.h"

#include <sqlite3.h>

#include <utility>

namespace oi {
namespace {

constexpr int kStopEvery = 1000;  // virtual machine steps between two looks at the stop token
constexpr int kNapMs = 5;         // between two tries for a lock

Code code_of(int sqlite_code) {
  switch (sqlite_code & 0xff) {
    case SQLITE_INTERRUPT:
      return Code::Cancelled;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return Code::Busy;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return Code::Corrupt;
    case SQLITE_FULL:
      return Code::NoSpace;
    case SQLITE_TOOBIG:
      return Code::TooLarge;
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_NOMEM:
    case SQLITE_PROTOCOL:
      return Code::Io;
    default:
      return Code::Bug;
  }
}

Error error_of(sqlite3* database, int sqlite_code) {
  const char* words = database != nullptr ? sqlite3_errmsg(database) : sqlite3_errstr(sqlite_code);
  return {code_of(sqlite_code), std::string("library database: ") + words};
}

Result<Done> execute(sqlite3* database, const char* sql) {
  const int code = sqlite3_exec(database, sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return error_of(database, code);
  return Done{};
}

// Changing a file to WAL wants it alone, and SQLite does not ask its busy handler then.
Result<Done> change_to_wal(sqlite3* database, int wait_ms) {
  for (int waited = 0;; waited += kNapMs) {
    const Result<Done> changed = execute(database, "PRAGMA journal_mode = WAL");
    if (changed.ok() || changed.error().code != Code::Busy || waited >= wait_ms) return changed;
    sqlite3_sleep(kNapMs);
  }
}

}  // namespace

void Statement::Close::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

void Statement::restart() {
  sqlite3_reset(statement_.get());  // its code repeats the last step's
  bound_ = SQLITE_OK;
}

void Statement::bind_one(int index, int64_t value) {
  const int code = sqlite3_bind_int64(statement_.get(), index, value);
  if (bound_ == SQLITE_OK) bound_ = code;
}

void Statement::bind_one(int index, std::string_view value) {
  const char* bytes = value.data() != nullptr ? value.data() : "";
  const int code = sqlite3_bind_text64(statement_.get(), index, bytes, value.size(),
                                       SQLITE_TRANSIENT, SQLITE_UTF8);
  if (bound_ == SQLITE_OK) bound_ = code;
}

void Statement::bind_one(int index, Blob value) {
  const char* bytes = value.bytes.data() != nullptr ? value.bytes.data() : "";
  const int code =
      sqlite3_bind_blob64(statement_.get(), index, bytes, value.bytes.size(), SQLITE_TRANSIENT);
  if (bound_ == SQLITE_OK) bound_ = code;
}

void Statement::bind_one(int index, std::nullopt_t) {
  const int code = sqlite3_bind_null(statement_.get(), index);
  if (bound_ == SQLITE_OK) bound_ = code;
}

Result<bool> Statement::step() {
  sqlite3* database = sqlite3_db_handle(statement_.get());
  if (bound_ != SQLITE_OK) return error_of(database, bound_);
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  const Error error = error_of(database, code);
  sqlite3_reset(statement_.get());
  return error;
}

Result<Done> Statement::run() {
  TRY(step());
  sqlite3_reset(statement_.get());
  return Done{};
}

int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

double Statement::real(int column) const {
  return sqlite3_column_double(statement_.get(), column);
}

std::string_view Statement::text(int column) const {
  const void* bytes = sqlite3_column_blob(statement_.get(), column);
  const int size = sqlite3_column_bytes(statement_.get(), column);
  if (bytes == nullptr || size <= 0) return {};
  return {static_cast<const char*>(bytes), static_cast<size_t>(size)};
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

void Database::Close::operator()(sqlite3* database) const {
  sqlite3_close_v2(database);
}

Result<Database> Database::open(const std::filesystem::path& path, int wait_ms) {
  sqlite3* raw = nullptr;
  const int flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  const int code = sqlite3_open_v2(path.c_str(), &raw, flags, nullptr);
  Database database(raw, wait_ms);
  if (code != SQLITE_OK) return error_of(raw, code);
  sqlite3_busy_timeout(raw, wait_ms);
  sqlite3_db_config(raw, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(raw, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  TRY(execute(raw, "PRAGMA cell_size_check = ON"));
  TRY(execute(raw, "PRAGMA foreign_keys = ON"));
  TRY(change_to_wal(raw, wait_ms));
  TRY(execute(raw, "PRAGMA synchronous = FULL"));
  return database;
}

Result<Statement> Database::prepare(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v2(database_.get(), sql.data(), static_cast<int>(sql.size()),
                                      &statement, nullptr);
  if (code != SQLITE_OK) return error_of(database_.get(), code);
  return Statement(statement);
}

Result<Done> Database::script(const std::string& sql) {
  return execute(database_.get(), sql.c_str());
}

int64_t Database::last_row() const {
  return sqlite3_last_insert_rowid(database_.get());
}

int64_t Database::changed_rows() const {
  return sqlite3_changes64(database_.get());
}

Result<Transaction> Transaction::read(Database& database) {
  TRY(execute(database.database_.get(), "BEGIN"));
  return Transaction(database.database_.get());
}

Result<Transaction> Transaction::write(Database& database) {
  TRY(execute(database.database_.get(), "BEGIN IMMEDIATE"));
  return Transaction(database.database_.get());
}

Transaction::Transaction(Transaction&& other) noexcept
    : database_(std::exchange(other.database_, nullptr)) {}

Transaction::~Transaction() {
  if (database_ == nullptr) return;
  sqlite3_progress_handler(database_, 0, nullptr, nullptr);  // a stop must not stop this
  // Some failures, such as a full disk, have rolled back already.
  if (sqlite3_get_autocommit(database_) == 0) {
    sqlite3_exec(database_, "ROLLBACK", nullptr, nullptr, nullptr);
  }
}

Result<Done> Transaction::commit() {
  TRY(execute(database_, "COMMIT"));
  database_ = nullptr;
  return Done{};
}

Stopper::Stopper(Database& database, const Job& job)
    : database_(database.database_.get()), wait_ms_(database.wait_ms_), stop_(job.stop) {
  sqlite3_progress_handler(database_, kStopEvery, stop_asked, this);
  sqlite3_busy_handler(database_, wait_on, this);
}

Stopper::~Stopper() {
  sqlite3_progress_handler(database_, 0, nullptr, nullptr);
  sqlite3_busy_timeout(database_, wait_ms_);
}

int Stopper::stop_asked(void* stopper) {
  return static_cast<Stopper*>(stopper)->stop_.stop_requested() ? 1 : 0;
}

// SQLite asks whether to try again, having tried so many times.
int Stopper::wait_on(void* stopper, int times) {
  const auto* self = static_cast<Stopper*>(stopper);
  if (self->stop_.stop_requested() || times * kNapMs >= self->wait_ms_) return 0;
  sqlite3_sleep(kNapMs);
  return 1;
}

}  // namespace oi
