// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/edit_menu.h"

#include "base/error.h"
#include "common/icon.h"
#include "model/session.h"
#include "model/user_message.h"

#include <QApplication>
#include <QInputDialog>

namespace ewald::ui {

EditMenu::EditMenu(Session& session, QWidget* parent)
    : QMenu(tr("&Edit"), parent), m_session(session), m_undo(addAction(ui::icon(QStringLiteral("undo")), {})),
      m_redo(addAction(ui::icon(QStringLiteral("redo")), {})), m_list(nullptr), m_forget(nullptr) {
    setToolTipsVisible(true);
    m_undo->setShortcut(QKeySequence::Undo);
    m_redo->setShortcut(QKeySequence::Redo);
    connect(m_undo, &QAction::triggered, this, [this] { m_session.activeHistory().undo(); });
    connect(m_redo, &QAction::triggered, this, [this] { m_session.activeHistory().redo(); });
    for (const JobHistory* each : {&session.history(), &session.integration().history()})
        connect(each, &JobHistory::changed, this, &EditMenu::showSteps);
    connect(&m_session, &Session::modeChanged, this, &EditMenu::showSteps);
    connect(qApp, &QApplication::focusChanged, this, [this] {
        for (JobHistory* each : {&m_session.history(), &m_session.integration().history()}) each->closeStep();
    });
    addSeparator();
    QAction* save = addAction(ui::icon(QStringLiteral("save")), tr("Save as &preset…"));
    save->setToolTip(tr("Save these parameters under a name, for any scan; geometry, masks, crop and choice of frames "
                        "are left out"));
    save->setObjectName(QStringLiteral("savePreset"));
    connect(save, &QAction::triggered, this, &EditMenu::askForName);
    m_list = addMenu(ui::icon(QStringLiteral("sliders")), tr("Pr&esets"));
    QAction* defaults = addAction(tr("Use as my &defaults"));
    defaults->setToolTip(tr("Start every window with these parameters"));
    connect(defaults, &QAction::triggered, this, &EditMenu::saveDefaults);
    m_forget = addAction(tr("&Forget my defaults"));
    m_forget->setToolTip(tr("Start windows with the defaults of the program again"));
    connect(m_forget, &QAction::triggered, this, &EditMenu::forgetDefaults);
    connect(this, &QMenu::aboutToShow, this, &EditMenu::survey);
    connect(&m_session, &Session::modeChanged, this, &EditMenu::survey);
    survey();
    showSteps();
}

void EditMenu::showSteps() {
    const JobHistory& steps = m_session.activeHistory();
    m_undo->setEnabled(steps.canUndo());
    m_redo->setEnabled(steps.canRedo());
    m_undo->setText(steps.canUndo() ? tr("&Undo: %1").arg(steps.undoText()) : tr("&Undo"));
    m_redo->setText(steps.canRedo() ? tr("&Redo: %1").arg(steps.redoText()) : tr("&Redo"));
}

void EditMenu::survey() {
    struct Found {
        QStringList names;
        bool hasDefaults = false;
    };
    m_files.start<Found>(
        [presets = m_presets, kind = m_session.activeJob().document().kind] {
            return Found{presets.names(kind), presets.hasDefaults(kind)};
        },
        [this](const Found& found) {
            m_forget->setEnabled(found.hasDefaults);
            if (found.names == m_names && !m_list->isEmpty()) return;
            m_names = found.names;
            fillPresets();
        });
}

void EditMenu::fillPresets() {
    m_list->clear();
    for (const QString& name : m_names) {
        connect(m_list->addAction(name), &QAction::triggered, this, [this, name] { usePreset(name); });
    }
    if (m_names.isEmpty()) {
        m_list->addAction(tr("No presets yet"))->setEnabled(false);
        return;
    }
    m_list->addSeparator();
    QMenu* remove = m_list->addMenu(ui::icon(QStringLiteral("remove")), tr("&Remove"));
    for (const QString& name : m_names) {
        connect(remove->addAction(name), &QAction::triggered, this, [this, name] { removePreset(name); });
    }
}

void EditMenu::askForName() {
    auto* dialog = new QInputDialog(parentWidget());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Save as preset"));
    dialog->setLabelText(tr("Name of these parameters, for example that of the beamline:"));
    dialog->setOkButtonText(tr("Save"));
    dialog->setCancelButtonText(tr("Cancel"));
    connect(dialog, &QInputDialog::textValueSelected, this, &EditMenu::savePreset);
    dialog->open();
}

void EditMenu::withFiles(std::function<void()> work, std::function<void()> done) {
    m_files.start(std::move(work), std::move(done), [this](const Error& error) { emit message(toMessage(error)); });
}

void EditMenu::savePreset(const QString& name) {
    if (name.trimmed().isEmpty()) return;
    withFiles([presets = m_presets, name, job = m_session.formForOthers()] { presets.save(name, job); },
              [this, name] {
                  emit message({io::Severity::info, tr("The preset is saved"), name, {}, {}});
                  survey();
              });
}

void EditMenu::removePreset(const QString& name) {
    withFiles([presets = m_presets, name] { presets.remove(name); }, [this] { survey(); });
}

void EditMenu::usePreset(const QString& name) {
    JobModel& job = m_session.activeJob();
    m_files.start<job::JobDocument>([presets = m_presets, name] { return presets.load(name); },
                                    [this, &job](const job::JobDocument& preset) {
                                        const job::JobDocument taken = withPreset(job.document(), preset);
                                        if (m_session.changesRun(taken)) return emit m_session.wouldChangeRun(taken);
                                        job.setDocument(taken);
                                    },
                                    [this](const Error& error) { emit message(toMessage(error)); });
}

void EditMenu::saveDefaults() {
    withFiles([presets = m_presets, job = m_session.formForOthers()] { presets.saveDefaults(job); },
              [this] {
                  emit message({io::Severity::info, tr("Windows start with these parameters from now on"), {}, {}, {}});
                  survey();
              });
}

void EditMenu::forgetDefaults() {
    withFiles([presets = m_presets, kind = m_session.activeJob().document().kind] { presets.removeDefaults(kind); },
              [this] { survey(); });
}

void EditMenu::useDefaults() {
    for (JobModel* job : {&m_session.job(), &m_session.integration().job()}) {
        const auto defaults = m_presets.defaults(job->document().kind);
        if (defaults.has_value()) job->setDocument(withPreset(job->document(), *defaults));
    }
    for (JobHistory* each : {&m_session.history(), &m_session.integration().history()}) each->forget();
}

} // namespace ewald::ui
