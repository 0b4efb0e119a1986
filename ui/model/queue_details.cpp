// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/queue_details.h"

#include "base/error.h"
#include "model/text.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

namespace ewald::ui {

namespace {

constexpr qint64 kTail = 256 * 1024; ///< bytes of a file that are read
constexpr qsizetype kMostLines = 500;

/// The last lines of a file.
QList<QByteArray> tailOf(const std::filesystem::path& path) {
    QFile file(toQString(path));
    if (!file.open(QIODevice::ReadOnly)) return {};
    const bool cut = file.size() > kTail;
    if (cut) file.seek(file.size() - kTail);
    QList<QByteArray> lines = file.readAll().split('\n');
    if (cut) lines.removeFirst();
    lines.removeAll({});
    return lines;
}

} // namespace

QueueDetails readQueueDetails(const QueueFeed::Store& store, long long id) {
    const job::queue::JobFolder folder = store.folderOf(id);
    QueueDetails details;
    details.id = id;
    details.folder = toQString(folder.path());
    for (const QByteArray& line : tailOf(folder.events())) {
        const QJsonObject event = QJsonDocument::fromJson(line).object();
        const QString kind = event.value(QStringLiteral("event")).toString();
        if (kind == QStringLiteral("log"))
            details.log << coreText(event.value(QStringLiteral("text")).toString().toStdString());
        if (kind == QStringLiteral("attempt"))
            details.log << QCoreApplication::translate("ewald::ui::QueueDetails", "— attempt %1 —")
                               .arg(event.value(QStringLiteral("number")).toInt());
    }
    for (const QByteArray& line : tailOf(folder.errors())) details.log << coreText(line.toStdString());
    if (details.log.size() > kMostLines) details.log = details.log.last(kMostLines);
    try {
        details.document = store.documentOf(id);
    } catch (const Error&) {
        details.document.reset(); // the job has failed by it, and says so
    }
    return details;
}

} // namespace ewald::ui
