// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/log.h"
#include "base/units.h"
#include "job/events/events.h"
#include "model/file_opener.h"

#include <QWidget>

#include <map>
#include <optional>
#include <string>

class QPlainTextEdit;
class QPushButton;
class QTabWidget;
class QTreeWidget;
class QTreeWidgetItem;

namespace ewald::view {
class ElidedLabel;
} // namespace ewald::view

namespace ewald::ui {

class LogView;
class ReportView;
class Session;

/// What was done: the plan and end of the last run, the parameters of the open result, and the log.
class ReportPage : public QWidget {
    Q_OBJECT

public:
    explicit ReportPage(Session& session, QWidget* parent = nullptr);

    [[nodiscard]] QString logText() const;
    [[nodiscard]] LogView& log() const noexcept { return *m_log; }
    [[nodiscard]] ReportView& page() const noexcept { return *m_page; }
    [[nodiscard]] QTreeWidget* facts() const noexcept { return m_facts; }

signals:
    void repeatWanted();
    void startFromWanted();
    void halvesWanted();
    void showFolderWanted(const QString& file);

private:
    void startRun();
    void showLogOf(const QString& file, const std::vector<io::StoredLogLine>& stored,
                   const std::vector<std::string>& verdict);
    [[nodiscard]] bool showsRun() const;
    void showRun();
    void setTitle(const QString& title, const QString& file);
    void showPlan(const job::JobPlan& plan);
    void showResult();
    void showIntegration();
    void addTimings(const std::map<std::string, double>& timings_s);
    [[nodiscard]] QString resultFile() const;
    void addLog(LogLevel level, const QString& text);
    QTreeWidgetItem* addGroup(const QString& title);
    /// \param details of the tool tip; empty: the value
    void add(QTreeWidgetItem* group, const QString& what, const QString& value, const QString& details = {});
    void addOrigin(QTreeWidgetItem* group, const std::optional<job::JobDocument>& job, const QDateTime& date,
                   const std::string& version);
    void addEnergy(QTreeWidgetItem* group, Particle particle, double wavelength_m);
    /// \param done iterations that were made of the whole pipeline; absent: all, or none yet
    void addJob(const job::JobDocument& job, std::optional<std::size_t> done = {});

    Session& m_session;
    view::ElidedLabel* m_title;
    view::ElidedLabel* m_path;
    QTreeWidget* m_facts;
    QPlainTextEdit* m_job;
    LogView* m_log;
    ReportView* m_page;
    QTabWidget* m_tabs;
    QPushButton* m_again;
    QPushButton* m_from;
    QPushButton* m_halves;
    QPushButton* m_folder;
    std::optional<job::JobPlan> m_plan; ///< of the last run
};

} // namespace ewald::ui
