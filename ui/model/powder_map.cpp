// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/powder_map.h"

#include "base/error.h"
#include "base/quantity_text.h"
#include "base/stop_scope.h"
#include "io/images/image_bytes.h"
#include "job/maps/range_values.h"
#include "model/text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ewald::ui {

namespace {

/// Of datasets and columns, English.
const char* nameOf(PeakQuantity quantity) {
    switch (quantity) {
    case PeakQuantity::position: return "position";
    case PeakQuantity::width: return "fwhm";
    case PeakQuantity::area: return "area";
    case PeakQuantity::chi2: break;
    }
    return "reduced_chi2";
}

job::FrameValues peakValues(const PowderMapRequest& request) {
    const job::PeakTable& table = *request.source.table;
    const std::vector<float> fitted = curveOf(table, request.peak, request.source.sector, request.quantity).values;
    const std::string number = std::to_string(request.peak + 1), name = nameOf(request.quantity);
    std::string title = name + " of peak " + number;
    if (!table.azimuthal_deg.empty())
        title += " at " + ewald::numberText(table.azimuthal_deg.at(request.source.sector), 6) + " deg";
    return {"peak_" + number + "_" + name, title, {fitted.begin(), fitted.end()}};
}

std::vector<job::FrameValues> rangeMaps(const PowderMapRequest& request, const RunControl& control) {
    const MapSource& source = request.source;
    std::vector<std::vector<double>> values;
    if (source.result)
        values = job::rangeValues(*source.result, request.ranges, control);
    else
        for (const job::MapRange& range : request.ranges)
            values.push_back(rangeValues(*source.waterfall, source.radial, source.rows.count, range));
    const std::string unit =
        source.result ? source.result->axes().radialUnit : azint::info(azint::unitFromName(source.unit)).label;
    std::vector<job::FrameValues> maps;
    for (std::size_t i = 0; i < values.size(); ++i)
        maps.push_back(job::mapOfRange(i + 1, request.ranges[i], unit, std::move(values[i])));
    if (request.what == MapOf::ratio) maps.push_back(job::mapOfRatio(1, 2, maps.at(0), maps.at(1)));
    return maps;
}

} // namespace

std::vector<double> rangeValues(const Waterfall& waterfall, std::span<const double> radial, std::size_t frames,
                                const job::MapRange& range) {
    std::vector<double> values(frames, std::numeric_limits<double>::quiet_NaN());
    if (waterfall.rows.extent(1) != radial.size()) return values;
    for (std::size_t row = 0; row < waterfall.rows.extent(0); ++row) {
        const double value = job::valueIn(range, radial, waterfall.rows.slab(row));
        const std::size_t begin = row * waterfall.framesPerRow;
        for (std::size_t frame = begin; frame < std::min(frames, begin + waterfall.framesPerRow); ++frame)
            values[frame] = value;
    }
    return values;
}

double valueOnAxis(azint::Unit to, azint::Unit from, double value, double wavelength_m, double distance_m) noexcept {
    using azint::Unit;
    if (to == from) return value;
    constexpr double kNowhere = std::numeric_limits<double>::quiet_NaN();
    const auto isRadius = [](Unit unit) { return unit == Unit::rMetre || unit == Unit::rMillimetre; };
    for (const Unit unit : {to, from})
        if ((isRadius(unit) && !(distance_m > 0)) || (azint::info(unit).needsWavelength && !(wavelength_m > 0)))
            return kNowhere;
    const double twoTheta = azint::twoThetaOf(from, value, wavelength_m, distance_m);
    // Radii are those on a detector that faces the beam; all others ask for the direction alone.
    double across_m = std::sin(twoTheta), along_m = std::cos(twoTheta);
    if (isRadius(to)) {
        if (!(along_m > 0)) return kNowhere;
        across_m *= distance_m / along_m;
        along_m = distance_m;
    }
    return azint::radialValue(to, across_m, along_m, wavelength_m) * azint::info(to).scale;
}

