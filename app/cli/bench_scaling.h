// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace ewald::cli {

/// What "bench devices" needs for the scaling report.
struct ScalingArguments {
    std::string file; ///< job document, result or scan; empty: a scan is simulated
    std::string devices = "auto";
    std::vector<std::size_t> workers{1, 2, 4};
    std::size_t repeats = 3;
    std::size_t iterations = 0; ///< 0: as many as the document says, or else 20
    std::string engine;         ///< empty: the document's
    std::vector<std::string> settings;
    unsigned long long seed = 0;
    std::size_t size = 128; ///< of the simulated scan
    std::size_t frames = 400;
    std::string json;
    std::string csv;
    std::string hdf5;
    bool overwrite = false;
};
/// Adds all but --devices, --json and --overwrite.
void addScalingArguments(CLI::App& command, ScalingArguments& arguments);

/// Runs the job on 1 … N workers, prints a table, writes the files. \returns the exit code \throws Error
int benchScaling(const ScalingArguments& arguments);

} // namespace ewald::cli
