// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/presets.h"

#include "base/error.h"
#include "model/scan_parameters.h"

namespace ewald::ui {

namespace {

const QString kSuffix = QStringLiteral(".ewald-preset.json");
const QString kDefaults = QStringLiteral("my defaults ");

} // namespace

Presets::Presets(const QString& folder)
    : m_files(folder.isEmpty() ? DocumentStore::inConfiguration(QStringLiteral("presets"), kSuffix)
                               : DocumentStore(folder, kSuffix)) {}

QString Presets::defaultsOf(const std::string& kind) { return kDefaults + QString::fromStdString(kind); }

QStringList Presets::names(const std::string& kind) const {
    QStringList names;
    for (const QString& name : m_files.names()) {
        if (name.startsWith(kDefaults)) continue;
        try {
            if (m_files.load(name).kind == kind) names.append(name);
        } catch (const Error&) {
            continue; // one damaged file must not hide the others
        }
    }
    return names;
}

void Presets::save(const QString& name, const job::JobDocument& document) const {
    job::JobDocument preset = document;
    preset.inputFile.clear();
    preset.inputFiles.clear();
    preset.mapping.reset();
    preset.outputFile.clear();
    std::erase_if(preset.input, [](const auto& entry) { return belongsToScan(entry.first, entry.second); });
    m_files.save(name, preset);
}

std::optional<job::JobDocument> Presets::defaults(const std::string& kind) const {
    if (!hasDefaults(kind)) return {};
    try {
        const job::JobDocument document = m_files.load(defaultsOf(kind));
        return document.kind == kind ? std::optional(document) : std::nullopt;
    } catch (const Error&) {
        return {};
    }
}

job::JobDocument withPreset(const job::JobDocument& document, const job::JobDocument& preset) {
    job::JobDocument made = preset;
    made.inputFile = document.inputFile;
    made.inputFiles = document.inputFiles;
    made.mapping = document.mapping;
    made.outputFile = document.outputFile;
    for (const auto& [key, value] : document.input) {
        if (belongsToScan(key, value)) made.input.insert_or_assign(key, value);
    }
    return made;
}

} // namespace ewald::ui
