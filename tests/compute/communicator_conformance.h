// SPDX-License-Identifier: GPL-3.0-or-later
//
// What every communicator has to do, as functions that each rank calls with its own. Shared by the tests of all
// implementations; arithmetic is checked against formulas of the number of ranks.
#pragma once

#include "compute/communication/communicator.h"
#include "compute/devices/device.h"
#include "compute/devices/queue.h"

#include <gtest/gtest.h>

#include <numeric>

namespace ewald::compute::conformance {

/// Sums, maxima and means of arrays of many lengths. Small whole numbers: every order gives the same.
inline void reduces(Communicator& c) {
    const int ranks = c.size();
    // Nothing; less than a rank; a message; more than one block of any implementation, not divisible by the ranks.
    for (const std::size_t length : {0U, 1U, 7U, 2503U, 300007U}) {
        std::vector<float> singles(length);
        std::vector<double> doubles(length);
        for (std::size_t i = 0; i < length; ++i) {
            singles[i] = static_cast<float>(i % 13) * static_cast<float>(c.rank() + 1);
            doubles[i] = static_cast<double>(i % 17) - c.rank();
        }
        std::vector<double> largest = doubles;
        c.allReduceSum(std::span<float>(singles));
        c.allReduceSum(std::span<double>(doubles));
        c.allReduceMax(largest);
        const int triangle = ranks * (ranks + 1) / 2;
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < length; ++i) {
            const auto at = static_cast<double>(i % 17);
            wrong += singles[i] != static_cast<float>(i % 13) * static_cast<float>(triangle) ? 1U : 0U;
            wrong += doubles[i] != at * ranks - triangle + ranks ? 1U : 0U;
            wrong += largest[i] != at ? 1U : 0U;
        }
        EXPECT_EQ(wrong, 0U) << "of " << length << " elements, rank " << c.rank();
    }
    std::vector<double> mean = {static_cast<double>(c.rank())};
    c.allReduceMean(mean);
    EXPECT_EQ(mean[0], (ranks - 1) / 2.0);
    std::vector<double> reduced = {1.0};
    c.reduceSum(reduced, ranks - 1);
    EXPECT_EQ(reduced[0], c.rank() == ranks - 1 ? ranks : 1);
    std::vector<std::complex<float>> numbers = {{1, -2}};
    c.allReduceSum(std::span<std::complex<float>>(numbers));
    EXPECT_EQ(numbers[0], std::complex<float>(static_cast<float>(ranks), -2 * static_cast<float>(ranks)));
}

/// Whatever the order of summation is: every rank gets the same bits, and gets them again.
inline void sumsAreTheSameEverywhereAndAgain(Communicator& c) {
    for (const std::size_t length : {5U, 100003U}) {
        std::vector<float> first(length);
        for (std::size_t i = 0; i < length; ++i)
            first[i] = 1.0F / static_cast<float>(1 + i % 1000 + 7 * static_cast<std::size_t>(c.rank()));
        std::vector<float> second = first;
        c.allReduceSum(std::span<float>(first));
        c.allReduceSum(std::span<float>(second));
        EXPECT_EQ(first, second);
        std::vector<float> ofRankZero = first;
        c.broadcast(ofRankZero, 0);
        EXPECT_EQ(first, ofRankZero) << "rank " << c.rank();
    }
}

inline void broadcasts(Communicator& c) {
    for (int root = 0; root < c.size(); ++root)
        for (const std::size_t length : {0U, 3U, 700001U}) {
            std::vector<int> values(length, -1);
            if (c.rank() == root) std::iota(values.begin(), values.end(), root);
            c.broadcast(values, root);
            std::vector<int> expected(length);
            std::iota(expected.begin(), expected.end(), root);
            EXPECT_EQ(values, expected) << "rank " << c.rank();
        }
}

