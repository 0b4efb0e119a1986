// SPDX-License-Identifier: GPL-3.0-or-later
//
// How many bytes of device memory a launch of a kernel body reads and writes, from the arguments alone: each byte that
// it needs once, as if its caches held everything within the launch and nothing from the one before. The emulation of
// GPUs counts the accesses of the kernels in the same way and compares (tests/emulation/traffic_test.cpp).
#pragma once

#include "kernels/coarse_bodies.h"
#include "kernels/field_bodies.h"
#include "kernels/point_spread_bodies.h"
#include "kernels/position_bodies.h"
#include "kernels/ptycho_gather.h"
#include "kernels/regulariser_bodies.h"
#include "kernels/slice_bodies.h"
#include "kernels/sum_boxes.h"
#include "kernels/variable_probe_bodies.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace ewald::compute {

/// Bytes.
struct Traffic {
    std::size_t read = 0;
    std::size_t written = 0;

    [[nodiscard]] std::size_t sum() const { return read + written; }
    Traffic& operator+=(const Traffic& other) {
        read += other.read, written += other.written;
        return *this;
    }
    friend Traffic operator+(Traffic a, const Traffic& b) { return a += b; }
};

/// The work items of a launch.
struct LaunchShape {
    std::size_t depth = 1, rows = 1, cols = 1;
    [[nodiscard]] std::size_t items() const { return depth * rows * cols; }
};

inline constexpr std::size_t kSingle = sizeof(kernels::Cf);
inline constexpr std::size_t kDouble = sizeof(kernels::Cd);

/// The pixels of an object that windows cover together: [row − before, row + reach) of each, likewise in columns.
[[nodiscard]] inline std::size_t coveredPixels(const kernels::FramePlace* places, std::size_t frames, int reach,
                                               int before = 0) {
    std::vector<kernels::FramePlace> sorted(places, places + frames);
    std::ranges::sort(sorted, {}, &kernels::FramePlace::col);
    if (sorted.empty()) return 0;
    const auto [first, last] = std::ranges::minmax(sorted, {}, &kernels::FramePlace::row);
    std::size_t pixels = 0;
    for (int row = first.row - before; row < last.row + reach; ++row) {
        int end = sorted.front().col - before; // of what is counted in this row
        for (const kernels::FramePlace& p : sorted) {
            if (row < p.row - before || row >= p.row + reach) continue;
            const int from = std::max(end, p.col - before);
            end = std::max(end, p.col + reach);
            pixels += static_cast<std::size_t>(end - from);
        }
    }
    return pixels;
}

/// What the bodies of waves have in common.
struct WaveBytes {
    std::size_t frames, modes, pixels;
    [[nodiscard]] std::size_t waves() const { return frames * modes * pixels * kSingle; }
    /// Of probes that all frames share, or have each.
    [[nodiscard]] std::size_t probes(std::size_t stride) const {
        return (stride > 0 ? frames : 1) * modes * pixels * kSingle;
    }
    static WaveBytes of(std::size_t frames, int modes, int n) {
        return {frames, static_cast<std::size_t>(modes), static_cast<std::size_t>(n) * static_cast<std::size_t>(n)};
    }
};

/// The object under the windows, and the places of these.
[[nodiscard]] inline std::size_t windowBytes(const kernels::ObjectView& object, const kernels::FramePlace* places,
                                             std::size_t frames, int n) {
    const std::size_t place = object.bilinear ? sizeof(kernels::FramePlace) : 2 * sizeof(int);
    return coveredPixels(places, frames, n + (object.bilinear ? 1 : 0)) * kSingle + frames * place;
}

/// Frames at the detector: counts, the numbers of the frames, background and gains.
[[nodiscard]] inline std::size_t measuredBytes(const kernels::MeasuredFrames& measured,
                                               const kernels::Detector& detector, std::size_t frames,
                                               std::size_t pixels) {
    return frames * (pixels * kernels::bytesOf(measured.type) + sizeof(int)) +
           (detector.background ? pixels * sizeof(float) : 0) + (detector.gains ? frames * sizeof(float) : 0);
}

