// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/readers/reader_tools.h"

#include "base/ascii_text.h"
#include "base/error.h"
#include "base/median.h"
#include "base/phrase.h"
#include "base/units.h"
#include "io/frame_stack.h"
#include "io/images/mask_bits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace ewald::io {
namespace {

bool isPhotonEnergy(double keV) { return std::isfinite(keV) && keV >= 0.05 && keV <= 500; }

} // namespace

std::string withUnit(const std::string& path, const std::string& unit) { return path + " [" + unit + "]"; }

std::string unitsOf(const h5::File& file, const std::string& path) {
    for (const char* name : {"units", "unit", "Units"})
        if (const auto text = file.attributeText(path, name); text && !text->empty()) return *text;
    return {};
}

std::string unitOfNumber(const h5::File& file, const std::string& path) {
    if (std::string stated = unitsOf(file, path); !stated.empty() || !file.hasDataset(path)) return stated;
    const std::optional<std::string> text = file.text(path);
    if (!text) return {};
    char* end = nullptr;
    static_cast<void>(std::strtod(text->c_str(), &end)); // as File::number() reads it
    return end == text->c_str() ? std::string() : std::string(trimmed(end));
}

std::string firstNumeric(const h5::File& file, const std::vector<std::string>& paths) {
    for (const std::string& path : paths)
        if (file.hasDataset(path) && file.dataset(path).info().type.isNumeric()) return path;
    return {};
}

void addNote(Scan& scan, Severity severity, std::string text) { scan.notes.push_back({severity, std::move(text)}); }

std::optional<double> readNumber(const h5::File& file, Scan& scan, const std::string& path) {
    if (path.empty() || !file.hasDataset(path)) return std::nullopt;
    const h5::Dataset dataset = file.dataset(path);
    const std::size_t elements = dataset.info().elements();
    if (elements <= 1 || !dataset.info().type.isReal() || elements > 100'000'000) return file.number(path);
    std::vector<double> values = dataset.readAll<double>();
    if (std::ranges::any_of(values, [](double value) { return std::isfinite(value); }))
        std::erase_if(values, [](double value) { return !std::isfinite(value); });
    else
        return values.front();
    const double middle = medianOf(values);
    const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
    if (!(std::abs(*greatest - *least) <= 1e-4 * std::abs(middle)))
        addNote(scan, Severity::warning,
                phrase("%1 varies from %2 to %3 during the scan; the median %4 is used for all frames", path,
                       numberText(*least), numberText(*greatest), numberText(middle)));
    return middle;
}

std::optional<PixelSides> readPixelSides(const h5::File& file, Scan& scan, const std::string& path) {
    if (path.empty() || !file.hasDataset(path)) return std::nullopt;
    const h5::DatasetInfo info = file.dataset(path).info();
    if (!info.type.isReal() || (info.elements() != 2 && info.elements() != 3)) {
        const std::optional<double> side = readNumber(file, scan, path);
        return side ? std::optional(PixelSides{*side, *side}) : std::nullopt;
    }
    const std::vector<double> sides = file.dataset(path).readAll<double>();
    if (!(std::abs(sides[0] - sides[1]) <= 1e-4 * std::abs(sides[0])))
        addNote(scan, Severity::warning,
                phrase("%1 holds %2 and %3: taken as width (x) and height (y) of a pixel", path, numberText(sides[0]),
                       numberText(sides[1])));
    return PixelSides{sides[0], sides[1]};
}

std::optional<double> readLength(const h5::File& file, Scan& scan, const std::string& name, const std::string& path,
                                 const std::string& defaultUnit) {
    const std::optional<double> value = readNumber(file, scan, path);
    if (!value) return std::nullopt;
    std::string unit = unitOfNumber(file, path);
    std::optional<double> factor = unit.empty() ? metresPer(defaultUnit) : metresPer(unit);
    if (!factor) {
        addNote(scan, Severity::warning,
                phrase("the unit \"%1\" of %2 is no length; taken as %3", unit, path, defaultUnit));
        factor = metresPer(defaultUnit);
        unit = defaultUnit;
    }
    scan.origin[name] = withUnit(path, unit.empty() ? defaultUnit : unit);
    return *value * factor.value_or(1.0);
}

