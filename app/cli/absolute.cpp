// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json_text.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "commands.h"
#include "io/integration_file.h"
#include "job/absolute/standard.h"

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>

namespace ewald::cli {
namespace {

using Json = nlohmann::ordered_json;

struct AbsoluteArguments {
    std::string result;
    std::string standard;
    std::string unit = "A^-1";
    double coverage = 1;
    double thickness_mm = 0;
    double low = 0; ///< in the unit of the table
    double high = std::numeric_limits<double>::infinity();
    bool json = false;
};

Json toJson(const job::CalibrationFactor& factor) {
    const auto number = [](double value) { return std::isfinite(value) ? Json(value) : Json(); };
    return {{"absolute_factor", factor.value},
            {"absolute_factor_sigma", factor.sigma},
            {"sigma_of_counts", factor.sigmaCounts},
            {"sigma_of_standard", factor.sigmaStandard},
            {"reduced_chi2", number(factor.reducedChi2)},
            {"points", factor.points},
            {"lowest_q_nm^-1", factor.low_nm},
            {"highest_q_nm^-1", factor.high_nm},
            {"trend", factor.trend},
            {"trend_sigma", factor.trendSigma},
            {"has_trend", factor.hasTrend()}};
}

void print(const job::CalibrationFactor& factor) {
    std::printf("factor     %.6g +- %.2g (counts %.2g, standard %.2g)\n", factor.value, factor.sigma,
                factor.sigmaCounts, factor.sigmaStandard);
    std::printf("overlap    %zu points, q from %.4g to %.4g 1/nm\n", factor.points, factor.low_nm, factor.high_nm);
    if (std::isfinite(factor.reducedChi2)) std::printf("chi2       %.3g a point\n", factor.reducedChi2);
    std::printf("trend      %+.2f %% +- %.2f %% from the lowest to the highest q\n", 100 * factor.trend,
                100 * factor.trendSigma);
    std::printf(
        "for samples: --set absolute_factor=%.6g --set absolute_factor_sigma=%.2g --set sample_thickness_m=...\n",
        factor.value, factor.sigma);
}

int findFactor(const AbsoluteArguments& arguments) {
    const bool perAngstrom = arguments.unit == "A^-1";
    const job::StandardTable table = job::readStandard(arguments.standard, perAngstrom, arguments.coverage);
    const io::IntegrationResult result(arguments.result);
    const std::optional<double> thickness_m =
        arguments.thickness_mm > 0 ? std::optional(arguments.thickness_mm * 1e-3) : std::nullopt;
    const job::StandardPattern pattern = job::standardPatternOf(result, arguments.result, thickness_m);
    const double perNm = perAngstrom ? 10 : 1;
    const job::CalibrationFactor factor =
        job::calibrationFactorOf(table, pattern, arguments.low * perNm, arguments.high * perNm);
    if (factor.hasTrend())
        printWarning(phrase("against the standard the pattern changes by %1 % from q = %2 to %3 1/nm: its "
                            "transmission, its empty or a correction is wrong, and so the factor",
                            numberText(100 * factor.trend, 2), numberText(factor.low_nm, 3),
                            numberText(factor.high_nm, 3)));
    if (arguments.json)
        std::fputs((jsonText(toJson(factor), 2) + "\n").c_str(), stdout);
    else
        print(factor);
    return 0;
}

} // namespace

void addAbsoluteCommand(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand(
        "absolute", "Find the factor for intensities in 1/cm from the pattern of a standard, such as glassy carbon");
    const auto a = std::make_shared<AbsoluteArguments>();
    command->add_option("RESULT", a->result, "integration of the standard, with its empty_file and sample_transmission")
        ->required();
    command
        ->add_option("--standard", a->standard,
                     "table of its certificate in text: q, cross section in 1/cm and, if known, its error")
        ->required();
    command->add_option("--q-unit", a->unit, "of q in the table and of the range: A^-1 or nm^-1")
        ->check(CLI::IsMember({"A^-1", "nm^-1"}))
        ->capture_default_str();
    command->add_option("--coverage", a->coverage, "standard deviations that an error of the table is")
        ->check(numberIn(0.1, 10))
        ->capture_default_str();
    command
        ->add_option("--thickness-mm", a->thickness_mm,
                     "thickness of the standard [sample_thickness_m of its integration]")
        ->check(numberIn(1e-6, 1e3));
    command->add_option("--q-min", a->low, "lowest q that counts [that of table and pattern]")->check(numberIn(0, 1e6));
    command->add_option("--q-max", a->high, "highest q that counts [that of table and pattern]")
        ->check(numberIn(0, 1e6));
    command->add_flag("--json", a->json, "as JSON");
    command->callback([a, &action] { action = [a] { return findFactor(*a); }; });
}

} // namespace ewald::cli
