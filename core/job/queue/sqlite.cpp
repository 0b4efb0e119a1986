// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/sqlite.h"

#include "base/phrase.h"

#include <cerrno>
#include <sqlite3.h>

namespace ewald::job::queue {
namespace {

constexpr int kPatience_ms = 10000; // for another program that writes

[[noreturn]] void fail(sqlite3* database) {
    const int code = sqlite3_errcode(database) & 0xff;
    const char* name = sqlite3_db_filename(database, "main");
    const std::string file = name == nullptr ? "" : name;
    const std::string text = sqlite3_errmsg(database);
    const int system = sqlite3_system_errno(database);
    // The shared memory beside the database is a file as well, which is made longer before it is used.
    const bool isFull = code == SQLITE_FULL || sqlite3_extended_errcode(database) == SQLITE_IOERR_SHMSIZE ||
                        ((code == SQLITE_IOERR || code == SQLITE_CANTOPEN) && (system == ENOSPC || system == EDQUOT));
    if (isFull) throw DataError("the store of the queue cannot be used: the disk is full", file, "free space");
    switch (code) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: throw DamagedDatabase(phrase("the store of the queue is damaged (%1)", text), file);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        throw DataError("the store of the queue is in use by another program for too long", file,
                        "try again, or end the program that holds it");
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
        throw DataError(phrase("the store of the queue cannot be written (%1)", text), file,
                        "check the permissions of its folder, or choose another one");
    default: throw DataError(phrase("the store of the queue cannot be used (%1)", text), file);
    }
}

void check(sqlite3* database, int code) {
    if (code != SQLITE_OK) fail(database);
}

} // namespace

Statement::Statement(sqlite3* database, const char* sql) : m_database(database) {
    sqlite3_stmt* statement = nullptr;
    check(database, sqlite3_prepare_v2(database, sql, -1, &statement, nullptr));
    m_statement.reset(statement);
}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const noexcept { sqlite3_finalize(statement); }

void Statement::bindOne(int index, std::int64_t value) {
    check(m_database, sqlite3_bind_int64(m_statement.get(), index, value));
}
void Statement::bindOne(int index, double value) {
    check(m_database, sqlite3_bind_double(m_statement.get(), index, value));
}
void Statement::bindOne(int index, const std::string& value) {
    check(m_database,
          sqlite3_bind_text64(m_statement.get(), index, value.data(), value.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
}

Statement& Statement::again() noexcept {
    sqlite3_reset(m_statement.get());
    return *this;
}

bool Statement::next() {
    switch (sqlite3_step(m_statement.get())) {
    case SQLITE_ROW: return true;
    case SQLITE_DONE: return false;
    default: fail(m_database);
    }
}

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(m_statement.get(), column); }
double Statement::real(int column) const { return sqlite3_column_double(m_statement.get(), column); }
std::string Statement::text(int column) const {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(m_statement.get(), column));
    const int size = sqlite3_column_bytes(m_statement.get(), column);
    return bytes == nullptr ? std::string() : std::string(bytes, static_cast<std::size_t>(size));
}

Database::Database(const std::filesystem::path& file, bool sharedMemory) {
    sqlite3* database = nullptr;
    const int code = sqlite3_open_v2(file.c_str(), &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
    m_database.reset(database);
    if (database == nullptr) throw DataError("out of memory for the store of the queue", file.string());
    check(database, code);
    check(database, sqlite3_busy_timeout(database, kPatience_ms));
    execute(sharedMemory ? "PRAGMA journal_mode=WAL" : "PRAGMA journal_mode=DELETE");
    execute("PRAGMA synchronous=FULL");
    execute("PRAGMA foreign_keys=ON");
}

void Database::Close::operator()(sqlite3* database) const noexcept { sqlite3_close_v2(database); }

void Database::execute(const char* sql) {
    check(m_database.get(), sqlite3_exec(m_database.get(), sql, nullptr, nullptr, nullptr));
}

std::string Database::file() const { return sqlite3_db_filename(m_database.get(), "main"); }

std::int64_t Database::changes() const { return sqlite3_changes64(m_database.get()); }
std::int64_t Database::totalChanges() const { return sqlite3_total_changes64(m_database.get()); }

bool Database::hasMoved() const {
    int moved = 0;
    return sqlite3_file_control(m_database.get(), "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved != 0;
}

bool Database::inTransaction() const { return sqlite3_get_autocommit(m_database.get()) == 0; }

Transaction::Transaction(Database& database) : m_database(database) { database.execute("BEGIN IMMEDIATE"); }

Transaction::~Transaction() {
    if (!m_open) return;
    try {
        m_database.execute("ROLLBACK");
    } catch (const Error&) { // the store has rolled back by itself, as it does after some errors
    }
}

void Transaction::commit() {
    if (m_database.hasMoved())
        throw ReplacedDatabase("another program has replaced the store of the queue", m_database.file(), "try again");
    m_database.execute("COMMIT");
    m_open = false;
}

} // namespace ewald::job::queue