bool isUsableLength(const std::optional<double>& value_m) { return value_m && std::isfinite(*value_m) && *value_m > 0; }

void noteUnusable(std::vector<Note>& notes, const std::string& by, double value_m) {
    if (value_m == 0 || !std::isfinite(value_m))
        notes.push_back({Severity::info, phrase("%1 holds %2, which stands for what is not known: it is not used", by,
                                                std::isnan(value_m) ? "NaN" : numberText(value_m))});
    else
        notes.push_back(
            {Severity::warning, phrase("%1 gives %2 m, which cannot be: it is not used", by, numberText(value_m))});
}

bool readEnergy(const h5::File& file, Scan& scan, const std::string& path, const std::string& defaultUnit) {
    const std::optional<double> value = readNumber(file, scan, path);
    if (!value) return false;
    std::string unit = unitOfNumber(file, path);
    const auto keVIn = [&](const std::string& name) { return *value * joulesPer(name).value_or(0) / kJoulePerKeV; };
    if (!unit.empty() && !joulesPer(unit)) {
        addNote(scan, Severity::warning, phrase("the unit \"%1\" of %2 is no energy; ignored", unit, path));
        unit.clear();
    }
    const auto joules = joulesPer(unit);
    if (joules && (joules == joulesPer("MeV") || joules == joulesPer("GeV"))) { // of the ring's electrons, not photons
        addNote(
            scan, Severity::warning,
            phrase("%1 is in %2 and not used: photons of diffraction have keV, the electrons of the ring MeV or GeV",
                   path, unit));
        return false;
    }
    const bool stated = !unit.empty();
    if (!stated) {
        unit = defaultUnit;
        if (!isPhotonEnergy(keVIn(unit))) {
            // 0.1–99 makes sense as keV, hundreds and thousands as eV.
            const char* better = isPhotonEnergy(keVIn("keV")) && *value < 100 ? "keV"
                                 : isPhotonEnergy(keVIn("eV"))                ? "eV"
                                 : isPhotonEnergy(keVIn("J"))                 ? "J"
                                                                              : nullptr;
            if (better != nullptr) {
                addNote(scan, Severity::warning,
                        phrase("%1 = %2 has no unit and makes no sense in %3; taken as %4: %5 keV", path,
                               numberText(*value), unit, better, numberText(keVIn(better))));
                unit = better;
            }
        }
    }
    scan.wavelength_m = wavelengthFromEnergy(keVIn(unit));
    scan.wavelengthFromEnergy = true;
    scan.origin[translatable("energy")] = withUnit(path, unit);
    if (stated && *value > 0 && !isPhotonEnergy(keVIn(unit))) // of others it is said that they are not used
        addNote(
            scan, Severity::warning,
            phrase("%1 says %2 %3, which is %4 keV: no X-ray energy; set the photon energy by hand if this is wrong",
                   path, numberText(*value), unit, numberText(keVIn(unit))));
    return true;
}

bool readWavelength(const h5::File& file, Scan& scan, const std::string& path, const std::string& defaultUnit) {
    const std::optional<double> value = readLength(file, scan, "wavelength", path, defaultUnit);
    if (value) scan.wavelength_m = *value;
    return value.has_value();
}

double positionFactor(const h5::File& file, Scan& scan, const std::string& path, const std::string& defaultUnit) {
    const std::string unit = unitsOf(file, path);
    const double fallback = metresPer(defaultUnit).value_or(1.0);
    if (unit.empty()) return fallback;
    const std::optional<double> factor = metresPer(unit);
    if (!factor)
        addNote(scan, Severity::warning,
                phrase("the unit \"%1\" of %2 is no length; taken as %3", unit, path, defaultUnit));
    for (const std::string& other : file.attributeTexts(path, "units")) // one for each coordinate
        if (metresPer(other) != factor) {
            addNote(scan, Severity::warning,
                    phrase("%1 says several units, among them %2 and %3: %2 is taken for all of its numbers", path,
                           unit, other));
            break;
        }
    return factor.value_or(fallback);
}

