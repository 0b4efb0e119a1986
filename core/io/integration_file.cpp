// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/integration_file.h"

#include "base/error.h"
#include "base/phrase.h"
#include "io/hdf5/hdf5_atomic.h"
#include "io/hdf5/hdf5_extend.h"
#include "io/result_layout.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ewald::io {
namespace {

using h5::File;
using h5::Shape;

const std::string kGroup = layout::kIntegration;

/// Rows are collected in the cache of a chunk of about this size: few writes, and little memory.
constexpr std::size_t kChunkBytes = std::size_t{128} << 10U;

/// A dataset with one row a frame.
struct RowDataset {
    std::optional<h5::Dataset> dataset;
    Shape shape;
    std::size_t chunkBytes = 0;

    template <class T>
    void create(File& file, const std::string& path, const Shape& wanted, bool grows) {
        shape = wanted;
        std::size_t row = sizeof(T);
        for (std::size_t axis = 1; axis < shape.size(); ++axis) row *= shape[axis];
        h5::StorageOptions options;
        options.chunk = shape;
        options.chunk[0] = std::max<std::size_t>(kChunkBytes / std::max<std::size_t>(row, 1), 1);
        if (!grows) options.chunk[0] = std::min(options.chunk[0], shape[0]);
        options.extendible = grows;
        options.fillValue = std::numeric_limits<double>::quiet_NaN();
        file.createDataset(path, h5::NumberOf<T>::value, shape, options);
        // Opened again with a cache of one chunk, so that memory does not depend on how many frames there are.
        chunkBytes = std::max<std::size_t>(options.chunk[0] * row, 1);
        dataset = file.dataset(path, chunkBytes);
    }

    void extend(File& file, std::size_t frames) {
        if (!dataset) return;
        const std::string path = dataset->path();
        h5::extend(*dataset, frames);
        dataset.reset();
        dataset = file.dataset(path, chunkBytes);
        shape[0] = frames;
    }

