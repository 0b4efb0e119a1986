// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/queue_table.h"

#include <QResizeEvent>

namespace ewald::ui {

void QueueTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) emit widthChanged();
}

QModelIndex QueueTable::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) {
    if (model() == nullptr || model()->rowCount() == 0 || (action != MoveHome && action != MoveEnd))
        return QTableView::moveCursor(action, modifiers);
    return model()->index(action == MoveHome ? 0 : model()->rowCount() - 1, 0);
}

} // namespace ewald::ui
