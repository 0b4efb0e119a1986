// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/integration/pattern_export.h"

#include "job/integration/sector_mean.h"

#include "integration_files.h"
#include "io/integration_file.h"

#include <cmath>
#include <limits>
#include <optional>
#include <sstream>
#include <utility>

namespace ewald::job {
namespace {

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();

/// A result of one frame with four bins at 1, 2, 3 and 4 degrees, of which the second has no pixel.
class PatternExport : public test::IntegrateFixture {
protected:
    io::IntegrationResult putResult(std::vector<float> intensity, std::vector<float> errors,
                                    const std::string& unit = "2th_deg", const std::string& source = {},
                                    const std::string& errorKind = {}) {
        const std::filesystem::path file = m_folder / "r.h5";
        io::IntegrationAxes axes;
        axes.radial = {1, 2, 3, 4};
        axes.radialName = "2theta";
        axes.radialUnit = "deg";
        axes.unit = unit;
        axes.wavelength_m = 1e-10;
        axes.frames = 1;
        io::IntegrationWriter writer(file, axes, {.errors = !errors.empty()}, true);
        const std::vector<double> count{5, 0, 7, 1};
        writer.writeStaticSums(count, count);
        const std::vector<double> signal{50, 0, 21, 0};
        writer.writeRow(0, {intensity, errors, signal, {}, {}, {}});
        io::IntegrationEnd end;
        if (!source.empty()) end.job = toJson(document(source));
        if (!errorKind.empty()) {
            JobDocument job = document("f.h5");
            job.set("error_kind", errorKind);
            end.job = toJson(job);
        }
        writer.finish(end);
        return io::IntegrationResult(file);
    }
    /// The lines of numbers.
    static std::vector<std::vector<double>> numbersOf(const std::string& text) {
        std::vector<std::vector<double>> rows;
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
            std::istringstream words(line);
            std::vector<double> row;
            for (double value = 0; words >> value;) row.push_back(value);
            if (words.eof() && row.size() > 1) rows.push_back(row);
        }
        return rows;
    }
};

TEST_F(PatternExport, TheSpreadOfAPixelIsNoErrorOfAMean) {
    const std::vector<float> intensity{10, 4, 3, 1}, errors{1.5, 1, 0.5, 0.25};
    for (const bool isSpread : {false, true}) {
        const io::IntegrationResult result = putResult(intensity, errors, "2th_deg", {}, isSpread ? "std" : "sem");
        EXPECT_EQ(hasErrorsOfMeans(result), !isSpread);
        const std::string columns = patternText(result, 0, PatternFormat::dat),
                          gsas = patternText(result, 0, PatternFormat::fxye);
        EXPECT_NE(columns.find(isSpread ? "2th_deg I std\n" : "2th_deg I sigma\n"), std::string::npos) << columns;
        EXPECT_NE(gsas.find(isSpread ? " FXY\n" : " FXYE\n"), std::string::npos) << gsas;
        EXPECT_EQ(numbersOf(gsas).front().size(), isSpread ? 2U : 3U);
    }
}

TEST_F(PatternExport, BinsWithoutPixelsAreLeftOut) {
    // Files of this version have no number there, those of earlier ones zero.
    for (const float empty : {kNone, 0.0F}) {
        const io::IntegrationResult result = putResult({10, empty, 3, 0}, {1.5, empty, 0.5, 0.25});
        const std::vector<std::vector<double>> xy{{1, 10}, {3, 3}, {4, 0}};
        EXPECT_EQ(numbersOf(patternText(result, 0, PatternFormat::xy)), xy);
        EXPECT_EQ(numbersOf(patternText(result, 0, PatternFormat::chi)), xy);
        EXPECT_NE(patternText(result, 0, PatternFormat::chi).find("\n           3\n"), std::string::npos);
        EXPECT_EQ(numbersOf(patternTable(result, PatternFormat::xy)), xy);
        EXPECT_EQ(numbersOf(patternText(result, 0, PatternFormat::dat)),
                  (std::vector<std::vector<double>>{{1, 10, 1.5}, {3, 3, 0.5}, {4, 0, 0.25}}));
        // Hundredths of degrees.
        EXPECT_EQ(numbersOf(patternText(result, 0, PatternFormat::fxye)),
                  (std::vector<std::vector<double>>{{100, 10, 1.5}, {300, 3, 0.5}, {400, 0, 0.25}}));
    }
}

TEST_F(PatternExport, NoErrorIsInvented) {
    const io::IntegrationResult without = putResult({10, kNone, 3, 0}, {});
    const std::string text = patternText(without, 0, PatternFormat::fxye);
    EXPECT_NE(text.find("BANK 1 3 3 CONS 100.000000 100.000000 0 0 FXY\n"), std::string::npos) << text;
    EXPECT_EQ(numbersOf(text), (std::vector<std::vector<double>>{{100, 10}, {300, 3}, {400, 0}}));
    // A mean of equal values has an error of zero, which would outweigh everything.
    const io::IntegrationResult with = putResult({10, kNone, 3, 0}, {1.5, kNone, 0.5, 0});
    const std::string weighted = patternText(with, 0, PatternFormat::fxye);
    EXPECT_NE(weighted.find(" FXYE\n"), std::string::npos);
    EXPECT_EQ(numbersOf(weighted), (std::vector<std::vector<double>>{{100, 10, 1.5}, {300, 3, 0.5}}));
}

TEST_F(PatternExport, StepsOfABankAreThoseOfItsPlaces) {
    // Bins of 1° each, of which the second is left out: the step is one bin.
    const io::IntegrationResult even = putResult({10, kNone, 3, 1}, {1, kNone, 1, 1});
    EXPECT_NE(patternText(even, 0, PatternFormat::fxye).find("BANK 1 3 3 CONS 100.000000 100.000000 0 0 FXYE\n"),
              std::string::npos);
    // Bins of 1 Å⁻¹ at 1 Å: 2θ = 2 asin(q/4π) is 9.12856°, (18.31570°,) 27.62348° and 37.12149°, in unequal steps. The
    // mean of them leads from the first place to the last: (37.12149 − 9.12856)/2 = 13.99647.
    const io::IntegrationResult ofq = putResult({10, kNone, 3, 1}, {1, kNone, 1, 1}, "q_A^-1");
    const std::string text = patternText(ofq, 0, PatternFormat::fxye);
    const std::vector<std::vector<double>> rows = numbersOf(text);
    ASSERT_EQ(rows.size(), 3U) << text;
    const double places[] = {912.856, 2762.348, 3712.149};
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(rows[i][0], places[i], 0.001) << i;
    const std::size_t bank = text.find("BANK 1 3 3 CONS ");
    ASSERT_NE(bank, std::string::npos);
    std::istringstream record(text.substr(bank + 16));
    double first = 0, step = 0;
    record >> first >> step;
    EXPECT_NEAR(first, 912.856, 0.001);
    EXPECT_NEAR(step, 1399.647, 0.001);
}

/// Words of the comments as GSAS-II reads a table with two or three columns (G2pwd_xye): whether it takes the axis for
/// q, and at which wavelength.
std::optional<double> waveThatGsasTakes(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line) && line.starts_with('#');) {
        if (line.find('q') == std::string::npos) continue;
        std::istringstream words(line.substr(1));
        double wave = 0;
        return words >> wave ? wave : 1;
    }
    return std::nullopt;
}

