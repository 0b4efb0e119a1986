// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <QMetaObject>
#include <QObject>
#include <QThreadPool>

#include <functional>
#include <memory>
#include <utility>

namespace ewald::ui {

/// Does small pieces of work (files of the configuration) away from the UI thread, all of them, in the order in which
/// they were started. Lives in the UI thread, where `done` and `failed` are called; its destructor waits for what was
/// started, and calls neither.
class OrderedTasks : public QObject {
public:
    explicit OrderedTasks(QObject* parent = nullptr) : QObject(parent) { m_pool.setMaxThreadCount(1); }
    ~OrderedTasks() override { m_pool.waitForDone(); }

    template <class T>
    void start(std::function<T()> work, std::function<void(T)> done, std::function<void(const Error&)> failed = {}) {
        launch(
            [work = std::move(work), done = std::move(done)]() -> std::function<void()> {
                auto result = std::make_shared<T>(work());
                return [result, done] { done(std::move(*result)); };
            },
            std::move(failed));
    }
    void start(std::function<void()> work, std::function<void()> done = {},
               std::function<void(const Error&)> failed = {}) {
        launch(
            [work = std::move(work), done = std::move(done)] {
                work();
                return done;
            },
            std::move(failed));
    }
    /// Waits for all that was started; `done` and `failed` may still be on their way.
    void finish() { m_pool.waitForDone(); }

private:
    void launch(std::function<std::function<void()>()> job, std::function<void(const Error&)> failed) {
        m_pool.start([this, job = std::move(job), failed = std::move(failed)] {
            std::function<void()> then;
            try {
                then = job();
            } catch (...) {
                if (failed) then = [failed, error = currentError()] { failed(error); };
            }
            if (then) QMetaObject::invokeMethod(this, std::move(then), Qt::QueuedConnection);
        });
    }

    QThreadPool m_pool;
};

} // namespace ewald::ui
