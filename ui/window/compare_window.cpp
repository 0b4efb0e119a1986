// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/compare_window.h"

#include "common/icon.h"
#include "common/phrase_text.h"
#include "form/difference_text.h"
#include "form/number_text.h"
#include "io/atomic_file.h"
#include "job/ptychography/run/half_scans.h"
#include "model/manual.h"
#include "model/result_export.h"
#include "model/text.h"
#include "view/elided_label.h"
#include "view/loss_chart.h"
#include "view/pattern_chart.h"
#include "view/save_dialog.h"
#include "window/compare_images.h"
#include "window/compare_probes.h"
#include "window/loss_points.h"
#include "window/message_bar.h"
#include "window/yielding_area.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QResizeEvent>
#include <QScreen>
#include <QScrollArea>
#include <QShortcut>
#include <QSplitter>
#include <QTabWidget>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>
#include <memory>
#include <utility>

namespace ewald::ui {

namespace {

/// Lines of text that are never covered: a splitter leaves them as much room as their width asks for.
class WholeLabel : public QLabel {
public:
    using QLabel::QLabel;
    [[nodiscard]] QSize minimumSizeHint() const override {
        return {QLabel::minimumSizeHint().width(), text().isEmpty() ? 0 : heightForWidth(width())};
    }

protected:
    void resizeEvent(QResizeEvent* event) override {
        QLabel::resizeEvent(event);
        if (event->size().width() != event->oldSize().width()) updateGeometry();
    }
};

QLabel* wrapped(QWidget* parent) {
    auto* label = new WholeLabel(parent);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

CompareWindow::CompareWindow(QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Compare two results"));
    setWindowFlag(Qt::WindowMaximizeButtonHint);
    constexpr QSize kLargest{1240, 860};
    resize(kLargest.boundedTo(screen()->availableSize() * 9 / 10));
    setManualPlace(*this, QStringLiteral("compare"));
    m_messages = new MessageBar(this);
    m_messages->setLines(1);
    m_images = new CompareImages(this);
    auto* rows = new QSplitter(Qt::Vertical, this);
    rows->setChildrenCollapsible(false);
    rows->addWidget(m_images);
    rows->addWidget(buildLower());
    rows->setStretchFactor(0, 1);
    rows->setStretchFactor(1, 1);
    rows->setSizes({360, 400}); // of the curves as much as of the images
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->setSpacing(6);
    column->addWidget(buildNames());
    column->addWidget(rows, 1);
    // Enter in a field must not press the first button there is.
    for (QPushButton* button : findChildren<QPushButton*>()) button->setAutoDefault(false);
    connect(new QShortcut(Qt::Key_B, this), &QShortcut::activated, m_images, &CompareImages::blink);
    connect(new QShortcut(QKeySequence::HelpContents, this), &QShortcut::activated, this,
            [this] { emit manualWanted(manualPlaceOf(this)); });
    connect(&m_worker, &Worker::busyChanged, m_progress, &QWidget::setVisible);
    connect(&m_worker, &Worker::busyChanged, m_stop, &QWidget::setVisible);
    connect(m_stop, &QPushButton::clicked, this, [this] { stop(tr("Stopped")); });
    connect(&m_worker, &Worker::progressed, this, [this](qulonglong done, qulonglong total) {
        m_progress->setRange(0, static_cast<int>(total));
        m_progress->setValue(static_cast<int>(done));
        m_progress->setFormat(done == 0 ? tr("Reading A") : done == 1 ? tr("Reading B") : tr("Aligning"));
    });
    clear(tr("No results yet"));
}

QWidget* CompareWindow::buildNames() {
    auto* panel = new QWidget(this);
    auto* grid = new QGridLayout(panel);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(2);
    int row = 0;
    for (const bool ofB : {false, true}) {
        auto* letter = new QLabel(ofB ? tr("B") : tr("A"), panel);
        QFont bold = letter->font();
        bold.setBold(true);
        letter->setFont(bold);
        auto* name = new view::ElidedLabel(panel);
        (ofB ? m_nameB : m_nameA) = name;
        auto* other = new QPushButton(tr("Choose…"), panel);
        other->setToolTip(ofB ? tr("Another result as B, which is aligned with A")
                              : tr("Another result as A, the reference"));
        connect(other, &QPushButton::clicked, this, [this, ofB] { chooseFile(ofB); });
        m_choices.push_back(other);
        grid->addWidget(letter, row, 0);
        grid->addWidget(name, row, 1);
        grid->addWidget(other, row, 2);
        ++row;
    }
    auto* swap = new QPushButton(tr("Swap"), panel);
    swap->setToolTip(tr("A becomes B, and B becomes A"));
    connect(swap, &QPushButton::clicked, this, [this] {
        if (!m_fileA.isEmpty()) compare(m_fileB, m_fileA);
    });
    m_choices.push_back(swap);
    m_export = new QToolButton(panel);
    m_export->setIcon(icon(QStringLiteral("export")));
    m_export->setText(tr("Export"));
    m_export->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_export->setToolTip(tr("Save the difference, the ring correlation or a figure"));
    m_export->setPopupMode(QToolButton::InstantPopup);
    m_export->setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
    auto* menu = new QMenu(m_export);
    addExport(menu, tr("&Difference as TIFF, 32-bit float…"), QStringLiteral("difference.tif"),
              tr("TIFF images (*.tif)"), &CompareWindow::exportDifference);
    addExport(menu, tr("&Ring correlation as text…"), QStringLiteral("frc.csv"), tr("Text (*.csv)"),
              &CompareWindow::exportRingCorrelation);
    addExport(menu, tr("&Figure of what is shown as PNG…"), QStringLiteral("compare.png"), tr("PNG images (*.png)"),
              &CompareWindow::exportFigure);
    m_export->setMenu(menu);
    m_progress = new QProgressBar(panel);
    m_progress->setFixedWidth(200);
    m_progress->hide();
    m_stop = new QPushButton(tr("Stop"), panel);
    m_stop->setToolTip(tr("Ends the comparison; closing the window does the same"));
    m_stop->hide();
    grid->addWidget(swap, 0, 3);
    grid->addWidget(m_export, 1, 3);
    grid->addWidget(m_progress, 0, 4);
    grid->addWidget(m_stop, 1, 4);
    grid->setColumnStretch(1, 1);
    return panel;
}

QWidget* CompareWindow::buildResolution() {
    auto* panel = new QWidget(this);
    m_frc = new view::PatternChart(panel);
    m_frc->setStyle(view::PatternChart::Style::curves);
    m_frc->setMinimumHeight(CompareProbes::kLeastHeight);
    m_resolution = wrapped(panel);
    m_resolution->setToolTip(
        tr("Read off as half the period, 1/(2f), at the frequency f where the ring correlation (mean of three "
           "rings) first falls below the threshold of van Heel and Schatz (2005)."));
    auto* column = new QVBoxLayout(panel);
    column->setContentsMargins(0, 0, 0, 0);
    m_gain = new QPushButton(tr("What does the model gain?"), panel);
    m_gain->setToolTip(tr("Reconstructs both halves once more with the plainest model (%1) and shows both curves")
                           .arg(phraseText(job::plainModelWords())));
    m_gain->hide();
    connect(m_gain, &QPushButton::clicked, this, &CompareWindow::findGain);
    column->addWidget(m_frc, 1);
    column->addWidget(m_resolution);
    column->addWidget(m_gain, 0, Qt::AlignLeft);
    return panel;
}

QWidget* CompareWindow::buildLower() {
    auto* lower = new QWidget(this);
    m_summary = wrapped(lower);
    auto* loss = new QWidget(lower);
    m_loss = new view::LossChart(loss);
    m_lossText = new QLabel(loss);
    m_lossText->setWordWrap(true);
    m_lossText->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* lossColumn = new QVBoxLayout(loss);
    lossColumn->setContentsMargins(0, 0, 0, 0);
    lossColumn->addWidget(m_loss, 1);
    // As under the probes: another page does not move the border between pictures and charts.
    lossColumn->addWidget(new YieldingArea(m_lossText, 2 * fontMetrics().lineSpacing(), loss));
    m_parameters = new QTableWidget(0, 3, lower);
    m_parameters->setHorizontalHeaderLabels({tr("Parameter"), tr("A"), tr("B")});
    m_parameters->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_parameters->verticalHeader()->hide();
    m_parameters->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_parameters->setTextElideMode(Qt::ElideMiddle);
    m_parameters->setWordWrap(false);
    m_parameters->setTabKeyNavigation(false);
    m_parameters->setAccessibleName(tr("Parameters that differ"));
    m_tabs = new QTabWidget(lower);
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_parameters, tr("Parameters"));
    m_tabs->addTab(loss, tr("Loss"));
    m_probes = new CompareProbes(lower);
    m_tabs->addTab(m_probes, tr("Probes"));
    m_tabs->setTabToolTip(2, tr("Both beams: size against the distance from the sample (positive: downstream), focus, "
                                "astigmatism, coherence"));
    m_tabs->setTabToolTip(0, tr("What was set differently"));
    m_tabs->setTabToolTip(1, tr("Errors of both against iterations, or against time"));
    auto* beside = new QSplitter(Qt::Horizontal, lower);
    beside->setChildrenCollapsible(false);
    beside->addWidget(buildResolution());
    beside->addWidget(m_tabs);
    beside->setSizes({500, 500});
    auto* column = new QVBoxLayout(lower);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_summary);
    column->addWidget(beside, 1);
    column->addWidget(m_messages); // whose place is kept: neither pictures nor charts move
    return lower;
}

void CompareWindow::addExport(QMenu* menu, const QString& text, const QString& ending, const QString& filter,
                              void (CompareWindow::*write)(const QString&)) {
    connect(menu->addAction(text), &QAction::triggered, this, [this, text, ending, filter, write] {
        view::askWhereToSave(this, {tr("Export"), ending, {filter}},
                             [this, write](const QString& file) { (this->*write)(file); });
    });
}

void CompareWindow::chooseFile(bool ofB) {
    auto* dialog = new QFileDialog(this, ofB ? tr("Result to compare with") : tr("Result that is the reference"),
                                   QFileInfo(ofB ? m_fileB : m_fileA).absolutePath());
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Results (*.h5)"), tr("All files (*)")});
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, ofB](const QString& file) { compare(ofB ? m_fileA : file, ofB ? file : m_fileB); });
    dialog->open();
}

