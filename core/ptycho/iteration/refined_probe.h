// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/iteration/refined_unknown.h"
#include "ptycho/model/variable_probe.h"

#include <vector>

namespace ewald::ptycho {

/// How the probe changes from frame to frame.
class RefinedProbe final : public RefinedUnknown {
public:
    /// \param state outlives it
    RefinedProbe(RankOfAll rank, VariableProbe& state) : RefinedUnknown(rank), m_state(state) {}

    /// \throws InternalError where it is of another size than the frames, or beside a tilted sample
    void set(VariableProbe state);
    /// By what has been collected in one pass over all frames. Collective.
    /// \param first the first mode of the probe, which takes up the mean of the change
    void refine(std::span<Complex> first, std::span<const PixelPosition> positions, const VariableProbeRule& rule);
    /// Its modes, with the weights of all local frames.
    void addModes(compute::FrameStep& step) const;
    void addTo(compute::FrameStep& step, std::span<const int> frames, bool collecting) override;
    [[nodiscard]] std::vector<float> weightsOf(std::size_t frame) const;
    [[nodiscard]] double peak() const { return m_peak; } ///< Σ_j max|c_j| max|V_j|
    [[nodiscard]] double norm() const { return m_norm; } ///< Σ_j max|c_j| ‖V_j‖

private:
    void begin() override;
    /// Numbers of all modes.
    [[nodiscard]] std::size_t values() const;

    VariableProbe& m_state;
    double m_peak = 0;
    double m_norm = 0;
    Buffer<Cf> m_modes;
    OfFrames m_weights;
    FromFrames<compute::WeightNormals> m_normals;
    Buffer<double> m_sums;  ///< sums of the modes, then their weights
    bool m_spectra = false; ///< these sums are spectra
};

} // namespace ewald::ptycho
