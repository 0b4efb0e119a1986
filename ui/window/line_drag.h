// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/unit.h"

#include <QObject>

#include <functional>
#include <optional>

namespace ewald::view {
class PatternChart;
} // namespace ewald::view

namespace ewald::ui {

class IntegrationSession;

/// Lines of the substance that is chosen are dragged over a pattern: its pressure, or temperature, or the scale of its
/// cell becomes what puts the line under the mouse. One step for undo.
class LineDrag : public QObject {
    Q_OBJECT

public:
    /// What the x of the chart is.
    struct Axis {
        azint::Unit unit;
        double wavelength_m = 0;
        double distance_m = 0; ///< azint::twoThetaOf()
    };

    /// \param chart, session live longer than this \param axis of the chart as it is when a line is dragged; nothing:
    /// it is not known
    LineDrag(view::PatternChart& chart, IntegrationSession& session, std::function<std::optional<Axis>()> axis,
             QObject* parent);

private:
    /// What the spacing of a line at x is proportional to: 1 / sin θ. Not a number: there is none.
    [[nodiscard]] double spacingAt(double x) const;
    void grab(double x);
    void drag(double x);

    IntegrationSession& m_session;
    std::function<std::optional<Axis>()> m_axisOf;
    std::optional<Axis> m_axis;   ///< of the drag
    double m_ratioPerSpacing = 0; ///< RingSubstance::spacingRatio() over spacingAt() when it began
};

} // namespace ewald::ui
