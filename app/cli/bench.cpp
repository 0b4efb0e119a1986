// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "base/json_text.h"
#include "bench_devices.h"
#include "bench_integrate.h"
#include "bench_model.h"
#include "commands.h"
#include "compute/devices/device.h"
#include "io/atomic_file.h"
#include "job/bench/preview_bench.h"
#include "job/devices/ptycho_bench.h"
#include "job/devices/ptycho_traffic.h"
#include "job/document/parameters.h"

#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace ewald::cli {
namespace {

using Json = nlohmann::ordered_json;
using kernels::FrameType;
using ptycho::Subpixel;

struct BenchArguments {
    std::string devices = "cpu";
    std::string engine = job::engineNames().front();
    std::string json;
    std::size_t size = 0;
    std::size_t frames = 0;
    std::size_t modes = 0;
    std::size_t batch = 32;
    std::size_t iterations = 5;
    std::string subpixel = "all";
    std::string pixels = "uint16";
    bool previews = false;
    bool model = false;
    bool overwrite = false;
};

constexpr std::array kFrameTypes = {FrameType::counts8, FrameType::counts16, FrameType::amplitudes};

const char* nameOf(FrameType type) {
    return type == FrameType::counts8 ? "uint8" : type == FrameType::counts16 ? "uint16" : "float";
}

/// The standard set, or the one case that the arguments describe.
std::vector<job::PtychoBenchCase> casesOf(const BenchArguments& a) {
    if (job::engineOf(a.engine, "--engine").singleFrame && a.frames != 1)
        throw JobError(a.engine + " makes an image of one frame", "--frames", "set it to 1");
    std::vector<job::PtychoBenchCase> cases;
    const auto add = [&](std::size_t size, std::size_t frames, std::size_t modes) {
        for (const Subpixel subpixel : {Subpixel::nearest, Subpixel::bilinear, Subpixel::fourier})
            for (const FrameType type : kFrameTypes)
                if ((a.subpixel == "all" || a.subpixel == subpixelName(subpixel)) &&
                    (a.pixels == "all" || a.pixels == nameOf(type)))
                    cases.push_back({size, frames, modes, &job::engineOf(a.engine, "--engine"), subpixel, a.batch,
                                     a.iterations, a.devices, type});
    };
    if (a.size + a.frames + a.modes > 0) {
        add(a.size > 0 ? a.size : 256, a.frames > 0 ? a.frames : 400, a.modes > 0 ? a.modes : 1);
        return cases;
    }
    add(256, 400, 1);
    add(256, 400, 3);
    add(128, 2000, 1);
    return cases;
}

int benchPreviews(const BenchArguments& a) {
    if (!a.json.empty()) io::checkWritable(a.json);
    job::PreviewBenchCase c;
    c.devices = a.devices;
    if (a.size > 0) c.size = a.size;
    if (a.frames > 0) c.frames = a.frames;
    const job::PreviewBenchResult r = job::benchPreviews(c);
    std::printf("The same job of %zu iterations, %zu frames of %zu x %zu, with a preview every %.1f s and without:\n",
                c.iterations, c.frames, c.size, c.size, c.interval_s);
    for (std::size_t i = 0; i < r.with_s.size(); ++i)
        std::printf("  with %8.2f s   without %8.2f s   %+.1f %%\n", r.with_s[i], r.without_s[i],
                    100 * (r.with_s[i] / r.without_s[i] - 1));
    std::printf("Previews cost %.1f %% (median); %zu were delivered.\n", 100 * r.cost(), r.previews);
    const Json json{{"with_s", r.with_s}, {"without_s", r.without_s}, {"cost", r.cost()}, {"previews", r.previews}};
    if (!a.json.empty()) io::writeTextFile(a.json, jsonText(Json{{"previews", json}}, 2) + "\n", a.overwrite);
    return 0;
}

/// "128.3", or a dash where it is not known.
std::string bytesText(std::optional<double> bytes) {
    std::array<char, 32> text{};
    if (bytes) std::snprintf(text.data(), text.size(), "%.1f", *bytes);
    return bytes ? text.data() : "-";
}

/// Nothing here is measured.
int predictPtycho(const BenchArguments& a) {
    if (!a.json.empty()) io::checkWritable(a.json);
    printModelAssumptions();
    std::printf("%s, an iteration of the following on one GPU; share of the time in kernels that wait for bytes:\n",
                a.engine.c_str());
    std::printf("  frames  size  modes  batch  sub-pixel  GPU         time  Gpx*mode/s  by bytes  between kernels\n");
    Json rows = Json::array();
    for (const job::PtychoBenchCase& c : casesOf(a)) {
        for (const job::ModelledGpu& gpu : job::modelledGpus()) {
            const auto traffic = job::ptychoTraffic(c, {1, false, gpu.cacheOfPieces()});
            if (!traffic)
                throw JobError("the way of this engine depends on the data", "--engine", "choose another one");
            const job::Prediction p = job::predict(gpu, c, *traffic);
            Json row = predictionJson(gpu, c, *traffic, p);
            std::printf("  %6zu  %4zu  %5zu  %5zu  %-9s  %-8s %6.2f ms  %10.1f  %6.0f %%  %13.0f %%\n", c.frames,
                        c.size, c.modes, c.batchSize, subpixelName(c.subpixel), gpu.name, p.seconds() * 1e3,
                        row["pixel_modes_per_s"].get<double>() / 1e9, 100 * p.byBytes,
                        100 * (1 - p.kernels_s / p.seconds()));
            rows.push_back(std::move(row));
        }
    }
    writePredictions(a.json, rows, a.overwrite);
    return 0;
}

int benchPtycho(const BenchArguments& a) {
    if (!a.json.empty()) io::checkWritable(a.json);
    const std::string first = compute::parseDevices(a.devices).front().id;
    for (const compute::DeviceInfo& device : compute::listDevices())
        if (device.id == first) std::printf("%s on %s: %s\n", a.engine.c_str(), a.devices.c_str(), device.name.c_str());
    std::printf(
        "  frames  size  modes  pixels  sub-pixel      best    median  FFT floor  own floor  bytes floor  ratio  "
        "Gpx*mode/s   bytes   least\n");
    Json rows = Json::array();
    for (const job::PtychoBenchCase& c : casesOf(a)) {
        const job::PtychoBenchResult r = job::benchPtycho(c);
        const auto traffic = job::ptychoTraffic(c);
        const auto bytes = traffic ? std::optional(traffic->bytes()) : std::nullopt;
        const auto least = traffic ? job::leastBytes(c, *traffic) : std::nullopt;
        const double throughput = static_cast<double>(c.frames * c.size * c.size * c.modes) / r.iteration_s / 1e9;
        std::printf(
            "  %6zu  %4zu  %5zu  %-6s  %-9s %7.1f ms %6.1f ms %7.1f ms %7.1f ms   %7.1f ms   %5.2f  %10.3f  %6s  %6s\n",
            c.frames, c.size, c.modes, nameOf(c.frameType), subpixelName(c.subpixel), r.iteration_s * 1e3,
            r.medianIteration_s * 1e3, r.fftFloor_s * 1e3, r.ownFloor_s * 1e3, r.bytesFloor_s * 1e3, r.ratio(),
            throughput, bytesText(bytes).c_str(), bytesText(least).c_str());
        std::fflush(stdout);
        rows.push_back({{"engine", a.engine},
                        {"devices", c.devices},
                        {"frames", c.frames},
                        {"size", c.size},
                        {"modes", c.modes},
                        {"batch_size", c.batchSize},
                        {"pixels", nameOf(c.frameType)},
                        {"subpixel", subpixelName(c.subpixel)},
                        {"iteration_s", r.iteration_s},
                        {"median_iteration_s", r.medianIteration_s},
                        {"fft_floor_s", r.fftFloor_s},
                        {"own_floor_s", r.ownFloor_s},
                        {"bytes_floor_s", r.bytesFloor_s},
                        {"ratio", r.ratio()},
                        {"pixel_modes_per_s", throughput * 1e9}});
        if (bytes) rows.back()["device_bytes"] = *bytes;
        if (least) rows.back()["least_device_bytes"] = *least;
    }
    std::printf(
        "FFT floor: forward and inverse transform of all exit waves alone, same device and batch; own floor: four "
        "transforms for a Fourier shift, two for all others; bytes floor: all frames read once at the speed of "
        "a copy. Ratio: medians of iteration and own floor. Bytes: counted, not measured: what an iteration on one GPU "
        "moves in its memory a frame, pixel and mode, beside the least possible; each transform moves 32.\n");
    if (!a.json.empty()) io::writeTextFile(a.json, jsonText(Json{{"ptycho", rows}}, 2) + "\n", a.overwrite);
    return 0;
}

} // namespace

