// SPDX-License-Identifier: GPL-3.0-or-later
//
// Scans that grow while their folder is watched, written as detectors write them.
#include "job/queue/watch/folder_watcher.h"

#include "../io/growing_file.h"
#include "base/error.h"
#include "io/hdf5/hdf5.h"
#include "io/temporary_folder.h"
#include "job/document/job_kind.h"

#include <fstream>
#include <gtest/gtest.h>
#include <thread>

namespace ewald::job::queue {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

using Writer = io::test::GrowingFile;

class FolderWatcherTest : public testing::Test {
protected:
    void SetUp() override { fs::create_directory(scans()); }
    [[nodiscard]] fs::path scans() const { return m_folder.path() / "scans"; }
    [[nodiscard]] fs::path place() const { return m_folder.path() / "queue"; }
    /// Patience and quiet are short, so that the test need not wait.
    void watch(QueueStore& store, bool withExisting = false) const {
        WatchedFolder watched;
        watched.folder = scans();
        watched.common = findJobKind("ptycho")->newDocument();
        watched.sample = "gold";
        watched.quiet_s = 0.4;
        watched.patience_s = 1.2;
        watchFolder(store, watched, withExisting);
    }
    /// A complete file of so many frames.
    void writeData(const std::string& name, std::size_t frames) const {
        Writer writer(m_folder.path() / "elsewhere.h5", Writer::Format::old);
        writer.append(frames);
        writer.close();
        fs::rename(m_folder.path() / "elsewhere.h5", scans() / name);
    }
    /// A master that leads to data files which are not there yet, of two frames each.
    void writeMaster(std::size_t files) const {
        io::h5::File file = io::h5::File::create(scans() / "series_master.h5");
        for (std::size_t i = 1; i <= files; ++i) {
            const std::string number = "00000" + std::to_string(i);
            file.externalLink("/entry/data/data_" + number, dataName(i), "/entry/data/data");
        }
        file.write("/entry/instrument/detector/detectorSpecific/nimages", static_cast<std::int64_t>(2 * files));
        file.write("/entry/instrument/detector/detectorSpecific/ntrigger", std::int64_t{1});
        file.close();
    }
    static std::string dataName(std::size_t i) { return "series_data_00000" + std::to_string(i) + ".h5"; }
    /// Steps until a condition holds.
    template <class Condition>
    static bool stepUntil(FolderWatcher& watcher, const Condition& holds, Clock::duration limit = 60s) {
        for (const auto end = Clock::now() + limit; Clock::now() < end; std::this_thread::sleep_for(20ms)) {
            watcher.step();
            if (holds()) return true;
        }
        return false;
    }
    static void stepFor(FolderWatcher& watcher, Clock::duration time) {
        for (const auto end = Clock::now() + time; Clock::now() < end; std::this_thread::sleep_for(20ms))
            watcher.step();
    }
    static QueueState stateOf(QueueStore& store, long long id) {
        const std::optional<QueueJob> job = store.find(id);
        return job ? job->state : QueueState::failed;
    }
    static std::string words(QueueStore& store, long long id) {
        const std::optional<QueueJob> job = store.find(id);
        return job ? job->waitsFor.what : "no job";
    }

