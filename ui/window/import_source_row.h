// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

#include <filesystem>
#include <optional>
#include <vector>

class QComboBox;
class QLineEdit;
class QMimeData;
class QPushButton;

namespace ewald::ui {

/// The file in which a part of a scan lies, where that is another one than the scan's: typed, chosen or dropped here; a
/// name or a pattern; and the scan in it, where a SPEC file holds several.
class ImportSourceRow : public QWidget {
    Q_OBJECT

public:
    /// \param folder of the scan's file: names in it are shown without their folder
    /// \param what the part, for people ("File of the frames")
    /// \param patterns several files can be chosen, which become a pattern
    ImportSourceRow(const QString& folder, const QString& what, bool patterns, QWidget* parent);

    /// Absolute; empty: the scan's own file.
    [[nodiscard]] std::filesystem::path file() const;
    [[nodiscard]] std::optional<double> scan() const noexcept { return m_scan; }
    /// Shows a file without a signal.
    void setFile(const std::filesystem::path& file, std::optional<double> scan);
    /// Takes one file or several as if they had been chosen: a numbered series becomes a pattern, where patterns are
    /// meant; else the first counts.
    void choose(const QStringList& files);
    /// Offers the scans of a SPEC file; none: hides the choice.
    void offerScans(const std::vector<std::size_t>& numbers);
    [[nodiscard]] QComboBox* scanBox() const noexcept { return m_scans; }

signals:
    /// The file or the scan in it was changed by hand.
    void changed();

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void browse();
    void edited();

    QString m_folder;
    bool m_patterns;
    std::filesystem::path m_shown;
    std::optional<double> m_scan;
    QLineEdit* m_line;
    QComboBox* m_scans;
    QPushButton* m_browse;
};

/// The files of this machine that a drag carries.
[[nodiscard]] QStringList localFiles(const QMimeData* data);

} // namespace ewald::ui
