// SPDX-License-Identifier: GPL-3.0-or-later
// What the verdict says of results made by hand: every number in it can be checked with a pencil.
#include "job/ptychography/results/verdict.h"

#include "base/phrase.h"
#include "job/document/document.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

namespace ewald::job {
namespace {

/// 16 frames on a grid of 1 µm, pixels of 20 nm, a probe of so many modes of these powers, and a job.
io::PtychoResult resultOf(const std::vector<double>& powers = {1}) {
    io::PtychoResult result;
    result.objectPixelHeight_m = result.objectPixelWidth_m = 20e-9;
    result.probe = Array<Complex, 4>({1, powers.size(), 4, 4});
    for (std::size_t k = 0; k < powers.size(); ++k)
        for (Complex& value : result.probe.slab(0).subspan(16 * k, 16))
            value = static_cast<float>(std::sqrt(powers[k] / 16));
    for (std::size_t i = 0; i < 16; ++i) {
        result.initialPositions.push_back({1e-6 * static_cast<double>(i / 4), 1e-6 * static_cast<double>(i % 4)});
        result.frameIndex.push_back(i);
    }
    result.positions = result.initialPositions;
    JobDocument job;
    job.inputFile = "scan.cxi";
    job.outputFile = "result.h5";
    job.pipeline = {{"rpie", 20, {}}};
    result.job = toJson(job, true);
    return result;
}

/// The last 20 iterations of a curve that becomes smaller by `fall` each time and ends at so many noise limits of 0.01.
void addLoss(io::PtychoResult& result, double times, double fall, double noiseFloor = 0.01) {
    for (std::size_t i = 1; i <= 20; ++i) {
        io::LossEntry entry;
        entry.iteration = i;
        entry.engine = "rpie";
        entry.noiseFloor = noiseFloor;
        entry.fourierError = entry.running = 0.01 * times * std::pow(1 - fall, static_cast<double>(i) - 20);
        result.loss.push_back(entry);
    }
}

bool says(const io::PtychoResult& result, const std::string& words) {
    return std::ranges::any_of(verdictOn(result),
                               [&](const std::string& line) { return line.find(words) != std::string::npos; });
}

TEST(Verdict, SaysHowFarAboveTheNoiseLimitTheErrorIs) {
    io::PtychoResult result = resultOf();
    addLoss(result, 1.25, 0);
    EXPECT_TRUE(says(result, "Fourier error 0.0125, 1.25 × the noise limit"));
    result.loss.back().fourierError = 0.02; // of the saved state, whatever the iteration had
    EXPECT_TRUE(says(result, "Fourier error 0.02, 2 × the noise limit"));
    for (io::LossEntry& entry : result.loss) entry.noiseFloor = 0;
    EXPECT_TRUE(says(result, "Fourier error 0.02; there is no noise limit"));
    EXPECT_FALSE(says(result, "× the noise limit"));
}

/// Simulated without noise: the limit is that of counts, which the frames are.
TEST(Verdict, NoErrorAtAllIsBelowTheNoiseLimit) {
    io::PtychoResult result = resultOf();
    addLoss(result, 0, 0);
    EXPECT_TRUE(says(result, "Fourier error 0, 0 × the noise limit"));
    EXPECT_FALSE(says(result, "no counts"));
    EXPECT_FALSE(says(result, "fits noise"));
}

/// As the projection engines with too hard projections.
TEST(Verdict, NamesAnErrorThatHasRisen) {
    io::PtychoResult result = resultOf();
    addLoss(result, 160, -0.05);
    EXPECT_TRUE(says(result,
                     "the error has risen: it was 0.6332 in iteration 1, ends at 1.316 and stays there; smaller "
                     "steps (object_step, probe_step)")); // 1.6/1.05¹⁹ and 1.6/1.05⁴
    JobDocument job = parseJob(result.job, "job");
    job.pipeline = {{"ap", 20, {}}};
    result.job = toJson(job, true);
    EXPECT_TRUE(says(result, "a larger projection_softness or dm_regularisation"));
    EXPECT_TRUE(says(result, "Find orientation")) << "it may not converge for that";
    EXPECT_FALSE(says(result, "refine_positions"));
    result.job = "{}";
    EXPECT_TRUE(says(result, "another engine, or a better initial probe"));
}

TEST(Verdict, NamesExactShiftsWherePositionsAreInterpolated) {
    const auto advised = [](double times, const std::string& engine, const std::string& subpixel,
                            const std::function<void(io::PtychoResult&, JobDocument&)>& change = {}) {
        io::PtychoResult result = resultOf();
        addLoss(result, times, 0);
        JobDocument job = parseJob(result.job, "job");
        job.pipeline = {{engine, 20, {}}};
        job.setText("subpixel", subpixel);
        if (change) change(result, job);
        result.job = toJson(job, true);
        return says(result, "subpixel=fourier");
    };
    for (const char* subpixel : {"auto", "bilinear", "nearest"})
        EXPECT_TRUE(advised(2.4, "rpie", subpixel)) << subpixel;
    EXPECT_TRUE(advised(1.5, "rpie", "bilinear"));
    EXPECT_FALSE(advised(1.2, "rpie", "bilinear"));
    EXPECT_FALSE(advised(2.4, "rpie", "fourier"));
    for (const char* engine : {"auto", "ap"}) EXPECT_FALSE(advised(2.4, engine, "auto")) << "shifts exactly by itself";
    EXPECT_TRUE(advised(2.4, "ap", "bilinear"));
    // In the near field no engine shifts exactly by itself, whether the job or the file said that it is one.
    for (const char* engine : {"auto", "ap"}) {
        EXPECT_TRUE(advised(2.4, engine, "auto", [](auto&, auto& job) { job.set("focus_to_sample_m", "0.01"); }));
        EXPECT_TRUE(advised(2.4, engine, "auto", [](auto& result, auto&) { result.nearField = true; }));
        EXPECT_FALSE(advised(2.4, engine, "fourier", [](auto& result, auto&) { result.nearField = true; }));
    }
    // Interpolation alone can be as far above the limit as a wrong orientation: it is named first.
    io::PtychoResult far = resultOf();
    addLoss(far, 40, 0);
    const std::vector<std::string> lines = verdictOn(far);
    const auto place = [&](const std::string& words) {
        return std::ranges::find_if(lines,
                                    [&](const std::string& line) { return line.find(words) != std::string::npos; });
    };
    ASSERT_NE(place("Find orientation"), lines.end());
    EXPECT_LT(place("subpixel=fourier"), place("Find orientation"));
}

TEST(Verdict, AnErrorThatStaysFarAboveTheLimitIsAFigureOfTheResult) {
    const auto isHigh = [](double times, double fall) {
        io::PtychoResult result = resultOf();
        addLoss(result, times, fall);
        EXPECT_EQ(figuresOf(result).pixelsOfFrames, 16 * 4 * 4);
        return figuresOf(result).errorIsHigh;
    };
    EXPECT_TRUE(isHigh(15, 0));
    EXPECT_FALSE(isHigh(15, 0.05)) << "it still falls";
    EXPECT_FALSE(isHigh(2, 0));
    EXPECT_FALSE(figuresOf(resultOf()).errorIsHigh) << "nothing is known";
}

TEST(Verdict, EveryLineCanBeTranslated) {
    io::PtychoResult result = resultOf({0.7, 0.3});
    addLoss(result, 5, 0);
    const std::vector<std::string> lines = verdictOn(result);
    EXPECT_GE(lines.size(), 4U);
    for (const std::string& line : lines) {
        const bool isPhrase = partsOf(line).has_value() || line.find_first_of("0123456789") == std::string::npos;
        EXPECT_TRUE(isPhrase) << line << " has values in it that are not known apart";
    }
}

TEST(Verdict, NothingOfAResultWithoutIterations) { EXPECT_TRUE(verdictOn(resultOf()).empty()); }

TEST(Verdict, GivesTheResolutionOrSaysWhatWould) {
    io::PtychoResult result = resultOf();
    addLoss(result, 1.2, 0);
    EXPECT_TRUE(says(result, "the resolution was not measured"));
    result.frc.emplace();
    result.frc->of = "two halves";
    result.frc->resolution = {54e-9, false};
    result.frc->oneBitResolution = {61.4e-9, false};
    EXPECT_TRUE(says(result, "resolution: 54 nm (half-bit), 61.4 nm (one-bit), by the ring correlation of two halves"));
    EXPECT_FALSE(says(result, "not measured"));
    result.frc->resolution = {20e-9, true};
    EXPECT_TRUE(says(result, "resolution: 20 nm (a pixel) or better (half-bit), 61.4 nm (one-bit)"));
    result.frc->resolution = result.frc->oneBitResolution = {};
    result.frc->definition = "no resolution can be given: they differ";
    EXPECT_TRUE(says(result, "no resolution can be given: they differ"));
    // A half of a scan, and a single frame, have no halves.
    result.frc.reset();
    JobDocument half = parseJob(result.job, "job");
    half.setText("scan_half", "first");
    result.job = toJson(half, true);
    EXPECT_FALSE(says(result, "not measured"));
    io::PtychoResult single = resultOf();
    addLoss(single, 1.2, 0);
    single.positions.resize(1);
    single.initialPositions.resize(1);
    EXPECT_FALSE(says(single, "not measured"));
}

TEST(Verdict, CountsTheModesThatCarryMoreThanAHundredth) {
    io::PtychoResult result = resultOf({0.8, 0.15, 0.045, 0.005});
    addLoss(result, 1.2, 0);
    EXPECT_TRUE(says(result, "3 of 4 probe modes have more than 1 % of the power: 80, 15, 4.5 %"));
    EXPECT_FALSE(says(result, "may help"));
    io::PtychoResult one = resultOf({0.996, 0.004});
    addLoss(one, 1.2, 0);
    EXPECT_TRUE(says(one, "1 of 2 probe modes has more than 1 % of the power: 100 %")) << "99.6 % in two digits";
    io::PtychoResult single = resultOf();
    addLoss(single, 1.2, 0);
    EXPECT_FALSE(says(single, "of the power")) << "others were not looked for";
}

/// Frames that lie by turns 30 nm up and down from where the file has them: 1.5 pixels, and nothing in common.
TEST(Verdict, SaysHowFarThePositionsWereOff) {
    io::PtychoResult result = resultOf();
    addLoss(result, 2, 0);
    EXPECT_FALSE(says(result, "positions are")) << "none has moved";
    EXPECT_TRUE(says(result, "refine_positions"));
    for (std::size_t i = 0; i < 16; ++i) result.positions[i].x += i % 3 == 0 ? 30e-9 : -30e-9;
    EXPECT_TRUE(says(result, "the refined positions are 30 nm (r.m.s.) from those of the file, 30 nm (1.5 pixels of "
                             "the object) in the median"));
    EXPECT_FALSE(says(result, "in common: they")) << "no scale, no rotation";
    EXPECT_FALSE(says(result, "refine_positions")) << "they are";
}

TEST(Verdict, NamesBackgroundBeamAndAProbeThatChanges) {
    io::PtychoResult result = resultOf();
    addLoss(result, 1.2, 0);
    result.background = Array<float, 2>({4, 4}, 50); // 800 counts a frame
    result.frameCounts = {10000, 30000};             // 20,000 on average
    result.frameIntensities = {0.9, 1.1};
    EXPECT_TRUE(says(result, "the background is 800 counts a frame, 4 % of what was measured"));
    EXPECT_TRUE(says(result, "the beam varies by 10 % (r.m.s.)"));
    // 1/√20,000 of a frame are chance.
    result.frameIntensities = {0.99, 1.01};
    EXPECT_FALSE(says(result, "the beam varies"));
    EXPECT_TRUE(says(result, "the beam does not vary from frame to frame by more than counts do (1 % r.m.s., of "
                             "counts alone 0.71 %)"));
    result.probe = Array<Complex, 4>({2, 1, 4, 4}, Complex(1, 0));
    result.probeWeights = Array<double, 2>({2, 2});
    result.probeWeights(0, 0) = result.probeWeights(1, 0) = 1;
    result.probeWeights(0, 1) = 0.5, result.probeWeights(1, 1) = -0.5; // a quarter of the power beside the mean
    EXPECT_TRUE(says(result, "the probe changes from frame to frame by 20 % of its power"));
}

TEST(Verdict, AsksForMoreIterationsWhileTheErrorFalls) {
    for (const auto& [fall, asks] :
         {std::pair(0.02, true), {0.005, true}, {0.002, false}, {0.0, false}, {-0.02, false}}) {
        io::PtychoResult result = resultOf();
        addLoss(result, 2, fall);
        EXPECT_EQ(says(result, "more iterations would help"), asks) << fall;
    }
    io::PtychoResult result = resultOf();
    addLoss(result, 6, 0.02);
    EXPECT_TRUE(says(result, "the error still falls by 2 % in each"));
    EXPECT_FALSE(says(result, "Find orientation")) << "it is not known yet where it ends";
    // The engine before had other steps: its curve says nothing about this one.
    for (std::size_t i = 0; i < 17; ++i) result.loss[i].engine = "lsqml";
    EXPECT_FALSE(says(result, "more iterations")) << "3 iterations are too few to tell";
}

/// At 9 times the limit, 0.8 % an iteration would need 240 more of them: that is not all that is missing.
TEST(Verdict, NamesTheOrientationWhereIterationsWouldNotBeEnough) {
    io::PtychoResult result = resultOf();
    addLoss(result, 9, 0.008);
    const io::LossEntry first = result.loss.front();
    result.loss.insert(result.loss.begin(), 40, first);
    EXPECT_TRUE(says(result, "more iterations would help"));
    EXPECT_TRUE(says(result, "Find orientation"));
}

TEST(Verdict, NamesFramesThatAreNoMeasurements) {
    io::PtychoResult result = resultOf();
    addLoss(result, 3, 0);
    result.frameCounts.assign(40, 1000.0);
    result.frameIndex.resize(40);
    for (std::size_t i = 0; i < 40; ++i) result.frameIndex[i] = 2 * i;
    for (const std::size_t i : {5U, 6U, 20U}) result.frameCounts[i] = 1;
    EXPECT_TRUE(
        says(result, "3 frames hold far more or fewer counts than the others: excluded_frames=10,12,40 leaves"));
    addLoss(result, 1, 0);
    EXPECT_FALSE(says(result, "excluded_frames")) << "they do no harm";
}

TEST(Verdict, SaysWhatWouldHelpByTheDistanceFromTheNoiseLimit) {
    const auto at = [](double times, const std::vector<double>& powers = {0.97, 0.03}) {
        io::PtychoResult result = resultOf(powers);
        addLoss(result, times, 0);
        return result;
    };
    EXPECT_TRUE(says(at(0.6), "the model fits noise"));
    EXPECT_TRUE(says(at(1.04), "this is what the counts allow: only more"));
    EXPECT_TRUE(says(at(1.1), "nearly what the counts allow"));
    EXPECT_FALSE(says(at(1.1), "may help"));
    EXPECT_FALSE(says(at(2), "Find orientation"));
    EXPECT_TRUE(says(at(6), "Find orientation"));
    EXPECT_FALSE(says(at(2), "probe_modes")) << "the weakest mode has no power worth a further one";
    EXPECT_TRUE(says(at(2, {0.7, 0.3}), "more than 2 probe modes (probe_modes) may help"));
    EXPECT_TRUE(says(at(2, {1}), "more than 1 probe mode (probe_modes) may help"));
    // Positions are refined and modes suffice: what is left may be a background.
    io::PtychoResult result = at(2);
    EXPECT_FALSE(says(result, "a background"));
    JobDocument job = parseJob(result.job, "job");
    job.setText("refine_positions", "true");
    job.setText("subpixel", "fourier");
    result.job = toJson(job, true);
    EXPECT_TRUE(says(result, "a background that is fitted"));
    job.setText("background", "true");
    result.job = toJson(job, true);
    EXPECT_FALSE(says(result, "a background that is fitted"));
}

/// "auto" moves positions without being told.
TEST(Verdict, KnowsWhatTheAutomaticPlanDoes) {
    io::PtychoResult result = resultOf();
    addLoss(result, 2, 0);
    JobDocument job = parseJob(result.job, "job");
    job.pipeline = {{"auto", 20, {}}};
    result.job = toJson(job, true);
    EXPECT_FALSE(says(result, "refine_positions"));
    EXPECT_FALSE(says(result, "probe_modes")) << "it has tried more";
    EXPECT_TRUE(says(result, "the automatic plan has tried"));
}

/// Files of other programs and versions: no job, no probe, numbers that are none.
TEST(Verdict, StandsResultsThatSayLittle) {
    io::PtychoResult result = resultOf();
    addLoss(result, std::nan(""), 0);
    result.job = "{}";
    result.probe = Array<Complex, 4>({1, 2, 4, 4}); // without power
    EXPECT_EQ(verdictOn(result).size(), 1U);
    result.positions.clear();
    result.initialPositions.clear();
    result.probe = {};
    EXPECT_NO_THROW((void)verdictOn(result));
}

} // namespace
} // namespace ewald::job
