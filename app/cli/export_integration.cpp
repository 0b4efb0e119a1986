// SPDX-License-Identifier: GPL-3.0-or-later
#include "export_integration.h"

#include "base/error.h"
#include "commands.h"
#include "export_plan.h"
#include "io/atomic_file.h"
#include "io/result_file.h"
#include "job/document/source_files.h"
#include "job/integration/pattern_export.h"

namespace ewald::cli {
namespace {

namespace fs = std::filesystem;

/// "patterns_00017.xy"; as many digits as the largest number needs, five at least.
fs::path numbered(const fs::path& stem, std::size_t number, std::size_t largest, const std::string& extension) {
    std::string digits = std::to_string(number);
    const std::size_t width = std::max<std::size_t>(5, std::to_string(largest).size());
    digits.insert(0, width - std::min(width, digits.size()), '0');
    fs::path file = stem;
    file += "_" + digits + "." + extension;
    return file;
}

/// The requested rows that are not empty.
std::vector<std::size_t> rowsOf(const io::IntegrationResult& result, const IntegrationExport& arguments) {
    const io::IntegrationAxes& axes = result.axes();
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < axes.frames; ++row) {
        if (arguments.frame && axes.firstFrame + row * axes.frameStep != *arguments.frame) continue;
        if (job::isFailedRow(result, row))
            std::printf("frame %zu has no pattern and gets no file\n", axes.firstFrame + row * axes.frameStep);
        else
            rows.push_back(row);
    }
    if (rows.empty() && arguments.frame)
        throw JobError("the result has no pattern of frame " + std::to_string(*arguments.frame), "--frame",
                       "frames are counted from 0, as in /entry/result/frame");
    if (rows.empty()) throw DataError("no frame of the result has a pattern", arguments.result);
    return rows;
}

void planText(ExportPlan& plan, const io::IntegrationResult& result, const IntegrationExport& arguments) {
    const fs::path target = arguments.text;
    std::error_code failed;
    const bool isNull = io::isNullDevice(target);
    const bool isFolder = !isNull && (target.extension().empty() || fs::is_directory(target, failed));
    const job::PatternFormat format = !arguments.format.empty() ? job::patternFormatOf(arguments.format)
                                      : isFolder || isNull      ? job::PatternFormat::xy
                                                                : job::patternFormatOf(target.extension().string());
    const bool overwrite = arguments.overwrite;
    const bool severalFrames = result.axes().frames > 1 && !arguments.frame;
    const bool table = arguments.table || (severalFrames && !isFolder && format == job::PatternFormat::csv &&
                                           result.axes().azimuthal_deg.empty());
    const std::string extension = job::extensionOf(format);
    const fs::path stem = isFolder ? target / fs::path(arguments.result).stem() : target.parent_path() / target.stem();
    if (isFolder)
        plan.folder(target);
    else if (!target.parent_path().empty())
        plan.folder(target.parent_path());
    if (table && arguments.frame)
        throw JobError("a table has all patterns", "--frame", "leave --table out for the pattern of one frame");
    if (table) {
        fs::path file = isFolder ? stem : target;
        if (isFolder) file += "." + extension;
        plan.add(file, [&result, format, overwrite](const fs::path& name) {
            io::writeTextFile(name, job::patternTable(result, format), overwrite);
        });
        return;
    }
    const io::IntegrationAxes& axes = result.axes();
    const std::size_t largest = axes.firstFrame + axes.frames * axes.frameStep;
    for (const std::size_t row : rowsOf(result, arguments)) {
        const fs::path file = (severalFrames || isFolder) && !isNull
                                  ? numbered(stem, axes.firstFrame + row * axes.frameStep, largest, extension)
                                  : target;
        plan.add(file, [&result, row, format, overwrite](const fs::path& name) {
            io::writeTextFile(name, job::patternText(result, row, format), overwrite);
        });
    }
}

/// Cakes one by one, patterns as one image: a row a frame.
void planTiff(ExportPlan& plan, const io::IntegrationResult& result, const IntegrationExport& arguments) {
    const io::IntegrationAxes& axes = result.axes();
    const fs::path folder = arguments.tiff;
    plan.folder(folder);
    const std::size_t radial = axes.radial.size();
    const bool overwrite = arguments.overwrite;
    if (axes.azimuthal_deg.empty() && arguments.frame)
        throw JobError("the patterns of all frames are one image", "--frame", "leave it out, or write text");
    if (axes.azimuthal_deg.empty()) {
        plan.add(folder / "patterns.tiff", [&result, radial, overwrite](const fs::path& file) {
            const std::size_t frames = result.axes().frames;
            io::writeTiff(file, Array<float, 2>({frames, radial}, result.intensities(0, frames)), overwrite);
        });
        return;
    }
    const std::size_t largest = axes.firstFrame + axes.frames * axes.frameStep;
    for (const std::size_t row : rowsOf(result, arguments))
        plan.add(numbered(folder / "cake", axes.firstFrame + row * axes.frameStep, largest, "tiff"),
                 [&result, row, radial, overwrite](const fs::path& file) {
                     io::writeTiff(file,
                                   Array<float, 2>({result.axes().azimuthal_deg.size(), radial}, result.intensity(row)),
                                   overwrite);
                 });
}

} // namespace

int exportIntegration(const IntegrationExport& arguments) {
    if (arguments.text.empty() && arguments.tiff.empty())
        throw JobError("nothing to export", "export", "give --text FILE or DIR, or --tiff DIR");
    const io::IntegrationResult result(arguments.result);
    std::vector<fs::path> inputs = job::filesReadBy(result.end().job, arguments.result);
    inputs.emplace_back(arguments.result);
    ExportPlan plan(arguments.overwrite, std::move(inputs));
    if (!arguments.text.empty()) planText(plan, result, arguments);
    if (!arguments.text.empty() && result.hasErrors() && !job::hasErrorsOfMeans(result))
        printWarning("the errors of the result are the spread of a pixel (error_kind=std): .fxye has none, and other "
                     "files call them std");
    if (!arguments.tiff.empty()) planTiff(plan, result, arguments);
    plan.run();
    return 0;
}

} // namespace ewald::cli
