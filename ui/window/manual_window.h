// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/manual.h"

#include <QWidget>

class QLineEdit;
class QListWidget;
class QToolButton;

namespace ewald::ui {

class ManualBrowser;

/// The manual in a window of its own: contents or hits of the search on the left, the page on the right. UI thread.
class ManualWindow : public QWidget {
    Q_OBJECT

public:
    explicit ManualWindow(QWidget* parent);
    ~ManualWindow() override;

    /// Shows a page, or a section of it. \param place "engines", "engines#rpie" or "engines.md#rpie"; empty: the index
    void showPlace(const QString& place);
    /// The title of the page that is shown.
    [[nodiscard]] QString pageTitle() const;
    [[nodiscard]] QLineEdit& searchField() const noexcept { return *m_search; }
    [[nodiscard]] QListWidget& list() const noexcept { return *m_list; }
    [[nodiscard]] ManualBrowser& browser() const noexcept { return *m_browser; }

private:
    void buildTools(QWidget* bar);
    void fillList();
    void markOpenPage(const QUrl& open);

    Manual m_manual;
    QLineEdit* m_search;
    QListWidget* m_list;
    ManualBrowser* m_browser;
};

/// A small button that opens a place of the manual, for figures that need an explanation.
[[nodiscard]] QToolButton* manualButton(const QString& place, const QString& tip, QWidget* parent);

} // namespace ewald::ui
