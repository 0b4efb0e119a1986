// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/run_control.h"
#include "ptycho/analysis/caustic.h"
#include "ptycho/analysis/coherence.h"
#include "ptycho/analysis/wavefront.h"

#include <functional>
#include <memory>

namespace ewald::ui {

/// A probe to be looked at.
struct ProbeRequest {
    std::shared_ptr<const Array<Complex, 3>> modes; ///< [mode][n][n], orthogonal
    double wavelength_m = 0;
    double pixelHeight_m = 0;
    double pixelWidth_m = 0;
    bool nearFocus = false; ///< only around the focus instead of as far as the pixels allow
};

/// What the probe says about the beam.
struct ProbeAnalysis {
    ProbeRequest of;
    ptycho::Coherence coherence;
    ptycho::Caustic caustic;
    ptycho::Wavefront wavefront; ///< of the strongest mode
    /// The caustic as pictures: [across, upwards from the first row][distance], the intensity summed over the other
    /// direction.
    std::shared_ptr<const Array<float, 2>> alongX;
    std::shared_ptr<const Array<float, 2>> alongY;
};
using ProbeAnalysisPtr = std::shared_ptr<const ProbeAnalysis>;

/// Takes seconds for large probes; uses all cores. Any thread. \param coherence is told before all else, as it needs no
/// wavelength \throws JobError without wavelength; StoppedError
[[nodiscard]] ProbeAnalysisPtr analyseProbe(const ProbeRequest& request, const RunControl& control,
                                            const std::function<void(const ptycho::Coherence&)>& coherence = {});

} // namespace ewald::ui
