// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/powder_simulator.h"

#include "azint/calibrant.h"
#include "azint/corrections.h"
#include "azint/detector.h"
#include "base/error.h"
#include "base/phrase.h"
#include "base/units.h"
#include "compute/devices/parallel.h"
#include "ptycho/model/random.h"
#include "sim/poisson.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ewald::sim {
namespace {

constexpr std::uint32_t kGap = 1U << 0U;
constexpr std::uint32_t kDead = 1U << 1U;
constexpr std::uint32_t kNoisy = 1U << 4U;
constexpr std::size_t kMostDistinct = 256;
/// Streams of the seed: frames count from here on.
constexpr std::uint64_t kMaskStream = 1;
constexpr std::uint64_t kFirstFrameStream = 16;

azint::Geometry geometryOf(const azint::Poni& poni) {
    const auto fail = [](const char* what, const char* hint) { throw JobError(what, "simulate powder", hint); };
    if (!poni.shape || (*poni.shape)[0] == 0 || (*poni.shape)[1] == 0) {
        fail("the detector has no shape", "name a detector of the catalogue, or give rows and columns");
    }
    // Larger than any detector that exists; a stack of such frames would have one chunk of 4 GiB.
    constexpr std::size_t kMaxPixels = std::size_t{1} << 28U;
    if ((*poni.shape)[0] > kMaxPixels / (*poni.shape)[1]) fail("the detector is too large", "use at most 2^28 pixels");
    if (!poni.wavelength_m || !(*poni.wavelength_m > 0)) fail("there is no wavelength", "give the energy");
    if (!(poni.pixel1_m > 0) || !(poni.pixel2_m > 0)) fail("the pixels have no size", "give the size of a pixel");
    return azint::Geometry(poni, (*poni.shape)[0], (*poni.shape)[1]);
}

void checkNumbers(const PowderExperiment& e) {
    const auto check = [](bool good, const char* what, const char* key) {
        if (!good) throw JobError(what, key);
    };
    check(e.frames > 0, "a stack needs at least one frame", "frames");
    check(e.distinct <= kMostDistinct || e.distinct >= e.frames, "more than 256 distinct frames that repeat",
          "distinct");
    check(e.pixelType == PixelType::uint8 || e.pixelType == PixelType::uint16 || e.pixelType == PixelType::uint32,
          "frames are simulated as uint8, uint16 or uint32", "type");
    check(e.peakCounts >= 0 && std::isfinite(e.peakCounts), "counts cannot be negative", "counts");
    check(e.background >= 0 && std::isfinite(e.background), "the background cannot be negative", "background");
    check(e.peakWidth_deg >= 1e-3 && e.peakWidth_deg <= 90, "the width of a peak is 0.001 to 90 degrees", "peak-width");
    check(std::abs(e.expansion) < 0.5, "the lattice can grow or shrink by less than half", "expansion");
    check(e.decay >= 0 && e.decay < 1, "the beam's loss is between 0 and 1", "decay");
    check(!e.polarizationFactor || std::abs(*e.polarizationFactor) <= 1, "the polarization factor is between -1 and 1",
          "polarization-factor");
}

/// The background falls from five times its level at the beam: scattering by air.
double airScattering(double twoTheta) {
    constexpr double kFall = 3 * kPi / 180;
    return 1 + 4 * std::exp(-twoTheta / kFall);
}

} // namespace

PowderSimulator::PowderSimulator(PowderExperiment experiment)
    : m_experiment(std::move(experiment)), m_geometry(geometryOf(m_experiment.poni)) {
    checkNumbers(m_experiment);
    azint::Corrections corrections;
    corrections.solidAngle = m_experiment.solidAngle;
    corrections.polarizationFactor = m_experiment.polarizationFactor;
    m_norm = azint::normalizationOf(m_geometry, corrections);
    const std::size_t cols = m_geometry.cols();
    m_twoTheta.resize(m_geometry.rows() * cols);
    compute::parallelFor(m_geometry.rows(), 0, [&](std::size_t row) {
        for (std::size_t col = 0; col < cols; ++col) {
            m_twoTheta[row * cols + col] = static_cast<float>(
                m_geometry.twoTheta({static_cast<double>(row) + 0.5, static_cast<double>(col) + 0.5}));
        }
    });
    m_largestTwoTheta = static_cast<double>(*std::ranges::max_element(m_twoTheta));
    findRings();
    makeMask();
}

