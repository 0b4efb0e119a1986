// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/powder_simulator.h"

#include "azint/calibrant.h"
#include "azint/detector.h"
#include "base/error.h"
#include "base/units.h"
#include "io/scan_files.h"
#include "sim/poisson.h"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>

namespace ewald::sim {
namespace {

/// A flat detector of 300 × 400 pixels of 0.1 mm, 0.1 m behind the sample, λ = 0.5 Å, the beam at (100, 150).
PowderExperiment small() {
    PowderExperiment e;
    e.poni.shape = {300, 400};
    e.poni.pixel1_m = e.poni.pixel2_m = 1e-4;
    e.poni.wavelength_m = 0.5e-10;
    e.poni = azint::withBeamGeometry(e.poni, {0.1, 100, 150, 0, 0});
    e.frames = 3;
    return e;
}

template <class T>
std::vector<T> pixels(const std::vector<std::byte>& bytes) {
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

TEST(Poisson, MeanAndVarianceAreTheMeanForEveryMethod) {
    // Inversion, rejection near its lower end and far up, and the normal distribution.
    for (const double mean : {0.02, 0.7, 9.9, 10.1, 60.0, 5000.0, 2e9}) {
        ptycho::Random random(5, 1);
        constexpr int kDraws = 200000;
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < kDraws; ++i) {
            const double away = static_cast<double>(drawPoisson(mean, random)) - mean;
            sum += away;
            squares += away * away;
        }
        // Five standard deviations: the mean's is √(mean / n), that of the squares √((2 mean² + mean) / n).
        EXPECT_NEAR(sum / kDraws, 0, 5 * std::sqrt(mean / kDraws)) << mean;
        EXPECT_NEAR(squares / kDraws, mean, 5 * std::sqrt((2 * mean * mean + mean) / kDraws)) << mean;
    }
}

TEST(Poisson, SmallCountsHaveTheirProbabilities) {
    // P(0), P(1), P(2) of the mean 1.5: e^-1.5 · {1, 1.5, 1.125}
    ptycho::Random random(1, 2);
    constexpr int kDraws = 200000;
    std::array<int, 3> found{};
    for (int i = 0; i < kDraws; ++i) {
        const std::uint64_t count = drawPoisson(1.5, random);
        if (count < found.size()) ++found[count];
    }
    const std::array<double, 3> expected{0.22313, 0.33470, 0.25102};
    // Five standard deviations of a weight near 0.3: 5·√(0.3·0.7 / 2e5) = 0.0051
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(found[k] / static_cast<double>(kDraws), expected[k], 0.0051) << k;
}

TEST(Poisson, ASeedGivesTheSameCountsEverywhere) {
    // Recorded: a change would change every simulated stack.
    ptycho::Random random(7, 3);
    std::vector<std::uint64_t> counts;
    for (const double mean : {0.5, 3.0, 8.0, 20.0, 400.0, 1e5}) counts.push_back(drawPoisson(mean, random));
    EXPECT_EQ(counts, (std::vector<std::uint64_t>{1, 2, 5, 18, 380, 100067}));
    EXPECT_EQ(drawPoisson(0, random), 0U);
    EXPECT_EQ(drawPoisson(-1, random), 0U);
    EXPECT_EQ(drawPoisson(std::nan(""), random), 0U);
}

TEST(PowderSimulator, RingsLieWhereBraggsLawPutsThem) {
    PowderExperiment e = small();
    e.noise = false;
    e.peakCounts = 1000;
    e.background = 0;
    e.solidAngle = false;
    e.polarizationFactor.reset();
    e.peakWidth_deg = 0.3;
    const PowderSimulator simulator(e);
    const auto frame = pixels<std::uint32_t>(simulator.frame(0));
    // LaB6 (1 1 0): d = 4.156826 / √2 = 2.93932 Å, 2θ = 2 asin(0.5 / (2 · 2.93932)) = 9.7582°,
    // radius = 1000 px · tan 2θ = 171.98 px. Along the row just below the beam, away to the right.
    std::size_t highest = 150 + 150;
    for (std::size_t col = highest; col < 150 + 200; ++col)
        if (frame[100 * 400 + col] > frame[100 * 400 + highest]) highest = col;
    EXPECT_NEAR(static_cast<double>(highest) + 0.5 - 150, 171.98, 0.6);
    // Twice the planes of the strongest ring (1 0 0), half its 1 / sin²θ, thermal motion exp(−0.25 Å²·(1/d² − 1/a²)):
    // 0.987 of it. The nearest pixel may be half a pixel (0.028°) off the top, which costs up to 2.4 %.
    EXPECT_NEAR(frame[100 * 400 + highest], 975, 14);
    EXPECT_NEAR(simulator.rings(0)[1] * 180 / kPi, 9.7582, 1e-3);
    // Between the rings there is nothing.
    EXPECT_EQ(frame[100 * 400 + 155], 0U);
}

TEST(PowderSimulator, APixelExpectsPatternTimesSolidAngleTimesPolarizationTimesBeam) {
    PowderExperiment e = small();
    e.decay = 0.25;
    const PowderSimulator simulator(e);
    for (const std::size_t frame : {0U, 2U}) {
        const std::vector<float> counts = simulator.expected(frame);
        for (const auto& [row, col] : {std::pair{20U, 390U}, std::pair{100U, 321U}, std::pair{299U, 0U}}) {
            const double y = (row + 0.5 - 100) * 1e-4;
            const double x = (col + 0.5 - 150) * 1e-4;
            const double twoTheta = std::atan(std::hypot(x, y) / 0.1);
            const double cosine = std::cos(twoTheta);
            const double chi = std::atan2(y, x);
            const double polarization = 0.5 * (1 + cosine * cosine - 0.99 * std::cos(2 * chi) * (1 - cosine * cosine));
            const double beam = frame == 0 ? 1 : 0.75;
            const double mean = simulator.intensity(twoTheta, frame) * std::pow(cosine, 3) * polarization * beam;
            // The table between angle and pattern: 2e-4 of a peak of 60 counts.
            EXPECT_NEAR(counts[row * 400 + col], mean, 0.015) << row << " " << col;
        }
    }
}

TEST(PowderSimulator, TheLatticeGrowsWithTheFrames) {
    PowderExperiment e = small();
    e.frames = 11;
    e.expansion = 0.01;
    const PowderSimulator simulator(e);
    // sin θ falls by 1 % from first to last.
    EXPECT_NEAR(std::sin(simulator.rings(10)[0] / 2) * 1.01, std::sin(simulator.rings(0)[0] / 2), 1e-12);
    EXPECT_NEAR(std::sin(simulator.rings(5)[0] / 2) * 1.005, std::sin(simulator.rings(0)[0] / 2), 1e-12);
}

TEST(PowderSimulator, GapsDeadAndHotPixelsAreMarkedAsAnEigerMarksThem) {
    PowderExperiment e = small();
    const azint::Detector& detector = *azint::findDetector("Eiger1M");
    e.poni.detector = "Eiger1M";
    e.poni.shape = {detector.rows, detector.cols};
    e.deadPixels = 20;
    e.hotPixels = 30;
    for (const PixelType type : {PixelType::uint8, PixelType::uint16, PixelType::uint32}) {
        e.pixelType = type;
        const PowderSimulator simulator(e);
        const std::vector<std::byte> bytes = simulator.frame(1);
        ASSERT_EQ(bytes.size(), detector.rows * detector.cols * bytesOf(type));
        const std::uint64_t none = (std::uint64_t{1} << (8 * bytesOf(type))) - 1;
        std::size_t gaps = 0;
        std::size_t dead = 0;
        std::size_t hot = 0;
        for (std::size_t i = 0; i < simulator.pixelMask().size(); ++i) {
            std::uint64_t value = 0;
            std::memcpy(&value, bytes.data() + i * bytesOf(type), bytesOf(type));
            const std::uint32_t flags = simulator.pixelMask().data()[i];
            gaps += flags & 1U;
            dead += flags >> 1U & 1U;
            hot += flags >> 4U & 1U;
            if ((flags & 3U) != 0) {
                ASSERT_EQ(value, none);
            } else {
                ASSERT_LE(value, simulator.saturation());
                // 16 bits and more leave room between any count here (a few hundred) and a hot pixel.
                if (type != PixelType::uint8) {
                    ASSERT_EQ((flags & 16U) != 0, value > 1000) << i;
                }
            }
        }
        EXPECT_EQ(gaps, 37 * detector.cols); // two modules, 37 rows between them
        EXPECT_EQ(dead, 20U);
        EXPECT_EQ(hot, 30U);
    }
}

TEST(PowderSimulator, FramesDifferBySeedAndRepeatWhenAsked) {
    PowderExperiment e = small();
    e.frames = 6;
    e.distinct = 2;
    e.decay = 0.1;
    const PowderSimulator simulator(e);
    EXPECT_NE(simulator.frame(0), simulator.frame(1));
    EXPECT_EQ(simulator.frame(0), simulator.frame(4));
    EXPECT_EQ(simulator.beam(5), simulator.beam(1));
    EXPECT_EQ(simulator.frame(1), PowderSimulator(e).frame(1));
    e.seed = 1;
    EXPECT_NE(PowderSimulator(e).frame(0), simulator.frame(0));
}

TEST(PowderSimulator, SenselessExperimentsAreRefused) {
    const auto refused = [](auto&& change) {
        PowderExperiment e = small();
        change(e);
        try {
            PowderSimulator simulator(e);
        } catch (const JobError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    using E = PowderExperiment;
    EXPECT_NE(refused([](E& e) { e.calibrant = "unobtainium"; }).find("LaB6"), std::string::npos);
    EXPECT_NE(refused([](E& e) { e.poni.wavelength_m.reset(); }).find("wavelength"), std::string::npos);
    EXPECT_NE(refused([](E& e) { e.poni.shape.reset(); }).find("shape"), std::string::npos);
    EXPECT_NE(refused([](E& e) { e.poni.shape = {1U << 20U, 1U << 20U}; }).find("large"), std::string::npos);
    EXPECT_NE(refused([](E& e) { e.pixelType = PixelType::float32; }).find("uint8"), std::string::npos);
    EXPECT_NE(refused([](E& e) { e.frames = 1000, e.distinct = 300; }).find("256"), std::string::npos);
    EXPECT_NE(refused([](E& e) { e.poni.dist_m = 50; }).find("no ring"), std::string::npos);
    EXPECT_NE(refused([](E& e) { e.background = std::nan(""); }).find("background"), std::string::npos);
}

class PowderFile : public io::test::WithFolder {
protected:
    static std::vector<std::uint32_t> frameOf(const io::h5::Dataset& data, std::size_t frame) {
        std::vector<std::uint32_t> values(300 * 400);
        data.readBlock<std::uint32_t>({frame, 0, 0}, {1, 300, 400}, values);
        return values;
    }
};

TEST_F(PowderFile, HasEveryFrameInAChunkOfItsOwnAndSaysWhatItIs) {
    PowderExperiment e = small();
    e.frames = 9;
    e.decay = 0.5;
    PowderOutput how;
    std::vector<std::size_t> told;
    how.progress = [&](std::size_t done) { told.push_back(done); };
    const PowderFiles files = writePowderStack(at("stack.h5"), e, how);
    EXPECT_EQ(files.poni, at("stack.poni"));
    EXPECT_EQ(told.back(), 9U);
    EXPECT_EQ(azint::readPoni(files.poni).dist_m, 0.1);

    const io::h5::File file = io::h5::File::open(at("stack.h5"));
    const io::h5::Dataset data = file.dataset("/entry/data/data");
    EXPECT_EQ(data.shape(), (io::h5::Shape{9, 300, 400}));
    EXPECT_EQ(data.info().chunk, (io::h5::Shape{1, 300, 400}));
    ASSERT_EQ(data.info().filters.size(), 1U);
    EXPECT_EQ(data.info().filters[0].id, 32008);
    const PowderSimulator simulator(e);
    for (const std::size_t frame : {0U, 4U, 8U}) {
        EXPECT_EQ(frameOf(data, frame), pixels<std::uint32_t>(simulator.frame(frame))) << frame;
    }
    EXPECT_NEAR(*file.number("/entry/instrument/beam/incident_wavelength"), 0.5, 1e-12);
    EXPECT_NEAR(*file.number("/entry/instrument/detector/beam_center_y"), 100, 1e-9);
    EXPECT_NEAR(*file.number("/entry/instrument/detector/beam_center_x"), 150, 1e-9);
    EXPECT_EQ(file.dataset("/entry/instrument/detector/pixel_mask").shape(), (io::h5::Shape{300, 400}));
    const auto monitor = file.dataset("/entry/monitor/data").readAll<double>();
    EXPECT_EQ(monitor.front(), 1);
    EXPECT_EQ(monitor[4], 0.75);
    EXPECT_EQ(monitor.back(), 0.5);
}

TEST_F(PowderFile, AMasterShowsTheSameFramesAsAPlainFile) {
    PowderExperiment e = small();
    e.frames = 7;
    e.distinct = 3;
    PowderOutput how;
    writePowderStack(at("plain.h5"), e, how);
    how.layout = PowderLayout::vds;
    how.framesPerFile = 3;
    const PowderFiles files = writePowderStack(at("run_master.h5"), e, how);
    EXPECT_EQ(files.data, (std::vector<std::filesystem::path>{at("run_master.h5"), at("run_data_000001.h5"),
                                                              at("run_data_000002.h5"), at("run_data_000003.h5")}));
    const io::h5::File plain = io::h5::File::open(at("plain.h5"));
    const io::h5::File master = io::h5::File::open(at("run_master.h5"));
    const io::h5::Dataset whole = master.dataset("/entry/data/data");
    EXPECT_TRUE(whole.info().isVirtual);
    EXPECT_EQ(whole.shape(), (io::h5::Shape{7, 300, 400}));
    for (std::size_t frame = 0; frame < 7; ++frame) {
        EXPECT_EQ(frameOf(whole, frame), frameOf(plain.dataset("/entry/data/data"), frame)) << frame;
    }
    EXPECT_EQ(master.dataset("/entry/data/data_000003").shape(), (io::h5::Shape{1, 300, 400}));
    EXPECT_EQ(*master.attributeNumber("/entry/data/data_000002", "image_nr_low"), 4);

    how.layout = PowderLayout::master;
    how.overwrite = true;
    writePowderStack(at("run_master.h5"), e, how);
    const io::h5::File old = io::h5::File::open(at("run_master.h5"));
    EXPECT_FALSE(old.hasDataset("/entry/data/data"));
    EXPECT_TRUE(old.hasDataset("/entry/data/data_000001"));
}

TEST_F(PowderFile, NothingIsReplacedUnasked) {
    const PowderExperiment e = small();
    PowderOutput how;
    writePowderStack(at("stack.h5"), e, how);
    EXPECT_THROW(writePowderStack(at("stack.h5"), e, how), DataError);
    // Its PONI alone is reason enough.
    std::filesystem::remove(at("stack.h5"));
    EXPECT_THROW(writePowderStack(at("stack.h5"), e, how), DataError);
    EXPECT_FALSE(std::filesystem::exists(at("stack.h5")));
    how.layout = PowderLayout::master;
    std::filesystem::remove(at("stack.poni"));
    EXPECT_NO_THROW(writePowderStack(at("stack.h5"), e, how));
    EXPECT_THROW(writePowderStack(at("nowhere/stack.h5"), e, how), DataError);
}

} // namespace
} // namespace ewald::sim
