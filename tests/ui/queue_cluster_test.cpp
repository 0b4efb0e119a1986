// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs of the window on a cluster: which ones there are, Start, Stop and Add to queue there. Slurm is played by
// scripts.
#include "cover_check.h"
#include "form/collapsible_section.h"
#include "job/queue/slurm/slurm_templates.h"
#include "model/queue_text.h"
#include "window/cluster_picker.h"
#include "window/device_picker.h"
#include "window/main_window.h"
#include "window/message_bar.h"
#include "window/queue_dock.h"
#include "window/status_panel.h"
#include "window_support.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>

#include <fstream>

namespace ewald::ui::test {
namespace {

namespace fs = std::filesystem;
using job::queue::QueueJob;
using job::queue::QueueState;

/// Commands that behave like those of a Slurm with one node, which is taken until there is a file "go".
class ClusterTest : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        m_path = qgetenv("PATH");
        qputenv("XDG_CONFIG_HOME", path(QStringLiteral("configuration")).toUtf8());
        fs::create_directories(toPath(path(QStringLiteral("configuration/ewald/slurm"))));
        fs::create_directories(toPath(path(QStringLiteral("commands"))));
        std::ofstream(toPath(path(QStringLiteral("configuration/ewald/slurm/test.sbatch"))))
            << "#EWALD poll_s = 1\n#EWALD patience_s = 1\n"
            << job::queue::shippedSlurmTemplates().front().text;
    }
    void TearDown() override {
        m_window.reset();
        qputenv("PATH", m_path);
        qunsetenv("XDG_CONFIG_HOME");
    }
    void command(const QString& name, const std::string& script) const {
        const fs::path file = toPath(path(QStringLiteral("commands"))) / name.toStdString();
        std::ofstream(file) << "#!/bin/bash\ncd '" << m_folder.path().toStdString() << "' || exit 1\n"
                            << script << "\n";
        fs::permissions(file, fs::perms::owner_all);
    }
    void startSlurm() const {
        command(QStringLiteral("sbatch"), R"sh(
if [ "$1" = --test-only ]; then
    grep -q -- --partition=shut && { echo "sbatch: error: the partition is down" >&2; exit 1; }
    exit 0
fi
cat >script; grep -o 'ewald-[0-9a-f]\{32\}' script | head -n 1 >token; echo 41)sh");
        command(QStringLiteral("squeue"), R"sh(
[ -e token ] || exit 0
state='PENDING|Resources'
if [ -e cancelled ]; then state='CANCELLED by 0|None'
elif [ -e ended ]; then state='COMPLETED|None'
elif [ -e go ]; then
    state='RUNNING|None'
    mkdir started 2>/dev/null && { (SLURM_JOB_ID=41 bash script; touch ended) </dev/null >log 2>&1 & }
fi
echo "41|$state|N/A|$(cat token)")sh");
        command(QStringLiteral("scancel"), "touch cancelled");
        command(QStringLiteral("scontrol"), "exit 1");
        command(QStringLiteral("sinfo"), "echo 'gpu*|up|infinite'; echo 'old|drain|infinite'");
        qputenv("PATH", path(QStringLiteral("commands")).toUtf8() + ":" + m_path);
    }
    void openScan() {
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1280, 800);
        m_window->show();
        m_window->open(writeScan(smallExperiment(), QStringLiteral("scan.cxi")));
        ASSERT_TRUE(waitFor([this] { return m_window->session().scan() && m_window->session().scan()->complete; }));
        m_window->session().job().setIterations(0, 5);
    }
    [[nodiscard]] Session& session() { return m_window->session(); }
    [[nodiscard]] std::vector<QueueJob> jobs() { return m_window->queue().panel().model().jobs(); }
    [[nodiscard]] bool statusSays(const QString& text) {
        return m_window->findChild<StatusPanel*>()->text().contains(text);
    }
    void touch(const QString& name) const { EXPECT_TRUE(QFile(path(name)).open(QIODevice::WriteOnly)); }

    QByteArray m_path;
    std::unique_ptr<MainWindow> m_window;
};

int rowOf(const ClusterPicker& picker, const QString& text) { return picker.places()->findText(text); }

void pick(ClusterPicker& picker, int row) {
    ASSERT_GE(row, 0);
    picker.places()->setCurrentIndex(row);
    emit picker.places()->activated(row);
}

TEST_F(ClusterTest, AClusterIsNamedAsItIsChosen) {
    QueueJob job;
    job.backend = "slurm:plain time=00:10:00";
    EXPECT_EQ(devicesText(job), QStringLiteral("Slurm"));
    job.external = "4";
    EXPECT_EQ(devicesText(job), QStringLiteral("Slurm, job 4"));
    job.backend = "slurm:maxwell gpus=1";
    EXPECT_EQ(devicesText(job), QStringLiteral("maxwell, job 4"));
}

