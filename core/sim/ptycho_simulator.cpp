// SPDX-License-Identifier: GPL-3.0-or-later
//
// Frames are made with an exact (Fourier) shift of the probe and one transform a frame and mode, through code that no
// engine uses: a mistake in an engine's model does not cancel in a test.
#include "sim/ptycho_simulator.h"

#include "base/error.h"
#include "base/units.h"
#include "compute/devices/parallel.h"
#include "compute/operations/fft.h"
#include "ptycho/model/initial_guess.h"
#include "ptycho/model/probe_algebra.h"
#include "ptycho/model/random.h"
#include "sim/disturbances.h"
#include "sim/poisson.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace ewald::sim {
namespace {

using compute::FftDirection;

constexpr std::size_t kMargin = 8;

/// Fraction of a pixel that lies on the absorbing part of a Siemens star with a hub, rings and a few spokes broken.
double starCoverage(double y, double x, double radius) {
    const double r = std::hypot(y, x);
    if (r > radius) return 0;
    if (r < 0.06 * radius) return 1;
    const double turn = std::atan2(y, x) / (2 * kPi);
    constexpr double kSpokes = 18;
    const bool spoke = std::sin(2 * kPi * kSpokes * turn) > 0;
    const bool gap = std::fmod(r / radius * 4 + 0.3, 1.0) < 0.06;      // rings
    const bool broken = turn > 0.1 && turn < 0.14 && r > 0.6 * radius; // breaks the symmetry
    return spoke && !gap && !broken ? 1 : 0;
}

Array<Complex, 2> makeObject(std::size_t rows, std::size_t cols) {
    Array<Complex, 2> object({rows, cols});
    const double radius = 0.47 * static_cast<double>(std::min(rows, cols));
    constexpr int kSamples = 4; // a side: soft edges
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < cols; ++c) {
            double coverage = 0;
            for (int i = 0; i < kSamples * kSamples; ++i) {
                const double dy = (i / kSamples + 0.5) / kSamples, dx = (i % kSamples + 0.5) / kSamples;
                coverage += starCoverage(static_cast<double>(r) + dy - static_cast<double>(rows) / 2,
                                         static_cast<double>(c) + dx - static_cast<double>(cols) / 2, radius);
            }
            coverage /= kSamples * kSamples;
            // A slow phase beside the star: a resist of uneven thickness.
            const double slope = 0.25 * std::sin(2.2 * kPi * static_cast<double>(r) / static_cast<double>(rows)) *
                                 std::cos(1.4 * kPi * static_cast<double>(c) / static_cast<double>(cols));
            object(r, c) =
                std::polar(static_cast<float>(1 - 0.25 * coverage), static_cast<float>(slope - 0.9 * coverage));
        }
    return object;
}

/// A slice behind the first: round particles of several sizes, nothing like the star in front of them.
Array<Complex, 2> makeParticles(std::size_t rows, std::size_t cols, std::size_t slice, unsigned long long seed) {
    ptycho::Random random(seed, 10 + slice);
    Array<double, 2> coverage({rows, cols});
    constexpr double kPixelsEach = 150, kSmallest = 2, kLargest = 6;
    const auto particles = static_cast<std::size_t>(static_cast<double>(rows * cols) / kPixelsEach);
    for (std::size_t i = 0; i < particles; ++i) {
        const double y = random.uniform() * static_cast<double>(rows), x = random.uniform() * static_cast<double>(cols);
        const double radius = kSmallest + (kLargest - kSmallest) * random.uniform();
        for (std::size_t r = 0; r < rows; ++r)
            for (std::size_t c = 0; c < cols; ++c) {
                const double beyond = std::hypot(static_cast<double>(r) - y, static_cast<double>(c) - x) - radius;
                coverage(r, c) = std::max(coverage(r, c), std::clamp(0.5 - beyond, 0.0, 1.0));
            }
    }
    Array<Complex, 2> object({rows, cols});
    for (std::size_t i = 0; i < object.size(); ++i)
        object.span()[i] = std::polar(static_cast<float>(1 - 0.25 * coverage.span()[i]),
                                      static_cast<float>(-0.9 * coverage.span()[i]));
    return object;
}

