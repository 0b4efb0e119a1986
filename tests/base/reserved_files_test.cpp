// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/files/reserved_files.h"

#include "base/error.h"
#include "base/files/input_file.h"

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <string>

namespace ewald {
namespace {

namespace fs = std::filesystem;

class ReservedFilesTest : public testing::Test {
protected:
    void SetUp() override {
        std::string name =
            (fs::temp_directory_path() / "ewald-reserved-XXXXXX").string(); // another run has another one
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        m_folder = name;
        std::ofstream(m_folder / "a") << "content";
        std::ofstream(m_folder / "other") << "content";
        fs::create_symlink("a", m_folder / "link");
        fs::create_hard_link(m_folder / "a", m_folder / "second");
    }
    void TearDown() override { fs::remove_all(m_folder); }

    fs::path m_folder;
};

TEST_F(ReservedFilesTest, AreKnownByEveryName) {
    {
        const ReservedFiles reserved({m_folder / "a", m_folder / "not there"});
        const std::string roundabout = "../" + m_folder.filename().string() + "/a";
        for (const std::string& name : {std::string("a"), std::string("link"), std::string("second"), roundabout}) {
            EXPECT_TRUE(ReservedFiles::contain(m_folder / name)) << name;
            EXPECT_THROW(InputFile(m_folder / name), DataError) << name;
            EXPECT_THROW(InputStream(m_folder / name), DataError) << name;
        }
        for (const char* name : {"other", "not there", ""})
            EXPECT_FALSE(ReservedFiles::contain(m_folder / name)) << name;
        EXPECT_NO_THROW(InputFile(m_folder / "other"));
        std::ofstream(m_folder / "not there") << "made later";
        EXPECT_TRUE(ReservedFiles::contain(m_folder / "not there"));
    }
    EXPECT_FALSE(ReservedFiles::contain(m_folder / "a"));
    EXPECT_NO_THROW(InputFile(m_folder / "link"));
}

TEST_F(ReservedFilesTest, TwoMayReserveTheSameFile) {
    const ReservedFiles first({m_folder / "a"});
    { const ReservedFiles second({m_folder / "a"}); }
    EXPECT_TRUE(ReservedFiles::contain(m_folder / "a"));
}

} // namespace
} // namespace ewald
