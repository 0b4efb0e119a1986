// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "base/spool_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <unistd.h>

namespace ewald {
namespace {

namespace fs = std::filesystem;

TEST(SpoolFile, HoldsNumbersAndLeavesNothingBehind) {
    const fs::path folder = fs::temp_directory_path() / ("ewald-spool-" + std::to_string(::getpid()));
    fs::create_directory(folder);
    {
        const SpoolFile file(folder, 100000);
        EXPECT_TRUE(std::all_of(file.values().begin(), file.values().end(), [](float v) { return v == 0; }));
        std::iota(file.values().begin(), file.values().end(), 0.0F);
        EXPECT_EQ(file.values()[99999], 99999.0F);
        EXPECT_TRUE(fs::is_empty(folder)) << "it has no name: nothing is left when the program is killed";
    }
    fs::remove(folder);
    EXPECT_TRUE(SpoolFile(fs::temp_directory_path(), 0).values().empty());
}

TEST(SpoolFile, SaysWhatIsMissing) {
    EXPECT_THROW(SpoolFile("/nonexistent/folder", 10), DataError);
    try {
        const SpoolFile file(fs::temp_directory_path(), std::size_t{1} << 58U); // an exbibyte
        FAIL();
    } catch (const DataError& error) {
        EXPECT_NE(std::string(error.what()).find("no room"), std::string::npos) << error.what();
    }
}

} // namespace
} // namespace ewald
