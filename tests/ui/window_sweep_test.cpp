// SPDX-License-Identifier: GPL-3.0-or-later
// Values of a sweep as the window calls them.
#include "model/job_model.h"
#include "model/text.h"
#include "queue_jobs.h"
#include "waiting.h"
#include "window/sweep_editor.h"
#include "window/sweep_window.h"

#include <QAction>
#include <QComboBox>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QToolButton>

#include <gtest/gtest.h>

namespace ewald::ui::test {
namespace {

class SweepChoices : public testing::Test {
protected:
    void SetUp() override {
        job::JobDocument form;
        form.kind = "ptycho";
        form.pipeline = {{"rpie", 10, {}}};
        m_editor.setForm(form);
        m_editor.show();
    }
    void vary(const char* key) {
        QComboBox& parameter = m_editor.parameter();
        parameter.setCurrentIndex(parameter.findData(QString::fromLatin1(key)));
        ASSERT_EQ(parameter.currentData().toString(), QString::fromLatin1(key));
    }
    [[nodiscard]] QAction* choice(const QString& text) {
        for (QAction* one : m_editor.choices().menu()->actions())
            if (one->text() == text) return one;
        ADD_FAILURE() << text.toStdString();
        return new QAction(&m_editor);
    }
    SweepEditor m_editor{false, nullptr};
};

TEST_F(SweepChoices, EnginesAreTickedByTheirNames) {
    vary("engine");
    ASSERT_NE(engineTitle("rpie"), QStringLiteral("rpie"));
    ASSERT_NE(engineTitle("epie"), QStringLiteral("epie"));
    EXPECT_FALSE(m_editor.values().placeholderText().contains(QStringLiteral("rpie")))
        << m_editor.values().placeholderText().toStdString();
    ASSERT_FALSE(m_editor.choices().isHidden());
    choice(engineTitle("rpie"))->trigger();
    choice(engineTitle("epie"))->trigger();
    EXPECT_EQ(m_editor.sweeps().size(), 1U);
    const std::string both = m_editor.sweeps().front();
    EXPECT_TRUE(both == "engine=rpie,epie" || both == "engine=epie,rpie") << both;
    std::size_t jobs = 0;
    EXPECT_TRUE(m_editor.remark(jobs).contains(engineTitle("epie")));
    EXPECT_EQ(jobs, 2U);
    choice(engineTitle("rpie"))->trigger();
    EXPECT_EQ(m_editor.sweeps(), std::vector<std::string>{"engine=epie"});
}

TEST_F(SweepChoices, NamesAndKeysCanBeTyped) {
    vary("engine");
    m_editor.values().setText(engineTitle("rpie") + QStringLiteral(" , epie"));
    EXPECT_EQ(m_editor.sweeps(), std::vector<std::string>{"engine=rpie,epie"});
    emit m_editor.choices().menu()->aboutToShow();
    EXPECT_TRUE(choice(engineTitle("rpie"))->isChecked());
    EXPECT_FALSE(choice(engineTitle("raar"))->isChecked());
    // A number has nothing to choose from.
    vary("batch_size");
    EXPECT_TRUE(m_editor.choices().isHidden());
    m_editor.values().setText(QStringLiteral("8, 16"));
    EXPECT_EQ(m_editor.sweeps(), std::vector<std::string>{"batch_size=8,16"});
}

TEST_F(SweepChoices, AParameterThatIsChosenComesWithValues) {
    job::JobDocument form;
    form.kind = "ptycho";
    form.pipeline = {{"rpie", 50, {}}};
    form.set("object_step", "0.6");
    form.set("probe_modes", "1");
    m_editor.setForm(form);
    const auto choose = [this](const char* key) {
        vary(key);
        emit m_editor.parameter().activated(m_editor.parameter().currentIndex());
        return m_editor.sweeps().empty() ? std::string() : m_editor.sweeps().front();
    };
    EXPECT_EQ(choose("object_step"), "object_step=0.3,0.6,1.2");
    EXPECT_EQ(choose("iterations"), "iterations=25,50,100");
    EXPECT_EQ(choose("probe_modes"), "probe_modes=1,2") << "there is no half of a mode";
    EXPECT_EQ(choose("refine_positions"), "refine_positions=false,true");
    EXPECT_EQ(choose("engine"), "") << "which ones is for people to say";
    // What was typed stays.
    choose("object_step");
    m_editor.values().setText(QStringLiteral("0.5, 0.9"));
    EXPECT_EQ(choose("iterations"), "iterations=0.5,0.9");
}

TEST_F(SweepChoices, WhatWasTypedIsOfItsKindOfJob) {
    vary("batch_size");
    m_editor.values().setText(QStringLiteral("8, 16"));
    job::JobDocument form;
    form.kind = "integrate";
    m_editor.setForm(form);
    EXPECT_TRUE(m_editor.sweeps().empty()) << m_editor.sweeps().front();
    EXPECT_EQ(m_editor.values().text(), QString());
}

class SweepTable : public testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(waitFor([this] { return m_feed.snapshot() != nullptr; })); // its own, which is empty, came first
    }
    /// A job of the one sweep there is.
    static QueueJob sweptJob(long long id, QueueState state) {
        QueueJob job = jobOf(id, state);
        job.sweep = "one";
        job.varied = {"batch_size=" + std::to_string(8 * id)};
        job.name = "scan_0042 " + job.varied.front();
        return job;
    }
    void load(std::vector<QueueJob> jobs) {
        emit m_feed.loaded(snapshotOf(std::move(jobs)));
        ASSERT_TRUE(waitFor([this] { return m_window.isIdle(); }));
    }
    [[nodiscard]] QString sweep() const {
        return m_window.findChild<QComboBox*>(QStringLiteral("sweeps"))->currentText();
    }
    void select(std::initializer_list<int> rows) {
        QItemSelectionModel& selection = *m_window.table().selectionModel();
        selection.clear();
        for (const int row : rows)
            selection.select(m_window.table().model()->index(row, 0),
                             QItemSelectionModel::Select | QItemSelectionModel::Rows);
    }
    const QTemporaryDir m_folder;
    QueueFeed m_feed{toPath(m_folder.path())};
    SweepWindow m_window{m_feed};
};

