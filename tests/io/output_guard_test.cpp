// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "io/atomic_file.h"
#include "io/hdf5/hdf5_atomic.h"
#include "io/output_guard.h"
#include "io/temporary_folder.h"
#include "small_disk.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace ewald::io {
namespace {

namespace fs = std::filesystem;

class OutputGuard : public testing::Test {
protected:
    [[nodiscard]] fs::path at(const std::string& name) const { return m_folder.path() / name; }
    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> found;
        for (const auto& entry : fs::directory_iterator(m_folder.path()))
            found.push_back(entry.path().filename().string());
        std::sort(found.begin(), found.end());
        return found;
    }
    static void put(const fs::path& file, const std::string& text) { std::ofstream(file) << text; }
    static std::string get(const fs::path& file) {
        std::ifstream stream(file);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    static std::string problem(const std::function<void()>& action) {
        try {
            action();
        } catch (const Error& error) {
            return error.what();
        }
        return "nothing was thrown";
    }
    TemporaryFolder m_folder;
};

TEST_F(OutputGuard, OnlyRegularFilesAreReplaced) {
    ASSERT_EQ(mkfifo(at("fifo").c_str(), 0600), 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    ASSERT_LT(at("socket").string().size(), sizeof address.sun_path);
    std::ranges::copy(at("socket").string(), address.sun_path);
    const int socketDescriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    ASSERT_EQ(bind(socketDescriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    close(socketDescriptor);
    fs::create_directory(at("folder"));
    fs::create_symlink("/dev/zero", at("link"));
    const std::vector<std::pair<fs::path, std::string>> cases{{at("fifo"), "a FIFO"},
                                                              {at("socket"), "a socket"},
                                                              {at("folder"), "a folder"},
                                                              {at("link"), "a device"},
                                                              {"/dev/zero", "a device"}};
    for (const auto& [output, name] : cases) {
        struct stat before {};
        ASSERT_EQ(stat(output.c_str(), &before), 0);
        for (const auto& write : std::vector<std::function<void()>>{
                 [&] { writeTextFile(output, "text", true); },
                 [&] { writeHdf5Atomically(output, true, [](h5::File&) {}); }, [&] { checkWritable(output); },
                 [&] { const OutputLock lock(output); }}) {
            const std::string line = problem(write);
            EXPECT_NE(line.find(name), std::string::npos) << line;
            EXPECT_NE(line.find(output.string()), std::string::npos) << line;
        }
        struct stat after {};
        ASSERT_EQ(stat(output.c_str(), &after), 0);
        EXPECT_EQ(before.st_mode, after.st_mode);
        EXPECT_EQ(before.st_ino, after.st_ino);
    }
    EXPECT_EQ(names(), (std::vector<std::string>{"fifo", "folder", "link", "socket"}));
}

TEST_F(OutputGuard, TheNullDeviceTakesEverythingAndStays) {
    fs::create_symlink("/dev/null", at("null"));
    for (const fs::path& output : {fs::path("/dev/null"), at("null")}) {
        EXPECT_TRUE(isNullDevice(output));
        EXPECT_NO_THROW(writeTextFile(output, std::string(100000, 'x'), false));
        EXPECT_NO_THROW(writeHdf5Atomically(output, false, [](h5::File& file) { file.write("/a", 1.0); }));
        EXPECT_NO_THROW(checkWritable(output));
        EXPECT_NO_THROW(const OutputLock lock(output));
    }
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
    EXPECT_EQ(names(), std::vector<std::string>{"null"});
    for (const auto& entry : fs::directory_iterator("/dev"))
        EXPECT_EQ(entry.path().filename().string().find(".null."), std::string::npos);
}

TEST_F(OutputGuard, LinksStayLinks) {
    fs::create_directory(at("elsewhere"));
    fs::create_symlink("elsewhere/target", at("one"));
    fs::create_symlink(at("one"), at("two"));
    // A link that leads nowhere yet is written through.
    writeTextFile(at("two"), "new", false);
    EXPECT_EQ(get(at("elsewhere/target")), "new");
    EXPECT_NE(problem([&] { writeTextFile(at("two"), "other", false); }).find("exists already"), std::string::npos);
    writeTextFile(at("two"), "other", true);
    EXPECT_EQ(get(at("elsewhere/target")), "other");
    EXPECT_TRUE(fs::is_symlink(at("one")));
    EXPECT_TRUE(fs::is_symlink(at("two")));
    EXPECT_EQ(std::distance(fs::directory_iterator(at("elsewhere")), {}), 1);

    fs::create_symlink("round", at("round"));
    EXPECT_NE(problem([&] { writeTextFile(at("round"), "x", true); }).find("circle"), std::string::npos);
    fs::create_symlink("no/folder/file", at("broken"));
    EXPECT_NE(problem([&] { writeTextFile(at("broken"), "x", true); }).find("create the folder"), std::string::npos);
}

TEST_F(OutputGuard, AnInputIsKnownByAnyName) {
    put(at("data"), "data");
    put(at("other"), "data");
    fs::create_symlink("data", at("link"));
    fs::create_hard_link(at("data"), at("hard"));
    fs::create_directory(at("sub"));
    for (const fs::path& name : {at("data"), at("link"), at("hard"), at("sub") / ".." / "data"})
        EXPECT_NE(problem([&] { requireOtherFile(name, at("data")); }).find("same file"), std::string::npos) << name;
    EXPECT_NO_THROW(requireOtherFile(at("other"), at("data")));
    EXPECT_NO_THROW(requireOtherFile(at("new"), at("data")));
    EXPECT_NO_THROW(requireOtherFile(at("other"), at("no such file")));
    EXPECT_NO_THROW(requireOtherFile("/dev/null", "/dev/null"));
}

TEST_F(OutputGuard, TheSecondWriterIsRefused) {
    const fs::path output = at("r.h5");
    fs::create_symlink("r.h5", at("link"));
    {
        const OutputLock first(output);
        for (const fs::path& name : {output, at("link")}) {
            const std::string line = problem([&] { const OutputLock second(name); });
            EXPECT_NE(line.find("another run is writing this file"), std::string::npos) << line;
            EXPECT_NE(line.find("process " + std::to_string(getpid())), std::string::npos) << line;
            EXPECT_TRUE(isBeingWritten(name)) << name;
        }
        EXPECT_FALSE(isBeingWritten(at("other.h5")));
        EXPECT_FALSE(isBeingWritten("/dev/null"));
        EXPECT_FALSE(isBeingWritten(at("no such folder") / "r.h5"));
        EXPECT_NO_THROW(const OutputLock other(at("other.h5")));
        OutputLock moved = OutputLock(at("third.h5"));
        moved = OutputLock();
        EXPECT_NO_THROW(const OutputLock again(at("third.h5")));
    }
    EXPECT_FALSE(isBeingWritten(output));
    EXPECT_NO_THROW(const OutputLock next(output));
    EXPECT_EQ(names(), std::vector<std::string>{"link"});
}

TEST_F(OutputGuard, TheLockOfAKilledProcessCountsNoMore) {
    const fs::path output = at("r.h5");
    const pid_t child = fork();
    if (child == 0) {
        const OutputLock lock(output);
        const AtomicFile part(output, false);
        kill(getpid(), SIGKILL);
    }
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status));
    ASSERT_EQ(names().size(), 2U); // the lock and the part
    EXPECT_FALSE(isBeingWritten(output));
    EXPECT_NO_THROW(const OutputLock next(output));
    removeLeftovers(output);
    EXPECT_TRUE(names().empty());
}

TEST_F(OutputGuard, PartsAreRemovedOnlyWhenNothingWritesThem) {
    const fs::path output = at("r.h5");
    const AtomicFile writing(output, false);
    // As a killed process left it whose number another process has now: this one.
    fs::path stray = writing.temporary();
    stray.replace_filename(stray.filename().string().replace(stray.filename().string().rfind('-'), 2, "-777"));
    put(stray, "rest");
    ASSERT_NE(stray, writing.temporary());
    removeLeftovers(output);
    EXPECT_FALSE(fs::exists(stray));
    EXPECT_TRUE(fs::exists(writing.temporary()));
}

TEST_F(OutputGuard, AFileThatCannotBeBegunSaysWhyInOneLine) {
    const fs::path output = at("r.h5");
    const pid_t child = fork();
    if (child == 0) { // no file may grow any more
        signal(SIGXFSZ, SIG_IGN);
        const rlimit none{0, 0};
        setrlimit(RLIMIT_FSIZE, &none);
        const std::string line = problem([&] { const AtomicHdf5 file(output, false); });
        const bool said = line.starts_with("cannot write (File too large): " + output.string() + ";") &&
                          line.find("errno") == std::string::npos;
        if (!said) static_cast<void>(!write(STDERR_FILENO, line.data(), line.size()));
        _exit(said ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
    EXPECT_TRUE(names().empty());
}

TEST_F(OutputGuard, AFullDiskIsNamedWhenAFileIsBegun) {
    const fs::path disk = at("disk");
    fs::create_directory(disk);
    const test::SmallDisk mounted(disk, "64k");
    if (!mounted.refusal().empty()) GTEST_SKIP() << "mounting a small file system: " << mounted.refusal();
    put(disk / "filler", std::string(1U << 20U, 'x'));
    const std::string line = problem([&] { const AtomicHdf5 file(disk / "r.h5", false); });
    EXPECT_EQ(line, "cannot write (No space left on device): " + (disk / "r.h5").string() +
                        "; free some space or choose another folder");
}

TEST_F(OutputGuard, ANameOfAnotherKindThatAppearsMeanwhileIsNotReplaced) {
    AtomicFile file(at("r"), true);
    ASSERT_EQ(mkfifo(at("r").c_str(), 0600), 0);
    EXPECT_NE(problem([&] { file.commit(); }).find("FIFO"), std::string::npos);
    EXPECT_TRUE(fs::is_fifo(at("r")));
}

TEST_F(OutputGuard, AFileThatAppearsMeanwhileIsReplacedWhereItsKindMayBe) {
    const AtomicFile::MayReplace ours = [](const fs::path& file) {
        std::ifstream stream(file);
        return std::string(std::istreambuf_iterator<char>(stream), {}) == "ours";
    };
    AtomicFile second(at("page"), ours);
    put(second.temporary(), "whole");
    put(at("page"), "ours");
    second.commit();
    EXPECT_EQ(fs::file_size(at("page")), 5U);
    // Of another kind, whether it was there at first or came later.
    EXPECT_NE(problem([&] { const AtomicFile file(at("page"), ours); }).find("exists already"), std::string::npos);
    AtomicFile third(at("other"), ours);
    put(at("other"), "notes");
    EXPECT_NE(problem([&] { third.commit(); }).find("File exists"), std::string::npos);
    EXPECT_EQ(fs::file_size(at("other")), 5U);
    // A link that leads nowhere is no file that may be replaced, and nothing to wait for.
    AtomicFile fourth(at("nowhere"), ours);
    fs::create_symlink(at("missing"), at("nowhere"));
    EXPECT_NE(problem([&] { fourth.commit(); }).find("File exists"), std::string::npos);
    EXPECT_TRUE(fs::is_symlink(at("nowhere")));
}

} // namespace
} // namespace ewald::io
