// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/watch/job_trigger.h"

#include "base/ascii_text.h"
#include "base/error.h"
#include "base/files/input_file.h"
#include "base/files/system_reason.h"
#include "base/json_text.h"
#include "base/phrase.h"
#include "io/output_guard.h"
#include "job/document/document_format.h"
#include "job/queue/batch/job_batch.h"
#include "job/queue/local/device_use.h"
#include "job/queue/slurm/slurm_site.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/random.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace ewald::job::queue {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

HttpAnswer answerOf(int status, const Json& json) { return {status, jsonText(json) + "\n"}; }

HttpAnswer errorAnswer(int status, const std::string& what, const std::string& where = {},
                       const std::string& hint = {}) {
    return answerOf(status, {{"error", what}, {"where", where}, {"hint", hint}});
}

HttpAnswer answerOf(int status, const QueueJob& job) {
    return answerOf(status, {{"id", job.id},
                             {"name", job.name},
                             {"state", toString(job.state)},
                             {"result", format::textOfPath(job.result)},
                             {"error", job.error.what},
                             {"where", job.error.where},
                             {"hint", job.error.hint},
                             {"waits_for", job.waitsFor.what}});
}

std::string textOf(const Json& value, const std::string& key) {
    if (!value.is_string()) throw JobError("value is not a text", key);
    return value.get<std::string>();
}

fs::path pathOf(const Json& value, const std::string& key) {
    const fs::path path = format::pathOfText(textOf(value, key));
    if (!path.is_absolute() || path.string().find('\0') != std::string::npos)
        throw JobError("the path is not absolute", key, "begin it with /");
    return path.lexically_normal();
}

long long numberOf(const Json& value, const std::string& key) {
    if (!value.is_number_integer()) throw JobError("value is not a whole number", key);
    if (value.is_number_unsigned() && !std::in_range<long long>(value.get<unsigned long long>()))
        throw JobError("value is too large", key);
    return value.get<long long>();
}

/// "key=value" of a parameter in JSON.
std::string settingOf(const std::string& key, const Json& value) {
    if (value.is_structured() || value.is_null()) throw JobError("value is no number, text or flag", "settings." + key);
    const ParameterDef* def = findParameter(key);
    const std::string text = value.is_string() ? value.get<std::string>() : std::string();
    if (def && !text.empty() && !text.starts_with("/") && !text.starts_with("@/") &&
        namesFile(*def, parseValue(*def, text)))
        throw JobError("the path is not absolute", "settings." + key, "begin it with /");
    return key + "=" + (value.is_string() ? value.get<std::string>() : jsonText(value));
}

/// What a request asks for.
struct Wanted {
    BatchRequest batch;
    std::string document; ///< JSON; empty: a file
};

Wanted wantedOf(const Json& json, const JobDocument& common) {
    static const std::vector<std::string> known{"document", "file",    "template", "settings", "name",
                                                "output",   "sample",  "comment",  "operator", "priority",
                                                "devices",  "backend", "after",    "hold"};
    Wanted wanted;
    BatchRequest& batch = wanted.batch;
    batch.common = common;
    const std::array<std::pair<const char*, std::string*>, 7> texts{{{"name", &batch.name},
                                                                     {"output", &batch.output},
                                                                     {"sample", &batch.sample},
                                                                     {"comment", &batch.comment},
                                                                     {"operator", &batch.operatorName},
                                                                     {"devices", &batch.devices},
                                                                     {"backend", &batch.backend}}};
    for (const auto& [key, value] : json.items()) {
        const auto text = std::find_if(texts.begin(), texts.end(), [&k = key](const auto& t) { return k == t.first; });
        if (text != texts.end()) {
            *text->second = textOf(value, key);
            // The folder of this program means nothing to the one that sends the request.
            if (key == "output" && !text->second->starts_with("/") && !text->second->starts_with("{folder}"))
                throw JobError("the path is not absolute", key, "begin it with / or {folder}");
        } else if (key == "document") {
            if (!value.is_object()) throw JobError("value is not a job document", key);
            wanted.document = jsonText(value);
        } else if (key == "file") {
            batch.inputs = {pathOf(value, key)};
        } else if (key == "template") {
            batch.common = documentFrom(pathOf(value, key));
        } else if (key == "settings") {
            if (!value.is_object()) throw JobError("value is not an object", key, "{\"batch_size\": 16}");
            for (const auto& [name, setting] : value.items()) batch.settings.push_back(settingOf(name, setting));
        } else if (key == "priority") {
            batch.priority = static_cast<int>(std::clamp(numberOf(value, key), -1000000LL, 1000000LL));
        } else if (key == "after") {
            batch.after = numberOf(value, key);
        } else if (key == "hold") {
            if (!value.is_boolean()) throw JobError("value is not true or false", key);
            batch.held = value.get<bool>();
        } else {
            const auto near = suggestWord(key, known);
            throw JobError(phrase("unknown key \"%1\"", key.substr(0, 80)), {},
                           near ? phrase("did you mean %1?", *near) : std::string());
        }
    }
    if (batch.inputs.empty() == wanted.document.empty())
        throw JobError("the request has to hold either a file or a document", {}, "{\"file\": \"/data/scan.h5\"}");
    return wanted;
}

