// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/absolute/standard.h"

#include "azint/unit.h"
#include "base/error.h"
#include "base/median.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "base/units.h"
#include "fit/least_squares.h"
#include "io/text_table.h"
#include "job/absolute/absolute_scale.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ewald::job {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kFewestPoints = 5;
constexpr double kSoft = 2;          // standard deviations beyond which a point counts less
constexpr double kLeastTrend = 0.03; // about the uncertainty of glassy carbon itself
constexpr std::size_t kMostRounds = 100;

/// A monotonic cubic through points of growing x.
class MonotonicCubic {
public:
    MonotonicCubic(std::vector<double> x, std::vector<double> y) : m_x(std::move(x)), m_y(std::move(y)) {
        const std::size_t last = m_x.size() - 1;
        std::vector<double> slopes(last);
        for (std::size_t i = 0; i < last; ++i) slopes[i] = (m_y[i + 1] - m_y[i]) / (m_x[i + 1] - m_x[i]);
        m_slopes.resize(last + 1);
        m_slopes.front() = slopes.front();
        m_slopes.back() = slopes.back();
        for (std::size_t i = 1; i < last; ++i) {
            if (slopes[i - 1] * slopes[i] <= 0) continue;
            const double before = m_x[i] - m_x[i - 1], behind = m_x[i + 1] - m_x[i];
            const double a = 2 * behind + before, b = behind + 2 * before;
            m_slopes[i] = (a + b) / (a / slopes[i - 1] + b / slopes[i]);
        }
    }
    /// \param x between the first and the last point
    [[nodiscard]] double at(double x) const {
        const auto next = std::clamp<std::ptrdiff_t>(std::ranges::upper_bound(m_x, x) - m_x.begin(), 1,
                                                     static_cast<std::ptrdiff_t>(m_x.size()) - 1);
        const auto i = static_cast<std::size_t>(next - 1);
        const double h = m_x[i + 1] - m_x[i], t = (x - m_x[i]) / h, s = 1 - t;
        return s * s * ((1 + 2 * t) * m_y[i] + t * h * m_slopes[i]) +
               t * t * ((3 - 2 * t) * m_y[i + 1] - s * h * m_slopes[i + 1]);
    }

private:
    std::vector<double> m_x, m_y, m_slopes;
};

std::vector<double> logarithmsOf(std::vector<double> values) {
    for (double& value : values) value = std::log(value);
    return values;
}

/// A point where both are known.
struct Pair {
    double lnQ;
    double standard;
    double measured;
    double sigma;         ///< of the measurement; not a number: not known
    double sigmaStandard; ///< relative
};

std::vector<Pair> pairsOf(const StandardTable& table, const StandardPattern& pattern, double low_nm, double high_nm) {
    const std::vector<double> lnQ = logarithmsOf(table.q_nm);
    const MonotonicCubic curve(lnQ, logarithmsOf(table.crossSection));
    std::vector<double> relative(table.q_nm.size());
    for (std::size_t i = 0; i < table.sigma.size(); ++i) relative[i] = table.sigma[i] / table.crossSection[i];
    const MonotonicCubic error(lnQ, relative);
    std::vector<Pair> pairs;
    for (std::size_t i = 0; i < pattern.q_nm.size(); ++i) {
        const double q = pattern.q_nm[i];
        if (!(q >= std::max(table.q_nm.front(), low_nm) && q <= std::min(table.q_nm.back(), high_nm))) continue;
        const double sigma = pattern.sigma.empty() ? kNaN : pattern.sigma[i];
        if (!std::isfinite(pattern.intensity[i]) || (!pattern.sigma.empty() && !(sigma > 0))) continue;
        const double x = std::log(q);
        pairs.push_back({x, std::exp(curve.at(x)), pattern.intensity[i], sigma, error.at(x)});
    }
    return pairs;
}

/// One round: weights are those of the response before, which is measurement over table, one over the factor: noise is
/// in the measurement, and as what is fitted it does not shift the answer.
struct Weighted {
    std::vector<double> deviations; ///< of measurement − response · table
    std::vector<double> weights;    ///< 1/deviation², less for points that are far off
    double chi2 = kNaN;             ///< a degree of freedom, without the points that are far off
};

