// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "base/json_text.h"
#include "base/units.h"
#include "commands.h"
#include "io/file_address.h"
#include "io/frame_stack.h"
#include "io/integration_file.h"
#include "io/preprocess/preprocess.h"
#include "io/result_file.h"
#include "job/document/settings.h"
#include "job/integration/integrate_job_kind.h"
#include "job/integration/integrate_runner.h"
#include "job/integration/poni_check.h"
#include "job/ptychography/setup/open_job_scan.h"
#include "ptycho/model/problem.h"
#include "run_job.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

namespace ewald::cli {
namespace {

using Json = nlohmann::ordered_json;

struct InfoArguments {
    std::vector<std::string> files;
    bool json = false;
    bool tree = false;
    std::string poni;
    std::vector<std::string> settings;
};

const char* severityName(io::Severity severity) {
    switch (severity) {
    case io::Severity::info: return "note";
    case io::Severity::warning: return "warning";
    case io::Severity::error: break;
    }
    return "error";
}

void addNotes(Json& target, const std::vector<io::Note>& notes) {
    for (const io::Note& note : notes)
        target.push_back({{"severity", severityName(note.severity)}, {"text", note.text}});
}

Json optionalNumber(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

void addEnergy(Json& target, Particle particle, const std::optional<double>& wavelength_m) {
    target["particle"] = nameOf(particle);
    target["energy_keV"] = wavelength_m && *wavelength_m > 0 && std::isfinite(*wavelength_m)
                               ? Json(energyOf(particle, *wavelength_m))
                               : Json(nullptr);
}

Json positionsJson(const io::Scan& scan) {
    Json positions{{"count", scan.positions.size()}, {"path", scan.positionsPath}};
    if (scan.positions.empty()) return positions;
    const auto extent = [&](double ScanPosition::*member) {
        const auto [low, high] =
            std::minmax_element(scan.positions.begin(), scan.positions.end(),
                                [&](const auto& a, const auto& b) { return a.*member < b.*member; });
        return (*high).*member - (*low).*member;
    };
    positions["extent_y_m"] = extent(&ScanPosition::y);
    positions["extent_x_m"] = extent(&ScanPosition::x);
    return positions;
}

/// What follows from the scan: object pixel and size, and what the unit guard says.
void addConsequences(Json& all, const job::JobDocument& document, const io::Scan& scan) {
    Json& notes = all["notes"];
    std::size_t window = 0;
    double pixel = 0;
    try {
        const io::PreparedLayout layout = io::planPreprocessing(scan, job::preprocessingOf(document));
        addNotes(notes, layout.notes);
        window = layout.size;
        all["window_pixels"] = window;
        if (scan.wavelength_m && scan.distance_m) {
            const auto geometry = job::geometryOf(document, scan, layout);
            pixel = geometry.objectPixelWidth_m;
            all["near_field"] = geometry.propagation == ptycho::Propagation::nearField;
            all["object_pixel_m"] = pixel;
            const auto placed =
                ptycho::layoutScan(scan.positions, geometry, job::modelSettingsOf(document).objectMargin,
                                   job::positionOptionsOf(document, scan));
            all["object_rows"] = placed.objectRows;
            all["object_cols"] = placed.objectCols;
        }
    } catch (const Error& error) {
        notes.push_back({{"severity", "error"}, {"text", error.what()}});
    }
    addNotes(notes, io::checkScan(scan, window, pixel));
}

Json scanJson(const job::JobDocument& document) {
    const io::Scan scan = job::openJobScan(document);
    Json all{{"kind", "scan"}, {"file", document.inputFile.string()}, {"format", scan.format}, {"title", scan.title}};
    all["frames"] = {{"count", scan.frames->frameCount()},
                     {"rows", scan.frames->rows()},
                     {"cols", scan.frames->cols()},
                     {"type", nameOf(scan.frames->pixelType())},
                     {"path", scan.framesPath},
                     {"amplitudes", scan.framesAreAmplitudes}};
    all["positions"] = positionsJson(scan);
    all["wavelength_m"] = optionalNumber(scan.wavelength_m);
    addEnergy(all, scan.particle, scan.wavelength_m);
    all["distance_m"] = optionalNumber(scan.distance_m);
    all["pixel_height_m"] = optionalNumber(scan.pixelHeight_m);
    all["pixel_width_m"] = optionalNumber(scan.pixelWidth_m);
    all["focus_to_sample_m"] = optionalNumber(scan.focusToSample_m);
    all["bad_pixels"] = std::count_if(scan.badPixels.begin(), scan.badPixels.end(), [](auto bad) { return bad != 0; });
    all["probe_modes"] = scan.probe.empty() ? 0 : scan.probe.extent(0);
    all["has_object"] = !scan.object.empty();
    all["origin"] = scan.origin;
    all["notes"] = Json::array();
    addNotes(all["notes"], scan.notes);
    addConsequences(all, document, scan);
    return all;
}

Json resultJson(const std::string& file) {
    const io::PtychoResult result = io::readResult(file);
    Json all{{"kind", "result"}, {"file", file}, {"complete", result.complete}};
    all["object_slices"] = result.objectModes > 1 ? 1 : result.object.extent(0);
    all["object_modes"] = result.objectModes;
    all["object_rows"] = result.object.extent(1);
    all["object_cols"] = result.object.extent(2);
    all["object_pixel_m"] = result.objectPixelWidth_m;
    all["probe_modes"] = result.probe.extent(1);
    all["probe_pixels"] = result.probe.extent(2);
    all["positions"] = {{"count", result.positions.size()}};
    all["iterations"] = result.loss.size();
    addEnergy(all, result.particle, result.wavelength_m);
    if (!result.loss.empty()) {
        all["fourier_error"] = result.loss.back().fourierError;
        all["llk"] = result.loss.back().llk;
        all["noise_floor"] = result.loss.back().noiseFloor;
        all["engine"] = result.loss.back().engine;
    }
    all["decisions"] = Json::array();
    for (const io::Decision& decision : result.decisions)
        all["decisions"].push_back({{"after_iteration", decision.iteration}, {"text", decision.text}});
    all["verdict"] = result.verdict;
    all["warnings"] = result.warnings;
    all["devices"] = result.devices;
    all["timings_s"] = result.timings_s;
    all["energy_J"] = optionalNumber(result.energy_J);
    all["job"] = parseJson<Json>(result.job);
    if (all["job"].is_discarded()) all["job"] = nullptr;
    return all;
}

Json stackJson(const job::JobDocument& document) {
    const std::shared_ptr<const io::FrameStack> stack = job::openJobStack(document);
    const std::vector<std::filesystem::path> files = document.files();
    Json all{{"kind", "stack"}, {"file", files.front().string()}, {"format", stack->format}};
    all["files"] = Json::array();
    for (const std::filesystem::path& file : files) all["files"].push_back(file.string());
    all["frames"] = {{"count", stack->frameCount()},
                     {"rows", stack->rows()},
                     {"cols", stack->cols()},
                     {"type", nameOf(stack->pixelType())},
                     {"path", stack->framesPath},
                     {"compression", stack->compression},
                     {"stored_bytes", stack->storedBytes},
                     {"chunk_frames", stack->chunkFrames()},
                     {"first", stack->where(0)},
                     {"last", stack->where(stack->frameCount() - 1)}};
    all["scan_shape"] = stack->scanShape;
    const io::StackGeometry& geometry = stack->geometry;
    all["detector"] = geometry.detector;
    all["wavelength_m"] = optionalNumber(geometry.wavelength_m);
    addEnergy(all, job::particleOf(document), geometry.wavelength_m);
    all["distance_m"] = optionalNumber(geometry.distance_m);
    all["beam_centre_row"] = optionalNumber(geometry.beamCentreRow);
    all["beam_centre_col"] = optionalNumber(geometry.beamCentreCol);
    all["tilt_deg"] = geometry.tilt_deg;
    all["tilt_direction_deg"] = geometry.tiltDirection_deg;
    all["panels"] = geometry.panels.string();
    all["pixel_height_m"] = optionalNumber(geometry.pixelHeight_m);
    all["pixel_width_m"] = optionalNumber(geometry.pixelWidth_m);
    all["bad_pixels"] = std::count_if(stack->mask.begin(), stack->mask.end(), [](auto bad) { return bad != 0; });
    all["flat_field"] = !stack->flat.empty();
    all["monitor_values"] = stack->monitor.size();
    all["notes"] = Json::array();
    addNotes(all["notes"], stack->notes);
    addNotes(all["notes"], io::checkFrames(*stack));
    if (const std::string problem = job::poniContradiction(document, *stack); !problem.empty())
        addNotes(all["notes"], {{io::Severity::warning, problem}});
    return all;
}

Json integrationJson(const std::string& file) {
    const io::IntegrationResult result(file);
    const io::IntegrationAxes& axes = result.axes();
    const io::IntegrationEnd& end = result.end();
    Json all{{"kind", "integration"}, {"file", file}, {"complete", end.complete}};
    all["frames"] = {{"count", axes.frames}};
    all["scan_shape"] = axes.scanShape;
    all["unit"] = axes.unit;
    all["radial_bins"] = axes.radial.size();
    if (!axes.radial.empty()) all["radial_range"] = {axes.radial.front(), axes.radial.back()};
    all["azimuthal_bins"] = axes.azimuthal_deg.size();
    all["intensity_unit"] = axes.intensityUnit;
    all["errors"] = result.hasErrors();
    all["wavelength_m"] = optionalNumber(axes.wavelength_m);
    addEnergy(all, axes.particle, axes.wavelength_m);
    all["failed_frames"] = Json::array();
    for (const auto& [frame, why] : end.failedFrames) all["failed_frames"].push_back({{"frame", frame}, {"text", why}});
    all["warnings"] = end.warnings;
    all["devices"] = end.devices;
    all["timings_s"] = end.timings_s;
    all["energy_J"] = optionalNumber(end.energy_J);
    all["job"] = parseJson<Json>(end.job);
    if (all["job"].is_discarded()) all["job"] = nullptr;
    return all;
}

Json treeJson(const std::string& file) {
    Json nodes = Json::array();
    for (const io::FileNode& node : io::listFile(file))
        nodes.push_back({{"path", node.path},
                         {"group", node.isGroup},
                         {"shape", node.shape},
                         {"type", node.type},
                         {"filters", node.filters},
                         {"units", node.units},
                         {"value", node.value},
                         {"problem", node.problem}});
    return nodes;
}

void row(const char* name, const std::string& value) {
    if (!value.empty()) std::printf("%-18s %s\n", name, value.c_str());
}

std::string measure(const Json& value, double factor, const char* format) {
    if (!value.is_number()) return "not in the file";
    char text[64];
    std::snprintf(text, sizeof text, format, value.get<double>() * factor);
    return text;
}

void printEnergy(const Json& values) {
    row((values["particle"].get<std::string>() + " energy").c_str(), measure(values["energy_keV"], 1, "%.6g keV"));
}

std::string product(std::initializer_list<Json> extents) {
    std::string text;
    for (const Json& extent : extents) text += (text.empty() ? "" : " x ") + jsonText(extent);
    return text;
}

void printScan(const Json& scan) {
    const Json& frames = scan["frames"];
    row("file", scan["file"].get<std::string>());
    row("format", scan["format"].get<std::string>());
    row("title", scan["title"].get<std::string>());
    row("frames", product({frames["count"], frames["rows"], frames["cols"]}) + " " + frames["type"].get<std::string>() +
                      "  " + frames["path"].get<std::string>());
    const Json& positions = scan["positions"];
    row("positions", jsonText(positions["count"]) + "  " + positions["path"].get<std::string>());
    if (positions.contains("extent_y_m"))
        row("scanned (y, x)",
            measure(positions["extent_y_m"], 1e6, "%.4g um") + ", " + measure(positions["extent_x_m"], 1e6, "%.4g um"));
    printEnergy(scan);
    row("distance", measure(scan["distance_m"], 1, "%.6g m"));
    row("detector pixel",
        measure(scan["pixel_height_m"], 1e6, "%.5g um") + ", " + measure(scan["pixel_width_m"], 1e6, "%.5g um"));
    if (scan["focus_to_sample_m"].is_number())
        row("focus to sample", measure(scan["focus_to_sample_m"], 1e3, "%.5g mm (near field)"));
    row("bad pixels", jsonText(scan["bad_pixels"]));
    row("probe in file", scan["probe_modes"] == 0 ? "no" : jsonText(scan["probe_modes"]) + " modes");
    if (scan.contains("object_pixel_m")) row("object pixel", measure(scan["object_pixel_m"], 1e9, "%.5g nm"));
    if (scan.contains("object_rows")) row("object", product({scan["object_rows"], scan["object_cols"]}) + " pixels");
    for (const auto& [quantity, from] : scan["origin"].items())
        row(("from: " + quantity).c_str(), from.get<std::string>());
}

void printStack(const Json& stack) {
    const Json& frames = stack["frames"];
    row("file", stack["file"].get<std::string>());
    if (stack["files"].size() > 1) row("files", jsonText(stack["files"]).substr(0, 200));
    row("format", stack["format"].get<std::string>());
    row("frames", product({frames["count"], frames["rows"], frames["cols"]}) + " " + frames["type"].get<std::string>() +
                      "  " + frames["path"].get<std::string>());
    row("compression", frames["compression"].get<std::string>());
    if (frames["stored_bytes"] != 0) row("stored", measure(frames["stored_bytes"], 1e-6, "%.6g MB"));
    if (!stack["scan_shape"].empty()) row("raster", jsonText(stack["scan_shape"]));
    row("first frame", frames["first"].get<std::string>());
    if (frames["count"] != 1) row("last frame", frames["last"].get<std::string>());
    row("detector", stack["detector"].get<std::string>());
    printEnergy(stack);
    row("distance", measure(stack["distance_m"], 1, "%.6g m"));
    row("beam (row, col)",
        measure(stack["beam_centre_row"], 1, "%.6g") + ", " + measure(stack["beam_centre_col"], 1, "%.6g"));
    if (!stack["panels"].get<std::string>().empty()) row("pixels", "of modules in several planes");
    if (stack["tilt_deg"] != 0)
        row("tilt, direction",
            measure(stack["tilt_deg"], 1, "%.6g deg") + ", " + measure(stack["tilt_direction_deg"], 1, "%.6g deg"));
    row("detector pixel",
        measure(stack["pixel_height_m"], 1e6, "%.5g um") + ", " + measure(stack["pixel_width_m"], 1e6, "%.5g um"));
    row("bad pixels", jsonText(stack["bad_pixels"]));
    row("flat field", stack["flat_field"] == true ? "in the file" : "not in the file");
    if (stack["monitor_values"] != 0) row("monitor", jsonText(stack["monitor_values"]) + " values");
}

void printWarnings(const Json& result) {
    for (const Json& warning : result["warnings"]) row("warning", warning.get<std::string>());
}

void printIntegration(const Json& result) {
    row("file", result["file"].get<std::string>());
    row("format", "Ewald integration result");
    row("complete", result["complete"] == true ? "yes" : "no, stopped early or the input was cut off");
    row("frames", jsonText(result["frames"]["count"]));
    row("bins", result["azimuthal_bins"] == 0 ? jsonText(result["radial_bins"])
                                              : product({result["azimuthal_bins"], result["radial_bins"]}));
    row("unit", result["unit"].get<std::string>());
    row("errors", result["errors"] == true ? "yes" : "no");
    if (result["energy_keV"].is_number()) printEnergy(result);
    for (const Json& failed : result["failed_frames"])
        row("failed frame", jsonText(failed["frame"]) + ": " + failed["text"].get<std::string>());
    printWarnings(result);
    for (const Json& device : result["devices"]) row("device", device.get<std::string>());
    for (const auto& [name, seconds] : result["timings_s"].items())
        row(("time: " + name).c_str(), measure(seconds, 1, "%.2f s"));
}

void printResult(const Json& result) {
    row("file", result["file"].get<std::string>());
    row("format", "Ewald result");
    row("complete", result["complete"] == true ? "yes" : "no, stopped early");
    row("object", product({result["object_rows"], result["object_cols"]}) + " pixels of " +
                      measure(result["object_pixel_m"], 1e9, "%.5g nm"));
    row("probe", jsonText(result["probe_modes"]) + " modes of " +
                     product({result["probe_pixels"], result["probe_pixels"]}) + " pixels");
    row("frames", jsonText(result["positions"]["count"]));
    row("iterations", jsonText(result["iterations"]));
    printEnergy(result);
    if (result.contains("fourier_error")) row("fourier_error", measure(result["fourier_error"], 1, "%.6g"));
    for (const Json& line : result["verdict"]) row("verdict", line.get<std::string>());
    for (const Json& decision : result["decisions"])
        row(("after iteration " + jsonText(decision["after_iteration"])).c_str(), decision["text"].get<std::string>());
    printWarnings(result);
    for (const Json& device : result["devices"]) row("device", device.get<std::string>());
    for (const auto& [name, seconds] : result["timings_s"].items())
        row(("time: " + name).c_str(), measure(seconds, 1, "%.2f s"));
}

void printTree(const Json& nodes) {
    for (const Json& node : nodes) {
        std::string line = node["path"].get<std::string>();
        if (node["group"] == false) {
            line += "  " + jsonText(node["shape"]) + " " + node["type"].get<std::string>();
            for (const char* key : {"filters", "units", "value", "problem"})
                if (!node[key].get<std::string>().empty()) line += "  " + node[key].get<std::string>();
        }
        std::printf("%s\n", line.c_str());
    }
}

Json stackOf(const InfoArguments& arguments) {
    job::JobDocument document = job::integrateJobKind().newDocument();
    setInputs(document, arguments.files);
    if (!arguments.poni.empty()) document.set("poni_file", arguments.poni);
    applySettings(document, arguments.settings, arguments.files);
    return stackJson(document);
}

/// A ptychography scan where a reader understands the file as one, otherwise a stack of frames.
Json framesJson(const InfoArguments& arguments) {
    const auto [file, path, slice] = io::splitAddress(arguments.files.front());
    // One dataset, or what a geometry belongs to: no scan.
    if (!path.empty() || !slice.empty() || !arguments.poni.empty()) return stackOf(arguments);
    std::error_code failed;
    if (arguments.files.size() > 1 || !std::filesystem::exists(file, failed)) {
        if (arguments.files.size() > 1 || file.string().find_first_of("*?#") != std::string::npos)
            return stackOf(arguments);
    }
    // Of what is no HDF5 file, only its own format says what is wrong with it.
    if (std::filesystem::is_regular_file(file, failed) && !io::isHdf5File(file)) return stackOf(arguments);
    try {
        job::JobDocument document;
        document.inputFile = file;
        applySettings(document, arguments.settings);
        return scanJson(document);
    } catch (const Error& asScan) {
        // No scan, or a parameter that only an integration has.
        if (!io::isStackFile(file)) throw;
        try {
            return stackOf(arguments);
        } catch (const DataError&) {
            // Of a file that nearly is a scan, what is wrong with the scan says more.
            if (asScan.problem().starts_with("has none of the known layouts")) throw;
        }
        throw;
    }
}

int info(const InfoArguments& arguments) {
    const std::string& file = arguments.files.front();
    Json all;
    if (io::isIntegrationFile(file))
        all = integrationJson(file);
    else if (io::isResultFile(file))
        all = resultJson(file);
    else if (!arguments.tree)
        all = framesJson(arguments);
    if (arguments.tree) all["tree"] = treeJson(file);
    if (arguments.json) {
        std::printf("%s\n", jsonText(all, 2).c_str());
        return 0;
    }
    const std::string kind = all.value("kind", "");
    if (kind == "result") printResult(all);
    if (kind == "integration") printIntegration(all);
    if (kind == "scan") printScan(all);
    if (kind == "stack") printStack(all);
    if (all.contains("notes"))
        for (const Json& note : all["notes"])
            std::printf("%s: %s\n", note["severity"].get<std::string>().c_str(),
                        note["text"].get<std::string>().c_str());
    if (arguments.tree) printTree(all["tree"]);
    return 0;
}

} // namespace

void addInfoCommand(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("info", "Say what a file contains, as Ewald understands it");
    const auto arguments = std::make_shared<InfoArguments>();
    command
        ->add_option("FILE", arguments->files,
                     "scan, result, or frames: HDF5, TIFF, EDF, CBF, NPY, MIB, SPE, GE, mar345, Bruker, "
                     "SMV, R-AXIS, several of them or a pattern with * ? #")
        ->required();
    command->add_flag("--json", arguments->json, "as JSON");
    command->add_flag("--tree", arguments->tree, "list every dataset, also of a layout that is not known");
    command->add_option("--poni", arguments->poni, "geometry to compare with what the frames' file says");
    command->add_option("--set", arguments->settings, "a parameter of the input as key=value, to see its effect")
        ->take_all()
        ->allow_extra_args(false);
    command->callback([arguments, &action] { action = [arguments] { return info(*arguments); }; });
}

} // namespace ewald::cli
