#include "embedded/sqlite.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "tests/contract/indexed.h"

namespace oi {
namespace {

using testing::TemporaryFolder;

class Sqlite : public ::testing::Test {
 protected:
  Database open(int wait_ms = 50) {
    Result<Database> opened = Database::open(folder_.path() / "x.db", wait_ms);
    EXPECT_TRUE(opened.ok()) << opened.error().what;
    return std::move(opened).value();
  }
  TemporaryFolder folder_;
};

TEST_F(Sqlite, ValuesReadBackAsTheyWereBound) {
  Database database = open();
  ASSERT_TRUE(database.script("CREATE TABLE t(a, b, c, d)").ok());
  const std::string odd(
      "a\0\xff"
      "b",
      4);
  ASSERT_TRUE(database
                  .run("INSERT INTO t VALUES(?, ?, ?, ?)", int64_t{INT64_MIN},
                       std::string_view(odd), Blob{odd}, std::nullopt)
                  .ok());
  Statement select = std::move(database.prepare("SELECT a, b, c, d, 0.5 FROM t")).value();
  ASSERT_TRUE(select.bind().step().value());
  EXPECT_EQ(select.integer(0), INT64_MIN);
  EXPECT_EQ(select.text(1), odd);
  EXPECT_EQ(select.text(2), odd);
  EXPECT_TRUE(select.is_null(3));
  EXPECT_EQ(select.text(3), "");
  EXPECT_EQ(select.real(4), 0.5);
  EXPECT_FALSE(select.step().value());
}

TEST_F(Sqlite, EmptyTextIsTextAndNotNull) {
  Database database = open();
  EXPECT_EQ(database.integer("SELECT typeof(?) = 'text'", std::string_view()).value(), 1);
  EXPECT_EQ(database.integer("SELECT typeof(?) = 'blob'", Blob{{}}).value(), 1);
}

TEST_F(Sqlite, StatementRunsAgainWithOtherValues) {
  Database database = open();
  Statement select = std::move(database.prepare("SELECT ? + 1")).value();
  for (int64_t i = 0; i < 3; ++i) {
    ASSERT_TRUE(select.bind(i).step().value());
    EXPECT_EQ(select.integer(0), i + 1);
  }
}

TEST_F(Sqlite, WrongSqlIsABugAndSaysWhatIsWrong) {
  Database database = open();
  const auto wrong = database.prepare("SELEC 1");
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.error().code, Code::Bug);
  EXPECT_NE(wrong.error().what.find("syntax"), std::string::npos);
  EXPECT_EQ(database.run("SELECT ?", 1, 2).error().code, Code::Bug);  // one value too many
}

TEST_F(Sqlite, NoRowIsNotFound) {
  Database database = open();
  EXPECT_EQ(database.integer("SELECT 1 WHERE 0").error().code, Code::NotFound);
}

TEST_F(Sqlite, TransactionThatIsNotCommittedIsRolledBack) {
  Database database = open();
  ASSERT_TRUE(database.script("CREATE TABLE t(a)").ok());
  {
    const auto transaction = Transaction::write(database);
    ASSERT_TRUE(database.run("INSERT INTO t VALUES(1)").ok());
  }
  EXPECT_EQ(database.integer("SELECT count(*) FROM t").value(), 0);
  auto transaction = Transaction::write(database);
  ASSERT_TRUE(database.run("INSERT INTO t VALUES(1)").ok());
  ASSERT_TRUE(transaction->commit().ok());
  EXPECT_EQ(database.integer("SELECT count(*) FROM t").value(), 1);
}

TEST_F(Sqlite, SecondWriterIsBusyAndReadersAreNot) {
  Database first = open();
  ASSERT_TRUE(first.script("CREATE TABLE t(a)").ok());
  Database second = open();
  const auto held = Transaction::write(first);
  EXPECT_EQ(Transaction::write(second).error().code, Code::Busy);
  ASSERT_TRUE(first.run("INSERT INTO t VALUES(1)").ok());
  EXPECT_EQ(second.integer("SELECT count(*) FROM t").value(), 0);
}

TEST_F(Sqlite, ReaderSeesOneStateUntilItsTransactionEnds) {
  Database writer = open();
  ASSERT_TRUE(writer.script("CREATE TABLE t(a)").ok());
  Database reader = open();
  {
    const auto transaction = Transaction::read(reader);
    EXPECT_EQ(reader.integer("SELECT count(*) FROM t").value(), 0);
    ASSERT_TRUE(writer.run("INSERT INTO t VALUES(1)").ok());
    EXPECT_EQ(reader.integer("SELECT count(*) FROM t").value(), 0);
  }
  EXPECT_EQ(reader.integer("SELECT count(*) FROM t").value(), 1);
}

// Invariant 13.
TEST_F(Sqlite, StopEndsALongStatementWithin200Ms) {
  Database database = open();
  std::stop_source source;
  const Job job{source.get_token(), {}};
  std::chrono::steady_clock::time_point asked;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    asked = std::chrono::steady_clock::now();
    source.request_stop();
  });
  {
    const Stopper guard(database, job);
    const auto endless = database.integer(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n");
    ASSERT_FALSE(endless.ok());
    EXPECT_EQ(endless.error().code, Code::Cancelled);
  }
  stopper.join();
  EXPECT_LT(std::chrono::steady_clock::now() - asked, std::chrono::milliseconds(200));
  EXPECT_EQ(database.integer("SELECT 1").value(), 1);  // the connection is fine
}

// Invariant 13.
TEST_F(Sqlite, StopEndsTheWaitForAnotherWriter) {
  Database first = open();
  const auto held = Transaction::write(first);
  Database second = open(60'000);
  std::stop_source source;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    source.request_stop();
  });
  const auto begun = std::chrono::steady_clock::now();
  const Stopper guard(second, {source.get_token(), {}});
  EXPECT_EQ(Transaction::write(second).error().code, Code::Busy);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::milliseconds(250));
}

// Invariant 13.
TEST_F(Sqlite, StoppedTransactionIsRolledBack) {
  Database database = open();
  ASSERT_TRUE(database.script("CREATE TABLE t(a)").ok());
  std::stop_source source;
  {
    const Stopper guard(database, {source.get_token(), {}});
    const auto transaction = Transaction::write(database);
    ASSERT_TRUE(database.run("INSERT INTO t VALUES(1)").ok());
    source.request_stop();
    EXPECT_EQ(database
                  .run("INSERT INTO t WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 "
                       "FROM n LIMIT 9999) SELECT i FROM n")
                  .error()
                  .code,
              Code::Cancelled);
  }
  EXPECT_EQ(database.integer("SELECT count(*) FROM t").value(), 0);
  EXPECT_TRUE(Transaction::write(database).ok());
}

TEST_F(Sqlite, SettingsAreThoseOfADurableStore) {
  Database database = open();
  EXPECT_EQ(database.integer("PRAGMA synchronous").value(), 2);  // FULL
  EXPECT_EQ(database.integer("PRAGMA foreign_keys").value(), 1);
  Statement mode = std::move(database.prepare("PRAGMA journal_mode")).value();
  ASSERT_TRUE(mode.step().value());
  EXPECT_EQ(mode.text(0), "wal");
}

}  // namespace
}  // namespace oi
