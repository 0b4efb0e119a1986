// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/image_orientation.h"

#include "base/error.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ewald::azint {
namespace {

constexpr std::size_t kMostPixels = 1'000'000;
constexpr std::size_t kFewestPixels = 100;
/// The smallest differences of real images: Pixium 1.11, Pilatus 1M 1.87 (tests/azint/image_orientation_test.cpp); of
/// simulated images with the beam in the middle, where all are equal, 1.002.
constexpr double kClearMargin = 1.03;
/// A slope towards a wrong centre explains some of the variance, too.
constexpr double kLeastScore = 0.15;

std::array<double, 3> directionOf(const Geometry& geometry, ImagePoint from, ImagePoint to) {
    const LabPoint a = geometry.position(from);
    const LabPoint b = geometry.position(to);
    const std::array<double, 3> difference{b.y - a.y, b.x - a.x, b.z - a.z};
    const double length = std::hypot(difference[0], difference[1], difference[2]);
    return {difference[0] / length, difference[1] / length, difference[2] / length};
}

/// Rotations of a detector whose axes point there; the third is their product. \param axis1, axis2 (y, x, z)
void setRotations(Poni& poni, const std::array<double, 3>& axis1, const std::array<double, 3>& axis2, double normal_z) {
    poni.rot2 = std::atan2(axis1[2], std::hypot(axis1[0], axis1[1]));
    poni.rot3 = std::atan2(axis1[1], axis1[0]);
    poni.rot1 = std::atan2(-axis2[2], normal_z);
}

/// Sums over the pixels of one ring.
struct RingSum {
    double count = 0;
    double sum = 0;
    double squares = 0;
    void add(double value) {
        count += 1;
        sum += value;
        squares += value * value;
    }
    [[nodiscard]] double scatter() const { return count > 0 ? std::max(0.0, squares - sum * sum / count) : 0; }
};

} // namespace

std::array<ImageOrientation, 8> allImageOrientations() {
    std::array<ImageOrientation, 8> all;
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = {(i & 4U) != 0, (i & 1U) != 0, (i & 2U) != 0};
    return all;
}

OrientedPoni oriented(const Poni& poni, std::size_t rows, std::size_t cols, ImageOrientation orientation) {
    OrientedPoni made{poni, orientation.flipRows, orientation.flipCols};
    if (!orientation.transposed) return made;
    // The image that the PONI fits has `cols` rows. Its axis 2 becomes the first; its axis 1, reversed, the second:
    // that is a turn of the detector by 90° in its plane, and no reflection of space.
    Poni plain = poni;
    plain.shape.reset();
    plain.parallax = false; // positions in the plane
    const Geometry before(plain, cols, rows, orientation.flipRows, orientation.flipCols);
    plain.orientation = 3;
    const Geometry straight(plain, cols, rows);
    const auto axis1 = directionOf(straight, {0, 0}, {1, 0});
    const auto axis2 = directionOf(straight, {0, 0}, {0, 1});
    const double normal_z = axis1[0] * axis2[1] - axis1[1] * axis2[0];
    Poni& turned = made.poni;
    turned.orientation = 3;
    turned.detector = "Detector";
    turned.shape.reset();
    turned.pixel1_m = poni.pixel2_m;
    turned.pixel2_m = poni.pixel1_m;
    turned.poni1_m = poni.poni2_m;
    turned.poni2_m = static_cast<double>(cols) * poni.pixel1_m - poni.poni1_m;
    setRotations(turned, axis2, {-axis1[0], -axis1[1], -axis1[2]}, normal_z);
    made.flipRows = before.reversesCols();
    made.flipCols = !before.reversesRows();
    return made;
}

double ringScore(const Array<float, 2>& image, const Array<std::uint8_t, 2>& mask, const Geometry& geometry) {
    const std::size_t rows = image.extent(0), cols = image.extent(1);
    const bool masked = mask.shape() == image.shape();
    // Whole rows and columns are left out, so that rings stay sharp.
    std::size_t step = 1;
    while (rows / step * (cols / step) > kMostPixels) ++step;
    // A ring is as wide as the pixels that are looked at.
    const Poni& poni = geometry.poni();
    const double width = static_cast<double>(step) * std::max(poni.pixel1_m, poni.pixel2_m) / poni.dist_m;
    std::vector<RingSum> rings(static_cast<std::size_t>(4 / width) + 2); // up to 4 > π
    RingSum all;
    for (std::size_t r = step / 2; r < rows; r += step)
        for (std::size_t c = step / 2; c < cols; c += step) {
            const auto value = static_cast<double>(image(r, c));
            if (!(value >= 0) || !std::isfinite(value) || (masked && mask(r, c) != 0)) continue;
            const double angle = geometry.twoTheta({static_cast<double>(r) + 0.5, static_cast<double>(c) + 0.5});
            if (!std::isfinite(angle)) continue;
            const double logarithm = std::log1p(value);
            const auto ring = static_cast<std::size_t>(angle / width);
            if (ring >= rings.size()) continue;
            rings[ring].add(logarithm);
            all.add(logarithm);
        }
    const double whole = all.scatter();
    if (all.count < static_cast<double>(kFewestPixels) || !(whole > 0)) return 0;
    double within = 0;
    double free = all.count; // degrees of freedom: a ring of one pixel explains it without meaning anything
    for (const RingSum& ring : rings) {
        within += ring.scatter();
        if (ring.count > 0) free -= 1;
    }
    if (!(free > 0)) return 0;
    return std::clamp(1 - within / free / (whole / (all.count - 1)), 0.0, 1.0);
}

ImageOrientationAnswer findImageOrientation(
    const Array<float, 2>& image, const Array<std::uint8_t, 2>& mask, const Poni& poni, const RunControl& control,
    const std::function<void(const ImageOrientationTrial&, std::size_t)>& tried) {
    const std::size_t rows = image.extent(0), cols = image.extent(1);
    std::vector<ImageOrientation> possible;
    for (const ImageOrientation orientation : allImageOrientations()) {
        const std::array<std::size_t, 2> shape =
            orientation.transposed ? std::array{cols, rows} : std::array{rows, cols};
        if (orientation.transposed && !poni.distortion.isNone()) continue; // no PONI says that
        if (!poni.shape || *poni.shape == shape) possible.push_back(orientation);
    }
    if (possible.empty())
        throw JobError("the detector of the PONI file has another shape than the image", "poni",
                       "use the PONI file that was made for these frames");
    ImageOrientationAnswer answer;
    for (const ImageOrientation orientation : possible) {
        if (control.stopRequested()) throw StoppedError();
        ImageOrientationTrial trial{orientation, oriented(poni, rows, cols, orientation), 0};
        const OrientedPoni& by = trial.geometry;
        trial.score = ringScore(image, mask, Geometry(by.poni, rows, cols, by.flipRows, by.flipCols));
        answer.trials.push_back(std::move(trial));
        if (tried) tried(answer.trials.back(), possible.size());
    }
    std::ranges::stable_sort(answer.trials, std::ranges::greater(), &ImageOrientationTrial::score);
    const auto unexplained = [&](const ImageOrientationTrial& trial) { return std::max(1e-9, 1 - trial.score); };
    const double best = unexplained(answer.trials.front());
    if (answer.trials.size() > 1) answer.margin = unexplained(answer.trials[1]) / best;
    if (answer.trials.front().score >= kLeastScore)
        answer.fitting = static_cast<std::size_t>(std::ranges::count_if(
            answer.trials, [&](const auto& trial) { return unexplained(trial) <= kClearMargin * best; }));
    return answer;
}

} // namespace ewald::azint