/// Leaves out frequencies beyond a part of those that the pixels can have.
void limitBand(Array<Complex, 2>& object, double band) {
    compute::fft2d(object, FftDirection::forward);
    const auto beyond = [&](std::size_t i, std::size_t size) {
        return 2 * std::abs(static_cast<double>(compute::signedFrequency(i, size))) >= band * static_cast<double>(size);
    };
    for (std::size_t r = 0; r < object.extent(0); ++r)
        for (std::size_t c = 0; c < object.extent(1); ++c)
            if (beyond(r, object.extent(0)) || beyond(c, object.extent(1))) object(r, c) = 0;
    compute::fft2d(object, FftDirection::backward);
}

std::size_t emptyFrom(const PtychoExperiment& e, std::size_t cols) {
    return cols - static_cast<std::size_t>(std::llround(e.emptyPart * static_cast<double>(cols)));
}

/// Takes out what would be in the empty part.
void makeEmpty(Array<Complex, 2>& object, std::size_t from) {
    for (std::size_t r = 0; r < object.extent(0); ++r)
        for (std::size_t c = from; c < object.extent(1); ++c) object(r, c) = 1;
}

Array<Complex, 2> makeSlices(const PtychoExperiment& e, std::size_t rows, std::size_t cols) {
    Array<Complex, 2> object({e.slices * rows, cols});
    for (std::size_t slice = 0; slice < e.slices; ++slice) {
        Array<Complex, 2> one = slice == 0 ? makeObject(rows, cols) : makeParticles(rows, cols, slice, e.seed);
        makeEmpty(one, emptyFrom(e, cols));
        if (e.objectBand > 0) limitBand(one, e.objectBand);
        std::ranges::copy(one, object.begin() + static_cast<std::ptrdiff_t>(slice * one.size()));
    }
    return object;
}

/// Of the states O_l in √(1/L) O_l, so that a frame is Σ_l |F P O_l|².
Array<Complex, 2> makeStates(const PtychoExperiment& e, std::size_t rows, std::size_t cols) {
    Array<Complex, 2> object({e.objectModes * rows, cols});
    const auto share = static_cast<float>(std::sqrt(1 / static_cast<double>(e.objectModes)));
    for (std::size_t state = 0; state < e.objectModes; ++state) {
        Array<Complex, 2> one = makeObject(rows, cols);
        if (state > 0)
            std::ranges::transform(one, makeParticles(rows, cols, state, e.seed), one.begin(), std::multiplies<>());
        makeEmpty(one, emptyFrom(e, cols));
        if (e.objectBand > 0) limitBand(one, e.objectBand);
        for (Complex& value : one) value *= share;
        std::ranges::copy(one, object.begin() + static_cast<std::ptrdiff_t>(state * one.size()));
    }
    return object;
}

/// Far field: a round aperture with a central stop, some astigmatism, out of focus: a zone plate's beam.
Array<Complex, 2> zonePlateProbe(const ptycho::Geometry& geometry) {
    const std::size_t n = geometry.size;
    const double outer = 0.2 * static_cast<double>(n), inner = 0.07 * static_cast<double>(n);
    std::vector<float> aperture(n * n);
    for (std::size_t r = 0; r < n; ++r)
        for (std::size_t c = 0; c < n; ++c) {
            const double y = compute::signedFrequency(r, n);
            const double x = compute::signedFrequency(c, n);
            const double radius = std::hypot(y, 1.06 * x);
            aperture[r * n + c] = static_cast<float>(std::clamp(outer - radius + 0.5, 0.0, 1.0) *
                                                     std::clamp(radius - inner + 0.5, 0.0, 1.0));
        }
    ptycho::Geometry fine = geometry;
    fine.oversampling = 1; // the aperture is as fine as the wave
    return ptycho::defocusedProbe(aperture, fine, -0.9);
}

