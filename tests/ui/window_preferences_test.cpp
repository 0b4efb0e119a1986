// SPDX-License-Identifier: GPL-3.0-or-later
// What a user chooses once for all, the log of a run, and what a fault leaves behind.
#include "buttons.h"
#include "model/crash_report.h"
#include "model/output_file.h"
#include "model/recent_files.h"
#include "model/user_settings.h"
#include "view/elided_label.h"
#include "view/file_saver.h"
#include "window/crash_dialog.h"
#include "window/log_view.h"
#include "window/main_window.h"
#include "window/message_bar.h"
#include "window/report_page.h"
#include "window/run_panel.h"
#include "window/settings_dialog.h"
#include "window_support.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QDateTime>
#include <QFile>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>

#include <cmath>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace ewald::ui::test {
namespace {

class PreferencesTest : public WindowTest {
protected:
    void TearDown() override { applyTextSize(100); }
};

TEST_F(PreferencesTest, NothingHasToBeScrolledWhereThereIsRoom) {
    MainWindow window;
    SettingsDialog dialog(window.session().recentFiles());
    dialog.show();
    settleAll();
    const auto* area = dialog.findChild<QScrollArea*>();
    ASSERT_NE(area, nullptr);
    EXPECT_FALSE(area->verticalScrollBar()->isVisible())
        << dialog.height() << " of " << dialog.screen()->availableSize().height();
}

TEST_F(PreferencesTest, TakeEffectAtOnceAndAreKept) {
    MainWindow window;
    SettingsDialog dialog(window.session().recentFiles());
    QObject::connect(&dialog, &SettingsDialog::themeChosen, &window, &MainWindow::setTheme);
    const QList<QComboBox*> boxes = dialog.findChildren<QComboBox*>();
    ASSERT_EQ(boxes.size(), 2);
    boxes[0]->setCurrentIndex(boxes[0]->findData(QStringLiteral("de")));
    EXPECT_EQ(settings::language(), QStringLiteral("de"));
    boxes[1]->setCurrentIndex(boxes[1]->findData(QStringLiteral("dark")));
    EXPECT_TRUE(themeIsDark());
    EXPECT_EQ(settings::theme(), QStringLiteral("dark"));
    const qreal before = window.font().pointSizeF();
    const QList<QSpinBox*> numbers = dialog.findChildren<QSpinBox*>();
    ASSERT_EQ(numbers.size(), 2);
    numbers[0]->setValue(150);
    EXPECT_TRUE(waitFor([&] { return std::abs(window.font().pointSizeF() - 1.5 * before) < 0.05; }))
        << window.font().pointSizeF();
    EXPECT_EQ(settings::textPercent(), 150);
    for (const char* name : {"a.h5", "b.h5", "c.h5"}) window.session().recentFiles().add(path(QLatin1String(name)));
    numbers[1]->setValue(2);
    EXPECT_EQ(window.session().recentFiles().files(), (QStringList{path("c.h5"), path("b.h5")}));
    EXPECT_EQ(RecentFiles().files().size(), 2);
    window.setTheme(Theme::light);
}

TEST_F(PreferencesTest, AThemeOfTheCommandLineDoesNotStick) {
    settings::setTheme(QStringLiteral("light"));
    MainWindow window;
    window.showTheme(Theme::dark);
    EXPECT_TRUE(themeIsDark());
    window.close();
    EXPECT_EQ(settings::theme(), QStringLiteral("light"));
    MainWindow next;
    EXPECT_FALSE(themeIsDark());
}

TEST_F(PreferencesTest, ResultsGoToTheChosenFolder) {
    EXPECT_EQ(proposedOutput(path("scan.cxi"), true), path("scan_ewald.h5"));
    settings::setResultFolder(path("results"));
    EXPECT_EQ(proposedOutput(path("scan.cxi"), true), path("results/scan_ewald.h5"));
    QFile file(path("file"));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    settings::setResultFolder(path("file/folder"));
    EXPECT_EQ(proposedOutput(path("scan.cxi"), true), path("scan_ewald.h5")) << "that folder cannot be written to";
}

TEST_F(PreferencesTest, ANewFolderForResultsIsShownAtOnce) {
    MainWindow window;
    window.session().job().setInputFile(toPath(path("scan.cxi")));
    emit window.session().outputChanged();
    const auto* shown = window.findChild<RunPanel*>()->findChild<view::ElidedLabel*>();
    ASSERT_NE(shown, nullptr);
    ASSERT_TRUE(shown->text().contains(QStringLiteral("scan_ewald.h5"))) << shown->text().toStdString();
    ASSERT_FALSE(shown->text().contains(QStringLiteral(" in ")));
    window.showSettings();
    auto* dialog = window.findChild<SettingsDialog*>();
    ASSERT_NE(dialog, nullptr);
    auto* folder = dialog->findChild<QLineEdit*>(QStringLiteral("resultFolder"));
    ASSERT_NE(folder, nullptr);
    folder->setText(path("results"));
    emit folder->editingFinished();
    EXPECT_TRUE(shown->text().contains(QStringLiteral("results"))) << shown->text().toStdString();
}

TEST_F(PreferencesTest, ReturnInAFieldPressesNoButton) {
    RecentFiles recent;
    recent.add(path("scan.cxi"));
    SettingsDialog dialog(recent);
    dialog.show();
    auto* folder = dialog.findChild<QLineEdit*>(QStringLiteral("resultFolder"));
    ASSERT_NE(folder, nullptr);
    QTest::keyClicks(folder, path("results"));
    QTest::keyClick(folder, Qt::Key_Return);
    EXPECT_EQ(settings::resultFolder(), path("results"));
    EXPECT_EQ(recent.files(), QStringList{path("scan.cxi")});
    EXPECT_TRUE(dialog.isVisible());
    QTest::keyClick(folder, Qt::Key_Return);
    EXPECT_EQ(settings::resultFolder(), path("results"));
}

TEST_F(PreferencesTest, TheLogIsFilteredCopiedAndSaved) {
    LogView log;
    log.append(LogLevel::info, QStringLiteral("initial probe: from the mean pattern"));
    log.append(LogLevel::warning, QStringLiteral("2 frames have saturated pixels"));
    log.append(LogLevel::error, QStringLiteral("no such file"));
    EXPECT_EQ(log.text().count(u'\n'), 2);
    log.setLeast(LogLevel::warning);
    EXPECT_FALSE(log.text().contains(QStringLiteral("mean pattern")));
    EXPECT_TRUE(log.text().contains(QStringLiteral("saturated")));
    log.append(LogLevel::info, QStringLiteral("not shown"));
    EXPECT_EQ(log.text().count(u'\n'), 1);
    log.setSearch(QStringLiteral("SATURATED"));
    EXPECT_EQ(log.text().count(u'\n'), 0);
    log.save(path("log.txt"));
    EXPECT_TRUE(log.findChild<view::FileSaver*>()->busy()) << "written by another thread";
    QFile file(path("log.txt"));
    ASSERT_TRUE(waitFor([&] { return file.exists(); }));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_TRUE(QString::fromUtf8(file.readAll()).endsWith(QStringLiteral("2 frames have saturated pixels\n")));
    log.save(path("no/such/folder/log.txt"));
    log.setSearch({});
    ASSERT_TRUE(waitFor([&] { return log.text().contains(QStringLiteral("could not be saved")); }));
    const auto* lines = log.findChild<QPlainTextEdit*>();
    ASSERT_NE(lines, nullptr);
    log.setSearch(QStringLiteral("in no line"));
    EXPECT_TRUE(log.text().isEmpty());
    EXPECT_TRUE(lines->placeholderText().contains(QStringLiteral("matches"))) << lines->placeholderText().toStdString();
    log.setSearch({});
    log.setLeast(LogLevel::info);
    EXPECT_EQ(log.text().count(u'\n'), 4);
    log.showInstead({});
    EXPECT_TRUE(log.text().isEmpty()) << "another result is open";
    EXPECT_FALSE(lines->placeholderText().contains(QStringLiteral("matches")));
    log.showInstead({LogView::lineOf(LogLevel::warning, QTime(3, 4, 5), QStringLiteral("of last night"))});
    EXPECT_EQ(log.text(), QStringLiteral("03:04:05  warning: of last night"));
    log.append(LogLevel::info, QStringLiteral("of this run"));
    EXPECT_FALSE(log.text().contains(QStringLiteral("of this run")));
    log.showOwn();
    EXPECT_EQ(log.text().count(u'\n'), 5);
    log.showInstead({LogView::lineOf(LogLevel::info, QTime(3, 4, 5), QStringLiteral("of last night"))});
    log.clear(true);
    log.append(LogLevel::info, QStringLiteral("goes on"));
    EXPECT_EQ(log.text().count(u'\n'), 1);
    EXPECT_TRUE(log.text().startsWith(QStringLiteral("03:04:05  of last night\n")));
    log.clear();
    EXPECT_TRUE(log.text().isEmpty());
    for (std::size_t i = 0; i < LogView::kMostLines + 100; ++i) log.append(LogLevel::info, QString::number(i));
    EXPECT_EQ(log.text().count(u'\n') + 1, static_cast<qsizetype>(LogView::kMostLines)) << "memory is bounded";
}

/// What a process leaves that breaks down by `fault`.
struct Left {
    int signal = 0;
    std::optional<CrashReport> report;
};
Left leftBy(const QString& folder, void (*fault)()) {
    const pid_t child = fork();
    if (child == 0) {
        alarm(60); // a lock that another thread held when it was forked is never given back
        const rlimit none{0, 0};
        setrlimit(RLIMIT_CORE, &none);
        for (const int signal : {SIGSEGV, SIGABRT, SIGBUS}) std::signal(signal, SIG_DFL);
        installCrashHandler(folder);
        setFileForCrashReport(QStringLiteral("/data/night/scan_0042.h5"));
        for (int i = 0; i < 60; ++i) noteForCrashReport(QStringLiteral("line %1 of the log").arg(i));
        fault();
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return {WIFSIGNALED(status) ? WTERMSIG(status) : 0, newestCrashReport(folder)};
}

void expectReport(const Left& left, int signal, const char* name) {
    EXPECT_EQ(left.signal, signal) << "the program still ends as it would have without";
    ASSERT_TRUE(left.report);
    const std::string text = left.report->text.toStdString();
    for (const std::string part :
         {"Ewald ", name, "/data/night/scan_0042.h5", "line 20 of the log", "line 59 of the log", "stack:\n"})
        EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
    EXPECT_EQ(text.find("line 19 of the log"), std::string::npos) << "the last lines only";
    EXPECT_NE(text.find("test-ui-window"), std::string::npos) << "functions of the program are on the stack";
    EXPECT_LT(text.size(), 65536U);
}

TEST_F(PreferencesTest, AFaultLeavesAReport) {
    expectReport(leftBy(path("segv"),
                        [] {
                            volatile int* const nowhere = nullptr;
                            *nowhere = 1;
                        }),
                 SIGSEGV, "SIGSEGV");
    expectReport(leftBy(path("abort"), [] { std::abort(); }), SIGABRT, "SIGABRT");
}

TEST_F(PreferencesTest, TheReportSaysWhenInWords) {
    const qint64 before = std::time(nullptr); // as the report: other clocks may be in the next second already
    const Left left = leftBy(path("when"), [] { std::abort(); });
    const qint64 after = QDateTime::currentSecsSinceEpoch();
    ASSERT_TRUE(left.report);
    const QString time =
        left.report->text.section(QStringLiteral("\ntime: "), 1).section(QStringLiteral(" UTC\n"), 0, 0);
    QDateTime read = QDateTime::fromString(time, QStringLiteral("yyyy-MM-dd HH:mm:ss"));
    ASSERT_TRUE(read.isValid()) << time.toStdString();
    read.setTimeSpec(Qt::UTC);
    EXPECT_GE(read.toSecsSinceEpoch(), before); // it was written between the two
    EXPECT_LE(read.toSecsSinceEpoch(), after);
}

TEST_F(PreferencesTest, AnExceptionThatNothingCatchesLeavesItsText) {
    const Left left =
        leftBy(path("throw"), [] { std::thread([] { throw std::runtime_error("the sky has fallen"); }).join(); });
    expectReport(left, SIGABRT, "SIGABRT");
    EXPECT_TRUE(left.report->text.contains(QStringLiteral("reason: the sky has fallen")));
}

[[gnu::noinline]] int overflow(int depth) { // NOLINT(misc-no-recursion): that is the point
    volatile int room[1024];                // NOLINT(modernize-avoid-c-arrays)
    room[0] = depth;
    return depth == 0 ? 0 : overflow(depth - 1) + room[0];
}

TEST_F(PreferencesTest, AnOverflowOfTheStackLeavesAReport) {
    expectReport(leftBy(path("deep"), [] { _exit(overflow(1 << 30)); }), SIGSEGV, "SIGSEGV");
}

TEST_F(PreferencesTest, TheNextStartOffersTheReport) {
    const QString folder = path("crashes");
    MainWindow window;
    window.show();
    window.offerCrashReport(folder);
    EXPECT_FALSE(window.messageBar().isShown()) << "there is none";
    ASSERT_TRUE(leftBy(folder, [] { std::abort(); }).report);
    EXPECT_EQ(crashReportCount(folder), 1);
    window.offerCrashReport(folder);
    EXPECT_TRUE(window.messageBar().isShown());
    CrashDialog dialog(folder);
    EXPECT_TRUE(dialog.findChild<QPlainTextEdit*>()->toPlainText().contains(QStringLiteral("SIGABRT")));
    // Return in the text does not remove it.
    dialog.show();
    QTest::keyClick(dialog.findChild<QPlainTextEdit*>(), Qt::Key_Return);
    EXPECT_EQ(crashReportCount(folder), 1);
    dialog.save(path("report.txt"));
    EXPECT_TRUE(dialog.findChild<view::FileSaver*>()->busy()) << "written by another thread";
    ASSERT_TRUE(waitFor([&] { return QFile::exists(path("report.txt")); }));
    EXPECT_GT(QFile(path("report.txt")).size(), 100);
    buttonWith(window.messageBar(), QStringLiteral("Forget it"))->click();
    EXPECT_EQ(crashReportCount(folder), 0);
}

} // namespace
} // namespace ewald::ui::test
