// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace ewald::ui {

/// In panels that are scrolled the wheel scrolls, whatever lies under the mouse: a list or a number changes by the
/// wheel only when it was clicked before. For all windows of the program, until `window` is deleted.
void keepWheelForScrolling(QWidget* window);

} // namespace ewald::ui