/// Rank r brings r numbers (the first nothing at all), and as many strings of bytes as go through one message.
inline void gathersAndScattersUnevenly(Communicator& c) {
    const auto rank = static_cast<std::size_t>(c.rank());
    const auto ranks = static_cast<std::size_t>(c.size());
    const std::vector<double> uneven(rank, static_cast<double>(rank));
    std::vector<double> expected;
    for (std::size_t other = 0; other < ranks; ++other) expected.insert(expected.end(), other, double(other));
    EXPECT_EQ(c.allGather(uneven), expected);

    const int root = c.size() - 1;
    const std::string text = "rank " + std::to_string(rank) + std::string(rank * 300000, '.');
    const auto texts = c.gather(text, root);
    ASSERT_EQ(texts.size(), c.rank() == root ? ranks : 0U);
    for (std::size_t other = 0; other < texts.size(); ++other)
        EXPECT_EQ(std::string(texts[other].begin(), texts[other].end()).substr(0, 8),
                  ("rank " + std::to_string(other) + std::string(other * 300000, '.')).substr(0, 8));

    std::vector<std::vector<int>> pieces;
    if (c.rank() == root)
        for (std::size_t other = 0; other < ranks; ++other) pieces.emplace_back(other, static_cast<int>(other));
    EXPECT_EQ(c.scatter(pieces, root), std::vector<int>(rank, static_cast<int>(rank)));
}

/// From every rank to every rank, itself included, `scale`·(1 + (from + 2·to) mod 3) numbers 100·from + to; nothing at
/// all from rank 1.
inline void exchangesWith(Communicator& c, std::size_t scale) {
    const auto length = [&](int from, int to) { return scale * static_cast<std::size_t>(1 + (from + 2 * to) % 3); };
    std::vector<std::vector<double>> out;
    std::vector<std::vector<double>> in;
    std::vector<Outgoing> send;
    std::vector<Incoming> receive;
    for (int other = 0; other < c.size(); ++other) {
        out.emplace_back(length(c.rank(), other), 100.0 * c.rank() + other);
        in.emplace_back(length(other, c.rank()), -1.0);
    }
    for (int other = 0; other < c.size(); ++other) {
        const auto at = static_cast<std::size_t>(other);
        if (c.rank() != 1) send.push_back({other, std::as_bytes(std::span<const double>(out[at]))});
        if (other != 1) receive.push_back({other, std::as_writable_bytes(std::span<double>(in[at]))});
    }
    for (int round = 0; round < 3; ++round) c.exchange(send, receive);
    for (int other = 0; other < c.size(); ++other)
        EXPECT_EQ(in[static_cast<std::size_t>(other)],
                  std::vector<double>(length(other, c.rank()), other == 1 ? -1.0 : 100.0 * other + c.rank()));
}
inline void exchanges(Communicator& c) {
    exchangesWith(c, 1);
    exchangesWith(c, 40000); // several blocks each
    c.exchange({}, {});      // no rank has a message
}

