// SPDX-License-Identifier: GPL-3.0-or-later
// Two results beside each other: opened from the dialog and the menu, aligned, measured, exported, refused.
#include "base/units.h"
#include "clip_check.h"
#include "common/phrase_text.h"
#include "io/result_file.h"
#include "job/document/document.h"
#include "model/manual.h"
#include "view/loss_chart.h"
#include "view/pattern_chart.h"
#include "window/compare_images.h"
#include "window/compare_probes.h"
#include "window/compare_window.h"
#include "window/intent_sheet.h"
#include "window/main_window.h"
#include "window/message_bar.h"
#include "window_support.h"

#include <QAction>
#include <QChartView>
#include <QFile>
#include <QFileDialog>
#include <QImage>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QTableWidget>

#include <algorithm>
#include <cctype>
#include <complex>
#include <fstream>
#include <random>

namespace ewald::ui::test {
namespace {

/// How a reconstruction of one and the same sample came out.
struct Outcome {
    double shiftRow = 0; ///< pixels that it lies too far up
    double shiftCol = 0;
    double phase = 0; ///< radians
    double ramp = 0;  ///< radians a column
    double noise = 0; ///< of real and imaginary part
    double pixel_m = 1e-8;
    std::size_t iterations = 20;
    const char* batch = "8";
};

io::PtychoResult resultOf(const Outcome& how, unsigned seed) {
    struct Wave {
        double ky, kx;
        std::complex<double> amplitude;
    };
    std::mt19937 sample(7), random(seed);
    std::uniform_real_distribution<double> any(-1, 1);
    std::normal_distribution<double> normal(0, how.noise);
    std::vector<Wave> waves;
    for (int i = 0; i < 60; ++i) waves.push_back({any(sample), any(sample), std::polar(0.03, kPi * any(sample))});
    io::PtychoResult result;
    result.object = Array<Complex, 3>({1, 120, 130});
    for (std::size_t r = 0; r < 120; ++r) {
        for (std::size_t c = 0; c < 130; ++c) {
            const double y = static_cast<double>(r) + how.shiftRow, x = static_cast<double>(c) + how.shiftCol;
            std::complex<double> value = 1;
            for (const Wave& wave : waves) value += wave.amplitude * std::polar(1.0, wave.ky * y + wave.kx * x);
            value *= std::polar(1.0, how.phase + how.ramp * x);
            result.object(0, r, c) = Complex(value + std::complex(normal(random), normal(random)));
        }
    }
    result.probe = Array<Complex, 4>({1, 1, 16, 16});
    for (std::size_t i = 0; i < 256; ++i) {
        const double y = static_cast<double>(i / 16) - 8, x = static_cast<double>(i % 16) - 8;
        result.probe.data()[i] = static_cast<float>(std::exp(-(x * x + y * y) / 20));
    }
    result.objectPixelHeight_m = result.objectPixelWidth_m = how.pixel_m;
    result.wavelength_m = 1e-10;
    for (std::size_t k = 1; k <= how.iterations; ++k) {
        io::LossEntry entry;
        entry.iteration = k;
        entry.engine = "rpie";
        entry.fourierError = 1.0 / static_cast<double>(k);
        entry.time_s = 0.1 * static_cast<double>(k);
        result.loss.push_back(entry);
    }
    job::JobDocument job;
    job.inputFile = "/data/scan_" + std::to_string(seed) + ".cxi";
    job.set("batch_size", how.batch);
    result.job = job::toJson(job, true);
    return result;
}

class CompareTest : public WindowTest {
protected:
    QString write(const QString& name, const Outcome& how, unsigned seed) {
        io::writeResult(toPath(path(name)), resultOf(how, seed), true);
        return path(name);
    }
    /// Opens the window's comparison and waits until it is on the screen.
    void compare(const QString& a, const QString& b) {
        m_window.show();
        m_window.compare(a, b);
        ASSERT_TRUE(waitFor([this] { return !window().busy() && window().images().isIdle(); }));
    }
    [[nodiscard]] CompareWindow& window() { return *m_window.compareWindow(); }
    [[nodiscard]] std::string message() { return window().messageBar().plainText().toStdString(); }
    void waitForImages() {
        ASSERT_TRUE(waitFor([this] {
            settle();
            return window().images().isIdle();
        }));
    }
    void exported(const QString& file) {
        ASSERT_TRUE(waitFor([this] { return !window().busy(); }));
        EXPECT_TRUE(QFile::exists(file)) << message();
        EXPECT_NE(message().find("Exported"), std::string::npos) << message();
    }

