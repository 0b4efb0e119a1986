// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/intensities_panel.h"

#include "model/manual.h"
#include "model/session.h"
#include "model/shown_refinement.h"
#include "view/pattern_chart.h"

#include <QHBoxLayout>

#include <utility>

namespace ewald::ui {

IntensitiesPanel::IntensitiesPanel(Session& session, QTabWidget& tabs)
    : OptionalPage(tabs, tr("Beam"), tr("How bright the beam was in each frame, compared with the mean")),
      m_session(session), m_chart(new view::PatternChart(this)) {
    setManualPlace(*this, QStringLiteral("engines#background-and-beam"));
    m_chart->setStyle(view::PatternChart::Style::curves);
    m_chart->setCounting(true);
    m_chart->setTitles(tr("Frame"), tr("Intensity (mean = 1)"));
    auto* column = new QHBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_chart);
    connect(&m_session.refinement(), &ShownRefinement::changed, this, [this] { followContent(); });
}

bool IntensitiesPanel::hasContent() const { return m_session.refinement().intensities() != nullptr; }

void IntensitiesPanel::clearContent() { m_chart->clear(); }

void IntensitiesPanel::showContent() {
    const FrameIntensitiesPtr found = m_session.refinement().intensities();
    view::PatternCurve curve{tr("Intensity"), {}, {}, {}};
    curve.x.assign(found->frames.begin(), found->frames.end());
    curve.y.reserve(found->relative.size());
    for (const double value : found->relative) curve.y.push_back(static_cast<float>(value));
    m_chart->setCurves({std::move(curve)});
}

} // namespace ewald::ui
