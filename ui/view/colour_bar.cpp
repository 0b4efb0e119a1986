// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/colour_bar.h"

#include <QPainter>

#include <cmath>

namespace ewald::view {

ColourBar::ColourBar(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding); }

void ColourBar::setSpec(const ColourBarSpec& spec) {
    const bool resize = spec.wheel != m_spec.wheel || spec.label != m_spec.label;
    m_spec = spec;
    if (resize) updateGeometry();
    // A low bar has no room for its label.
    QStringList lines{spec.label};
    for (const ColourBarSpec& channel : spec.channels) lines << channel.label;
    if (spec.channels.empty()) lines << tr("Colour scale. Double click to set its range.");
    lines.removeAll(QString());
    setToolTip(lines.join(u'\n'));
    update();
}

QSize ColourBar::sizeHint() const {
    return {static_cast<int>(std::ceil(colourBarWidth(QFontMetricsF(font()), m_spec))), 120};
}

QSize ColourBar::minimumSizeHint() const { return {sizeHint().width(), 40}; }

void ColourBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintColourBar(painter, QRectF(rect()), m_spec, palette().color(QPalette::WindowText));
}

void ColourBar::mouseDoubleClickEvent(QMouseEvent*) { emit activated(); }

} // namespace ewald::view
