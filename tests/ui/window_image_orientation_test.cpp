// SPDX-License-Identifier: GPL-3.0-or-later
// A PONI file that was made for the mirrored image: found, shown, offered, applied.
#include "azint/poni.h"
#include "base/units.h"
#include "buttons.h"
#include "german.h"
#include "model/image_orientation.h"
#include "sim/powder_simulator.h"
#include "window/frame_page.h"
#include "window/geometry_panel.h"
#include "window/image_orientation_dialog.h"
#include "window/main_window.h"
#include "window/message_bar.h"
#include "window_support.h"

#include <QFile>
#include <QPushButton>
#include <QToolButton>

namespace ewald::ui::test {
namespace {

class ImageOrientationTest : public WindowTest {
protected:
    /// Frames of rings, and the PONI file that fits them after `orientation`. \param middle the beam is there
    void open(azint::ImageOrientation orientation, bool middle = false) {
        sim::PowderExperiment experiment;
        azint::Poni& poni = experiment.poni;
        poni.dist_m = 0.12;
        poni.pixel1_m = poni.pixel2_m = 172e-6;
        poni.shape = {200, 200};
        poni.poni1_m = (middle ? 100 : 60) * 172e-6;
        poni.poni2_m = (middle ? 100 : 150) * 172e-6;
        poni.wavelength_m = 4e-11;
        experiment.frames = 4;
        sim::PowderOutput output;
        output.overwrite = true;
        static_cast<void>(sim::writePowderStack(toPath(path("rings.h5")), experiment, output));
        // The inverse of a flip is itself; that of a turn by 90° is the other one.
        azint::ImageOrientation back = orientation;
        if (orientation.transposed) std::swap(back.flipRows, back.flipCols);
        azint::OrientedPoni by = azint::oriented(poni, 200, 200, back);
        // A PONI file has no flips: they are put into its numbers, which only rings with rot = 0 allow.
        if (by.flipRows) by.poni.poni1_m = 200 * 172e-6 - by.poni.poni1_m;
        if (by.flipCols) by.poni.poni2_m = 200 * 172e-6 - by.poni.poni2_m;
        by.poni.rot1 = by.poni.rot2 = by.poni.rot3 = 0;
        QFile file(path("other.poni"));
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(azint::poniFileText(by.poni)));
        file.close();
        m_window.resize(1280, 800);
        m_window.show();
        m_window.session().openAs({path("rings.h5")}, Mode::integration);
        ASSERT_TRUE(waitFor([this] { return session().stack() && session().image() && page().isIdle(); }));
        session().loadPoni(path("other.poni"));
    }
    [[nodiscard]] IntegrationSession& session() { return m_window.session().integration(); }
    [[nodiscard]] FramePage& page() { return m_window.framePage(); }
    [[nodiscard]] QString message() {
        return m_window.messageBar().isShown() ? m_window.messageBar().plainText() : QString();
    }
    [[nodiscard]] bool waitForOffer() {
        return waitFor([this] { return message().contains(QStringLiteral("This geometry fits the image")); });
    }
    void press(const char* text) {
        QAbstractButton* button = buttonWith(m_window.messageBar(), QString::fromLatin1(text));
        ASSERT_NE(button, nullptr) << text;
        button->click();
    }
    MainWindow m_window;
};

TEST_F(ImageOrientationTest, AFlipIsOfferedAndAppliedWithOneClick) {
    open({false, true, false});
    ASSERT_TRUE(waitForOffer()) << message().toStdString();
    EXPECT_TRUE(message().contains(QStringLiteral("flipped up-down"))) << message().toStdString();
    press("Turn it");
    EXPECT_TRUE(session().flipRows());
    EXPECT_FALSE(session().flipCols());
}

TEST_F(ImageOrientationTest, TheOfferGoesWithTheGeometryThatItIsOf) {
    open({false, true, false});
    ASSERT_TRUE(waitForOffer()) << message().toStdString();
    azint::Poni other = session().poni();
    other.poni1_m += 172e-6;
    session().setPoni(other);
    EXPECT_EQ(message().toStdString(), "");
}

TEST_F(ImageOrientationTest, TheDialogShowsAllEightAndTurnsByNinetyDegrees) {
    open({true, false, true});
    ASSERT_TRUE(waitForOffer()) << message().toStdString();
    EXPECT_TRUE(message().contains(QStringLiteral("90° clockwise"))) << message().toStdString();
    press("Show all");
    ASSERT_NE(page().orientationDialog(), nullptr);
    ImageOrientationDialog& dialog = *page().orientationDialog();
    ASSERT_TRUE(waitFor([&] { return dialog.answer().has_value(); }));
    for (const OrientationTile* tile : dialog.tiles()) EXPECT_TRUE(tile->hasPicture());
    EXPECT_EQ(dialog.tiles()[6]->mark(), OrientationTile::Mark::best);
    EXPECT_TRUE(dialog.tiles()[0]->accessibleName().contains(QStringLiteral("set now")));
    EXPECT_TRUE(dialog.verdict().contains(QStringLiteral("90° clockwise"))) << dialog.verdict().toStdString();
    ASSERT_TRUE(dialog.applyButton().isEnabled());
    dialog.applyButton().click();
    EXPECT_TRUE(waitFor([this] { return page().orientationDialog() == nullptr; }));
    // Rings fit now: nothing better is found.
    const auto geometry = session().geometry();
    ASSERT_TRUE(geometry);
    const double score = azint::ringScore(*session().image(), *session().wholeMask(), *geometry);
    EXPECT_GT(score, 0.3);
    page().findOrientation();
    ImageOrientationDialog& again = *page().orientationDialog();
    ASSERT_TRUE(waitFor([&] { return again.answer().has_value(); }));
    EXPECT_NEAR(again.answer()->trials.front().score, score, 1e-3);
    // One click, one step.
    const azint::Poni turned = session().poni();
    const auto flips = [this] { return std::pair(session().flipRows(), session().flipCols()); };
    const auto turnedFlips = flips();
    session().history().undo();
    EXPECT_EQ(flips(), std::pair(false, false));
    EXPECT_NE(session().poni(), turned);
    EXPECT_EQ(session().history().undoText(), QStringLiteral("Geometry file"));
    session().history().redo();
    EXPECT_EQ(flips(), turnedFlips);
    EXPECT_EQ(session().poni(), turned);
    EXPECT_FALSE(again.applyButton().isEnabled()) << again.verdict().toStdString();
}

/// A tile has two lines for its name, and two for what was found.
TEST_F(ImageOrientationTest, WordsOfTheEightWaysFitBelowTheirPictures) {
    for (const bool inGerman : {false, true}) {
        std::optional<German> german;
        if (inGerman) german.emplace();
        OrientationTile tile(QStringLiteral("a"));
        QFont bold = tile.font();
        bold.setBold(true);
        const QRect room(0, 0, tile.sizeHint().width() - 12, 1000);
        const auto linesOf = [&room](const QFont& font, const QString& text) {
            const QFontMetrics metrics(font);
            const QRect taken = metrics.boundingRect(room, Qt::AlignHCenter | Qt::TextWordWrap, text);
            EXPECT_LE(taken.width(), room.width()) << text.toStdString();
            return taken.height() / metrics.lineSpacing();
        };
        for (int way = 0; way < 8; ++way) {
            const QString name = imageOrientationText({(way & 4) != 0, (way & 1) != 0, (way & 2) != 0});
            EXPECT_LE(linesOf(bold, name), 2) << name.toStdString();
        }
        const QString figure = OrientationTile::tr("%1 · set now").arg(ringScoreText(1));
        EXPECT_LE(linesOf(tile.font(), figure), 2) << figure.toStdString();
    }
}

TEST_F(ImageOrientationTest, WhatFitsIsLeftAloneAndWhatCannotBeToldIsSaid) {
    open({}, true);
    auto* which = page().findChild<QToolButton*>(QStringLiteral("findImageOrientation"));
    ASSERT_NE(which, nullptr);
    ASSERT_TRUE(waitFor([this] { return session().geometryKnown() && page().isIdle(); }));
    which->click();
    ImageOrientationDialog& dialog = *page().orientationDialog();
    ASSERT_TRUE(waitFor([&] { return dialog.answer().has_value(); }));
    EXPECT_TRUE(dialog.verdict().contains(QStringLiteral("Cannot tell"))) << dialog.verdict().toStdString();
    EXPECT_FALSE(dialog.applyButton().isEnabled());
    EXPECT_EQ(message(), QString()) << "nothing is offered";
}

} // namespace
} // namespace ewald::ui::test
