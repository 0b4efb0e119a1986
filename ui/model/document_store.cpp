// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/document_store.h"

#include "base/error.h"
#include "model/text.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>

#include <utility>

namespace ewald::ui {

DocumentStore::DocumentStore(QString folder, QString suffix)
    : m_folder(std::move(folder)), m_suffix(std::move(suffix)) {}

DocumentStore DocumentStore::inConfiguration(const QString& folder, const QString& suffix) {
    return {QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation) + u'/' + folder, suffix};
}

QString DocumentStore::fileOf(const QString& name) const {
    constexpr qsizetype kLongest = 80;
    QString safe;
    for (const QChar c : name.trimmed()) safe += c.isLetterOrNumber() || c == u'-' || c == u' ' || c == u'.' ? c : u'_';
    while (safe.startsWith(u'.')) safe.remove(0, 1);
    return QDir(m_folder).filePath((safe.isEmpty() ? QStringLiteral("unnamed") : safe.left(kLongest)) + m_suffix);
}

bool DocumentStore::makeFolder() const { return QDir().mkpath(m_folder); }

QStringList DocumentStore::names() const {
    QStringList names;
    const QDir dir(m_folder);
    for (const QString& file : dir.entryList({QStringLiteral("*") + m_suffix}, QDir::Files, QDir::Time)) {
        names.append(file.chopped(m_suffix.size()));
    }
    return names;
}

bool DocumentStore::contains(const QString& name) const { return QFile::exists(fileOf(name)); }

job::JobDocument DocumentStore::load(const QString& name) const { return job::readJob(toPath(fileOf(name))); }

void DocumentStore::save(const QString& name, const job::JobDocument& document) const {
    if (!makeFolder()) {
        throw DataError("cannot make the folder", m_folder.toStdString(), "check its permissions");
    }
    job::writeJob(toPath(fileOf(name)), document, true);
}

void DocumentStore::remove(const QString& name) const { QFile::remove(fileOf(name)); }

} // namespace ewald::ui
