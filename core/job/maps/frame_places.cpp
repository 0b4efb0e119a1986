// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/maps/frame_places.h"

#include "base/error.h"
#include "base/phrase.h"
#include "io/file_address.h"
#include "io/hdf5/hdf5.h"
#include "io/readers/reader_tools.h"
#include "io/stack/file_kind.h"
#include "io/stack/file_patterns.h"
#include "io/text_table.h"
#include "job/document/layouts.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace ewald::job {
namespace {

namespace fs = std::filesystem;

constexpr ScanPosition kNowhere{std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};

/// Numbers of frames, and what one of them is in metres.
struct Numbers {
    io::Coordinates list;
    double unit_m = 0;
    std::vector<std::string> remarks{};
};

double unitOf(const std::string& stated, const std::string& own, const std::string& where,
              std::vector<std::string>& remarks) {
    const std::string& unit = stated.empty() ? own : stated;
    if (const std::optional<double> metres = io::metresPer(unit)) {
        if (!own.empty() && io::metresPer(own) != metres)
            remarks.push_back(phrase("the file says that %1 is in %2; taken in %3 as asked for", where, own, stated));
        return *metres;
    }
    if (unit.empty())
        throw JobError(phrase("the unit of the positions in %1 is not known", where), "--position-unit",
                       "give it: m, mm, um, nm");
    throw JobError(phrase("\"%1\" is no unit of positions: %2", unit.substr(0, 30), where), "--position-unit",
                   "give m, mm, um or nm");
}

/// Of all files of the frames, one behind the other, or of the file that an address names.
Numbers numbersIn(const std::vector<fs::path>& files, const std::string& name, const std::string& unit,
                  const io::FrameStack* frames) {
    constexpr std::size_t kMostValues = std::size_t{1} << 24U;
    std::vector<fs::path> from = files;
    std::string path = name;
    if (const io::FileAddress address = io::splitAddress(name); !address.path.empty() || !name.starts_with('/')) {
        if (address.path.empty())
            throw JobError(phrase("\"%1\" names no dataset of positions", name.substr(0, 80)), "--x, --y",
                           "give the path of a dataset in the frames' file, or FILE::/path");
        from = {address.file};
        path = address.path;
    }
    Numbers found;
    found.list.name = name;
    for (const fs::path& each : io::expandPatterns(from)) {
        const fs::path file = io::splitAddress(each).file;
        if (!io::isHdf5File(file))
            throw JobError(phrase("positions are to be read from %1, which is no HDF5 file", file.filename().string()),
                           "--x, --y", "name a text table, or the dataset of another file as FILE::/path");
        const io::h5::File open = io::h5::File::open(file);
        const io::h5::Dataset dataset = open.dataset(path);
        if (!dataset.info().type.isReal())
            throw DataError("the positions are no numbers", dataset.where(), "name a dataset of one number a frame");
        std::vector<std::string> said;
        found.unit_m = unitOf(unit, io::unitsOf(open, path), dataset.where(), said);
        if (found.remarks.empty()) found.remarks = std::move(said);
        const std::vector<double> values = dataset.readAll<double>(kMostValues);
        const bool isFirst = found.list.values.empty();
        found.list.values.insert(found.list.values.end(), values.begin(), values.end());
        found.list.shape = isFirst ? dataset.shape() : io::h5::Shape{found.list.values.size()};
        if (isFirst && frames != nullptr) found.list.dimensions = io::dimensionsOf(open, frames->framesPath, path);
    }
    return found;
}

/// The unit of length in the name of a column: "x (mm)", "y [um]"; empty: there is none.
std::string unitInName(const std::string& name) {
    const std::size_t open = name.find_last_of("(["), close = name.find_last_of(")]");
    return open == std::string::npos || close == std::string::npos || close < open
               ? std::string()
               : name.substr(open + 1, close - open - 1);
}

Numbers columnOf(const io::TextTable& table, const std::string& column, const std::string& unit) {
    const std::vector<double>& values = table.column(column);
    const auto number = static_cast<std::size_t>(&values - table.columns.data());
    const std::string own = table.names.empty() ? std::string() : unitInName(table.names[number]);
    Numbers found{{values, {values.size()}, {}, column}};
    found.unit_m = unitOf(unit, own, table.file.string() + ": " + column, found.remarks);
    return found;
}

JobDocument jobOf(const io::IntegrationResult& result) { return parseJob(result.end().job, "/entry/process/job"); }

std::size_t frameOf(const FrameChoice& rows, std::size_t row) { return rows.first + row * rows.step; }

FrameChoice rowsOf(const io::IntegrationAxes& axes) { return {axes.firstFrame, axes.frameStep, axes.frames}; }

/// \param frames those of the lists, where they are axes of a raster; null: they are not known
FramePlaces placesOf(const FrameChoice& rows, Numbers x, Numbers y, const std::string& where,
                     const io::FrameStack* frames) {
    FramePlaces places;
    places.origin = where;
    places.remarks = x.remarks;
    places.remarks.insert(places.remarks.end(), y.remarks.begin(), y.remarks.end());
    std::vector<io::Note> notes;
    if (frames != nullptr) io::spreadOverFrames(x.list, y.list, frames->frameCount(), frames->scanShape, notes);
    for (const io::Note& note : notes)
        if (note.severity != io::Severity::info) places.remarks.push_back(note.text);
    const std::vector<double>&xs = x.list.values, &ys = y.list.values;
    const std::size_t needed = rows.count == 0 ? 0 : frameOf(rows, rows.count - 1) + 1;
    if (xs.size() != ys.size())
        throw DataError(phrase("there are %1 positions along x and %2 along y", xs.size(), ys.size()), where,
                        "name two datasets with one number a frame");
    if (xs.size() < needed)
        throw DataError(phrase("there are %1 positions for %2 frames", xs.size(), needed), where,
                        "name datasets with one number a frame");
    for (std::size_t row = 0; row < rows.count; ++row) {
        const std::size_t frame = frameOf(rows, row);
        places.ofRow.push_back({.y = ys[frame] * y.unit_m, .x = xs[frame] * x.unit_m});
    }
    if (xs.size() > needed)
        places.remarks.push_back(
            phrase("there are %1 positions for %2 frames: the first ones count", xs.size(), needed));
    return places;
}

using Stack = std::shared_ptr<const io::FrameStack>;

/// \param opened opens the frames, of which lists that are axes of a raster are those
template <class Opened>
FramePlaces readPlacesOf(const std::vector<fs::path>& files, const FrameChoice& rows, const PlacesRequest& request,
                         const Opened& opened) {
    if (!request.table.empty()) {
        const io::TextTable table = io::readTextTable(request.table, request.scan);
        return placesOf(rows, columnOf(table, request.x, request.unit), columnOf(table, request.y, request.unit),
                        request.table.string() + ": " + request.x + ", " + request.y, nullptr);
    }
    Stack frames;
    try {
        if (files.size() == 1 && io::isHdf5File(io::splitAddress(files.front()).file)) frames = opened();
    } catch (const DataError&) { // the lists may have one number a frame all the same
        frames = nullptr;
    }
    return placesOf(rows, numbersIn(files, request.x, request.unit, frames.get()),
                    numbersIn(files, request.y, request.unit, frames.get()), request.x + ", " + request.y,
                    frames.get());
}

} // namespace

