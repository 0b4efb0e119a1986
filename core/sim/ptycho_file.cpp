// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/units.h"
#include "io/hdf5/hdf5_atomic.h"
#include "sim/disturbances.h"
#include "sim/ptycho_simulator.h"

#include <algorithm>

namespace ewald::sim {
namespace {

/// \param positions as x, y, z
void writeTranslation(io::h5::File& h5, const std::string& path, const std::vector<ScanPosition>& positions) {
    std::vector<double> translation;
    for (const ScanPosition& p : positions) translation.insert(translation.end(), {p.x, p.y, 0});
    h5.write<double>(path, translation, {positions.size(), 3});
}

/// The frames are what NeXus viewers show at first. Their axes are named as none: the attribute of CXI at the frames
/// names places that are no datasets.
void writeDefaultPlot(io::h5::File& h5, const std::string& frames) {
    h5.setAttribute("/", "default", "entry_1");
    h5.setAttribute("/entry_1", "NX_class", "NXentry");
    h5.setAttribute("/entry_1", "default", "data_1");
    h5.setAttribute("/entry_1/data_1", "NX_class", "NXdata");
    h5.setAttribute("/entry_1/data_1", "signal", "data");
    h5.setAttribute("/entry_1/data_1", "axes", std::vector<std::string>(3, "."));
    h5.setAttribute(frames, "interpretation", "image");
}

/// The truth of what is not as it should be.
void writeDisturbances(io::h5::File& h5, const PtychoDataset& data) {
    const PtychoExperiment& e = data.experiment;
    if (hasWrongPositions(e)) writeTranslation(h5, "/truth/translation", data.truePositions);
    if (!data.background.empty()) h5.write<float>("/truth/background", data.background.span(), {e.size, e.size});
    if (!data.frameIntensities.empty()) h5.write<double>("/truth/frame_intensities", data.frameIntensities, {e.frames});
    if (e.blur_px > 0) h5.write("/truth/blur_px", e.blur_px);
    if (e.emptyPart > 0) h5.write<double>("/truth/empty_x", data.empty_m, {2});
}

void writeContent(io::h5::File& h5, const PtychoDataset& data) {
    const PtychoExperiment& e = data.experiment;
    const std::size_t n = e.size;
    h5.write("/cxi_version", std::int64_t{160});
    h5.write("/number_of_entries", std::int64_t{1});
    h5.write("/entry_1/title", "SIMULATED by Ewald");
    h5.write("/entry_1/instrument_1/source_1/energy", e.energy_keV * kJoulePerKeV);
    h5.write("/entry_1/instrument_1/source_1/wavelength", data.wavelength_m);
    if (e.diffuser) // as if an earlier scan had found it
        h5.write<Complex>("/entry_1/instrument_1/source_1/illumination", data.probe.span(),
                          {e.modes, data.probe.extent(1), data.probe.extent(2)});
    const std::string detector = "/entry_1/instrument_1/detector_1/";
    h5.write(detector + "distance", e.distance_m);
    h5.write(detector + "x_pixel_size", e.detectorPixel_m);
    h5.write(detector + "y_pixel_size", e.detectorPixel_m);
    const std::vector<double> basis = {0, -e.detectorPixel_m, 0, -e.detectorPixel_m, 0, 0};
    h5.write<double>(detector + "basis_vectors", basis, {2, 3});
    std::vector<std::uint32_t> mask(n * n);
    std::transform(data.badPixels.begin(), data.badPixels.end(), mask.begin(), [](auto bad) { return bad ? 8U : 0U; });
    h5.write<std::uint32_t>(detector + "mask", mask, {n, n});
    const io::h5::StorageOptions storage{{1, n, n}, 1, false};
    const io::h5::Shape shape = {e.frames, n, n};
    const float largest = *std::max_element(data.frames.begin(), data.frames.end());
    if (e.photonsPerFrame > 0 && largest < 65535) {
        const std::vector<std::uint16_t> counts(data.frames.begin(), data.frames.end());
        h5.write<std::uint16_t>(detector + "data", counts, shape, storage);
    } else if (e.photonsPerFrame > 0) {
        const std::vector<std::int32_t> counts(data.frames.begin(), data.frames.end());
        h5.write<std::int32_t>(detector + "data", counts, shape, storage);
    } else {
        h5.write<float>(detector + "data", data.frames.span(), shape, storage);
    }
    h5.setAttribute(detector + "data", "axes", "translation:y:x");
    writeTranslation(h5, "/entry_1/sample_1/geometry_1/translation", data.positions);
    h5.softLink("/entry_1/data_1/data", detector + "data");
    h5.softLink("/entry_1/data_1/translation", "/entry_1/sample_1/geometry_1/translation");
    writeDefaultPlot(h5, detector + "data");
    io::h5::Shape objectShape = {data.object.extent(0), data.object.extent(1)};
    if (const std::size_t layers = e.slices * e.objectModes; layers > 1)
        objectShape = {layers, data.object.extent(0) / layers, data.object.extent(1)};
    h5.write<Complex>("/truth/object", data.object.span(), objectShape);
    h5.write<Complex>("/truth/probe_modes", data.probe.span(), {e.modes, data.probe.extent(1), data.probe.extent(2)});
    if (const std::size_t changes = data.probeWeights.size() / e.frames; changes > 0) {
        h5.write<Complex>("/truth/probe_changes", data.probeChanges.span(),
                          {changes, data.probe.extent(1), data.probe.extent(2)});
        h5.write<double>("/truth/probe_weights", data.probeWeights, {e.frames, changes});
    }
    std::vector<double> corners;
    for (const PixelPosition& p : data.pixelPositions) corners.insert(corners.end(), {p.row, p.col});
    h5.write<double>("/truth/row_col_px", corners, {e.frames, 2});
    writeDisturbances(h5, data);
}

} // namespace

void writeCxi(const std::filesystem::path& file, const PtychoDataset& data, bool overwrite) {
    io::writeHdf5Atomically(file, overwrite, [&](io::h5::File& h5) { writeContent(h5, data); });
}

} // namespace ewald::sim
