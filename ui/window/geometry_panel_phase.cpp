// SPDX-License-Identifier: GPL-3.0-or-later
// Pressure, temperature or scale of the cell of the substance whose rings are drawn.
#include "model/integration_session.h"
#include "window/geometry_panel.h"

#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>

namespace ewald::ui {

QWidget* GeometryPanel::buildPhase() {
    constexpr double kMost_GPa = 1e4, kMost_K = 1e4; // beyond what is reached in any laboratory
    m_phase = new QWidget;
    m_phaseLabel = new QLabel(m_phase);
    auto* grid = new QGridLayout(m_phase);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(6);
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(2, 1);
    grid->setColumnMinimumWidth(0, labelWidth());
    grid->addWidget(m_phaseLabel, 0, 0);
    grid->addWidget(addBox(Field::pressure_GPa, tr("GPa"), 3, 0, kMost_GPa, 0.1, tr("Pressure of the sample")), 0, 1);
    grid->addWidget(addBox(Field::temperature_K, tr("K"), 2, 0, kMost_K, 10, tr("Temperature of the sample")), 0, 2);
    grid->addWidget(addBox(Field::cellScale_percent, QStringLiteral("%"), 3, 50, 200, 0.05,
                           tr("Lengths of the cell, and so all d-spacings, in percent of those in the file")),
                    0, 1);
    // The scale is as wide as the pressure, which stands beside another field.
    QSizePolicy keptWidth = box(Field::temperature_K)->sizePolicy();
    keptWidth.setRetainSizeWhenHidden(true);
    box(Field::temperature_K)->setSizePolicy(keptWidth);
    return m_phase;
}

void GeometryPanel::showPhase() {
    const RingSubstance& substance = m_session.substance();
    const bool scaled = substance.takesScale();
    const bool follows = substance.takesPressure() || substance.takesTemperature();
    m_phase->setVisible(m_session.stack() && (scaled || follows));
    m_phaseLabel->setText(scaled ? tr("Cell scale") : tr("Phase at"));
    box(Field::pressure_GPa)->setVisible(!scaled);
    box(Field::temperature_K)->setVisible(!scaled);
    box(Field::cellScale_percent)->setVisible(scaled);
    box(Field::pressure_GPa)->setEnabled(substance.takesPressure());
    box(Field::temperature_K)->setEnabled(substance.takesTemperature());
    box(Field::pressure_GPa)
        ->setToolTip(substance.takesPressure() ? tr("Pressure of the sample")
                                               : tr("The file does not give the bulk modulus (K0)"));
    box(Field::temperature_K)
        ->setToolTip(substance.takesTemperature() ? tr("Temperature of the sample")
                                                  : tr("The file does not give the thermal expansion (ALPHAT)"));
    const crystal::Conditions& conditions = substance.conditions();
    for (const auto& [field, value] : {std::pair(Field::pressure_GPa, conditions.pressure_GPa),
                                       std::pair(Field::temperature_K, conditions.temperature_K),
                                       std::pair(Field::cellScale_percent, 100 * conditions.cellScale)}) {
        const QSignalBlocker quiet(box(field));
        box(field)->setValue(value);
    }
}

void GeometryPanel::phaseEdited(Field field, double value) {
    crystal::Conditions conditions = m_session.substance().conditions();
    if (field == Field::pressure_GPa)
        conditions.pressure_GPa = value;
    else if (field == Field::temperature_K)
        conditions.temperature_K = value;
    else
        conditions.cellScale = value / 100;
    m_session.setSubstanceConditions(conditions);
}

} // namespace ewald::ui
