// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/ptychography/setup/automatic_batch.h"

#include "job/document/document.h"
#include "job/document/settings.h"

#include <gtest/gtest.h>

namespace ewald::job {
namespace {

TEST(AutomaticBatch, FollowsFromTheScanAndTheNumberOfGpus) {
    // Without GPUs the engine's default.
    EXPECT_EQ(automaticBatch(400, 256, 0, 32), 32U);
    EXPECT_EQ(automaticBatch(20000, 256, 0, 1), 1U);
    EXPECT_EQ(automaticBatch(20, 256, 0, 32), 20U);
    // 64 frames of 256² a GPU, more of smaller frames, no fewer of larger ones.
    EXPECT_EQ(automaticBatch(20000, 256, 1, 32), 64U);
    EXPECT_EQ(automaticBatch(20000, 256, 8, 32), 512U);
    EXPECT_EQ(automaticBatch(20000, 128, 1, 32), 256U);
    EXPECT_EQ(automaticBatch(20000, 128, 4, 32), 1024U);
    EXPECT_EQ(automaticBatch(20000, 512, 2, 32), 128U);
    // At most a quarter of the scan, at least the default, never more than there are.
    EXPECT_EQ(automaticBatch(400, 256, 8, 32), 100U);
    EXPECT_EQ(automaticBatch(60, 256, 8, 32), 32U);
    EXPECT_EQ(automaticBatch(20, 256, 8, 32), 20U);
    EXPECT_EQ(automaticBatch(1, 256, 8, 32), 1U);
}

TEST(AutomaticBatch, TakesThePlaceOfZeroOnly) {
    JobDocument job;
    job.pipeline = {{"rpie", 5, {}}, {"lsqml", 5, {}}, {"dm", 5, {}}, {"epie", 5, {}}};
    job.set("batch_size", ParameterValue(0LL), 0);
    job.set("batch_size", ParameterValue(7LL), 1);
    job.set("batch_size", ParameterValue(0LL), 2); // kept for another engine
    const JobDocument before = job;
    chooseBatches(job, 20000, 256, 2);
    EXPECT_EQ(std::get<long long>(job.stageValue(0, "batch_size")), 128);
    EXPECT_EQ(std::get<long long>(job.stageValue(1, "batch_size")), 7);
    EXPECT_EQ(job.pipeline[2], before.pipeline[2]);
    EXPECT_EQ(job.pipeline[3], before.pipeline[3]) << "the default is a number";
    EXPECT_EQ(stageSettingsOf(before, 0).framesAtOnce(), 32U) << "left open, without a scan: the default";
}

/// A run that goes on does so with the batches it had, wherever it goes on.
TEST(AutomaticBatch, IsTakenOverFromAnEarlierJob) {
    JobDocument earlier, now;
    earlier.pipeline = {{"rpie", 5, {}}, {"rpie", 5, {}}};
    earlier.set("batch_size", "48");
    now.pipeline = {{"rpie", 5, {}}, {"lsqml", 5, {}}, {"rpie", 5, {}}};
    now.set("batch_size", "auto");
    takeBatchesOf(earlier, now);
    EXPECT_EQ(std::get<long long>(now.stageValue(0, "batch_size")), 48);
    EXPECT_EQ(std::get<long long>(now.stageValue(1, "batch_size")), 0) << "another engine";
    EXPECT_EQ(std::get<long long>(now.stageValue(2, "batch_size")), 0);
}

TEST(AutomaticBatch, IsAWordInDocuments) {
    JobDocument job;
    job.pipeline = {{"rpie", 5, {}}};
    job.set("batch_size", "auto");
    EXPECT_EQ(std::get<long long>(job.stageValue(0, "batch_size")), 0);
    const std::string json = toJson(job);
    EXPECT_NE(json.find("\"batch_size\": \"auto\""), std::string::npos) << json;
    EXPECT_EQ(parseJob(json, "job.json"), job);
    EXPECT_ANY_THROW(job.set("batch_size", "many"));
    EXPECT_ANY_THROW(job.set("batch_size", "-1"));
}

} // namespace
} // namespace ewald::job
