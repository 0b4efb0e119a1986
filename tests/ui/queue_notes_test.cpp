// SPDX-License-Identifier: GPL-3.0-or-later
// What is noted of jobs of the queue, their priority, and what they wait for, changed in the window.
#include "queue_jobs.h"
#include "window/job_notes_dialog.h"
#include "window/queue_details_view.h"
#include "window/queue_panel.h"
#include "window_support.h"

#include <QAction>
#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>

#include <stdexcept>

namespace ewald::ui::test {
namespace {

/// A held queue of four jobs, the third of which waits for the second, without ewald-cli to run them.
class QueueNotes : public testing::Test {
protected:
    void SetUp() override {
        qputenv("EWALD_CLI", "/nonexistent/ewald-cli");
        m_store.setSetting(job::queue::kHeldSetting, "1");
        std::vector<job::queue::NewJob> jobs;
        for (const char* name : {"a", "b", "c", "d"}) jobs.push_back(newJob(name));
        jobs[0].sample = "gold";
        jobs[1].sample = "silver";
        jobs[0].operatorName = jobs[1].operatorName = "night shift";
        jobs[2].afterNew = 2;
        ASSERT_EQ(m_store.add(jobs), (std::vector<long long>{1, 2, 3, 4}));
        m_panel.resize(1200, 240);
        m_feed.setPace({std::chrono::milliseconds(50), std::chrono::milliseconds(50)});
        showNow(m_panel);
        m_feed.start();
        ASSERT_TRUE(waitFor([&] { return m_panel.model().rowCount() == 4; }));
    }
    void TearDown() override { qunsetenv("EWALD_CLI"); }
    /// The dialog about these jobs.
    JobNotesDialog& edit(const std::vector<long long>& ids) {
        m_panel.select(ids);
        m_panel.actions().notes->trigger();
        return opened();
    }
    JobNotesDialog& opened() {
        m_dialog = m_panel.findChild<JobNotesDialog*>();
        if (m_dialog == nullptr) throw std::runtime_error("there is no dialog");
        return *m_dialog;
    }
    void apply() {
        for (QPushButton* button : m_dialog->findChildren<QPushButton*>())
            if (button->isDefault()) button->click();
        settle();
    }
    [[nodiscard]] QueueJob job(long long id) { return m_store.find(id).value(); }

    const QTemporaryDir m_folder;
    job::queue::QueueStore m_store{toPath(m_folder.path())};
    QueueFeed m_feed{toPath(m_folder.path())};
    QueuePanel m_panel{m_feed};
    QPointer<JobNotesDialog> m_dialog;
};

TEST_F(QueueNotes, WhatIsNotedOfAJobIsChangedFromItsDetails) {
    m_panel.select({1});
    m_panel.details().notesButton()->click();
    JobNotesDialog& dialog = opened();
    EXPECT_EQ(dialog.name()->text(), QStringLiteral("a"));
    EXPECT_EQ(dialog.sample()->text(), QStringLiteral("gold"));
    dialog.name()->setText(QStringLiteral("first"));
    dialog.comment()->setPlainText(QStringLiteral("the stage was moved"));
    dialog.priority()->setValue(3);
    apply();
    ASSERT_TRUE(waitFor([&] { return job(1).name == "first"; }));
    EXPECT_EQ(job(1).comment, "the stage was moved");
    EXPECT_EQ(job(1).priority, 3);
    EXPECT_EQ(job(1).sample, "gold");
    EXPECT_EQ(job(1).operatorName, "night shift");
    EXPECT_EQ(job(2).comment, "");
}

TEST_F(QueueNotes, WhereJobsDifferOnlyWhatIsTypedIsTaken) {
    m_store.change(2, {.priority = 5});
    ASSERT_TRUE(waitFor([&] { return m_panel.model().find(2)->priority == 5; }));
    JobNotesDialog& dialog = edit({1, 2});
    EXPECT_EQ(dialog.name(), nullptr) << "each has its own";
    EXPECT_EQ(dialog.sample()->text(), QString());
    EXPECT_FALSE(dialog.sample()->placeholderText().isEmpty());
    EXPECT_EQ(dialog.operatorName()->text(), QStringLiteral("night shift"));
    dialog.operatorName()->clear();
    dialog.comment()->setPlainText(QStringLiteral("both"));
    const job::queue::JobChange change = dialog.change();
    EXPECT_FALSE(change.sample || change.priority || change.after);
    apply();
    ASSERT_TRUE(waitFor([&] { return job(1).comment == "both" && job(2).comment == "both"; }));
    EXPECT_EQ(job(1).sample, "gold");
    EXPECT_EQ(job(2).sample, "silver");
    EXPECT_EQ(job(1).operatorName, "");
    EXPECT_EQ(job(1).priority, 0);
    EXPECT_EQ(job(2).priority, 5);
}

TEST_F(QueueNotes, AJobWaitsForAnotherOneThatDoesNotWaitForIt) {
    JobNotesDialog& dialog = edit({2});
    EXPECT_EQ(dialog.after()->currentData().toLongLong(), 0);
    settle();
    EXPECT_EQ(dialog.after()->width(), dialog.sample()->width()) << "room for names";
    EXPECT_LT(dialog.after()->findData(2), 0) << "not for itself";
    EXPECT_LT(dialog.after()->findData(3), 0) << "which waits for it";
    ASSERT_GE(dialog.after()->findData(4), 0);
    dialog.after()->setCurrentIndex(dialog.after()->findData(4));
    apply();
    ASSERT_TRUE(waitFor([&] { return job(2).after == 4; }));
    ASSERT_TRUE(waitFor([&] { return m_panel.model().find(2)->after == 4; }));
    JobNotesDialog& back = edit({2});
    EXPECT_EQ(back.after()->currentData().toLongLong(), 4);
    back.after()->setCurrentIndex(back.after()->findData(0));
    apply();
    ASSERT_TRUE(waitFor([&] { return job(2).after == 0; }));
    // One that runs has begun.
    ASSERT_TRUE(m_store.claim(4, "another program"));
    ASSERT_TRUE(waitFor([&] { return m_panel.model().find(4)->isActive(); }));
    EXPECT_FALSE(edit({4}).after()->isEnabled());
    EXPECT_TRUE(m_dialog->sample()->isEnabled());
}

} // namespace
} // namespace ewald::ui::test
