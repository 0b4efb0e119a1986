// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/layout_store.h"
#include "model/session.h"

#include <QDialog>
#include <QTimer>

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

/// What a dataset of an unknown file can be.
enum class ImportRole { frames, positions, positionX, positionY, mask, probe, energy, distance, pixelSize };

/// Asks which dataset of a file is what, in which unit, and shows at once what comes of it.
class ImportDialog : public QDialog {
    Q_OBJECT

public:
    /// \param reason why the file was not understood, one line; may be empty
    ImportDialog(const QString& file, const QString& reason, QWidget* parent);
    ~ImportDialog() override;

    [[nodiscard]] io::ImportMapping mapping() const;
    void setMapping(const io::ImportMapping& mapping);
    /// The line that says what comes of the mapping.
    [[nodiscard]] QString checkText() const;
    /// The mapping has been checked and works.
    [[nodiscard]] bool isAccepted() const noexcept { return m_works; }
    [[nodiscard]] QTreeWidget* tree() const noexcept { return m_tree; }
    [[nodiscard]] QComboBox* datasetBox(ImportRole role) const;
    [[nodiscard]] QComboBox* unitBox(ImportRole role) const;
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
    QWidget* buildTree();
    QWidget* buildRoles();
    void buildExtras(QGridLayout* grid, int line);
    void addRow(QGridLayout* grid, int line, ImportRole role, const QString& label, const QString& help);
    void showTree(const std::vector<io::FileNode>& nodes);
    void fillChoices();
    void assign(const QString& path, ImportRole role);
    [[nodiscard]] static QString useText(ImportRole role, const QString& label);
    void showTreeMenu(const QPoint& position);
    void changed();
    void check();
    [[nodiscard]] QString oddLength(const io::ImportMapping& mapping) const;
    void showCheck(const ScanData& data);
    void showProblem(const Error& error);
    [[nodiscard]] const Row& row(ImportRole role) const;

    QString m_file;
    std::vector<io::FileNode> m_nodes;
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
    QLineEdit* m_name = nullptr;
    QPushButton* m_open = nullptr;
    bool m_works = false;
    bool m_filling = false;
};

/// Whether a dataset could play a role, by shape and type.
[[nodiscard]] bool suits(const io::FileNode& node, ImportRole role);

} // namespace ewald::ui
