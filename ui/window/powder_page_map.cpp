// SPDX-License-Identifier: GPL-3.0-or-later
// Of the page of patterns: the map over the scan, and what the peaks have to do with pattern and map.
#include "base/error.h"
#include "model/peak_quantity.h"
#include "model/text.h"
#include "view/elided_label.h"
#include "view/image_view.h"
#include "view/pattern_chart.h"
#include "window/peak_series_view.h"
#include "window/peaks_panel.h"
#include "window/powder_page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSettings>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace ewald::ui {

namespace {

const QString kSnakeKey = QStringLiteral("integration/snake");

} // namespace

view::ImageView* PowderPage::heatMap(const QString& title, QWidget* parent) {
    auto* view = new view::ImageView(parent);
    view->setTitle(title);
    view->setColourMap("viridis");
    view->setScaleBarVisible(false);
    return view;
}

QWidget* PowderPage::buildMap() {
    auto* panel = new QWidget(this);
    m_map = heatMap(tr("Map"), panel);
    m_mapOf = new QComboBox(panel);
    m_mapOf->setAccessibleName(tr("What the map shows"));
    m_mapOf->setToolTip(tr("What the map shows: the intensity in a range, or a quantity of a fitted peak"));
    m_mapOf->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_mapOf->addItem(tr("Intensity in a range"));
    m_mapOf->hide();
    m_columns = new QSpinBox(panel);
    m_columns->setRange(1, 1'000'000);
    m_columns->setKeyboardTracking(false);
    m_columns->setPrefix(tr("Columns "));
    m_columns->setToolTip(tr("Frames in a row of the scan"));
    m_columns->setAccessibleName(m_columns->toolTip());
    m_snake = new QCheckBox(tr("Snake"), panel);
    m_snake->setToolTip(tr("Every second row of the scan runs backwards"));
    m_snake->setChecked(QSettings().value(kSnakeKey, false).toBool());
    m_mapText = new view::ElidedLabel(panel);
    auto* row = new QHBoxLayout;
    row->addWidget(m_mapOf);
    row->addWidget(m_columns);
    row->addWidget(m_snake);
    row->addWidget(m_mapText, 1);
    auto* column = new QVBoxLayout(panel);
    column->setContentsMargins(0, 4, 0, 0);
    column->setSpacing(3);
    column->addLayout(row);
    column->addWidget(m_map, 1);
    connect(m_mapOf, &QComboBox::currentIndexChanged, this, [this] {
        showChoosing();
        updateMap();
    });
    connect(m_columns, &QSpinBox::valueChanged, this, [this](int columns) {
        m_typedColumns = {m_session.integration().stack(), m_rows.count, columns};
        updateMap();
    });
    connect(m_snake, &QCheckBox::toggled, this, [this](bool on) {
        QSettings().setValue(kSnakeKey, on);
        updateMap();
    });
    return panel;
}

void PowderPage::updateMap() {
    const auto columns = static_cast<std::size_t>(m_columns->value());
    const QString points = tr("%1 × %2 points").arg((m_rows.count + columns - 1) / columns).arg(columns);
    MapRequest request;
    request.columns = columns;
    request.snake = m_snake->isChecked();
    if (const std::shared_ptr<const job::PeakTable>& table = m_peaks->fitting().table();
        table && m_mapOf->currentIndex() > 0) {
        const auto chosen = static_cast<std::size_t>(m_mapOf->currentIndex() - 1);
        request.table = table;
        request.peak = std::min(mapPeak(), table->peaks.size() - 1);
        request.quantity = kPeakQuantities.at(chosen % kPeakQuantities.size());
        request.sector = m_peaks->series().sector();
        m_map->setValueLabel(quantityName(request.quantity), quantityUnit(request.quantity, table->unit));
        QString text = points;
        if (!table->azimuthal_deg.empty())
            text = QStringLiteral("χ = %1° · ").arg(numberText(table->azimuthal_deg[request.sector], 4)) + text;
        m_mapText->setText(text);
        m_mapTask.submit(std::move(request));
        return;
    }
    m_map->setValueLabel(tr("Intensity"), {});
    const auto range = mapRange();
    if (!range || !m_waterfallRows || m_rows.count == 0) {
        // Without a range there is no map, and no caption of one.
        m_mapTask.cancel();
        m_mapText->clear();
        m_mapImage.reset();
        if (!range) m_map->clear(tr("Drag over the pattern to choose a range"));
        return;
    }
    if (!m_preview && m_session.integrationResult()) request.result = m_session.integrationResult()->result;
    request.waterfall = m_waterfallRows;
    request.radial = m_radial;
    request.frames = m_rows.count;
    request.low = range->first;
    request.high = range->second;
    m_mapTask.submit(std::move(request));
    const QString unit = QString::fromUtf8(azint::info(azint::unitFromName(m_unit)).label);
    m_mapText->setText(tr("Mean intensity from %1 to %2")
                           .arg(numberText(range->first, 4), numberText(range->second, 4) + u' ' + unit) +
                       QStringLiteral(" · ") + points);
}

