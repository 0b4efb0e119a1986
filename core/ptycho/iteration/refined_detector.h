// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/iteration/refined_unknown.h"
#include "ptycho/model/detector_state.h"

#include <vector>

namespace ewald::ptycho {

/// The counts that all frames have beside the waves' (DetectorState::background).
class RefinedBackground final : public RefinedUnknown {
public:
    /// \param background outlives it
    RefinedBackground(RankOfAll rank, std::vector<float>& background)
        : RefinedUnknown(rank), m_background(background) {}

    /// Empty: none, and nothing is collected for it. \throws InternalError where it is of another size than a frame
    void set(std::vector<float> background);
    /// By what has been collected in one pass over all frames, if anything has. Collective.
    /// \param zero refineBackground()
    void refine(std::size_t zero);
    void addTo(compute::FrameStep& step, std::span<const int> frames, bool collecting) override;

private:
    void begin() override;

    std::vector<float>& m_background;
    Buffer<float> m_device;
    Buffer<double> m_sums; ///< kernels::BackgroundTerms
};

/// σ of the detector's point spread (DetectorState::pointSpread_px), which the model has.
class RefinedPointSpread final : public RefinedUnknown {
public:
    using RefinedUnknown::RefinedUnknown;

    /// By what has been collected in one pass over all frames; as it was where nothing has. Collective.
    [[nodiscard]] double refined(double sigma_px);
    void addTo(compute::FrameStep& step, std::span<const int> frames, bool collecting) override;

private:
    void begin() override { m_terms.begin(rank()); }

    FromFrames<compute::SpreadTerms> m_terms;
};

/// The beam's amplitude in each frame (DetectorState::beam).
class RefinedBeam final : public RefinedUnknown {
public:
    /// \param beam outlives it
    RefinedBeam(RankOfAll rank, std::vector<double>& beam) : RefinedUnknown(rank), m_beam(beam) {}

    /// By frame number; empty: 1. \throws InternalError where it is of another number of frames
    void set(std::vector<double> beam);
    /// What has been collected in one pass over all frames, by frame number. Collective.
    [[nodiscard]] std::vector<compute::FrameFigures> figures();
    /// By figures(), if anything has been collected. Collective.
    void refine(std::span<const PixelPosition> positions);
    void addTo(compute::FrameStep& step, std::span<const int> frames, bool collecting) override;

private:
    void begin() override { m_figures.begin(rank()); }

    std::vector<double>& m_beam;
    OfFrames m_gains; ///< 1/w
    FromFrames<compute::FrameFigures> m_figures;
};

} // namespace ewald::ptycho
