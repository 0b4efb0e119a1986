// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/frame_mask.h"

#include <algorithm>
#include <cmath>

namespace ewald::ui {

namespace {

/// Pixels that all steps together may remember: 64 MB.
constexpr std::size_t kMostRemembered = 16'000'000;

} // namespace

FrameMask::FrameMask(const Mask& mask) : m_mask(mask.shape()) {
    std::ranges::transform(mask, m_mask.begin(), [](std::uint8_t bad) { return bad != 0 ? 1 : 0; });
    m_masked = static_cast<std::size_t>(std::ranges::count(m_mask, std::uint8_t{1}));
}

void FrameMask::set(std::size_t pixel, bool bad) {
    std::uint8_t& now = m_mask.data()[pixel];
    if ((now != 0) == bad) return;
    now = bad ? 1 : 0;
    m_masked += bad ? 1 : static_cast<std::size_t>(-1);
    if (m_steps.back().empty()) {
        ++m_made;
        m_undone.clear(); // not before: what changes nothing leaves what was taken back
    }
    m_steps.back().push_back(static_cast<std::uint32_t>(pixel));
}

void FrameMask::begin() {
    if (m_steps.empty() || !m_steps.back().empty()) m_steps.emplace_back();
    trim();
}

void FrameMask::trim() {
    std::size_t remembered = 0;
    for (const Step& step : m_steps) remembered += step.size();
    while (m_steps.size() > 1 && remembered > kMostRemembered) {
        remembered -= m_steps.front().size();
        m_steps.erase(m_steps.begin());
    }
}

void FrameMask::span(std::size_t row, double left, double right, bool bad) {
    // The centre of column c is at c + ½.
    const auto cols = static_cast<double>(m_mask.extent(1));
    const double first = std::clamp(std::ceil(left - 0.5), 0.0, cols);
    const double last = std::clamp(std::floor(right - 0.5) + 1, 0.0, cols);
    for (auto col = static_cast<std::size_t>(first); static_cast<double>(col) < last; ++col) {
        set(row * m_mask.extent(1) + col, bad);
    }
}

void FrameMask::disk(QPointF centre, double radius, bool bad) { stroke(centre, centre, radius, bad); }

void FrameMask::stroke(QPointF from, QPointF to, double radius, bool bad) {
    if (m_mask.empty()) return;
    if (m_steps.empty()) begin();
    const auto rows = static_cast<double>(m_mask.extent(0));
    const auto cols = static_cast<double>(m_mask.extent(1));
    const auto under = [&](QPointF p) {
        if (p.x() < 0 || p.y() < 0 || p.x() >= cols || p.y() >= rows) return;
        set(static_cast<std::size_t>(p.y()) * m_mask.extent(1) + static_cast<std::size_t>(p.x()), bad);
    };
    under(from);
    under(to);
    const QPointF along = to - from;
    const double length2 = QPointF::dotProduct(along, along);
    const double top = std::clamp(std::floor(std::min(from.y(), to.y()) - radius), 0.0, rows);
    const double bottom = std::clamp(std::ceil(std::max(from.y(), to.y()) + radius), 0.0, rows);
    const double left = std::clamp(std::floor(std::min(from.x(), to.x()) - radius), 0.0, cols);
    const double right = std::clamp(std::ceil(std::max(from.x(), to.x()) + radius), 0.0, cols);
    for (auto r = static_cast<std::size_t>(top); static_cast<double>(r) < bottom; ++r) {
        for (auto c = static_cast<std::size_t>(left); static_cast<double>(c) < right; ++c) {
            const QPointF pixel(static_cast<double>(c) + 0.5, static_cast<double>(r) + 0.5);
            const double t =
                length2 > 0 ? std::clamp(QPointF::dotProduct(pixel - from, along) / length2, 0.0, 1.0) : 0.0;
            const QPointF away = pixel - (from + t * along);
            if (QPointF::dotProduct(away, away) <= radius * radius) set(r * m_mask.extent(1) + c, bad);
        }
    }
}

void FrameMask::rectangle(const QRectF& area, bool bad) {
    const QRectF box = area.normalized();
    polygon(QPolygonF({box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft()}), bad);
}

void FrameMask::polygon(const QPolygonF& outline, bool bad) {
    if (m_mask.empty() || outline.size() < 3) return;
    if (m_steps.empty()) begin();
    const QRectF bounds = outline.boundingRect();
    const auto rows = static_cast<double>(m_mask.extent(0));
    const double top = std::clamp(std::floor(bounds.top()), 0.0, rows);
    const double bottom = std::clamp(std::ceil(bounds.bottom()), 0.0, rows);
    std::vector<double> crossings;
    for (auto r = static_cast<std::size_t>(top); static_cast<double>(r) < bottom; ++r) {
        const double y = static_cast<double>(r) + 0.5;
        crossings.clear();
        for (qsizetype i = 0; i < outline.size(); ++i) {
            const QPointF a = outline[i];
            const QPointF b = outline[(i + 1) % outline.size()];
            // Half open: a corner on the line counts once.
            if ((a.y() <= y) == (b.y() <= y)) continue;
            crossings.push_back(a.x() + (y - a.y()) / (b.y() - a.y()) * (b.x() - a.x()));
        }
        std::ranges::sort(crossings);
        for (std::size_t i = 0; i + 1 < crossings.size(); i += 2) span(r, crossings[i], crossings[i + 1], bad);
    }
}

void FrameMask::select(std::span<const std::uint8_t> chosen, bool bad) {
    if (chosen.size() != m_mask.size()) return;
    if (m_steps.empty()) begin();
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        if (chosen[i] != 0) set(i, bad);
    }
}

