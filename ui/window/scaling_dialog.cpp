// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/scaling_dialog.h"

#include "form/icon.h"
#include "io/temporary_folder.h"
#include "job/scaling_export.h"
#include "model/session.h"
#include "model/text.h"
#include "model/user_message.h"
#include "view/loss_chart.h"
#include "view/pattern_chart.h"

#include <QFileDialog>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QSpinBox>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace ewald::ui {

namespace {

constexpr std::size_t kExampleSize = 128; ///< of the scan that is simulated when none is open
constexpr std::size_t kExampleFrames = 400;

QTreeWidget* makeTable(const QStringList& headers, QWidget* parent) {
    auto* table = new QTreeWidget(parent);
    table->setHeaderLabels(headers);
    table->setRootIsDecorated(false);
    table->setAlternatingRowColors(true);
    table->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    return table;
}

QString spreadText(const job::Spread& spread, double factor = 1) {
    const QString mean = numberText(spread.mean * factor, 4);
    return spread.deviation ? mean + QStringLiteral(" ± ") + numberText(*spread.deviation * factor, 2) : mean;
}

std::vector<std::size_t> countsIn(const QString& text) {
    std::vector<std::size_t> counts;
    for (const QString& part : text.split(u',', Qt::SkipEmptyParts)) counts.push_back(part.trimmed().toULongLong());
    return counts;
}

} // namespace

ScalingDialog::ScalingDialog(Session& session, QWidget* parent)
    : QDialog(parent), m_session(session),
      m_devices(makeTable({tr("Device"), tr("Name"), tr("Memory"), tr("State")}, this)),
      m_table(makeTable(
          {tr("Workers"), tr("Devices"), tr("Iteration (ms)"), tr("Speed-up"), tr("fourier_error"), tr("Difference")},
          this)),
      m_workers(new QLineEdit(QStringLiteral("1, 2, 4"), this)), m_repeats(new QSpinBox(this)),
      m_iterations(new QSpinBox(this)), m_start(new QPushButton(icon(QStringLiteral("start")), tr("Start"), this)),
      m_stop(new QPushButton(icon(QStringLiteral("stop")), tr("Stop"), this)),
      m_export(new QPushButton(icon(QStringLiteral("export")), tr("Export…"), this)),
      m_progress(new QProgressBar(this)), m_what(new QLabel(this)), m_verdict(new QLabel(this)),
      m_speedup(new view::PatternChart(this)), m_loss(new view::LossChart(this)) {
    setWindowTitle(tr("Devices and scaling"));
    resize(1000, 760);
    auto* column = new QVBoxLayout(this);
    column->addWidget(buildDevices());
    column->addWidget(buildControls());
    column->addWidget(buildResults(), 1);
    connect(m_start, &QPushButton::clicked, this, &ScalingDialog::start);
    connect(m_stop, &QPushButton::clicked, this, &ScalingDialog::stop);
    connect(m_export, &QPushButton::clicked, this, &ScalingDialog::askForFile);
    connect(m_workers, &QLineEdit::textChanged, this, &ScalingDialog::updateButtons);
    connect(&m_bench, &Worker::busyChanged, this, &ScalingDialog::updateButtons);
    connect(&m_bench, &Worker::progressed, this, [this](qulonglong done, qulonglong total) {
        m_progress->setMaximum(static_cast<int>(total));
        m_progress->setValue(static_cast<int>(done));
    });
    connect(&m_session.controller(), &JobController::runningChanged, this, &ScalingDialog::updateButtons);
    connect(&m_session, &Session::scanChanged, this, &ScalingDialog::updateButtons);
    m_survey.start<DeviceOverview>([](TaskContext&) { return surveyDevices(); },
                                   [this](const DeviceOverview& overview) { showDevices(overview); },
                                   [this](const Error& error) { m_verdict->setText(toMessage(error).what); });
    updateButtons();
}

ScalingDialog::~ScalingDialog() { m_bench.disconnect(this); }

QWidget* ScalingDialog::buildDevices() {
    auto* group = new QGroupBox(tr("Devices"), this);
    m_devices->setMaximumHeight(110);
    m_devices->setSelectionMode(QAbstractItemView::NoSelection);
    auto* column = new QVBoxLayout(group);
    column->addWidget(m_devices);
    return group;
}

