// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/orientation_tile.h"

#include <QPainter>
#include <QStyleOptionFocusRect>

#include <algorithm>
#include <utility>

namespace ewald::ui {

namespace {

constexpr int kPicture = 150; ///< side of the picture, pixels
constexpr int kMargin = 8;
constexpr int kLines = 4; ///< two of its name, two of what was found

} // namespace

QString orientationText(ptycho::Orientation orientation) {
    const auto& [swap, flipRow, flipCol] = orientation;
    const QString flips = flipRow && flipCol ? OrientationTile::tr("x and y flipped")
                          : flipCol          ? OrientationTile::tr("x flipped")
                          : flipRow          ? OrientationTile::tr("y flipped")
                                             : QString();
    if (!swap) return flips.isEmpty() ? OrientationTile::tr("as in the file") : flips;
    return flips.isEmpty() ? OrientationTile::tr("swapped") : OrientationTile::tr("swapped, %1").arg(flips);
}

OrientationTile::OrientationTile(QString name, QWidget* parent) : QAbstractButton(parent), m_name(std::move(name)) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    clear();
}

QSize OrientationTile::sizeHint() const {
    return {kPicture + 2 * kMargin, kPicture + kLines * fontMetrics().lineSpacing() + 3 * kMargin};
}

void OrientationTile::clear() {
    m_picture = {};
    m_error = 0;
    m_figure.clear();
    m_mark = Mark::none;
    setEnabled(false);
    describe();
}

void OrientationTile::setTrial(const QImage& picture, double error, const QString& figure) {
    m_picture = picture;
    m_error = error;
    m_figure = figure;
    setEnabled(true);
    describe();
}

void OrientationTile::setPicture(const QImage& picture) {
    m_picture = picture;
    update();
}

void OrientationTile::setMark(Mark mark) {
    m_mark = mark;
    describe();
}

void OrientationTile::setCurrent(bool current) {
    m_current = current;
    describe();
}

QString OrientationTile::figureText() const {
    if (!hasPicture()) return m_current ? tr("set now") : QString();
    return m_current ? tr("%1 · set now").arg(m_figure) : m_figure;
}

void OrientationTile::describe() {
    setText(m_name);
    const QString mark = m_mark == Mark::best   ? tr("best")
                         : m_mark == Mark::twin ? tr("fits as well as the best one")
                                                : QString();
    QStringList parts{text()};
    for (const QString& part : {figureText(), mark}) {
        if (!part.isEmpty()) parts << part;
    }
    setAccessibleName(parts.join(QStringLiteral(", ")));
    setToolTip(hasPicture() ? tr("%1. Click to set it.").arg(accessibleName()) : accessibleName());
    update();
}

void OrientationTile::enterEvent(QEnterEvent* event) {
    QAbstractButton::enterEvent(event);
    update();
}

void OrientationTile::leaveEvent(QEvent* event) {
    QAbstractButton::leaveEvent(event);
    update();
}

void OrientationTile::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    const QPalette& colours = palette();
    const QRectF whole = QRectF(rect()).adjusted(2, 2, -2, -2);
    if (isEnabled() && underMouse()) painter.fillRect(whole, colours.color(QPalette::AlternateBase));
    const int line = fontMetrics().lineSpacing();
    const QRectF room = whole.adjusted(kMargin, kMargin, -kMargin, -1.0 * kLines * line - kMargin - 4);
    if (hasPicture()) {
        const QSizeF size = QSizeF(m_picture.size()).scaled(room.size(), Qt::KeepAspectRatio);
        QRectF place(QPointF(0, 0), size);
        place.moveCenter(room.center());
        painter.drawImage(place, m_picture);
    } else {
        painter.fillRect(room, colours.color(QPalette::Base));
    }
    QRectF words(whole.left() + 4, room.bottom() + 4, whole.width() - 8, kLines * line);
    constexpr int kWrapped = Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap;
    QFont bold = font();
    bold.setBold(m_mark != Mark::none);
    painter.setFont(bold);
    painter.setPen(colours.color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::WindowText));
    QRectF name;
    painter.drawText(words, kWrapped, text(), &name);
    words.setTop(std::max(name.bottom(), words.top() + line));
    painter.setFont(font());
    painter.drawText(words, kWrapped, figureText());
    if (m_mark != Mark::none) {
        painter.setPen(
            QPen(colours.color(QPalette::Highlight), 3, m_mark == Mark::best ? Qt::SolidLine : Qt::DashLine));
        painter.drawRect(whole);
    }
    if (hasFocus()) {
        QStyleOptionFocusRect option;
        option.initFrom(this);
        option.rect = rect().adjusted(4, 4, -4, -4);
        style()->drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, this);
    }
}

} // namespace ewald::ui
