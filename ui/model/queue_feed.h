// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/queue/queue_runner.h"
#include "job/queue/watch/folder_watcher.h"
#include "model/user_message.h"

#include <QObject>
#include <QString>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace ewald::ui {

/// All jobs of the queue as they were at one moment, in the order in which they run. Immutable.
struct QueueSnapshot {
    std::vector<job::queue::QueueJob> jobs;
    bool held = false;                          ///< no job of the queue is started
    std::size_t atOnce = 0;                     ///< jobs that may run side by side; 0: as devices allow
    std::vector<std::filesystem::path> watched; ///< folders whose new files become jobs
    std::filesystem::path folder;               ///< of the queue
};
using QueueSnapshotPtr = std::shared_ptr<const QueueSnapshot>;

/// How far the active jobs are, by their numbers.
using QueueProgress = std::map<long long, job::queue::JobProgress>;

/// The program that the processes of jobs are made of, ewald-cli: named by EWALD_CLI, beside this program, in the bin
/// folder of its installation, or in the build tree; empty where there is none.
[[nodiscard]] std::filesystem::path queueProgram();

/// The queue for the window: a thread of its own has the store and runs the jobs, so that the UI thread neither opens a
/// database nor waits. Looks from time to time, also for what other programs do with the same store.
///
/// Lives in the UI thread. Its destructor waits until what was asked for is done; jobs that run go on by themselves.
class QueueFeed : public QObject {
    Q_OBJECT

public:
    using Store = job::queue::QueueStore;

    /// \param folder of the queue; empty: the usual one
    explicit QueueFeed(std::filesystem::path folder = {}, QObject* parent = nullptr);
    ~QueueFeed() override;

    /// How often the queue is looked at: usually, and while a job is being started or was just changed.
    struct Pace {
        std::chrono::milliseconds usual{1000};
        std::chrono::milliseconds soon{150};
    };
    /// Before start().
    void setPace(const Pace& pace) { m_pace = pace; }

    /// Opens the store, and makes it where there is none. Later calls do nothing. \param onlyExisting leaves it alone
    /// where there is none yet
    void start(bool onlyExisting = false);

    /// Does something with the store on its thread; `done` follows in the UI thread, or else message().
    template <class T>
    void ask(std::function<T(Store&)> work, std::function<void(T)> done) {
        submit([work = std::move(work), done = std::move(done)](Store& store) -> std::function<void()> {
            auto result = std::make_shared<T>(work(store));
            return [result, done] { done(std::move(*result)); };
        });
    }
    /// Changes something; what comes of it follows as loaded().
    void change(std::function<void(Store&)> work);
    /// The same for each of several jobs; those that it does not fit are said in message(), once.
    void changeEach(const std::vector<long long>& ids, std::function<void(Store&, long long)> work);
    /// No further job is started, or again. Kept in the store.
    void setHeld(bool held);
    void setAtOnce(std::size_t jobs);

    /// What keeps the queue from running, in words; empty: nothing does.
    [[nodiscard]] const UserMessage& problem() const noexcept { return m_problem; }
    /// Null until the store was read.
    [[nodiscard]] const QueueSnapshotPtr& snapshot() const noexcept { return m_snapshot; }

signals:
    /// Something in the store has changed.
    void loaded(const ewald::ui::QueueSnapshotPtr& snapshot);
    void progressed(const ewald::ui::QueueProgress& progress);
    /// A job has ended since the queue was looked at last, here or in another program.
    void jobEnded(const ewald::job::queue::QueueJob& job);
    /// None is left that runs or could, and there was one before.
    void allDone();
    void problemChanged();
    void message(const ewald::ui::UserMessage& message);

private:
    using Task = std::function<std::function<void()>(Store&)>;
    struct Engine; ///< what the thread has

    void submit(Task task);
    void run(bool onlyExisting);
    void open(Engine& engine, const std::filesystem::path& folder);
    void sayDamage(Engine& engine);
    void runTasks(Engine& engine);
    void failTasks(const Error& error);
    void watch(Engine& engine);
    void step(Engine& engine);
    void look(Engine& engine);
    void compare(const QueueSnapshotPtr& before, const QueueSnapshotPtr& now);
    void report(Engine& engine, const std::optional<Error>& error);
    /// Calls a function in the UI thread.
    void post(std::function<void()> function);

    std::filesystem::path m_folder;
    Pace m_pace;
    UserMessage m_problem;
    QueueSnapshotPtr m_snapshot;
    std::mutex m_mutex; ///< of what follows
    std::condition_variable m_woken;
    std::deque<Task> m_tasks;
    bool m_needed = false; ///< the store is made where there is none
    bool m_ending = false;
    std::thread m_thread; ///< last: ends before anything that it uses
};

} // namespace ewald::ui
