// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/unit.h"
#include "base/run_control.h"
#include "io/integration_file.h"
#include "job/integration/integrate_runner.h"
#include "job/maps/frame_places.h"
#include "job/maps/map_file.h"
#include "model/loaded_integration.h"
#include "model/peak_quantity.h"
#include "model/stack_image.h"

#include <QString>

#include <array>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ewald::ui {

/// job::valueIn() of a heat map's rows: one value a frame of `frames`, those of a row alike; not a number where the
/// heat map has another axis. Any thread.
[[nodiscard]] std::vector<double> rangeValues(const Waterfall& waterfall, std::span<const double> radial,
                                              std::size_t frames, const job::MapRange& range);

/// A value of one axis on another one, as both are shown; not a number where it has no place there, or where it takes a
/// wavelength or a distance that is not known (0). Any thread.
[[nodiscard]] double valueOnAxis(azint::Unit to, azint::Unit from, double value, double wavelength_m,
                                 double distance_m) noexcept;

/// What a map over the scan shows.
enum class MapOf {
    range,     ///< the mean intensity in a range
    lessSides, ///< the same less the background beside it
    ratio,     ///< that of one range over that of another one
    colours,   ///< three ranges as red, green and blue
    peak,      ///< a quantity of a fitted peak
};

/// Where the frames were taken, as their file says it.
struct FoundPlaces {
    std::shared_ptr<const job::MapGrid> grid; ///< one place a row of the result; null: not known
    QString origin;                           ///< dataset or file
    QString problem;                          ///< one line why the places of a scan are not taken; else empty
};

/// Opens the file. Any thread. \throws StoppedError
[[nodiscard]] FoundPlaces findPlaces(const job::JobDocument& job, const job::FrameChoice& rows,
                                     const RunControl& control);

/// job::readPlaces(); what is wrong with them becomes `problem`. Any thread. \throws StoppedError
[[nodiscard]] FoundPlaces readPlaces(const std::vector<std::filesystem::path>& files, const job::FrameChoice& rows,
                                     const job::PlacesRequest& request, const RunControl& control);

/// The patterns that a map is made of.
struct MapSource {
    std::shared_ptr<const io::IntegrationResult> result; ///< null: a run goes on, its heat map has to do
    std::shared_ptr<const Waterfall> waterfall;
    std::vector<double> radial;
    std::string unit;                            ///< key of the axis' unit
    job::FrameChoice rows;                       ///< frames that the rows are of
    QString file;                                ///< of the result
    std::shared_ptr<const job::PeakTable> table; ///< fits of all patterns; null: none
    std::size_t sector = 0;                      ///< of the table of a cake
};

struct PowderMapRequest {
    MapSource source;
    MapOf what = MapOf::range;
    std::vector<job::MapRange> ranges; ///< two for a ratio, three for colours, none for a peak, else one
    std::size_t peak = 0;
    PeakQuantity quantity = PeakQuantity::position;
    FoundPlaces places;      ///< without a grid: frames in rows
    std::size_t columns = 1; ///< of these
    bool snake = false;
};

/// Maps as `ewald-cli maps` writes them; the last one is shown, or three as the colours of one picture.
struct PowderMap {
    std::shared_ptr<const job::MapSet> set;
    ImagePtr image; ///< of the last one
    /// Of red, green and blue, with what is black and what is full colour in each as `ewald-cli maps --rgb` has it.
    std::array<ImagePtr, 3> channels{};
    std::array<std::pair<double, double>, 3> ends{}; ///< they differ
};

/// Any thread. \throws JobError for a range outside of the axis; DataError, StoppedError
[[nodiscard]] PowderMap makePowderMap(const PowderMapRequest& request, const RunControl& control);

} // namespace ewald::ui
