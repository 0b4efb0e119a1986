// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_expectations.h"
#include "folder_fixture.h"

#include <cmath>
#include <fstream>

namespace ewald::cli {
namespace {

using Json = nlohmann::json;

/// A simulated powder, integrated; its rings widen from frame to frame.
class PeaksCli : public WithFolder<> {
protected:
    void SetUp() override {
        WithFolder::SetUp();
        const Finished made = runCli({"simulate", "powder",
                                      "-o",       file("powder.h5"),
                                      "--frames", "4",
                                      "--shape",  "300",
                                      "280",      "--pixel-m",
                                      "2e-4",     "--distance-m",
                                      "0.15",     "--wavelength-A",
                                      "0.7",      "--counts",
                                      "200",      "--peak-width-deg",
                                      "0.3",      "--expansion",
                                      "0.01"});
        ASSERT_EQ(made.code, 0) << made.errors;
        const Finished done = runCli({"integrate", file("powder.h5"), "-o", file("result.h5"), "--npt", "600", "--set",
                                      "unit=2th_deg", "--set", "error_model=poisson"});
        ASSERT_EQ(done.code, 0) << done.errors;
    }
    std::string result() const { return file("result.h5"); }
};

TEST_F(PeaksCli, FitsWhatItFinds) {
    const Finished done = runCli({"peaks", result(), "-o", file("peaks.h5"), "--json"});
    ASSERT_EQ(done.code, 0) << done.errors;
    const Json answer = Json::parse(done.output);
    EXPECT_EQ(answer["patterns"], 4);
    EXPECT_EQ(answer["unit"], "2th_deg");
    EXPECT_EQ(answer["errors_of_patterns"], true);
    ASSERT_EQ(answer["peaks"].size(), 2U) << "100 and 110 of LaB6";
    // Bragg: sin θ = λ √(h² + k² + l²) / 2a, a = 4.156826 Å at first and 1 % more at last (NIST SRM 660c). Pixels of
    // 0.08° and their splitting leave less than a hundredth of one in the middle of a ring.
    const auto angle = [](double squares, double a) {
        return 360 / M_PI * std::asin(0.7 * std::sqrt(squares) / 2 / a);
    };
    for (const int k : {0, 1}) {
        EXPECT_NEAR(answer["peaks"][k]["highest_position"].get<double>(), angle(k + 1, 4.156826), 1e-3);
        EXPECT_NEAR(answer["peaks"][k]["lowest_position"].get<double>(), angle(k + 1, 4.156826 * 1.01), 1e-3);
    }
    for (const Json& peak : answer["peaks"]) {
        EXPECT_EQ(peak["fitted"], 4) << done.errors;
        EXPECT_GT(peak["position"].get<double>(), peak["low"].get<double>());
        EXPECT_LT(peak["position"].get<double>(), peak["high"].get<double>());
    }
    expectError(runCli({"peaks", result(), "-o", file("peaks.h5")}), 2, "--overwrite");
    const Finished again = runCli({"peaks", result(), "-o", file("peaks.h5"), "--overwrite"});
    EXPECT_EQ(again.code, 0) << again.errors;
    EXPECT_NE(again.output.find("fitted"), std::string::npos);
    expectError(runCli({"info", file("peaks.h5")}), 3, "holds peaks that were fitted to patterns, not a scan");
    expectError(runCli({"export", file("peaks.h5"), "--tiff", file("x")}), 3, "not a reconstruction");
}

TEST_F(PeaksCli, WritesText) {
    const Finished found = runCli({"peaks", result(), "-o", file("all.csv"), "--json"});
    ASSERT_EQ(found.code, 0) << found.errors;
    const Json first = Json::parse(found.output)["peaks"][0];
    const std::string region =
        std::to_string(first["low"].get<double>()) + ":" + std::to_string(first["high"].get<double>());
    const Finished done = runCli({"peaks", result(), "-o", file("one.csv"), "--region", region, "--shape", "gaussian"});
    ASSERT_EQ(done.code, 0) << done.errors;
    std::ifstream in(file("one.csv"));
    std::size_t lines = 0;
    for (std::string line; std::getline(in, line);) lines += line.starts_with('#') ? 0 : 1;
    EXPECT_EQ(lines, 5U) << "names and four patterns";
}

TEST_F(PeaksCli, RefusesInOneLine) {
    expectError(runCli({"peaks", file("none.h5"), "-o", file("p.h5")}), 3, "none.h5");
    expectError(runCli({"peaks", file("powder.h5"), "-o", file("p.h5")}), 3, "not an integration of Ewald");
    expectError(runCli({"peaks", result(), "-o", file("p.doc")}), 2, ".doc");
    expectError(runCli({"peaks", result(), "-o", result(), "--overwrite"}), 2, "result.h5");
    expectError(runCli({"peaks", result(), "-o", file("powder.h5"), "--overwrite"}), 2, "powder.h5");
    expectError(runCli({"peaks", result(), "-o", file("p.h5"), "--region", "5-7"}), 2, "5-7");
    expectError(runCli({"peaks", result(), "-o", file("p.h5"), "--region", "500:700"}), 2, "500");
    expectError(runCli({"peaks", result(), "-o", file("p.h5"), "--shape", "square"}), 2, "--shape");
    EXPECT_FALSE(std::ifstream(file("p.h5")).good());
}

} // namespace
} // namespace ewald::cli
