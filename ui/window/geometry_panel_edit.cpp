// SPDX-License-Identifier: GPL-3.0-or-later
// What is typed, nudged and shown with the mouse of the geometry.
#include "azint/poni.h"
#include "base/error.h"
#include "base/units.h"
#include "model/integration_session.h"
#include "window/geometry_panel.h"

#include <QComboBox>

#include <algorithm>
#include <cmath>
#include <optional>

namespace ewald::ui {

std::optional<azint::BeamGeometry> GeometryPanel::storedBeam() const {
    const auto geometry = m_session.geometry();
    if (geometry && !geometry->poni().distortion.isFlat()) {
        const std::optional<azint::ImagePoint> centre = geometry->imagePoint(0, 0);
        if (!centre) return std::nullopt;
        // Where the direct beam meets it; in which direction it is tilted there says nothing of the other pixels.
        return azint::BeamGeometry{geometry->position(*centre).z, centre->row, centre->col,
                                   std::acos(std::min(1.0, geometry->cosIncidence(*centre))) / kDegree, 0};
    }
    azint::BeamGeometry beam;
    try {
        beam = azint::beamGeometryOf(m_session.poni());
    } catch (const Error&) {
        return std::nullopt;
    }
    if (geometry && geometry->reversesRows()) beam.centreRow = static_cast<double>(geometry->rows()) - beam.centreRow;
    if (geometry && geometry->reversesCols()) beam.centreCol = static_cast<double>(geometry->cols()) - beam.centreCol;
    return beam;
}

void GeometryPanel::applyBeam(const azint::BeamGeometry& stored, const QString& what) {
    azint::BeamGeometry beam = stored;
    const auto geometry = m_session.geometry();
    if (geometry && geometry->reversesRows()) beam.centreRow = static_cast<double>(geometry->rows()) - beam.centreRow;
    if (geometry && geometry->reversesCols()) beam.centreCol = static_cast<double>(geometry->cols()) - beam.centreCol;
    try {
        m_session.setPoni(azint::withBeamGeometry(m_session.poni(), beam), what);
    } catch (const Error&) {
        show(); // the boxes allow no such values; what stands there is shown again
    }
}

void GeometryPanel::nudge(int rows, int cols) {
    const double step = m_step->currentData().toDouble();
    azint::Poni poni = m_session.poni();
    const auto geometry = m_session.geometry();
    if (!geometry) return;
    // Along the detector's plane: distance, tilt and rot3 stay exactly as they are.
    poni.poni1_m += (geometry->reversesRows() ? -step : step) * rows * poni.pixel1_m;
    poni.poni2_m += (geometry->reversesCols() ? -step : step) * cols * poni.pixel2_m;
    m_session.setPoni(poni, tr("Beam centre"));
}

void GeometryPanel::setCentre(double row, double col) {
    azint::Poni poni = m_session.poni();
    const auto geometry = m_session.geometry();
    if (!geometry || !poni.distortion.isFlat()) return; // showProblem() says why
    const std::optional<azint::BeamGeometry> beam = storedBeam();
    if (!beam) return show(); // the tool that has asked for it
    poni.poni1_m += (geometry->reversesRows() ? -1 : 1) * (row - beam->centreRow) * poni.pixel1_m;
    poni.poni2_m += (geometry->reversesCols() ? -1 : 1) * (col - beam->centreCol) * poni.pixel2_m;
    m_session.setPoni(poni, tr("Beam centre"));
}

void GeometryPanel::edited(Field field, double value) {
    azint::Poni poni = m_session.poni();
    QString what = tr("PONI numbers");
    const std::optional<azint::BeamGeometry> stored = storedBeam();
    switch (field) {
    case Field::centreRow: return stored ? setCentre(value, stored->centreCol) : show();
    case Field::centreCol: return stored ? setCentre(stored->centreRow, value) : show();
    case Field::distance_mm:
    case Field::tilt_deg:
    case Field::tiltDirection_deg: {
        if (!stored) return show();
        azint::BeamGeometry beam = *stored;
        if (field == Field::distance_mm) beam.distance_m = value * 1e-3;
        if (field == Field::tilt_deg) beam.tilt_deg = value;
        if (field == Field::tiltDirection_deg) beam.tiltDirection_deg = value;
        applyBeam(beam, field == Field::distance_mm ? tr("Distance") : tr("Tilt"));
        return;
    }
    case Field::energy_keV:
        what = tr("Photon energy");
        poni.wavelength_m = value > 0 ? std::optional(wavelengthOf(m_session.particle(), value)) : std::nullopt;
        break;
    case Field::wavelength_A:
        what = tr("Wavelength");
        poni.wavelength_m = value > 0 ? std::optional(value * 1e-10) : std::nullopt;
        break;
    case Field::pixelHeight_um:
        what = tr("Pixel size"); // the beam stays on its pixel
        poni.poni1_m *= value * 1e-6 / poni.pixel1_m;
        poni.pixel1_m = value * 1e-6;
        break;
    case Field::pixelWidth_um:
        what = tr("Pixel size");
        poni.poni2_m *= value * 1e-6 / poni.pixel2_m;
        poni.pixel2_m = value * 1e-6;
        break;
    case Field::poni1_mm: poni.poni1_m = value * 1e-3; break;
    case Field::poni2_mm: poni.poni2_m = value * 1e-3; break;
    case Field::rot1_deg: poni.rot1 = value * kDegree; break;
    case Field::rot2_deg: poni.rot2 = value * kDegree; break;
    case Field::rot3_deg: poni.rot3 = value * kDegree; break;
    case Field::pressure_GPa:
    case Field::temperature_K:
    case Field::cellScale_percent: phaseEdited(field, value); return;
    }
    m_session.setPoni(poni, what);
}

} // namespace ewald::ui
