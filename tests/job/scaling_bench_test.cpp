// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/bench/scaling_bench.h"

#include "base/error.h"
#include "io/hdf5/hdf5.h"
#include "io/temporary_folder.h"
#include "job/bench/scaling_export.h"
#include "job/integration/integrate_job_kind.h"

#include <cmath>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace ewald::job {
namespace {

namespace fs = std::filesystem;
using Verdict = ScalingAgreement::Verdict;

ScalingRun madeUpRun(std::size_t workers, unsigned long long seed, double iteration_s, double fourierError) {
    ScalingRun run;
    run.workers = workers;
    run.seed = seed;
    run.devices = workers == 1 ? "cuda:0" : "cuda:0,cuda:1";
    run.iteration_s = iteration_s;
    run.fourierError = fourierError;
    run.loss = {{1, "rpie", 2 * fourierError, 0, 0, iteration_s}, {2, "rpie", fourierError, 0, 0, 2 * iteration_s}};
    return run;
}

/// One worker: 3, 4, 5 s; two: 2, 2, 2.
ScalingReport madeUpReport() {
    ScalingReport report;
    report.input = "scan.cxi";
    report.engines = "rpie 2";
    for (std::size_t seed = 0; seed < 3; ++seed) {
        report.runs.push_back(madeUpRun(1, seed, 3.0 + static_cast<double>(seed), 0.01));
        report.runs.push_back(madeUpRun(2, seed, 2, 0.01 + 0.001 * static_cast<double>(seed)));
        report.runs.back().objectDifference = 1e-6 * static_cast<double>(seed);
        report.runs.back().probeDifference = 1e-7;
    }
    return report;
}

std::string contentOf(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

TEST(ScalingBench, MeansAndDeviationsAreThoseOfASample) {
    const std::vector<double> values{2, 4, 6};
    const Spread spread = spreadOf(values);
    EXPECT_DOUBLE_EQ(spread.mean, 4);
    ASSERT_TRUE(spread.deviation);
    EXPECT_DOUBLE_EQ(*spread.deviation, 2); // √((4 + 0 + 4) / 2)
    EXPECT_FALSE(spreadOf(std::span(values).first(1)).deviation);
    EXPECT_EQ(spreadOf({}).mean, 0);
}

TEST(ScalingBench, RelativeDeviationsOfARatioAddInQuadrature) {
    const Spread ratio = ratioOf({10, 0.3}, {5, 0.2}); // 3 % and 4 % give 5 %
    EXPECT_DOUBLE_EQ(ratio.mean, 2);
    ASSERT_TRUE(ratio.deviation);
    EXPECT_NEAR(*ratio.deviation, 0.1, 1e-15);
    EXPECT_FALSE(ratioOf({10, {}}, {5, 0.2}).deviation); // a single run has no deviation to propagate
}

TEST(ScalingBench, TimeOfAnIterationIsTheMedian) {
    const auto entry = [](double time_s) { return io::LossEntry{1, "rpie", 0, 0, 0, time_s}; };
    EXPECT_EQ(medianIteration_s({}), 0);
    const std::vector<io::LossEntry> odd{entry(9), entry(10), entry(12)}; // 9, 1, 2
    EXPECT_DOUBLE_EQ(medianIteration_s(odd), 2);
    const std::vector<io::LossEntry> even{entry(9), entry(10), entry(12), entry(15)}; // 9, 1, 2, 3
    EXPECT_DOUBLE_EQ(medianIteration_s(even), 2.5);
}

TEST(ScalingBench, RowsFollowFromRuns) {
    const auto rows = madeUpReport().rows();
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].runs, 3U);
    EXPECT_DOUBLE_EQ(rows[0].iteration_s.mean, 4);
    EXPECT_DOUBLE_EQ(rows[0].iteration_s.deviation.value(), 1);
    EXPECT_EQ(rows[0].speedup.mean, 1);
    EXPECT_EQ(rows[0].speedup.deviation.value(), 0);
    EXPECT_EQ(rows[0].ideal, 1);
    EXPECT_FALSE(rows[0].largestDifference);
    EXPECT_DOUBLE_EQ(rows[1].speedup.mean, 2);
    EXPECT_DOUBLE_EQ(rows[1].speedup.deviation.value(), 0.5); // 25 % of 2, nothing from two workers
    EXPECT_EQ(rows[1].ideal, 2);                              // two devices
    EXPECT_DOUBLE_EQ(rows[1].fourierError.mean, 0.011);
    EXPECT_NEAR(rows[1].fourierError.deviation.value(), 0.001, 1e-12);
    EXPECT_DOUBLE_EQ(rows[1].largestDifference.value(), 2e-6);
}

