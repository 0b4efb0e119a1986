// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/output_file.h"

#include "io/output_guard.h"
#include "model/text.h"
#include "model/user_settings.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStandardPaths>

#include <algorithm>
#include <set>

namespace ewald::ui {

bool folderWritable(const QString& file) {
    QFileInfo folder(QFileInfo(file).absolutePath());
    while (!folder.exists() && !folder.isRoot()) folder = QFileInfo(folder.absolutePath());
    return folder.isDir() && folder.isWritable();
}

namespace {

/// A run that has begun has no file yet, but the lock of one.
bool isTaken(const QString& file) { return QFileInfo::exists(file) || io::isBeingWritten(toPath(file)); }

} // namespace

QString freeName(const QString& file, const QSet<QString>& planned) {
    const auto isFree = [&](const QString& name) { return !planned.contains(name) && !isTaken(name); };
    if (isFree(file)) return file;
    const QFileInfo info(file);
    static const QRegularExpression kNumbered(QStringLiteral("^(.*)_(\\d+)$"));
    QString stem = info.completeBaseName();
    const auto match = kNumbered.match(stem);
    // "scan_0042_ewald_2" counts on to _3; "scan_0042" is a scan number, not one of ours.
    if (match.hasMatch() && match.captured(1).endsWith(QStringLiteral("_ewald"))) stem = match.captured(1);
    const QString suffix = info.suffix().isEmpty() ? QString() : QStringLiteral(".") + info.suffix();
    for (int number = 2;; ++number) {
        const QString candidate = info.dir().filePath(QStringLiteral("%1_%2%3").arg(stem).arg(number).arg(suffix));
        if (isFree(candidate)) return candidate;
    }
}

QString proposedOutput(const QString& inputFile, bool beside, const QSet<QString>& planned) {
    const QFileInfo input(inputFile);
    // Of a pattern of names what they have in common; of numbers alone the folder's name.
    static const QRegularExpression kWildcards(QStringLiteral("[\\s_.-]*[#*?]+"));
    QString stem = input.completeBaseName();
    stem.remove(kWildcards);
    if (stem.isEmpty()) stem = input.dir().dirName();
    const qsizetype ours = stem.indexOf(QStringLiteral("_ewald"));
    if (ours > 0) stem.truncate(ours);
    const QString name = stem + QStringLiteral("_ewald.h5");
    const QString neighbour = input.dir().filePath(name);
    if (const QString chosen = settings::resultFolder(); beside && !chosen.isEmpty()) {
        const QString file = QDir(chosen).filePath(name);
        if (folderWritable(file)) return freeName(file, planned);
    }
    if (beside && folderWritable(neighbour)) return freeName(neighbour, planned);
    const QDir documents(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation));
    return freeName(documents.filePath(QStringLiteral("ewald/") + name), planned);
}

std::string proposedOutputs(const std::vector<std::filesystem::path>& inputFiles) {
    const QString name = QStringLiteral("{name}_ewald.h5");
    const auto into = [&](const QString& folder) {
        QDir().mkpath(folder);
        return toPath(QDir(folder).filePath(name)).string();
    };
    const QString chosen = settings::resultFolder();
    const bool usable = !chosen.isEmpty() && !chosen.contains(u'{'); // a brace begins an expression
    if (usable && folderWritable(QDir(chosen).filePath(name))) return into(chosen);
    std::set<std::filesystem::path> folders;
    for (const std::filesystem::path& file : inputFiles) folders.insert(file.parent_path());
    if (std::ranges::all_of(folders, [&](const auto& folder) { return folderWritable(toQString(folder / "new.h5")); }))
        return "{folder}/" + name.toStdString();
    return into(
        QDir(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation)).filePath(QStringLiteral("ewald")));
}

} // namespace ewald::ui