void addBenchCommand(CLI::App& app, Action& action) {
    CLI::App* bench = app.add_subcommand("bench", "Measure the speed of this machine");
    bench->require_subcommand(1);
    CLI::App* ptycho = bench->add_subcommand(
        "ptycho", "Time of an iteration beside its floors: 256x256, 400 frames, 1 and 3 modes; 128x128, 2000 frames");
    const auto a = std::make_shared<BenchArguments>();
    ptycho->add_option("--devices", a->devices, "as for ptycho: cpu, cpu:2, …")->capture_default_str();
    ptycho->add_option("--engine", a->engine)->check(CLI::IsMember(job::engineNames()))->capture_default_str();
    ptycho->add_option("--size", a->size, "one case only: side of a frame, pixels")->check(CLI::Range(16, 4096));
    ptycho->add_option("--frames", a->frames, "one case only: number of frames")->check(CLI::Range(1, 1000000));
    ptycho->add_option("--modes", a->modes, "one case only: probe modes")->check(CLI::Range(1, 64));
    ptycho->add_option("--batch", a->batch, "frames of a mini-batch")
        ->check(CLI::Range(1, 100000))
        ->capture_default_str();
    ptycho->add_option("--iterations", a->iterations, "measured iterations of each case")
        ->check(CLI::Range(1, 10000))
        ->capture_default_str();
    ptycho->add_option("--subpixel", a->subpixel)
        ->check(CLI::IsMember({"all", "nearest", "bilinear", "fourier"}))
        ->capture_default_str();
    ptycho->add_option("--pixels", a->pixels, "how the frames are kept")
        ->check(CLI::IsMember({"all", "uint8", "uint16", "float"}))
        ->capture_default_str();
    ptycho->add_option("--json", a->json, "also write the figures to this file");
    ptycho->add_flag("--previews", a->previews, "instead: what live previews cost the same job");
    ptycho->add_flag("--model", a->model, "instead: predictions for GPUs that need not be there")
        ->excludes("--previews");
    ptycho->add_flag("--overwrite", a->overwrite, "replace an existing file");
    addIntegrateBench(*bench, action);
    addDevicesBench(*bench, action);
    ptycho->callback([a, &action] {
        action = [a] { return a->previews ? benchPreviews(*a) : a->model ? predictPtycho(*a) : benchPtycho(*a); };
    });
}

} // namespace ewald::cli