    io::TemporaryFolder m_folder;
};

TEST_F(FolderWatcherTest, AFileThatItsWriterLetsOthersReadStartsWhenItIsClosed) {
    QueueStore store(place());
    watch(store);
    FolderWatcher watcher(store);
    Writer writer(scans() / "scan.h5", Writer::Format::swmr);
    writer.append(2);
    EXPECT_TRUE(stepUntil(watcher, [&] { return words(store, 1) == "waiting for data, 2 frames so far"; }))
        << words(store, 1);
    writer.append(1);
    EXPECT_TRUE(stepUntil(watcher, [&] { return words(store, 1) == "waiting for data, 3 frames so far"; }))
        << words(store, 1);
    EXPECT_EQ(stateOf(store, 1), QueueState::waiting);
    EXPECT_FALSE(store.claim("me")) << "too early";
    writer.close();
    EXPECT_TRUE(stepUntil(watcher, [&] { return stateOf(store, 1) == QueueState::queued; }));
    EXPECT_EQ(store.find(1)->sample, "gold");
    EXPECT_EQ(store.find(1)->result, scans() / "scan_ewald.h5");
    EXPECT_EQ(store.jobs().size(), 1U);
}

TEST_F(FolderWatcherTest, AFileThatIsLockedStartsWhenItIsClosed) {
    QueueStore store(place());
    watch(store);
    FolderWatcher watcher(store);
    for (const Writer::Format format : {Writer::Format::newest, Writer::Format::old}) {
        const long long id = static_cast<long long>(store.jobs().size()) + 1;
        Writer writer(scans() / ("scan_" + std::to_string(id) + ".h5"), format);
        for (int i = 0; i < 5; ++i) {
            writer.append();
            stepFor(watcher, 150ms);
        }
        EXPECT_EQ(stateOf(store, id), QueueState::waiting);
        writer.close();
        EXPECT_TRUE(stepUntil(watcher, [&] { return stateOf(store, id) == QueueState::queued; }));
    }
    EXPECT_EQ(store.jobs().size(), 2U);
}

TEST_F(FolderWatcherTest, AFileThatNothingMarksStartsWhenItIsQuiet) {
    QueueStore store(place());
    watch(store);
    FolderWatcher watcher(store);
    Writer writer(scans() / "scan.h5", Writer::Format::unlocked);
    for (int i = 0; i < 10; ++i) {
        writer.append();
        stepFor(watcher, 100ms);
        EXPECT_EQ(stateOf(store, 1), QueueState::waiting) << "frame " << i;
    }
    EXPECT_TRUE(stepUntil(watcher, [&] { return stateOf(store, 1) == QueueState::queued; }));
}

TEST_F(FolderWatcherTest, AMasterStartsWhenItsLastDataFileIsThere) {
    QueueStore store(place());
    watch(store);
    FolderWatcher watcher(store);
    writeMaster(3);
    stepFor(watcher, 200ms);
    EXPECT_EQ(words(store, 1), "waiting for data, 0 of 6 frames");
    writeData(dataName(1), 2);
    EXPECT_TRUE(stepUntil(watcher, [&] { return words(store, 1) == "waiting for data, 2 of 6 frames"; }))
        << words(store, 1);
    writeData(dataName(2), 2);
    EXPECT_TRUE(stepUntil(watcher, [&] { return words(store, 1) == "waiting for data, 4 of 6 frames"; }))
        << words(store, 1);
    writeData(dataName(3), 2);
    EXPECT_TRUE(stepUntil(watcher, [&] { return stateOf(store, 1) == QueueState::queued; }));
    EXPECT_EQ(store.jobs().size(), 1U) << "the data files belong to the master";
}

TEST_F(FolderWatcherTest, OneThatIsNeverFinishedIsExplained) {
    QueueStore store(place());
    watch(store);
    FolderWatcher watcher(store);
    writeMaster(3);
    writeData(dataName(1), 2);
    EXPECT_TRUE(stepUntil(watcher, [&] { return stateOf(store, 1) == QueueState::failed; }));
    const JobFailure error = store.find(1)->error;
    EXPECT_NE(error.what.find("never finished: 2 of 6 frames"), std::string::npos) << error.what;
    EXPECT_NE(error.what.find(dataName(2)), std::string::npos) << error.what;
    EXPECT_FALSE(error.hint.empty());
    store.retry(1);
    EXPECT_EQ(store.claim("me")->id, 1) << "to take what is there";
}

TEST_F(FolderWatcherTest, AFileGetsOneJobHoweverManyWatch) {
    writeData("old.h5", 2);
    QueueStore store(place()), other(place());
    watch(store);
    for (int restart = 0; restart < 3; ++restart) {
        FolderWatcher first(store), second(other);
        writeData("new_" + std::to_string(restart) + ".h5", 1);
        for (int i = 0; i < 30; ++i) {
            first.step();
            second.step();
            std::this_thread::sleep_for(20ms);
        }
        EXPECT_EQ(store.jobs().size(), static_cast<std::size_t>(restart) + (restart == 2 ? 0 : 1));
        if (restart == 1) store.remove(1);
    }
    EXPECT_FALSE(store.jobOfSource(scans() / "old.h5")) << "it was there before";
    watch(store, true);
    FolderWatcher watcher(store);
    EXPECT_TRUE(stepUntil(watcher, [&] { return store.jobOfSource(scans() / "old.h5").has_value(); }));
    EXPECT_FALSE(store.jobOfSource(scans() / "new_0.h5")) << "its job was removed by a person";
    unwatchFolder(store, scans());
    EXPECT_TRUE(watchedFolders(store).empty());
    EXPECT_THROW(unwatchFolder(store, scans()), JobError);
}

TEST_F(FolderWatcherTest, OfTheFilesThatAreThereThoseNamedAreIgnored) {
    writeData("wanted.h5", 1);
    writeData("left_out.h5", 1);
    QueueStore store(place());
    WatchedFolder watched;
    watched.folder = scans();
    watched.common = findJobKind("ptycho")->newDocument();
    watched.ignored = {"left_out.h5"};
    watchFolder(store, watched, true);
    FolderWatcher watcher(store);
    ASSERT_TRUE(stepUntil(watcher, [&] { return store.jobOfSource(scans() / "wanted.h5").has_value(); }));
    stepFor(watcher, 300ms);
    EXPECT_FALSE(store.jobOfSource(scans() / "left_out.h5"));
}

TEST_F(FolderWatcherTest, ManyFilesThatComeTogetherAreAddedInTheirOrder) {
    QueueStore store(place());
    watch(store);
    FolderWatcher watcher(store);
    constexpr int kFiles = 40;
    for (int i = kFiles; i > 0; --i) writeData("scan_" + std::to_string(i) + ".h5", 1);
    EXPECT_TRUE(stepUntil(watcher, [&] { return store.jobs().size() == kFiles && store.jobsWithoutData().empty(); }));
    EXPECT_EQ(store.find(10)->name, "scan_10");
    EXPECT_EQ(store.find(kFiles)->result, scans() / ("scan_" + std::to_string(kFiles) + "_ewald.h5"));
}

/// A name that is made of what the file holds can be made when that is there.
TEST_F(FolderWatcherTest, NamesMayComeFromTheFile) {
    QueueStore store(place());
    WatchedFolder watched;
    watched.folder = scans();
    watched.common = findJobKind("ptycho")->newDocument();
    watched.output = "{folder}/{/entry/sample/name}_ewald.h5";
    watched.quiet_s = 0.2;
    watchFolder(store, watched, false);
    FolderWatcher watcher(store);
    std::ofstream(scans() / "scan.h5") << "not yet";
    stepFor(watcher, 200ms);
    EXPECT_TRUE(store.jobs().empty());
    io::h5::File file = io::h5::File::create(m_folder.path() / "elsewhere.h5");
    file.write("/entry/sample/name", "gold");
    file.close();
    fs::rename(m_folder.path() / "elsewhere.h5", scans() / "scan.h5");
    ASSERT_TRUE(stepUntil(watcher, [&] { return store.jobs().size() == 1; }));
    EXPECT_EQ(store.find(1)->result, scans() / "gold_ewald.h5");
    EXPECT_TRUE(watcher.problems().empty());
}

/// A file that nothing marks as being written may get later what a name is made of.
TEST_F(FolderWatcherTest, AFileWithoutWhatItsNameIsMadeOfIsNotForgotten) {
    QueueStore store(place());
    WatchedFolder watched;
    watched.folder = scans();
    watched.common = findJobKind("ptycho")->newDocument();
    watched.output = "{folder}/{/entry/sample/name}_ewald.h5";
    watched.quiet_s = 0.8;
    watchFolder(store, watched, false);
    FolderWatcher watcher(store);
    writeData("scan.h5", 1);
    stepFor(watcher, 300ms);
    EXPECT_TRUE(watcher.problems().empty()) << "it may be written still";
    std::vector<std::string> said;
    ASSERT_TRUE(stepUntil(watcher, [&] {
        said = watcher.problems();
        return !said.empty();
    }));
    EXPECT_NE(said[0].find("/entry/sample/name"), std::string::npos) << said[0];
    stepFor(watcher, 700ms);
    EXPECT_TRUE(watcher.problems().empty()) << "said once";
    io::h5::File file = io::h5::File::create(m_folder.path() / "elsewhere.h5");
    file.write("/entry/sample/name", "gold");
    file.close();
    fs::rename(m_folder.path() / "elsewhere.h5", scans() / "scan.h5");
    ASSERT_TRUE(stepUntil(watcher, [&] { return store.jobs().size() == 1; }));
    EXPECT_EQ(store.find(1)->result, scans() / "gold_ewald.h5");
}

TEST_F(FolderWatcherTest, ResultsAndOtherFilesAreLeftAlone) {
    QueueStore store(place());
    watch(store);
    FolderWatcher watcher(store);
    writeData("scan.h5", 2);
    ASSERT_TRUE(stepUntil(watcher, [&] { return stateOf(store, 1) == QueueState::queued; }));
    writeData(store.find(1)->result.filename().string(), 1);
    for (const char* name : {"notes.txt", ".scan.h5.part", "job.json"}) std::ofstream(scans() / name) << "x";
    stepFor(watcher, 500ms);
    EXPECT_EQ(store.jobs().size(), 1U);
    EXPECT_TRUE(watcher.problems().empty());
    fs::remove_all(scans());
    stepFor(watcher, 100ms);
    const std::vector<std::string> problems = watcher.problems();
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_NE(problems[0].find(scans().string()), std::string::npos) << problems[0];
}

TEST_F(FolderWatcherTest, AFileThatIsRenamedKeepsItsJob) {
    QueueStore store(place());
    watch(store);
    FolderWatcher watcher(store);
    writeData("scan.h5", 2);
    ASSERT_TRUE(stepUntil(watcher, [&] { return stateOf(store, 1) == QueueState::queued; }));
    fs::rename(scans() / "scan.h5", scans() / "final.h5");
    stepFor(watcher, 500ms);
    EXPECT_EQ(store.jobs().size(), 1U);
    EXPECT_EQ(store.find(1)->source, scans() / "final.h5");
    EXPECT_EQ(store.documentOf(1).inputFile, scans() / "final.h5") << "it has not run yet";
    // Another program, which has not seen the first name; the job is done.
    ASSERT_EQ(store.claim("me")->id, 1);
    store.settle(1, "me", {QueueState::done, {}, 1, 2});
    fs::rename(scans() / "final.h5", scans() / "kept.h5");
    FolderWatcher second(store);
    stepFor(second, 500ms);
    EXPECT_EQ(store.jobs().size(), 1U);
    store.renameSource(1, scans() / "kept.h5"); // a third program has seen the same, a little later
    EXPECT_TRUE(store.jobOfSource(scans() / "kept.h5"));
    // The old name is free for another scan; so is a copy, which leaves the first one where it is.
    writeData("scan.h5", 3);
    fs::copy_file(scans() / "kept.h5", scans() / "copy.h5");
    EXPECT_TRUE(stepUntil(second, [&] { return store.jobs().size() == 3; }));
    EXPECT_TRUE(store.jobOfSource(scans() / "scan.h5"));
    EXPECT_TRUE(store.jobOfSource(scans() / "copy.h5"));
}

TEST_F(FolderWatcherTest, ATextThatIsNamedLikeAScanIsSaidToBeOne) {
    QueueStore store(place());
    WatchedFolder watched;
    watched.folder = scans();
    watched.common = findJobKind("ptycho")->newDocument();
    watched.quiet_s = 0.3; // the patience is an hour
    watchFolder(store, watched, false);
    FolderWatcher watcher(store);
    std::ofstream(scans() / "notes.cxi") << "temperature 20 K, nothing else of interest";
    EXPECT_TRUE(stepUntil(watcher, [&] { return stateOf(store, 1) == QueueState::failed; }));
    EXPECT_NE(store.find(1)->error.what.find("no HDF5 file"), std::string::npos) << store.find(1)->error.what;
}

/// Bytes of Latin-1 in names.
TEST_F(FolderWatcherTest, NamesNeedNotBeUtf8) {
    writeData("alt_\xe9.h5", 1);
    {
        QueueStore store(place());
        watch(store);
        FolderWatcher watcher(store);
        writeData("neu_\xe9.h5", 1);
        ASSERT_TRUE(stepUntil(watcher, [&] { return stateOf(store, 1) == QueueState::queued; }));
        stepFor(watcher, 300ms);
        EXPECT_EQ(store.jobs().size(), 1U) << "the other one was there before";
    }
    fs::remove(place() / "queue.db");
    QueueStore rebuilt(place());
    ASSERT_TRUE(rebuilt.find(1));
    EXPECT_EQ(rebuilt.find(1)->result, scans() / "neu_\xe9_ewald.h5");
    EXPECT_EQ(rebuilt.find(1)->source, scans() / "neu_\xe9.h5");
    EXPECT_EQ(rebuilt.documentOf(1).outputFile, rebuilt.find(1)->result);
    EXPECT_EQ(rebuilt.find(1)->name, "neu_%E9");
    EXPECT_EQ(watchedFolders(rebuilt).at(0).ignored, std::vector<std::string>{"alt_\xe9.h5"});
    rebuilt.change(1, {.name = "caf\xe9"});
    EXPECT_EQ(rebuilt.find(1)->name, "caf%E9");
    WatchedFolder watched = watchedFolders(rebuilt).at(0);
    watched.output = "{folder}/\xe9_{name}.h5"; // cannot be kept as it is
    EXPECT_THROW(watchFolder(rebuilt, watched, false), JobError);
}

TEST_F(FolderWatcherTest, GrowthAfterTheJobBeganIsNoticed) {
    QueueStore store(place());
    watch(store);
    FolderWatcher watcher(store, {}, 100ms);
    writeData("scan.h5", 2);
    ASSERT_TRUE(stepUntil(watcher, [&] { return stateOf(store, 1) == QueueState::queued; }));
    writeData("scan.h5", 3);
    EXPECT_TRUE(stepUntil(watcher, [&] { return stateOf(store, 1) == QueueState::waiting; })) << "it has not begun";
    ASSERT_TRUE(stepUntil(watcher, [&] { return stateOf(store, 1) == QueueState::queued; }));
    ASSERT_EQ(store.claim("me")->id, 1);
    writeData("scan.h5", 5);
    EXPECT_TRUE(stepUntil(watcher, [&] { return !words(store, 1).empty(); }));
    store.settle(1, "me", {QueueState::done, {}, 1, 2});
    EXPECT_EQ(words(store, 1), "its file has changed since: 5 frames are there now");
    EXPECT_EQ(stateOf(store, 1), QueueState::done);
}

} // namespace
} // namespace ewald::job::queue
