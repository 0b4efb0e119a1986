// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/settings_dialog.h"

#include "common/icon.h"
#include "common/whole_box.h"
#include "model/crash_report.h"
#include "model/recent_files.h"
#include "model/user_settings.h"
#include "window/language.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace ewald::ui {

namespace {

void choose(QComboBox& box, const QVariant& value) { box.setCurrentIndex(std::max(0, box.findData(value))); }

} // namespace

SettingsDialog::SettingsDialog(RecentFiles& recent, QWidget* parent)
    : QDialog(parent), m_recent(recent), m_language(new QComboBox(this)), m_theme(new QComboBox(this)),
      m_textPercent(new WholeBox(this)), m_folder(new QLineEdit(this)), m_separateRuns(new QCheckBox(this)),
      m_recentCount(new WholeBox(this)), m_clearRecent(new QPushButton(tr("Forget &now"), this)),
      m_clearCrashes(new QPushButton(this)) {
    setWindowTitle(tr("Settings"));
    // With large texts on a small screen it can be scrolled.
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* content = new QWidget(scroll);
    auto* groups = new QVBoxLayout(content);
    const auto addGroup = [&](const QString& title) {
        auto* group = new QGroupBox(title, content);
        auto* form = new QFormLayout(group);
        form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
        groups->addWidget(group);
        return form;
    };
    buildAppearance(*addGroup(tr("Appearance")));
    buildFiles(*addGroup(tr("Results")));
    buildRuns(*addGroup(tr("Runs")));
    buildKept(*addGroup(tr("What is kept on this computer")));
    groups->addStretch(1);
    scroll->setWidget(content);
    auto* buttons = new QDialogButtonBox(
        QDialogButtonBox::Close | QDialogButtonBox::RestoreDefaults | QDialogButtonBox::Help, this);
    // Qt's own texts are in the language of the system, or in none where its translations are not installed.
    for (const auto& [which, text] : {std::pair{QDialogButtonBox::Close, tr("Close")},
                                      std::pair{QDialogButtonBox::RestoreDefaults, tr("Restore &defaults")},
                                      std::pair{QDialogButtonBox::Help, tr("&Help")}}) {
        buttons->button(which)->setText(text);
        buttons->button(which)->setIcon({});
    }
    buttons->button(QDialogButtonBox::RestoreDefaults)->setToolTip(tr("Sets all of this page as after installation"));
    auto* column = new QVBoxLayout(this);
    column->addWidget(scroll, 1);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::helpRequested, this, [this] { emit manualWanted(QStringLiteral("settings")); });
    connect(buttons->button(QDialogButtonBox::RestoreDefaults), &QPushButton::clicked, this,
            &SettingsDialog::restoreDefaults);
    scroll->setMinimumWidth(content->minimumSizeHint().width() + 24);
    showKept();
    const int width = std::max(560, minimumSizeHint().width());
    const QMargins around = column->contentsMargins();
    const int inner = width - around.left() - around.right();
    const int high =
        groups->hasHeightForWidth() ? groups->totalHeightForWidth(inner) : groups->totalSizeHint().height();
    const int rest = around.top() + around.bottom() + column->spacing() + buttons->sizeHint().height();
    resize(width, std::min(high + rest, screen()->availableSize().height() * 9 / 10));
    // Return in a field takes over what is typed; it must not press a button that forgets or restores something.
    for (QPushButton* button : findChildren<QPushButton*>()) button->setAutoDefault(false);
}

void SettingsDialog::addHelp(QFormLayout& form, const QString& text) {
    auto* help = new QLabel(text, this);
    help->setWordWrap(true);
    help->setForegroundRole(QPalette::PlaceholderText);
    form.addRow(help);
}

void SettingsDialog::buildAppearance(QFormLayout& form) {
    m_language->addItem(tr("As the system"), QString());
    const QStringList known = languages();
    for (const QString& name : known) {
        const QString native = QLocale(name).nativeLanguageName();
        m_language->addItem(native.left(1).toUpper() + native.mid(1), name);
    }
    choose(*m_language, settings::language());
    form.addRow(tr("&Language"), m_language);
    addHelp(form, tr("Of all texts, from the next start on."));
    for (const auto& [text, theme] : {std::pair{tr("As the desktop"), Theme::system},
                                      std::pair{tr("Light"), Theme::light}, std::pair{tr("Dark"), Theme::dark}})
        m_theme->addItem(text, themeName(theme));
    choose(*m_theme, settings::theme());
    form.addRow(tr("&Colours"), m_theme);
    m_textPercent->setRange(settings::kLeastTextPercent, settings::kMostTextPercent);
    m_textPercent->setSingleStep(10);
    m_textPercent->setSuffix(tr(" %"));
    m_textPercent->setValue(settings::textPercent());
    form.addRow(tr("&Size of texts"), m_textPercent);
    addHelp(form,
            tr("Against that of the desktop. Open windows follow; what was drawn before does so at the next start."));
    connect(m_language, &QComboBox::currentIndexChanged, this,
            [this] { settings::setLanguage(m_language->currentData().toString()); });
    connect(m_theme, &QComboBox::currentIndexChanged, this,
            [this] { emit themeChosen(themeFromName(m_theme->currentData().toString())); });
    connect(m_textPercent, &QSpinBox::valueChanged, this, [](int percent) {
        settings::setTextPercent(percent);
        applyTextSize(percent);
    });
}

