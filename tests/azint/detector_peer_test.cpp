// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/detector.h"
#include "test_paths.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace ewald::azint {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// A mask as the lengths of its runs of 0, 1, 0 … in the order of memory.
std::vector<std::size_t> runsOf(const Array<std::uint8_t, 2>& mask) {
    std::vector<std::size_t> runs;
    std::uint8_t now = 0;
    std::size_t length = 0;
    for (const std::uint8_t value : mask) {
        if (value != now) {
            runs.push_back(length);
            length = 0;
            now = value;
        }
        ++length;
    }
    runs.push_back(length);
    return runs;
}

json describe(const Detector& detector) {
    json readouts = json::array();
    for (const Readout& readout : detector.readouts)
        readouts.push_back({{"shape", {readout.rows, readout.cols}},
                            {"pixel_m", {readout.pixelHeight_m, readout.pixelWidth_m}},
                            {"mask", runsOf(gapMask(detector, readout.rows, readout.cols))}});
    return {{"name", detector.name},
            {"aliases", detector.aliases},
            {"shape", {detector.rows, detector.cols}},
            {"edges_m", detector.edges_m},
            {"dummy", detector.dummy ? json(*detector.dummy) : json()},
            {"delta_dummy", detector.deltaDummy},
            {"unsupported", detector.unsupported != nullptr},
            {"radius_m", detector.radius_m},
            {"readouts", std::move(readouts)}};
}

TEST(DetectorPeer, EveryClassOfPyfaiIsInTheCatalogue) {
    const char* const python = std::getenv("EWALD_PEER_PYTHON");
    if (python == nullptr)
        GTEST_SKIP()
            << "EWALD_PEER_PYTHON is not set: the path of a python that has pyFAI (pip install pyFAI==2026.9.0)";
    const fs::path file = fs::temp_directory_path() / ("ewald-detectors-" + std::to_string(::getpid()) + ".jsonl");
    {
        std::ofstream stream(file);
        for (const Detector& detector : detectors()) stream << describe(detector).dump() << '\n';
    }
    const std::string script = std::string(EWALD_SOURCE_DIR) + "/tests/azint/compare_detectors.py";
    EXPECT_EQ(std::system(("'" + std::string(python) + "' '" + script + "' '" + file.string() + "'").c_str()), 0);
    fs::remove(file);
}

} // namespace
} // namespace ewald::azint
