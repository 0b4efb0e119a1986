// SPDX-License-Identifier: GPL-3.0-or-later
// What the other tests rely on: calls that may take long are counted in their own thread.
#include "base/files/input_file.h"
#include "base/latest_task.h"
#include "base/long_call.h"
#include "compute/devices/parallel.h"
#include "io/atomic_file.h"
#include "io/hdf5/hdf5.h"
#include "job/queue/store/sqlite.h"
#include "window_support.h"

#include <thread>

namespace ewald::ui::test {
namespace {

using Seen = std::map<std::string, std::size_t>;

TEST(LongCallsTest, AreCountedInTheirOwnThreadWhileSomebodyCounts) {
    longCall("before");
    {
        const LongCalls calls;
        longCall("here");
        std::thread([] { longCall("elsewhere"); }).join();
        longCall("here");
        EXPECT_EQ(calls.seen(), (Seen{{"here", 2}}));
    }
    longCall("between");
    EXPECT_EQ(LongCalls().seen(), Seen{});
}

class WaitingTest : public WindowTest {};

TEST_F(WaitingTest, FilesProcessesThreadsAndDatabasesSayThatTheyMayTakeLong) {
    const QString scan = writeScan();
    const auto seenBy = [](const std::function<void()>& work) {
        const LongCalls calls;
        work();
        return calls.seen();
    };
    const std::filesystem::path file = toPath(path(QStringLiteral("text")));
    EXPECT_TRUE(seenBy([&] { io::writeTextFile(file, "x", false); }).contains("writing a file"));
    EXPECT_EQ(seenBy([&] { EXPECT_EQ(readSmallFile(file, 10, {}), "x"); }), (Seen{{"reading a file", 1}}));
    EXPECT_TRUE(seenBy([&] {
                    static_cast<void>(io::h5::File::open(toPath(scan)));
                }).contains("asking the process that reads HDF5"));
    EXPECT_EQ(seenBy([] { job::queue::Database().execute("CREATE TABLE numbers (number)"); }),
              (Seen{{"asking a database", 1}}));
    EXPECT_EQ(seenBy([] { compute::ThreadArena(1).run([](std::size_t) {}); }), (Seen{{"work on many cores", 1}}));
    LatestTask task;
    EXPECT_EQ(seenBy([&] { task.submit([] {}); }), Seen{});
    EXPECT_EQ(seenBy([&] { task.finish(); }), (Seen{{"waiting for a thread", 1}}));
}

} // namespace
} // namespace ewald::ui::test
