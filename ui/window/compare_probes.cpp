// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/compare_probes.h"

#include "common/quantity_text.h"
#include "model/text.h"
#include "view/pattern_chart.h"
#include "window/yielding_area.h"

#include <QLabel>
#include <QTextDocument>
#include <QVBoxLayout>

#include <cmath>

namespace ewald::ui {

CompareProbes::CompareProbes(QWidget* parent)
    : QWidget(parent), m_chart(new view::PatternChart(this)), m_text(new QLabel(this)) {
    m_chart->setStyle(view::PatternChart::Style::curves);
    m_chart->setMinimumHeight(kLeastHeight);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_chart, 1);
    column->addWidget(new YieldingArea(m_text, 2 * fontMetrics().lineSpacing(), this));
}

void CompareProbes::setResults(const ComparedResultsPtr& results) {
    m_results = results;
    m_worker.cancel();
    m_wanted = results != nullptr;
    m_text->setText(commonText());
    m_chart->clear(results ? tr("Propagating…") : tr("No results yet"));
    if (isVisible()) propagate();
}

void CompareProbes::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    propagate();
}

void CompareProbes::propagate() {
    if (!m_wanted) return;
    m_wanted = false;
    m_worker.start<ComparedBeams>(
        [results = m_results](TaskContext& context) { return propagateBeams(*results, context); },
        [this](const ComparedBeams& beams) { showBeams(beams); },
        [this](const Error& error) { m_chart->clear(coreText(error.problem())); });
}

void CompareProbes::showBeams(const ComparedBeams& beams) {
    const LengthUnit along = lengthUnit(std::max(beams.a.distance_m.back(), beams.b.distance_m.back()));
    double widest = 0;
    for (const ptycho::Caustic* beam : {&beams.a, &beams.b})
        for (const auto& widths : {beam->alongX, beam->alongY})
            for (const ptycho::BeamWidth& width : widths) widest = std::max(widest, width.fwhm_m);
    const LengthUnit across = lengthUnit(widest);
    const auto curve = [&](const QString& name, const ptycho::Caustic& beam,
                           const std::vector<ptycho::BeamWidth>& widths) {
        view::PatternCurve made{name, {}, {}, {}};
        for (std::size_t i = 0; i < widths.size(); ++i) {
            made.x.push_back(beam.distance_m[i] / along.metres);
            made.y.push_back(static_cast<float>(widths[i].fwhm_m / across.metres));
        }
        return made;
    };
    m_chart->setTitles(tr("Distance (%1)").arg(unitName(along)), tr("FWHM (%1)").arg(unitName(across)));
    m_chart->setCurves({curve(tr("A, x"), beams.a, beams.a.alongX), curve(tr("A, y"), beams.a, beams.a.alongY),
                        curve(tr("B, x"), beams.b, beams.b.alongX), curve(tr("B, y"), beams.b, beams.b.alongY)});
    m_chart->refreshNow();
    m_text->setText(commonText() + QStringLiteral("<br>") + beamText(tr("A"), beams.a, beams.coherenceA) +
                    QStringLiteral("<br>") + beamText(tr("B"), beams.b, beams.coherenceB));
}

QString CompareProbes::commonText() const {
    if (!m_results) return {};
    const auto& probe = m_results->found.probe;
    if (!probe) return tr("The probes have different numbers of pixels: what they have in common is not known.");
    return tr("The probes are %1 % the same; B has %2 times the power of A.")
        .arg(numberText(100 * probe->overlap, 3), numberText(probe->powerRatio, 3));
}

QString CompareProbes::beamText(const QString& name, const ptycho::Caustic& beam, const ptycho::Coherence& coherence) {
    QString text = tr("<b>%1</b>: degree of coherence %2 (modes: %3); ")
                       .arg(name, numberText(coherence.degree, 3), countText(coherence.power.size()));
    if (!beam.focusInside)
        return text + tr("the focus is not within ±%1, as far as these pixels can be propagated.")
                          .arg(lengthText(beam.valid_m, 2));
    std::size_t nearest = 0;
    for (std::size_t i = 0; i < beam.distance_m.size(); ++i)
        if (std::abs(beam.distance_m[i] - beam.focus_m) < std::abs(beam.distance_m[nearest] - beam.focus_m))
            nearest = i;
    text += tr("focus %1 %2 of the sample, %3 × %4 there (FWHM, x × y); astigmatism %5.")
                .arg(lengthText(std::abs(beam.focus_m), 3), beam.focus_m < 0 ? tr("upstream") : tr("downstream"),
                     lengthText(beam.alongX[nearest].fwhm_m, 3), lengthText(beam.alongY[nearest].fwhm_m, 3),
                     lengthText(std::abs(beam.astigmatism_m), 2));
    return text;
}

QString CompareProbes::text() const {
    QTextDocument document;
    document.setHtml(m_text->text());
    return document.toPlainText();
}

} // namespace ewald::ui
