// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/folder/job_folder.h"

#include "base/error.h"
#include "base/files/system_reason.h"
#include "base/host_name.h"
#include "base/json_text.h"
#include "base/phrase.h"
#include "io/atomic_file.h"
#include "io/scan_progress.h"
#include "job/document/document_format.h"
#include "job/document/json_value.h"

#include <array>
#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace ewald::job::queue {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

/// A regular file, at its end; a FIFO would hold up the program. Not open: there is none.
std::ifstream openRegular(const fs::path& file) {
    std::error_code failed;
    std::ifstream stream;
    if (fs::is_regular_file(file, failed)) stream.open(file, std::ios::binary | std::ios::ate);
    return stream;
}

/// \throws DataError when it cannot be read as JSON
Json readJson(const fs::path& file) {
    std::ifstream stream = openRegular(file);
    if (!stream.is_open()) throw DataError("cannot read the file", file.string());
    stream.seekg(0);
    Json json = parseJson<Json>(stream);
    if (!json.is_object()) throw DataError("is not a JSON object", file.string());
    return json;
}

std::string textOf(const Json& json) { return jsonText(json, 1) + "\n"; }

/// Members of a QueueJob that are plain texts in its entry.
constexpr std::array<std::pair<const char*, std::string QueueJob::*>, 10> kEntryTexts{
    {{"sample", &QueueJob::sample},
     {"data", &QueueJob::data},
     {"comment", &QueueJob::comment},
     {"operator", &QueueJob::operatorName},
     {"devices", &QueueJob::devices},
     {"document_devices", &QueueJob::documentDevices},
     {"runs_on", &QueueJob::runsOn},
     {"backend", &QueueJob::backend},
     {"external", &QueueJob::external},
     {"sweep", &QueueJob::sweep}}};

/// With what the window needs to show it in another language.
Json errorJson(const JobFailure& error) {
    return {{"what", withParts(error.what)}, {"where", error.where}, {"hint", withParts(error.hint)}};
}

JobFailure errorOf(const Json& json) {
    const Json error = valueOr(json, "error", Json::object());
    return {takeParts(valueOr(error, "what", std::string())), valueOr(error, "where", std::string()),
            takeParts(valueOr(error, "hint", std::string()))};
}

std::string entryText(const QueueJob& job) {
    Json json{{"id", job.id},
              {"name", job.name},
              {"kind", job.kind},
              {"result", format::textOfPath(job.result)},
              {"priority", job.priority},
              {"position", job.position},
              {"after", job.after},
              {"added", job.added},
              {"passes", job.passes}};
    const auto add = [&json](const char* key, const auto& value) {
        if (!value.empty()) json[key] = value;
    };
    for (const auto& [key, member] : kEntryTexts) add(key, job.*member);
    add("varied", job.varied);
    add("source", format::textOfPath(job.source));
    if (job.dataPending) json["data_pending"] = true;
    if (job.state == QueueState::paused && !job.isActive()) json["held"] = true;
    return textOf(json);
}

void writePlain(const fs::path& file, const std::string& text) {
    std::ofstream stream(file, std::ios::binary);
    stream << text;
    stream.close();
    if (!stream) throw DataError("cannot write the file", file.string(), "check the free space");
}

/// The last `size` bytes, from the start of a line on.
std::string tailOf(const fs::path& file, std::streamoff size) {
    std::ifstream stream = openRegular(file);
    if (!stream.is_open()) return {};
    const std::streamoff length = stream.tellg();
    stream.seekg(std::max<std::streamoff>(0, length - size));
    std::string text(static_cast<std::size_t>(std::min(length, size)), '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    if (length > size) text.erase(0, text.find('\n') + 1);
    return text;
}

} // namespace

double now_s() { return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count(); }

void JobFolder::create(const std::string& documentJson, const QueueJob& entry) const {
    std::error_code failed;
    if (!fs::create_directory(m_folder, failed))
        throw DataError(phrase("cannot create the folder of a job (%1)", failed ? systemReason(failed) : "it exists"),
                        m_folder.string(), "check the permissions and the free space");
    writePlain(document(), documentJson);
    writePlain(m_folder / "entry.json", entryText(entry));
}

void JobFolder::requireSound() const {
    std::error_code failed;
    if (!fs::is_directory(m_folder, failed) || (!fs::exists(document(), failed) && !failed))
        throw JobError("the folder of the job is gone", m_folder.string(), "add the job again");
    for (const char* name : {"job.json", "entry.json", "status.json", "events.jsonl", "errors.txt", "lock", "wish",
                             "result_before.txt", "goes_on.txt"})
        if (fs::exists(m_folder / name, failed) && !fs::is_regular_file(m_folder / name, failed))
            throw JobError("this should be a file", (m_folder / name).string(), "remove it, then try the job again");
}

