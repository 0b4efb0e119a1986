// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/latest_task.h"

#include <QObject>

#include <cstddef>
#include <functional>
#include <memory>

namespace ewald::ui {

/// What a piece of work is given on its thread.
struct TaskContext {
    RunControl& control; ///< abort is requested when the work is cancelled or replaced
    /// Done and total of whatever is counted; may be called often, reaches the window at most 20 times a second.
    std::function<void(std::size_t, std::size_t)> progress;
    /// Runs a function in the UI thread, unless the work was cancelled meanwhile.
    std::function<void(std::function<void()>)> post;
};

/// Does one thing at a time away from the UI thread; of several requests only the newest matters.
///
/// Lives in the UI thread, where `done` and `failed` are called. Its destructor cancels and waits, and emits nothing.
class Worker : public QObject {
    Q_OBJECT

public:
    explicit Worker(QObject* parent = nullptr);
    ~Worker() override;

    /// Cancels and forgets what was started before. `work` runs on a thread of the worker; exactly one of `done` and
    /// `failed` follows unless cancelled.
    template <class T>
    void start(std::function<T(TaskContext&)> work, std::function<void(T)> done,
               std::function<void(const Error&)> failed = {}) {
        launch(jobOf<T>(std::move(work), std::move(done)), std::move(failed), true);
    }
    /// Lets what runs finish, and deliver its result; the newest request follows it, those between are dropped. For
    /// pictures of what changes quickly: they come at whatever rate the machine makes them.
    template <class T>
    void submit(std::function<T(TaskContext&)> work, std::function<void(T)> done,
                std::function<void(const Error&)> failed = {}) {
        launch(jobOf<T>(std::move(work), std::move(done)), std::move(failed), false);
    }

    /// Asks the work to end and forgets its result. Does not wait.
    void cancel();
    /// Waits until no work runs; its result may still be on its way.
    void finish() { m_task.finish(); }
    /// Something runs or waits, or its result is on its way.
    [[nodiscard]] bool busy() const noexcept { return m_busy; }
    /// Workers of the program that are busy. UI thread
    [[nodiscard]] static std::size_t busyCount() noexcept { return s_busyCount; }

signals:
    void busyChanged(bool busy);
    void progressed(qulonglong done, qulonglong total);

private:
    using Job = std::function<std::function<void()>(TaskContext&)>;
    template <class T>
    static Job jobOf(std::function<T(TaskContext&)> work, std::function<void(T)> done) {
        return [work = std::move(work), done = std::move(done)](TaskContext& context) -> std::function<void()> {
            auto result = std::make_shared<T>(work(context));
            return [result, done] { done(std::move(*result)); };
        };
    }
    void launch(Job job, std::function<void(const Error&)> failed, bool replaces);
    void run(const Job& job, const std::function<void(const Error&)>& failed, RunControl& control, quint64 ticket);
    void post(quint64 ticket, std::function<void()> function);
    void setBusy(bool busy);

    quint64 m_ticket = 0; ///< of the newest request
    quint64 m_oldest = 0; ///< the first whose result is still wanted
    bool m_busy = false;
    inline static std::size_t s_busyCount = 0;
    LatestTask m_task; ///< last: its threads end before anything they use
};

/// Makes a result of the newest of many requests; see Worker::submit().
template <class Request, class Result>
class LatestResult {
public:
    /// \param work any thread, depends on its argument only
    /// \param done on the thread of the owner. What fails (no memory for a picture) leaves the last result as it is.
    LatestResult(std::function<Result(const Request&)> work, std::function<void(Result&&)> done)
        : m_work(std::move(work)), m_done(std::move(done)) {}

    void submit(Request request) {
        auto shared = std::make_shared<Request>(std::move(request));
        m_worker.submit<Result>([work = m_work, shared](TaskContext&) { return work(*shared); },
                                [this](Result result) { m_done(std::move(result)); });
    }
    /// Forgets the waiting request; the result of a running one is dropped.
    void cancel() { m_worker.cancel(); }
    [[nodiscard]] bool idle() const { return !m_worker.busy(); }

private:
    std::function<Result(const Request&)> m_work;
    std::function<void(Result&&)> m_done;
    Worker m_worker;
};

} // namespace ewald::ui