void PowderSimulator::findRings() {
    const azint::Calibrant* const calibrant = azint::findCalibrant(m_experiment.calibrant);
    if (calibrant == nullptr) {
        std::string names;
        for (const azint::CalibrantName& known : azint::calibrantNames())
            names += (names.empty() ? "" : ", ") + known.name;
        throw JobError(phrase("unknown calibrant \"%1\"", m_experiment.calibrant), "calibrant",
                       phrase("there are %1", names));
    }
    double strongest = 0;
    for (const azint::Reflection& reflection : calibrant->reflections) {
        const double sine = m_geometry.wavelength_m() * 1e10 / (2 * reflection.d_A);
        if (sine >= 1 || 2 * std::asin(sine) > m_largestTwoTheta) continue;
        // Multiplicity, Lorentz factor of a powder, thermal motion with B = 0.5 Å².
        const double thermal = std::exp(-0.25 / (reflection.d_A * reflection.d_A));
        const double weight =
            std::max(1, reflection.multiplicity) * thermal / (sine * sine * std::sqrt(1 - sine * sine));
        m_rings.push_back({reflection.d_A, weight});
        strongest = std::max(strongest, weight);
    }
    if (m_rings.empty()) {
        throw JobError(phrase("no ring of %1 reaches the detector", calibrant->name), "calibrant",
                       "use a shorter distance or wavelength");
    }
    for (Ring& ring : m_rings) ring.weight /= strongest;
}

void PowderSimulator::makeMask() {
    const std::size_t rows = m_geometry.rows();
    const std::size_t cols = m_geometry.cols();
    m_mask = Array<std::uint32_t, 2>({rows, cols});
    const azint::Detector* const detector = azint::findDetector(m_experiment.poni.detector);
    if (detector != nullptr) {
        const Array<std::uint8_t, 2> gaps = azint::gapMask(*detector, rows, cols);
        for (std::size_t i = 0; i < gaps.size(); ++i) m_mask.span()[i] = gaps.span()[i] != 0 ? kGap : 0;
    }
    ptycho::Random random(m_experiment.seed, kMaskStream);
    const auto mark = [&](std::size_t count, std::uint32_t bit) {
        for (std::size_t i = 0; i < count; ++i) m_mask.span()[random.below(m_mask.size())] |= bit;
    };
    mark(m_experiment.deadPixels, kDead);
    mark(m_experiment.hotPixels, kNoisy);
}

std::uint64_t PowderSimulator::saturation() const noexcept {
    // The three largest values mean "no measurement" to programs that take −2 ± 1.5 as the dummy of these detectors.
    return (std::uint64_t{1} << (8 * bytesOf(m_experiment.pixelType))) - 5;
}

double PowderSimulator::progress(std::size_t frame) const noexcept {
    const std::size_t distinct =
        m_experiment.distinct == 0 ? m_experiment.frames : std::min(m_experiment.distinct, m_experiment.frames);
    return distinct < 2 ? 0 : static_cast<double>(frame % distinct) / static_cast<double>(distinct - 1);
}

double PowderSimulator::beam(std::size_t frame) const noexcept { return 1 - m_experiment.decay * progress(frame); }

double PowderSimulator::twoThetaOf(const Ring& ring, std::size_t frame) const noexcept {
    const double d_m = ring.d_A * 1e-10 * (1 + m_experiment.expansion * progress(frame));
    return 2 * std::asin(std::min(1.0, m_geometry.wavelength_m() / (2 * d_m)));
}

