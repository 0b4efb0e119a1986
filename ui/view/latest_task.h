// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFutureWatcher>
#include <QThreadPool>
#include <QtConcurrent/QtConcurrentRun>

#include <exception>
#include <functional>
#include <optional>
#include <utility>

namespace ewald::view {

/// The threads that make colours and surfaces. Its own pool: jobs of others (reading a file) must not hold up a
/// picture.
[[nodiscard]] QThreadPool& workerPool();

/// Runs the newest of many requests on a worker thread, one at a time.
///
/// A request that comes while another runs waits; a newer one takes its place. Results are handed over on the thread
/// that made the object. When the object goes, a running request goes on with its own copies and its result is dropped.
template <class Request, class Result>
class LatestTask {
public:
    /// \param work any thread, sees only its argument
    /// \param done on the owner's thread
    /// \param pool the threads to use; null: workerPool()
    LatestTask(std::function<Result(const Request&)> work, std::function<void(Result&&)> done,
               QThreadPool* pool = nullptr)
        : m_work(std::move(work)), m_done(std::move(done)), m_pool(pool != nullptr ? pool : &workerPool()) {
        QObject::connect(&m_watcher, &QFutureWatcher<Result>::finished, &m_watcher, [this] { finish(); });
    }

    void submit(Request request) {
        m_waiting = std::move(request);
        if (!m_running) start();
    }
    /// Forgets the waiting request; the result of a running one is dropped.
    void cancel() {
        m_waiting.reset();
        m_dropped = m_running;
    }
    [[nodiscard]] bool idle() const { return !m_running && !m_waiting.has_value(); }

private:
    void start() {
        m_running = true;
        m_dropped = false;
        m_watcher.setFuture(QtConcurrent::run(
            m_pool, [work = m_work, request = std::move(*m_waiting)]() -> Result { return work(request); }));
        m_waiting.reset();
    }
    void finish() {
        m_running = false;
        const bool dropped = std::exchange(m_dropped, false);
        std::optional<Result> result;
        try {
            if (!dropped) result = m_watcher.future().takeResult();
        } catch (const std::exception&) {
            // Out of memory for a picture: the one on the screen stays.
        }
        // First the next request, so that the worker is busy while the result is shown.
        if (m_waiting.has_value()) start();
        if (result.has_value()) m_done(std::move(*result));
    }

    std::function<Result(const Request&)> m_work;
    std::function<void(Result&&)> m_done;
    QThreadPool* m_pool;
    QFutureWatcher<Result> m_watcher;
    std::optional<Request> m_waiting;
    bool m_running = false;
    bool m_dropped = false;
};

} // namespace ewald::view