namespace {

/// Warns where the scan moves along the third axis as far as along one of the first two, and not at all along the other
/// one: the axis of the beam may be another one of the three. A line that is tilted moves along both alike.
void noteOtherAxes(Scan& scan, const std::string& path) {
    constexpr double kStill = 1e-3, kFar = 0.1, kAlike = 0.99; // of the larger way; correlation
    const std::size_t count = scan.positions.size();
    if (count < 4 || scan.alongBeam_m.size() != count) return;
    const auto spanOf = [&](auto&& coordinate) {
        double least = HUGE_VAL, most = -HUGE_VAL;
        for (std::size_t i = 0; i < count; ++i)
            if (const double value = coordinate(i); std::isfinite(value))
                least = std::min(least, value), most = std::max(most, value);
        return most > least ? most - least : 0.0;
    };
    const double x = spanOf([&](std::size_t i) { return scan.positions[i].x; });
    const double y = spanOf([&](std::size_t i) { return scan.positions[i].y; });
    const double z = spanOf([&](std::size_t i) { return scan.alongBeam_m[i]; });
    const bool isStillInX = x < y;
    const double moved = std::max(x, y);
    if (!(moved > 0) || std::min(x, y) > kStill * moved || z < kFar * moved) return;
    double sums[5] = {}; // of a, b, a², b², ab
    for (std::size_t i = 0; i < count; ++i) {
        const double a = (isStillInX ? scan.positions[i].y : scan.positions[i].x) / moved,
                     b = scan.alongBeam_m[i] / moved;
        if (!std::isfinite(a)) continue;
        sums[0] += a, sums[1] += b, sums[2] += a * a, sums[3] += b * b, sums[4] += a * b;
    }
    const auto n = static_cast<double>(count);
    const double together = sums[4] - sums[0] * sums[1] / n;
    const double apart = std::sqrt((sums[2] - sums[0] * sums[0] / n) * (sums[3] - sums[1] * sums[1] / n));
    if (std::abs(together) > kAlike * apart) return;
    addNote(scan, Severity::warning,
            phrase("the positions %1 do not move along %2 and move by %3 along z, the beam: if their columns are in "
                   "another order, write them as (x, y, z)",
                   path, isStillInX ? "x" : "y", lengthText(z)));
}

/// spreadOverFrames() of a scan. \return whether a list was changed
bool spreadAndNote(Scan& scan, Coordinates& x, Coordinates& y, std::size_t frames, const h5::Shape& raster) {
    std::vector<Note> notes;
    const bool isChanged = spreadOverFrames(x, y, frames, raster, notes);
    for (const Note& note : notes) {
        if (std::ranges::find(scan.notes, note) != scan.notes.end()) continue; // columns of one list
        scan.notes.push_back(note);
        scan.pairing.push_back(note);
    }
    return isChanged;
}

/// Vectors in lines, (ny, nx, 3), or several readings a frame, (frames, readings, 3): one a frame.
void spreadVectors(Scan& scan, Coordinates& first, Coordinates& second, std::size_t frames) {
    first.shape.pop_back();
    second.shape = first.shape;
    const h5::Shape raster = scan.frames == nullptr ? h5::Shape{} : scan.frames->scanShape;
    if (spreadAndNote(scan, first, second, frames, raster)) scan.alongBeam_m.clear();
}

} // namespace