TEST_F(SweepTable, TheNumberOfItsJobsIsThatOfNow) {
    load({sweptJob(1, QueueState::queued), sweptJob(2, QueueState::queued), sweptJob(3, QueueState::queued)});
    EXPECT_TRUE(sweep().endsWith(QStringLiteral("3 jobs"))) << sweep().toStdString();
    load({sweptJob(1, QueueState::queued), sweptJob(3, QueueState::queued)});
    EXPECT_TRUE(sweep().endsWith(QStringLiteral("2 jobs"))) << sweep().toStdString();
    EXPECT_EQ(m_window.table().rowCount(), 2);
}

TEST_F(SweepTable, TitlesOfColumnsAreWhole) {
    const QHeaderView& header = *m_window.table().horizontalHeader();
    EXPECT_FALSE(header.highlightSections()) << "in bold type they would be wider";
    for (int column = 0; column < header.count(); ++column)
        EXPECT_GE(header.sectionSize(column), header.sectionSizeHint(column)) << column;
}

TEST_F(SweepTable, ResultsOfStoppedJobsAreResults) {
    QueueJob saved = sweptJob(1, QueueState::stopped);
    saved.figures.isSaved = true;
    load({saved, sweptJob(2, QueueState::stopped), sweptJob(3, QueueState::done)});
    const auto rowOf = [this](long long id) {
        for (int row = 0; row < m_window.table().rowCount(); ++row)
            if (m_window.table().item(row, 0)->data(Qt::UserRole).toLongLong() == id) return row;
        return -1;
    };
    select({rowOf(1)});
    EXPECT_TRUE(m_window.showButton().isEnabled());
    select({rowOf(2)});
    EXPECT_FALSE(m_window.showButton().isEnabled()) << "nothing was saved";
    select({rowOf(1), rowOf(3)});
    EXPECT_TRUE(m_window.compareButton().isEnabled());
}

TEST(SweepWindowTest, ItsTitleNamesTheScan) {
    const QTemporaryDir folder;
    QueueFeed feed(toPath(folder.path()));
    SweepWindow window(feed);
    const QString none = window.windowTitle();
    job::JobDocument form;
    form.kind = "ptycho";
    form.pipeline = {{"rpie", 10, {}}};
    form.inputFile = "/data/scan_0042.cxi";
    window.setForm(form);
    EXPECT_TRUE(window.windowTitle().contains(QStringLiteral("scan_0042.cxi"))) << window.windowTitle().toStdString();
    form.inputFile.clear();
    window.setForm(form);
    EXPECT_EQ(window.windowTitle(), none);
}

} // namespace
} // namespace ewald::ui::test
