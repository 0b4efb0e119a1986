// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/mark_colour.h"

#include <array>

namespace ewald::view {

namespace {

// Blue-green, pink, lime, violet, orange, grey: the same six, darker on paper. The first is the one that is seen best
// on measured rings, in whatever colours these are shown.
constexpr std::array<QRgb, 6> kOnLight{0xff00768a, 0xffaa4499, 0xff4a7a00, 0xff6a3fb5, 0xffb35900, 0xff555555};
constexpr std::array<QRgb, 6> kOnDark{0xff5aebff, 0xffff8cdc, 0xffa6ee5c, 0xffc3a6ff, 0xffffb347, 0xffe0e0e0};

} // namespace

QColor markColour(std::size_t substance, const QPalette& palette) {
    const auto& colours = palette.color(QPalette::Base).lightness() < 128 ? kOnDark : kOnLight;
    return QColor(colours[substance % colours.size()]);
}

QColor markColourOnImage(std::size_t substance) { return QColor(kOnDark[substance % kOnDark.size()]); }

} // namespace ewald::view
