// SPDX-License-Identifier: GPL-3.0-or-later
// Frames that are empty, saturated or cannot be read: left out by a run as if the job had named them.
#include "base/error.h"
#include "compute/memory_link.h"
#include "io/result_file.h"
#include "io/temporary_folder.h"
#include "job/integration_files.h"
#include "job/ptycho_files.h"
#include "job/ptychography/run/ptycho_runner.h"
#include "job/ptychography/run/resume.h"
#include "job/ptychography/setup/frame_statistics.h"
#include "sim/ptycho_simulator.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace ewald::job {
namespace {

namespace fs = std::filesystem;
using Frames = std::vector<std::size_t>;

constexpr std::size_t kAllFrames = 25;

class Heard : public JobObserver {
public:
    void onLog(LogLevel level, const std::string& text) noexcept override {
        if (level == LogLevel::warning) log += text + '\n';
    }
    void onStatistics(const io::FrameStatistics& statistics) noexcept override { found = statistics; }
    void onLoss(const io::LossEntry& entry) noexcept override {
        if (control && entry.iteration == abortAfter) control->requestStop(StopRequest::abort);
    }
    std::string log;
    io::FrameStatistics found;
    RunControl* control = nullptr;
    std::size_t abortAfter = 0;
};

sim::PtychoDataset simulated() {
    sim::PtychoExperiment experiment;
    experiment.size = 32;
    experiment.frames = kAllFrames;
    return sim::simulatePtycho(experiment);
}

std::string messageOf(const JobOutcome& outcome) { return outcome.error ? outcome.error->what() : ""; }

class UnusableFrames : public ::testing::Test {
protected:
    void SetUp() override {
        sim::PtychoDataset data = simulated();
        for (const std::size_t frame : {0, 3}) std::ranges::fill(data.frames.slab(frame), 0.0F);
        std::ranges::fill(data.frames.slab(24), 2e6F);
        sim::writeCxi(m_folder.path() / "scan.cxi", data, false);
    }
    io::PtychoResult run(const std::string& excluded, const std::string& included, std::size_t iterations = 2,
                         bool continued = false) {
        JobDocument job;
        job.inputFile = m_folder.path() / "scan.cxi";
        job.outputFile = m_folder.path() / "result.h5";
        job.pipeline = {{"rpie", iterations, {}}};
        job.set("initial_probe", "gaussian");
        job.set("devices", "cpu:2");
        job.set("saturation", "1.5e6");
        job.set("excluded_frames", excluded);
        job.set("included_frames", included);
        m_heard = {};
        RunControl control;
        const JobOutcome outcome =
            runPtycho(job, m_heard, control, {.overwrite = !continued, .continueResult = continued});
        EXPECT_EQ(outcome.state, JobState::done) << messageOf(outcome);
        return io::readResult(job.outputFile);
    }

