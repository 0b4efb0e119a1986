// SPDX-License-Identifier: GPL-3.0-or-later
// A mask that is proposed: searched for beside the window's thread, shown over the image, applied when it is asked for.
#include "base/long_call.h"
#include "clip_check.h"
#include "german.h"
#include "io/hdf5/hdf5.h"
#include "powder_window.h"
#include "view/image_view.h"
#include "window/mask_panel.h"
#include "window/mask_proposal_panel.h"

#include <QAction>
#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QTabWidget>

#include <algorithm>

namespace ewald::ui::test {
namespace {

using azint::Suspicion;

/// A 2 × 2 square, a pixel at its corner, and a row of two whose right end goes on below.
TEST(AreasOfPixels, CoverThemAndNothingElse) {
    const Array<std::uint8_t, 2> image({4, 5}, std::vector<std::uint8_t>{1, 1, 0, 2, 0, //
                                                                         1, 1, 0, 0, 0, //
                                                                         0, 0, 1, 1, 1, //
                                                                         0, 0, 0, 0, 1});
    Array<int, 2> covered({4, 5});
    const std::vector<QRect> areas = areasOf(image, 1);
    EXPECT_EQ(areas.size(), 3U);
    for (const QRect& area : areas)
        for (int row = area.top(); row <= area.bottom(); ++row)
            for (int col = area.left(); col <= area.right(); ++col)
                ++covered(static_cast<std::size_t>(row), static_cast<std::size_t>(col));
    for (std::size_t i = 0; i < image.size(); ++i) EXPECT_EQ(covered.data()[i], image.data()[i] == 1 ? 1 : 0) << i;
    EXPECT_TRUE(areasOf(image, 3).empty());
}

class MaskProposalTest : public PowderWindowTest {
protected:
    void openFramesWithHotPixels() {
        sim::PowderExperiment experiment = smallPowder(6);
        experiment.poni.dist_m = 0.08;
        experiment.background = 80;
        experiment.peakWidth_deg = 0.6; // wider than a pixel
        experiment.hotPixels = 7;
        openPowder(experiment);
        set("file_mask", job::ParameterValue(false)); // their file marks them
        page().panels()->setCurrentWidget(page().maskPanel());
        settleAll();
        ASSERT_TRUE(waitFor([this] { return framesAreReady(); }));
    }
    [[nodiscard]] MaskProposalPanel& panel() { return page().maskPanel()->proposals(); }
    [[nodiscard]] const std::optional<MaskProposals::Answer>& answer() { return panel().proposals().answer(); }
    void find() {
        ASSERT_TRUE(panel().findButton()->isEnabled()) << panel().findButton()->toolTip().toStdString();
        panel().findButton()->click();
        ASSERT_TRUE(waitFor([this] { return answer() || panel().proposals().failure(); }));
        ASSERT_TRUE(answer()) << panel().text()->text().toStdString();
        settleAll();
    }
    [[nodiscard]] std::vector<std::uint32_t> markedByTheFile() const {
        const std::vector<std::uint32_t> marks = io::h5::File::open(toPath(path(QStringLiteral("powder.h5"))))
                                                     .dataset("/entry/instrument/detector/pixel_mask")
                                                     .readAll<std::uint32_t>();
        std::vector<std::uint32_t> pixels;
        for (std::size_t i = 0; i < marks.size(); ++i)
            if (marks[i] != 0) pixels.push_back(static_cast<std::uint32_t>(i));
        return pixels;
    }
    /// Of hot pixels, which no colour map of the page has.
    [[nodiscard]] static bool hasColour(const QImage& figure) {
        const QRgb wanted = MaskProposalPanel::colourOf(Suspicion::hot).rgb();
        for (int y = 0; y < figure.height(); ++y)
            for (int x = 0; x < figure.width(); ++x)
                if (figure.pixel(x, y) == wanted) return true;
        return false;
    }
    [[nodiscard]] QColor colourAt(std::uint32_t pixel) {
        view::ImageView& image = *page().image();
        const std::size_t cols = frames().stack()->cols();
        const QPointF place =
            image.toCanvas({static_cast<double>(pixel % cols) + 0.5, static_cast<double>(pixel / cols) + 0.5});
        const QImage shown = image.canvas()->grab().toImage();
        return shown.pixelColor((place * shown.devicePixelRatio()).toPoint());
    }
};

TEST_F(MaskProposalTest, NothingIsMaskedBeforeItIsApplied) {
    EXPECT_FALSE(panel().findButton()->isEnabled());
    openFramesWithHotPixels();
    const LongCalls calls;
    find();
    EXPECT_TRUE(calls.seen().empty()) << "frames are read beside this thread";
    EXPECT_EQ(answer()->frames, 6U);
    ASSERT_EQ(answer()->kinds.size(), 3U) << "no spots of the mean of frames";
    EXPECT_EQ(answer()->kinds[0].pixels, markedByTheFile());
    EXPECT_EQ(panel().kindBox(Suspicion::hot)->text(), QStringLiteral("Hot: 7"));
    EXPECT_TRUE(panel().kindBox(Suspicion::hot)->isChecked());
    EXPECT_FALSE(panel().kindBox(Suspicion::dead)->isEnabled()) << "there is none";
    EXPECT_FALSE(panel().kindBox(Suspicion::spot)->isVisible());
    // It is seen, and no more than that.
    EXPECT_TRUE(frames().drawnMask().empty());
    const std::uint32_t hot = answer()->kinds[0].pixels.front();
    EXPECT_EQ(colourAt(hot), MaskProposalPanel::colourOf(Suspicion::hot));
    EXPECT_TRUE(hasColour(page().image()->figure(1))) << "what is seen is what is saved";
    panel().kindBox(Suspicion::hot)->click();
    settleAll();
    EXPECT_NE(colourAt(hot), MaskProposalPanel::colourOf(Suspicion::hot));
    EXPECT_FALSE(hasColour(page().image()->figure(1)));
    EXPECT_EQ(panel().proposals().chosenPixels(), 0U);
    EXPECT_FALSE(panel().applyButton()->isEnabled());
    panel().kindBox(Suspicion::hot)->click();
    panel().applyButton()->click();
    EXPECT_EQ(frames().drawnMask().maskedPixels(), 7U);
    EXPECT_FALSE(answer());
    EXPECT_TRUE(page().image()->colouredPixels().empty());
    EXPECT_FALSE(panel().applyButton()->isVisible());
    // One step back.
    page().tools().undoAction()->trigger();
    EXPECT_TRUE(frames().drawnMask().empty());
    page().tools().redoAction()->trigger();
    EXPECT_EQ(frames().drawnMask().maskedPixels(), 7U);
    // What is masked already is not proposed again.
    find();
    EXPECT_EQ(panel().proposals().chosenPixels(), 0U);
    panel().discardButton()->click();
    EXPECT_FALSE(answer());
    EXPECT_EQ(frames().drawnMask().maskedPixels(), 7U);
}

TEST_F(MaskProposalTest, SpotsAreThoseOfTheShownFrameAndAreNotTicked) {
    openFramesWithHotPixels();
    frames().show(StackView::frame, 2);
    ASSERT_TRUE(waitFor([this] { return framesAreReady(); }));
    find();
    ASSERT_EQ(answer()->kinds.size(), 4U);
    EXPECT_EQ(answer()->of, 2U);
    EXPECT_TRUE(panel().kindBox(Suspicion::spot)->text().startsWith(QStringLiteral("Spots of frame 2: ")));
    EXPECT_FALSE(panel().kindBox(Suspicion::spot)->isChecked());
}

TEST_F(MaskProposalTest, AnotherGeometryTakesItAway) {
    openFramesWithHotPixels();
    find();
    azint::Poni poni = frames().poni();
    poni.dist_m *= 1.1;
    frames().setPoni(poni, QStringLiteral("Distance"));
    EXPECT_FALSE(answer());
    EXPECT_TRUE(page().image()->colouredPixels().empty());
    // Stopped, it comes to nothing.
    panel().proposals().start();
    ASSERT_TRUE(waitFor([this] { return panel().proposals().busy(); }));
    EXPECT_TRUE(panel().stopButton()->isVisible());
    panel().stopButton()->click();
    EXPECT_FALSE(panel().proposals().busy());
    settleAll();
    EXPECT_FALSE(answer());
    EXPECT_TRUE(frames().drawnMask().empty());
}

TEST_F(MaskProposalTest, AllOfItIsSeenInGerman) {
    const German german;
    openWindow();
    openFramesWithHotPixels();
    frames().show(StackView::frame, 2);
    ASSERT_TRUE(waitFor([this] { return framesAreReady(); }));
    find();
    EXPECT_EQ(clipped(*page().maskPanel()), "");
}

} // namespace
} // namespace ewald::ui::test
