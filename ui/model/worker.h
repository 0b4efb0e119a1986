// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/run_control.h"

#include <QObject>
#include <QThreadPool>

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

/// Does one thing at a time away from the UI thread; a newer start() cancels and forgets the older one.
///
/// Lives in the UI thread, where `done` and `failed` are called. Its destructor cancels and waits, and tells nobody.
class Worker : public QObject {
    Q_OBJECT

public:
    explicit Worker(QObject* parent = nullptr);
    ~Worker() override;

    /// `work` runs on a pool thread; exactly one of `done` and `failed` follows unless cancelled.
    template <class T>
    void start(std::function<T(TaskContext&)> work, std::function<void(T)> done,
               std::function<void(const Error&)> failed) {
        launch(
            [work = std::move(work), done = std::move(done)](TaskContext& context) -> std::function<void()> {
                auto result = std::make_shared<T>(work(context));
                return [result, done] { done(std::move(*result)); };
            },
            std::move(failed));
    }

    /// Asks the work to end and forgets its result. Does not wait.
    void cancel();
    [[nodiscard]] bool busy() const noexcept { return m_busy; }

signals:
    void busyChanged(bool busy);
    void progressed(qulonglong done, qulonglong total);

private:
    using Job = std::function<std::function<void()>(TaskContext&)>;
    void launch(Job job, std::function<void(const Error&)> failed);
    void runOnPool(const Job& job, const std::function<void(const Error&)>& failed, RunControl& control,
                   quint64 ticket);
    void post(quint64 ticket, std::function<void()> function);
    void setBusy(bool busy);

    QThreadPool m_pool;
    std::shared_ptr<RunControl> m_control;
    quint64 m_ticket = 0;
    bool m_busy = false;
};

} // namespace ewald::ui
