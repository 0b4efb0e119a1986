// SPDX-License-Identifier: GPL-3.0-or-later
// Peaks in the window: regions by mouse and as numbers, the fit of the shown pattern, that of all patterns, its file,
// curve and map.
#include "base/long_call.h"
#include "clip_check.h"
#include "german.h"
#include "job/peaks/peak_output.h"
#include "job/peaks/peak_parameters.h"
#include "powder_window.h"
#include "view/image_view.h"
#include "view/pattern_chart.h"
#include "window/peak_region_table.h"
#include "window/peak_series_view.h"
#include "window/peaks_panel.h"
#include "window/powder_map_panel.h"
#include "window/powder_page.h"

#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableWidget>
#include <QToolButton>

#include <cmath>
#include <numbers>

namespace ewald::ui::test {
namespace {

/// A Gaussian of area 50, full width 0.5 at 20 on a straight background, with the errors of counts.
PeakPatternPtr onePeak(std::size_t row = 0) {
    auto pattern = std::make_shared<PeakPattern>();
    pattern->row = row;
    for (int i = 0; i <= 400; ++i) {
        const double x = 18 + 0.01 * i;
        const double u = (x - 20) / 0.5;
        const double height = 50 / 0.5 * std::sqrt(4 * std::numbers::ln2 / std::numbers::pi);
        pattern->x.push_back(x);
        pattern->y.push_back(10 + 0.5 * x + height * std::exp(-4 * std::numbers::ln2 * u * u));
        pattern->sigma.push_back(std::sqrt(pattern->y.back()));
    }
    return pattern;
}

TEST(PeakFittingTest, TheShownPatternFollowsRegionsAndShape) {
    PeakFitting fitting;
    fitting.setAxis("q_nm^-1", 18, 22);
    fitting.setPattern(onePeak());
    EXPECT_EQ(fitting.fits(), nullptr) << "there is no region";
    fitting.setValue(job::peakParameter("shape"), std::string("gaussian"));
    const LongCalls calls;
    fitting.addRegion(19, 21);
    EXPECT_EQ(calls.seen().count("fitting peaks"), 0U) << "this thread only asks for it";
    ASSERT_TRUE(waitFor([&] { return fitting.fits() != nullptr; }));
    const fit::RegionFit& fit = fitting.fits()->fits.at(0);
    // The pattern is the model itself: what is left is the tolerance of the fit, 3e-9 of a standard deviation.
    EXPECT_NEAR(fit.peaks.at(0).peak.position, 20, 1e-7);
    EXPECT_NEAR(fit.peaks.at(0).peak.area, 50, 1e-5);
    EXPECT_NEAR(fit.peaks.at(0).peak.fwhm, 0.5, 1e-7);
    const FitCurves& curves = fitting.fits()->curves.at(0);
    EXPECT_EQ(curves.x.front(), 19);
    EXPECT_EQ(curves.x.back(), 21);
    EXPECT_NEAR(curves.background.at(curves.x.size() / 2), 20, 1e-5) << "10 + 0.5 · 20";
    // Without a region under the peak its place is taken by what is there.
    fitting.setRegion(0, {18, 19, {}});
    EXPECT_EQ(fitting.fits(), nullptr) << "nothing that is out of date is shown";
    ASSERT_TRUE(waitFor([&] { return fitting.fits() != nullptr; }));
    EXPECT_NE(fitting.fits()->fits.at(0).peaks.at(0).state, fit::PeakState::fitted);
    fitting.removeRegion(0);
    EXPECT_EQ(fitting.fits(), nullptr);
    EXPECT_TRUE(fitting.regions().empty());
}

TEST(PeakFittingTest, RegionsThatCannotBeAreRefusedAndThoseOfAnotherAxisGo) {
    PeakFitting fitting;
    fitting.setAxis("q_nm^-1", 18, 22);
    EXPECT_TRUE(fitting.problemOf({19, 20, {19.5}}).isEmpty());
    EXPECT_FALSE(fitting.problemOf({20, 19, {}}).isEmpty());
    EXPECT_FALSE(fitting.problemOf({30, 31, {}}).isEmpty());
    EXPECT_FALSE(fitting.problemOf({19, 20, {20.5}}).isEmpty());
    fitting.addRegion(20, 19);
    EXPECT_TRUE(fitting.regions().empty());
    fitting.addRegion(20, 21);
    fitting.addRegion(18.5, 19);
    ASSERT_EQ(fitting.regions().size(), 2U);
    EXPECT_EQ(fitting.regions()[0].low, 18.5) << "as they lie on the axis";
    fitting.setAxis("q_nm^-1", 19.5, 22);
    ASSERT_EQ(fitting.regions().size(), 1U);
    EXPECT_EQ(fitting.regions()[0].low, 20);
    fitting.setAxis("2th_deg", 19.5, 22);
    EXPECT_TRUE(fitting.regions().empty()) << "other numbers";
}

TEST(PeakFittingTest, FindsTheStrongestPeaksOfThePattern) {
    PeakFitting fitting;
    fitting.setAxis("q_nm^-1", 18, 22);
    fitting.setPattern(onePeak());
    const LongCalls calls;
    fitting.find();
    EXPECT_EQ(calls.seen().count("searching peaks"), 0U);
    ASSERT_TRUE(waitFor([&] { return fitting.idle(); }));
    ASSERT_EQ(fitting.regions().size(), 1U);
    EXPECT_LT(fitting.regions()[0].low, 20);
    EXPECT_GT(fitting.regions()[0].high, 20);
    auto flat = std::make_shared<PeakPattern>(*onePeak());
    for (double& y : flat->y) y = 10;
    fitting.setPattern(flat);
    fitting.find();
    ASSERT_TRUE(waitFor([&] { return fitting.idle(); }));
    ASSERT_TRUE(fitting.message());
    EXPECT_TRUE(fitting.message()->what.contains(QStringLiteral("No peak")));
    EXPECT_EQ(fitting.regions().size(), 1U) << "what was there stays";
    fitting.setPattern(onePeak(1));
    EXPECT_FALSE(fitting.message()) << "it was said of the pattern before";
}

TEST(PeakQuantityTest, WhatWasNotFittedIsNoNumber) {
    job::PeakTable table;
    table.unit = "q_nm^-1";
    table.frames = {4, 6};
    table.azimuthal_deg = {-90, 90};
    job::PeakColumn column;
    for (job::FittedQuantity* each : {&column.position, &column.area, &column.fwhm})
        *each = {{1, 2, 3, 4}, {0.1, 0.2, 0.3, 0.4}};
    column.reducedChi2 = {1, 1, 2, 2};
    column.state = {0, 0, 1, 0}; // frame 6, first sector: weak
    table.peaks = {column};
    const QuantityCurve first = curveOf(table, 0, 0, PeakQuantity::width);
    EXPECT_EQ(first.frames, (std::vector<double>{4, 6}));
    EXPECT_EQ(first.values[0], 1.0F);
    EXPECT_TRUE(std::isnan(first.values[1]));
    EXPECT_EQ(first.fitted, 1U);
    EXPECT_EQ(first.weak, 1U);
    const QuantityCurve second = curveOf(table, 0, 1, PeakQuantity::width);
    EXPECT_EQ(second.values, (std::vector<float>{2, 4}));
    EXPECT_EQ(second.errors, (std::vector<float>{0.2F, 0.4F}));
    EXPECT_TRUE(curveOf(table, 0, 1, PeakQuantity::chi2).errors.empty());
    EXPECT_EQ(usualPosition(table, 0), 2) << "of 1, 2 and 4";
}

class PeaksWindowTest : public PowderWindowTest {
protected:
    [[nodiscard]] PowderPage& powder() { return m_window->powderPage(); }
    [[nodiscard]] PeaksPanel& peaks() { return powder().peaks(); }
    [[nodiscard]] PeakFitting& fitting() { return peaks().fitting(); }
    [[nodiscard]] const LoadedIntegrationPtr& result() { return m_window->session().integrationResult(); }
    void integrate(std::size_t frames = 12) {
        openPowder(smallPowder(frames));
        set("error_model", std::string("poisson"));
        m_window->startRun();
        ASSERT_TRUE(waitFor([this] {
            return !m_window->session().controller().running() && result() && powder().isIdle();
        })) << m_window->messageBar().message().what.toStdString();
        powder().fitPeaksButton()->click();
        settleAll();
        ASSERT_EQ(powder().views()->currentWidget(), &peaks());
    }
    /// 2π√(h² + k² + l²)/a of LaB6, a = 4.156826 Å (NIST SRM 660c) times what the frame expands it by.
    [[nodiscard]] static double ringOf(int squares, double factor = 1) {
        return 2 * std::numbers::pi * std::sqrt(squares) / (0.4156826 * factor);
    }
    void drag(double low, double high) {
        QWidget* canvas = powder().pattern()->canvas();
        const auto at = [&](double x) {
            const auto [bottom, top] = powder().pattern()->yRange();
            return powder().pattern()->toCanvas(x, (bottom + top) / 2).toPoint();
        };
        QTest::mousePress(canvas, Qt::LeftButton, Qt::NoModifier, at(low));
        QTest::mouseMove(canvas, at(high));
        QTest::mouseRelease(canvas, Qt::LeftButton, Qt::NoModifier, at(high));
    }
    void fitAll() {
        peaks().fitAllButton()->click();
        ASSERT_TRUE(waitFor([this] { return !fitting().busy() && fitting().table() != nullptr && powder().isIdle(); }))
            << peaks().status().toStdString();
    }
    [[nodiscard]] static QByteArray bytesOf(const QString& file) {
        QFile in(file);
        return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
    }
};

TEST_F(PeaksWindowTest, ADragOverAPeakFitsIt) {
    integrate();
    powder().showRow(0);
    settleAll();
    ASSERT_TRUE(powder().pattern()->isChoosing());
    const double ring = ringOf(1);
    drag(ring - 1, ring + 1);
    ASSERT_EQ(fitting().regions().size(), 1U);
    EXPECT_FALSE(powder().pattern()->range()) << "the range of the map is another thing";
    ASSERT_TRUE(waitFor([this] { return fitting().fits() != nullptr; }));
    // A fortieth of a pixel (0.115°), which rings are wide and split over.
    const fit::FittedPeak& peak = fitting().fits()->fits.at(0).peaks.at(0);
    EXPECT_NEAR(peak.peak.position, ring, 5e-3);
    ASSERT_EQ(powder().pattern()->fits().size(), 1U);
    EXPECT_FALSE(powder().pattern()->fits()[0].sum.empty());
    // In words: value and error, in the unit of the axis.
    ASSERT_EQ(peaks().values()->rowCount(), 1);
    EXPECT_TRUE(peaks().values()->item(0, 1)->text().contains(QStringLiteral(" ± ")));
    EXPECT_TRUE(peaks().values()->horizontalHeaderItem(1)->text().contains(QString::fromUtf8("nm⁻¹")));
    EXPECT_EQ(peaks().values()->item(0, 5)->text(), QStringLiteral("fitted"));
    // Another frame, another fit: the lattice of the last one is 0.4 % larger.
    powder().showRow(11);
    ASSERT_TRUE(waitFor([this] { return fitting().fits() != nullptr && fitting().fits()->pattern->row == 11; }));
    EXPECT_NEAR(fitting().fits()->fits.at(0).peaks.at(0).peak.position, ringOf(1, 1.004), 5e-3);
    // A drag elsewhere is the range of the map again, and the regions stay.
    powder().views()->setCurrentWidget(powder().mapPanel());
    drag(ring, ring + 1);
    EXPECT_TRUE(powder().pattern()->range());
    EXPECT_EQ(fitting().regions().size(), 1U);
    powder().views()->setCurrentWidget(&peaks());
    EXPECT_FALSE(powder().pattern()->range());
    powder().views()->setCurrentWidget(powder().mapPanel());
    EXPECT_TRUE(powder().pattern()->range()) << "as it was";
    settleAll();
}

TEST_F(PeaksWindowTest, RegionsAreDrawnWherePeaksAreTheTopic) {
    integrate(4);
    const double ring = ringOf(1);
    fitting().addRegion(ring - 1, ring + 1);
    ASSERT_TRUE(waitFor([this] { return fitting().fits() != nullptr; }));
    EXPECT_EQ(powder().pattern()->fits().size(), 1U);
    for (QWidget* other : {static_cast<QWidget*>(powder().waterfall()), static_cast<QWidget*>(powder().mapPanel())}) {
        powder().views()->setCurrentWidget(other);
        EXPECT_TRUE(powder().pattern()->fits().empty());
        powder().showRow(powder().row() + 1); // fits that come meanwhile
        ASSERT_TRUE(waitFor(
            [this] { return fitting().fits() != nullptr && fitting().fits()->pattern->row == powder().row(); }));
        EXPECT_TRUE(powder().pattern()->fits().empty());
        powder().views()->setCurrentWidget(&peaks());
        EXPECT_EQ(powder().pattern()->fits().size(), 1U);
    }
    settleAll();
}

TEST_F(PeaksWindowTest, RegionsAreEditedAsNumbers) {
    integrate(4);
    const double ring = ringOf(1);
    fitting().addRegion(ring - 1, ring + 1);
    QTableWidget* table = peaks().regions().table();
    ASSERT_EQ(table->rowCount(), 1);
    EXPECT_TRUE(table->horizontalHeaderItem(0)->text().contains(QString::fromUtf8("nm⁻¹")));
    const QTableWidgetItem* edited = table->item(0, 0);
    table->item(0, 0)->setText(QStringLiteral("14.25"));
    EXPECT_EQ(table->item(0, 0), edited) << "the table still tells others of it";
    EXPECT_EQ(fitting().regions()[0].low, 14.25);
    EXPECT_EQ(fitting().regions()[0].high, ring + 1) << "the digits that are not shown stay";
    table->item(0, 2)->setText(QStringLiteral("15.2; 15.0"));
    EXPECT_EQ(fitting().regions()[0].positions, (std::vector<double>{15.0, 15.2}));
    ASSERT_TRUE(waitFor([this] { return fitting().fits() != nullptr; }));
    EXPECT_EQ(peaks().values()->rowCount(), 2);
    for (const char* wrong : {"x", "99", "14 15", ""}) {
        table->item(0, 0)->setText(QLatin1String(wrong));
        EXPECT_EQ(fitting().regions()[0].low, 14.25) << wrong;
        EXPECT_FALSE(peaks().regions().complaint().isEmpty()) << wrong;
        EXPECT_EQ(table->item(0, 0)->text(), QStringLiteral("14.25"));
    }
    table->selectRow(0);
    EXPECT_TRUE(powder().pattern()->fits().at(0).selected);
    peaks().regions().removeButton()->click();
    EXPECT_TRUE(fitting().regions().empty());
    EXPECT_TRUE(powder().pattern()->fits().empty());
    settleAll();
}

TEST_F(PeaksWindowTest, AllPatternsAreFittedAsByTheCommand) {
    integrate();
    const double ring = ringOf(1);
    fitting().addRegion(ring - 1, ring + 1);
    fitting().setValue(job::peakParameter("background"), 2LL);
    const LongCalls calls;
    fitAll();
    EXPECT_EQ(calls.seen().count("fitting peaks"), 0U);
    fitting().save(path(QStringLiteral("peaks.csv")));
    ASSERT_TRUE(waitFor([this] { return fitting().idle(); }));
    EXPECT_TRUE(peaks().status().contains(QStringLiteral("peaks.csv"))) << peaks().status().toStdString();
    // What the command calls.
    job::PeakRequest request = job::peakRequestOf({{"background", 2LL}});
    request.regions = {{ring - 1, ring + 1, {}}};
    const io::IntegrationResult file(toPath(result()->file));
    const job::PeakTable expected = job::fitPeaks(file, result()->file.toStdString(), request, RunControl());
    EXPECT_EQ(bytesOf(path(QStringLiteral("peaks.csv"))).toStdString(), job::peakText(expected));
    // Neither the result nor its frames are replaced; they are named.
    for (const QString& taken : {result()->file, path(QStringLiteral("powder.h5"))}) {
        const QByteArray before = bytesOf(taken);
        fitting().save(taken);
        ASSERT_TRUE(waitFor([this] { return fitting().idle(); }));
        ASSERT_TRUE(fitting().message());
        EXPECT_EQ(fitting().message()->severity, io::Severity::error);
        EXPECT_EQ(bytesOf(taken), before);
    }
    // Each shown pattern has the fit of the table.
    for (const std::size_t row : {0U, 7U, 11U}) {
        powder().showRow(row);
        ASSERT_TRUE(waitFor([&] { return fitting().fits() != nullptr && fitting().fits()->pattern->row == row; }));
        EXPECT_EQ(fitting().fits()->fits.at(0).peaks.at(0).peak.position, expected.peaks[0].position.values[row]);
        EXPECT_EQ(fitting().fits()->fits.at(0).peaks.at(0).sigmas[0], expected.peaks[0].area.errors[row]);
    }
    // A changed region makes the table one of the past, which is said.
    fitting().setRegion(0, {ring - 0.8, ring + 1, {}});
    EXPECT_TRUE(fitting().outdated());
    EXPECT_TRUE(peaks().status().contains(QStringLiteral("changed since"))) << peaks().status().toStdString();
    settleAll();
}

TEST_F(PeaksWindowTest, TheNameOfTheFileIsAskedForBesideTheResult) {
    integrate(4);
    EXPECT_FALSE(peaks().saveButton()->isEnabled());
    fitAll();
    EXPECT_FALSE(fitting().regions().empty()) << "those of the mean pattern";
    ASSERT_TRUE(peaks().saveButton()->isEnabled());
    peaks().saveButton()->click();
    auto* dialog = peaks().findChild<QFileDialog*>();
    ASSERT_NE(dialog, nullptr);
    const QString proposed = dialog->selectedFiles().value(0);
    EXPECT_EQ(QFileInfo(proposed).absolutePath(), QFileInfo(result()->file).absolutePath());
    EXPECT_TRUE(proposed.endsWith(QStringLiteral("_peaks.h5"))) << proposed.toStdString();
    EXPECT_FALSE(dialog->testOption(QFileDialog::DontConfirmOverwrite)) << "who replaces a file is asked";
    emit dialog->fileSelected(path(QStringLiteral("mine.h5")));
    dialog->close();
    ASSERT_TRUE(waitFor([this] { return fitting().idle() && QFile::exists(path(QStringLiteral("mine.h5"))); }));
    ASSERT_TRUE(waitFor([this] { return peaks().status().contains(QStringLiteral("mine.h5")); }));
    fitting().setValue(job::peakParameter("shape"), std::string("gaussian"));
    EXPECT_TRUE(peaks().status().contains(QStringLiteral("changed since"))) << peaks().status().toStdString();
    settleAll();
}

TEST_F(PeaksWindowTest, StopEndsTheFitsAtOnceAndKeepsNothing) {
    integrate();
    peaks().fitAllButton()->click();
    EXPECT_TRUE(fitting().busy());
    EXPECT_TRUE(peaks().stopButton()->isVisible());
    EXPECT_FALSE(peaks().fitAllButton()->isVisible());
    peaks().stopButton()->click();
    EXPECT_FALSE(fitting().busy());
    EXPECT_TRUE(peaks().fitAllButton()->isVisible());
    settleAll();
    EXPECT_EQ(fitting().table(), nullptr);
    EXPECT_TRUE(peaks().status().contains(QStringLiteral("Stopped"))) << peaks().status().toStdString();
    // Another run takes what belongs to the result before with it.
    fitAll();
    m_window->startRun();
    ASSERT_TRUE(waitFor([this] { return m_window->session().controller().running() || result() == nullptr; }));
    ASSERT_TRUE(waitFor([this] { return !m_window->session().controller().running(); }));
    settleAll();
    EXPECT_EQ(fitting().table(), nullptr);
    EXPECT_FALSE(fitting().regions().empty()) << "the axis is the same";
    EXPECT_EQ(peaks().status(), QStringLiteral("The regions are those of the result before"));
    fitting().removeRegion(0);
    EXPECT_EQ(peaks().status(), QString()) << "they are chosen for this one now";
}

TEST_F(PeaksWindowTest, CurveAndMapLeadToTheFrames) {
    integrate();
    const double ring = ringOf(1);
    fitting().addRegion(ring - 1, ring + 1);
    fitAll();
    const job::PeakColumn& column = fitting().table()->peaks.at(0);
    peaks().tabs()->setCurrentWidget(&peaks().series());
    settleAll();
    PeakSeriesView& series = peaks().series();
    ASSERT_EQ(series.chart()->curves().size(), 1U);
    const view::PatternCurve curve = series.chart()->curves().front();
    ASSERT_EQ(curve.y.size(), 12U);
    for (std::size_t row = 0; row < 12; ++row) {
        EXPECT_EQ(curve.y[row], static_cast<float>(column.position.values[row]));
        EXPECT_EQ(curve.error[row], static_cast<float>(column.position.errors[row]));
    }
    // The lattice expands evenly with the frame: so does 1/q, to the errors of the fits.
    EXPECT_NEAR(static_cast<double>(curve.y[0] / curve.y[11]), 1.004, 5e-4);
    // A click near frame 7.
    const QPoint place = series.chart()->toCanvas(7.2, static_cast<double>(curve.y[5])).toPoint();
    QTest::mouseClick(series.chart()->canvas(), Qt::LeftButton, Qt::NoModifier, place);
    EXPECT_EQ(powder().row(), 7U);
    EXPECT_EQ(series.chart()->cursorLine(), 7.0);
    ASSERT_TRUE(waitFor([this] { return fitting().fits() != nullptr && fitting().fits()->pattern->row == 7; }));
    EXPECT_EQ(fitting().fits()->fits.at(0).peaks.at(0).peak.position, column.position.values[7]);
    // The width as a map: three rows of four.
    series.quantityBox()->setCurrentIndex(1);
    EXPECT_EQ(series.quantity(), PeakQuantity::width);
    series.mapButton()->click();
    EXPECT_EQ(powder().views()->currentWidget(), powder().mapPanel());
    powder().mapPanel()->columnsBox()->setValue(4);
    settleAll();
    ASSERT_NE(powder().mapPanel()->mapImage(), nullptr);
    ASSERT_EQ(powder().mapPanel()->mapImage()->extent(0), 3U);
    ASSERT_EQ(powder().mapPanel()->mapImage()->extent(1), 4U);
    EXPECT_EQ((*powder().mapPanel()->mapImage())(2, 1), static_cast<float>(column.fwhm.values[9]));
    emit powder().mapPanel()->image()->clicked(QPointF(1.5, 2.5));
    EXPECT_EQ(powder().row(), 9U);
    // Another range is a map of intensities again.
    drag(ring, ring + 1);
    EXPECT_EQ(powder().mapPanel()->kindBox()->currentIndex(), 0);
    EXPECT_TRUE(powder().pattern()->range());
    EXPECT_TRUE(powder().pattern()->fits().empty());
    settleAll();
    EXPECT_NE((*powder().mapPanel()->mapImage())(2, 1), static_cast<float>(column.fwhm.values[9]));
}

TEST_F(PeaksWindowTest, AMapOfAFittedQuantityShowsItsRegionAndNoRange) {
    integrate(4);
    const double first = ringOf(1), second = ringOf(2);
    powder().views()->setCurrentWidget(powder().mapPanel());
    drag(first, first + 1);
    const auto range = powder().pattern()->range();
    ASSERT_TRUE(range);
    fitting().addRegion(first - 1, first + 1);
    fitting().addRegion(second - 1, second + 1);
    fitAll();
    powder().views()->setCurrentWidget(powder().mapPanel());
    EXPECT_EQ(powder().pattern()->range(), range) << "the map is still of intensities";
    for (const std::size_t peak : {1UL, 0UL}) {
        powder().mapPanel()->choosePeak(peak, PeakQuantity::position);
        EXPECT_FALSE(powder().pattern()->range()) << "the map has none";
        const double ring = peak == 0 ? first : second;
        ASSERT_EQ(powder().pattern()->fits().size(), 1U);
        EXPECT_NEAR(powder().pattern()->fits()[0].low, ring - 1, 1e-9);
        EXPECT_NEAR(powder().pattern()->fits()[0].high, ring + 1, 1e-9);
    }
    fitting().removeAll(); // the table is that of before
    EXPECT_EQ(powder().pattern()->fits().size(), 1U);
    powder().mapPanel()->kindBox()->setCurrentIndex(0);
    EXPECT_TRUE(powder().pattern()->fits().empty());
    EXPECT_EQ(powder().pattern()->range(), range) << "as it was";
    settleAll();
}

TEST_F(PeaksWindowTest, NothingIsCutOffInTheLongerLanguage) {
    const German german;
    openWindow();
    integrate(4);
    peaks().regions().findButton()->click();
    settleAll();
    fitAll();
    fitting().setRegion(0, fitting().regions().at(0)); // outdated, which is said
    for (QWidget* tab : {peaks().tabs()->widget(0), peaks().tabs()->widget(1)}) {
        peaks().tabs()->setCurrentWidget(tab);
        for (const QSize size : {QSize(1360, 860), QSize(1280, 800)}) {
            m_window->resize(size);
            settleAll();
            EXPECT_EQ(clipped(*m_window), "") << size.width();
        }
    }
    m_window.reset();
}

} // namespace
} // namespace ewald::ui::test