    MainWindow m_window;
};

TEST_F(CompareTest, WhatDiffersByShiftPhaseAndRampIsTheSame) {
    compare(write("a.h5", {}, 1), write("b.h5", {.shiftRow = 3.37, .shiftCol = -5.62, .phase = 0.7, .ramp = 0.02}, 2));
    ASSERT_TRUE(window().results()) << message();
    const job::ResultComparison& found = window().results()->found;
    EXPECT_NEAR(found.alignment.shiftRow, 3.37, 0.02);
    EXPECT_NEAR(found.alignment.shiftCol, -5.62, 0.02);
    // In the box; at the edges a Fourier shift rings a little.
    EXPECT_LT(found.difference.phase_rad, 0.05);
    const Array<float, 2>& phase = *window().results()->phaseDifference;
    EXPECT_LT(std::abs(phase(phase.extent(0) / 2, phase.extent(1) / 2)), 0.02F);
    EXPECT_NE(window().summary().indexOf(QStringLiteral("5.62")), -1) << window().summary().toStdString();
    EXPECT_EQ(fixedText(-0.004, 2), QStringLiteral("0.00"));
    EXPECT_EQ(withLocalNumbers(QStringLiteral("(-0.7 ± 1e-3)")), QStringLiteral("(−0.7 ± 1e−3)"))
        << "in sentences, too";
    EXPECT_EQ(withLocalNumbers(QStringLiteral("scan-12.h5")), QStringLiteral("scan-12.h5"));
}

TEST_F(CompareTest, NothingLiesOverTheAxesOfTheRingCorrelation) {
    compare(write("a.h5", {}, 1), write("b.h5", {}, 2)); // of the same frames: the longest text
    settleAll();
    EXPECT_EQ(clipped(window()), "");
    const view::PatternChart& chart = window().ringCorrelation();
    const auto* text = chart.parentWidget()->findChild<QLabel*>({}, Qt::FindDirectChildrenOnly);
    ASSERT_NE(text, nullptr);
    EXPECT_GE(text->height(), text->heightForWidth(text->width()));
    EXPECT_LE(chart.geometry().bottom(), text->geometry().top());
    const auto* canvas = chart.findChild<QChartView*>();
    ASSERT_NE(canvas, nullptr);
    EXPECT_GE(canvas->chart()->plotArea().height(),
              chart.fontMetrics().horizontalAdvance(QStringLiteral("Correlation")));
}

TEST_F(CompareTest, BothHaveOneRangeAndOnePlace) {
    compare(write("a.h5", {}, 1), write("b.h5", {.noise = 0.2}, 2));
    CompareImages& images = window().images();
    waitForImages();
    EXPECT_EQ(images.viewA().canvas()->size(), images.viewB().canvas()->size());
    EXPECT_EQ(images.viewA().shownRange(), images.viewB().shownRange());
    EXPECT_LT(images.viewA().shownRange().low, images.viewA().shownRange().high);
    images.viewA().zoomBy(3);
    waitForImages();
    EXPECT_FALSE(images.viewB().isFitted());
    EXPECT_NEAR(images.viewA().view().center().x(), images.viewB().view().center().x(), 0.5);
    EXPECT_NEAR(images.viewA().view().width(), images.viewB().view().width(), 0.5);
    // A range that is chosen in one of them holds for both, and in the other modes.
    images.viewB().setRange({.manual = true, .low = -0.25, .high = 0.5});
    emit images.viewB().displayChanged();
    waitForImages();
    images.setMode(CompareImages::Mode::blink);
    ASSERT_TRUE(waitFor([&] { return images.view().shownRange() == view::Range{-0.25, 0.5, false}; }));
    EXPECT_EQ(images.viewA().shownRange(), images.view().shownRange());
    EXPECT_NEAR(images.view().view().center().x(), images.viewA().view().center().x(), 0.5);
}

TEST_F(CompareTest, TheDifferenceHasARangeOfItsOwn) {
    compare(write("a.h5", {}, 1), write("b.h5", {.noise = 0.2}, 2));
    CompareImages& images = window().images();
    images.setContent(CompareImages::Content::amplitude);
    waitForImages();
    const auto choose = [](view::ImageView& view, double low, double high) {
        view.setRange({.manual = true, .low = low, .high = high});
        emit view.displayChanged();
    };
    const auto shows = [&](double low, double high) {
        return waitFor([&] { return images.view().shownRange() == view::Range{low, high, false}; });
    };
    choose(images.viewA(), 0.8, 1.3);
    images.setMode(CompareImages::Mode::blink);
    ASSERT_TRUE(shows(0.8, 1.3));
    images.setMode(CompareImages::Mode::difference);
    ASSERT_TRUE(waitFor([&] { return images.view().shownRange().low == -images.view().shownRange().high; }))
        << "zero is in the middle, also where a range was chosen for the objects";
    choose(images.view(), -0.1, 0.1);
    ASSERT_TRUE(shows(-0.1, 0.1));
    images.setMode(CompareImages::Mode::split);
    ASSERT_TRUE(shows(0.8, 1.3));
    images.setMode(CompareImages::Mode::difference);
    EXPECT_TRUE(shows(-0.1, 0.1));
    waitForImages();
}

TEST_F(CompareTest, BlinkChangesBetweenBothAndSplitJoinsThem) {
    compare(write("a.h5", {}, 1), write("b.h5", {.noise = 0.2}, 2));
    CompareImages& images = window().images();
    QTest::keyClick(&window(), Qt::Key_B);
    ASSERT_EQ(images.mode(), CompareImages::Mode::blink);
    EXPECT_FALSE(images.showsB());
    EXPECT_TRUE(images.view().title().startsWith(QStringLiteral("A: a.h5")));
    QTest::keyClick(&window(), Qt::Key_B);
    EXPECT_TRUE(images.showsB());
    EXPECT_TRUE(images.view().title().startsWith(QStringLiteral("B: b.h5")));
    const auto valueAt = [&](double column) {
        return images.view().profile({column, 60.5}, {column + 1, 60.5}).value.front();
    };
    const ComparedResults& results = *window().results();
    const auto phaseOf = [](const Array<Complex, 2>& image, std::size_t column) {
        return static_cast<double>(std::arg(image(60, column)));
    };
    EXPECT_EQ(valueAt(20.5), phaseOf(*results.b, 20));
    images.setMode(CompareImages::Mode::split);
    images.setSplit(0.5);
    const std::size_t last = results.a->extent(1) - 21;
    ASSERT_TRUE(waitFor([&] { return valueAt(20.5) == phaseOf(*results.a, 20); }));
    EXPECT_EQ(valueAt(static_cast<double>(last) + 0.5), phaseOf(*results.b, last));
    EXPECT_NE(phaseOf(*results.a, last), phaseOf(*results.b, last));
    images.setMode(CompareImages::Mode::difference);
    waitForImages();
    // Zero is in the middle of the scale.
    ASSERT_TRUE(waitFor([&] { return images.view().shownRange().low == -images.view().shownRange().high; }));
    EXPECT_GT(images.view().shownRange().high, 0.1);
}

TEST_F(CompareTest, ResolutionIsReadOffWhereNoiseBegins) {
    compare(write("a.h5", {.noise = 0.1}, 1), write("b.h5", {.noise = 0.1}, 2));
    ASSERT_TRUE(window().results()) << message();
    const auto& curves = window().ringCorrelation().curves();
    ASSERT_EQ(curves.size(), 3U);
    EXPECT_GT(curves[0].y[3], 0.9F);
    EXPECT_LT(std::abs(curves[0].y.back()), 0.3F);
    // The sample has nothing beyond 1 rad a pixel along an axis, √2 at a corner: half periods of π and π/√2 pixels.
    const auto& resolution_m = window().results()->found.frc.halfBitResolution_m;
    ASSERT_TRUE(resolution_m);
    EXPECT_GT(*resolution_m, 2.0e-8);
    EXPECT_LT(*resolution_m, 4.0e-8);
    EXPECT_TRUE(window().resolutionText().contains(lengthText(*resolution_m, 3)));
    const QLabel* shown = nullptr;
    for (const QLabel* label : window().findChildren<QLabel*>())
        if (label->text() == window().resolutionText()) shown = label;
    ASSERT_NE(shown, nullptr);
    EXPECT_TRUE(shown->toolTip().contains(QStringLiteral("1/(2f)")));
}

TEST_F(CompareTest, ResultsOfTheSameFramesHaveNoResolution) {
    compare(write("a.h5", {.noise = 0.1}, 1), write("b.h5", {.noise = 0.2}, 1));
    ASSERT_TRUE(window().results()) << message();
    EXPECT_FALSE(window().resolutionText().contains(QStringLiteral("<b>Resolution")));
    EXPECT_TRUE(window().resolutionText().contains(QStringLiteral("same frames")));
}

TEST_F(CompareTest, LossAndParametersThatDiffer) {
    compare(write("a.h5", {}, 1), write("b.h5", {.iterations = 30, .batch = "16"}, 1));
    ASSERT_TRUE(window().results()) << message();
    EXPECT_EQ(window().loss().curveCount(), 2);
    EXPECT_EQ(window().loss().points(0).size(), 20U);
    EXPECT_EQ(window().loss().points(1).size(), 30U);
    const QTableWidget& table = window().parameters();
    ASSERT_EQ(table.rowCount(), 1);
    EXPECT_EQ(table.item(0, 0)->text(), QStringLiteral("Batch size"));
    EXPECT_EQ(table.item(0, 1)->text(), QStringLiteral("8 frames"));
    EXPECT_EQ(table.item(0, 2)->text(), QStringLiteral("16 frames"));
}

TEST_F(CompareTest, BeamsArePropagatedOnceTheyAreToBeSeen) {
    compare(write("a.h5", {}, 1), write("b.h5", {.phase = 1}, 2));
    CompareProbes& probes = window().probes();
    EXPECT_FALSE(probes.busy());
    EXPECT_TRUE(probes.chart().curves().empty());
    window().tabs().setCurrentWidget(&probes);
    ASSERT_TRUE(waitFor([&] { return probes.chart().curves().size() == 4; })) << probes.text().toStdString();
    // A Gaussian beam with a flat phase: its waist is at the sample, and it is round.
    const view::PatternCurve& alongX = probes.chart().curves()[0];
    const auto narrowest = static_cast<std::size_t>(std::ranges::min_element(alongX.y) - alongX.y.begin());
    EXPECT_EQ(narrowest, alongX.y.size() / 2);
    // At 32 µm, with a Rayleigh length of π (20 px²)/λ = 62.8 µm: √(1 + (32/62.8)²) = 1.122 as wide. Cut off at 16
    // pixels it spreads a little more: 1.133 in a window of eight times, with the same interpolation.
    EXPECT_NEAR(alongX.y.front() / alongX.y[narrowest], 1.133F, 0.005F);
    // |P|² = exp(−x²/10 px²): FWHM 2 √(10 ln 2) pixels of 10 nm = 52.7 nm; samples are interpolated.
    EXPECT_NEAR(alongX.y[narrowest], 52.7F, 2.0F);
    EXPECT_TRUE(probes.text().contains(QStringLiteral("100 % the same"))) << probes.text().toStdString();
    EXPECT_TRUE(probes.text().contains(QStringLiteral("degree of coherence 1"))) << probes.text().toStdString();
}

TEST_F(CompareTest, PairsThatCannotBeComparedSayWhy) {
    const QString a = write("a.h5", {}, 1);
    compare(a, write("b.h5", {.pixel_m = 1.3e-8}, 2));
    EXPECT_FALSE(window().results());
    EXPECT_NE(message().find("different sizes"), std::string::npos) << message();
    EXPECT_FALSE(window().images().viewA().emptyText().isEmpty());
    compare(a, a);
    EXPECT_NE(message().find("the same file"), std::string::npos) << message();
    compare(a, path("missing.h5"));
    EXPECT_NE(message().find("missing.h5"), std::string::npos) << message();
    compare(path("missing.h5"), path("missing_too.h5"));
    EXPECT_EQ(message().find("the same file"), std::string::npos) << message();
    // And a good pair after that is shown.
    compare(a, write("c.h5", {.phase = 1}, 3));
    EXPECT_TRUE(window().results());
    EXPECT_FALSE(window().messageBar().isShown());
}

TEST_F(CompareTest, TwoResultsCanBeChosenInTheDialog) {
    const QString a = write("a.h5", {}, 1), b = write("b.h5", {}, 2), c = write("c.h5", {}, 3);
    m_window.show();
    const auto dialog = [this] { return m_window.findChild<IntentSheet*>(); };
    m_window.openAll({a, b, c});
    ASSERT_TRUE(waitFor([&] { return dialog() != nullptr; }));
    ASSERT_NE(dialog()->compareButton(), nullptr);
    EXPECT_FALSE(dialog()->compareButton()->isEnabled()) << "which two of three?";
    dialog()->list()->item(0)->setSelected(false);
    dialog()->list()->item(1)->setSelected(true);
    dialog()->list()->item(2)->setSelected(true);
    EXPECT_TRUE(dialog()->compareButton()->isEnabled());
    dialog()->compareButton()->click();
    ASSERT_TRUE(waitFor([this] { return m_window.compareWindow() && window().results(); }));
    EXPECT_EQ(window().results()->fileA, b);
    EXPECT_EQ(window().results()->fileB, c);
    EXPECT_FALSE(m_window.session().result()) << "nothing was opened";
    // Of exactly two there is nothing to choose.
    ASSERT_TRUE(waitFor([&] { return dialog() == nullptr; }));
    m_window.openAll({a, b});
    ASSERT_TRUE(waitFor([&] { return dialog() != nullptr; }));
    EXPECT_TRUE(dialog()->compareButton()->isEnabled());
    dialog()->compareButton()->click();
    ASSERT_TRUE(waitFor([&] { return window().results() && window().results()->fileA == a; }));
    EXPECT_EQ(window().results()->fileB, b);
}

TEST_F(CompareTest, TheOpenResultIsComparedFromTheMenu) {
    const QString a = write("a.h5", {}, 1), b = write("b.h5", {}, 2);
    m_window.show();
    QAction* action = nullptr;
    for (QAction* each : m_window.findChildren<QAction*>())
        if (each->shortcut() == QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)) action = each;
    ASSERT_NE(action, nullptr);
    EXPECT_FALSE(action->isEnabled());
    m_window.open(a);
    ASSERT_TRUE(waitFor([this] { return m_window.session().result() != nullptr; }));
    ASSERT_TRUE(action->isEnabled());
    action->trigger();
    auto* dialog = m_window.findChild<QFileDialog*>();
    ASSERT_NE(dialog, nullptr);
    emit dialog->fileSelected(b);
    dialog->close();
    ASSERT_TRUE(waitFor([this] { return m_window.compareWindow() && window().results(); }));
    EXPECT_EQ(window().results()->fileA, a);
    EXPECT_EQ(window().results()->fileB, b);
}

TEST_F(CompareTest, WhatIsExportedIsWhatIsShown) {
    compare(write("a.h5", {}, 1), write("b.h5", {.noise = 0.1}, 2));
    window().exportRingCorrelation(path("frc.csv"));
    exported(path("frc.csv"));
    std::ifstream text(path("frc.csv").toStdString());
    std::string line;
    std::size_t rings = 0;
    bool resolution = false;
    while (std::getline(text, line)) {
        resolution = resolution || line.starts_with("# half-bit resolution: ");
        rings += !line.empty() && (std::isdigit(line.front()) != 0) ? 1 : 0;
    }
    EXPECT_TRUE(resolution);
    EXPECT_EQ(rings, window().results()->found.frc.frequency.size());
    window().exportDifference(path("difference.tif"));
    exported(path("difference.tif"));
    EXPECT_GT(QFile(path("difference.tif")).size(), static_cast<qint64>(4 * window().results()->a->size()));
    window().exportFigure(path("pair.png"));
    exported(path("pair.png"));
    window().images().setMode(CompareImages::Mode::difference);
    waitForImages();
    window().exportFigure(path("difference.png"));
    exported(path("difference.png"));
    EXPECT_NE(QImage(path("pair.png")).size(), QImage(path("difference.png")).size());
    window().exportFigure(path("no/such/folder/x.png"));
    ASSERT_TRUE(waitFor([this] { return !window().busy(); }));
    EXPECT_NE(message().find("annot write"), std::string::npos) << message();
}

TEST_F(CompareTest, LongNamesFitOnSmallScreens) {
    const QString name = QString(170, u'x');
    compare(write(name + "_a.h5", {}, 1), write(name + "_b.h5", {}, 2));
    ASSERT_TRUE(window().results()) << message();
    EXPECT_LE(window().minimumSizeHint().width(), 1000);
    EXPECT_LE(window().minimumSizeHint().height(), 640);
    window().resize(1000, 640);
    settleAll();
    EXPECT_EQ(window().size(), QSize(1000, 640));
}

TEST_F(CompareTest, AMessageMovesNoPictureAndNoChart) {
    compare(write("a.h5", {}, 1), write("b.h5", {.noise = 0.2}, 2));
    const auto place = [this] {
        settleAll();
        std::vector<QRect> places;
        const auto add = [&](const QWidget& part) {
            places.emplace_back(part.mapTo(&window(), QPoint()), part.size());
        };
        add(window().images().viewA());
        for (const view::PatternChart* chart : window().findChildren<view::PatternChart*>()) add(*chart);
        return places;
    };
    const std::vector<QRect> before = place();
    EXPECT_GT(before.size(), 1U);
    window().messageBar().show({io::Severity::error,
                                QStringLiteral("The difference cannot be written"),
                                path("no/such/folder/difference.tif"),
                                QStringLiteral("choose another folder"),
                                {}});
    EXPECT_EQ(place(), before);
    EXPECT_TRUE(window().messageBar().isVisible());
    EXPECT_EQ(clipped(window()), "");
    window().messageBar().dismiss();
    EXPECT_EQ(place(), before);
}

TEST_F(CompareTest, ChartsKeepTheirAxesInASmallWindow) {
    compare(write("a.h5", {}, 1), write("b.h5", {.phase = 1}, 2));
    ASSERT_TRUE(window().results()) << message();
    window().resize(1229, 700);
    CompareProbes& probes = window().probes();
    window().tabs().setCurrentWidget(&probes);
    ASSERT_TRUE(waitFor([&] { return probes.chart().curves().size() == 4; })) << probes.text().toStdString();
    settleAll();
    EXPECT_GE(probes.chart().height(), CompareProbes::kLeastHeight);
    EXPECT_LE(probes.mapTo(&window(), QPoint(0, probes.height())).y(), window().height());
}

TEST_F(CompareTest, F1OpensItsPage) {
    compare(write("a.h5", {}, 1), write("b.h5", {}, 2));
    const Manual manual(QStringLiteral("en"));
    const ManualPage* page = manual.page(manualPlaceOf(&window().images()));
    ASSERT_NE(page, nullptr);
    EXPECT_EQ(page->title(), QStringLiteral("Compare two results"));
    QTest::keyClick(&window(), Qt::Key_F1);
    EXPECT_NE(m_window.manual(), nullptr);
}

} // namespace
} // namespace ewald::ui::test
