// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

class QTabWidget;

namespace ewald::ui {

/// A page of a QTabWidget that is there only while there is something to show. What nobody looks at takes no time: it
/// is brought up to date when the page is seen. UI thread.
class OptionalPage : public QWidget {
    Q_OBJECT

public:
    /// The page is there.
    [[nodiscard]] bool isShown() const;
    /// Makes it the current page.
    void reveal();

protected:
    /// Adds itself to `tabs`.
    OptionalPage(QTabWidget& tabs, const QString& title, const QString& toolTip);

    /// There is something (else) to show now, or nothing any more.
    void followContent();
    [[nodiscard]] virtual bool hasContent() const = 0;
    /// Shows what there is: something has changed since the last call, and the page is to be seen.
    virtual void showContent() {}
    /// Shows nothing, also of what is still being prepared.
    virtual void clearContent() {}

    void showEvent(QShowEvent* event) override;

private:
    QTabWidget& m_tabs;
    bool m_outdated = false;         ///< something has changed while the page was not to be seen
    QWidget* m_substitute = nullptr; ///< what came in its place when it went away under the eyes of someone
};

} // namespace ewald::ui
