// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/job_folder.h"

#include "base/error.h"
#include "base/phrase.h"
#include "io/atomic_file.h"
#include "io/process_lock.h"

#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

namespace ewald::job::queue {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

/// \throws DataError when it cannot be read as JSON
Json readJson(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) throw DataError("cannot read the file", file.string());
    Json json = Json::parse(stream, nullptr, false);
    if (!json.is_object()) throw DataError("is not a JSON object", file.string());
    return json;
}

std::string textOf(const Json& json) { return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n"; }

/// A value of the type of `other`, which stands in for a missing or wrong one.
template <class Value>
Value valueOr(const Json& json, const char* key, Value other) {
    const auto found = json.find(key);
    if (found == json.end()) return other;
    try {
        return found->get<Value>();
    } catch (const Json::exception&) {
        return other;
    }
}

Json errorJson(const JobFailure& error) { return {{"what", error.what}, {"where", error.where}, {"hint", error.hint}}; }

JobFailure errorOf(const Json& json) {
    const Json error = valueOr(json, "error", Json::object());
    return {valueOr(error, "what", std::string()), valueOr(error, "where", std::string()),
            valueOr(error, "hint", std::string())};
}

std::string entryText(const QueueJob& job) {
    return textOf({{"id", job.id},
                   {"name", job.name},
                   {"kind", job.kind},
                   {"result", job.result.string()},
                   {"priority", job.priority},
                   {"after", job.after},
                   {"added", job.added}});
}

void writePlain(const fs::path& file, const std::string& text) {
    std::ofstream stream(file, std::ios::binary);
    stream << text;
    stream.close();
    if (!stream) throw DataError("cannot write the file", file.string(), "check the free space");
}

/// What tells one version of a file from another: empty when there is none.
std::string versionOf(const fs::path& file) {
    struct stat found {};
    if (stat(file.c_str(), &found) != 0) return {};
    return std::to_string(found.st_ino) + " " + std::to_string(found.st_size) + " " +
           std::to_string(found.st_mtim.tv_sec) + "." + std::to_string(found.st_mtim.tv_nsec);
}

/// The last `size` bytes, from the start of a line on.
std::string tailOf(const fs::path& file, std::streamoff size) {
    std::ifstream stream(file, std::ios::binary | std::ios::ate);
    if (!stream) return {};
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
        throw DataError(phrase("cannot create the folder of a job (%1)", failed ? failed.message() : "it exists"),
                        m_folder.string(), "check the permissions and the free space");
    writePlain(document(), documentJson);
    writePlain(m_folder / "entry.json", entryText(entry));
}

void JobFolder::writeEntry(const QueueJob& entry) const {
    io::writeTextFile(m_folder / "entry.json", entryText(entry), true);
}

QueueJob JobFolder::readEntry() const {
    const Json json = readJson(m_folder / "entry.json");
    QueueJob job;
    job.id = valueOr(json, "id", 0LL);
    job.name = valueOr(json, "name", m_folder.filename().string());
    job.kind = valueOr(json, "kind", std::string());
    job.result = valueOr(json, "result", std::string());
    job.priority = valueOr(json, "priority", 0);
    job.after = valueOr(json, "after", 0LL);
    job.added = valueOr(json, "added", 0.0);
    return job;
}

void JobFolder::writeStatus(const JobStatus& status) const {
    io::writeTextFile(m_folder / "status.json",
                      textOf({{"state", toString(status.state)},
                              {"error", errorJson(status.error)},
                              {"started", status.started},
                              {"ended", status.ended}}),
                      true);
}

std::optional<JobStatus> JobFolder::readStatus() const {
    try {
        const Json json = readJson(m_folder / "status.json");
        return JobStatus{stateFromName(valueOr(json, "state", std::string())), errorOf(json),
                         valueOr(json, "started", 0.0), valueOr(json, "ended", 0.0)};
    } catch (const DataError&) { // there is none, or none that says anything
        return std::nullopt;
    }
}

void JobFolder::prepareRetry() const {
    if (resultIsNew(readEntry().result)) io::writeTextFile(m_folder / "goes_on.txt", "", true);
    std::error_code failed;
    for (const char* name : {"result_before.txt", "status.json"})
        if (fs::remove(m_folder / name, failed); failed)
            throw DataError(phrase("cannot remove the file (%1)", failed.message()), (m_folder / name).string());
}

bool JobFolder::goesOn() const { return fs::exists(m_folder / "goes_on.txt"); }

void JobFolder::beginAttempt(int number) const {
    std::ofstream stream(events(), std::ios::binary | std::ios::app);
    stream << Json{{"event", "attempt"}, {"number", number}, {"time", now_s()}}.dump() << "\n";
    stream.close();
    if (!stream) throw DataError("cannot write the file", events().string(), "check the free space");
}

bool JobFolder::isBusy() const { return io::ProcessLock::isHeld(lock()); }

pid_t JobFolder::worker() const {
    std::ifstream stream(lock());
    pid_t number = 0;
    return stream >> number ? number : 0;
}

void JobFolder::markResultBefore(const fs::path& result) const {
    const fs::path mark = m_folder / "result_before.txt";
    if (!fs::exists(mark)) io::writeTextFile(mark, versionOf(result), false);
}

bool JobFolder::resultIsNew(const fs::path& result) const {
    std::ifstream stream(m_folder / "result_before.txt", std::ios::binary);
    if (!stream) return false;
    const std::string before{std::istreambuf_iterator<char>(stream), {}};
    const std::string after = versionOf(result);
    return !after.empty() && after != before;
}

std::optional<JobProgress> JobFolder::progress() const {
    constexpr std::streamoff kTail = 8192;
    const std::string text = tailOf(events(), kTail);
    for (std::size_t end = text.rfind('\n'); end != std::string::npos && end > 0;) {
        const std::size_t before = text.rfind('\n', end - 1);
        const std::size_t first = before == std::string::npos ? 0 : before + 1;
        const Json json = Json::parse(text.substr(first, end - first), nullptr, false);
        const std::string event = json.is_object() ? valueOr(json, "event", std::string()) : "";
        if (event == "attempt") break;
        if (event == "progress")
            return JobProgress{valueOr(json, "state", std::string()), valueOr(json, "done", 0.0),
                               valueOr(json, "total", 0.0), valueOr(json, "per_second", 0.0),
                               valueOr(json, "seconds_left", -1.0)};
        end = before;
    }
    return std::nullopt;
}

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
    JobStatus status{QueueState::done, {}, started, now_s()};
    if (outcome.state == JobState::stopped) status.state = QueueState::stopped;
    if (outcome.state == JobState::failed) status.state = QueueState::failed;
    if (outcome.error) status.error = {outcome.error->problem(), outcome.error->where(), outcome.error->hint()};
    return status;
}

} // namespace ewald::job::queue
