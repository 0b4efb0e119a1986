// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace ewald::ui {

/// A table of rows: Home and End go to the first and last one, not to a column.
class QueueTable : public QTableView {
    Q_OBJECT

public:
    using QTableView::QTableView;

signals:
    /// There is more or less room for the columns.
    void widthChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;
    [[nodiscard]] QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
};

} // namespace ewald::ui
