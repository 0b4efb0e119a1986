// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/watch/folder_watcher.h"

#include "base/error.h"
#include "base/files/system_reason.h"
#include "base/phrase.h"
#include "io/own_file.h"
#include "io/stack/names/name_order.h"
#include "job/queue/batch/job_batch.h"

#include <algorithm>

namespace ewald::job::queue {
namespace {

namespace fs = std::filesystem;
using io::ScanProgress;

constexpr std::size_t kMostLookedAtForGrowth = 50;
constexpr std::chrono::milliseconds kLongestStep{500};
constexpr std::chrono::seconds kLongestPause{10}; // between looks at a file that does not change

/// "waiting for data, 312 of 1000 frames".
JobFailure waitingFor(const ScanProgress& progress) {
    JobFailure words;
    if (progress.promised > 0)
        words.what = phrase("waiting for data, %1 of %2 frames", progress.frames, progress.promised);
    else if (progress.frames > 0)
        words.what = phrase("waiting for data, %1 {frame|frames} so far", progress.frames);
    else
        words.what = phrase("waiting for data");
    words.where = progress.where;
    words.hint = progress.reason.empty()
                     ? phrase("nothing marks the file as complete: it begins when the file does not change any more")
                     : progress.reason;
    return words;
}

JobFailure neverFinished(const ScanProgress& progress, double seconds) {
    JobFailure words;
    const auto time = static_cast<long long>(seconds);
    words.what = progress.promised > 0
                     ? phrase("the scan was never finished: %1 of %2 frames, and nothing has changed for %3 s (%4)",
                              progress.frames, progress.promised, time, progress.reason)
                     : phrase("the scan was never finished: nothing has changed for %1 s (%2)", time, progress.reason);
    words.where = progress.where;
    words.hint = phrase("try it again to take what is there");
    if (progress.isOther) {
        words.what = phrase("the file is no HDF5 file, although it is named like one");
        words.hint = phrase("give it the ending of its own format, or remove the job");
    }
    return words;
}

/// How long a file that is not complete may stay as it is.
double patienceWith(const ScanProgress& progress, const WatchedFolder& watched) {
    return progress.isOther ? watched.quiet_s : watched.patience_s;
}

/// What is noted of a file without what is noted of those that it leads to: as io::fileVersion() gives it.
std::string ofFileItself(const std::string& version) {
    std::size_t end = 0;
    for (int part = 0; part < 3 && end != std::string::npos; ++part) end = version.find(' ', end == 0 ? 0 : end + 1);
    return version.substr(0, end);
}

} // namespace

std::vector<std::string> FolderWatcher::problems() { return std::exchange(m_problems, {}); }

void FolderWatcher::readSettings() {
    std::set<fs::path> watched;
    for (WatchedFolder& found : watchedFolders(m_store)) {
        watched.insert(found.folder);
        Folder& folder = m_folders[found.folder];
        if (folder.watched == found) continue;
        folder = {};
        folder.known.insert(found.ignored.begin(), found.ignored.end());
        folder.watched = std::move(found);
    }
    std::erase_if(m_folders, [&](const auto& folder) { return !watched.contains(folder.first); });
}

void FolderWatcher::report(long long id) {
    if (!m_report) return;
    if (const std::optional<QueueJob> job = m_store.find(id)) m_report(*job);
}

void FolderWatcher::step() {
    if (const std::uint64_t version = m_store.version(); version != m_version) {
        readSettings();
        m_waiting = m_store.jobsWithoutData();
        m_version = version;
    }
    for (auto& [path, folder] : m_folders) look(folder);
    // Hundreds of files take their time: some now, the others at the next call.
    const auto end = Clock::now() + kLongestStep;
    for (std::size_t count = m_waiting.size(); count-- > 0 && Clock::now() < end; ++m_turn)
        lookAtData(m_waiting[m_turn % m_waiting.size()]);
    std::erase_if(m_looks, [this](const auto& look) {
        return std::none_of(m_waiting.begin(), m_waiting.end(),
                            [&](const QueueJob& job) { return job.id == look.first; });
    });
    if (Clock::now() < m_nextGrowth) return;
    m_nextGrowth = Clock::now() + m_growthPeriod;
    for (auto& [path, folder] : m_folders) lookForGrowth(folder);
}

bool FolderWatcher::isDue(Folder& folder) {
    // Names that come change the time of the folder; a look now and then does not rely on it. What happens within the
    // grain of that time after a look would be overlooked.
    constexpr std::chrono::seconds kLongest{10}, kGrain{3};
    std::error_code failed;
    const fs::file_time_type changed = fs::last_write_time(folder.watched.folder, failed);
    const auto now = Clock::now();
    const bool waits = std::any_of(folder.refused.begin(), folder.refused.end(),
                                   [](const auto& refused) { return !refused.second.isSaid; });
    if (waits && now - folder.looked > std::chrono::milliseconds(500)) folder.changed = {};
    if (!failed && changed == folder.changed && now - folder.looked < kLongest &&
        fs::file_time_type::clock::now() - changed > kGrain)
        return false;
    folder.changed = changed;
    folder.looked = now;
    return true;
}

void FolderWatcher::look(Folder& folder) {
    if (!isDue(folder)) return;
    std::error_code failed;
    std::vector<fs::path> found;
    for (fs::directory_iterator entry(folder.watched.folder, failed), end; !failed && entry != end;
         entry.increment(failed)) {
        const std::string name = entry->path().filename().string();
        if (!folder.known.contains(name) && looksLikeScan(entry->path(), folder.watched.pattern))
            found.push_back(entry->path());
    }
    std::erase_if(folder.refused, [&](const auto& refused) {
        return std::none_of(found.begin(), found.end(),
                            [&](const fs::path& file) { return file.filename() == refused.first; });
    });
    const std::string problem =
        failed ? phrase("cannot read the folder (%1): %2", systemReason(failed), folder.watched.folder.string()) : "";
    if (!problem.empty() && problem != folder.problem) m_problems.push_back(problem);
    folder.problem = problem;
    io::sortByNumbers(found);
    std::erase_if(found, [&](const fs::path& file) { return !isNew(folder, file); });
    if (!found.empty()) leaveOutRenamed(folder, found);
    if (!found.empty()) addJobs(folder, found);
}

void FolderWatcher::leaveOutRenamed(Folder& folder, std::vector<fs::path>& files) {
    std::map<std::string, QueueStore::Source> known; // by what their files were when they were looked at last
    for (QueueStore::Source& source : m_store.sources()) {
        if (source.file.parent_path() != folder.watched.folder) continue;
        const auto look = m_looks.find(source.id);
        const std::string version =
            ofFileItself(source.seen.empty() && look != m_looks.end() ? look->second.state : source.seen);
        if (!version.empty()) known.emplace(version, std::move(source));
    }
    std::erase_if(files, [&](const fs::path& file) {
        const auto source = known.find(io::fileVersion(file));
        std::error_code failed;
        if (source == known.end() || fs::exists(source->second.file, failed)) return false;
        m_store.renameSource(source->second.id, file);
        folder.known.erase(source->second.file.filename().string());
        folder.known.insert(file.filename().string());
        folder.refused.erase(file.filename().string());
        report(source->second.id);
        return true;
    });
}

bool FolderWatcher::isNew(Folder& folder, const fs::path& file) {
    const std::string name = file.filename().string();
    if (const std::optional<QueueJob> job = m_store.jobOfSource(file)) {
        folder.newest.push_front(job->id);
        folder.known.insert(name);
        return false;
    }
    std::error_code failed;
    if (!fs::is_regular_file(file, failed)) return false;
    const auto refused = folder.refused.find(name);
    if (refused != folder.refused.end() && refused->second.isSaid && refused->second.file == io::fileVersion(file))
        return false;
    if (!m_store.hasSource(file) && !m_store.isResult(file) && !io::isOwnFile(file)) return true;
    folder.known.insert(name);
    return false;
}

void FolderWatcher::addJobs(Folder& folder, const std::vector<fs::path>& files) {
    const WatchedFolder& watched = folder.watched;
    BatchRequest request;
    request.inputs = files;
    request.common = watched.common;
    request.name = watched.name;
    request.output = watched.output;
    request.priority = watched.priority;
    request.sample = watched.sample;
    request.comment = watched.comment;
    request.operatorName = watched.operatorName;
    request.devices = watched.devices;
    request.backend = watched.backend;
    const std::vector<PlannedJob> planned = planJobs(request, m_store.plannedResults(), false);
    std::vector<NewJob> jobs;
    for (std::size_t i = 0; i < planned.size(); ++i) {
        if (planned[i].problem) {
            refuse(folder, files[i], *planned[i].problem);
            continue;
        }
        NewJob& job = jobs.emplace_back(planned[i].job);
        job.source = files[i];
        job.waitsForData = waitingFor({});
    }
    if (jobs.empty()) return;
    std::vector<long long> ids;
    try {
        ids = m_store.add(jobs);
    } catch (const ResultTaken&) { // by another program, just now: the next look finds other names
        folder.looked = {};
        folder.changed = {};
        return;
    }
    for (const NewJob& job : jobs) {
        folder.known.insert(job.source.filename().string());
        folder.refused.erase(job.source.filename().string());
    }
    for (const long long id : ids) {
        if (id == 0) continue; // another program was faster
        folder.newest.push_front(id);
        report(id);
    }
    m_waiting = m_store.jobsWithoutData(); // which are looked at in the same step
}

/// What is read from a file may not be in it yet: it waits as long as the file changes, and is explained then.
void FolderWatcher::refuse(Folder& folder, const fs::path& file, const Error& problem) {
    Refused& refused = folder.refused[file.filename().string()];
    const auto now = Clock::now(); // before the look, which may take long
    const ScanProgress progress = io::lookAtProgress(file);
    if (refused.state != progress.version) refused = {progress.version, {}, now, false};
    refused.file = io::fileVersion(file);
    const WatchedFolder& watched = folder.watched;
    const double patience_s = progress.state == ScanProgress::State::complete   ? 0
                              : progress.state == ScanProgress::State::unmarked ? watched.quiet_s
                                                                                : patienceWith(progress, watched);
    if (std::chrono::duration<double>(now - refused.since).count() < patience_s) return;
    refused.isSaid = true; // it is looked at again when the file changes
    m_problems.emplace_back(problem.what());
}

const WatchedFolder* FolderWatcher::folderOf(const QueueJob& job) const {
    const auto found = m_folders.find(job.source.parent_path());
    return found == m_folders.end() ? nullptr : &found->second.watched;
}

void FolderWatcher::lookAtData(const QueueJob& job) {
    const auto now = Clock::now();
    const auto [place, isNew] = m_looks.try_emplace(job.id);
    Look& look = place->second;
    if (isNew) look.since = now;
    if (now < look.next) return;
    static const WatchedFolder usual;
    const WatchedFolder* folder = folderOf(job);
    const WatchedFolder& watched = folder ? *folder : usual;
    const fs::path file = job.source.empty() ? m_store.documentOf(job.id).inputFile : job.source;
    const ScanProgress progress = io::lookAtProgress(file);
    const std::string state = progress.version + " " + std::to_string(progress.frames) + " " + progress.reason;
    if (state != look.state) {
        look.state = state;
        look.since = now;
    }
    const double still_s = std::chrono::duration<double>(now - look.since).count();
    const bool quiet = progress.state == ScanProgress::State::unmarked && still_s >= watched.quiet_s;
    look.next = now + std::min<Clock::duration>(kLongestPause, (now - look.since) / 4);
    bool changed = false;
    if (progress.state == ScanProgress::State::complete || quiet) {
        changed = m_store.dataIsComplete(job.id, progress.version);
    } else if (progress.state == ScanProgress::State::writing && still_s >= patienceWith(progress, watched)) {
        changed = m_store.failForData(job.id, neverFinished(progress, still_s));
    } else if (const JobFailure words = waitingFor(progress); words != job.waitsFor) {
        changed = m_store.setDataPending(job.id, words);
    }
    if (changed) report(job.id);
}

void FolderWatcher::lookForGrowth(Folder& folder) {
    if (folder.newest.size() > kMostLookedAtForGrowth) folder.newest.resize(kMostLookedAtForGrowth);
    for (const long long id : folder.newest) {
        const std::optional<QueueJob> job = m_store.find(id);
        if (!job || job->dataPending) continue;
        const std::string before = m_store.sourceSeen(id);
        if (before.empty() || before.starts_with(io::fileVersion(job->source))) continue;
        if (io::fileVersion(job->source).empty()) continue; // the job says so, if it needs it still
        const ScanProgress progress = io::lookAtProgress(job->source);
        const JobFailure remark{
            progress.frames > 0
                ? phrase("its file has changed since: %1 {frame is|frames are} there now", progress.frames)
                : phrase("its file has changed since"),
            job->source.string(), phrase("duplicate the job to take all that is there")};
        m_store.noteSource(id, progress.version, remark);
        report(id);
    }
}

} // namespace ewald::job::queue