std::string JobFolder::readDocument() const {
    std::ifstream stream(document(), std::ios::binary);
    if (!stream) throw DataError("cannot read the job document", document().string());
    return {std::istreambuf_iterator<char>(stream), {}};
}

void JobFolder::writeEntry(const QueueJob& entry) const {
    io::replaceTextFile(m_folder / "entry.json", entryText(entry));
}

QueueJob JobFolder::readEntry() const {
    const Json json = readJson(m_folder / "entry.json");
    QueueJob job;
    job.id = valueOr(json, "id", 0LL);
    job.name = valueOr(json, "name", m_folder.filename().string());
    job.kind = valueOr(json, "kind", std::string());
    job.result = format::pathOfText(valueOr(json, "result", std::string()));
    job.priority = valueOr(json, "priority", 0);
    job.after = valueOr(json, "after", 0LL);
    job.added = valueOr(json, "added", 0.0);
    job.passes = valueOr(json, "passes", 0.0);
    job.position = valueOr(json, "position", static_cast<double>(job.id));
    for (const auto& [key, member] : kEntryTexts) job.*member = valueOr(json, key, std::string());
    job.varied = valueOr(json, "varied", std::vector<std::string>());
    job.source = format::pathOfText(valueOr(json, "source", std::string()));
    job.dataPending = valueOr(json, "data_pending", false);
    if (job.dataPending) job.state = QueueState::waiting;
    if (valueOr(json, "held", false)) job.state = QueueState::paused;
    return job;
}

QueueJob JobFolder::currentEntry() const {
    QueueJob job = readEntry();
    if (const std::optional<JobStatus> status = readStatus()) {
        job.state = status->state;
        job.error = status->error;
        job.started = status->started;
        job.ended = status->ended;
        job.figures = status->figures;
    }
    return job;
}

void JobFolder::writeStatus(const JobStatus& status) const {
    io::replaceTextFile(m_folder / "status.json", textOf({{"state", toString(status.state)},
                                                          {"error", errorJson(status.error)},
                                                          {"started", status.started},
                                                          {"ended", status.ended},
                                                          {"fourier_error", status.figures.fourierError},
                                                          {"resolution_m", status.figures.resolution_m},
                                                          {"no_resolution", withParts(status.figures.noResolution)},
                                                          {"is_saved", status.figures.isSaved},
                                                          {"error_is_high", status.figures.errorIsHigh},
                                                          {"pixels_of_frames", status.figures.pixelsOfFrames}}));
}

void JobFolder::forgetStatus() const noexcept {
    std::error_code ignored;
    fs::remove(m_folder / "status.json", ignored);
}

std::optional<JobStatus> JobFolder::readStatus() const {
    try {
        const Json json = readJson(m_folder / "status.json");
        return JobStatus{stateFromName(valueOr(json, "state", std::string())),
                         errorOf(json),
                         valueOr(json, "started", 0.0),
                         valueOr(json, "ended", 0.0),
                         {valueOr(json, "fourier_error", -1.0), valueOr(json, "resolution_m", -1.0),
                          valueOr(json, "is_saved", false), valueOr(json, "error_is_high", false),
                          valueOr(json, "pixels_of_frames", 0.0),
                          takeParts(valueOr(json, "no_resolution", std::string()))}};
    } catch (const DataError&) { // there is none, or none that says anything
        return std::nullopt;
    }
}

void JobFolder::writeWish(Wish wish) const {
    if (wish != Wish::none) return io::replaceTextFile(m_folder / "wish", std::string(toString(wish)) + "\n");
    std::error_code failed;
    if (fs::remove(m_folder / "wish", failed); failed && failed != std::errc::not_a_directory)
        throw DataError(phrase("cannot remove the file (%1)", systemReason(failed)), (m_folder / "wish").string());
}

Wish JobFolder::readWish() const {
    std::ifstream stream = openRegular(m_folder / "wish");
    std::string name;
    return stream.seekg(0) >> name ? wishFromName(name) : Wish::none;
}

void JobFolder::forgetTurns() const {
    std::error_code ignored;
    fs::remove(turns(), ignored);
}