// One function a body; a body without one does not compile into a ledger.

[[nodiscard]] inline Traffic trafficOf(const kernels::Copy&, const LaunchShape& s) {
    return {s.items() * kSingle, s.items() * kSingle};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::ShiftSpectrum& b, const LaunchShape& s) {
    const WaveBytes w = WaveBytes::of(s.depth, b.modes, b.n);
    return {w.probes(b.perFrame ? 1 : 0) + w.frames * 2 * sizeof(float), w.waves()};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::PropagateSpectrum& b, const LaunchShape& s) {
    const WaveBytes w = WaveBytes::of(s.depth, b.shift.modes, b.shift.n);
    return trafficOf(b.shift, s) + Traffic{w.pixels * sizeof(float) + w.frames * (sizeof(int) + sizeof(float)), 0};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::ExitWave& b, const LaunchShape& s) {
    const WaveBytes w = WaveBytes::of(s.depth, b.modes, b.n);
    return {windowBytes(b.object, b.places, w.frames, b.n) + w.probes(b.probeStride), w.waves()};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::MultiplyAll&, const LaunchShape& s) {
    return {(s.items() + s.rows * s.cols) * kSingle, s.items() * kSingle};
}
template <bool kStored, bool kAmplitudes>
[[nodiscard]] Traffic trafficOf(const kernels::Project<kStored, kAmplitudes>& b, const LaunchShape& s) {
    const WaveBytes w = WaveBytes::of(s.depth, b.modes, b.n);
    constexpr std::size_t arrays = kStored ? 2 : 1;
    return {arrays * w.waves() + measuredBytes(b.measured, b.detector, w.frames, w.pixels), arrays * w.waves()};
}
template <bool kOfRest>
[[nodiscard]] Traffic trafficOf(const kernels::ConjObject<kOfRest>& b, const LaunchShape& s) {
    const WaveBytes w = WaveBytes::of(s.depth, b.modes, b.n);
    constexpr std::size_t arrays = kOfRest ? 2 : 1;
    return {windowBytes(b.object, b.places, w.frames, b.n) + arrays * w.waves(), w.waves()};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::KeepWaves& b, const LaunchShape& s) {
    return {s.items() * kSingle + (b.index ? s.rows * sizeof(int) : 0), s.items() * kSingle};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::WeightAt&, const LaunchShape& s) {
    return {s.items() * sizeof(double), 0};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::UpdateLayers& b, const LaunchShape& s) {
    const auto layers = static_cast<std::size_t>(b.layers);
    return {s.items() * (layers * (kSingle + kDouble) + sizeof(double)) + (b.largest ? sizeof(float) : 0),
            s.items() * (layers * (kSingle + kDouble) + sizeof(double))};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::FindFrames& b, const LaunchShape& s) {
    return {static_cast<std::size_t>(b.frames) * 2 * sizeof(int), s.items() * sizeof(unsigned)};
}
/// The pixels of the tiles of a rectangle that a window reaches into.
[[nodiscard]] inline std::size_t touchedPixels(const kernels::TileMasks& t, const LaunchShape& s,
                                               const kernels::FramePlace* places, std::size_t frames) {
    constexpr int kHeight = kernels::TileMasks::kRows;
    const int rows = static_cast<int>(s.rows), cols = static_cast<int>(s.cols);
    const int tileRows = kernels::TileMasks::tilesOf(rows, kHeight);
    std::vector<char> touched(static_cast<std::size_t>(tileRows) * static_cast<std::size_t>(t.tileCols));
    for (std::size_t i = 0; i < frames; ++i) {
        const int top = places[i].row - t.row, left = places[i].col - t.col;
        for (int y = top / kHeight; y <= (top + t.reach - 1) / kHeight && y < tileRows; ++y)
            for (int x = left / t.width; x <= (left + t.reach - 1) / t.width && x < t.tileCols; ++x)
                touched[static_cast<std::size_t>(y * t.tileCols + x)] = 1;
    }
    std::size_t pixels = 0;
    for (int y = 0; y < tileRows; ++y)
        for (int x = 0; x < t.tileCols; ++x)
            if (touched[static_cast<std::size_t>(y * t.tileCols + x)])
                pixels += static_cast<std::size_t>(std::min(kHeight, rows - y * kHeight) *
                                                   std::min(t.width, cols - x * t.width));
    return pixels;
}
[[nodiscard]] inline std::size_t maskBytes(const kernels::TileMasks& t, const LaunchShape& s) {
    return static_cast<std::size_t>(kernels::TileMasks::tilesOf(static_cast<int>(s.rows), kernels::TileMasks::kRows)) *
           static_cast<std::size_t>(t.tileCols) * static_cast<std::size_t>(t.wordsPerTile) * sizeof(unsigned);
}
/// Masks, places, probes and waves of a gathering; the rectangle holds all windows.
template <bool kBilinear>
[[nodiscard]] std::size_t gatheredBytes(const kernels::ObjectGather<kBilinear>& g, const LaunchShape& s,
                                        std::size_t frames) {
    const WaveBytes w = WaveBytes::of(frames, g.modes, g.n);
    return maskBytes(g.tiles, s) + frames * (kBilinear ? sizeof(kernels::FramePlace) : 2 * sizeof(int)) + w.waves() +
           w.probes(g.probeStride);
}
template <bool kBilinear>
[[nodiscard]] Traffic trafficOf(const kernels::AddObjectSums<kBilinear>& b, const LaunchShape& s,
                                const kernels::FramePlace* places, std::size_t frames) {
    const std::size_t sums = touchedPixels(b.gather.tiles, s, places, frames) * (kDouble + sizeof(double));
    return {gatheredBytes(b.gather, s, frames) + sums, sums};
}
template <bool kBilinear>
[[nodiscard]] Traffic trafficOf(const kernels::KeepObjectSums<kBilinear>& b, const LaunchShape& s,
                                const kernels::FramePlace* places, std::size_t frames) {
    return {gatheredBytes(b.gather, s, frames),
            touchedPixels(b.gather.tiles, s, places, frames) * (kSingle + sizeof(float))};
}
template <bool kBilinear>
[[nodiscard]] Traffic trafficOf(const kernels::UpdateObject<kBilinear>& b, const LaunchShape& s,
                                const kernels::FramePlace* places, std::size_t frames) {
    const std::size_t pixels = touchedPixels(b.tiles, s, places, frames);
    return {maskBytes(b.tiles, s) + pixels * (2 * kSingle + sizeof(float)) + sizeof(float), pixels * kSingle};
}
template <bool kProduct>
[[nodiscard]] Traffic trafficOf(const kernels::GatherProbe<kProduct>& b, const LaunchShape&) {
    const WaveBytes w = WaveBytes::of(static_cast<std::size_t>(b.frames), b.modes, b.n);
    const std::size_t sums = w.pixels * (w.modes * kDouble + sizeof(double));
    return {windowBytes(b.object, b.places, w.frames, b.n) + w.waves() + sums, sums};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::FiguresAtDetector& b, const LaunchShape& s) {
    const WaveBytes w = WaveBytes::of(s.depth, b.modes, b.n);
    return {w.waves() + measuredBytes(b.measured, b.detector, w.frames, w.pixels), 0};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::BackgroundAtDetector& b, const LaunchShape&) {
    const WaveBytes w = WaveBytes::of(static_cast<std::size_t>(b.frames), b.modes, b.n);
    const std::size_t sums = kernels::kBackgroundTerms * w.pixels * sizeof(double);
    return {w.waves() + measuredBytes(b.measured, b.detector, w.frames, w.pixels) + sums, sums};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::PositionTerms& b, const LaunchShape& s) {
    const WaveBytes w = WaveBytes::of(s.depth, b.modes, b.n);
    const int reach = b.n + kernels::kDerivativeReach + (b.object.bilinear ? 1 : 0);
    return {coveredPixels(b.places, w.frames, reach, kernels::kDerivativeReach) * kSingle +
                w.frames * sizeof(kernels::FramePlace) + w.waves() + w.probes(b.probeStride),
            0};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::FrameProbes& b, const LaunchShape& s) {
    const WaveBytes w = WaveBytes::of(s.depth, b.modes, b.n);
    const auto count = static_cast<std::size_t>(b.variable.count);
    return {w.probes(0) + count * w.pixels * kSingle +
                w.frames * (count > 0 ? sizeof(int) + count * sizeof(float) : 0) +
                (b.places ? w.frames * 2 * sizeof(float) : 0),
            w.waves()};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::FirstModeProduct& b, const LaunchShape& s) {
    return {windowBytes(b.object, b.places, s.depth, b.n) + s.items() * kSingle, s.items() * kSingle};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::AddVariableSums& b, const LaunchShape&) {
    const WaveBytes w = WaveBytes::of(static_cast<std::size_t>(b.frames), 1, b.n);
    const auto count = static_cast<std::size_t>(b.count);
    const std::size_t sums = count * w.pixels * (kDouble + sizeof(double));
    return {windowBytes(b.object, b.places, w.frames, b.n) + w.waves() +
                w.frames * (sizeof(int) + count * sizeof(float)) + sums,
            sums};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::WeightTerms& b, const LaunchShape& s) {
    const WaveBytes w = WaveBytes::of(s.depth, 1, b.n);
    const auto count = static_cast<std::size_t>(b.count);
    return {windowBytes(b.object, b.places, w.frames, b.n) + w.waves() +
                (b.partners == b.modes ? 1 : 2) * count * w.pixels * kSingle,
            0};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::StepTerms& b, const LaunchShape& s) {
    const WaveBytes w = WaveBytes::of(s.depth, b.modes, b.n);
    const std::size_t views = b.objectDirection.object ? 2 : 1;
    const std::size_t probes = b.probeDirection ? 2 : 1;
    return {views * windowBytes(b.object, b.places, w.frames, b.n) + probes * w.probes(b.probeStride) + w.waves(), 0};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::LineWaves& b, const LaunchShape& s) {
    const WaveBytes w = WaveBytes::of(s.depth, b.modes, b.n);
    const std::size_t views = b.objectDirection.object ? 2 : 1;
    const std::size_t probes = b.probeDirection ? 2 : 1;
    return {views * windowBytes(b.object, b.places, w.frames, b.n) + probes * w.probes(b.probeStride), 2 * w.waves()};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::AlongSlice& b, const LaunchShape& s) {
    const WaveBytes w = WaveBytes::of(s.depth, b.modes, b.n);
    const std::size_t views = b.objectDirection.object ? 2 : 1;
    const std::size_t changed = b.curve ? 2 : 1;
    return {views * windowBytes(b.object, b.places, w.frames, b.n) + (1 + changed) * w.waves(), changed * w.waves()};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::WaveNormals& b, const LaunchShape& s) {
    const WaveBytes w = WaveBytes::of(s.depth, b.modes, b.n);
    return {(1 + (b.objectSlope ? 1U : 0U) + (b.probeSlope ? 1U : 0U)) * w.waves(), 0};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::LineAtDetector& b, const LaunchShape& s) {
    const WaveBytes w = WaveBytes::of(s.depth, b.modes, b.n);
    return {3 * w.waves() + measuredBytes(b.measured, b.detector, w.frames, w.pixels), 0};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::CollectWaves& b, const LaunchShape& s) {
    return {WaveBytes::of(s.depth, b.modes, b.grid.waveSize()).waves(), s.items() * kSingle};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::FactorOfCollected& b, const LaunchShape& s) {
    return {s.items() * sizeof(float) + measuredBytes(b.measured, b.detector, s.depth, s.rows * s.cols),
            s.items() * sizeof(float)};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::SpreadFactor& b, const LaunchShape& s) {
    const WaveBytes w = WaveBytes::of(s.depth, b.modes, b.grid.waveSize());
    return {w.waves() + s.depth * b.grid.pixels() * sizeof(float), w.waves()};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::CollectLine& b, const LaunchShape& s) {
    return {3 * WaveBytes::of(s.depth, b.modes, b.grid.waveSize()).waves(),
            kernels::kLineNumbers * s.items() * sizeof(float)};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::LineOfCollected& b, const LaunchShape& s) {
    return {kernels::kLineNumbers * s.items() * sizeof(float) +
                measuredBytes(b.measured, b.detector, s.depth, s.rows * s.cols),
            0};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::SpreadLines& b, const LaunchShape& s) {
    return {(s.items() + static_cast<std::size_t>(b.spread.reach) + 1) * sizeof(float), s.items() * sizeof(float)};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::TermsOfSpread& b, const LaunchShape& s) {
    return {s.items() * kSingle + measuredBytes(b.measured, b.detector, s.depth, s.rows * s.cols), 0};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::TakeCollected&, const LaunchShape& s) {
    return {s.items() * sizeof(float), s.items() * sizeof(float)};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::PutCollected& b, const LaunchShape& s) {
    return {s.items() * sizeof(float), s.items() * (b.factors ? sizeof(float) : kSingle)};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::FrameOfWaves&, const LaunchShape& s) {
    return {s.items() * sizeof(int), s.items() * sizeof(int)};
}
template <class Body>
[[nodiscard]] Traffic trafficOf(const kernels::SumOfWaves<Body>& b, const LaunchShape& s) {
    return trafficOf(b.body, {s.depth * static_cast<std::size_t>(b.points), s.rows, s.cols});
}
[[nodiscard]] inline Traffic trafficOf(const kernels::AddWindowWeights& b, const LaunchShape& s) {
    const WaveBytes w = WaveBytes::of(1, b.modes, b.n);
    return {s.items() * sizeof(double) + w.probes(0), s.items() * sizeof(double)};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::DotRow& b, const LaunchShape& s) {
    return {s.items() * (b.a == b.b ? 1 : 2) * kSingle, 0};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::PairTerms& b, const LaunchShape& s) {
    return {static_cast<std::size_t>(b.layers) * s.rows * s.cols * kSingle, 0};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::MixLayers& b, const LaunchShape& s) {
    const auto layers = static_cast<std::size_t>(b.layers);
    return {(layers * s.items() + layers * layers) * kSingle, layers * s.items() * kSingle};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::MultiplyLayers& b, const LaunchShape& s) {
    const std::size_t moved = static_cast<std::size_t>(b.layers) * s.items() * kSingle;
    return {moved + s.items() * sizeof(float), moved};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::RoundSum&, const LaunchShape& s) {
    return {s.items() * kDouble, s.items() * kSingle};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::WidenSum&, const LaunchShape& s) {
    return {s.items() * kSingle, s.items() * kDouble};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::SumIntensity& b, const LaunchShape& s) {
    return {s.items() * static_cast<std::size_t>(b.modes) * kSingle, s.items() * sizeof(float)};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::Clear&, const LaunchShape& s) {
    return {0, s.items() * sizeof(double)};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::Pack&, const LaunchShape& s) {
    return {s.items() * sizeof(double), s.items() * sizeof(double)};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::Unpack&, const LaunchShape& s) {
    return {s.items() * sizeof(double), s.items() * sizeof(double)};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::PackSums&, const LaunchShape& s) {
    const std::size_t bytes = s.items() * (kDouble + sizeof(double));
    return {bytes + s.depth * sizeof(unsigned), bytes};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::UnpackSums&, const LaunchShape& s) {
    const std::size_t bytes = s.items() * (kDouble + sizeof(double));
    return {bytes + s.depth * sizeof(unsigned), bytes};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::PackBoxes& b, const LaunchShape&) {
    std::size_t pixels = 0;
    for (const kernels::SumBoxes::Box& box : b.list.boxes) pixels += static_cast<std::size_t>(box.pixels());
    const std::size_t bytes = pixels * (kDouble + sizeof(double));
    return {bytes, bytes};
}
/// Each number of a box once, and each pixel that lies in one or more.
[[nodiscard]] inline Traffic trafficOf(const kernels::AddBoxes& b, const LaunchShape& s) {
    std::size_t numbers = 0, pixels = 0;
    for (const kernels::SumBoxes::Box& box : b.list.boxes) numbers += static_cast<std::size_t>(box.pixels());
    for (int y = b.row; y < b.row + static_cast<int>(s.rows); ++y) {
        std::vector<std::pair<int, int>> stretches; // of the row, from first to last column
        for (const kernels::SumBoxes::Box& box : b.list.boxes)
            if (y >= box.row && y < box.row + box.rows) stretches.emplace_back(box.col, box.col + box.cols);
        std::ranges::sort(stretches);
        int end = b.col;
        for (const auto& [first, last] : stretches) {
            pixels += static_cast<std::size_t>(std::max(0, last - std::max(first, end)));
            end = std::max(end, last);
        }
    }
    const std::size_t pixel = kDouble + sizeof(double);
    return {(numbers + pixels) * pixel, pixels * pixel};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::PlaceNumber&, const LaunchShape& s) {
    return {sizeof(float), s.items() * sizeof(double)};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::AddPacked&, const LaunchShape& s) {
    return {2 * s.items() * sizeof(double), s.items() * sizeof(double)};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::PowerAt&, const LaunchShape& s) {
    return {s.items() * kSingle, 0};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::OverlapLayers& b, const LaunchShape& s) {
    const auto layers = static_cast<std::size_t>(b.layers);
    const std::size_t bytes = s.items() * (layers * (kSingle + kDouble) + sizeof(double));
    return {bytes, bytes};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::MakeDirection& b, const LaunchShape& s) {
    const auto layers = static_cast<std::size_t>(b.layers);
    return {s.items() * (layers * kDouble + (b.weight ? sizeof(double) : 0)),
            s.items() * layers * (kDouble + kSingle + (b.single ? kSingle : 0))};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::Precondition& b, const LaunchShape& s) {
    const auto layers = static_cast<std::size_t>(b.layers);
    return {s.items() * (layers * kSingle + sizeof(double)), s.items() * layers * kSingle};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::MomentUpdate& b, const LaunchShape& s) {
    const std::size_t moved = s.items() * (kDouble + (b.second ? 3 : 2) * kSingle);
    return {moved, moved};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::Combine& b, const LaunchShape& s) {
    return {s.items() * (b.target == b.other ? 1 : 2) * kSingle, s.items() * kSingle};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::CopyWindow&, const LaunchShape& s) {
    return {s.items() * kSingle, s.items() * kSingle};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::ScaleAll&, const LaunchShape& s) {
    return {s.items() * kSingle, s.items() * kSingle};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::TurnAll&, const LaunchShape& s) {
    return {s.items() * kSingle, s.items() * kSingle};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::Fill&, const LaunchShape& s) { return {0, s.items() * kSingle}; }
