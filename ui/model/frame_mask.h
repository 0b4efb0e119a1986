// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/geometry.h"
#include "base/array.h"

#include <QPointF>
#include <QPolygonF>
#include <QRectF>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace ewald::ui {

/// A mask drawn on a stored frame, with undo. Points are image points: x = column, y = row, pixel (r, c)
/// covers [c, c + 1) × [r, r + 1). A value type for one thread.
class FrameMask {
public:
    using Mask = Array<std::uint8_t, 2>;

    FrameMask() = default;
    FrameMask(std::size_t rows, std::size_t cols) : m_mask({rows, cols}) {}
    /// Begins with this mask (not 0 = bad), which no undo takes back.
    explicit FrameMask(const Mask& mask);

    [[nodiscard]] const Mask& mask() const noexcept { return m_mask; }
    [[nodiscard]] std::size_t maskedPixels() const noexcept { return m_masked; }
    [[nodiscard]] bool empty() const noexcept { return m_masked == 0; }

    /// Begins what one undo takes back; what is drawn until the next begin() belongs to it.
    void begin();
    /// All pixels whose centre is inside; a disk always takes the pixel under its centre.
    void disk(QPointF centre, double radius, bool bad);
    /// A disk drawn along a straight line.
    void stroke(QPointF from, QPointF to, double radius, bool bad);
    void rectangle(const QRectF& area, bool bad);
    void polygon(const QPolygonF& outline, bool bad);
    /// All pixels for which `chosen` (rows × cols) is not zero.
    void select(std::span<const std::uint8_t> chosen, bool bad);
    /// These pixels (row · columns + column).
    void set(std::span<const std::uint32_t> pixels, bool bad);
    void invert();
    void clear();
    /// Takes another mask instead. \returns false when it has another shape: nothing is changed then
    [[nodiscard]] bool replace(const Mask& mask);

    /// Steps that were ever made: grows when something is drawn that undo() takes back.
    [[nodiscard]] std::size_t stepsMade() const noexcept { return m_made; }
    /// Steps that undo() can take back: the oldest are forgotten when all together hold too many pixels.
    [[nodiscard]] std::size_t stepsKept() const noexcept;
    void undo();
    void redo();

private:
    /// The pixels that a step has flipped: taking it back flips them again.
    using Step = std::vector<std::uint32_t>;
    void set(std::size_t pixel, bool bad);
    void flip(const Step& step);
    /// Marks columns [from, to) of a row whose centres lie in the span.
    void span(std::size_t row, double left, double right, bool bad);
    void trim();

    Mask m_mask;
    std::size_t m_masked = 0;
    std::size_t m_made = 0;
    std::vector<Step> m_steps;
    std::vector<Step> m_undone;
};

/// Pixels with a value below `low` or above `high`, or not finite: 1. Any thread.
[[nodiscard]] FrameMask::Mask outsideThresholds(const Array<float, 2>& image, double low, double high);
/// Pixels whose centre has a value of `unit` in [low, high]: 1. Any thread.
[[nodiscard]] FrameMask::Mask insideRing(const azint::Geometry& geometry, azint::Unit unit, double low, double high);

} // namespace ewald::ui
