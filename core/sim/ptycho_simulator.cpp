// SPDX-License-Identifier: GPL-3.0-or-later
//
// Frames are made with an exact (Fourier) shift of the probe and one transform a frame and mode, through code that no
// engine uses: a mistake in an engine's model does not cancel in a test.
#include "sim/ptycho_simulator.h"

#include "base/error.h"
#include "base/units.h"
#include "compute/fft.h"
#include "compute/parallel.h"
#include "io/hdf5_atomic.h"
#include "ptycho/initial_guess.h"
#include "ptycho/probe_algebra.h"
#include "ptycho/random.h"
#include "sim/poisson.h"

#include <algorithm>
#include <cmath>

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
    return ptycho::defocusedProbe(aperture, geometry, -0.9);
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
    double minRow = 0, minCol = 0;
    for (std::size_t i = 0; i < e.frames; ++i) {
        const double jitterRow = e.positionJitter * (random.uniform() - 0.5);
        const double jitterCol = e.positionJitter * (random.uniform() - 0.5);
        positions.push_back({step_px * (static_cast<double>(i / across) + jitterRow),
                             step_px * (static_cast<double>(i % across) + jitterCol)});
        minRow = std::min(minRow, positions.back().row), minCol = std::min(minCol, positions.back().col);
    }
    for (PixelPosition& p : positions) p = {p.row - minRow + kMargin, p.col - minCol + kMargin};
    return positions;
}

Array<Complex, 3> makeModes(const PtychoExperiment& e, const ptycho::Geometry& geometry) {
    const bool nearField = geometry.propagation == ptycho::Propagation::nearField;
    const Array<Complex, 2> first = nearField ? diffuserProbe(e.size, e.seed) : zonePlateProbe(geometry);
    Array<Complex, 3> probe =
        ptycho::makeProbeModes(Array<Complex, 3>({1, e.size, e.size}, {first.begin(), first.end()}), e.modes, 0.1, 1.0);
    double total = 0;
    for (std::size_t k = 0; k < e.modes; ++k) total += 1.0 / static_cast<double>((k + 1) * (k + 1));
    const double photons = e.photonsPerFrame > 0 ? e.photonsPerFrame : 1e6;
    for (std::size_t k = 0; k < e.modes; ++k)
        ptycho::scaleMode(
            probe, k,
            std::sqrt(photons / total / static_cast<double>((k + 1) * (k + 1)) / ptycho::modePower(probe, k)));
    return probe;
}

/// The noise of frame i is drawn from stream kFirstFrameStream + i; the other streams are below.
constexpr std::uint64_t kFirstFrameStream = 1000;

/// Makes one frame at a time from probe spectra, so that a frame costs two transforms a mode.
class FrameMaker {
public:
    FrameMaker(const PtychoDataset& data, const ptycho::Geometry& geometry)
        : m_data(data), m_n(data.experiment.size), m_nearField(geometry.propagation == ptycho::Propagation::nearField) {
        for (std::size_t k = 0; k < data.probe.extent(0); ++k) {
            const auto mode = data.probe.slab(k);
            m_spectra.emplace_back(Array<Complex, 2>::Shape{m_n, m_n}, std::vector<Complex>(mode.begin(), mode.end()));
            compute::fft2d(m_spectra.back(), FftDirection::forward);
        }
        if (m_nearField) m_transfer = ptycho::nearFieldTransfer(geometry);
    }

    void make(std::size_t frame, std::span<float> out) const {
        std::fill(out.begin(), out.end(), 0.0F);
        const PixelPosition p = m_data.pixelPositions[frame];
        const double row = std::round(p.row), col = std::round(p.col);
        for (const Array<Complex, 2>& spectrum : m_spectra) {
            Array<Complex, 2> wave = shifted(spectrum, p.row - row, p.col - col, 1);
            compute::fft2d(wave, FftDirection::backward);
            for (std::size_t r = 0; r < m_n; ++r)
                for (std::size_t c = 0; c < m_n; ++c)
                    wave(r, c) *= m_data.object(r + static_cast<std::size_t>(row), c + static_cast<std::size_t>(col));
            compute::fft2d(wave, FftDirection::forward);
            if (m_nearField) {
                // The detector sees the probe where it is: undo the shift that brought it to the object's pixels.
                wave = shifted(wave, p.row - row, p.col - col, -1);
                for (std::size_t i = 0; i < wave.size(); ++i) wave.span()[i] *= m_transfer.span()[i];
                compute::fft2d(wave, FftDirection::backward);
            }
            const std::size_t middle = m_nearField ? 0 : m_n / 2;
            for (std::size_t r = 0; r < m_n; ++r)
                for (std::size_t c = 0; c < m_n; ++c)
                    out[((r + middle) % m_n) * m_n + (c + middle) % m_n] += std::norm(wave(r, c));
        }
        addNoise(frame, out);
    }

private:
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
    Array<Complex, 2> m_transfer;
};

void makeFrames(PtychoDataset& data, const ptycho::Geometry& geometry) {
    const std::size_t n = data.experiment.size;
    data.frames = Array<float, 3>({data.experiment.frames, n, n});
    const FrameMaker maker(data, geometry);
    compute::parallelFor(data.experiment.frames, 0,
                         [&](std::size_t frame) { maker.make(frame, data.frames.slab(frame)); });
}

} // namespace