void SettingsDialog::buildFiles(QFormLayout& form) {
    m_folder->setObjectName(QStringLiteral("resultFolder"));
    m_folder->setPlaceholderText(tr("beside the data"));
    m_folder->setClearButtonEnabled(true);
    m_folder->setText(QDir::toNativeSeparators(settings::resultFolder()));
    auto* browse = new QPushButton(icon(QStringLiteral("folder")), tr("C&hoose…"), this);
    browse->setToolTip(tr("Choose the folder for results"));
    auto* row = new QHBoxLayout;
    row->addWidget(m_folder, 1);
    row->addWidget(browse);
    auto* label = new QLabel(tr("&Folder"), this);
    label->setBuddy(m_folder);
    form.addRow(label, row);
    addHelp(form,
            tr("Where results are proposed to go. Empty: beside the data, or in Documents/ewald where that folder "
               "cannot be written to."));
    connect(m_folder, &QLineEdit::editingFinished, this,
            [this] { setFolder(QDir::fromNativeSeparators(m_folder->text().trimmed())); });
    connect(browse, &QPushButton::clicked, this, &SettingsDialog::chooseFolder);
}

void SettingsDialog::buildRuns(QFormLayout& form) {
    m_separateRuns->setObjectName(QStringLiteral("separateRuns"));
    m_separateRuns->setText(tr("Start runs each job in a &process of its own"));
    m_separateRuns->setChecked(settings::separateRuns());
    form.addRow(m_separateRuns);
    addHelp(form,
            tr("A fault then ends the job and not the window, and a job can go on when the window is closed. From "
               "the next run on."));
    connect(m_separateRuns, &QCheckBox::toggled, this, [](bool separate) { settings::setSeparateRuns(separate); });
}

void SettingsDialog::buildKept(QFormLayout& form) {
    m_recentCount->setRange(0, settings::kMostRecentFiles);
    m_recentCount->setValue(settings::recentFiles());
    auto* recent = new QHBoxLayout;
    recent->addWidget(m_recentCount);
    recent->addWidget(m_clearRecent);
    recent->addStretch(1);
    auto* label = new QLabel(tr("&Recent files"), this);
    label->setBuddy(m_recentCount);
    form.addRow(label, recent);
    addHelp(form, tr("How many names of opened files are remembered."));
    m_clearRecent->setToolTip(tr("Empties the list of recent files"));
    m_clearCrashes->setToolTip(tr("Removes the reports that faults of the program have left"));
    form.addRow(tr("Reports of faults"), m_clearCrashes);
    addHelp(form, tr("A fault leaves a report, which the next start offers. Nothing is sent anywhere."));
    connect(m_recentCount, &QSpinBox::valueChanged, this, [this](int count) {
        settings::setRecentFiles(count);
        m_recent.trim();
        showKept();
    });
    connect(m_clearRecent, &QPushButton::clicked, this, [this] {
        m_recent.clear();
        showKept();
    });
    connect(m_clearCrashes, &QPushButton::clicked, this, [this] {
        forgetCrashReports(crashFolder());
        showKept();
    });
}

void SettingsDialog::chooseFolder() {
    auto* dialog = new QFileDialog(this, tr("Folder for results"), settings::resultFolder());
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, &SettingsDialog::setFolder);
    dialog->open();
}

void SettingsDialog::setFolder(const QString& folder) {
    m_folder->setText(QDir::toNativeSeparators(folder));
    settings::setResultFolder(folder);
    emit resultFolderChosen();
}

void SettingsDialog::showKept() {
    m_clearRecent->setEnabled(!m_recent.files().isEmpty());
    const int crashes = crashReportCount(crashFolder());
    m_clearCrashes->setEnabled(crashes > 0);
    m_clearCrashes->setText(crashes > 0 ? tr("Re&move (%1)").arg(crashes) : tr("There are none"));
}

void SettingsDialog::restoreDefaults() {
    choose(*m_language, QString());
    choose(*m_theme, themeName(Theme::system));
    m_textPercent->setValue(100);
    setFolder({});
    m_separateRuns->setChecked(true);
    m_recentCount->setValue(settings::kUsualRecentFiles);
}

} // namespace ewald::ui
