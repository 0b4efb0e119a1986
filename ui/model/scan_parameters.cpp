// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/scan_parameters.h"

#include "job/document/job_kind.h"

namespace ewald::ui {

namespace {

job::ParameterMap takenBack(const job::JobDocument& document, bool wanted) {
    const bool frameByFrame = job::kindOf(document).worksFrameByFrame();
    job::ParameterMap found = byHand(document);
    std::erase_if(found, [&](const auto& entry) {
        const job::ParameterScope scope = job::findParameter(entry.first)->scope;
        const bool isTaken =
            scope == job::ParameterScope::scan || (scope == job::ParameterScope::measurement && !frameByFrame);
        return isTaken != wanted;
    });
    return found;
}

} // namespace

job::ParameterMap byHand(const job::JobDocument& document) {
    job::ParameterMap found;
    for (const auto& [key, value] : document.input) {
        const job::ParameterDef* def = job::findParameter(key);
        if (def != nullptr && def->isOfKind(document.kind) && def->isByHand(value)) found.emplace(key, value);
    }
    return found;
}

bool belongsToScan(const std::string& key, const job::ParameterValue& value) {
    const job::ParameterDef* def = job::findParameter(key);
    return def != nullptr && def->scope != job::ParameterScope::beamline && def->isByHand(value);
}

job::ParameterMap scanParameters(const job::JobDocument& document) { return takenBack(document, true); }

job::ParameterMap keptParameters(const job::JobDocument& document) { return takenBack(document, false); }

job::JobDocument forOtherScan(const job::JobDocument& document, const std::filesystem::path& file) {
    job::JobDocument other = document;
    const std::vector<std::filesystem::path> files = document.files();
    // Typed before any scan was open: meant for the one that comes.
    if (files.empty() || (files.size() == 1 && files.front() == file)) return other;
    for (const auto& entry : scanParameters(document)) other.input.erase(entry.first);
    return other;
}

} // namespace ewald::ui
