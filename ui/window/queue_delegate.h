// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace ewald::ui {

/// Draws the rows of a QueueModel: the state with a dot in its colour, the progress as a bar, a group over all columns.
class QueueDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    static constexpr int kDot = 9; ///< pixels of the dot before the state

    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    void paintGroup(QPainter& painter, QStyleOptionViewItem option, const QModelIndex& index) const;
    static void paintBar(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index,
                         double fraction);
};

} // namespace ewald::ui
