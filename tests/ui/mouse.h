// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QMouseEvent>
#include <QWidget>

namespace ewald::ui::test {

/// Moves the mouse over a widget by an event of its own. QTest moves the cursor of the display instead, which says so
/// later, and nothing where the cursor is at that place already.
inline void moveMouse(QWidget& widget, const QPointF& to, Qt::MouseButtons held = Qt::NoButton) {
    QMouseEvent event(QEvent::MouseMove, to, widget.mapToGlobal(to), Qt::NoButton, held, Qt::NoModifier);
    QApplication::sendEvent(&widget, &event);
}

} // namespace ewald::ui::test
