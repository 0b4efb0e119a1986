// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/ptychography/results/feature_table.h"

#include "base/error.h"
#include "job/document/document.h"
#include "job/document/job_kind.h"
#include "job/document/parameters.h"

#include <algorithm>
#include <array>

namespace ewald::job {
namespace {

std::string labelOf(const ModelFeature& feature) {
    const ParameterDef* def = findParameter(feature.key());
    return def ? def->label : feature.key();
}

bool someEngineTakes(const ModelFeature& first, const ModelFeature& second) {
    const std::array<ModelFeature, 2> both = {first, second};
    return std::ranges::any_of(engineNames(),
                               [&](const std::string& engine) { return refusalOf(engine, both).empty(); });
}

} // namespace

const std::vector<ModelFeature>& modelFeatures() {
    static const std::vector<ModelFeature> features = {
        {{{"probe_modes", "2"}}},
        {{{"variable_probe_modes", "1"}, {"variable_probe_start", "0"}}},
        {{{"probe_support", "0.6"}}},
        {{{"probe_pupil", "0.5"}}},
        {{{"fix_probe_power", "true"}}},
        {{{"refine_positions", "true"}, {"position_start", "0"}}},
        {{{"position_method", "search"}, {"refine_positions", "true"}, {"position_start", "0"}}},
        {{{"background", "true"}}},
        {{{"frame_intensities", "true"}}},
        {{{"saturated_pixels", "at_least"}, {"saturation", "50"}}},
        {{{"oversampling", "2"}}},
        {{{"fly_points", "3"}}},
        {{{"point_spread_px", "0.6"}}},
        {{{"fit_point_spread", "true"}, {"point_spread_px", "0.6"}}},
        {{{"slices", "2"}, {"slice_spacing_m", "1e-5"}}},
        {{{"object_modes", "2"}}},
        {{{"geometry", "bragg"}, {"sample_tilt_deg", "45"}}},
        {{{"object_tv", "0.1"}}},
        {{{"object_l1", "0.1"}}},
        {{{"object_smoothing", "0.05"}}},
        {{{"object_pure_phase", "1"}}},
        {{{"object_amplitude_max", "0.9"}}},
        {{{"object_phase_max", "0.02"}, {"object_phase_min", "-0.02"}}},
        {{{"known_region", "1.5:2.2, :"}}},
        {{{"object_storage", "tiled"}}},
    };
    return features;
}

std::string refusalOf(const std::string& engine, std::span<const ModelFeature> features) {
    JobDocument job;
    job.pipeline = {Stage{engine, 1, {}}};
    try {
        for (const ModelFeature& feature : features)
            for (const auto& [key, value] : feature.settings) job.setText(key, value);
        kindOf(job).validate(job);
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

std::string featureTable() {
    const std::vector<ModelFeature>& features = modelFeatures();
    const std::vector<std::string> engines = engineNames();
    std::string text = "| |", line = "|---|";
    for (const std::string& engine : engines) {
        text += " " + engine + " |";
        line += ":-:|";
    }
    text += "\n" + line + "\n";
    for (const ModelFeature& feature : features) {
        text += "| " + labelOf(feature) + " (`" + feature.key() + "`) |";
        for (const std::string& engine : engines)
            text += refusalOf(engine, std::span(&feature, 1)).empty() ? " yes |" : " – |";
        text += "\n";
    }
    std::string apart;
    for (std::size_t first = 0; first < features.size(); ++first) {
        std::string others;
        for (std::size_t second = first + 1; second < features.size(); ++second)
            if (!someEngineTakes(features[first], features[second]))
                others += (others.empty() ? "`" : ", `") + std::string(features[second].key()) + "`";
        if (!others.empty()) apart += "* `" + std::string(features[first].key()) + "` with " + others + "\n";
    }
    if (!apart.empty()) text += "\nNot at the same time:\n\n" + apart;
    return text;
}

} // namespace ewald::job
