// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/integration_file.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <vector>

namespace ewald::job {

/// The cross section of a standard, as its certificate has it.
struct StandardTable {
    std::vector<double> q_nm;         ///< 1/nm, growing
    std::vector<double> crossSection; ///< 1/cm
    std::vector<double> sigma;        ///< standard deviations, 1/cm; empty: not known
};

/// Reads columns of text: q, dΣ/dΩ in 1/cm and, if there is one, its error.
/// \param perAngstrom q is in 1/Å, not 1/nm
/// \param coverage how many standard deviations an error of the table is
/// \throws DataError for fewer than two points, a column that is missing, or numbers that are not positive
[[nodiscard]] StandardTable readStandard(const std::filesystem::path& file, bool perAngstrom, double coverage = 1);

/// What was measured of it: (I / transmission − empty) / thickness in cm, at each q.
struct StandardPattern {
    std::vector<double> q_nm;
    std::vector<double> intensity;
    std::vector<double> sigma; ///< of counts; empty: not known
};

/// The mean of a result's patterns.
/// \param thickness_m of the standard; absent: sample_thickness_m of the result's job
/// \throws JobError for a result that is a cake, absolute already, without q, or without a thickness
[[nodiscard]] StandardPattern standardPatternOf(const io::IntegrationResult& result, const std::filesystem::path& file,
                                                std::optional<double> thickness_m);

struct CalibrationFactor {
    double value = 0;         ///< dΣ/dΩ over intensity
    double sigma = 0;         ///< both of the following
    double sigmaCounts = 0;   ///< of the measurement: of its errors or, where it is larger, of the scatter
    double sigmaStandard = 0; ///< of the table, whose errors are taken for those of all of its points together
    double reducedChi2 = 0;   ///< with the errors of the measurement; not a number where it has none
    std::size_t points = 0;
    double low_nm = 0; ///< ends of the overlap, 1/nm
    double high_nm = 0;
    /// By which part the measurement rises against the table from the lower to the upper end, as a straight line over
    /// ln q has it, and its standard deviation.
    double trend = 0;
    double trendSigma = 0;
    /// Beyond noise and 3 %: then transmission, empty or a correction is wrong, and the factor as well.
    [[nodiscard]] bool hasTrend() const noexcept;
};

/// Weighted least squares of measurement = table / factor over the overlap of both in q, in which points beyond two
/// standard deviations count less and less (soft L1). Between its points the table is a monotonic cubic (Fritsch and
/// Carlson, SIAM J. Numer. Anal. 17 (1980) 238) of logarithms.
/// \param low_nm, high_nm further limits, 1/nm \throws DataError where fewer than five points overlap, or the factor is
/// no positive number
[[nodiscard]] CalibrationFactor calibrationFactorOf(const StandardTable& table, const StandardPattern& pattern,
                                                    double low_nm, double high_nm);

} // namespace ewald::job
