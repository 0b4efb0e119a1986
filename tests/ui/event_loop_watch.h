// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QFile>
#include <QTimer>

#include <vector>

#include <sys/syscall.h>
#include <unistd.h>

namespace ewald::ui::test {

/// Measures how long the program itself keeps a 5 ms timer of this thread waiting: without the time in which the thread
/// was ready to run but the system gave the processor to somebody else (/proc/…/schedstat).
class EventLoopWatch {
public:
    EventLoopWatch() {
        m_timer.setTimerType(Qt::PreciseTimer);
        m_timer.setInterval(5);
        QObject::connect(&m_timer, &QTimer::timeout, [this] { tick(); });
    }
    void start() {
        m_blocked_ms.clear();
        m_waited_ms = waited_ms();
        m_clock.start();
        m_timer.start();
    }
    void stop() { m_timer.stop(); }

    /// Between two turns of the event loop, without waiting for a processor.
    [[nodiscard]] const std::vector<double>& blocked_ms() const noexcept { return m_blocked_ms; }

private:
    static double waited_ms() {
        QFile file(QStringLiteral("/proc/self/task/%1/schedstat").arg(syscall(SYS_gettid)));
        if (!file.open(QIODevice::ReadOnly)) return 0;
        const QList<QByteArray> fields = file.readAll().split(' ');
        return fields.size() < 2 ? 0 : fields[1].toDouble() * 1e-6;
    }
    void tick() {
        const double wall = static_cast<double>(m_clock.nsecsElapsed()) * 1e-6;
        const double waited = waited_ms();
        m_blocked_ms.push_back(wall - (waited - m_waited_ms));
        m_waited_ms = waited;
        m_clock.start();
    }

    QTimer m_timer;
    QElapsedTimer m_clock;
    double m_waited_ms = 0;
    std::vector<double> m_blocked_ms;
};

} // namespace ewald::ui::test
