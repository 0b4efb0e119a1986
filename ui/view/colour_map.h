// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ewald::view {

/// One colour as it goes to the screen (sRGB).
struct Rgb {
    std::uint8_t r = 0;
    std::uint8_t g = 0;
    std::uint8_t b = 0;
    bool operator==(const Rgb&) const = default;
};

/// Relative luminance Y of an sRGB colour (IEC 61966-2-1), 0 (black) to 1 (white).
[[nodiscard]] double luminance(Rgb colour) noexcept;

/// A named table of 256 colours. Immutable; any thread.
class ColourMap {
public:
    static constexpr std::size_t kSize = 256;

    /// Ids of all maps in the order of a menu: gray, gray_inverted, viridis, magma, inferno, turbo, phase_cyclic,
    /// hsv_wheel.
    [[nodiscard]] static const std::vector<std::string>& ids();
    /// From black to full red, green, blue: of the three colours of one image, and in no menu.
    static constexpr std::array<const char*, 3> kChannels{"black_red", "black_green", "black_blue"};
    /// The map of an id, one of ids() or kChannels; gray where the id is not known.
    [[nodiscard]] static const ColourMap& byId(std::string_view id);

    [[nodiscard]] const std::string& id() const noexcept { return m_id; }
    /// First and last colour meet: for phases.
    [[nodiscard]] bool cyclic() const noexcept { return m_cyclic; }
    [[nodiscard]] std::span<const Rgb, kSize> table() const noexcept { return m_table; }
    /// Colour at a fraction of the range; clamped to 0…1 (wrapped for cyclic maps).
    [[nodiscard]] Rgb at(double fraction) const noexcept;

    ColourMap(std::string id, bool cyclic, const std::array<Rgb, kSize>& table);

private:
    std::string m_id;
    bool m_cyclic = false;
    std::array<Rgb, kSize> m_table;
};

/// The values at both ends of a colour map, and how the values between are spread.
struct Range {
    double low = 0;
    double high = 1;
    bool log = false; ///< low and high are > 0 then

    /// 0 at low, 1 at high, not clamped; −∞ for values ≤ 0 on a log range.
    [[nodiscard]] double fraction(double value) const noexcept;
    /// The value at a fraction; inverse of fraction().
    [[nodiscard]] double value(double fraction) const noexcept;
    bool operator==(const Range&) const = default;
};

/// How a range is found: percentiles of the image, or two numbers typed by hand.
struct RangeChoice {
    bool manual = false;
    double lowPercentile = 0.5;   ///< percent
    double highPercentile = 99.5; ///< percent
    double low = 0;               ///< for manual
    double high = 1;
    bool log = false;
    bool operator==(const RangeChoice&) const = default;
};

/// Percentiles of the finite values (linear interpolation between order statistics), in the order asked for.
/// Empty or all-NaN values give zeros. `positiveOnly` leaves out values ≤ 0 (for log scales). At most about a million
/// evenly spaced values are looked at.
[[nodiscard]] std::vector<double> percentiles(std::span<const float> values, std::span<const double> percents,
                                              bool positiveOnly = false);

/// The range of a choice for these values: never empty, never NaN, positive where log.
[[nodiscard]] Range resolveRange(std::span<const float> values, const RangeChoice& choice);

/// Hue = phase (0 red, 2π/3 green, −2π/3 blue), value = amplitude / full, saturated colours; full > 0.
[[nodiscard]] Rgb complexColour(Complex z, double full) noexcept;

/// What NaN (masked) pixels look like: two neutral tones, hatched.
inline constexpr Rgb kMaskedDark{96, 96, 104};
inline constexpr Rgb kMaskedLight{128, 128, 138};

} // namespace ewald::view
