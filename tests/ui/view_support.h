// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"
#include "base/units.h"
#include "waiting.h"

#include <QApplication>
#include <QGuiApplication>
#include <QPalette>

#include <cmath>
#include <memory>
#include <random>

namespace ewald::view::test {

using ui::test::activate;
using ui::test::settle;
using ui::test::settleAll;
using ui::test::showNow;
using ui::test::waitFor;

inline QPalette darkPalette() {
    QPalette p;
    p.setColor(QPalette::Window, QColor(45, 45, 48));
    p.setColor(QPalette::WindowText, QColor(225, 225, 225));
    p.setColor(QPalette::Base, QColor(30, 30, 32));
    p.setColor(QPalette::AlternateBase, QColor(45, 45, 48));
    p.setColor(QPalette::Text, QColor(225, 225, 225));
    p.setColor(QPalette::Button, QColor(60, 60, 64));
    p.setColor(QPalette::ButtonText, QColor(225, 225, 225));
    p.setColor(QPalette::Highlight, QColor(61, 125, 208));
    p.setColor(QPalette::HighlightedText, Qt::white);
    p.setColor(QPalette::Mid, QColor(90, 90, 94));
    p.setColor(QPalette::ToolTipBase, QColor(60, 60, 64));
    p.setColor(QPalette::ToolTipText, QColor(225, 225, 225));
    p.setColor(QPalette::Disabled, QPalette::WindowText, QColor(130, 130, 134));
    p.setColor(QPalette::Disabled, QPalette::Text, QColor(130, 130, 134));
    p.setColor(QPalette::Disabled, QPalette::ButtonText, QColor(110, 110, 114));
    return p;
}

inline QPalette lightPalette() {
    QPalette p(QColor(239, 240, 241), QColor(239, 240, 241));
    p.setColor(QPalette::Base, Qt::white);
    return p;
}

/// A star of `spokes` dark arms in a bright plane with a phase of −1.2 rad in the arms and a slow ramp.
inline std::shared_ptr<const Array<Complex, 2>> star(std::size_t rows, std::size_t cols, int spokes = 18) {
    auto image = std::make_shared<Array<Complex, 2>>(Array<Complex, 2>::Shape{rows, cols});
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < cols; ++c) {
            const double y = (static_cast<double>(r) - static_cast<double>(rows) / 2) / static_cast<double>(rows);
            const double x = (static_cast<double>(c) - static_cast<double>(cols) / 2) / static_cast<double>(cols);
            const double radius = std::hypot(x, y);
            const bool arm = radius > 0.03 && radius < 0.42 && std::sin(spokes * std::atan2(y, x)) > 0;
            const double phase = (arm ? -1.2 : 0.0) + 0.8 * x + 0.15 * std::sin(40 * y);
            (*image)(r, c) = std::polar(arm ? 0.72F : 0.98F, static_cast<float>(phase));
        }
    }
    return image;
}

/// A speckled diffraction pattern of counts with its centre in the middle and a masked beam stop and gap.
inline std::shared_ptr<const Array<float, 2>> pattern(std::size_t n, bool noisy, bool masked, unsigned seed = 1) {
    auto image = std::make_shared<Array<float, 2>>(Array<float, 2>::Shape{n, n});
    std::mt19937 random(seed);
    for (std::size_t r = 0; r < n; ++r) {
        for (std::size_t c = 0; c < n; ++c) {
            const double y = static_cast<double>(r) - static_cast<double>(n) / 2;
            const double x = static_cast<double>(c) - static_cast<double>(n) / 2;
            const double q = std::hypot(x, y) / static_cast<double>(n);
            const double fringe = 0.55 + 0.45 * std::sin(x * 0.7) * std::cos(y * 0.5);
            double value = 4000 * fringe / (1 + std::pow(q * 22, 4)) + 0.05;
            if (noisy) value = std::poisson_distribution<int>(value)(random);
            const bool gap = r > n * 3 / 4 && r < n * 3 / 4 + 4;
            (*image)(r, c) = masked && (gap || std::hypot(x, y) < 3) ? NAN : static_cast<float>(value);
        }
    }
    return image;
}

inline std::vector<ScanPosition> spiral(std::size_t count, double step_m) {
    std::vector<ScanPosition> positions;
    for (std::size_t i = 0; i < count; ++i) {
        const double angle = static_cast<double>(i) * kPi * (3 - std::sqrt(5.0));
        const double radius = step_m * std::sqrt(static_cast<double>(i));
        positions.push_back({radius * std::sin(angle), radius * std::cos(angle)});
    }
    return positions;
}

} // namespace ewald::view::test
