// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/files/input_file.h"

#include "base/error.h"

#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace ewald {
namespace {

namespace fs = std::filesystem;

class InputFiles : public testing::Test {
protected:
    InputFiles() : m_folder(fs::path(testing::TempDir()) / ("ewald-input-" + std::to_string(getpid()))) {
        fs::create_directories(m_folder);
    }
    ~InputFiles() override { fs::remove_all(m_folder); }
    /// Message of the error; empty: it was opened.
    static std::string errorOf(const fs::path& path) {
        try {
            const InputFile file(path, "the hint");
            return {};
        } catch (const DataError& error) {
            return error.what();
        }
    }
    fs::path m_folder;
};

TEST_F(InputFiles, AreRegularFilesOnly) {
    // Opening a FIFO without a writer would wait for ever.
    const fs::path fifo = m_folder / "fifo";
    ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
    EXPECT_EQ(errorOf(fifo), "is not a regular file: " + fifo.string() + "; the hint");
    EXPECT_EQ(errorOf("/dev/null"), "is not a regular file: /dev/null; the hint");
    EXPECT_EQ(errorOf(m_folder), "is a folder, not a file: " + m_folder.string() + "; the hint");
    EXPECT_EQ(errorOf(m_folder / "nothing"), "no such file: " + (m_folder / "nothing").string() + "; check the name");

    const int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string name = (m_folder / "socket").string();
    ASSERT_LT(name.size(), sizeof address.sun_path);
    name.copy(address.sun_path, name.size());
    ASSERT_EQ(bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    EXPECT_EQ(errorOf(name), "is not a regular file: " + name + "; the hint");
    close(listener);

    std::ofstream(m_folder / "file") << "text";
    fs::create_symlink("file", m_folder / "link");
    EXPECT_EQ(errorOf(m_folder / "link"), "");
}

TEST_F(InputFiles, AreReadByOffsetAndAsStreams) {
    std::string content;
    for (int i = 0; i < 10'000; ++i) content += "line " + std::to_string(i) + "\n"; // several buffers of a stream
    const fs::path path = m_folder / "file";
    std::ofstream(path, std::ios::binary) << content;

    const InputFile file(path);
    EXPECT_EQ(file.size(), content.size());
    std::string part(10, '\0');
    EXPECT_EQ(file.readAt(content.size() - 4, std::as_writable_bytes(std::span(part))), 4U);
    EXPECT_EQ(part.substr(0, 4), content.substr(content.size() - 4));
    EXPECT_EQ(file.readAt(content.size() + 4, std::as_writable_bytes(std::span(part))), 0U);

    InputStream stream(path);
    std::string line;
    std::size_t lines = 0;
    while (std::getline(stream, line)) ASSERT_EQ(line, "line " + std::to_string(lines++));
    EXPECT_EQ(lines, 10'000U);
    stream.clear();
    stream.seekg(20'000);
    EXPECT_EQ(stream.tellg(), 20'000);
    stream.read(part.data(), 10);
    EXPECT_EQ(part, content.substr(20'000, 10));
    EXPECT_EQ(stream.tellg(), 20'010);

    EXPECT_EQ(readSmallFile(path, content.size(), "the hint"), content);
    EXPECT_THROW((void)readSmallFile(path, content.size() - 1, "the hint"), DataError);
}

} // namespace
} // namespace ewald
