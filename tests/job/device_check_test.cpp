// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/devices/device_check.h"

#include "base/error.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <semaphore>

namespace ewald::job {
namespace {

using namespace std::chrono_literals;
using Severity = Finding::Severity;

LinkFigure link(const char* from, const char* to, bool direct, double gigabytes) {
    LinkFigure figure;
    figure.from = from, figure.to = to, figure.direct = direct;
    figure.bandwidth_Bps = gigabytes * 1e9, figure.latency_s = 1e-5;
    return figure;
}

AllReduceFigure goodSum() {
    AllReduceFigure sum;
    sum.communicator = "NCCL", sum.workers = 2, sum.bytes = 1000, sum.seconds = 1e-3;
    return sum;
}

std::vector<LinkFigure> goodLinks() {
    return {link("host", "cuda:0", true, 20), link("cuda:0", "host", true, 20), link("cuda:0", "cuda:1", true, 200),
            link("cuda:0", "cuda:1", false, 9)};
}

TEST(DeviceDiagnosis, AHangWithBusyGpusIsBrokenDirectAccess) {
    AllReduceFigure sum = goodSum();
    sum.seconds.reset(), sum.hung = true, sum.loads = {1.0, 0.98};
    const auto findings = diagnose(goodLinks(), sum, true);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].severity, Severity::broken);
    EXPECT_NE(findings[0].what.filled().find("direct access"), std::string::npos) << findings[0].what.filled();
    EXPECT_NE(findings[0].advice.filled().find("peer_to_peer=false"), std::string::npos) << findings[0].advice.filled();
    EXPECT_TRUE(findings[0].withoutPeer);
}

TEST(DeviceDiagnosis, AHangForAnotherReasonIsNotBlamedOnDirectAccess) {
    AllReduceFigure sum = goodSum();
    sum.seconds.reset(), sum.hung = true, sum.loads = {1.0, 0.0};
    EXPECT_EQ(diagnose(goodLinks(), sum, true)[0].advice.filled().find("peer_to_peer"), std::string::npos)
        << "one GPU idles";
    EXPECT_FALSE(diagnose(goodLinks(), sum, true)[0].withoutPeer);
    sum.loads = {1.0, 1.0};
    EXPECT_EQ(diagnose(goodLinks(), sum, false)[0].advice.filled().find("peer_to_peer"), std::string::npos)
        << "not in use";
    sum.loads = {};
    EXPECT_NE(diagnose(goodLinks(), sum, true)[0].what.filled().find("did not start"), std::string::npos)
        << "nothing is known";
}

TEST(DeviceDiagnosis, LinksAreJudgedByWhatTheyShouldDo) {
    EXPECT_EQ(diagnose(goodLinks(), goodSum(), true)[0].severity, Severity::fine);
    auto links = goodLinks();
    links[0].bandwidth_Bps = 1.5e9; // a card in a slot of one lane
    auto findings = diagnose(links, goodSum(), true);
    EXPECT_EQ(findings[0].severity, Severity::slow);
    EXPECT_NE(findings[0].what.filled().find("host to cuda:0: only 1.5 GB/s"), std::string::npos)
        << findings[0].what.filled();
    links[2].problem = "what arrives is not what was sent";
    findings = diagnose(links, goodSum(), true);
    ASSERT_EQ(findings.size(), 2U);
    EXPECT_EQ(findings[0].severity, Severity::broken) << "the worst comes first";
    EXPECT_NE(findings[0].advice.filled().find("peer_to_peer=false"), std::string::npos);
    links = goodLinks();
    links[2].bandwidth_Bps = 2e9; // directly slower than around
    EXPECT_NE(diagnose(links, goodSum(), true)[0].what.filled().find("slower than through the host"),
              std::string::npos);
    links.erase(links.begin() + 2);
    EXPECT_NE(diagnose(links, goodSum(), true)[0].what.filled().find("do not reach"), std::string::npos);
}

TEST(DeviceDiagnosis, APhraseIsTextWithItsValues) {
    EXPECT_EQ((Phrase{"%2 to %1, 100 %", {"a", "%1"}}).filled(), "%1 to a, 100 %") << "values are not looked into";
    EXPECT_EQ((Phrase{"%1 and %2", {"one"}}).filled(), "one and %2") << "a missing value shows";
    EXPECT_EQ(Phrase{}.filled(), "");
}

TEST(DeviceDiagnosis, AFailedSumOfTheProcessorIsNotBlamedOnDirectAccess) {
    AllReduceFigure sum = goodSum();
    sum.seconds.reset(), sum.problem = "out of memory";
    EXPECT_TRUE(diagnose(goodLinks(), sum, true)[0].withoutPeer);
    EXPECT_FALSE(diagnose(goodLinks(), sum, false)[0].withoutPeer) << "not in use";
    EXPECT_FALSE(diagnose({link("host", "cpu", true, 5), link("cpu", "cpu", true, 5)}, sum, true)[0].withoutPeer);
}

TEST(DeviceDiagnosis, AFailedSumKeepsItsReason) {
    AllReduceFigure sum = goodSum();
    sum.seconds.reset(), sum.problem = "the sum is wrong on rank 1";
    DeviceCheckReport report{goodLinks(), sum, diagnose(goodLinks(), sum, true)};
    EXPECT_FALSE(report.healthy());
    EXPECT_NE(checkText(report).find("the sum is wrong on rank 1"), std::string::npos) << checkText(report);
    const auto json = checkJson(report);
    EXPECT_TRUE(json["all_reduce"]["seconds"].is_null());
    EXPECT_EQ(json["links"].size(), 4U);
    EXPECT_EQ(json["healthy"], false);
}

