// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "job/queue/folder/live_files.h"
#include "model/queue_model.h"
#include "model/queue_text.h"

#include <QImage>
#include <QPointer>
#include <QWidget>

#include <array>
#include <memory>
#include <optional>
#include <set>
#include <vector>

class QAction;
class QButtonGroup;
class QComboBox;
class QLabel;
class QLineEdit;
class QSpinBox;
class QSplitter;
class QTableView;
class QToolButton;

namespace ewald::ui {

class JobLog;
class QueueDetailsView;

/// The batch queue: a table of its jobs, one of them in detail, and everything that can be done with them.
class QueuePanel : public QWidget {
    Q_OBJECT

public:
    /// \param feed outlives the panel
    explicit QueuePanel(QueueFeed& feed, QWidget* parent = nullptr);

    [[nodiscard]] QueueModel& model() const noexcept { return *m_model; }
    [[nodiscard]] QTableView& table() const noexcept { return *m_table; }
    [[nodiscard]] QueueDetailsView& details() const noexcept { return *m_details; }
    [[nodiscard]] QLineEdit& search() const noexcept { return *m_search; }
    [[nodiscard]] QComboBox& grouping() const noexcept { return *m_grouping; }
    [[nodiscard]] QSpinBox& atOnce() const noexcept { return *m_atOnce; }
    [[nodiscard]] QLabel& sums() const noexcept { return *m_sums; }
    /// One of all, queued, running, done, failed.
    [[nodiscard]] QToolButton* filterButton(QueueFilter filter) const;
    [[nodiscard]] QAction* holdAction() const noexcept { return m_hold; }
    /// Chooses a folder whose new scans become jobs.
    [[nodiscard]] QAction* watchAction() const noexcept { return m_watchMore; }
    /// The button with the folders that are watched, and its menu.
    [[nodiscard]] QToolButton* watchButton() const noexcept { return m_watch; }

    struct Actions {
        QAction* pause = nullptr; ///< and resume
        QAction* stop = nullptr;
        QAction* abort = nullptr;
        QAction* retry = nullptr;
        QAction* edit = nullptr;
        QAction* notes = nullptr;
        QAction* remove = nullptr;
        QAction* restore = nullptr;
        QAction* open = nullptr;
        QAction* folder = nullptr;
        QAction* compare = nullptr;
        QAction* up = nullptr;
        QAction* down = nullptr;
        QAction* morePriority = nullptr;
        QAction* lessPriority = nullptr;
    };
    [[nodiscard]] const Actions& actions() const noexcept { return m_do; }
    [[nodiscard]] std::vector<long long> selection() const;
    void select(const std::vector<long long>& ids);

    [[nodiscard]] QByteArray saveLayout() const;
    void restoreLayout(const QByteArray& state);

signals:
    void resultWanted(const QString& file);
    void scanWanted(const QString& file);
    /// Put a job's document into the form. \param key of the parameter to show; may be empty
    /// \param job that it is taken from
    void editWanted(const ewald::job::JobDocument& document, const QString& key,
                    const ewald::job::queue::QueueJob& job);
    /// Open a job's scan, and look for the orientation of its positions.
    void orientationWanted(const ewald::job::JobDocument& document);
    void compareWanted(const QString& fileA, const QString& fileB);
    void folderWanted(const QString& file);
    void message(const ewald::ui::UserMessage& message);
    /// A folder is to be chosen, whose new scans become jobs.
    void watchWanted();
    /// So many jobs are being taken out of the list.
    void removing(std::size_t jobs);
    /// Jobs were taken out, and can be put back by the action "restore".
    void removed(std::size_t jobs);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* buildBar();
    QWidget* buildFilters();
    void buildTable();
    [[nodiscard]] int widthOf(int column) const;
    void fitColumns();
    void buildActions();
    void buildOrderActions();
    QAction* action(const char* iconName, const QString& text, const QString& tip, const QKeySequence& key);
    void connectFeed();
    void showMenu(const QPoint& place);
    void showHeld(bool held);
    void updateActions();
    void showSums();
    void showProblem();
    void showWatched(const std::vector<std::filesystem::path>& folders);
    void spanGroups();
    /// To what is selected, or to the top, after other rows are shown.
    void scrollToRows();
    void followRunning();
    void showSelected();
    void askForLog();
    void askForDocument(const job::queue::QueueJob& job);
    void showPicture(const job::queue::QueueJob& job);
    void showLivePicture();
    void abortSelected();
    void pauseOrResume();
    void removeSelected();
    void restoreRemoved();
    void changePriority(int by);
    void step(int rows);
    void edit(const QString& key);
    void editNotes();
    void cure(const QueueCure& cure);
    /// Selects a job, whatever hides it.
    void reveal(long long id);
    [[nodiscard]] std::string blamedParameter(const job::queue::QueueJob& job) const;
    /// Something with the document of a job, which is read first.
    void withDocument(long long id, const std::function<void(QueuePanel&, job::JobDocument)>& act);
    void compareSelected();
    void openSelected();
    [[nodiscard]] std::vector<const job::queue::QueueJob*> selectedJobs() const;
    [[nodiscard]] std::vector<long long> selectedWhere(
        const std::function<bool(const job::queue::QueueJob&)>& is) const;
    [[nodiscard]] const job::queue::QueueJob* only() const;

    QueueFeed& m_feed;
    QueueModel* m_model;
    QTableView* m_table;
    QueueDetailsView* m_details;
    QSplitter* m_split;
    QLineEdit* m_search;
    QComboBox* m_grouping;
    QSpinBox* m_atOnce;
    QLabel* m_sums;
    QLabel* m_problem;
    QToolButton* m_watch;
    QAction* m_watchMore;
    QAction* m_hold;
    QButtonGroup* m_filters;
    Actions m_do;
    bool m_held = false;
    bool m_fitsColumns = true;                                   ///< to the room that there is
    bool m_fits = false;                                         ///< just now
    std::vector<long long> m_kept;                               ///< selection while the model is reset
    std::vector<std::vector<long long>> m_removed;               ///< by each removal that can be undone
    std::optional<std::vector<std::filesystem::path>> m_watched; ///< folders in the menu
    QString m_pictured;                                          ///< result whose picture is shown, or a live preview
    long long m_followed = 0;                                    ///< the job that is kept in sight
    long long m_shown = 0;                                       ///< the one job that is selected
    std::size_t m_selected = 0;                                  ///< jobs that are
    long long m_described = 0;                                   ///< job whose document was asked for
    job::queue::QueueState m_describedState = job::queue::QueueState::waiting; ///< of that job at that time
    std::optional<job::JobDocument> m_document;                                ///< of that job; absent: not there yet
    std::shared_ptr<JobLog> m_log;                    ///< of that job; its thread is that of the store
    QString m_folder;                                 ///< of the job that is shown; empty: not known yet
    std::shared_ptr<job::queue::FileWatch> m_preview; ///< of that job, while it runs
    Worker m_pictures;
};

} // namespace ewald::ui
