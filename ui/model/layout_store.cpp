// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/layout_store.h"

#include "base/error.h"
#include "job/document.h"

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

LayoutStore::LayoutStore(const QString& folder)
    : m_files(folder.isEmpty() ? DocumentStore::inConfiguration(QStringLiteral("layouts"), kSuffix)
                               : DocumentStore(folder, kSuffix)) {}

io::ImportMapping LayoutStore::load(const QString& name) const {
    const job::JobDocument document = m_files.load(name);
    if (!document.mapping) {
        throw JobError("the saved layout names no datasets", m_files.fileOf(name).toStdString(), "save it again");
    }
    return *document.mapping;
}

void LayoutStore::save(const QString& name, const io::ImportMapping& mapping) const {
    // A layout is a job document that holds nothing but the mapping: one format to read, validate and migrate.
    job::JobDocument document;
    document.mapping = mapping;
    m_files.save(name, document);
}

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
