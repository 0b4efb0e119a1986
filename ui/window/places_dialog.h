// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "model/import_source.h"
#include "model/powder_map.h"

#include <QDialog>

#include <filesystem>
#include <vector>

class QComboBox;
class QLabel;
class QPushButton;

namespace ewald::ui {

class ImportSourceRow;

/// Asks which numbers say where the frames of a map were taken: columns of a table or datasets, and their unit. What is
/// chosen is read before it is taken. UI thread.
class PlacesDialog : public QDialog {
    Q_OBJECT

public:
    /// \param files of the frames \param rows which of them the map is of \param before what was chosen last, to be
    /// changed; empty: nothing
    PlacesDialog(std::vector<std::filesystem::path> files, const job::FrameChoice& rows,
                 const job::PlacesRequest& before, QWidget* parent);

    [[nodiscard]] ImportSourceRow* fileRow() const noexcept { return m_file; }
    [[nodiscard]] QComboBox* xBox() const noexcept { return m_x; }
    [[nodiscard]] QComboBox* yBox() const noexcept { return m_y; }
    [[nodiscard]] QComboBox* unitBox() const noexcept { return m_unit; }
    [[nodiscard]] QPushButton* useButton() const noexcept { return m_use; }
    /// Why it cannot be used.
    [[nodiscard]] QString problem() const;
    [[nodiscard]] bool isIdle() const { return !m_worker.busy(); }
    [[nodiscard]] job::PlacesRequest request() const;

signals:
    /// The places were read; the dialog closes.
    void chosen(const ewald::job::PlacesRequest& request, const ewald::ui::FoundPlaces& places);

private:
    void build(const job::PlacesRequest& before);
    void readFile();
    void offer(const ImportSource& source);
    void showState();
    void use();

    std::vector<std::filesystem::path> m_files;
    job::FrameChoice m_rows;
    ImportSource m_source; ///< of the file that is chosen now
    ImportSourceRow* m_file = nullptr;
    QComboBox* m_x = nullptr;
    QComboBox* m_y = nullptr;
    QComboBox* m_unit = nullptr;
    QLabel* m_problem = nullptr;
    QPushButton* m_use = nullptr;
    Worker m_worker;
};

} // namespace ewald::ui
