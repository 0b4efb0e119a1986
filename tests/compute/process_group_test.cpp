// SPDX-License-Identifier: GPL-3.0-or-later
#include "communicator_conformance.h"
#include "memory_link.h"

#include <gtest/gtest.h>

#include <atomic>
#include <set>

namespace ewald::compute {
namespace {

using namespace std::chrono_literals;

/// How many threads each process has.
using Layout = std::vector<int>;

class ProcessLayouts : public testing::TestWithParam<Layout> {};

TEST_P(ProcessLayouts, DoEverythingThatThreadsDo) {
    const Layout layout = GetParam();
    runProcesses(static_cast<int>(layout.size()), [&](ProcessGroup& group) {
        conformance::everything(group.everyProcess());
        const auto communicators = group.makeCommunicators(layout[static_cast<std::size_t>(group.process())], 30s);
        EXPECT_EQ(communicators.front()->size(), std::accumulate(layout.begin(), layout.end(), 0));
        runRanks(communicators, conformance::everything);
        const auto exitState = group.leave(0);
        EXPECT_FALSE(exitState.error) << exitState.error->what();
        EXPECT_EQ(exitState.reports, group.isFirst());
        group.close(exitState);
    });
}

INSTANTIATE_TEST_SUITE_P(Ranks, ProcessLayouts,
                         testing::Values(Layout{1, 1}, Layout{1, 2}, Layout{2, 2}, Layout{3, 1, 4}, Layout{2, 2, 2},
                                         Layout{1, 1, 1, 1, 1, 1, 1, 1}),
                         [](const auto& layout) {
                             std::string name = "of";
                             for (const int threads : layout.param) name += "_" + std::to_string(threads);
                             return name;
                         });

/// Short arrays are summed in rank order whatever process the ranks are in.
TEST(ProcessGroup, SumsOfShortArraysAreTakenInRankOrder) {
    runProcesses(2, [](ProcessGroup& group) {
        const auto communicators = group.makeCommunicators(group.isFirst() ? 1 : 2, 30s);
        runRanks(communicators, [](Communicator& c) {
            const float parts[] = {1e8F, 1.0F, -1e8F};
            std::vector<float> value = {parts[c.rank()]};
            c.allReduceSum(std::span<float>(value));
            EXPECT_EQ(value[0], 0.0F); // (1 − 1e8) first would give −1e8 + 1e8 = 0 as well, but 1e8 − 1e8 + 1 = 1
        });
        group.close(group.leave(0));
    });
}

/// Arrays are cut: no message is longer than a block, however long the array.
TEST(ProcessGroup, LongArraysTravelInBlocks) {
    const auto network = runProcesses(3, [](ProcessGroup& group) {
        std::vector<double> values(1'000'000, 1.0);
        group.everyProcess().allReduceSum(std::span<double>(values));
        EXPECT_EQ(values.back(), 3.0);
        group.close(group.leave(0));
    });
    EXPECT_LE(network->longest, (256U << 10U) + 16U);
    EXPECT_EQ(network->closed, 3);
}

/// What every process has seen of a failed run.
struct Ends {
    std::mutex mutex;
    std::set<std::string> messages; ///< of all processes: has to be one
    std::set<int> exitCodes;
    int reporters = 0;
};

/// Runs `body` on all ranks of a layout of which it is known that it fails, and ends all processes as a program does.
/// A message that says "did not arrive" shows that only the time-out has ended it.
void failingRun(Ends& ends, const Layout& layout, const std::function<void(Communicator&)>& body) {
    runProcesses(static_cast<int>(layout.size()), [&](ProcessGroup& group) {
        try {
            const auto communicators = group.makeCommunicators(layout[static_cast<std::size_t>(group.process())], 30s);
            runRanks(communicators, body);
            ADD_FAILURE() << "process " << group.process() << " has not noticed";
        } catch (...) {
            group.fail(currentError());
        }
        const auto exitState = group.leave(0);
        group.close(exitState);
        const std::lock_guard lock(ends.mutex);
        ends.messages.insert(exitState.error ? exitState.error->what() : "none");
        ends.exitCodes.insert(exitState.exitCode);
        ends.reporters += exitState.reports ? 1 : 0;
    });
}

TEST(ProcessGroup, ARankThatThrowsEndsAllProcessesWithOneMessage) {
    for (const Layout& layout : {Layout{1, 1}, Layout{2, 2, 2}, Layout{3, 1}}) {
        Ends ends;
        failingRun(ends, layout, conformance::throws);
        const int last = std::accumulate(layout.begin(), layout.end(), -1);
        EXPECT_EQ(ends.messages, std::set<std::string>{"rank " + std::to_string(last) +
                                                       " failed: frame 7 cannot be read: scan.h5; check the file"});
        EXPECT_EQ(ends.exitCodes, std::set<int>{3});
        EXPECT_EQ(ends.reporters, 1);
    }
}

TEST(ProcessGroup, DisagreementsAreErrorsNotCrashesOrHangs) {
    for (const Layout& layout : {Layout{1, 1, 1}, Layout{2, 2}, Layout{1, 2}})
        for (const auto fault : {conformance::reducesAnotherLength, conformance::reducesAnotherLengthOfMany,
                                 conformance::broadcastsAnotherLength, conformance::waitsForAMessageThatIsNotSent,
                                 conformance::sendsAnotherSize}) {
            Ends ends;
            failingRun(ends, layout, fault);
            EXPECT_EQ(ends.exitCodes, std::set<int>{4});
            EXPECT_EQ(ends.reporters, 1);
            for (const std::string& message : ends.messages)
                EXPECT_EQ(message.find("did not arrive"), std::string::npos) << message;
        }
}

/// The last rank is the second thread of its process: the other thread names it exactly. Only that thread has a short
/// time-out, since every rank may be late on a machine with other work.
TEST(ProcessGroup, AThreadThatStaysAwayIsNamed) {
    runProcesses(2, [](ProcessGroup& group) {
        const auto communicators = group.makeCommunicators(2, group.isFirst() ? 30s : 300ms);
        EXPECT_THROW(runRanks(communicators, conformance::staysAway), DeviceError);
        ASSERT_TRUE(group.failure());
        EXPECT_EQ(group.failure()->problem(), "rank 3 did not arrive at 'barrier' within 0.3 s");
        group.close(group.leave(0));
    });
}

/// Ranks of another process are named all: which of them is late cannot be seen from here. The only process with a
/// short time-out waits when that of the last one has already arrived.
TEST(ProcessGroup, AProcessThatStaysAwayIsNamed) {
    auto network = std::make_shared<MemoryNetwork>();
    runProcesses(
        3,
        [&](ProcessGroup& group) {
            const auto communicators = group.makeCommunicators(group.isFirst() ? 1 : 2, group.isFirst() ? 300ms : 30s);
            const auto barrier = [](Communicator& c) { c.barrier(); };
            if (group.isFirst())
                while (!network->hasLetter(2, 0, Channel::collective)) std::this_thread::sleep_for(1ms);
            if (group.process() != 1) {
                EXPECT_THROW(runRanks(communicators, barrier), DeviceError);
            } else {
                while (!group.failure()) std::this_thread::sleep_for(5ms); // lives, but does something else
            }
            ASSERT_TRUE(group.failure());
            EXPECT_EQ(group.failure()->problem(), "rank 1, 2 (process 1) did not arrive at 'barrier' within 0.3 s");
            group.close(group.leave(0));
        },
        network);
}

/// A process that does not answer any more (stopped, lost) is found also by those that would wait for any time, and
/// the others end it.
TEST(ProcessGroup, ASilentProcessIsNamedAndEndedByForce) {
    auto network = std::make_shared<MemoryNetwork>();
    std::vector<std::jthread> threads;
    std::atomic<int> reporter{-1};
    for (int p = 0; p < 3; ++p)
        threads.emplace_back([&, p] {
            auto group = std::make_unique<ProcessGroup>(std::make_unique<MemoryLink>(network, p, 3));
            group->everyProcess().barrier();
            if (p == 0) return; // gone without a word
            // Only the second looks for silence soon: another one might find it silent on a machine with other work.
            if (p == 1) group->setTimeout(2s);
            EXPECT_THROW(group->everyProcess().barrier(), DeviceError);
            const auto exitState = group->leave(0);
            group->close(exitState);
            ASSERT_TRUE(exitState.error);
            EXPECT_EQ(exitState.error->problem(), "process 0 has not answered for 2 s");
            EXPECT_FALSE(exitState.allArrived);
            if (exitState.reports) reporter = p;
        });
    threads.clear();
    EXPECT_EQ(reporter, 1) << "the first that is left";
    EXPECT_EQ(network->killedBy[1], 4);
}

TEST(ProcessGroup, AFailureBeforeAnyRankNamesTheProcess) {
    runProcesses(2, [&](ProcessGroup& group) {
        RunControl control;
        group.setControl(&control);
        if (!group.isFirst()) {
            group.fail(DataError("no such file", "scan.h5"));
        } else {
            while (!control.stopRequested()) std::this_thread::sleep_for(5ms); // it may be busy reading
            EXPECT_EQ(control.stopRequest(), StopRequest::abort);
        }
        const auto exitState = group.leave(0);
        EXPECT_EQ(exitState.exitCode, 3);
        EXPECT_EQ(exitState.error->what(),
                  std::string(group.isFirst() ? "process 1 failed: " : "") + "no such file: scan.h5");
        group.close(exitState);
    });
}

/// Of the messages of collective calls, one never arrives.
class LossyLink final : public ProcessLink {
public:
    /// \param lost its number, from 1 on; 0: none
    LossyLink(const std::shared_ptr<MemoryNetwork>& network, int process, int processes, int lost)
        : m_link(network, process, processes), m_lost(lost) {}
    int process() const noexcept override { return m_link.process(); }
    int processes() const noexcept override { return m_link.processes(); }
    std::string name() const override { return m_link.name(); }
    std::unique_ptr<Transfer> send(int to, Channel channel, std::vector<std::byte> message,
                                   Completion completion) override {
        return m_link.send(to, channel, std::move(message), completion);
    }
    std::unique_ptr<Transfer> receive(int from, Channel channel, std::size_t capacity) override {
        auto transfer = m_link.receive(from, channel, capacity);
        if (channel == Channel::collective && ++received == m_lost) return std::make_unique<Lost>(std::move(transfer));
        return transfer;
    }
    std::optional<int> waiting(Channel channel) override { return m_link.waiting(channel); }
    void close() noexcept override { m_link.close(); }
    void kill(int exitCode) noexcept override { m_link.kill(exitCode); }

