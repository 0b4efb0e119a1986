// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/integration/pattern_export.h"

#include "azint/unit.h"
#include "base/error.h"
#include "base/phrase.h"
#include "base/units.h"
#include "base/version.h"
#include "job/document/document.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>
#include <span>
#include <sstream>
#include <string_view>

namespace ewald::job {
namespace {

/// The most numbers of a text table that other programs can still open.
constexpr std::size_t kMostNumbers = std::size_t{1} << 26U;

struct NamedFormat {
    PatternFormat format;
    const char* extension;
};
constexpr NamedFormat kFormats[] = {{PatternFormat::xy, "xy"},
                                    {PatternFormat::dat, "dat"},
                                    {PatternFormat::chi, "chi"},
                                    {PatternFormat::fxye, "fxye"},
                                    {PatternFormat::csv, "csv"}};

template <class... Values>
void add(std::string& text, const char* format, Values... values) {
    char line[160];
    text.append(line, static_cast<std::size_t>(std::max(0, std::snprintf(line, sizeof line, format, values...))));
}

std::string sourceOf(const io::IntegrationResult& result) {
    try {
        const JobDocument job = parseJob(result.end().job, "job of the result");
        std::string names;
        for (const auto& file : job.files()) names += (names.empty() ? "" : ", ") + file.string();
        return names.empty() ? "unknown" : names;
    } catch (const Error&) { // a result without a job is still worth exporting
        return "unknown";
    }
}

std::size_t frameOf(const io::IntegrationResult& result, std::size_t row) {
    return result.axes().firstFrame + row * result.axes().frameStep;
}

/// The text with each of the letters as in an address on the web: "%71" for q.
std::string escaped(const std::string& text, std::string_view letters) {
    std::string out;
    for (const char letter : text)
        if (letters.find(letter) == std::string_view::npos)
            out += letter;
        else
            add(out, "%%%02X", static_cast<unsigned>(static_cast<unsigned char>(letter)));
    return out;
}

/// The wavelength in the inverse of the unit of an axis of q; absent for other axes.
std::optional<double> waveOfAxis(const io::IntegrationAxes& axes) {
    if (!axes.wavelength_m) return std::nullopt;
    const azint::Unit unit = azint::unitFromName(axes.unit);
    if (unit == azint::Unit::qPerNm) return *axes.wavelength_m * 1e9;
    if (unit == azint::Unit::qPerAngstrom) return *axes.wavelength_m * 1e10;
    return std::nullopt;
}

const char* lengthOf(const io::IntegrationAxes& axes) {
    return azint::unitFromName(axes.unit) == azint::Unit::qPerNm ? "nm" : "angstrom";
}

/// Lines that begin with #. GSAS-II (G2pwd_xye) takes a table for one of q, and not of angles, where such a line holds
/// the letter q; the second word of the first of them is the wavelength, or else it is 1.
std::string header(const io::IntegrationResult& result, const std::string& frames) {
    const io::IntegrationAxes& axes = result.axes();
    std::string text;
    if (const auto wave = waveOfAxis(axes)) {
        add(text, "# %.9g ", *wave);
        text += std::string(lengthOf(axes)) + " is the wavelength to this axis of q\n";
    }
    text += std::string("# Ewald ") + version() + " azimuthal integration\n";
    text += "# source: " + sourceOf(result) + ", " + frames + "\n";
    text += "# unit: " + axes.unit + "\n";
    if (axes.intensityUnit != io::kArbitraryUnits) text += "# intensity: " + axes.intensityUnit + "\n";
    text += "# geometry:\n";
    std::istringstream poni(axes.poni);
    for (std::string line; std::getline(poni, line);)
        if (!line.starts_with('#')) text += "#   " + line + "\n";
    return axes.unit.find('q') == std::string::npos ? escaped(text, "q") : text;
}

struct Columns {
    std::vector<std::string> names;
    std::vector<const float*> values; ///< one array of the radial axis' length each
};

std::string table(const io::IntegrationResult& result, const Columns& columns, PatternFormat format,
                  const std::string& frames) {
    // The names of a sheet stand in its first line, where all programs look for them.
    const bool isSheet = format == PatternFormat::csv;
    const char* const separator = isSheet ? "," : " ";
    std::string text = isSheet ? std::string() : header(result, frames) + "# ";
    text += result.axes().unit;
    for (const std::string& name : columns.names) text += separator + name;
    text += "\n";
    for (std::size_t bin = 0; bin < result.axes().radial.size(); ++bin) {
        const auto isThere = [bin](const float* values) { return std::isfinite(values[bin]); };
        if (std::ranges::none_of(columns.values, isThere)) continue;
        add(text, "%.9e", result.axes().radial[bin]);
        for (const float* values : columns.values) {
            // An empty cell at the end of a line is no number for all programs.
            text += separator;
            if (isSheet && values == columns.values.back() && !isThere(values)) continue;
            add(text, "%.7e", static_cast<double>(values[bin]));
        }
        text += "\n";
    }
    return isSheet ? text + header(result, frames) : text;
}

std::string sectorName(double azimuth_deg) {
    std::string name;
    add(name, "I(%.4gdeg)", azimuth_deg);
    return name;
}

void refuseCake(const io::IntegrationResult& result, const char* format) {
    if (!result.axes().azimuthal_deg.empty())
        throw JobError(phrase("a cake does not fit into a .%1 file", format), "--text", "use .csv or .dat, or --tiff");
}

/// The title of the axis as Fit2D writes it. GSAS-II (G2pwd_xye) reads angles in degrees by these words, and q where
/// the wavelength stands behind it, in the inverse of its unit; files of other axes it refuses.
std::string axisOfChi(const io::IntegrationAxes& axes) {
    if (azint::unitFromName(axes.unit) == azint::Unit::twoThetaDegree) return "2-Theta Angle (Degrees)";
    const auto wave = waveOfAxis(axes);
    if (!wave) return axes.unit;
    std::string text;
    add(text, "Q %.9g ", *wave);
    return text + lengthOf(axes) + " wavelength (inverse " + lengthOf(axes) + ")";
}

/// Fit2D: title, axis, axis, number of points. The title says nothing that GSAS-II would take for the axis.
std::string chiText(const io::IntegrationResult& result, std::size_t row, const std::vector<float>& intensity) {
    refuseCake(result, "chi");
    std::string text = escaped(sourceOf(result), "qQ-") + " frame " + std::to_string(frameOf(result, row)) + "\n";
    const bool isArbitrary = result.axes().intensityUnit == io::kArbitraryUnits;
    text += axisOfChi(result.axes()) + "\nIntensity" +
            (isArbitrary ? std::string() : " (" + result.axes().intensityUnit + ")") + "\n";
    add(text, "%12zu\n",
        static_cast<std::size_t>(std::ranges::count_if(intensity, [](float value) { return std::isfinite(value); })));
    for (std::size_t bin = 0; bin < intensity.size(); ++bin)
        if (std::isfinite(intensity[bin]))
            add(text, "%16.8e %16.8e\n", result.axes().radial[bin], static_cast<double>(intensity[bin]));
    return text;
}

/// The step of the BANK record, in the unit of the places. One bin of 2θ where all are alike, also where bins were left
/// out; else (bins of q) the mean one, so that the record's first and last place are right: the places of FXY and FXYE
/// stand in their lines, and readers take those.
double bankStep(std::span<const double> grid, double first, double last, std::size_t points) {
    if (points < 2) return 0;
    const double bin = (grid.back() - grid.front()) / static_cast<double>(grid.size() - 1);
    for (std::size_t i = 1; i < grid.size(); ++i)
        if (!(std::abs(grid[i] - grid[i - 1] - bin) < 1e-3 * std::abs(bin)))
            return (last - first) / static_cast<double>(points - 1);
    return std::abs(bin);
}

/// GSAS, free format, hundredths of a degree: FXYE with errors, FXY without. An error of zero would have infinite
/// weight: such bins are left out.
std::string fxyeText(const io::IntegrationResult& result, std::size_t row, const std::vector<float>& intensity) {
    refuseCake(result, "fxye");
    const io::IntegrationAxes& axes = result.axes();
    const azint::Unit unit = azint::unitFromName(axes.unit);
    if (azint::info(unit).needsWavelength && !axes.wavelength_m)
        throw JobError(".fxye holds angles, and the result has neither angles nor a wavelength", "--text",
                       "integrate with --unit 2th_deg");
    if (unit == azint::Unit::rMetre || unit == azint::Unit::rMillimetre)
        throw JobError(".fxye holds angles, and the result has distances on the detector", "--text",
                       "integrate with --unit 2th_deg");
    const std::vector<float> errors = hasErrorsOfMeans(result) ? result.errors(row) : std::vector<float>{};
    struct Point {
        double x, y, e;
    };
    std::vector<Point> points;
    std::vector<double> grid;
    for (std::size_t bin = 0; bin < intensity.size(); ++bin) {
        const double angle = azint::twoThetaOf(unit, axes.radial[bin], axes.wavelength_m.value_or(0), 0) * 18000 / kPi;
        grid.push_back(angle);
        const double y = static_cast<double>(intensity[bin]);
        const double error = errors.empty() ? 1 : static_cast<double>(errors[bin]);
        if (!std::isfinite(angle) || !std::isfinite(y) || !(error > 0)) continue;
        points.push_back({angle, y, error});
    }
    if (points.empty() && std::ranges::any_of(intensity, [](float y) { return std::isfinite(y); }))
        throw JobError("no bin has an error above zero, and .fxye gives each point its weight by it", "--text",
                       "choose .xy, or integrate with error_model=poisson and without a median");
    std::ranges::sort(points, {}, &Point::x);
    const double first = points.empty() ? 0 : points.front().x;
    const double step = points.empty() ? 0 : bankStep(grid, first, points.back().x, points.size());
    std::string title = sourceOf(result) + " frame " + std::to_string(frameOf(result, row));
    title.resize(80, ' '); // GSAS requires lines of 80 characters
    std::string text = title + "\n";
    add(text, "BANK 1 %zu %zu CONS %.6f %.6f 0 0 %s\n", points.size(), points.size(), first, step,
        errors.empty() ? "FXY" : "FXYE");
    for (const Point& point : points) {
        add(text, "%15.6f %15.7e", point.x, point.y);
        if (!errors.empty()) add(text, " %15.7e", point.e);
        text += "\n";
    }
    return text;
}

} // namespace

PatternFormat patternFormatOf(const std::string& extension) {
    const std::string name = extension.starts_with('.') ? extension.substr(1) : extension;
    for (const NamedFormat& known : kFormats)
        if (name == known.extension) return known.format;
    throw JobError(phrase("unknown format of patterns \"%1\"", name.substr(0, 20)), "--text",
                   "use .xy, .dat, .chi, .fxye or .csv");
}

const char* extensionOf(PatternFormat format) {
    for (const NamedFormat& known : kFormats)
        if (known.format == format) return known.extension;
    return "xy";
}

bool hasErrorsOfMeans(const io::IntegrationResult& result) {
    if (!result.hasErrors()) return false;
    try {
        return parseJob(result.end().job, "result").text("error_kind") != "std";
    } catch (const Error&) { // without a job, or of another version
        return true;
    }
}

std::string patternText(const io::IntegrationResult& result, std::size_t row, PatternFormat format) {
    const std::vector<float> intensity = patternsOf(result, row, 1);
    if (format == PatternFormat::chi) return chiText(result, row, intensity);
    if (format == PatternFormat::fxye) return fxyeText(result, row, intensity);
    const std::string frames = "frame " + std::to_string(frameOf(result, row));
    const std::size_t radial = result.axes().radial.size();
    Columns columns;
    std::vector<float> errors;
    if (result.axes().azimuthal_deg.empty()) {
        columns.names.emplace_back("I");
        columns.values.push_back(intensity.data());
        if (result.hasErrors() && format != PatternFormat::xy) {
            errors = result.errors(row);
            // An error of zero would outweigh all others, or end the file for who divides by it (GSAS-II); where there
            // are no counts, either, readers give the bin no weight.
            for (std::size_t bin = 0; bin < errors.size(); ++bin)
                if (intensity[bin] > 0 && !(errors[bin] > 0)) errors[bin] = std::numeric_limits<float>::quiet_NaN();
            columns.names.emplace_back(hasErrorsOfMeans(result) ? "sigma" : "std");
            columns.values.push_back(errors.data());
        }
    }
    for (std::size_t a = 0; a < result.axes().azimuthal_deg.size(); ++a) {
        columns.names.push_back(sectorName(result.axes().azimuthal_deg[a]));
        columns.values.push_back(intensity.data() + a * radial);
    }
    return table(result, columns, format, frames);
}

std::string patternTable(const io::IntegrationResult& result, PatternFormat format) {
    const io::IntegrationAxes& axes = result.axes();
    if (!axes.azimuthal_deg.empty() || format == PatternFormat::chi || format == PatternFormat::fxye)
        throw JobError("only patterns fit into one table, as .xy, .dat or .csv", "--table", "write one file a frame");
    if (axes.frames > kMostNumbers / axes.radial.size())
        throw JobError(phrase("the table would have %1 columns of %2 numbers", axes.frames, axes.radial.size()),
                       "--text", "write one file a frame, or read the HDF5 file");
    const std::vector<float> all = patternsOf(result, 0, axes.frames);
    Columns columns;
    for (std::size_t row = 0; row < axes.frames; ++row) {
        columns.names.push_back("frame" + std::to_string(frameOf(result, row)));
        columns.values.push_back(all.data() + row * axes.radial.size());
    }
    return table(result, columns, format, std::to_string(axes.frames) + " frames");
}

std::vector<float> patternsOf(const io::IntegrationResult& result, std::size_t first, std::size_t count) {
    std::vector<float> values = result.intensities(first, count);
    const std::size_t bins = result.axes().bins();
    std::vector<float> pixels;
    for (std::size_t row = 0; row < count; ++row) {
        if (row == 0 || result.countsVary()) pixels = result.counts(first + row);
        for (std::size_t bin = 0; bin < pixels.size(); ++bin)
            if (!(pixels[bin] > 0)) values[row * bins + bin] = std::numeric_limits<float>::quiet_NaN();
    }
    return values;
}

bool isFailedRow(const io::IntegrationResult& result, std::size_t row) {
    const std::vector<float> intensity = result.intensity(row);
    return std::ranges::all_of(intensity, [](float value) { return std::isnan(value); });
}

} // namespace ewald::job
