// SPDX-License-Identifier: GPL-3.0-or-later
// What a file can do to the process that reads it, and that nothing else is harmed. The server of these tests crashes,
// loops, stays silent or takes all memory when it is asked for something of such a name.
#include "io/hdf5/hdf5_client.h"

#include "base/run_control.h"
#include "base/stop_scope.h"
#include "io/hdf5/hdf5_storage.h"
#include "io/scan_files.h"
#include "test_paths.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <fstream>
#include <numeric>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace ewald::io::test {
namespace {

using h5::File;
using h5::detail::RemoteFile;
using h5::detail::ServerProcess;
constexpr std::chrono::hours kForEver{1}; // what it would have to end is ended by the time limit of the test

class Hdf5Isolation : public WithFolder {
protected:
    void SetUp() override {
        WithFolder::SetUp();
        ServerProcess::instance().useProgram(EWALD_TEST_HDF5_SERVER);
    }
    void TearDown() override {
        RemoteFile::setSilenceLimit(std::chrono::seconds(20));
        ServerProcess::instance().useProgram({});
        WithFolder::TearDown();
    }
    fs::path make(const std::string& name) {
        File out = File::create(at(name));
        put<float>(out, "/data", {1, 2, 3}, {3});
        out.createGroup("/entry");
        out.close();
        return at(name);
    }
    /// One sound line that names the file.
    static void expectDamaged(const std::string& error, const std::string& file, const std::string& why) {
        EXPECT_TRUE(contains(error, "the file is damaged")) << error;
        EXPECT_TRUE(contains(error, why)) << error;
        EXPECT_TRUE(contains(error, file)) << error;
        EXPECT_TRUE(contains(error, "copy it again")) << error;
    }
    static bool works(const fs::path& path) { return File::open(path).dataset("/data").readAll<float>()[2] == 3; }
};

TEST_F(Hdf5Isolation, ACrashIsAnErrorOfItsFileOnly) {
    const File sound = File::open(make("sound.h5"));
    const h5::Dataset data = sound.dataset("/data");
    const fs::path bad = make("bad.h5");
    const File file = File::open(bad);
    expectDamaged(dataErrorOf([&] { (void)file.kind("/make-crash"); }), "bad.h5", "breaks down");
    // All later requests say the same at once, and so does opening it again.
    expectDamaged(dataErrorOf([&] { (void)file.children("/"); }), "bad.h5", "breaks down");
    expectDamaged(dataErrorOf([&] { (void)File::open(bad); }), "bad.h5", "breaks down");
    EXPECT_EQ(data.readAll<float>()[1], 2) << "another file that was open";
    EXPECT_TRUE(works(at("sound.h5")));
    // A new copy is another file.
    fs::remove(bad);
    EXPECT_TRUE(works(make("bad.h5")));
}

TEST_F(Hdf5Isolation, AnEndlessLoopEnds) {
    RemoteFile::setSilenceLimit(kForEver); // what ends it is the limit of the processor's time
    const File file = File::open(make("loop.h5"));
    expectDamaged(dataErrorOf([&] { (void)file.text("/make-loop"); }), "loop.h5", "does not come to an end");
    EXPECT_TRUE(works(make("sound.h5")));
}

TEST_F(Hdf5Isolation, TooMuchMemoryIsRefused) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "sanitizers map more memory than any limit";
#endif
    rusage before{};
    getrusage(RUSAGE_SELF, &before);
    const File file = File::open(make("hunger.h5"));
    expectDamaged(dataErrorOf([&] { (void)file.number("/make-hunger"); }), "hunger.h5", "100 MB of memory");
    // The process could say so itself, and goes on.
    EXPECT_EQ(file.kind("/data"), h5::NodeKind::dataset);
    rusage after{};
    getrusage(RUSAGE_SELF, &after);
    EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 50'000) << "kB in this process";
}

TEST_F(Hdf5Isolation, SilenceIsATimeOut) {
    const fs::path path = make("silence.h5");
    const File file = File::open(path);
    RemoteFile::setSilenceLimit(std::chrono::milliseconds(300)); // opening may take longer
    const std::string error = dataErrorOf([&] { (void)file.kind("/make-silence"); });
    EXPECT_TRUE(contains(error, "takes too long")) << error;
    // That says more of the file system than of the file.
    RemoteFile::setSilenceLimit(std::chrono::seconds(20));
    EXPECT_TRUE(works(path));
}

TEST_F(Hdf5Isolation, ALoopIsNoFileSystemThatDoesNotAnswer) {
    const File file = File::open(make("loop.h5"));
    RemoteFile::setSilenceLimit(std::chrono::milliseconds(500)); // before the limit of the processor's time
    expectDamaged(dataErrorOf([&] { (void)file.kind("/make-loop"); }), "loop.h5", "does not come to an end");
}

