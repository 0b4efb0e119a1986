// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/integrator.h"
#include "io/integration_file.h"
#include "job/events/events.h"

#include <memory>
#include <span>
#include <vector>

namespace ewald::job {

/// Collects patterns for the live view: the newest, and a heat map of all that stays small however many there are.
/// One thread.
class PatternPreview {
public:
    explicit PatternPreview(const io::IntegrationAxes& axes);

    /// The axes, which are kept by reference, count more frames than before.
    void grow();
    /// \param intensity of the result, or what was made of it \param errors of it; may be empty
    void add(std::size_t row, const azint::FrameResult& result, std::span<const float> intensity,
             std::span<const float> errors);
    /// A frame without a pattern.
    void addFailed(std::size_t row);
    [[nodiscard]] std::shared_ptr<IntegrationPreview> make() const;

private:
    [[nodiscard]] std::size_t mostRows() const;

    const io::IntegrationAxes& m_axes;
    std::size_t m_framesPerRow = 1;
    Array<double, 2> m_sums;  ///< [row of the heat map][radial bin]
    Array<float, 2> m_counts; ///< patterns with something in the bin
    std::size_t m_done = 0;
    std::size_t m_newest = 0;
    std::vector<float> m_intensity;
    std::vector<float> m_errors;
};

} // namespace ewald::job