TEST_F(ClusterTest, SitesAreListedAndAskedWhetherTheyTakeSuchJobs) {
    startSlurm();
    Session session;
    ClusterPicker picker(session);
    picker.show();
    ASSERT_TRUE(waitFor([&] { return rowOf(picker, QStringLiteral("Cluster: test")) == 1; }));
    EXPECT_GT(rowOf(picker, QStringLiteral("Cluster: Slurm")), 1);
    EXPECT_EQ(rowOf(picker, QStringLiteral("Cluster: Slurm, with Apptainer")), -1) << "it names no image";
    pick(picker, 1);
    EXPECT_EQ(session.backend(), "slurm:test");
    EXPECT_TRUE(waitFor([&] { return picker.verdict() == QStringLiteral("The cluster takes such jobs."); }));
    const auto type = [&](const QString& text) {
        picker.values()->setText(text);
        emit picker.values()->editingFinished();
    };
    type(QStringLiteral("gpus"));
    EXPECT_TRUE(picker.verdict().contains(QStringLiteral("key=value"))) << picker.verdict().toStdString();
    type(QStringLiteral("colour=red"));
    EXPECT_TRUE(picker.verdict().contains(QStringLiteral("colour"))) << picker.verdict().toStdString();
    EXPECT_EQ(session.backend(), "slurm:test") << "what cannot be asked for is not taken over";
    type(QStringLiteral(" partition=shut   gpus=1"));
    EXPECT_EQ(session.backend(), "slurm:test gpus=1 partition=shut");
    // What has a field of its own is in it, and is changed there.
    EXPECT_EQ(picker.values()->text(), QString());
    EXPECT_EQ(picker.field(QStringLiteral("gpus"))->text(), QStringLiteral("1"));
    EXPECT_EQ(picker.field(QStringLiteral("time"))->placeholderText(), QStringLiteral("04:00:00"));
    const auto enter = [&](const char* key, const QString& text) {
        QLineEdit* const edit = picker.field(QLatin1String(key));
        EXPECT_TRUE(edit->isVisible()) << key;
        edit->setText(text);
        emit edit->editingFinished();
    };
    type(QStringLiteral("nodes=2"));
    enter("gpus", QStringLiteral(" 4 "));
    EXPECT_EQ(session.backend(), "slurm:test gpus=4 nodes=2 partition=shut");
    type(QString());
    enter("gpus", QStringLiteral("1"));
    EXPECT_EQ(session.backend(), "slurm:test gpus=1 partition=shut");
    EXPECT_TRUE(waitFor([&] { return picker.verdict().contains(QStringLiteral("the partition is down")); }));
    EXPECT_TRUE(picker.verdict().startsWith(QStringLiteral("The cluster refuses")));
    pick(picker, 0);
    EXPECT_EQ(session.backend(), "");
    EXPECT_EQ(picker.verdict(), QString());
    pick(picker, 1); // what was asked for last
    EXPECT_EQ(session.backend(), "slurm:test gpus=1 partition=shut");
    enter("partition", QStringLiteral("old")); // which sbatch accepts
    EXPECT_TRUE(waitFor([&] { return picker.verdict().contains(QStringLiteral("old is switched off")); }))
        << picker.verdict().toStdString();
}

TEST_F(ClusterTest, WhatTheClusterSaysIsSeenBesideTheQueue) {
    startSlurm();
    openScan();
    m_window->resize(1360, 860);
    for (const DevicePicker* devices : m_window->findChildren<DevicePicker*>())
        for (CollapsibleSection* section : devices->findChildren<CollapsibleSection*>()) section->setOpen(true);
    m_window->queue().reveal();
    settleAll();
    ClusterPicker* picker = nullptr; // that of the shown form
    for (ClusterPicker* one : m_window->findChildren<ClusterPicker*>())
        if (one->isVisible()) picker = one;
    ASSERT_NE(picker, nullptr);
    ASSERT_TRUE(waitFor([&] { return rowOf(*picker, QStringLiteral("Cluster: test")) > 0; }));
    session().setBackend("slurm:test partition=shut");
    ASSERT_TRUE(waitFor([&] { return picker->verdict().startsWith(QStringLiteral("The cluster refuses")); }));
    settleAll();
    const auto* verdict = picker->findChild<QLabel*>(QStringLiteral("clusterVerdict"));
    ASSERT_NE(verdict, nullptr);
    EXPECT_EQ(placeInWindow(*verdict).size(), verdict->size());
}

TEST_F(ClusterTest, AWrongTemplateIsListedWithWhatIsWrong) {
    startSlurm();
    std::ofstream(toPath(path(QStringLiteral("configuration/ewald/slurm/odd.sbatch")))) << "#!/bin/bash\necho\n";
    Session session;
    ClusterPicker picker(session);
    picker.show();
    ASSERT_TRUE(waitFor([&] { return rowOf(picker, QStringLiteral("Cluster: odd")) > 0; }));
    EXPECT_GT(rowOf(picker, QStringLiteral("Cluster: test")), 0);
    const QModelIndex entry = picker.places()->model()->index(rowOf(picker, QStringLiteral("Cluster: odd")), 0);
    EXPECT_FALSE(entry.flags().testFlag(Qt::ItemIsEnabled));
    EXPECT_TRUE(entry.data(Qt::ToolTipRole).toString().contains(QStringLiteral("{command}")));
}

