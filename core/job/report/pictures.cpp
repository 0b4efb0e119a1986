// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/report/pictures.h"

#include "base/phrase.h"
#include "base/quantity_text.h"
#include "base/units.h"
#include "io/images/image_bytes.h"
#include "job/integration/sector_mean.h"
#include "job/report/chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ewald::job::report {

namespace {

using Translate = std::function<std::string(const std::string&)>;

constexpr std::size_t kSide = 300; ///< of a picture, about
constexpr int kStrip = 30;         ///< below an image, for its scale bar

Picture pictureOf(std::string title, std::string caption, const Canvas& canvas) {
    constexpr int kShown = 165; // four beside each other on a sheet of paper
    return {std::move(title), std::move(caption), canvas.png(), canvas.width(), canvas.height(), kShown};
}

Picture chartOf(std::string title, std::string caption, const Canvas& canvas) {
    constexpr int kShown = 335;
    return {std::move(title), std::move(caption), canvas.png(), canvas.width(), canvas.height(), kShown};
}

/// A part of an image: [top, top + rows) × [left, left + cols).
struct Part {
    std::size_t top = 0, left = 0, rows = 0, cols = 0;
};

/// Where a mask is not 0; all of it where it is empty or 0 everywhere.
Part litPart(const Array<std::uint8_t, 2>& lit, std::size_t rows, std::size_t cols) {
    std::size_t top = rows, left = cols, bottom = 0, right = 0;
    for (std::size_t r = 0; r < rows && lit.size() == rows * cols; ++r)
        for (std::size_t c = 0; c < cols; ++c) {
            if (lit(r, c) == 0) continue;
            top = std::min(top, r);
            bottom = std::max(bottom, r + 1);
            left = std::min(left, c);
            right = std::max(right, c + 1);
        }
    if (bottom <= top || right <= left) return {0, 0, rows, cols};
    return {top, left, bottom - top, right - left};
}

/// An image on white with a scale bar below it. \param rgb rows × cols × 3
Canvas withScaleBar(std::span<const std::uint8_t> rgb, std::size_t rows, std::size_t cols, double pixel_m) {
    const int scale = static_cast<int>(std::max<std::size_t>(1, kSide / std::max<std::size_t>({rows, cols, 1})));
    const int width = static_cast<int>(cols) * scale, height = static_cast<int>(rows) * scale;
    Canvas canvas(std::max(width, 180), height + kStrip);
    canvas.image(0, 0, cols, rows, rgb, scale);
    const double wide_m = static_cast<double>(cols) * pixel_m;
    if (!(wide_m > 0) || !std::isfinite(wide_m)) return canvas;
    // The largest round length below a third of the width.
    const double power = std::pow(10, std::floor(std::log10(wide_m / 3)));
    double bar_m = power;
    for (const double factor : {2.0, 5.0})
        if (factor * power <= wide_m / 3) bar_m = factor * power;
    const int bar = static_cast<int>(std::lround(bar_m / wide_m * width));
    canvas.rectangle(2, height + 12, bar, 5, kBlack);
    canvas.text(bar + 10, height + 8, lengthText(bar_m, 3), kBlack, 2);
    return canvas;
}

/// The mean of blocks of by × by pixels of a part. Blocks beyond its edge are smaller.
template <class T, class Value>
Array<T, 2> reduced(const Part& part, std::size_t by, Value&& value) {
    Array<T, 2> small({(part.rows + by - 1) / by, (part.cols + by - 1) / by});
    for (std::size_t r = 0; r < small.extent(0); ++r)
        for (std::size_t c = 0; c < small.extent(1); ++c) {
            T sum{};
            std::size_t count = 0;
            for (std::size_t i = r * by; i < std::min(part.rows, (r + 1) * by); ++i)
                for (std::size_t j = c * by; j < std::min(part.cols, (c + 1) * by); ++j, ++count)
                    sum += value(part.top + i, part.left + j);
            small(r, c) = sum / static_cast<float>(std::max<std::size_t>(1, count));
        }
    return small;
}

/// Pixels without weight become white.
void whiten(std::vector<std::uint8_t>& rgb, std::span<const float> weight) {
    for (std::size_t i = 0; i < weight.size(); ++i)
        if (!(weight[i] > 0)) std::fill_n(rgb.begin() + static_cast<std::ptrdiff_t>(3 * i), 3, std::uint8_t{255});
}

std::string rangeText(const Array<float, 2>& image, std::span<const float> weight, const char* unit) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (std::size_t i = 0; i < image.size(); ++i)
        if (weight[i] > 0 && std::isfinite(image.data()[i])) {
            low = std::min(low, static_cast<double>(image.data()[i]));
            high = std::max(high, static_cast<double>(image.data()[i]));
        }
    if (low > high) return {};
    const std::string upper = numberText(high, 3) + unit;
    return phrase("%1 to %2", numberText(low, 3), upper);
}

