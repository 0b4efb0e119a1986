// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/layout_store.h"

#include "job/document.h"
#include "model/text.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>

namespace ewald::ui {

namespace {

const QString kSuffix = QStringLiteral(".ewald-layout.json");

std::vector<std::string> datasetsOf(const io::ImportMapping& mapping) {
    std::vector<std::string> paths{mapping.frames, mapping.mask,     mapping.probe,
                                   mapping.energy, mapping.distance, mapping.pixelSize};
    if (mapping.positionsFile.empty()) {
        paths.insert(paths.end(), {mapping.positions, mapping.positionX, mapping.positionY});
    }
    std::erase(paths, std::string());
    return paths;
}

} // namespace

bool fits(const io::ImportMapping& mapping, const std::vector<io::FileNode>& tree) {
    if (mapping.frames.empty()) return false;
    for (const std::string& path : datasetsOf(mapping)) {
        const auto node = std::ranges::find(tree, path, &io::FileNode::path);
        if (node == tree.end() || !node->problem.empty()) return false;
        // Frames may be a group of numbered datasets, as DECTRIS detectors write them.
        if (path == mapping.frames) {
            if (!node->isGroup && (node->shape.size() < 3 || node->shape.size() > 4)) return false;
        } else if (node->isGroup) {
            return false;
        }
    }
    return true;
}

LayoutStore::LayoutStore(QString folder) : m_folder(std::move(folder)) {
    if (!m_folder.isEmpty()) return;
    m_folder = QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation) + QStringLiteral("/layouts");
}

QString LayoutStore::fileOf(const QString& name) const {
    QString safe;
    for (const QChar c : name.trimmed()) safe += c.isLetterOrNumber() || c == u'-' || c == u' ' || c == u'.' ? c : u'_';
    while (safe.startsWith(u'.')) safe.remove(0, 1);
    return QDir(m_folder).filePath((safe.isEmpty() ? QStringLiteral("layout") : safe.left(80)) + kSuffix);
}

QStringList LayoutStore::names() const {
    QStringList names;
    const QDir dir(m_folder);
    for (const QString& file : dir.entryList({QStringLiteral("*") + kSuffix}, QDir::Files, QDir::Time)) {
        names.append(file.chopped(kSuffix.size()));
    }
    return names;
}

io::ImportMapping LayoutStore::load(const QString& name) const {
    const QString file = fileOf(name);
    const job::JobDocument document = job::readJob(toPath(file));
    if (!document.mapping) throw JobError("the saved layout names no datasets", file.toStdString(), "save it again");
    return *document.mapping;
}

void LayoutStore::save(const QString& name, const io::ImportMapping& mapping) const {
    if (!QDir().mkpath(m_folder)) {
        throw DataError("cannot make the folder for layouts", m_folder.toStdString(), "check its permissions");
    }
    // A layout is a job document that holds nothing but the mapping: one format to read, validate and migrate.
    job::JobDocument document;
    document.mapping = mapping;
    job::writeJob(toPath(fileOf(name)), document, true);
}

void LayoutStore::remove(const QString& name) const { QFile::remove(fileOf(name)); }

std::optional<std::pair<QString, io::ImportMapping>> LayoutStore::fitting(const std::filesystem::path& file) const {
    const QStringList known = names();
    if (known.isEmpty()) return {};
    const std::vector<io::FileNode> tree = io::listFile(file);
    for (const QString& name : known) {
        try {
            const io::ImportMapping mapping = load(name);
            if (fits(mapping, tree)) return std::pair{name, mapping};
        } catch (const Error&) {
            continue; // one damaged layout file must not keep the others from being tried
        }
    }
    return {};
}

} // namespace ewald::ui
