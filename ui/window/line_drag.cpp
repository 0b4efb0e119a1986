// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/line_drag.h"

#include "model/integration_session.h"
#include "view/pattern_chart.h"

#include <cmath>
#include <limits>
#include <utility>

namespace ewald::ui {

LineDrag::LineDrag(view::PatternChart& chart, IntegrationSession& session, std::function<std::optional<Axis>()> axis,
                   QObject* parent)
    : QObject(parent), m_session(session), m_axisOf(std::move(axis)) {
    connect(&chart, &view::PatternChart::markGrabbed, this, &LineDrag::grab);
    connect(&chart, &view::PatternChart::markDragged, this, &LineDrag::drag);
}

double LineDrag::spacingAt(double x) const {
    if (!m_axis) return std::numeric_limits<double>::quiet_NaN();
    return 1 / std::sin(azint::twoThetaOf(m_axis->unit, x, m_axis->wavelength_m, m_axis->distance_m) / 2);
}

void LineDrag::grab(double x) {
    m_axis = m_axisOf();
    m_ratioPerSpacing = m_session.substance().spacingRatio() / spacingAt(x);
    m_session.history().closeStep();
}

void LineDrag::drag(double x) {
    const RingSubstance& substance = m_session.substance();
    const double ratio = m_ratioPerSpacing * spacingAt(x);
    if (!substance.takesConditions() || !std::isfinite(ratio) || !(ratio > 0)) return;
    const auto conditions = crystal::conditionsOf(substance.rings()->state, substance.conditions(), ratio);
    if (conditions) m_session.setSubstanceConditions(*conditions);
}

} // namespace ewald::ui