// ---- comparing ----

void CompareWindow::begin(const QString& fileA, const QString& fileB, bool halves) {
    m_halves = halves;
    m_findsGain = false;
    m_plainJob.reset();
    m_fileA = fileA;
    view::setSavePlace(*this, fileA);
    m_fileB = fileB;
    setWindowTitle(halves ? tr("How good is it? Two random halves of the scan") : tr("Compare two results"));
    const QString nameA = QFileInfo(fileA).fileName(), nameB = QFileInfo(fileB).fileName();
    m_nameA->setText(halves ? tr("first random half of the scan of %1").arg(nameA) : nameA);
    m_nameB->setText(halves ? tr("second random half of the scan of %1").arg(nameB) : nameB);
    m_nameA->setDetails(QDir::toNativeSeparators(fileA));
    m_nameB->setDetails(QDir::toNativeSeparators(fileB));
    for (QPushButton* choice : m_choices) choice->setEnabled(!halves);
    m_messages->dismiss();
    m_progress->setRange(0, 0);
    m_progress->setFormat({});
}

void CompareWindow::showFailure(const QString& title, const Error& error) {
    clear(title);
    UserMessage message = toMessage(error);
    message.severity = io::Severity::error;
    m_messages->show(message);
}

void CompareWindow::stop(const QString& why) {
    if (!m_worker.busy()) return;
    m_worker.cancel();
    if (!std::exchange(m_findsGain, false)) return clear(why);
    m_gain->show(); // what is shown stays
}

