// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "base/units.h"
#include "codec/bitshuffle.h"
#include "compute/devices/parallel.h"
#include "io/atomic_file.h"
#include "io/hdf5/hdf5_atomic.h"
#include "io/output_guard.h"
#include "sim/powder_simulator.h"

#include <algorithm>
#include <thread>

namespace ewald::sim {
namespace {

namespace h5 = io::h5;

h5::Number numberOf(PixelType type) {
    if (type == PixelType::uint8) return h5::Number::uint8;
    return type == PixelType::uint16 ? h5::Number::uint16 : h5::Number::uint32;
}

/// Gives encoded frames one after the other; makes a few at a time with all cores, and repeated ones only once.
class EncodedFrames {
public:
    explicit EncodedFrames(const PowderSimulator& simulator)
        : m_simulator(simulator), m_batch(2 * std::max(1U, std::thread::hardware_concurrency())) {
        const PowderExperiment& e = simulator.experiment();
        m_different = e.distinct == 0 ? e.frames : std::min(e.distinct, e.frames);
        m_repeats = m_different < e.frames;
        if (m_repeats) m_batch = std::min(m_batch, m_different);
    }

    /// Has to be called with 0, 1, 2 …
    const std::vector<std::byte>& operator()(std::size_t frame) {
        if (m_repeats) {
            if (frame >= m_made.size() && m_made.size() < m_different) make(frame);
            return m_made[frame % m_different];
        }
        if (frame % m_batch == 0) {
            m_made.clear();
            make(frame);
        }
        return m_made[frame % m_batch];
    }

private:
    void make(std::size_t first) {
        const std::size_t count = std::min(m_batch, m_different - first);
        const std::size_t before = m_made.size();
        m_made.resize(before + count);
        compute::parallelFor(count, 0, [&](std::size_t i) {
            const std::vector<std::byte> pixels = m_simulator.frame(first + i);
            std::vector<std::byte> encoded =
                codec::encodeBitshuffleLz4(pixels, bytesOf(m_simulator.experiment().pixelType));
            encoded.shrink_to_fit();
            m_made[before + i] = std::move(encoded);
        });
    }

    const PowderSimulator& m_simulator;
    std::size_t m_batch;
    std::size_t m_different = 0;
    bool m_repeats = false;
    std::vector<std::vector<std::byte>> m_made;
};

class StackWriter {
public:
    StackWriter(const std::filesystem::path& file, const PowderSimulator& simulator, const PowderOutput& output)
        : m_simulator(simulator), m_experiment(simulator.experiment()), m_output(output), m_file(file),
          m_frames(simulator) {
        m_result.poni = poniBeside(file);
    }

    PowderFiles write() {
        const io::OutputLock lock(m_file);
        checkTargets();
        try {
            writeAll();
        } catch (...) {
            removeParts();
            throw;
        }
        m_result.data.insert(m_result.data.begin(), m_file);
        return std::move(m_result);
    }

private:
    void writeAll() {
        if (m_output.layout != PowderLayout::plain) writeDataFiles();
        io::AtomicHdf5 stack(m_file, m_output.overwrite);
        stack.write([&](h5::File& file) {
            writeMetadata(file);
            if (m_output.layout == PowderLayout::plain) {
                writeFrames(file, 0, m_experiment.frames);
            } else {
                linkDataFiles(file);
            }
            file.close(); // what does not fit is known before there is a PONI
        });
        io::writeTextFile(m_result.poni, azint::poniFileText(m_experiment.poni), m_output.overwrite);
        m_poniWritten = !m_discards;
        stack.commit();
    }

    /// What is complete in itself but belongs to a stack that is not there.
    void removeParts() const {
        std::error_code ignored;
        if (m_poniWritten) std::filesystem::remove(m_result.poni, ignored);
        for (const std::filesystem::path& file : m_result.data)
            if (!m_discards) std::filesystem::remove(file, ignored);
    }

    [[nodiscard]] std::filesystem::path dataFile(std::size_t index) const {
        if (m_discards) return m_file;
        std::string stem = m_file.stem().string();
        if (stem.ends_with("_master")) stem.resize(stem.size() - 7);
        std::string number = std::to_string(index + 1);
        number.insert(0, number.size() < 6 ? 6 - number.size() : 0, '0');
        return m_file.parent_path() / (stem + "_data_" + number + ".h5");
    }
    [[nodiscard]] std::size_t dataFiles() const {
        return (m_experiment.frames + m_output.framesPerFile - 1) / m_output.framesPerFile;
    }
    [[nodiscard]] std::size_t framesOf(std::size_t index) const {
        const std::size_t first = index * m_output.framesPerFile;
        return std::min(m_output.framesPerFile, m_experiment.frames - first);
    }