/// The job of a document in a request, whose paths have to be absolute.
PlannedJob plannedDocument(const Wanted& wanted, const std::vector<fs::path>& taken) {
    PlannedJob planned;
    NewJob& job = planned.job;
    job.document = parseJob(wanted.document, "document");
    const JobDocument before = job.document;
    resolvePaths(job.document, "/");
    if (!(job.document == before)) throw JobError("the document holds relative paths", "document", "begin them with /");
    validateJob(job.document);
    if (std::find(taken.begin(), taken.end(), job.document.outputFile) != taken.end())
        throw JobError("a job of the queue writes this file, or will when it is tried again",
                       job.document.outputFile.string(),
                       "give another output; removing a stopped job sets its output free");
    for (const fs::path& input : job.document.files()) io::requireOtherFile(job.document.outputFile, input);
    if (std::error_code failed; fs::exists(job.document.outputFile, failed))
        throw JobError("the result exists already", job.document.outputFile.string(), "choose another output");
    const BatchRequest& batch = wanted.batch;
    job.name = batch.name == BatchRequest().name ? job.document.files().front().stem().string() : batch.name;
    job.priority = batch.priority;
    job.after = batch.after;
    job.sample = batch.sample;
    job.comment = batch.comment;
    job.operatorName = batch.operatorName;
    job.devices = batch.devices;
    job.backend = batch.backend;
    job.held = batch.held;
    return planned;
}

/// A file that is not there yet may come; one that cannot, does not.
void checkFile(const fs::path& file) {
    std::error_code failed;
    const fs::file_status found = fs::status(file, failed);
    if (found.type() == fs::file_type::none)
        throw JobError(phrase("cannot look at the file (%1)", systemReason(failed)), file.string());
    if (found.type() == fs::file_type::directory) throw JobError("this is a folder", file.string(), "name a file");
    if (fs::exists(found) && !fs::is_regular_file(found))
        throw JobError("this is no file", file.string(), "name a file");
    if (!fs::is_directory(file.parent_path(), failed))
        throw JobError("no such folder", file.parent_path().string(), "name a folder that is there");
}

/// To a request for a file that has its job: what it says otherwise would be lost.
HttpAnswer answerAgain(const QueueJob& job, const Json& json, const BatchRequest& batch) {
    const PlannedJob planned = planJobs(batch, {}, false).front();
    std::string other;
    const auto compare = [&](const char* key, const std::string& wanted, const std::string& is) {
        if (json.contains(key) && wanted != is) other += (other.empty() ? "" : ", ") + std::string(key);
    };
    if (!planned.problem) compare("name", planned.job.name, job.name);
    if (!planned.problem && !hasEnded(job.state))
        compare("output", planned.job.document.outputFile.string(), job.result.string());
    compare("sample", planned.job.sample, job.sample);
    compare("comment", batch.comment, job.comment);
    compare("operator", batch.operatorName, job.operatorName);
    compare("devices", batch.devices, job.devices);
    if (other.empty()) return answerOf(200, job);
    return errorAnswer(409, phrase("the file has a job already, job %1, with another value of: %2", job.id, other),
                       job.source.string(), "change that job, or send a job document");
}

int statusOf(ErrorKind kind) { return kind == ErrorKind::bug ? 500 : 422; }

} // namespace

std::optional<HttpAnswer> JobTrigger::refusal(const HttpRequest& request) const {
    constexpr std::string_view kScheme = "Bearer ";
    const auto given = request.headers.find("authorization");
    if (given == request.headers.end() || !given->second.starts_with(kScheme) ||
        !sameSecret(std::string_view(given->second).substr(kScheme.size()), m_token))
        return errorAnswer(401, "the token is missing or wrong", "Authorization",
                           "send \"Authorization: Bearer TOKEN\"");
    return std::nullopt;
}

