// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "commands.h"
#include "io/atomic_file.h"
#include "sim/ptycho_simulator.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <memory>

namespace ewald::cli {
namespace {

struct Arguments {
    std::string output;
    bool overwrite = false;
    sim::PtychoExperiment experiment;
};

int simulate(const Arguments& arguments) {
    // What can be known before the work is said before the work.
    if (!arguments.overwrite && std::filesystem::exists(arguments.output))
        throw DataError("the file exists already", arguments.output, "choose another name, or use --overwrite");
    io::checkWritable(arguments.output);
    const sim::PtychoDataset dataset = sim::simulatePtycho(arguments.experiment);
    sim::writeCxi(arguments.output, dataset, arguments.overwrite);
    std::printf("wrote %s: %zu frames of %zu x %zu, object pixel %.4g nm\n", arguments.output.c_str(),
                dataset.frames.extent(0), dataset.frames.extent(1), dataset.frames.extent(2),
                dataset.objectPixel_m * 1e9);
    return 0;
}

void addOptions(CLI::App& command, Arguments& arguments) {
    sim::PtychoExperiment& e = arguments.experiment;
    const auto number = [&](const char* name, double& value, const char* help, double low, double high) {
        command.add_option(name, value, help)->capture_default_str()->check(CLI::Range(low, high));
    };
    const auto count = [&](const char* name, std::size_t& value, const char* help, std::size_t low, std::size_t high) {
        command.add_option(name, value, help)->capture_default_str()->check(CLI::Range(low, high));
    };
    command.add_option("-o,--output", arguments.output, "CXI file to write")->required();
    count("--size", e.size, "side of a frame, pixels", 16, 4096);
    count("--frames", e.frames, "number of frames", 1, 1000000);
    count("--modes", e.modes, "incoherent probe modes", 1, 16);
    number("--energy-keV", e.energy_keV, "photon energy", 0.05, 500);
    number("--distance-m", e.distance_m, "sample to detector", 1e-3, 1000);
    number("--pixel-m", e.detectorPixel_m, "detector pixel", 1e-7, 1e-2);
    number("--focus-to-sample-m", e.focusToSample_m, "focus to sample for near field; 0 = far field", 0, 1000);
    number("--photons", e.photonsPerFrame, "photons per frame; 0 = no noise", 0, 1e15);
    number("--overlap", e.overlap, "linear overlap of neighbouring probes", 0, 0.99);
    number("--jitter", e.positionJitter, "random part of the positions, in steps", 0, 1);
    count("--dead-pixels", e.deadPixels, "bad pixels marked in the mask", 0, 1000000);
    command.add_option("--seed", e.seed, "seed of everything random")->capture_default_str();
    command.add_flag("--overwrite", arguments.overwrite, "replace an existing file");
}

} // namespace

void addSimulateCommand(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("simulate", "Make up a data set with a known answer");
    command->require_subcommand(1);
    CLI::App* ptycho =
        command->add_subcommand("ptycho", "A ptychographic scan as a CXI file, with the truth in /truth");
    const auto arguments = std::make_shared<Arguments>();
    addOptions(*ptycho, *arguments);
    ptycho->callback([arguments, &action] { action = [arguments] { return simulate(*arguments); }; });
}

} // namespace ewald::cli
