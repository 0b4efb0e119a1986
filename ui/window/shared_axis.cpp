// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/shared_axis.h"

#include "view/pattern_chart.h"

#include <QEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ewald::ui {

SharedAxis::SharedAxis(view::PatternChart& pattern, std::vector<view::ImageView*> images, QObject* parent)
    : QObject(parent), m_pattern(pattern), m_images(std::move(images)) {
    m_align.setSingleShot(true);
    m_align.setInterval(0);
    connect(&m_align, &QTimer::timeout, this, &SharedAxis::alignNow);
    connect(&m_pattern, &view::PatternChart::plotMoved, this, &SharedAxis::align);
    connect(&m_pattern, &view::PatternChart::xRangeChanged, this, &SharedAxis::followPattern);
    connect(&m_pattern, &view::PatternChart::hoveredAt, this, &SharedAxis::mark);
    for (view::ImageView* image : m_images) {
        image->canvas()->installEventFilter(this);
        connect(image, &view::ImageView::viewChanged, this, [this, image] { followImage(*image); });
        connect(image, &view::ImageView::cursorMoved, this, [this](QPointF pixel) { mark(value(pixel.x())); });
    }
}

void SharedAxis::setBins(std::size_t count, double first, double second) {
    const double step = second > first ? second - first : 1;
    const std::size_t shared = second > first ? count : 0;
    if (shared == m_count && first == m_first && step == m_step) return align();
    m_count = shared;
    m_first = first;
    m_step = step;
    m_pattern.setEdges(m_count > 1 ? std::optional(std::pair(value(0), value(static_cast<double>(count))))
                                   : std::nullopt);
    mark({});
    align();
}

bool SharedAxis::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Leave) mark({});
    if (event->type() == QEvent::Resize || event->type() == QEvent::Show) align();
    return QObject::eventFilter(watched, event);
}

view::ImageView* SharedAxis::visible() const {
    const auto found = std::ranges::find_if(m_images, [](const view::ImageView* image) { return image->isVisible(); });
    return found == m_images.end() ? nullptr : *found;
}

void SharedAxis::align() {
    if (m_count > 1) m_align.start();
}

void SharedAxis::alignNow() {
    view::ImageView* image = visible();
    if (image == nullptr || m_count < 2 || !m_pattern.isVisible()) return;
    const QWidget& canvas = *image->canvas();
    const double end = m_pattern.mapFromGlobal(canvas.mapToGlobal(QPoint(canvas.width(), 0))).x();
    m_pattern.setPlotRight(end);
    const double begin = m_pattern.mapTo(m_pattern.window(), m_pattern.plotRect().topLeft().toPoint()).x();
    image->setLeftRoom(static_cast<int>(begin) - image->mapTo(image->window(), QPoint()).x());
    followPattern();
}

void SharedAxis::showRange(view::ImageView& image, double low, double high) {
    if (m_count < 2 || !image.emptyText().isEmpty()) return;
    constexpr double kNearly = 0.01; // columns
    const QRectF view = image.view();
    const double left = column(low), right = column(high);
    if (std::abs(view.left() - left) < kNearly && std::abs(view.right() - right) < kNearly) return;
    const bool whole = left < kNearly && right > static_cast<double>(m_count) - kNearly;
    if (whole) {
        image.fit();
    } else {
        image.setView(QRectF(left, view.top(), right - left, view.height()));
    }
}

void SharedAxis::followPattern() {
    if (m_pattern.curves().empty()) return;
    const auto [low, high] = m_pattern.xRange();
    for (view::ImageView* image : m_images) showRange(*image, low, high);
}

void SharedAxis::followImage(const view::ImageView& image) {
    if (m_count < 2) return;
    const double all = static_cast<double>(m_count);
    const QRectF view = image.view();
    if (image.isFitted() || (view.left() <= 0 && view.right() >= all)) {
        m_pattern.resetZoom();
    } else {
        m_pattern.setXRange(value(view.left()), value(view.right()));
    }
}

void SharedAxis::setLines(view::ImageView& image, std::vector<view::ImagePath> lines) {
    m_lines[&image] = std::move(lines);
    showLines(image);
}

void SharedAxis::mark(std::optional<double> at) {
    m_marked = at && m_count > 1 ? at : std::nullopt;
    m_pattern.setCursorLine(m_marked);
    for (view::ImageView* image : m_images) showLines(*image);
}

void SharedAxis::showLines(view::ImageView& image) {
    std::vector<view::ImagePath> lines = m_lines[&image];
    if (m_marked && image.isVisible()) {
        const QRectF view = image.view();
        const double place = column(*m_marked);
        lines.push_back({{{place, view.top()}, {place, view.bottom()}}, {}});
    }
    image.setPaths(std::move(lines));
}

} // namespace ewald::ui
