// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/manual.h"

#include <QTextBrowser>

namespace ewald::ui {

/// Shows pages of a manual and follows the links between them; links to other places open in the browser of the system.
class ManualBrowser : public QTextBrowser {
    Q_OBJECT

public:
    /// \param manual outlives the browser
    ManualBrowser(const Manual& manual, QWidget* parent);

    QVariant loadResource(int type, const QUrl& name) override;

protected:
    void doSetSource(const QUrl& place, QTextDocument::ResourceType type) override;

private:
    void addAnchors();
    void showSection(const QString& anchor);

    const Manual& m_manual;
    QString m_loaded; ///< the page in the document
};

} // namespace ewald::ui
