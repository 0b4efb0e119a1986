// SPDX-License-Identifier: GPL-3.0-or-later
// Of the page of patterns: the map over the scan, and what the peaks have to do with pattern and map.
#include "azint/poni.h"
#include "azint/unit.h"
#include "base/error.h"
#include "view/image_view.h"
#include "view/pattern_chart.h"
#include "window/peak_series_view.h"
#include "window/peaks_panel.h"
#include "window/powder_map_panel.h"
#include "window/powder_page.h"

#include <QSpinBox>
#include <QTabWidget>

#include <algorithm>
#include <limits>

namespace ewald::ui {

view::ImageView* PowderPage::heatMap(const QString& title, QWidget* parent) {
    auto* view = new view::ImageView(parent);
    view->setTitle(title);
    view->setColourMap("viridis");
    view->setScaleBarVisible(false);
    return view;
}

void PowderPage::connectMap() {
    connect(m_mapPanel, &PowderMapPanel::changed, this, [this] {
        showChoosing();
        updateMap();
    });
    connect(m_mapPanel, &PowderMapPanel::frameChosen, this, &PowderPage::showRow);
    connect(m_mapPanel->columnsBox(), &QSpinBox::valueChanged, this, [this](int columns) {
        m_typedColumns = {m_session.integration().stack(), m_rows.count, columns};
    });
}

void PowderPage::updateMap() {
    MapSource source;
    if (const LoadedIntegrationPtr& loaded = m_session.integrationResult(); loaded && !m_preview) {
        source.result = loaded->result;
        source.file = loaded->file;
    }
    source.waterfall = m_waterfallRows;
    source.radial = m_radial;
    source.unit = m_unit;
    source.rows = {m_rows.firstFrame, m_rows.frameStep, m_rows.count};
    source.table = m_peaks->fitting().table();
    source.sector = m_peaks->series().sector();
    m_mapPanel->showMapOf(source);
}

/// Those of the file that a run reads, or that the result was made of.
void PowderPage::findPlaces() {
    const LoadedIntegrationPtr& loaded = m_session.integrationResult();
    const std::optional<job::JobDocument> job = m_preview ? m_session.startedJob()
                                                : loaded  ? loaded->job
                                                          : std::nullopt;
    if (job && m_rows.count > 0)
        m_mapPanel->findPlaces(*job, {m_rows.firstFrame, m_rows.frameStep, m_rows.count});
    else
        m_mapPanel->forgetPlaces();
}

// ---- peaks ----

void PowderPage::connectPeaks() {
    PeakFitting& fitting = m_peaks->fitting();
    PeakSeriesView& series = m_peaks->series();
    connect(m_peaks, &PeaksPanel::drawnChanged, this, &PowderPage::showFits);
    connect(&fitting, &PeakFitting::seriesChanged, this, [this, &fitting] {
        m_mapPanel->setTable(fitting.table());
        showChoosing();
    });
    connect(&series, &PeakSeriesView::rowChosen, this, &PowderPage::showRow);
    connect(&series, &PeakSeriesView::changed, this, [this] {
        if (mapsPeaks()) updateMap(); // another sector
    });
    connect(&series, &PeakSeriesView::mapWanted, this, [this, &series] {
        m_mapPanel->choosePeak(series.peak(), series.quantity());
        m_views->setCurrentWidget(m_mapPanel);
    });
}

/// Beside a cake, or a map of intensities, they would be taken for its range; a map of a fitted quantity is of one.
/// A map of ranges shades what else it is made of.
void PowderPage::showFits() {
    const QWidget* shown = m_views->currentWidget();
    std::vector<view::PatternFit> fits;
    if (shown == m_peaks || (shown == m_mapPanel && mapsPeaks())) fits = m_peaks->drawnFits();
    if (shown == m_mapPanel && mapsPeaks()) {
        const std::shared_ptr<const job::PeakTable>& table = m_peaks->fitting().table();
        const job::PeakColumn& peak = table->peaks.at(std::min(m_mapPanel->peak(), table->peaks.size() - 1));
        std::erase_if(fits, [&](const view::PatternFit& fit) { return fit.low != peak.low || fit.high != peak.high; });
        if (fits.empty()) fits.push_back({peak.low, peak.high, true, {}, {}, {}, {}}); // it was moved since
    }
    if (shown == m_mapPanel && !mapsPeaks())
        for (const auto& [low, high, colour] : m_mapPanel->otherRanges())
            fits.push_back({low, high, false, {}, {}, {}, {}, colour});
    m_pattern->setFits(std::move(fits));
}

bool PowderPage::mapsPeaks() const {
    return m_peaks->fitting().table() != nullptr && m_mapPanel->what() == MapOf::peak;
}

void PowderPage::showChoosing() {
    const QWidget* shown = m_views->currentWidget();
    showFits();
    m_choosesRegions = shown == m_peaks;
    m_pattern->setChoosing(m_choosesRegions || shown == m_mapPanel);
    showRange();
}

/// The range of the map is not drawn among the regions, and comes back after them.
void PowderPage::showRange() {
    const bool hides = m_choosesRegions || (m_views->currentWidget() == m_mapPanel && mapsPeaks());
    m_pattern->setRange(hides ? std::nullopt : m_mapPanel->range());
}

/// Of the patterns; zero where it is not known.
PowderPage::AxisGeometry PowderPage::axisGeometry() const {
    try {
        std::optional<azint::Poni> poni;
        if (m_marked)
            poni = m_marked->poni();
        else if (m_made)
            poni = azint::parsePoni(m_made->poni, m_made->file, {.places = false});
        if (poni) return {poni->wavelength_m.value_or(0), poni->dist_m};
    } catch (const Error&) { // only the same unit can be kept
    }
    return {};
}

std::optional<LineDrag::Axis> PowderPage::lineAxis() const {
    if (m_unit.empty()) return {};
    const auto [wavelength_m, distance_m] = axisGeometry();
    return LineDrag::Axis{azint::unitFromName(m_unit), wavelength_m, distance_m};
}

/// A peak stays chosen when the axis gets another unit or other bins. \param unit, radial of the axis that comes
void PowderPage::keepRanges(const std::string& unit, const std::vector<double>& radial, const AxisGeometry& geometry) {
    constexpr azint::Unit kCommon = azint::Unit::qPerNm; // of one peak at all energies
    const AxisGeometry& before = m_axisGeometry;
    const auto onAxis = [&](double value) {
        if (m_unit.empty()) return std::numeric_limits<double>::quiet_NaN();
        const azint::Unit from = azint::unitFromName(m_unit), to = azint::unitFromName(unit);
        if (before.wavelength_m > 0 && geometry.wavelength_m > 0 && before != geometry)
            return valueOnAxis(to, kCommon, valueOnAxis(kCommon, from, value, before.wavelength_m, before.distance_m),
                               geometry.wavelength_m, geometry.distance_m);
        return valueOnAxis(to, from, value, geometry.wavelength_m, geometry.distance_m);
    };
    const auto [low, high] = radial.empty() ? std::pair(0.0, 0.0) : std::minmax({radial.front(), radial.back()});
    m_mapPanel->keepRanges(onAxis, low, high);
}

void PowderPage::takeRange() {
    if (m_choosesRegions) {
        const auto range = m_pattern->range();
        m_pattern->setRange({});
        if (range) m_peaks->fitting().addRegion(range->first, range->second);
        return;
    }
    m_mapPanel->takeRange(m_pattern->range());
    m_views->setCurrentWidget(m_mapPanel);
    showChoosing();
    updateMap();
}

PeakPatternPtr PowderPage::patternOf(const view::PatternCurve& curve) const {
    auto pattern = std::make_shared<PeakPattern>();
    pattern->row = m_shown.row;
    pattern->x = curve.x;
    pattern->y.assign(curve.y.begin(), curve.y.end());
    // The spread of a pixel is no error of a mean: then the scatter about the fit says how certain it is.
    const LoadedIntegrationPtr& loaded = m_session.integrationResult();
    const bool isSpread = loaded && loaded->job && loaded->job->text("error_kind") == "std";
    if (!isSpread) pattern->sigma.assign(curve.error.begin(), curve.error.end());
    return pattern;
}

} // namespace ewald::ui