QWidget* ScalingDialog::buildControls() {
    auto* group = new QGroupBox(tr("Scaling"), this);
    m_workers->setValidator(new QRegularExpressionValidator(
        QRegularExpression(QStringLiteral("\\s*[1-9]\\d{0,2}(\\s*,\\s*[1-9]\\d{0,2})*\\s*")), m_workers));
    m_workers->setToolTip(tr("Numbers of workers, dealt out to the devices of the job; 1 is always among them"));
    m_repeats->setRange(1, 100);
    m_repeats->setValue(3);
    m_repeats->setToolTip(tr("Runs with each number of workers. Each repeat has another seed; two or more give "
                             "deviations"));
    m_iterations->setRange(1, 100000);
    m_iterations->setValue(20);
    m_iterations->setToolTip(tr("Iterations of each engine"));
    m_start->setToolTip(tr("Run the job with every number of workers"));
    m_stop->setToolTip(tr("Stop and keep the runs that have ended"));
    m_export->setToolTip(tr("Save the table and the loss of every run"));
    auto* row = new QHBoxLayout;
    const auto add = [&](const QString& text, QWidget* field) {
        auto* label = new QLabel(text, this);
        label->setBuddy(field);
        row->addWidget(label);
        row->addWidget(field);
    };
    add(tr("&Workers"), m_workers);
    add(tr("&Repeats"), m_repeats);
    add(tr("&Iterations"), m_iterations);
    row->addWidget(m_start);
    row->addWidget(m_stop);
    row->addWidget(m_export);
    m_progress->setRange(0, 1);
    m_progress->setValue(0);
    m_what->setWordWrap(true);
    auto* column = new QVBoxLayout(group);
    column->addWidget(m_what);
    column->addLayout(row);
    column->addWidget(m_progress);
    return group;
}

QWidget* ScalingDialog::buildResults() {
    auto* panel = new QWidget(this);
    m_table->setSelectionMode(QAbstractItemView::NoSelection);
    m_table->setMaximumHeight(150);
    m_verdict->setWordWrap(true);
    m_verdict->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_speedup->setTitles(tr("Workers"), tr("Speed-up"));
    m_speedup->setLogScale(false);
    auto* charts = new QHBoxLayout;
    charts->addWidget(m_speedup, 1);
    charts->addWidget(m_loss, 1);
    auto* column = new QVBoxLayout(panel);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_table);
    column->addWidget(m_verdict);
    column->addLayout(charts, 1);
    return panel;
}

void ScalingDialog::showDevices(const DeviceOverview& overview) {
    m_devices->clear();
    for (const compute::DeviceInfo& device : overview.devices) {
        const QString memory = device.memoryTotal > 0 ? tr("%1 of %2 free")
                                                            .arg(bytesText(static_cast<double>(device.memoryFree)),
                                                                 bytesText(static_cast<double>(device.memoryTotal)))
                                                      : QStringLiteral("–");
        const QString state =
            device.usable ? tr("usable") : tr("not usable: %1").arg(QString::fromStdString(device.reason));
        new QTreeWidgetItem(m_devices, {QString::fromStdString(device.id), QString::fromStdString(device.name), memory,
                                        state}); // owned by its parent
    }
    for (const compute::RefusedModule& module : overview.refused)
        new QTreeWidgetItem(m_devices, {QString::fromStdString(module.name), QString(), QStringLiteral("–"),
                                        tr("not available: %1").arg(QString::fromStdString(module.reason))});
}

void ScalingDialog::start() {
    if (m_bench.busy()) return;
    showReport({});
    m_verdict->clear();
    job::ScalingOptions options;
    options.workers = countsIn(m_workers->text());
    options.repeats = static_cast<std::size_t>(m_repeats->value());
    job::JobDocument document = m_session.job().document();
    options.devices = document.text("devices");
    for (job::Stage& stage : document.pipeline) stage.iterations = static_cast<std::size_t>(m_iterations->value());
    const bool simulate = !m_session.scan();
    m_bench.start<job::ScalingReport>(
        [this, options, document, simulate](TaskContext& context) mutable {
            const io::TemporaryFolder folder;
            if (simulate)
                document.inputFile = job::simulatedScalingJob(folder.path(), kExampleSize, kExampleFrames).inputFile;
            options.progress = [&](const job::ScalingProgress& progress) {
                context.progress(progress.run * progress.iterations +
                                     (progress.run < progress.runs ? progress.iteration : 0),
                                 progress.runs * progress.iterations);
            };
            options.runEnded = [&](const job::ScalingReport& report) {
                context.post([this, report] { showReport(report); });
            };
            return job::benchScaling(document, options, context.control);
        },
        [this](const job::ScalingReport& report) { showReport(report); },
        [this](const Error& error) {
            const UserMessage message = toMessage(error);
            QStringList parts{message.what, message.where, message.hint};
            parts.removeAll(QString());
            m_verdict->setText(parts.join(QStringLiteral(" – ")));
        });
}

void ScalingDialog::stop() {
    m_bench.cancel();
    m_report.stopped = true;
    showTable();
}