FramePlaces readPlaces(const io::IntegrationResult& result, const PlacesRequest& request) {
    if (!request.table.empty()) return readPlaces(std::vector<fs::path>(), rowsOf(result.axes()), request);
    const JobDocument job = jobOf(result);
    return readPlacesOf(job.files(), rowsOf(result.axes()), request, [&] { return openJobStack(job); });
}

FramePlaces readPlaces(const std::vector<fs::path>& files, const FrameChoice& rows, const PlacesRequest& request) {
    return readPlacesOf(files, rows, request, [&] { return io::openStack(files); });
}

FramePlaces placesOfReconstruction(const io::IntegrationResult& result, const io::PtychoResult& scan,
                                   const std::string& name) {
    const io::IntegrationAxes& axes = result.axes();
    FramePlaces places;
    places.origin = name;
    places.ofRow.assign(axes.frames, kNowhere);
    std::size_t found = 0;
    // The middles of the windows on the object, whichever way the axes of the stage lie to it.
    const double half = static_cast<double>(scan.probe.extent(3)) / 2;
    for (std::size_t i = 0; i < scan.pixelPositions.size(); ++i) {
        const std::size_t frame = i < scan.frameIndex.size() ? scan.frameIndex[i] : i;
        if (frame < axes.firstFrame || (frame - axes.firstFrame) % axes.frameStep != 0) continue;
        const std::size_t row = (frame - axes.firstFrame) / axes.frameStep;
        if (row >= axes.frames) continue;
        places.ofRow[row] = {.y = scan.objectOriginY_m + (scan.pixelPositions[i].row + half) * scan.objectPixelHeight_m,
                             .x = scan.objectOriginX_m + (scan.pixelPositions[i].col + half) * scan.objectPixelWidth_m};
        ++found;
    }
    if (found == 0)
        throw DataError("the reconstruction shares no frame with the patterns", name,
                        "name a reconstruction of the same frames");
    if (found < axes.frames)
        places.remarks.push_back(phrase("%1 of %2 frames are not in the reconstruction and have no place",
                                        axes.frames - found, axes.frames));
    return places;
}

