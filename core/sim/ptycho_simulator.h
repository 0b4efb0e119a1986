// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"
#include "base/run_control.h"

#include <array>
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
    /// ‖P_last − P_first‖ / ‖P‖ of the first mode, whose astigmatism grows evenly from the first frame to the last.
    double probeDrift = 0;
    double probeChange = 0;     ///< r.m.s. of a coma of the first mode that is another in each frame, likewise
    std::size_t deadPixels = 0; ///< bad pixels written into the mask
    /// The beam's window is so many times larger than a frame, each pixel of which counts what falls on that many
    /// pixels squared of the finer pattern; far field.
    std::size_t oversampling = 1;
    double saturation = 0; ///< most counts of a pixel; 0 = any number
    /// More than 1: the beam moves on along a row of the scan while frames are exposed, from one halfway to the next; a
    /// frame is the mean of so many places. Rows are jittered, not the frames in them.
    std::size_t flyPoints = 1;
    std::size_t slices = 1;    ///< of the object, one behind the other; far field
    double sliceSpacing_m = 0; ///< from one to the next, > 0 where there are several
    /// States that the object goes through while each frame is exposed, for the same time each: the star alone, then
    /// with particles on it, others in each state. One slice.
    std::size_t objectModes = 1;
    /// The beam comes through a diffuser, as it always does in the near field: speckles all over, of frequencies below
    /// a quarter of the window's side.
    bool diffuser = false;
    double objectBand = 0; ///< > 0: the object has no frequencies beyond this part of those of the window
    /// Between the sample's normal and the beam, towards x; the sample is moved perpendicular to the beam, which goes
    /// some way further to it in each frame. Far field, one slice.
    double sampleTilt_deg = 0;
    /// Positions that are told are wrong: true ones turned by an angle (counter-clockwise where rows are drawn
    /// downwards) and scaled about the scan's centre, and then moved by normal errors of that r.m.s. along each axis.
    double positionError_px = 0; ///< pixels of the object
    double positionScale = 1;
    double positionRotation_deg = 0;
    double background = 0; ///< mean counts a pixel that come beside the waves: half even, half around the beam
    /// The ring loses that part of its current from one filling to the next, five times a scan; each frame has a normal
    /// error of a tenth of it beside. All counts of a frame, the background too, go with its intensity, 1 on average.
    double intensityDrift = 0;
    double blur_px = 0; ///< σ of a Gaussian, detector pixels, over which intensities are spread
    /// So much of the object's width, on the right, has nothing in it: its transmission is 1.
    double emptyPart = 0;
    unsigned long long seed = 0;
};

/// What was simulated; the truth stays available to tests.
struct PtychoDataset {
    PtychoExperiment experiment;
    Array<Complex, 2>
        object; ///< [layer · H][W]: slices or states one below the other, of states with a frame's share of each
    Array<Complex, 3>
        probe; ///< [mode][un][un], u = oversampling, centre in the middle, Σ|P|² = photonsPerFrame (1e6 when 0)
    /// What is added to the first mode in frame i: Σ_j probeWeights[i·modes + j] probeChanges[j], each of the first
    /// mode's norm and orthogonal to it.
    Array<Complex, 3> probeChanges;
    std::vector<double> probeWeights;
    std::vector<ScanPosition> positions;       ///< metres, with their errors
    std::vector<ScanPosition> truePositions;   ///< metres
    std::vector<PixelPosition> pixelPositions; ///< window corners in `object`, in the middle of exposures
    std::vector<PixelPosition> pixelPaths;     ///< how far each frame goes; of a fly scan
    Array<float, 3> frames;                    ///< counts, DC in the middle (far field)
    Array<float, 2> background;                ///< [n][n] mean counts of a frame; empty: none
    std::vector<double> frameIntensities;      ///< [frame], 1 on average; empty: all are 1
    Array<std::uint8_t, 2> badPixels;
    std::vector<double> propagations_m; ///< of a tilted sample: how far the probe goes in each frame
    double objectPixel_m = 0;
    double wavelength_m = 0;
    /// From column emptyFrom of `object` on there is nothing; where the beam's middle is at its first and last column,
    /// metres along x.
    std::size_t emptyFrom = 0;
    std::array<double, 2> empty_m{};
};

/// \throws JobError
[[nodiscard]] PtychoDataset simulatePtycho(const PtychoExperiment& experiment);
/// Writes a CXI file; atomic. In /truth: object, probe_modes and row_col_px, and where they are not trivial
/// probe_changes, probe_weights, translation, background, frame_intensities, blur_px, empty_x. \throws DataError
void writeCxi(const std::filesystem::path& file, const PtychoDataset& dataset, bool overwrite);

} // namespace ewald::sim
