// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/run_panel.h"

#include "common/icon.h"
#include "model/change_text.h"
#include "model/session.h"
#include "model/text.h"
#include "view/elided_label.h"
#include "window/single_click.h"

#include <QAction>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace ewald::ui {

namespace {

constexpr const char* kBare = "bare"; ///< property of a button: there is no room for its icon

/// A button that follows an action: text, tool tip, enabled.
QPushButton* pushButton(QAction* action, const QString& text, QWidget* parent) {
    auto* button = new QPushButton(action->icon(), text, parent);
    const auto follow = [button, action] {
        button->setEnabled(action->isEnabled());
        button->setCheckable(action->isCheckable());
        button->setChecked(action->isChecked());
        button->setToolTip(action->toolTip());
        button->setIcon(button->property(kBare).toBool() ? QIcon() : action->icon());
    };
    button->setAccessibleName(action->text());
    QObject::connect(action, &QAction::changed, button, follow);
    QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
    follow();
    return button;
}

} // namespace

RunPanel::RunPanel(Session& session, const RunActions& actions, QWidget* parent)
    : QWidget(parent), m_session(session), m_actions(actions), m_output(new view::ElidedLabel(this)),
      m_taken(new QLabel(this)), m_changed(new QLabel(this)), m_start(pushButton(actions.start, tr("Start"), this)),
      m_apply(pushButton(actions.apply, tr("Apply"), this)),
      m_continue(pushButton(actions.resume, tr("Continue"), this)), m_more(new QWidget(this)) {
    m_changed->setWordWrap(true);
    m_taken->setWordWrap(true);
    m_taken->setObjectName(QStringLiteral("taken"));
    m_taken->hide();
    auto* choose = new QToolButton(this);
    choose->setIcon(icon(QStringLiteral("folder")));
    choose->setAutoRaise(true);
    choose->setToolTip(tr("Choose where the result is written"));
    choose->setAccessibleName(choose->toolTip());
    auto* outputRow = new QHBoxLayout;
    outputRow->setSpacing(4);
    outputRow->addWidget(m_output, 1);
    outputRow->addWidget(choose);

    m_start->setObjectName(QStringLiteral("start"));
    m_start->setMinimumHeight(34);
    QFont font = m_start->font();
    font.setBold(true);
    m_start->setFont(font);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(4);
    buttons->addWidget(m_start, 3);
    auto* queue = new QToolButton(this);
    queue->setObjectName(QStringLiteral("addToQueue"));
    queue->setDefaultAction(actions.queue);
    queue->setAccessibleName(tr("Add to the queue"));
    queue->setFocusPolicy(Qt::TabFocus);
    queue->setFixedSize(24, 34);
    new SingleClick(queue); // a job each
    buttons->addWidget(queue);
    for (const auto& [action, text] : {std::pair{actions.pause, tr("Pause")}, std::pair{actions.stop, tr("Stop")},
                                       std::pair{actions.abort, tr("Abort")}}) {
        auto* button = pushButton(action, text, this);
        button->setMinimumHeight(34);
        buttons->addWidget(button, 2);
        m_small.emplace_back(button, action);
    }
    buildMore();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addLayout(outputRow);
    column->addWidget(m_taken);
    column->addWidget(m_changed);
    column->addWidget(m_apply);
    column->addWidget(m_more);
    column->addLayout(buttons);

    connect(choose, &QToolButton::clicked, this, &RunPanel::chooseOutputWanted);
    connect(&m_session, &Session::outputChanged, this, &RunPanel::showOutput);
    connect(&m_session.controller(), &JobController::runningChanged, this, &RunPanel::showState);
    connect(&m_session.controller(), &JobController::runningChanged, this, &RunPanel::forgetTaken);
    connect(&m_session, &Session::changesAsked, this, &RunPanel::showAsked);
    connect(&m_session.controller(), &JobController::stateChanged, this, [this] {
        if (m_waiting) showAsked(true);
    });
    connect(&m_session.controller(), &JobController::lossesAdded, this, [this](const auto& entries) {
        // The iteration in hand, and the first one that could do otherwise: what was changed is over already.
        constexpr std::size_t kLongest = 2;
        m_waited += entries.size();
        if (m_waiting && m_waited > kLongest) forgetTaken();
    });
    connect(&m_session.controller(), &JobController::changesMade, this, &RunPanel::showTaken);
    connect(&m_session, &Session::backendChanged, this,
            [this] { m_start->setText(m_session.backend().empty() ? tr("Start") : tr("Submit")); });
    connect(&m_session.job(), &JobModel::changed, this, &RunPanel::showState);
    connect(&m_session.integration().job(), &JobModel::changed, this, &RunPanel::showState);
    showOutput();
    showState();
}

