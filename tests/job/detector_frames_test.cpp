// SPDX-License-Identifier: GPL-3.0-or-later
#include "integration_files.h"

#include "io/integration_file.h"

#include <cmath>
#include <functional>
#include <numeric>

namespace ewald::job {
namespace {

/// Frames of detectors of the catalogue, which a PONI file names.
class DetectorFrames : public test::IntegrateFixture {
protected:
    void putFrame(std::size_t rows, std::size_t cols, const std::function<int(std::size_t, std::size_t)>& valueAt) {
        std::vector<std::uint16_t> values;
        values.reserve(rows * cols);
        for (std::size_t row = 0; row < rows; ++row)
            for (std::size_t col = 0; col < cols; ++col)
                values.push_back(static_cast<std::uint16_t>(valueAt(row, col)));
        io::h5::File open = io::h5::File::create(m_stack);
        open.write<std::uint16_t>("/entry/data/data", values, {1, rows, cols});
        open.close();
    }
    /// The beam at the outer corner of the first pixel.
    [[nodiscard]] JobDocument documentOf(const std::string& detector, const std::string& config = "{}") const {
        std::ofstream(m_folder / "g.poni")
            << "poni_version: 2\nDetector: " << detector << "\nDetector_config: " << config
            << "\nDistance: 1\nPoni1: 0\nPoni2: 0\nRot1: 0\nRot2: 0\nRot3: 0\n";
        JobDocument job = document(m_stack);
        job.set("unit", "r_mm");
        job.set("split", "no");
        job.set("solid_angle", "off");
        return job;
    }
    [[nodiscard]] double sumOf(const JobDocument& job, const char* name) const {
        const std::vector<double> values = numbers(job.outputFile, name);
        return std::accumulate(values.begin(), values.end(), 0.0);
    }
    std::filesystem::path m_stack;
    void SetUp() override {
        IntegrateFixture::SetUp();
        m_stack = m_folder / "frames.h5";
    }
};

TEST_F(DetectorFrames, BinnedFramesHaveLargerPixels) {
    // An MX225 binned by eight: 768 pixels of 292.969 µm each way, 5 counts in all of them. The farthest corner is
    // 768 · 0.292969 · √2 = 318.2 mm from the beam, the centre of the last of 25 bins half a bin less.
    putFrame(768, 768, [](std::size_t, std::size_t) { return 5; });
    JobDocument job = documentOf("RayonixMx225", R"({"pixel1": 0.000292969, "pixel2": 0.000292969, "orientation": 3})");
    const JobOutcome outcome = run(job);
    ASSERT_FALSE(outcome.error) << outcome.error->what();
    EXPECT_NEAR(numbers(job.outputFile, "radial").back(), 318.2 * 24.5 / 25, 0.3);
    EXPECT_DOUBLE_EQ(sumOf(job, "count"), 768.0 * 768);
    EXPECT_NE(m_recorder.log.find("Rayonix MX225"), std::string::npos) << m_recorder.log;
    EXPECT_NE(m_recorder.log.find("768 x 768 pixels of 292.969 x 292.969 um"), std::string::npos) << m_recorder.log;

    // 1024 pixels are six in one, which nobody sells.
    putFrame(1024, 1024, [](std::size_t, std::size_t) { return 5; });
    m_recorder.log.clear();
    ASSERT_FALSE(run(job).error);
    EXPECT_NE(m_recorder.log.find("binned by 6, which its maker does not offer"), std::string::npos) << m_recorder.log;
    // 1000 are none of its frames, and the PONI has no max_shape that could be removed.
    putFrame(1000, 1000, [](std::size_t, std::size_t) { return 5; });
    const JobOutcome refused = run(job);
    ASSERT_TRUE(refused.error);
    EXPECT_NE(
        std::string(refused.error->what()).find("for 6144 × 6144 pixels (RayonixMx225), the frames have 1000 × 1000"),
        std::string::npos)
        << refused.error->what();
    EXPECT_EQ(std::string(refused.error->what()).find("max_shape"), std::string::npos) << refused.error->what();
}

TEST_F(DetectorFrames, CornersOfARoundPlateAreNoCounts) {
    // A MAR 345 scanned to 1200 pixels of 150 µm: 40 counts within the circle of 600 pixels, nothing outside it.
    std::size_t inside = 0;
    putFrame(1200, 1200, [&](std::size_t row, std::size_t col) {
        const bool lit = std::hypot(static_cast<double>(row) - 599.5, static_cast<double>(col) - 599.5) <= 600;
        if (lit) ++inside;
        return lit ? 40 : 0;
    });
    JobDocument job = documentOf("Mar345");
    ASSERT_FALSE(run(job).error);
    EXPECT_DOUBLE_EQ(sumOf(job, "count"), static_cast<double>(inside));
    EXPECT_DOUBLE_EQ(sumOf(job, "sum_signal"), 40.0 * static_cast<double>(inside));
    EXPECT_NE(m_recorder.log.find("1200 x 1200 pixels of 150 x 150 um"), std::string::npos) << m_recorder.log;
}

TEST_F(DetectorFrames, NoPhotonIsACountWhereGapsAreKnown) {
    // A Lambda 250k of 516 pixels each way: four chips of 256, a gap of 4. Every other pixel has a photon.
    putFrame(516, 516, [](std::size_t row, std::size_t col) {
        const bool gap = (row >= 256 && row < 260) || (col >= 256 && col < 260);
        return gap ? 0 : static_cast<int>((row + col) % 2);
    });
    JobDocument job = documentOf("Lambda250k");
    ASSERT_FALSE(run(job).error);
    EXPECT_DOUBLE_EQ(sumOf(job, "count"), 512.0 * 512);
    EXPECT_DOUBLE_EQ(sumOf(job, "sum_signal"), 512.0 * 512 / 2);
    EXPECT_EQ(m_recorder.log.find("dummy"), std::string::npos) << m_recorder.log;
    // Who asks for it gets it, and is told.
    job.set("dummy", "0");
    ASSERT_FALSE(run(job).error);
    EXPECT_DOUBLE_EQ(sumOf(job, "count"), 512.0 * 512 / 2);
    EXPECT_NE(m_recorder.log.find("the dummy 0 takes 131072 of 262144 pixels of frame 0"), std::string::npos)
        << m_recorder.log;
}

/// A Maxipix 2x2 has four chips of 256 pixels of 55 µm each way, and a gap of 4 between them.
bool isGapOfMaxipix(std::size_t row, std::size_t col) { return (row >= 256 && row < 260) || (col >= 256 && col < 260); }

TEST_F(DetectorFrames, GapsAndPixelsOfADetectorThatOnlyTheFileNamesAreCompared) {
    const auto logOf = [&](std::size_t rows, double pixel_m, std::size_t gap,
                           const std::map<std::string, std::string>& more) {
        std::vector<std::uint16_t> values;
        for (std::size_t i = 0; i < rows * 516; ++i)
            values.push_back(static_cast<std::uint16_t>(isGapOfMaxipix(i / 516, i % 516) ? gap : 1 + i % 3));
        io::h5::File open = io::h5::File::create(m_stack);
        open.write<std::uint16_t>("/entry/data/data", values, {1, rows, 516});
        open.write("/entry/instrument/detector/description", "Detector MAXIPIX 2x2, S/N 7");
        open.write("/entry/instrument/detector/x_pixel_size", pixel_m);
        open.write("/entry/instrument/detector/y_pixel_size", pixel_m);
        open.close();
        JobDocument job = documentOf("Detector");
        job.set("poni_file", "");
        if (!more.contains("poni_file"))
            for (const char* key : {"beam_centre_row", "beam_centre_col"}) job.set(key, "0");
        job.set("distance_m", "1");
        job.set("energy_keV", "12");
        for (const auto& [key, value] : more) job.set(key, value);
        m_recorder.log.clear();
        const JobOutcome outcome = run(job);
        EXPECT_FALSE(outcome.error) << outcome.error->what();
        return m_recorder.log;
    };
    const auto says = [](const std::string& log, const char* text) { return log.find(text) != std::string::npos; };
    const char* const kGaps = "4112 pixels in the gaps of the Maxipix 2x2"; // 2 · 4 · 516 − 4²
    const char* const kPixels = "the geometry has pixels of 75 x 75 um, the Maxipix 2x2 has pixels of 55 x 55 um";
    EXPECT_TRUE(says(logOf(516, 55e-6, 0, {}), kGaps)) << m_recorder.log;
    EXPECT_FALSE(says(m_recorder.log, "check both")) << m_recorder.log;
    EXPECT_TRUE(says(logOf(516, 75e-6, 0, {}), kPixels)) << m_recorder.log;
    // A PONI file is compared with the pixels of the data file, once.
    test::putPoni(m_folder / "p.poni"); // of 200 µm
    const std::string log = logOf(516, 55e-6, 65535, {{"poni_file", (m_folder / "p.poni").string()}});
    EXPECT_TRUE(says(log, "this PONI is for 200 µm pixels, the file says 55 µm")) << log;
    EXPECT_FALSE(says(log, "check both")) << log;
    // Who names it gets a mask; the largest number marks them anyway.
    EXPECT_FALSE(says(logOf(516, 55e-6, 0, {{"detector", "Maxipix 2x2"}}), "in the gaps")) << m_recorder.log;
    EXPECT_FALSE(says(logOf(516, 55e-6, 65535, {}), "in the gaps")) << m_recorder.log;
    // Frames that it does not make.
    EXPECT_TRUE(says(logOf(600, 55e-6, 0, {}), "frames of 600 x 516 pixels are of the Maxipix 2x2")) << m_recorder.log;
}

TEST_F(DetectorFrames, SeamsOfCdTeModulesAreLeftOut) {
    // A 300k: three modules of 195 x 487 with gaps of 17 rows; columns 242 to 244 lie between two crystals.
    putFrame(619, 487,
             [](std::size_t row, std::size_t col) { return row % 212 >= 195 || (col >= 242 && col < 245) ? 0 : 40; });
    JobDocument job = documentOf("PilatusCdTe300k");
    ASSERT_FALSE(run(job).error);
    EXPECT_DOUBLE_EQ(sumOf(job, "count"), 3.0 * 195 * 484);
    EXPECT_DOUBLE_EQ(sumOf(job, "sum_signal"), 40.0 * 3 * 195 * 484);
}

TEST_F(DetectorFrames, PixelsOfAnotherSizeThanTheDetectorsAreAWarning) {
    putFrame(195, 487, [](std::size_t, std::size_t) { return 1; });
    JobDocument job = documentOf("Pilatus100k", R"({"pixel1": 0.0001, "pixel2": 0.0001})");
    ASSERT_FALSE(run(job).error);
    EXPECT_NE(m_recorder.log.find("the geometry has pixels of 100 x 100 um, the Pilatus 100k has pixels of 172 x 172"),
              std::string::npos)
        << m_recorder.log;
}

} // namespace
} // namespace ewald::job