void readPositions(const h5::File& file, Scan& scan, const std::string& path, std::size_t frames, double factor,
                   bool yFirst) {
    const h5::Dataset dataset = file.dataset(path);
    h5::Shape shape = dataset.shape();
    // A raster keeps its lines: (ny, nx, 3) is (ny·nx, 3).
    while (shape.size() > 2) {
        shape[1] *= shape[0];
        shape.erase(shape.begin());
    }
    const auto isVector = [](std::size_t n) { return n == 2 || n == 3; };
    if (shape.size() == 1 && isVector(shape[0])) shape.insert(shape.begin(), 1); // a scan of one frame
    if (shape.size() != 2 || (!isVector(shape[0]) && !isVector(shape[1])))
        throw DataError(phrase("the positions have the shape %1, expected (N,3), (N,2), (3,N) or (2,N)",
                               h5::toText(dataset.shape())),
                        dataset.where(), "name another dataset for the positions");
    const std::vector<double> values = readPositionValues(file, scan, path);
    const bool rowsFit = isVector(shape[1]) && shape[0] == frames;
    const bool colsFit = isVector(shape[0]) && shape[1] == frames;
    // The number of frames decides; where it does not, a list is longer than a vector.
    const bool transposed = rowsFit != colsFit ? colsFit : !isVector(shape[1]);
    if (rowsFit && colsFit)
        addNote(scan, Severity::warning,
                phrase("%1 %2 could be read by rows or by columns; taken as one row a frame", path,
                       h5::toText(dataset.shape())));
    const std::size_t count = transposed ? shape[1] : shape[0];
    const std::size_t stride = shape[1];
    Coordinates first{{}, dataset.shape(), {}, path}, second = first;
    for (std::size_t i = 0; i < count; ++i) {
        first.values.push_back(transposed ? values[i] : values[i * stride]);
        second.values.push_back(transposed ? values[stride + i] : values[i * stride + 1]);
    }
    scan.alongBeam_m.clear();
    const bool hasThird = !yFirst && (transposed ? shape[0] : stride) == 3;
    for (std::size_t i = 0; hasThird && i < count; ++i) {
        const double third = factor * (transposed ? values[2 * stride + i] : values[i * stride + 2]);
        scan.alongBeam_m.push_back(std::isfinite(third) ? third : 0);
    }
    if (!transposed && dataset.shape().size() > 2) spreadVectors(scan, first, second, frames);
    scan.positions.resize(first.values.size());
    for (std::size_t i = 0; i < scan.positions.size(); ++i) {
        const double one = first.values[i] * factor, other = second.values[i] * factor;
        scan.positions[i] = yFirst ? ScanPosition{one, other} : ScanPosition{other, one};
    }
    noteOtherAxes(scan, path);
    scan.positionsPath = path;
    scan.origin[translatable("positions")] =
        path + " " + h5::toText(dataset.shape()) + ", × " + numberText(factor) + " m";
}

void readPositionsXY(const h5::File& file, Scan& scan, const std::string& pathX, const std::string& pathY,
                     std::size_t frames, const h5::Shape& raster, double factorX, double factorY) {
    const h5::Dataset x = file.dataset(pathX), y = file.dataset(pathY);
    if (file.identity(pathX) == file.identity(pathY)) warnSameAxis(scan, pathX);
    const auto listOf = [&](const h5::Dataset& dataset, const std::string& path) {
        return Coordinates{readPositionValues(file, scan, path), dataset.shape(),
                           dimensionsOf(file, scan.framesPath, path), path};
    };
    setPositionsXY(scan, listOf(x, pathX), listOf(y, pathY), x.where() + ", " + pathY, frames, raster, factorX,
                   factorY);
    scan.positionsPath = pathX;
    scan.origin[translatable("positions")] = pathX + ", " + pathY + ", × " + numberText(factorX) + " m";
}

void setPositionsXY(Scan& scan, Coordinates x, Coordinates y, const std::string& where, std::size_t frames,
                    const h5::Shape& raster, double factorX, double factorY) {
    spreadAndNote(scan, x, y, frames, raster);
    if (x.values.size() != y.values.size())
        throw DataError(
            phrase("x and y have different numbers of positions, %1 and %2", x.values.size(), y.values.size()), where,
            "name datasets of the same length");
    scan.positions.clear();
    for (std::size_t i = 0; i < x.values.size(); ++i)
        scan.positions.push_back({y.values[i] * factorY, x.values[i] * factorX});
}

void warnSameAxis(Scan& scan, const std::string& name) {
    addNote(scan, Severity::warning,
            phrase("x and y of the positions are both taken from %1: name one list for each coordinate", name));
}

