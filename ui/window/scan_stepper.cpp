// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/scan_stepper.h"

#include "common/icon.h"
#include "model/session.h"
#include "model/text.h"

#include <QAction>
#include <QFileInfo>

#include <utility>

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
    connect(&m_session, &Session::scanChanged, this, [this] {
        updateActions();
        sayRefused();
    });
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
    m_finder.start<NeighbourSearch>(
        [from, direction, mapping](TaskContext& context) {
            return neighbourOf(from, direction, mapping, context.control);
        },
        [this, from, direction](const NeighbourSearch& search) {
            if (from == file()) take(search, from, direction); // else another one was opened meanwhile
        },
        [this](const Error& error) { emit message(toMessage(error)); });
}

void ScanStepper::take(const NeighbourSearch& search, const QString& from, int direction) {
    const std::optional<Neighbour>& found = search.found;
    if (!found) {
        m_refused.clear();
        emit message({io::Severity::info,
                      direction > 0 ? tr("There is no next scan in this folder")
                                    : tr("There is no previous scan in this folder"),
                      QFileInfo(from).fileName(),
                      refusedText(search),
                      {}});
        return;
    }
    m_found = found->file;
    m_refused = refusedText(search);
    if (found->mapping)
        m_session.openMapped(found->file, *found->mapping);
    else
        m_session.open({found->file});
}

/// What was passed over, in words.
QString ScanStepper::refusedText(const NeighbourSearch& search) {
    if (search.refused.empty()) return {};
    const auto& [file, problem] = search.refused.front();
    const QString text = tr("%1 cannot be opened: %2").arg(QFileInfo(file).fileName(), coreText(problem));
    if (search.refused.size() == 1) return text;
    return tr("%1 (and %2 more)").arg(text, countText(search.refused.size() - 1));
}

/// A scan of the folder is not left out without a word.
void ScanStepper::sayRefused() {
    if (m_refused.isEmpty() || m_session.inputFile() != m_found) return;
    emit message({io::Severity::warning, std::exchange(m_refused, {}), {}, {}, {}});
}

} // namespace ewald::ui
