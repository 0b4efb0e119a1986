// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "commands.h"
#include "export_integration.h"
#include "export_plan.h"
#include "io/atomic_file.h"
#include "io/images/image_bytes.h"
#include "io/integration_file.h"
#include "io/result_file.h"
#include "job/document/source_files.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <memory>

namespace ewald::cli {
namespace {

namespace fs = std::filesystem;

struct ExportArguments {
    std::string result;
    std::string tiff;
    std::string png;
    std::string text;
    std::string format;
    std::optional<std::size_t> frame;
    bool table = false;
    bool removeRamp = false;
    bool overwrite = false;
};

/// One complex image of a result, with the name its files get.
struct Picture {
    std::string name;
    Array<Complex, 2> image;
    std::vector<float> weight; ///< of the object: where frames were taken; empty for the probe
};

Array<Complex, 2> plane(std::span<const Complex> values, std::size_t rows, std::size_t cols) {
    return Array<Complex, 2>({rows, cols}, std::vector<Complex>(values.begin(), values.end()));
}

std::vector<Picture> picturesOf(const io::PtychoResult& result, bool removeRamp) {
    std::vector<Picture> pictures;
    const auto& object = result.object.shape();
    const Array<float, 2> light = io::illumination(result);
    for (std::size_t slice = 0; slice < object[0]; ++slice) {
        Picture picture{object[0] > 1 ? "object" + std::to_string(slice) : "object",
                        plane(result.object.slab(slice), object[1], object[2]),
                        std::vector<float>(light.begin(), light.end())};
        if (removeRamp) io::removePhaseRamp(picture.image, picture.weight);
        // The range of a picture is that of the well-lit part.
        for (float& weight : picture.weight) weight = weight > 0.05F ? 1.0F : 0.0F;
        pictures.push_back(std::move(picture));
    }
    const auto& probe = result.probe.shape();
    const auto variation = result.probe.slab(0);
    for (std::size_t mode = 0; mode < probe[1]; ++mode)
        pictures.push_back(
            {"probe" + std::to_string(mode),
             plane(variation.subspan(mode * probe[2] * probe[3], probe[2] * probe[3]), probe[2], probe[3]),
             {}});
    return pictures;
}

Array<float, 2> amplitudeOf(const Array<Complex, 2>& image) {
    Array<float, 2> part(image.shape());
    std::transform(image.begin(), image.end(), part.begin(), [](Complex value) { return std::abs(value); });
    return part;
}

Array<float, 2> phaseOf(const Array<Complex, 2>& image) {
    Array<float, 2> part(image.shape());
    std::transform(image.begin(), image.end(), part.begin(), [](Complex value) { return std::arg(value); });
    return part;
}

void planTiff(ExportPlan& plan, const std::vector<Picture>& pictures, const ExportArguments& arguments) {
    const fs::path folder = arguments.tiff;
    plan.folder(folder);
    for (const Picture& picture : pictures) {
        plan.add(folder / (picture.name + "_amplitude.tiff"),
                 [&, overwrite = arguments.overwrite](const fs::path& file) {
                     io::writeTiff(file, amplitudeOf(picture.image), overwrite);
                 });
        plan.add(folder / (picture.name + "_phase.tiff"), [&, overwrite = arguments.overwrite](const fs::path& file) {
            io::writeTiff(file, phaseOf(picture.image), overwrite);
        });
    }
}

void planPng(ExportPlan& plan, const std::vector<Picture>& pictures, const ExportArguments& arguments) {
    const fs::path folder = arguments.png;
    plan.folder(folder);
    const bool overwrite = arguments.overwrite;
    for (const Picture& picture : pictures) {
        const auto write = [&picture, overwrite](const fs::path& file, const std::vector<std::uint8_t>& rgb) {
            io::writePng(file, picture.image.extent(1), picture.image.extent(0), rgb, overwrite);
        };
        plan.add(folder / (picture.name + "_amplitude.png"), [&picture, write](const fs::path& file) {
            write(file, io::greyBytes(amplitudeOf(picture.image), picture.weight));
        });
        plan.add(folder / (picture.name + "_phase.png"), [&picture, write](const fs::path& file) {
            write(file, io::greyBytes(phaseOf(picture.image), picture.weight));
        });
        plan.add(folder / (picture.name + "_complex.png"),
                 [&picture, write](const fs::path& file) { write(file, io::complexBytes(picture.image.span())); });
    }
}

std::string lossTable(const io::PtychoResult& result) {
    std::string text = "# iteration engine fourier_error value llk time_s noise_floor step fourier_error_running\n";
    char line[300];
    for (const io::LossEntry& entry : result.loss) {
        std::snprintf(line, sizeof line, "%zu %s %.9g %.9g %.9g %.6f %.9g %.9g %.9g\n", entry.iteration,
                      entry.engine.c_str(), entry.fourierError, entry.value, entry.llk, entry.time_s, entry.noiseFloor,
                      entry.step, entry.running);
        text += line;
    }
    return text;
}

std::string positionTable(const io::PtychoResult& result) {
    std::string text = "# x_m y_m x_initial_m y_initial_m\n";
    char line[200];
    for (std::size_t i = 0; i < result.positions.size() && i < result.initialPositions.size(); ++i) {
        std::snprintf(line, sizeof line, "%.9e %.9e %.9e %.9e\n", result.positions[i].x, result.positions[i].y,
                      result.initialPositions[i].x, result.initialPositions[i].y);
        text += line;
    }
    return text;
}

void planText(ExportPlan& plan, const io::PtychoResult& result, const ExportArguments& arguments) {
    const fs::path loss = arguments.text;
    const fs::path positions =
        io::isNullDevice(loss) ? loss
                               : loss.parent_path() / (loss.stem().string() + "_positions" + loss.extension().string());
    const bool overwrite = arguments.overwrite;
    plan.add(loss,
             [&result, overwrite](const fs::path& file) { io::writeTextFile(file, lossTable(result), overwrite); });
    plan.add(positions,
             [&result, overwrite](const fs::path& file) { io::writeTextFile(file, positionTable(result), overwrite); });
}

int exportResult(const ExportArguments& arguments) {
    if (io::isIntegrationFile(arguments.result)) {
        if (!arguments.png.empty())
            throw JobError("patterns are not written as PNG", "--png", "use --text FILE or --tiff DIR");
        return exportIntegration({arguments.result, arguments.text, arguments.format, arguments.tiff, arguments.frame,
                                  arguments.table, arguments.overwrite});
    }
    if (arguments.frame || arguments.table || !arguments.format.empty())
        throw JobError("--frame, --table and --format are for patterns, this is a reconstruction", arguments.result);
    if (arguments.tiff.empty() && arguments.png.empty() && arguments.text.empty())
        throw JobError("nothing to export", "export", "give --tiff DIR, --png DIR or --text FILE");
    const io::PtychoResult result = io::readResult(arguments.result);
    const std::vector<Picture> pictures = picturesOf(result, arguments.removeRamp);
    std::vector<fs::path> inputs = job::filesReadBy(result.job, arguments.result);
    inputs.emplace_back(arguments.result);
    ExportPlan plan(arguments.overwrite, std::move(inputs));
    if (!arguments.tiff.empty()) planTiff(plan, pictures, arguments);
    if (!arguments.png.empty()) planPng(plan, pictures, arguments);
    if (!arguments.text.empty()) planText(plan, result, arguments);
    plan.run();
    return 0;
}

} // namespace

void addExportCommand(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("export", "Write images and tables of a result");
    const auto arguments = std::make_shared<ExportArguments>();
    command->add_option("RESULT", arguments->result, "result file (HDF5)")->required();
    command->add_option("--tiff", arguments->tiff,
                        "folder for images as 32-bit float TIFF: amplitude and phase, or cakes");
    command->add_option("--png", arguments->png, "folder for pictures as PNG");
    command->add_option(
        "--text", arguments->text,
        "of a reconstruction: file for the loss table, the positions go beside it; of an integration: file (.xy .dat "
        ".chi .fxye .csv, numbered for several frames) or folder");
    command->add_option("--format", arguments->format, "of patterns: xy, dat, chi, fxye, csv [by the file's name]");
    command->add_option("--frame", arguments->frame, "of patterns: only this frame");
    command->add_flag("--table", arguments->table, "of patterns: all frames in one file, a column each");
    command->add_flag("--remove-ramp", arguments->removeRamp, "remove the linear phase ramp of the object");
    command->add_flag("--overwrite", arguments->overwrite, "replace existing files");
    command->callback([arguments, &action] { action = [arguments] { return exportResult(*arguments); }; });
}

} // namespace ewald::cli
