// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/folder/report_job.h"

#include "base/error.h"
#include "base/json_text.h"
#include "base/phrase.h"
#include "io/atomic_file.h"
#include "io/output_guard.h"
#include "job/queue/folder/runner_lock.h"

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

namespace ewald::job::queue {

namespace {

/// Warnings and errors of the log, of the newest attempt.
std::vector<std::string> warningsIn(const std::filesystem::path& events) {
    constexpr std::size_t kMost = 200;
    std::vector<std::string> warnings;
    std::error_code failed;
    if (!std::filesystem::is_regular_file(events, failed)) return warnings;
    std::ifstream stream(events);
    for (std::string line; std::getline(stream, line);) {
        const auto event = parseJson<nlohmann::json>(line);
        if (!event.is_object()) continue; // cut off
        const std::string what = event.value("event", std::string());
        if (what == "attempt") warnings.clear();
        if (what != "log" || event.value("level", std::string()) == "info" || warnings.size() >= kMost) continue;
        static_cast<void>(takeParts(event.value("text_parts", std::string()))); // for a page in another language
        warnings.push_back(event.value("text", std::string()));
    }
    return warnings;
}

/// A job that was refused, as its result exists already, has none: that one, and the report beside it, are another
/// job's.
bool hasOwnResult(const QueueJob& job) { return job.state != QueueState::failed || job.figures.isSaved; }

} // namespace

report::ReportSource reportSource(const JobFolder& folder, const QueueJob& job) {
    report::ReportSource source;
    if (!io::isNullDevice(job.result) && hasOwnResult(job)) source.result = job.result;
    source.name = job.name;
    source.state = toString(job.state);
    source.failed = job.error.what;
    if (!job.error.where.empty()) source.failed = phrase("%1: %2", source.failed, job.error.where);
    if (!job.error.hint.empty()) source.failed = phrase("%1; %2", source.failed, job.error.hint);
    source.sample = job.sample;
    source.comment = job.comment;
    source.operatorName = job.operatorName;
    source.host = folder.hostOfWorker();
    source.started = job.started;
    source.ended = job.ended;
    source.warnings = warningsIn(folder.events());
    try {
        source.document = readJob(folder.document());
    } catch (const Error&) { // the result has one of its own
    }
    return source;
}

std::filesystem::path writeReport(const JobFolder& folder, const QueueJob& job, const report::Language& language) {
    const report::ReportSource source = reportSource(folder, job);
    const bool some = hasOwnResult(job) && !job.result.empty() && std::filesystem::is_regular_file(job.result);
    std::filesystem::path file = some ? report::reportBeside(job.result) : folder.path() / "report.html";
    report::write(file, report::makeReport(source, language), language, false);
    return file;
}

bool hasReport(const JobFolder& folder, const std::filesystem::path& result) {
    std::error_code failed;
    const auto timeOf = [&](const std::filesystem::path& file) {
        const std::filesystem::file_time_type time = std::filesystem::last_write_time(file, failed);
        return failed ? std::filesystem::file_time_type::min() : time;
    };
    const std::filesystem::file_time_type begun = timeOf(folder.lock());
    return std::max(timeOf(folder.path() / "report.html"),
                    result.empty() ? begun : timeOf(report::reportBeside(result))) > begun;
}

std::string leaveReport(const JobFolder& folder, const std::filesystem::path& result,
                        const report::Language& language) noexcept {
    try {
        QueueJob job = folder.currentEntry();
        job.result = result;
        static_cast<void>(writeReport(folder, job, language));
    } catch (const std::exception& error) {
        return phrase("the report was not written: %1", std::string(error.what()));
    }
    return {};
}

ReportThread::~ReportThread() {
    if (m_last.valid()) m_last.wait();
}

void ReportThread::add(const JobFolder& folder, const std::filesystem::path& result) {
    const std::filesystem::path note = noteOf(folder);
    try {
        std::error_code failed;
        std::filesystem::create_directory(note.parent_path(), failed);
        io::replaceTextFile(note, m_owner);
    } catch (const Error&) { // of a full disk: the report will be missing when this program is killed
    }
    m_last = std::async(std::launch::async,
                        [before = std::move(m_last), folder, result, language = m_language, note]() mutable {
                            if (before.valid()) before.wait();
                            static_cast<void>(leaveReport(folder, result, language));
                            std::error_code ignored;
                            std::filesystem::remove(note, ignored);
                        });
}

std::vector<long long> ReportThread::leftByOthers() const {
    std::vector<long long> left;
    std::error_code failed;
    for (std::filesystem::directory_iterator entry(m_store / "reports", failed), end; !failed && entry != end;
         entry.increment(failed)) {
        const long long id = std::atoll(entry->path().filename().c_str());
        std::string owner;
        std::getline(std::ifstream(entry->path()), owner);
        if (id > 0 && owner != m_owner && !RunnerLock::isAlive(m_store, owner)) left.push_back(id);
    }
    return left;
}

void ReportThread::forget(const JobFolder& folder) const noexcept {
    std::error_code ignored;
    std::filesystem::remove(noteOf(folder), ignored);
}

} // namespace ewald::job::queue
