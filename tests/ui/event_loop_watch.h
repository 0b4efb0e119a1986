// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QFile>
#include <QTimer>

#include <algorithm>
#include <string>
#include <vector>

#include <sys/syscall.h>
#include <unistd.h>

namespace ewald::ui::test {

/// Measures how long the event loop of this thread keeps a 5 ms timer waiting.
///
/// What a person notices is the gap between two turns. What the program is answerable for is the gap without the time
/// in which this thread was ready to run but the system gave the processor to somebody else (/proc/…/schedstat): on a
/// machine with two cores that others share, that part says nothing about the program.
class EventLoopWatch {
public:
    struct Gap {
        double wall_ms = 0;
        double blocked_ms = 0; ///< without waiting for a processor
    };

    EventLoopWatch() {
        m_timer.setTimerType(Qt::PreciseTimer);
        m_timer.setInterval(5);
        QObject::connect(&m_timer, &QTimer::timeout, [this] { tick(); });
    }
    void start() {
        m_gaps.clear();
        m_waited_ms = waited_ms();
        m_clock.start();
        m_timer.start();
    }
    void stop() { m_timer.stop(); }

    [[nodiscard]] const std::vector<Gap>& gaps() const noexcept { return m_gaps; }
    [[nodiscard]] double percentile(double Gap::*what, double percent) const {
        std::vector<double> values;
        for (const Gap& gap : m_gaps) values.push_back(gap.*what);
        std::ranges::sort(values);
        if (values.empty()) return 0;
        const auto index = static_cast<std::size_t>(percent / 100 * static_cast<double>(values.size() - 1) + 0.5);
        return values[index];
    }

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
        m_gaps.push_back({wall, wall - (waited - m_waited_ms)});
        m_waited_ms = waited;
        m_clock.start();
    }

    QTimer m_timer;
    QElapsedTimer m_clock;
    double m_waited_ms = 0;
    std::vector<Gap> m_gaps;
};

} // namespace ewald::ui::test
