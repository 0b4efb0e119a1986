// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"

#include "base/phrase.h"
#include "job/integration/integrate_runner.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace ewald::job {
namespace {

/// "0.5, 40", "[0.5, 40]", "0.5 40" → two numbers; absent for an empty text.
std::optional<std::pair<double, double>> parseRange(const JobDocument& job, const char* key) {
    std::string text = job.text(key);
    for (char& c : text)
        if (c == ',' || c == ';' || c == '[' || c == ']' || c == '(' || c == ')' || c == '\t') c = ' ';
    std::vector<double> numbers;
    const char* place = text.data();
    const char* const end = place + text.size();
    while (true) {
        while (place != end && (*place == ' ' || (*place == '+' && place + 1 != end && place[1] != '-'))) ++place;
        if (place == end) break;
        double value = 0;
        const auto [next, error] = std::from_chars(place, end, value);
        if (error != std::errc{} || !std::isfinite(value) || (next != end && *next != ' ')) {
            numbers.clear();
            numbers.resize(3);
            break;
        }
        numbers.push_back(value);
        place = next;
    }
    if (numbers.empty()) return std::nullopt;
    if (numbers.size() != 2)
        throw JobError(phrase("the range \"%1\" is not two numbers", job.text(key).substr(0, 60)), key,
                       "write it as \"0.5, 40\"");
    return std::pair(numbers[0], numbers[1]);
}

azint::Rejection rejectionOf(const JobDocument& job) {
    using Kind = azint::Rejection::Kind;
    const std::string name = job.text("rejection");
    azint::Rejection rejection;
    if (name == "none") return rejection;
    rejection.kind = name == "sigma_clip" ? Kind::sigmaClip : Kind::quantile;
    rejection.threshold = job.real("rejection_threshold");
    rejection.iterations = static_cast<std::size_t>(job.integer("rejection_iterations"));
    if (name != "quantile") return rejection; // the quantiles of the median are the default
    rejection.lowerQuantile = job.real("quantile_low");
    rejection.upperQuantile = job.real("quantile_high");
    if (rejection.lowerQuantile > rejection.upperQuantile)
        throw JobError("the lower quantile is above the upper one", "quantile_low", "exchange them");
    return rejection;
}

} // namespace

azint::IntegrationSettings integrationSettingsOf(const JobDocument& job) {
    azint::IntegrationSettings settings;
    settings.emptyValue = std::numeric_limits<float>::quiet_NaN(); // a bin without pixels has measured nothing
    settings.binning.npt = static_cast<std::size_t>(job.integer("npt"));
    settings.binning.nptAzim = static_cast<std::size_t>(job.integer("npt_azim"));
    settings.binning.unit = azint::unitFromName(job.text("unit"));
    settings.binning.splitting = azint::splittingFromName(job.text("split"));
    settings.binning.edges = job.text("edges") == "pyfai" ? azint::EdgePolicy::pyfai : azint::EdgePolicy::exact;
    settings.rejection = rejectionOf(job);
    settings.binning.radialRange = parseRange(job, "radial_range");
    settings.binning.azimuthRange_deg = parseRange(job, "azimuth_range_deg");
    settings.errorModel = azint::errorModelFromName(job.text("error_model"));
    if (const auto& range = settings.binning.radialRange; range && !(range->first < range->second))
        throw JobError("the radial range is empty", "radial_range", "the first value has to be the smaller one");
    // The pixel table numbers bins with 32 bits; long before that, memory is the limit.
    constexpr double kMostBins = 1e8;
    if (static_cast<double>(settings.binning.npt) * std::max(1.0, static_cast<double>(settings.binning.nptAzim)) >
        kMostBins)
        throw JobError("npt times npt_azim is more than 100 million bins", "npt_azim", "use fewer bins");
    if (settings.errorModel == azint::ErrorModel::variance && job.text("variance_file").empty())
        throw JobError("the error model \"variance\" needs an image of variances", "variance_file",
                       "give one, or use the error model poisson");
    if (const auto factor = job.optionalReal("polarization_factor"); factor && *factor < -1)
        throw JobError("the polarization factor is out of range", "polarization_factor", "allowed: off, or -1 to 1");
    return settings;
}

} // namespace ewald::job