void RunPanel::buildMore() {
    m_more->setObjectName(QStringLiteral("more"));
    auto* more = new QHBoxLayout(m_more);
    more->setContentsMargins(0, 0, 0, 0);
    more->setSpacing(4);
    more->addWidget(m_continue, 2);
    for (QAction* each : m_actions.more) {
        QPushButton* button = pushButton(each, each->iconText(), m_more);
        button->setProperty(kBare, true);
        button->setIcon({});
        more->addWidget(button, 1);
    }
    connect(&m_session.controller(), &JobController::runningChanged, this, &RunPanel::showMore);
    connect(&m_session, &Session::modeChanged, this, &RunPanel::showMore);
    connect(&m_session, &Session::shownChanged, this, &RunPanel::showMore);
    connect(&m_session, &Session::resultChanged, this, &RunPanel::showMore);
    connect(&m_session.job(), &JobModel::changed, this, &RunPanel::showMore);
    showMore();
}

void RunPanel::showOutput() {
    const bool running = m_session.controller().running() && m_session.startedJob();
    const QString file = running ? toQString(m_session.startedJob()->outputFile) : m_session.outputFile();
    if (file.isEmpty()) {
        m_output->setText(tr("Result: chosen with the scan"));
        m_output->setEnabled(false);
        m_output->setDetails({});
        return;
    }
    m_output->setEnabled(true);
    // A result that lies elsewhere than its scan (whose folder cannot be written) has to be found again.
    const QFileInfo info(file);
    const QString input = m_session.inputFile();
    const bool beside = input.isEmpty() || QFileInfo(input).absolutePath() == info.absolutePath();
    m_output->setText(beside ? tr("Result: %1").arg(info.fileName())
                             : tr("Result: %1 in %2").arg(info.fileName(), shortPath(info.absolutePath(), 30)));
    m_output->setDetails(QDir::toNativeSeparators(file));
}

void RunPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    // Words before icons, where both do not fit.
    for (const auto& [button, action] : m_small) {
        button->setIcon(action->icon());
        const int room = (width() - 24 - 4 * 4) * 2 / 9; // beside the button of the queue
        const bool bare = button->sizeHint().width() > room;
        button->setProperty(kBare, bare);
        if (bare) button->setIcon(QIcon());
    }
}

void RunPanel::showState() {
    const bool changed = m_session.changedSinceStart() && !m_session.restarting();
    const bool applies = changed && m_session.canContinueWithChanges();
    m_apply->setVisible(applies);
    m_changed->setVisible(changed);
    if (!changed) return;
    m_changed->setText(
        !applies ? tr("Edited while running: for the next run.")
        : m_session.changeNeeds() == job::ChangeEffect::newRun
            ? tr("Edited while running: needs a new run. Apply goes on from here in a new file; or keep it "
                 "for the next run.")
            : tr("Edited while running. Apply stops, saves and goes on in the same file; or keep it for the "
                 "next run."));
}

void RunPanel::showMore() {
    m_more->setVisible(m_session.canContinueResult());
    m_continue->setVisible(m_session.hasIterationsLeft());
}

void RunPanel::forgetTaken() {
    m_waiting = false;
    m_taken->hide();
}

/// What was taken over before is not the last word any more.
void RunPanel::showAsked(bool pending) {
    if (!pending) {
        forgetTaken();
        return;
    }
    if (!std::exchange(m_waiting, true)) m_waited = 0;
    m_taken->setText(m_session.controller().paused()
                         ? tr("Edited while paused: applies from the next iteration on, when the run goes on.")
                         : tr("Edited: applies from the next iteration on."));
    m_taken->show();
}

void RunPanel::showTaken(const std::vector<io::ParameterChange>& changes) {
    if (changes.empty() || !m_session.controller().running()) return;
    QStringList texts;
    const std::size_t last = changes.back().iteration;
    // What it was continued with, or was changed before that, is no news.
    if (!m_waiting && last <= m_session.iterationsBefore()) return;
    for (const io::ParameterChange& change : changes)
        if (change.iteration == last) texts << changeText(change);
    m_waiting = false;
    m_taken->setText(tr("From iteration %1 on: %2")
                         .arg(m_session.earlierIterations() + last + 1)
                         .arg(texts.join(QStringLiteral("; "))));
    m_taken->show();
}

} // namespace ewald::ui
