// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/detector.h"

#include "azint/resources.h"
#include "base/error.h"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

namespace ewald::azint {
namespace {

using nlohmann::json;

std::string plain(std::string_view name) {
    std::string out;
    for (const char c : name) {
        if (c == ' ' || c == '-' || c == '_') continue;
        out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return out;
}

Detector fromJson(const json& entry) {
    constexpr double kMetrePerMicrometre = 1e-6;
    Detector detector;
    detector.name = entry.at("name");
    detector.aliases = entry.value("aliases", std::vector<std::string>{});
    detector.maker = entry.value("maker", std::string());
    detector.rows = entry.at("shape").at(0);
    detector.cols = entry.at("shape").at(1);
    detector.pixelHeight_m = entry.at("pixel_um").at(0).get<double>() * kMetrePerMicrometre;
    detector.pixelWidth_m = entry.at("pixel_um").at(1).get<double>() * kMetrePerMicrometre;
    if (entry.contains("module")) {
        detector.moduleRows = entry.at("module").at(0);
        detector.moduleCols = entry.at("module").at(1);
        detector.gapRows = entry.at("gap").at(0);
        detector.gapCols = entry.at("gap").at(1);
    }
    if (entry.contains("dummy")) detector.dummy = entry.at("dummy").get<double>();
    detector.deltaDummy = entry.value("delta_dummy", 0.0);
    detector.binnings = entry.value("binnings", std::vector<std::size_t>{1});
    return detector;
}

std::vector<Detector> readCatalogue() {
    std::vector<Detector> catalogue;
    try {
        for (const json& entry : json::parse(detectorsJson())) catalogue.push_back(fromJson(entry));
    } catch (const json::exception& error) {
        throw InternalError(std::string("the detector catalogue is damaged: ") + error.what());
    }
    return catalogue;
}

bool inGap(std::size_t index, std::size_t module, std::size_t gap) {
    return module > 0 && index % (module + gap) >= module;
}

} // namespace

const std::vector<Detector>& detectors() {
    static const std::vector<Detector> catalogue = readCatalogue();
    return catalogue;
}

const Detector* findDetector(std::string_view name) {
    const std::string wanted = plain(name);
    for (const Detector& detector : detectors()) {
        if (plain(detector.name) == wanted) return &detector;
        if (std::ranges::any_of(detector.aliases, [&](const std::string& alias) { return plain(alias) == wanted; })) {
            return &detector;
        }
    }
    return nullptr;
}

std::vector<const Detector*> detectorsOfShape(std::size_t rows, std::size_t cols) {
    std::vector<const Detector*> unbinned;
    std::vector<const Detector*> binned;
    for (const Detector& detector : detectors()) {
        for (const std::size_t binning : detector.binnings) {
            if (detector.rows / binning == rows && detector.cols / binning == cols) {
                (binning == 1 ? unbinned : binned).push_back(&detector);
            }
        }
    }
    unbinned.insert(unbinned.end(), binned.begin(), binned.end());
    return unbinned;
}

Array<std::uint8_t, 2> gapMask(const Detector& detector) {
    if (detector.moduleRows == 0 || (detector.gapRows == 0 && detector.gapCols == 0)) return {};
    // Two kinds of rows: all gap, and those that modules cross.
    const std::vector<std::uint8_t> gapRow(detector.cols, 1);
    std::vector<std::uint8_t> moduleRow(detector.cols);
    for (std::size_t col = 0; col < detector.cols; ++col)
        moduleRow[col] = inGap(col, detector.moduleCols, detector.gapCols) ? 1 : 0;
    Array<std::uint8_t, 2> mask({detector.rows, detector.cols});
    for (std::size_t row = 0; row < detector.rows; ++row)
        std::ranges::copy(inGap(row, detector.moduleRows, detector.gapRows) ? gapRow : moduleRow,
                          mask.slab(row).begin());
    return mask;
}

} // namespace ewald::azint
