// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/recent_files.h"

#include "model/user_settings.h"

#include <QFileInfo>
#include <QSettings>

#include <algorithm>

namespace ewald::ui {

namespace {

const QString kKey = QStringLiteral("files/recent");

} // namespace

RecentFiles::RecentFiles(QObject* parent) : QObject(parent), m_files(QSettings().value(kKey).toStringList()) {}

void RecentFiles::add(const QString& file) {
    const QString path = QFileInfo(file).absoluteFilePath();
    if (!m_files.isEmpty() && m_files.first() == path) return;
    m_files.removeAll(path);
    m_files.prepend(path);
    m_files.resize(std::min<qsizetype>(m_files.size(), settings::recentFiles()));
    save();
}

void RecentFiles::remove(const QString& file) {
    if (m_files.removeAll(QFileInfo(file).absoluteFilePath()) > 0) save();
}

void RecentFiles::clear() {
    m_files.clear();
    save();
}

void RecentFiles::trim() {
    if (m_files.size() <= settings::recentFiles()) return;
    m_files.resize(settings::recentFiles());
    save();
}

void RecentFiles::save() {
    QSettings().setValue(kKey, m_files);
    emit changed();
}

} // namespace ewald::ui
