// SPDX-License-Identifier: GPL-3.0-or-later
// A scan that is still running: its frames are integrated as they come, and the window says how far behind it is.
#include "../io/growing_file.h"
#include "powder_window.h"
#include "window/powder_page.h"
#include "window/status_panel.h"

#include <QCheckBox>

namespace ewald::ui::test {
namespace {

using io::test::GrowingFile;

class FollowTest : public PowderWindowTest {
protected:
    [[nodiscard]] Session& session() { return m_window->session(); }
    [[nodiscard]] QString status() { return m_window->statusPanel().text(); }
    [[nodiscard]] QCheckBox* box() { return m_window->findChild<QCheckBox*>(QStringLiteral("follow")); }
    [[nodiscard]] bool stands(const char* text) { return status().contains(QLatin1String(text)); }
    /// A file of the shape that the geometry of smallPowder() is for, whose writer has it open.
    void openGrowing(GrowingFile& writer, std::size_t frames) {
        writer.append(frames);
        openFiles({path(QStringLiteral("scan.h5")), writePowder(smallPowder(1)).poni});
        ASSERT_EQ(frameCount(), frames);
        set("preview_interval_s", job::ParameterValue(0.01));
    }
    [[nodiscard]] std::size_t frameCount() { return frames().stack() ? frames().stack()->frameCount() : 0; }
    [[nodiscard]] std::filesystem::path scan() const { return toPath(path(QStringLiteral("scan.h5"))); }
};

TEST_F(FollowTest, OneSwitchIntegratesFramesAsTheyComeUntilTheScanEnds) {
    GrowingFile writer(scan(), GrowingFile::Format::swmr, 200, 240);
    openGrowing(writer, 4);
    ASSERT_TRUE(box()->isVisible());
    EXPECT_FALSE(box()->isChecked());
    box()->click();
    EXPECT_TRUE(frames().document().flag("follow"));
    m_window->startRun();
    ASSERT_TRUE(waitFor([this] { return stands("Waiting for frames") && stands("4 frames, 0 behind"); }))
        << status().toStdString() << m_window->messageBar().plainText().toStdString();
    EXPECT_FALSE(stands("frames/s")) << "nothing is done while it waits: " << status().toStdString();
    EXPECT_FALSE(m_window->powderPage().summary().contains(QStringLiteral("/s")))
        << m_window->powderPage().summary().toStdString();
    const auto* card = m_window->findChild<QWidget*>(QStringLiteral("follow"))->parentWidget();
    const int lowerEdge = card->mapTo(m_window.get(), QPoint(0, card->height())).y(); // of the card: the form is below
    writer.append(3);
    ASSERT_TRUE(waitFor([this] { return stands("7 frames, 0 behind"); })) << status().toStdString();
    EXPECT_TRUE(session().controller().running());
    writer.append(2);
    writer.close();
    ASSERT_TRUE(waitFor([this] { return !session().controller().running() && session().integrationResult(); }))
        << status().toStdString();
    EXPECT_EQ(session().controller().state(), job::JobState::done);
    EXPECT_EQ(session().integrationResult()->result->axes().frames, 9U);
    EXPECT_TRUE(session().integrationResult()->result->end().complete);
    // What is open is the whole scan now, without a word of a file that is being written.
    ASSERT_TRUE(waitFor([this] { return frameCount() == 9 && framesAreReady(); }));
    EXPECT_FALSE(box()->isVisible());
    settleAll();
    EXPECT_EQ(card->mapTo(m_window.get(), QPoint(0, card->height())).y(), lowerEdge)
        << "the form stays where it is when the remark on the file has gone";
    EXPECT_TRUE(stands("9 of 9 frames")) << status().toStdString();
    EXPECT_EQ(m_window->tabs().currentWidget(), &m_window->powderPage()) << "the patterns stay in view";
}

TEST_F(FollowTest, StopEndsItAndKeepsThePatterns) {
    GrowingFile writer(scan(), GrowingFile::Format::swmr, 200, 240);
    openGrowing(writer, 2);
    box()->click();
    m_window->startRun();
    ASSERT_TRUE(waitFor([this] { return stands("2 frames, 0 behind"); })) << status().toStdString();
    m_window->runActions().stop->trigger();
    ASSERT_TRUE(waitFor([this] { return !session().controller().running() && session().integrationResult(); }));
    EXPECT_EQ(session().integrationResult()->result->axes().frames, 2U);
}

TEST_F(FollowTest, TheSwitchIsThatOfTheForm) {
    GrowingFile writer(scan(), GrowingFile::Format::swmr, 200, 240);
    openGrowing(writer, 2);
    set("follow", job::ParameterValue(true));
    EXPECT_TRUE(box()->isChecked());
    frames().history().undo();
    EXPECT_FALSE(box()->isChecked());
    writer.close();
    openFiles({writePowder().frames});
    EXPECT_TRUE(waitFor([this] { return !box()->isVisible(); })) << "a file that is complete";
}

} // namespace
} // namespace ewald::ui::test