/// Far field: waves of random phases within a Gaussian spot, of which an aperture lets through the frequencies below a
/// quarter of the window's side.
Array<Complex, 2> speckleProbe(std::size_t n, unsigned long long seed) {
    ptycho::Random random(seed, 78);
    Array<Complex, 2> probe = ptycho::gaussianProbe(n, 0.5 * static_cast<double>(n));
    for (Complex& value : probe) value *= std::polar(1.0F, static_cast<float>(2 * kPi * random.uniform()));
    compute::fft2d(probe, FftDirection::forward);
    for (std::size_t r = 0; r < n; ++r)
        for (std::size_t c = 0; c < n; ++c)
            if (std::hypot(compute::signedFrequency(r, n), compute::signedFrequency(c, n)) >=
                0.25 * static_cast<double>(n))
                probe(r, c) = 0;
    compute::fft2d(probe, FftDirection::backward);
    return probe;
}

/// Near field: a smooth beam behind a diffuser; without structure in the beam the near field carries little
/// information.
Array<Complex, 2> diffuserProbe(std::size_t n, unsigned long long seed) {
    ptycho::Random random(seed, 77);
    Array<Complex, 2> phase({n, n});
    for (Complex& value : phase) value = {static_cast<float>(random.uniform() - 0.5), 0};
    compute::fft2d(phase, FftDirection::forward);
    for (std::size_t r = 0; r < n; ++r)
        for (std::size_t c = 0; c < n; ++c) {
            const auto y = static_cast<double>(std::min(r, n - r)), x = static_cast<double>(std::min(c, n - c));
            phase(r, c) *= static_cast<float>(std::exp(-(x * x + y * y) / std::pow(0.09 * static_cast<double>(n), 2)));
        }
    compute::fft2d(phase, FftDirection::backward);
    double power = 0;
    for (const Complex& value : phase) power += std::norm(value);
    const double scale = 0.9 / std::sqrt(power / static_cast<double>(n * n));
    Array<Complex, 2> probe = ptycho::gaussianProbe(n, 0.75 * static_cast<double>(n));
    for (std::size_t i = 0; i < n * n; ++i)
        probe.span()[i] *= std::polar(1.0F, static_cast<float>(scale) * phase.span()[i].real());
    return probe;
}

/// Radius that holds half of the light, pixels.
double halfPowerRadius(const Array<Complex, 2>& probe) {
    const std::size_t n = probe.extent(0);
    std::vector<double> rings(n, 0.0);
    double total = 0;
    for (std::size_t r = 0; r < n; ++r)
        for (std::size_t c = 0; c < n; ++c) {
            const double radius = std::hypot(static_cast<double>(r) - static_cast<double>(n / 2),
                                             static_cast<double>(c) - static_cast<double>(n / 2));
            rings[std::min(n - 1, static_cast<std::size_t>(radius))] += std::norm(probe(r, c));
            total += std::norm(probe(r, c));
        }
    double inside = 0;
    for (std::size_t radius = 0; radius < n; ++radius)
        if ((inside += rings[radius]) > total / 2) return static_cast<double>(radius) + 0.5;
    return static_cast<double>(n) / 4;
}

/// A raster as square as possible, rows from the top, with random offsets that break its period.
std::vector<PixelPosition> makePositions(const PtychoExperiment& e, double step_px) {
    ptycho::Random random(e.seed, 1);
    const auto across = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(e.frames))));
    std::vector<PixelPosition> positions;
    double minRow = 0, minCol = 0, jitterRow = 0, jitterCol = 0;
    for (std::size_t i = 0; i < e.frames; ++i) {
        if (e.flyPoints <= 1 || i % across == 0) {
            jitterRow = e.positionJitter * (random.uniform() - 0.5);
            jitterCol = e.positionJitter * (random.uniform() - 0.5);
        }
        positions.push_back({step_px * (static_cast<double>(i / across) + jitterRow),
                             step_px * (static_cast<double>(i % across) + jitterCol)});
        minRow = std::min(minRow, positions.back().row), minCol = std::min(minCol, positions.back().col);
    }
    const double path = e.flyPoints > 1 ? std::ceil(step_px / 2) : 0;
    for (PixelPosition& p : positions) p = {p.row - minRow + kMargin, p.col - minCol + kMargin + path};
    return positions;
}