TEST_F(PatternExport, GsasTakesTheAxisForWhatItIs) {
    // The letter q in the name of a file or a detector makes no q of angles.
    const io::IntegrationResult angles = putResult({10, kNone, 3, 0}, {1, kNone, 1, 1}, "2th_deg", "/q/quartz.h5");
    for (const PatternFormat format : {PatternFormat::xy, PatternFormat::dat}) {
        const std::string text = patternText(angles, 0, format);
        EXPECT_FALSE(waveThatGsasTakes(text)) << text;
        EXPECT_NE(text.find("/%71/%71uartz.h5"), std::string::npos) << text;
    }
    EXPECT_FALSE(waveThatGsasTakes(patternTable(angles, PatternFormat::xy)));
    // 2θ = 2 asin(λq/4π): λ of 1e-10 m is 0.1 nm and 1 Å.
    for (const auto& [unit, wave] : {std::pair("q_nm^-1", 0.1), {"q_A^-1", 1.0}}) {
        const std::string text = patternText(putResult({10, kNone, 3, 0}, {}, unit), 0, PatternFormat::dat);
        EXPECT_NEAR(waveThatGsasTakes(text).value_or(0), wave, 1e-9) << text;
    }
}

TEST_F(PatternExport, TitlesOfFit2dNameTheAxis) {
    const auto lineOf = [&](const std::string& unit, int number) {
        const std::string source = "/Q run/2-theta scan.h5";
        std::istringstream lines(patternText(putResult({10, kNone, 3, 0}, {}, unit, source), 0, PatternFormat::chi));
        std::string line;
        for (int i = 0; i <= number; ++i) std::getline(lines, line);
        return line;
    };
    EXPECT_EQ(lineOf("2th_deg", 1), "2-Theta Angle (Degrees)"); // GSAS-II looks for "2-theta"
    EXPECT_EQ(lineOf("q_nm^-1", 1), "Q 0.1 nm wavelength (inverse nm)");
    EXPECT_EQ(lineOf("q_A^-1", 1), "Q 1 angstrom wavelength (inverse angstrom)");
    EXPECT_EQ(lineOf("r_mm", 1), "r_mm");
    // In the other lines nothing that is taken for such a name.
    for (const char* unit : {"2th_deg", "q_nm^-1", "r_mm"}) {
        EXPECT_EQ(lineOf(unit, 0), "/%51 run/2%2Dtheta scan.h5 frame 0");
        EXPECT_EQ(lineOf(unit, 2), "Intensity");
    }
}

