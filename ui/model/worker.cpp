// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/worker.h"

#include <QElapsedTimer>

#include <mutex>
#include <new>
#include <optional>

namespace ewald::ui {

namespace {

constexpr qint64 kProgressInterval_ms = 50;

} // namespace

Worker::Worker(QObject* parent) : QObject(parent) {
    // Two: work that is slow to notice its cancellation must not hold up what replaced it.
    m_pool.setMaxThreadCount(2);
}

Worker::~Worker() {
    // Whoever listens may be half destroyed as well: closing the window while a file is being opened.
    blockSignals(true);
    cancel();
    m_pool.waitForDone();
}

void Worker::cancel() {
    ++m_ticket;
    if (m_control) m_control->requestStop(StopRequest::abort);
    m_control.reset();
    setBusy(false);
}

void Worker::launch(Job job, std::function<void(const Error&)> failed) {
    ++m_ticket;
    if (m_control) m_control->requestStop(StopRequest::abort);
    const auto control = std::make_shared<RunControl>();
    m_control = control;
    const quint64 ticket = m_ticket;
    setBusy(true);
    m_pool.start([this, control, ticket, job = std::move(job), failed = std::move(failed)] {
        runOnPool(job, failed, *control, ticket);
    });
}

void Worker::runOnPool(const Job& job, const std::function<void(const Error&)>& failed, RunControl& control,
                       quint64 ticket) {
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
        error = DataError("not enough memory for this", {}, "close other programs, or use fewer or smaller frames");
    } catch (const std::exception& caught) {
        error = InternalError(caught.what());
    }
    post(ticket, [this, finish = std::move(finish), failed, error] {
        m_control.reset();
        setBusy(false);
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
            if (ticket == m_ticket) function();
        },
        Qt::QueuedConnection);
}

void Worker::setBusy(bool busy) {
    if (m_busy == busy) return;
    m_busy = busy;
    emit busyChanged(busy);
}

} // namespace ewald::ui
