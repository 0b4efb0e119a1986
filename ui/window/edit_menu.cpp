// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/edit_menu.h"

#include "base/error.h"
#include "common/icon.h"
#include "model/session.h"
#include "model/user_message.h"

#include <QInputDialog>

namespace ewald::ui {

EditMenu::EditMenu(Session& session, QWidget* keys, QWidget* parent)
    : QMenu(tr("&Edit"), parent), m_session(session), m_histories{new JobHistory(session.job(), this),
                                                                  new JobHistory(session.integration().job(), this)},
      m_undo(addAction(ui::icon(QStringLiteral("undo")), {})), m_redo(addAction(ui::icon(QStringLiteral("redo")), {})),
      m_list(nullptr), m_forget(nullptr) {
    setToolTipsVisible(true);
    m_undo->setShortcut(QKeySequence::Undo);
    m_redo->setShortcut(QKeySequence::Redo);
    for (QAction* action : {m_undo, m_redo}) {
        // The pages of images have undo keys of their own, for masks.
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        keys->addAction(action);
    }
    connect(m_undo, &QAction::triggered, this, [this] { history().undo(); });
    connect(m_redo, &QAction::triggered, this, [this] { history().redo(); });
    for (const JobHistory* each : m_histories) connect(each, &JobHistory::changed, this, &EditMenu::showSteps);
    connect(&m_session, &Session::modeChanged, this, &EditMenu::showSteps);
    addSeparator();
    QAction* save = addAction(ui::icon(QStringLiteral("save")), tr("Save as &preset…"));
    save->setToolTip(tr("Save these parameters under a name, for any scan; geometry, masks, crop and choice of frames "
                        "are left out"));
    connect(save, &QAction::triggered, this, &EditMenu::askForName);
    m_list = addMenu(ui::icon(QStringLiteral("sliders")), tr("P&resets"));
    connect(m_list, &QMenu::aboutToShow, this, &EditMenu::fillPresets);
    QAction* defaults = addAction(tr("Use as my &defaults"));
    defaults->setToolTip(tr("Start every window with these parameters"));
    connect(defaults, &QAction::triggered, this, &EditMenu::saveDefaults);
    m_forget = addAction(tr("&Forget my defaults"));
    m_forget->setToolTip(tr("Start windows with the defaults of the program again"));
    connect(m_forget, &QAction::triggered, this, &EditMenu::forgetDefaults);
    connect(this, &QMenu::aboutToShow, this,
            [this] { m_forget->setEnabled(m_presets.hasDefaults(m_session.activeJob().document().kind)); });
    showSteps();
}

JobHistory& EditMenu::history() const { return *m_histories[static_cast<std::size_t>(m_session.mode())]; }

void EditMenu::showSteps() {
    const JobHistory& steps = history();
    m_undo->setEnabled(steps.canUndo());
    m_redo->setEnabled(steps.canRedo());
    m_undo->setText(steps.canUndo() ? tr("&Undo: %1").arg(steps.undoText()) : tr("&Undo"));
    m_redo->setText(steps.canRedo() ? tr("&Redo: %1").arg(steps.redoText()) : tr("&Redo"));
}

void EditMenu::fillPresets() {
    m_list->clear();
    const QStringList names = m_presets.names(m_session.activeJob().document().kind);
    for (const QString& name : names) {
        connect(m_list->addAction(name), &QAction::triggered, this, [this, name] { usePreset(name); });
    }
    if (names.isEmpty()) {
        m_list->addAction(tr("No presets yet"))->setEnabled(false);
        return;
    }
    m_list->addSeparator();
    QMenu* remove = m_list->addMenu(ui::icon(QStringLiteral("remove")), tr("&Remove"));
    for (const QString& name : names) {
        connect(remove->addAction(name), &QAction::triggered, this, [this, name] { m_presets.remove(name); });
    }
}

void EditMenu::askForName() {
    auto* dialog = new QInputDialog(parentWidget());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Save as preset"));
    dialog->setLabelText(tr("Name of these parameters, for example that of the beamline:"));
    connect(dialog, &QInputDialog::textValueSelected, this, &EditMenu::savePreset);
    dialog->open();
}

/// Small files of the user's own configuration: written at once.
void EditMenu::attempt(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) {
        emit message(toMessage(error));
    }
}

void EditMenu::savePreset(const QString& name) {
    if (name.trimmed().isEmpty()) return;
    attempt([&] {
        m_presets.save(name, m_session.activeJob().document());
        emit message({io::Severity::info, tr("The preset is saved"), name, {}, {}});
    });
}

void EditMenu::usePreset(const QString& name) {
    attempt([&] {
        JobModel& job = m_session.activeJob();
        job.setDocument(withPreset(job.document(), m_presets.load(name)));
    });
}

void EditMenu::saveDefaults() {
    attempt([&] {
        m_presets.saveDefaults(m_session.activeJob().document());
        emit message({io::Severity::info, tr("Windows start with these parameters from now on"), {}, {}, {}});
    });
}

void EditMenu::forgetDefaults() { m_presets.removeDefaults(m_session.activeJob().document().kind); }

void EditMenu::useDefaults() {
    for (JobModel* job : {&m_session.job(), &m_session.integration().job()}) {
        const auto defaults = m_presets.defaults(job->document().kind);
        if (defaults.has_value()) job->setDocument(withPreset(job->document(), *defaults));
    }
    for (JobHistory* each : m_histories) each->forget();
}

} // namespace ewald::ui
