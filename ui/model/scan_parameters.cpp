// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/scan_parameters.h"

#include <algorithm>
#include <array>

namespace ewald::ui {

namespace {

constexpr std::array kOfScan{"energy_keV", "distance_m", "pixel_size_m",    "focus_to_sample_m",
                             "crop_size",  "centre_row", "centre_col",      "mask_file",
                             "mask_path",  "bad_pixels", "first_frame",     "frame_step",
                             "max_frames", "scan_half",  "excluded_frames", "included_frames"};

} // namespace

bool belongsToScan(const std::string& key) { return std::ranges::find(kOfScan, key) != kOfScan.end(); }

job::ParameterMap scanParameters(const job::JobDocument& document) {
    job::ParameterMap found;
    for (const auto& [key, value] : document.input) {
        const job::ParameterDef* def = job::findParameter(key);
        if (belongsToScan(key) && def != nullptr && value != def->defaultValue) found.emplace(key, value);
    }
    return found;
}

job::JobDocument forOtherScan(const job::JobDocument& document, const std::filesystem::path& file) {
    job::JobDocument other = document;
    // Typed before any scan was open: meant for the one that comes.
    if (document.inputFile.empty() || document.inputFile == file) return other;
    std::erase_if(other.input, [](const auto& entry) { return belongsToScan(entry.first); });
    return other;
}

} // namespace ewald::ui
