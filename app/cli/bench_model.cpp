// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench_model.h"

#include "base/error.h"
#include "base/json_text.h"
#include "io/atomic_file.h"
#include "job/devices/ptycho_case.h"
#include "job/document/settings.h"
#include "run_job.h"

#include <algorithm>
#include <cstdio>
#include <map>

namespace ewald::cli {
namespace {

using Json = nlohmann::ordered_json;

/// The cases of the arguments: those of a document with these settings.
std::vector<job::PtychoBenchCase> casesOf(const DevicesModelArguments& a, bool& tiled) {
    job::JobDocument document;
    for (job::Stage& stage : document.pipeline)
        stage.engine = a.engine.empty() ? ptycho::engineKinds().front()->name : a.engine;
    applySettings(document, a.settings);
    const ptycho::StageSettings stage = job::stageSettingsOf(document).front();
    const ptycho::ModelSettings model = job::modelSettingsOf(document);
    tiled = document.text("object_storage") == "tiled";
    std::vector<job::PtychoBenchCase> cases;
    const auto add = [&](std::size_t size, std::size_t frames) {
        job::PtychoBenchCase c;
        c.size = size, c.frames = frames, c.modes = model.probeModes, c.subpixel = model.subpixel;
        c.engine = &stage.engine();
        c.batchSize = stage.framesAtOnce();
        cases.push_back(c);
    };
    if (a.size + a.frames > 0) {
        add(a.size > 0 ? a.size : 256, a.frames > 0 ? a.frames : 400);
        return cases;
    }
    add(256, 400);
    add(128, 2000);
    return cases;
}

void predictCase(const job::PtychoBenchCase& c, bool tiled, Json& rows) {
    constexpr std::size_t kDevices[] = {1, 2, 4, 8};
    std::printf("%zu frames of %zu x %zu, %zu modes, %s, mini-batches of %zu, %s:\n", c.frames, c.size, c.size, c.modes,
                c.engine->name.c_str(), std::min(job::framesAtOnce(c), c.frames),
                tiled ? "the object cut into tiles" : "the whole object on each GPU");
    std::printf("  GPU       devices       time  Gpx*mode/s  speed-up  MB summed  GB/s of a sum  sums\n");
    for (const job::ModelledGpu& gpu : job::modelledGpus()) {
        double alone = 0;
        for (const std::size_t devices : kDevices) {
            if (devices > c.frames) continue;
            const auto counted = job::ptychoTraffic(c, {devices, tiled, gpu.cacheOfPieces()});
            if (!counted)
                throw JobError("the way of this engine depends on the data", "--engine", "choose another one");
            const job::PtychoTraffic& t = *counted;
            const job::Prediction p = job::predict(gpu, c, t);
            if (devices == 1) alone = p.seconds();
            Json row = predictionJson(gpu, c, t, p);
            const auto sums = static_cast<double>(std::max<std::size_t>(1, t.iteration.collectives));
            const double bytes = static_cast<double>(t.iteration.bytesReduced) / sums;
            const double speed = bytes > 0 ? bytes / job::predictSum_s(gpu.link, devices, bytes) : 0;
            row["speedup"] = alone / p.seconds();
            row["bytes_of_a_sum"] = bytes;
            row["bytes_per_s_of_a_sum"] = speed;
            std::printf("  %-8s  %7zu  %6.2f ms  %10.1f  %8.2f  %9.1f  %13.0f  %3.0f %%\n", gpu.name, devices,
                        p.seconds() * 1e3, row["pixel_modes_per_s"].get<double>() / 1e9, alone / p.seconds(),
                        static_cast<double>(t.iteration.bytesReduced) / 1e6, speed / 1e9, 100 * p.sums_s / p.seconds());
            rows.push_back(std::move(row));
        }
    }
}

} // namespace

void printModelAssumptions() {
    std::printf("PREDICTIONS of a model for GPUs that need not be there, no measurement. It assumes:\n");
    for (const std::string& line : job::modelAssumptions()) std::printf("  %s\n", line.c_str());
}

nlohmann::ordered_json predictionJson(const job::ModelledGpu& gpu, const job::PtychoBenchCase& c,
                                      const job::PtychoTraffic& traffic, const job::Prediction& p) {
    return {{"predicted", true},
            {"engine", c.engine->name},
            {"gpu", gpu.name},
            {"devices", traffic.share.devices},
            {"tiled", traffic.share.tiled},
            {"frames", c.frames},
            {"size", c.size},
            {"modes", c.modes},
            {"batch_size", c.batchSize},
            {"subpixel", subpixelName(c.subpixel)},
            {"iteration_s", p.seconds()},
            {"kernels_s", p.kernels_s},
            {"launches_s", p.launches_s},
            {"waits_s", p.waits_s},
            {"sums_s", p.sums_s},
            {"pixel_modes_per_s", static_cast<double>(traffic.pixelModes) / p.seconds()}};
}

void writePredictions(const std::string& file, const nlohmann::ordered_json& predictions, bool overwrite) {
    const Json all{{"assumptions", job::modelAssumptions()}, {"predictions", predictions}};
    if (!file.empty()) io::writeTextFile(file, jsonText(all, 2) + "\n", overwrite);
}

const char* subpixelName(ptycho::Subpixel subpixel) {
    return subpixel == ptycho::Subpixel::nearest   ? "nearest"
           : subpixel == ptycho::Subpixel::fourier ? "fourier"
                                                   : "bilinear";
}

int predictDevices(const DevicesModelArguments& a) {
    if (!a.json.empty()) io::checkWritable(a.json);
    bool tiled = false;
    const std::vector<job::PtychoBenchCase> cases = casesOf(a, tiled);
    printModelAssumptions();
    std::printf("An iteration on several of them; speed-up: against one; sums: their share of the time:\n");
    Json rows = Json::array();
    for (const job::PtychoBenchCase& c : cases) predictCase(c, tiled, rows);
    writePredictions(a.json, rows, a.overwrite);
    return 0;
}

} // namespace ewald::cli
