// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/document/document_difference.h"

#include "job/document/document_format.h"
#include "job/document/undivided.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace ewald::job {
namespace {

std::string jobOf(std::vector<Stage> pipeline) {
    JobDocument job;
    job.inputFile = "/data/scan.cxi";
    job.pipeline = std::move(pipeline);
    return toJson(job, true);
}

Stage stage(const char* engine, std::size_t iterations, ParameterMap parameters = {}) {
    return {engine, iterations, std::move(parameters)};
}

std::vector<std::string> texts(const std::vector<ParameterDifference>& differences) {
    std::vector<std::string> lines;
    for (const ParameterDifference& each : differences)
        lines.push_back(each.key + (each.stage ? " " + std::to_string(*each.stage) : "") + ": " + each.a.value_or("–") +
                        " | " + each.b.value_or("–"));
    return lines;
}

using Lines = std::vector<std::string>;

TEST(UndividedTest, NeighboursOfOneEngineAreOneStageAsItIsLast) {
    const std::vector<Stage> divided{stage("dm", 20), stage("rpie", 30), stage("rpie", 70, {{"object_step", 0.5}}),
                                     stage("epie", 5), stage("rpie", 2)};
    const std::vector<Stage> joined = undivided(divided);
    ASSERT_EQ(joined.size(), 4U);
    EXPECT_EQ(joined[0], stage("dm", 20));
    EXPECT_EQ(joined[1], stage("rpie", 100, {{"object_step", 0.5}}));
    EXPECT_EQ(joined[2], stage("epie", 5));
    EXPECT_EQ(joined[3], stage("rpie", 2)) << "another engine lies between";
    // In iteration 49 the third stage, which begins with the 50th, has not begun.
    EXPECT_EQ(undivided(divided, 49), divided);
    EXPECT_EQ(undivided(divided, 50), joined);
    EXPECT_TRUE(undivided({}).empty());
}

TEST(JobDifferencesTest, WhatAChangeOfARunningJobHasDividedIsOneStage) {
    const std::string plain = jobOf({stage("rpie", 100)});
    const std::string changed = jobOf({stage("rpie", 30), stage("rpie", 70, {{"object_step", 0.5}})});
    EXPECT_EQ(texts(jobDifferences(plain, changed)), Lines{"object_step 0: 1.0 | 0.5"});
    EXPECT_EQ(texts(jobDifferences(changed, plain)), Lines{"object_step 0: 0.5 | 1.0"});
    for (const ParameterDifference& each : jobDifferences(plain, changed)) EXPECT_EQ(each.stages, 1U);
    // Three changes, of which the last takes the first back: only what is left of them.
    const std::string often = jobOf({stage("rpie", 10, {{"object_step", 0.5}}),
                                     stage("rpie", 10, {{"object_step", 0.5}, {"batch_size", 7LL}}),
                                     stage("rpie", 80, {{"batch_size", 7LL}})});
    const std::vector<ParameterDifference> left = jobDifferences(plain, often);
    ASSERT_EQ(left.size(), 1U);
    EXPECT_EQ(left.front().key, "batch_size");
    EXPECT_EQ(left.front().b, "7");
}

TEST(JobDifferencesTest, StagesThatBothHaveAreComparedOneByOne) {
    const std::string a = jobOf({stage("rpie", 30), stage("rpie", 70)});
    const std::string b = jobOf({stage("rpie", 30), stage("rpie", 70, {{"object_step", 0.5}})});
    EXPECT_EQ(texts(jobDifferences(a, b)), Lines{"object_step 1: 1.0 | 0.5"});
    EXPECT_EQ(jobDifferences(a, b).front().stages, 2U);
}

TEST(JobDifferencesTest, OfAStageThatOneLacksOnlyEngineAndIterationsAreSaid) {
    const std::string a = jobOf({stage("dm", 20), stage("rpie", 30)});
    const std::string b = jobOf({stage("dm", 20)});
    EXPECT_EQ(texts(jobDifferences(a, b)), (Lines{"engine 1: rpie | –", "iterations 1: 30 | –"}));
    EXPECT_EQ(texts(jobDifferences(b, a)), (Lines{"engine 1: – | rpie", "iterations 1: – | 30"}));
    // Of another engine also what both have and is not alike.
    const std::string c = jobOf({stage("rpie", 20, {{"batch_size", 3LL}})});
    const std::string d = jobOf({stage("epie", 20, {{"batch_size", 4LL}})});
    const Lines differ = texts(jobDifferences(c, d));
    EXPECT_EQ(differ.front(), "engine 0: rpie | epie");
    EXPECT_NE(std::ranges::find(differ, "batch_size 0: 3 | 4"), differ.end());
    for (const std::string& line : differ) EXPECT_EQ(line.find("–"), std::string::npos) << line;
}

} // namespace
} // namespace ewald::job