Array<Complex, 3> makeModes(const PtychoExperiment& e, const ptycho::Geometry& geometry) {
    const bool nearField = geometry.propagation == ptycho::Propagation::nearField;
    const std::size_t n = geometry.size;
    const Array<Complex, 2> first = nearField    ? diffuserProbe(n, e.seed)
                                    : e.diffuser ? speckleProbe(n, e.seed)
                                                 : zonePlateProbe(geometry);
    Array<Complex, 3> probe =
        ptycho::makeProbeModes(Array<Complex, 3>({1, n, n}, {first.begin(), first.end()}), e.modes, 0.1, 1.0);
    double total = 0;
    for (std::size_t k = 0; k < e.modes; ++k) total += 1.0 / static_cast<double>((k + 1) * (k + 1));
    const double photons = e.photonsPerFrame > 0 ? e.photonsPerFrame : 1e6;
    for (std::size_t k = 0; k < e.modes; ++k)
        ptycho::scaleMode(
            probe, k,
            std::sqrt(photons / total / static_cast<double>((k + 1) * (k + 1)) / ptycho::modePower(probe, k)));
    return probe;
}

/// What a change of the lens's phase adds to the first mode per unit: i φ in its spectrum, with φ(y, x) of the
/// frequency. Without what would move the probe or turn its phase, which positions and object can take up; of the
/// mode's norm.
template <class Phase>
Array<Complex, 2> aberration(std::span<const Complex> mode, std::size_t n, Phase&& phase) {
    Array<Complex, 2> spectrum({n, n}, {mode.begin(), mode.end()});
    compute::fft2d(spectrum, FftDirection::forward);
    std::vector<std::vector<double>> phases(4); // those of no interest, then the one that is wanted
    for (std::size_t r = 0; r < n; ++r)
        for (std::size_t c = 0; c < n; ++c) {
            const double y = compute::signedFrequency(r, n) / static_cast<double>(n);
            const double x = compute::signedFrequency(c, n) / static_cast<double>(n);
            const double values[] = {1, y, x, phase(y, x)};
            for (std::size_t i = 0; i < phases.size(); ++i) phases[i].push_back(values[i]);
        }
    const auto inner = [&](const std::vector<double>& a, const std::vector<double>& b) {
        double sum = 0;
        for (std::size_t i = 0; i < a.size(); ++i)
            sum += a[i] * b[i] * std::norm(std::complex<double>(spectrum.span()[i]));
        return sum;
    };
    for (std::size_t i = 1; i < phases.size(); ++i)
        for (std::size_t other = 0; other < i; ++other) {
            const double part = inner(phases[other], phases[i]) / inner(phases[other], phases[other]);
            for (std::size_t k = 0; k < phases[i].size(); ++k) phases[i][k] -= part * phases[other][k];
        }
    const double scale = std::sqrt(inner(phases[0], phases[0]) / inner(phases[3], phases[3]));
    for (std::size_t i = 0; i < spectrum.size(); ++i)
        spectrum.span()[i] *= Complex(0, static_cast<float>(scale * phases[3][i]));
    compute::fft2d(spectrum, FftDirection::backward);
    return spectrum;
}

/// How the first mode changes from frame to frame.
void makeProbeChanges(PtychoDataset& data) {
    const PtychoExperiment& e = data.experiment;
    const std::size_t n = data.probe.extent(1);
    std::vector<Array<Complex, 2>> changes;
    std::vector<std::vector<double>> weights;
    const auto frames = static_cast<double>(e.frames);
    if (e.probeDrift > 0) {
        changes.push_back(aberration(data.probe.slab(0), n, [](double y, double x) { return y * y - x * x; }));
        weights.emplace_back();
        for (std::size_t i = 0; i < e.frames; ++i)
            weights.back().push_back(e.frames > 1 ? e.probeDrift * (static_cast<double>(i) / (frames - 1) - 0.5) : 0.0);
    }
    if (e.probeChange > 0) {
        ptycho::Random random(e.seed, 3);
        changes.push_back(aberration(data.probe.slab(0), n, [](double y, double x) { return y * (y * y + x * x); }));
        weights.emplace_back();
        for (std::size_t i = 0; i < e.frames; ++i)
            weights.back().push_back(e.probeChange * std::sqrt(12.0) * (random.uniform() - 0.5));
    }
    if (changes.empty()) return;
    data.probeChanges = Array<Complex, 3>({changes.size(), n, n});
    for (std::size_t j = 0; j < changes.size(); ++j)
        std::copy(changes[j].begin(), changes[j].end(), data.probeChanges.slab(j).begin());
    for (std::size_t i = 0; i < e.frames; ++i)
        for (const std::vector<double>& ofMode : weights) data.probeWeights.push_back(ofMode[i]);
}