    int received = 0;

private:
    struct Lost final : Transfer {
        explicit Lost(std::unique_ptr<Transfer> transfer_) : transfer(std::move(transfer_)) {}
        bool done() override { return (void)transfer->done(), false; } // its sender sees that it was taken
        std::span<const std::byte> data() const noexcept override { return {}; }
        std::unique_ptr<Transfer> transfer;
    };
    MemoryLink m_link;
    int m_lost;
};

TEST(ProcessGroup, AFailureWhileOthersStillJoinIsThatOfTheGroup) {
    int messages = 0; // that a process of two receives when they join
    for (const bool fails : {false, true}) {
        const auto network = std::make_shared<MemoryNetwork>();
        const std::jthread second([&] {
            ProcessGroup group(std::make_unique<MemoryLink>(network, 1, 2));
            if (fails) group.fail(DataError("no such file", "scan.h5"));
            group.close(group.leave(0));
        });
        auto link = std::make_unique<LossyLink>(network, 0, 2, messages); // at first none, then the last one
        LossyLink& counting = *link;
        ProcessGroup first(std::move(link));
        messages = counting.received;
        ASSERT_GT(messages, 0);
        const auto exitState = first.leave(0);
        EXPECT_TRUE(exitState.allArrived);
        EXPECT_EQ(exitState.exitCode, fails ? 3 : 0);
        ASSERT_EQ(exitState.error.has_value(), fails);
        if (fails) {
            EXPECT_STREQ(exitState.error->what(), "process 1 failed: no such file: scan.h5");
        }
        first.close(exitState);
    }
}

TEST(ProcessGroup, AStopRequestReachesEverybody) {
    runProcesses(3, [&](ProcessGroup& group) {
        RunControl control;
        group.setControl(&control);
        if (group.process() == 2) control.requestStop(StopRequest::graceful);
        while (!control.stopRequested()) std::this_thread::sleep_for(5ms);
        EXPECT_EQ(control.stopRequest(), StopRequest::graceful);
        const auto exitState = group.leave(group.isFirst() ? 5 : 0);
        EXPECT_EQ(exitState.exitCode, 5) << "what the first process says";
        group.close(exitState);
    });
}

TEST(ProcessGroup, ParcelsArriveInOrderAndOneAtATime) {
    runProcesses(2, [&](ProcessGroup& group) {
        constexpr std::size_t kParcels = 20;
        for (std::size_t i = 0; i < kParcels; ++i) {
            const std::size_t length = i * i * 2000; // nothing … several blocks
            if (!group.isFirst()) {
                group.sendParcel(0, std::vector<std::byte>(length, static_cast<std::byte>(i)));
            } else {
                const auto parcel = group.receiveParcel(1);
                EXPECT_EQ(parcel, std::vector<std::byte>(length, static_cast<std::byte>(i)));
            }
        }
        group.close(group.leave(0));
    });
}

TEST(ProcessGroup, AGroupOfOneNeedsNobody) {
    ProcessGroup group;
    EXPECT_TRUE(group.isAlone());
    EXPECT_EQ(group.makeCommunicators(1, 1s).front()->name(), "self");
    EXPECT_EQ(group.makeCommunicators(3, 1s).front()->name(), "in-process");
    EXPECT_EQ(group.leave(7).exitCode, 7);
    group.fail(DataError("no such file"));
    const auto exitState = group.leave(7);
    EXPECT_EQ(exitState.exitCode, 3);
    EXPECT_TRUE(exitState.reports);
    EXPECT_STREQ(exitState.error->what(), "no such file");
}

} // namespace
} // namespace ewald::compute