/// Between memories of devices: 7·(1 + (from + 2·to) mod 5) − 6 numbers 1000·from + 10·to + round, of each rank to all
/// others but the next one, then to all; what is sent lies together, what is received does not.
inline void exchangesOnDevice(Communicator& c, Queue& queue) {
    const auto length = [](int from, int to) { return static_cast<std::size_t>(7 * (1 + (from + 2 * to) % 5) - 6); };
    const auto value = [](int from, int to, int round) { return 1000.0 * from + 10.0 * to + round; };
    for (int round = 0; round < 3; ++round) {
        const auto meets = [&](int from, int to) { return from != to && (round > 0 || to != (from + 1) % c.size()); };
        std::vector<double> out;
        std::size_t received = 0;
        for (int other = 0; other < c.size(); ++other) {
            if (meets(c.rank(), other)) out.insert(out.end(), length(c.rank(), other), value(c.rank(), other, round));
            if (meets(other, c.rank())) received += length(other, c.rank()) + 2;
        }
        Buffer<double> from(queue, out.size()), to(queue, received);
        if (!out.empty()) from.upload(out);
        if (received > 0) to.upload(std::vector<double>(received, -1));
        std::vector<DeviceOutgoing> send;
        std::vector<DeviceIncoming> receive;
        std::vector<double> expected;
        std::size_t sent = 0;
        for (int other = 0; other < c.size(); ++other) {
            if (meets(c.rank(), other)) {
                send.push_back({other, from.data() + sent, length(c.rank(), other)});
                sent += length(c.rank(), other);
            }
            if (!meets(other, c.rank())) continue;
            receive.push_back({other, to.data() + expected.size() + 1, length(other, c.rank())});
            expected.push_back(-1);
            expected.insert(expected.end(), length(other, c.rank()), value(other, c.rank(), round));
            expected.push_back(-1);
        }
        c.exchangeOnDevice(queue, send, receive);
        queue.synchronize();
        EXPECT_EQ(to.toHost(), expected) << "rank " << c.rank() << ", round " << round;
        c.barrier(); // others may still read what this rank has sent
    }
}

inline void agreesAndMeets(Communicator& c) {
    EXPECT_EQ(c.agreeStop(StopRequest::none), StopRequest::none);
    EXPECT_EQ(c.agreeStop(c.rank() == c.size() - 1 ? StopRequest::graceful : StopRequest::none), StopRequest::graceful);
    for (int i = 0; i < 50; ++i) c.barrier();
}

inline void everything(Communicator& c) {
    reduces(c);
    sumsAreTheSameEverywhereAndAgain(c);
    broadcasts(c);
    gathersAndScattersUnevenly(c);
    exchanges(c);
    const auto queue = makeQueue({"cpu", 1});
    exchangesOnDevice(c, *queue);
    agreesAndMeets(c);
}

// ---- faults: each ends every rank with an error; only the last rank misbehaves
// ---------------------------------------

[[nodiscard]] inline bool isLast(const Communicator& c) { return c.rank() == c.size() - 1; }

/// Throws in the middle, while the others wait in a call.
inline void throws(Communicator& c) {
    c.barrier();
    if (isLast(c)) throw DataError("frame 7 cannot be read", "scan.h5", "check the file");
    c.barrier();
}
inline void staysAway(Communicator& c) {
    if (!isLast(c)) c.barrier();
}
inline void reducesAnotherLength(Communicator& c) {
    std::vector<float> values(isLast(c) ? 20 : 10);
    c.allReduceSum(std::span<float>(values));
}
inline void reducesAnotherLengthOfMany(Communicator& c) {
    std::vector<double> values(isLast(c) ? 300000 : 300001);
    c.allReduceSum(std::span<double>(values));
}
inline void broadcastsAnotherLength(Communicator& c) {
    std::vector<int> values(isLast(c) ? 20 : 10);
    c.broadcast(values, 0);
    c.barrier(); // who only sends may learn of it later
}
/// Every rank waits for a message of the next one; none is sent.
inline void waitsForAMessageThatIsNotSent(Communicator& c) {
    double value = 0;
    const Incoming piece{(c.rank() + 1) % c.size(), std::as_writable_bytes(std::span<double>(&value, 1))};
    c.exchange({}, std::span(&piece, 1));
}
inline void sendsAnotherSize(Communicator& c) {
    std::vector<double> out(isLast(c) ? 3 : 2);
    std::vector<double> in(2);
    const Outgoing send{(c.rank() + 1) % c.size(), std::as_bytes(std::span<const double>(out))};
    const Incoming receive{(c.rank() + c.size() - 1) % c.size(), std::as_writable_bytes(std::span<double>(in))};
    c.exchange(std::span(&send, 1), std::span(&receive, 1));
    c.barrier(); // who has got its own learns of it here
}

} // namespace ewald::compute::conformance