/// The noise of frame i is drawn from stream kFirstFrameStream + i; the other streams are below.
constexpr std::uint64_t kFirstFrameStream = 1000;

/// Makes one frame at a time from probe spectra, so that a frame costs two transforms a mode.
class FrameMaker {
public:
    FrameMaker(const PtychoDataset& data, const ptycho::Geometry& geometry)
        : m_data(data), m_n(geometry.size), m_nearField(geometry.propagation == ptycho::Propagation::nearField) {
        for (std::size_t k = 0; k < data.probe.extent(0); ++k) m_spectra.push_back(spectrumOf(data.probe.slab(k)));
        for (std::size_t j = 0; !data.probeWeights.empty() && j < data.probeChanges.extent(0); ++j)
            m_changes.push_back(spectrumOf(data.probeChanges.slab(j)));
        if (m_nearField) m_transfer = ptycho::nearFieldTransfer(geometry);
        const PtychoExperiment& e = data.experiment;
        if (e.blur_px > 0) m_pointSpread = pointSpread(e.blur_px);
        if (e.slices > 1) m_toNextSlice = ptycho::sliceTransfer(geometry, e.sliceSpacing_m);
        if (geometry.tilt) findTurns(*geometry.tilt, geometry.wavelength_m);
    }

    void make(std::size_t frame, std::span<float> out) const {
        std::fill(out.begin(), out.end(), 0.0F);
        const std::size_t points = m_data.experiment.flyPoints;
        for (std::size_t i = 0; i < points; ++i) {
            PixelPosition p = m_data.pixelPositions[frame];
            if (points > 1) {
                const double part = (2 * static_cast<double>(i) + 1) / static_cast<double>(2 * points) - 0.5;
                p.row += part * m_data.pixelPaths[frame].row, p.col += part * m_data.pixelPaths[frame].col;
            }
            expose(frame, p, out);
        }
        if (points > 1)
            for (float& counts : out) counts /= static_cast<float>(points);
        if (!m_pointSpread.empty()) blurFrame(out, m_pointSpread);
        if (!m_data.background.empty())
            std::transform(out.begin(), out.end(), m_data.background.begin(), out.begin(), std::plus<>());
        if (!m_data.frameIntensities.empty())
            for (float& counts : out) counts *= static_cast<float>(m_data.frameIntensities[frame]);
        addNoise(frame, out);
        if (const double most = m_data.experiment.saturation; most > 0)
            for (float& counts : out) counts = std::min(counts, static_cast<float>(most));
    }

private:
    /// Adds what the beam of a frame gives at a place, of each state of the object.
    void expose(std::size_t frame, PixelPosition p, std::span<float> out) const {
        for (std::size_t state = 0; state < m_data.experiment.objectModes; ++state) expose(frame, p, state, out);
    }

