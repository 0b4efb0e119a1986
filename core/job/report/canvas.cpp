// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/report/canvas.h"

#include "io/images/image_export.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ewald::job::report {

namespace {

constexpr int kColumns = 5;
constexpr int kAdvance = kColumns + 1;

/// A letter of 5 × 7 dots: a row a byte, the left column is the bit of 16.
struct Glyph {
    std::string_view letter; ///< UTF-8
    std::array<std::uint8_t, Canvas::kTextHeight> rows;
};

constexpr std::array kGlyphs{
    Glyph{"0", {0x0E, 0x11, 0x13, 0x15, 0x19, 0x11, 0x0E}}, Glyph{"1", {0x04, 0x0C, 0x04, 0x04, 0x04, 0x04, 0x0E}},
    Glyph{"2", {0x0E, 0x11, 0x01, 0x02, 0x04, 0x08, 0x1F}}, Glyph{"3", {0x1F, 0x02, 0x04, 0x02, 0x01, 0x11, 0x0E}},
    Glyph{"4", {0x02, 0x06, 0x0A, 0x12, 0x1F, 0x02, 0x02}}, Glyph{"5", {0x1F, 0x10, 0x1E, 0x01, 0x01, 0x11, 0x0E}},
    Glyph{"6", {0x06, 0x08, 0x10, 0x1E, 0x11, 0x11, 0x0E}}, Glyph{"7", {0x1F, 0x01, 0x02, 0x04, 0x08, 0x08, 0x08}},
    Glyph{"8", {0x0E, 0x11, 0x11, 0x0E, 0x11, 0x11, 0x0E}}, Glyph{"9", {0x0E, 0x11, 0x11, 0x0F, 0x01, 0x02, 0x0C}},
    Glyph{".", {0x00, 0x00, 0x00, 0x00, 0x00, 0x0C, 0x0C}}, Glyph{",", {0x00, 0x00, 0x00, 0x00, 0x0C, 0x04, 0x08}},
    Glyph{"-", {0x00, 0x00, 0x00, 0x1F, 0x00, 0x00, 0x00}}, Glyph{"+", {0x00, 0x04, 0x04, 0x1F, 0x04, 0x04, 0x00}},
    Glyph{"e", {0x00, 0x00, 0x0E, 0x11, 0x1F, 0x10, 0x0E}}, Glyph{"n", {0x00, 0x00, 0x16, 0x19, 0x11, 0x11, 0x11}},
    Glyph{"m", {0x00, 0x00, 0x1A, 0x15, 0x15, 0x11, 0x11}}, Glyph{"p", {0x00, 0x00, 0x1E, 0x11, 0x1E, 0x10, 0x10}},
    Glyph{"µ", {0x00, 0x00, 0x11, 0x11, 0x13, 0x1D, 0x10}}, Glyph{"–", {0x00, 0x00, 0x00, 0x1F, 0x00, 0x00, 0x00}},
    Glyph{"−", {0x00, 0x00, 0x00, 0x1F, 0x00, 0x00, 0x00}}, Glyph{"x", {0x00, 0x00, 0x11, 0x0A, 0x04, 0x0A, 0x11}}};

/// Takes the first letter off the text.
std::string_view takeLetter(std::string_view& text) {
    std::size_t bytes = 1;
    while (bytes < text.size() && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U) ++bytes;
    const std::string_view letter = text.substr(0, bytes);
    text.remove_prefix(bytes);
    return letter;
}

} // namespace

Canvas::Canvas(int width, int height)
    : m_width(std::max(1, width)), m_height(std::max(1, height)),
      m_rgb(static_cast<std::size_t>(m_width) * static_cast<std::size_t>(m_height) * 3, 255) {}

Colour Canvas::at(int x, int y) const {
    if (x < 0 || y < 0 || x >= m_width || y >= m_height) return kWhite;
    const std::size_t place =
        3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(m_width) + static_cast<std::size_t>(x));
    return {m_rgb[place], m_rgb[place + 1], m_rgb[place + 2]};
}

void Canvas::set(int x, int y, Colour colour) {
    if (x < 0 || y < 0 || x >= m_width || y >= m_height) return;
    const std::size_t place =
        3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(m_width) + static_cast<std::size_t>(x));
    m_rgb[place] = colour.red;
    m_rgb[place + 1] = colour.green;
    m_rgb[place + 2] = colour.blue;
}

void Canvas::rectangle(int x, int y, int width, int height, Colour colour) {
    for (int row = std::max(0, y); row < std::min(m_height, y + height); ++row)
        for (int col = std::max(0, x); col < std::min(m_width, x + width); ++col) set(col, row, colour);
}

void Canvas::line(double x0, double y0, double x1, double y1, Colour colour, int thickness) {
    const double length = std::max(std::abs(x1 - x0), std::abs(y1 - y0));
    if (!std::isfinite(length) || length > 1e5) return;
    const int steps = std::max(1, static_cast<int>(std::ceil(length)));
    for (int i = 0; i <= steps; ++i) {
        const double at = static_cast<double>(i) / steps;
        const int x = static_cast<int>(std::lround(x0 + at * (x1 - x0)));
        const int y = static_cast<int>(std::lround(y0 + at * (y1 - y0)));
        rectangle(x - (thickness - 1) / 2, y - (thickness - 1) / 2, thickness, thickness, colour);
    }
}

void Canvas::disk(double x, double y, double radius, Colour colour) {
    if (!std::isfinite(x) || !std::isfinite(y)) return;
    const double left = std::clamp(x - radius, -1.0, static_cast<double>(m_width));
    const double top = std::clamp(y - radius, -1.0, static_cast<double>(m_height));
    for (int row = static_cast<int>(top); row <= std::min<double>(m_height, y + radius); ++row)
        for (int col = static_cast<int>(left); col <= std::min<double>(m_width, x + radius); ++col)
            if (std::hypot(col - x, row - y) <= radius) set(col, row, colour);
}

void Canvas::text(int x, int y, std::string_view utf8, Colour colour, int scale) {
    while (!utf8.empty()) {
        const std::string_view letter = takeLetter(utf8);
        const auto* glyph = std::ranges::find(kGlyphs, letter, &Glyph::letter);
        for (int row = 0; glyph != kGlyphs.end() && row < kTextHeight; ++row)
            for (int col = 0; col < kColumns; ++col)
                if ((glyph->rows[static_cast<std::size_t>(row)] >> (kColumns - 1 - col) & 1U) != 0)
                    rectangle(x + col * scale, y + row * scale, scale, scale, colour);
        x += kAdvance * scale;
    }
}

int Canvas::textWidth(std::string_view utf8, int scale) {
    int letters = 0;
    for (; !utf8.empty(); ++letters) static_cast<void>(takeLetter(utf8));
    return std::max(0, letters * kAdvance - 1) * scale;
}

void Canvas::image(int x, int y, std::size_t width, std::size_t height, std::span<const std::uint8_t> rgb, int scale) {
    for (std::size_t row = 0; row < height; ++row)
        for (std::size_t col = 0; col < width; ++col) {
            const std::uint8_t* const pixel = &rgb[3 * (row * width + col)];
            rectangle(x + static_cast<int>(col) * scale, y + static_cast<int>(row) * scale, scale, scale,
                      {pixel[0], pixel[1], pixel[2]});
        }
}

std::vector<std::uint8_t> Canvas::png() const {
    return io::pngBytes(static_cast<std::size_t>(m_width), static_cast<std::size_t>(m_height), m_rgb);
}

} // namespace ewald::job::report
