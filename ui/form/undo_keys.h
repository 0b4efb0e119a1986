// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QAbstractSpinBox;
class QEvent;

namespace ewald::ui {

/// Whether an event asks who takes the keys of undo and redo: the widget with the focus, or the window.
[[nodiscard]] bool isUndoKey(const QEvent& event);

/// The keys of undo and redo belong to the box while something is typed in it that it has not taken over yet, and to
/// the window otherwise. UI thread.
void shareUndoKeys(QAbstractSpinBox* box);

} // namespace ewald::ui
