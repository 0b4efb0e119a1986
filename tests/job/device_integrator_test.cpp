// SPDX-License-Identifier: GPL-3.0-or-later
//
// The worker that integrates on a device, with a device that is the processor in disguise: what it gives is what the
// processor's worker gives, whatever is wrong with the frames.
#include "job/integration/device_integrator.h"

#include "azint/block_table.h"
#include "compute/communication/process_group.h"
#include "compute/operations/plain_integrate.h"
#include "integration_files.h"
#include "job/integration/integrate_setup.h"

#include <cmath>
#include <random>

namespace ewald::job {
namespace {

using test::kCols;
using test::kFrames;
using test::kRows;

/// Fails at one of the batches.
class FailingOps final : public compute::IntegrateOps {
public:
    explicit FailingOps(std::size_t failsAt) : m_failsAt(failsAt) {}
    bool supports(PixelType type, std::size_t block) const override { return m_ops.supports(type, block); }
    std::span<std::byte> input(std::size_t slot, std::size_t bytes) override { return m_ops.input(slot, bytes); }
    void start(std::size_t slot, const compute::IntegrateModel& model, std::size_t frames, std::size_t bytes) override {
        if (m_started++ == m_failsAt) throw DeviceError("out of memory", "cuda:0");
        m_ops.start(slot, model, frames, bytes);
    }
    compute::BatchSums finish(std::size_t slot) override { return m_ops.finish(slot); }
    compute::DeviceSpeed measureSpeed() override { return m_ops.measureSpeed(); }

private:
    std::size_t m_failsAt;
    std::size_t m_started = 0;
    compute::PlainIntegrateOps m_ops{compute::PlainIntegrateLauncher{}};
};

/// The processor, with operations that devices have.
class HostDevice final : public compute::Queue {
public:
    static constexpr std::size_t kNever = 1000;
    explicit HostDevice(std::size_t failsAt = kNever) : m_ops(failsAt) {}
    compute::DeviceInfo device() const override { return m_queue->device(); }
    void* allocate(std::size_t bytes) override { return m_queue->allocate(bytes); }
    void release(void* memory) noexcept override { m_queue->release(memory); }
    void upload(void* to, const void* from, std::size_t bytes) override { m_queue->upload(to, from, bytes); }
    void download(void* to, const void* from, std::size_t bytes) override { m_queue->download(to, from, bytes); }
    bool sharesHostMemory() const noexcept override { return true; }
    void synchronize() override {}
    compute::PtychoOps& ptycho() override { return m_queue->ptycho(); }
    compute::IntegrateOps* integrate() override { return &m_ops; }

private:
    std::unique_ptr<compute::Queue> m_queue = compute::makeQueue({"cpu", 1});
    FailingOps m_ops;
};

/// Chunks of very different size: the first frames are empty.
std::vector<std::uint16_t> noisyFrames() {
    std::mt19937 random(1);
    std::vector<std::uint16_t> values = test::levelFrames(kFrames, 1);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::size_t frame = i / (kRows * kCols);
        if (frame < 2) values[i] = 0;
        if (frame > 8) values[i] = static_cast<std::uint16_t>(values[i] + random() % 3000);
    }
    return values;
}

class DeviceIntegratorTest : public test::IntegrateFixture {
protected:
    struct Made {
        std::vector<azint::FrameResult> results = std::vector<azint::FrameResult>(kFrames);
        std::vector<std::string> failures = std::vector<std::string>(kFrames, "from before");
        WorkerTimes times;
        std::string problem;
    };
    struct Both {
        Made processor;
        Made device;
    };

