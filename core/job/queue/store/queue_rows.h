// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/queue/folder/queue_job.h"
#include "job/queue/store/sqlite.h"

#include <filesystem>
#include <string>
#include <vector>

// The tables of the queue's database: not for use outside QueueStore.
namespace ewald::job::queue {

/// Version of the tables; those of older ones are brought to it, one step a version.
inline constexpr int kStoreVersion = 5;
/// Brings the tables from a version to the next one; 0: there are none yet.
[[nodiscard]] const char* stepFrom(int version) noexcept;

/// "SELECT … FROM jobs ", of which jobOf() makes a job.
extern const char* const kSelectJobs;
/// "ORDER BY …": those that run earlier first.
extern const char* const kByTurn;
[[nodiscard]] QueueJob jobOf(const Statement& row);
/// Adds rows, one at a time. \throws DataError
class JobInsertion {
public:
    explicit JobInsertion(Database& database);
    void add(const QueueJob& job);

private:
    Statement m_job;
    Statement m_source;
};
/// Adds one row. \throws DataError
inline void insertJob(Database& database, const QueueJob& job) { JobInsertion(database).add(job); }

/// A text for the window, which may be shown in another language there, as the store keeps it.
[[nodiscard]] std::string kept(const std::string& text);
[[nodiscard]] std::string unkept(const std::string& text);

/// Name of a job's folder: "000012".
[[nodiscard]] std::string folderName(long long id);

} // namespace ewald::job::queue
