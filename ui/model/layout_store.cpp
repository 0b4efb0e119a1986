// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/layout_store.h"

#include "base/error.h"
#include "io/layout_fit.h"
#include "job/document/document.h"
#include "model/import_source.h"

namespace ewald::ui {

namespace {

const QString kSuffix = QStringLiteral(".ewald-layout.json");

/// By a dataset, and not by a column of a table.
bool namesPositions(const io::ImportMapping& layout) {
    return layout.positions.starts_with('/') || layout.positionX.starts_with('/');
}

} // namespace

LayoutStore::LayoutStore(const QString& folder)
    : m_files(folder.isEmpty() ? DocumentStore::inConfiguration(QStringLiteral("layouts"), kSuffix)
                               : DocumentStore(folder, kSuffix)) {}

io::ImportMapping LayoutStore::load(const QString& name) const {
    const job::JobDocument document = m_files.load(name);
    if (!document.mapping) {
        throw JobError("the saved layout names no datasets", m_files.fileOf(name).toStdString(), "save it again");
    }
    return withoutFiles(*document.mapping);
}

void LayoutStore::save(const QString& name, const io::ImportMapping& mapping) const {
    // A layout is a job document that holds nothing but the mapping: one format to read, validate and migrate.
    job::JobDocument document;
    document.mapping = withoutFiles(mapping);
    m_files.save(name, document);
}

std::optional<std::pair<QString, io::ImportMapping>> LayoutStore::fitting(const std::filesystem::path& file) const {
    const QStringList known = names();
    if (known.isEmpty()) return {};
    const std::vector<io::FileNode> tree = io::listFile(file);
    for (const QString& name : known) {
        try {
            const io::ImportMapping layout = load(name);
            if (!namesPositions(layout)) continue; // they were in a file of their own: a start for the dialog only
            if (auto mapping = io::fitLayout(layout, tree)) return std::pair{name, std::move(*mapping)};
        } catch (const Error&) {
            continue; // one damaged layout file must not keep the others from being tried
        }
    }
    return {};
}

} // namespace ewald::ui
