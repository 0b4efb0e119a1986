// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/run/preview_file.h"

#include "io/temporary_folder.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>

namespace ewald::job {
namespace {

namespace fs = std::filesystem;

Preview pictures() {
    Preview preview;
    preview.iteration = 7;
    preview.object = Array<Complex, 2>({3, 5});
    for (std::size_t i = 0; i < preview.object.size(); ++i)
        preview.object.data()[i] = Complex(0.1F * float(i), -1.0F / 3 * float(i));
    preview.objectModes = 2;
    preview.layers = Array<Complex, 3>({2, 3, 5}, Complex(3, 1));
    preview.probe = Array<Complex, 3>({2, 4, 4}, Complex(1, 2));
    preview.modePower = {0.75, 0.25};
    preview.objectPixelHeight_m = 1e-8;
    preview.objectPixelWidth_m = 2e-8;
    preview.frame = 11;
    preview.measured = Array<float, 2>({4, 4}, 3);
    preview.modelled = Array<float, 2>({4, 4}, 4);
    preview.positions = {{1.5, 2.5}, {3.25, 4}};
    preview.windowPixels = 4;
    preview.moves = {{7, {1e-6, 2e-6}, {1.5e-6, 2.5e-6}}};
    preview.background = Array<float, 2>({4, 4}, 0.5F);
    preview.intensities = {0.75, 1.25};
    preview.frames = {7, 9};
    return preview;
}

class PreviewFile : public testing::Test {
protected:
    io::TemporaryFolder m_folder;
    const fs::path m_file = m_folder.path() / "preview.bin";
};

TEST_F(PreviewFile, PicturesComeBackAsTheyWent) {
    const Preview sent = pictures();
    writePreview(m_file, sent);
    writePreview(m_file, sent); // in place of the one before
    const StoredPreview found = readPreview(m_file);
    ASSERT_TRUE(found.pictures);
    EXPECT_FALSE(found.patterns);
    EXPECT_EQ(found.pictures->iteration, 7U);
    EXPECT_EQ(found.pictures->object, sent.object);
    EXPECT_EQ(found.pictures->layers, sent.layers);
    EXPECT_EQ(found.pictures->probe, sent.probe);
    EXPECT_EQ(found.pictures->modePower, sent.modePower);
    EXPECT_EQ(found.pictures->objectPixelWidth_m, 2e-8);
    EXPECT_EQ(found.pictures->frame, 11U);
    EXPECT_EQ(found.pictures->modelled, sent.modelled);
    EXPECT_EQ(found.pictures->positions, sent.positions);
    EXPECT_EQ(found.pictures->windowPixels, 4U);
    EXPECT_EQ(found.pictures->moves, sent.moves);
    EXPECT_EQ(found.pictures->background, sent.background);
    EXPECT_EQ(found.pictures->intensities, sent.intensities);
    EXPECT_EQ(found.pictures->frames, sent.frames);
    EXPECT_EQ(std::distance(fs::directory_iterator(m_folder.path()), fs::directory_iterator()), 1);
}

TEST_F(PreviewFile, PatternsComeBackAsTheyWent) {
    IntegrationPreview sent;
    sent.unit = "q_nm^-1";
    sent.intensityUnit = "cm^-1";
    sent.radial = {1, 2, 3};
    sent.framesDone = 4;
    sent.frames = 9;
    sent.firstFrame = 2;
    sent.frameStep = 3;
    sent.row = 1;
    sent.intensity = {0.5F, 1.5F, 2.5F};
    sent.waterfall = Array<float, 2>({2, 3}, 8);
    sent.framesPerRow = 2;
    sent.bytesPerSecond = 1e6;
    writePreview(m_file, sent);
    const StoredPreview found = readPreview(m_file);
    ASSERT_TRUE(found.patterns);
    EXPECT_FALSE(found.pictures);
    EXPECT_EQ(found.patterns->unit, sent.unit);
    EXPECT_EQ(found.patterns->intensityUnit, sent.intensityUnit);
    EXPECT_EQ(found.patterns->radial, sent.radial);
    EXPECT_TRUE(found.patterns->azimuthal_deg.empty());
    EXPECT_EQ(found.patterns->frameStep, 3U);
    EXPECT_EQ(found.patterns->intensity, sent.intensity);
    EXPECT_EQ(found.patterns->waterfall, sent.waterfall);
    EXPECT_EQ(found.patterns->bytesPerSecond, 1e6);
}

/// Whatever is cut off, too long or made up: no preview, and no memory for sizes that the file cannot have.
TEST_F(PreviewFile, WhatIsNotWholeHoldsNothing) {
    EXPECT_FALSE(readPreview(m_file).pictures);
    writePreview(m_file, pictures());
    std::ifstream stream(m_file, std::ios::binary);
    const std::string whole{std::istreambuf_iterator<char>(stream), {}};
    const auto holds = [&](const std::string& bytes) {
        std::ofstream(m_file, std::ios::binary) << bytes;
        const StoredPreview found = readPreview(m_file);
        return found.pictures || found.patterns;
    };
    ASSERT_TRUE(holds(whole));
    for (std::size_t size = 0; size < whole.size(); ++size) ASSERT_FALSE(holds(whole.substr(0, size))) << size;
    EXPECT_FALSE(holds(whole + "x"));
    std::string other = whole;
    other[15] = '9'; // of another version
    EXPECT_FALSE(holds(other));
    // Every eight bytes as a size that does not fit into the file, nor into memory.
    for (std::size_t at = 17; at + 8 < whole.size(); at += 8) {
        std::string huge = whole;
        huge.replace(at, 8, "\xff\xff\xff\xff\xff\xff\xff\x7f", 8);
        static_cast<void>(holds(huge));
    }
}

} // namespace
} // namespace ewald::job
