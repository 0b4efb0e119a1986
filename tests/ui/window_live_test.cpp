// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parameters that change while a job runs: taken over at once, with Apply, or not before the next run; flags upon the
// curve, and the way back.
#include "form/field_editors.h"
#include "form/parameter_field.h"
#include "form/parameter_form.h"
#include "form/pipeline_editor.h"
#include "view/image_view.h"
#include "window/run_panel.h"
#include "window_state.h"

#include <QLabel>
#include <QLineEdit>
#include <QMenu>

namespace ewald::ui::test {
namespace {

using job::ChangeEffect;

class LiveWindow : public StateTest {
protected:
    void SetUp() override {
        StateTest::SetUp();
        open(writeScan());
        set("batch_size", 4LL);
        set("checkpoint_every", 100000LL);
        m_window->form().setShowAll(true);
    }
    template <class T>
    T* editor(const char* key) {
        return qobject_cast<T*>(m_window->form().field(key)->editor()->inner());
    }
    [[nodiscard]] bool isOffered(const QString& button) {
        for (const QPushButton* found : m_window->findChild<RunPanel*>()->findChildren<QPushButton*>())
            if (found->text() == button) return found->isVisible();
        return false;
    }
    [[nodiscard]] const std::vector<view::LossFlag>& flags() { return live().loss()->flags(); }
    [[nodiscard]] std::size_t lastIteration() {
        const view::LossChart* chart = live().loss();
        return chart->curveCount() == 0
                   ? 0
                   : static_cast<std::size_t>(chart->points(chart->curveCount() - 1).back().iteration);
    }
    /// Types a step and waits until the running job has taken it over.
    void changeStep(const char* text) {
        const std::size_t before = flags().size();
        auto* line = editor<QLineEdit>("object_step");
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, text);
        QTest::keyClick(line, Qt::Key_Return);
        // What changes after the same iteration would be one flag.
        ASSERT_TRUE(waitFor([&] {
            return flags().size() > before && lastIteration() > static_cast<std::size_t>(flags().back().iteration);
        }));
    }
};

TEST_F(LiveWindow, ALiveParameterTakesEffectWithoutAStop) {
    startLongRun();
    auto* line = editor<QLineEdit>("object_step");
    line->setFocus();
    line->selectAll();
    QTest::keyClicks(line, "0.25");
    const std::size_t typed = lastIteration();
    ASSERT_TRUE(waitFor([&] { return lastIteration() > typed + 2; }));
    EXPECT_TRUE(flags().empty()) << "not while it is being typed";
    EXPECT_FALSE(isOffered(QStringLiteral("Apply")));
    QTest::keyClick(line, Qt::Key_Return);
    ASSERT_TRUE(waitFor([&] { return flags().size() == 1; }));
    EXPECT_FALSE(ended()) << "it did not stop";
    EXPECT_EQ(flags().front().lines, QStringList{QStringLiteral("Object step: 1 → 0.25")});
    EXPECT_FALSE(session().changedSinceStart());
    EXPECT_FALSE(isOffered(QStringLiteral("Apply")));
    const auto* taken = m_window->findChild<QLabel*>(QStringLiteral("taken"));
    EXPECT_TRUE(taken->isVisible());
    EXPECT_TRUE(taken->text().contains(QStringLiteral("0.25"))) << taken->text().toStdString();

    // A click is enough where nothing is typed, and undo is a change as well.
    m_window->form().field("update_probe")->edited(job::ParameterValue(false));
    ASSERT_TRUE(waitFor([&] { return flags().size() == 2; }));
    const auto changedAt = static_cast<std::size_t>(flags().back().iteration);
    ASSERT_TRUE(waitFor([&] { return lastIteration() > changedAt + 2; })) << "it goes on";
    stopRun();
    EXPECT_FALSE(taken->isVisible());
    ASSERT_TRUE(waitFor([&] { return session().result() != nullptr; }));
    const io::PtychoResult& result = session().result()->result;
    ASSERT_EQ(result.changes.size(), 2U);
    EXPECT_EQ(result.changes.front().to, "0.25");
    EXPECT_EQ(session().result()->job->pipeline.size(), 3U) << "the document says what was done";
    EXPECT_EQ(session().job().stageCount(), 1U) << "the form says what is to be done";
    EXPECT_EQ(flags().size(), 2U);

    // Also when the result is opened later.
    const QString file = session().result()->file;
    open(writeScan(smallExperiment(), QStringLiteral("other.cxi")));
    EXPECT_TRUE(flags().empty()) << "another scan";
    m_window->open(file);
    ASSERT_TRUE(waitFor([&] { return flags().size() == 2; }));
    EXPECT_EQ(session().job().stageCount(), 3U) << "to be done again as it was";
    EXPECT_TRUE(m_window->form().pipeline()->changesLine()->isVisible()) << "where the stages come from";
    EXPECT_FALSE(session().canGoBack(changedAt)) << "no state is kept of an earlier run";
}

TEST_F(LiveWindow, APausedRunShowsItsLastIterationAndSaysWhenAnEditApplies) {
    set("preview_interval_s", 600.0); // no preview but that of the pause
    startLongRun();
    changeStep("0.25");
    const auto* taken = m_window->findChild<QLabel*>(QStringLiteral("taken"));
    EXPECT_TRUE(taken->text().contains(QStringLiteral("From iteration"))) << taken->text().toStdString();
    m_window->runActions().pause->trigger();
    ASSERT_TRUE(waitFor([&] { return session().controller().state() == JobState::paused; }));
    ASSERT_TRUE(waitFor([&] {
        return live().object()->title() == QStringLiteral("Object, iteration %1").arg(lastIteration());
    })) << live().object()->title().toStdString()
        << " and the curve ends at " << lastIteration();

    auto* line = editor<QLineEdit>("object_step");
    line->setFocus();
    line->selectAll();
    QTest::keyClicks(line, "0.5");
    QTest::keyClick(line, Qt::Key_Return);
    EXPECT_TRUE(taken->isVisible());
    EXPECT_TRUE(taken->text().startsWith(QStringLiteral("Edited while paused"))) << taken->text().toStdString();
    line->selectAll();
    QTest::keyClicks(line, "0.25");
    QTest::keyClick(line, Qt::Key_Return);
    EXPECT_FALSE(taken->isVisible()) << "as it runs: " << taken->text().toStdString();
    line->selectAll();
    QTest::keyClicks(line, "0.75");
    QTest::keyClick(line, Qt::Key_Return);
    EXPECT_TRUE(taken->isVisible());
    m_window->runActions().pause->trigger();
    ASSERT_TRUE(waitFor([&] { return flags().size() == 2; }));
    EXPECT_TRUE(taken->text().startsWith(QStringLiteral("From iteration"))) << taken->text().toStdString();
    EXPECT_TRUE(taken->text().contains(QStringLiteral("0.75"))) << taken->text().toStdString();
    stopRun();
}

TEST_F(LiveWindow, EachFieldSaysWhenItTakesEffect) {
    const auto shown = [&](const char* key) { return m_window->form().field(key)->shownEffect(); };
    EXPECT_FALSE(shown("object_step"));
    startLongRun();
    EXPECT_EQ(shown("object_step"), ChangeEffect::live);
    EXPECT_EQ(shown("checkpoint_every"), ChangeEffect::live);
    EXPECT_EQ(shown("probe_modes"), ChangeEffect::continued);
    EXPECT_EQ(shown("crop_size"), ChangeEffect::newRun);
    for (const char* key : {"object_step", "probe_modes", "crop_size"}) {
        const auto* sign = m_window->form().field(key)->findChild<QLabel*>(QStringLiteral("effect"));
        ASSERT_NE(sign, nullptr);
        EXPECT_FALSE(sign->pixmap(Qt::ReturnByValue).isNull()) << key;
        EXPECT_FALSE(sign->toolTip().isEmpty()) << key;
    }
    EXPECT_FALSE(isOffered(QStringLiteral("Apply")));
    set("probe_modes", 2LL);
    EXPECT_EQ(session().changeNeeds(), ChangeEffect::continued);
    EXPECT_TRUE(isOffered(QStringLiteral("Apply")));
    // What is live does not wait for the rest.
    changeStep("0.5");
    EXPECT_TRUE(session().changedSinceStart());
    set("crop_size", 24LL);
    EXPECT_EQ(session().changeNeeds(), ChangeEffect::newRun);
    set("crop_size", 0LL);
    set("probe_modes", 1LL);
    EXPECT_FALSE(session().changedSinceStart());
    EXPECT_FALSE(isOffered(QStringLiteral("Apply")));
    stopRun();
    EXPECT_FALSE(shown("object_step"));
}

TEST_F(LiveWindow, ModesAndEnginesAreAppliedInTheSameFileAndCurve) {
    startLongRun();
    const QString file = toQString(session().startedJob()->outputFile);
    set("probe_modes", 2LL);
    m_window->runActions().apply->trigger();
    ASSERT_TRUE(waitFor([&] { return !flags().empty() && !session().restarting() && !ended(); }));
    EXPECT_EQ(toQString(session().startedJob()->outputFile), file);
    EXPECT_EQ(flags().front().lines, QStringList{QStringLiteral("Probe modes: 1 → 2")});
    const auto at = static_cast<std::size_t>(flags().front().iteration);
    ASSERT_TRUE(waitFor([&] { return lastIteration() > at + 2; }));
    EXPECT_TRUE(session().canGoBack(at));

    // rPIE and ePIE need no more memory than was planned: at once.
    session().job().setEngine(0, "epie");
    ASSERT_TRUE(waitFor([&] { return flags().size() == 2; }));
    EXPECT_FALSE(session().changedSinceStart());
    // What changes after the same iteration is one flag.
    ASSERT_TRUE(waitFor([&] { return lastIteration() > static_cast<std::size_t>(flags().back().iteration); }));
    // The waves of the difference map do.
    session().job().setEngine(0, "dm");
    EXPECT_EQ(session().changeNeeds(), ChangeEffect::continued);
    m_window->runActions().apply->trigger();
    ASSERT_TRUE(waitFor([&] { return flags().size() == 3 && !ended(); }))
        << flags().size() << " flags, " << (ended() ? "ended: " : "runs: ") << statusText() << " "
        << m_window->messageBar().plainText().toStdString();
    const auto atMap = static_cast<std::size_t>(flags().back().iteration);
    ASSERT_TRUE(waitFor([&] { return lastIteration() > atMap; }));
    stopRun();
    ASSERT_TRUE(waitFor([&] { return session().result() != nullptr; }));
    EXPECT_EQ(session().result()->file, file);
    EXPECT_EQ(session().result()->result.loss.size(), session().result()->result.loss.back().iteration) << "one curve";
    EXPECT_EQ(session().result()->result.loss.back().engine, "dm");
}

TEST_F(LiveWindow, StopContinueAndMoreIterationsAreOneCurveWithAllFlags) {
    const auto isOneCurve = [this] {
        std::size_t expected = 1;
        for (int curve = 0; curve < live().loss()->curveCount(); ++curve)
            for (const view::LossPoint& point : live().loss()->points(curve))
                if (static_cast<std::size_t>(point.iteration) != expected++) return false;
        return expected == lastIteration() + 1;
    };
    startLongRun();
    changeStep("0.25");
    stopRun();
    ASSERT_TRUE(waitFor([&] { return session().result() != nullptr; }));
    const QString file = session().result()->file;
    const std::size_t stopped = lastIteration();
    EXPECT_TRUE(isOneCurve());

    m_window->runActions().resume->trigger();
    ASSERT_TRUE(waitFor([&] { return lastIteration() > stopped + 2; }));
    EXPECT_EQ(flags().size(), 1U);
    changeStep("0.5");
    stopRun();
    ASSERT_TRUE(waitFor([&] { return session().result() != nullptr; }));
    EXPECT_EQ(flags().size(), 2U);
    EXPECT_TRUE(isOneCurve());

    const std::size_t before = lastIteration();
    session().job().setIterations(0, before + 5);
    m_window->runActions().resume->trigger();
    ASSERT_TRUE(waitFor([&] { return ended() && session().result() && lastIteration() == before + 5; }));
    EXPECT_EQ(session().result()->file, file);
    ASSERT_EQ(flags().size(), 3U);
    EXPECT_EQ(flags().back().lines, QStringList{QStringLiteral("Iterations: 100000 → %1").arg(before + 5)});
    EXPECT_TRUE(isOneCurve());
    EXPECT_EQ(session().result()->result.loss.size(), before + 5);
    EXPECT_EQ(session().result()->result.changes.size(), 3U);
}

TEST_F(LiveWindow, TheFormOfAnotherScanDoesNotChangeTheRun) {
    startLongRun();
    changeStep("0.25");
    const auto at = static_cast<std::size_t>(flags().front().iteration);
    ASSERT_TRUE(waitFor([&] { return session().canGoBack(at); }));
    const QString scan = toQString(session().startedJob()->inputFile);
    open(writeScan(smallExperiment(49), QStringLiteral("other.cxi")));
    EXPECT_FALSE(session().changedSinceStart());
    EXPECT_FALSE(session().canGoBack(at));
    EXPECT_FALSE(m_window->form().field("object_step")->shownEffect()) << "these fields belong to no run";
    const std::size_t before = lastIteration();
    session().job().setValue(*job::findParameter("object_step"), 0.75, 0);
    set("probe_modes", 2LL);
    EXPECT_FALSE(m_window->runActions().apply->isEnabled());
    ASSERT_TRUE(waitFor([&] { return lastIteration() > before + 3; }));
    EXPECT_EQ(session().startedJob()->pipeline.back().parameters.at("object_step"), job::ParameterValue(0.25));
    EXPECT_EQ(flags().size(), 1U);
    // Its own form again.
    open(scan);
    EXPECT_TRUE(session().canGoBack(at));
    EXPECT_TRUE(m_window->runActions().apply->isEnabled());
    EXPECT_EQ(m_window->form().field("object_step")->shownEffect(), ChangeEffect::live);
    stopRun();
}

TEST_F(LiveWindow, AScanOpenedWhileARunStopsIsNotTakenForItsOwn) {
    startLongRun();
    changeStep("0.25");
    const auto at = static_cast<std::size_t>(flags().front().iteration);
    ASSERT_TRUE(waitFor([&] { return session().canGoBack(at); }));
    const std::filesystem::path scan = session().startedJob()->inputFile;
    const std::filesystem::path first = session().startedJob()->outputFile;
    const std::filesystem::path other = toPath(path(QStringLiteral("other.cxi")));
    session().goBack(at);
    session().job().setInputFile(other);
    ASSERT_TRUE(waitFor([&] { return !ended() && session().startedJob()->outputFile != first; }));
    EXPECT_EQ(session().startedJob()->inputFile, scan) << "the state is that of this scan";
    EXPECT_EQ(session().job().document().inputFile, other);
    stopRun();

    session().job().setInputFile(scan);
    startLongRun();
    set("probe_modes", 2LL);
    m_window->runActions().apply->trigger();
    session().job().setInputFile(other);
    ASSERT_TRUE(waitFor([&] { return ended(); }));
    EXPECT_FALSE(session().restarting());
    EXPECT_EQ(session().startedJob()->inputFile, scan);
    EXPECT_TRUE(waitFor(
        [&] {
            return m_window->messageBar().plainText().contains(
                QStringLiteral("The changes were not applied to scan.cxi: another scan was opened meanwhile"));
        },
        5000))
        << m_window->messageBar().plainText().toStdString();
}

TEST_F(LiveWindow, AFlagLeadsBackToTheStateOfItsChange) {
    startLongRun();
    changeStep("0.25");
    const auto at = static_cast<std::size_t>(flags().front().iteration);
    ASSERT_TRUE(waitFor([&] { return lastIteration() > at + 3 && session().canGoBack(at); }));
    const QString first = toQString(session().startedJob()->outputFile);

    // By mouse: the flag, then the entry of its menu.
    view::LossChart* chart = live().loss();
    m_window->tabs().setCurrentWidget(&live());
    ASSERT_TRUE(waitFor([&] { return chart->flagPlace(0).has_value(); }));
    QTest::mouseClick(chart->canvas(), Qt::LeftButton, {}, (*chart->flagPlace(0) + QPointF(3, 5)).toPoint());
    auto* menu = live().findChild<QMenu*>(QStringLiteral("goBack"));
    ASSERT_NE(menu, nullptr);
    QAction* back = menu->actions().back();
    EXPECT_TRUE(back->isEnabled());
    EXPECT_TRUE(back->text().contains(QString::number(at))) << back->text().toStdString();
    back->trigger();
    menu->close();
    ASSERT_TRUE(waitFor(
        [&] { return !ended() && toQString(session().startedJob()->outputFile) != first && lastIteration() > at; }));
    EXPECT_TRUE(QFileInfo::exists(first)) << "what was done stays";
    const QString said = m_window->messageBar().plainText();
    EXPECT_FALSE(said.contains(QStringLiteral("Stopped"))) << said.toStdString();
    EXPECT_TRUE(flags().empty()) << "nothing has changed in this history";
    EXPECT_EQ(editor<QLineEdit>("object_step")->text(), QStringLiteral("1")) << "the form is that of then";
    EXPECT_FALSE(session().changedSinceStart());
    stopRun();
    ASSERT_TRUE(waitFor([&] { return session().result() != nullptr; }));
    const io::PtychoResult here = session().result()->result, there = io::readResult(toPath(first));
    ASSERT_GT(here.loss.size(), at);
    for (std::size_t i = 0; i < at; ++i) EXPECT_EQ(here.loss[i].running, there.loss[i].running);
    EXPECT_NE(here.loss[at].running, there.loss[at].running);
}

} // namespace
} // namespace ewald::ui::test
