// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ewald::ptycho {

enum class EngineKind { epie, rpie, dm };

/// How the fractional part of a scan position enters the model.
enum class Subpixel {
    nearest,  ///< positions rounded to whole object pixels: fastest
    bilinear, ///< the object is interpolated between its four neighbours: nearly as fast, works in near field too
    fourier,  ///< exact band-limited shift of the probe: two more FFTs a frame and mode
};

/// One stage of a pipeline: an engine with its parameters. Defaults are the table's (job/parameters).
struct StageSettings {
    EngineKind engine = EngineKind::rpie;
    std::size_t iterations = 100;
    std::size_t batchSize = 32; ///< frames whose updates are summed before they are applied; 1 = sequential
    double objectStep = 1.0;    ///< factor on the object update
    double probeStep = 1.0;
    double objectAlpha = 0.1; ///< rPIE regularisation of the object update, 0…1 (1 = ePIE's denominator)
    double probeAlpha = 0.1;
    double momentum = 0.0;            ///< rPIE: friction of the accumulated update per iteration, 0 = off
    double dmRelaxation = 0.7;        ///< DM: r in ψ += r(Π_F(2Π_O ψ − ψ) − Π_O ψ)
    double dmRegularisation = 0.01;   ///< DM: inertia of the overlap projection as a fraction of max overlap
    std::size_t updateProbeAfter = 1; ///< iterations before the probe is free (counted over the pipeline)
    std::size_t updateObjectAfter = 0;
    bool updateObject = true;
    bool updateProbe = true;
    // constraints, applied at the end of an iteration
    std::size_t orthogonaliseEvery = 1; ///< probe modes orthogonalised every N iterations; 0 = for display only
    double probeSupport = 0.0;          ///< diameter of a circular support as a fraction of the window; 0 = off
    std::size_t centreProbeEvery = 0;   ///< move the probe's centre of mass back to the middle every N iterations
    bool fixProbePower = false;         ///< keep Σ|P|² at the mean pattern's photons
    double objectAmplitudeMin = 0.0;
    double objectAmplitudeMax = 0.0; ///< 0 = no limit
};

/// How frames are thought to have come about; the same for all stages of a job.
struct ModelSettings {
    std::size_t probeModes = 1;
    Subpixel subpixel = Subpixel::bilinear;
    double extraModePower = 0.02; ///< initial power of each extra mode relative to the first
    std::size_t objectMargin = 8; ///< object pixels around the scanned area
};

} // namespace ewald::ptycho
