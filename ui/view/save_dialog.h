// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <QString>
#include <QStringList>

#include <functional>

class QFileDialog;
class QWidget;

namespace ewald::view {

/// What is asked for a file that is written.
struct SaveQuestion {
    QString title;       ///< of the dialog
    QString what;        ///< what the file holds, with ending ("object.png"): the end of the name that is proposed
    QStringList filters; ///< "Text (*.txt)"; the first one decides unless another one is chosen
};

/// Where files lie that `widget` and its parts save: beside `file` and named after it. Empty: nothing is open.
void setSavePlace(QWidget& widget, const QString& file);

/// Folder and name that are proposed to a widget: that of the nearest save place from it upwards. A folder that was
/// chosen for the same place comes first; where the place cannot be written, the folder saved to last.
[[nodiscard]] QString proposedSaveName(const QWidget* widget, const QString& what);

/// Asks where to save, without waiting, and calls `save` with the name, which has the ending of the filter. An existing
/// file may be replaced then: the dialog has asked. UI thread. \returns the dialog, which deletes itself
QFileDialog* askWhereToSave(QWidget* parent, const SaveQuestion& question,
                            const std::function<void(const QString& file)>& save);

/// Says in a box why nothing was saved; for widgets that have no other place for it.
void warnNotSaved(QWidget* parent, const QString& title, const Error& error);

} // namespace ewald::view
