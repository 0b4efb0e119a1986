// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/batch_dialog.h"

#include "common/counted_text.h"
#include "common/icon.h"
#include "form/by_hand_text.h"
#include "model/output_file.h"
#include "model/scan_parameters.h"
#include "model/text.h"
#include "window/sweep_editor.h"

#include <QCheckBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <chrono>

namespace ewald::ui {

namespace {

using namespace std::chrono_literals;
using job::queue::BatchRequest;
using job::queue::PlannedJob;

constexpr int kMostRows = 500; ///< of the preview

QPushButton* smallButton(const char* iconName, const QString& text, const QString& tip, QWidget* parent) {
    auto* button = new QPushButton(icon(QLatin1String(iconName)), text, parent);
    button->setToolTip(tip);
    button->setAutoDefault(false);
    return button;
}

} // namespace

BatchDialog::BatchDialog(const job::JobDocument& form, QueueFeed& feed, QWidget* parent)
    : QDialog(parent), m_form(form), m_feed(feed), m_inputs(new QPlainTextEdit(this)), m_tableFile(new QLineEdit(this)),
      m_sweeps(new SweepEditor(true, this)), m_plan(new QTableWidget(0, 2, this)), m_note(new QLabel(this)),
      m_queue(new QPushButton(icon(QStringLiteral("queue")), {}, this)) {
    setObjectName(QStringLiteral("batch"));
    setWindowTitle(tr("Queue many scans"));
    resize(720, 620);
    auto* rows = new QFormLayout;
    rows->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    buildInputs(*rows);
    buildNames(*rows);
    m_sweeps->setForm(m_form);
    rows->addRow(tr("Varied:"), m_sweeps);
    const QStringList ofScan = byHandTexts(scanParameters(m_form));
    if (!ofScan.isEmpty()) {
        m_ofScan =
            new QCheckBox(tr("Also what was set for the open scan: %1").arg(ofScan.join(QStringLiteral(", "))), this);
        m_ofScan->setObjectName(QStringLiteral("ofScan"));
        m_ofScan->setToolTip(tr("Geometry, masks, crop and frames belong to a scan: are they the same for these?"));
        // What was set before any scan was open is meant for those that come.
        m_ofScan->setChecked(m_form.files().empty());
        rows->addRow(m_ofScan);
        connect(m_ofScan, &QCheckBox::toggled, this, &BatchDialog::planSoon);
    }
    if (const QString kept = keptText(m_form); !kept.isEmpty()) {
        auto* line = new QLabel(kept, this);
        line->setObjectName(QStringLiteral("kept"));
        line->setWordWrap(true);
        rows->addRow(line);
    }
    m_plan->setHorizontalHeaderLabels({tr("Job"), tr("Result")});
    m_plan->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_plan->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_plan->setTabKeyNavigation(false);
    m_plan->setTextElideMode(Qt::ElideMiddle);
    m_plan->setWordWrap(false);
    m_plan->setAccessibleName(tr("Jobs that would be added"));
    m_plan->verticalHeader()->hide();
    m_plan->verticalHeader()->setDefaultSectionSize(fontMetrics().lineSpacing() + 6);
    m_plan->horizontalHeader()->setStretchLastSection(true);
    m_plan->setColumnWidth(0, 260);
    m_note->setWordWrap(true);
    m_queue->setAutoDefault(false);
    m_queue->setToolTip(tr("They run one after the other, with the parameters of the form"));
    auto* cancel = new QPushButton(tr("Cancel"), this);
    cancel->setAutoDefault(false);
    auto* bottom = new QHBoxLayout;
    bottom->addWidget(m_note, 1);
    bottom->addWidget(m_queue);
    bottom->addWidget(cancel);
    auto* column = new QVBoxLayout(this);
    column->addLayout(rows);
    column->addWidget(m_plan, 1);
    column->addLayout(bottom);
    m_soon.setSingleShot(true);
    m_soon.setInterval(300ms);
    connect(m_sweeps, &SweepEditor::edited, this, &BatchDialog::planSoon);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_queue, &QPushButton::clicked, this, [this] {
        const BatchRequest wanted = request();
        accept();
        emit queueChosen(wanted, formUse());
    });
    // The files are looked at beside the queue, which goes on meanwhile.
    using Paths = std::vector<std::filesystem::path>;
    connect(&m_soon, &QTimer::timeout, this, [this] {
        m_feed.ask<Paths>([](QueueFeed::Store& store) { return store.plannedResults(); },
                          [dialog = QPointer(this)](const Paths& taken) {
                              if (dialog) dialog->plan(taken);
                          });
    });
    planSoon();
}

