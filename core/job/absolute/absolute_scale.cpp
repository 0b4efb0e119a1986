// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/absolute/absolute_scale.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/quantity_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ewald::job {
namespace {

constexpr double kCentimetres = 100; // of a metre

/// What both measurements are corrected for, or neither.
constexpr std::array kCommonKeys{"solid_angle", "polarization_factor", "sensor_efficiency",
                                 "flat_file",   "file_flat",           "absorption_file"};

bool isSameAxis(const std::vector<double>& a, const std::vector<double>& b) {
    constexpr double kPart = 1e-3; // of a bin
    if (a.size() != b.size()) return false;
    const double bin = a.size() > 1 ? std::abs(a.back() - a.front()) / static_cast<double>(a.size() - 1) : 1;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!(std::abs(a[i] - b[i]) <= kPart * bin)) return false;
    return true;
}

void requireSameBins(const io::IntegrationAxes& empty, const io::IntegrationAxes& axes,
                     const std::filesystem::path& file) {
    if (empty.unit == axes.unit && isSameAxis(empty.radial, axes.radial) &&
        isSameAxis(empty.azimuthal_deg, axes.azimuthal_deg))
        return;
    const auto described = [](const io::IntegrationAxes& of) {
        return of.azimuthal_deg.empty()
                   ? phrase("%1 bins of %2 from %3 to %4", of.radial.size(), of.unit, numberText(of.radial.front(), 6),
                            numberText(of.radial.back(), 6))
                   : phrase("%5 sectors of %1 bins of %2 from %3 to %4", of.radial.size(), of.unit,
                            numberText(of.radial.front(), 6), numberText(of.radial.back(), 6), of.azimuthal_deg.size());
    };
    throw JobError(
        phrase("the empty has other bins than the patterns: %1, the patterns %2", described(empty), described(axes)),
        file.string(), "integrate the empty with the same geometry, npt, npt_azim, unit and radial_range");
}

/// \throws JobError for an empty that is scaled itself
void compareJobs(const JobDocument& empty, const JobDocument& job, const std::filesystem::path& file,
                 const LogSink& log) {
    if (!absoluteFactorsOf(empty).isNone())
        throw JobError("the empty is scaled itself", file.string(),
                       "integrate it without empty_file, sample_transmission and absolute_factor");
    for (const char* key : kCommonKeys)
        if (empty.value(key) != job.value(key))
            log(LogLevel::warning,
                phrase("the empty was integrated with another %1 than the frames: what is subtracted may be wrong",
                       std::string(key)));
    if (empty.text("monitor").empty() != job.text("monitor").empty())
        log(LogLevel::warning, "of the frames and the empty one is divided by a monitor and the other is not: "
                               "empty_scale has to make them alike");
}

MeanPattern emptyOf(const AbsoluteFactors& factors, const JobDocument& job, const io::IntegrationAxes& axes,
                    const LogSink& log) {
    const std::string name = factors.emptyFile.string();
    const io::IntegrationResult result(factors.emptyFile);
    requireSameBins(result.axes(), axes, factors.emptyFile);
    std::optional<JobDocument> made;
    try {
        made = parseJob(result.end().job, name);
    } catch (const JobError&) {
        log(LogLevel::warning,
            "the empty does not say how it was integrated: it has to be corrected as the frames are");
    }
    if (made) compareJobs(*made, job, factors.emptyFile, log);
    if (job.text("error_model") != "none" && !result.hasErrors())
        log(LogLevel::warning, "the empty has no errors: those of the patterns leave its noise out");
    MeanPattern mean = meanOverFrames(result);
    const auto missing = std::ranges::count_if(mean.values, [](double value) { return !std::isfinite(value); });
    if (missing > 0)
        log(LogLevel::warning, phrase("the empty lacks %1 of %2 bins, in which the patterns are not a number",
                                      static_cast<std::size_t>(missing), mean.values.size()));
    log(LogLevel::info,
        phrase("%1 is subtracted: the mean of %2 {pattern|patterns} without sample", name, result.axes().frames));
    return mean;
}

} // namespace

AbsoluteFactors absoluteFactorsOf(const JobDocument& job) {
    AbsoluteFactors factors;
    factors.emptyFile = job.text("empty_file");
    factors.emptyScale = job.real("empty_scale");
    factors.emptyTransmission = job.real("empty_transmission");
    factors.sampleTransmission = job.real("sample_transmission");
    factors.thickness_m = job.real("sample_thickness_m");
    factors.factor = job.real("absolute_factor");
    factors.factorSigma = job.real("absolute_factor_sigma");
    if (factors.isAbsolute() && !(factors.thickness_m > 0))
        throw JobError("an absolute intensity needs the thickness of the sample", "sample_thickness_m",
                       "give it, or leave absolute_factor out");
    return factors;
}

ScaledPattern AbsoluteScale::applied(std::span<const float> intensity, std::span<const float> errors) const {
    const double all = m_factors.isAbsolute() ? m_factors.factor / (m_factors.thickness_m * kCentimetres) : 1;
    const double sample = all / m_factors.sampleTransmission;
    const double empty = all * m_factors.emptyScale / m_factors.emptyTransmission;
    ScaledPattern scaled{std::vector<float>(intensity.size()), std::vector<float>(errors.size())};
    for (std::size_t bin = 0; bin < intensity.size(); ++bin) {
        double value = sample * static_cast<double>(intensity[bin]);
        if (!m_empty.values.empty()) value -= empty * m_empty.values[bin];
        scaled.intensity[bin] = static_cast<float>(value);
        if (errors.empty()) continue;
        const double sigma = m_empty.sigmas.empty() ? 0 : empty * m_empty.sigmas[bin];
        scaled.errors[bin] = static_cast<float>(std::hypot(sample * static_cast<double>(errors[bin]), sigma));
    }
    return scaled;
}

std::string AbsoluteScale::unit() const { return m_factors.isAbsolute() ? "cm^-1" : io::kArbitraryUnits; }

io::IntensityScale AbsoluteScale::record() const {
    const bool subtracts = !m_factors.emptyFile.empty();
    io::IntensityScale scale;
    scale.formula = "signal / normalization / sample_transmission";
    scale.factors.push_back({"sample_transmission", m_factors.sampleTransmission, ""});
    if (subtracts) {
        scale.formula += " - empty_scale * empty / empty_transmission";
        scale.emptyFile = m_factors.emptyFile.string();
        scale.factors.push_back({"empty_scale", m_factors.emptyScale, ""});
        scale.factors.push_back({"empty_transmission", m_factors.emptyTransmission, ""});
    }
    if (!m_factors.isAbsolute()) return scale;
    scale.formula = "absolute_factor / sample_thickness * (" + scale.formula + ")";
    scale.factors.push_back({"sample_thickness", m_factors.thickness_m * kCentimetres, "cm"});
    scale.factors.push_back({"absolute_factor", m_factors.factor, ""});
    scale.factors.push_back({"absolute_factor_sigma", m_factors.factorSigma, ""});
    return scale;
}

std::optional<AbsoluteScale> absoluteScaleOf(const JobDocument& job, const io::IntegrationAxes& axes,
                                             const LogSink& log) {
    AbsoluteFactors factors = absoluteFactorsOf(job);
    if (factors.isNone()) return std::nullopt;
    MeanPattern empty;
    if (!factors.emptyFile.empty()) empty = emptyOf(factors, job, axes, log);
    return AbsoluteScale(std::move(factors), std::move(empty));
}

} // namespace ewald::job