void addObject(std::vector<Picture>& pictures, const io::PtychoResult& result) {
    const std::size_t rows = result.object.extent(1), cols = result.object.extent(2);
    if (rows == 0 || cols == 0) return;
    Array<Complex, 2> object({rows, cols});
    std::copy_n(result.object.data(), object.size(), object.begin());
    const Array<float, 2> light = io::illumination(result);
    const Array<std::uint8_t, 2> lit = io::litArea(light);
    io::removePhaseRamp(object, light.span());
    const Part part = litPart(lit, rows, cols);
    const std::size_t by = std::max<std::size_t>(1, (std::max(part.rows, part.cols) + kSide - 1) / kSide);
    const Array<Complex, 2> small = reduced<Complex>(part, by, [&](std::size_t r, std::size_t c) {
        return std::isfinite(std::abs(object(r, c))) ? object(r, c) : Complex(0, 0);
    });
    const bool masked = lit.size() == rows * cols;
    const Array<float, 2> weight =
        reduced<float>(part, by, [&](std::size_t r, std::size_t c) { return !masked || lit(r, c) != 0 ? 1.0F : 0.0F; });
    const auto captionOf = [&result](const std::string& range) -> std::string {
        const std::size_t layers = result.object.extent(0);
        if (layers < 2) return range;
        return result.objectModes > 1 ? phrase("first of %1 modes, %2", layers, range)
                                      : phrase("first of %1 slices, %2", layers, range);
    };
    const auto show = [&](const char* title, const char* unit, float (*value)(const Complex&)) {
        Array<float, 2> image(small.shape());
        std::ranges::transform(small, image.begin(), value);
        std::vector<std::uint8_t> rgb = io::greyBytes(image, weight.span());
        whiten(rgb, weight.span());
        pictures.push_back(pictureOf(
            title, captionOf(rangeText(image, weight.span(), unit)),
            withScaleBar(rgb, image.extent(0), image.extent(1), result.objectPixelWidth_m * static_cast<double>(by))));
    };
    show(translatable("Object, phase"), " rad", [](const Complex& value) { return std::arg(value); });
    show(translatable("Object, amplitude"), "", [](const Complex& value) { return std::abs(value); });
}

void addProbe(std::vector<Picture>& pictures, const io::PtychoResult& result) {
    const std::size_t modes = result.probe.extent(1), n = result.probe.extent(2);
    if (modes == 0 || n == 0) return;
    const std::size_t shown = std::min<std::size_t>(modes, 2);
    const std::size_t by = std::max<std::size_t>(1, (n + 159) / 160);
    std::vector<double> power(modes);
    double all = 0;
    for (std::size_t mode = 0; mode < modes; ++mode) {
        for (std::size_t i = 0; i < n * n; ++i)
            power[mode] += std::norm(std::complex<double>(result.probe.data()[mode * n * n + i]));
        all += power[mode];
    }
    std::string caption = translatable("brightness: amplitude, colour: phase");
    for (std::size_t mode = 0; mode < shown; ++mode) {
        const Complex* const values = result.probe.data() + mode * n * n;
        const Array<Complex, 2> small =
            reduced<Complex>({0, 0, n, n}, by, [&](std::size_t r, std::size_t c) { return values[r * n + c]; });
        std::string title = translatable("Probe");
        if (modes > 1) {
            title = phrase("Probe, mode %1 of %2", mode + 1, modes);
            caption = phrase("%1 % of the power", numberText(all > 0 ? 100 * power[mode] / all : 0, 3));
        }
        pictures.push_back(pictureOf(title, caption,
                                     withScaleBar(io::complexBytes(small.span()), small.extent(0), small.extent(1),
                                                  result.objectPixelWidth_m * static_cast<double>(by))));
    }
}

