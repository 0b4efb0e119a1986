// SPDX-License-Identifier: GPL-3.0-or-later
// What the window shows of refined positions: while a run refines them, of its result, and of one that is opened.
#include "form/parameter_field.h"
#include "form/parameter_form.h"
#include "job/ptychography/results/position_moves.h"
#include "job/ptychography/results/verdict.h"
#include "model/shown_refinement.h"
#include "view/length_histogram.h"
#include "view/scan_view.h"
#include "window/data_page.h"
#include "window/positions_panel.h"
#include "window_state.h"

#include <QFile>

#include <cmath>
#include <numeric>
#include <random>

namespace ewald::ui::test {
namespace {

class PositionsTest : public StateTest {
protected:
    /// A scan whose file has positions with errors of about a pixel.
    [[nodiscard]] QString writeDisturbed(const QString& name = QStringLiteral("scan.cxi")) {
        sim::PtychoDataset dataset = sim::simulatePtycho(smallExperiment(100));
        std::mt19937 generator(5);
        std::normal_distribution<double> error(0, dataset.objectPixel_m);
        for (ScanPosition& place : dataset.positions) {
            place.x += error(generator);
            place.y += error(generator);
        }
        sim::writeCxi(toPath(path(name)), dataset, true);
        return path(name);
    }
    void refine() {
        set("refine_positions", true);
        set("position_start", 1LL);
        set("preview_interval_s", 0.1);
    }
    [[nodiscard]] view::ScanView& map() { return *m_window->dataPage().positions(); }
    [[nodiscard]] std::string legend() { return map().movesLegend().toStdString(); }
    void openResult(const QString& file) {
        m_window->open(file);
        ASSERT_TRUE(waitFor([&] { return session().result() && session().result()->file == file; }));
    }
};

TEST_F(PositionsTest, ArrowsOfARunAndItsResultInTheScanMap) {
    open(writeDisturbed());
    EXPECT_EQ(legend(), "");
    refine();
    startLongRun();
    ASSERT_TRUE(waitFor([this] { return !legend().empty(); })) << "while it runs";
    EXPECT_FALSE(ended());
    EXPECT_EQ(session().refinement().moves()->moves.size(), 100U);
    stopRun();
    ASSERT_TRUE(waitFor([this] { return session().result() != nullptr; }));
    ASSERT_NE(legend(), "");
    // What is shown is what is in the file.
    const io::PtychoResult saved = io::readResult(toPath(session().result()->file));
    const std::vector<PositionMove>& moves = session().refinement().moves()->moves;
    double longest = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        EXPECT_EQ(moves[i].from, saved.initialPositions[i]);
        EXPECT_EQ(moves[i].to, saved.positions[i]);
        EXPECT_EQ(moves[i].frame, saved.frameIndex[i]);
        longest = std::max(longest, std::hypot(moves[i].to.x - moves[i].from.x, moves[i].to.y - moves[i].from.y));
    }
    EXPECT_NE(legend().find("longest " + numberText(longest / saved.objectPixelWidth_m, 2).toStdString() + " px"),
              std::string::npos)
        << legend();
    // A run that refines nothing shows none.
    set("refine_positions", false);
    run(2);
    EXPECT_EQ(legend(), "");
}

TEST_F(PositionsTest, ArrowsBelongToTheirScan) {
    const QString scan = writeDisturbed();
    open(scan);
    refine();
    run(8);
    ASSERT_NE(legend(), "");
    const QString kept = path(QStringLiteral("kept.h5"));
    ASSERT_TRUE(QFile::copy(session().result()->file, kept));
    open(writeScan(smallExperiment(49), QStringLiteral("other.cxi")));
    EXPECT_EQ(legend(), "");
    EXPECT_EQ(session().refinement().moves(), nullptr);
    // The result closes the other scan: the map is its own.
    openResult(kept);
    EXPECT_EQ(session().scan(), nullptr);
    EXPECT_NE(session().refinement().moves(), nullptr);
    EXPECT_NE(legend(), "");
    open(scan);
    openResult(kept);
    EXPECT_NE(legend(), "");
}

TEST_F(PositionsTest, AResultWithoutItsScanShowsItsOwnPositions) {
    open(writeDisturbed());
    refine();
    run(8);
    const QString file = session().result()->file;
    m_window = std::make_unique<MainWindow>();
    m_window->resize(1280, 800);
    m_window->show();
    openResult(file);
    EXPECT_NE(legend(), "");
    // Nothing can be left out of a scan that is not open.
    const QPointF place = map().toCanvas(session().result()->result.initialPositions[3]);
    ASSERT_TRUE(map().frameAt(place));
    map().selectAction()->setChecked(true);
    m_window->tabs().setCurrentWidget(&m_window->dataPage());
    settleAll();
    QTest::mouseClick(map().canvas(), Qt::LeftButton, {},
                      map().toCanvas(session().result()->result.initialPositions[3]).toPoint());
    EXPECT_EQ(session().job().document().text("excluded_frames"), "");
}

TEST_F(PositionsTest, HistogramAndWordsBesideThePatterns) {
    const QString scan = writeDisturbed();
    open(scan);
    PositionsPanel& panel = live().positions();
    const auto there = [&] { return panel.isShown(); };
    EXPECT_FALSE(there());
    refine();
    run(10);
    ASSERT_TRUE(waitFor(there));
    panel.reveal();
    ASSERT_TRUE(waitFor([&] { return !panel.text().isEmpty(); }));
    const std::string text = panel.text().toStdString();
    const io::PtychoResult saved = io::readResult(toPath(session().result()->file));
    const job::MoveFigures figures = job::moveFigures(session().refinement().moves()->moves);
    const auto has = [&](const QString& part) { return text.find(part.toStdString()) != std::string::npos; };
    EXPECT_TRUE(has(QStringLiteral("Median of the moves: ") +
                    numberText(figures.median_m / saved.objectPixelWidth_m, 2) + QStringLiteral(" px (") +
                    lengthText(figures.median_m, 2)))
        << text;
    EXPECT_TRUE(
        has(QStringLiteral("95 % moved less than ") + numberText(figures.percentile95_m / saved.objectPixelWidth_m, 2)))
        << text;
    // The same as in the log.
    const auto words = job::describePositions(saved);
    ASSERT_FALSE(words.empty());
    EXPECT_TRUE(has(coreText(words.front()).mid(1))) << text;
    // All frames are in a bar, and a bar says what it is.
    const view::LengthHistogram& histogram = panel.histogram();
    EXPECT_EQ(std::accumulate(histogram.counts().begin(), histogram.counts().end(), std::size_t{0}), 100U);
    settleAll();
    const QString bar = histogram.textAt(histogram.footOf(0) - QPointF(0, 2));
    EXPECT_TRUE(bar.contains(QStringLiteral("px")) && bar.contains(QStringLiteral("m)"))) << bar.toStdString();
    EXPECT_TRUE(bar.endsWith(countText(histogram.counts()[0]))) << bar.toStdString();
    // Nothing of it stays beside another scan, and it is there again with its result.
    const QString file = session().result()->file;
    open(writeScan(smallExperiment(49), QStringLiteral("other.cxi")));
    EXPECT_FALSE(there());
    EXPECT_TRUE(panel.text().isEmpty());
    openResult(file);
    ASSERT_TRUE(there());
    panel.reveal();
    ASSERT_TRUE(waitFor([&] { return !panel.text().isEmpty(); }));
    EXPECT_EQ(panel.text().toStdString(), text);
}

TEST_F(PositionsTest, NoiseLimitOfARunAndOfAnOpenedResult) {
    const QString scan = writeScan();
    open(scan);
    set("preview_interval_s", 0.1);
    startLongRun();
    ASSERT_TRUE(waitFor([this] { return live().loss()->noiseLines().size() == 1; })) << "while it runs";
    stopRun();
    ASSERT_TRUE(waitFor([this] { return session().result() != nullptr; }));
    const QString file = session().result()->file;
    const double floor = session().result()->result.loss.back().noiseFloor;
    ASSERT_GT(floor, 0);
    open(writeScan(smallExperiment(49), QStringLiteral("other.cxi")));
    EXPECT_TRUE(live().loss()->noiseLines().empty());
    openResult(file);
    ASSERT_EQ(live().loss()->noiseLines().size(), 1U);
    EXPECT_EQ(live().loss()->noiseLines()[0].value, floor);
    const QString times = numberText(session().result()->result.loss.back().fourierError / floor);
    EXPECT_TRUE(live().summary().contains(QStringLiteral("= ") + times + QStringLiteral(" × noise limit")))
        << live().summary().toStdString();
}

TEST_F(PositionsTest, TheFormShowsRefinementWithoutAskingForMore) {
    open(writeScan());
    const ParameterForm& form = m_window->form();
    ASSERT_FALSE(form.showsAll());
    for (const char* key : {"refine_positions", "position_start", "position_limit"}) {
        const ParameterField* field = form.field(key);
        ASSERT_NE(field, nullptr) << key;
        EXPECT_TRUE(field->isVisible()) << key;
        EXPECT_FALSE(field->helpText(false).isEmpty()) << key;
    }
    EXPECT_EQ(form.field("position_limit")->def().unit, "px");
    EXPECT_EQ(form.field("position_start")->def().unit, "iterations");
}

} // namespace
} // namespace ewald::ui::test
