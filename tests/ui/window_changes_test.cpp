// SPDX-License-Identifier: GPL-3.0-or-later
// What is changed while something is read or runs: nothing of it is lost, and nothing else is.
#include "job/document/job_kind.h"
#include "window/message_bar.h"
#include "window/run_panel.h"
#include "window_state.h"

#include <QFile>
#include <QTest>
#include <QThread>

#include <atomic>

namespace ewald::ui::test {
namespace {

class ChangesTest : public StateTest {
protected:
    /// A window whose runs begin only when they are asked to end, while `holds`.
    void openWindow() {
        m_window = std::make_unique<MainWindow>(nullptr, [this](const job::JobDocument& job, job::JobObserver& observer,
                                                                RunControl& control, const job::RunOptions& options) {
            while (m_holds && !control.stopRequested()) QThread::msleep(1);
            return job::runJob(job, observer, control, options);
        });
        m_window->resize(1280, 800);
        m_window->show();
        open(writeScan(smallExperiment(64), QStringLiteral("a.cxi")));
    }
    void apply() {
        ASSERT_TRUE(waitFor([this] { return m_window->runActions().apply->isEnabled(); }));
        m_holds = false; // for the run that follows
        m_window->runActions().apply->trigger();
        ASSERT_TRUE(waitFor([this] { return ended() && session().result(); }))
            << m_window->messageBar().plainText().toStdString();
    }
    std::atomic<bool> m_holds = false;
};

/// Each change of what the frames are prepared with is followed by one more preparation, whenever it comes.
TEST_F(ChangesTest, ParametersThatChangeWhileFramesAreReadAreTakenOver) {
    open(writeScan(smallExperiment(64)));
    const auto prepared = [this](const char* key) { return session().scan()->job.integer(key); };
    set("crop_size", job::ParameterValue(24LL));
    ASSERT_TRUE(waitFor([this] { return session().busy(); }));
    set("binning", job::ParameterValue(2LL));
    ASSERT_TRUE(waitFor([&] { return prepared("binning") == 2 && prepared("crop_size") == 24; }));
    // … and what is taken back.
    set("crop_size", job::ParameterValue(16LL));
    ASSERT_TRUE(waitFor([this] { return session().busy(); }));
    set("crop_size", job::ParameterValue(24LL));
    ASSERT_TRUE(waitFor([this] { return !session().busy(); }));
    ASSERT_TRUE(waitFor([&] { return !session().busy() && prepared("crop_size") == 24; }));
}

/// Before the first iteration of a run that goes on there is nothing of its own to save: what it goes on from stays.
TEST_F(ChangesTest, ChangesBeforeTheFirstIterationLeaveTheResultThatGoesOn) {
    openWindow();
    run(5);
    session().job().setIterations(0, 12);
    m_holds = true;
    ASSERT_TRUE(session().continueResult());
    set("subpixel", job::ParameterValue(std::string("nearest")));
    apply();
    EXPECT_EQ(session().result()->file, path(QStringLiteral("a_ewald.h5")));
    EXPECT_EQ(session().result()->result.loss.size(), 12U);
    EXPECT_EQ(session().result()->job->text("subpixel"), "nearest");
    EXPECT_FALSE(QFile::exists(path(QStringLiteral("a_ewald_2.h5"))));
}

/// Parameters of elsewhere (a result, an example, a preset) do not change a run of this scan unasked.
TEST_F(ChangesTest, ParametersOfElsewhereDoNotChangeARunUnasked) {
    open(writeScan(smallExperiment(64)));
    startLongRun();
    const job::JobDocument before = session().job().document();
    job::JobDocument other = before;
    other.pipeline = {{"epie", 7, {}}};
    session().useParameters(other);
    EXPECT_EQ(session().job().document(), before);
    EXPECT_TRUE(m_window->messageBar().message().what.contains(QStringLiteral("would change the run")));
    ASSERT_TRUE(offers(QStringLiteral("Change the run")));
    buttonWith(m_window->messageBar(), QStringLiteral("Change the run"))->click();
    EXPECT_EQ(session().job().document().pipeline.front().engine, "epie");
    stopRun();
    session().useParameters(before);
    EXPECT_EQ(session().job().document().pipeline.front().engine, "rpie") << "nothing runs";
}

} // namespace
} // namespace ewald::ui::test
