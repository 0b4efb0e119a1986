// SPDX-License-Identifier: GPL-3.0-or-later
// How good is a result? Two halves of its scan, reconstructed and compared.
#include "buttons.h"
#include "form/number_text.h"
#include "io/result_file.h"
#include "job/document/document.h"
#include "job/document/job_kind.h"
#include "job/events/relay_observer.h"
#include "view/pattern_chart.h"
#include "window/compare_window.h"
#include "window/main_window.h"
#include "window/message_bar.h"
#include "window/report_page.h"
#include "window/status_panel.h"
#include "window_support.h"

#include <QFile>
#include <QProgressBar>
#include <QPushButton>

#include <atomic>
#include <chrono>
#include <thread>
#include <utility>

namespace ewald::ui::test {
namespace {

/// A window with a small scan and its result open.
class HalvesTest : public WindowTest {
protected:
    explicit HalvesTest(JobController::Runner runner = {}) : m_window(nullptr, std::move(runner)) {}
    void reconstruct(std::size_t iterations) {
        m_window.show();
        m_window.open(writeScan(smallExperiment(100)));
        ASSERT_TRUE(waitFor([this] { return m_window.session().scan() && m_window.session().scan()->complete; }));
        m_window.session().job().setIterations(0, iterations);
        ASSERT_TRUE(m_window.session().start());
        ASSERT_TRUE(
            waitFor([this] { return m_window.session().result() && !m_window.session().controller().running(); }));
    }
    /// Makes the open result say that its job was a much longer one.
    void pretendIterations(std::size_t iterations) {
        io::PtychoResult result = io::readResult(toPath(path("scan_ewald.h5")));
        job::JobDocument job = job::parseJob(result.job, "result");
        job.pipeline.front().iterations = iterations;
        result.job = job::toJson(job, true);
        io::writeResult(toPath(path("long.h5")), result, true);
        m_window.open(path("long.h5"));
        ASSERT_TRUE(waitFor([this] { return m_window.session().result()->file == path("long.h5"); }));
    }
    [[nodiscard]] CompareWindow& window() { return *m_window.compareWindow(); }
    [[nodiscard]] QAbstractButton* button() {
        return buttonWith(m_window.reportPage(), QStringLiteral("How good is it?"));
    }
    MainWindow m_window;
};

TEST_F(HalvesTest, AButtonGivesTheResolutionOfAResult) {
    ASSERT_NE(button(), nullptr);
    EXPECT_FALSE(button()->isEnabled()) << "there is no result";
    reconstruct(30);
    ASSERT_TRUE(button()->isEnabled());
    button()->click();
    EXPECT_TRUE(window().isVisible());
    EXPECT_TRUE(window().reconstructs());
    EXPECT_TRUE(window().stopButton()->isVisible());
    QTest::keyClick(&window(), Qt::Key_Escape);
    EXPECT_TRUE(window().isVisible() && window().busy());
    ASSERT_TRUE(waitFor([this] { return !window().busy(); }, 120000));
    ASSERT_TRUE(window().results()) << window().messageBar().plainText().toStdString();
    EXPECT_TRUE(window().results()->halves);
    EXPECT_FALSE(window().results()->found.sameFrames);
    EXPECT_EQ(window().ringCorrelation().curves().size(), 3U);
    EXPECT_FALSE(window().gainButton()->isVisible()) << "the model is the plainest";
    EXPECT_TRUE(window().resolutionText().contains(QStringLiteral("half-bit")))
        << window().resolutionText().toStdString();
    EXPECT_TRUE(window().resolutionText().contains(QStringLiteral("half of the frames")));
    EXPECT_EQ(window().results()->lossA.size(), 30U);
    EXPECT_FALSE(window().stopButton()->isVisible());
    EXPECT_FALSE(QFile::exists(path("half0.h5"))) << "nothing is left beside the data";
    // It has taken long: it is a part of the result from now on, and the report says it.
    EXPECT_FALSE(window().results()->notKept);
    const io::PtychoResult result = io::readResult(toPath(path("scan_ewald.h5")));
    ASSERT_TRUE(result.frc);
    EXPECT_EQ(result.frc->frc, window().results()->found.frc.frc);
    EXPECT_TRUE(m_window.session().result()->result.frc) << "what is shown has it, too";
    // What took long is not thrown away by a key for something else.
    QTest::keyClick(&window(), Qt::Key_Escape);
    EXPECT_TRUE(window().isVisible());
}

TEST_F(HalvesTest, WhatTheModelGainsIsASecondCurve) {
    m_window.session().job().setValue(*job::findParameter("probe_modes"), job::ParameterValue(2LL));
    reconstruct(12);
    m_window.compareHalves();
    ASSERT_TRUE(waitFor([this] { return !window().busy(); }));
    ASSERT_TRUE(window().results()) << window().messageBar().plainText().toStdString();
    const std::vector<double> before = window().results()->found.frc.frc;
    ASSERT_TRUE(window().gainButton()->isVisible());
    // A stop leaves what is there.
    window().gainButton()->click();
    EXPECT_FALSE(window().gainButton()->isVisible());
    EXPECT_TRUE(window().stopButton()->isVisible());
    window().stopButton()->click();
    EXPECT_FALSE(window().busy());
    ASSERT_TRUE(window().results());
    EXPECT_EQ(window().ringCorrelation().curves().size(), 3U);
    ASSERT_TRUE(window().gainButton()->isVisible());
    window().gainButton()->click();
    ASSERT_TRUE(waitFor([this] { return !window().busy(); }));
    ASSERT_TRUE(window().results()->plain) << window().messageBar().plainText().toStdString();
    EXPECT_EQ(window().results()->found.frc.frc, before);
    EXPECT_NE(window().results()->plain->frc.frc, before) << "one mode is not two";
    EXPECT_EQ(window().ringCorrelation().curves().size(), 4U);
    const QString with = fixedText(ptycho::correlationAt(window().results()->found.frc, 0.5), 3);
    EXPECT_TRUE(window().resolutionText().contains(with + QStringLiteral(" with it")))
        << window().resolutionText().toStdString();
    EXPECT_FALSE(window().gainButton()->isVisible());
    EXPECT_TRUE(ringCorrelationText(*window().results()).contains("samples,frc_of_plainest_model\n"));
}

/// Jobs that wait at each half until the window has said so: a small half may be over before it looks the next time.
class HalvesInTurnTest : public HalvesTest {
protected:
    HalvesInTurnTest()
        : HalvesTest([this](const job::JobDocument& job, job::JobObserver& observer, RunControl& control,
                            const job::RunOptions& options) {
              Patient patient(observer, control, m_seen);
              return job::runJob(job, patient, control, options);
          }) {}

