// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/integration/pattern_preview.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ewald::job {
namespace {

constexpr std::size_t kMostRows = 256;
constexpr std::size_t kMaxPixels = std::size_t{4} << 20U; // of the heat map
constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();

} // namespace

std::size_t PatternPreview::mostRows() const {
    return std::clamp<std::size_t>(kMaxPixels / m_axes.radial.size(), 1, kMostRows);
}

PatternPreview::PatternPreview(const io::IntegrationAxes& axes) : m_axes(axes) {
    m_framesPerRow = std::max<std::size_t>(1, (axes.frames + mostRows() - 1) / mostRows());
    const std::size_t rows = (axes.frames + m_framesPerRow - 1) / m_framesPerRow;
    m_sums = Array<double, 2>({rows, axes.radial.size()});
    m_counts = Array<float, 2>({rows, axes.radial.size()});
    addFailed(0);
    m_done = 0;
}

void PatternPreview::grow() {
    const std::size_t radial = m_axes.radial.size(), before = m_sums.extent(0);
    std::size_t merged = 1; // rows of before in one of now
    while ((m_axes.frames + m_framesPerRow * merged - 1) / (m_framesPerRow * merged) > mostRows()) merged *= 2;
    m_framesPerRow *= merged;
    const std::size_t rows = (m_axes.frames + m_framesPerRow - 1) / m_framesPerRow;
    Array<double, 2> sums({rows, radial});
    Array<float, 2> counts({rows, radial});
    for (std::size_t row = 0; row < before; ++row)
        for (std::size_t r = 0; r < radial; ++r) {
            sums.data()[row / merged * radial + r] += m_sums.data()[row * radial + r];
            counts.data()[row / merged * radial + r] += m_counts.data()[row * radial + r];
        }
    m_sums = std::move(sums);
    m_counts = std::move(counts);
}

void PatternPreview::addFailed(std::size_t row) {
    ++m_done;
    m_newest = row;
    m_intensity.assign(m_axes.bins(), kNothing);
    m_errors.clear();
}

void PatternPreview::add(std::size_t row, const azint::FrameResult& result, std::span<const float> intensity,
                         std::span<const float> errors) {
    ++m_done;
    m_newest = row;
    m_intensity.assign(intensity.begin(), intensity.end());
    m_errors.assign(errors.begin(), errors.end());
    for (std::size_t bin = 0; bin < m_intensity.size(); ++bin)
        if (!(result.count[bin] > 0)) m_intensity[bin] = kNothing;
    const std::size_t radial = m_axes.radial.size();
    double* const sums = m_sums.data() + row / m_framesPerRow * radial;
    float* const counts = m_counts.data() + row / m_framesPerRow * radial;
    for (std::size_t r = 0; r < radial; ++r) {
        // A cake is shown as its pattern: all sectors together.
        double signal = 0;
        double normalization = 0;
        for (std::size_t bin = r; bin < m_intensity.size(); bin += radial) {
            const auto value = static_cast<double>(m_intensity[bin]);
            if (!std::isfinite(value)) continue;
            signal += value * result.sumNormalization[bin];
            normalization += result.sumNormalization[bin];
        }
        if (!(normalization > 0)) continue;
        sums[r] += signal / normalization;
        counts[r] += 1;
    }
}

std::shared_ptr<IntegrationPreview> PatternPreview::make() const {
    auto preview = std::make_shared<IntegrationPreview>();
    preview->unit = m_axes.unit;
    preview->intensityUnit = m_axes.intensityUnit;
    preview->radial = m_axes.radial;
    preview->azimuthal_deg = m_axes.azimuthal_deg;
    preview->framesDone = m_done;
    preview->frames = m_axes.frames;
    preview->firstFrame = m_axes.firstFrame;
    preview->frameStep = m_axes.frameStep;
    preview->row = m_newest;
    preview->intensity = m_intensity;
    preview->errors = m_errors;
    preview->framesPerRow = m_framesPerRow;
    preview->waterfall = Array<float, 2>(m_sums.shape());
    for (std::size_t i = 0; i < m_sums.size(); ++i)
        preview->waterfall.data()[i] =
            m_counts.data()[i] > 0 ? static_cast<float>(m_sums.data()[i] / static_cast<double>(m_counts.data()[i]))
                                   : kNothing;
    return preview;
}

} // namespace ewald::job