void JobFolder::prepareRetry(const fs::path& result) const {
    if (resultIsNew(result)) io::replaceTextFile(m_folder / "goes_on.txt", "");
    std::error_code failed;
    if (!io::ProcessLock::isHeld(windowMark())) fs::remove(windowMark(), failed);
    for (const char* name : {"result_before.txt", "status.json"})
        if (fs::remove(m_folder / name, failed); failed)
            throw DataError(phrase("cannot remove the file (%1)", systemReason(failed)), (m_folder / name).string());
}

bool JobFolder::hasBegun() const { return fs::exists(m_folder / "result_before.txt"); }

bool JobFolder::goesOn() const { return fs::exists(m_folder / "goes_on.txt"); }

void JobFolder::beginAttempt(int number) const {
    std::ofstream stream(events(), std::ios::binary | std::ios::app);
    stream << jsonText(Json{{"event", "attempt"}, {"number", number}, {"time", now_s()}}) << "\n";
    stream.close();
    if (!stream) throw DataError("cannot write the file", events().string(), "check the free space");
}

bool JobFolder::isBusy() const { return io::ProcessLock::isHeld(lock()); }

namespace {

/// What noteWorker() has written.
struct WorkerNote {
    pid_t number = 0;
    std::string host; ///< empty: by a program that wrote none
};

WorkerNote readWorkerNote(const fs::path& lock) {
    std::ifstream stream(lock);
    WorkerNote note;
    if (stream >> note.number) stream >> note.host;
    return note;
}

} // namespace

pid_t JobFolder::worker() const {
    const WorkerNote note = readWorkerNote(lock());
    return note.host.empty() || note.host == hostName() ? note.number : 0;
}

std::string JobFolder::hostOfWorker() const { return readWorkerNote(lock()).host; }

void JobFolder::noteWorker(io::ProcessLock& lock) { lock.write(std::to_string(getpid()) + " " + hostName() + "\n"); }

void JobFolder::markResultBefore(const fs::path& result) const {
    const fs::path mark = m_folder / "result_before.txt";
    if (!fs::exists(mark)) io::writeTextFile(mark, io::fileVersion(result), false);
}

bool JobFolder::resultIsNew(const fs::path& result) const {
    std::ifstream stream(m_folder / "result_before.txt", std::ios::binary);
    if (!stream) return false;
    const std::string before{std::istreambuf_iterator<char>(stream), {}};
    const std::string after = io::fileVersion(result);
    return !after.empty() && after != before;
}

std::optional<JobProgress> JobFolder::progress() const {
    constexpr std::streamoff kTail = 8192;
    const std::string text = tailOf(events(), kTail);
    for (std::size_t end = text.rfind('\n'); end != std::string::npos && end > 0;) {
        const std::size_t before = text.rfind('\n', end - 1);
        const std::size_t first = before == std::string::npos ? 0 : before + 1;
        const Json json = parseJson<Json>(text.substr(first, end - first));
        const std::string event = json.is_object() ? valueOr(json, "event", std::string()) : "";
        if (event == "attempt") break;
        if (event == "progress")
            return JobProgress{valueOr(json, "state", std::string()),
                               valueOr(json, "done", 0.0),
                               valueOr(json, "total", 0.0),
                               valueOr(json, "per_second", 0.0),
                               valueOr(json, "seconds_left", -1.0),
                               {valueOr(json, "half", std::size_t{0}), valueOr(json, "halves", std::size_t{0})},
                               valueOr(json, "at_most", false)};
        end = before;
    }
    return std::nullopt;
}

std::string JobFolder::versionOfEvents() const { return io::fileVersion(events()); }

double JobFolder::silence_s() const {
    struct stat found {};
    if (stat(events().c_str(), &found) != 0) return -1;
    return now_s() - (static_cast<double>(found.st_mtim.tv_sec) + 1e-9 * static_cast<double>(found.st_mtim.tv_nsec));
}

std::string JobFolder::lastError() const {
    std::string text = tailOf(errors(), 4096);
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text.substr(text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1);
}

JobStatus statusOf(const JobOutcome& outcome, double started) {
    JobStatus status{QueueState::done, {}, started, now_s(), outcome.figures};
    status.figures.isSaved = !outcome.resultFile.empty();
    if (outcome.state == JobState::stopped) status.state = QueueState::stopped;
    if (outcome.state == JobState::failed) status.state = QueueState::failed;
    const std::optional<Error>& said = outcome.error ? outcome.error : outcome.lacking;
    if (said) status.error = {said->problem(), said->where(), said->hint()};
    return status;
}

} // namespace ewald::job::queue
