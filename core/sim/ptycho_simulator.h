// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"
#include "base/run_control.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

namespace ewald::sim {

/// A ptychography experiment to make up. Far field, or near field when focusToSample_m > 0.
struct PtychoExperiment {
    std::size_t size = 128; ///< frame side, pixels
    std::size_t frames = 400;
    std::size_t modes = 1; ///< incoherent probe modes with powers falling as 1, 1/4, 1/9…
    double energy_keV = 8.0;
    double distance_m = 2.0;
    double detectorPixel_m = 75e-6;
    double focusToSample_m = 0;
    double photonsPerFrame = 1e6; ///< 0: no noise
    double overlap = 0.75;        ///< linear overlap of neighbouring probes
    double positionJitter = 0.3;  ///< of the step; breaks the raster
    std::size_t deadPixels = 0;   ///< bad pixels written into the mask
    unsigned long long seed = 0;
};

/// What was simulated; the truth stays available to tests.
struct PtychoDataset {
    PtychoExperiment experiment;
    Array<Complex, 2> object;
    Array<Complex, 3> probe;                   ///< centre in the middle, Σ|P|² = photonsPerFrame (1e6 when 0)
    std::vector<ScanPosition> positions;       ///< metres
    std::vector<PixelPosition> pixelPositions; ///< window corners in `object`
    Array<float, 3> frames;                    ///< counts, DC in the middle (far field)
    Array<std::uint8_t, 2> badPixels;
    double objectPixel_m = 0;
    double wavelength_m = 0;
};

[[nodiscard]] PtychoDataset simulatePtycho(const PtychoExperiment& experiment);
/// Writes a CXI file (with /truth/{object,probe_modes,row_col_px}); atomic. \throws DataError
void writeCxi(const std::filesystem::path& file, const PtychoDataset& dataset, bool overwrite);

} // namespace ewald::sim