void BatchDialog::buildInputs(QFormLayout& form) {
    m_inputs->setPlaceholderText(tr("/data/night/scan_*.cxi\na file, a folder or a pattern a line"));
    m_inputs->setToolTip(tr("Files, folders and patterns (* for anything, # for a digit), one a line. Of a folder all "
                            "files that look like scans are taken."));
    m_inputs->setAccessibleName(tr("Scans"));
    m_inputs->setTabChangesFocus(true);
    m_inputs->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_inputs->setFixedHeight(4 * fontMetrics().lineSpacing() + 12);
    auto* files = smallButton("open", tr("Files…"), tr("Adds files to the list"), this);
    auto* folder = smallButton("folder", tr("Folder…"), tr("Adds a folder to the list"), this);
    connect(files, &QPushButton::clicked, this, [this] { askForFiles(false); });
    connect(folder, &QPushButton::clicked, this, [this] { askForFiles(true); });
    auto* buttons = new QVBoxLayout;
    buttons->addWidget(files);
    buttons->addWidget(folder);
    buttons->addStretch();
    auto* row = new QHBoxLayout;
    row->addWidget(m_inputs, 1);
    row->addLayout(buttons);
    form.addRow(tr("Scans:"), row);
    m_tableFile->setPlaceholderText(tr("none: a CSV file with one row a scan"));
    m_tableFile->setToolTip(tr("The first line names the columns: file, name, sample, comment, operator, output, "
                               "priority, devices, and any parameter of a job document (probe_modes, energy_keV, …). "
                               "It takes the place of the list above."));
    m_tableFile->setAccessibleName(tr("Table of values"));
    auto* choose = smallButton("folder", tr("Choose…"), tr("Chooses the table"), this);
    connect(choose, &QPushButton::clicked, this, &BatchDialog::askForTable);
    auto* table = new QHBoxLayout;
    table->addWidget(m_tableFile, 1);
    table->addWidget(choose);
    form.addRow(tr("Or a table:"), table);
    connect(m_inputs, &QPlainTextEdit::textChanged, this, &BatchDialog::planSoon);
    connect(m_tableFile, &QLineEdit::textChanged, this, [this, files, folder](const QString& text) {
        for (QWidget* widget : std::initializer_list<QWidget*>{m_inputs, files, folder})
            widget->setEnabled(text.trimmed().isEmpty());
        planSoon();
    });
}

QLineEdit* BatchDialog::addLine(QFormLayout& form, const QString& label, const QString& tip) {
    auto* line = new QLineEdit(this);
    line->setToolTip(tip);
    line->setAccessibleName(QString(label).remove(u':'));
    form.addRow(label, line);
    connect(line, &QLineEdit::textChanged, this, &BatchDialog::planSoon);
    return line;
}

void BatchDialog::buildNames(QFormLayout& form) {
    const QString words =
        tr("In braces: {folder}, {name}, {file}, {scan} (the last number of the name), {number}, "
           "{sample}, {operator}, {date}, {time}, {engine}, {iterations}, any parameter, or a value of "
           "the file: {/entry/sample/name}");
    m_output = addLine(form, tr("Result files:"), tr("Where each result goes.") + u'\n' + words);
    m_jobName = addLine(form, tr("Job names:"), tr("What the jobs are called in the queue.") + u'\n' + words);
    m_jobName->setPlaceholderText(QStringLiteral("{name}"));
    m_sample = addLine(form, tr("Sample:"),
                       tr("Of all of these jobs; or @/entry/sample/name: what the file of each says. May be empty."));
}

void BatchDialog::setInputs(const QStringList& inputs) { m_inputs->setPlainText(inputs.join(u'\n')); }

void BatchDialog::askForFiles(bool folder) {
    auto* dialog = new QFileDialog(this, folder ? tr("Folder of scans") : tr("Scans"));
    dialog->setFileMode(folder ? QFileDialog::Directory : QFileDialog::ExistingFiles);
    dialog->setOption(QFileDialog::ShowDirsOnly, folder);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& chosen) {
        QStringList lines = m_inputs->toPlainText().split(u'\n', Qt::SkipEmptyParts);
        setInputs(lines + chosen);
    });
    dialog->open();
}

void BatchDialog::askForTable() {
    auto* dialog = new QFileDialog(this, tr("Table of values"), {}, tr("Tables (*.csv *.txt *.tsv);;All files (*)"));
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, m_tableFile, &QLineEdit::setText);
    dialog->open();
}

IntentSheet::FormUse BatchDialog::formUse() const {
    return m_ofScan != nullptr && m_ofScan->isChecked() ? IntentSheet::FormUse::all : IntentSheet::FormUse::withoutScan;
}