void addLoss(std::vector<Picture>& pictures, const io::PtychoResult& result, const Translate& translate) {
    if (result.loss.empty()) return;
    Chart chart;
    chart.translate = translate;
    chart.logarithmic = true;
    Chart::Curve error{{}, {}, curveColour(0)}, floor{{}, {}, curveColour(1)};
    for (const io::LossEntry& entry : result.loss) {
        error.x.push_back(static_cast<double>(entry.iteration));
        error.y.push_back(entry.ofIteration());
        floor.x.push_back(static_cast<double>(entry.iteration));
        floor.y.push_back(entry.noiseFloor > 0 ? entry.noiseFloor : std::numeric_limits<double>::quiet_NaN());
    }
    const bool hasFloor = std::ranges::any_of(floor.y, [](double y) { return std::isfinite(y); });
    chart.curves.push_back(std::move(error));
    if (hasFloor) chart.curves.push_back(std::move(floor));
    for (const io::ParameterChange& change : result.changes)
        chart.marks.push_back(static_cast<double>(change.iteration));
    for (const io::Decision& decision : result.decisions)
        if (decision.iteration > 0) chart.marks.push_back(static_cast<double>(decision.iteration));
    std::string caption = translatable("Fourier error against iterations");
    if (hasFloor) caption = phrase("%1; orange: the noise limit", caption);
    if (!result.changes.empty() && !result.decisions.empty())
        caption = phrase("%1; grey lines: a parameter changed, or the run decided something", caption);
    else if (!chart.marks.empty())
        caption = result.changes.empty() ? phrase("%1; grey lines: decisions of the run", caption)
                                         : phrase("%1; grey lines: a parameter changed", caption);
    pictures.push_back(chartOf(translatable("Error"), caption, drawChart(chart)));
}

void addPositions(std::vector<Picture>& pictures, const io::PtychoResult& result) {
    const std::vector<ScanPosition>& places = result.positions;
    double left = std::numeric_limits<double>::infinity(), top = left, right = -left, bottom = -left;
    for (const std::vector<ScanPosition>* list : {&places, &result.initialPositions})
        for (const ScanPosition& place : *list) {
            if (!std::isfinite(place.x) || !std::isfinite(place.y)) continue;
            left = std::min(left, place.x);
            right = std::max(right, place.x);
            top = std::min(top, place.y);
            bottom = std::max(bottom, place.y);
        }
    const double wide_m = std::max(right - left, bottom - top);
    if (places.empty() || !(wide_m > 0)) return;
    constexpr int kRoom = 280, kEdge = 6;
    const double pixel_m = wide_m / kRoom;
    const int width = static_cast<int>((right - left) / pixel_m) + 2 * kEdge;
    const int height = static_cast<int>((bottom - top) / pixel_m) + 2 * kEdge;
    Canvas drawn(width, height);
    const auto draw = [&](const std::vector<ScanPosition>& list, double radius, Colour colour) {
        for (const ScanPosition& place : list)
            drawn.disk(kEdge + (place.x - left) / pixel_m, kEdge + (place.y - top) / pixel_m, radius, colour);
    };
    const double little_m = 0.02 * result.objectPixelWidth_m;
    const bool moved = result.initialPositions.size() == places.size() &&
                       !std::ranges::equal(places, result.initialPositions, [&](const auto& a, const auto& b) {
                           return std::hypot(a.x - b.x, a.y - b.y) <= little_m;
                       });
    if (moved) draw(result.initialPositions, 2, {200, 200, 200});
    draw(places, places.size() > 2000 ? 0.5 : 1.5, curveColour(0));
    std::vector<std::uint8_t> rgb;
    rgb.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 3);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const Colour colour = drawn.at(x, y);
            rgb.insert(rgb.end(), {colour.red, colour.green, colour.blue});
        }
    pictures.push_back(
        pictureOf(translatable("Positions"),
                  moved ? phrase("%1 {frame|frames}; grey: before they were refined", countText(places.size()))
                        : phrase("%1 {frame|frames}", countText(places.size())),
                  withScaleBar(rgb, static_cast<std::size_t>(height), static_cast<std::size_t>(width), pixel_m)));
}

