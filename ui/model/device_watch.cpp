// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/device_watch.h"

#include <utility>

namespace ewald::ui {

DeviceWatch::DeviceWatch(QObject* parent, Survey survey, int interval_ms)
    : QObject(parent), m_survey(std::move(survey)) {
    m_timer.setInterval(interval_ms);
    connect(&m_timer, &QTimer::timeout, this, &DeviceWatch::look);
}

void DeviceWatch::setWanted(const QString& reason, bool wanted) {
    if (wanted)
        m_reasons.insert(reason);
    else
        m_reasons.erase(reason);
    if (m_reasons.empty())
        m_timer.stop();
    else if (!m_timer.isActive())
        m_timer.start();
}

void DeviceWatch::look() {
    if (m_worker.busy()) return; // a driver that takes its time is not asked more often
    // What cannot be asked keeps the figures that it had: the first look has said what is wrong.
    m_worker.start<DeviceOverview>([survey = m_survey](TaskContext&) { return survey(); },
                                   [this](const DeviceOverview& overview) {
                                       if (!m_reasons.empty()) emit seen(overview);
                                   });
}

} // namespace ewald::ui
