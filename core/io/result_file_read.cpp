// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"

#include "base/phrase.h"
#include "io/result_file.h"
#include "io/result_layout.h"

#include <cmath>
#include <system_error>

namespace ewald::io {
namespace {

using h5::File;

/// What a damaged or made-up file declares is not believed beyond what fits into it: nothing in it is compressed.
std::size_t mostElements(const File& file, std::size_t elementBytes) {
    std::error_code failed;
    const std::uintmax_t bytes = std::filesystem::file_size(file.file(), failed);
    return failed ? 0 : static_cast<std::size_t>(bytes) / elementBytes;
}

template <class T>
std::vector<T> readColumn(const File& file, const std::string& path) {
    return file.dataset(path).readAll<T>(mostElements(file, sizeof(T)));
}

/// A column that results of other versions may not have.
template <class T>
std::vector<T> readOptionalColumn(const File& file, const std::string& path) {
    return file.hasDataset(path) ? readColumn<T>(file, path) : std::vector<T>{};
}

[[noreturn]] void failShape(const File& file, const std::string& path, const std::string& wanted) {
    throw DataError(phrase("the dataset has another shape than a result of Ewald (%1)", wanted), file.where(path),
                    "the file was changed or is damaged");
}

template <std::size_t Rank>
Array<Complex, Rank> readImages(const File& file, const std::string& path, const std::string& wanted) {
    const h5::Dataset dataset = file.dataset(path);
    const h5::Shape& stored = dataset.shape();
    if (stored.size() > Rank || stored.size() + 1 < Rank || dataset.info().type.kind != h5::ElementType::Kind::complex)
        failShape(file, path, wanted);
    typename Array<Complex, Rank>::Shape shape;
    shape.fill(1);
    std::copy(stored.rbegin(), stored.rend(), shape.rbegin());
    return Array<Complex, Rank>(shape, dataset.readAll<Complex>(mostElements(file, sizeof(Complex))));
}

/// First value of an axis of pixel centres.
double readOrigin(const File& file, const std::string& path, std::size_t count) {
    const auto values = readColumn<double>(file, path);
    if (values.size() != count) failShape(file, path, translatable("one value a pixel"));
    return values.empty() ? 0 : values.front();
}

std::vector<ScanPosition> readPositions(const File& file, const std::string& suffix) {
    const std::string group = layout::kPositions;
    const auto x = readColumn<double>(file, group + "/x" + suffix);
    const auto y = readColumn<double>(file, group + "/y" + suffix);
    if (x.size() != y.size()) failShape(file, group, translatable("as many x as y"));
    std::vector<ScanPosition> positions(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) positions[i] = {y[i], x[i]};
    return positions;
}

void readPixelPositions(const File& file, PtychoResult& result) {
    const std::string group = layout::kPositions;
    const auto rows = readOptionalColumn<double>(file, group + "/row");
    const auto cols = readOptionalColumn<double>(file, group + "/col");
    if (rows.size() != cols.size()) failShape(file, group, translatable("as many rows as columns"));
    for (std::size_t i = 0; i < rows.size(); ++i) result.pixelPositions.push_back({rows[i], cols[i]});
    for (const std::int64_t frame : readOptionalColumn<std::int64_t>(file, group + "/frame"))
        result.frameIndex.push_back(static_cast<std::size_t>(std::max<std::int64_t>(frame, 0)));
    result.frameCounts = readOptionalColumn<double>(file, group + "/counts");
    if (const std::vector<double> left = file.attributeNumbers(group, "left_in_common");
        left.size() == result.leftInCommon.size())
        std::ranges::copy(left, result.leftInCommon.begin());
}

std::vector<LossEntry> readLoss(const File& file) {
    const std::string group = layout::kLoss;
    const auto iteration = readColumn<std::int64_t>(file, group + "/iteration");
    std::vector<LossEntry> loss(iteration.size());
    const auto column = [&](const char* name, double LossEntry::*member) {
        const auto values = readOptionalColumn<double>(file, group + "/" + name);
        if (!values.empty() && values.size() != loss.size())
            failShape(file, group + "/" + name, translatable("one an iteration"));
        for (std::size_t i = 0; i < values.size(); ++i) loss[i].*member = values[i];
    };
    column("fourier_error", &LossEntry::fourierError);
    column("value", &LossEntry::value);
    column("llk", &LossEntry::llk);
    column("time_s", &LossEntry::time_s);
    column("noise_floor", &LossEntry::noiseFloor);
    column("step", &LossEntry::step);
    for (LossEntry& entry : loss) entry.running = entry.fourierError;
    column("fourier_error_running", &LossEntry::running);
    const auto engine =
        file.hasDataset(group + "/engine") ? file.dataset(group + "/engine").readText() : std::vector<std::string>{};
    for (std::size_t i = 0; i < loss.size(); ++i) {
        loss[i].iteration = static_cast<std::size_t>(std::max<std::int64_t>(iteration[i], 0));
        if (i < engine.size()) loss[i].engine = engine[i];
    }
    return loss;
}

std::vector<ParameterChange> readChanges(const File& file) {
    const std::string group = layout::kChanges;
    if (!file.hasGroup(group)) return {};
    const auto iteration = readColumn<std::int64_t>(file, group + "/after_iteration");
    std::vector<ParameterChange> changes(iteration.size());
    const auto column = [&](const char* name, std::string ParameterChange::*member) {
        const std::vector<std::string> values = file.dataset(group + "/" + name).readText();
        if (values.size() != changes.size()) failShape(file, group + "/" + name, "one a change");
        for (std::size_t i = 0; i < values.size(); ++i) changes[i].*member = values[i];
    };
    column("key", &ParameterChange::key);
    column("from", &ParameterChange::from);
    column("to", &ParameterChange::to);
    column("engine", &ParameterChange::engine);
    for (std::size_t i = 0; i < changes.size(); ++i)
        changes[i].iteration = static_cast<std::size_t>(std::max<std::int64_t>(iteration[i], 0));
    return changes;
}

std::vector<Decision> readDecisions(const File& file) {
    const std::string group = layout::kDecisions;
    if (!file.hasGroup(group)) return {};
    const auto iteration = readColumn<std::int64_t>(file, group + "/after_iteration");
    const std::vector<std::string> text = readPhrases(file, group + "/text");
    if (text.size() != iteration.size()) failShape(file, group + "/text", translatable("one a decision"));
    std::vector<Decision> decisions(text.size());
    for (std::size_t i = 0; i < text.size(); ++i)
        decisions[i] = {static_cast<std::size_t>(std::max<std::int64_t>(iteration[i], 0)), text[i]};
    return decisions;
}

void readProcessInto(const File& file, PtychoResult& result) {
    StoredProcess process = readProcess(file);
    result.job = std::move(process.job);
    result.devices = std::move(process.devices);
    result.communicator = std::move(process.communicator);
    result.timings_s = std::move(process.timings_s);
    result.energy_J = process.energy_J;
    result.complete = process.complete;
    result.warnings = std::move(process.warnings);
    result.log = std::move(process.log);
    result.version = std::move(process.version);
    result.wavelength_m = file.number(layout::kWavelength).value_or(0);
    result.particle = readParticle(file);
    result.nearField = file.number(layout::kNearField).value_or(0) > 0;
}

StoredFrc::Resolution readResolution(const File& file, const std::string& path) {
    const double value_m = file.number(path).value_or(0);
    // Files of earlier versions have 0 for both, none and a pixel or better.
    if (!(value_m > 0)) return {};
    return {value_m, file.attributeText(path, "bound").has_value()};
}

StoredFrc readFrc(const File& file) {
    const std::string group = layout::kFrc;
    StoredFrc frc;
    frc.frequency = readColumn<double>(file, group + "/frequency");
    frc.frc = readColumn<double>(file, group + "/frc");
    frc.halfBit = readColumn<double>(file, group + "/half_bit");
    frc.oneBit = readColumn<double>(file, group + "/one_bit");
    for (const auto* column : {&frc.frc, &frc.halfBit, &frc.oneBit})
        if (column->size() != frc.frequency.size()) failShape(file, group, translatable("one value a ring"));
    frc.resolution = readResolution(file, group + "/resolution_m");
    frc.oneBitResolution = readResolution(file, group + "/one_bit_resolution_m");
    frc.definition = file.attributeText(group + "/resolution_m", "long_name").value_or("");
    frc.of = file.text(group + "/of").value_or("");
    return frc;
}

SavedState readState(const File& file) {
    SavedState state;
    for (const std::string& name : file.children(layout::kState)) {
        const std::string path = std::string(layout::kState) + "/" + name;
        if (file.dataset(path).info().type.kind == h5::ElementType::Kind::complex)
            state.arrays[name] = readColumn<Complex>(file, path);
        else
            state.numbers[name] = readColumn<double>(file, path);
    }
    return state;
}

/// A reconstruction, not an integration.
bool isReconstruction(const File& file) { return isMadeByEwald(file) && file.hasGroup(layout::kObject); }

} // namespace

std::vector<std::string> readPhrases(const File& file, const std::string& path) {
    if (const std::string parts = path + "_parts"; file.hasDataset(parts))
        for (const std::string& known : file.dataset(parts).readText()) static_cast<void>(takeParts(known));
    return file.dataset(path).readText();
}

bool isMadeByEwald(const File& file) {
    return file.text(std::string(layout::kProcess) + "/program") == layout::kProgram;
}

StoredProcess readProcess(const File& file) {
    const std::string group = layout::kProcess;
    StoredProcess process;
    process.job = file.text(group + "/job").value_or("");
    if (file.hasDataset(group + "/devices")) process.devices = file.dataset(group + "/devices").readText();
    process.communicator = file.text(group + "/communicator").value_or("");
    process.complete = file.number(group + "/complete").value_or(1) != 0;
    for (const std::string& name : file.children(group + "/timings"))
        process.timings_s[name] = file.number(group + "/timings/" + name).value_or(0);
    process.energy_J = file.number(group + "/energy_J");
    if (file.hasDataset(group + "/warnings")) process.warnings = file.dataset(group + "/warnings").readText();
    process.log = readLog(file);
    process.version = file.text(group + "/version").value_or("");
    return process;
}

PtychoResult readParts(const File& file, ResultContent content) {
    PtychoResult result;
    const std::string object = layout::kObject;
    result.object = readImages<3>(file, object + "/data", translatable("complex [slice,] row, column"));
    if (file.number(layout::kObjectModes).value_or(1) > 1) result.objectModes = result.object.extent(0);
    result.objectOriginY_m = readOrigin(file, object + "/y", result.object.extent(1));
    result.objectOriginX_m = readOrigin(file, object + "/x", result.object.extent(2));
    result.objectPixelHeight_m = file.number(layout::kPixelHeight).value_or(0);
    result.objectPixelWidth_m = file.number(layout::kPixelWidth).value_or(0);
    if (file.hasDataset(layout::kObjectBasis)) {
        const h5::Dataset dataset = file.dataset(layout::kObjectBasis);
        if (dataset.shape() != h5::Shape{3, 2}) failShape(file, layout::kObjectBasis, "3, 2");
        const std::vector<double> v = dataset.readAll<double>();
        result.objectBasis = {{{v[0], v[2], v[4]}, {v[1], v[3], v[5]}}};
    }
    result.probe = readImages<4>(file, std::string(layout::kProbe) + "/data",
                                 translatable("complex [variation,] mode, row, column"));
    result.positions = readPositions(file, "");
    result.initialPositions = readPositions(file, "_initial");
    readPixelPositions(file, result);
    if (const std::string path = std::string(layout::kBackground) + "/data"; file.hasDataset(path)) {
        const h5::Dataset dataset = file.dataset(path);
        if (dataset.shape().size() != 2) failShape(file, path, translatable("row, column"));
        result.background = Array<float, 2>({dataset.shape()[0], dataset.shape()[1]},
                                            dataset.readAll<float>(mostElements(file, sizeof(float))));
    }
    if (const std::string path = std::string(layout::kProbeWeights) + "/data"; file.hasDataset(path)) {
        const h5::Dataset dataset = file.dataset(path);
        if (dataset.shape().size() != 2 || dataset.shape()[1] != result.probe.extent(0))
            failShape(file, path, translatable("frame, variation of the probe"));
        result.probeWeights = Array<double, 2>({dataset.shape()[0], dataset.shape()[1]},
                                               dataset.readAll<double>(mostElements(file, sizeof(double))));
    }
    result.frameIntensities = readOptionalColumn<double>(file, std::string(layout::kFrameIntensities) + "/data");
    result.loss = readLoss(file);
    result.changes = readChanges(file);
    result.decisions = readDecisions(file);
    if (file.hasDataset(layout::kVerdict)) result.verdict = readPhrases(file, layout::kVerdict);
    readProcessInto(file, result);
    if (file.hasGroup(layout::kFrc)) result.frc = readFrc(file);
    if (content == ResultContent::withState) result.state = readState(file);
    return result;
}

PtychoResult readResult(const std::filesystem::path& file, ResultContent content) {
    const File open = File::open(file);
    if (!isMadeByEwald(open))
        throw DataError("not a result of Ewald", file.string(), "results have /entry/process/program \"ewald\"");
    if (open.hasGroup(layout::kIntegration))
        throw DataError("the result of an integration, not of a reconstruction", file.string(),
                        "open it where patterns are wanted");
    if (open.hasGroup(layout::kFirstPeak))
        throw DataError("holds peaks that were fitted to patterns, not a reconstruction", file.string(),
                        "open the result of the integration that /entry/process/source names");
    return readParts(open, content);
}

bool isResultFile(const std::filesystem::path& file) noexcept {
    try {
        return isReconstruction(File::open(file));
    } catch (...) {
        return false;
    }
}

} // namespace ewald::io
