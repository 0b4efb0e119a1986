// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/slurm/path_map.h"

#include "base/error.h"
#include "base/json_text.h"
#include "base/phrase.h"
#include "job/document/document_format.h"

#include <nlohmann/json.hpp>

namespace ewald::job::queue {
namespace {

using Json = nlohmann::ordered_json;

void mapStrings(const PathMap& paths, Json& json) {
    if (json.is_string() && json.get<std::string>().starts_with("file://")) // not valid UTF-8
        json = format::textOfPath(mapped(paths, format::pathOfText(json.get<std::string>()).string()));
    else if (json.is_string())
        json = mapped(paths, json.get<std::string>());
    else if (json.is_structured())
        for (Json& part : json) mapStrings(paths, part);
}

} // namespace

std::string mapped(const PathMap& paths, const std::string& name) {
    for (const auto& [here, there] : paths)
        if (name == here || name.starts_with(here + "/")) return there + name.substr(here.size());
    return name;
}

std::string mappedJson(const PathMap& paths, const std::string& text) {
    Json json = parseJson<Json>(text);
    if (paths.empty() || json.is_discarded()) return text; // its parser says what is wrong
    mapStrings(paths, json);
    return jsonText(json, 1);
}

PathMap parsePathMap(const std::vector<std::string>& pairs) {
    PathMap paths;
    for (const std::string& pair : pairs) {
        const std::size_t equals = pair.find('=');
        if (equals == std::string::npos || equals == 0)
            throw JobError(phrase("not of the form /here=/there: %1", pair), "--path");
        paths.emplace_back(pair.substr(0, equals), pair.substr(equals + 1));
    }
    return paths;
}

} // namespace ewald::job::queue
