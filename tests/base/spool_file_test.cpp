// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "base/files/spool_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string>

namespace ewald {
namespace {

namespace fs = std::filesystem;

TEST(SpoolFile, HoldsBytesAndLeavesNothingBehind) {
    std::string folder = (fs::temp_directory_path() / "ewald-spool-XXXXXX").string();
    ASSERT_NE(mkdtemp(folder.data()), nullptr);
    {
        SpoolFile file(folder, 100000);
        EXPECT_TRUE(std::ranges::all_of(file.bytes(), [](std::byte b) { return b == std::byte{}; }));
        std::ranges::fill(file.bytes(), std::byte{7});
        EXPECT_EQ(file.bytes()[99999], std::byte{7});
        file.shrink(5000);
        EXPECT_EQ(file.bytes().size(), 5000U);
        EXPECT_EQ(file.bytes()[4999], std::byte{7});
        EXPECT_TRUE(fs::is_empty(folder)) << "it has no name: nothing is left when the program is killed";
    }
    fs::remove(folder);
    EXPECT_TRUE(SpoolFile(fs::temp_directory_path(), 0).bytes().empty());
}

TEST(SpoolFile, SaysWhatIsMissing) {
    EXPECT_THROW(SpoolFile("/nonexistent/folder", 10), DataError);
    try {
        const SpoolFile file(fs::temp_directory_path(), std::size_t{1} << 60U); // an exbibyte
        FAIL();
    } catch (const DataError& error) {
        EXPECT_NE(std::string(error.what()).find("no room"), std::string::npos) << error.what();
    }
}

} // namespace
} // namespace ewald
