// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of a geometry that are typed, nudged and stored.
#include "azint/poni.h"
#include "powder_window.h"
#include "window/geometry_panel.h"

#include <QDoubleSpinBox>

namespace ewald::ui::test {
namespace {

using Field = GeometryPanel::Field;

class GeometryTest : public PowderWindowTest {
protected:
    void SetUp() override {
        PowderWindowTest::SetUp();
        openPowder();
    }
    [[nodiscard]] GeometryPanel& panel() { return *page().geometryPanel(); }
    [[nodiscard]] bool isReady() {
        return waitFor([this] { return framesAreReady(); });
    }
    /// The file that the document names once all is stored.
    [[nodiscard]] azint::Poni stored() {
        bool done = false;
        frames().storeThen([&] { done = true; });
        EXPECT_TRUE(waitFor([&] { return done && framesAreReady(); }));
        return azint::readPoni(frames().document().text("poni_file"));
    }
};

/// Degrees for radians, or a detector beside the beam: only the numbers of the PONI describe it then.
TEST_F(GeometryTest, ABeamThatMissesThePlaneOfTheDetectorHasNoCentre) {
    panel().box(Field::rot1_deg)->setValue(90);
    EXPECT_NEAR(frames().poni().rot1, 1.5707963, 1e-6);
    for (const Field field : {Field::centreRow, Field::centreCol, Field::distance_mm, Field::tilt_deg}) {
        EXPECT_FALSE(panel().box(field)->isEnabled()) << static_cast<int>(field);
        panel().box(field)->setValue(panel().box(field)->value() + 1); // as a key that was pressed a moment before
    }
    panel().setCentre(3, 4);
    EXPECT_NEAR(frames().poni().rot1, 1.5707963, 1e-6) << "nothing has changed";
    panel().box(Field::rot1_deg)->setValue(0);
    EXPECT_TRUE(panel().box(Field::distance_mm)->isEnabled());
    panel().box(Field::distance_mm)->setValue(150);
    EXPECT_NEAR(frames().poni().dist_m, 0.15, 1e-12);
}

/// 200 keV are 2.5079 pm for electrons (Williams & Carter, Transmission Electron Microscopy, table 1.2), 6.2 for
/// photons.
TEST_F(GeometryTest, TheEnergyOfElectronsHasItsOwnWavelength) {
    set("particle", job::ParameterValue(std::string("electron")));
    ASSERT_TRUE(isReady());
    panel().box(Field::energy_keV)->setValue(200);
    EXPECT_NEAR(frames().poni().wavelength_m.value_or(0), 2.5079e-12, 1e-16);
    EXPECT_NEAR(stored().wavelength_m.value_or(0), 2.5079e-12, 1e-16);
    EXPECT_NEAR(panel().box(Field::energy_keV)->value(), 200, 1e-3);
    // An energy that was typed in the form has the wavelength of what is chosen there.
    set("particle", job::ParameterValue(std::string("photon")));
    set("energy_keV", job::ParameterValue(200.0));
    ASSERT_TRUE(isReady());
    EXPECT_NEAR(frames().poni().wavelength_m.value_or(0), 6.1992e-12, 1e-16);
    set("particle", job::ParameterValue(std::string("electron")));
    ASSERT_TRUE(waitFor([this] { return std::abs(frames().poni().wavelength_m.value_or(0) - 2.5079e-12) < 1e-16; }));
}

/// What the form asks for is not stored with a geometry: there, nothing would switch it off again.
TEST_F(GeometryTest, ParallaxStaysInTheForm) {
    set("sensor_material", job::ParameterValue(std::string("Si")));
    set("sensor_thickness_m", job::ParameterValue(450e-6));
    set("parallax", job::ParameterValue(true));
    set("energy_keV", job::ParameterValue(20.0)); // read anew with these
    ASSERT_TRUE(isReady());
    panel().nudge(1, 0);
    const azint::Poni poni = stored();
    EXPECT_FALSE(poni.parallax);
    EXPECT_FALSE(poni.sensor);
    EXPECT_TRUE(frames().document().flag("parallax"));
}

} // namespace
} // namespace ewald::ui::test
