// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/ptychography/results/compare.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "io/result_layout.h"
#include "job/document/parameters.h"
#include "ptycho/model/initial_guess.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

namespace ewald::job {
namespace {

using Image = Array<Complex, 2>;
using Mask = Array<std::uint8_t, 2>;

/// All pixels where it is not known.
Mask litArea(const io::PtychoResult& result) {
    Mask lit = io::litArea(io::illumination(result));
    return lit.empty() ? Mask({result.object.extent(1), result.object.extent(2)}, 1) : lit;
}

PixelPosition centroid(const Mask& mask) {
    double count = 0, row = 0, col = 0;
    for (std::size_t r = 0; r < mask.extent(0); ++r)
        for (std::size_t c = 0; c < mask.extent(1); ++c)
            if (mask(r, c) != 0) count += 1, row += static_cast<double>(r), col += static_cast<double>(c);
    return count > 0 ? PixelPosition{row / count, col / count} : PixelPosition{};
}

Mask turned(const Mask& mask) {
    Mask result(mask.shape());
    std::copy(mask.begin(), mask.end(), result.span().rbegin());
    return result;
}

std::size_t countOf(const Mask& mask) {
    return static_cast<std::size_t>(std::count(mask.begin(), mask.end(), std::uint8_t{1}));
}

/// Pixels of `a` that are lit in both when `b` is shifted.
Mask litInBoth(const Mask& a, const Mask& b, double shiftRow, double shiftCol) {
    const auto down = std::lround(shiftRow), right = std::lround(shiftCol);
    const auto rows = static_cast<std::ptrdiff_t>(b.extent(0)), cols = static_cast<std::ptrdiff_t>(b.extent(1));
    Mask both(a.shape());
    for (std::size_t r = 0; r < a.extent(0); ++r)
        for (std::size_t c = 0; c < a.extent(1); ++c) {
            const std::ptrdiff_t y = static_cast<std::ptrdiff_t>(r) - down, x = static_cast<std::ptrdiff_t>(c) - right;
            if (y >= 0 && x >= 0 && y < rows && x < cols && a(r, c) != 0 && b(y, x) != 0) both(r, c) = 1;
        }
    return both;
}

void requireEqualPixels(const io::PtychoResult& a, const io::PtychoResult& b) {
    constexpr double kSame = 1e-3; // an image of 1000 pixels is off by half a pixel at its edges
    const auto differ = [](double x, double y) { return !(x > 0) || !(std::abs(x / y - 1) < kSame); };
    if (differ(a.objectPixelHeight_m, b.objectPixelHeight_m) || differ(a.objectPixelWidth_m, b.objectPixelWidth_m))
        throw DataError(phrase("the pixels of the objects have different sizes: %1 and %2",
                               lengthText(a.objectPixelWidth_m), lengthText(b.objectPixelWidth_m)),
                        {}, "reconstruct both with the same crop_size, binning, energy and distance");
}

constexpr std::size_t kSmallestBox = 16;
constexpr double kLeastContrast = 1e-4; ///< r.m.s. over that of the image; rounding is below 1e-6
constexpr std::size_t kLowestRing = 4;  ///< the first in which a resolution is looked for

/// r.m.s. of what differs from the mean over that of all, without the ramp; 0 for an image of zeros.
double contrastOf(Image image) {
    const std::vector<float> everywhere(image.size(), 1.0F);
    io::removePhaseRamp(image, everywhere);
    std::complex<double> sum = 0;
    double power = 0;
    for (const Complex value : image)
        sum += std::complex<double>(value), power += std::norm(std::complex<double>(value));
    if (!(power > 0)) return 0;
    const std::complex<double> mean = sum / static_cast<double>(image.size());
    double rest = 0;
    for (const Complex value : image) rest += std::norm(std::complex<double>(value) - mean);
    return std::sqrt(rest / power);
}

/// Why the ring correlation says nothing about a resolution; empty where it does.
std::string reasonForNone(const Image& a, const Image& b, const ptycho::RingCorrelation& frc) {
    const bool isFlatA = contrastOf(a) < kLeastContrast, isFlatB = contrastOf(b) < kLeastContrast;
    if (isFlatA || isFlatB)
        return isFlatA && isFlatB ? translatable("both objects have no contrast where it is well lit")
               : isFlatA          ? translatable("the object of A has no contrast where it is well lit")
                                  : translatable("the object of B has no contrast where it is well lit");
    if (frc.frc.size() < kLowestRing + 2) return {};
    const double lowest = (frc.frc[kLowestRing - 1] + frc.frc[kLowestRing] + frc.frc[kLowestRing + 1]) / 3;
    if (lowest < -frc.halfBit[kLowestRing])
        return phrase("the objects have opposite contrast (%1 at the lowest frequencies, where equal ones have 1): one "
                      "is the complex conjugate of the other, as where frames are turned by 180° (flip_rows and "
                      "flip_cols)",
                      numberText(lowest, 2));
    if (lowest < frc.halfBit[kLowestRing])
        return phrase("the objects are not correlated, not even at the lowest frequencies (%1, below the half-bit "
                      "threshold of %2)",
                      numberText(lowest, 2), numberText(frc.halfBit[kLowestRing], 2));
    return {};
}

/// The objects: alignment, common area, difference, FRC.
/// \param twins whether B may be the twin of A
void compareObjects(const io::PtychoResult& a, const io::PtychoResult& b, ptycho::FrcWindow window, bool twins,
                    ResultComparison& found) {
    const Mask litA = litArea(a), litB = litArea(b), turnedB = turned(litB);
    const PixelPosition centreA = centroid(litA), centreB = centroid(litB), centreTurned = centroid(turnedB);
    ptycho::AlignmentOptions options;
    options.start = {(b.objectOriginY_m - a.objectOriginY_m) / a.objectPixelHeight_m,
                     (b.objectOriginX_m - a.objectOriginX_m) / a.objectPixelWidth_m};
    options.tryTwin = twins;
    options.twinStart = {centreA.row - centreTurned.row, centreA.col - centreTurned.col};
    Mask both = litInBoth(litA, litB, options.start.row, options.start.col);
    if (2 * countOf(both) < std::min(countOf(litA), countOf(litB))) {
        // Other positions of the motors: the middles of both scans are the best guess.
        options.start = {centreA.row - centreB.row, centreA.col - centreB.col};
        both = litInBoth(litA, litB, options.start.row, options.start.col);
    }
    found.a = ptycho::objectOf(a.object, a.objectModes);
    const Image objectB = ptycho::objectOf(b.object, b.objectModes);
    const auto boxOf = [](const Mask& lit) {
        const ptycho::ImageBox box = ptycho::largestBox(lit);
        if (std::min(box.rows, box.cols) < kSmallestBox)
            throw DataError("the results have no common area of 16 × 16 pixels that is well lit in both", {},
                            "compare results of the same part of the sample");
        return box;
    };
    found.alignment = ptycho::align(found.a, objectB, boxOf(both), options);
    found.lit =
        litInBoth(litA, found.alignment.twin ? turnedB : litB, found.alignment.shiftRow, found.alignment.shiftCol);
    found.box = boxOf(found.lit);
    found.b = ptycho::aligned(objectB, found.alignment, found.a.extent(0), found.a.extent(1));
    found.difference = ptycho::difference(found.a, found.b, found.box);
    const Image left = ptycho::cut(found.a, found.box), right = ptycho::cut(found.b, found.box);
    found.frc = ptycho::ringCorrelation(left, right, found.pixelHeight_m, found.pixelWidth_m, window);
    withoutResolution(found, reasonForNone(left, right, found.frc));
}

/// The modes of the first variation.
std::vector<Image> modesOf(const io::PtychoResult& result) {
    const std::size_t rows = result.probe.extent(2), cols = result.probe.extent(3);
    std::vector<Image> modes;
    for (std::size_t k = 0; k < result.probe.extent(1); ++k) {
        const auto mode = result.probe.slab(0).subspan(k * rows * cols, rows * cols);
        modes.emplace_back(Image::Shape{rows, cols}, std::vector<Complex>(mode.begin(), mode.end()));
    }
    return modes;
}

Array<Complex, 3> stacked(const std::vector<Image>& modes) {
    Array<Complex, 3> stack({modes.size(), modes.front().extent(0), modes.front().extent(1)});
    for (std::size_t k = 0; k < modes.size(); ++k) std::copy(modes[k].begin(), modes[k].end(), stack.slab(k).begin());
    return stack;
}

double powerOf(const std::vector<Image>& modes) {
    double power = 0;
    for (const Image& mode : modes)
        for (const Complex value : mode) power += std::norm(std::complex<double>(value));
    return power;
}

void compareProbes(const io::PtychoResult& a, const io::PtychoResult& b, ResultComparison& found) {
    const std::vector<Image> left = modesOf(a);
    std::vector<Image> right = modesOf(b);
    ProbeComparison probe;
    probe.a = ptycho::coherenceOf(stacked(left));
    probe.b = ptycho::coherenceOf(stacked(right));
    probe.powerRatio = powerOf(left) > 0 ? powerOf(right) / powerOf(left) : 0;
    const auto shape = left.front().shape();
    if (right.front().shape() != shape) {
        found.noProbe = phrase("their windows have %1 and %2 pixels a side", shape[0], right.front().extent(0));
        return;
    }
    if (found.alignment.twin)
        for (Image& mode : right) mode = ptycho::twinOf(mode);
    // A probe moves with its object, and has the opposite ramp; how far depends on the window, so it is found anew.
    ptycho::AlignmentOptions options;
    options.tryTwin = false;
    options.largestShift = static_cast<double>(shape[0]) / 4;
    const ptycho::ImageBox all{0, 0, shape[0], shape[1]};
    ptycho::Alignment by = ptycho::align(left.front(), right.front(), all, options);
    by.scale = 1;
    for (Image& mode : right) mode = ptycho::aligned(mode, by, shape[0], shape[1]);
    probe.overlap = ptycho::overlapOfBeams(stacked(left), stacked(right));
    found.probe = std::move(probe);
}

/// The last entry not after a point.
template <class Before>
const io::LossEntry* lastWhere(const std::vector<io::LossEntry>& loss, const Before& before) {
    const io::LossEntry* last = nullptr;
    for (const io::LossEntry& entry : loss)
        if (before(entry)) last = &entry;
    return last;
}

void compareLoss(const io::PtychoResult& a, const io::PtychoResult& b, ResultComparison& found) {
    if (a.loss.empty() || b.loss.empty()) return;
    const auto point = [&](const auto& before, LossPoint at) -> std::optional<LossPoint> {
        const io::LossEntry *left = lastWhere(a.loss, before), *right = lastWhere(b.loss, before);
        if (!left || !right) return std::nullopt;
        // Not those of the saved states: one of both goes on.
        at.a = left->ofIteration();
        at.b = right->ofIteration();
        return at;
    };
    const std::size_t iteration = std::min(a.loss.back().iteration, b.loss.back().iteration);
    const double time_s = std::min(a.loss.back().time_s, b.loss.back().time_s);
    found.atEqualIteration =
        point([&](const io::LossEntry& entry) { return entry.iteration <= iteration; }, {iteration, 0, 0, 0});
    found.atEqualTime = point([&](const io::LossEntry& entry) { return entry.time_s <= time_s; }, {0, time_s, 0, 0});
}

/// Whether both hold the same measurement, whatever files it was read from: frames at the same places with the same
/// number of counts. Of two exposures a few have the same number by chance: 3 in 100 at 100 photons a frame.
bool measuredTheSame(const io::PtychoResult& a, const io::PtychoResult& b) {
    const auto known = [](const io::PtychoResult& of) {
        return !of.frameCounts.empty() && of.frameCounts.size() == of.initialPositions.size();
    };
    if (!known(a) || !known(b)) return false;
    using Cell = std::pair<long long, long long>; // of a pixel of the object
    const auto cellOf = [&](const ScanPosition& place, int down, int right) {
        return Cell{std::llround(place.y / a.objectPixelHeight_m) + down,
                    std::llround(place.x / a.objectPixelWidth_m) + right};
    };
    std::multimap<Cell, double> countsAt;
    for (std::size_t i = 0; i < b.frameCounts.size(); ++i)
        countsAt.emplace(cellOf(b.initialPositions[i], 0, 0), b.frameCounts[i]);
    std::size_t there = 0, equal = 0;
    for (std::size_t i = 0; i < a.frameCounts.size(); ++i) {
        if (!(a.frameCounts[i] > 0)) continue;
        bool found = false, same = false;
        for (int down = -1; down <= 1; ++down)
            for (int right = -1; right <= 1; ++right) {
                const auto [first, end] = countsAt.equal_range(cellOf(a.initialPositions[i], down, right));
                for (auto it = first; it != end; ++it) found = true, same = same || it->second == a.frameCounts[i];
            }
        there += found ? 1 : 0, equal += same ? 1 : 0;
    }
    return equal > 0 && 2 * equal > there;
}

bool readSameFile(const std::vector<ParameterDifference>& differences) {
    return std::none_of(differences.begin(), differences.end(), [](const ParameterDifference& difference) {
        return difference.key == "file" || difference.key.starts_with("mapping.frames");
    });
}

/// Whether one object may be the twin of the other (ptycho::twinOf()): that has its positions turned by 180°, too, so
/// that jobs which read one file with frames and positions the same way round never find both. What little an object
/// has in common with its twin is then no agreement, also where the two have hardly found the object.
bool mayBeTwins(const io::PtychoResult& a, const io::PtychoResult& b,
                const std::vector<ParameterDifference>& differences) {
    if (a.job.empty() || b.job.empty()) return true;
    return std::ranges::any_of(differences, [](const ParameterDifference& difference) {
        const ParameterDef* def = findParameter(difference.key);
        return difference.key == "file" || difference.key.starts_with("mapping") ||
               (def && def->scope == ParameterScope::beamline);
    });
}

/// How the frames of one file were divided between two results that have none in common.
std::string divisionOf(const std::vector<std::size_t>& a, const std::vector<std::size_t>& b,
                       const std::vector<ParameterDifference>& differences) {
    if (a.empty() || b.empty()) return {};
    if (std::ranges::find(differences, "scan_half", &ParameterDifference::key) != differences.end())
        return randomHalves();
    const auto allAre = [](const std::vector<std::size_t>& frames, std::size_t rest) {
        return std::ranges::all_of(frames, [&](std::size_t frame) { return frame % 2 == rest; });
    };
    if ((allAre(a, 0) && allAre(b, 1)) || (allAre(a, 1) && allAre(b, 0)))
        return translatable("the even and the odd frames of one scan");
    const auto [firstA, lastA] = std::ranges::minmax(a);
    const auto [firstB, lastB] = std::ranges::minmax(b);
    if (lastA < firstB || lastB < firstA)
        return phrase("frames %1 to %2 and frames %3 to %4 of one scan", firstA, lastA, firstB, lastB);
    return translatable("different frames of one scan");
}

/// Whether two jobs read the same frames.
bool readSameFrames(const io::PtychoResult& a, const io::PtychoResult& b,
                    const std::vector<ParameterDifference>& differences) {
    const bool sameFile = readSameFile(differences);
    if (!sameFile || a.frameIndex.empty() || b.frameIndex.empty()) return sameFile;
    std::vector<std::size_t> left = a.frameIndex, right = b.frameIndex, common;
    std::sort(left.begin(), left.end());
    std::sort(right.begin(), right.end());
    std::set_intersection(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(common));
    return !common.empty();
}

} // namespace

void requireFinite(const io::PtychoResult& result, const std::string& name) {
    const auto check = [&](std::span<const Complex> values, const char* dataset) {
        const auto wrong = std::count_if(values.begin(), values.end(), [](Complex value) {
            return !std::isfinite(value.real()) || !std::isfinite(value.imag());
        });
        if (wrong > 0)
            throw DataError(phrase("%1 of %2 pixels are not finite (NaN or infinite)", wrong, values.size()),
                            name + ": " + dataset, "reconstruct the scan again");
    };
    check(result.object.span(), io::layout::kObject);
    check(result.probe.span(), io::layout::kProbe);
}

ResultComparison compareResults(const io::PtychoResult& a, const io::PtychoResult& b, ptycho::FrcWindow window) {
    requireFinite(a, "result A");
    requireFinite(b, "result B");
    requireEqualPixels(a, b);
    ResultComparison found;
    found.pixelHeight_m = a.objectPixelHeight_m;
    found.pixelWidth_m = a.objectPixelWidth_m;
    if (!a.job.empty() && !b.job.empty()) found.parameters = jobDifferences(a.job, b.job);
    compareObjects(a, b, window, mayBeTwins(a, b, found.parameters), found);
    compareProbes(a, b, found);
    compareLoss(a, b, found);
    found.sameFrames = readSameFrames(a, b, found.parameters) || measuredTheSame(a, b);
    if (!found.sameFrames && readSameFile(found.parameters))
        found.division = divisionOf(a.frameIndex, b.frameIndex, found.parameters);
    return found;
}

void withoutResolution(ResultComparison& found, const std::string& reason) {
    if (reason.empty()) return;
    found.noResolution = reason;
    found.frc.halfBitResolution_m = found.frc.oneBitResolution_m = std::nullopt;
}

std::string resolutionDefinition(ptycho::FrcWindow window) {
    const char* name = window == ptycho::FrcWindow::hann    ? "a Hann window"
                       : window == ptycho::FrcWindow::tukey ? "a Tukey window (0.2)"
                                                            : "no window";
    return std::string(
               "half the period, 1/(2f), where the mean of three rings of the Fourier ring correlation first falls "
               "below the threshold of van Heel & Schatz 2005; complex images with ") +
           name;
}

const char* randomHalves() noexcept {
    return translatable("two random halves of the scan (of each two consecutive frames one)");
}

io::StoredFrc storedFrc(const ResultComparison& found, ptycho::FrcWindow window, std::string of) {
    const ptycho::RingCorrelation& frc = found.frc;
    io::StoredFrc stored{frc.frequency, frc.frc, frc.halfBit, frc.oneBit, {}, {}, std::move(of), {}};
    if (!found.noResolution.empty()) {
        stored.definition = phrase("no resolution can be given: %1", found.noResolution);
        return stored;
    }
    const auto resolution = [&frc](const std::optional<double>& crossing_m) {
        return io::StoredFrc::Resolution{crossing_m.value_or(1 / (2 * frc.nyquist)), !crossing_m};
    };
    stored.resolution = resolution(frc.halfBitResolution_m);
    stored.oneBitResolution = resolution(frc.oneBitResolution_m);
    stored.definition = resolutionDefinition(window);
    return stored;
}

} // namespace ewald::job
