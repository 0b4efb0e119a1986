// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/peaks/peak_file.h"

#include "base/version.h"
#include "io/hdf5/hdf5_atomic.h"
#include "io/result_layout.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <numeric>

namespace ewald::job {
namespace {

using io::h5::File;
using io::h5::Shape;

/// A quantity of a peak, its name and what its numbers are.
struct Quantity {
    const char* name;
    FittedQuantity PeakColumn::*of;
    const char* title;
    bool onAxis; ///< in the unit of the axis
};
constexpr std::array<Quantity, 6> kQuantities{
    {{"position", &PeakColumn::position, "position of the peak", true},
     {"area", &PeakColumn::area, "area of the peak", false},
     {"fwhm", &PeakColumn::fwhm, "full width at half maximum", true},
     {"mixing", &PeakColumn::mixing, "Lorentzian part of the area", false},
     {"asymmetry", &PeakColumn::asymmetry, "(upper − lower half width) / full width", false},
     {"background", &PeakColumn::background, "intensity under the maximum", false}}};

/// Extents of what has one number a frame.
Shape frameShape(const PeakTable& table) {
    const std::size_t raster =
        std::accumulate(table.scanShape.begin(), table.scanShape.end(), std::size_t{1}, std::multiplies<>());
    if (table.scanShape.size() > 1 && raster == table.frames.size())
        return Shape(table.scanShape.begin(), table.scanShape.end());
    return {table.frames.size()};
}

void writePeak(File& file, const PeakTable& table, const PeakColumn& peak, const std::string& path) {
    io::createGroup(file, path, "NXdata");
    const Shape frames = frameShape(table);
    Shape shape = frames;
    if (!table.azimuthal_deg.empty()) shape.push_back(table.azimuthal_deg.size());
    std::vector<std::string> others;
    for (const Quantity& quantity : kQuantities) {
        const FittedQuantity& numbers = peak.*quantity.of;
        const std::string at = path + "/" + quantity.name;
        file.write<double>(at, numbers.values, shape);
        file.setAttribute(at, "long_name", quantity.title);
        if (quantity.onAxis) file.setAttribute(at, "units", table.radialUnit);
        if (!numbers.errors.empty()) file.write<double>(at + "_errors", numbers.errors, shape);
        if (&quantity != &kQuantities.front()) others.emplace_back(quantity.name);
    }
    file.write<double>(path + "/reduced_chi2", peak.reducedChi2, shape);
    others.emplace_back("reduced_chi2");
    file.write<std::uint8_t>(path + "/state", peak.state, shape);
    file.setAttribute(path + "/state", "long_name",
                      "0: fitted, 1: weak (area below three standard deviations), 2: not converged, 3: no points");
    const std::vector<std::int64_t> numbers(table.frames.begin(), table.frames.end());
    file.write<std::int64_t>(path + "/frame", numbers, frames);
    std::vector<std::string> axes(shape.size(), ".");
    if (frames.size() == 1) axes[0] = "frame";
    if (!table.azimuthal_deg.empty()) {
        file.write<double>(path + "/azimuthal", table.azimuthal_deg, {table.azimuthal_deg.size()});
        file.setAttribute(path + "/azimuthal", "units", "deg");
        axes.back() = "azimuthal";
    }
    file.write(path + "/low", peak.low);
    file.write(path + "/high", peak.high);
    for (const char* end : {"/low", "/high"}) file.setAttribute(path + end, "units", table.radialUnit);
    file.setAttribute(path, "signal", "position");
    file.setAttribute(path, "auxiliary_signals", others);
    file.setAttribute(path, "axes", axes);
    char title[120];
    std::snprintf(title, sizeof title, "Peak from %.6g to %.6g %s", peak.low, peak.high, table.radialUnit.c_str());
    file.setAttribute(path, "title", title);
}

void addNumber(std::string& text, double value) {
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, ",%.9g", value);
    text += buffer;
}

} // namespace

void writePeakFile(const std::filesystem::path& file, const PeakTable& table, bool overwrite) {
    io::writeHdf5Atomically(file, overwrite, [&](File& out) {
        io::writeEntry(out, "peak_1", "Peaks of an azimuthal integration");
        for (std::size_t i = 0; i < table.peaks.size(); ++i)
            writePeak(out, table, table.peaks[i], "/entry/peak_" + std::to_string(i + 1));
        const std::string process = io::layout::kProcess;
        io::beginProcess(out);
        out.write(process + "/source", table.source);
        out.write(process + "/unit", table.unit);
        out.write(process + "/shape", table.shape);
        out.write(process + "/background_degree", static_cast<std::int64_t>(table.backgroundDegree));
        out.write(process + "/snip_reach", static_cast<std::int64_t>(table.model.snipReach));
        out.write(process + "/errors", table.errorsOfPatterns ? "of the patterns" : "of the scatter about the fits");
    });
}

std::string peakText(const PeakTable& table) {
    std::string text =
        std::string("# Ewald ") + version() + " peaks of " + table.source + "\n# unit of positions: " + table.unit +
        ", shape: " + table.shape + ", background: polynomial of degree " + std::to_string(table.backgroundDegree) +
        (table.model.snipReach > 0
             ? ", over what SNIP clips within " + std::to_string(table.model.snipReach) + " bins to each side"
             : "") +
        "\n# errors: " + (table.errorsOfPatterns ? "of the patterns" : "of the scatter about the fits") +
        "\n# state: 0 fitted, 1 weak, 2 not converged, 3 no points\nframe";
    if (!table.azimuthal_deg.empty()) text += ",azimuthal_deg";
    for (std::size_t i = 0; i < table.peaks.size(); ++i) {
        const std::string number = std::to_string(i + 1);
        for (const Quantity& quantity : kQuantities) {
            text += "," + std::string(quantity.name) + number;
            if (!(table.peaks[i].*quantity.of).errors.empty())
                text += "," + std::string(quantity.name) + number + "_error";
        }
        text += ",reduced_chi2_" + number + ",state" + number;
    }
    text += "\n";
    for (std::size_t row = 0; row < table.patterns(); ++row) {
        text += std::to_string(table.frames[row / table.sectors()]);
        if (!table.azimuthal_deg.empty()) addNumber(text, table.azimuthal_deg[row % table.sectors()]);
        for (const PeakColumn& peak : table.peaks) {
            for (const Quantity& quantity : kQuantities) {
                const FittedQuantity& numbers = peak.*quantity.of;
                addNumber(text, numbers.values[row]);
                if (!numbers.errors.empty()) addNumber(text, numbers.errors[row]);
            }
            addNumber(text, peak.reducedChi2[row]);
            text += "," + std::to_string(peak.state[row]);
        }
        text += "\n";
    }
    return text;
}

} // namespace ewald::job