namespace {

/// What is to be known of places, as sentences.
QString remarksOf(const job::FramePlaces& places) {
    QStringList remarks;
    for (const std::string& remark : places.remarks) remarks << asSentence(coreText(remark));
    return remarks.join(u' ');
}

} // namespace

FoundPlaces findPlaces(const job::JobDocument& job, const job::FrameChoice& rows, const RunControl& control) {
    const StopScope whileTheFileIsOpened(control);
    FoundPlaces found;
    try {
        std::optional<job::FramePlaces> places = job::placesOfScan(
            job, rows, [&](LogLevel, const std::string& text) { found.problem = asSentence(coreText(text)); });
        if (!places) return found;
        found.problem = remarksOf(*places);
        found.origin = QString::fromStdString(places->origin);
        found.grid = std::make_shared<const job::MapGrid>(job::MapGrid::ofPlaces(std::move(places->ofRow)));
    } catch (const StoppedError&) {
        throw;
    } catch (const Error& error) {
        found.problem = asSentence(coreText(error.what()));
    }
    return found;
}

FoundPlaces readPlaces(const std::vector<std::filesystem::path>& files, const job::FrameChoice& rows,
                       const job::PlacesRequest& request, const RunControl& control) {
    const StopScope whileFilesAreOpened(control);
    FoundPlaces found;
    try {
        job::FramePlaces places = job::readPlaces(files, rows, request);
        found.problem = remarksOf(places);
        found.origin = QString::fromStdString(places.origin);
        found.grid = std::make_shared<const job::MapGrid>(job::MapGrid::ofPlaces(std::move(places.ofRow)));
    } catch (const StoppedError&) {
        throw;
    } catch (const Error& error) {
        found = {};
        found.problem = asSentence(coreText(error.problem()));
        // Options of the command are no place in the window.
        if (const QString where = QString::fromStdString(error.where()); !where.isEmpty() && !where.startsWith(u'-'))
            found.problem += QStringLiteral(" (%1)").arg(where);
    }
    return found;
}

namespace {

/// Three maps as the colours of one picture.
void addChannels(PowderMap& map, const job::MapSet& set) {
    for (std::size_t c = 0; c < map.channels.size(); ++c) {
        auto image = std::make_shared<const Array<float, 2>>(set.grid.imageOf(set.maps.at((*set.colours)[c]).values));
        auto [low, high] = io::greyRange(*image, {}).value_or(std::pair(0.0, 1.0));
        // Where all is one value it is half of the colour.
        if (!(high > low)) low -= 1, high += 1;
        map.ends[c] = {low, high};
        map.channels[c] = std::move(image);
    }
}

} // namespace

PowderMap makePowderMap(const PowderMapRequest& request, const RunControl& control) {
    const MapSource& source = request.source;
    auto set = std::make_shared<job::MapSet>();
    set->source = source.file.toStdString();
    set->firstFrame = source.rows.first;
    set->frameStep = source.rows.step;
    if (request.places.grid) {
        set->grid = *request.places.grid;
        set->placesFrom = request.places.origin.toStdString();
    } else {
        set->grid = job::MapGrid::ofColumns(source.rows.count, request.columns, request.snake);
    }
    if (request.what == MapOf::peak)
        set->maps.push_back(peakValues(request));
    else
        set->maps = rangeMaps(request, control);
    for (job::FrameValues& map : set->maps)
        map.values.resize(source.rows.count, std::numeric_limits<double>::quiet_NaN());
    if (request.what == MapOf::colours) set->colours = {0, 1, 2};
    PowderMap map;
    map.image = std::make_shared<const Array<float, 2>>(set->grid.imageOf(set->maps.back().values));
    if (set->colours) addChannels(map, *set);
    map.set = std::move(set);
    return map;
}

} // namespace ewald::ui