namespace {

/// Frames alone: images, or an HDF5 file that neither a layout nor a reader takes for a scan. \throws DataError
bool isNoScan(const fs::path& file, const std::optional<Layout>& layout) {
    if (io::isPattern(file.string()) || io::holdsImages(io::fileKind(file))) return true;
    return !layout && io::probeScan(file).empty();
}

} // namespace

std::optional<FramePlaces> placesOfScan(const JobDocument& job, const FrameChoice& rows, const LogSink& log) {
    if (job.files().size() != 1 || rows.count == 0) return std::nullopt;
    const fs::path file = job.files().front();
    const auto leave = [&](const std::string& why, const std::string& where = {}) {
        if (log)
            log(LogLevel::warning,
                phrase("places of the frames are not taken from %1: %2", where.empty() ? file.string() : where, why));
        return std::nullopt;
    };
    try {
        const std::optional<Layout> layout = shippedLayoutOf(file);
        if (isNoScan(file, layout)) return std::nullopt;
        const io::Scan scan = io::openScan(file, layout ? &layout->mapping : nullptr);
        // A reader may have left frames out, and their numbers are not those of the stack any more.
        const std::size_t frames = openJobStack(job)->frameCount();
        if (scan.positions.size() != frames)
            return leave(phrase("there are %1 positions for %2 frames", scan.positions.size(), frames));
        if (rows.first + (rows.count - 1) * rows.step >= frames)
            return leave(phrase("it has only %1 {frame|frames} now", frames));
        FramePlaces places;
        places.origin = scan.positionsPath.empty() ? file.filename().string() : scan.positionsPath;
        for (std::size_t row = 0; row < rows.count; ++row)
            places.ofRow.push_back(scan.positions[rows.first + row * rows.step]);
        for (const io::Note& note : scan.pairing)
            if (note.severity != io::Severity::info) places.remarks.push_back(note.text);
        return places;
    } catch (const StoppedError&) {
        throw;
    } catch (const Error& error) {
        return leave(error.problem(), error.where());
    }
}

std::optional<FramePlaces> placesOfScan(const io::IntegrationResult& result, const LogSink& log) {
    const io::IntegrationAxes& axes = result.axes();
    std::optional<JobDocument> job;
    try {
        job = jobOf(result);
    } catch (const JobError& error) { // the result of another program, which is worth a map by columns
        if (log) log(LogLevel::warning, phrase("places of the frames are not known: %1", error.problem()));
        return std::nullopt;
    }
    return placesOfScan(*job, rowsOf(axes), log);
}

} // namespace ewald::job
