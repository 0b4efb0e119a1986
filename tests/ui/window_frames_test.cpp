// SPDX-License-Identifier: GPL-3.0-or-later
//
// Frames out and in by click, lasso and key in the scan map; undone, and recorded in the job by frame number.
#include "mouse.h"
#include "view/image_view.h"
#include "view/scan_view.h"
#include "window/data_page.h"
#include "window/edit_menu.h"
#include "window/frame_chooser.h"
#include "window/scan_card.h"
#include "window_state.h"

#include <QApplication>
#include <QSlider>
#include <QSpinBox>

namespace ewald::ui::test {
namespace {

class FramesTest : public StateTest {
protected:
    void SetUp() override {
        StateTest::SetUp();
        open(writeScan(smallExperiment(64)));
        m_window->tabs().setCurrentWidget(&m_window->dataPage());
        activate(*m_window);
        settleAll();
    }
    [[nodiscard]] view::ScanView& map() { return *m_window->dataPage().positions(); }
    [[nodiscard]] QPoint placeOf(std::size_t frame) {
        return map().toCanvas(session().scan()->scan.positions[frame]).toPoint();
    }
    [[nodiscard]] std::string excluded() { return session().job().document().text("excluded_frames"); }
    [[nodiscard]] std::size_t leftOut() { return framesLeftOut(*session().scan(), session().job().document()).size(); }
    [[nodiscard]] bool prepared(std::size_t frames) {
        return waitFor([&] { return session().scan()->layout.frameIndex.size() == frames; });
    }
    void click(std::size_t frame) { QTest::mouseClick(map().canvas(), Qt::LeftButton, {}, placeOf(frame)); }
    /// A drag around a frame, some pixels wide.
    void lassoAround(std::size_t frame, Qt::KeyboardModifiers modifiers = {}) {
        constexpr int kWidth = 6;
        const QPoint at = placeOf(frame);
        QWidget* canvas = map().canvas();
        QTest::mousePress(canvas, Qt::LeftButton, modifiers, at + QPoint(-kWidth, -kWidth));
        for (const QPoint corner : {QPoint(kWidth, -kWidth), QPoint(kWidth, kWidth), QPoint(-kWidth, kWidth)}) {
            moveMouse(*canvas, at + corner - QPoint(1, 1), Qt::LeftButton);
            moveMouse(*canvas, at + corner, Qt::LeftButton);
        }
        QTest::mouseRelease(canvas, Qt::LeftButton, modifiers, at + QPoint(-kWidth, kWidth));
    }
    void lassoAroundAll() {
        QWidget* canvas = map().canvas();
        const int right = canvas->width() - 2, bottom = canvas->height() - 2;
        QTest::mousePress(canvas, Qt::LeftButton, {}, QPoint(1, 1));
        for (const QPoint corner : {QPoint(right, 1), QPoint(right, bottom), QPoint(1, bottom)})
            moveMouse(*canvas, corner, Qt::LeftButton);
        QTest::mouseRelease(canvas, Qt::LeftButton, {}, QPoint(1, bottom));
    }
};

TEST_F(FramesTest, AClickLeavesAFrameOutAndPutsItBack) {
    click(9);
    EXPECT_EQ(excluded(), "") << "a click chooses the frame to be shown";
    map().selectAction()->trigger();
    click(9);
    EXPECT_EQ(excluded(), "9");
    EXPECT_EQ(leftOut(), 1U) << "red at once";
    ASSERT_TRUE(prepared(63));
    click(10);
    EXPECT_EQ(excluded(), "9-10") << "by the number in the file, not by the place among those that are used";
    ASSERT_TRUE(prepared(62));
    click(9);
    EXPECT_EQ(excluded(), "10");
    ASSERT_TRUE(prepared(63));
    EXPECT_EQ(leftOut(), 1U);

    run(2);
    const std::vector<std::size_t>& used = session().result()->result.frameIndex;
    EXPECT_EQ(used.size(), 63U);
    EXPECT_EQ(std::ranges::count(used, 10U), 0);
    EXPECT_EQ(session().result()->job->text("excluded_frames"), "10");

    // It belongs to its scan.
    open(writeScan(smallExperiment(49), QStringLiteral("other.cxi")));
    EXPECT_EQ(excluded(), "");
}

TEST_F(FramesTest, TheCardCountsNoFrameThatIsLeftOutByItself) {
    sim::PtychoDataset dataset = sim::simulatePtycho(smallExperiment(64));
    const std::size_t pixels = dataset.frames.extent(1) * dataset.frames.extent(2);
    for (const std::size_t dark : {7U, 30U, 31U, 50U}) std::fill_n(dataset.frames.data() + dark * pixels, pixels, 0.0F);
    const QString file = path(QStringLiteral("dark.cxi"));
    sim::writeCxi(toPath(file), dataset, true);
    open(file);
    const auto card = [this] { return scanFacts(*session().scan()).first(); };
    EXPECT_TRUE(card().endsWith(QStringLiteral("; 60 used"))) << card().toStdString();
    EXPECT_TRUE(statisticsText(*session().scan()).contains(QStringLiteral("4 empty")));
    EXPECT_TRUE(statisticsText(*session().scan()).startsWith(QStringLiteral("All 64 frames read")));
    // With ten more by hand, of which two are dark: 64 - 10 - 2.
    set("excluded_frames", std::string("0-7,30,40"));
    ASSERT_TRUE(prepared(54));
    ASSERT_TRUE(waitFor([this] { return session().scan()->complete; }));
    EXPECT_TRUE(card().endsWith(QStringLiteral("; 52 used"))) << card().toStdString();
    EXPECT_TRUE(statisticsText(*session().scan()).startsWith(QStringLiteral("54 of 64 frames read")))
        << statisticsText(*session().scan()).toStdString();
    run(1);
    EXPECT_EQ(session().result()->result.frameIndex.size(), 52U);
}

TEST_F(FramesTest, PhotonsAreWrittenOneWay) {
    open(writeScan());
    ScanData data = *session().scan();
    data.statistics.meanCounts = 1586789.4;
    EXPECT_TRUE(statisticsText(data).contains(QStringLiteral("1,586,789 photons per frame")))
        << statisticsText(data).toStdString();
    data.statistics.meanCounts = 2.25; // hardly any: the fraction counts
    EXPECT_TRUE(statisticsText(data).contains(QStringLiteral("2.25 photons per frame")));
}

TEST_F(FramesTest, ALassoTakesWhatIsInside) {
    map().selectAction()->trigger();
    lassoAround(20);
    EXPECT_EQ(excluded(), "20");
    ASSERT_TRUE(prepared(63));
    lassoAround(20);
    EXPECT_EQ(excluded(), "") << "around red dots alone it puts them back";
    ASSERT_TRUE(prepared(64));
    lassoAround(20, Qt::ShiftModifier);
    EXPECT_EQ(excluded(), "") << "nothing to put back";
    lassoAroundAll();
    EXPECT_EQ(excluded(), "0-63");
    EXPECT_EQ(leftOut(), 64U);
}

TEST_F(FramesTest, KeysLeaveTheShownFrameOutAndUndoBringsItBack) {
    auto* chooser = m_window->dataPage().findChild<FrameChooser*>();
    ASSERT_NE(chooser, nullptr);
    activate(*m_window);
    chooser->slider()->setFocus();
    for (int i = 0; i < 3; ++i) QTest::keyClick(chooser->slider(), Qt::Key_Right);
    ASSERT_TRUE(map().currentFrame());
    const std::size_t frame = *map().currentFrame();
    QTest::keyClick(chooser->slider(), Qt::Key_Delete);
    EXPECT_EQ(excluded(), std::to_string(frame));
    ASSERT_TRUE(prepared(63));
    m_window->findChild<EditMenu*>()->undoAction()->trigger();
    EXPECT_EQ(excluded(), "");
    ASSERT_TRUE(prepared(64));
    EXPECT_EQ(leftOut(), 0U);

    set("excluded_frames", job::ParameterValue(std::string("1, 5-7")));
    ASSERT_TRUE(prepared(60));
    auto* all = map().findChild<QAction*>(QStringLiteral("putAllBack"));
    EXPECT_TRUE(all->isEnabled());
    all->trigger();
    EXPECT_EQ(excluded(), "");
    EXPECT_FALSE(all->isEnabled());
}

TEST_F(FramesTest, TheShownFrameStaysWhicheverAreLeftOut) {
    auto* chooser = m_window->dataPage().findChild<FrameChooser*>();
    const auto shows = [this, chooser](std::size_t number) {
        return waitFor([&] {
            return m_window->dataPage().pattern()->title() == QStringLiteral("Frame %1").arg(number) &&
                   chooser->numberBox()->value() == static_cast<int>(number);
        });
    };
    chooser->slider()->setValue(30);
    ASSERT_TRUE(shows(30));
    set("excluded_frames", std::string("0-9,32"));
    ASSERT_TRUE(prepared(53));
    EXPECT_EQ(chooser->index(), 20U);
    EXPECT_TRUE(shows(30)) << m_window->dataPage().pattern()->title().toStdString();
    EXPECT_EQ(map().currentFrame(), 20U);
    chooser->numberBox()->stepUp();
    chooser->numberBox()->stepUp();
    EXPECT_TRUE(shows(33)) << "32 is left out";
    set("excluded_frames", std::string("33")); // the one that is shown: the next takes its place
    ASSERT_TRUE(prepared(63));
    EXPECT_TRUE(shows(34)) << m_window->dataPage().pattern()->title().toStdString();
}

TEST_F(FramesTest, WhatIsLeftOutByItselfIsRedAndAClickKeepsItIn) {
    sim::PtychoDataset data = sim::simulatePtycho(smallExperiment(64));
    for (const std::size_t frame : {11, 12}) std::ranges::fill(data.frames.slab(frame), 0.0F);
    sim::writeCxi(toPath(path(QStringLiteral("beam_lost.cxi"))), data, true);
    open(path(QStringLiteral("beam_lost.cxi")));
    const auto red = [this] { return framesLeftOut(*session().scan(), session().job().document()); };
    ASSERT_EQ(red().size(), 2U);
    EXPECT_EQ(red().front().number, 11U);
    EXPECT_EQ(red().front().reason, QStringLiteral("empty"));
    run(2);
    EXPECT_EQ(session().result()->result.frameIndex.size(), 62U);
    EXPECT_EQ(excluded(), "");

    map().selectAction()->trigger();
    click(11);
    EXPECT_EQ(session().job().document().text("included_frames"), "11");
    EXPECT_EQ(red().size(), 1U);
    run(2);
    EXPECT_EQ(session().result()->result.frameIndex.size(), 63U);
    click(11);
    EXPECT_EQ(session().job().document().text("included_frames"), "");
    EXPECT_EQ(excluded(), "") << "it goes by itself again";
    lassoAround(12);
    EXPECT_EQ(session().job().document().text("included_frames"), "12");
    lassoAround(12);
    EXPECT_EQ(session().job().document().text("included_frames"), "");
    // The scan may have been prepared anew with frame 12 in between.
    ASSERT_TRUE(waitFor([&] { return red().size() == 2; })) << red().size();

    // Around all of them both lists change: one step for undo.
    lassoAround(12);
    ASSERT_EQ(session().job().document().text("included_frames"), "12");
    session().history().forget();
    lassoAroundAll();
    EXPECT_EQ(session().job().document().text("included_frames"), "");
    EXPECT_NE(excluded(), "");
    session().history().undo();
    EXPECT_EQ(excluded(), "");
    EXPECT_EQ(session().job().document().text("included_frames"), "12");
    EXPECT_FALSE(session().history().canUndo());
}

TEST_F(FramesTest, WhatWasNotChosenIsNotPutBackByAClick) {
    set("frame_step", 2LL);
    ASSERT_TRUE(prepared(32));
    const auto out = framesLeftOut(*session().scan(), session().job().document());
    ASSERT_EQ(out.size(), 32U);
    EXPECT_EQ(out.front().left, view::LeftOutFrame::Left::forGood);
    EXPECT_FALSE(out.front().reason.isEmpty());
    map().selectAction()->trigger();
    click(11);
    EXPECT_EQ(excluded(), "");
}

} // namespace
} // namespace ewald::ui::test
