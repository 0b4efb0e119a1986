// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"

#include <QString>
#include <QWidget>

#include <memory>

class QPushButton;
class QTextBrowser;

namespace ewald::view {
class FileSaver;
} // namespace ewald::view

namespace ewald::job::report {
struct Report;
} // namespace ewald::job::report

namespace ewald::ui {

/// The page about a result (job/report/report.h), as a browser shows it, to be saved. It is made when it is first seen,
/// away from the UI thread. UI thread.
class ReportView : public QWidget {
    Q_OBJECT

public:
    explicit ReportView(QWidget* parent = nullptr);

    /// The page of a file; empty: of none. \param loaded what was read of it: with the same, the page stays
    void setResult(const QString& file, std::shared_ptr<const void> loaded);
    /// What is on the screen as plain text.
    [[nodiscard]] QString text() const;
    [[nodiscard]] bool isIdle() const { return !m_worker.busy(); }

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void say(const QString& text);
    /// As many pictures beside each other as there is room for.
    void layOut();

    QTextBrowser* m_page;
    QPushButton* m_save;
    view::FileSaver* m_saver;
    QString m_file;
    std::shared_ptr<const void> m_loaded;
    std::shared_ptr<const job::report::Report> m_report; ///< null: there is none yet
    QByteArray m_html;                                   ///< of m_report, for paper
    QByteArray m_shown;                                  ///< the same, for the width of the view
    bool m_wanted = false;                               ///< the page is not that of the file yet
    Worker m_worker;
};

} // namespace ewald::ui
