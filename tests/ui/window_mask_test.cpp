// SPDX-License-Identifier: GPL-3.0-or-later
// Masks of a scan, painted with the mouse.
#include "io/images/mask_file.h"
#include "model/mask_edit.h"
#include "mouse.h"
#include "view/image_view.h"
#include "window/data_page.h"
#include "window/main_window.h"
#include "window/message_bar.h"
#include "window_support.h"

#include <QAction>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QSpinBox>

#include <algorithm>
#include <cmath>

namespace ewald::ui::test {
namespace {

class ScanMaskTest : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1280, 800);
        m_window->show();
        m_window->open(writeScan());
        ASSERT_TRUE(waitFor([this] { return scan() && scan()->complete && page().pattern()->isIdle(); }));
    }
    [[nodiscard]] const ScanDataPtr& scan() const { return m_window->session().scan(); }
    [[nodiscard]] DataPage& page() { return m_window->dataPage(); }
    [[nodiscard]] QPoint at(QPointF pixel) { return page().pattern()->toCanvas(pixel).toPoint(); }
    /// Drags the mouse over the pattern; from == to is a click.
    void drag(QPointF from, QPointF to) {
        QWidget* canvas = page().pattern()->canvas();
        QTest::mousePress(canvas, Qt::LeftButton, {}, at(from));
        for (int step = 1; step <= 10; ++step) moveMouse(*canvas, at(from + (to - from) * step / 10.0), Qt::LeftButton);
        QTest::mouseRelease(canvas, Qt::LeftButton, {}, at(to));
    }
    [[nodiscard]] std::size_t painted() const {
        const auto& mask = m_window->dataPage().mask().stored();
        return static_cast<std::size_t>(std::ranges::count(mask, std::uint8_t{1}));
    }
    /// What the job's mask file holds.
    [[nodiscard]] std::size_t stored() {
        const std::string file = m_window->session().job().document().text("mask_file");
        if (file.empty()) return 0;
        const auto mask = io::readMaskFile(file);
        return static_cast<std::size_t>(std::ranges::count(mask, std::uint8_t{1}));
    }

    std::unique_ptr<MainWindow> m_window;
};

TEST_F(ScanMaskTest, ADragPaintsAndMovesNothing) {
    page().setTool(DataPage::Tool::brush);
    page().tools().brushBox()->setValue(2);
    const QRectF view = page().pattern()->view();
    drag({4.5, 16.5}, {28.5, 16.5});
    EXPECT_EQ(page().pattern()->view(), view);
    // A stroke 2 wide and 24 long with round ends.
    EXPECT_NEAR(static_cast<double>(painted()), 2 * 24 + 3, 26);
    EXPECT_EQ(page().mask().stored()(16, 16), 1);
    ASSERT_TRUE(waitFor([this] { return stored() == painted(); }));
    // Taken back by one undo, and made again.
    const std::size_t all = painted();
    page().tools().undoAction()->trigger();
    EXPECT_EQ(painted(), 0U);
    page().tools().redoAction()->trigger();
    EXPECT_EQ(painted(), all);
    // Erased in part, with the same tool.
    page().tools().eraseAction()->setChecked(true);
    drag({4.5, 16.5}, {14.5, 16.5});
    EXPECT_LT(painted(), all);
    EXPECT_GT(painted(), 0U);
    // Put away, and with it the eraser: what is painted next is masked.
    const std::size_t rest = painted();
    page().setTool(DataPage::Tool::none);
    page().setTool(DataPage::Tool::brush);
    drag({4.5, 24.5}, {14.5, 24.5});
    EXPECT_GT(painted(), rest);
}

TEST_F(ScanMaskTest, NothingStartsWithoutAMaskThatCannotBeStored) {
    ASSERT_TRUE(QDir().mkpath(QFileInfo(masksFolder()).path()));
    QFile inTheWay(masksFolder());
    ASSERT_TRUE(inTheWay.open(QIODevice::WriteOnly)) << masksFolder().toStdString();
    inTheWay.close();
    page().setTool(DataPage::Tool::brush);
    drag({4.5, 16.5}, {28.5, 16.5});
    ASSERT_GT(painted(), 0U);
    for (int attempt = 0; attempt < 2; ++attempt) { // the second one found the mask stored, once
        m_window->messageBar().dismiss();
        m_window->startRun();
        ASSERT_TRUE(waitFor([this] { return m_window->messageBar().isShown(); }));
        EXPECT_TRUE(m_window->messageBar().message().what.contains(QStringLiteral("folder for masks")))
            << m_window->messageBar().plainText().toStdString();
        EXPECT_FALSE(m_window->session().controller().running());
        EXPECT_FALSE(m_window->session().startedJob());
    }
    ASSERT_TRUE(inTheWay.remove());
    m_window->startRun();
    ASSERT_TRUE(waitFor([this] { return m_window->session().startedJob().has_value(); }));
    EXPECT_EQ(stored(), painted());
    m_window->session().controller().abort();
    ASSERT_TRUE(waitFor([this] { return !m_window->session().controller().running(); }));
}