    std::atomic<std::size_t> m_seen = 0; ///< halves that the window has named

private:
    class Patient : public job::RelayObserver {
    public:
        Patient(job::JobObserver& observer, RunControl& control, const std::atomic<std::size_t>& seen)
            : RelayObserver(observer), m_control(control), m_seen(seen) {}
        void onProgress(const job::Progress& progress) noexcept override {
            to().onProgress(progress);
            while (m_seen < progress.part.half && !m_control.stopRequested())
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }

    private:
        RunControl& m_control;
        const std::atomic<std::size_t>& m_seen;
    };
};

TEST_F(HalvesInTurnTest, ARunWithHalvesIsOneWayToGo) {
    m_window.show();
    m_window.session().job().setValue(*job::findParameter("halves"), job::ParameterValue(true));
    const auto* bar = m_window.statusPanel().findChild<QProgressBar*>();
    QStringList states;
    double furthest = 0;
    bool forward = true;
    const JobController& controller = m_window.session().controller();
    const auto look = [&] {
        for (const char* half : {"First half of the frames: ", "Second half of the frames: "})
            if (m_window.statusPanel().text().contains(QLatin1String(half)) && !states.contains(QLatin1String(half)))
                states << QLatin1String(half);
        m_seen = static_cast<std::size_t>(states.size());
        if (bar->maximum() <= 0) return; // nothing is known yet
        const double now = static_cast<double>(bar->value()) / bar->maximum();
        forward = forward && now >= furthest;
        furthest = now;
    };
    QObject::connect(&controller, &JobController::logged, bar, look);
    QObject::connect(&controller, &JobController::progressed, bar, look);
    QObject::connect(&controller, &JobController::stateChanged, bar, look);
    reconstruct(30);
    EXPECT_EQ(states, QStringList({QStringLiteral("First half of the frames: "),
                                   QStringLiteral("Second half of the frames: ")}));
    EXPECT_TRUE(forward);
    EXPECT_EQ(bar->value(), bar->maximum());
    EXPECT_GT(bar->value(), 0);
    const auto& timings = m_window.session().result()->result.timings_s;
    ASSERT_TRUE(timings.contains("halves"));
    EXPECT_GT(timings.at("halves"), 0);
    EXPECT_GE(timings.at("total"), timings.at("halves") + timings.at("iterations"));
    // The line below says the same; it has the end of the halves as well.
    EXPECT_GE(m_window.statusPanel().progress().elapsed_s, timings.at("halves"));
}

TEST_F(HalvesTest, ItShowsHowFarItIsAndStops) {
    reconstruct(3);
    pretendIterations(1000000);
    m_window.compareHalves();
    ASSERT_TRUE(
        waitFor([this] { return window().progressBar()->format().startsWith(QStringLiteral("First half: ")); }));
    EXPECT_EQ(window().progressBar()->maximum(), 2000000);
    QTest::mouseClick(window().stopButton(), Qt::LeftButton);
    EXPECT_FALSE(window().busy());
    EXPECT_TRUE(window().isVisible());
    EXPECT_FALSE(window().results());
    // To close the window ends it as well; so does a run.
    m_window.compareHalves();
    EXPECT_TRUE(window().reconstructs());
    window().close();
    EXPECT_FALSE(window().isVisible());
    EXPECT_FALSE(window().busy());
    m_window.compareHalves();
    EXPECT_TRUE(window().reconstructs());
    ASSERT_TRUE(m_window.session().start());
    EXPECT_FALSE(window().reconstructs());
    // While the run goes on nothing is begun.
    m_window.session().job().setIterations(0, 3);
    m_window.compareHalves();
    EXPECT_FALSE(window().reconstructs());
    m_window.session().controller().stop();
    ASSERT_TRUE(waitFor([this] { return !m_window.session().controller().running(); }));
}

} // namespace
} // namespace ewald::ui::test
