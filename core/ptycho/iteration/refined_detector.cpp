// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/iteration/refined_detector.h"

#include "base/error.h"

#include <utility>

namespace ewald::ptycho {

void RefinedBackground::set(std::vector<float> background) {
    if (!background.empty() && background.size() != rank().problem.geometry.framePixels())
        throw InternalError("a background of another size than the frames");
    m_background = std::move(background);
    if (m_background.empty())
        m_device = {}, (void)endCollecting();
    else if (m_device.empty())
        m_device = Buffer<float>(rank().queue, std::span<const float>(m_background));
    else
        m_device.upload(m_background);
}

void RefinedBackground::begin() {
    const std::size_t pixels = rank().problem.geometry.framePixels();
    if (m_device.empty()) set(firstBackground(pixels, rank().problem.meanPhotons / static_cast<double>(pixels)));
    if (m_sums.empty()) m_sums = Buffer<double>(rank().queue, compute::kBackgroundTerms * pixels);
    const int side = rank().model.detectorSize();
    rank().ops().clear(m_sums.data(), side, {0, 0, compute::kBackgroundTerms * side, side});
}

void RefinedBackground::refine(std::size_t zero) {
    if (!endCollecting()) return;
    std::vector<double> sums = m_sums.toHost();
    rank().addUp(sums);
    std::vector<float> background = m_background;
    refineBackground(background, sums, zero);
    set(std::move(background));
}

void RefinedBackground::addTo(compute::FrameStep& step, std::span<const int>, bool collecting) {
    if (!m_device.empty()) step.detector.background = m_device.data();
    if (collecting && collects()) step.backgroundSums = m_sums.data();
}

double RefinedPointSpread::refined(double sigma_px) {
    return endCollecting() ? refinedSpread(sigma_px, m_terms.finish(rank())) : sigma_px;
}

void RefinedPointSpread::addTo(compute::FrameStep& step, std::span<const int> frames, bool collecting) {
    if (collecting && collects()) step.spreadTerms = m_terms.of(rank(), frames);
}

void RefinedBeam::set(std::vector<double> beam) {
    if (!beam.empty() && beam.size() != rank().problem.frames)
        throw InternalError("a beam of another number of frames");
    m_beam = std::move(beam);
    std::vector<float> gains;
    if (!m_beam.empty())
        for (const std::size_t frame : rank().feed.numbers()) gains.push_back(static_cast<float>(1 / m_beam[frame]));
    m_gains.set(rank(), std::move(gains), 1);
}

std::vector<compute::FrameFigures> RefinedBeam::figures() {
    (void)endCollecting();
    return m_figures.finish(rank());
}

void RefinedBeam::refine(std::span<const PixelPosition> positions) {
    if (!collects()) return;
    std::vector<double> beam = m_beam;
    refineBeam(beam, figures(), positions);
    set(std::move(beam));
}

void RefinedBeam::addTo(compute::FrameStep& step, std::span<const int> frames, bool collecting) {
    if (!m_gains.empty()) step.detector.gains = m_gains.of(rank(), frames);
    if (collecting && collects()) step.figures = m_figures.of(rank(), frames);
}

} // namespace ewald::ptycho
