// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/integrator.h"
#include "base/pixel_type.h"

#include <cstddef>

namespace ewald::job {

/// Looks in the pixels of one frame that count for numbers that mark what was not measured: several negative ones, all
/// the same, or all −1 and −2, as detectors of DECTRIS write for gaps and for dead pixels. Planning has looked at a few
/// frames and masks what they mark (io::findMarkedPixels()); this finds what only others hold. For one thread.
class NegativeMarks {
public:
    explicit NegativeMarks(const azint::Integrator& integrator) : m_integrator(&integrator) {}

    /// Whether pixels of this type can be negative.
    [[nodiscard]] static bool arePossible(PixelType type) noexcept;

    void begin() noexcept { *this = NegativeMarks(*m_integrator); }
    /// The next pixels of the frame. \param pixel the first of them \param stride from one to the next, in numbers
    void add(PixelType type, const std::byte* values, std::size_t pixel, std::size_t count, std::size_t stride = 1);
    /// How many pixels are marked; 0: what is negative is no mark.
    [[nodiscard]] std::size_t pixels() const noexcept { return m_count > 1 ? m_count : 0; }
    /// The lowest of them.
    [[nodiscard]] float number() const noexcept { return m_number; }

private:
    template <class T>
    void addAs(const std::byte* values, std::size_t pixel, std::size_t count, std::size_t stride);
    void take(std::size_t pixel, float value);

    const azint::Integrator* m_integrator;
    std::size_t m_count = 0;
    float m_number = 0;
    bool m_same = true;        ///< all are the same number
    bool m_gapsAndDead = true; ///< all are −1 or −2
    bool m_differ = false;     ///< they are counts: nothing more is to be looked at
};

} // namespace ewald::job