    /// What can be known before the work is said before the work.
    void checkTargets() const {
        if (m_output.framesPerFile == 0) throw JobError("a data file needs at least one frame", "frames-per-file");
        const auto check = [&](const std::filesystem::path& target) {
            if (io::resolveOutput(target).exists && !m_output.overwrite && !m_discards) {
                throw DataError("the file exists already", target.string(), "choose another name, or use --overwrite");
            }
        };
        if (m_result.poni == m_file && !m_discards)
            throw JobError("the stack cannot be named like its PONI", m_file.string());
        check(m_file);
        check(m_result.poni);
        for (std::size_t i = 0; m_output.layout != PowderLayout::plain && i < dataFiles(); ++i) check(dataFile(i));
    }

    void writeFrames(h5::File& file, std::size_t first, std::size_t count) {
        const std::size_t rows = m_simulator.geometry().rows();
        const std::size_t cols = m_simulator.geometry().cols();
        h5::StorageOptions storage{{1, rows, cols}};
        storage.bitshuffleLz4 = true;
        h5::Dataset data =
            file.createDataset("/entry/data/data", numberOf(m_experiment.pixelType), {count, rows, cols}, storage);
        file.setAttribute("/entry/data/data", "image_nr_low", static_cast<std::int64_t>(first + 1));
        file.setAttribute("/entry/data/data", "image_nr_high", static_cast<std::int64_t>(first + count));
        for (std::size_t i = 0; i < count; ++i) {
            const std::vector<std::byte>& chunk = m_frames(first + i);
            data.writeChunk({i, 0, 0}, chunk);
            m_result.storedBytes += chunk.size();
            if (m_output.progress) m_output.progress(first + i + 1);
        }
    }

    void writeDataFiles() {
        for (std::size_t i = 0; i < dataFiles(); ++i) {
            io::writeHdf5Atomically(dataFile(i), m_output.overwrite, [&](h5::File& file) {
                file.createGroup("/entry/data");
                file.setAttribute("/entry", "NX_class", "NXentry");
                file.setAttribute("/entry/data", "NX_class", "NXdata");
                file.setAttribute("/entry/data", "signal", "data");
                writeFrames(file, i * m_output.framesPerFile, framesOf(i));
            });
            m_result.data.push_back(dataFile(i));
        }
    }

    void linkDataFiles(h5::File& file) const {
        std::vector<h5::VirtualPart> parts;
        for (std::size_t i = 0; i < dataFiles(); ++i) {
            const std::string name = dataFile(i).filename().string();
            std::string number = std::to_string(i + 1);
            number.insert(0, number.size() < 6 ? 6 - number.size() : 0, '0');
            file.externalLink("/entry/data/data_" + number, name, "/entry/data/data");
            parts.push_back({name, "/entry/data/data", i * m_output.framesPerFile, framesOf(i)});
        }
        if (m_output.layout == PowderLayout::vds) {
            const azint::Geometry& geometry = m_simulator.geometry();
            file.createVirtualDataset("/entry/data/data", numberOf(m_experiment.pixelType),
                                      {m_experiment.frames, geometry.rows(), geometry.cols()}, parts);
        }
    }

    void writeValue(h5::File& file, const std::string& path, double value, const char* units) const {
        file.write(path, value);
        file.setAttribute(path, "units", units);
    }

