// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/document.h"

#include <QString>
#include <QStringList>

namespace ewald::ui {

/// Job documents that were saved under a name, one file each in a folder: layouts, presets. Any thread.
class DocumentStore {
public:
    /// \param folder where the files are \param suffix ends their names (".ewald-layout.json")
    DocumentStore(QString folder, QString suffix);
    /// In a folder of this name in the program's configuration folder.
    [[nodiscard]] static DocumentStore inConfiguration(const QString& folder, const QString& suffix);

    [[nodiscard]] const QString& folder() const noexcept { return m_folder; }
    /// \returns false when it cannot be made
    [[nodiscard]] bool makeFolder() const;
    /// Newest first.
    [[nodiscard]] QStringList names() const;
    [[nodiscard]] bool contains(const QString& name) const;
    /// \throws JobError, DataError when it cannot be read
    [[nodiscard]] job::JobDocument load(const QString& name) const;
    /// Replaces a document of the same name. \throws DataError
    void save(const QString& name, const job::JobDocument& document) const;
    void remove(const QString& name) const;
    /// The name as it can be used for a file; two names that differ in other signs only are the same.
    [[nodiscard]] QString fileOf(const QString& name) const;

private:
    QString m_folder;
    QString m_suffix;
};

} // namespace ewald::ui
