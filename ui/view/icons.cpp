// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/icons.h"

#include <QPainter>
#include <QPainterPath>
#include <QPalette>
#include <QPixmap>

namespace ewald::view {

namespace {

QPainterPath polyline(std::initializer_list<QPointF> points) {
    QPainterPath path;
    bool first = true;
    for (const QPointF& p : points) {
        if (first)
            path.moveTo(p);
        else
            path.lineTo(p);
        first = false;
    }
    return path;
}

void text(QPainter& painter, const QString& word, double size) {
    QFont font(QStringLiteral("DejaVu Sans"));
    font.setPixelSize(static_cast<int>(size));
    font.setBold(true);
    painter.setFont(font);
    painter.drawText(QRectF(0, 0, 16, 16), Qt::AlignCenter, word);
}

void zoomGlass(QPainter& painter, bool in) {
    painter.drawEllipse(QPointF(6.5, 6.5), 4.5, 4.5);
    painter.drawLine(QPointF(10, 10), QPointF(14, 14));
    painter.drawLine(QPointF(4.5, 6.5), QPointF(8.5, 6.5));
    if (in) painter.drawLine(QPointF(6.5, 4.5), QPointF(6.5, 8.5));
}

void draw(QPainter& painter, ToolIcon icon) {
    switch (icon) {
    case ToolIcon::fit:
        for (const auto& path : {polyline({{2, 6}, {2, 2}, {6, 2}}), polyline({{10, 2}, {14, 2}, {14, 6}}),
                                 polyline({{14, 10}, {14, 14}, {10, 14}}), polyline({{6, 14}, {2, 14}, {2, 10}})}) {
            painter.drawPath(path);
        }
        painter.drawRect(QRectF(5.5, 5.5, 5, 5));
        break;
    case ToolIcon::actualSize: text(painter, QStringLiteral("1:1"), 9); break;
    case ToolIcon::logScale: text(painter, QStringLiteral("log"), 9); break;
    case ToolIcon::range:
        painter.drawPath(polyline({{2, 14}, {4.5, 13}, {6, 6}, {8, 3}, {10, 6}, {11.5, 13}, {14, 14}}));
        painter.drawLine(QPointF(4.5, 2), QPointF(4.5, 14));
        painter.drawLine(QPointF(11.5, 2), QPointF(11.5, 14));
        break;
    case ToolIcon::measure:
        painter.drawLine(QPointF(3, 13), QPointF(13, 3));
        painter.drawLine(QPointF(1.5, 11.5), QPointF(4.5, 14.5));
        painter.drawLine(QPointF(11.5, 1.5), QPointF(14.5, 4.5));
        break;
    case ToolIcon::points:
        painter.setBrush(painter.pen().color());
        for (const QPointF& p : {QPointF(3, 4), QPointF(8, 3), QPointF(13, 5), QPointF(4, 9), QPointF(9, 8.5),
                                 QPointF(13, 11), QPointF(3, 13), QPointF(8, 13)}) {
            painter.drawEllipse(p, 0.9, 0.9);
        }
        break;
    case ToolIcon::path:
        painter.drawPath(polyline({{2, 3}, {13, 3}, {14, 6}, {3, 7}, {2, 10}, {13, 11}, {14, 14}}));
        break;
    case ToolIcon::copy:
        painter.drawRect(QRectF(2, 2, 8.5, 9));
        painter.drawPath(polyline({{12.5, 5}, {14, 5}, {14, 14}, {5.5, 14}, {5.5, 12.5}}));
        break;
    case ToolIcon::save:
        painter.drawLine(QPointF(8, 2), QPointF(8, 10));
        painter.drawPath(polyline({{4.5, 7}, {8, 10.5}, {11.5, 7}}));
        painter.drawPath(polyline({{2, 11}, {2, 14}, {14, 14}, {14, 11}}));
        break;
    case ToolIcon::home:
        painter.drawPath(polyline({{2, 8}, {8, 2.5}, {14, 8}}));
        painter.drawPath(polyline({{4, 7}, {4, 14}, {12, 14}, {12, 7}}));
        break;
    case ToolIcon::zoomIn: zoomGlass(painter, true); break;
    case ToolIcon::zoomOut: zoomGlass(painter, false); break;
    case ToolIcon::unwrap:
        painter.drawPath(polyline({{2, 14}, {6, 8}, {6, 14}, {10, 8}, {10, 14}, {14, 8}}));
        painter.drawPath(polyline({{2, 8}, {14, 2}}));
        break;
    }
}

} // namespace

QIcon toolIcon(ToolIcon icon, const QPalette& palette) {
    QIcon result;
    for (const auto& [mode, group] :
         {std::pair{QIcon::Normal, QPalette::Active}, {QIcon::Disabled, QPalette::Disabled}}) {
        for (const int factor : {1, 2, 3}) {
            QPixmap pixmap(16 * factor, 16 * factor);
            pixmap.fill(Qt::transparent);
            QPainter painter(&pixmap);
            painter.setRenderHint(QPainter::Antialiasing);
            painter.scale(factor, factor);
            painter.setPen(
                QPen(palette.color(group, QPalette::ButtonText), 1.3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
            draw(painter, icon);
            painter.end();
            result.addPixmap(pixmap, mode);
        }
    }
    return result;
}

} // namespace ewald::view
