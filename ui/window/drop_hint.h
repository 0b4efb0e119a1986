// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"

#include <QLabel>

namespace ewald::ui {

/// What dropping files will do, over the window while they are dragged across it. Judged by their names alone: nothing
/// is read. UI thread.
class DropHint : public QLabel {
    Q_OBJECT

public:
    explicit DropHint(QWidget* window);

    /// \param onParameters they are over the form
    void showFor(const QStringList& files, bool onParameters);

protected:
    void hideEvent(QHideEvent* event) override;

private:
    void say(const QString& text);
    void place();

    Worker m_look; ///< whether it is a folder: the disk may take its time
};

/// What a drop of these files will do: "Open scan.cxi". \param isFolder the only one is one
[[nodiscard]] QString dropText(const QStringList& files, bool onParameters, bool isFolder = false);

} // namespace ewald::ui