    template <class T>
    void write(std::size_t frame, std::span<const T> values) {
        if (!dataset || values.empty()) return;
        Shape start(shape.size(), 0);
        Shape count = shape;
        start[0] = frame;
        count[0] = 1;
        dataset->writeBlock<T>(start, count, values);
    }
};

/// "q (nm^-1)"
std::string longName(const std::string& name, const std::string& unit) {
    return unit.empty() ? name : name + " (" + unit + ")";
}

template <class T>
void writeAxis(File& file, const std::string& name, const std::vector<T>& values, const std::string& unit,
               const std::string& title) {
    const std::string path = kGroup + "/" + name;
    file.write<T>(path, std::span<const T>(values), {values.size()});
    if (!unit.empty()) file.setAttribute(path, "units", unit);
    file.setAttribute(path, "long_name", longName(title, unit));
}

/// The indices of the frames, in pieces: there may be very many.
void writeFrameAxis(File& file, const IntegrationAxes& axes) {
    const std::string path = kGroup + "/frame";
    h5::Dataset dataset = file.createDataset(path, h5::Number::int64, {axes.frames});
    std::array<std::int64_t, 4096> piece{};
    for (std::size_t first = 0; first < axes.frames; first += piece.size()) {
        const std::size_t count = std::min(piece.size(), axes.frames - first);
        for (std::size_t i = 0; i < count; ++i)
            piece[i] = static_cast<std::int64_t>(axes.firstFrame + (first + i) * axes.frameStep);
        dataset.writeBlock<std::int64_t>({first}, {count}, std::span<const std::int64_t>(piece.data(), count));
    }
    file.setAttribute(path, "long_name", "frame");
}

Shape rowShape(const IntegrationAxes& axes) {
    Shape shape;
    if (!axes.azimuthal_deg.empty()) shape.push_back(axes.azimuthal_deg.size());
    shape.push_back(axes.radial.size());
    return shape;
}

void writeAxes(File& file, const IntegrationAxes& axes) {
    writeEntry(file, "result", "Azimuthal integration");
    createGroup(file, kGroup, "NXdata");
    file.setAttribute(kGroup, "signal", "intensity");
    std::vector<std::string> names{"frame"};
    if (!axes.azimuthal_deg.empty()) names.emplace_back("azimuthal");
    names.emplace_back("radial");
    file.setAttribute(kGroup, "axes", names);
    file.setAttribute(kGroup, "title", "Integrated intensity");
    if (axes.frames > 0) writeFrameAxis(file, axes);
    writeAxis(file, "radial", axes.radial, axes.radialUnit, axes.radialName);
    file.setAttribute(kGroup + "/radial", "unit_key", axes.unit);
    if (!axes.azimuthal_deg.empty()) writeAxis(file, "azimuthal", axes.azimuthal_deg, "deg", "chi");
}

std::vector<std::string> reasonsOf(const IntegrationEnd& end) {
    std::vector<std::string> reasons;
    for (const auto& [frame, reason] : end.failedFrames) reasons.push_back(reason);
    return reasons;
}

void writeFailedFrames(File& file, const IntegrationEnd& end) {
    if (end.failedFrames.empty()) return;
    const std::string path = std::string(layout::kProcess) + "/failed_frames";
    createGroup(file, path, "NXcollection");
    std::vector<std::int64_t> frames;
    for (const auto& [frame, reason] : end.failedFrames) frames.push_back(static_cast<std::int64_t>(frame));
    file.write<std::int64_t>(path + "/frame", frames, {frames.size()});
    writePhrases(file, path + "/reason", reasonsOf(end));
}

void writeScale(File& file, const IntensityScale& scale) {
    const std::string path = std::string(layout::kProcess) + "/intensity_scale";
    createGroup(file, path, "NXcollection");
    file.write(path + "/formula", scale.formula);
    if (!scale.emptyFile.empty()) file.write(path + "/empty_file", scale.emptyFile);
    for (const IntensityScale::Factor& factor : scale.factors) {
        file.write(path + "/" + factor.name, factor.value);
        if (!factor.unit.empty()) file.setAttribute(path + "/" + factor.name, "units", factor.unit);
    }
}

constexpr const char* kNotKnown = "not known"; // of a text that a definition requires

void writeInstrument(File& file, const std::string& path, double wavelength_m, Particle particle) {
    createGroup(file, path, "NXinstrument");
    file.write(path + "/name", kNotKnown);
    createGroup(file, path + "/monochromator", "NXmonochromator");
    file.write(path + "/monochromator/wavelength", wavelength_m * 1e10);
    file.setAttribute(path + "/monochromator/wavelength", "units", "angstrom");
    file.write(path + "/monochromator/energy", energyOf(particle, wavelength_m));
    file.setAttribute(path + "/monochromator/energy", "units", "keV");
    createGroup(file, path + "/source", "NXsource");
    file.write(path + "/source/name", kNotKnown);
    file.write(path + "/source/type", kNotKnown);
    file.softLink(path + "/source/probe", layout::kBeamProbe);
}

/// The unit as the definitions' own program (azint of MAX IV) calls it where it knows it.
std::string reducedUnitOf(const std::string& unit) { return unit == "2th_deg" ? "2th" : unit == "q_A^-1" ? "q" : unit; }

/// GSAS-II (G2pwd_HDF5) takes patterns where the parameters say that the unit is "2th", and cakes by their
/// azimuth_bins.
void writeReduction(File& file, const std::string& path, const IntegrationAxes& axes) {
    const std::string process = layout::kProcess;
    createGroup(file, path, "NXprocess");
    for (const char* name : {"/program", "/version", "/date"}) file.softLink(path + name, process + name);
    file.write(path + "/reference", "Pixels are split as in pyFAI: Kieffer and Ashiotis, arXiv:1412.6367");
    file.write(path + "/note", "Bins without pixels are not a number. The azimuth is 0 along growing columns of the "
                               "detector and 90 degrees along growing rows.");
    createGroup(file, path + "/input", "NXparameters");
    for (const char* name : {"/job", "/poni"}) file.softLink(path + "/input" + name, process + name);
    file.write(path + "/input/unit", reducedUnitOf(axes.unit));
    file.write(path + "/input/radial_bins", static_cast<std::int64_t>(axes.radial.size()));
    if (!axes.azimuthal_deg.empty())
        file.write(path + "/input/azimuth_bins", static_cast<std::int64_t>(axes.azimuthal_deg.size()));
}

/// What the definitions call the axis of a unit; empty: they have none.
std::string definedNameOf(std::string_view unit) {
    return unit.starts_with("q_") ? "q" : unit.starts_with("2th_") ? "2theta" : "";
}

/// What NXazint1d and NXazint2d call an axis and its intensities. \param norm Σ normalisation of all frames; empty:
/// each frame has its own
void writeDefinedData(File& file, const std::string& path, const IntegrationAxes& axes, bool errors,
                      const std::vector<double>& norm) {
    const bool isCake = !axes.azimuthal_deg.empty();
    createGroup(file, path, "NXdata");
    file.setAttribute(path, "signal", "I");
    file.setAttribute(path, "interpretation", isCake ? "image" : "spectrum");
    std::vector<std::string> names{"."};
    if (isCake) names.emplace_back("azimuthal_axis");
    names.emplace_back("radial_axis");
    file.setAttribute(path, "axes", names);
    file.softLink(path + "/I", kGroup + "/intensity");
    if (errors) file.softLink(path + "/I_errors", kGroup + "/errors");
    file.write<double>(path + "/radial_axis", axes.radial, {axes.radial.size()});
    file.setAttribute(path + "/radial_axis", "long_name", definedNameOf(axes.unit));
    file.setAttribute(path + "/radial_axis", "units", axes.radialUnit);
    if (isCake) {
        file.write<double>(path + "/azimuthal_axis", axes.azimuthal_deg, {axes.azimuthal_deg.size()});
        file.setAttribute(path + "/azimuthal_axis", "long_name", "azimuthal bin center");
        file.setAttribute(path + "/azimuthal_axis", "units", "deg");
    }
    if (norm.empty()) return;
    file.write<double>(path + "/norm", norm, rowShape(axes));
    file.setAttribute(path + "/norm", "long_name", "effective number of pixels contributing to the corresponding bin");
    file.setAttribute(path + "/norm", "units", kArbitraryUnits);
}

/// The numbers once more under the names of the application definition, where it knows their axis.
void writeDefinition(File& file, const IntegrationAxes& axes, const IntegrationWriter::Contents& contents,
                     const std::vector<double>& norm) {
    if (!axes.wavelength_m || definedNameOf(axes.unit).empty()) return;
    const std::string name = axes.azimuthal_deg.empty() ? "azint1d" : "azint2d";
    const std::string path = std::string(layout::kEntry) + "/" + name;
    createGroup(file, path, "NXsubentry");
    file.setAttribute(path, "default", "data");
    file.write(path + "/definition", "NX" + name);
    const auto put = [&](const char* field, bool applied) {
        const std::uint8_t value = applied ? 1 : 0;
        file.write<std::uint8_t>(path + field, std::span(&value, 1), {});
    };
    put("/solid_angle_applied", contents.solidAngle);
    put("/polarization_applied", contents.polarization);
    put("/normalization_applied", true);
    put("/monitor_applied", contents.monitor);
    writeInstrument(file, path + "/instrument", *axes.wavelength_m, axes.particle);
    createGroup(file, path + "/sample", "NXsample"); // GSAS-II opens no file without one
    file.write(path + "/sample/name", kNotKnown);
    writeReduction(file, path + "/reduction", axes);
    writeDefinedData(file, path + "/data", axes, contents.errors, norm);
}

} // namespace

