// SPDX-License-Identifier: GPL-3.0-or-later
// Limits of colours belong to what is shown; what is waited for is called by its name.
#include "view/histogram_bar.h"
#include "view/image_view.h"
#include "window/data_page.h"
#include "window_state.h"

namespace ewald::ui::test {
namespace {

class LimitsTest : public StateTest {
protected:
    /// As by a drag of the upper limit in the histogram.
    static void choose(view::ImageView& image, double low, double high) {
        auto* histogram = image.findChild<view::HistogramBar*>();
        ASSERT_NE(histogram, nullptr);
        emit histogram->rangeChosen({low, high, false});
        ASSERT_TRUE(image.rangeChoice().manual);
    }
};

TEST_F(LimitsTest, AnotherResultHasItsOwnColours) {
    open(writeScan());
    run(1);
    const QString first = session().result()->file;
    view::ImageView& object = *live().object();
    const view::RangeChoice usual = object.rangeChoice();
    choose(object, 3, 3.1);
    run(1); // of the same scan: to be compared with the one before
    EXPECT_TRUE(object.rangeChoice().manual);
    m_window->open(first);
    ASSERT_TRUE(waitFor([&] { return session().result() && session().result()->file == first; }));
    EXPECT_EQ(object.rangeChoice(), usual);
    choose(object, 3, 3.1);
    object.setRangeLocked(true);
    open(writeScan(smallExperiment(49), QStringLiteral("other.cxi")));
    run(1);
    EXPECT_TRUE(object.rangeChoice().manual) << "locked: kept for other images";
}

TEST_F(LimitsTest, AnotherScanHasItsOwnColours) {
    open(writeScan());
    view::ImageView& pattern = *m_window->dataPage().pattern();
    const view::RangeChoice usual = pattern.rangeChoice();
    choose(pattern, 1, 5);
    set("crop_size", 24LL);
    ASSERT_TRUE(waitFor([this] { return session().scan()->layout.size == 24 && session().scan()->complete; }));
    EXPECT_TRUE(pattern.rangeChoice().manual) << "the same scan, prepared otherwise";
    open(writeScan(smallExperiment(49), QStringLiteral("other.cxi")));
    EXPECT_EQ(pattern.rangeChoice(), usual);
}

TEST_F(LimitsTest, WhileFramesAreReadNoIterationIsWaitedFor) {
    open(writeScan());
    QStringList said;
    QObject::connect(&session().controller(), &JobController::stateChanged, m_window.get(), [&](JobState state) {
        if (live().objectImage() != nullptr) return;
        const QString text = live().object()->emptyText();
        said << text;
        if (state == JobState::preparing || state == JobState::reading) {
            EXPECT_EQ(text, stateText(state) + u'…');
        }
    });
    session().job().setIterations(0, 2);
    m_window->startRun();
    EXPECT_EQ(live().object()->emptyText(), stateText(session().controller().state()) + u'…');
    ASSERT_TRUE(waitFor([this] { return ended() && session().result(); }));
    EXPECT_FALSE(said.isEmpty());
}

} // namespace
} // namespace ewald::ui::test
