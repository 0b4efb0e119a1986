// SPDX-License-Identifier: GPL-3.0-or-later
// What a run decides by itself, in the window: flags upon the curve, a list for the keyboard, the log; while it runs,
// of its result, and of one that is opened.
#include "german.h"
#include "model/text.h"
#include "model/user_settings.h"
#include "window/decisions_panel.h"
#include "window/run_history.h"
#include "window/status_panel.h"
#include "window_state.h"

#include <QListWidget>
#include <QProgressBar>

namespace ewald::ui::test {
namespace {

class DecisionsTest : public StateTest {
protected:
    [[nodiscard]] view::LossChart& chart() { return *live().loss(); }
    [[nodiscard]] QStringList listed() {
        QStringList lines;
        for (int i = 0; i < live().decisions().list().count(); ++i) lines << live().decisions().list().item(i)->text();
        return lines;
    }
    /// What the flags say, one after the other.
    [[nodiscard]] QStringList decisions() {
        QStringList all;
        for (const view::LossFlag& flag : chart().flags()) all << flag.decisions;
        return all;
    }
    static QStringList textsOf(const std::vector<io::Decision>& decisions) {
        QStringList all;
        for (const io::Decision& decision : decisions) all << coreText(decision.text);
        return all;
    }
};

TEST_F(DecisionsTest, OfAnAutomaticRunAndItsResult) {
    open(writeScan());
    EXPECT_FALSE(live().decisions().isShown());
    session().job().setEngine(0, "auto");
    session().job().setIterations(0, 100000);
    m_window->startRun();
    ASSERT_TRUE(waitFor([&] { return decisions().size() >= 2; })) << "while it runs";
    EXPECT_TRUE(live().decisions().isShown());
    ASSERT_TRUE(waitFor([&] { return ended() && session().result(); }, 120000)) << "it ends by itself";
    const std::vector<io::Decision> kept = session().result()->result.decisions;
    ASSERT_GE(kept.size(), 4U);
    const auto* bar = m_window->statusPanel().findChild<QProgressBar*>();
    ASSERT_NE(bar, nullptr);
    const QString iterations = QString::number(session().result()->result.loss.size());
    EXPECT_TRUE(m_window->statusPanel().text().contains(iterations + QStringLiteral(" iterations, which were enough")))
        << m_window->statusPanel().text().toStdString();
    EXPECT_EQ(bar->value(), bar->maximum());
    EXPECT_EQ(decisions(), textsOf(kept));
    EXPECT_EQ(static_cast<std::size_t>(chart().flags().back().iteration), kept.back().iteration);
    ASSERT_EQ(listed().size(), static_cast<qsizetype>(kept.size()));
    EXPECT_EQ(listed().front(), QStringLiteral("1. Before the first iteration: ") + coreText(kept.front().text));
    EXPECT_EQ(listed().back(), QStringLiteral("%1. After iteration %2: %3")
                                   .arg(kept.size())
                                   .arg(kept.back().iteration)
                                   .arg(coreText(kept.back().text)));

    // The line that is chosen by key is shown in the chart.
    live().decisions().reveal();
    live().decisions().list().setFocus();
    live().decisions().list().setCurrentRow(0);
    QTest::keyClick(&live().decisions().list(), Qt::Key_Down);
    EXPECT_TRUE(chart().flagText().contains(QStringLiteral("2. ") + coreText(kept[1].text)))
        << chart().flagText().join(u'\n').toStdString();

    // Another scan has none; the result that is opened later has them again.
    const QString file = session().result()->file;
    open(writeScan(smallExperiment(), QStringLiteral("other.cxi")));
    EXPECT_TRUE(chart().flags().empty());
    EXPECT_FALSE(live().decisions().isShown());
    m_window->open(file);
    ASSERT_TRUE(waitFor([&] { return !decisions().isEmpty(); }));
    EXPECT_EQ(decisions(), textsOf(kept));
    EXPECT_TRUE(live().decisions().isShown());
}

/// The texts come with their parts, so that this window says them in its language.
TEST_F(DecisionsTest, OfAProcessOfItsOwnInTheLanguageOfTheWindow) {
    m_window.reset();
    settings::setSeparateRuns(true);
    const German german;
    m_window = std::make_unique<MainWindow>();
    m_window->show();
    open(writeScan());
    session().job().setEngine(0, "auto");
    session().job().setIterations(0, 100000);
    m_window->startRun();
    bool apart = false;
    ASSERT_TRUE(waitFor([&] { return apart = apart || session().canLeaveRun(), decisions().size() >= 2; }));
    EXPECT_TRUE(apart) << "it has a process of its own";
    EXPECT_TRUE(decisions()[1].startsWith(QStringLiteral("automatischer Plan: "))) << decisions()[1].toStdString();
    EXPECT_TRUE(listed()[1].startsWith(QStringLiteral("2. Nach Iteration "))) << listed()[1].toStdString();
    ASSERT_TRUE(waitFor([&] { return ended() && session().result(); }, 120000));
    EXPECT_EQ(decisions(), textsOf(session().result()->result.decisions));
    m_window.reset(); // before its language
}

TEST_F(DecisionsTest, AreCountedAsTheCurvesAreAndEachOnce) {
    const std::vector<io::ParameterChange> changes{{5, "object_step", "1", "0.5", "rpie"}};
    const std::vector<io::Decision> decisions{{3, "one"}, {5, "two"}};
    RunHistory history;
    history.add(changes, 0);
    history.add(decisions, 0);
    history.add(decisions, 0); // reported again by a run that goes on
    history.add(std::vector<io::Decision>{{2, "three"}}, 10);
    const std::vector<view::LossFlag> flags = history.flags();
    ASSERT_EQ(flags.size(), 3U);
    EXPECT_EQ(flags[0].iteration, 3);
    EXPECT_EQ(flags[0].decisions, QStringList{QStringLiteral("one")});
    EXPECT_TRUE(flags[0].lines.isEmpty());
    EXPECT_EQ(flags[1].iteration, 5);
    EXPECT_EQ(flags[1].lines.size(), 1);
    EXPECT_EQ(flags[1].decisions, QStringList{QStringLiteral("two")});
    EXPECT_EQ(flags[2].iteration, 12) << "after the ten of the run before";
}

} // namespace
} // namespace ewald::ui::test
