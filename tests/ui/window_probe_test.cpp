// SPDX-License-Identifier: GPL-3.0-or-later
// The page of the probe: its numbers, its pictures, and what the mouse chooses.
#include "view/image_view.h"
#include "view/pattern_chart.h"
#include "window/probe_page.h"
#include "window_state.h"

#include <QAbstractAxis>
#include <QChartView>
#include <QComboBox>
#include <QFile>
#include <QFontMetricsF>
#include <QTabWidget>

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

namespace ewald::ui {
namespace {

constexpr double kWavelength = 1.24e-10;
constexpr double kPixel = 10e-9;
constexpr std::size_t kSize = 64;

/// A Gaussian beam of waist w0 (1/e amplitude) that lies `focus` downstream, as one mode.
ProbeRequest gaussian(double waist_m, double focus_m) {
    // exp(−r²/(w0² q)), q = 1 + i(z − focus)/zR at z = 0.
    const double rayleigh = kPi * waist_m * waist_m / kWavelength;
    const std::complex<double> q(1, -focus_m / rayleigh);
    auto modes = std::make_shared<Array<Complex, 3>>(Array<Complex, 3>::Shape{1, kSize, kSize});
    for (std::size_t r = 0; r < kSize; ++r)
        for (std::size_t c = 0; c < kSize; ++c) {
            const double y = (static_cast<double>(r) - kSize / 2.0) * kPixel;
            const double x = (static_cast<double>(c) - kSize / 2.0) * kPixel;
            (*modes)(0, r, c) = Complex(std::exp(-(x * x + y * y) / (waist_m * waist_m * q)) / q);
        }
    return {modes, kWavelength, kPixel, kPixel, false};
}

TEST(ProbeAnalysis, OfAGaussianBeamIsThatOfTheory) {
    const double waist = 25e-9, focus = 12e-6;
    const RunControl control;
    const ProbeAnalysisPtr found = analyseProbe(gaussian(waist, focus), control);
    EXPECT_NEAR(found->coherence.degree, 1, 1e-6);
    EXPECT_NEAR(found->wavefront.focusX_m, focus, 0.02 * focus);
    EXPECT_NEAR(found->wavefront.focusY_m, focus, 0.02 * focus);
    EXPECT_LT(found->wavefront.rms_waves, 0.005);
    const ptycho::Caustic& beam = found->caustic;
    EXPECT_NEAR(beam.focusX_m, focus, 0.05 * focus);
    const double rayleigh = kPi * waist * waist / kWavelength;
    for (std::size_t i = 0; i < beam.distance_m.size(); ++i) {
        const double w = waist * std::hypot(1, (beam.distance_m[i] - focus) / rayleigh);
        // Half of the maximum is found by straight lines between samples as coarse as a third of the smallest beam.
        EXPECT_NEAR(beam.alongX[i].fwhm_m, w * std::sqrt(2 * std::log(2.0)), 0.06 * w) << beam.distance_m[i];
        EXPECT_NEAR(beam.alongX[i].rms_m, w / 2, 0.02 * w) << beam.distance_m[i];
    }
    // The picture is the sections turned: row = across, column = distance.
    ASSERT_EQ(found->alongX->extent(1), beam.distance_m.size());
    EXPECT_EQ((*found->alongX)(kSize / 2, 7), beam.sectionX(7, kSize / 2));
    // In its focus the beam is as small as its waist: its intensity has the standard deviation w0/2.
    const Array<float, 2> there =
        ptycho::intensityAt(*gaussian(waist, focus).modes, focus, kWavelength, kPixel, kPixel);
    double squares = 0, all = 0;
    for (std::size_t r = 0; r < kSize; ++r)
        for (std::size_t c = 0; c < kSize; ++c) {
            const double x = (static_cast<double>(c) - kSize / 2.0) * kPixel;
            const auto intensity = static_cast<double>(there(r, c));
            all += intensity;
            squares += intensity * x * x;
        }
    EXPECT_NEAR(std::sqrt(squares / all), waist / 2, 0.01 * waist);
    // Around the focus: a part of that range, with the focus in it.
    ProbeRequest close = gaussian(waist, focus);
    close.nearFocus = true;
    const ProbeAnalysisPtr near = analyseProbe(close, control);
    EXPECT_LT(near->caustic.distance_m.back() - near->caustic.distance_m.front(),
              0.95 * (beam.distance_m.back() - beam.distance_m.front()));
    EXPECT_LT(near->caustic.distance_m.front(), focus);
    EXPECT_GT(near->caustic.distance_m.back(), focus);
    ProbeRequest unknown = gaussian(waist, focus);
    unknown.wavelength_m = 0;
    double degree = 0; // that is known all the same
    const auto keep = [&](const ptycho::Coherence& coherence) { degree = coherence.degree; };
    EXPECT_THROW(static_cast<void>(analyseProbe(unknown, control, keep)), JobError);
    EXPECT_NEAR(degree, 1, 1e-6);
}

class ProbePageTest : public test::StateTest {};

TEST_F(ProbePageTest, ShowsTheBeamOfAResult) {
    open(writeScan());
    run(3);
    ProbePage& page = m_window->probePage();
    EXPECT_EQ(page.analysis(), nullptr) << "nothing is computed before it is seen";
    m_window->tabs().setCurrentWidget(&page);
    // Where it is seen before the result is there, that of the run comes first.
    ASSERT_TRUE(test::waitFor([&] { return page.analysis() && page.analysis()->of.modes == live().probeModes(); }));
    EXPECT_TRUE(page.text().contains(QStringLiteral("degree of coherence"))) << page.text().toStdString();
    EXPECT_TRUE(page.text().contains(QStringLiteral("Wavefront"))) << page.text().toStdString();
    EXPECT_EQ(page.sizes()->curves().size(), 4U);
    // Qt cuts off titles that are longer than their axis.
    const QChart* chart = page.sizes()->findChild<QChartView*>()->chart();
    for (const QAbstractAxis* axis : chart->axes()) {
        const double room =
            axis->orientation() == Qt::Horizontal ? chart->plotArea().width() : chart->plotArea().height();
        EXPECT_LE(QFontMetricsF(axis->titleFont()).horizontalAdvance(axis->titleText()), room)
            << axis->titleText().toStdString();
        EXPECT_FALSE(axis->titleText().isEmpty());
    }
    ASSERT_TRUE(test::waitFor([&] { return page.causticX()->isIdle() && page.beam()->emptyText().isEmpty(); }));
    // A click in the picture chooses the plane.
    const auto& at = page.analysis()->caustic.distance_m;
    view::ImageView& picture = *page.causticX();
    QTest::mouseClick(picture.canvas(), Qt::LeftButton, Qt::NoModifier,
                      picture.toCanvas({20.5, static_cast<double>(page.analysis()->alongX->extent(0)) / 2}).toPoint());
    EXPECT_NEAR(page.distance_m(), at[20], 1.01 * (at[1] - at[0]));
    EXPECT_TRUE(page.beam()->title().contains(QStringLiteral("upstream"))) << page.beam()->title().toStdString();
    // Another range is another computation.
    const ProbeAnalysisPtr before = page.analysis();
    page.findChild<QComboBox*>()->setCurrentIndex(1);
    ASSERT_TRUE(test::waitFor([&] { return page.analysis() != before && page.analysis() != nullptr; }));
    EXPECT_TRUE(page.analysis()->of.nearFocus);
}

TEST_F(ProbePageTest, WaitsForNoRunWhenAResultIsOpened) {
    open(writeScan());
    run(2);
    const QString earlier = path(QStringLiteral("earlier.h5"));
    ASSERT_TRUE(QFile::copy(session().result()->file, earlier));
    startLongRun();
    ProbePage& page = m_window->probePage();
    m_window->tabs().setCurrentWidget(&page);
    ASSERT_TRUE(test::waitFor([&] { return page.analysis() != nullptr; }));
    m_window->open(earlier);
    m_window->tabs().setCurrentWidget(&page);
    // The probe of a run is looked at every ten seconds.
    const auto isShown = [&] {
        return session().result() && page.analysis() && page.analysis()->of.modes == session().result()->probe;
    };
    ASSERT_TRUE(test::waitFor([&] { return session().result() != nullptr; }));
    m_window->tabs().setCurrentWidget(&page);
    EXPECT_TRUE(test::waitFor(isShown));
    stopRun();
}

} // namespace
} // namespace ewald::ui
