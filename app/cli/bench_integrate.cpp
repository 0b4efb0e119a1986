// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench_integrate.h"

#include "azint/detector.h"
#include "base/error.h"
#include "base/json_text.h"
#include "base/units.h"
#include "io/atomic_file.h"
#include "io/output_guard.h"
#include "io/temporary_folder.h"
#include "job/bench/integrate_bench.h"
#include "job/integration/integrate_job_kind.h"
#include "run_job.h"
#include "sim/powder_simulator.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

namespace ewald::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

struct BenchIntegrateArguments {
    std::string stack;
    std::string poni;
    std::string detector = "Eiger4M";
    std::size_t frames = 200;
    std::string devices;
    std::vector<std::string> settings;
    std::string json;
    bool overwrite = false;
};

/// A stack as a detector of the catalogue writes it, with the beam in its middle.
sim::PowderFiles makeStack(const fs::path& file, const BenchIntegrateArguments& arguments) {
    const azint::Detector* detector = azint::findDetector(arguments.detector);
    if (!detector)
        throw JobError("unknown detector \"" + arguments.detector.substr(0, 40) + "\"", "--detector",
                       "use a name such as Eiger4M or Pilatus1M");
    sim::PowderExperiment experiment;
    experiment.poni.detector = detector->aliases.empty() ? detector->name : detector->aliases.front();
    experiment.poni.shape = {detector->rows, detector->cols};
    experiment.poni.pixel1_m = detector->pixelHeight_m;
    experiment.poni.pixel2_m = detector->pixelWidth_m;
    experiment.poni.wavelength_m = wavelengthFromEnergy(20);
    experiment.poni = azint::withBeamGeometry(
        experiment.poni, {0.2, static_cast<double>(detector->rows) / 2, static_cast<double>(detector->cols) / 2, 0, 0});
    experiment.frames = arguments.frames;
    experiment.distinct = std::min<std::size_t>(arguments.frames, 16);
    return sim::writePowderStack(file, experiment, {});
}

void print(const job::IntegrateBenchResult& r) {
    std::printf("%zu frames of %zu x %zu (%s), %.3g MB stored, %.3g MB decoded\n", r.frames, r.rows, r.cols,
                r.format.c_str(), r.storedFrame_bytes / 1e6, r.decodedFrame_bytes / 1e6);
    std::printf(
        "%zu workers, medians of five runs: %.4g frames/s from file to result (%.3g s; before: opening and table "
        "%.3g s, %.3g s with the table of an earlier run)\n",
        r.workers, r.framesPerSecond(), r.frames_s, r.preparing_s, r.preparingKept_s);
    std::printf("floor: %.4g frames/s when they are read and decompressed, nothing else (%.3g s; %.2f times)\n",
                static_cast<double>(r.frames) / r.decoding_s, r.decoding_s, r.frames_s / r.decoding_s);
    std::printf("memory: %.3g GB/s read plus written by a copy, all workers together\n", r.copy_bytesPerSecond / 1e9);
    std::printf("a frame, one worker      time    bytes moved     floor\n");
    double sum = 0;
    for (const job::BenchStage& stage : r.stages) {
        std::printf("  %-15s %9.3f ms %10.3g MB %8.3f ms\n", stage.name, stage.perFrame_s * 1e3, stage.bytes / 1e6,
                    stage.floor_s * 1e3);
        sum += stage.perFrame_s;
    }
    const double all = r.frames_s * static_cast<double>(r.workers) / static_cast<double>(r.frames);
    std::printf("  %-15s %9.3f ms (waiting: for the writer, for a core)\n", "rest", (all - sum) * 1e3);
    if (!r.device) {
        std::printf("floor: the bytes alone at the speed of a copy; decoded blocks stay in the cache\n");
        return;
    }
    const job::IntegrateDevices::Alone& d = *r.device;
    std::printf("device alone, batches of %zu: %.4g frames/s (copied, decoded, integrated)\n", d.frames,
                1 / d.perFrame_s);
    std::printf("  chunks to the device %.3g MB at %.3g GB/s: at most %.4g frames/s\n", d.chunkBytes / 1e6,
                d.speed.copy / 1e9, d.speed.copy / d.chunkBytes);
    std::printf("  its own memory       %.3g MB at %.3g GB/s: at most %.4g frames/s\n", d.memoryBytes / 1e6,
                d.speed.memory / 1e9, d.speed.memory / d.memoryBytes);
    std::printf("floor: the bytes alone; \"device\" is the time a worker waits for it\n");
}

