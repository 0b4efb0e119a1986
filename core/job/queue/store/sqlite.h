// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/files/reserved_files.h"

#include <array>
#include <concepts>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

struct sqlite3;
struct sqlite3_stmt;

// What the queue needs of SQLite: not for use outside core/job/queue.
namespace ewald::job::queue {

/// The file is no database, or its pages contradict each other.
struct DamagedDatabase : DataError {
    using DataError::DataError;
};

/// The file, or what belongs to it, cannot be written now: permissions, a read-only mount, a full disk.
struct UnwritableDatabase : DataError {
    using DataError::DataError;
    explicit UnwritableDatabase(DataError cause) : DataError(std::move(cause)) {}
};

/// Another program has put another file in the place of this one.
struct ReplacedDatabase : DataError {
    using DataError::DataError;
};

/// One SQL statement with its values, run row by row.
class Statement {
public:
    /// \param damaged set when the file turns out to be damaged
    Statement(sqlite3* database, const char* sql, bool& damaged);

    /// Values in the order of the question marks. \return *this
    template <class... Values>
    Statement& bind(const Values&... values) {
        int index = 0;
        (bindOne(++index, values), ...);
        return *this;
    }
    /// Before it is run with other values. \return *this
    Statement& again() noexcept;
    /// Steps to the next row; false after the last one. \throws DataError
    bool next();
    /// Runs a statement without rows to its end. \throws DataError
    void run() {
        while (next()) {}
    }
    [[nodiscard]] std::int64_t integer(int column) const;
    [[nodiscard]] double real(int column) const;
    [[nodiscard]] std::string text(int column) const;

private:
    void bindOne(int index, std::int64_t value);
    void bindOne(int index, double value);
    void bindOne(int index, const std::string& value);
    template <std::integral Integer>
    void bindOne(int index, Integer value) {
        bindOne(index, static_cast<std::int64_t>(value));
    }

    struct Finalize {
        void operator()(sqlite3_stmt* statement) const noexcept;
    };
    sqlite3* m_database;
    bool* m_isDamaged;
    std::unique_ptr<sqlite3_stmt, Finalize> m_statement;
};

/// A database file. One thread an object; other objects and other processes may use the file at the same time. While it
/// is open the process opens the file in no other way (ReservedFiles), and a closing one leaves the write-ahead log
/// where it is: the lock by which SQLite finds out that nobody else uses the log does not count.
class Database {
public:
    using Header = std::array<unsigned char, 100>;
    /// The first bytes of a file, read by SQLite: closing a descriptor of our own would drop the locks of an open
    /// database of this process. Nothing is written and no lock is taken. Absent when there are fewer bytes.
    [[nodiscard]] static std::optional<Header> header(const std::filesystem::path& file);

    /// An empty one in memory.
    Database();
    /// Opens or makes it. Waits up to ten seconds for other programs. \param sharedMemory whether the file system lets
    /// processes share memory, as the write-ahead log needs it; else a rollback journal is used
    /// \throws DamagedDatabase, UnwritableDatabase, DataError
    Database(const std::filesystem::path& file, bool sharedMemory);

    [[nodiscard]] std::string file() const;
    void execute(const char* sql);
    [[nodiscard]] Statement prepare(const char* sql) { return {m_database.get(), sql, *m_isDamaged}; }
    /// Rows that the last statement changed.
    [[nodiscard]] std::int64_t changes() const;
    /// Rows that all statements of this program's connection changed.
    [[nodiscard]] std::int64_t totalChanges() const;
    /// Whether its file has been removed, renamed or replaced: what is written is lost.
    [[nodiscard]] bool hasMoved() const;
    [[nodiscard]] bool inTransaction() const;
    /// Whether a DamagedDatabase was thrown since it was opened.
    [[nodiscard]] bool isDamaged() const noexcept { return *m_isDamaged; }

private:
    void open(const std::string& name);
    void check(int code) const;

    struct Close {
        void operator()(sqlite3* database) const noexcept;
    };
    std::unique_ptr<ReservedFiles> m_reserved; // until after the closing
    std::unique_ptr<bool> m_isDamaged;         // where statements find it, also after a move
    std::unique_ptr<sqlite3, Close> m_database;
};

/// Changes that come true together, or not at all. Other writers wait from the start.
class Transaction {
public:
    explicit Transaction(Database& database);
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    /// \throws ReplacedDatabase, DataError
    void commit();

private:
    Database& m_database;
    bool m_open = true;
};

} // namespace ewald::job::queue