    void expose(std::size_t frame, PixelPosition p, std::size_t state, std::span<float> out) const {
        const double row = std::round(p.row), col = std::round(p.col);
        for (std::size_t k = 0; k < m_spectra.size(); ++k) {
            Array<Complex, 2> wave = shifted(k == 0 ? firstMode(frame) : m_spectra[k], p.row - row, p.col - col, 1);
            if (!m_turns.empty()) {
                const PixelPosition& middle = m_data.pixelPositions[frame];
                goOn(wave, m_data.propagations_m[frame] + m_slope[0] * (p.row - middle.row) +
                               m_slope[1] * (p.col - middle.col));
            }
            compute::fft2d(wave, FftDirection::backward);
            const std::size_t layers = m_data.experiment.slices * m_data.experiment.objectModes; // one of them is 1
            const std::size_t rows = m_data.object.extent(0) / layers;
            for (std::size_t slice = 0; slice < m_data.experiment.slices; ++slice) {
                if (slice > 0) {
                    for (std::size_t i = 0; i < wave.size(); ++i) wave.span()[i] *= m_toNextSlice.span()[i];
                    compute::fft2d(wave, FftDirection::backward);
                }
                const std::size_t top = (state + slice) * rows + static_cast<std::size_t>(row);
                for (std::size_t r = 0; r < m_n; ++r)
                    for (std::size_t c = 0; c < m_n; ++c)
                        wave(r, c) *= m_data.object(r + top, c + static_cast<std::size_t>(col));
                compute::fft2d(wave, FftDirection::forward);
            }
            if (m_nearField) {
                // The detector sees the probe where it is: undo the shift that brought it to the object's pixels.
                wave = shifted(wave, p.row - row, p.col - col, -1);
                for (std::size_t i = 0; i < wave.size(); ++i) wave.span()[i] *= m_transfer.span()[i];
                compute::fft2d(wave, FftDirection::backward);
            }
            const std::size_t side = m_data.experiment.size;
            for (std::size_t r = 0; r < m_n; ++r)
                for (std::size_t c = 0; c < m_n; ++c)
                    out[onDetector(r) * side + onDetector(c)] += std::norm(wave(r, c));
        }
    }

    /// What each frequency in a sample tilted towards x turns by per metre along the beam. A wave (X, Y, k + w), in
    /// turns per metre, has the frequency Y step_y along rows and X step_x + w step_z along columns; w follows from X
    /// and Y, so that X comes by iteration.
    void findTurns(const ptycho::Tilt& tilt, double wavelength_m) {
        constexpr int kSteps = 60; // each brings a factor of tan(tilt) · X/k
        const double k = 1 / wavelength_m;
        const ptycho::Vector3 &rows = tilt.step[0], &cols = tilt.step[1];
        m_slope = {rows[2], cols[2]};
        m_turns.resize(m_n * m_n);
        for (std::size_t r = 0; r < m_n; ++r)
            for (std::size_t c = 0; c < m_n; ++c) {
                const double y = compute::signedFrequency(r, m_n) / static_cast<double>(m_n) / rows[1];
                const double across = compute::signedFrequency(c, m_n) / static_cast<double>(m_n);
                double w = 0;
                for (int step = 0; step < kSteps; ++step) {
                    const double x = (across - w * cols[2]) / cols[0];
                    w = std::sqrt(k * k - x * x - y * y) - k; // not a number where no wave has that frequency
                }
                m_turns[r * m_n + c] = w;
            }
    }

    /// A probe's spectrum on along the beam.
    void goOn(Array<Complex, 2>& spectrum, double distance_m) const {
        for (std::size_t i = 0; i < spectrum.size(); ++i)
            spectrum.span()[i] *=
                std::isnan(m_turns[i]) ? Complex(0) : Complex(std::polar(1.0, 2 * kPi * distance_m * m_turns[i]));
    }

    [[nodiscard]] Array<Complex, 2> spectrumOf(std::span<const Complex> mode) const {
        Array<Complex, 2> spectrum({m_n, m_n}, std::vector<Complex>(mode.begin(), mode.end()));
        compute::fft2d(spectrum, FftDirection::forward);
        return spectrum;
    }

    /// Its spectrum in a frame.
    [[nodiscard]] Array<Complex, 2> firstMode(std::size_t frame) const {
        Array<Complex, 2> spectrum = m_spectra.front();
        for (std::size_t j = 0; j < m_changes.size(); ++j) {
            const auto weight = static_cast<float>(m_data.probeWeights[frame * m_changes.size() + j]);
            for (std::size_t i = 0; i < spectrum.size(); ++i) spectrum.span()[i] += weight * m_changes[j].span()[i];
        }
        return spectrum;
    }

