// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/temporary_folder.h"

#include <gtest/gtest.h>

#include <fstream>

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

} // namespace
} // namespace ewald::io
