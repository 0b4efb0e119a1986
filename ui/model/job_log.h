// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/queue/folder/growing_file.h"
#include "model/queue_feed.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <set>
#include <string>

namespace ewald::ui {

/// Lines of the log of a job that have come since the part before.
struct JobLogPart {
    QString folder; ///< of the job
    QStringList lines;
    bool more = false; ///< further ones are there already
};

/// What the processes of a job of the queue have said in all attempts, and what they wrote to stderr: read as it comes,
/// from the first line on. On the thread of the store.
class JobLog {
public:
    explicit JobLog(long long job) : m_job(job) {}

    /// The next lines, which are never too many for one step of the window.
    [[nodiscard]] JobLogPart next(const QueueFeed::Store& store);

private:
    struct Files {
        job::queue::GrowingFile events;
        job::queue::GrowingFile errors;
    };
    void takeEvents(const std::string& text);
    void takeErrors(const std::string& text);

    long long m_job;
    std::optional<Files> m_files;
    int m_attempts = 0;
    QStringList m_lines;                     ///< not handed over yet
    std::set<std::string> m_errorsOfAttempt; ///< that the events of the newest attempt have said
    std::set<std::string> m_errors;          ///< that the events have said: stderr says them again
};

} // namespace ewald::ui
