// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/queue_delegate.h"

#include "model/queue_model.h"

#include <QAbstractItemView>
#include <QPainter>

namespace ewald::ui {

void QueueDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    if (index.data(QueueModel::kId).toLongLong() < 0) return paintGroup(*painter, option, index);
    if (index.column() == QueueModel::kState) {
        QStyleOptionViewItem text = option;
        initStyleOption(&text, index);
        // A dot where an icon would be.
        text.features |= QStyleOptionViewItem::HasDecoration;
        text.decorationSize = QSize(kDot, kDot);
        QPixmap dot(QSize(kDot, kDot) * painter->device()->devicePixelRatioF());
        dot.setDevicePixelRatio(painter->device()->devicePixelRatioF());
        dot.fill(Qt::transparent);
        QPainter drawn(&dot);
        drawn.setRenderHint(QPainter::Antialiasing);
        const bool selected = option.state.testFlag(QStyle::State_Selected); // a ring sets it off from the ground
        drawn.setPen(selected ? QPen(option.palette.color(QPalette::HighlightedText), 1.5) : QPen(Qt::NoPen));
        drawn.setBrush(QColor(index.data(QueueModel::kColour).toString()));
        drawn.drawEllipse(QRectF(1, 1, kDot - 2, kDot - 2));
        drawn.end();
        text.icon = QIcon(dot);
        const QStyle* style = text.widget != nullptr ? text.widget->style() : nullptr;
        if (style != nullptr) style->drawControl(QStyle::CE_ItemViewItem, &text, painter, text.widget);
        return;
    }
    const double fraction = index.data(QueueModel::kFraction).toDouble();
    if (index.column() == QueueModel::kProgress && fraction >= 0) {
        QStyleOptionViewItem bare = option;
        initStyleOption(&bare, index);
        bare.text.clear();
        const QStyle* style = bare.widget != nullptr ? bare.widget->style() : nullptr;
        if (style != nullptr) style->drawControl(QStyle::CE_ItemViewItem, &bare, painter, bare.widget);
        return paintBar(*painter, option, index, fraction);
    }
    QStyledItemDelegate::paint(painter, option, index);
}

void QueueDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    // Of a message the beginning is read, of a name its end as well.
    if (index.column() == QueueModel::kMessage) option->textElideMode = Qt::ElideRight;
}

void QueueDelegate::paintBar(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index,
                             double fraction) {
    const QRectF bar = QRectF(option.rect).adjusted(4, 5, -4, -5);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    // The colours of states lie too near to that of a selection.
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const QColor text = option.palette.color(selected ? QPalette::HighlightedText : QPalette::Text);
    QColor ground = text;
    ground.setAlpha(40);
    painter.setBrush(ground);
    painter.drawRoundedRect(bar, 3, 3);
    QColor fill = selected ? text : QColor(index.data(QueueModel::kColour).toString());
    fill.setAlpha(selected ? 110 : 150);
    painter.setBrush(fill);
    painter.setClipRect(QRectF(bar.left(), bar.top(), bar.width() * fraction, bar.height()), Qt::IntersectClip);
    painter.drawRoundedRect(bar, 3, 3);
    painter.restore();
    painter.save();
    painter.setPen(text);
    painter.drawText(option.rect, Qt::AlignCenter, index.data().toString());
    painter.restore();
}

void QueueDelegate::paintGroup(QPainter& painter, QStyleOptionViewItem option, const QModelIndex& index) const {
    initStyleOption(&option, index);
    const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
    painter.save();
    painter.fillRect(option.rect, option.palette.color(QPalette::Window));
    option.font.setBold(true);
    option.backgroundBrush = Qt::NoBrush;
    if (view != nullptr) view->style()->drawControl(QStyle::CE_ItemViewItem, &option, &painter, view);
    painter.restore();
}

} // namespace ewald::ui