void CompareWindow::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Escape) return QDialog::keyPressEvent(event);
    // Escape puts tools away. It throws nothing away that has taken long: the window's own button does.
    bool hadTool = false;
    for (view::ImageView* image : findChildren<view::ImageView*>()) hadTool = image->leaveTool() || hadTool;
    if (hadTool || m_worker.busy() || (m_halves && m_results)) return event->accept();
    QDialog::keyPressEvent(event);
}

void CompareWindow::reject() {
    stop(tr("Stopped"));
    QDialog::reject();
}

void CompareWindow::compareHalves(const job::JobDocument& job, std::optional<double> wholeError,
                                  const QString& result) {
    begin(result, result, true);
    m_plainJob = job::withPlainModel(job);
    clear(tr("Reconstructing both halves…"));
    const std::array<QString, 2> names{m_nameA->text(), m_nameB->text()};
    m_worker.start<ComparedResultsPtr>(
        [this, job, wholeError, result, names](TaskContext& context) {
            const HalfProgress progress = [this, post = context.post](std::size_t half, const job::Progress& now) {
                post([this, half, now] { showHalf(half, now); });
            };
            return compareHalfScans(job, wholeError, result, names, context, progress);
        },
        [this](const ComparedResultsPtr& results) {
            showResults(results);
            if (results->kept) emit resolutionKept(results->kept, results->found.noResolution);
            if (results->notKept) {
                UserMessage message = toMessage(*results->notKept);
                message.what = tr("The resolution is not in the result: %1").arg(message.what);
                message.severity = io::Severity::warning;
                m_messages->show(message);
            }
        },
        [this](const Error& error) { showFailure(tr("The halves could not be reconstructed"), error); });
}

