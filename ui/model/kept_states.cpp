// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/kept_states.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QStandardPaths>

#include <atomic>

namespace ewald::ui {

namespace {

const QString kName = QStringLiteral("states-");

QString cacheFolder() { return QStandardPaths::writableLocation(QStandardPaths::CacheLocation); }

/// Only the end of the program frees it.
std::unique_ptr<QLockFile> lockOf(const QString& folder) {
    auto lock = std::make_unique<QLockFile>(folder + QStringLiteral(".lock"));
    lock->setStaleLockTime(0);
    return lock->tryLock(0) ? std::move(lock) : nullptr;
}

} // namespace

KeptStates::KeptStates() {
    static std::atomic<int> number = 0;
    const QDir cache(cacheFolder());
    cache.mkpath(QStringLiteral("."));
    const QString path = cache.filePath(QStringLiteral("%1%2-%3-%4")
                                            .arg(kName)
                                            .arg(QDateTime::currentMSecsSinceEpoch())
                                            .arg(QCoreApplication::applicationPid())
                                            .arg(++number));
    // The lock comes first: a folder without one is an orphan.
    m_lock = lockOf(path);
    if (m_lock && cache.mkpath(path)) m_path = path;
}

KeptStates::~KeptStates() {
    if (!m_path.isEmpty()) QDir(m_path).removeRecursively();
}

void KeptStates::removeOrphans() {
    const QDir cache(cacheFolder());
    for (const QString& name : cache.entryList({kName + u'*'}, QDir::Dirs)) {
        const QString folder = cache.filePath(name);
        if (const auto lock = lockOf(folder)) QDir(folder).removeRecursively();
    }
}

} // namespace ewald::ui