TEST_F(Hdf5Isolation, OpeningIsIsolatedToo) {
    expectDamaged(dataErrorOf([&, path = make("make-crash.h5")] { (void)File::open(path); }), "make-crash.h5",
                  "breaks down");
    EXPECT_TRUE(works(make("sound.h5")));
}

TEST_F(Hdf5Isolation, AStopRequestEndsAWait) {
    RunControl control;
    const File file = File::open(make("silence.h5"));
    RemoteFile::setSilenceLimit(kForEver);
    const std::jthread user([&] { control.requestStop(StopRequest::graceful); });
    const StopScope scope(control);
    try {
        (void)file.kind("/make-silence");
        ADD_FAILURE() << "came to an end";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::stopped);
    }
    // What takes no time goes on, so that a job can still save what it has.
    EXPECT_TRUE(works(make("sound.h5")));
}

TEST_F(Hdf5Isolation, ManyFilesAreOpenAtOnceFromManyThreads) {
    constexpr int kFiles = 60;
    std::vector<fs::path> paths;
    for (int i = 0; i < kFiles; ++i) paths.push_back(make("file-" + std::to_string(i) + ".h5"));
    std::vector<File> files;
    for (const fs::path& path : paths) files.push_back(File::open(path));
    std::atomic<int> right{0};
    {
        std::vector<std::jthread> threads;
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([&] {
                for (const File& file : files) right += file.dataset("/data").readAll<float>()[0] == 1 ? 1 : 0;
            });
    }
    EXPECT_EQ(right, 4 * kFiles);
}

TEST_F(Hdf5Isolation, AKilledServerIsStartedAgain) {
    const fs::path path = make("sound.h5");
    const File file = File::open(path);
    const pid_t first = ServerProcess::instance().processId();
    ASSERT_GT(first, 0);
    ASSERT_EQ(kill(first, SIGKILL), 0);
    // Its processes go with it. That is no fault of the file.
    const std::string error = dataErrorOf([&] {
        while (true) (void)file.number("/data"); // an answer about names would be remembered
    });
    EXPECT_TRUE(contains(error, "ended from outside")) << error;
    EXPECT_FALSE(contains(error, "damaged")) << error;
    EXPECT_TRUE(works(path));
    EXPECT_NE(ServerProcess::instance().processId(), first);
}

/// Processes whose parent is `parent`.
std::vector<pid_t> childrenOf(pid_t parent) {
    std::vector<pid_t> children;
    for (const auto& entry : fs::directory_iterator("/proc")) {
        std::ifstream stat(entry.path() / "stat");
        std::string text;
        std::getline(stat, text);
        const std::size_t end = text.rfind(')');
        if (end == std::string::npos) continue;
        char state = 0;
        int found = 0;
        if (std::sscanf(text.c_str() + end + 1, " %c %d", &state, &found) == 2 && found == parent && state != 'Z')
            children.push_back(std::stoi(entry.path().filename().string()));
    }
    return children;
}