Weighted weigh(const std::vector<Pair>& pairs, double response) {
    Weighted out;
    std::vector<double> distances;
    for (const Pair& pair : pairs) {
        // Without errors, equal parts of the table's values.
        out.deviations.push_back(std::isnan(pair.sigma) ? response * pair.standard : pair.sigma);
        distances.push_back(std::abs(pair.measured - response * pair.standard) / out.deviations.back());
    }
    const double scatter = kMedianToDeviation * medianOf(distances);
    const bool known = !std::isnan(pairs.front().sigma);
    if (known) out.chi2 = scatter * scatter;
    const double scale = known ? std::max(1.0, scatter) : std::max(scatter, 1e-12);
    const fit::Loss loss{.soft = kSoft};
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        out.deviations[i] *= scale;
        out.weights.push_back(loss.weight(distances[i] / scale) / (out.deviations[i] * out.deviations[i]));
    }
    return out;
}

/// The straight line of measured/table − 1 over ln q.
void findTrend(const std::vector<Pair>& pairs, const Weighted& weighted, CalibrationFactor& factor) {
    double sum = 0, meanX = 0, meanY = 0, xx = 0, xy = 0;
    const auto weightOf = [&](std::size_t i) {
        return weighted.weights[i] * std::pow(pairs[i].standard / factor.value, 2);
    };
    const auto valueOf = [&](std::size_t i) { return factor.value * pairs[i].measured / pairs[i].standard - 1; };
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        sum += weightOf(i);
        meanX += weightOf(i) * pairs[i].lnQ;
        meanY += weightOf(i) * valueOf(i);
    }
    meanX /= sum;
    meanY /= sum;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        xx += weightOf(i) * std::pow(pairs[i].lnQ - meanX, 2);
        xy += weightOf(i) * (pairs[i].lnQ - meanX) * (valueOf(i) - meanY);
    }
    const double length = std::log(factor.high_nm / factor.low_nm);
    if (!(xx > 0)) return;
    factor.trend = length * xy / xx;
    factor.trendSigma = length / std::sqrt(xx);
}

std::vector<double> wavesOf(const io::IntegrationAxes& axes, const std::filesystem::path& file) {
    const azint::Unit unit = azint::unitFromName(axes.unit);
    if (unit == azint::Unit::rMetre || unit == azint::Unit::rMillimetre)
        throw JobError("the patterns are over the distance on the detector", file.string(),
                       "integrate with --unit q_nm^-1");
    if (!axes.wavelength_m)
        throw JobError("the result does not say the wavelength, and so not q", file.string(),
                       "integrate with energy_keV or with a PONI file that has the wavelength");
    std::vector<double> q_nm;
    for (const double value : axes.radial)
        q_nm.push_back(4 * kPi / (*axes.wavelength_m * 1e9) *
                       std::sin(azint::twoThetaOf(unit, value, *axes.wavelength_m, 0) / 2));
    return q_nm;
}

} // namespace

StandardTable readStandard(const std::filesystem::path& file, bool perAngstrom, double coverage) {
    const io::TextTable text = io::readTextTable(file);
    if (text.columns.size() < 2)
        throw DataError("a standard needs two columns: q and its cross section", file.string(),
                        "give a table of q, cross section in 1/cm and, if known, its error");
    std::vector<std::size_t> order(text.rows());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t row) { return text.columns[0][row]; });
    StandardTable table;
    for (const std::size_t row : order) {
        const double q = text.columns[0][row] * (perAngstrom ? 10 : 1), value = text.columns[1][row];
        const double sigma = text.columns.size() > 2 ? text.columns[2][row] / coverage : 0;
        if (!(q > 0 && std::isfinite(q) && value > 0 && std::isfinite(value) && sigma >= 0 && std::isfinite(sigma)))
            throw DataError(phrase("row %1 of the standard is not of positive numbers", row + 1), file.string(),
                            "remove it");
        if (!table.q_nm.empty() && q == table.q_nm.back())
            throw DataError(phrase("row %1 of the standard has the q of another row", row + 1), file.string(),
                            "remove one of them");
        table.q_nm.push_back(q);
        table.crossSection.push_back(value);
        if (text.columns.size() > 2) table.sigma.push_back(sigma);
    }
    if (table.q_nm.size() < 2)
        throw DataError("a standard needs two rows at least", file.string(), "give the whole table");
    return table;
}

