// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace ewald::job::report {

struct Colour {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;
};
inline constexpr Colour kWhite{255, 255, 255};
inline constexpr Colour kBlack{0, 0, 0};
inline constexpr Colour kGrey{150, 150, 150};

/// A small picture that is drawn pixel by pixel: for charts where there is no window. White at first. What lies outside
/// is not drawn. Places are pixels, x to the right, y down. One thread.
class Canvas {
public:
    static constexpr int kTextHeight = 7; ///< of a letter at scale 1

    Canvas(int width, int height);

    [[nodiscard]] int width() const noexcept { return m_width; }
    [[nodiscard]] int height() const noexcept { return m_height; }
    [[nodiscard]] Colour at(int x, int y) const;
    void set(int x, int y, Colour colour);
    void rectangle(int x, int y, int width, int height, Colour colour);
    void line(double x0, double y0, double x1, double y1, Colour colour, int thickness = 1);
    void disk(double x, double y, double radius, Colour colour);
    /// Digits, signs and the letters of units; anything else is a blank. \param scale pixels of a dot
    void text(int x, int y, std::string_view utf8, Colour colour, int scale = 1);
    [[nodiscard]] static int textWidth(std::string_view utf8, int scale = 1);
    /// \param rgb width × height × 3 bytes, each pixel drawn `scale` × `scale` large
    void image(int x, int y, std::size_t width, std::size_t height, std::span<const std::uint8_t> rgb, int scale = 1);

    /// The picture as the bytes of a PNG file.
    [[nodiscard]] std::vector<std::uint8_t> png() const;

private:
    int m_width;
    int m_height;
    std::vector<std::uint8_t> m_rgb;
};

} // namespace ewald::job::report