[[nodiscard]] inline Traffic trafficOf(const kernels::LimitAmplitudes&, const LaunchShape& s) {
    return {s.items() * kSingle, s.items() * kSingle};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::ConstrainValues&, const LaunchShape& s) {
    return {s.items() * kSingle, s.items() * kSingle};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::VariationResidual&, const LaunchShape& s) {
    return {3 * s.items() * kSingle, s.items() * kSingle};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::VariationDual&, const LaunchShape& s) {
    return {3 * s.items() * kSingle, 2 * s.items() * kSingle};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::VariationStep&, const LaunchShape& s) {
    return {3 * s.items() * kSingle, s.items() * kSingle};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::Smooth&, const LaunchShape& s) {
    return {s.items() * kSingle, s.items() * kSingle};
}
[[nodiscard]] inline Traffic trafficOf(const kernels::Accelerate&, const LaunchShape& s) {
    return {3 * s.items() * kSingle, 3 * s.items() * kSingle};
}

/// The name of a body without its namespace and what its template has been given.
template <class Body>
[[nodiscard]] std::string_view nameOfBody() {
    const std::string_view signature = __PRETTY_FUNCTION__; // "… [with Body = ewald::kernels::ExitWave; …]"
    constexpr std::string_view kBegin = "Body = ";
    const std::size_t begin = signature.find(kBegin) + kBegin.size();
    const std::string_view name = signature.substr(begin, signature.find_first_of("<;]", begin) - begin);
    return name.substr(name.rfind(':') + 1);
}

} // namespace ewald::compute