StandardPattern standardPatternOf(const io::IntegrationResult& result, const std::filesystem::path& file,
                                  std::optional<double> thickness_m) {
    if (!result.axes().azimuthal_deg.empty())
        throw JobError("the result is a cake", file.string(), "integrate the standard without npt_azim");
    if (result.axes().intensityUnit != io::kArbitraryUnits)
        throw JobError(phrase("the intensity is in %1 already", result.axes().intensityUnit), file.string(),
                       "integrate the standard without absolute_factor");
    if (!thickness_m) {
        try {
            thickness_m = absoluteFactorsOf(parseJob(result.end().job, file.string())).thickness_m;
        } catch (const JobError&) {
            thickness_m = 0; // a result that does not say what it was made with
        }
    }
    if (!(*thickness_m > 0)) throw JobError("the thickness of the standard is not known", "--thickness-mm", "give it");
    MeanPattern mean = meanOverFrames(result);
    StandardPattern pattern{wavesOf(result.axes(), file), std::move(mean.values), std::move(mean.sigmas)};
    const double perCentimetre = 1 / (100 * *thickness_m);
    for (std::vector<double>* numbers : {&pattern.intensity, &pattern.sigma})
        for (double& number : *numbers) number *= perCentimetre;
    return pattern;
}

bool CalibrationFactor::hasTrend() const noexcept { return std::abs(trend) > std::max(kLeastTrend, 3 * trendSigma); }

CalibrationFactor calibrationFactorOf(const StandardTable& table, const StandardPattern& pattern, double low_nm,
                                      double high_nm) {
    const std::vector<Pair> pairs = pairsOf(table, pattern, low_nm, high_nm);
    if (pairs.size() < kFewestPoints)
        throw DataError(phrase("standard and pattern have %1 points in common, of q from %2 to %3 1/nm", pairs.size(),
                               numberText(std::max(table.q_nm.front(), low_nm), 4),
                               numberText(std::min(table.q_nm.back(), high_nm), 4)),
                        "--standard", "look at the unit of its q (--q-unit), and at the range of the pattern");
    CalibrationFactor factor;
    factor.points = pairs.size();
    factor.low_nm = std::exp(std::ranges::min_element(pairs, {}, &Pair::lnQ)->lnQ);
    factor.high_nm = std::exp(std::ranges::max_element(pairs, {}, &Pair::lnQ)->lnQ);
    std::vector<double> ratios;
    for (const Pair& pair : pairs) ratios.push_back(pair.measured / pair.standard);
    double response = medianOf(ratios);
    Weighted weighted;
    for (std::size_t round = 0; round < kMostRounds && std::isfinite(response) && response > 0; ++round) {
        weighted = weigh(pairs, response);
        double ss = 0, ms = 0, counts = 0, standard = 0;
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const double weight = weighted.weights[i], s = pairs[i].standard;
            ss += weight * s * s;
            ms += weight * s * pairs[i].measured;
            counts += std::pow(weight * s * weighted.deviations[i], 2);
            standard += weight * s * s * pairs[i].sigmaStandard;
        }
        const double before = response;
        response = ms / ss;
        factor.value = 1 / response;
        factor.sigmaCounts = factor.value * std::sqrt(counts) / ms;
        factor.sigmaStandard = factor.value * standard / ss;
        factor.reducedChi2 = weighted.chi2;
        if (std::abs(response - before) <= 1e-12 * std::abs(before)) break;
    }
    if (!(std::isfinite(factor.value) && factor.value > 0))
        throw DataError("the measurement of the standard is not positive", "--standard",
                        "look at what was subtracted from it");
    factor.sigma = std::hypot(factor.sigmaCounts, factor.sigmaStandard);
    findTrend(pairs, weighted, factor);
    return factor;
}

} // namespace ewald::job