TEST_F(PatternExport, NamesOfASheetStandInItsFirstLine) {
    const io::IntegrationResult result = putResult({10, kNone, 3, 0}, {1.5, kNone, 0.5, 0.25});
    const std::string text = patternText(result, 0, PatternFormat::csv);
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line);
    EXPECT_EQ(line, "2th_deg,I,sigma");
    for (const char* row :
         {"1.000000000e+00,1.0000000e+01,1.5000000e+00", "3.000000000e+00,3.0000000e+00,5.0000000e-01",
          "4.000000000e+00,0.0000000e+00,2.5000000e-01"}) {
        std::getline(lines, line);
        EXPECT_EQ(line, row);
    }
    std::size_t comments = 0;
    for (; std::getline(lines, line); ++comments) EXPECT_TRUE(line.starts_with('#')) << line;
    EXPECT_GT(comments, 2U);
}

TEST_F(PatternExport, CountsWithoutAnErrorHaveNone) {
    // Of a single pixel; without counts readers give the bin no weight.
    const io::IntegrationResult result = putResult({10, kNone, 3, 0}, {1.5, kNone, 0, 0});
    const std::string text = patternText(result, 0, PatternFormat::dat);
    EXPECT_NE(text.find("\n3.000000000e+00 3.0000000e+00 nan\n"), std::string::npos) << text;
    EXPECT_NE(text.find("\n4.000000000e+00 0.0000000e+00 0.0000000e+00\n"), std::string::npos) << text;
    const std::string sheet = patternText(result, 0, PatternFormat::csv);
    EXPECT_NE(sheet.find("\n3.000000000e+00,3.0000000e+00,\n"), std::string::npos) << sheet;
}

TEST(SectorMean, IsThatOfAllPixels) {
    // Two sectors of three bins. The first bin: 30 pixels of mean 2 and 10 of mean 6, together (60 + 60) / 40 = 3.
    // The second: one sector is empty. The third: both are.
    const std::vector<float> values{2, 5, kNone, 6, kNone, kNone};
    const std::vector<float> weights{30, 4, 0, 10, 0, 0};
    const std::vector<float> mean = meanOverSectors(values, weights, 3);
    ASSERT_EQ(mean.size(), 3U);
    EXPECT_FLOAT_EQ(mean[0], 3);
    EXPECT_FLOAT_EQ(mean[1], 5);
    EXPECT_TRUE(std::isnan(mean[2]));
    // Errors of sums of counts: √((30·0.1)² + (10·0.4)²) / 40 = 5 / 40.
    const std::vector<float> errors = meanOverSectors(std::vector<float>{0.1F, 1, 1, 0.4F, 1, 1}, weights, 3, true);
    EXPECT_FLOAT_EQ(errors[0], 0.125);
    // Without weights all count alike.
    EXPECT_FLOAT_EQ(meanOverSectors(values, {}, 3)[0], 4);
}

} // namespace
} // namespace ewald::job