TEST(ScalingBench, AgreementNamesTheWorst) {
    ScalingReport report = madeUpReport();
    EXPECT_EQ(report.agreement().verdict, Verdict::agree);
    EXPECT_EQ(report.agreement().largest, 2e-6);
    report.runs[3].probeDifference = 1.1e-4; // above the limit
    const ScalingAgreement differs = report.agreement();
    EXPECT_EQ(differs.verdict, Verdict::differ);
    EXPECT_EQ(differs.what, "probe");
    EXPECT_EQ(differs.workers, 2U);
    EXPECT_EQ(differs.seed, 1U);
    EXPECT_NE(agreementText(differs).find("DO NOT AGREE"), std::string::npos);
    report.runs[1].objectDifference = std::nan(""); // worse than any number
    EXPECT_EQ(report.agreement().verdict, Verdict::differ);
    EXPECT_TRUE(std::isnan(report.agreement().largest));
    report.runs.resize(1);
    EXPECT_EQ(report.agreement().verdict, Verdict::notCompared);
}

TEST(ScalingBench, WorkersAreDealtOutInTurn) {
    const std::vector<std::string> cpu{"cpu"};
    EXPECT_EQ(assignWorkers(1, cpu), "cpu");
    EXPECT_EQ(assignWorkers(3, cpu), "cpu:3");
    const std::vector<std::string> gpus{"cuda:0", "cuda:1"};
    EXPECT_EQ(assignWorkers(1, gpus), "cuda:0");
    EXPECT_EQ(assignWorkers(2, gpus), "cuda:0,cuda:1");
    EXPECT_EQ(assignWorkers(3, gpus), "cuda:0x2,cuda:1");
}

TEST(ScalingBench, FilesHoldWhatTheRowsSay) {
    const io::TemporaryFolder folder;
    const ScalingReport report = madeUpReport();
    exportScaling(folder.path() / "s.csv", report, false);
    const std::string csv = contentOf(folder.path() / "s.csv");
    EXPECT_NE(csv.find("\n2,\"cuda:0,cuda:1\",3,2,0,2,0.5,2,0.011,0.001,2e-06\n"), std::string::npos) << csv;
    EXPECT_THROW(exportScaling(folder.path() / "s.csv", report, false), DataError); // exists
    EXPECT_THROW(exportScaling(folder.path() / "s.txt", report, false), JobError);

    exportScaling(folder.path() / "s.h5", report, false);
    const auto file = io::h5::File::open(folder.path() / "s.h5");
    EXPECT_EQ(file.dataset("/entry/scaling/speedup").readAll<double>(), (std::vector<double>{1, 2}));
    EXPECT_EQ(file.dataset("/entry/scaling/speedup_errors").readAll<double>(), (std::vector<double>{0, 0.5}));
    EXPECT_EQ(file.children("/entry/runs").size(), 6U);
    EXPECT_EQ(file.dataset("/entry/runs/run_0003/time_s").readAll<double>(), (std::vector<double>{4, 8}));
    EXPECT_EQ(file.dataset("/entry/runs/run_0003/fourier_error").readAll<double>(), (std::vector<double>{0.02, 0.01}));

    const auto json = scalingJson(report);
    EXPECT_EQ(json["rows"][1]["speedup"], 2);
    EXPECT_EQ(json["agreement"]["verdict"], "agree");
    EXPECT_NE(scalingText(report).find("The results agree"), std::string::npos);
}