void CompareWindow::findGain() {
    if (!m_results || !m_plainJob || m_worker.busy()) return;
    m_findsGain = true;
    m_gain->hide();
    m_messages->dismiss();
    m_progress->setRange(0, 0);
    m_progress->setFormat({});
    using Found = std::shared_ptr<const job::ResultComparison>;
    m_worker.start<Found>(
        [this, job = *m_plainJob](TaskContext& context) {
            const HalfProgress progress = [this, post = context.post](std::size_t half, const job::Progress& now) {
                post([this, half, now] { showHalf(half, now); });
            };
            return correlateHalves(job, context, progress);
        },
        [this](const Found& plain) {
            m_findsGain = false;
            auto results = std::make_shared<ComparedResults>(*m_results);
            results->plain = plain;
            m_results = std::move(results);
            m_resolution->setText(resolutionText());
            showRingCorrelation();
        },
        [this](const Error& error) {
            m_findsGain = false;
            m_gain->show();
            UserMessage message = toMessage(error);
            message.severity = io::Severity::error;
            m_messages->show(message);
        });
}

QString CompareWindow::gainText() const {
    const auto at = [](const job::ResultComparison& of) {
        return of.frc.frc.empty() ? QStringLiteral("–") : fixedText(ptycho::correlationAt(of.frc, 0.5), 3);
    };
    const job::ResultComparison& plain = *m_results->plain;
    const QString resolution =
        !plain.noResolution.empty()     ? tr("no resolution (%1)").arg(coreText(plain.noResolution).toHtmlEscaped())
        : plain.frc.halfBitResolution_m ? tr("half-bit %1").arg(lengthText(*plain.frc.halfBitResolution_m, 3))
                                        : tr("half-bit a pixel or better");
    return tr("<b>Without the model</b> (one probe mode, positions of the file, no background, even intensities): %1. "
              "Correlation at half of the highest frequency: %2 without it, <b>%3 with it</b>.")
        .arg(resolution, at(plain), at(m_results->found));
}

void CompareWindow::showHalf(std::size_t half, const job::Progress& progress) {
    if (half > 1) {
        m_progress->setRange(0, 0);
        m_progress->setFormat(tr("Aligning"));
        return;
    }
    if (progress.state != job::JobState::running || progress.total == 0) return;
    m_progress->setRange(0, static_cast<int>(2 * progress.total));
    m_progress->setValue(static_cast<int>(half * progress.total + progress.done));
    m_progress->setFormat((half == 0 ? tr("First half: %1 of %2") : tr("Second half: %1 of %2"))
                              .arg(countText(progress.done), countText(progress.total)));
}

void CompareWindow::compare(const QString& fileA, const QString& fileB) {
    begin(fileA, fileB, false);
    clear(tr("Comparing…"));
    m_worker.start<ComparedResultsPtr>(
        [fileA, fileB](TaskContext& context) { return compareFiles(fileA, fileB, context); },
        [this](const ComparedResultsPtr& results) { showResults(results); },
        [this](const Error& error) { showFailure(tr("These two cannot be compared"), error); });
}

void CompareWindow::clear(const QString& why) {
    m_results = nullptr;
    m_export->setEnabled(false);
    m_images->setResults(nullptr, why);
    m_frc->clear(why);
    m_frc->setMarks({});
    m_gain->hide();
    m_loss->clear();
    m_probes->setResults(nullptr);
    m_parameters->setRowCount(0);
    m_tabs->setTabText(0, tr("Parameters"));
    for (QLabel* label : {m_summary, m_resolution, m_lossText}) {
        label->clear();
        label->hide();
    }
}

