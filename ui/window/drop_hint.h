// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"

#include <QLabel>

namespace ewald::ui {

/// What the names of files do not tell.
struct DropLook {
    bool isFolder = false;      ///< the only one
    std::size_t geometries = 0; ///< among documents (.json): what pyFAI keeps a geometry in

    bool operator==(const DropLook&) const = default;
};

/// What dropping files will do, over the window while they are dragged across it. Judged by their names, and a moment
/// later by a look at folders and documents. UI thread.
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

    Worker m_look; ///< the disk may take its time
};

/// Looks at a single folder and at documents. Any thread.
[[nodiscard]] DropLook lookAtDropped(const QStringList& files);
/// What a drop of these files will do: "Open scan.cxi".
[[nodiscard]] QString dropText(const QStringList& files, bool onParameters, const DropLook& look = {});

} // namespace ewald::ui