PtychoDataset simulatePtycho(const PtychoExperiment& experiment) {
    if (experiment.frames == 0 || experiment.modes == 0)
        throw JobError("a simulation needs at least one frame and one probe mode", "simulate ptycho");
    PtychoDataset data;
    data.experiment = experiment;
    data.wavelength_m = wavelengthFromEnergy(experiment.energy_keV);
    const ptycho::Geometry geometry =
        ptycho::makeGeometry(experiment.size, data.wavelength_m, experiment.distance_m, experiment.detectorPixel_m,
                             experiment.detectorPixel_m, experiment.focusToSample_m);
    data.objectPixel_m = geometry.objectPixelHeight_m;
    data.probe = makeModes(experiment, geometry);
    const Array<Complex, 2> first({experiment.size, experiment.size},
                                  {data.probe.slab(0).begin(), data.probe.slab(0).end()});
    const double step = std::max(1.0, (1 - experiment.overlap) * 2 * halfPowerRadius(first));
    data.pixelPositions = makePositions(experiment, step);
    double rows = 0, cols = 0;
    for (const PixelPosition& p : data.pixelPositions) rows = std::max(rows, p.row), cols = std::max(cols, p.col);
    constexpr double kLimit = 20000;
    if (rows > kLimit || cols > kLimit)
        throw JobError("the simulated object would have more than 20000 pixels a side", "simulate ptycho",
                       "use fewer frames or more overlap");
    data.object = makeObject(static_cast<std::size_t>(rows) + experiment.size + kMargin + 2,
                             static_cast<std::size_t>(cols) + experiment.size + kMargin + 2);
    for (const PixelPosition& p : data.pixelPositions)
        data.positions.push_back({p.row * geometry.objectPixelHeight_m, p.col * geometry.objectPixelWidth_m});
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

namespace {

void writeContent(io::h5::File& h5, const PtychoDataset& data) {
    const PtychoExperiment& e = data.experiment;
    const std::size_t n = e.size;
    h5.write("/cxi_version", std::int64_t{160});
    h5.write("/number_of_entries", std::int64_t{1});
    h5.write("/entry_1/title", "SIMULATED by Ewald");
    h5.write("/entry_1/instrument_1/source_1/energy", e.energy_keV * kJoulePerKeV);
    h5.write("/entry_1/instrument_1/source_1/wavelength", data.wavelength_m);
    const std::string detector = "/entry_1/instrument_1/detector_1/";
    h5.write(detector + "distance", e.distance_m);
    h5.write(detector + "x_pixel_size", e.detectorPixel_m);
    h5.write(detector + "y_pixel_size", e.detectorPixel_m);
    const std::vector<double> basis = {0, -e.detectorPixel_m, 0, -e.detectorPixel_m, 0, 0};
    h5.write<double>(detector + "basis_vectors", basis, {2, 3});
    std::vector<std::uint32_t> mask(n * n);
    std::transform(data.badPixels.begin(), data.badPixels.end(), mask.begin(), [](auto bad) { return bad ? 8U : 0U; });
    h5.write<std::uint32_t>(detector + "mask", mask, {n, n});
    const io::h5::StorageOptions storage{{1, n, n}, 1, false};
    const io::h5::Shape shape = {e.frames, n, n};
    const float largest = *std::max_element(data.frames.begin(), data.frames.end());
    if (e.photonsPerFrame > 0 && largest < 65535) {
        const std::vector<std::uint16_t> counts(data.frames.begin(), data.frames.end());
        h5.write<std::uint16_t>(detector + "data", counts, shape, storage);
    } else if (e.photonsPerFrame > 0) {
        const std::vector<std::int32_t> counts(data.frames.begin(), data.frames.end());
        h5.write<std::int32_t>(detector + "data", counts, shape, storage);
    } else {
        h5.write<float>(detector + "data", data.frames.span(), shape, storage);
    }
    h5.setAttribute(detector + "data", "axes", "translation:y:x");
    std::vector<double> translation;
    for (const ScanPosition& p : data.positions) translation.insert(translation.end(), {p.x, p.y, 0});
    h5.write<double>("/entry_1/sample_1/geometry_1/translation", translation, {e.frames, 3});
    h5.softLink("/entry_1/data_1/data", detector + "data");
    h5.softLink("/entry_1/data_1/translation", "/entry_1/sample_1/geometry_1/translation");
    h5.write<Complex>("/truth/object", data.object.span(), {data.object.extent(0), data.object.extent(1)});
    h5.write<Complex>("/truth/probe_modes", data.probe.span(), {e.modes, n, n});
    std::vector<double> corners;
    for (const PixelPosition& p : data.pixelPositions) corners.insert(corners.end(), {p.row, p.col});
    h5.write<double>("/truth/row_col_px", corners, {e.frames, 2});
}

} // namespace

void writeCxi(const std::filesystem::path& file, const PtychoDataset& data, bool overwrite) {
    io::writeHdf5Atomically(file, overwrite, [&](io::h5::File& h5) { writeContent(h5, data); });
}

} // namespace ewald::sim
