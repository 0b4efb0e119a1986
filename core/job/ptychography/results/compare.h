// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/result_file.h"
#include "job/document/document_difference.h"
#include "ptycho/analysis/alignment.h"
#include "ptycho/analysis/coherence.h"
#include "ptycho/analysis/ring_correlation.h"

#include <optional>
#include <string>
#include <vector>

namespace ewald::job {

/// Both errors at one point of both runs. What was not reached together is absent.
struct LossPoint {
    std::size_t iteration = 0;
    double time_s = 0;
    double a = 0; ///< fourier_error
    double b = 0;
};

struct ProbeComparison {
    ptycho::Coherence a;
    ptycho::Coherence b;
    double overlap = 0;    ///< overlapOfBeams() after shift and ramp were taken out
    double powerRatio = 0; ///< Σ|P|² of B over that of A
};

/// Two reconstructions beside each other. A is the reference: images are on its pixels.
struct ResultComparison {
    double pixelHeight_m = 0;
    double pixelWidth_m = 0;
    ptycho::Alignment alignment;
    ptycho::ImageBox box; ///< largest rectangle of the object that is well lit in both
    ptycho::ImageDifference difference;
    ptycho::RingCorrelation frc;
    std::string noResolution;   ///< why no resolution can be given; empty = the one in `frc` holds
    Array<Complex, 2> a;        ///< object; of several slices their product
    Array<Complex, 2> b;        ///< the same of B, aligned; 0 where it has no pixels
    Array<std::uint8_t, 2> lit; ///< 1 where both are well lit
    bool sameFrames = false;    ///< made from the same measurement, in part at least: their agreement is no resolution
    /// How one scan was divided between the two, which have no frame in common: "the even and the odd frames of one
    /// scan". Empty for results of different scans or the same frames.
    std::string division;
    std::optional<ProbeComparison> probe;
    std::string noProbe;                       ///< why the probes are not compared
    std::optional<LossPoint> atEqualIteration; ///< the last one of the shorter run
    std::optional<LossPoint> atEqualTime;      ///< the end of the quicker run, and what the other had reached by then
    std::vector<ParameterDifference> parameters;
};

/// \throws DataError with the number of pixels of object or probe that are not finite \param name of the result, for
/// the error: its file
void requireFinite(const io::PtychoResult& result, const std::string& name);

/// Compares two results: objects (aligned by ptycho::align, on the area well lit in both), probes, loss, parameters.
/// Takes a few seconds for objects of 1000 × 1000 pixels. Any thread.
/// \throws DataError for values that are not finite, pixels of different sizes, or results without a common well-lit
/// area of 16 × 16 pixels
[[nodiscard]] ResultComparison compareResults(const io::PtychoResult& a, const io::PtychoResult& b,
                                              ptycho::FrcWindow window = ptycho::FrcWindow::hann);

/// Takes the resolution back, for a reason; an empty one leaves it.
void withoutResolution(ResultComparison& found, const std::string& reason);
/// What "resolution" means here, one line: for outputs and captions.
[[nodiscard]] std::string resolutionDefinition(ptycho::FrcWindow window);
/// What the halves of a scan are (io::ScanHalf), in words.
[[nodiscard]] const char* randomHalves() noexcept;
/// The FRC as /entry/frc of a result. \param of what was compared
[[nodiscard]] io::StoredFrc storedFrc(const ResultComparison& found, ptycho::FrcWindow window, std::string of);

} // namespace ewald::job
