// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/devices/gpu_model.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace ewald::cli {

/// "PREDICTIONS …", and what they assume.
void printModelAssumptions();
/// A case on a GPU, or on several.
[[nodiscard]] nlohmann::ordered_json predictionJson(const job::ModelledGpu& gpu, const job::PtychoBenchCase& benchCase,
                                                    const job::PtychoTraffic& traffic, const job::Prediction& p);
/// Writes all of them with the assumptions. \param file empty: none \throws Error
void writePredictions(const std::string& file, const nlohmann::ordered_json& predictions, bool overwrite);
/// "nearest", "bilinear" or "fourier".
[[nodiscard]] const char* subpixelName(ptycho::Subpixel subpixel);

/// What "bench devices --model" is asked for.
struct DevicesModelArguments {
    std::string engine;                ///< empty: the first
    std::size_t size = 0, frames = 0;  ///< 0: the scans that the program is measured by
    std::vector<std::string> settings; ///< key=value
    std::string json;
    bool overwrite = false;
};
/// Prints how long an iteration might take on 1, 2, 4 and 8 GPUs. \returns the exit code \throws Error
int predictDevices(const DevicesModelArguments& arguments);

} // namespace ewald::cli