/// Patterns of an integration, of cakes the mean of their sectors: the mean, the first ones, and a heat map.
struct Patterns {
    std::vector<double> mean;
    std::vector<std::vector<double>> first;
    Array<float, 2> map; ///< [row][radial bin]
    std::size_t framesPerRow = 1;
};

Patterns readPatterns(const io::IntegrationResult& result) {
    constexpr std::size_t kRows = 160, kFirst = 5, kAtOnce = 64;
    const std::size_t bins = result.axes().radial.size(), frames = result.axes().frames;
    const std::size_t sectors = std::max<std::size_t>(1, result.axes().azimuthal_deg.size());
    Patterns patterns;
    patterns.framesPerRow = std::max<std::size_t>(1, (frames + kRows - 1) / kRows);
    patterns.map = Array<float, 2>({(frames + patterns.framesPerRow - 1) / patterns.framesPerRow, bins});
    Array<double, 2> sums(patterns.map.shape());
    Array<double, 2> counts(patterns.map.shape());
    std::vector<double> sum(bins), count(bins);
    std::vector<float> weights;
    for (std::size_t begin = 0; begin < frames; begin += kAtOnce) {
        const std::size_t many = std::min(kAtOnce, frames - begin);
        const std::vector<float> rows = result.intensities(begin, many);
        for (std::size_t row = 0; row < many; ++row) {
            if (sectors > 1 && (begin + row == 0 || result.countsVary())) weights = result.weights(begin + row);
            const std::vector<float> means =
                meanOverSectors(std::span(rows).subspan(row * sectors * bins, sectors * bins), weights, bins);
            std::vector<double> pattern(means.begin(), means.end());
            const std::size_t mapRow = (begin + row) / patterns.framesPerRow;
            for (std::size_t bin = 0; bin < bins; ++bin) {
                if (std::isnan(pattern[bin])) continue;
                sum[bin] += pattern[bin];
                count[bin] += 1;
                sums(mapRow, bin) += pattern[bin];
                counts(mapRow, bin) += 1;
            }
            if (patterns.first.size() < kFirst) patterns.first.push_back(std::move(pattern));
        }
    }
    for (std::size_t bin = 0; bin < bins; ++bin)
        patterns.mean.push_back(count[bin] > 0 ? sum[bin] / count[bin] : std::numeric_limits<double>::quiet_NaN());
    for (std::size_t i = 0; i < sums.size(); ++i)
        patterns.map.data()[i] = counts.data()[i] > 0 ? static_cast<float>(sums.data()[i] / counts.data()[i])
                                                      : std::numeric_limits<float>::quiet_NaN();
    return patterns;
}

/// Peaks are a hundred times as high as what lies between them, and it is to be seen as well. Beside the largest value
/// what is a ten-thousandth of it or less is alike.
void toLogarithms(Array<float, 2>& values) {
    constexpr float kDecades = 4;
    float most = 0;
    for (const float value : values) most = value > most ? value : most;
    if (!(most > 0)) return;
    const float least = std::log10(most) - kDecades;
    for (float& value : values)
        if (std::isfinite(value)) value = value > 0 ? std::max(least, std::log10(value)) : least;
}

} // namespace

