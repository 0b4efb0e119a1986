// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of the geometry: guesses, doubts.
#include "azint/detector.h"
#include "base/error.h"
#include "base/units.h"
#include "common/quantity_text.h"
#include "job/document/settings.h"
#include "model/integration_session.h"
#include "model/text.h"

#include <algorithm>

namespace ewald::ui {

Particle IntegrationSession::particle() const { return job::particleOf(document()); }

azint::Poni IntegrationSession::guessedPoni() const {
    azint::Poni poni;
    const io::StackGeometry& file = m_stack->geometry;
    double height = file.pixelHeight_m.value_or(0), width = file.pixelWidth_m.value_or(0);
    const auto known = azint::detectorsOfShape(m_stack->rows(), m_stack->cols());
    if (!(height > 0) && !known.empty()) {
        const auto readout = azint::readoutOf(*known.front(), m_stack->rows(), m_stack->cols());
        height = readout->pixelHeight_m;
        width = readout->pixelWidth_m;
    }
    poni.pixel1_m = height > 0 ? height : 100e-6;
    poni.pixel2_m = width > 0 ? width : poni.pixel1_m;
    poni.dist_m = file.distance_m.value_or(0.2);
    poni.poni1_m = file.beamCentreRow.value_or(static_cast<double>(m_stack->rows()) / 2) * poni.pixel1_m;
    poni.poni2_m = file.beamCentreCol.value_or(static_cast<double>(m_stack->cols()) / 2) * poni.pixel2_m;
    poni.wavelength_m = file.wavelength_m, poni.rot3 = file.turn_deg * kPi / 180;
    if (file.tilt_deg == 0 || !fileHasGeometry()) return poni;
    return azint::withBeamGeometry(
        poni, {*file.distance_m, *file.beamCentreRow, *file.beamCentreCol, file.tilt_deg, file.tiltDirection_deg});
}

bool IntegrationSession::guessesPixelSize() const {
    return !(m_stack->geometry.pixelHeight_m.value_or(0) > 0) &&
           azint::detectorsOfShape(m_stack->rows(), m_stack->cols()).empty();
}

bool IntegrationSession::pixelSizeGuessed() const {
    return m_stack && m_pixelGuessed && document().text("detector").empty() && !(document().real("pixel_size_m") > 0);
}

bool IntegrationSession::fileHasGeometry() const {
    if (!m_stack) return false;
    const io::StackGeometry& file = m_stack->geometry;
    return !file.panels.empty() || (file.distance_m && file.pixelHeight_m && file.beamCentreRow && file.beamCentreCol);
}

QString IntegrationSession::geometryDoubt() const {
    constexpr double kFarthest_m = 50; // the longest small-angle instruments
    constexpr double kLargestPixel_m = 0.01;
    if (!m_known) return {};
    if (m_poni.dist_m > kFarthest_m)
        return tr("The detector is %1 away: check the unit of the distance.").arg(lengthText(m_poni.dist_m));
    if (std::max(m_poni.pixel1_m, m_poni.pixel2_m) > kLargestPixel_m)
        return tr("A detector pixel is %1 wide: check its unit.").arg(lengthText(m_poni.pixel2_m));
    return {};
}

bool IntegrationSession::knowsEnergy() const {
    return document().real("energy_keV") > 0 || document().real("wavelength_m") > 0 ||
           m_poni.wavelength_m.value_or(0) > 0 || (m_stack && m_stack->geometry.wavelength_m.value_or(0) > 0);
}

QString IntegrationSession::energyProblem() const {
    const azint::UnitInfo& unit = azint::info(azint::unitFromName(document().text("unit")));
    if (!m_stack || !unit.needsWavelength || knowsEnergy()) return {};
    return tr("%1 needs the photon energy: type it, or choose 2θ or r as the unit of the axis.")
        .arg(QString::fromUtf8(unit.label));
}

std::optional<azint::Geometry> IntegrationSession::geometry() const {
    if (!m_stack) return {};
    try {
        return azint::Geometry(m_poni, m_stack->rows(), m_stack->cols(), flipRows(), flipCols());
    } catch (const Error&) {
        return {};
    }
}

} // namespace ewald::ui