void FrameMask::set(std::span<const std::uint32_t> pixels, bool bad) {
    if (m_steps.empty()) begin();
    for (const std::uint32_t pixel : pixels) set(static_cast<std::size_t>(pixel), bad);
}

void FrameMask::invert() {
    if (m_steps.empty()) begin();
    for (std::size_t i = 0; i < m_mask.size(); ++i) set(i, m_mask.data()[i] == 0);
}

void FrameMask::clear() {
    if (m_steps.empty()) begin();
    for (std::size_t i = 0; i < m_mask.size(); ++i) set(i, false);
}

bool FrameMask::replace(const Mask& mask) {
    if (mask.shape() != m_mask.shape()) return false;
    begin();
    for (std::size_t i = 0; i < mask.size(); ++i) set(i, mask.data()[i] != 0);
    return true;
}

void FrameMask::flip(const Step& step) {
    for (const std::uint32_t pixel : step) {
        std::uint8_t& now = m_mask.data()[pixel];
        m_masked += now == 0 ? 1 : static_cast<std::size_t>(-1);
        now = now == 0 ? 1 : 0;
    }
}

std::size_t FrameMask::stepsKept() const noexcept {
    return static_cast<std::size_t>(std::ranges::count_if(m_steps, [](const Step& step) { return !step.empty(); }));
}

void FrameMask::undo() {
    while (!m_steps.empty() && m_steps.back().empty()) m_steps.pop_back();
    if (m_steps.empty()) return;
    flip(m_steps.back());
    m_undone.push_back(std::move(m_steps.back()));
    m_steps.back().clear(); // what is drawn next is a step of its own
}

void FrameMask::redo() {
    if (m_undone.empty()) return;
    flip(m_undone.back());
    m_steps.push_back(std::move(m_undone.back()));
    m_undone.pop_back();
    m_steps.emplace_back();
}

FrameMask::Mask outsideThresholds(const Array<float, 2>& image, double low, double high) {
    FrameMask::Mask chosen(image.shape());
    for (std::size_t i = 0; i < image.size(); ++i) {
        const auto value = static_cast<double>(image.data()[i]);
        chosen.data()[i] = value >= low && value <= high ? 0 : 1;
    }
    return chosen;
}

FrameMask::Mask insideRing(const azint::Geometry& geometry, azint::Unit unit, double low, double high) {
    FrameMask::Mask chosen({geometry.rows(), geometry.cols()});
    for (std::size_t r = 0; r < geometry.rows(); ++r) {
        for (std::size_t c = 0; c < geometry.cols(); ++c) {
            const double value = geometry.radial(unit, {static_cast<double>(r) + 0.5, static_cast<double>(c) + 0.5});
            chosen(r, c) = value >= low && value <= high ? 1 : 0;
        }
    }
    return chosen;
}

} // namespace ewald::ui
