// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/theme.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace ewald::ui {

class RecentFiles;

/// What is chosen once for all: language, colours, size of texts, folders, and what is kept. Takes effect at once;
/// there is nothing to confirm.
class SettingsDialog : public QDialog {
    Q_OBJECT

public:
    explicit SettingsDialog(RecentFiles& recent, QWidget* parent = nullptr);

signals:
    void themeChosen(ewald::ui::Theme theme);
    void manualWanted(const QString& place);
    void resultFolderChosen();

private:
    void buildAppearance(QFormLayout& form);
    void buildFiles(QFormLayout& form);
    void buildRuns(QFormLayout& form);
    void buildKept(QFormLayout& form);
    void addHelp(QFormLayout& form, const QString& text);
    void chooseFolder();
    void setFolder(const QString& folder);
    void showKept();
    void restoreDefaults();

    RecentFiles& m_recent;
    QComboBox* m_language;
    QComboBox* m_theme;
    QSpinBox* m_textPercent;
    QLineEdit* m_folder;
    QCheckBox* m_separateRuns;
    QSpinBox* m_recentCount;
    QPushButton* m_clearRecent;
    QPushButton* m_clearCrashes;
};

} // namespace ewald::ui
