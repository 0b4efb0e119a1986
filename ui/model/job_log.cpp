// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/job_log.h"

#include "job/events/events.h"
#include "job/run/event_lines.h"
#include "model/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <string_view>
#include <utility>

namespace ewald::ui {

namespace {

constexpr qsizetype kMostLines = 1000; ///< of a part

/// What an event says: a line of the log, or how the job has ended.
class LogLine : public job::JobObserver {
public:
    void onLog(LogLevel level, const std::string& text) noexcept override {
        isError = level == LogLevel::error;
        said = text;
    }
    void onOutcome(const job::JobOutcome& outcome) noexcept override {
        const std::optional<Error>& why = outcome.error ? outcome.error : outcome.lacking;
        if (!why) return;
        isError = isEnd = true;
        said = why->what();
    }
    bool isError = false; ///< which stderr says again
    bool isEnd = false;   ///< which the log may have said
    std::optional<std::string> said;
};

template <class Take>
void forEachLine(std::string_view text, const Take& take) {
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        if (end > 0) take(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
}

} // namespace

JobLogPart JobLog::next(const QueueFeed::Store& store) {
    const job::queue::JobFolder folder = store.folderOf(m_job);
    if (!m_files)
        m_files.emplace(Files{job::queue::GrowingFile(folder.events()), job::queue::GrowingFile(folder.errors())});
    if (m_lines.isEmpty()) {
        // Read before the events: what stderr repeats is then among them for certain.
        const std::string errors = m_files->errors.read();
        takeEvents(m_files->events.read());
        takeErrors(errors);
    }
    JobLogPart part{toQString(folder.path()), m_lines.first(std::min(m_lines.size(), kMostLines)), false};
    m_lines.remove(0, part.lines.size());
    part.more = !m_lines.isEmpty();
    return part;
}

void JobLog::takeEvents(const std::string& text) {
    // Most lines are figures of an iteration, which are not looked into.
    constexpr std::string_view kLog = R"({"event":"log")";
    constexpr std::string_view kOutcome = R"({"event":"outcome")";
    constexpr std::string_view kAttempt = R"({"event":"attempt")";
    forEachLine(text, [&](std::string_view line) {
        // The number of the line counts from the last time that a person had the job tried again.
        if (line.starts_with(kAttempt)) {
            m_lines << QCoreApplication::translate("ewald::ui::JobLog", "— attempt %1 —").arg(++m_attempts);
            m_errorsOfAttempt.clear();
        }
        if (!line.starts_with(kLog) && !line.starts_with(kOutcome)) return;
        LogLine log;
        job::readEvent(line, log);
        if (!log.said) return;
        const bool isNew = !log.isError || m_errorsOfAttempt.insert(*log.said).second;
        if (log.isError) m_errors.insert(*log.said);
        if (isNew || !log.isEnd) m_lines << coreText(*log.said);
    });
}

void JobLog::takeErrors(const std::string& text) {
    constexpr std::string_view kMark = ": error: "; // behind the name of the program
    forEachLine(text, [&](std::string_view line) {
        const std::size_t mark = line.find(kMark);
        if (mark != std::string_view::npos && m_errors.contains(std::string(line.substr(mark + kMark.size())))) return;
        m_lines << coreText(std::string(line));
    });
}

} // namespace ewald::ui
