// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/peak_series_view.h"

#include "common/quantity_text.h"
#include "view/elided_label.h"
#include "view/pattern_chart.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ewald::ui {

QString peakName(const job::PeakTable& table, std::size_t peak) {
    return PeakSeriesView::tr("Peak %1 at %2 %3")
        .arg(peak + 1)
        .arg(numberText(usualPosition(table, peak), 4), quantityUnit(PeakQuantity::position, table.unit));
}

PeakSeriesView::PeakSeriesView(QWidget* parent) : QWidget(parent) {
    m_quantity = new QComboBox(this);
    m_quantity->setAccessibleName(tr("What is shown against the frame"));
    for (const PeakQuantity quantity : kPeakQuantities)
        m_quantity->addItem(quantityName(quantity), static_cast<int>(quantity));
    m_peak = new QComboBox(this);
    m_peak->setAccessibleName(tr("Which peak"));
    m_sector = new QComboBox(this);
    m_sector->setAccessibleName(tr("Which sector of the cakes"));
    m_map = new QToolButton(this);
    m_map->setText(tr("Show as map"));
    m_map->setToolTip(tr("Shows this quantity as a map over the scan"));
    m_summary = new view::ElidedLabel(this);
    m_chart = new view::PatternChart(this);
    m_chart->setStyle(view::PatternChart::Style::series);
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    row->addWidget(m_quantity);
    row->addWidget(m_peak);
    row->addWidget(m_sector);
    row->addWidget(m_map);
    row->addWidget(m_summary, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 3, 0, 0);
    column->setSpacing(2);
    column->addLayout(row);
    column->addWidget(m_chart, 1);
    for (QComboBox* box : {m_quantity, m_peak, m_sector}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents); // tables come later than the page
        connect(box, &QComboBox::currentIndexChanged, this, [this] {
            showCurve();
            emit changed();
        });
    }
    connect(m_map, &QToolButton::clicked, this, &PeakSeriesView::mapWanted);
    connect(m_chart, &view::PatternChart::clickedAt, this, [this](double x) {
        if (!m_table || m_table->frames.empty()) return;
        const auto distance = [x](std::size_t frame) { return std::abs(static_cast<double>(frame) - x); };
        const auto nearest = std::ranges::min_element(m_table->frames, {}, distance);
        emit rowChosen(static_cast<std::size_t>(nearest - m_table->frames.begin()));
    });
    setTable({}, {});
}

void PeakSeriesView::setTable(const std::shared_ptr<const job::PeakTable>& table, const QString& why) {
    if (table == m_table && table) return;
    m_table = table;
    for (QWidget* widget : {static_cast<QWidget*>(m_quantity), static_cast<QWidget*>(m_peak),
                            static_cast<QWidget*>(m_sector), static_cast<QWidget*>(m_map)})
        widget->setVisible(table != nullptr);
    if (!table) {
        m_summary->setText({});
        m_chart->clear(why);
        return;
    }
    const QSignalBlocker quietPeak(m_peak);
    const QSignalBlocker quietSector(m_sector);
    const int before = m_peak->currentIndex();
    m_peak->clear();
    for (std::size_t i = 0; i < table->peaks.size(); ++i) m_peak->addItem(peakName(*table, i));
    m_peak->setCurrentIndex(std::clamp(before, 0, m_peak->count() - 1));
    m_sector->clear();
    for (const double chi : table->azimuthal_deg) m_sector->addItem(QStringLiteral("χ = %1°").arg(numberText(chi, 4)));
    m_sector->setVisible(m_sector->count() > 0);
    showCurve();
    emit changed();
}

std::size_t PeakSeriesView::peak() const { return static_cast<std::size_t>(std::max(0, m_peak->currentIndex())); }
PeakQuantity PeakSeriesView::quantity() const { return static_cast<PeakQuantity>(m_quantity->currentData().toInt()); }
std::size_t PeakSeriesView::sector() const { return static_cast<std::size_t>(std::max(0, m_sector->currentIndex())); }
QString PeakSeriesView::summary() const { return m_summary->text(); }

void PeakSeriesView::setCurrentRow(std::size_t row) {
    m_row = row;
    m_chart->setCursorLine(m_table && row < m_table->frames.size()
                               ? std::optional(static_cast<double>(m_table->frames[row]))
                               : std::nullopt);
}

void PeakSeriesView::showCurve() {
    if (!m_table) return;
    const QuantityCurve curve = curveOf(*m_table, peak(), sector(), quantity());
    QStringList parts;
    parts << tr("fitted: %1 of %2").arg(curve.fitted).arg(m_table->frames.size());
    if (curve.weak > 0) parts << tr("weak in %1").arg(curve.weak);
    if (curve.notConverged > 0) parts << tr("not converged in %1").arg(curve.notConverged);
    if (curve.noPoints > 0) parts << tr("without points in %1").arg(curve.noPoints);
    m_summary->setText(parts.join(QStringLiteral(" · ")));
    m_chart->setTitles(tr("Frame"), quantityTitle(quantity(), m_table->unit));
    m_chart->resetZoom();
    m_chart->setCurves({{m_peak->currentText(), curve.frames, curve.values, curve.errors}});
    m_chart->refreshNow();
    setCurrentRow(m_row);
}

} // namespace ewald::ui