    io::TemporaryFolder m_folder;
    Heard m_heard;
};

TEST_F(UnusableFrames, AreLeftOutAsIfTheyHadBeenNamed) {
    const io::PtychoResult named = run("0, 3, 24", "");
    EXPECT_EQ(m_heard.log.find("left out"), std::string::npos) << m_heard.log;
    const io::PtychoResult found = run("", "");
    EXPECT_NE(m_heard.log.find("left out: 0, 3 (empty); 24 (mostly saturated or not finite);"), std::string::npos)
        << m_heard.log;
    EXPECT_EQ(m_heard.found.unusable,
              (std::vector<io::UnusableFrame>{
                  {0, io::FrameFault::empty}, {3, io::FrameFault::empty}, {24, io::FrameFault::saturated}}));
    EXPECT_EQ(m_heard.found.frames, 22U);
    EXPECT_EQ(found.frameIndex.size(), 22U);
    EXPECT_EQ(found.frameIndex, named.frameIndex);
    EXPECT_EQ(found.object, named.object) << "the same bits";
    EXPECT_EQ(found.loss.back().running, named.loss.back().running);
}

TEST_F(UnusableFrames, AreKeptInWhereTheJobSaysSo) {
    const io::PtychoResult result = run("", "3, 24");
    EXPECT_EQ(result.frameIndex.size(), 24U);
    EXPECT_EQ(result.frameIndex.front(), 1U);
    EXPECT_TRUE(m_heard.log.find("left out: 0 (empty);") != std::string::npos) << m_heard.log;
}

TEST_F(UnusableFrames, StayLeftOutWhenTheResultIsContinued) {
    const io::PtychoResult whole = run("", "", 4);
    const io::PtychoResult half = run("", "", 2);
    const io::PtychoResult continued = run("", "", 4, true);
    EXPECT_EQ(m_heard.log.find("left out: "), std::string::npos) << "they are not read again: " << m_heard.log;
    EXPECT_EQ(continued.frameIndex, half.frameIndex);
    EXPECT_EQ(continued.object, whole.object);
}

/// A shutter that was closed lets some counts through: a dark current, cosmic rays.
TEST_F(UnusableFrames, ThoseWithNextToNothingAreLeftOutAsWell) {
    sim::PtychoDataset data = simulated();
    for (const std::size_t frame : {2U, 7U, 8U}) {
        std::ranges::fill(data.frames.slab(frame), 0.0F);
        data.frames.slab(frame)[100] = 3;
    }
    fs::remove(m_folder.path() / "scan.cxi");
    sim::writeCxi(m_folder.path() / "scan.cxi", data, false);
    const io::PtychoResult result = run("", "");
    EXPECT_EQ(result.frameIndex.size(), kAllFrames - 3);
    EXPECT_NE(m_heard.log.find("left out: 2, 7-8 (less than a hundredth of the counts of others)"), std::string::npos)
        << m_heard.log;
    EXPECT_EQ(m_heard.log.find("far more or fewer counts"), std::string::npos) << "named twice: " << m_heard.log;
    ASSERT_EQ(m_heard.found.unusable.size(), 3U);
    EXPECT_EQ(m_heard.found.unusable[0], (io::UnusableFrame{2, io::FrameFault::faint}));
    EXPECT_EQ(run("2,7-8", "").object, result.object) << "as if they had been named";
    EXPECT_EQ(run("", "7").frameIndex.size(), kAllFrames - 2);
}

TEST(FaintFrames, HoldSomeCountsAndLessThanAHundredthOfOthers) {
    std::vector<double> counts(20, 1e4);
    EXPECT_TRUE(faintFrames(counts).empty());
    counts[3] = 101, counts[4] = 99, counts[5] = 0, counts[9] = 1;
    EXPECT_EQ(faintFrames(counts), (Frames{4, 9})) << "those without any are another kind";
    EXPECT_TRUE(faintFrames({1e4, 1e4, 1, 1e4}).empty()) << "too few";
    EXPECT_TRUE(faintFrames(std::vector<double>(20, 50)).empty());
}

/// What was divided by an exposure time in femtoseconds, say: the error would be 0, and the object wrong.
TEST(WeakFrames, AreRefusedOrSaidToBeWeak) {
    const io::TemporaryFolder folder;
    const sim::PtychoDataset data = simulated();
    const auto runWith = [&](double factor, Heard& heard) {
        JobDocument job = test::putSignedScan(folder.path() / "scan.h5", data);
        const std::size_t n = data.frames.extent(1);
        std::vector<float> weak;
        for (const float value : data.frames) weak.push_back(static_cast<float>(factor * static_cast<double>(value)));
        io::h5::File file = io::h5::File::create(job.inputFile);
        file.write<float>("/entry/data/data", weak, {kAllFrames, n, n});
        std::vector<double> places;
        for (const ScanPosition& place : data.positions) places.insert(places.end(), {place.x, place.y});
        file.write<double>("/entry/places", places, {kAllFrames, 2});
        file.close();
        job.outputFile = folder.path() / "result.h5";
        job.pipeline = {{"rpie", 1, {}}};
        RunControl control;
        return runPtycho(job, heard, control, {.overwrite = true});
    };
    double photons = 0;
    for (const float value : data.frames) photons += static_cast<double>(value) / kAllFrames;
    Heard refused, warned, silent;
    const JobOutcome outcome = runWith(1e-9 / photons, refused);
    EXPECT_EQ(outcome.state, JobState::failed);
    EXPECT_NE(messageOf(outcome).find("too few to compute with"), std::string::npos) << messageOf(outcome);
    EXPECT_EQ(runWith(0.1 / photons, warned).state, JobState::done);
    EXPECT_NE(warned.log.find("counts each on average"), std::string::npos) << warned.log;
    EXPECT_EQ(runWith(1, silent).state, JobState::done);
    EXPECT_EQ(silent.log.find("counts each on average"), std::string::npos) << silent.log;
}

TEST(OutlyingFrames, AreFewAndFarFromTheRest) {
    std::vector<double> counts;
    for (int i = 0; i < 40; ++i) counts.push_back(1000 + 10 * (i % 7)); // spread by 3 %
    EXPECT_TRUE(outlyingFrames(counts).empty());
    counts[11] = 1400; // less than half more
    EXPECT_TRUE(outlyingFrames(counts).empty());
    counts[11] = 2000;
    counts[30] = 100;
    EXPECT_EQ(outlyingFrames(counts), (Frames{11, 30}));
    counts[31] = 3000; // more than a twentieth: that is how the scan is
    EXPECT_TRUE(outlyingFrames(counts).empty());
    for (const std::size_t i : {3U, 8U, 9U}) counts[i] = 0.5; // which no sample does
    EXPECT_EQ(outlyingFrames(counts), (Frames{3, 8, 9}));
    for (int i = 0; i < 40; ++i) counts[static_cast<std::size_t>(i)] = 100 * (1 + i % 9); // behind an absorber
    EXPECT_TRUE(outlyingFrames(counts).empty());
    EXPECT_TRUE(outlyingFrames({1, 1, 1, 50}).empty()) << "too few";
}

/// 5 × 5 pixels of one count each in 100 frames, with a gap of one column and a dead pixel.
TEST(PixelsWithoutCounts, LieBetweenPixelsThatHaveMany) {
    constexpr std::size_t n = 5;
    std::vector<float> mean(n * n, 1);
    std::vector<bool> isMeasured(n * n, true);
    EXPECT_EQ(pixelsWithoutCounts(mean, isMeasured, n, 100), 0U);
    for (std::size_t row = 0; row < n; ++row) mean[row * n + 2] = 0; // a gap
    mean[1 * n + 4] = 0;                                             // at the edge, between two of its column
    EXPECT_EQ(pixelsWithoutCounts(mean, isMeasured, n, 100), 6U);
    EXPECT_EQ(pixelsWithoutCounts(mean, isMeasured, n, 20), 0U) << "20 counts may be none by chance beside";
    for (std::size_t row = 0; row < n; ++row) isMeasured[row * n + 2] = false;
    EXPECT_EQ(pixelsWithoutCounts(mean, isMeasured, n, 100), 1U) << "those that are masked are known";
    mean.assign(n * n, 0); // where no light comes
    mean[12] = 1;
    isMeasured.assign(n * n, true);
    EXPECT_EQ(pixelsWithoutCounts(mean, isMeasured, n, 100), 0U);
}

TEST(RepeatedFrames, AreTooManyInARowForChance) {
    std::vector<double> counts;
    std::vector<ScanPosition> positions;
    for (int i = 0; i < 400; ++i) {
        counts.push_back(1e6 + 1000 * std::sin(i));
        positions.push_back({0, 1e-6 * i});
    }
    EXPECT_TRUE(repeatedFrames(counts, positions).empty());
    // Two numbers of 1e6 photons are the same in 1 of 3,545 cases (2 √(π 1e6)): a third one in 400 frames is chance
    // once in 31,000 scans, a fourth one once in 111 million.
    for (const std::size_t i : {101U, 102U}) counts[i] = counts[100];
    EXPECT_TRUE(repeatedFrames(counts, positions).empty());
    counts[103] = counts[100];
    EXPECT_EQ(repeatedFrames(counts, positions), (Frames{101, 102, 103}));
    for (std::size_t i = 101; i < 104; ++i) positions[i] = positions[100];
    EXPECT_TRUE(repeatedFrames(counts, positions).empty()) << "the same place may give the same frame";
    // A few photons are often the same number.
    for (std::size_t i = 0; i < counts.size(); ++i) {
        counts[i] = i / 8 % 2 == 0 ? 3 : 0;
        positions[i] = {0, 1e-6 * static_cast<double>(i)};
    }
    EXPECT_TRUE(repeatedFrames(counts, positions).empty());
}

TEST(CornersOfFrames, HaveTheLightWhereZeroFrequencyIsThere) {
    constexpr std::size_t n = 8;
    std::vector<float> pattern(n * n, 0.1F); // zero frequency at the corner
    pattern[0] = pattern[n - 1] = 10;
    EXPECT_FALSE(lightIsAtHighFrequencies(pattern, n));
    std::vector<float> exchanged(n * n);
    for (std::size_t r = 0; r < n; ++r)
        for (std::size_t c = 0; c < n; ++c) exchanged[(r + n / 2) % n * n + (c + n / 2) % n] = pattern[r * n + c];
    EXPECT_TRUE(lightIsAtHighFrequencies(exchanged, n));
    EXPECT_FALSE(lightIsAtHighFrequencies(std::vector<float>(n * n, 1), n)) << "a quarter of an even pattern";
    EXPECT_FALSE(lightIsAtHighFrequencies(std::vector<float>(n * n), n));
}

/// One frame in the place of another one is as likely as not by its sum alone.
TEST(OutlyingFrames, OneThatIsThereTwiceIsNamed) {
    const io::TemporaryFolder folder;
    sim::PtychoExperiment experiment;
    experiment.size = 32;
    experiment.frames = 40;
    for (const bool twice : {false, true}) {
        sim::PtychoDataset data = sim::simulatePtycho(experiment);
        if (twice) std::ranges::copy(data.frames.slab(7), data.frames.slab(8).begin());
        sim::writeCxi(folder.path() / "scan.cxi", data, true);
        JobDocument job;
        job.inputFile = folder.path() / "scan.cxi";
        job.outputFile = folder.path() / "result.h5";
        job.pipeline = {{"rpie", 1, {}}};
        Heard heard;
        RunControl control;
        ASSERT_EQ(runPtycho(job, heard, control, {.overwrite = true}).state, JobState::done);
        EXPECT_EQ(heard.log.find("1 frame holds exactly the counts of the one before (first: frame 8)") !=
                      std::string::npos,
                  twice)
            << heard.log;
    }
}

/// A frame of twice the counts is named, and does not lead the search for the focus astray.
TEST(OutlyingFrames, LeaveTheFocusWhereItIs) {
    const io::TemporaryFolder folder;
    sim::PtychoExperiment experiment;
    experiment.size = 32;
    experiment.frames = 60;
    const auto focusOf = [&](bool bright) {
        sim::PtychoDataset data = sim::simulatePtycho(experiment);
        for (std::size_t frame : {25U, 31U}) // near the middle of the scan
            if (bright)
                for (float& value : data.frames.slab(frame)) value *= 3;
        sim::writeCxi(folder.path() / "scan.cxi", data, true);
        JobDocument job;
        job.inputFile = folder.path() / "scan.cxi";
        job.outputFile = folder.path() / "result.h5";
        job.pipeline = {{"rpie", 1, {}}};
        job.set("initial_probe", "mean_pattern");
        struct Focus : Heard {
            void onLog(LogLevel level, const std::string& text) noexcept override {
                Heard::onLog(level, text);
                if (text.find("from the focus (error") != std::string::npos)
                    focus = text.substr(0, text.find(" (error"));
            }
            std::string focus;
        } heard;
        RunControl control;
        EXPECT_EQ(runPtycho(job, heard, control, {.overwrite = true}).state, JobState::done);
        EXPECT_EQ(heard.log.find("2 frames hold far more or fewer counts than the others (frame 25: ") !=
                      std::string::npos,
                  bright)
            << heard.log;
        return heard.focus;
    };
    const std::string expected = focusOf(false);
    EXPECT_NE(expected, "");
    EXPECT_EQ(focusOf(true), expected);
}

/// Frames of putSignedScan(), of which some are damaged.
class DamagedScan : public ::testing::Test {
protected:
    void SetUp() override { m_job = test::putSignedScan(scan(), simulated()); }
    [[nodiscard]] fs::path scan() const { return m_folder.path() / "scan.h5"; }
    void damage(std::size_t frame) { test::damageFrame(scan(), frame); }
    [[nodiscard]] JobDocument document(const char* name, std::size_t iterations = 3) const {
        JobDocument job = m_job;
        job.outputFile = m_folder.path() / name;
        job.pipeline = {{"rpie", iterations, {}}};
        job.set("devices", "cpu:1");
        job.set("auto_centre", "true");
        return job;
    }
    JobOutcome run(const JobDocument& job, const RunOptions& options = {}) {
        m_heard = {};
        return runWith(job, options);
    }
    JobOutcome runWith(const JobDocument& job, const RunOptions& options = {}) {
        RunControl control;
        m_heard.control = &control;
        const JobOutcome outcome = runPtycho(job, m_heard, control, options);
        m_heard.control = nullptr;
        return outcome;
    }
    /// By as many processes as are asked for; that of the first one.
    static JobOutcome runTogether(int processes, const JobDocument& job, bool continues = false) {
        JobOutcome first;
        compute::runProcesses(processes, [&](compute::ProcessGroup& group) {
            JobObserver silent;
            RunControl control;
            RunOptions options;
            options.processes = &group;
            options.continueResult = continues;
            const JobOutcome outcome = runPtycho(job, silent, control, options);
            if (group.isFirst()) first = outcome;
        });
        return first;
    }
    void expectSame(const char* name, const char* expectedName) const {
        const io::PtychoResult result = io::readResult(m_folder.path() / name);
        const io::PtychoResult expected = io::readResult(m_folder.path() / expectedName);
        EXPECT_EQ(result.frameIndex, expected.frameIndex);
        EXPECT_EQ(result.object, expected.object);
        EXPECT_EQ(result.probe, expected.probe);
    }

