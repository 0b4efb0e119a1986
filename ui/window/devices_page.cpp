// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/devices_page.h"

#include "common/icon.h"
#include "common/whole_box.h"
#include "job/devices/device_report.h"
#include "model/device_text.h"
#include "model/session.h"
#include "window/device_table.h"
#include "window/message_bar.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStyle>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace ewald::ui {

namespace {

constexpr int kProgressSteps = 1000;
constexpr int kHighestMatrix = 260; ///< in pixels; it scrolls beyond

const job::ParameterDef& definition(const char* key) { return *job::findParameter(key); }

UserMessage messageOf(const job::Finding& finding) {
    using enum job::Finding::Severity;
    UserMessage message;
    message.severity = finding.severity == broken ? io::Severity::error
                       : finding.severity == slow ? io::Severity::warning
                                                  : io::Severity::info;
    message.what = phraseText(finding.what);
    // Elsewhere the phrase stands in the middle of a line; the name of a device stays as it is.
    if (!message.what.isEmpty() && !finding.what.text.starts_with('%')) message.what[0] = message.what[0].toUpper();
    message.hint = phraseText(finding.advice);
    return message;
}

} // namespace

DevicesPage::DevicesPage(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_table(new DeviceTable(this)),
      m_refresh(new QPushButton(icon(QStringLiteral("again")), tr("&Refresh"), this)),
      m_copy(new QPushButton(icon(QStringLiteral("copy")), tr("Copy r&eport"), this)), m_access(new QLabel(this)),
      m_matrix(new QTableWidget(this)), m_check(new QPushButton(icon(QStringLiteral("start")), tr("&Check"), this)),
      m_stop(new QPushButton(icon(QStringLiteral("stop")), tr("&Stop"), this)),
      m_peer(new QCheckBox(tr("&Direct access between GPUs"), this)), m_timeout(new WholeBox(this)),
      m_progress(new QProgressBar(this)), m_status(new QLabel(this)), m_sum(new QLabel(this)),
      m_results(new QVBoxLayout) {
    auto* column = new QVBoxLayout(this);
    buildDevices(*column);
    column->addWidget(buildCheck());
    column->addStretch(1);
    connect(m_refresh, &QPushButton::clicked, this, &DevicesPage::refresh);
    connect(m_copy, &QPushButton::clicked, this, &DevicesPage::copyReport);
    connect(m_check, &QPushButton::clicked, this, &DevicesPage::check);
    connect(m_stop, &QPushButton::clicked, this, [this] { stop(tr("Stopped.")); });
    connect(m_peer, &QCheckBox::clicked, this, &DevicesPage::setPeer);
    connect(m_table, &DeviceTable::selectionEdited, this, [this] {
        clearResults(); // they speak of other devices
        updateControls();
    });
    connect(&m_survey, &Worker::busyChanged, this, &DevicesPage::updateControls);
    connect(&m_checker, &Worker::busyChanged, this, [this](bool busy) {
        updateControls();
        emit busyChanged(busy);
    });
    connect(&m_checker, &Worker::progressed, this,
            [this](qulonglong done) { m_progress->setValue(static_cast<int>(done)); });
    connect(&m_session.controller(), &JobController::runningChanged, this, [this](bool running) {
        if (running && busy()) stop(tr("Stopped: a run has started, and it goes first."));
        updateControls();
    });
    connect(&m_session, &Session::modeChanged, this, &DevicesPage::chooseFromJob);
    for (JobModel* job : {&m_session.job(), &m_session.integration().job()}) {
        connect(job, &JobModel::documentReplaced, this, &DevicesPage::chooseFromJob);
        connect(job, &JobModel::valueChanged, this, [this](const QString& key) {
            if (key == QStringLiteral("devices")) chooseFromJob();
            if (key == QStringLiteral("peer_to_peer")) showPeer();
        });
    }
    showPeer();
    refresh();
}

void DevicesPage::buildDevices(QVBoxLayout& column) {
    m_refresh->setShortcut(QKeySequence(Qt::Key_F5));
    m_refresh->setToolTip(tr("Ask the drivers again: memory, load, temperature (F5)"));
    m_copy->setToolTip(tr("Copy devices and check as text, for a message to the administrator of the machine"));
    auto* copyUuid = new QPushButton(m_table->copyAction()->icon(), m_table->copyAction()->text(), this);
    copyUuid->setToolTip(m_table->copyAction()->toolTip());
    copyUuid->setEnabled(m_table->copyAction()->isEnabled());
    connect(copyUuid, &QPushButton::clicked, m_table->copyAction(), &QAction::trigger);
    connect(m_table->copyAction(), &QAction::changed, copyUuid,
            [this, copyUuid] { copyUuid->setEnabled(m_table->copyAction()->isEnabled()); });
    m_access->setWordWrap(true);
    m_access->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_matrix->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_matrix->setSelectionMode(QAbstractItemView::NoSelection);
    m_matrix->setFocusPolicy(Qt::NoFocus);
    m_matrix->setAccessibleName(tr("Transfer paths between devices"));
    m_matrix->setToolTip(tr("From the device at the left to the one on top"));
    auto* row = new QHBoxLayout;
    row->addWidget(m_access, 1);
    row->addWidget(copyUuid);
    row->addWidget(m_copy);
    row->addWidget(m_refresh);
    column.addWidget(m_table, 100); // as high as its rows, when there is room
    column.addLayout(row);
    column.addWidget(m_matrix);
}

QWidget* DevicesPage::buildCheck() {
    auto* group = new QGroupBox(tr("Check"), this);
    m_check->setToolTip(tr("Measure the copies between the ticked devices and a sum over all their workers, and say "
                           "what is wrong"));
    m_stop->setToolTip(tr("Stop the check at once"));
    m_peer->setToolTip(tr("Whether GPUs reach each other's memory without the host: the parameter of the job, for the "
                          "check and for runs. Off is slower, and works where that access is broken."));
    m_timeout->setRange(1, 3600);
    m_timeout->setValue(30);
    m_timeout->setSuffix(QStringLiteral(" s"));
    m_timeout->setToolTip(tr("How long a copy or a sum may take before the check calls it a hang"));
    m_progress->setRange(0, kProgressSteps);
    QSizePolicy keepsItsPlace(QSizePolicy::Expanding, QSizePolicy::Fixed);
    keepsItsPlace.setRetainSizeWhenHidden(true);
    m_progress->setSizePolicy(keepsItsPlace);
    m_status->setWordWrap(true);
    m_sum->setWordWrap(true);
    m_sum->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_sum->hide();
    auto* giveUp = new QLabel(tr("&Time-out"), this);
    giveUp->setBuddy(m_timeout);
    auto* row = new QHBoxLayout;
    row->addWidget(m_check);
    row->addWidget(m_stop);
    row->addWidget(m_peer);
    row->addWidget(giveUp);
    row->addWidget(m_timeout);
    row->addSpacing(12);
    row->addWidget(m_progress, 1);
    auto* column = new QVBoxLayout(group);
    column->addLayout(row);
    column->addWidget(m_status);
    column->addWidget(m_sum);
    column->addLayout(m_results);
    return group;
}

void DevicesPage::refresh() {
    if (m_survey.busy()) return;
    m_survey.start<DeviceOverview>([](TaskContext&) { return surveyDevices(); },
                                   [this](const DeviceOverview& overview) {
                                       setOverview(overview);
                                       emit surveyed(overview);
                                   },
                                   [this](const Error& error) { m_access->setText(toMessage(error).what); });
}

void DevicesPage::setOverview(const DeviceOverview& overview) {
    const bool first = m_table->topLevelItemCount() == 0;
    const bool figuresOnly = !first && sameDevices(overview, m_table->overview());
    m_table->setOverview(overview);
    if (figuresOnly) return;
    if (first) chooseFromJob();
    m_access->setText(accessText(overview));
    showMatrix();
    showPeer();
    updateControls();
}

void DevicesPage::chooseFromJob() {
    const DeviceSelection before = m_table->selection();
    m_table->choose(DeviceSelection::fromText(m_session.activeJob().document().text("devices")));
    if (busy() && m_table->selection() != before) stop({});
    if (m_table->selection() != before) clearResults();
    showPeer();
    updateControls();
}

void DevicesPage::check() {
    if (busy() || !m_check->isEnabled()) return;
    clearResults();
    m_progress->setValue(0);
    job::DeviceCheckOptions options;
    options.devices = m_table->selection().toText();
    options.peerToPeer = m_session.job().document().flag("peer_to_peer");
    options.timeout = std::chrono::seconds(m_timeout->value());
    m_checker.start<job::DeviceCheckReport>(
        [this, options](TaskContext& context) mutable {
            options.control = &context.control;
            options.progress = [&](double fraction, const job::Phrase& step) {
                context.progress(static_cast<std::size_t>(fraction * kProgressSteps), kProgressSteps);
                context.post([this, step] { m_status->setText(tr("Measuring %1 …").arg(phraseText(step))); });
            };
            return job::checkDevices(options);
        },
        [this](const job::DeviceCheckReport& report) { showReport(report); },
        [this](const Error& error) {
            addFinding(toMessage(error), false);
            updateControls();
        });
}

void DevicesPage::stop(const QString& why) {
    m_note = why;
    m_checker.cancel();
    m_progress->setValue(0);
}

void DevicesPage::showReport(const job::DeviceCheckReport& report) {
    m_report = report;
    showMatrix();
    m_sum->setText(sumText(report.allReduce));
    m_sum->show();
    clearFindings();
    bool offered = false; // once is enough
    for (const job::Finding& finding : report.findings) {
        addFinding(messageOf(finding), finding.withoutPeer && !offered);
        offered = offered || finding.withoutPeer;
    }
    updateControls();
}

void DevicesPage::addFinding(const UserMessage& message, bool offerWithoutPeer) {
    auto* bar = new MessageBar(this);
    bar->show(message);
    if (offerWithoutPeer && m_session.job().document().flag("peer_to_peer"))
        bar->addButton(tr("Run without direct access"), [this] { setPeer(false); });
    m_results->addWidget(bar);
    m_findings.push_back(bar);
}

void DevicesPage::clearResults() {
    clearFindings();
    m_report.reset();
    m_note.clear();
    m_sum->hide();
    showMatrix();
}

void DevicesPage::clearFindings() {
    for (MessageBar* bar : m_findings) {
        bar->hide();
        bar->deleteLater();
    }
    m_findings.clear();
}

void DevicesPage::showMatrix() {
    const LinkMatrix matrix = linkMatrix(m_table->overview(), m_report);
    const auto count = static_cast<int>(matrix.names.size());
    m_matrix->clear();
    m_matrix->setRowCount(count);
    m_matrix->setColumnCount(count);
    m_matrix->setVisible(count > 0);
    if (count == 0) return;
    for (int from = 0; from < count; ++from) {
        const QString name = matrix.names[from] == QStringLiteral("host") ? tr("host memory") : matrix.names[from];
        m_matrix->setVerticalHeaderItem(from, new QTableWidgetItem(tr("from %1").arg(name)));
        m_matrix->setHorizontalHeaderItem(from, new QTableWidgetItem(tr("to %1").arg(name)));
        for (int to = 0; to < count; ++to) {
            const LinkMatrix::Cell& cell = matrix.cells[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
            auto* item = new QTableWidgetItem(cell.text); // owned by the table
            item->setTextAlignment(Qt::AlignCenter);
            item->setToolTip(cell.tip);
            if (cell.broken) item->setForeground(QApplication::palette().brush(QPalette::BrightText));
            m_matrix->setItem(from, to, item);
        }
    }
    m_matrix->resizeColumnsToContents();
    m_matrix->resizeRowsToContents();
    const int frame = 2 * m_matrix->frameWidth();
    int height = m_matrix->horizontalHeader()->sizeHint().height() + m_matrix->verticalHeader()->length() + frame;
    const int width = m_matrix->verticalHeader()->sizeHint().width() + m_matrix->horizontalHeader()->length() + frame;
    if (width > m_matrix->width()) height += m_matrix->style()->pixelMetric(QStyle::PM_ScrollBarExtent);
    m_matrix->setFixedHeight(std::min(height, kHighestMatrix));
}

void DevicesPage::showPeer() {
    const bool on = m_session.job().document().flag("peer_to_peer");
    m_peer->setChecked(on);
    int gpus = 0;
    for (const compute::DeviceInfo& info : m_table->overview().devices)
        gpus += info.usable && info.backend != "cpu" ? 1 : 0;
    m_peer->setVisible(gpus > 1 || !on);
}

void DevicesPage::setPeer(bool on) {
    m_session.job().setValue(definition("peer_to_peer"), job::ParameterValue(on));
    m_note = on ? tr("Runs use direct access between GPUs.")
                : tr("Runs do without direct access between GPUs. Check again to see whether that helps.");
    updateControls();
}

void DevicesPage::copyReport() const {
    const DeviceOverview& overview = m_table->overview();
    std::string text = job::devicesText(overview.devices, overview.refused);
    if (m_report) text += '\n' + job::checkText(*m_report);
    QApplication::clipboard()->setText(QString::fromStdString(text));
}

void DevicesPage::setHeld(bool held) {
    m_held = held;
    updateControls();
}

void DevicesPage::followTheme() {
    for (MessageBar* bar : m_findings) bar->followTheme();
    showMatrix(); // its colours are those of the palette
}

QString DevicesPage::status() const { return m_status->text(); }

void DevicesPage::updateControls() {
    const bool running = m_session.controller().running();
    const DeviceSelection chosen = m_table->selection();
    m_check->setEnabled(!busy() && !running && !m_held && !chosen.automatic);
    m_stop->setEnabled(busy());
    m_refresh->setEnabled(!m_survey.busy());
    m_table->setEnabled(!busy());
    m_peer->setEnabled(!busy() && !running);
    m_timeout->setEnabled(!busy());
    m_progress->setVisible(busy());
    m_copy->setEnabled(m_table->topLevelItemCount() > 0);
    if (m_survey.busy() && m_table->topLevelItemCount() == 0) m_access->setText(tr("Looking for devices …"));
    if (!busy()) m_status->setText(statusText(running, chosen));
    m_status->setVisible(busy() || !m_status->text().isEmpty());
}

QString DevicesPage::statusText(bool running, const DeviceSelection& chosen) const {
    if (running) return (m_note + u' ' + tr("A run is going on: the check waits until it has ended.")).trimmed();
    if (m_held) return tr("The scaling measurement is going on: the check waits until it has ended.");
    if (chosen.automatic) return tr("Tick a device to check it.");
    if (!m_note.isEmpty() || m_report || !m_findings.empty()) return m_note;
    return tr("Measures %1: copies between the devices, and a sum over all their workers as in a run.")
        .arg(QString::fromStdString(chosen.toText()));
}

} // namespace ewald::ui
