// SPDX-License-Identifier: GPL-3.0-or-later
// The window used at random. By environment variables:
//   EWALD_MONKEY_SEEDS    seeds, as in "1 2 3 4 5" (1)
//   EWALD_MONKEY_ACTIONS  actions a seed (60)
//   EWALD_MONKEY_HANG_MS  how long the program may hold up the event loop, to be judged on a quiet machine (for ever)
//   EWALD_MONKEY_PICTURES folder for a picture of the window at each fault
//   EWALD_MONKEY_ALOUD    every action is written to the standard error stream
#include "monkey.h"
#include "monkey_report.h"
#include "window_support.h"

#include <QCursor>
#include <QDesktopServices>

namespace ewald::ui::test {
namespace {

/// Takes links and folders that would be shown by other programs.
class Links : public QObject {
    Q_OBJECT
public:
    Links() {
        for (const QString& scheme : schemes()) QDesktopServices::setUrlHandler(scheme, this, "take");
    }
    ~Links() override {
        for (const QString& scheme : schemes()) QDesktopServices::unsetUrlHandler(scheme);
    }
public slots:
    void take(const QUrl&) {}

private:
    static QStringList schemes() { return {"file", "http", "https", "mailto"}; }
};

class MonkeyTest : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        // What is typed as a relative path, and what has no folder, stays in the folder of the test.
        m_current = QDir::currentPath();
        QDir::setCurrent(m_folder.path());
        QApplication::setQuitOnLastWindowClosed(false);
        QCursor::setPos(0, 0);
    }
    void TearDown() override { QDir::setCurrent(m_current); }

private:
    QString m_current;
};

TEST_F(MonkeyTest, DoesNotBreakTheWindow) {
    const auto text = [](const char* name, const char* usual) {
        return qEnvironmentVariable(name, QLatin1String(usual));
    };
    const Links links;
    for (const QString& seed : text("EWALD_MONKEY_SEEDS", "1").split(u' ', Qt::SkipEmptyParts)) {
        Monkey::Plan plan;
        plan.seed = seed.toULongLong();
        plan.actions = text("EWALD_MONKEY_ACTIONS", "60").toULongLong();
        plan.longest_ms = text("EWALD_MONKEY_HANG_MS", "inf").toDouble();
        plan.pictures = text("EWALD_MONKEY_PICTURES", "");
        const QString folder = path(QStringLiteral("files%1").arg(seed));
        ASSERT_TRUE(QDir().mkpath(folder));
        const MonkeyKeeper keeper;
        Monkey monkey(makeMonkeyFiles(folder), plan);
        monkey.run();
        report(QStringLiteral("monkey: %1, %2 faults").arg(monkey.summary()).arg(monkey.faults().size()));
        for (const QString& fault : monkey.faults()) ADD_FAILURE() << fault.toStdString();
    }
}

} // namespace
} // namespace ewald::ui::test

#include "monkey_test.moc"