TEST(ScalingBench, TheSameJobOnMoreWorkersAgrees) {
    const io::TemporaryFolder folder;
    JobDocument job = simulatedScalingJob(folder.path(), 32, 25);
    job.pipeline.front().iterations = 3;
    job.set("batch_size", "8"); // with all frames in one batch their order, hence the seed, would mean nothing
    ScalingOptions options;
    options.devices = "cpu";
    options.workers = {3, 2}; // one is added
    options.repeats = 2;
    std::vector<double> fractions;
    std::size_t ended = 0;
    options.progress = [&](const ScalingProgress& progress) { fractions.push_back(progress.fraction()); };
    options.runEnded = [&](const ScalingReport& report) { ended = report.runs.size(); };
    RunControl control;
    const ScalingReport report = benchScaling(job, options, control);
    EXPECT_FALSE(report.stopped);
    ASSERT_EQ(report.runs.size(), 6U);
    EXPECT_EQ(ended, 6U);
    std::vector<std::size_t> order;
    for (const ScalingRun& run : report.runs) order.push_back(run.workers);
    EXPECT_EQ(order, (std::vector<std::size_t>{1, 2, 3, 3, 2, 1}));
    for (const ScalingRun& run : report.runs) {
        EXPECT_EQ(run.seed, &run < &report.runs[3] ? 0U : 1U);
        EXPECT_EQ(run.loss.size(), 3U);
        EXPECT_GT(run.iteration_s, 0);
        EXPECT_GT(run.fourierError, 0);
        EXPECT_EQ(run.objectDifference.has_value(), run.workers > 1);
    }
    // Another seed deals out the frames in another order: the error after three iterations is another one.
    EXPECT_NE(report.runs[0].fourierError, report.runs[5].fourierError);
    EXPECT_EQ(report.rows()[2].devices, "cpu:3");
    EXPECT_EQ(report.rows()[2].ideal, 1); // one processor
    // Sums in another order, three contracting updates: near the rounding of float, far below the limit.
    EXPECT_EQ(report.agreement().verdict, Verdict::agree) << agreementText(report.agreement());
    EXPECT_TRUE(std::ranges::is_sorted(fractions));
    EXPECT_DOUBLE_EQ(fractions.back(), 1);
}

TEST(ScalingBench, AStopKeepsTheRunsThatHaveEnded) {
    const io::TemporaryFolder folder;
    JobDocument job = simulatedScalingJob(folder.path(), 32, 25);
    job.pipeline.front().iterations = 20;
    ScalingOptions options;
    options.devices = "cpu";
    options.workers = {1, 2};
    RunControl control;
    options.progress = [&](const ScalingProgress& progress) {
        if (progress.run == 1 && progress.iteration == 2) control.requestStop(StopRequest::graceful);
    };
    const ScalingReport report = benchScaling(job, options, control);
    EXPECT_TRUE(report.stopped);
    ASSERT_EQ(report.runs.size(), 1U);
    EXPECT_EQ(report.runs[0].workers, 1U);
    EXPECT_EQ(report.agreement().verdict, Verdict::notCompared);
    EXPECT_NE(scalingText(report).find("Stopped by request"), std::string::npos);
}

TEST(ScalingBench, NumbersThatMakeNoSenseAreRefused) {
    const io::TemporaryFolder folder;
    const auto bench = [](const JobDocument& job, const std::vector<std::size_t>& workers, std::size_t repeats) {
        ScalingOptions options;
        options.devices = "cpu";
        options.workers = workers;
        options.repeats = repeats;
        RunControl control;
        (void)benchScaling(job, options, control);
    };
    JobDocument job;
    job.inputFile = folder.path() / "no.cxi";
    EXPECT_THROW(bench(job, {0, 2}, 1), JobError);
    EXPECT_THROW(bench(job, {1}, 0), JobError);
    EXPECT_THROW(bench(job, {1}, 1), DataError); // no such file
    EXPECT_THROW(bench(integrateJobKind().newDocument(), {1}, 1), JobError);
    EXPECT_THROW(bench(simulatedScalingJob(folder.path(), 32, 25), {5000}, 1), JobError); // more than there may be
}

} // namespace
} // namespace ewald::job
