// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/ptychography/results/quick_look.h"

#include "base/error.h"
#include "base/units.h"
#include "compute/operations/fft.h"
#include "io/hdf5/hdf5_atomic.h"
#include "job/ptychography/results/prepared_scan.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ewald::job {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kBrightFieldFrames = 64;
constexpr double kBrightField = 0.1; ///< of the 99th percentile of the mean pattern

/// What is kept of each frame.
struct FrameValues {
    std::vector<double> counts;
    std::vector<double> outside; ///< counts outside the bright field
    std::vector<double> centreRow;
    std::vector<double> centreCol;

    explicit FrameValues(std::size_t frames) : counts(frames), outside(frames), centreRow(frames), centreCol(frames) {}
};

double percentile(std::vector<double> values, double part) {
    std::erase_if(values, [](double value) { return !std::isfinite(value); });
    if (values.empty()) return kNaN;
    const auto index = static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1) + 0.5);
    std::nth_element(values.begin(), values.begin() + index, values.end());
    return values[static_cast<std::size_t>(index)];
}

/// 1 = in the bright field, n × n. \param mean zero frequency in the middle
std::vector<std::uint8_t> brightField(const Array<float, 2>& mean) {
    std::vector<double> values(mean.begin(), mean.end());
    const double limit = kBrightField * percentile(values, 0.99);
    std::vector<std::uint8_t> bright(mean.size());
    std::transform(mean.begin(), mean.end(), bright.begin(),
                   [limit](float value) { return static_cast<std::uint8_t>(static_cast<double>(value) > limit); });
    return bright;
}

/// \param counts n × n, zero frequency at the corner
void evaluate(std::span<const float> counts, std::size_t n, std::span<const std::uint8_t> bright, std::size_t slot,
              FrameValues& values) {
    const auto centred = [n](std::size_t i) { return compute::signedFrequency(i, n); };
    double sum = 0, outside = 0, row = 0, col = 0;
    bool isMasked = true; // all of it: nothing was measured, which is not the same as no counts
    for (std::size_t r = 0; r < n; ++r) {
        double line = 0;
        for (std::size_t c = 0; c < n; ++c) {
            const double count = static_cast<double>(counts[r * n + c]);
            isMasked = isMasked && std::isnan(count);
            if (!(count > 0)) continue; // masked pixels are NaN
            line += count;
            col += count * centred(c);
            if (bright[((r + n / 2) % n) * n + (c + n / 2) % n] == 0) outside += count;
        }
        sum += line;
        row += line * centred(r);
    }
    values.counts[slot] = isMasked ? kNaN : sum;
    values.outside[slot] = outside;
    values.centreRow[slot] = sum > 0 ? row / sum : kNaN;
    values.centreCol[slot] = sum > 0 ? col / sum : kNaN;
}

FrameValues readValues(const PreparedScan& scan, const RunControl& control, const io::ReadProgress& progress,
                       const LogSink& log) {
    const auto bright =
        brightField(io::meanPattern(scan.scan, scan.preprocessing, scan.layout, kBrightFieldFrames, control));
    FrameValues values(scan.layout.frameIndex.size());
    std::vector<std::size_t> all(scan.layout.frameIndex.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const auto use = [&](std::size_t slot, std::span<const float> counts) {
        evaluate(counts, scan.layout.size, bright, slot, values);
    };
    logNotes(io::readCounts(scan.scan, scan.preprocessing, scan.layout, all, use, control, progress).notes, log);
    return values;
}

/// Positions along rows and columns of the object, metres, as the job orients them.
std::vector<ScanPosition> placesOf(const std::vector<ScanPosition>& positions, const ptycho::Geometry& geometry,
                                   const ptycho::PositionOptions& options) {
    const ptycho::ScanLayout layout = ptycho::layoutScan(positions, geometry, 0, options);
    std::vector<ScanPosition> places;
    for (const PixelPosition& p : layout.positions)
        places.push_back({p.row * geometry.objectPixelHeight_m, p.col * geometry.objectPixelWidth_m});
    return places;
}

/// From what the median frame has: a pattern that is not centred is no slope.
std::vector<double> fromMedian(std::vector<double> values) {
    const double middle = percentile(values, 0.5);
    for (double& value : values) value -= middle;
    return values;
}

/// Radians per metre of a pixel that the centre of mass moves by.
double slopePerPixel(const ptycho::Geometry& g, double pixel_m) {
    if (g.propagation == ptycho::Propagation::farField) return 2 * kPi / (static_cast<double>(g.size) * pixel_m);
    return 2 * kPi * pixel_m / (g.wavelength_m * g.effectiveDistance_m);
}

Array<float, 2> scaled(const Array<float, 2>& map, double factor) {
    Array<float, 2> result = map;
    for (float& value : result) value = static_cast<float>(static_cast<double>(value) * factor);
    return result;
}

/// Counts over those of the incident beam, where a monitor says them.
std::vector<double> normalised(const FrameValues& values, const io::Scan& scan, const io::PreparedLayout& layout) {
    std::vector<double> counts = values.counts;
    if (scan.frameIntensity.empty()) return counts;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const std::size_t frame = layout.frameIndex[i];
        const double monitor = frame < scan.frameIntensity.size() ? scan.frameIntensity[frame] : 0;
        counts[i] = monitor > 0 ? counts[i] / monitor : kNaN;
    }
    return counts;
}

