// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/long_call.h"
#include "base/phrase.h"
#include "compute/devices/module.h"
#include "form/collapsible_section.h"
#include "german.h"
#include "model/device_text.h"
#include "model/device_watch.h"
#include "model/text.h"
#include "window/device_picker.h"
#include "window/device_table.h"
#include "window/devices_dialog.h"
#include "window/devices_page.h"
#include "window/main_window.h"
#include "window/message_bar.h"
#include "window/scaling_page.h"
#include "window_support.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QTabBar>
#include <QTabWidget>
#include <QTableWidget>
#include <QToolButton>

#include <atomic>
#include <numeric>
#include <semaphore>
#include <thread>

namespace ewald::ui::test {
namespace {

compute::DeviceInfo gpu(int number, const std::vector<std::string>& peers) {
    compute::DeviceInfo info;
    info.id = "cuda:" + std::to_string(number);
    info.name = "Some GPU";
    info.backend = "cuda";
    info.memoryTotal = 80'000'000'000;
    info.memoryFree = 60'000'000'000;
    info.uuid = "GPU-0000000" + std::to_string(number) + "-aaaa";
    info.physicalIndex = number;
    info.capability = "9.0";
    info.driver = "580.82";
    info.runtime = "13.0";
    info.load = 0.35;
    info.temperature_C = 41.6;
    info.power_W = 120.2;
    info.peers = peers;
    return info;
}

compute::DeviceInfo cpu() {
    compute::DeviceInfo info;
    info.id = "cpu";
    info.name = "Some processor, 2 cores";
    info.backend = "cpu";
    info.memoryTotal = 16'000'000'000;
    info.memoryFree = 8'000'000'000;
    return info;
}

/// The processor, two GPUs that reach each other (or not), one that is hidden, one in slices of which one is visible.
DeviceOverview machine(bool peers) {
    DeviceOverview overview;
    overview.devices = {cpu(), gpu(0, peers ? std::vector<std::string>{"cuda:1"} : std::vector<std::string>{}),
                        gpu(1, peers ? std::vector<std::string>{"cuda:0"} : std::vector<std::string>{})};
    overview.devices[2].physicalIndex = 3;
    compute::DeviceInfo hidden = gpu(7, {});
    hidden.id = "cuda:" + hidden.uuid;
    hidden.usable = false;
    hidden.reason = "hidden by CUDA_VISIBLE_DEVICES";
    compute::DeviceInfo sliced = gpu(8, {});
    sliced.id = "cuda:" + sliced.uuid;
    sliced.usable = false;
    sliced.reason = "divided into slices; set CUDA_VISIBLE_DEVICES to the uuid of one";
    sliced.slices = {{"MIG-1111", "MIG 1g.10gb", 10'000'000'000}, {"MIG-2222", "MIG 2g.20gb", 20'000'000'000}};
    overview.devices.push_back(hidden);
    overview.devices.push_back(sliced);
    overview.refused = {{"NCCL", "/opt/ewald/ewald-nccl.so", "libnccl.so.2 not found"}};
    return overview;
}

job::LinkFigure link(const char* from, const char* to, bool direct, double gigabytes, double microseconds) {
    job::LinkFigure figure;
    figure.from = from, figure.to = to, figure.direct = direct;
    figure.bandwidth_Bps = gigabytes * 1e9, figure.latency_s = microseconds * 1e-6;
    return figure;
}

/// Two GPUs whose sum hangs while both are busy.
job::DeviceCheckReport hangingReport() {
    job::DeviceCheckReport report;
    report.links = {link("host", "cuda:0", true, 25, 9), link("cuda:0", "cuda:1", true, 200, 2),
                    link("cuda:0", "cuda:1", false, 12, 20), link("cuda:1", "cuda:0", true, 0, 0)};
    report.links.back().problem = "a copy did not end in time";
    report.allReduce.communicator = "NCCL";
    report.allReduce.workers = 2;
    report.allReduce.bytes = 64'000'000;
    report.allReduce.hung = true;
    report.allReduce.loads = {1, 1};
    report.findings = job::diagnose(report.links, report.allReduce, true);
    return report;
}

class DevicesTest : public WindowTest {
protected:
    /// Opened as a person does it, with the devices of this machine looked up.
    DevicesPage& openFrom(MainWindow& window) {
        for (QAction* action : window.findChildren<QAction*>())
            if (action->shortcut() == QKeySequence(Qt::CTRL | Qt::Key_D)) action->trigger();
        DevicesPage& page = window.devicesDialog()->devices();
        EXPECT_TRUE(waitFor([&] { return page.table().topLevelItemCount() > 0; }));
        return page;
    }
    static void connect(DeviceWatch& watch, DevicePicker& picker, DeviceTable& table) {
        QObject::connect(&watch, &DeviceWatch::seen, &picker, &DevicePicker::setOverview);
        QObject::connect(&watch, &DeviceWatch::seen, &table, &DeviceTable::setOverview);
    }
    static QString cell(const DevicesPage& page, int from, int to) { return page.matrix().item(from, to)->text(); }
    static bool hasParameter(MainWindow& window, const char* key, const job::ParameterValue& value) {
        return window.session().job().value(*job::findParameter(key)) == value;
    }
};

TEST_F(DevicesTest, EveryDeviceIsListedWithWhatIsKnownOfIt) {
    DeviceTable table;
    table.setOverview(machine(true));
    ASSERT_EQ(table.topLevelItemCount(), 6);
    const auto text = [&](const char* id, DeviceTable::Column column) {
        QTreeWidgetItem* row = table.row(QString::fromLatin1(id));
        return row == nullptr ? QStringLiteral("no such row") : row->text(column);
    };
    EXPECT_EQ(text("cpu", DeviceTable::memory), QStringLiteral("8 GB of 16 GB"));
    EXPECT_EQ(text("cpu", DeviceTable::activity), QString());
    EXPECT_EQ(text("cuda:0", DeviceTable::name), QStringLiteral("Some GPU"));
    EXPECT_EQ(text("cuda:0", DeviceTable::capability), QStringLiteral("9.0"));
    EXPECT_EQ(text("cuda:0", DeviceTable::driver), QStringLiteral("580.82 / 13.0"));
    EXPECT_EQ(text("cuda:0", DeviceTable::activity), QStringLiteral("35 %, 42 °C, 120 W"));
    EXPECT_EQ(text("cuda:0", DeviceTable::state), QStringLiteral("ready"));
    EXPECT_EQ(text("cuda:1", DeviceTable::state), QStringLiteral("ready; number 3 of the machine"));
    EXPECT_EQ(text("cuda:GPU-00000007-aaaa", DeviceTable::state),
              QStringLiteral("not usable: hidden by CUDA_VISIBLE_DEVICES"));
    EXPECT_EQ(table.workersBox(QStringLiteral("cuda:GPU-00000007-aaaa")), nullptr) << "nothing to tick";
    EXPECT_TRUE(table.isColumnHidden(DeviceTable::users)) << "nothing else runs there";
    DeviceOverview used = machine(true);
    used.devices[1].users = {{4711, "anna", "python3", 12'000'000'000}, {812, "", "", std::nullopt}};
    table.setOverview(used);
    EXPECT_FALSE(table.isColumnHidden(DeviceTable::users)) << "found by a refresh";
    EXPECT_EQ(text("cuda:0", DeviceTable::users), QStringLiteral("anna: python3 12 GB, process 812"));
    EXPECT_EQ(text("cuda:1", DeviceTable::users), QString());
    EXPECT_EQ(text("NCCL", DeviceTable::state), QStringLiteral("not available: libnccl.so.2 not found"));
    const QTreeWidgetItem* sliced = table.row(QStringLiteral("cuda:GPU-00000008-aaaa"));
    ASSERT_EQ(sliced->childCount(), 2);
    EXPECT_EQ(sliced->child(1)->text(DeviceTable::name), QStringLiteral("MIG 2g.20gb"));
    EXPECT_EQ(sliced->child(1)->text(DeviceTable::memory), QStringLiteral("20 GB"));
    EXPECT_EQ(sliced->child(1)->text(DeviceTable::uuid), QStringLiteral("MIG-2222"));
    EXPECT_TRUE(sliced->child(1)->text(DeviceTable::state).contains(QStringLiteral("CUDA_VISIBLE_DEVICES")));

    table.setCurrentItem(table.row(QStringLiteral("cuda:1")));
    ASSERT_TRUE(table.copyAction()->isEnabled());
    table.copyAction()->trigger();
    EXPECT_EQ(QGuiApplication::clipboard()->text(), QStringLiteral("GPU-00000001-aaaa"));
    table.setCurrentItem(table.row(QStringLiteral("cpu")));
    EXPECT_FALSE(table.copyAction()->isEnabled());

    table.setOverview({{cpu()}, {}});
    EXPECT_TRUE(table.isColumnHidden(DeviceTable::uuid)) << "a column without a word in it";
    EXPECT_FALSE(table.isColumnHidden(DeviceTable::memory));
}

TEST_F(DevicesTest, WhyThereAreNoGpusIsSaidInTheLanguageOfTheWindow) {
    const German german;
    EXPECT_EQ(coreText(compute::noDriver()), QStringLiteral("kein Treiber gefunden"));
    EXPECT_EQ(coreText(compute::noDevice()), QStringLiteral("keine GPU für CUDA"));
    EXPECT_EQ(coreText(takeParts(compute::driverTooOld("11.4", "13.0"))),
              QStringLiteral("der Treiber ist für CUDA 11.4, dieses Programm braucht einen für CUDA 13.0"));
    EXPECT_EQ(coreText(compute::explainLoaderError("libnccl.so.2: cannot open shared object file")),
              QStringLiteral("braucht libnccl.so.2, die fehlt; das Paket ewald-cuda installieren"));
    EXPECT_EQ(coreText("out of order"), QStringLiteral("out of order")) << "of a module that is not known";
    DeviceOverview overview;
    overview.refused = {{"CUDA", "", takeParts(compute::driverTooOld("11.4", "13.0"))}};
    DeviceTable table;
    table.setOverview(overview);
    EXPECT_TRUE(
        table.topLevelItem(0)->text(DeviceTable::state).contains(QStringLiteral("der Treiber ist für CUDA 11.4")));
}

TEST_F(DevicesTest, ADriverWithoutAVersionSaysForWhichCudaItIs) {
    compute::DeviceInfo device = gpu(0, {});
    device.driverFor = "12.8";
    EXPECT_EQ(driverText(device), QStringLiteral("580.82 / 13.0"));
    device.driver.clear();
    EXPECT_EQ(driverText(device), QStringLiteral("for CUDA 12.8 / 13.0"));
    const German german;
    EXPECT_EQ(driverText(device), QStringLiteral("für CUDA 12.8 / 13.0"));
    device.driverFor.clear();
    EXPECT_EQ(driverText(device), QStringLiteral("13.0"));
}

TEST_F(DevicesTest, NamesCountTheirCoresInTheLanguageOfTheWindow) {
    DeviceOverview overview;
    overview.devices.resize(2);
    for (compute::DeviceInfo& device : overview.devices) device.id = device.backend = "cpu";
    overview.devices[0].name = "Some CPU, 2 cores, AVX2";
    overview.devices[1].name = "Some CPU, 1 core, AVX2";
    DeviceTable english;
    english.setOverview(overview);
    EXPECT_EQ(english.topLevelItem(0)->text(DeviceTable::name), QStringLiteral("Some CPU, 2 cores, AVX2"));
    const German german;
    DeviceTable table;
    table.setOverview(overview);
    EXPECT_EQ(table.topLevelItem(0)->text(DeviceTable::name), QStringLiteral("Some CPU, 2 Kerne, AVX2"));
    EXPECT_EQ(table.topLevelItem(1)->text(DeviceTable::name), QStringLiteral("Some CPU, 1 Kern, AVX2"));
}

TEST_F(DevicesTest, ASliceThatIsADeviceOfItsOwnSaysSo) {
    DeviceOverview overview = machine(true);
    overview.devices[1].uuid = "MIG-1111";
    DeviceTable table;
    table.setOverview(overview);
    const QTreeWidgetItem* sliced = table.row(QStringLiteral("cuda:GPU-00000008-aaaa"));
    EXPECT_EQ(sliced->child(0)->text(DeviceTable::state), QStringLiteral("ready as cuda:0"));
}

TEST_F(DevicesTest, WhatIsTickedIsWhatIsChecked) {
    DeviceTable table;
    table.setOverview(machine(true));
    EXPECT_EQ(table.selection().toText(), "cuda:0,cuda:1") << "automatic: all GPUs";
    int edits = 0;
    QObject::connect(&table, &DeviceTable::selectionEdited, &table, [&] { ++edits; });
    table.choose(DeviceSelection::fromText("cuda:GPU-00000001x2,cpu:3"));
    EXPECT_EQ(table.selection().toText(), "cpu:3,cuda:1x2") << "by the beginning of a uuid";
    EXPECT_EQ(edits, 0);
    table.workersBox(QStringLiteral("cpu"))->setValue(4);
    table.row(QStringLiteral("cuda:1"))->setCheckState(DeviceTable::device, Qt::Unchecked);
    EXPECT_EQ(edits, 2);
    EXPECT_EQ(table.selection().toText(), "cpu:4");
    EXPECT_FALSE(table.workersBox(QStringLiteral("cuda:1"))->isEnabled());
    table.setOverview(machine(false));
    EXPECT_EQ(table.selection().toText(), "cpu:4") << "a refresh keeps the choice";
    table.setOverview({{cpu()}, {}});
    table.choose(DeviceSelection::fromText("auto"));
    EXPECT_EQ(table.selection().toText(), "cpu:2") << "one worker has nobody to exchange anything with";
}

TEST_F(DevicesTest, TheMatrixSaysWhoReachesWhomAndHowFast) {
    const LinkMatrix reach = linkMatrix(machine(true), std::nullopt);
    ASSERT_EQ(reach.names, (QStringList{QStringLiteral("cuda:0"), QStringLiteral("cuda:1")})) << "usable GPUs only";
    EXPECT_EQ(reach.cells[0][0].text, QStringLiteral("–"));
    EXPECT_EQ(reach.cells[0][1].text, QStringLiteral("direct"));
    EXPECT_EQ(linkMatrix(machine(false), std::nullopt).cells[1][0].text, QStringLiteral("through the host"));
    EXPECT_TRUE(linkMatrix({{cpu(), gpu(0, {})}, {}}, std::nullopt).names.isEmpty()) << "one GPU has no other";

    const LinkMatrix measured = linkMatrix(machine(true), hangingReport());
    ASSERT_EQ(measured.names.front(), QStringLiteral("host"));
    ASSERT_EQ(measured.names.size(), 3);
    EXPECT_EQ(measured.cells[0][1].text, QStringLiteral("25 GB/s, 9 µs"));
    EXPECT_EQ(measured.cells[1][2].text, QStringLiteral("200 GB/s, 2 µs\nthrough the host: 12 GB/s, 20 µs"));
    EXPECT_EQ(measured.cells[2][1].text, QStringLiteral("failed"));
    EXPECT_TRUE(measured.cells[2][1].broken);
    EXPECT_TRUE(measured.cells[2][1].tip.contains(QStringLiteral("did not end in time")));
    EXPECT_FALSE(measured.cells[1][2].broken);

    DeviceOverview some = machine(true);
    EXPECT_TRUE(accessText(some).contains(QStringLiteral("every GPU reaches")));
    some.devices[1].peers.clear();
    EXPECT_TRUE(accessText(some).contains(QStringLiteral("some pairs")));
    EXPECT_TRUE(accessText(machine(false)).contains(QStringLiteral("no GPU reaches")));
    EXPECT_TRUE(accessText({{cpu(), gpu(0, {})}, {}}).startsWith(QStringLiteral("One GPU")));
    EXPECT_TRUE(accessText({{cpu()}, {}}).startsWith(QStringLiteral("No GPU can be used")));
}

TEST_F(DevicesTest, ChecksTheWorkersOfTheProcessorWithoutHoldingUpTheWindow) {
    MainWindow window;
    window.show();
    DevicesPage& page = openFrom(window);
    page.table().choose(DeviceSelection::fromText("cpu:2"));
    ASSERT_TRUE(page.checkButton().isEnabled());
    settleAll();
    auto calls = std::make_unique<LongCalls>();
    page.checkButton().click();
    EXPECT_TRUE(page.busy());
    EXPECT_TRUE(page.stopButton().isEnabled());
    EXPECT_FALSE(page.checkButton().isEnabled());
    EXPECT_FALSE(window.devicesDialog()->scaling().startButton().isEnabled()) << "one measurement at a time";
    ASSERT_TRUE(waitFor([&] { return !page.busy(); }));
    EXPECT_TRUE(calls->seen().empty()) << calls->seen().begin()->first;
    calls.reset();
    ASSERT_TRUE(page.report());
    EXPECT_TRUE(page.report()->healthy());
    EXPECT_EQ(page.report()->allReduce.workers, 2U);
    ASSERT_EQ(page.matrix().rowCount(), 2) << "host and cpu";
    for (const auto& [from, to] : {std::pair{0, 1}, {1, 0}, {1, 1}})
        EXPECT_TRUE(cell(page, from, to).contains(QStringLiteral("B/s, "))) << cell(page, from, to).toStdString();
    EXPECT_EQ(cell(page, 0, 0), QStringLiteral("–"));
    ASSERT_EQ(page.findings().size(), 1U);
    EXPECT_EQ(page.findings()[0]->message().what, QStringLiteral("Nothing is wrong"));
    EXPECT_TRUE(window.devicesDialog()->scaling().startButton().isEnabled());
}

TEST_F(DevicesTest, StopsAtOnceAndStartsAgain) {
    MainWindow window;
    DevicesPage& page = openFrom(window);
    page.checkButton().click();
    ASSERT_TRUE(page.busy());
    page.stopButton().click();
    EXPECT_FALSE(page.busy());
    EXPECT_EQ(page.status(), QStringLiteral("Stopped."));
    EXPECT_FALSE(page.report());
    page.checkButton().click();
    ASSERT_TRUE(waitFor([&] { return page.report().has_value(); }));
    page.table().row(QStringLiteral("cpu"))->setCheckState(DeviceTable::device, Qt::Unchecked);
    EXPECT_FALSE(page.checkButton().isEnabled());
    EXPECT_EQ(page.status(), QStringLiteral("Tick a device to check it."));
    EXPECT_FALSE(page.report()) << "it spoke of other devices";
    EXPECT_TRUE(page.findings().empty());
}

TEST_F(DevicesTest, DevicesThatAreGoneAreAMessage) {
    MainWindow window;
    DevicesPage& page = openFrom(window);
    DeviceOverview overview = machine(true);
    overview.devices[1].id = "cuda:4711";
    page.setOverview(overview);
    page.table().choose(DeviceSelection::fromText("cuda:4711"));
    page.checkButton().click();
    ASSERT_TRUE(waitFor([&] { return !page.busy(); }));
    ASSERT_EQ(page.findings().size(), 1U);
    EXPECT_EQ(page.findings()[0]->message().severity, io::Severity::error);
    EXPECT_TRUE(page.findings()[0]->message().where.contains(QStringLiteral("cuda:4711")));
}

TEST_F(DevicesTest, ARunGoesFirst) {
    std::binary_semaphore release(0);
    MainWindow window(nullptr, [&](const job::JobDocument&, job::JobObserver&, RunControl&, const job::RunOptions&) {
        release.acquire();
        return job::JobOutcome{job::JobState::done, {}, {}};
    });
    DevicesPage& page = openFrom(window);
    page.checkButton().click();
    ASSERT_TRUE(page.busy());
    window.session().controller().start(window.session().job().document());
    EXPECT_FALSE(page.busy()) << "a check must not disturb a run";
    EXPECT_FALSE(page.checkButton().isEnabled());
    EXPECT_TRUE(page.status().contains(QStringLiteral("a run has started"))) << page.status().toStdString();
    EXPECT_FALSE(window.devicesDialog()->scaling().startButton().isEnabled());
    release.release();
    ASSERT_TRUE(waitFor([&] { return !window.session().controller().running(); }));
    EXPECT_TRUE(page.checkButton().isEnabled());
}

TEST_F(DevicesTest, BrokenDirectAccessIsTurnedOffWithOneClickAndBackWithAnother) {
    MainWindow window;
    DevicesPage& page = openFrom(window);
    page.setOverview(machine(true));
    EXPECT_FALSE(page.peerBox().isHidden());
    EXPECT_TRUE(page.peerBox().isChecked());
    page.showReport(hangingReport());
    ASSERT_GE(page.findings().size(), 2U);
    MessageBar* worst = page.findings().front();
    EXPECT_EQ(worst->message().severity, io::Severity::error);
    EXPECT_TRUE(worst->message().what.startsWith(QStringLiteral("The sum over 2 workers")));
    EXPECT_TRUE(worst->message().what.contains(QStringLiteral("broken direct access")));
    EXPECT_EQ(page.findings()[1]->findChild<QPushButton*>(), nullptr) << "offered once";
    QPushButton* without = worst->findChild<QPushButton*>();
    ASSERT_NE(without, nullptr);
    without->click();
    EXPECT_TRUE(hasParameter(window, "peer_to_peer", false));
    EXPECT_FALSE(page.peerBox().isChecked());
    page.peerBox().click();
    EXPECT_TRUE(hasParameter(window, "peer_to_peer", true));
    page.peerBox().click();
    page.setOverview({{cpu()}, {}});
    EXPECT_FALSE(page.peerBox().isHidden()) << "what is off can be turned on again on any machine";
    window.session().job().reset(*job::findParameter("peer_to_peer"));
    EXPECT_TRUE(page.peerBox().isChecked());
    EXPECT_TRUE(page.peerBox().isHidden()) << "nothing to reach";
}

TEST_F(DevicesTest, ThePickerLeadsHereAndShowsWhatWasFound) {
    MainWindow window;
    ASSERT_EQ(window.devicesDialog(), nullptr);
    window.devices().detailsButton()->click();
    ASSERT_NE(window.devicesDialog(), nullptr);
    DevicesPage& page = window.devicesDialog()->devices();
    ASSERT_TRUE(waitFor([&] { return page.table().topLevelItemCount() > 0; }));
    window.session().job().setValue(*job::findParameter("devices"), job::ParameterValue(std::string("cpu:3")));
    EXPECT_EQ(page.table().selection().toText(), "cpu:3") << "the devices of the job are ticked";
    emit page.surveyed(machine(true));
    EXPECT_NE(window.devices().deviceBox("cuda:1"), nullptr);
    window.session().job().setValue(*job::findParameter("devices"),
                                    job::ParameterValue(std::string("cuda:GPU-00000001")));
    EXPECT_TRUE(window.devices().deviceBox("cuda:1")->isChecked()) << "by the beginning of its uuid";
}

TEST_F(DevicesTest, FiguresFollowTheDriverAndWhatIsChosenStays) {
    std::atomic<int> asked{0};
    const auto survey = [&asked] {
        DeviceOverview overview = machine(true);
        overview.devices[1].load = 0.01 * ++asked;
        return overview;
    };
    DeviceWatch watch(nullptr, survey, 10);
    JobModel model;
    DevicePicker picker(model);
    ASSERT_TRUE(waitFor([&] { return picker.deviceBox("cpu") != nullptr; })) << "it looks for itself first";
    picker.setOverview(machine(true));
    DeviceTable table;
    table.setOverview(machine(true));
    connect(watch, picker, table);
    const QCheckBox* box = picker.deviceBox("cuda:0");
    const QSpinBox* workers = table.workersBox(QStringLiteral("cuda:0"));
    EXPECT_TRUE(watch.isIdle()) << "nothing wants it";
    EXPECT_EQ(asked, 0);
    watch.setWanted(QStringLiteral("run"), true);
    watch.setWanted(QStringLiteral("dialog"), true);
    ASSERT_TRUE(waitFor([&] { return asked > 3; }));
    watch.setWanted(QStringLiteral("run"), false);
    const int before = asked;
    ASSERT_TRUE(waitFor([&] { return asked > before + 1; })) << "the dialog still wants it";
    watch.setWanted(QStringLiteral("dialog"), false);
    ASSERT_TRUE(waitFor([&] { return watch.isIdle(); }));
    EXPECT_EQ(picker.deviceBox("cuda:0"), box) << "no row was made again";
    EXPECT_EQ(table.workersBox(QStringLiteral("cuda:0")), workers);
    const QString shown = table.row(QStringLiteral("cuda:0"))->text(DeviceTable::activity);
    EXPECT_NE(shown, QStringLiteral("35 %, 42 °C, 120 W"));
    const auto labels = picker.findChildren<QLabel*>();
    EXPECT_TRUE(std::ranges::any_of(labels, [&](const QLabel* label) {
        return label->text() == QStringLiteral("Some GPU\n60 GB free, ") + shown;
    })) << shown.toStdString();
    DeviceOverview other = machine(true);
    other.devices.pop_back();
    table.setOverview(other);
    EXPECT_EQ(table.topLevelItemCount(), 5) << "another list is shown as such";
}

TEST_F(DevicesTest, TheWindowWatchesWhileARunGoesOn) {
    const auto runner = [](const job::JobDocument&, job::JobObserver&, RunControl& control, const job::RunOptions&) {
        while (!control.stopRequested()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
        return job::JobOutcome{job::JobState::failed, {}, DataError("ended")};
    };
    MainWindow window(nullptr, runner);
    window.open(writeScan());
    ASSERT_TRUE(waitFor([&] { return window.session().scan() && window.session().scan()->complete; }));
    int seen = 0;
    QObject::connect(&window.deviceWatch(), &DeviceWatch::seen, [&seen] { ++seen; });
    ASSERT_TRUE(window.session().start());
    EXPECT_TRUE(waitFor([&] { return seen > 0; }));
    window.session().controller().stop();
    ASSERT_TRUE(waitFor([&] { return !window.session().controller().running(); }));
}

TEST_F(DevicesTest, EverythingToClickExplainsItself) {
    MainWindow window;
    openFrom(window);
    for (QWidget* widget : window.devicesDialog()->findChildren<QWidget*>()) {
        const bool control = qobject_cast<QAbstractButton*>(widget) || qobject_cast<QAbstractSpinBox*>(widget);
        if (!control || widget->objectName().startsWith(QStringLiteral("qt_"))) continue;
        // The corner of a table, the arrows of tabs that do not fit.
        if (qobject_cast<QTableWidget*>(widget->parentWidget()) || qobject_cast<QTabBar*>(widget->parentWidget()))
            continue;
        EXPECT_FALSE(widget->toolTip().isEmpty())
            << widget->metaObject()->className() << " " << widget->accessibleName().toStdString()
            << (qobject_cast<QAbstractButton*>(widget) ? qobject_cast<QAbstractButton*>(widget)->text().toStdString()
                                                       : std::string());
    }
}

TEST_F(DevicesTest, Pictures) {
    const QString folder = qEnvironmentVariable("EWALD_TEST_PICTURES");
    if (folder.isEmpty()) GTEST_SKIP() << "set EWALD_TEST_PICTURES to a folder";
    MainWindow window;
    window.show();
    DevicesPage& page = openFrom(window);
    const auto take = [&](const char* name) {
        settleAll();
        for (const QSize size : {QSize(1150, 720), QSize(1400, 860)})
            for (const Theme theme : {Theme::light, Theme::dark}) {
                window.devicesDialog()->resize(size);
                window.setTheme(theme);
                settleAll();
                window.devicesDialog()->grab().save(QStringLiteral("%1/%2_%3_%4.png")
                                                        .arg(folder, QLatin1String(name), themeName(theme))
                                                        .arg(size.width()));
            }
    };
    take("cpu_before");
    window.devices().setOverview(machine(true));
    window.devices().findChild<CollapsibleSection*>()->setOpen(true);
    settleAll();
    window.grab().save(folder + QStringLiteral("/picker.png"));
    page.checkButton().click();
    ASSERT_TRUE(waitFor([&] { return !page.busy(); }));
    take("cpu_checked");
    page.setOverview(machine(true));
    page.table().choose(DeviceSelection::fromText("auto"));
    take("gpus_before");
    page.showReport(hangingReport());
    take("gpus_hang");
}

} // namespace
} // namespace ewald::ui::test
