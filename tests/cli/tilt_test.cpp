// SPDX-License-Identifier: GPL-3.0-or-later
//
// A tilted sample as a user types it: simulated, and reconstructed in its own plane.
#include "cli_expectations.h"
#include "folder_fixture.h"
#include "io/result_file.h"

#include <filesystem>

namespace ewald::cli {
namespace {

class TiltCli : public WithFolder<> {};

TEST_F(TiltCli, IsSimulatedAndReconstructed) {
    // Pixels of two wavelengths, so that the beam's way to the sample matters.
    const Finished made = runCli({"simulate", "ptycho", "-o", file("scan.cxi"), "--size", "32", "--frames", "64",
                                  "--distance-m", "0.0048", "--sample-tilt", "45"});
    ASSERT_EQ(made.code, 0) << made.errors;
    const Finished run = runCli({"ptycho", file("scan.cxi"), "-o", file("result.h5"), "--engine", "rpie",
                                 "--iterations", "5", "--set", "geometry=bragg", "--set", "sample_tilt_deg=45"});
    ASSERT_EQ(run.code, 0) << run.errors;
    EXPECT_TRUE(io::readResult(file("result.h5")).objectBasis.has_value());
    expectError(runCli({"simulate", "ptycho", "-o", file("s.cxi"), "--slices", "2", "--slice-spacing", "1e-6",
                        "--sample-tilt", "45"}),
                2, "one slice only");
    EXPECT_FALSE(std::filesystem::exists(file("s.cxi")));
}

} // namespace
} // namespace ewald::cli