/// A condition that never holds is ended by the time limit of the test.
void waitUntil(const std::function<bool()>& condition) {
    while (!condition()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

TEST_F(Hdf5Isolation, ClosedFilesLeaveNoProcessBehind) {
    {
        std::vector<File> files;
        for (int i = 0; i < 5; ++i) files.push_back(File::open(make("file-" + std::to_string(i) + ".h5")));
        EXPECT_EQ(childrenOf(ServerProcess::instance().processId()).size(), 5U);
    }
    waitUntil([] { return childrenOf(ServerProcess::instance().processId()).empty(); });
}

TEST_F(Hdf5Isolation, TheServerEndsWithItsProgramEvenWhileItHangs) {
    const fs::path path = make("silence.h5");
    int ready[2] = {-1, -1};
    ASSERT_EQ(pipe(ready), 0);
    const pid_t program = fork();
    if (program == 0) {
        ServerProcess::instance().useProgram(EWALD_TEST_HDF5_SERVER);
        const File file = File::open(path);
        const pid_t server = ServerProcess::instance().processId();
        if (write(ready[1], &server, sizeof server) != sizeof server) _exit(1);
        (void)file.kind("/make-silence");
        _exit(0);
    }
    close(ready[1]);
    pid_t server = 0;
    ASSERT_EQ(read(ready[0], &server, sizeof server), static_cast<ssize_t>(sizeof server));
    close(ready[0]);
    std::vector<pid_t> files;
    waitUntil([&] { return !(files = childrenOf(server)).empty(); });
    kill(program, SIGKILL);
    waitpid(program, nullptr, 0);
    const auto gone = [](pid_t process) {
        std::ifstream stat("/proc/" + std::to_string(process) + "/stat");
        std::string text;
        // A process that has ended and is not waited for by the one that adopted it is gone, too.
        return !std::getline(stat, text) || text.find(") Z") != std::string::npos;
    };
    waitUntil([&] { return gone(server) && std::all_of(files.begin(), files.end(), gone); });
}

TEST_F(Hdf5Isolation, LargeDatasetsArriveInPieces) {
    const std::size_t rows = 300;
    const std::size_t cols = 50'000; // 60 MB of float: two pieces, the second begins inside a chunk's row of pieces
    {
        File out = File::create(at("large.h5"));
        h5::Dataset data = out.createDataset("/a", h5::Number::float32, {rows, cols}, {.chunk = {7, cols}});
        std::vector<float> row(cols);
        for (std::size_t r = 0; r < rows; ++r) {
            for (std::size_t c = 0; c < cols; ++c) row[c] = static_cast<float>(r * cols + c);
            data.writeBlock<float>({r, 0}, {1, cols}, row);
        }
        out.close();
    }
    const h5::Dataset data = File::open(at("large.h5")).dataset("/a");
    const std::vector<double> all = data.readAll<double>();
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < all.size(); ++i)
        wrong += all[i] == static_cast<double>(static_cast<float>(i)) ? 0U : 1U;
    EXPECT_EQ(wrong, 0U);
    std::vector<float> part(200 * (cols - 3));
    data.readBlock<float>({90, 1}, {200, cols - 3}, part);
    for (const std::size_t r : {0U, 1U, 131U, 199U})
        EXPECT_EQ(part[r * (cols - 3) + 5], static_cast<float>((90 + r) * cols + 6)) << r;
}

TEST_F(Hdf5Isolation, LargeDatasetsOfBytesArriveInPieces) {
    constexpr std::size_t kSide = 10'000; // 100 MB, and chunks of 9 MB
    {
        File out = File::create(at("bytes.h5"));
        h5::Dataset data = out.createDataset("/a", h5::Number::uint8, {kSide, kSide}, {.chunk = {900, kSide}});
        data.writeBlock<std::uint8_t>({kSide - 1, kSide - 2}, {1, 2}, std::vector<std::uint8_t>{5, 7});
        out.close();
    }
    const std::vector<std::uint8_t> all = File::open(at("bytes.h5")).dataset("/a").readAll<std::uint8_t>();
    EXPECT_EQ(all.back(), 7);
    EXPECT_EQ(std::accumulate(all.begin(), all.end(), 0), 12);
}

/// Quick: the server of these tests has one second of the processor for half of them. It takes 0.3 s for all, where the
/// list of the HDF5 library takes a time that grows with the square of the number.
TEST_F(Hdf5Isolation, AddressesOfManyChunksAreOneQuickRequest) {
    constexpr std::size_t kChunks = 100'000;
    {
        File out = File::create(at("chunks.h5"));
        h5::Dataset data = out.createDataset("/a", h5::Number::uint8, {kChunks, 1, 1}, {.chunk = {1, 1, 1}});
        const std::vector<std::uint8_t> one{1};
        for (std::size_t i = 0; i < kChunks; ++i) data.writeChunk({i, 0, 0}, std::as_bytes(std::span(one)));
        out.close();
    }
    const File file = File::open(at("chunks.h5"), h5::Soundness::whatThereIs);
    const h5::Storage storage = h5::storageOf(file, file.dataset("/a"));
    ASSERT_EQ(storage.chunks.size(), kChunks);
    EXPECT_EQ(std::ranges::count(storage.chunks, h5::kNoAddress, &h5::StoredChunk::address), 0);
    EXPECT_EQ(storage.chunks.back().bytes, 1U);
}

TEST(Hdf5Messages, LyingLengthsAreRefusedBeforeMemoryIsTaken) {
    h5::detail::Packer packer;
    packer.put(std::uint64_t{1} << 60U).put(std::uint64_t{7});
    EXPECT_THROW((void)h5::detail::Unpacker(packer.bytes()).take<std::string>(), DataError);
    EXPECT_THROW((void)h5::detail::Unpacker(packer.bytes()).take<std::vector<std::string>>(), DataError);
    EXPECT_THROW((void)h5::detail::Unpacker(packer.bytes()).take<h5::Shape>(), DataError);
    h5::detail::Unpacker in(packer.bytes());
    EXPECT_EQ(in.take<std::uint64_t>(), std::uint64_t{1} << 60U);
    EXPECT_EQ(in.take<std::uint64_t>(), 7U);
    EXPECT_THROW((void)in.take<bool>(), DataError);
}

TEST(Hdf5Messages, ValuesComeBackAsTheyWere) {
    using Pair = std::pair<std::string, std::optional<double>>;
    const std::vector<Pair> values{{"a", 1.5}, {"", std::nullopt}};
    h5::detail::Packer packer;
    packer.put(values).put(true).put(h5::Shape{3, 4});
    h5::detail::Unpacker in(packer.bytes());
    EXPECT_EQ(in.take<std::vector<Pair>>(), values);
    EXPECT_TRUE(in.take<bool>());
    EXPECT_EQ(in.take<h5::Shape>(), (h5::Shape{3, 4}));
    EXPECT_TRUE(in.empty());
}

} // namespace
} // namespace ewald::io::test
