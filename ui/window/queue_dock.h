// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/queue/batch/job_batch.h"
#include "model/queue_feed.h"
#include "window/queue_panel.h"

#include <QDockWidget>

#include <string>
#include <vector>

namespace ewald::ui {

/// The queue of the window: what runs it, the panel that shows it, and what is said when a job has failed or all are
/// done.
class QueueDock : public QDockWidget {
    Q_OBJECT

public:
    explicit QueueDock(QWidget* parent = nullptr);

    [[nodiscard]] QueueFeed& feed() noexcept { return m_feed; }
    [[nodiscard]] QueuePanel& panel() const noexcept { return *m_panel; }
    /// Shows or hides it; for a menu.
    [[nodiscard]] QAction* showAction() const noexcept { return m_show; }

    /// Where the jobs run that are added from now on, see QueueJob; empty: on this computer.
    void setBackend(const std::string& backend) { m_backend = backend; }
    /// Adds jobs. Where the file of a result is there or promised to another job, it gets a free name. Their numbers
    /// follow as added().
    void add(std::vector<job::queue::NewJob> jobs);
    /// Many at once.
    void addBatch(job::queue::BatchRequest request);
    /// Makes jobs of the files that appear in a folder. \param withExisting of those that are there, too
    void watch(job::queue::WatchedFolder watched, bool withExisting);
    void endWatch(const QString& folder);
    /// Starts a program that runs the queue to its end. \returns false where it cannot, and says so
    bool runWithoutWindow();
    /// Shows the panel, and in it these jobs.
    void reveal(const std::vector<long long>& ids = {});

signals:
    /// Jobs are in the queue now. \param ids their numbers
    void added(const ewald::ui::AddedJobs& jobs, const std::vector<long long>& ids);
    void message(const ewald::ui::UserMessage& message);
    /// A folder is watched from now on: where() of the message.
    void watchBegun(const ewald::ui::UserMessage& message);
    void jobFailed(long long id, const ewald::ui::UserMessage& message);
    void allDone(const ewald::ui::UserMessage& message);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// The height that a lower window has taken from it, once the window is higher again.
    void restoreHeight();
    void jobEnded(const job::queue::QueueJob& job);
    void queueDone();
    /// Says where new jobs run. A cluster gives them devices of its own.
    template <class T>
    void place(T& made) const {
        made.backend = m_backend;
        if (!m_backend.empty()) made.devices = "auto";
    }

    QueueFeed m_feed;
    QueuePanel* m_panel;
    QAction* m_show;
    std::string m_backend;
    int m_chosenHeight = 0;   ///< by hand, or as it was shown first; 0: it has not been shown
    int m_chosenIn = 0;       ///< height of the window then
    int m_heightOfWindow = 0; ///< as it was laid out last
    std::size_t m_failed = 0; ///< since the queue was empty last
    std::size_t m_done = 0;
};

} // namespace ewald::ui
