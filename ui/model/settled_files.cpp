// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/settled_files.h"

#include "io/scan_progress.h"
#include "model/text.h"

#include <utility>

namespace ewald::ui {

SettledFiles::SettledFiles(int interval_ms, std::function<bool()> isReading, QObject* parent)
    : QObject(parent), m_isReading(std::move(isReading)) {
    m_timer.setInterval(interval_ms);
    connect(&m_timer, &QTimer::timeout, this, &SettledFiles::look);
}

void SettledFiles::watch(const QStringList& files) {
    std::map<QString, Versions> next;
    for (const QString& file : files) next.emplace(file, m_files.contains(file) ? m_files.at(file) : Versions());
    m_files = std::move(next);
    if (m_files.empty()) {
        m_timer.stop();
        m_worker.cancel();
    } else if (!m_timer.isActive()) {
        m_timer.start();
    }
}

void SettledFiles::setRead(const QString& file, const std::string& version) {
    if (const auto found = m_files.find(file); found != m_files.end())
        found->second.read = version.empty() ? found->second.seen : version;
}

void SettledFiles::look() {
    if (m_worker.busy() || m_isReading()) return; // a slow file system is not asked more often
    QStringList files;
    for (const auto& [file, versions] : m_files) files << file;
    using Seen = std::map<QString, std::string>;
    m_worker.start<Seen>(
        [files](TaskContext&) {
            Seen seen;
            for (const QString& file : files) seen.emplace(file, io::fileVersion(toPath(file)));
            return seen;
        },
        [this](const Seen& seen) { compare(seen); });
}

void SettledFiles::compare(const std::map<QString, std::string>& now) {
    QStringList changedFiles;
    for (const auto& [file, version] : now) {
        const auto found = m_files.find(file);
        if (found == m_files.end()) continue; // no longer watched
        const bool settled = version == std::exchange(found->second.seen, version);
        if (settled && !version.empty() && version != found->second.read) changedFiles << file;
    }
    if (!changedFiles.isEmpty()) emit changed(changedFiles);
}

} // namespace ewald::ui
