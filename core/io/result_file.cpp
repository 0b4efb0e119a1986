// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/result_file.h"

#include "base/error.h"
#include "base/phrase.h"
#include "io/hdf5/hdf5_atomic.h"
#include "io/result_layout.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ewald::io {
namespace {

using h5::File;
using h5::Shape;

template <class T>
void writeColumn(File& file, const std::string& path, const std::vector<T>& values, const char* units = nullptr) {
    file.write<T>(path, std::span<const T>(values), {values.size()});
    if (units) file.setAttribute(path, "units", units);
}

/// Coordinates of pixel centres along one axis.
std::vector<double> axis(std::size_t count, double origin, double step) {
    std::vector<double> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = origin + static_cast<double>(i) * step;
    return values;
}

/// Writes one part (amplitude or phase) of complex images, plane by plane: the whole is never copied.
template <class Part>
void writePart(File& file, const std::string& path, std::span<const Complex> values, const Shape& shape,
               const char* units, Part&& part) {
    h5::Dataset dataset = file.createDataset(path, h5::Number::float32, shape);
    const std::size_t axes = shape.size();
    const std::size_t plane = shape[axes - 2] * shape[axes - 1];
    std::vector<float> buffer(plane);
    Shape start(axes, 0);
    Shape count(axes, 1);
    count[axes - 2] = shape[axes - 2];
    count[axes - 1] = shape[axes - 1];
    for (std::size_t first = 0; plane > 0 && first < values.size(); first += plane) {
        std::transform(values.begin() + static_cast<std::ptrdiff_t>(first),
                       values.begin() + static_cast<std::ptrdiff_t>(first + plane), buffer.begin(), part);
        std::size_t index = first / plane;
        for (std::size_t a = axes - 2; a-- > 0;) {
            start[a] = index % shape[a];
            index /= shape[a];
        }
        dataset.writeBlock<float>(start, count, buffer);
    }
    file.setAttribute(path, "interpretation", "image");
    if (units) file.setAttribute(path, "units", units);
}

/// A complex image stack as NXdata; leading axes of extent one have been left out of `shape`.
void writeImages(File& file, const std::string& path, std::span<const Complex> values, const Shape& shape,
                 const char* signal, const char* auxiliary) {
    createGroup(file, path, "NXdata");
    file.write<Complex>(path + "/data", values, shape);
    file.setAttribute(path + "/data", "interpretation", "image");
    writePart(file, path + "/amplitude", values, shape, nullptr, [](Complex v) { return std::abs(v); });
    writePart(file, path + "/phase", values, shape, "rad", [](Complex v) { return std::arg(v); });
    file.setAttribute(path, "signal", signal);
    file.setAttribute(path, "auxiliary_signals", std::vector<std::string>{auxiliary});
    std::vector<std::string> axes(shape.size() - 2, std::string("."));
    axes.emplace_back("y");
    axes.emplace_back("x");
    file.setAttribute(path, "axes", axes);
}

void writeAxis(File& file, const std::string& path, const char* name, const std::vector<double>& values) {
    writeColumn(file, path, values, "m");
    file.setAttribute(path, "long_name", name);
}

void writeObject(File& file, const PtychoResult& result, ResultParts parts) {
    const std::string path = layout::kObject;
    const auto& shape = result.object.shape();
    const Shape stored = squeezed({shape[0], shape[1], shape[2]}, 2);
    if (parts == ResultParts::complete) {
        writeImages(file, path, result.object.span(), stored, "phase", "amplitude");
        file.setAttribute(path, "title", "Object");
    } else {
        file.write<Complex>(path + "/data", result.object.span(), stored);
    }
    if (result.objectModes > 1) file.write(layout::kObjectModes, static_cast<std::int64_t>(result.objectModes));
    // The axes are rounded; a program that continues from here needs the pixel itself.
    file.write(layout::kPixelHeight, result.objectPixelHeight_m);
    file.write(layout::kPixelWidth, result.objectPixelWidth_m);
    for (const char* pixel : {layout::kPixelHeight, layout::kPixelWidth}) file.setAttribute(pixel, "units", "m");
    if (result.objectBasis) { // x, y, z by row; by column a step of a row and of a column, as CXI files have them
        const auto& [row, col] = *result.objectBasis;
        file.write<double>(layout::kObjectBasis, std::vector{row[0], col[0], row[1], col[1], row[2], col[2]}, {3, 2});
        file.setAttribute(layout::kObjectBasis, "units", "m");
        file.setAttribute(layout::kObjectBasis, "long_name", "x, y, z of a step of a row and of a column");
    }
    writeAxis(file, path + "/y", "y (m)", axis(shape[1], result.objectOriginY_m, result.objectPixelHeight_m));
    writeAxis(file, path + "/x", "x (m)", axis(shape[2], result.objectOriginX_m, result.objectPixelWidth_m));
}

std::vector<double> modePowers(const PtychoResult& result) {
    const auto& shape = result.probe.shape();
    const std::size_t plane = shape[2] * shape[3];
    std::vector<double> power(shape[1], 0.0);
    double total = 0;
    for (std::size_t i = 0; i < shape[1] * plane; ++i) { // of variations the mean one
        const double value = std::norm(std::complex<double>(result.probe.data()[i]));
        power[i / plane] += value;
        total += value;
    }
    for (double& value : power) value = total > 0 ? value / total : 0;
    return power;
}

void writeProbe(File& file, const PtychoResult& result, ResultParts parts) {
    const std::string path = layout::kProbe;
    const auto& shape = result.probe.shape();
    const Shape stored = squeezed({shape[0], shape[1], shape[2], shape[3]}, 3);
    if (parts == ResultParts::complete) {
        writeImages(file, path, result.probe.span(), stored, "amplitude", "phase");
        file.setAttribute(path, "title", "Probe");
    } else {
        file.write<Complex>(path + "/data", result.probe.span(), stored);
    }
    writeColumn(file, path + "/mode_power", modePowers(result));
    const auto centred = [](std::size_t count, double step) {
        const std::size_t middle = count / 2;
        return axis(count, -static_cast<double>(middle) * step, step);
    };
    writeAxis(file, path + "/y", "y (m)", centred(shape[2], result.objectPixelHeight_m));
    writeAxis(file, path + "/x", "x (m)", centred(shape[3], result.objectPixelWidth_m));
}

void writePositions(File& file, const PtychoResult& result) {
    const std::string path = layout::kPositions;
    createGroup(file, path, "NXdata");
    const auto column = [&](const char* name, const std::vector<ScanPosition>& from, double ScanPosition::*member) {
        std::vector<double> values;
        for (const ScanPosition& position : from) values.push_back(position.*member);
        writeColumn(file, path + "/" + name, values, "m");
    };
    column("x", result.positions, &ScanPosition::x);
    column("y", result.positions, &ScanPosition::y);
    column("x_initial", result.initialPositions, &ScanPosition::x);
    column("y_initial", result.initialPositions, &ScanPosition::y);
    std::vector<double> rows;
    std::vector<double> cols;
    for (const PixelPosition& position : result.pixelPositions) {
        rows.push_back(position.row);
        cols.push_back(position.col);
    }
    writeColumn(file, path + "/row", rows, "px");
    writeColumn(file, path + "/col", cols, "px");
    writeColumn(file, path + "/frame", std::vector<std::int64_t>(result.frameIndex.begin(), result.frameIndex.end()));
    if (!result.frameCounts.empty()) {
        writeColumn(file, path + "/counts", result.frameCounts, "counts");
        file.setAttribute(path + "/counts", "long_name", "measured in each frame, masked pixels left out");
    }
    if (result.leftInCommon != std::array<double, 4>{})
        file.setAttribute(path, "left_in_common",
                          std::vector<double>(result.leftInCommon.begin(), result.leftInCommon.end()));
    file.setAttribute(path, "signal", "y");
    file.setAttribute(path, "axes", std::vector<std::string>{"x"});
    file.setAttribute(path, "title", "Scan positions");
}

void writeLoss(File& file, const PtychoResult& result) {
    const std::string path = layout::kLoss;
    createGroup(file, path, "NXdata");
    std::vector<std::int64_t> iteration;
    std::vector<std::string> engine;
    for (const LossEntry& entry : result.loss) {
        iteration.push_back(static_cast<std::int64_t>(entry.iteration));
        engine.push_back(entry.engine);
    }
    writeColumn(file, path + "/iteration", iteration);
    const auto column = [&](const char* name, double LossEntry::*member, const char* units) {
        std::vector<double> values;
        for (const LossEntry& entry : result.loss) values.push_back(entry.*member);
        writeColumn(file, path + "/" + name, values, units);
    };
    column("fourier_error", &LossEntry::fourierError, nullptr);
    column("value", &LossEntry::value, nullptr);
    column("llk", &LossEntry::llk, nullptr);
    column("time_s", &LossEntry::time_s, "s");
    column("noise_floor", &LossEntry::noiseFloor, nullptr);
    column("step", &LossEntry::step, nullptr);
    column("fourier_error_running", &LossEntry::running, nullptr);
    const auto describe = [&](const char* name, const char* text) {
        file.setAttribute(path + "/" + name, "long_name", text);
    };
    describe("fourier_error", "sum (|F|-sqrt I)^2 / sum I, at the end that of the saved state");
    describe("fourier_error_running", "the same, accumulated before each update of the iteration");
    describe("noise_floor", "fourier_error of a perfect model for Poisson counts");
    describe("llk", "half the Poisson deviance per pixel over that of a perfect model, 1 = noise limit");
    describe("value", "loss of the engine");
    describe("step", "factor on the steps of the engine");
    file.write(path + "/engine", engine);
    file.setAttribute(path, "signal", "fourier_error");
    file.setAttribute(path, "axes", std::vector<std::string>{"iteration"});
    file.setAttribute(path, "title", "Convergence");
    file.setAttribute(path, "SILX_style", R"({"signal_scale_type": "log"})");
}

void writeDetector(File& file, const PtychoResult& result) {
    if (!result.background.empty()) {
        const std::string path = layout::kBackground;
        createGroup(file, path, "NXdata");
        file.write<float>(path + "/data", result.background.span(),
                          {result.background.extent(0), result.background.extent(1)});
        file.setAttribute(path + "/data", "units", "counts");
        file.setAttribute(path + "/data", "interpretation", "image");
        file.setAttribute(path, "signal", "data");
        file.setAttribute(path, "title", "Background of a frame");
    }
    if (!result.probeWeights.empty()) {
        const std::string path = layout::kProbeWeights;
        createGroup(file, path, "NXdata");
        file.write<double>(path + "/data", result.probeWeights.span(),
                           {result.probeWeights.extent(0), result.probeWeights.extent(1)});
        writeColumn(file, path + "/frame",
                    std::vector<std::int64_t>(result.frameIndex.begin(), result.frameIndex.end()));
        file.setAttribute(path + "/data", "long_name",
                          "weight of each variation of the probe in each frame; the first is the mean probe");
        file.setAttribute(path, "signal", "data");
        file.setAttribute(path, "axes", std::vector<std::string>{"frame", "."});
        file.setAttribute(path, "title", "Weights of the variable probe by frame");
    }
    if (!result.frameIntensities.empty()) {
        const std::string path = layout::kFrameIntensities;
        createGroup(file, path, "NXdata");
        writeColumn(file, path + "/data", result.frameIntensities);
        writeColumn(file, path + "/frame",
                    std::vector<std::int64_t>(result.frameIndex.begin(), result.frameIndex.end()));
        file.setAttribute(path + "/data", "long_name", "intensity of the beam, 1 on average");
        file.setAttribute(path, "signal", "data");
        file.setAttribute(path, "axes", std::vector<std::string>{"frame"});
        file.setAttribute(path, "title", "Intensity of the beam by frame");
    }
}

void writeFrc(File& file, const StoredFrc& frc) {
    const std::string path = layout::kFrc;
    createGroup(file, path, "NXdata");
    writeColumn(file, path + "/frequency", frc.frequency, "1/m");
    writeColumn(file, path + "/frc", frc.frc);
    writeColumn(file, path + "/half_bit", frc.halfBit);
    writeColumn(file, path + "/one_bit", frc.oneBit);
    for (const auto& [name, found] :
         {std::pair("/resolution_m", frc.resolution), std::pair("/one_bit_resolution_m", frc.oneBitResolution)}) {
        file.write(path + name, found.value_m.value_or(std::numeric_limits<double>::quiet_NaN()));
        file.setAttribute(path + name, "units", "m");
        if (found.value_m && found.atMost) file.setAttribute(path + name, "bound", "upper");
        file.setAttribute(path + name, "long_name", frc.definition);
    }
    file.write(path + "/of", frc.of);
    file.setAttribute(path, "signal", "frc");
    file.setAttribute(path, "auxiliary_signals", std::vector<std::string>{"half_bit", "one_bit"});
    file.setAttribute(path, "axes", std::vector<std::string>{"frequency"});
    file.setAttribute(path, "title", "Fourier ring correlation");
}

/// One row a change.
void writeChanges(File& file, const std::vector<ParameterChange>& changes) {
    if (changes.empty()) return;
    const std::string path = layout::kChanges;
    createGroup(file, path, "NXcollection");
    std::vector<std::int64_t> iteration;
    for (const ParameterChange& change : changes) iteration.push_back(static_cast<std::int64_t>(change.iteration));
    writeColumn(file, path + "/after_iteration", iteration);
    const auto column = [&](const char* name, std::string ParameterChange::*member) {
        std::vector<std::string> values;
        for (const ParameterChange& change : changes) values.push_back(change.*member);
        file.write(path + "/" + name, values);
    };
    column("key", &ParameterChange::key);
    column("from", &ParameterChange::from);
    column("to", &ParameterChange::to);
    column("engine", &ParameterChange::engine);
}

/// One row a decision.
void writeDecisions(File& file, const std::vector<Decision>& decisions) {
    if (decisions.empty()) return;
    const std::string path = layout::kDecisions;
    createGroup(file, path, "NXcollection");
    std::vector<std::int64_t> iteration;
    std::vector<std::string> text;
    for (const Decision& decision : decisions) {
        iteration.push_back(static_cast<std::int64_t>(decision.iteration));
        text.push_back(decision.text);
    }
    writeColumn(file, path + "/after_iteration", iteration);
    writePhrases(file, path + "/text", text);
}

void writeState(File& file, const SavedState& state) {
    if (state.empty()) return;
    createGroup(file, layout::kState, "NXcollection");
    const auto pathOf = [](const std::string& name) {
        if (name.empty() || name.find('/') != std::string::npos)
            throw InternalError("not a name for a part of a saved state", name);
        return std::string(layout::kState) + "/" + name;
    };
    for (const auto& [name, values] : state.arrays) file.write<Complex>(pathOf(name), values, {values.size()});
    for (const auto& [name, values] : state.numbers) file.write<double>(pathOf(name), values, {values.size()});
}

} // namespace

