// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/log.h"
#include "io/integration_file.h"
#include "job/absolute/mean_pattern.h"
#include "job/document/document.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ewald::job {

/// What makes a scattering cross section of integrated intensities (Zhang et al., Metall. Mater. Trans. A 41 (2010)
/// 1151; Pauw et al., J. Appl. Cryst. 50 (2017) 1800):
///
///     dΣ/dΩ = factor / thickness · (I / sampleTransmission − emptyScale · I_empty / emptyTransmission)
///
/// in 1/cm with a thickness in cm. Without a factor the bracket alone.
struct AbsoluteFactors {
    std::filesystem::path emptyFile; ///< empty: nothing is subtracted
    double emptyScale = 1;
    double emptyTransmission = 1;
    double sampleTransmission = 1;
    double thickness_m = 0;
    double factor = 0;      ///< 0: none
    double factorSigma = 0; ///< its standard deviation, for the record

    [[nodiscard]] bool isAbsolute() const noexcept { return factor > 0; }
    /// Whether intensities stay as they are.
    [[nodiscard]] bool isNone() const noexcept { return emptyFile.empty() && sampleTransmission == 1 && !isAbsolute(); }
};

/// \throws JobError for a factor without a thickness
[[nodiscard]] AbsoluteFactors absoluteFactorsOf(const JobDocument& job);

/// A pattern or cake after it.
struct ScaledPattern {
    std::vector<float> intensity;
    std::vector<float> errors; ///< empty: the pattern had none
};

/// Makes intensities and errors of one pattern those of AbsoluteFactors. Const functions from any thread.
class AbsoluteScale {
public:
    /// \param empty one value a bin; without values, nothing is subtracted
    AbsoluteScale(AbsoluteFactors factors, MeanPattern empty)
        : m_factors(std::move(factors)), m_empty(std::move(empty)) {}

    /// Errors are those of the counts of both measurements; that of the factor, which all bins have in common, is not
    /// added. Bins that the empty has not measured are not a number.
    /// \param intensity, errors one value a bin; no errors are none
    [[nodiscard]] ScaledPattern applied(std::span<const float> intensity, std::span<const float> errors) const;
    /// Of the result: "cm^-1" or "arbitrary units".
    [[nodiscard]] std::string unit() const;
    [[nodiscard]] io::IntensityScale record() const;

private:
    AbsoluteFactors m_factors;
    MeanPattern m_empty;
};

/// That of a document, with the empty read; absent where it changes nothing.
/// \param axes of the patterns; those of the empty have to be the same
/// \param log is warned of an empty that was integrated in another way, has no errors or lacks bins
/// \throws JobError for an empty of other bins or one that is scaled itself, DataError where it cannot be read
[[nodiscard]] std::optional<AbsoluteScale> absoluteScaleOf(const JobDocument& job, const io::IntegrationAxes& axes,
                                                           const LogSink& log);

} // namespace ewald::job