HttpAnswer JobTrigger::answer(const HttpRequest& request) {
    constexpr std::string_view kJobs = "/jobs", kJob = "/jobs/";
    if (std::optional<HttpAnswer> no = refusal(request)) return *std::move(no);
    try {
        if (request.path == kJobs)
            return request.method == "POST" ? add(request.body) : errorAnswer(405, "only POST is known here", "/jobs");
        if (request.path.starts_with(kJob))
            return request.method == "GET" ? show(request.path.substr(kJob.size()))
                                           : errorAnswer(405, "only GET is known here", "/jobs/ID");
        return errorAnswer(404, "there is nothing here", {}, "POST /jobs, GET /jobs/ID");
    } catch (const Error& error) {
        // It is in use, away, or the disk is full: try again.
        if (error.where() == (m_store.folder() / "queue.db") || error.where() == m_store.folder())
            return errorAnswer(503, error.problem(), {}, error.hint());
        return errorAnswer(statusOf(error.kind()), error.problem(), error.where(), error.hint());
    } catch (const std::exception& error) {
        return errorAnswer(500, error.what());
    }
}

HttpAnswer JobTrigger::show(const std::string& number) {
    long long id = 0;
    const auto [end, failed] = std::from_chars(number.data(), number.data() + number.size(), id);
    const bool isNumber = failed == std::errc{} && end == number.data() + number.size();
    const std::optional<QueueJob> job = isNumber ? m_store.find(id) : std::nullopt;
    return job ? answerOf(200, *job) : errorAnswer(404, "the queue has no such job");
}

HttpAnswer JobTrigger::add(const std::string& body) {
    Json json = parseJson<Json>(body);
    if (!json.is_object()) return errorAnswer(400, "the body is not a JSON object, or has too many levels");
    if (json.contains("format")) json = Json{{"document", json}};
    Wanted wanted = wantedOf(json, m_common);
    if (wanted.batch.after != 0 && !m_store.find(wanted.batch.after))
        throw JobError(phrase("the queue has no job %1", wanted.batch.after), "after");
    requirePossibleDevices(wanted.batch.devices);
    requireKnownBackend(wanted.batch.backend);
    const bool isFile = wanted.document.empty();
    const fs::path file = isFile ? wanted.batch.inputs.front() : fs::path();
    if (isFile) {
        if (const std::optional<QueueJob> job = m_store.jobOfSource(file)) return answerAgain(*job, json, wanted.batch);
        checkFile(file);
        if (file.extension() == ".json") throw JobError("this is no scan", file.string(), "send the document itself");
        wanted.batch.patternsAreStacks = true; // one request makes one job
    }
    const long long id = addPlanned(m_store, [&](const std::vector<fs::path>& taken) {
                             PlannedJob planned =
                                 isFile ? planJobs(wanted.batch, taken, false).front() : plannedDocument(wanted, taken);
                             if (planned.problem) raise(*planned.problem);
                             planned.job.source = file;
                             if (isFile) planned.job.waitsForData = {phrase("waiting for data"), file.string(), ""};
                             return std::vector<NewJob>{std::move(planned.job)};
                         }).front();
    if (id != 0) return answerOf(201, *m_store.find(id));
    const std::optional<QueueJob> job = m_store.jobOfSource(file);
    return job ? answerOf(200, *job)
               : errorAnswer(409, "this file had a job, which a person has removed", file.string(),
                             "restore that job, or send a job document");
}

std::string tokenOf(const fs::path& file) {
    std::error_code failed;
    if (!fs::exists(file, failed)) {
        std::array<unsigned char, 32> random{};
        if (getrandom(random.data(), random.size(), 0) != static_cast<ssize_t>(random.size()))
            throw DataError("cannot make a token", file.string(), "write at least 16 random characters into it");
        std::string token;
        for (const unsigned char byte : random) {
            std::array<char, 3> digits{};
            std::snprintf(digits.data(), digits.size(), "%02x", byte);
            token += digits.data();
        }
        const int descriptor = open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        const std::string line = token + "\n";
        const bool written =
            descriptor >= 0 && write(descriptor, line.data(), line.size()) == static_cast<ssize_t>(line.size());
        const std::string reason = systemReason(errno);
        if (descriptor >= 0) close(descriptor);
        if (!written) throw DataError(phrase("cannot write the token (%1)", reason), file.string());
        return token;
    }
    struct stat found {};
    if (stat(file.c_str(), &found) != 0 || (found.st_mode & 0077) != 0)
        throw DataError("others can read the token", file.string(), "chmod 600 it");
    const std::string text = readSmallFile(file, 4096, "give a file with a token");
    std::string token(trimmedEnd(text));
    if (token.size() < 16)
        throw DataError("the token is too short", file.string(), "write at least 16 random characters into it");
    return token;
}

} // namespace ewald::job::queue
