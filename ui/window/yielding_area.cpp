// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/yielding_area.h"

#include <QEvent>
#include <QLayout>

#include <algorithm>

namespace ewald::ui {

YieldingArea::YieldingArea(QWidget* content, int least, QWidget* parent) : QScrollArea(parent), m_least(least) {
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidgetResizable(true);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    setWidget(content);
    viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
}

void YieldingArea::yieldTo(int others) {
    m_others = others;
    parentWidget()->installEventFilter(this);
    updateGeometry();
}

QSize YieldingArea::sizeHint() const {
    const QWidget& content = *widget();
    const int height =
        content.hasHeightForWidth() ? content.heightForWidth(viewport()->width()) : content.sizeHint().height();
    const int wanted = std::max(height, content.minimumSizeHint().height());
    const int left = m_others > 0 ? std::max(m_least, parentWidget()->height() - m_others) : wanted;
    return {content.sizeHint().width(), std::min(wanted, left)};
}

QSize YieldingArea::minimumSizeHint() const {
    const QSize content = widget()->minimumSizeHint();
    return {content.width(), m_least == kAsContent ? content.height() : std::min(m_least, sizeHint().height())};
}

bool YieldingArea::eventFilter(QObject* object, QEvent* event) {
    const bool changes = (object == widget() && event->type() == QEvent::LayoutRequest) ||
                         (object == parentWidget() && event->type() == QEvent::Resize);
    const bool taken = QScrollArea::eventFilter(object, event);
    if (changes) updateGeometry();
    return taken;
}

void YieldingArea::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    // Wrapped texts are higher where it is narrower. Of its own width: a scroll bar that comes and goes asks nothing.
    if (widget() != nullptr && widget()->hasHeightForWidth() && m_width != width()) updateGeometry();
    m_width = width();
}

} // namespace ewald::ui