    IntegrateSetup plan(const JobDocument& job) {
        RunReporter reporter(m_recorder, m_control);
        compute::ProcessGroup alone;
        return planIntegration(job, reporter, alone);
    }
    Made with(GroupWorker& worker) {
        Made made;
        std::vector<std::size_t> frames(kFrames);
        for (std::size_t i = 0; i < kFrames; ++i) frames[i] = i;
        worker.integrate(frames, made.results, made.failures);
        made.times = worker.times();
        made.problem = worker.problem();
        return made;
    }
    Both both(const JobDocument& job, std::size_t batchFrames = 4, std::size_t failsAt = HostDevice::kNever) {
        const IntegrateSetup setup = plan(job);
        GroupIntegrator processor(*setup.stack, *setup.integrator, m_control);
        HostDevice host;
        const compute::BlockTable blocks = azint::makeBlockTable(setup.integrator->table(), 4096);
        const compute::DeviceTable table(host, blocks);
        const compute::IntegrateModel model{&table, PixelType::uint16,
                                            azint::valueRangeOf(setup.integrator->fastRange(PixelType::uint16)),
                                            setup.integrator->settings().errorModel == azint::ErrorModel::poisson};
        DeviceIntegrator device(*setup.stack, *setup.integrator, m_control, std::make_unique<HostDevice>(failsAt),
                                model, batchFrames);
        EXPECT_EQ(device.preferredFrames(), 4 * batchFrames);
        Both made;
        made.processor = with(processor);
        made.device = with(device);
        return made;
    }
    static void expectAlike(const Both& both) {
        EXPECT_EQ(both.device.failures, both.processor.failures);
        for (std::size_t f = 0; f < kFrames; ++f) {
            if (!both.processor.failures[f].empty()) continue;
            const azint::FrameResult& ours = both.device.results[f];
            const azint::FrameResult& expected = both.processor.results[f];
            ASSERT_EQ(ours.intensity.size(), expected.intensity.size()) << f;
            for (std::size_t bin = 0; bin < expected.intensity.size(); ++bin) {
                // Sums of positive numbers in single precision, 64 at most, then in double.
                EXPECT_NEAR(ours.sumSignal[bin], expected.sumSignal[bin], 2e-6 * expected.sumSignal[bin])
                    << f << ' ' << bin;
                if (std::isnan(expected.intensity[bin])) // no pixel
                    EXPECT_TRUE(std::isnan(ours.intensity[bin])) << f << ' ' << bin;
                else
                    EXPECT_FLOAT_EQ(ours.intensity[bin], expected.intensity[bin]) << f << ' ' << bin;
                EXPECT_EQ(ours.count[bin], expected.count[bin]);
            }
        }
    }