QuickLook mapped(const FrameValues& values, std::vector<double> counts, const std::vector<ScanPosition>& places,
                 const ptycho::Geometry& geometry) {
    QuickLook look;
    look.frames = counts.size();
    look.grid = ptycho::makeScanGrid(places);
    const auto map = [&](std::span<const double> of) { return ptycho::mapOnto(look.grid, places, of); };
    look.vacuum = percentile(counts, 0.95);
    if (!(look.vacuum > 0))
        throw DataError("the frames are empty: no pixel has any counts", {}, "check mask, threshold and crop");
    std::vector<double> dark(counts.size());
    for (std::size_t i = 0; i < counts.size(); ++i) {
        dark[i] = values.counts[i] > 0 ? values.outside[i] / values.counts[i] : kNaN;
        counts[i] /= look.vacuum;
    }
    look.transmission = map(counts);
    look.absorption = look.transmission;
    for (float& value : look.absorption) value = value > 0 ? -std::log(value) : static_cast<float>(kNaN);
    look.darkField = map(dark);
    look.centreRow = map(fromMedian(values.centreRow));
    look.centreCol = map(fromMedian(values.centreCol));
    look.slopeY = scaled(look.centreRow, slopePerPixel(geometry, geometry.objectPixelHeight_m));
    look.slopeX = scaled(look.centreCol, slopePerPixel(geometry, geometry.objectPixelWidth_m));
    look.phase = ptycho::integrateSlopes(look.slopeY, look.slopeX, look.grid.stepY_m, look.grid.stepX_m);
    for (std::size_t i = 0; i < look.phase.size(); ++i)
        if (!std::isfinite(look.slopeY.data()[i])) look.phase.data()[i] = static_cast<float>(kNaN);
    return look;
}

std::vector<double> axis(double origin, double step, std::size_t count) {
    std::vector<double> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = origin + static_cast<double>(i) * step;
    return values;
}

} // namespace

QuickLook quickLook(const JobDocument& job, const RunControl& control, const io::ReadProgress& progress,
                    const LogSink& log) {
    const PreparedScan scan = prepareScan(job, log);
    const std::vector<ScanPosition> places = placesOf(scan.positions, scan.geometry, scan.options);
    const FrameValues values = readValues(scan, control, progress, log);
    return mapped(values, normalised(values, scan.scan, scan.layout), places, scan.geometry);
}

std::vector<QuickLookMap> mapsOf(const QuickLook& look) {
    return {{"transmission", "Transmission (STXM)", "", &look.transmission},
            {"absorption", "Absorption, -ln(transmission)", "", &look.absorption},
            {"dark_field", "Dark field", "", &look.darkField},
            {"centre_row", "Centre of mass, rows", "px", &look.centreRow},
            {"centre_col", "Centre of mass, columns", "px", &look.centreCol},
            {"dpc_y", "Slope of the phase along y", "rad/m", &look.slopeY},
            {"dpc_x", "Slope of the phase along x", "rad/m", &look.slopeX},
            {"phase", "Phase, integral of the slopes", "rad", &look.phase}};
}

void writeQuickLook(const std::filesystem::path& file, const QuickLook& look, bool overwrite) {
    io::writeHdf5Atomically(file, overwrite, [&](io::h5::File& open) {
        open.setAttribute("/", "NX_class", "NXroot");
        open.setAttribute("/", "default", "entry");
        open.createGroup("/entry");
        open.setAttribute("/entry", "NX_class", "NXentry");
        open.setAttribute("/entry", "default", "phase");
        for (const QuickLookMap& map : mapsOf(look)) {
            const std::string path = "/entry/" + map.name;
            open.createGroup(path);
            open.setAttribute(path, "NX_class", "NXdata");
            open.setAttribute(path, "signal", "data");
            open.setAttribute(path, "axes", std::vector<std::string>{"y", "x"});
            open.setAttribute(path, "title", map.title);
            open.write<float>(path + "/data", map.values->span(), {look.grid.rows, look.grid.cols});
            if (!map.unit.empty()) open.setAttribute(path + "/data", "units", map.unit);
            const std::vector<double> y = axis(look.grid.originY_m, look.grid.stepY_m, look.grid.rows);
            const std::vector<double> x = axis(look.grid.originX_m, look.grid.stepX_m, look.grid.cols);
            open.write<double>(path + "/y", y, {y.size()});
            open.write<double>(path + "/x", x, {x.size()});
            for (const char* name : {"/y", "/x"}) open.setAttribute(path + name, "units", "m");
        }
    });
}

} // namespace ewald::job
