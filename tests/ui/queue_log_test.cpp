// SPDX-License-Identifier: GPL-3.0-or-later
// The log of a job in the panel of the queue: all of it, however much is between its lines.
#include "base/error.h"
#include "base/phrase.h"
#include "german.h"
#include "job/run/event_lines.h"
#include "model/job_log.h"
#include "queue_jobs.h"
#include "window/queue_details_view.h"
#include "window/queue_panel.h"
#include "window_support.h"

#include <QPlainTextEdit>
#include <QTemporaryDir>

#include <fstream>

namespace ewald::ui::test {
namespace {

/// A held queue with one job, whose files the tests write as its process would.
class QueueLogTest : public testing::Test {
protected:
    QueueLogTest() : m_store(toPath(m_place.path())) {
        m_store.setSetting(job::queue::kHeldSetting, "1");
        const job::queue::NewJob made = newJob("scan");
        m_id = m_store.add({&made, 1}).front();
        m_events.open(m_store.folderOf(m_id).events(), std::ios::app);
        m_errors.open(m_store.folderOf(m_id).errors(), std::ios::app);
    }
    void say(const std::string& text, const std::string& level = "info") {
        m_events << R"({"event":"log","level":")" << level << R"(","text":")" << text << "\"}" << std::endl;
    }
    void iterate(int times) {
        for (int i = 1; i <= times; ++i)
            m_events << R"({"event":"loss","iteration":)" << i
                     << R"(,"engine":"rpie","fourier_error":0.0123,"value":0.0123,"llk":1.7,"noise_floor":0.0057})"
                     << "\n"
                     << R"({"event":"progress","state":"running","done":)" << i << R"(,"total":9000,"per_second":48})"
                     << "\n";
        m_events.flush();
    }

    const QTemporaryDir m_place;
    job::queue::QueueStore m_store;
    long long m_id = 0;
    std::ofstream m_events;
    std::ofstream m_errors;
};

TEST_F(QueueLogTest, IsCompleteWhateverIsBetweenItsLines) {
    m_events << R"({"event":"attempt","number":1,"time":1})" << std::endl;
    say("the head", "warning");
    iterate(3000); // 600 kB
    say("the end");
    JobLog log(m_id);
    EXPECT_EQ(log.next(m_store).lines, (QStringList{"— attempt 1 —", "the head", "the end"}));
    EXPECT_EQ(log.next(m_store).lines, QStringList());
    iterate(10);
    say("more");
    m_events << R"({"event":"log","level":"info","text":"half a li)" << std::flush;
    EXPECT_EQ(log.next(m_store).lines, QStringList{"more"});
    m_events << "ne\"}" << std::endl;
    EXPECT_EQ(log.next(m_store).lines, QStringList{"half a line"});
    m_events << R"({"event":"attempt","number":1,"time":9})" << std::endl; // tried again by a person
    EXPECT_EQ(log.next(m_store).lines, QStringList{"— attempt 2 —"});
}

TEST_F(QueueLogTest, WhatStderrRepeatsIsSaidOnce) {
    say("no such file: /data/scan.cxi", "error");
    m_errors << "libhdf5: warning\newald-cli: error: no such file: /data/scan.cxi\newald-cli: error: another"
             << std::endl;
    JobLog log(m_id);
    EXPECT_EQ(log.next(m_store).lines,
              (QStringList{"no such file: /data/scan.cxi", "libhdf5: warning", "ewald-cli: error: another"}));
}

/// How a job has ended is an event, too, whose texts have a translation; stderr has them in English.
TEST_F(QueueLogTest, TheEndIsSaidInTheLanguageOfTheWindow) {
    const German german;
    const auto end = [&] {
        job::JobOutcome outcome;
        outcome.state = job::JobState::stopped;
        outcome.error = StoppedError(
            phrase("stopped by request after iteration %1 of %2, the result up to there is saved", 3, 200));
        job::EventWriter([&](const std::string& line) { m_events << line << std::flush; }).onOutcome(outcome);
        m_errors << "ewald-cli: error: " << outcome.error->what() << std::endl;
    };
    const QString said =
        QStringLiteral("auf Wunsch nach Iteration 3 von 200 angehalten, das Ergebnis bis dort ist gespeichert");
    m_events << R"({"event":"attempt","number":1,"time":1})" << std::endl;
    end();
    m_events << R"({"event":"attempt","number":1,"time":9})" << std::endl;
    end(); // stopped at once
    JobLog log(m_id);
    EXPECT_EQ(log.next(m_store).lines,
              (QStringList{QStringLiteral("— Versuch 1 —"), said, QStringLiteral("— Versuch 2 —"), said}));
}

TEST_F(QueueLogTest, AnErrorThatTheLogHasIsNoEndOfItsOwn) {
    job::JobOutcome outcome;
    outcome.state = job::JobState::failed;
    outcome.error = DataError("no such file", "/data/scan.cxi");
    say(outcome.error->what(), "error");
    job::EventWriter([&](const std::string& line) { m_events << line << std::flush; }).onOutcome(outcome);
    JobLog log(m_id);
    EXPECT_EQ(log.next(m_store).lines, QStringList{QStringLiteral("no such file: /data/scan.cxi")});
}

TEST_F(QueueLogTest, ThePanelShowsAVeryLongOneAndWhatIsAddedToIt) {
    constexpr int kLines = 3500; // several parts
    QStringList lines;
    for (int i = 0; i < kLines; ++i) {
        lines << QStringLiteral("line %1").arg(i);
        say(lines.back().toStdString());
    }
    QueueFeed feed(toPath(m_place.path()));
    feed.setPace({std::chrono::milliseconds(50), std::chrono::milliseconds(50)});
    QueuePanel panel(feed);
    panel.resize(1200, 300);
    panel.show();
    feed.start();
    ASSERT_TRUE(waitFor([&] { return panel.model().rowCount() == 1; }));
    panel.select({m_id});
    const auto shown = [&] { return panel.details().log()->toPlainText(); };
    EXPECT_TRUE(waitFor([&] { return shown().count(u'\n') + 1 >= kLines; }));
    EXPECT_EQ(shown(), lines.join(u'\n'));
    panel.select({});
    EXPECT_EQ(shown(), QString());
    say("at last");
    panel.select({m_id});
    lines << QStringLiteral("at last");
    EXPECT_TRUE(waitFor([&] { return shown().count(u'\n') + 1 >= lines.size(); }));
    EXPECT_EQ(shown(), lines.join(u'\n'));
}

} // namespace
} // namespace ewald::ui::test