    RunControl m_control;
};

TEST_F(DeviceIntegratorTest, GivesWhatTheProcessorGives) {
    test::putStack(m_folder / "s.h5", noisyFrames());
    JobDocument job = document(m_folder / "s.h5");
    job.set("error_model", "poisson");
    for (const std::size_t batch : {1U, 4U, 64U}) {
        const Both made = both(job, batch);
        expectAlike(made);
        EXPECT_EQ(made.device.times.leftFrames, 0U);
        EXPECT_GE(made.device.times.bytes, made.processor.times.bytes);
    }
}

TEST_F(DeviceIntegratorTest, DamagedFramesAreReportedAsOnTheProcessor) {
    test::putStack(m_folder / "s.h5", noisyFrames());
    test::damageFrame(m_folder / "s.h5", 0);
    test::damageFrame(m_folder / "s.h5", 20);
    const Both made = both(document(m_folder / "s.h5"));
    expectAlike(made);
    EXPECT_EQ(made.device.times.leftFrames, 2U);
    for (const std::size_t f : {0U, 20U}) EXPECT_NE(made.device.failures[f].find("damaged"), std::string::npos);
}

TEST_F(DeviceIntegratorTest, MonitorsAreHonoured) {
    std::vector<double> monitor(kFrames, 2);
    monitor[3] = 0;
    monitor[7] = std::numeric_limits<double>::quiet_NaN();
    test::putStack(m_folder / "s.h5", noisyFrames(), monitor);
    JobDocument job = document(m_folder / "s.h5");
    job.set("monitor", "/entry/monitor");
    const Both made = both(job);
    expectAlike(made);
    EXPECT_NE(made.device.failures[3].find("monitor"), std::string::npos);
    EXPECT_NE(made.device.failures[7].find("monitor"), std::string::npos);
}

TEST_F(DeviceIntegratorTest, FramesFullOfDummiesAreLeftToTheProcessor) {
    std::vector<std::uint16_t> values = noisyFrames();
    std::fill_n(values.begin() + 10 * kRows * kCols, kRows * kCols - 5, std::uint16_t{65535});
    test::putStack(m_folder / "s.h5", values);
    JobDocument job = document(m_folder / "s.h5");
    job.set("dummy", "65535");
    // Alone in its batch it is the only one for which there are too many.
    const Both made = both(job, 1);
    expectAlike(made);
    EXPECT_EQ(made.device.times.leftFrames, 1U);
}

TEST_F(DeviceIntegratorTest, TheProcessorGoesOnWhereTheDeviceFails) {
    test::putStack(m_folder / "s.h5", noisyFrames());
    const Both made = both(document(m_folder / "s.h5"), 4, 3);
    expectAlike(made);
    // Three batches were started; the third was not collected any more.
    EXPECT_LT(made.device.times.leftFrames, kFrames);
    EXPECT_GE(made.device.times.leftFrames, kFrames - 3 * 4);
    EXPECT_NE(made.device.problem.find("out of memory"), std::string::npos);
}

TEST_F(DeviceIntegratorTest, AnAbortIsHeard) {
    test::putStack(m_folder / "s.h5", noisyFrames());
    m_control.requestStop(StopRequest::abort);
    EXPECT_THROW(both(document(m_folder / "s.h5")), StoppedError);
}

TEST_F(DeviceIntegratorTest, DevicesSayWhyTheyDoNotTakeAJob) {
    test::putStack(m_folder / "s.h5", noisyFrames());
    JobDocument job = document(m_folder / "s.h5");
    const auto reasonOf = [&] {
        const IntegrateSetup setup = plan(job);
        try {
            const IntegrateDevices devices({{"cuda:4711", 1}}, 0, 1, 0, *setup.stack, *setup.integrator);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string("taken");
    };
    EXPECT_NE(reasonOf().find("cuda:4711"), std::string::npos) << "there is no such device";
    job.set("rejection", "sigma_clip");
    EXPECT_NE(reasonOf().find("all pixels of a bin"), std::string::npos);
    job.set("rejection", "none");
    const std::vector<std::uint16_t> values = noisyFrames();
    {
        io::h5::File open = io::h5::File::create(m_folder / "plain.h5");
        open.write<std::uint16_t>("/entry/data/data", values, {kFrames, kRows, kCols});
        open.close();
    }
    job.inputFile = m_folder / "plain.h5";
    EXPECT_NE(reasonOf().find("bitshuffle-LZ4"), std::string::npos);
}

/// From file to file on a real device, and what it cannot do on the processor.
TEST_F(DeviceIntegratorTest, RunsOnCudaDevices) {
    std::string device;
    for (const compute::DeviceInfo& found : compute::listDevices())
        if (found.usable && found.backend == "cuda") device = found.id;
    if (device.empty()) GTEST_SKIP() << "no CUDA device: " << compute::refusedModules().front().reason;
    test::putStack(m_folder / "s.h5", noisyFrames());
    test::damageFrame(m_folder / "s.h5", 12);
    JobDocument job = document(m_folder / "s.h5");
    job.set("error_model", "poisson");
    job.set("devices", "cpu");
    ASSERT_FALSE(run(job).error);
    const std::vector<double> expected = numbers(job.outputFile, "intensity");
    for (const char* more : {"", "x3"}) {
        job.set("devices", device + more);
        ASSERT_FALSE(run(job).error);
        ASSERT_TRUE(m_recorder.plan->devices.front().starts_with(device));
        const std::vector<double> ours = numbers(job.outputFile, "intensity");
        ASSERT_EQ(ours.size(), expected.size());
        for (std::size_t i = 0; i < ours.size(); ++i)
            ASSERT_TRUE(std::isnan(expected[i]) ? std::isnan(ours[i])
                                                : std::abs(ours[i] - expected[i]) <= 2e-6 * expected[i])
                << i;
    }
    job.set("rejection", "sigma_clip");
    ASSERT_FALSE(run(job).error);
    EXPECT_TRUE(m_recorder.plan->devices.front().starts_with("cpu"));
    EXPECT_NE(m_recorder.log.find("on the processor"), std::string::npos);
}

} // namespace
} // namespace ewald::job
