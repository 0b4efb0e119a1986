// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/scan.h"
#include "model/document_store.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <utility>

namespace ewald::ui {

/// The import mappings that were saved under a name, one JSON file each in the configuration folder. Any thread.
class LayoutStore {
public:
    /// \param folder where the files are; empty: the program's configuration folder
    explicit LayoutStore(const QString& folder = {});

    [[nodiscard]] const QString& folder() const noexcept { return m_files.folder(); }
    [[nodiscard]] QStringList names() const { return m_files.names(); }
    /// \throws Error when it cannot be read
    [[nodiscard]] io::ImportMapping load(const QString& name) const;
    /// Replaces a layout of the same name. Names of files in it belong to one scan and are left out (withoutFiles()).
    /// \throws DataError
    void save(const QString& name, const io::ImportMapping& mapping) const;
    void remove(const QString& name) const { m_files.remove(name); }
    /// The first saved layout (by time of last use, newest first) that fits `file` and names its
    /// positions, with its paths there (io::fitLayout); nothing when none fits.
    [[nodiscard]] std::optional<std::pair<QString, io::ImportMapping>> fitting(const std::filesystem::path& file) const;

private:
    DocumentStore m_files;
};

} // namespace ewald::ui
