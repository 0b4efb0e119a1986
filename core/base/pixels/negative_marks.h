// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/pixel_type.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <type_traits>

namespace ewald {

/// The lowest counts of a signed type of 16 bits and more: its lowest number says "not measured" as the largest does
/// (markerOf()), and so do those that single precision does not tell from it. Absent: every number may be counts.
[[nodiscard]] inline std::optional<double> lowestCountsOf(PixelType type) {
    return withPixelType(type, [](auto number) -> std::optional<double> {
        using Number = decltype(number);
        if constexpr (std::is_floating_point_v<Number> || std::is_unsigned_v<Number> || sizeof(Number) < 2)
            return std::nullopt;
        else
            return std::nextafter(static_cast<float>(std::numeric_limits<Number>::lowest()), 0.0F);
    });
}

/// Whether the negative numbers of one image are marks of what was not measured: several, all the same, or all −1 and
/// −2, as detectors of DECTRIS write for gaps and for dead pixels. Given are those of pixels that count, in any order.
class NegativeMarks {
public:
    /// Marks of different meanings in one image: of gaps and of dead pixels.
    static constexpr std::size_t kMeanings = 2;
    /// −1 and −2.
    [[nodiscard]] static constexpr bool isGapOrDead(double value) noexcept { return value == -1 || value == -2; }

    void add(float value) noexcept {
        m_same = m_same && (m_count == 0 || value == m_number);
        m_gapsAndDead = m_gapsAndDead && isGapOrDead(static_cast<double>(value));
        m_number = std::min(m_number, value);
        ++m_count;
    }

    /// They are measured values, whatever else comes.
    [[nodiscard]] bool areCounts() const noexcept { return !m_same && !m_gapsAndDead; }
    /// None is another number than −1 and −2.
    [[nodiscard]] bool areGapsAndDead() const noexcept { return m_gapsAndDead; }
    /// Some are −1 and others −2.
    [[nodiscard]] bool areTwo() const noexcept { return m_gapsAndDead && !m_same; }
    /// How many pixels are marked.
    [[nodiscard]] std::size_t pixels() const noexcept { return areCounts() || m_count < 2 ? 0 : m_count; }
    /// The lowest mark.
    [[nodiscard]] float number() const noexcept { return m_number; }

private:
    std::size_t m_count = 0;
    float m_number = 0;
    bool m_same = true;        ///< all are the same number
    bool m_gapsAndDead = true; ///< all are −1 or −2
};

} // namespace ewald