PowderPage::Map PowderPage::makeMap(const MapRequest& request) {
    Map map;
    try {
        const RunControl control;
        const std::vector<float> values =
            request.table ? curveOf(*request.table, request.peak, request.sector, request.quantity).values
            : request.result
                ? rangeMeans(*request.result, request.low, request.high, control)
                : rangeMeans(*request.waterfall, request.radial, request.frames, request.low, request.high);
        map.grid = toRaster(values, request.columns, request.snake);
    } catch (const Error& error) {
        map.problem = coreText(error.what());
    }
    return map;
}

void PowderPage::showMap(Map&& map) {
    if (map.grid.empty()) {
        m_map->clear(map.problem);
        return;
    }
    m_mapImage = std::make_shared<const Array<float, 2>>(std::move(map.grid));
    m_map->setImage(m_mapImage);
}

// ---- peaks ----

void PowderPage::connectPeaks() {
    PeakFitting& fitting = m_peaks->fitting();
    PeakSeriesView& series = m_peaks->series();
    connect(m_peaks, &PeaksPanel::drawnChanged, this, &PowderPage::showFits);
    connect(&fitting, &PeakFitting::seriesChanged, this, &PowderPage::showMapChoices);
    connect(&series, &PeakSeriesView::rowChosen, this, &PowderPage::showRow);
    connect(&series, &PeakSeriesView::changed, this, [this] {
        if (m_mapOf->currentIndex() > 0) updateMap(); // another sector
    });
    connect(&series, &PeakSeriesView::mapWanted, this, [this, &series] {
        const auto quantity = static_cast<std::size_t>(series.quantity());
        m_mapOf->setCurrentIndex(static_cast<int>(1 + series.peak() * kPeakQuantities.size() + quantity));
        m_views->setCurrentWidget(m_mapPanel);
    });
}

/// What of the fitted peaks the map can show.
void PowderPage::showMapChoices() {
    const std::shared_ptr<const job::PeakTable>& table = m_peaks->fitting().table();
    if (table == m_mapTable) return;
    m_mapTable = table;
    const int before = m_mapOf->currentIndex();
    {
        const QSignalBlocker quiet(m_mapOf);
        while (m_mapOf->count() > 1) m_mapOf->removeItem(m_mapOf->count() - 1);
        for (std::size_t peak = 0; table && peak < table->peaks.size(); ++peak)
            for (const PeakQuantity quantity : kPeakQuantities)
                m_mapOf->addItem(QStringLiteral("%1: %2").arg(peakName(*table, peak), quantityName(quantity)));
        m_mapOf->setCurrentIndex(before < m_mapOf->count() ? before : 0);
    }
    m_mapOf->setVisible(table != nullptr);
    showChoosing();
    if (before > 0) updateMap();
}

/// Beside a cake, or a map of intensities, they would be taken for its range; a map of a fitted quantity is of one.
void PowderPage::showFits() {
    const QWidget* shown = m_views->currentWidget();
    std::vector<view::PatternFit> fits;
    if (shown == m_peaks || (shown == m_mapPanel && mapsPeaks())) fits = m_peaks->drawnFits();
    if (shown == m_mapPanel && mapsPeaks()) {
        const std::shared_ptr<const job::PeakTable>& table = m_peaks->fitting().table();
        const job::PeakColumn& peak = table->peaks.at(std::min(mapPeak(), table->peaks.size() - 1));
        std::erase_if(fits, [&](const view::PatternFit& fit) { return fit.low != peak.low || fit.high != peak.high; });
        if (fits.empty()) fits.push_back({peak.low, peak.high, true, {}, {}, {}, {}}); // it was moved since
    }
    m_pattern->setFits(std::move(fits));
}

bool PowderPage::mapsPeaks() const { return m_peaks->fitting().table() != nullptr && m_mapOf->currentIndex() > 0; }

std::size_t PowderPage::mapPeak() const {
    return static_cast<std::size_t>(m_mapOf->currentIndex() - 1) / kPeakQuantities.size();
}

void PowderPage::showChoosing() {
    const QWidget* shown = m_views->currentWidget();
    showFits();
    m_choosesRegions = shown == m_peaks;
    m_pattern->setChoosing(m_choosesRegions || shown == m_mapPanel);
    // The range of the map is not drawn among the regions, and comes back after them.
    const bool hides = m_choosesRegions || (shown == m_mapPanel && mapsPeaks());
    if (hides == m_hidesRange) return;
    if (hides) m_mapRange = m_pattern->range();
    m_hidesRange = hides;
    m_pattern->setRange(hides ? std::nullopt : m_mapRange);
}

std::optional<std::pair<double, double>> PowderPage::mapRange() const {
    return m_hidesRange ? m_mapRange : m_pattern->range();
}

void PowderPage::takeRange() {
    if (m_choosesRegions) {
        const auto range = m_pattern->range();
        m_pattern->setRange({});
        if (range) m_peaks->fitting().addRegion(range->first, range->second);
        return;
    }
    m_mapRange = m_pattern->range();
    m_mapOf->setCurrentIndex(0);
    m_views->setCurrentWidget(m_mapPanel);
    updateMap();
}

PeakPatternPtr PowderPage::patternOf(const view::PatternCurve& curve) const {
    auto pattern = std::make_shared<PeakPattern>();
    pattern->row = m_shown.row;
    pattern->x = curve.x;
    pattern->y.assign(curve.y.begin(), curve.y.end());
    pattern->sigma.assign(curve.error.begin(), curve.error.end());
    return pattern;
}

} // namespace ewald::ui
