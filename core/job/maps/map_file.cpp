// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/maps/map_file.h"

#include "base/quantity_text.h"
#include "base/version.h"
#include "io/hdf5/hdf5_atomic.h"
#include "io/images/image_bytes.h"
#include "io/result_layout.h"
#include "ptycho/analysis/caustic.h"

#include <array>
#include <cmath>
#include <complex>
#include <cstdio>
#include <limits>

namespace ewald::job {
namespace {

using io::h5::File;

constexpr double kMicrometre = 1e-6;

std::vector<double> axisOf(double origin, double step, std::size_t count) {
    std::vector<double> axis;
    for (std::size_t i = 0; i < count; ++i) axis.push_back(origin + static_cast<double>(i) * step);
    return axis;
}

void writeImage(File& file, const std::string& name, const std::string& title, const Array<float, 2>& image,
                const std::vector<double>& y, const std::vector<double>& x, const char* unit) {
    const std::string path = "/entry/" + name;
    io::createGroup(file, path, "NXdata");
    file.write<float>(path + "/data", image.span(), {image.extent(0), image.extent(1)});
    file.setAttribute(path + "/data", "long_name", title);
    file.write<double>(path + "/y", y, {y.size()});
    file.write<double>(path + "/x", x, {x.size()});
    if (unit != nullptr)
        for (const char* axis : {"/y", "/x"}) file.setAttribute(path + axis, "units", unit);
    file.setAttribute(path, "signal", "data");
    file.setAttribute(path, "axes", std::vector<std::string>{"y", "x"});
    file.setAttribute(path, "title", title);
}

/// Three maps as one picture, on the axes of the first of them.
void writeColours(File& file, const MapSet& set) {
    const std::string path = "/entry/rgb";
    std::string title;
    for (const std::size_t map : *set.colours) title += (title.empty() ? "" : ", ") + set.maps.at(map).name;
    title += " as red, green and blue";
    io::createGroup(file, path, "NXdata");
    file.write<std::uint8_t>(path + "/data", coloursOf(set), {set.grid.rows(), set.grid.cols(), 3});
    file.setAttribute(path + "/data", "long_name", title);
    file.setAttribute(path + "/data", "interpretation", "rgba-image");
    file.setAttribute(path, "signal", "data");
    file.setAttribute(path, "title", title);
}

/// Places of the frames in micrometres, else rows and columns; NaN: not known.
std::array<std::vector<double>, 2> placesOf(const MapSet& set, std::size_t frames) {
    constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
    const ptycho::ScanGrid& grid = set.grid.grid();
    const double unit = set.grid.hasPlaces() ? kMicrometre : 1;
    std::array<std::vector<double>, 2> places;
    for (std::size_t frame = 0; frame < frames; ++frame) {
        const auto pixel = set.grid.pixelOf(frame);
        places[0].push_back(pixel ? (grid.originY_m + (pixel->first - 0.5) * grid.stepY_m) / unit : kNothing);
        places[1].push_back(pixel ? (grid.originX_m + (pixel->second - 0.5) * grid.stepX_m) / unit : kNothing);
    }
    return places;
}

void writeFrames(File& file, const MapSet& set) {
    const std::string path = "/entry/frames";
    io::createGroup(file, path, "NXcollection");
    const std::size_t frames = set.maps.empty() ? 0 : set.maps.front().values.size();
    std::vector<std::int64_t> numbers;
    for (std::size_t row = 0; row < frames; ++row)
        numbers.push_back(static_cast<std::int64_t>(set.firstFrame + row * set.frameStep));
    file.write<std::int64_t>(path + "/frame", numbers, {frames});
    const auto [y, x] = placesOf(set, frames);
    file.write<double>(path + "/y", y, {frames});
    file.write<double>(path + "/x", x, {frames});
    if (set.grid.hasPlaces())
        for (const char* axis : {"/y", "/x"}) file.setAttribute(path + axis, "units", "um");
    for (const FrameValues& map : set.maps) file.write<double>(path + "/" + map.name, map.values, {frames});
}

void writeObject(File& file, const ObjectBeside& object) {
    const std::vector<double> y =
        axisOf(object.originY_m / kMicrometre, object.pixelHeight_m / kMicrometre, object.amplitude.extent(0));
    const std::vector<double> x =
        axisOf(object.originX_m / kMicrometre, object.pixelWidth_m / kMicrometre, object.amplitude.extent(1));
    writeImage(file, "object_amplitude", "Amplitude of the object", object.amplitude, y, x, "um");
    writeImage(file, "object_phase", "Phase of the object", object.phase, y, x, "um");
    file.setAttribute("/entry/object_phase/data", "units", "rad");
    io::createGroup(file, "/entry/beam", "NXbeam");
    file.write<double>("/entry/beam/extent",
                       std::vector<double>{object.beamWidth_m / kMicrometre, object.beamHeight_m / kMicrometre}, {2});
    file.setAttribute("/entry/beam/extent", "units", "um");
    file.setAttribute("/entry/beam/extent", "long_name", "full width at half maximum of the intensity along x and y");
}

void writeRegion(File& file, const MapSet& set, const RegionPattern& region) {
    const std::string path = "/entry/" + region.name;
    io::createGroup(file, path, "NXdata");
    file.write<float>(path + "/intensity", region.pattern, {region.pattern.size()});
    file.write<double>(path + "/radial", set.radial, {set.radial.size()});
    if (!set.radialUnit.empty()) file.setAttribute(path + "/radial", "units", set.radialUnit);
    std::vector<std::int64_t> numbers;
    for (const std::size_t row : region.frames)
        numbers.push_back(static_cast<std::int64_t>(set.firstFrame + row * set.frameStep));
    file.write<std::int64_t>(path + "/frame", numbers, {numbers.size()});
    file.setAttribute(path, "signal", "intensity");
    file.setAttribute(path, "axes", std::vector<std::string>{"radial"});
    file.setAttribute(path, "title", region.title);
}

/// The first mode, or the product of all slices.
Array<Complex, 2> wholeObject(const io::PtychoResult& result) {
    const std::span<const Complex> first = result.object.slab(0);
    Array<Complex, 2> whole({result.object.extent(1), result.object.extent(2)},
                            std::vector<Complex>(first.begin(), first.end()));
    for (std::size_t slice = 1; result.objectModes == 1 && slice < result.object.extent(0); ++slice) {
        const std::span<const Complex> next = result.object.slab(slice);
        for (std::size_t i = 0; i < whole.size(); ++i) whole.data()[i] *= next[i];
    }
    return whole;
}

/// The full widths at half maximum of the beam's intensity along rows and columns of the object, metres; 0: no probe.
std::array<double, 2> beamSizeOf(const io::PtychoResult& reconstruction) {
    const auto [variations, modes, rows, cols] = reconstruction.probe.shape();
    if (variations == 0 || modes == 0) return {};
    std::vector<double> alongY(rows), alongX(cols);
    for (std::size_t mode = 0; mode < modes; ++mode)
        for (std::size_t r = 0; r < rows; ++r)
            for (std::size_t c = 0; c < cols; ++c) {
                const auto intensity = static_cast<double>(std::norm(reconstruction.probe(0, mode, r, c)));
                alongY[r] += intensity;
                alongX[c] += intensity;
            }
    return {ptycho::widthOf(alongY, reconstruction.objectPixelHeight_m).fwhm_m,
            ptycho::widthOf(alongX, reconstruction.objectPixelWidth_m).fwhm_m};
}

} // namespace

FrameValues mapOfRange(std::size_t number, const MapRange& range, const std::string& unit, std::vector<double> values) {
    const std::string ends = numberText(range.low, 6) + " to " + numberText(range.high, 6) + " " + unit;
    return {"range_" + std::to_string(number),
            "mean intensity from " + ends + (range.sides.empty() ? "" : ", less that of its sides"), std::move(values)};
}

FrameValues mapOfRatio(std::size_t a, std::size_t b, const FrameValues& of, const FrameValues& over) {
    const std::string one = std::to_string(a), other = std::to_string(b);
    return {"ratio_" + one + "_" + other, "range " + one + " / range " + other, ratiosOf(of.values, over.values)};
}

ObjectBeside objectBeside(const io::PtychoResult& reconstruction, const std::string& file) {
    const Array<Complex, 2> whole = wholeObject(reconstruction);
    const auto [height, width] = beamSizeOf(reconstruction);
    ObjectBeside object{.file = file,
                        .amplitude = Array<float, 2>(whole.shape()),
                        .phase = Array<float, 2>(whole.shape()),
                        .originY_m = reconstruction.objectOriginY_m,
                        .originX_m = reconstruction.objectOriginX_m,
                        .pixelHeight_m = reconstruction.objectPixelHeight_m,
                        .pixelWidth_m = reconstruction.objectPixelWidth_m,
                        .beamHeight_m = height,
                        .beamWidth_m = width};
    for (std::size_t i = 0; i < whole.size(); ++i) {
        object.amplitude.data()[i] = std::abs(whole.data()[i]);
        object.phase.data()[i] = std::arg(whole.data()[i]);
    }
    return object;
}

void writeMapFile(const std::filesystem::path& file, const MapSet& set, bool overwrite) {
    io::writeHdf5Atomically(file, overwrite, [&](File& out) {
        io::writeEntry(out, set.colours ? "rgb" : set.maps.front().name.c_str(), "Maps of an azimuthal integration");
        const ptycho::ScanGrid& grid = set.grid.grid();
        const double unit = set.grid.hasPlaces() ? kMicrometre : 1;
        const std::vector<double> y = axisOf(grid.originY_m / unit, grid.stepY_m / unit, grid.rows);
        const std::vector<double> x = axisOf(grid.originX_m / unit, grid.stepX_m / unit, grid.cols);
        for (const FrameValues& map : set.maps)
            writeImage(out, map.name, map.title, set.grid.imageOf(map.values), y, x,
                       set.grid.hasPlaces() ? "um" : nullptr);
        if (set.colours) writeColours(out, set);
        writeFrames(out, set);
        if (set.object) writeObject(out, *set.object);
        for (const RegionPattern& region : set.regions) writeRegion(out, set, region);
        const std::string process = io::layout::kProcess;
        io::beginProcess(out);
        out.write(process + "/source", set.source);
        out.write(process + "/places", set.placesFrom.empty() ? "frames in rows" : set.placesFrom);
        out.write(process + "/interpolation", set.grid.isInterpolated() ? "linear in Delaunay triangles" : "none");
        if (set.object) out.write(process + "/object", set.object->file);
    });
}

std::string mapText(const MapSet& set) {
    std::string text = std::string("# Ewald ") + version() + " maps of " + set.source +
                       "\n# places: " + (set.placesFrom.empty() ? "frames in rows" : set.placesFrom) + "\n";
    for (const FrameValues& map : set.maps) text += "# " + map.name + ": " + map.title + "\n";
    text += set.grid.hasPlaces() ? "frame,x_um,y_um" : "frame,column,row";
    for (const FrameValues& map : set.maps) text += "," + map.name;
    text += "\n";
    const std::size_t frames = set.maps.empty() ? 0 : set.maps.front().values.size();
    const auto [y, x] = placesOf(set, frames);
    char buffer[40];
    for (std::size_t row = 0; row < frames; ++row) {
        text += std::to_string(set.firstFrame + row * set.frameStep);
        const auto add = [&](double value) {
            std::snprintf(buffer, sizeof buffer, ",%.9g", value);
            text += buffer;
        };
        add(x[row]);
        add(y[row]);
        for (const FrameValues& map : set.maps) add(map.values[row]);
        text += "\n";
    }
    return text;
}

std::vector<std::uint8_t> coloursOf(const Array<float, 2>& red, const Array<float, 2>& green,
                                    const Array<float, 2>& blue) {
    std::vector<std::uint8_t> colours(3 * red.size());
    std::size_t channel = 0;
    for (const Array<float, 2>* map : {&red, &green, &blue}) {
        const std::vector<std::uint8_t> grey = io::greyBytes(*map, {});
        for (std::size_t i = channel; i < colours.size(); i += 3) colours[i] = grey[i];
        ++channel;
    }
    return colours;
}

std::vector<std::uint8_t> coloursOf(const MapSet& set) {
    const std::array<std::size_t, 3>& maps = set.colours.value();
    const auto imageOf = [&](std::size_t map) { return set.grid.imageOf(set.maps.at(map).values); };
    return coloursOf(imageOf(maps[0]), imageOf(maps[1]), imageOf(maps[2]));
}

} // namespace ewald::job