TEST_F(ClusterTest, WithoutSlurmTheReasonIsSaid) {
    fs::remove_all(toPath(path(QStringLiteral("configuration"))));
    qputenv("PATH", path(QStringLiteral("commands")).toUtf8());
    Session session;
    ClusterPicker picker(session);
    picker.show();
    ASSERT_TRUE(waitFor([&] { return picker.places()->count() == 2; }));
    const QModelIndex entry = picker.places()->model()->index(1, 0);
    EXPECT_FALSE(entry.flags().testFlag(Qt::ItemIsEnabled));
    EXPECT_TRUE(entry.data(Qt::ToolTipRole).toString().contains(QStringLiteral("sbatch is not installed")));
}

TEST_F(ClusterTest, StartSubmitsSaysWhyItWaitsAndShowsTheRun) {
    startSlurm();
    openScan();
    session().setBackend("slurm:test");
    std::size_t losses = 0;
    QObject::connect(&session().controller(), &JobController::lossesAdded, m_window.get(),
                     [&](const auto& entries) { losses += entries.size(); });
    ASSERT_TRUE(session().start());
    ASSERT_TRUE(waitFor([this] { return statusSays(QStringLiteral("test, job 41: ")); }));
    EXPECT_TRUE(waitFor([this] { return statusSays(QStringLiteral("Waiting")); }));
    ASSERT_EQ(jobs().size(), 1U);
    EXPECT_EQ(jobs().front().devices, "auto");
    EXPECT_FALSE(jobs().front().waitsFor.what.empty());
    EXPECT_TRUE(session().controller().running());
    touch(QStringLiteral("go"));
    ASSERT_TRUE(waitFor([this] { return session().result() != nullptr; }));
    EXPECT_EQ(losses, 5U);
    EXPECT_EQ(session().result()->file, path(QStringLiteral("scan_ewald.h5")));
    EXPECT_TRUE(waitFor([this] { return jobs().front().state == QueueState::done; }));
    EXPECT_TRUE(jobs().front().error.what.empty()) << jobs().front().error.what;
}

TEST_F(ClusterTest, StopTakesAJobBackThatWaits) {
    startSlurm();
    openScan();
    session().setBackend("slurm:test");
    ASSERT_TRUE(session().start());
    ASSERT_TRUE(waitFor([this] { return statusSays(QStringLiteral("job 41: ")); }));
    session().controller().stop();
    ASSERT_TRUE(waitFor([this] { return !session().controller().running(); }));
    EXPECT_TRUE(QFile::exists(path(QStringLiteral("cancelled"))));
    EXPECT_EQ(session().controller().state(), job::JobState::stopped);
}

TEST_F(ClusterTest, WhatCannotBeSubmittedFailsAndRunsNowhereElse) {
    startSlurm();
    command(QStringLiteral("sbatch"), "echo 'sbatch: error: invalid account' >&2; exit 1");
    openScan();
    session().setBackend("slurm:test");
    ASSERT_TRUE(session().start());
    ASSERT_TRUE(waitFor([this] { return !session().controller().running(); }));
    EXPECT_EQ(session().controller().state(), job::JobState::failed);
    EXPECT_TRUE(
        waitFor([this] { return m_window->messageBar().message().what.contains(QStringLiteral("invalid account")); }));
    EXPECT_FALSE(QFile::exists(path(QStringLiteral("scan_ewald.h5"))));
    session().setBackend("slurm:nowhere"); // a site that is not there
    ASSERT_TRUE(session().start());
    ASSERT_TRUE(waitFor([this] { return !session().controller().running(); }));
    EXPECT_EQ(session().controller().state(), job::JobState::failed);
    EXPECT_FALSE(QFile::exists(path(QStringLiteral("scan_ewald.h5"))));
}

TEST_F(ClusterTest, TheQueueGetsJobsForTheCluster) {
    startSlurm();
    openScan();
    m_window->queue().panel().holdAction()->trigger();
    session().setBackend("slurm:test gpus=1");
    m_window->addToQueue();
    session().setBackend({});
    m_window->addToQueue();
    ASSERT_TRUE(waitFor([this] { return jobs().size() == 2; }));
    EXPECT_EQ(jobs()[0].backend, "slurm:test gpus=1");
    EXPECT_EQ(jobs()[0].devices, "auto");
    EXPECT_EQ(jobs()[1].backend, "");
    EXPECT_EQ(jobs()[1].devices, "");
}

} // namespace
} // namespace ewald::ui::test
