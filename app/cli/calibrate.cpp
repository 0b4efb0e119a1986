// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/calibrant.h"
#include "base/error.h"
#include "base/json_text.h"
#include "base/quantity_text.h"
#include "base/stop_scope.h"
#include "base/units.h"
#include "commands.h"
#include "conditions_options.h"
#include "io/atomic_file.h"
#include "io/output_guard.h"
#include "job/calibration/calibration_text.h"
#include "job/document/source_files.h"
#include "job/integration/integrate_job_kind.h"
#include "run_job.h"
#include "stop_signals.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

namespace ewald::cli {
namespace {

using Json = nlohmann::ordered_json;
using calibrate::Trust;

struct CalibrateArguments {
    std::vector<std::string> inputs;
    std::string output;
    std::string calibrant;
    crystal::Conditions conditions; ///< of the calibrant
    std::string energy;
    double wavelength_A = 0;
    std::string detector;
    std::vector<std::string> settings;
    bool overwrite = false;
    bool json = false;
};

job::JobDocument documentOf(const CalibrateArguments& arguments) {
    job::JobDocument document = job::integrateJobKind().newDocument();
    setInputs(document, arguments.inputs);
    if (!arguments.energy.empty()) document.set("energy_keV", arguments.energy);
    if (arguments.wavelength_A > 0) document.set("wavelength_m", exactText(arguments.wavelength_A * 1e-10));
    if (!arguments.detector.empty()) document.set("detector", arguments.detector);
    applySettings(document, arguments.settings, arguments.inputs);
    job::resolvePaths(document, std::filesystem::current_path());
    return document;
}

const char* wordOf(Trust trust) {
    switch (trust) {
    case Trust::good: return "good";
    case Trust::doubtful: return "doubtful";
    case Trust::refused: break;
    }
    return "refused";
}

std::string flipsText(const job::JobDocument& document) {
    const bool rows = document.flag("flip_rows"), cols = document.flag("flip_cols");
    if (!rows && !cols) return "as it is stored";
    return rows && cols ? "with rows and columns flipped" : rows ? "with its rows flipped" : "with its columns flipped";
}

std::string text(const job::FrameCalibration& c, const job::JobDocument& document) {
    const calibrate::Calibration& found = c.calibration;
    std::string out = "calibrant: " + c.calibrant + ", " + numberText(energyOf(c.particle, *c.poni.wavelength_m), 6) +
                      " keV (" + numberText(*c.poni.wavelength_m * 1e10, 6) + " Å)\nimage: " + std::to_string(c.rows) +
                      " x " + std::to_string(c.cols) + " pixels of " + lengthText(c.poni.pixel1_m) + " x " +
                      lengthText(c.poni.pixel2_m) + ", " + std::to_string(c.masked) + " masked, " +
                      (c.lone > 0 ? std::to_string(c.lone) + " lone, " : "") +
                      (c.frames == 1 ? "one frame" : "mean of " + std::to_string(c.frames) + " frames") + ", " +
                      flipsText(document) + "\n";
    for (const job::CalibrationValue& line : job::calibrationValues(c)) {
        char head[32];
        std::snprintf(head, sizeof head, "%-12s", line.label);
        out += head + job::valueWithError(line.value, line.sigma) + " " + line.unit +
               (line.determined ? "" : "  (not determined)") + "\n";
    }
    out += "tilt        " + numberText(calibrate::tiltOf(found.fit.beam) / kDegree, 4) + " deg\n";
    out += "residual    " + numberText(found.fit.rms_px, 3) + " px r.m.s. of " + std::to_string(found.fit.used) +
           " points on " + std::to_string(found.rings.size()) + " rings, " + numberText(found.azimuth_deg, 3) +
           " deg of azimuth\n";
    out += std::string("verdict: ") + wordOf(found.verdict.trust) + "\n";
    for (const auto& reason : found.verdict.reasons) out += "  " + reason.problem + "; " + reason.cure + "\n";
    return out;
}

Json answerJson(const job::FrameCalibration& c, const job::JobDocument& document) {
    const calibrate::Calibration& found = c.calibration;
    Json values, rings = Json::array(), reasons = Json::array(), correlations = Json::array();
    for (const job::CalibrationValue& line : job::calibrationValues(c))
        values[line.key] = {{"value", line.value}, {"sigma", line.sigma}, {"determined", line.determined}};
    for (std::size_t i = 0; i < calibrate::kBeamParameters; ++i) {
        Json row = Json::array();
        for (std::size_t j = 0; j < calibrate::kBeamParameters; ++j) row.push_back(found.fit.correlation(i, j));
        correlations.push_back(std::move(row));
    }
    for (const calibrate::RingSummary& ring : found.rings)
        rings.push_back({{"hkl", c.rings[ring.ring].hkl},
                         {"d_A", c.rings[ring.ring].d_A},
                         {"two_theta_deg", c.rings[ring.ring].twoTheta / kDegree},
                         {"points", ring.points},
                         {"mean_px", ring.mean_px},
                         {"mean_sigma_px", ring.meanSigma_px},
                         {"scatter_px", ring.scatter_px}});
    for (const auto& reason : found.verdict.reasons)
        reasons.push_back({{"problem", reason.problem}, {"cure", reason.cure}});
    return {{"verdict", wordOf(found.verdict.trust)},
            {"reasons", reasons},
            {"calibrant", c.calibrant},
            {"wavelength_m", *c.poni.wavelength_m},
            {"flip_rows", document.flag("flip_rows")},
            {"flip_cols", document.flag("flip_cols")},
            {"values", values},
            {"correlations", correlations},
            {"rms_px", found.fit.rms_px},
            {"points", found.fit.used},
            {"azimuth_deg", found.azimuth_deg},
            {"score", found.match.score},
            {"other_score", found.otherScore},
            {"explained", found.match.explained},
            {"rings", rings},
            {"poni",
             {{"dist_m", c.poni.dist_m},
              {"poni1_m", c.poni.poni1_m},
              {"poni2_m", c.poni.poni2_m},
              {"rot1", c.poni.rot1},
              {"rot2", c.poni.rot2},
              {"rot3", c.poni.rot3}}}};
}

int calibrateImage(const CalibrateArguments& arguments) {
    const std::filesystem::path output = arguments.output;
    io::checkWritable(output);
    if (!arguments.overwrite && std::filesystem::exists(output))
        throw JobError("the file exists already", output.string(), "give another name, or --overwrite");
    RunControl control;
    const StopSignals signals(control);
    const StopScope whileFilesAreOpened(control);
    const job::JobDocument document = documentOf(arguments);
    for (const std::filesystem::path& source : job::filesReadBy(document)) io::requireOtherFile(output, source);
    io::requireOtherFile(output, arguments.calibrant); // where it is a file
    const job::FrameCalibration found =
        job::calibrateFrames(document, arguments.calibrant, control, printWarningOf, arguments.conditions);
    const calibrate::CalibrationVerdict& verdict = found.calibration.verdict;
    if (arguments.json) std::fputs((jsonText(answerJson(found, document), 2) + "\n").c_str(), stdout);
    if (verdict.trust == Trust::refused)
        throw DataError(verdict.reasons.front().problem, arguments.inputs.front(), verdict.reasons.front().cure);
    io::writeTextFile(output, azint::poniFileText(found.poni), arguments.overwrite);
    if (arguments.json) return 0;
    std::fputs((text(found, document) + "written: " + output.string() + "\n").c_str(), stdout);
    if (document.flag("flip_rows") || document.flag("flip_cols")) std::fputs("integrate with the same flips\n", stdout);
    return 0;
}

} // namespace

void addCalibrateCommand(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand(
        "calibrate", "Find distance, beam centre and tilt of the detector from an image of a calibrant's rings");
    const auto a = std::make_shared<CalibrateArguments>();
    command
        ->add_option("FILE", a->inputs,
                     "one image or frames to average: HDF5, TIFF, EDF, CBF, NPY, MIB, SPE, GE, mar345, Bruker, "
                     "SMV, R-AXIS; names may hold * ? #; file.h5::/path names a dataset")
        ->required();
    command->add_option("-o,--output", a->output, "PONI file to write")->required();
    std::string names;
    for (const azint::CalibrantName& known : azint::calibrantNames()) names += (names.empty() ? "" : ", ") + known.name;
    command->add_option("--calibrant", a->calibrant, names + ", or a CIF or JCPDS file, or one of d-spacings in Å")
        ->required();
    addConditionsOptions(*command, a->conditions);
    CLI::Option* energy = command->add_option("--energy", a->energy, "photon energy in keV [that of the file]");
    command->add_option("--wavelength", a->wavelength_A, "wavelength in Å, instead of the energy")
        ->check(numberIn(1e-3, 1e3))
        ->excludes(energy);
    command->add_option("--detector", a->detector, "name from the catalogue: gives pixel size and gaps");
    command
        ->add_option("--set", a->settings,
                     "a parameter of an integration as key=value, such as pixel_size_m, mask_file, flip_rows, "
                     "distance_m; ewald-cli schema lists them")
        ->take_all()
        ->allow_extra_args(false);
    command->add_flag("--overwrite", a->overwrite, "replace an existing file");
    command->add_flag("--json", a->json, "the answer as JSON");
    command->callback([a, &action] { action = [a] { return calibrateImage(*a); }; });
}

} // namespace ewald::cli