void ScalingDialog::showReport(const job::ScalingReport& report) {
    m_report = report;
    showTable();
    showCharts();
    updateButtons();
}

void ScalingDialog::showTable() {
    m_table->clear();
    for (const job::ScalingRow& row : m_report.rows())
        new QTreeWidgetItem(m_table,
                            {countText(row.workers), QString::fromStdString(row.devices),
                             spreadText(row.iteration_s, 1e3), spreadText(row.speedup), spreadText(row.fourierError),
                             row.largestDifference ? numberText(*row.largestDifference, 2) : QStringLiteral("–")});
    QString text = m_report.runs.empty() ? QString() : agreement();
    if (m_report.stopped) text += u' ' + tr("Stopped: these are the runs that had ended.");
    m_verdict->setText(text.trimmed());
}

QString ScalingDialog::agreement() const {
    const job::ScalingAgreement a = m_report.agreement();
    using enum job::ScalingAgreement::Verdict;
    if (a.verdict == notCompared)
        return tr("Whether the results agree is not known yet: it takes two numbers of workers with the same seed.");
    const QString verdict = a.verdict == agree ? tr("The results agree.") : tr("<b>The results do not agree.</b>");
    return verdict + u' ' +
           tr("The largest relative difference from one worker is %1, with %2 workers (limit %3).")
               .arg(numberText(a.largest, 2), countText(a.workers), numberText(job::ScalingReport::kAgreement, 1));
}

void ScalingDialog::showCharts() {
    view::PatternCurve measured{tr("Speed-up"), {}, {}, {}};
    view::PatternCurve ideal{tr("Ideal: number of devices"), {}, {}, {}};
    for (const job::ScalingRow& row : m_report.rows()) {
        measured.x.push_back(static_cast<double>(row.workers));
        measured.y.push_back(static_cast<float>(row.speedup.mean));
        measured.error.push_back(static_cast<float>(row.speedup.deviation.value_or(0)));
        ideal.x.push_back(static_cast<double>(row.workers));
        ideal.y.push_back(static_cast<float>(row.ideal));
    }
    if (measured.x.size() < 2)
        m_speedup->clear(tr("Speed-up against the number of workers"));
    else
        m_speedup->setCurves({measured, ideal});
    m_loss->clear();
    for (const job::ScalingRun& run : m_report.runs) {
        if (run.seed != m_report.runs.front().seed) continue; // one curve a number of workers; a file has them all
        const int curve = m_loss->addCurve(tr("Workers: %1").arg(run.workers));
        for (const io::LossEntry& entry : run.loss)
            m_loss->append(curve, {static_cast<double>(entry.iteration), entry.time_s, entry.fourierError, entry.value,
                                   entry.llk});
    }
}

void ScalingDialog::updateButtons() {
    const bool running = m_session.controller().running();
    m_start->setEnabled(!busy() && !running && m_workers->hasAcceptableInput());
    m_stop->setEnabled(busy());
    m_export->setEnabled(!busy() && !m_report.runs.empty());
    for (QWidget* field :
         {static_cast<QWidget*>(m_workers), static_cast<QWidget*>(m_repeats), static_cast<QWidget*>(m_iterations)})
        field->setEnabled(!busy());
    const QString scan =
        m_session.scan()
            ? tr("Measures the open scan with the parameters and devices of the window.")
            : tr("No scan is open: measures a simulated one (%1 frames of %2 × %2 pixels) with the parameters and "
                 "devices of the window.")
                  .arg(kExampleFrames)
                  .arg(kExampleSize);
    m_what->setText(running ? scan + u' ' + tr("Waits for the run that is going on.") : scan);
}

void ScalingDialog::askForFile() {
    auto* dialog = new QFileDialog(this, tr("Export the scaling report"));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters(
        {tr("Table (*.csv)"), tr("Table and loss of every run (*.h5)"), QStringLiteral("JSON (*.json)")});
    dialog->setDefaultSuffix(QStringLiteral("csv"));
    dialog->selectFile(QStringLiteral("scaling.csv"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
        dialog->setDefaultSuffix(filter.section(QStringLiteral("*."), 1).chopped(1));
    });
    connect(dialog, &QFileDialog::fileSelected, this, &ScalingDialog::exportTo);
    dialog->open();
}

void ScalingDialog::exportTo(const QString& file) {
    m_writer.start<bool>(
        [file, report = m_report](TaskContext&) {
            job::exportScaling(toPath(file), report, true); // the dialog has asked before it replaces a file
            return true;
        },
        [this, file](bool) { m_verdict->setText(tr("Exported to %1").arg(file)); },
        [this](const Error& error) { m_verdict->setText(QString::fromStdString(error.what())); });
}

} // namespace ewald::ui