    /// Row or column of a frame that a row or column of the wave falls on. In the far field it counts from the middle,
    /// and a pixel takes the next u of the finer pattern, of which its own frequency is the middle one, or the first
    /// one behind the middle.
    [[nodiscard]] std::size_t onDetector(std::size_t line) const {
        if (m_nearField) return line;
        const auto u = static_cast<double>(m_data.experiment.oversampling);
        const double pixel = std::floor((compute::signedFrequency(line, m_n) + std::floor((u - 1) / 2)) / u);
        const auto side = static_cast<std::ptrdiff_t>(m_data.experiment.size);
        return static_cast<std::size_t>((static_cast<std::ptrdiff_t>(pixel) + side / 2 + side) % side);
    }

    [[nodiscard]] Array<Complex, 2> shifted(const Array<Complex, 2>& spectrum, double dRow, double dCol,
                                            int sign) const {
        Array<Complex, 2> out({m_n, m_n});
        const auto ramp = [&](std::size_t i, double d) {
            const double f = compute::signedFrequency(i, m_n) / static_cast<double>(m_n);
            return std::polar(1.0, -2 * kPi * f * d * sign);
        };
        for (std::size_t r = 0; r < m_n; ++r) {
            const auto down = ramp(r, dRow);
            for (std::size_t c = 0; c < m_n; ++c) out(r, c) = spectrum(r, c) * Complex(down * ramp(c, dCol));
        }
        return out;
    }

    void addNoise(std::size_t frame, std::span<float> counts) const {
        if (!(m_data.experiment.photonsPerFrame > 0)) return;
        // One generator a frame: the same frames whatever the number of threads.
        ptycho::Random random(m_data.experiment.seed, kFirstFrameStream + frame);
        for (float& value : counts) value = static_cast<float>(drawPoisson(static_cast<double>(value), random));
    }

    const PtychoDataset& m_data;
    std::size_t m_n;
    bool m_nearField;
    std::vector<Array<Complex, 2>> m_spectra;
    std::vector<Array<Complex, 2>> m_changes; ///< spectra
    Array<Complex, 2> m_transfer;
    Array<Complex, 2> m_toNextSlice; ///< of several slices
    std::vector<double> m_turns;     ///< of a tilted sample
    std::array<double, 2> m_slope{}; ///< of it: metres along the beam per row and column
    std::vector<double> m_pointSpread;
};

void makeFrames(PtychoDataset& data, const ptycho::Geometry& geometry) {
    const std::size_t n = data.experiment.size;
    data.frames = Array<float, 3>({data.experiment.frames, n, n});
    const FrameMaker maker(data, geometry);
    compute::parallelFor(data.experiment.frames, 0,
                         [&](std::size_t frame) { maker.make(frame, data.frames.slab(frame)); });
}

/// Steps of a detector's rows and columns as writeContent() says them.
constexpr ptycho::Basis kDetector = {{{0, -1, 0}, {-1, 0, 0}}};

/// How the sample was moved, in metres, and how far the beam goes to it: from where it meets half of the places
/// earlier.
void placeSample(PtychoDataset& data, const ptycho::Geometry& geometry) {
    if (!geometry.tilt) {
        const auto metres = [&](const PixelPosition& p) -> ScanPosition {
            return {p.row * geometry.objectPixelHeight_m, p.col * geometry.objectPixelWidth_m};
        };
        for (const PixelPosition& p : data.pixelPositions) data.truePositions.push_back(metres(p));
        for (const PixelPosition& p : statedPositions(data.experiment, data.pixelPositions))
            data.positions.push_back(metres(p));
        return;
    }
    const auto& [rows, cols] = geometry.tilt->step;
    for (const PixelPosition& p : data.pixelPositions) {
        data.positions.push_back({-(p.row * rows[1] + p.col * cols[1]), -(p.row * rows[0] + p.col * cols[0])});
        data.propagations_m.push_back(p.row * rows[2] + p.col * cols[2]);
    }
    data.truePositions = data.positions;
    std::vector<double> sorted = data.propagations_m;
    std::ranges::sort(sorted);
    for (double& distance : data.propagations_m) distance -= sorted[sorted.size() / 2];
}

