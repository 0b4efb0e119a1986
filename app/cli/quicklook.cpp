// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "base/quantity_text.h"
#include "base/stop_scope.h"
#include "commands.h"
#include "export_plan.h"
#include "io/images/image_bytes.h"
#include "io/result_file.h"
#include "job/document/source_files.h"
#include "job/ptychography/results/quick_look.h"
#include "run_job.h"
#include "stop_signals.h"

#include <CLI/CLI.hpp>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <unistd.h>

namespace ewald::cli {
namespace {

namespace fs = std::filesystem;

struct QuicklookArguments {
    std::string input;
    std::string output;
    std::string tiff;
    std::string png;
    std::vector<std::string> settings;
    bool overwrite = false;
};

job::JobDocument documentOf(const QuicklookArguments& arguments) {
    job::JobDocument document;
    document.inputFile = arguments.input;
    applySettings(document, arguments.settings);
    job::resolvePaths(document, fs::current_path());
    return document;
}

std::string summary(const job::QuickLook& look) {
    const ptycho::ScanGrid& grid = look.grid;
    return std::to_string(look.frames) + " frames, " + (grid.raster ? "raster" : "irregular positions") + ": maps of " +
           std::to_string(grid.rows) + " × " + std::to_string(grid.cols) + " pixels of " + lengthText(grid.stepY_m, 3) +
           " × " + lengthText(grid.stepX_m, 3) + "\n";
}

/// Everything is checked before the frames are read.
void plan(ExportPlan& files, const QuicklookArguments& arguments, const job::QuickLook& look) {
    const bool overwrite = arguments.overwrite;
    if (!arguments.output.empty())
        files.add(arguments.output,
                  [&look, overwrite](const fs::path& file) { job::writeQuickLook(file, look, overwrite); });
    for (const std::string& folder : {arguments.tiff, arguments.png})
        if (!folder.empty()) files.folder(folder);
    const std::vector<job::QuickLookMap> maps = job::mapsOf(look);
    for (const job::QuickLookMap& map : maps) {
        const Array<float, 2>& image = *map.values;
        if (!arguments.tiff.empty())
            files.add(fs::path(arguments.tiff) / (map.name + ".tiff"),
                      [&image, overwrite](const fs::path& file) { io::writeTiff(file, image, overwrite); });
        if (!arguments.png.empty())
            files.add(fs::path(arguments.png) / (map.name + ".png"), [&image, overwrite](const fs::path& file) {
                io::writePng(file, image.extent(1), image.extent(0), io::greyBytes(image, {}), overwrite);
            });
    }
}

int quickLook(const QuicklookArguments& arguments) {
    RunControl control;
    const StopSignals signals(control);
    const StopScope whileFilesAreOpened(control);
    job::QuickLook look;
    const job::JobDocument document = documentOf(arguments);
    ExportPlan files(arguments.overwrite, job::filesReadBy(document));
    plan(files, arguments, look);
    files.claim();
    const bool terminal = isatty(STDERR_FILENO) != 0;
    std::atomic<std::size_t> shown{0};
    const auto progress = [&](std::size_t done, std::size_t total) {
        const std::size_t percent = total > 0 ? 100 * done / total : 100;
        if (terminal && shown.exchange(percent) != percent) std::fprintf(stderr, "\rreading %zu %%", percent);
    };
    look = job::quickLook(document, control, progress, printWarningOf);
    if (terminal) std::fprintf(stderr, "\r");
    std::fputs(summary(look).c_str(), stdout);
    files.run();
    return 0;
}

} // namespace

void addQuicklookCommand(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand(
        "quicklook", "Map what single frames say, without a reconstruction: absorption, dark field, phase contrast");
    const auto arguments = std::make_shared<QuicklookArguments>();
    command->add_option("FILE", arguments->input, "scan: CXI, NeXus, ptyd or other HDF5 file")->required();
    command->add_option("-o,--output", arguments->output, "file for all maps (HDF5)");
    command->add_option("--tiff", arguments->tiff, "folder for the maps as 32-bit float TIFF");
    command->add_option("--png", arguments->png, "folder for the maps as PNG");
    command->add_option("--set", arguments->settings, "a parameter as key=value; ewald-cli schema lists them")
        ->take_all()
        ->allow_extra_args(false);
    command->add_flag("--overwrite", arguments->overwrite, "replace existing files");
    command->callback([arguments, &action] { action = [arguments] { return quickLook(*arguments); }; });
}

} // namespace ewald::cli