struct IntegrationWriter::State {
    State(std::filesystem::path file, IntegrationAxes a, Contents c, bool overwrite)
        : axes(std::move(a)), contents(std::move(c)), grows(axes.frames == 0), atomic(std::move(file), overwrite) {}
    // Datasets that are still open write what they hold when they close.
    ~State() { atomic.abandon(); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    [[nodiscard]] std::array<RowDataset*, 6> rows() {
        return {&intensity, &errors, &sumSignal, &sumVariance, &sumNormalization, &count};
    }
    /// Makes room for a row, and more, so that this seldom happens.
    void growTo(File& file, std::size_t frame) {
        axes.frames = std::max(axes.frames, frame + 1);
        const std::size_t room = intensity.shape[0];
        if (frame < room) return;
        for (RowDataset* each : rows()) each->extend(file, std::max(frame + 1, 2 * room));
    }
    /// Takes back the room that was not needed.
    void endGrowth(File& file) {
        for (RowDataset* each : rows()) each->extend(file, axes.frames);
        writeFrameAxis(file, axes);
        if (axes.frames == 1 && axes.azimuthal_deg.empty())
            file.setAttribute(kGroup + "/intensity", "interpretation", "spectrum");
    }
    /// Rows of this many frames.
    [[nodiscard]] Shape framesOf(std::size_t frames) const {
        Shape shape = rowShape(axes);
        shape.insert(shape.begin(), frames);
        return shape;
    }
    void create(File& file) {
        writeAxes(file, axes);
        constexpr std::size_t kFirstRoom = 64; // frames
        const Shape shape = framesOf(grows ? kFirstRoom : axes.frames);
        const Shape once = framesOf(1);
        intensity.create<float>(file, kGroup + "/intensity", shape, grows);
        const bool isArbitrary = axes.intensityUnit == kArbitraryUnits;
        file.setAttribute(kGroup + "/intensity", "long_name",
                          longName("intensity", isArbitrary ? std::string() : axes.intensityUnit));
        file.setAttribute(kGroup + "/intensity", "units", axes.intensityUnit);
        const bool isImage = !axes.azimuthal_deg.empty();
        if (isImage || axes.frames == 1)
            file.setAttribute(kGroup + "/intensity", "interpretation", isImage ? "image" : "spectrum");
        if (contents.errors) {
            errors.create<float>(file, kGroup + "/errors", shape, grows);
            file.setAttribute(kGroup + "/errors", "long_name", "estimated intensity error");
            file.setAttribute(kGroup + "/errors", "units", axes.intensityUnit);
            // Two ways in which programs look for the errors of a signal. Not the attribute "uncertainties", which silx
            // takes for those of the axes: the group would be no valid NXdata to it.
            file.softLink(kGroup + "/intensity_errors", kGroup + "/errors");
        }
        if (contents.variance) sumVariance.create<double>(file, kGroup + "/sum_variance", shape, grows);
        if (!contents.sums) return;
        sumSignal.create<double>(file, kGroup + "/sum_signal", shape, grows);
        if (contents.sumsEachFrame) {
            sumNormalization.create<double>(file, kGroup + "/sum_normalization", shape, grows);
            count.create<double>(file, kGroup + "/count", shape, grows);
        } else {
            h5::StorageOptions empty;
            empty.fillValue = std::numeric_limits<double>::quiet_NaN();
            file.createDataset(kGroup + "/sum_normalization", h5::Number::float64, once, empty);
            file.createDataset(kGroup + "/count", h5::Number::float64, once, empty);
        }
    }

    IntegrationAxes axes;
    Contents contents;
    bool grows;
    AtomicHdf5 atomic;
    // After the file, so that they are closed before it.
    RowDataset intensity;
    RowDataset errors;
    RowDataset sumSignal;
    RowDataset sumVariance;
    RowDataset sumNormalization;
    RowDataset count;
    std::vector<double> norm; ///< Σ normalisation of all frames
};

IntegrationWriter::IntegrationWriter(std::filesystem::path file, IntegrationAxes axes, Contents contents,
                                     bool overwrite)
    : m_state(std::make_unique<State>(std::move(file), std::move(axes), std::move(contents), overwrite)) {
    if (m_state->axes.radial.empty()) throw InternalError("a result without bins");
    m_state->atomic.write([this](File& open) { m_state->create(open); });
}

IntegrationWriter::~IntegrationWriter() = default;

void IntegrationWriter::writeStaticSums(std::span<const double> normalization, std::span<const double> count) {
    if (!m_state->contents.sums || m_state->contents.sumsEachFrame) return;
    m_state->norm.assign(normalization.begin(), normalization.end());
    m_state->atomic.write([&](File& file) {
        const Shape shape = m_state->framesOf(1);
        const Shape start(shape.size(), 0);
        file.dataset(kGroup + "/sum_normalization").writeBlock<double>(start, shape, normalization);
        file.dataset(kGroup + "/count").writeBlock<double>(start, shape, count);
    });
}

void IntegrationWriter::writeRow(std::size_t frame, const IntegrationRow& row) {
    if (!m_state->grows && frame >= m_state->axes.frames) throw InternalError("a row beyond the end of a result");
    if (m_state->atomic.discards()) return; // rows without end do not fit into memory
    m_state->atomic.write([&](File& file) {
        if (m_state->grows) m_state->growTo(file, frame);
        m_state->intensity.write(frame, row.intensity);
        m_state->errors.write(frame, row.errors);
        m_state->sumSignal.write(frame, row.sumSignal);
        m_state->sumVariance.write(frame, row.sumVariance);
        m_state->sumNormalization.write(frame, row.sumNormalization);
        m_state->count.write(frame, row.count);
    });
}

void IntegrationWriter::finish(const IntegrationEnd& end) {
    State& state = *m_state;
    state.atomic.write([&](File& file) {
        if (state.grows) state.endGrowth(file);
        for (RowDataset* each : state.rows()) each->dataset.reset();
        writeProcess(file, {end.job, end.devices, end.communicator, end.timings_s, end.energy_J, end.complete,
                            end.warnings, end.log});
        const std::string process = layout::kProcess;
        file.write(process + "/poni", state.axes.poni);
        if (state.contents.scale) writeScale(file, *state.contents.scale);
        if (!state.axes.scanShape.empty()) {
            std::vector<std::int64_t> shape(state.axes.scanShape.begin(), state.axes.scanShape.end());
            file.write<std::int64_t>(process + "/scan_shape", shape, {shape.size()});
        }
        writeFailedFrames(file, end);
        if (state.axes.wavelength_m) writeBeam(file, *state.axes.wavelength_m, state.axes.particle);
        writeDefinition(file, state.axes, state.contents, state.norm);
    });
    state.atomic.commit();
}

// ---- reading ----------------------------------------------------------------------------------------------------

struct IntegrationResult::State {
    /// The row of a frame of sums that all frames may share.
    [[nodiscard]] std::vector<float> sums(const h5::Dataset& dataset, std::size_t frame) const;

