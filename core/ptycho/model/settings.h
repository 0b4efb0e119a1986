// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/model/engine_kind.h"
#include "ptycho/model/tilt.h"

#include <array>
#include <cstddef>
#include <string_view>

namespace ewald::ptycho {

/// How the fractional part of a scan position enters the model.
enum class Subpixel {
    nearest,  ///< positions rounded to whole object pixels: fastest
    bilinear, ///< the object is interpolated between its four neighbours: nearly as fast, works in near field too
    fourier,  ///< exact band-limited shift of the probe: two more FFTs a frame and mode
    automatic ///< as the engine wants it; bilinear if it does not say
};

/// How positions are refined.
enum class PositionMethod {
    gradient, ///< by the normal equations of each frame
    search,   ///< by trial, for large errors
    both,     ///< the one after the other
};

/// Frames of a call of an engine that works on all frames at once: between two calls it looks for a stop.
constexpr std::size_t kFramesPerCall = 32;

/// One stage of a pipeline: an engine with its parameters. Plain bytes, which ranks send each other.
struct StageSettings {
    /// The first engine of the table.
    StageSettings() : StageSettings(*engineKinds().front()) {}
    /// \param engine of the table, with the defaults of its parameters
    explicit StageSettings(const EngineKind& engine, std::size_t iterationsOfIt = 100);

    [[nodiscard]] const EngineKind& engine() const { return *engineKinds().at(m_engine); }
    [[nodiscard]] bool has(std::string_view key) const;
    /// A parameter of the engine. \throws InternalError when it has none of that key
    [[nodiscard]] double value(std::string_view key) const;
    void set(std::string_view key, double value);
    /// Frames that the engine works on at the same time; the default where that is left open (batch_size 0).
    [[nodiscard]] std::size_t framesAtOnce() const;

    std::size_t iterations = 100;
    std::size_t updateProbeAfter = 1; ///< iterations before the probe is free (counted over the pipeline)
    std::size_t updateObjectAfter = 0;
    bool updateObject = true;
    bool updateProbe = true;
    // positions
    bool refinePositions = false;
    std::size_t positionStart = 5; ///< iterations before positions move (counted over the pipeline)
    double positionLimit_px = 5;   ///< how far a position may go, object pixels along each axis
    PositionMethod positionMethod = PositionMethod::gradient;
    // what lies between waves and counts
    bool background = false;       ///< counts that every frame has beside the waves are fitted
    bool frameIntensities = false; ///< the intensity of the beam is fitted for each frame
    // a probe that changes from frame to frame
    std::size_t variableProbeModes = 0;     ///< by so many modes; 0: it does not
    std::size_t variableProbeStart = 10;    ///< iterations before it does (counted over the pipeline)
    std::size_t variableProbeSmoothing = 0; ///< frames of the running median of its weights; up to 2: none
    // constraints, applied at the end of an iteration
    std::size_t orthogonaliseEvery = 1; ///< probe modes orthogonalised every N iterations; 0 = for display only
    double probeSupport = 0.0;          ///< diameter of a circular support as a fraction of the window; 0 = off
    std::size_t centreProbeEvery = 0;   ///< move the probe's centre of mass back to the middle every N iterations
    bool fixProbePower = false;         ///< keep Σ|P|² at the mean pattern's photons
    double objectAmplitudeMin = 0.0;
    double objectAmplitudeMax = 0.0; ///< 0 = no limit
    double objectPhaseMin_rad = 0.0; ///< with the next both 0: no limits
    double objectPhaseMax_rad = 0.0;
    double objectPurePhase = 0.0; ///< part of the way of each amplitude to 1
    double probePupil = 0.0;      ///< diameter of a circular support in Fourier space, of the band; 0 = off
    // regularisers, likewise; 0 = off
    double objectTv = 0.0;        ///< weight of the total variation, in units of objectNoise()
    double objectL1 = 0.0;        ///< of Σ|O − 1|, likewise
    double objectSmoothing = 0.0; ///< share of each of eight neighbours

private:
    static constexpr std::size_t kMostParameters = 24;

    [[nodiscard]] std::size_t placeOf(std::string_view key) const;

    std::size_t m_engine;                           ///< its place in the table: the same in all processes of a run
    std::array<double, kMostParameters> m_values{}; ///< in the order of the engine's parameters
};

/// How frames are thought to have come about; the same for all stages of a job.
struct ModelSettings {
    std::size_t probeModes = 1;
    Subpixel subpixel = Subpixel::automatic;
    double extraModePower = 0.1;  ///< initial power of each extra mode relative to the first
    std::size_t objectMargin = 8; ///< object pixels around the scanned area
    std::size_t flyPoints = 1;    ///< of a fly scan: waves along the path of each frame
    std::size_t slices = 1;       ///< of the object, one behind the other
    double sliceSpacing_m = 0;    ///< from one to the next
    std::size_t objectModes = 1;  ///< objects of which each frame sees a share; of one slice
    std::size_t oversampling = 1; ///< far field: how many times the probe's window is larger than a frame
    double pointSpread_px = 0;    ///< σ of the detector's point spread, pixels of a frame
    bool fitsPointSpread = false; ///< from that one on
    SampleGeometry sample;        ///< how it lies in the beam

    /// Arrays that the object consists of.
    [[nodiscard]] std::size_t layers() const { return slices * objectModes; }
};

} // namespace ewald::ptycho
