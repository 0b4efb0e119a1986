// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"

#include <QApplication>
#include <QTest>
#include <QWidget>
#include <QWindow>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace ewald::ui::test {

/// Runs the event loop until `done`; true when done. The limit is for what never comes: machines of tests are shared.
inline bool waitFor(const std::function<bool()>& done, int milliseconds = 60000) {
    return QTest::qWaitFor(done, milliseconds);
}

/// Handles all events that are there, those that follow from them, and what the display server has to say about them:
/// layouts, resizes and paints have happened afterwards. Work of other threads may go on.
inline void settle() {
    constexpr int kTurns = 5; // a resize lays out, a layout resizes what lies inside of it, and so on
    for (int turn = 0; turn < kTurns; ++turn) QGuiApplication::sync();
}

/// The same, and no worker of the program has anything left to do or to deliver: pictures, statistics and texts are
/// those of what was asked for last, and every window is as large as it is to be.
inline void settleAll() {
    ASSERT_TRUE(waitFor([] {
        settle();
        return Worker::busyCount() == 0 && std::ranges::all_of(QApplication::topLevelWidgets(), [](QWidget* widget) {
                   const QWindow* window = widget->windowHandle();
                   return !widget->isVisible() || window == nullptr || window->size() == widget->size();
               });
    }));
}

/// Shows a widget as a window of its own, all of it drawn.
inline void showNow(QWidget& widget) {
    widget.show();
    ASSERT_TRUE(waitFor([&] {
        settle();
        const QWindow* window = widget.windowHandle();
        return window != nullptr && window->isExposed() && window->size() == widget.size();
    }));
}

/// Makes a window the active one, to which keys go. There is no window manager that would, and the end of a window
/// before it may still be on its way from the display server.
inline void activate(QWidget& widget) {
    showNow(widget);
    ASSERT_TRUE(waitFor([&] {
        QApplication::setActiveWindow(&widget);
        settle();
        return widget.isActiveWindow();
    }));
}

} // namespace ewald::ui::test