BatchRequest BatchDialog::request() const {
    BatchRequest request;
    request.table = toPath(m_tableFile->text().trimmed());
    if (request.table.empty())
        for (const QString& line : m_inputs->toPlainText().split(u'\n'))
            if (!line.trimmed().isEmpty()) request.inputs.push_back(toPath(line.trimmed()));
    request.common = IntentSheet::commonOf(m_form, formUse());
    const auto typed = [](const QLineEdit& line, const std::string& usual) {
        return line.text().trimmed().isEmpty() ? usual : line.text().trimmed().toStdString();
    };
    request.output = typed(*m_output, m_proposed);
    request.name = typed(*m_jobName, request.name);
    request.sample = m_sample->text().simplified().toStdString();
    request.sweeps = m_sweeps->sweeps();
    return request;
}

void BatchDialog::planSoon() {
    m_queue->setEnabled(false);
    m_queue->setText(tr("Queue the jobs"));
    m_soon.start();
}

void BatchDialog::say(const QString& text, bool bad) {
    m_note->setText(text);
    m_note->setStyleSheet(bad ? QStringLiteral("color: palette(bright-text);") : QString());
}

void BatchDialog::plan(const std::vector<std::filesystem::path>& taken) {
    if (m_soon.isActive()) return; // something else was typed meanwhile
    BatchRequest asked = request();
    std::size_t variants = 0;
    const QString varied = m_sweeps->remark(variants);
    if (variants == 0) {
        m_plan->setRowCount(0); // of what was typed before
        return say(varied, true);
    }
    if (asked.inputs.empty() && asked.table.empty()) {
        m_plan->setRowCount(0);
        return say(tr("Name scans, a folder, a pattern or a table."));
    }
    const bool proposes = m_output->text().trimmed().isEmpty();
    m_planner.start<Plan>(
        [asked, taken, proposes](TaskContext&) mutable {
            if (proposes)
                asked.output = asked.table.empty() ? proposedOutputs(job::queue::filesOf(asked))
                                                   : proposedOutputs({asked.table.parent_path() / "scan"});
            return Plan{job::queue::planJobs(asked, taken), asked.output};
        },
        [this](const Plan& plan) { showPlan(plan); },
        [this](const Error& error) {
            m_plan->setRowCount(0);
            const UserMessage said = toMessage(error);
            say(QStringList{said.what, said.where, said.hint}.join(u'\n').trimmed(), true);
        });
}

void BatchDialog::showPlan(const Plan& plan) {
    if (m_soon.isActive()) return;
    if (m_output->text().trimmed().isEmpty()) {
        m_proposed = plan.output;
        m_output->setPlaceholderText(QString::fromStdString(plan.output));
    }
    std::size_t bad = 0;
    UserMessage first;
    m_plan->setRowCount(static_cast<int>(std::min<std::size_t>(plan.jobs.size(), kMostRows)));
    for (std::size_t i = 0; i < plan.jobs.size(); ++i) {
        const PlannedJob& planned = plan.jobs[i];
        const UserMessage said = planned.problem ? toMessage(*planned.problem) : UserMessage();
        if (planned.problem && ++bad == 1) first = said;
        if (i >= static_cast<std::size_t>(kMostRows)) continue;
        const QString result = toQString(planned.job.document.outputFile);
        auto* name = new QTableWidgetItem(QString::fromStdString(planned.job.name)); // owned by the table
        auto* where = new QTableWidgetItem(planned.problem ? said.what : QFileInfo(result).fileName());
        if (planned.problem) name->setIcon(icon(QStringLiteral("error")));
        where->setToolTip(planned.problem ? QStringList{said.what, said.where, said.hint}.join(u'\n').trimmed()
                                          : result);
        m_plan->setItem(static_cast<int>(i), 0, name);
        m_plan->setItem(static_cast<int>(i), 1, where);
    }
    const std::size_t sound = plan.jobs.size() - bad;
    m_queue->setText(countedText(tr("Queue %1 {job|jobs}"), {sound}));
    m_queue->setEnabled(sound > 0);
    if (bad > 0)
        return say(countedText(tr("%1 of %2 jobs cannot be queued: %3"), {bad, plan.jobs.size()}).arg(first.what),
                   true);
    say(plan.jobs.size() > static_cast<std::size_t>(kMostRows)
            ? countedText(tr("The first %1 of %2 jobs are shown."),
                          {static_cast<std::size_t>(kMostRows), plan.jobs.size()})
            : QString());
}

} // namespace ewald::ui
