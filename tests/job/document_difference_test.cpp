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

std::string text(const std::optional<std::string>& last, const std::vector<EarlierValue>& earlier) {
    std::string all;
    for (const EarlierValue& one : earlier) all += one.value + " until " + std::to_string(one.until) + ", ";
    return all + last.value_or("–");
}

std::vector<std::string> texts(const std::vector<ParameterDifference>& differences) {
    std::vector<std::string> lines;
    for (const ParameterDifference& each : differences)
        lines.push_back(each.key + (each.stage ? " " + std::to_string(*each.stage) : "") + ": " +
                        text(each.a, each.earlierA) + " | " + text(each.b, each.earlierB));
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
    EXPECT_EQ(texts(jobDifferences(plain, changed)), Lines{"object_step 0: 1.0 | 1.0 until 30, 0.5"});
    EXPECT_EQ(texts(jobDifferences(changed, plain)), Lines{"object_step 0: 1.0 until 30, 0.5 | 1.0"});
    for (const ParameterDifference& each : jobDifferences(plain, changed)) EXPECT_EQ(each.stages, 1U);
    // Three changes, of which the last takes the first back.
    const std::string often = jobOf({stage("rpie", 10, {{"object_step", 0.5}}),
                                     stage("rpie", 10, {{"object_step", 0.5}, {"batch_size", 7LL}}),
                                     stage("rpie", 80, {{"batch_size", 7LL}})});
    const std::vector<ParameterDifference> left = jobDifferences(plain, often);
    ASSERT_EQ(left.size(), 2U);
    const auto find = [&](const char* key) { return *std::ranges::find(left, key, &ParameterDifference::key); };
    EXPECT_EQ(find("object_step").a, find("object_step").b);
    EXPECT_EQ(find("object_step").earlierB, (std::vector<EarlierValue>{{"0.5", 20}}));
    EXPECT_EQ(find("batch_size").b, "7");
    ASSERT_EQ(find("batch_size").earlierB.size(), 1U);
    EXPECT_EQ(find("batch_size").earlierB.front().until, 10U);
}

TEST(JobDifferencesTest, TheSameChangeAtAnotherIterationIsADifference) {
    const ParameterMap half{{"object_step", 0.5}};
    const std::string at40 = jobOf({stage("rpie", 40), stage("rpie", 60, half)});
    const std::string at80 = jobOf({stage("rpie", 80), stage("rpie", 20, half)});
    EXPECT_TRUE(jobDifferences(at40, at40).empty());
    EXPECT_EQ(texts(jobDifferences(at40, at80)), Lines{"object_step 0: 1.0 until 40, 0.5 | 1.0 until 80, 0.5"});
    // The same at the end, all the time in one of them.
    EXPECT_EQ(texts(jobDifferences(jobOf({stage("rpie", 100, half)}), at80)),
              Lines{"object_step 0: 0.5 | 1.0 until 80, 0.5"});
    // Counted from the first iteration of the job, behind another engine.
    const std::string behind = jobOf({stage("dm", 20), stage("rpie", 30), stage("rpie", 50, half)});
    EXPECT_EQ(texts(jobDifferences(jobOf({stage("dm", 20), stage("rpie", 80, half)}), behind)),
              Lines{"object_step 1: 0.5 | 1.0 until 50, 0.5"});
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