void CompareWindow::showResults(const ComparedResultsPtr& results) {
    m_results = results;
    m_export->setEnabled(true);
    m_images->setResults(results);
    m_summary->setText(summary());
    m_resolution->setText(resolutionText());
    m_summary->show();
    m_resolution->show();
    m_gain->setVisible(results->halves && m_plainJob.has_value());
    showRingCorrelation();
    showLoss();
    showParameters();
    m_probes->setResults(results);
}

QString CompareWindow::summary() const {
    if (!m_results) return {};
    const job::ResultComparison& found = m_results->found;
    const ptycho::Alignment& by = found.alignment;
    QString text = tr("<b>B differs from A by %1 rad in phase and %2 % in amplitude</b> (root mean square over %3 × %4 "
                      "that is well lit in both).")
                       .arg(numberText(found.difference.phase_rad, 2), numberText(100 * found.difference.amplitude, 2),
                            lengthText(static_cast<double>(found.box.cols) * found.pixelWidth_m, 3),
                            lengthText(static_cast<double>(found.box.rows) * found.pixelHeight_m, 3));
    const QString across = by.shiftCol < 0 ? tr("%1 pixels to the left") : tr("%1 pixels to the right");
    const QString down = by.shiftRow < 0 ? tr("%1 up", "pixels") : tr("%1 down", "pixels");
    text +=
        u' ' + tr("Before that B was moved by %1 and %2; its phase ramp, mean phase and scale were matched to A.")
                   .arg(across.arg(fixedText(std::abs(by.shiftCol), 2)), down.arg(fixedText(std::abs(by.shiftRow), 2)));
    if (by.twin) text += u' ' + tr("B is the twin of A: it was turned by 180° and conjugated.");
    const QString hardly =
        m_results->halves || found.sameFrames
            ? tr("<b>Hardly anything agrees (correlation %1): these reconstructions of one scan have "
                 "not found the object.</b>")
            : tr("<b>Hardly anything agrees (correlation %1): are these of the same part of the "
                 "sample?</b>");
    if (by.correlation < 0.5) text += u' ' + hardly.arg(numberText(by.correlation, 2));
    return text;
}

QString CompareWindow::resolutionText() const {
    if (!m_results) return {};
    const job::ResultComparison& found = m_results->found;
    if (!found.noResolution.empty())
        return tr("<b>No resolution can be given:</b> %1.").arg(coreText(found.noResolution).toHtmlEscaped()) +
               (m_results->plain ? u' ' + gainText() : QString());
    const auto length = [&](const std::optional<double>& value) {
        return value ? lengthText(*value, 3)
                     : tr("a pixel (%1) or better").arg(lengthText(1 / (2 * found.frc.nyquist), 3));
    };
    const QString values =
        tr("half-bit %1, one-bit %2").arg(length(found.frc.halfBitResolution_m), length(found.frc.oneBitResolution_m));
    QString text =
        found.sameFrames ? tr("<b>Agreement down to: %1.</b>").arg(values) : tr("<b>Resolution: %1.</b>").arg(values);
    if (found.sameFrames)
        text += u' ' + tr("Both results are of the same frames: this is how far they agree, not how far the sample is "
                          "resolved. For a resolution compare two scans.");
    if (!found.division.empty()) text += u' ' + tr("Of %1.").arg(coreText(found.division).toHtmlEscaped());
    if (m_results->plain) text += u' ' + gainText();
    if (m_results->halves)
        text += u' ' + tr("Each half has half of the frames: the whole scan is somewhat better than this.");
    return text;
}

