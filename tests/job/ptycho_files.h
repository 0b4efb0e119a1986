// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5.h"
#include "job/document/document.h"
#include "sim/ptycho_simulator.h"

#include <algorithm>
#include <filesystem>
#include <vector>

namespace ewald::job::test {

/// Counts of a signed detector with a column of gaps, marked by negative counts, and a last frame without beam and
/// without gaps. One chunk a frame, so that each can be damaged (damageFrame). \return a job with this as its input
inline JobDocument putSignedScan(const std::filesystem::path& target, const sim::PtychoDataset& data) {
    constexpr std::size_t kGap = 5; // column
    const std::size_t frames = data.frames.extent(0);
    const std::size_t n = data.frames.extent(1);
    std::vector<std::int32_t> counts(data.frames.size());
    std::ranges::transform(data.frames, counts.begin(), [](float value) { return std::int32_t(value + 0.5F); });
    for (std::size_t row = 0; row < frames * n; ++row) counts[row * n + kGap] = -1;
    std::fill(counts.end() - static_cast<std::ptrdiff_t>(n * n), counts.end(), 0);
    io::h5::File file = io::h5::File::create(target);
    io::h5::StorageOptions options;
    options.chunk = {1, n, n};
    options.bitshuffleLz4 = true;
    file.write<std::int32_t>("/entry/data/data", counts, {frames, n, n}, options);
    std::vector<double> places;
    for (const ScanPosition& place : data.positions) places.insert(places.end(), {place.x, place.y});
    file.write<double>("/entry/places", places, {frames, 2});
    file.close();
    JobDocument job;
    job.inputFile = target;
    job.mapping = io::ImportMapping{};
    job.mapping->frames = "/entry/data/data";
    job.mapping->positions = "/entry/places";
    job.mapping->energyValue = data.experiment.energy_keV;
    job.mapping->distanceValue = data.experiment.distance_m;
    job.mapping->pixelSizeValue = data.experiment.detectorPixel_m;
    job.set("initial_probe", "gaussian");
    return job;
}

} // namespace ewald::job::test
