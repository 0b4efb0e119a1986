// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/document_store.h"

namespace ewald::ui {

/// Parameters that were saved under a name, for any scan: everything but what belongs to a scan (see belongsToScan()).
/// One set a kind of job are the user's own defaults, with which a window starts. Any thread.
class Presets {
public:
    /// \param folder where the files are; empty: in the program's configuration folder
    explicit Presets(const QString& folder = {});

    /// Names of the presets of a kind ("ptycho"), newest first, without the defaults.
    [[nodiscard]] QStringList names(const std::string& kind) const;
    [[nodiscard]] job::JobDocument load(const QString& name) const { return m_files.load(name); }
    /// Saves the parameters of a job, without its files. \throws DataError
    void save(const QString& name, const job::JobDocument& document) const;
    void remove(const QString& name) const { m_files.remove(name); }

    [[nodiscard]] bool hasDefaults(const std::string& kind) const { return m_files.contains(defaultsOf(kind)); }
    /// \throws DataError
    void saveDefaults(const job::JobDocument& document) const { save(defaultsOf(document.kind), document); }
    void removeDefaults(const std::string& kind) const { m_files.remove(defaultsOf(kind)); }
    /// Nothing where there are none, or where they cannot be read.
    [[nodiscard]] std::optional<job::JobDocument> defaults(const std::string& kind) const;

private:
    [[nodiscard]] static QString defaultsOf(const std::string& kind);

    DocumentStore m_files;
};

/// `preset` put upon a job: its files and what belongs to its scan stay.
[[nodiscard]] job::JobDocument withPreset(const job::JobDocument& document, const job::JobDocument& preset);

} // namespace ewald::ui