Shape squeezed(Shape shape, std::size_t kept) {
    while (shape.size() > kept && shape.front() == 1) shape.erase(shape.begin());
    return shape;
}

void writePhrases(File& file, const std::string& path, const std::vector<std::string>& lines) {
    std::vector<std::string> parts(lines.size());
    std::ranges::transform(lines, parts.begin(), withParts);
    file.write(path, lines);
    file.write(path + "_parts", parts);
}

void writeParts(File& file, const PtychoResult& result, ResultParts parts) {
    writeEntry(file, "object", "Ptychographic reconstruction");
    writeObject(file, result, parts);
    writeProbe(file, result, parts);
    writePositions(file, result);
    writeLoss(file, result);
    writeProcess(file, {result.job, result.devices, result.communicator, result.timings_s, result.energy_J,
                        result.complete, result.warnings, result.log});
    writeChanges(file, result.changes);
    writeDecisions(file, result.decisions);
    if (!result.verdict.empty()) writePhrases(file, layout::kVerdict, result.verdict);
    writeBeam(file, result.wavelength_m, result.particle);
    if (result.nearField) file.write(layout::kNearField, 1.0);
    if (parts == ResultParts::complete) writeDetector(file, result);
    if (result.frc && parts == ResultParts::complete) writeFrc(file, *result.frc);
    writeState(file, result.state);
}

void writeResult(const std::filesystem::path& file, const PtychoResult& result, bool overwrite) {
    writeHdf5Atomically(file, overwrite, [&](File& open) { writeParts(open, result, ResultParts::complete); });
}

} // namespace ewald::io
