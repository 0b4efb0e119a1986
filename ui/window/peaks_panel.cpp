// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/peaks_panel.h"

#include "azint/unit.h"
#include "common/counted_text.h"
#include "common/icon.h"
#include "job/calibration/calibration_text.h"
#include "model/manual.h"
#include "model/peak_quantity.h"
#include "model/text.h"
#include "view/elided_label.h"
#include "view/save_dialog.h"
#include "window/peak_region_table.h"
#include "window/peak_series_view.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTabWidget>
#include <QTableWidget>
#include <QVBoxLayout>

#include <cmath>

namespace ewald::ui {

namespace {

enum PeakColumn { number, position, width, area, chi2, state, peakColumnCount };
constexpr int kRegionsWidth_px = 330;

QString withError(double value, double sigma) {
    if (!std::isfinite(value)) return QStringLiteral("–");
    const QString text = QString::fromStdString(job::valueWithError(value, sigma, localNumbers()));
    return sigma > 0 ? text : QStringLiteral("%1 (%2)").arg(text, PeaksPanel::tr("no error"));
}

} // namespace

PeaksPanel::PeaksPanel(QWidget* parent) : QWidget(parent) {
    build();
    setManualPlace(*this, QStringLiteral("powder#peaks"));
    connect(&m_fitting, &PeakFitting::fitted, this, [this] {
        showValues();
        emit drawnChanged();
    });
    connect(&m_fitting, &PeakFitting::regionsChanged, this, &PeaksPanel::drawnChanged);
    connect(m_regions, &PeakRegionTable::selectionChanged, this, &PeaksPanel::drawnChanged);
    connect(&m_fitting, &PeakFitting::seriesChanged, this, &PeaksPanel::showRun);
    connect(&m_fitting, &PeakFitting::messageChanged, this, &PeaksPanel::showRun);
    connect(m_fitAll, &QPushButton::clicked, &m_fitting, &PeakFitting::fitAll);
    connect(m_stop, &QPushButton::clicked, &m_fitting, &PeakFitting::stop);
    connect(m_save, &QPushButton::clicked, this, &PeaksPanel::askWhere);
    showValues();
    showRun();
}

QWidget* PeaksPanel::buildRun() {
    auto* run = new QWidget(this);
    m_fitAll = new QPushButton(icon(QStringLiteral("start")), tr("Fit all patterns"), run);
    m_fitAll->setObjectName(QStringLiteral("fitAllPatterns"));
    m_stop = new QPushButton(icon(QStringLiteral("stop")), tr("Stop"), run);
    m_save = new QPushButton(icon(QStringLiteral("save")), tr("Save…"), run);
    m_save->setToolTip(tr("Saves the fits of all patterns as HDF5 or text"));
    m_progress = new QProgressBar(run);
    m_progress->setTextVisible(false);
    m_progress->setMaximumWidth(120);
    m_progress->setAccessibleName(tr("Patterns that are fitted"));
    m_status = new view::ElidedLabel(run);
    auto* row = new QHBoxLayout(run);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    row->addWidget(m_fitAll);
    row->addWidget(m_stop);
    row->addWidget(m_progress);
    row->addWidget(m_status, 1);
    row->addWidget(m_save);
    return run;
}

void PeaksPanel::build() {
    m_regions = new PeakRegionTable(m_fitting, this);
    m_regions->setFixedWidth(kRegionsWidth_px);
    m_tabs = new QTabWidget(this);
    m_tabs->setDocumentMode(true);
    auto* shown = new QWidget(m_tabs);
    m_values = new QTableWidget(0, PeakColumn::peakColumnCount, shown);
    m_values->setAccessibleName(tr("Fitted peaks of the shown pattern"));
    m_values->verticalHeader()->hide();
    m_values->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    m_values->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_values->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_values->setWordWrap(false);
    m_values->horizontalHeader()->setHighlightSections(false);
    m_values->horizontalHeader()->setStretchLastSection(true);
    m_legend = new QLabel(shown);
    m_legend->setWordWrap(true);
    auto* column = new QVBoxLayout(shown);
    column->setContentsMargins(0, 3, 0, 0);
    column->setSpacing(3);
    column->addWidget(m_values, 1);
    column->addWidget(m_legend);
    m_series = new PeakSeriesView(m_tabs);
    m_tabs->addTab(shown, tr("This pattern"));
    m_tabs->addTab(m_series, tr("Along the series"));
    m_tabs->setTabToolTip(0, tr("Fits of the pattern that is shown above"));
    m_tabs->setTabToolTip(1, tr("A fitted quantity against the frame, when all patterns are fitted"));
    auto* right = new QVBoxLayout;
    right->setSpacing(4);
    right->addWidget(buildRun());
    right->addWidget(m_tabs, 1);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 4, 0, 0);
    row->setSpacing(10);
    row->addWidget(m_regions);
    row->addLayout(right, 1);
}

void PeaksPanel::setAxis(const std::string& unit, const std::vector<double>& radial) {
    m_unit = unit;
    if (unit.empty() || radial.empty()) return;
    m_regions->setUnit(QString::fromUtf8(azint::info(azint::unitFromName(unit)).label));
    const auto [low, high] = std::minmax(radial.front(), radial.back());
    m_fitting.setAxis(unit, low, high);
    showValues();
}

std::vector<view::PatternFit> PeaksPanel::drawnFits() const {
    std::vector<view::PatternFit> drawn;
    const std::vector<fit::PeakRegion>& regions = m_fitting.regions();
    const std::shared_ptr<const PatternFits>& fits = m_fitting.fits();
    for (std::size_t i = 0; i < regions.size(); ++i) {
        view::PatternFit& part = drawn.emplace_back();
        part.low = regions[i].low;
        part.high = regions[i].high;
        part.selected = m_regions->selected() == i;
        if (!fits || i >= fits->curves.size()) continue;
        const FitCurves& curves = fits->curves[i];
        part.x = curves.x;
        part.sum = curves.sum;
        part.background = curves.background;
        part.peaks = curves.peaks;
    }
    return drawn;
}

