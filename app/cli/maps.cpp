// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/ascii_text.h"
#include "base/error.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "base/stop_scope.h"
#include "export_plan.h"
#include "io/atomic_file.h"
#include "io/images/image_export.h"
#include "io/integration_file.h"
#include "io/result_file.h"
#include "job/document/source_files.h"
#include "job/integration/pattern_export.h"
#include "job/maps/frame_places.h"
#include "job/maps/map_file.h"
#include "job/maps/range_values.h"
#include "map_commands.h"
#include "stop_signals.h"

#include <CLI/CLI.hpp>
#include <array>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <numeric>

namespace ewald::cli {
namespace {

namespace fs = std::filesystem;

struct MapsArguments {
    std::string result;
    std::string output;
    std::string tiff;
    std::string png;
    std::vector<std::string> ranges;
    std::vector<std::string> ratios;
    std::string colours;
    job::PlacesRequest places;
    std::string table;
    std::string object;
    std::vector<std::string> regions;
    std::size_t columns = 0;
    bool snake = false;
    bool overwrite = false;
};

/// Numbers of ranges, counted from 1: "1/2" or "1,2,3". \returns them counted from 0
std::vector<std::size_t> rangesNamed(const std::string& text, char between, std::size_t count, std::size_t all,
                                     const char* option) {
    std::vector<std::size_t> numbers;
    const char *at = text.data(), *const end = at + text.size();
    while (at <= end) {
        std::size_t number = 0;
        const auto [next, error] = std::from_chars(at, end, number);
        if (error != std::errc() || number == 0 || number > all || (next != end && *next != between)) break;
        numbers.push_back(number - 1);
        at = next + 1;
    }
    if (numbers.size() == count && at == end + 1) return numbers;
    throw JobError(phrase("\"%1\" does not name %2 of the %3 {range|ranges}", text.substr(0, 30), count, all), option,
                   "ranges are counted from 1, in the order in which they are given");
}

std::vector<job::FrameValues> valuesOf(const MapsArguments& arguments, const io::IntegrationResult& result,
                                       const RunControl& control) {
    std::vector<job::MapRange> ranges;
    for (const std::string& text : arguments.ranges) ranges.push_back(job::mapRangeOf(text));
    std::vector<std::array<std::size_t, 2>> ratios;
    for (const std::string& text : arguments.ratios) {
        const std::vector<std::size_t> named = rangesNamed(text, '/', 2, ranges.size(), "--ratio");
        ratios.push_back({named[0], named[1]});
    }
    std::vector<std::vector<double>> values = job::rangeValues(result, ranges, control);
    std::vector<job::FrameValues> maps;
    for (std::size_t i = 0; i < ranges.size(); ++i)
        maps.push_back(job::mapOfRange(i + 1, ranges[i], result.axes().radialUnit, std::move(values[i])));
    for (const auto& [a, b] : ratios) maps.push_back(job::mapOfRatio(a + 1, b + 1, maps[a], maps[b]));
    return maps;
}

/// "X0:X1,Y0:Y1" in micrometres, or in columns and rows where places are not known. \throws JobError
job::RegionPattern regionOf(const std::string& text, const job::MapSet& set, const io::IntegrationResult& result,
                            const RunControl& control) {
    const std::size_t comma = text.find(',');
    if (comma == std::string::npos || text.find('@') != std::string::npos)
        throw JobError(phrase("\"%1\" is no region of a map", text.substr(0, 60)), "--region", "give X0:X1,Y0:Y1");
    const job::MapRange x = job::mapRangeOf(text.substr(0, comma), "--region"),
                        y = job::mapRangeOf(text.substr(comma + 1), "--region");
    const ptycho::ScanGrid& grid = set.grid.grid();
    const double unit = set.grid.hasPlaces() ? 1e-6 : 1;
    job::RegionPattern region;
    for (std::size_t frame = 0; frame < result.axes().frames; ++frame) {
        const auto pixel = set.grid.pixelOf(frame);
        if (!pixel) continue;
        const double atY = (grid.originY_m + (pixel->first - 0.5) * grid.stepY_m) / unit;
        const double atX = (grid.originX_m + (pixel->second - 0.5) * grid.stepX_m) / unit;
        if (atX >= x.low && atX <= x.high && atY >= y.low && atY <= y.high) region.frames.push_back(frame);
    }
    if (region.frames.empty())
        throw JobError(phrase("no frame was taken in the region %1", text.substr(0, 60)), "--region",
                       "give its ends in micrometres, or in columns and rows where positions are not known");
    region.name = "region_" + std::to_string(set.regions.size() + 1);
    region.title = "mean of the patterns of " + std::to_string(region.frames.size()) + " frames in " + text;
    region.pattern = job::meanPatternOf(result, region.frames, control);
    return region;
}

/// Places as they are asked for, else as the frames' file says them, else rows of frames.
/// \param object the reconstruction that is named, if one is
void placeFrames(job::MapSet& set, const MapsArguments& arguments, const io::IntegrationResult& result,
                 const std::optional<io::PtychoResult>& object) {
    const io::IntegrationAxes& axes = result.axes();
    std::optional<job::FramePlaces> places;
    if (arguments.columns > 0)
        set.grid = job::MapGrid::ofColumns(axes.frames, arguments.columns, arguments.snake);
    else if (!arguments.places.x.empty())
        places = job::readPlaces(result, arguments.places);
    else if (object)
        places = job::placesOfReconstruction(result, *object, fs::path(arguments.object).filename().string());
    else
        places = job::placesOfScan(result, printWarningOf);
    if (places) {
        for (const std::string& remark : places->remarks) printWarning(remark);
        set.placesFrom = places->origin;
        set.grid = job::MapGrid::ofPlaces(std::move(places->ofRow));
    } else if (arguments.columns == 0) {
        const std::size_t raster =
            std::accumulate(axes.scanShape.begin(), axes.scanShape.end(), std::size_t{1}, std::multiplies<>());
        if (axes.scanShape.size() < 2 || raster != axes.frames)
            throw JobError("where the frames were taken is not known", arguments.result,
                           "give --x and --y, --object, or --columns with the number of frames in a row");
        set.grid = job::MapGrid::ofColumns(axes.frames, axes.scanShape.back(), arguments.snake);
    }
}

std::string summary(const job::MapSet& set) {
    const ptycho::ScanGrid& grid = set.grid.grid();
    std::string text = std::to_string(set.maps.size()) + (set.maps.size() == 1 ? " map of " : " maps of ") +
                       std::to_string(grid.rows) + " × " + std::to_string(grid.cols) + " pixels";
    if (set.grid.hasPlaces())
        text += " of " + lengthText(grid.stepY_m, 3) + " × " + lengthText(grid.stepX_m, 3) + ", places of " +
                set.placesFrom + (set.grid.isInterpolated() ? ", interpolated between them" : "");
    return text + "\n";
}

void plan(ExportPlan& files, const MapsArguments& arguments, const job::MapSet& set) {
    const bool overwrite = arguments.overwrite;
    if (!arguments.output.empty()) {
        const std::string ending = lowerAscii(fs::path(arguments.output).extension().string());
        const bool isText = ending == ".csv" || ending == ".txt" || io::isNullDevice(arguments.output);
        if (!isText && ending != ".h5" && ending != ".hdf5" && ending != ".nxs")
            throw JobError(phrase("no format for maps has the ending \"%1\"", ending), arguments.output,
                           "name a file that ends in .h5, .nxs or .csv, or use --tiff and --png");
        files.add(arguments.output, [&set, isText, overwrite](const fs::path& file) {
            if (isText)
                io::writeTextFile(file, job::mapText(set), overwrite);
            else
                job::writeMapFile(file, set, overwrite);
        });
    }
    for (const std::string& folder : {arguments.tiff, arguments.png})
        if (!folder.empty()) files.folder(folder);
    const auto imageOf = [&set](std::size_t map) { return set.grid.imageOf(set.maps[map].values); };
    const ptycho::ScanGrid& grid = set.grid.grid();
    const double unit = set.grid.hasPlaces() ? 1 : 0;
    for (std::size_t i = 0; !arguments.tiff.empty() && i < set.maps.size(); ++i)
        files.add(fs::path(arguments.tiff) / (set.maps[i].name + ".tiff"), [=, &set](const fs::path& file) {
            io::writeTiff(file, imageOf(i), overwrite, {grid.stepY_m * unit, grid.stepX_m * unit, set.maps[i].title});
        });
    const auto png = [&](const std::string& name, std::size_t red, std::size_t green, std::size_t blue) {
        files.add(fs::path(arguments.png) / (name + ".png"), [=](const fs::path& file) {
            const std::vector<std::uint8_t> bytes = job::coloursOf(imageOf(red), imageOf(green), imageOf(blue));
            io::writePng(file, grid.cols, grid.rows, bytes, overwrite);
        });
    };
    if (arguments.png.empty()) return;
    for (std::size_t i = 0; i < set.maps.size(); ++i) png(set.maps[i].name, i, i, i);
    if (set.colours) png("rgb", (*set.colours)[0], (*set.colours)[1], (*set.colours)[2]);
}

int mapResult(const MapsArguments& given) {
    MapsArguments arguments = given;
    arguments.places.table = arguments.table;
    if (arguments.output.empty() && arguments.tiff.empty() && arguments.png.empty())
        throw JobError("nothing to write", "maps", "give -o FILE, --tiff DIR or --png DIR");
    RunControl control;
    const StopSignals signals(control);
    const StopScope whileFilesAreOpened(control);
    const io::IntegrationResult result(arguments.result);
    job::MapSet set{
        .source = arguments.result, .firstFrame = result.axes().firstFrame, .frameStep = result.axes().frameStep};
    if (!arguments.colours.empty()) {
        const auto named = rangesNamed(arguments.colours, ',', 3, arguments.ranges.size(), "--rgb");
        set.colours = {named[0], named[1], named[2]};
    }
    std::optional<io::PtychoResult> object;
    if (!arguments.object.empty()) object = io::readResult(arguments.object);
    placeFrames(set, arguments, result, object);
    if (object) set.object = job::objectBeside(*object, arguments.object);
    set.maps = valuesOf(arguments, result, control);
    set.radial = result.axes().radial;
    set.radialUnit = result.axes().radialUnit;
    for (const std::string& text : arguments.regions) set.regions.push_back(regionOf(text, set, result, control));
    std::vector<fs::path> inputs = job::filesReadBy(result.end().job, arguments.result);
    for (const std::string& input : {arguments.result, arguments.table, arguments.object})
        if (!input.empty()) inputs.emplace_back(input);
    ExportPlan files(arguments.overwrite, std::move(inputs));
    plan(files, arguments, set);
    files.claim();
    std::fputs(summary(set).c_str(), stdout);
    files.run();
    return 0;
}

} // namespace

void addMapsCommand(CLI::App& app, Action& action) {
    CLI::App* command =
        app.add_subcommand("maps", "Map intensities of an integration over the scan: ranges, peaks, ratios, colours");
    const auto a = std::make_shared<MapsArguments>();
    command->add_option("RESULT", a->result, "result of an integration")->required();
    command->add_option("-o,--output", a->output, "file for all maps: HDF5 (.h5, .nxs), or a table of frames (.csv)");
    command->add_option("--tiff", a->tiff, "folder for the maps as 32-bit float TIFF");
    command->add_option("--png", a->png, "folder for the maps as PNG");
    command
        ->add_option("--range", a->ranges,
                     "LOW:HIGH in the unit of the result: a map of its mean intensity; LOW:HIGH@auto takes off the "
                     "background beside it, LOW:HIGH@LOW:HIGH,LOW:HIGH that of these ranges; may be repeated")
        ->required();
    command->add_option("--ratio", a->ratios, "1/2: a map of the first range over the second; may be repeated");
    command->add_option("--rgb", a->colours, "1,2,3: a picture of three ranges in red, green and blue (--png, .h5)");
    CLI::Option* const x = command->add_option(
        "--x", a->places.x, "where the frames were taken: dataset in the frames' file, FILE::/path, or column");
    CLI::Option* const y = command->add_option("--y", a->places.y, "the same along y")->needs(x);
    x->needs(y);
    command->add_option("--position-unit", a->places.unit, "of both: m, mm, um, nm [as the file says]")->needs(x);
    CLI::Option* const table =
        command->add_option("--table", a->table, "text table or SPEC file with both as columns")->needs(x);
    command->add_option("--table-scan", a->places.scan, "number of the scan in a SPEC file that holds several")
        ->needs(table);
    command->add_option("--object", a->object,
                        "reconstruction of the same frames: its positions count, and it is written beside the maps");
    command->add_option("--region", a->regions,
                        "X0:X1,Y0:Y1 in micrometres (else columns and rows): the mean of the patterns of its frames, "
                        "written beside the maps (.h5); may be repeated");
    command->add_option("--columns", a->columns, "frames in a row, where no positions are known")
        ->check(CLI::Range(std::size_t{1}, std::size_t{10'000'000}))
        ->excludes(x);
    command->add_flag("--snake", a->snake, "every second row runs backwards")->excludes(x);
    command->add_flag("--overwrite", a->overwrite, "replace existing files");
    command->callback([a, &action] { action = [a] { return mapResult(*a); }; });
}

} // namespace ewald::cli
