// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every row is its frame's own pattern, however the frames are chunked and the work is divided: compared with the same
// frames stored contiguously, to the bit, and with sums over radii made here.
#include "compute/memory_link.h"
#include "integration_files.h"
#include "io/chunk_layouts.h"
#include "io/integration_file.h"
#include "io/same_bits.h"
#include "job/integration/integrate_job_kind.h"

#include <cmath>

namespace ewald::job {
namespace {

namespace fs = std::filesystem;
using ewald::test::ChunkLayout;
using ewald::test::putLayout;
using ewald::test::sameBits;
using test::Recorder;

constexpr std::size_t kBins = 5;

/// What is asked of a run, and how it is divided.
struct Task {
    std::size_t first = 0;
    std::size_t step = 1;
    std::size_t most = 0;
    std::size_t batch = 0;
    std::size_t workers = 1;
    int processes = 1;
    std::string rejection = "none";

    [[nodiscard]] std::string text() const {
        return "first_frame=" + std::to_string(first) + " frame_step=" + std::to_string(step) +
               " max_frames=" + std::to_string(most) + " batch=" + std::to_string(batch) +
               " workers=" + std::to_string(workers) + " processes=" + std::to_string(processes) +
               " rejection=" + rejection;
    }
};

class IntegratedChunks : public test::IntegrateFixture {
protected:
    void SetUp() override {
        IntegrateFixture::SetUp();
        // Without rotations a radius is that of the plane. The numbers keep pixels away from the edges of bins.
        std::ofstream(m_folder / "g.poni") << "PixelSize1: 1e-3\nPixelSize2: 1e-3\nDistance: 0.1\nPoni1: 0.0071234\n"
                                              "Poni2: 0.0053217\nRot1: 0\nRot2: 0\nRot3: 0\nWavelength: 1e-10\n";
    }

    [[nodiscard]] JobDocument document(const fs::path& stack, const Task& task) const {
        JobDocument job = integrateJobKind().newDocument();
        job.inputFile = stack;
        job.outputFile = m_folder / ("of " + stack.filename().string());
        for (const auto& [key, value] :
             std::map<std::string, std::string>{{"dataset", "/entry/data/data"},
                                                {"poni_file", (m_folder / "g.poni").string()},
                                                {"npt", std::to_string(kBins)},
                                                {"unit", "r_mm"},
                                                {"radial_range", "0, 60"},
                                                {"split", "no"},
                                                {"solid_angle", "off"},
                                                {"rejection", task.rejection},
                                                {"first_frame", std::to_string(task.first)},
                                                {"frame_step", std::to_string(task.step)},
                                                {"max_frames", std::to_string(task.most)},
                                                {"batch", std::to_string(task.batch)},
                                                {"workers", std::to_string(task.workers)}})
            job.set(key, value);
        return job;
    }

    fs::path integrate(const fs::path& stack, const Task& task) {
        const JobDocument job = document(stack, task);
        if (task.processes == 1) {
            const JobOutcome outcome = run(job);
            EXPECT_FALSE(outcome.error) << outcome.error->what();
            return job.outputFile;
        }
        compute::runProcesses(task.processes, [&](compute::ProcessGroup& group) {
            Recorder recorder;
            const JobOutcome outcome = run(job, recorder, {.overwrite = true, .processes = &group});
            EXPECT_FALSE(outcome.error) << outcome.error->what();
            group.close(group.leave(0));
        });
        return job.outputFile;
    }

    /// Sums of the frame's pixels by radius.
    static std::vector<double> sumsOf(const ChunkLayout& layout, std::size_t frame) {
        std::vector<double> sums(kBins, 0);
        for (std::size_t r = 0; r < layout.rows; ++r)
            for (std::size_t c = 0; c < layout.cols; ++c) {
                const double radius_mm =
                    std::hypot(static_cast<double>(r) + 0.5 - 7.1234, static_cast<double>(c) + 0.5 - 5.3217);
                const double bin = radius_mm / 60 * static_cast<double>(kBins);
                EXPECT_GT(std::abs(bin - std::round(bin)), 1e-6) << "the test needs another geometry";
                if (bin < static_cast<double>(kBins))
                    sums[static_cast<std::size_t>(bin)] += ChunkLayout::pixel(frame, r, c);
            }
        return sums;
    }

    void check(const ChunkLayout& layout, const Task& task) {
        SCOPED_TRACE(layout.text() + ", " + task.text());
        putLayout(m_folder / "chunked.h5", "/entry/data/data", layout);
        ChunkLayout plain = layout;
        plain.chunk.clear();
        putLayout(m_folder / "plain.h5", "/entry/data/data", plain);
        const fs::path got = integrate(m_folder / "chunked.h5", task);
        Task alone = task;
        alone.workers = alone.batch = 1;
        alone.processes = 1;
        const fs::path wanted = integrate(m_folder / "plain.h5", alone);
        for (const char* name : {"intensity", "sum_signal", "sum_normalization", "count", "frame"})
            EXPECT_TRUE(sameBits(numbers(got, name), numbers(wanted, name))) << name;
        if (task.rejection != "none") return;
        const std::vector<double> signal = numbers(got, "sum_signal");
        const std::size_t rows = signal.size() / kBins;
        const std::size_t all = (layout.frames() - task.first + task.step - 1) / task.step;
        ASSERT_EQ(rows, task.most > 0 ? std::min(task.most, all) : all);
        for (std::size_t row = 0; row < rows; ++row) {
            const std::vector<double> expected = sumsOf(layout, task.first + row * task.step);
            for (std::size_t bin = 0; bin < kBins; ++bin)
                ASSERT_EQ(signal[row * kBins + bin], expected[bin]) << "row " << row << " bin " << bin;
        }
    }
};

TEST_F(IntegratedChunks, LayoutsThatOnceMixedUpTheirFrames) {
    using Filter = ChunkLayout::Filter;
    const auto layout = [](std::size_t frames, std::size_t rows, std::size_t cols, std::size_t chunk, Filter filter) {
        return ChunkLayout{{frames}, rows, cols, {chunk, rows, cols}, filter};
    };
    for (const Filter filter : {Filter::none, Filter::gzip, Filter::shuffleGzip, Filter::bitshuffleLz4}) {
        check(layout(5, 64, 80, 2, filter), {});
        check(layout(24, 64, 128, 3, filter), {});
        check(layout(101, 16, 20, 4, filter), {});
        check(layout(101, 16, 20, 2, filter), {.workers = 2});
        check(layout(100, 16, 20, 4, filter), {.first = 1});
        check(layout(100, 16, 20, 8, filter), {.step = 3});
        check(layout(100, 16, 20, 8, filter), {.most = 10});
    }
}

TEST_F(IntegratedChunks, EveryRowIsItsFramesOwnPattern) {
    std::mt19937 random(5);
    for (int round = 0; round < 100; ++round) {
        const ChunkLayout layout = ewald::test::randomLayout(random, false);
        Task task;
        task.first = random() % 3 == 0 ? random() % layout.frames() : 0;
        task.step = random() % 3 == 0 ? random() % 5 + 1 : 1;
        task.most = random() % 4 == 0 ? random() % 12 + 1 : 0;
        task.batch = random() % 2 == 0 ? random() % 11 + 1 : 0;
        task.workers = random() % 3 + 1;
        task.processes = random() % 5 == 0 ? static_cast<int>(random() % 2 + 2) : 1;
        if (random() % 10 == 0) task.rejection = "median";
        check(layout, task);
        if (HasFailure()) return;
    }
}

} // namespace
} // namespace ewald::job