std::string whyNoPositions(const h5::File& file, const std::vector<std::string>& candidates, std::size_t frames) {
    for (const std::string& path : candidates) {
        if (!file.hasDataset(path)) continue;
        const h5::DatasetInfo info = file.dataset(path).info();
        const std::string shape = h5::toText(info.shape);
        if (!info.type.isReal()) return phrase("%1 is of the type %2, not of numbers", path, info.type.name);
        if (info.elements() == 0) return phrase("%1 is empty", path);
        if (info.elements() <= 3)
            return phrase(frames == 1 ? "%1 %2 holds one position for %3 frame"
                                      : "%1 %2 holds one position for %3 frames",
                          path, shape, countText(frames));
        return phrase(frames == 1 ? "%1 has the shape %2 for %3 frame" : "%1 has the shape %2 for %3 frames", path,
                      shape, countText(frames));
    }
    return {};
}

void readMask(const h5::File& file, Scan& scan, const std::string& path, MaskMeaning meaning) {
    const h5::Dataset dataset = file.dataset(path);
    h5::Shape shape = dataset.shape();
    while (shape.size() > 2 && shape[0] == 1) shape.erase(shape.begin());
    if (shape.size() < 2 || shape.size() > 3 || !dataset.info().type.isReal() || dataset.info().elements() == 0) {
        addNote(scan, Severity::warning,
                phrase("the mask %1 %2 is no image; it is not used", path, h5::toText(dataset.shape())));
        return;
    }
    const std::size_t rows = shape[shape.size() - 2];
    const std::size_t cols = shape[shape.size() - 1];
    const std::size_t layers = shape.size() == 3 ? shape[0] : 1;
    if (rows > 65536 || cols > 65536 || layers > 10'000'000)
        throw DataError(phrase("the mask has the absurd shape %1", h5::toText(dataset.shape())), dataset.where(),
                        "name another dataset for the mask");
    const auto isBad = [meaning](double value) {
        switch (meaning) {
        case MaskMeaning::cxi: return io::isBad(value, kCxiMask);
        case MaskMeaning::nonZeroIsBad: return io::isBad(value);
        case MaskMeaning::nonZeroIsGood: break;
        }
        return value == 0;
    };
    scan.badPixels = Array<std::uint8_t, 2>({rows, cols});
    std::vector<double> layer(rows * cols);
    bool differ = false;
    for (std::size_t index = 0; index < layers; ++index) {
        h5::Shape start(dataset.shape().size(), 0);
        h5::Shape count(dataset.shape().size(), 1);
        if (shape.size() == 3) start[start.size() - 3] = index;
        count[count.size() - 2] = rows;
        count[count.size() - 1] = cols;
        dataset.readBlock<double>(start, count, layer);
        for (std::size_t i = 0; i < layer.size(); ++i) {
            const std::uint8_t bad = isBad(layer[i]) ? 1 : 0;
            differ = differ || (index > 0 && bad != scan.badPixels.data()[i]);
            scan.badPixels.data()[i] |= bad;
        }
    }
    const auto bad = static_cast<std::size_t>(std::count(scan.badPixels.begin(), scan.badPixels.end(), 1));
    const double percent = 100.0 * static_cast<double>(bad) / static_cast<double>(rows * cols);
    scan.origin[translatable("mask")] = path;
    if (layers > 1)
        addNote(
            scan, differ ? Severity::warning : Severity::info,
            phrase("the mask %1 has one layer a frame; a pixel that is bad in one of them is left out in all", path));
    if (bad == 0) return;
    addNote(scan, percent > 50 ? Severity::warning : Severity::info,
            phrase("the mask %1 leaves out %2 {pixel|pixels} (%3 %)%4", path, bad, numberText(percent),
                   (percent > 50 ? "; if it marks good pixels instead of bad ones, open the file with an import "
                                   "mapping without a mask, and give "
                                   "the right one as mask_file"
                                 : "")));
}