Json toJson(const job::IntegrateBenchResult& r) {
    Json all{{"frames", r.frames},
             {"rows", r.rows},
             {"cols", r.cols},
             {"format", r.format},
             {"workers", r.workers},
             {"frames_per_s", r.framesPerSecond()},
             {"frames_s", r.frames_s},
             {"preparing_s", r.preparing_s},
             {"preparing_with_kept_table_s", r.preparingKept_s},
             {"total_s", r.total_s},
             {"decoding_floor_s", r.decoding_s},
             {"stored_frame_bytes", r.storedFrame_bytes},
             {"decoded_frame_bytes", r.decodedFrame_bytes},
             {"copy_bytes_per_s", r.copy_bytesPerSecond}};
    if (r.device)
        all["device"] = {{"per_frame_s", r.device->perFrame_s},      {"batch_frames", r.device->frames},
                         {"chunk_bytes", r.device->chunkBytes},      {"memory_bytes", r.device->memoryBytes},
                         {"copy_bytes_per_s", r.device->speed.copy}, {"memory_bytes_per_s", r.device->speed.memory}};
    for (const job::BenchStage& stage : r.stages)
        all["stages"][stage.name] = {
            {"per_frame_s", stage.perFrame_s}, {"bytes", stage.bytes}, {"floor_s", stage.floor_s}};
    return all;
}

int benchIntegrate(const BenchIntegrateArguments& arguments) {
    if (!arguments.json.empty()) {
        io::requireOtherFile(arguments.json, arguments.stack);
        io::requireOtherFile(arguments.json, arguments.poni);
        if (io::resolveOutput(arguments.json).exists && !arguments.overwrite)
            throw DataError("the file exists already", arguments.json, "choose another name, or use --overwrite");
        io::checkWritable(arguments.json);
    }
    const io::TemporaryFolder folder;
    job::JobDocument document = job::integrateJobKind().newDocument();
    document.inputFile = arguments.stack;
    if (!arguments.poni.empty()) document.set("poni_file", arguments.poni);
    if (arguments.stack.empty()) {
        const sim::PowderFiles made = makeStack(folder.path() / "frames.h5", arguments);
        document.inputFile = made.data.front();
        document.set("poni_file", made.poni.string());
    }
    document.outputFile = folder.path() / "patterns.h5";
    document.set("error_model", "poisson");
    document.set("keep_table", "false");
    if (!arguments.devices.empty()) document.set("devices", arguments.devices);
    applySettings(document, arguments.settings);
    job::resolvePaths(document, fs::current_path());
    const job::IntegrateBenchResult result = job::benchIntegrate(document);
    print(result);
    if (!arguments.json.empty())
        io::writeTextFile(arguments.json, jsonText(Json{{"integrate", toJson(result)}}, 2) + "\n", arguments.overwrite);
    return 0;
}

} // namespace

void addIntegrateBench(CLI::App& bench, Action& action) {
    CLI::App* command = bench.add_subcommand(
        "integrate", "Frames a second from file to result, and where the time goes: 1000 bins, full splitting, errors");
    const auto a = std::make_shared<BenchIntegrateArguments>();
    CLI::Option* stack = command->add_option("FILE", a->stack, "frames; without one, a stack is simulated");
    command->add_option("--poni", a->poni, "geometry of FILE; of a goniometer file with --set arm_position")
        ->needs(stack);
    command->add_option("--frames", a->frames, "of the simulated stack")
        ->check(CLI::Range(1, 1000000))
        ->capture_default_str();
    command->add_option("--detector", a->detector, "of the simulated stack")->capture_default_str()->excludes(stack);
    command->add_option("--devices", a->devices, "as for integrate: cpu, cpu:2, cuda:0, … [auto]");
    command->add_option("--set", a->settings, "a parameter as key=value")->take_all()->allow_extra_args(false);
    command->add_option("--json", a->json, "also write the figures to this file");
    command->add_flag("--overwrite", a->overwrite, "replace an existing file");
    command->callback([a, &action] { action = [a] { return benchIntegrate(*a); }; });
}

} // namespace ewald::cli
