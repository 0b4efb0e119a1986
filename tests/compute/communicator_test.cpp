// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "compute/communicator.h"

#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <thread>

namespace ewald::compute {
namespace {

using namespace std::chrono_literals;

class Communicators : public testing::TestWithParam<int> {};

TEST_P(Communicators, ReduceBroadcastAndGather) {
    const int ranks = GetParam();
    runRanks(ranks, [&](Communicator& c) {
        ASSERT_EQ(c.size(), ranks);
        // More elements than a block, not divisible by the ranks.
        std::vector<float> values(2503, static_cast<float>(c.rank() + 1));
        c.allReduceSum(std::span<float>(values));
        const float sum = static_cast<float>(ranks * (ranks + 1)) / 2;
        EXPECT_EQ(values.front(), sum);
        EXPECT_EQ(values.back(), sum);

        std::vector<double> mine = {static_cast<double>(c.rank()), -static_cast<double>(c.rank())};
        c.allReduceMax(mine);
        EXPECT_EQ(mine[0], ranks - 1);
        EXPECT_EQ(mine[1], 0);

        std::vector<float> told(5, static_cast<float>(c.rank()));
        c.broadcast(told, ranks - 1);
        EXPECT_EQ(told[4], static_cast<float>(ranks - 1));

        // Rank r brings r numbers.
        const std::vector<double> uneven(static_cast<std::size_t>(c.rank()), static_cast<double>(c.rank()));
        const std::vector<double> all = c.allGather(uneven);
        ASSERT_EQ(all.size(), static_cast<std::size_t>(ranks * (ranks - 1) / 2));
        if (ranks > 1) {
            EXPECT_EQ(all.back(), ranks - 1);
        }

        EXPECT_EQ(c.agreeStop(c.rank() == ranks - 1 ? StopRequest::graceful : StopRequest::none),
                  StopRequest::graceful);
        c.barrier();
    });
}

TEST_P(Communicators, ExchangeDeliversToTheRightRankAndNobodyElse) {
    const int ranks = GetParam();
    runRanks(ranks, [&](Communicator& c) {
        // To every rank, itself included, 1 + (from + 2·to) mod 3 numbers 100·from + to; nothing at all from rank 1.
        const auto length = [](int from, int to) { return static_cast<std::size_t>(1 + (from + 2 * to) % 3); };
        std::vector<std::vector<double>> out, in;
        for (int other = 0; other < ranks; ++other) {
            out.emplace_back(length(c.rank(), other), 100.0 * c.rank() + other);
            in.emplace_back(length(other, c.rank()), -1.0);
        }
        std::vector<Outgoing> send;
        std::vector<Incoming> receive;
        for (int other = 0; other < ranks; ++other) {
            const auto at = static_cast<std::size_t>(other);
            if (c.rank() != 1) send.push_back({other, std::as_bytes(std::span<const double>(out[at]))});
            if (other != 1) receive.push_back({other, std::as_writable_bytes(std::span<double>(in[at]))});
        }
        for (int round = 0; round < 3; ++round) c.exchange(send, receive);
        for (int other = 0; other < ranks; ++other)
            for (const double value : in[static_cast<std::size_t>(other)])
                EXPECT_EQ(value, other == 1 ? -1.0 : 100.0 * other + c.rank());
    });
}

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
            if (c.rank() == 1) throw DataError("frame 7 cannot be read");
            try {
                c.barrier();
                ADD_FAILURE() << "the barrier cannot complete";
            } catch (const DeviceError& error) {
                EXPECT_NE(std::string(error.what()).find("rank 1 failed: frame 7"), std::string::npos) << error.what();
                ++left;
                throw;
            }
        });
        FAIL() << "the failure is lost";
    } catch (const DataError& error) {
        EXPECT_STREQ(error.what(), "frame 7 cannot be read") << "the first cause comes out, not its consequences";
    }
    EXPECT_EQ(left, 2);
}

TEST(Communicator, ARankThatStaysAwayIsNamedAfterTheTimeOut) {
    try {
        runRanks(
            2,
            [](Communicator& c) {
                if (c.rank() == 1) return; // never comes to the barrier
                c.barrier();
            },
            200ms);
        FAIL() << "waited for ever, or not at all";
    } catch (const DeviceError& error) {
        EXPECT_NE(std::string(error.what()).find("rank 1 did not arrive at 'barrier'"), std::string::npos)
            << error.what();
    }
}

TEST(Communicator, DifferentSizesAreAnErrorNotACrash) {
    EXPECT_THROW(runRanks(2,
                          [](Communicator& c) {
                              std::vector<float> values(c.rank() == 0 ? 10 : 20);
                              c.allReduceSum(std::span<float>(values));
                          }),
                 DeviceError);
}

TEST(Communicator, AMessageThatNobodySendsIsAnErrorNotAHang) {
    EXPECT_THROW(runRanks(3,
                          [](Communicator& c) {
                              double value = 0;
                              const Incoming piece{(c.rank() + 1) % 3,
                                                   std::as_writable_bytes(std::span<double>(&value, 1))};
                              c.exchange({}, std::span(&piece, 1));
                          }),
                 DeviceError);
}

} // namespace
} // namespace ewald::compute