    io::TemporaryFolder m_folder;
    JobDocument m_job;
    Heard m_heard;
};

/// The last frame has no counts at all, gaps included: while it counts, no gap is in every frame looked at.
TEST_F(DamagedScan, WhatIsLeftOutDecidesNeitherMaskNorCentre) {
    JobDocument named = document("named.h5");
    named.set("excluded_frames", "24");
    ASSERT_EQ(run(named).state, JobState::done) << m_heard.log;
    ASSERT_EQ(run(document("found.h5")).state, JobState::done) << m_heard.log;
    EXPECT_NE(m_heard.log.find("left out: 24 (empty);"), std::string::npos) << m_heard.log;
    EXPECT_EQ(m_heard.found.negativePixels, 0U) << "gaps were taken for counts of zero";
    expectSame("found.h5", "named.h5");
    EXPECT_EQ(runTogether(2, document("two.h5")).state, JobState::done);
    expectSame("two.h5", "named.h5");
    ASSERT_EQ(run(document("found.h5", 5), {.continueResult = true}).state, JobState::done) << m_heard.log;
    ASSERT_EQ(run(document("long.h5", 5)).state, JobState::done);
    expectSame("found.h5", "long.h5");
}

TEST_F(DamagedScan, NoOtherFrameTakesThePlaceOfOneThatIsOfNoUse) {
    damage(2);
    JobDocument job = document("found.h5");
    job.set("max_frames", "20");
    ASSERT_EQ(run(job).state, JobState::done) << m_heard.log;
    const Frames used = io::readResult(job.outputFile).frameIndex;
    EXPECT_EQ(used.size(), 19U);
    EXPECT_EQ(used.back(), 19U);
}

TEST_F(DamagedScan, WhyAFrameCannotBeReadIsSaidOnce) {
    damage(7);
    damage(4);
    ASSERT_EQ(run(document("r.h5")).state, JobState::done) << m_heard.log;
    EXPECT_NE(m_heard.log.find("left out: 24 (empty); 4, 7 (cannot be read); a list of frames in included_frames keeps "
                               "in those that can be read\n"),
              std::string::npos)
        << m_heard.log;
    EXPECT_NE(m_heard.log.find("frame 4 cannot be read: "), std::string::npos) << m_heard.log;
    EXPECT_NE(m_heard.log.find("scan.h5:/entry/data/data"), std::string::npos) << m_heard.log;
    EXPECT_EQ(m_heard.log.find("frame 7"), std::string::npos) << m_heard.log;
    JobDocument named = document("named.h5");
    named.set("excluded_frames", "24");
    ASSERT_EQ(run(named).state, JobState::done);
    EXPECT_NE(m_heard.log.find("left out: 4, 7 (cannot be read)\n"), std::string::npos) << m_heard.log;
    EXPECT_EQ(m_heard.log.find("included_frames"), std::string::npos) << "no cure: " << m_heard.log;
}

TEST_F(DamagedScan, AContinuedRunRefusesFramesThatCannotBeReadAnyMore) {
    ASSERT_EQ(run(document("r.h5")).state, JobState::done);
    JobDocument job = document("checkpoint.h5", 6);
    job.set("checkpoint_every", "2");
    m_heard.abortAfter = 3;
    ASSERT_EQ(runWith(job).state, JobState::stopped);
    ASSERT_TRUE(fs::exists(checkpointFile(job.outputFile)));
    damage(6);
    const JobOutcome outcome = run(document("r.h5", 5), {.continueResult = true});
    EXPECT_EQ(outcome.state, JobState::failed);
    EXPECT_NE(messageOf(outcome).find("frame 6, which the earlier run used, cannot be read any more"),
              std::string::npos)
        << messageOf(outcome);
    EXPECT_EQ(io::readResult(m_folder.path() / "r.h5").loss.size(), 3U) << "the result is as it was";
    // A checkpoint belongs to the file as it was: it is not used.
    ASSERT_EQ(run(job).state, JobState::done) << m_heard.log;
    EXPECT_NE(m_heard.log.find("is not used"), std::string::npos) << m_heard.log;
    EXPECT_NE(m_heard.log.find("6 (cannot be read)"), std::string::npos) << m_heard.log;
}

/// The frames that the earlier run left out are not named in a list of others.
TEST_F(DamagedScan, AContinuedRunWithAnotherListLeavesOutWhatIsOfNoUse) {
    damage(6);
    ASSERT_EQ(run(document("r.h5")).state, JobState::done);
    JobDocument job = document("r.h5", 5);
    job.set("excluded_frames", "12");
    const JobOutcome outcome = run(job, {.continueResult = true});
    ASSERT_EQ(outcome.state, JobState::done) << messageOf(outcome);
    EXPECT_NE(m_heard.log.find("6 (cannot be read)"), std::string::npos) << m_heard.log;
    const io::PtychoResult result = io::readResult(job.outputFile);
    EXPECT_EQ(result.frameIndex.size(), kAllFrames - 3);
    for (const std::size_t frame : {6U, 12U, 24U})
        EXPECT_EQ(std::ranges::count(result.frameIndex, frame), 0) << "frame " << frame;
    EXPECT_EQ(result.loss.size(), 5U);
}

/// Frames of one box of the scan may all lie with one process.
TEST_F(DamagedScan, HowManyFramesMayBeDamagedDoesNotDependOnTheProcesses) {
    for (std::size_t frame = 0; frame < kAllFrames; frame += 2)
        if (frame < 20) damage(frame); // with two processes those of one of them
    const JobOutcome one = run(document("one.h5"));
    ASSERT_EQ(one.state, JobState::done) << messageOf(one);
    for (const int processes : {2, 3}) {
        JobDocument job = document("several.h5");
        job.outputFile += std::to_string(processes);
        const JobOutcome several = runTogether(processes, job);
        ASSERT_EQ(several.state, JobState::done) << messageOf(several);
        expectSame(job.outputFile.filename().c_str(), "one.h5");
    }
    ASSERT_EQ(run(document("one.h5", 5), {.continueResult = true}).state, JobState::done) << m_heard.log;
    const JobOutcome continued = runTogether(2, document("several.h52", 5), true);
    ASSERT_EQ(continued.state, JobState::done) << messageOf(continued);
    expectSame("several.h52", "one.h5");
    for (const std::size_t frame : {1U, 3U, 5U}) damage(frame);
    const JobOutcome lost = runTogether(2, document("several.h52", 7), true);
    EXPECT_NE(messageOf(lost).find("scan.h5:/entry/data/data"), std::string::npos) << messageOf(lost);
    for (const int processes : {1, 2}) {
        const JobOutcome most = runTogether(processes, document("most.h5"));
        EXPECT_EQ(most.state, JobState::failed);
        EXPECT_NE(messageOf(most).find("scan.h5:/entry/data/data"), std::string::npos) << messageOf(most);
    }
}

} // namespace
} // namespace ewald::job
