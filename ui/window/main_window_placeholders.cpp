// SPDX-License-Identifier: GPL-3.0-or-later
// What empty fields of the forms stand for.
#include "base/units.h"
#include "form/by_hand_text.h"
#include "form/parameter_field.h"
#include "form/parameter_form.h"
#include "model/stored_geometry.h"
#include "model/text.h"
#include "window/main_window.h"

#include <cmath>

namespace ewald::ui {

void MainWindow::showPlaceholders() {
    static const io::Scan kNone;
    static const io::ImportMapping kNoMapping;
    const io::Scan& scan = m_session.scan() ? m_session.scan()->scan : kNone;
    const auto& mapping = m_session.scan() ? m_session.scan()->job.mapping : std::nullopt;
    const io::ImportMapping& layout = mapping ? *mapping : kNoMapping;
    const auto known = [this](const std::optional<double>& value, const QString& text, bool typed) {
        if (!value) return m_session.scan() ? tr("not in the file") : QString();
        return typed ? tr("%1 (typed for the layout)").arg(text) : tr("%1 (file)").arg(text);
    };
    const double energy = scan.wavelength_m ? energyOf(scan.particle, *scan.wavelength_m) : 0;
    m_form->setPlaceholder("energy_keV", known(scan.wavelength_m, tr("%1 keV").arg(numberText(energy, 5)),
                                               layout.energy.empty() && layout.energyValue));
    m_form->setPlaceholder("distance_m", known(scan.distance_m, lengthText(scan.distance_m.value_or(0), 4),
                                               layout.distance.empty() && layout.distanceValue));
    m_form->setPlaceholder("pixel_size_m", known(scan.pixelHeight_m, lengthText(scan.pixelHeight_m.value_or(0), 4),
                                                 layout.pixelSize.empty() && layout.pixelSizeValue));
}

/// An empty field of an integration means what the PONI says, else the file of the frames.
void MainWindow::showPowderPlaceholders() {
    const IntegrationSession& session = m_session.integration();
    const std::string& file = session.document().text("poni_file");
    // What was changed by hand is no longer what the PONI, or the file of the frames, says.
    const bool changed = session.geometryKnown() && (session.geometryEdited() || isStoredGeometry(file));
    const bool ofPoni = changed || (session.geometryKnown() && !file.empty());
    if (ParameterField* field = m_integrationForm->field("poni_file"))
        field->setMeaning(session.geometryEdited() && !file.empty() ? changedGeometryText() : QString());
    std::optional<double> wavelength, distance, pixel;
    bool ofPoniPixel = ofPoni;
    if (ofPoni) {
        const azint::Poni& poni = session.poni();
        wavelength = poni.wavelength_m;
        distance = poni.dist_m;
        pixel = poni.pixel1_m;
        // Where the two contradict each other, that of the frames counts.
        const std::optional<double> own = session.stack() ? session.stack()->geometry.pixelHeight_m : std::nullopt;
        if (own && !session.contradiction().empty()) ofPoniPixel = std::abs(*own - *pixel) > 1e-6 * *own;
    } else if (session.stack()) {
        const io::StackGeometry& own = session.stack()->geometry;
        wavelength = own.wavelength_m;
        distance = own.distance_m;
        pixel = own.pixelHeight_m;
    }
    const auto show = [&](const char* key, const std::optional<double>& value, const QString& text, bool poni) {
        //: as changed by hand on the page "Geometry and mask"
        const QString known = !poni ? tr("%1 (file)") : changed ? tr("%1 (geometry)") : tr("%1 (PONI)");
        QString none = !poni ? tr("not in the file") : changed ? tr("not in the geometry") : tr("not in the PONI");
        if (!session.stack()) none.clear();
        m_integrationForm->setPlaceholder(key, value ? known.arg(text) : none);
    };
    const bool known = wavelength.value_or(0) > 0;
    if (!known) wavelength.reset();
    show("energy_keV", wavelength,
         tr("%1 keV").arg(numberText(known ? energyOf(session.particle(), *wavelength) : 0, 5)), ofPoni);
    show("distance_m", distance, lengthText(distance.value_or(0), 4), ofPoni);
    show("pixel_size_m", pixel, lengthText(pixel.value_or(0), 4), ofPoniPixel);
}

} // namespace ewald::ui