void PeaksPanel::showValues() {
    const std::shared_ptr<const PatternFits>& fits = m_fitting.fits();
    const auto title = [this](PeakQuantity quantity) {
        return m_unit.empty() ? quantityName(quantity) : quantityTitle(quantity, m_unit);
    };
    m_values->setHorizontalHeaderLabels({tr("Peak"), title(PeakQuantity::position), title(PeakQuantity::width),
                                         title(PeakQuantity::area), title(PeakQuantity::chi2), tr("State")});
    m_values->horizontalHeaderItem(PeakColumn::width)->setToolTip(tr("Full width at half maximum"));
    m_values->horizontalHeaderItem(PeakColumn::chi2)
        ->setToolTip(tr("Σ(pattern − fit)²/σ² a degree of freedom, of the region: about 1 where the fit describes the "
                        "pattern; without errors in the result, σ is 1"));
    m_values->setRowCount(0);
    for (std::size_t region = 0; fits && region < fits->fits.size(); ++region) {
        const fit::RegionFit& fit = fits->fits[region];
        for (const fit::FittedPeak& peak : fit.peaks) {
            const int row = m_values->rowCount();
            m_values->insertRow(row);
            const auto put = [&](int at, const QString& text) {
                m_values->setItem(row, at, new QTableWidgetItem(text));
            };
            put(PeakColumn::number, QString::number(row + 1));
            put(PeakColumn::area, withError(peak.peak.area, peak.sigmas[0]));
            put(PeakColumn::position, withError(peak.peak.position, peak.sigmas[1]));
            put(PeakColumn::width, withError(peak.peak.fwhm, peak.sigmas[2]));
            put(PeakColumn::chi2, std::isfinite(fit.reducedChi2) ? numberText(fit.reducedChi2) : QStringLiteral("–"));
            put(PeakColumn::state, stateName(peak.state));
            m_values->item(row, PeakColumn::state)->setToolTip(stateTip(peak.state));
        }
    }
    for (int column = 0; column < PeakColumn::state; ++column) m_values->resizeColumnToContents(column);
    m_legend->setText(fits ? tr("Drawn over the pattern: the fit (solid), its background (dashed), and single peaks "
                                "where a region has several (dotted).")
                           : tr("Peaks that are fitted to the shown pattern stand here: drag over one in the pattern, "
                                "or press “Find peaks”."));
}

// ---- all patterns ----

QString PeaksPanel::runText() const {
    if (m_fitting.busy()) {
        const PeakProgress& progress = m_fitting.progress();
        if (progress.total == 0) return tr("Fitting the mean of all patterns…");
        QStringList parts{countedText(tr("%1 of %2 {pattern|patterns}"), {progress.done, progress.total})};
        if (progress.perSecond > 0) parts << tr("%1 patterns/s").arg(numberText(progress.perSecond));
        if (progress.secondsLeft > 0) parts << tr("%1 left").arg(durationText(std::ceil(progress.secondsLeft)));
        return parts.join(QStringLiteral(" · "));
    }
    if (const auto& message = m_fitting.message()) {
        QString text = message->what;
        if (!message->where.isEmpty()) text += QStringLiteral(" (%1)").arg(message->where);
        if (!message->hint.isEmpty()) text += QStringLiteral("; %1").arg(message->hint);
        return text;
    }
    if (m_fitting.outdated()) return tr("Regions or shape were changed since: fit again");
    if (m_fitting.table())
        return countedText(tr("%1 {peak|peaks} in %2 {pattern|patterns}"),
                           {m_fitting.table()->peaks.size(), m_fitting.table()->patterns()});
    if (m_fitting.regionsAreOfBefore()) return tr("The regions are those of the result before");
    return {};
}

QString PeaksPanel::status() const { return m_status->text(); }

void PeaksPanel::showRun() {
    const bool busy = m_fitting.busy();
    const bool failed = m_fitting.message() && m_fitting.message()->severity == io::Severity::error;
    m_fitAll->setVisible(!busy);
    m_fitAll->setEnabled(m_fitting.canFitAll());
    m_fitAll->setToolTip(m_fitting.canFitAll() || busy
                             ? tr("Fits these regions in every pattern of the result; without regions, the peaks of "
                                  "the mean of all patterns")
                             : tr("First integrate, or open a result"));
    m_stop->setVisible(busy);
    m_progress->setVisible(busy);
    const PeakProgress& progress = m_fitting.progress();
    m_progress->setRange(0, static_cast<int>(progress.total));
    m_progress->setValue(static_cast<int>(progress.done));
    m_save->setEnabled(m_fitting.table() != nullptr && !busy);
    m_status->setText(runText());
    m_status->setStyleSheet(failed && !busy ? QStringLiteral("color: #d64545;") : QString());
    m_series->setTable(m_fitting.table(), busy ? tr("The patterns are being fitted…")
                                               : tr("Press “Fit all patterns” to see them against the frame"));
}

void PeaksPanel::askWhere() {
    const view::SaveQuestion question{tr("Save the fitted peaks"),
                                      QStringLiteral("peaks.h5"),
                                      {tr("HDF5 (*.h5)"), tr("NeXus (*.nxs)"), tr("Text with commas (*.csv)")}};
    view::askWhereToSave(this, question, [this](const QString& file) { m_fitting.save(file); });
}

} // namespace ewald::ui