std::vector<double> PowderSimulator::rings(std::size_t frame) const {
    std::vector<double> angles;
    for (const Ring& ring : m_rings) angles.push_back(twoThetaOf(ring, frame));
    return angles;
}

double PowderSimulator::intensity(double twoTheta, std::size_t frame) const {
    double sum = m_experiment.background * airScattering(twoTheta);
    const double width = m_experiment.peakWidth_deg * kPi / 180;
    for (const Ring& ring : m_rings) {
        const double away = (twoTheta - twoThetaOf(ring, frame)) / width;
        if (std::abs(away) < 4) sum += m_experiment.peakCounts * ring.weight * std::exp2(-4 * away * away);
    }
    return sum;
}

std::vector<float> PowderSimulator::expected(std::size_t frame) const {
    // The pattern on a grid so fine that a straight line between two points is 2e-4 of a peak off at the most.
    const double step = m_experiment.peakWidth_deg * kPi / 180 / 64;
    const auto points = static_cast<std::size_t>(m_largestTwoTheta / step) + 2;
    std::vector<float> pattern(points);
    std::vector<double> angles = rings(frame);
    for (std::size_t i = 0; i < points; ++i) {
        pattern[i] = static_cast<float>(m_experiment.background * airScattering(static_cast<double>(i) * step));
    }
    for (std::size_t r = 0; r < angles.size(); ++r) {
        const double middle = angles[r] / step;
        const double reach = 4 * 64;
        const auto first = static_cast<std::size_t>(std::max(0.0, std::ceil(middle - reach)));
        for (std::size_t i = first; i < points && static_cast<double>(i) < middle + reach; ++i) {
            const double away = (static_cast<double>(i) - middle) / 64;
            pattern[i] += static_cast<float>(m_experiment.peakCounts * m_rings[r].weight * std::exp2(-4 * away * away));
        }
    }
    const auto perStep = static_cast<float>(1 / step);
    const auto strength = static_cast<float>(beam(frame));
    std::vector<float> counts(m_twoTheta.size());
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const float at = m_twoTheta[i] * perStep;
        const auto index = std::min(static_cast<std::size_t>(at), points - 2);
        const float part = at - static_cast<float>(index);
        counts[i] = (pattern[index] + part * (pattern[index + 1] - pattern[index])) * m_norm.data()[i] * strength;
    }
    return counts;
}

template <class T>
void PowderSimulator::fill(std::size_t frame, T* out) const {
    const std::vector<float> means = expected(frame);
    const std::size_t different = m_experiment.distinct == 0 ? m_experiment.frames : m_experiment.distinct;
    ptycho::Random random(m_experiment.seed, kFirstFrameStream + frame % different);
    const std::uint64_t largest = saturation();
    for (std::size_t i = 0; i < means.size(); ++i) {
        const std::uint32_t flags = m_mask.data()[i];
        const double mean = static_cast<double>(means[i]);
        // Drawn for bad pixels too: with and without them all other pixels are the same.
        std::uint64_t count =
            m_experiment.noise ? drawPoisson(mean, random) : static_cast<std::uint64_t>(std::min(mean + 0.5, 1e18));
        if ((flags & kNoisy) != 0) count = 1000 * count + largest / 2;
        out[i] =
            (flags & (kGap | kDead)) != 0 ? std::numeric_limits<T>::max() : static_cast<T>(std::min(count, largest));
    }
}

std::vector<std::byte> PowderSimulator::frame(std::size_t frame) const {
    std::vector<std::byte> bytes(m_twoTheta.size() * bytesOf(m_experiment.pixelType));
    switch (m_experiment.pixelType) {
    case PixelType::uint8: fill(frame, reinterpret_cast<std::uint8_t*>(bytes.data())); break;
    case PixelType::uint16: fill(frame, reinterpret_cast<std::uint16_t*>(bytes.data())); break;
    default: fill(frame, reinterpret_cast<std::uint32_t*>(bytes.data())); break;
    }
    return bytes;
}

} // namespace ewald::sim