bool readProbe(const h5::File& file, Scan& scan, const std::string& path) {
    if (path.empty() || !file.hasDataset(path)) return false;
    const h5::Dataset dataset = file.dataset(path);
    h5::Shape shape = dataset.shape();
    if (!dataset.info().type.isNumeric() || shape.size() < 2 || shape.size() > 5 || dataset.info().elements() == 0)
        return false;
    const std::size_t rank = shape.size();
    const std::size_t rows = shape[rank - 2];
    const std::size_t cols = shape[rank - 1];
    const std::size_t modes = rank >= 3 ? shape[rank - 3] : 1;
    if (rows > 16384 || cols > 16384 || modes > 4096 || modes * rows * cols > (std::size_t{1} << 28)) return false;
    std::size_t leading = 1;
    for (std::size_t axis = 0; axis + 3 < rank; ++axis) leading *= shape[axis];
    h5::Shape count(rank, 1);
    count[rank - 1] = cols;
    count[rank - 2] = rows;
    if (rank >= 3) count[rank - 3] = modes;
    std::vector<Complex> values(modes * rows * cols);
    dataset.readBlock<Complex>(h5::Shape(rank, 0), count, values);
    const bool finite = std::all_of(values.begin(), values.end(), [](const Complex& value) {
        return std::isfinite(value.real()) && std::isfinite(value.imag());
    });
    if (!finite) {
        addNote(scan, Severity::warning, phrase("the probe %1 holds values that are not finite; it is not used", path));
        return false;
    }
    scan.probe = Array<Complex, 3>({modes, rows, cols}, std::move(values));
    scan.origin[translatable("probe")] = path + " " + h5::toText(shape);
    if (leading > 1)
        addNote(scan, Severity::info,
                phrase("the probe %1 %2 varies over the scan; its first entry is taken", path, h5::toText(shape)));
    return true;
}

void readFrameIntensity(const h5::File& file, Scan& scan, const std::string& path, std::size_t frames) {
    if (path.empty() || !file.hasDataset(path)) return;
    const h5::Dataset dataset = file.dataset(path);
    if (!dataset.info().type.isReal() || dataset.info().elements() <= 1) return;
    std::vector<double> values;
    if (dataset.info().elements() == frames) values = dataset.readAll<double>();
    setFrameIntensity(scan, std::move(values), path + " " + h5::toText(dataset.shape()), frames);
    if (!scan.frameIntensity.empty()) scan.origin[translatable("frame intensity")] = path;
}

void setFrameIntensity(Scan& scan, std::vector<double> values, const std::string& name, std::size_t frames) {
    if (values.size() != frames || frames == 0) {
        addNote(scan, Severity::warning,
                phrase("the incident intensity %1 does not belong to %2 {frame|frames}; it is not used", name, frames));
        return;
    }
    double sum = 0;
    bool sound = true;
    for (const double value : values) {
        sound = sound && std::isfinite(value) && value >= 0;
        sum += value;
    }
    if (!sound || sum <= 0) {
        addNote(scan, Severity::warning,
                phrase("the incident intensity %1 has negative, missing or only zero values; it is not used", name));
        return;
    }
    const double mean = sum / static_cast<double>(values.size());
    const double middle = medianOf(values);
    const auto dark = std::count_if(values.begin(), values.end(), [&](double v) { return v < 0.1 * middle; });
    if (dark > 0)
        addNote(scan, Severity::warning,
                phrase("%1 {frame has|frames have} less than a tenth of the usual incident intensity (%2): the beam "
                       "may have been "
                       "lost there",
                       dark, name));
    double squares = 0;
    for (double& value : values) {
        value /= mean;
        squares += (value - 1) * (value - 1);
    }
    addNote(scan, Severity::info,
            phrase("the file has the incident intensity of each frame (%1, ±%2 %): frames are not divided by it; "
                   "frame_intensities=true fits it",
                   name, numberText(100 * std::sqrt(squares / static_cast<double>(frames)), 2)));
    scan.frameIntensity = std::move(values);
    scan.origin[translatable("frame intensity")] = name;
}

} // namespace ewald::io
