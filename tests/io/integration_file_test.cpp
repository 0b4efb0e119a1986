// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/integration_file.h"

#include "base/error.h"
#include "io/hdf5/hdf5.h"
#include "io/result_file.h"
#include "io/temporary_folder.h"

#include <cmath>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace ewald::io {
namespace {

namespace fs = std::filesystem;

class IntegrationFile : public testing::Test {
protected:
    static IntegrationAxes axes(std::size_t frames, std::size_t sectors = 0) {
        IntegrationAxes axes;
        axes.radial = {1, 2, 3};
        axes.radialName = "q";
        axes.radialUnit = "1/nm";
        axes.unit = "q_nm^-1";
        for (std::size_t a = 0; a < sectors; ++a) axes.azimuthal_deg.push_back(static_cast<double>(a) * 90 - 135);
        axes.frames = frames;
        axes.wavelength_m = 1e-10;
        axes.poni = "Distance: 1";
        return axes;
    }
    /// A row whose numbers say which frame it is.
    static void writeRow(IntegrationWriter& writer, std::size_t frame, std::size_t bins) {
        const auto value = static_cast<double>(frame + 1);
        const std::vector<float> intensity(bins, static_cast<float>(value));
        const std::vector<float> errors(bins, static_cast<float>(value / 10));
        const std::vector<double> sums(bins, value * 100);
        writer.writeRow(frame, {intensity, errors, sums, sums, sums, sums});
    }
    const TemporaryFolder m_temporary;
    const fs::path m_folder = m_temporary.path();
    const fs::path m_file = m_folder / "patterns.h5";
};

TEST_F(IntegrationFile, RowsMayComeInAnyOrderAndMissingOnesAreNotANumber) {
    constexpr std::size_t kFrames = 30000; // many chunks
    IntegrationAxes a = axes(kFrames);
    a.firstFrame = 10;
    a.frameStep = 2;
    {
        IntegrationWriter writer(m_file, a, {.errors = true, .variance = true}, false);
        EXPECT_FALSE(fs::exists(m_file)) << "it appears when it is complete";
        writer.writeStaticSums(std::vector<double>{7, 8, 9}, std::vector<double>{1, 2, 3});
        for (std::size_t i = 0; i < kFrames; ++i) {
            const std::size_t frame = i * 7919 % kFrames; // 7919 is prime: every frame once
            if (frame != 17) writeRow(writer, frame, 3);
        }
        IntegrationEnd end;
        end.job = "{}";
        end.devices = {"cpu: two cores"};
        end.timings_s = {{"total", 1.5}};
        end.energy_J = 30;
        end.failedFrames = {{44, "file.h5:/data frame 44: damaged"}};
        writer.finish(end);
    }
    EXPECT_TRUE(isIntegrationFile(m_file));
    EXPECT_FALSE(isResultFile(m_file)) << "it is no reconstruction";
    EXPECT_THROW(static_cast<void>(readResult(m_file)), DataError);
    const IntegrationResult result(m_file);
    EXPECT_EQ(result.axes().radial, a.radial);
    EXPECT_EQ(result.axes().frames, kFrames);
    EXPECT_EQ(result.axes().firstFrame, 10U);
    EXPECT_EQ(result.axes().frameStep, 2U);
    EXPECT_EQ(result.axes().unit, "q_nm^-1");
    EXPECT_EQ(result.axes().radialName, "q");
    EXPECT_EQ(result.axes().poni, a.poni);
    EXPECT_DOUBLE_EQ(result.axes().wavelength_m.value(), 1e-10);
    EXPECT_TRUE(result.end().complete);
    EXPECT_DOUBLE_EQ(result.end().energy_J.value(), 30);
    ASSERT_EQ(result.end().failedFrames.size(), 1U);
    EXPECT_EQ(result.end().failedFrames[0].second, "file.h5:/data frame 44: damaged");
    const std::vector<float> all = result.intensities(0, kFrames);
    for (std::size_t frame = 0; frame < kFrames; ++frame) {
        if (frame == 17)
            EXPECT_TRUE(std::isnan(all[frame * 3]));
        else
            ASSERT_EQ(all[frame * 3 + 2], static_cast<float>(frame + 1)) << frame;
    }
    EXPECT_TRUE(std::isnan(result.errors(17)[1]));
    EXPECT_FLOAT_EQ(result.errors(18)[1], 1.9F);
    EXPECT_THROW(static_cast<void>(result.intensity(kFrames)), DataError);
    const auto file = h5::File::open(m_file);
    EXPECT_EQ(file.dataset("/entry/result/sum_normalization").readAll<double>(), (std::vector<double>{7, 8, 9}));
    EXPECT_EQ(file.dataset("/entry/result/sum_signal").shape(), (h5::Shape{kFrames, 3}));
    for (const char* shared : {"sum_normalization", "count"})
        EXPECT_EQ(file.dataset(std::string("/entry/result/") + shared).shape(), (h5::Shape{1, 3})) << "of all frames";
    EXPECT_FALSE(result.countsVary());
    EXPECT_EQ(result.counts(20000), (std::vector<float>{1, 2, 3}));
}

TEST_F(IntegrationFile, WithoutANumberOfFramesItGrowsWithItsRows) {
    constexpr std::size_t kFrames = 1000; // more than the first room
    IntegrationAxes a = axes(0);
    a.firstFrame = 10;
    a.frameStep = 2;
    {
        IntegrationWriter writer(m_file, a, {.errors = true, .sumsEachFrame = true}, false);
        for (std::size_t frame = 0; frame < kFrames; ++frame)
            if (frame != 17) writeRow(writer, frame, 3);
        writer.writeRow(kFrames, {}); // one that failed
        writer.finish({});
    }
    const IntegrationResult result(m_file);
    ASSERT_EQ(result.axes().frames, kFrames + 1);
    EXPECT_EQ(result.axes().firstFrame, 10U);
    EXPECT_EQ(result.axes().frameStep, 2U);
    const std::vector<float> all = result.intensities(0, kFrames + 1);
    for (std::size_t frame = 0; frame < kFrames; ++frame) {
        if (frame != 17) {
            ASSERT_EQ(all[frame * 3 + 2], static_cast<float>(frame + 1)) << frame;
        }
    }
    EXPECT_TRUE(std::isnan(all[17 * 3]));
    EXPECT_TRUE(std::isnan(all[kFrames * 3]));
    EXPECT_FLOAT_EQ(result.errors(18)[1], 1.9F);
    const auto file = h5::File::open(m_file);
    for (const char* name : {"intensity", "errors", "sum_signal", "sum_normalization", "count"})
        EXPECT_EQ(file.dataset(std::string("/entry/result/") + name).shape(), (h5::Shape{kFrames + 1, 3})) << name;
    const auto frame = file.dataset("/entry/result/frame").readAll<std::int64_t>();
    ASSERT_EQ(frame.size(), kFrames + 1);
    EXPECT_EQ(frame.back(), static_cast<std::int64_t>(10 + 2 * kFrames));
    EXPECT_FALSE(file.attributeText("/entry/result/intensity", "interpretation"));
}

TEST_F(IntegrationFile, OpensAsAPlotElsewhere) {
    {
        IntegrationWriter writer(m_file, axes(2, 4), {.errors = true, .sumsEachFrame = true}, false);
        writeRow(writer, 0, 12);
        writeRow(writer, 1, 12);
        writer.finish({});
    }
    const auto file = h5::File::open(m_file);
    // The chain of defaults that leads from the root to a signal with its axes.
    EXPECT_EQ(file.attributeText("/", "default"), "entry");
    EXPECT_EQ(file.attributeText("/entry", "NX_class"), "NXentry");
    EXPECT_EQ(file.attributeText("/entry", "default"), "result");
    EXPECT_EQ(file.attributeText("/entry/result", "NX_class"), "NXdata");
    EXPECT_EQ(file.attributeText("/entry/result", "signal"), "intensity");
    EXPECT_EQ(file.attributeText("/entry/result/radial", "units"), "1/nm");
    EXPECT_EQ(file.dataset("/entry/result/intensity").shape(), (h5::Shape{2, 4, 3}));
    EXPECT_EQ(file.dataset("/entry/result/azimuthal").shape(), (h5::Shape{4}));
    EXPECT_EQ(file.dataset("/entry/result/frame").shape(), (h5::Shape{2}));
    EXPECT_EQ(file.dataset("/entry/result/intensity_errors").readAll<float>(),
              file.dataset("/entry/result/errors").readAll<float>());
    EXPECT_EQ(file.dataset("/entry/result/count").shape(), (h5::Shape{2, 4, 3}));
    EXPECT_TRUE(IntegrationResult(m_file).countsVary());
    EXPECT_EQ(file.text("/entry/process/program"), "ewald");
}

TEST_F(IntegrationFile, WithoutAnEndNothingIsLeftBehind) {
    {
        IntegrationWriter writer(m_file, axes(100), {}, false);
        writeRow(writer, 5, 3);
    }
    EXPECT_TRUE(fs::is_empty(m_folder));
}

TEST_F(IntegrationFile, KeepsWhatIsThere) {
    std::ofstream(m_file) << "precious";
    EXPECT_THROW(IntegrationWriter(m_file, axes(1), {}, false), DataError);
    EXPECT_THROW(IntegrationWriter(m_folder / "nowhere/p.h5", axes(1), {}, false), DataError);
    EXPECT_EQ(fs::file_size(m_file), 8U);
    {
        IntegrationWriter replaced(m_file, axes(1), {}, true);
        writeRow(replaced, 0, 3);
        EXPECT_EQ(fs::file_size(m_file), 8U) << "until the end";
        replaced.finish({});
    }
    EXPECT_TRUE(isIntegrationFile(m_file));
}

TEST_F(IntegrationFile, OtherFilesAreRefused) {
    EXPECT_FALSE(isIntegrationFile(m_folder / "no.h5"));
    std::ofstream(m_folder / "text.h5") << "text";
    EXPECT_FALSE(isIntegrationFile(m_folder / "text.h5"));
    EXPECT_THROW(IntegrationResult(m_folder / "text.h5"), DataError);
    // A result whose axes were changed does not fit any more.
    {
        h5::File changed = h5::File::create(m_folder / "changed.h5");
        changed.createGroup("/entry/result");
        changed.write("/entry/process/program", "ewald");
        changed.write<float>("/entry/result/intensity", std::vector<float>(8), {2, 4});
        changed.write<double>("/entry/result/radial", std::vector<double>(3), {3});
        changed.close();
    }
    EXPECT_THROW(IntegrationResult(m_folder / "changed.h5"), DataError);
}

} // namespace
} // namespace ewald::io
