// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/watch/watched_folder.h"

#include "base/error.h"
#include "base/files/system_reason.h"
#include "base/json_text.h"
#include "base/phrase.h"
#include "job/document/document_format.h"
#include "job/queue/batch/job_batch.h"
#include "job/queue/batch/name_expression.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace ewald::job::queue {
namespace {

namespace fs = std::filesystem;
using KeptJson = nlohmann::json; // objects sorted by name

constexpr const char* kPrefix = "watch:";

std::string keyOf(const fs::path& folder) { return kPrefix + format::textOfPath(folder); }

/// The name of a file, which need not be valid UTF-8.
std::string textOfName(const std::string& name) {
    std::string text = format::textOfPath(name);
    return text == name ? name : format::textOfPath("/" + name);
}
std::string nameOfText(const std::string& text) {
    const fs::path path = format::pathOfText(text);
    return path == text ? text : path.filename().string();
}

constexpr std::array<std::pair<const char*, std::string WatchedFolder::*>, 8> kTexts{
    {{"pattern", &WatchedFolder::pattern},
     {"name", &WatchedFolder::name},
     {"output", &WatchedFolder::output},
     {"sample", &WatchedFolder::sample},
     {"comment", &WatchedFolder::comment},
     {"operator", &WatchedFolder::operatorName},
     {"devices", &WatchedFolder::devices},
     {"backend", &WatchedFolder::backend}}};

std::string textOf(const WatchedFolder& watched) {
    KeptJson json{{"document", toJson(watched.common)},
                  {"priority", watched.priority},
                  {"quiet_s", watched.quiet_s},
                  {"patience_s", watched.patience_s},
                  {"ignored", KeptJson::array()}};
    for (const std::string& name : watched.ignored) json["ignored"].push_back(textOfName(name));
    for (const auto& [key, member] : kTexts) json[key] = watched.*member;
    return jsonText(json);
}

std::optional<WatchedFolder> watchedOf(const std::string& key, const std::string& text) {
    try {
        const auto json = parseJson<KeptJson>(text);
        WatchedFolder watched;
        watched.folder = format::pathOfText(key.substr(std::string(kPrefix).size()));
        watched.common = parseJob(json.at("document").get<std::string>(), watched.folder.string());
        watched.priority = json.at("priority").get<int>();
        watched.quiet_s = json.at("quiet_s").get<double>();
        watched.patience_s = json.at("patience_s").get<double>();
        for (const auto& name : json.at("ignored").get<std::vector<std::string>>())
            watched.ignored.push_back(nameOfText(name));
        for (const auto& [name, member] : kTexts) watched.*member = json.at(name).get<std::string>();
        return watched;
    } catch (const KeptJson::exception&) {
        return std::nullopt;
    } catch (const Error&) {
        return std::nullopt;
    }
}

} // namespace

std::vector<WatchedFolder> watchedFolders(QueueStore& store) {
    std::vector<WatchedFolder> found;
    for (const auto& [key, text] : store.settings(kPrefix))
        if (std::optional<WatchedFolder> watched = watchedOf(key, text)) found.push_back(*std::move(watched));
    return found;
}

void watchFolder(QueueStore& store, WatchedFolder watched, bool withExisting) {
    watched.folder = fs::absolute(watched.folder).lexically_normal();
    if (!watched.folder.has_filename()) watched.folder = watched.folder.parent_path();
    std::error_code failed;
    if (!fs::is_directory(watched.folder, failed))
        throw DataError("no such folder", watched.folder.string(), "name a folder that is there");
    for (const auto& [key, member] : kTexts)
        if (const std::string& text = watched.*member; format::validText(text) != text)
            throw JobError("the text is not valid UTF-8", phrase("%1: %2", key, format::validText(text)),
                           "write it in UTF-8, or let the names of the scans decide: {folder}/{name}.h5");
    const NameParts parts{watched.folder / "name.h5", "", 1, 1, watched.sample, watched.operatorName, &watched.common};
    for (const auto& [what, expression] : {std::pair("name", &watched.name), std::pair("output", &watched.output)}) {
        try {
            static_cast<void>(expandName(*expression, parts, what));
        } catch (const DataError&) { // a value of a file that is not there yet
        }
    }
    const std::string before = store.setting(keyOf(watched.folder));
    const std::optional<WatchedFolder> earlier = watchedOf(keyOf(watched.folder), before);
    if (earlier && !withExisting) {
        watched.ignored = earlier->ignored;
    } else if (!withExisting) {
        watched.ignored.clear();
        for (fs::directory_iterator entry(watched.folder, failed), end; !failed && entry != end;
             entry.increment(failed))
            watched.ignored.push_back(entry->path().filename().string());
        if (failed)
            throw DataError(phrase("cannot read the folder (%1)", systemReason(failed)), watched.folder.string());
        std::sort(watched.ignored.begin(), watched.ignored.end());
    }
    store.setSetting(keyOf(watched.folder), textOf(watched));
}

void unwatchFolder(QueueStore& store, const fs::path& folder) {
    fs::path absolute = fs::absolute(folder).lexically_normal();
    if (!absolute.has_filename()) absolute = absolute.parent_path();
    if (store.setting(keyOf(absolute)).empty())
        throw JobError("the folder is not watched", absolute.string(), "ewald-cli queue settings lists those that are");
    store.setSetting(keyOf(absolute), "");
}

} // namespace ewald::job::queue