TEST(DeviceCheck, MeasuresTheWorkersOfTheProcessor) {
    DeviceCheckOptions options;
    options.devices = "cpu:3";
    options.bytes = 1 << 20;
    std::vector<double> progress;
    options.progress = [&](double fraction, const Phrase& step) {
        EXPECT_FALSE(step.filled().empty());
        progress.push_back(fraction);
    };
    const DeviceCheckReport report = checkDevices(options);
    ASSERT_EQ(report.links.size(), 3U) << "host to cpu, cpu to host, worker to worker";
    for (const LinkFigure& figure : report.links) {
        EXPECT_EQ(figure.problem, "");
        EXPECT_GT(figure.bandwidth_Bps, 1e6) << figure.from << " to " << figure.to;
        EXPECT_GT(figure.latency_s, 0) << figure.from << " to " << figure.to;
    }
    EXPECT_EQ(report.allReduce.workers, 3U);
    EXPECT_EQ(report.allReduce.communicator, "in-process");
    EXPECT_GT(report.allReduce.seconds.value_or(0), 0) << report.allReduce.problem;
    EXPECT_TRUE(report.healthy()) << checkText(report);
    EXPECT_EQ(progress.front(), 0);
    EXPECT_EQ(progress.back(), 1);
    EXPECT_TRUE(std::ranges::is_sorted(progress));
}

TEST(DeviceCheck, StopsBetweenTwoMeasurements) {
    RunControl control;
    DeviceCheckOptions options;
    options.devices = "cpu:2";
    options.bytes = 1 << 16;
    options.control = &control;
    int steps = 0;
    options.progress = [&](double, const Phrase&) {
        if (++steps == 2) control.requestStop(StopRequest::graceful);
    };
    EXPECT_THROW((void)checkDevices(options), StoppedError);
    EXPECT_EQ(steps, 2);
}

TEST(DeviceCheck, DevicesThatAreNotThere) {
    DeviceCheckOptions options;
    options.devices = "cuda:4711";
    EXPECT_THROW((void)checkDevices(options), DeviceError);
}

constexpr std::chrono::hours kForEver{1}; // what would have to end is ended by the time limit of the test

/// A worker that never comes to the sum, and one that never comes back at all.
TEST(DeviceCheck, ASumThatHangsEndsInTime) {
    for (const bool comesBack : {true, false}) {
        auto release = std::make_shared<std::binary_semaphore>(0);
        auto trial = std::make_shared<AllReduceTrial>();
        trial->communicators = compute::makeInProcessCommunicators(3, kForEver);
        trial->body = [release, comesBack](AllReduceTrial& t, std::size_t worker, std::size_t elements) {
            std::vector<double> values(elements);
            if (worker == 2 && !comesBack) release->acquire();
            if (worker != 2)
                t.communicators[worker]->allReduceSum(std::span<double>(values));
            else
                std::this_thread::sleep_for(300ms);
            return 1.0;
        };
        const AllReduceFigure figure = tryAllReduce(trial, 10, 100ms, [] { return std::vector{1.0, 1.0}; });
        EXPECT_TRUE(figure.hung);
        EXPECT_FALSE(figure.seconds);
        EXPECT_EQ(figure.loads, (std::vector{1.0, 1.0}));
        EXPECT_EQ(diagnose({}, figure, true)[0].severity, Severity::broken);
        release->release();
    }
}

TEST(DeviceCheck, AStopDoesNotWaitForWhatHangs) {
    const auto release = std::make_shared<std::binary_semaphore>(0);
    const auto trial = std::make_shared<AllReduceTrial>();
    trial->communicators = compute::makeInProcessCommunicators(2, kForEver);
    // The worker that is left behind may still be in requestStop() when this test is over.
    const auto control = std::make_shared<RunControl>();
    trial->body = [release, control](AllReduceTrial& t, std::size_t worker, std::size_t) -> double {
        if (worker == 0) t.communicators[0]->barrier();
        control->requestStop(StopRequest::graceful);
        release->acquire(); // never comes back by itself
        return 1;
    };
    EXPECT_THROW((void)tryAllReduce(
                     trial, 10, kForEver, [] { return std::vector<double>{}; }, control.get()),
                 StoppedError);
    release->release();
}

TEST(DeviceCheck, AWorkerThatFailsIsNotAHang) {
    auto trial = std::make_shared<AllReduceTrial>();
    trial->communicators = compute::makeInProcessCommunicators(2, 60s);
    trial->body = [](AllReduceTrial& t, std::size_t worker, std::size_t) -> double {
        if (worker == 1) throw DeviceError("out of memory", "cuda:1");
        t.communicators[worker]->barrier();
        return 1;
    };
    const AllReduceFigure figure = tryAllReduce(trial, 10, 30s, [] { return std::vector<double>{}; });
    EXPECT_FALSE(figure.hung);
    EXPECT_NE(figure.problem.find("out of memory"), std::string::npos) << figure.problem;
}

} // namespace
} // namespace ewald::job