TEST_F(ScanMaskTest, AMaskFromElsewhereIsNotErasedByUndo) {
    page().setTool(DataPage::Tool::brush);
    drag({6.5, 6.5}, {12.5, 6.5});
    ASSERT_TRUE(waitFor([this] { return stored() == painted(); }));
    Array<std::uint8_t, 2> other({32, 32});
    for (std::size_t col = 0; col < 32; ++col) other(20, col) = 1;
    io::writeMaskFile(toPath(path("other.tif")), other, false);
    const ScanDataPtr before = scan();
    JobModel& job = m_window->session().job();
    job.setValue(*job::findParameter("mask_file"), path("other.tif").toStdString());
    ASSERT_TRUE(waitFor([&] { return scan() != before && scan()->complete && page().pattern()->isIdle(); }));
    EXPECT_FALSE(m_window->session().history().canUndo());
    // What is painted on it is taken back, and nothing else.
    drag({6.5, 6.5}, {12.5, 6.5});
    ASSERT_GT(painted(), 32U);
    page().tools().undoAction()->trigger();
    EXPECT_EQ(painted(), 32U);
    EXPECT_FALSE(m_window->session().history().canUndo());
    page().tools().undoAction()->trigger();
    EXPECT_EQ(painted(), 32U);
}

/// A mask that is named while what was painted is not stored yet is not painted over by that.
TEST_F(ScanMaskTest, AnotherMaskIsTheOneThatIsNamed) {
    Array<std::uint8_t, 2> other({32, 32});
    for (std::size_t col = 0; col < 32; ++col) other(20, col) = 1;
    io::writeMaskFile(toPath(path("other.tif")), other, false);
    page().setTool(DataPage::Tool::brush);
    drag({6.5, 6.5}, {12.5, 6.5});
    const std::string name = path("other.tif").toStdString();
    m_window->session().job().setValue(*job::findParameter("mask_file"), name);
    bool done = false;
    page().storeThen([&] { done = true; });
    ASSERT_TRUE(waitFor([&] { return done && scan()->complete && scan()->job.text("mask_file") == name; }));
    EXPECT_EQ(m_window->session().job().document().text("mask_file"), name);
    EXPECT_EQ(stored(), 32U);
}

TEST_F(ScanMaskTest, NoClickIsLostWhileTheOneBeforeIsStored) {
    page().setTool(DataPage::Tool::brush);
    page().tools().brushBox()->setValue(4);
    drag({6.5, 6.5}, {6.5, 6.5});
    const std::size_t one = painted();
    ASSERT_GT(one, 0U);
    std::size_t clicks = 1;
    const auto isPrepared = [&] {
        const auto bad = std::ranges::count(scan()->layout.badPixels, std::uint8_t{1});
        return bad == static_cast<std::ptrdiff_t>(clicks * one);
    };
    // Before it is stored, when it has just been stored, when it has been prepared, and before that again.
    const std::vector<std::function<bool()>> moments{[] { return true; }, [&] { return stored() == clicks * one; },
                                                     isPrepared, [] { return true; }};
    for (const std::function<bool()>& moment : moments) {
        ASSERT_TRUE(waitFor(moment));
        const double place = 6.5 + 5.0 * static_cast<double>(clicks++);
        drag({place, 6.5}, {place, 6.5});
        EXPECT_EQ(painted(), clicks * one);
    }
    ASSERT_TRUE(waitFor([&] { return stored() == clicks * one; }));
    ASSERT_TRUE(waitFor(isPrepared));
    EXPECT_EQ(painted(), clicks * one);
}

TEST_F(ScanMaskTest, ADabDoesNotReadTheScanAgain) {
    QSignalSpy reading(&m_window->session(), &Session::progressed);
    page().setTool(DataPage::Tool::rectangle);
    drag({10, 10}, {20, 20});
    EXPECT_EQ(painted(), 100U);
    ASSERT_TRUE(waitFor([this] { return std::ranges::count(scan()->layout.badPixels, std::uint8_t{1}) == 100; }));
    EXPECT_EQ(reading.count(), 0);
    EXPECT_TRUE(scan()->otherMask); // and the page says that its counts are older
    EXPECT_TRUE(std::isnan((*scan()->mean)(15, 15)));
    EXPECT_FALSE(std::isnan((*scan()->mean)(5, 5)));
    // What is unmasked again has to be read.
    page().tools().undoAction()->trigger();
    ASSERT_TRUE(waitFor(
        [this] { return std::ranges::count(scan()->layout.badPixels, std::uint8_t{1}) == 0 && scan()->complete; }));
    EXPECT_FALSE(std::isnan((*scan()->mean)(15, 15)));
    EXPECT_FALSE(scan()->otherMask);
}

TEST_F(ScanMaskTest, APolygonAndWhatWasPaintedBeforeStartBelongToTheJob) {
    page().setTool(DataPage::Tool::polygon);
    for (const QPointF corner : {QPointF(4, 4), QPointF(14, 4), QPointF(14, 14), QPointF(4, 14)}) drag(corner, corner);
    emit page().pattern()->drawingClosed();
    EXPECT_EQ(painted(), 100U);
    m_window->session().job().setIterations(0, 1);
    m_window->startRun(); // before the mask is stored by itself
    ASSERT_TRUE(waitFor([this] { return m_window->session().startedJob().has_value(); }));
    EXPECT_FALSE(m_window->session().startedJob()->text("mask_file").empty());
    ASSERT_TRUE(waitFor([this] { return !m_window->session().controller().running(); }));
}

} // namespace
} // namespace ewald::ui::test