Canvas heatMap(const Array<float, 2>& map) {
    constexpr std::size_t kColumns = 400;
    const std::size_t by = std::max<std::size_t>(1, (map.extent(1) + kColumns - 1) / kColumns);
    Array<float, 2> small({map.extent(0), (map.extent(1) + by - 1) / by});
    for (std::size_t r = 0; r < small.extent(0); ++r)
        for (std::size_t c = 0; c < small.extent(1); ++c) {
            float most = std::numeric_limits<float>::quiet_NaN(); // narrow peaks stay
            for (std::size_t j = c * by; j < std::min(map.extent(1), (c + 1) * by); ++j)
                if (!(most >= map(r, j))) most = map(r, j);
            small(r, c) = most;
        }
    toLogarithms(small);
    const int tall = static_cast<int>(std::max<std::size_t>(1, 160 / std::max<std::size_t>(1, small.extent(0))));
    const int wide = static_cast<int>(std::max<std::size_t>(1, kColumns / std::max<std::size_t>(1, small.extent(1))));
    Canvas canvas(static_cast<int>(small.extent(1)) * wide, static_cast<int>(small.extent(0)) * tall);
    const std::vector<std::uint8_t> rgb = io::greyBytes(small, {});
    for (std::size_t r = 0; r < small.extent(0); ++r)
        for (std::size_t c = 0; c < small.extent(1); ++c) {
            const std::uint8_t grey = std::isfinite(small(r, c)) ? rgb[3 * (r * small.extent(1) + c)] : 255;
            canvas.rectangle(static_cast<int>(c) * wide, static_cast<int>(r) * tall, wide, tall, {grey, grey, grey});
        }
    return canvas;
}

std::vector<Picture> picturesOf(const io::PtychoResult& result, const Translate& translate) {
    std::vector<Picture> pictures;
    addObject(pictures, result);
    addProbe(pictures, result);
    addLoss(pictures, result, translate);
    addPositions(pictures, result);
    return pictures;
}

std::vector<Picture> picturesOf(const io::IntegrationResult& result, const Translate& translate) {
    const io::IntegrationAxes& axes = result.axes();
    std::vector<Picture> pictures;
    if (axes.frames == 0 || axes.radial.empty()) return pictures;
    const Patterns patterns = readPatterns(result);
    Chart mean;
    mean.translate = translate;
    mean.curves.push_back({axes.radial, patterns.mean, curveColour(0)});
    pictures.push_back(chartOf(translatable("Mean pattern"),
                               phrase("intensity against %1 in %2, mean of %3 {3:frame|frames}", axes.radialName,
                                      axes.radialUnit, countText(axes.frames)),
                               drawChart(mean)));
    if (axes.frames > 1) {
        pictures.push_back(
            chartOf(translatable("All patterns"),
                    phrase("frames downwards, %1 from %2 to %3 %4 to the right; %5 {5:frame|frames} a "
                           "line; grey: logarithm of the intensity",
                           axes.radialName, numberText(axes.radial.front()), numberText(axes.radial.back()),
                           axes.radialUnit, countText(patterns.framesPerRow)),
                    heatMap(patterns.map)));
        Chart first;
        first.translate = translate;
        for (std::size_t i = 0; i < patterns.first.size(); ++i)
            first.curves.push_back({axes.radial, patterns.first[i], curveColour(i)});
        pictures.push_back(chartOf(translatable("First patterns"),
                                   phrase("intensity against %1 in %2, frames %3 to %4", axes.radialName,
                                          axes.radialUnit, countText(axes.firstFrame),
                                          countText(axes.firstFrame + (patterns.first.size() - 1) * axes.frameStep)),
                                   drawChart(first)));
    }
    return pictures;
}

} // namespace ewald::job::report
