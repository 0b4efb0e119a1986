// SPDX-License-Identifier: GPL-3.0-or-later
//
// Frames whose pixels are coarser than those of the waves: a probe larger than half the window (Batey et al. 2014,
// Phys. Rev. A 89, 043812). Each pixel of the detector collects Î = Σ_{u×u} Σ_modes |ψ̂|², and what the detector makes
// of it, ψ̂ ← factor·ψ̂, is the same for all of these.
#pragma once

#include "kernels/direction_bodies.h"
#include "kernels/position_bodies.h"
#include "kernels/ptycho_bodies.h"

#include <cmath>
#include <cstddef>

namespace ewald::kernels {

/// Which u×u pixels of a wave (n×n, n = u·size, zero frequency at the corner) a pixel of the detector collects: along
/// each axis those from u·f − (u−1)/2 on, f its own frequency. For even u their middle is half a pixel of the wave away
/// from f: a phase ramp of the probe, which the object does not see.
struct CoarsePixels {
    int size;   ///< of a frame
    int factor; ///< u

    [[nodiscard]] EWALD_HD int waveSize() const { return size * factor; }
    [[nodiscard]] EWALD_HD std::size_t pixels() const {
        return static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
    }
    [[nodiscard]] EWALD_HD std::size_t wavePixels() const {
        return static_cast<std::size_t>(waveSize()) * static_cast<std::size_t>(waveSize());
    }
    /// Row or column of sub-pixel `part` of row or column `at`.
    [[nodiscard]] EWALD_HD int line(int at, int part) const {
        const int line = at * factor + part - (factor - 1) / 2;
        return line < 0 ? line + waveSize() : line;
    }
    /// Place of sub-pixel (i, k) of pixel (y, x) in a wave.
    [[nodiscard]] EWALD_HD std::size_t place(int y, int x, int i, int k) const {
        return static_cast<std::size_t>(line(y, i)) * static_cast<std::size_t>(waveSize()) +
               static_cast<std::size_t>(line(x, k));
    }
    /// Row or column of the detector that a row or column of a wave belongs to.
    [[nodiscard]] EWALD_HD int owner(int line) const {
        const int shifted = line + (factor - 1) / 2;
        return (shifted < waveSize() ? shifted : shifted - waveSize()) / factor;
    }
};

/// z = frame: (√Σ|ψ̂|², 0) of each pixel of the detector, which the bodies of detector_bodies.h take for the only mode
/// of a wave.
struct CollectWaves {
    const Cf* wave; ///< [frame][mode][n][n]
    Cf* collected;  ///< [frame][size][size]
    CoarsePixels grid;
    int modes;
    EWALD_HD void operator()(int z, int y, int x) const {
        const Cf* w = wave + static_cast<std::size_t>(z) * static_cast<std::size_t>(modes) * grid.wavePixels();
        float sum = 0;
        for (int k = 0; k < modes; ++k, w += grid.wavePixels())
            for (int i = 0; i < grid.factor; ++i)
                for (int j = 0; j < grid.factor; ++j) sum += norm2(w[grid.place(y, x, i, j)]);
        collected[static_cast<std::size_t>(z) * grid.pixels() +
                  static_cast<std::size_t>(y) * static_cast<std::size_t>(grid.size) + static_cast<std::size_t>(x)] = {
            std::sqrt(sum), 0};
    }
};

/// z = frame of the call: its number, of the numbers of its waves where it has several places.
struct FrameOfWaves {
    const int* waves; ///< [frame][points]
    int* frames;
    int points;
    EWALD_HD void operator()(int, int, int z) const { frames[z] = waves[z * points] / points; }
};

/// z = frame of the call: the numbers of all its waves where it has several places. `Body` gives a structure of floats
/// for each.
template <class Body>
struct SumOfWaves {
    Body body;
    int points;
    EWALD_HD auto operator()(int z, int y, int x) const {
        auto sum = body(z * points, y, x);
        using Numbers = decltype(sum);
        for (int point = 1; point < points; ++point) sum = added(sum, body(z * points + point, y, x));
        return Numbers(sum);
    }

private:
    EWALD_HD static PositionNormals<float> added(const PositionNormals<float>& a, const PositionNormals<float>& b) {
        return {a.row + b.row, a.col + b.col, a.rowRow + b.rowRow, a.colCol + b.colCol, a.rowCol + b.rowCol};
    }
    EWALD_HD static StepNormals<float> added(const StepNormals<float>& a, const StepNormals<float>& b) {
        return {a.objectObject + b.objectObject, a.probeProbe + b.probeProbe, a.objectProbe + b.objectProbe,
                a.object + b.object, a.probe + b.probe};
    }
};

/// z = frame: descentFactor() of each pixel into the imaginary part of what has been collected; its metrics.
/// Includes the normalisation factors of the transforms before and after.
struct FactorOfCollected {
    Cf* collected;           ///< [frame][size][size], / scaleIn
    MeasuredFrames measured; ///< [local frame][size][size]
    Detector detector;
    const int* index;
    float scaleIn;  ///< collected · scaleIn is √Σ|ψ̂|² of the model
    float scaleOut; ///< from a wave to χ̂, beside the factor
    int size;
    Loss loss;
    /// As Project's.
    struct Frame {
        Cf* collected;
        std::size_t local;
        std::size_t first;
    };
    struct Read {
        float sum; ///< √Σ|ψ̂|² / scaleIn
        MeasuredFrames::Kept measured;
    };
    EWALD_HD Frame frame(int z) const {
        return {collected + frameAt(z, 1, size), static_cast<std::size_t>(index[z]), frameAt(index[z], 1, size)};
    }
    EWALD_HD Read read(const Frame& f, unsigned pixel) const {
        return {f.collected[pixel].re, measured.kept(f.first + pixel)};
    }
    EWALD_HD DetectorMetrics write(const Frame& f, unsigned pixel, const Read& r) const {
        const float root = detector.root(r.sum * r.sum, scaleIn, pixel);
        const float amplitude = detector.amplitude(measured, f.local, r.measured, root);
        f.collected[pixel].im = scaleOut * descentFactor(loss, amplitude, root);
        return {detector.asMeasured(pixelMetrics(amplitude, root, magnitudeFactor(amplitude, root)), f.local), 0};
    }
    EWALD_HD DetectorMetrics operator()(int z, int y, int x) const {
        const Frame f = frame(z);
        const unsigned pixel = pixelAt(y, x, size);
        return write(f, pixel, read(f, pixel));
    }
};

/// z = frame, (y, x) = pixel of the wave: the factor of its pixel of the detector times all modes.
struct SpreadFactor {
    Cf* wave; ///< [frame][mode][n][n]
    const Cf* collected;
    CoarsePixels grid;
    int modes;
    EWALD_HD void operator()(int z, int y, int x) const {
        const std::size_t pixel = static_cast<std::size_t>(grid.owner(y)) * static_cast<std::size_t>(grid.size) +
                                  static_cast<std::size_t>(grid.owner(x));
        const float factor = collected[static_cast<std::size_t>(z) * grid.pixels() + pixel].im;
        Cf* w = wave + static_cast<std::size_t>(z) * static_cast<std::size_t>(modes) * grid.wavePixels() +
                static_cast<std::size_t>(y) * static_cast<std::size_t>(grid.waveSize()) + static_cast<std::size_t>(x);
        for (int k = 0; k < modes; ++k, w += grid.wavePixels()) *w = factor * *w;
    }
};

/// Numbers of a pixel that CollectLine gives.
inline constexpr int kLineNumbers = 3;

/// z = frame: what a pixel of the detector collects of waves along a line, Σ|ψ̂|² and its first two derivatives (the
/// second halved), which lineTerms() takes.
struct CollectLine {
    const Cf* start; ///< [frame][mode][n][n]
    const Cf* slope;
    const Cf* curve;
    float* out; ///< [frame][intensity, first, second][size][size]
    CoarsePixels grid;
    int modes;
    EWALD_HD void operator()(int z, int y, int x) const {
        std::size_t from = static_cast<std::size_t>(z) * static_cast<std::size_t>(modes) * grid.wavePixels();
        float intensity = 0, first = 0, second = 0;
        for (int k = 0; k < modes; ++k, from += grid.wavePixels())
            for (int i = 0; i < grid.factor; ++i)
                for (int j = 0; j < grid.factor; ++j) {
                    const std::size_t at = from + grid.place(y, x, i, j);
                    intensity += norm2(start[at]);
                    first += 2 * conjMul(start[at], slope[at]).re;
                    second += norm2(slope[at]) + 2 * conjMul(start[at], curve[at]).re;
                }
        float* const pixel = out + kLineNumbers * static_cast<std::size_t>(z) * grid.pixels() +
                             static_cast<std::size_t>(y) * static_cast<std::size_t>(grid.size) +
                             static_cast<std::size_t>(x);
        pixel[0] = intensity;
        pixel[grid.pixels()] = first;
        pixel[2 * grid.pixels()] = second;
    }
};
/// z = frame: lineTerms() of a pixel of the detector.
struct LineOfCollected {
    const float* line;       ///< as CollectLine's, / scale²
    MeasuredFrames measured; ///< [local frame][size][size]
    Detector detector;
    const int* index;
    float scale;
    int size;
    Loss loss;
    EWALD_HD LineTerms<float> operator()(int z, int y, int x) const {
        const std::size_t pixels = static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
        const std::size_t pixel =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(size) + static_cast<std::size_t>(x);
        const float* const at = line + kLineNumbers * static_cast<std::size_t>(z) * pixels + pixel;
        const float scale2 = scale * scale;
        const auto local = static_cast<std::size_t>(index[z]);
        const float root = detector.root(at[0], scale, pixel);
        return lineTerms(loss, detector.amplitude(measured, local, local * pixels + pixel, root), root,
                         scale2 * at[pixels], scale2 * at[2 * pixels]);
    }
};

} // namespace ewald::kernels
