// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/import_source.h"
#include "model/layout_store.h"
#include "model/session.h"
#include "window/import_roles.h"

#include <QDialog>
#include <QTimer>

#include <array>
#include <vector>

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace ewald::ui {

class ImportSourceRow;

/// Asks which dataset of a file is what, in which unit, and shows at once what comes of it. Frames and positions may be
/// in files of their own.
class ImportDialog : public QDialog {
    Q_OBJECT

public:
    /// \param file an HDF5 file, images, or a pattern of them; or a table of positions, whose frames are chosen here
    /// \param reason why the file was not understood, one line; may be empty
    /// \param start the mapping that is shown first; absent: one guessed from the names
    ImportDialog(const QString& file, const QString& reason, const std::optional<io::ImportMapping>& start,
                 QWidget* parent);
    ~ImportDialog() override;

    /// What the dialog shows; all else is as in the mapping that was set.
    [[nodiscard]] io::ImportMapping mapping() const;
    /// The file of the scan: the given one, or that of the frames where that was a table of positions.
    [[nodiscard]] QString scanFile() const;
    /// The file of the frames that is proposed for a table of positions, for instance the open one.
    void proposeFrames(const QString& file) { m_proposed = file; }
    void setMapping(const io::ImportMapping& mapping);
    /// The line that says what comes of the mapping.
    [[nodiscard]] QString checkText() const;
    /// The mapping has been checked and works.
    [[nodiscard]] bool isAccepted() const noexcept { return m_works; }
    [[nodiscard]] QTreeWidget* tree() const noexcept { return m_tree; }
    [[nodiscard]] QComboBox* datasetBox(ImportRole role) const;
    [[nodiscard]] QComboBox* unitBox(ImportRole role) const;
    [[nodiscard]] ImportSourceRow* sourceRow(ImportPart part) const { return partAt(part).row; }
    [[nodiscard]] QPushButton* openButton() const noexcept { return m_open; }
    /// Remembers the mapping under this name when the dialog is accepted; empty: does not.
    void setLayoutName(const QString& name);

    void accept() override;

signals:
    void chosen(const ewald::io::ImportMapping& mapping);
    /// It is no scan: its frames are to be integrated.
    void integrateWanted();
    void failed(const ewald::ui::UserMessage& message);

private:
    struct Row {
        ImportRole role{};
        QComboBox* dataset = nullptr;
        QComboBox* unit = nullptr;  ///< null where there is none
        QLineEdit* value = nullptr; ///< typed by hand; null where that makes no sense
    };
    /// A part of the scan that may be in another file.
    struct Part {
        ImportSourceRow* row = nullptr;
        ImportSource source; ///< what the other file holds
        Worker reader;
    };
    [[nodiscard]] const Part& partAt(ImportPart part) const { return m_parts[static_cast<std::size_t>(part)]; }
    [[nodiscard]] Part& partAt(ImportPart part) { return m_parts[static_cast<std::size_t>(part)]; }
    void readFile(const std::optional<io::ImportMapping>& start);
    QWidget* buildTree();
    QLayout* buildButtons();
    QWidget* buildRoles();
    void buildExtras(QGridLayout* grid, int line);
    void addRow(QGridLayout* grid, int line, ImportRole role, const QString& label, const QString& help);
    void addSource(QGridLayout* grid, int line, ImportPart part);
    void readSource(ImportPart part, bool byHand);
    void takeSource(ImportPart part, const ImportSource& source, bool byHand);
    void guessSource(ImportPart part);
    void startFrom(io::ImportMapping layout);
    void showTree(const std::vector<io::FileNode>& nodes);
    [[nodiscard]] const ImportSource& sourceOf(ImportRole role) const;
    [[nodiscard]] QString emptyText(ImportRole role) const;
    void fillChoices(const Row& row, bool keepUnknown);
    static void select(QComboBox* box, const QString& path);
    [[nodiscard]] QString missingChoice(const io::ImportMapping& mapping) const;
    void showState(const char* icon, const QString& text);
    void showLayoutNote();
    void assign(const QString& path, ImportRole role);
    /// The unit that the file gives for the dataset that was chosen for a role.
    void takeUnit(ImportRole role);
    /// The same where a mapping leaves it to the file, and the file says it.
    void takeStatedUnits(const io::UnstatedUnits& unstated);
    [[nodiscard]] static QString useText(ImportRole role, const QString& label);
    void showTreeMenu(const QPoint& position);
    void changed();
    void check();
    void takeTypedUnit(ImportRole role);
    [[nodiscard]] QString noNumber() const;
    [[nodiscard]] QString oddLength(const io::ImportMapping& mapping) const;
    void showCheck(const ScanData& data);
    void showProblem(const Error& error);
    [[nodiscard]] const Row& row(ImportRole role) const;

    /// mapping() as scanFile() needs it.
    [[nodiscard]] io::ImportMapping scanMapping() const;

    QString m_file;
    bool m_isTable = false; ///< m_file holds positions only
    QString m_proposed;
    QPushButton* m_integrate = nullptr;
    ImportSource m_source;                  ///< what the file itself holds
    std::optional<io::ImportMapping> m_set; ///< the mapping that was set last
    std::array<Part, 2> m_parts;
    LayoutStore m_layouts;
    Worker m_lister;
    Worker m_checker;
    QTimer m_checkTimer;
    std::vector<Row> m_rows;
    QTreeWidget* m_tree = nullptr;
    QComboBox* m_order = nullptr;
    QComboBox* m_known = nullptr;
    QCheckBox* m_amplitudes = nullptr;
    QCheckBox* m_corner = nullptr;
    QLabel* m_checkIcon = nullptr;
    QLabel* m_checkText = nullptr;
    QCheckBox* m_remember = nullptr;
    QLabel* m_layoutNote = nullptr;
    QLineEdit* m_name = nullptr;
    QPushButton* m_open = nullptr;
    bool m_listed = false;
    bool m_works = false;
    bool m_filling = false;
};

} // namespace ewald::ui