ptycho::Geometry geometryOf(const PtychoExperiment& e, double wavelength_m) {
    ptycho::Geometry geometry = ptycho::makeGeometry(e.size, wavelength_m, e.distance_m, e.detectorPixel_m,
                                                     e.detectorPixel_m, e.focusToSample_m, e.oversampling);
    if (e.sampleTilt_deg == 0) return geometry;
    if (e.slices > 1)
        throw JobError("a tilted sample is simulated with one slice only", "slices",
                       "set slices to 1, or the tilt of the sample to 0");
    ptycho::SampleGeometry sample;
    sample.kind = ptycho::SampleKind::bragg;
    sample.tilt_deg = e.sampleTilt_deg;
    return ptycho::tiltedGeometry(geometry, kDetector, sample);
}

} // namespace

PtychoDataset simulatePtycho(const PtychoExperiment& experiment) {
    if (experiment.frames == 0 || experiment.modes == 0)
        throw JobError("a simulation needs at least one frame and one probe mode", "simulate ptycho");
    if (experiment.slices == 0 || (experiment.slices > 1 && !(experiment.sliceSpacing_m > 0)))
        throw JobError("several slices need a distance between them", "slice_spacing_m",
                       "give it in metres: a few depths of field, 5 px^2/wavelength");
    if (experiment.slices > 1 && experiment.focusToSample_m > 0)
        throw JobError("several slices are simulated in the far field only", "slices",
                       "set focus to sample to 0, or slices to 1");
    if (experiment.objectModes == 0 || (experiment.objectModes > 1 && experiment.slices > 1))
        throw JobError("an object that changes is simulated with one slice only", "object_modes",
                       "set slices to 1, or object modes to 1");
    requirePossible(experiment);
    PtychoDataset data;
    data.experiment = experiment;
    data.wavelength_m = wavelengthFromEnergy(experiment.energy_keV);
    const ptycho::Geometry geometry = geometryOf(experiment, data.wavelength_m);
    data.objectPixel_m = geometry.objectPixelHeight_m;
    data.probe = makeModes(experiment, geometry);
    const Array<Complex, 2> first({geometry.size, geometry.size},
                                  {data.probe.slab(0).begin(), data.probe.slab(0).end()});
    const double step = std::max(1.0, (1 - experiment.overlap) * 2 * halfPowerRadius(first));
    data.pixelPositions = makePositions(experiment, step);
    double rows = 0, cols = 0;
    for (const PixelPosition& p : data.pixelPositions) rows = std::max(rows, p.row), cols = std::max(cols, p.col);
    if (experiment.flyPoints > 1) {
        data.pixelPaths.assign(experiment.frames, {0, step});
        cols += std::ceil(step / 2);
    }
    constexpr double kLimit = 20000;
    if (rows > kLimit || cols > kLimit)
        throw JobError("the simulated object would have more than 20000 pixels a side", "simulate ptycho",
                       "use fewer frames or more overlap");
    const auto make = experiment.objectModes > 1 ? makeStates : makeSlices;
    data.object = make(experiment, static_cast<std::size_t>(rows) + geometry.size + kMargin + 2,
                       static_cast<std::size_t>(cols) + geometry.size + kMargin + 2);
    data.emptyFrom = emptyFrom(experiment, data.object.extent(1));
    for (const auto& [i, col] : {std::pair{0U, data.emptyFrom}, std::pair{1U, data.object.extent(1) - 1}})
        data.empty_m[i] =
            (static_cast<double>(col) - static_cast<double>(geometry.size) / 2) * geometry.objectPixelWidth_m;
    placeSample(data, geometry);
    makeProbeChanges(data);
    data.background = backgroundPattern(experiment);
    data.frameIntensities = frameIntensities(experiment);
    makeFrames(data, geometry);
    data.badPixels = Array<std::uint8_t, 2>({experiment.size, experiment.size});
    ptycho::Random random(experiment.seed, 2);
    for (std::size_t i = 0; i < experiment.deadPixels; ++i) {
        const std::size_t pixel = random.below(data.badPixels.size());
        data.badPixels.span()[pixel] = 1;
        for (std::size_t frame = 0; frame < experiment.frames; ++frame) data.frames.slab(frame)[pixel] = 0;
    }
    return data;
}

} // namespace ewald::sim
