// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/store/sqlite.h"

#include "base/long_call.h"
#include "base/phrase.h"

#include <cctype>
#include <cerrno>
#include <sqlite3.h>
#include <string_view>
#include <vector>

namespace ewald::job::queue {
namespace {

constexpr int kPatience_ms = 10000; // for another program that writes

[[noreturn]] void fail(sqlite3* database, bool& damaged) {
    const int code = sqlite3_errcode(database) & 0xff;
    const char* name = sqlite3_db_filename(database, "main");
    const std::string file = name == nullptr ? "" : name;
    const std::string text = sqlite3_errmsg(database);
    const int system = sqlite3_system_errno(database);
    // The shared memory beside the database is a file as well, which is made longer before it is used.
    const bool isFull = code == SQLITE_FULL || sqlite3_extended_errcode(database) == SQLITE_IOERR_SHMSIZE ||
                        ((code == SQLITE_IOERR || code == SQLITE_CANTOPEN) && (system == ENOSPC || system == EDQUOT));
    if (isFull) throw UnwritableDatabase("the store of the queue cannot be used: the disk is full", file, "free space");
    switch (code) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        damaged = true;
        throw DamagedDatabase(phrase("the store of the queue is damaged (%1)", text), file);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        throw DataError("the store of the queue is in use by another program for too long", file,
                        "try again, or end the program that holds it");
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
        throw UnwritableDatabase(phrase("the store of the queue cannot be written (%1)", text), file,
                                 "check the permissions of its folder, or choose another one");
    default: throw DataError(phrase("the store of the queue cannot be used (%1)", text), file);
    }
}

void check(sqlite3* database, int code, bool& damaged) {
    if (code != SQLITE_OK) fail(database, damaged);
}

/// A URI of SQLite for a file that is only looked at.
std::string readOnlyUri(const std::filesystem::path& file) {
    static constexpr std::string_view kDigits = "0123456789abcdef";
    std::string uri = "file:";
    for (const char letter : std::filesystem::absolute(file).string()) {
        const auto byte = static_cast<unsigned char>(letter);
        if (std::isalnum(byte) != 0 || letter == '/' || letter == '.' || letter == '-' || letter == '_')
            uri += letter;
        else
            uri.append("%").append(1, kDigits[byte >> 4U]).append(1, kDigits[byte & 15U]);
    }
    return uri + "?mode=ro&immutable=1";
}

} // namespace

Statement::Statement(sqlite3* database, const char* sql, bool& damaged) : m_database(database), m_isDamaged(&damaged) {
    sqlite3_stmt* statement = nullptr;
    check(database, sqlite3_prepare_v2(database, sql, -1, &statement, nullptr), damaged);
    m_statement.reset(statement);
}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const noexcept { sqlite3_finalize(statement); }

void Statement::bindOne(int index, std::int64_t value) {
    check(m_database, sqlite3_bind_int64(m_statement.get(), index, value), *m_isDamaged);
}
void Statement::bindOne(int index, double value) {
    check(m_database, sqlite3_bind_double(m_statement.get(), index, value), *m_isDamaged);
}
void Statement::bindOne(int index, const std::string& value) {
    check(m_database,
          sqlite3_bind_text64(m_statement.get(), index, value.data(), value.size(), SQLITE_TRANSIENT, SQLITE_UTF8),
          *m_isDamaged);
}

Statement& Statement::again() noexcept {
    sqlite3_reset(m_statement.get());
    return *this;
}

bool Statement::next() {
    longCall("asking a database");
    switch (sqlite3_step(m_statement.get())) {
    case SQLITE_ROW: return true;
    case SQLITE_DONE: return false;
    default: fail(m_database, *m_isDamaged);
    }
}

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(m_statement.get(), column); }
double Statement::real(int column) const { return sqlite3_column_double(m_statement.get(), column); }
std::string Statement::text(int column) const {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(m_statement.get(), column));
    const int size = sqlite3_column_bytes(m_statement.get(), column);
    return bytes == nullptr ? std::string() : std::string(bytes, static_cast<std::size_t>(size));
}

std::optional<Database::Header> Database::header(const std::filesystem::path& file) {
    sqlite3* opened = nullptr;
    const int code =
        sqlite3_open_v2(readOnlyUri(file).c_str(), &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr);
    const std::unique_ptr<sqlite3, decltype(&sqlite3_close_v2)> closed(opened, &sqlite3_close_v2);
    sqlite3_file* content = nullptr;
    Header bytes{};
    if (code != SQLITE_OK ||
        sqlite3_file_control(opened, "main", SQLITE_FCNTL_FILE_POINTER, static_cast<void*>(&content)) != SQLITE_OK ||
        content == nullptr || content->pMethods == nullptr ||
        content->pMethods->xRead(content, bytes.data(), static_cast<int>(bytes.size()), 0) != SQLITE_OK)
        return std::nullopt;
    return bytes;
}

void Database::open(const std::string& name) {
    sqlite3* database = nullptr;
    const int code = sqlite3_open_v2(name.c_str(), &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
    m_database.reset(database);
    if (database == nullptr) throw DataError("out of memory for the store of the queue", name);
    check(code);
}

Database::Database() : m_isDamaged(std::make_unique<bool>(false)) { open(":memory:"); }

Database::Database(const std::filesystem::path& file, bool sharedMemory)
    : m_reserved(std::make_unique<ReservedFiles>(std::vector<std::filesystem::path>{
          file, file.string() + "-wal", file.string() + "-shm", file.string() + "-journal"})),
      m_isDamaged(std::make_unique<bool>(false)) {
    open(file.string());
    check(sqlite3_busy_timeout(m_database.get(), kPatience_ms));
    check(sqlite3_db_config(m_database.get(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr));
    execute(sharedMemory ? "PRAGMA journal_mode=WAL" : "PRAGMA journal_mode=DELETE");
    execute("PRAGMA synchronous=FULL");
    execute("PRAGMA foreign_keys=ON");
}

void Database::Close::operator()(sqlite3* database) const noexcept {
    // The log goes into the file as far as nobody else reads it now; unlike the checkpoint that SQLite would do, this
    // one takes the locks of the log.
    sqlite3_busy_timeout(database, 0);
    sqlite3_wal_checkpoint_v2(database, nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
    sqlite3_close_v2(database);
}

void Database::check(int code) const { queue::check(m_database.get(), code, *m_isDamaged); }

void Database::execute(const char* sql) {
    longCall("asking a database");
    check(sqlite3_exec(m_database.get(), sql, nullptr, nullptr, nullptr));
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