    File file;
    IntegrationAxes axes;
    IntegrationEnd end;
    h5::Dataset intensity;
    std::optional<h5::Dataset> errors;
    std::optional<h5::Dataset> counts;
    std::optional<h5::Dataset> normalizations;
};

namespace {

/// An axis of bins: more would not be a result.
constexpr std::size_t kMostBins = std::size_t{1} << 27U;

[[noreturn]] void failShape(const File& file, const std::string& path) {
    throw DataError("the dataset has another shape than an integration of Ewald", file.where(path),
                    "the file was changed or is damaged");
}

IntegrationAxes readAxes(const File& file, const h5::Dataset& intensity) {
    IntegrationAxes axes;
    axes.radial = file.dataset(kGroup + "/radial").readAll<double>(kMostBins);
    if (file.hasDataset(kGroup + "/azimuthal"))
        axes.azimuthal_deg = file.dataset(kGroup + "/azimuthal").readAll<double>(kMostBins);
    const Shape& shape = intensity.shape();
    const Shape row = rowShape(axes);
    if (shape.size() != row.size() + 1 || !std::equal(row.begin(), row.end(), shape.begin() + 1))
        failShape(file, kGroup + "/intensity");
    axes.frames = shape[0];
    if (file.hasDataset(kGroup + "/frame") && axes.frames > 0) {
        const h5::Dataset frame = file.dataset(kGroup + "/frame");
        if (frame.shape() != Shape{axes.frames}) failShape(file, kGroup + "/frame");
        std::array<std::int64_t, 2> first{0, 1};
        const std::size_t count = std::min<std::size_t>(2, axes.frames);
        frame.readBlock<std::int64_t>({0}, {count}, std::span<std::int64_t>(first.data(), count));
        axes.firstFrame = static_cast<std::size_t>(std::max<std::int64_t>(first[0], 0));
        if (count == 2) axes.frameStep = static_cast<std::size_t>(std::max<std::int64_t>(first[1] - first[0], 1));
    }
    axes.radialUnit = file.attributeText(kGroup + "/radial", "units").value_or("");
    axes.unit = file.attributeText(kGroup + "/radial", "unit_key").value_or("");
    axes.intensityUnit = file.attributeText(kGroup + "/intensity", "units").value_or(kArbitraryUnits);
    const std::string title = file.attributeText(kGroup + "/radial", "long_name").value_or("radial");
    axes.radialName = title.substr(0, title.find(" ("));
    const std::string process = layout::kProcess;
    axes.poni = file.text(process + "/poni").value_or("");
    if (file.hasDataset(process + "/scan_shape"))
        for (const std::int64_t extent : file.dataset(process + "/scan_shape").readAll<std::int64_t>(16))
            axes.scanShape.push_back(static_cast<std::size_t>(std::max<std::int64_t>(extent, 0)));
    axes.wavelength_m = file.number(layout::kWavelength);
    axes.particle = readParticle(file);
    return axes;
}

IntegrationEnd readEnd(const File& file) {
    StoredProcess process = readProcess(file);
    IntegrationEnd end;
    end.job = std::move(process.job);
    end.devices = std::move(process.devices);
    end.communicator = std::move(process.communicator);
    end.timings_s = std::move(process.timings_s);
    end.energy_J = process.energy_J;
    end.complete = process.complete;
    end.warnings = std::move(process.warnings);
    end.log = std::move(process.log);
    end.version = std::move(process.version);
    const std::string path = std::string(layout::kProcess) + "/failed_frames";
    if (!file.hasGroup(path)) return end;
    const auto frames = file.dataset(path + "/frame").readAll<std::int64_t>();
    const std::vector<std::string> reasons = readPhrases(file, path + "/reason");
    for (std::size_t i = 0; i < frames.size() && i < reasons.size(); ++i)
        end.failedFrames.emplace_back(static_cast<std::size_t>(std::max<std::int64_t>(frames[i], 0)), reasons[i]);
    return end;
}

File openIntegration(const std::filesystem::path& path) {
    File file = File::open(path);
    if (!isMadeByEwald(file) || !file.hasGroup(kGroup))
        throw DataError("not an integration of Ewald", path.string(), "integrations have the group /entry/result");
    return file;
}

} // namespace

IntegrationResult::IntegrationResult(const std::filesystem::path& path) {
    File file = openIntegration(path);
    h5::Dataset intensity = file.dataset(kGroup + "/intensity");
    std::optional<h5::Dataset> errors;
    if (file.hasDataset(kGroup + "/errors")) errors = file.dataset(kGroup + "/errors");
    if (errors && errors->shape() != intensity.shape()) failShape(file, kGroup + "/errors");
    IntegrationAxes axes = readAxes(file, intensity);
    Shape once = intensity.shape();
    once[0] = 1;
    const auto sumsAt = [&](const std::string& path) -> std::optional<h5::Dataset> {
        if (!file.hasDataset(path)) return std::nullopt;
        h5::Dataset sums = file.dataset(path);
        // Files of earlier versions have no frame axis there.
        if (sums.shape() != intensity.shape() && sums.shape() != once && sums.shape() != rowShape(axes))
            failShape(file, path);
        return sums;
    };
    std::optional<h5::Dataset> counts = sumsAt(kGroup + "/count");
    std::optional<h5::Dataset> normalizations = sumsAt(kGroup + "/sum_normalization");
    IntegrationEnd end = readEnd(file);
    m_state = std::make_unique<State>(State{std::move(file), std::move(axes), std::move(end), std::move(intensity),
                                            std::move(errors), std::move(counts), std::move(normalizations)});
}

IntegrationResult::~IntegrationResult() = default;

const IntegrationAxes& IntegrationResult::axes() const noexcept { return m_state->axes; }
const IntegrationEnd& IntegrationResult::end() const noexcept { return m_state->end; }
bool IntegrationResult::hasErrors() const noexcept { return m_state->errors.has_value(); }

namespace {

std::vector<float> readRows(const h5::Dataset& dataset, std::size_t first, std::size_t count) {
    const Shape& shape = dataset.shape();
    if (first > shape[0] || count > shape[0] - first)
        throw DataError(phrase("the result has no frame %1 (it has %2)", first + count - 1, shape[0]), dataset.where(),
                        "count from 0");
    Shape start(shape.size(), 0);
    Shape extent = shape;
    start[0] = first;
    extent[0] = count;
    std::size_t values = 1;
    for (const std::size_t e : extent) values *= e;
    std::vector<float> rows(values);
    if (values > 0) dataset.readBlock<float>(start, extent, std::span<float>(rows));
    return rows;
}

} // namespace

std::vector<float> IntegrationResult::intensity(std::size_t frame) const { return intensities(frame, 1); }

std::vector<float> IntegrationResult::errors(std::size_t frame) const {
    if (!m_state->errors)
        throw DataError("the result has no errors", m_state->intensity.where(), "integrate with an error model");
    return readRows(*m_state->errors, frame, 1);
}

std::vector<float> IntegrationResult::State::sums(const h5::Dataset& dataset, std::size_t frame) const {
    const Shape& shape = dataset.shape();
    if (shape == intensity.shape() && axes.frames > 1) return readRows(dataset, frame, 1);
    std::vector<float> values(axes.bins());
    dataset.readBlock<float>(Shape(shape.size(), 0), shape, std::span<float>(values));
    return values;
}

bool IntegrationResult::countsVary() const noexcept {
    return m_state->counts && m_state->counts->shape() == m_state->intensity.shape() && m_state->axes.frames > 1;
}

std::vector<float> IntegrationResult::counts(std::size_t frame) const {
    return m_state->counts ? m_state->sums(*m_state->counts, frame) : std::vector<float>();
}

std::vector<float> IntegrationResult::weights(std::size_t frame) const {
    return m_state->normalizations ? m_state->sums(*m_state->normalizations, frame) : counts(frame);
}

std::vector<float> IntegrationResult::intensities(std::size_t first, std::size_t count) const {
    return readRows(m_state->intensity, first, count);
}

bool isIntegrationFile(const std::filesystem::path& file) noexcept {
    try {
        static_cast<void>(openIntegration(file));
        return true;
    } catch (...) {
        return false;
    }
}

} // namespace ewald::io
