// SPDX-License-Identifier: GPL-3.0-or-later
// The strip of results: tiles that one aims at stay where they are, and say what tells them apart.
#include "window/queue_dock.h"
#include "window/runs_strip.h"
#include "window_state.h"

#include <QAction>
#include <QDir>
#include <QDockWidget>
#include <QListView>
#include <QScrollBar>
#include <QSignalSpy>

#include <chrono>

namespace ewald::ui::test {
namespace {

class RunsTest : public StateTest {
protected:
    /// Copies of one result, each a minute newer than the one before. \returns the oldest first
    [[nodiscard]] QStringList writeResults(int count, const QString& folder) {
        QStringList files;
        if (result.isEmpty()) {
            open(writeScan());
            run(1);
            result = session().result()->file;
        }
        EXPECT_TRUE(QDir().mkpath(path(folder)));
        for (int i = 0; i < count; ++i) {
            files << path(QStringLiteral("%1/run_%2.h5").arg(folder).arg(i));
            EXPECT_TRUE(QFile::copy(result, files.last()));
            setAge(files.last(), count - i);
        }
        return files;
    }
    static void setAge(const QString& file, int minutes) {
        const auto now = std::filesystem::file_time_type::clock::now();
        std::filesystem::last_write_time(toPath(file), now - std::chrono::minutes(minutes));
    }
    static bool isRead(const RunList& runs, int row) {
        return !runs.data(runs.index(row)).toString().contains(QStringLiteral("Reading…"));
    }
    static bool allAreRead(const RunList& runs) {
        for (int row = 0; row < runs.rowCount(); ++row)
            if (!isRead(runs, row)) return false;
        return runs.rowCount() > 0;
    }
    QString result;
};

TEST_F(RunsTest, TheResultsOfAFolderHaveTheirPlacesBeforeTheyAreRead) {
    const QStringList files = writeResults(4, QStringLiteral("night"));
    // Of a run that goes on: it is removed at its end.
    ASSERT_TRUE(QFile::copy(files[0], path(QStringLiteral("night/later.h5.checkpoint.h5"))));
    RunList runs;
    int insertedBeside = 0;
    QObject::connect(&runs, &RunList::rowsInserted, [&] {
        for (int row = 0; row < runs.rowCount(); ++row) insertedBeside += isRead(runs, row) ? 1 : 0;
    });
    QSignalSpy removed(&runs, &RunList::rowsRemoved);
    QSignalSpy moved(&runs, &RunList::modelReset);
    runs.addFolder(path(QStringLiteral("night")));
    ASSERT_TRUE(waitFor([&] { return allAreRead(runs); }));
    EXPECT_EQ(insertedBeside, 0) << "a tile that could be seen was moved by another one";
    EXPECT_EQ(removed.count() + moved.count(), 0);
    ASSERT_EQ(runs.rowCount(), 4);
    for (int row = 0; row < 4; ++row) {
        EXPECT_EQ(runs.runAt(runs.index(row))->file, files[row]) << "oldest first";
        EXPECT_FALSE(runs.runAt(runs.index(row))->picture.isNull());
    }
}

TEST_F(RunsTest, AFileThatCannotBeReadKeepsItsPlace) {
    const QStringList files = writeResults(3, QStringLiteral("night"));
    const QString damaged = files[1];
    RunList runs;
    QObject::connect(&runs, &RunList::rowsInserted, [&] {
        // Found in the folder, and gone when it is its turn.
        if (runs.rowCount() == 3) QFile::remove(damaged);
    });
    runs.addFolder(path(QStringLiteral("night")));
    ASSERT_TRUE(waitFor([&] { return allAreRead(runs); }));
    ASSERT_EQ(runs.rowCount(), 3);
    EXPECT_EQ(runs.runAt(runs.index(1))->file, damaged);
}

TEST_F(RunsTest, ATileSaysWhatIsNewAndWhen) {
    const QStringList files = writeResults(2, QStringLiteral("night"));
    open(writeScan(smallExperiment(49), QStringLiteral("other_scan.cxi")));
    run(2);
    const QString other = session().result()->file;
    setAge(other, 0);
    RunList runs;
    for (const QString& file : files) runs.add(file);
    runs.add(other);
    ASSERT_TRUE(waitFor([&] { return runs.rowCount() == 3; }));
    const QStringList lines = runs.data(runs.index(2)).toString().split(u'\n');
    ASSERT_EQ(lines.size(), 3);
    EXPECT_EQ(lines[1], QStringLiteral("other_scan.cxi")) << "and not from which to which, which would be cut off";
    const QDateTime time = runs.runAt(runs.index(2))->written;
    const bool today = time.date() == QDate::currentDate();
    EXPECT_EQ(lines[2], QLocale().toString(time, today ? QStringLiteral("HH:mm") : QStringLiteral("d MMM HH:mm")));
}

TEST_F(RunsTest, ATileThatIsChosenBeforeItIsReadCanBeUsedThen) {
    const QStringList files = writeResults(1, QStringLiteral("night"));
    RunsStrip strip;
    strip.resize(420, 200);
    showNow(strip);
    bool chosen = false;
    QObject::connect(&strip.runs(), &RunList::rowsInserted, &strip, [&] {
        auto* list = strip.findChild<QListView*>();
        list->selectionModel()->select(strip.runs().index(0), QItemSelectionModel::Select);
        chosen = !isRead(strip.runs(), 0);
    });
    strip.runs().addFolder(path(QStringLiteral("night")));
    ASSERT_TRUE(waitFor([&] { return allAreRead(strip.runs()); }));
    ASSERT_TRUE(chosen);
    const auto isOn = [&](const char* text) {
        for (const QAction* each : strip.findChildren<QAction*>())
            if (each->text() == QLatin1String(text)) return each->isEnabled();
        return false;
    };
    EXPECT_TRUE(isOn("Start from it"));
    EXPECT_TRUE(isOn("Use its parameters"));
}

TEST_F(RunsTest, AnOlderResultMovesNoTileOnTheScreen) {
    const QStringList files = writeResults(8, QStringLiteral("night"));
    const QStringList older = writeResults(3, QStringLiteral("before"));
    for (const QString& file : older) setAge(file, 60);
    RunsStrip strip;
    strip.resize(420, 200);
    showNow(strip);
    for (const QString& file : files) strip.runs().add(file);
    ASSERT_TRUE(waitFor([&] { return strip.runs().rowCount() == 8; }));
    settle();
    QListView& list = strip.list();
    ASSERT_GT(list.horizontalScrollBar()->maximum(), 0);
    list.horizontalScrollBar()->setValue(list.horizontalScrollBar()->maximum());
    const auto places = [&] {
        std::map<std::string, int> lefts;
        for (int row = 0; row < strip.runs().rowCount(); ++row) {
            const QRect tile = list.visualRect(strip.runs().index(row));
            if (list.viewport()->rect().contains(tile))
                lefts[QFileInfo(strip.runs().runAt(strip.runs().index(row))->file).fileName().toStdString()] =
                    tile.left();
        }
        return lefts;
    };
    const std::map<std::string, int> before = places();
    ASSERT_FALSE(before.empty());
    for (const QString& file : older) strip.runs().add(file);
    ASSERT_TRUE(waitFor([&] { return strip.runs().rowCount() == 11; }));
    settle();
    EXPECT_EQ(places(), before);
}

TEST_F(RunsTest, PicturesAreAsLargeAsTheStripIsHigh) {
    RunsStrip strip;
    strip.resize(500, 200);
    showNow(strip);
    const int low = strip.list().iconSize().height();
    strip.resize(500, 240);
    settle();
    EXPECT_EQ(strip.list().iconSize().height(), low + 40);
    EXPECT_GT(strip.list().gridSize().height(), strip.list().iconSize().height());
    EXPECT_LE(strip.list().gridSize().height(), strip.list().viewport()->height());
}

TEST_F(RunsTest, ShownFromTheMenuTheyAreInFrontOfTheQueue) {
    m_window->queue().reveal();
    settle();
    ASSERT_FALSE(m_window->runsDock().isVisible());
    m_window->runsDock().toggleViewAction()->trigger();
    settleAll();
    EXPECT_FALSE(m_window->runs().visibleRegion().isEmpty());
}

} // namespace
} // namespace ewald::ui::test
