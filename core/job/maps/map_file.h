// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"
#include "io/integration_file.h"
#include "io/result_file.h"
#include "job/maps/map_grid.h"
#include "job/maps/range_values.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ewald::job {

/// One value a frame, for a map.
struct FrameValues {
    std::string name;  ///< "range_1", of datasets, columns and files
    std::string title; ///< English
    std::vector<double> values;
};

/// The values of a range as `range_1` …; \param number counted from 1 \param unit of the range
[[nodiscard]] FrameValues mapOfRange(std::size_t number, const MapRange& range, const std::string& unit,
                                     std::vector<double> values);
/// One of these over another one as `ratio_1_2` …: ratiosOf(). \param a, b numbers of both, counted from 1
[[nodiscard]] FrameValues mapOfRatio(std::size_t a, std::size_t b, const FrameValues& of, const FrameValues& over);

/// A ptychographic reconstruction of the same scan, to be laid beside maps: in the same metres.
struct ObjectBeside {
    std::string file;
    Array<float, 2> amplitude; ///< [row][col], of all slices together
    Array<float, 2> phase;     ///< radians
    double originY_m = 0;      ///< middle of pixel (0, 0)
    double originX_m = 0;
    double pixelHeight_m = 0;
    double pixelWidth_m = 0;
    double beamHeight_m = 0; ///< full width at half maximum of the beam's intensity along rows and columns
    double beamWidth_m = 0;
};
/// \param file of it, for people
[[nodiscard]] ObjectBeside objectBeside(const io::PtychoResult& reconstruction, const std::string& file);

/// The mean of the patterns of some frames.
struct RegionPattern {
    std::string name;                ///< "region_1"
    std::string title;               ///< English
    std::vector<std::size_t> frames; ///< as values are counted
    std::vector<float> pattern;      ///< one value a radial bin
};

/// Maps of one scan.
struct MapSet {
    std::string source;         ///< the result that the patterns are in
    std::string placesFrom{};   ///< where the places of the frames come from; empty: frames in rows
    std::size_t firstFrame = 0; ///< number in the stack of the first value …
    std::size_t frameStep = 1;  ///< … and from value to value
    MapGrid grid{};
    std::vector<FrameValues> maps{};
    std::optional<std::array<std::size_t, 3>> colours{}; ///< which of the maps are red, green and blue of a picture
    std::optional<ObjectBeside> object{};
    std::vector<RegionPattern> regions{};
    std::vector<double> radial{}; ///< of their patterns
    std::string radialUnit{};
};

/// Writes one NXdata group a map, /entry/range_1 …, [row][col] against y and x in micrometres (in pixels where places
/// are not known), where three of them make a picture also that, /entry/rgb, [row][col][3] as coloursOf() makes it, the
/// values of all frames with their places in /entry/frames, and the object, where there is one, in
/// /entry/object_amplitude and /entry/object_phase against the same axes, with the size of the beam, and the mean
/// patterns of regions in /entry/region_1 …. Atomic. \throws DataError (exists and not overwrite, unwritable folder,
/// full disk)
void writeMapFile(const std::filesystem::path& file, const MapSet& set, bool overwrite);

/// The values as lines with commas, one a frame: its number, its place in micrometres (row and column where places are
/// not known), and a column a map.
[[nodiscard]] std::string mapText(const MapSet& set);

/// Three maps of one shape as red, green and blue, each from black at its 0.5th to full at its 99.5th percentile: width
/// × height × 3 bytes. What is not a number is black.
[[nodiscard]] std::vector<std::uint8_t> coloursOf(const Array<float, 2>& red, const Array<float, 2>& green,
                                                  const Array<float, 2>& blue);
/// The same of the maps that the set names; it names some.
[[nodiscard]] std::vector<std::uint8_t> coloursOf(const MapSet& set);

} // namespace ewald::job
