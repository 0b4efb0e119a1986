// SPDX-License-Identifier: GPL-3.0-or-later
#include "communicator_conformance.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace ewald::compute {
namespace {

using namespace std::chrono_literals;

class Communicators : public testing::TestWithParam<int> {};

TEST_P(Communicators, InProcessDoEverything) { runRanks(GetParam(), conformance::everything); }

INSTANTIATE_TEST_SUITE_P(Ranks, Communicators, testing::Values(1, 2, 3, 4, 8));

TEST(Communicator, SumsAreTakenInRankOrderOnEveryRank) {
    // 1e8 + 1 − 1e8 depends on the order in float: in rank order the 1 is lost.
    runRanks(3, [](Communicator& c) {
        const float parts[] = {1e8F, 1.0F, -1e8F};
        std::vector<float> value = {parts[c.rank()]};
        c.allReduceSum(std::span<float>(value));
        EXPECT_EQ(value[0], 0.0F);
    });
}

TEST(Communicator, ARankThatThrowsEndsTheOthersAndIsNamed) {
    std::atomic<int> left{0};
    try {
        runRanks(3, [&](Communicator& c) {
            try {
                conformance::throws(c);
                ADD_FAILURE() << "the barrier cannot complete";
            } catch (const DataError& error) {
                const bool own = c.rank() == 2;
                EXPECT_EQ(std::string(error.what()), std::string(own ? "" : "rank 2 failed: ") +
                                                         "frame 7 cannot be read: scan.h5; check the file");
                ++left;
                throw;
            }
        });
        FAIL() << "the failure is lost";
    } catch (const DataError& error) {
        EXPECT_EQ(error.problem(), "frame 7 cannot be read") << "the first cause comes out, not its consequences";
    }
    EXPECT_EQ(left, 3);
}

/// Only one rank waits: if others did, too, any of them could be late on a machine with other work.
TEST(Communicator, RanksThatStayAwayAreNamedAfterTheTimeOut) {
    try {
        runRanks(
            3,
            [](Communicator& c) {
                if (c.rank() == 1) c.barrier();
            },
            200ms);
        FAIL() << "waited for ever, or not at all";
    } catch (const DeviceError& error) {
        EXPECT_EQ(error.problem(), "rank 0, 2 did not arrive at 'barrier' within 0.2 s");
    }
}

/// Rank 1 gives up first, rank 0 a moment later, as its device does not respond: that is why it did not arrive.
TEST(Communicator, ARankThatWaitsForItsDeviceSaysWhyItDidNotArrive) {
    try {
        runRanks(
            2,
            [](Communicator& c) {
                if (c.rank() == 1) c.barrier();
                try {
                    while (true) c.throwIfFailed(), std::this_thread::yield();
                } catch (const Error&) {
                    throw DeviceError("no response for 0.05 s", "cuda:0");
                }
            },
            50ms);
        FAIL() << "waited for ever, or not at all";
    } catch (const DeviceError& error) {
        EXPECT_EQ(error.problem(), "rank 0 failed: no response for 0.05 s");
        EXPECT_EQ(error.where(), "cuda:0");
    }
}

TEST(Communicator, DisagreementsAreErrorsNotCrashesOrHangs) {
    for (const auto fault : {conformance::reducesAnotherLength, conformance::reducesAnotherLengthOfMany,
                             conformance::broadcastsAnotherLength, conformance::waitsForAMessageThatIsNotSent,
                             conformance::sendsAnotherSize})
        EXPECT_THROW(runRanks(3, fault), DeviceError);
}

} // namespace
} // namespace ewald::compute
