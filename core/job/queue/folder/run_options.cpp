// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/folder/run_options.h"

#include "base/json_text.h"
#include "io/atomic_file.h"
#include "job/document/document_format.h"
#include "job/document/job_kind.h"
#include "job/document/json_value.h"

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

namespace ewald::job::queue {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

fs::path fileOf(const JobFolder& folder) { return folder.path() / "run_options.json"; }

} // namespace

void writeRunOptions(const JobFolder& folder, const RunOptions& options) {
    const Json json{{"overwrite", options.overwrite},
                    {"resume", options.resume},
                    {"continue_result", options.continueResult},
                    {"kept_states", format::textOfPath(options.keptStates)},
                    {"start_from", format::textOfPath(options.startFrom)}};
    io::replaceTextFile(fileOf(folder), jsonText(json, 1) + "\n");
}

RunOptions runOptionsOf(const JobFolder& folder, const JobDocument& document, bool again) {
    RunOptions options;
    options.queueId = std::atoll(folder.path().filename().c_str());
    if (std::ifstream stream(fileOf(folder), std::ios::binary); stream) {
        const Json json = parseJson<Json>(stream);
        if (json.is_object()) {
            options.overwrite = valueOr(json, "overwrite", false);
            options.resume = valueOr(json, "resume", true);
            options.continueResult = valueOr(json, "continue_result", false);
            options.keptStates = format::pathOfText(valueOr(json, "kept_states", std::string()));
            options.startFrom = format::pathOfText(valueOr(json, "start_from", std::string()));
        }
    }
    // A folder of the window that has gone meanwhile.
    if (!options.keptStates.empty() && !fs::is_directory(options.keptStates)) options.keptStates.clear();
    if (folder.goesOn() && fs::exists(document.outputFile)) {
        options.overwrite = true;
        options.resume = true;
        options.continueResult = kindOf(document).has(JobFeature::continuation);
        options.startFrom.clear();
    } else if (again) {
        options.resume = true;
        if (fs::exists(checkpointFile(document.outputFile))) options.startFrom.clear();
    }
    return options;
}

} // namespace ewald::job::queue
