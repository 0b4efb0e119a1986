// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/temporary_folder.h"

#include "base/error.h"
#include "io/atomic_file.h"

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <string>

namespace ewald::io {
namespace {

TEST(TemporaryFolder, IsGoneWithItsContent) {
    std::filesystem::path path;
    {
        const TemporaryFolder folder;
        const TemporaryFolder other;
        path = folder.path();
        EXPECT_NE(path, other.path());
        EXPECT_TRUE(std::filesystem::is_empty(path));
        std::ofstream(path / "file") << "content";
    }
    EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(TemporaryFolder, AMissingFolderIsSaid) {
    const char* before = std::getenv("TMPDIR");
    const std::string kept = before == nullptr ? "" : before;
    setenv("TMPDIR", "/not/there", 1);
    EXPECT_THROW(TemporaryFolder(), DataError);
    EXPECT_THROW(AtomicFile("/dev/null", false), DataError) << "what is not kept is written there";
    before == nullptr ? unsetenv("TMPDIR") : setenv("TMPDIR", kept.c_str(), 1);
}

} // namespace
} // namespace ewald::io
