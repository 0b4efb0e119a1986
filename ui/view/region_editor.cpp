// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/region_editor.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ewald::view {

namespace {

constexpr std::size_t kMostSteps = 100;

} // namespace

void RegionEditor::endDrag() {
    if (!m_grip) return;
    m_grip.reset();
    if (m_new) m_old.pop_back();
    if (m_selected && *m_selected >= m_old.size()) select({});
    if (m_regions == m_old) return;
    m_regions = m_old;
    emit changed();
}

void RegionEditor::setRegions(std::vector<ImageRegion> regions) {
    endDrag();
    if (regions == m_regions) return;
    m_before.push_back(std::exchange(m_regions, std::move(regions)));
    if (m_before.size() > kMostSteps) m_before.erase(m_before.begin());
    m_after.clear();
    if (m_selected && *m_selected >= m_regions.size()) select({});
    emit changed();
}

void RegionEditor::reset() {
    m_before.clear();
    m_after.clear();
    m_grip.reset();
    m_selected.reset();
    if (m_regions.empty()) return;
    m_regions.clear();
    emit changed();
}

void RegionEditor::select(std::optional<std::size_t> index) {
    if (index == m_selected) return;
    m_selected = index;
    emit selectionChanged();
}

void RegionEditor::removeSelected() {
    endDrag();
    if (!m_selected || *m_selected >= m_regions.size()) return;
    std::vector<ImageRegion> rest = m_regions;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(*m_selected));
    select({});
    setRegions(std::move(rest));
}

void RegionEditor::restore(std::vector<std::vector<ImageRegion>>& from, std::vector<std::vector<ImageRegion>>& to) {
    endDrag();
    if (from.empty()) return;
    to.push_back(std::exchange(m_regions, std::move(from.back())));
    from.pop_back();
    select({});
    emit changed();
}

void RegionEditor::undo() { restore(m_before, m_after); }
void RegionEditor::redo() { restore(m_after, m_before); }

std::optional<RegionEditor::Grip> RegionEditor::gripAt(QPointF pixel, QSizeF reach) const {
    // The one on top is the last one.
    for (std::size_t i = m_regions.size(); i-- > 0;) {
        const ImageRegion& region = m_regions[i];
        const QRectF& rect = region.rect;
        const auto nearX = [&](double x) { return std::abs(pixel.x() - x) <= reach.width(); };
        const auto nearY = [&](double y) { return std::abs(pixel.y() - y) <= reach.height(); };
        Grip grip{i};
        const bool inX = pixel.x() >= rect.left() - reach.width() && pixel.x() <= rect.right() + reach.width();
        const bool inY = pixel.y() >= rect.top() - reach.height() && pixel.y() <= rect.bottom() + reach.height();
        if (!inX || !inY) continue;
        // Corners resize; of a small one only the lower right, so that it can still be moved.
        const bool small = rect.width() < 4 * reach.width() || rect.height() < 4 * reach.height();
        grip.right = nearX(rect.right());
        grip.left = !grip.right && !small && nearX(rect.left());
        grip.bottom = nearY(rect.bottom());
        grip.top = !grip.bottom && !small && nearY(rect.top());
        if ((grip.left || grip.right) && (grip.top || grip.bottom)) return grip;
        grip.left = grip.right = grip.top = grip.bottom = false;
        if (region.shape == ImageRegion::Shape::rectangle) {
            if (nearX(rect.left()) || nearX(rect.right()) || nearY(rect.top()) || nearY(rect.bottom())) return grip;
            continue;
        }
        const QPointF away = pixel - rect.center();
        const double radius = std::hypot(2 * away.x() / rect.width(), 2 * away.y() / rect.height());
        const double slack = std::max(2 * reach.width() / rect.width(), 2 * reach.height() / rect.height());
        if (std::abs(radius - 1) <= slack) return grip;
    }
    return {};
}

int RegionEditor::freeNumber() const {
    int number = 1;
    while (std::ranges::any_of(m_regions, [&](const ImageRegion& each) { return each.number == number; })) ++number;
    return number;
}

bool RegionEditor::press(QPointF pixel, QSizeF reach) {
    m_grip = gripAt(pixel, reach);
    m_new = !m_grip && m_shape.has_value();
    m_old = m_regions;
    m_pressed = pixel;
    if (m_new) {
        m_grip = Grip{m_regions.size(), false, true, false, true};
        m_regions.push_back({*m_shape, QRectF(pixel, pixel), freeNumber(), {}});
        m_old = m_regions;
    }
    select(m_grip ? std::optional(m_grip->region) : std::nullopt);
    return m_grip.has_value();
}

void RegionEditor::drag(QPointF pixel) {
    if (!m_grip || m_grip->region >= m_old.size()) return;
    const QPointF moved = pixel - m_pressed;
    QRectF rect = m_old[m_grip->region].rect;
    if (m_grip->moves()) rect.translate(moved);
    if (m_grip->left) rect.setLeft(rect.left() + moved.x());
    if (m_grip->right) rect.setRight(rect.right() + moved.x());
    if (m_grip->top) rect.setTop(rect.top() + moved.y());
    if (m_grip->bottom) rect.setBottom(rect.bottom() + moved.y());
    m_regions[m_grip->region].rect = rect.normalized();
    emit changed();
}

void RegionEditor::release() {
    if (!m_grip) return;
    const std::size_t index = std::exchange(m_grip, std::nullopt)->region;
    std::vector<ImageRegion> now = m_regions;
    if (m_new) m_old.pop_back();
    // A click makes no region.
    const QRectF& rect = now[index].rect;
    if (m_new && !(rect.width() >= 1 && rect.height() >= 1)) {
        now.pop_back();
        select({});
    }
    m_regions = m_old;
    if (now == m_old) {
        emit changed();
        return;
    }
    setRegions(std::move(now));
}

Qt::CursorShape RegionEditor::cursorAt(QPointF pixel, QSizeF reach) const {
    const std::optional<Grip> grip = gripAt(pixel, reach);
    if (!grip) return Qt::CrossCursor;
    if (grip->moves()) return Qt::SizeAllCursor;
    return grip->left == grip->top ? Qt::SizeFDiagCursor : Qt::SizeBDiagCursor;
}

} // namespace ewald::view
