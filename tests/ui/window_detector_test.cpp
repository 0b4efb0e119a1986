// SPDX-License-Identifier: GPL-3.0-or-later
// What the window shows of a background and of the beam that were fitted: while a run goes on, of its result, and of
// one that is opened.
#include "model/shown_refinement.h"
#include "view/image_view.h"
#include "view/pattern_chart.h"
#include "window/background_panel.h"
#include "window/intensities_panel.h"
#include "window_state.h"

#include <QFile>

#include <cmath>
#include <numeric>
#include <random>

namespace ewald::ui::test {
namespace {

constexpr std::size_t kDark = 10; ///< a frame with half of the beam

class DetectorTest : public StateTest {
protected:
    /// A scan with two counts of background in each pixel on the average, and one dark frame.
    [[nodiscard]] QString writeDisturbed() {
        sim::PtychoDataset dataset = sim::simulatePtycho(smallExperiment(100));
        std::mt19937 generator(5);
        std::poisson_distribution<int> background(2);
        Array<float, 3>& counts = dataset.frames;
        for (std::size_t i = 0; i < counts.size(); ++i) {
            float& count = counts.data()[i];
            if (i / (counts.extent(1) * counts.extent(2)) == kDark) count = std::round(count / 2);
            count += static_cast<float>(background(generator));
        }
        sim::writeCxi(toPath(path(QStringLiteral("scan.cxi"))), dataset, true);
        return path(QStringLiteral("scan.cxi"));
    }
    void fit(bool on) {
        set("background", on);
        set("frame_intensities", on);
        set("preview_interval_s", 0.1);
    }
    [[nodiscard]] BackgroundPanel& background() { return live().background(); }
    [[nodiscard]] IntensitiesPanel& intensities() { return live().intensities(); }
    [[nodiscard]] const view::PatternCurve& curve() { return intensities().chart()->curves().front(); }
    [[nodiscard]] bool none() {
        return !background().isShown() && !intensities().isShown() && session().refinement().background() == nullptr &&
               session().refinement().intensities() == nullptr;
    }
    [[nodiscard]] bool both() { return background().isShown() && intensities().isShown(); }
    void openResult(const QString& file) {
        m_window->open(file);
        ASSERT_TRUE(waitFor([&] { return session().result() && session().result()->file == file; }));
    }
    /// What is on the pages, read off them, is what the result holds.
    void expectPagesOf(const io::PtychoResult& result) {
        background().reveal();
        view::ImageView& image = *background().image();
        ASSERT_TRUE(waitFor([&] { return image.isIdle() && image.emptyText().isEmpty(); }));
        // Pixels from the zero frequency, and counts.
        const std::size_t n = result.background.extent(0);
        const QString read = image.readout(image.toCanvas(QPointF(4.5, 20.5)));
        const auto place = [&](int pixel) { return numberText(pixel - static_cast<int>(n / 2), 6); };
        for (const QString& part :
             {QStringLiteral("x %1 px").arg(place(4)), QStringLiteral("y %1 px").arg(place(20)),
              numberText(static_cast<double>(result.background(20, 4)), 5) + QStringLiteral(" counts")})
            EXPECT_TRUE(read.contains(part)) << part.toStdString() << " in " << read.toStdString();
        const double sum = std::accumulate(result.background.begin(), result.background.end(), 0.0);
        EXPECT_TRUE(image.title().contains(numberText(sum, 3))) << image.title().toStdString();
        EXPECT_EQ(image.valueLabel(), QStringLiteral("Background (counts)"));

        intensities().reveal();
        ASSERT_TRUE(waitFor([&] { return intensities().chart()->curves().size() == 1; }));
        ASSERT_EQ(curve().y.size(), result.frameIntensities.size());
        for (std::size_t i = 0; i < curve().y.size(); ++i) {
            EXPECT_EQ(curve().x[i], static_cast<double>(result.frameIndex[i]));
            EXPECT_EQ(curve().y[i], static_cast<float>(result.frameIntensities[i]));
        }
    }
};

TEST_F(DetectorTest, OfARunItsResultAndOneThatIsOpened) {
    open(writeDisturbed());
    EXPECT_TRUE(none());
    set("excluded_frames", std::string("3-5"));
    fit(true);
    startLongRun();
    ASSERT_TRUE(waitFor([this] { return both(); })) << "while it runs";
    EXPECT_FALSE(ended());
    // A page that is looked at follows the run.
    intensities().reveal();
    ASSERT_TRUE(waitFor([this] { return intensities().chart()->curves().size() == 1; }));
    ASSERT_EQ(curve().x.size(), 97U);
    EXPECT_EQ(curve().x[3], 6) << "numbers are those of the file";
    const std::vector<float> first = curve().y;
    ASSERT_TRUE(waitFor([&] { return curve().y != first; })) << "another preview";
    background().reveal();
    ASSERT_TRUE(waitFor([this] { return background().image()->emptyText().isEmpty(); }));
    stopRun();
    ASSERT_TRUE(waitFor([this] { return session().result() != nullptr; }));
    ASSERT_TRUE(both());
    const io::PtychoResult saved = io::readResult(toPath(session().result()->file));
    expectPagesOf(saved);
    // The frame that was dark is at its place.
    const auto least = std::ranges::min_element(curve().y);
    EXPECT_EQ(curve().x[static_cast<std::size_t>(least - curve().y.begin())], kDark);
    EXPECT_NEAR(*least, 0.5, 0.1);

    // Nothing of it beside another scan; the result that is opened later has it again.
    const QString file = session().result()->file;
    open(writeScan(smallExperiment(49), QStringLiteral("other.cxi")));
    EXPECT_TRUE(none());
    EXPECT_TRUE(intensities().chart()->curves().empty());
    EXPECT_FALSE(background().image()->emptyText().isEmpty());
    openResult(file);
    ASSERT_TRUE(both());
    expectPagesOf(saved);
}

TEST_F(DetectorTest, IsThereOnlyWhereItWasFitted) {
    open(writeDisturbed());
    fit(true);
    run(8);
    ASSERT_TRUE(both());
    const QString file = path(QStringLiteral("kept.h5"));
    ASSERT_TRUE(QFile::copy(session().result()->file, file));
    // A run that fits nothing shows none, whatever was on the page that is looked at.
    background().reveal();
    fit(false);
    run(2);
    EXPECT_TRUE(none());
    EXPECT_FALSE(background().isVisible());
    // Each for itself.
    set("background", true);
    run(8);
    EXPECT_TRUE(background().isShown());
    EXPECT_FALSE(intensities().isShown());
    // A result that is opened while a run without them goes on, and that run again.
    set("background", false);
    startLongRun();
    EXPECT_TRUE(none());
    openResult(file);
    EXPECT_TRUE(both());
    session().showRun();
    EXPECT_TRUE(none());
    stopRun();
}

} // namespace
} // namespace ewald::ui::test
