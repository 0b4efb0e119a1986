// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/worker.h"

#include <QElapsedTimer>

#include <mutex>
#include <new>
#include <optional>

namespace ewald::ui {

namespace {

constexpr qint64 kProgressInterval_ms = 50;

} // namespace

Worker::Worker(QObject* parent) : QObject(parent) {}

Worker::~Worker() {
    // A receiver may be half destroyed as well: closing the window while a file is being opened.
    blockSignals(true);
    cancel();
}

void Worker::cancel() {
    m_oldest = m_ticket + 1;
    m_task.abandon();
    setBusy(false);
}

void Worker::launch(Job job, std::function<void(const Error&)> failed, bool replaces) {
    const quint64 ticket = ++m_ticket;
    if (replaces) m_oldest = ticket;
    setBusy(true);
    const auto task = [this, ticket, job = std::move(job), failed = std::move(failed)](RunControl& control) {
        run(job, failed, control, ticket);
    };
    if (replaces) {
        m_task.replace(task);
    } else {
        m_task.submit(task);
    }
}

void Worker::run(const Job& job, const std::function<void(const Error&)>& failed, RunControl& control, quint64 ticket) {
    // Progress may be reported from several threads at once.
    struct Throttle {
        std::mutex mutex;
        QElapsedTimer since;
    } throttle;
    TaskContext context{control, {}, {}};
    context.post = [this, ticket](std::function<void()> function) { post(ticket, std::move(function)); };
    context.progress = [this, ticket, &throttle](std::size_t done, std::size_t total) {
        const std::lock_guard lock(throttle.mutex);
        if (done < total && throttle.since.isValid() && throttle.since.elapsed() < kProgressInterval_ms) return;
        throttle.since.start();
        post(ticket, [this, done, total] { emit progressed(done, total); });
    };
    std::optional<Error> error;
    std::function<void()> finish;
    try {
        if (!control.stopRequested()) finish = job(context);
    } catch (const Error& caught) {
        error = caught;
    } catch (const std::bad_alloc&) {
        error = DeviceError("out of memory", {}, "close other programs, or use fewer or smaller frames");
    } catch (const std::exception& caught) {
        error = InternalError(caught.what());
    }
    post(ticket, [this, ticket, finish = std::move(finish), failed, error] {
        if (ticket == m_ticket) setBusy(false);
        if (error) {
            if (failed) failed(*error);
        } else if (finish) {
            finish();
        }
    });
}

void Worker::post(quint64 ticket, std::function<void()> function) {
    QMetaObject::invokeMethod(
        this,
        [this, ticket, function = std::move(function)] {
            if (ticket >= m_oldest) function();
        },
        Qt::QueuedConnection);
}

void Worker::setBusy(bool busy) {
    if (m_busy == busy) return;
    m_busy = busy;
    busy ? ++s_busyCount : --s_busyCount;
    emit busyChanged(busy);
}

} // namespace ewald::ui