void CompareWindow::showRingCorrelation() {
    const ptycho::RingCorrelation& frc = m_results->found.frc;
    const LengthUnit unit = lengthUnit(1000 / frc.nyquist); // so that the numbers are above one
    std::vector<double> x;
    for (const double frequency : frc.frequency) x.push_back(frequency * unit.metres);
    const auto curve = [&](const QString& name, const std::vector<double>& values) {
        return view::PatternCurve{name, x, std::vector<float>(values.begin(), values.end()), {}};
    };
    std::vector<view::PatternMark> marks;
    const auto mark = [&](const std::optional<double>& resolution_m) {
        constexpr std::size_t kPink = 1; // of marks; no curve has it
        if (resolution_m)
            marks.push_back({unit.metres / (2 * *resolution_m), lengthText(*resolution_m, 3), 1, {}, kPink});
    };
    // From left to right: names that would lie over one before them are left out.
    mark(frc.oneBitResolution_m);
    mark(frc.halfBitResolution_m);
    m_frc->setTitles(tr("Spatial frequency (1/%1)").arg(unitName(unit)), tr("Correlation"));
    std::vector<view::PatternCurve> curves{curve(tr("FRC"), frc.frc), curve(tr("Half-bit"), frc.halfBit),
                                           curve(tr("One-bit"), frc.oneBit)};
    if (m_results->plain && !m_results->plain->frc.frc.empty()) {
        const ptycho::RingCorrelation& plain = m_results->plain->frc;
        view::PatternCurve without{tr("FRC without the model"), {}, {plain.frc.begin(), plain.frc.end()}, {}};
        for (const double frequency : plain.frequency) without.x.push_back(frequency * unit.metres);
        curves.push_back(std::move(without));
    }
    m_frc->setCurves(std::move(curves));
    m_frc->setMarks(std::move(marks));
    m_frc->refreshNow();
}

void CompareWindow::showLoss() {
    m_loss->clear();
    const auto add = [this](const QString& name, const std::vector<io::LossEntry>& entries) {
        const int curve = m_loss->addCurve(name);
        std::vector<view::LossPoint> points;
        for (const io::LossEntry& entry : entries) points.push_back(toPoint(entry));
        m_loss->append(curve, points);
        if (entries.empty()) return;
        if (const auto saved = savedFigures(entries.back())) m_loss->setSaved(curve, *saved);
    };
    add(tr("A"), m_results->lossA);
    add(tr("B"), m_results->lossB);
    QStringList lines;
    if (const auto& at = m_results->found.atEqualIteration)
        lines << tr("At iteration %1: error of A %2, of B %3.")
                     .arg(countText(at->iteration), numberText(at->a, 3), numberText(at->b, 3));
    if (const auto& at = m_results->found.atEqualTime)
        lines << tr("After %1: error of A %2, of B %3.")
                     .arg(durationText(at->time_s), numberText(at->a, 3), numberText(at->b, 3));
    m_lossText->setText(lines.join(u' '));
    m_lossText->setVisible(!lines.isEmpty());
}

void CompareWindow::showParameters() {
    const std::vector<job::ParameterDifference>& differences = m_results->found.parameters;
    m_tabs->setTabText(0, differences.empty() ? tr("Parameters: the same")
                                              : tr("Parameters that differ: %1").arg(countText(differences.size())));
    m_parameters->setRowCount(static_cast<int>(differences.size()));
    for (int row = 0; row < m_parameters->rowCount(); ++row) {
        const job::ParameterDifference& difference = differences[static_cast<std::size_t>(row)];
        QString label = differenceLabel(difference);
        if (difference.stage && difference.stages > 1) label = tr("%1, stage %2").arg(label).arg(*difference.stage + 1);
        const QString texts[] = {label, differenceValue(difference, DifferenceSide::a),
                                 differenceValue(difference, DifferenceSide::b)};
        for (int column = 0; column < 3; ++column) {
            auto* item = new QTableWidgetItem(texts[column]); // owned by the table
            item->setToolTip(texts[column]);
            m_parameters->setItem(row, column, item);
        }
    }
}

// ---- export ----

void CompareWindow::write(const QString& file, std::function<void()> work) {
    m_writer.start<bool>(
        [work = std::move(work)](TaskContext&) {
            work();
            return true;
        },
        [this, file](bool) {
            m_messages->show({io::Severity::info, tr("Exported"), QDir::toNativeSeparators(file), {}, {}});
        },
        [this](const Error& error) { m_messages->show(toMessage(error)); });
}

void CompareWindow::exportDifference(const QString& file) {
    if (!m_results) return;
    write(file, [image = m_images->difference(), file] { exportImage(*image, file, true); });
}

void CompareWindow::exportRingCorrelation(const QString& file) {
    if (!m_results) return;
    write(file, [results = m_results, file] {
        io::writeTextFile(toPath(file), ringCorrelationText(*results).toStdString(), true);
    });
}

void CompareWindow::exportFigure(const QString& file) {
    if (!m_results) return;
    write(file, [picture = m_images->figure(), file] { exportPng(picture, file, true); });
}

void CompareWindow::followTheme() { m_messages->followTheme(); }

} // namespace ewald::ui
