// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/scan_stepper.h"

#include "common/icon.h"
#include "model/known_scan.h"
#include "model/session.h"

#include <QAction>
#include <QFileInfo>

namespace ewald::ui {

ScanStepper::ScanStepper(Session& session, QObject* parent) : QObject(parent), m_session(session) {
    const auto make = [this](const char* iconName, const QString& text, const QString& tip, const QKeySequence& key,
                             int direction) {
        auto* made = new QAction(icon(QLatin1String(iconName)), text, this);
        made->setShortcut(key);
        made->setToolTip(QStringLiteral("%1 (%2)").arg(tip, key.toString(QKeySequence::NativeText)));
        connect(made, &QAction::triggered, this, [this, direction] { step(direction); });
        return made;
    };
    m_previous = make("previous", tr("Pre&vious scan"), tr("Open the previous scan of the folder"),
                      Qt::ALT | Qt::Key_PageUp, -1);
    m_next = make("next", tr("&Next scan"), tr("Open the next scan of the folder"), Qt::ALT | Qt::Key_PageDown, 1);
    connect(&m_session, &Session::scanChanged, this, &ScanStepper::updateActions);
    connect(&m_session, &Session::resultChanged, this, &ScanStepper::updateActions);
    connect(&m_session, &Session::modeChanged, this, &ScanStepper::updateActions);
    updateActions();
}

QString ScanStepper::file() const {
    if (m_session.mode() != Mode::ptychography) return {};
    if (m_session.scan()) return m_session.inputFile();
    return m_session.result() ? m_session.result()->file : QString();
}

void ScanStepper::updateActions() {
    const bool some = !file().isEmpty();
    m_previous->setEnabled(some);
    m_next->setEnabled(some);
}

void ScanStepper::step(int direction) {
    const QString from = file();
    if (from.isEmpty()) return;
    const auto mapping = m_session.scan() ? m_session.job().document().mapping : std::nullopt;
    m_finder.start<std::optional<Neighbour>>(
        [from, direction, mapping](TaskContext& context) {
            return neighbourOf(from, direction, mapping, context.control);
        },
        [this, from, direction](const std::optional<Neighbour>& found) {
            if (from != file()) return; // another one was opened meanwhile
            if (!found) {
                emit message({io::Severity::info,
                              direction > 0 ? tr("There is no next scan in this folder")
                                            : tr("There is no previous scan in this folder"),
                              QFileInfo(from).fileName(),
                              {},
                              {}});
            } else if (found->mapping) {
                m_session.openMapped(found->file, *found->mapping);
            } else {
                m_session.open({found->file});
            }
        },
        [this](const Error& error) { emit message(toMessage(error)); });
}

} // namespace ewald::ui