    void writeDetector(h5::File& file) const {
        const azint::Poni& poni = m_experiment.poni;
        const azint::BeamGeometry beam = azint::beamGeometryOf(poni);
        const std::string detector = "/entry/instrument/detector/";
        file.createGroup("/entry/instrument/detector/detectorSpecific");
        file.setAttribute("/entry/instrument", "NX_class", "NXinstrument");
        file.setAttribute("/entry/instrument/detector", "NX_class", "NXdetector");
        file.setAttribute("/entry/instrument/detector/detectorSpecific", "NX_class", "NXcollection");
        file.write(detector + "description", "SIMULATED " + poni.detector);
        writeValue(file, detector + "detector_distance", beam.distance_m, "m");
        writeValue(file, detector + "beam_center_x", beam.centreCol, "pixel");
        writeValue(file, detector + "beam_center_y", beam.centreRow, "pixel");
        writeValue(file, detector + "x_pixel_size", poni.pixel2_m, "m");
        writeValue(file, detector + "y_pixel_size", poni.pixel1_m, "m");
        writeValue(file, detector + "count_time", 0.1, "s");
        writeValue(file, detector + "frame_time", 0.1, "s");
        file.write(detector + "saturation_value", static_cast<std::int64_t>(m_simulator.saturation()));
        file.write(detector + "bit_depth_image", static_cast<std::int64_t>(8 * bytesOf(m_experiment.pixelType)));
        const azint::Geometry& geometry = m_simulator.geometry();
        const std::string specific = detector + "detectorSpecific/";
        file.write(specific + "nimages", static_cast<std::int64_t>(m_experiment.frames));
        file.write(specific + "x_pixels_in_detector", static_cast<std::int64_t>(geometry.cols()));
        file.write(specific + "y_pixels_in_detector", static_cast<std::int64_t>(geometry.rows()));
        h5::StorageOptions compressed{{geometry.rows(), geometry.cols()}, 1, false};
        file.write<std::uint32_t>(specific + "pixel_mask", m_simulator.pixelMask().span(),
                                  {geometry.rows(), geometry.cols()}, compressed);
        file.softLink(detector + "pixel_mask", "/" + specific.substr(1) + "pixel_mask");
    }

    void writeMetadata(h5::File& file) const {
        file.createGroup("/entry/data");
        file.setAttribute("/", "default", "entry");
        file.setAttribute("/entry", "NX_class", "NXentry");
        file.setAttribute("/entry", "default", "data");
        file.write("/entry/definition", "NXmx");
        file.write("/entry/title", "SIMULATED by Ewald: " + m_experiment.calibrant);
        file.setAttribute("/entry/data", "NX_class", "NXdata");
        if (m_output.layout != PowderLayout::master) file.setAttribute("/entry/data", "signal", "data");
        writeDetector(file);
        const double wavelength_A = *m_experiment.poni.wavelength_m * 1e10;
        writeValue(file, "/entry/instrument/beam/incident_wavelength", wavelength_A, "angstrom");
        file.setAttribute("/entry/instrument/beam", "NX_class", "NXbeam");
        std::vector<double> monitor(m_experiment.frames);
        for (std::size_t i = 0; i < monitor.size(); ++i) monitor[i] = m_simulator.beam(i);
        file.write<double>("/entry/monitor/data", monitor, {monitor.size()});
        file.setAttribute("/entry/monitor", "NX_class", "NXmonitor");
        writeTruth(file);
    }

    /// The pattern of the first frame and the rings of all frames that differ: what an integration has to find.
    void writeTruth(h5::File& file) const {
        constexpr std::size_t kPoints = 4000;
        const std::vector<double> last = m_simulator.rings(0);
        const double end = last.empty() ? 1 : 1.05 * *std::ranges::max_element(last);
        std::vector<double> angle(kPoints);
        std::vector<double> intensity(kPoints);
        for (std::size_t i = 0; i < kPoints; ++i) {
            const double twoTheta = end * (static_cast<double>(i) + 0.5) / static_cast<double>(kPoints);
            angle[i] = twoTheta * 180 / kPi;
            intensity[i] = m_simulator.intensity(twoTheta, 0);
        }
        file.write<double>("/truth/two_theta_deg", angle, {kPoints});
        file.write<double>("/truth/intensity", intensity, {kPoints});
        std::vector<double> rings;
        for (const double twoTheta : last) rings.push_back(twoTheta * 180 / kPi);
        file.write<double>("/truth/rings_deg", rings, {rings.size()});
    }

    const PowderSimulator& m_simulator;
    const PowderExperiment& m_experiment;
    const PowderOutput& m_output;
    std::filesystem::path m_file;
    bool m_discards = io::isNullDevice(m_file);
    bool m_poniWritten = false;
    EncodedFrames m_frames;
    PowderFiles m_result;
};

} // namespace

std::filesystem::path poniBeside(const std::filesystem::path& file) {
    return io::isNullDevice(file) ? file : std::filesystem::path(file).replace_extension(".poni");
}

PowderFiles writePowderStack(const std::filesystem::path& file, const PowderExperiment& experiment,
                             const PowderOutput& output) {
    const PowderSimulator simulator(experiment);
    return StackWriter(file, simulator, output).write();
}

} // namespace ewald::sim
