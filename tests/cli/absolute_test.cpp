// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_expectations.h"
#include "folder_fixture.h"

#include "io/integration_file.h"
#include <cmath>
#include <fstream>

namespace ewald::cli {
namespace {

using Json = nlohmann::json;

class AbsoluteCli : public WithFolder<> {
protected:
    void SetUp() override {
        WithFolder::SetUp();
        const Finished made = runCli({"simulate", "powder", "-o", file("frames.h5"), "--frames", "1", "--shape", "200",
                                      "180", "--pixel-m", "2e-4", "--distance-m", "0.08", "--wavelength-A", "1"});
        ASSERT_EQ(made.code, 0) << made.errors;
    }
    std::string integrate(const std::string& name, const std::vector<std::string>& settings) const {
        std::vector<std::string> arguments{"integrate", file("frames.h5"), "-o", file(name), "--npt", "100"};
        for (const std::string& setting : settings) {
            arguments.emplace_back("--set");
            arguments.push_back(setting);
        }
        const Finished done = runCli(arguments);
        EXPECT_EQ(done.code, 0) << done.errors;
        return file(name);
    }
};

/// The certificate says twice what the pattern has: 1 mm gives the factor 0.2, and integrated with it, the pattern is
/// that of the certificate.
TEST_F(AbsoluteCli, FindsTheFactorThatMakesThePatternItsStandard) {
    const std::string result = integrate("plain.h5", {"sample_thickness_m=0.001"});
    const io::IntegrationResult plain(result);
    const std::vector<float> intensity = plain.intensity(0);
    std::ofstream table(file("standard.txt"));
    for (std::size_t bin = 10; bin < 60; ++bin)
        table << plain.axes().radial[bin] / 10 << " " << 2 * static_cast<double>(intensity[bin]) << "\n";
    table.close();
    const Finished found = runCli({"absolute", result, "--standard", file("standard.txt"), "--json"});
    ASSERT_EQ(found.code, 0) << found.errors;
    const Json answer = Json::parse(found.output);
    EXPECT_NEAR(answer["absolute_factor"].get<double>(), 0.2, 1e-5) << "single precision, six digits of the table";
    EXPECT_GE(answer["points"].get<int>(), 48) << "the outermost ones may be rounded off";
    EXPECT_EQ(answer["has_trend"], false);

    const Finished text = runCli({"absolute", result, "--standard", file("standard.txt"), "--thickness-mm", "2"});
    ASSERT_EQ(text.code, 0) << text.errors;
    EXPECT_NE(text.output.find("--set absolute_factor=0.4"), std::string::npos) << text.output;
    EXPECT_TRUE(text.errors.empty()) << text.errors;

    const std::string absolute = integrate("absolute.h5", {"sample_thickness_m=0.001", "absolute_factor=0.2"});
    const io::IntegrationResult made(absolute);
    EXPECT_EQ(made.axes().intensityUnit, "cm^-1");
    EXPECT_NEAR(made.intensity(0)[30], 2 * intensity[30], 1e-5 * intensity[30]);
    expectError(runCli({"absolute", absolute, "--standard", file("standard.txt")}), 2, "is in cm^-1 already");
}

TEST_F(AbsoluteCli, SaysWhatIsWrong) {
    const std::string result = integrate("plain.h5", {});
    std::ofstream(file("standard.txt")) << "0.01 30\n0.3 1\n";
    expectError(runCli({"absolute", result, "--standard", file("standard.txt")}), 2, "thickness");
    expectError(runCli({"absolute", result, "--standard", file("none.txt"), "--thickness-mm", "1"}), 3, "none.txt");
    expectError(runCli({"absolute", file("frames.h5"), "--standard", file("standard.txt"), "--thickness-mm", "1"}), 3,
                "not an integration");
    // A table that rises to twice the pattern.
    const io::IntegrationResult plain(result);
    std::ofstream rising(file("rising.txt"));
    for (std::size_t bin = 10; bin < 60; ++bin)
        rising << plain.axes().radial[bin] / 10 << " "
               << static_cast<double>(plain.intensity(0)[bin]) * (1 + 0.02 * static_cast<double>(bin - 10)) << "\n";
    rising.close();
    const Finished trend = runCli({"absolute", result, "--standard", file("rising.txt"), "--thickness-mm", "1"});
    EXPECT_EQ(trend.code, 0) << trend.errors;
    EXPECT_NE(trend.errors.find("against the standard the pattern changes by"), std::string::npos) << trend.errors;
    expectError(runCli({"integrate", file("frames.h5"), "-o", file("x.h5"), "--set", "absolute_factor=1"}), 2,
                "needs the thickness");
}

} // namespace
} // namespace ewald::cli
