// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/document/layouts.h"

#include "base/error.h"
#include "io/hdf5/hdf5.h"
#include "io/temporary_folder.h"
#include "job/ptychography/setup/open_job_scan.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace ewald::job {
namespace {

TEST(Layouts, EveryBeamlineHasOne) {
    for (const char* place : {"MAX IV", "NSLS-II", "APS", "Diamond", "ESRF", "PETRA", "SLS"})
        EXPECT_TRUE(std::ranges::any_of(shippedLayouts(), [&](const Layout& layout) {
            return layout.name.starts_with(place) && !layout.mapping.frames.empty();
        })) << place;
}

/// A BLISS file of a scan with another number than the layout was written for.
std::filesystem::path blissFile(const std::filesystem::path& folder, const std::string& scan, const char* motor) {
    const std::filesystem::path path = folder / (std::string(motor) + ".h5");
    io::h5::File file = io::h5::File::create(path);
    const std::vector<double> motors{1, 2, 3};
    const std::vector<std::uint16_t> frames(3 * 16 * 16, 7);
    file.write<std::uint16_t>(scan + "/measurement/eiger", std::span<const std::uint16_t>(frames), {3, 16, 16});
    for (const std::string& name : {std::string(motor), std::string("samy")})
        file.write<double>(scan + "/measurement/" + name, std::span<const double>(motors), {3});
    file.close();
    return path;
}

TEST(Layouts, AScanOfABeamlineOpensByItsLayout) {
    const io::TemporaryFolder folder;
    JobDocument job;
    job.inputFile = blissFile(folder.path(), "/12.1", "samx");
    const auto layout = shippedLayoutOf(job.inputFile);
    ASSERT_TRUE(layout);
    EXPECT_EQ(layout->mapping.frames, "/12.1/measurement/eiger");
    const io::Scan scan = openJobScan(job);
    EXPECT_EQ(scan.format, "layout " + layout->name);
    ASSERT_EQ(scan.positions.size(), 3U);
    EXPECT_DOUBLE_EQ(scan.positions[1].x, 2e-3);
    // What no layout fits is still an error that says what to do.
    job.inputFile = blissFile(folder.path(), "/12.1", "piezo");
    EXPECT_FALSE(shippedLayoutOf(job.inputFile));
    EXPECT_THROW((void)openJobScan(job), DataError);
}

} // namespace
} // namespace ewald::job
