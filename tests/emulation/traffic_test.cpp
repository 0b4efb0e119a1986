// SPDX-License-Identifier: GPL-3.0-or-later
//
// What an iteration asks of a GPU, counted by the emulation: the same as the operations declare, not more bytes than
// one and a half times the least, and for a mini-batch no more launches, copies and waits than mini_batches.json says.
#include "emulation/counters.h"

#include "base/units.h"
#include "compute/communication/communicator.h"
#include "compute/communication/device_communicator.h"
#include "job/devices/ptycho_case.h"
#include "job/devices/ptycho_traffic.h"
#include "job/document/parameters.h"
#include "ptycho/engines/pie_engine.h"
#include "ptycho/model/initial_guess.h"
#include "ptycho/model/partition.h"
#include "test_paths.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <set>

namespace ewald {
namespace {

using Json = nlohmann::ordered_json;
using emulation::Counts;
using emulation::KernelCount;
using job::PtychoBenchCase;

PtychoBenchCase caseOf(const std::string& engine, std::size_t modes, ptycho::Subpixel subpixel, std::size_t frames) {
    PtychoBenchCase c;
    c.size = 32;
    c.frames = frames;
    c.modes = modes;
    c.engine = &job::engineOf(engine, "engine");
    c.subpixel = subpixel;
    c.batchSize = 8;
    c.devices = "cuda:0";
    return c;
}

/// Before anything looks at the machine.
class Machine : public testing::Environment {
    void SetUp() override {
        setenv("EWALD_MODULE_PATH", EWALD_COUNTED_MODULES, 1);
        setenv("EWALD_EMULATED_GPUS", "2", 1);
        unsetenv("EWALD_EMULATED_ORDER"); // as late as possible: then it shows who waits
    }
};
const testing::Environment* const environment = testing::AddGlobalTestEnvironment(new Machine);

/// Counts of a phase object under the probe that runBenchCase() begins with, so that no engine goes back a step.
std::vector<float> countsAt(const PixelPosition& place, std::size_t size, double photons) {
    using Wave = std::vector<std::complex<double>>;
    const auto probe = ptycho::gaussianProbe(size, 0);
    double power = 0;
    for (const auto& p : probe) power += std::norm(p);
    Wave wave(size * size), rows(size * size), field(size * size);
    for (std::size_t i = 0; i < wave.size(); ++i) {
        const double row = std::floor(place.row) + static_cast<double>(i / size);
        const double col = std::floor(place.col) + static_cast<double>(i % size);
        wave[i] = std::polar(std::sqrt(photons / power) * probe.begin()[i].real(),
                             0.4 * std::sin(0.7 * row) * std::cos(0.5 * col));
    }
    const auto turn = [&](std::size_t a, std::size_t b) {
        return std::polar(1 / std::sqrt(static_cast<double>(size)),
                          -2 * kPi * static_cast<double>(a * b % size) / static_cast<double>(size));
    };
    for (std::size_t i = 0; i < wave.size(); ++i)
        for (std::size_t k = 0; k < size; ++k) rows[i] += turn(k, i % size) * wave[i - i % size + k];
    for (std::size_t i = 0; i < wave.size(); ++i)
        for (std::size_t k = 0; k < size; ++k) field[i] += turn(k, i / size) * rows[k * size + i % size];
    std::vector<float> counts(field.size());
    std::ranges::transform(field, counts.begin(), [](auto f) { return static_cast<float>(std::round(std::norm(f))); });
    return counts;
}

/// The third iteration of a case on emulated GPUs, what the first rank asks for: earlier ones measure their phases.
/// \param result of the first rank; null: not wanted
Counts countIteration(const PtychoBenchCase& c, bool traffic, const ptycho::Problem& whole, bool tiled = false,
                      ptycho::Estimate* result = nullptr) {
    const auto devices = compute::parseDevices(c.devices);
    Counts counts;
    const auto rank = [&](compute::Communicator& communicator) {
        ptycho::Problem mine = whole;
        ptycho::partitionProblem(mine, communicator.size(),
                                 tiled ? ptycho::Partition::tiles : ptycho::Partition::interleaved, tiled);
        const auto& frameNumbers = mine.partition.framesOf[static_cast<std::size_t>(communicator.rank())];
        const std::size_t local = frameNumbers.size();
        auto frames = std::make_shared<ptycho::FrameStore>(local, c.size * c.size);
        for (std::size_t frame = 0; frame < local; ++frame) {
            frames->put(frame, countsAt(mine.positions[frameNumbers[frame]], c.size, mine.meanPhotons));
        }
        mine.measured = frames;
        const auto queue = compute::makeQueue(devices[static_cast<std::size_t>(communicator.rank())]);
        const auto chosen = compute::chooseCommunicator(communicator, *queue, {});
        ptycho::SolverHooks hooks;
        hooks.figures = false;
        hooks.iterationDone = [&](const ptycho::IterationReport& report) {
            if (report.iteration == 3) counts = emulation::takeCounts();
            queue->synchronize();
            Counts late = emulation::takeCounts(); // accesses of what was queued before
            if (report.iteration == 3)
                for (const auto& [name, kernel] : late.kernels) {
                    counts.kernels[name].read += kernel.read;
                    counts.kernels[name].written += kernel.written;
                }
            emulation::countTraffic(traffic && report.iteration == 2);
        };
        ptycho::SolverResult run = job::runBenchCase(c, 3, mine, *queue, *chosen.communicator, hooks);
        if (result && communicator.rank() == 0) *result = std::move(run.estimate);
        emulation::countTraffic(false);
    };
    compute::runRanks(static_cast<int>(devices.size()), rank, std::chrono::seconds(60));
    return counts;
}

Counts countIteration(const PtychoBenchCase& c, bool traffic) {
    return countIteration(c, traffic, job::benchProblem(c));
}

struct Named {
    std::string engine;
    std::size_t modes;
    ptycho::Subpixel subpixel;
};
void PrintTo(const Named& n, std::ostream* out) { *out << n.engine << ' ' << n.modes; }

class Declared : public testing::TestWithParam<Named> {};

TEST_P(Declared, BytesAreThoseThatKernelsAccess) {
    const PtychoBenchCase c = caseOf(GetParam().engine, GetParam().modes, GetParam().subpixel, 40);
    const auto declared = job::ptychoTraffic(c);
    ASSERT_TRUE(declared);
    const Counts counted = countIteration(c, true);
    for (const auto& [name, total] : declared->iteration.kernels) EXPECT_TRUE(counted.kernels.contains(name)) << name;
    for (const auto& [name, kernel] : counted.kernels) {
        ASSERT_TRUE(declared->iteration.kernels.contains(name)) << name;
        const compute::LaunchTotal& total = declared->iteration.kernels.at(name);
        EXPECT_EQ(total.launches, static_cast<std::size_t>(kernel.launches)) << name;
        const auto near = [](std::size_t bytes) { return 0.01 * static_cast<double>(bytes) + 64; };
        EXPECT_NEAR(static_cast<double>(total.traffic.read), static_cast<double>(kernel.read), near(kernel.read))
            << name;
        EXPECT_NEAR(static_cast<double>(total.traffic.written), static_cast<double>(kernel.written),
                    near(kernel.written))
            << name;
    }
    EXPECT_EQ(declared->iteration.transformed, counted.transformed);
}

INSTANTIATE_TEST_SUITE_P(
    Engines, Declared,
    testing::Values(Named{"rpie", 1, ptycho::Subpixel::nearest}, Named{"rpie", 3, ptycho::Subpixel::bilinear},
                    Named{"rpie", 2, ptycho::Subpixel::fourier}, Named{"lsqml", 2, ptycho::Subpixel::bilinear},
                    Named{"ml", 2, ptycho::Subpixel::bilinear}, Named{"lsqml", 1, ptycho::Subpixel::fourier},
                    Named{"adam", 2, ptycho::Subpixel::bilinear}, Named{"sgd", 1, ptycho::Subpixel::nearest},
                    Named{"dm", 2, ptycho::Subpixel::nearest}));

TEST(DeviceMemory, AnIterationMovesLittleMoreThanTheLeast) {
    constexpr double kMost = 1.5;
    for (const std::string engine : {"rpie", "lsqml", "ml"})
        for (const auto subpixel : {ptycho::Subpixel::nearest, ptycho::Subpixel::bilinear, ptycho::Subpixel::fourier})
            for (const std::size_t modes : {1U, 3U}) {
                PtychoBenchCase c = caseOf(engine, modes, subpixel, 200);
                c.size = 128;
                c.batchSize = 32;
                const auto traffic = job::ptychoTraffic(c);
                ASSERT_TRUE(traffic);
                const double least = job::leastBytes(c, *traffic).value();
                EXPECT_LE(traffic->bytes(), kMost * least) << engine << ", " << modes << " modes";
                EXPECT_GE(traffic->bytes(), least) << engine << ", " << modes << " modes";
            }
}

/// What an iteration has in each mini-batch, and what it has besides, of the first rank.
Json countBatches(const std::string& engine, std::size_t modes, const std::string& devices) {
    PtychoBenchCase c = caseOf(engine, modes, ptycho::Subpixel::bilinear, 32);
    c.size = 16;
    c.devices = devices;
    const bool inBatches = ptycho::StageSettings(*c.engine, 1).has("batch_size");
    const Counts few = countIteration(c, false); // four mini-batches
    c.batchSize /= 2;
    const Counts many = inBatches ? countIteration(c, false) : few;
    Json batch, rest;
    const auto add = [&](const char* name, long inMany, long inFew) {
        batch[name] = static_cast<double>(inMany - inFew) / 4;
        rest[name] = inFew - (inMany - inFew);
    };
    add("launches", many.launches(), few.launches());
    add("transforms", many.transforms, few.transforms);
    add("memsets", many.memsets, few.memsets);
    add("copies_up", many.copiesUp, few.copiesUp);
    add("copies_down", many.copiesDown, few.copiesDown);
    add("waits", many.waits, few.waits);
    add("plans", many.plans, few.plans);
    add("allocations", many.allocations, few.allocations);
    add("collectives", many.collectives, few.collectives);
    return {{"mini_batch", batch},
            {"besides", rest},
            {"bytes", {{"up", many.bytesUp}, {"down", many.bytesDown}, {"reduced", many.bytesReduced}}}};
}

/// With fewer of anything than the table says, the table can be made smaller: put in what the test prints.
TEST(MiniBatches, HaveNoMoreLaunchesCopiesAndWaitsThanBefore) {
    std::ifstream file(EWALD_MINI_BATCHES);
    const Json wanted = Json::parse(file);
    Json got;
    bool changed = false;
    const auto check = [&](const std::string& engine, std::size_t modes, const std::string& devices) {
        const std::string name = engine + ", " + std::to_string(modes) + " modes, " + devices;
        got[name] = countBatches(engine, modes, devices);
        for (const auto& [part, values] : got[name].items())
            for (const auto& [what, value] : values.items()) {
                const Json known = wanted.value(Json::json_pointer("/" + name + "/" + part + "/" + what), Json());
                EXPECT_TRUE(known.is_number() && value.get<double>() <= known.get<double>())
                    << name << ", " << part << ": " << what << " " << value << ", before " << known;
                changed = changed || known != value;
            }
    };
    for (const std::string engine : {"rpie", "lsqml", "ml", "dm"})
        for (const std::string devices : {"cuda:0", "cuda:0,cuda:1"}) check(engine, 1, devices);
    check("rpie", 3, "cuda:0");
    if (changed) std::cout << got.dump(1) << '\n';
}

/// The case's scan with so many times the distances.
ptycho::Problem spread(const PtychoBenchCase& c, double factor) {
    ptycho::Problem problem = job::benchProblem(c);
    problem.objectRows = problem.objectCols = 0;
    for (PixelPosition& p : problem.positions) {
        p = {factor * p.row, factor * p.col};
        problem.objectRows = std::max(problem.objectRows, static_cast<std::size_t>(p.row) + c.size + 4);
        problem.objectCols = std::max(problem.objectCols, static_cast<std::size_t>(p.col) + c.size + 4);
    }
    return problem;
}

/// Bytes that the mini-batches of the third iteration sum over the ranks: of the tiles of 16 x 32 pixels, from the
/// first pixel that a batch touches, in which any of its frames has a pixel; and of the probe.
struct Sums {
    std::size_t touched = 0;
    std::size_t boxes = 0; ///< if it were all around the frames of a batch
};
Sums sumsOf(const PtychoBenchCase& c, const ptycho::Problem& problem) {
    const int reach = static_cast<int>(c.size) + 1;
    Sums sums;
    for (const ptycho::Batch& batch : ptycho::makeBatches(c.frames, c.batchSize, 0, 2)) {
        std::vector<std::array<int, 2>> corners;
        for (std::size_t i = 0; i < batch.count; ++i) {
            const PixelPosition& p = problem.positions[problem.order.permutation[(batch.first + i) % c.frames]];
            corners.push_back({static_cast<int>(std::floor(p.row)), static_cast<int>(std::floor(p.col))});
        }
        std::array<int, 2> first = corners.front(), last = first;
        for (const auto& corner : corners)
            for (const std::size_t axis : {0U, 1U}) {
                first[axis] = std::min(first[axis], corner[axis]);
                last[axis] = std::max(last[axis], corner[axis] + reach - 1);
            }
        std::set<std::array<int, 2>> tiles;
        for (const auto& corner : corners)
            for (int row = corner[0]; row < corner[0] + reach; ++row)
                for (int col = corner[1]; col < corner[1] + reach; ++col)
                    tiles.insert({(row - first[0]) / 16, (col - first[1]) / 32});
        const std::size_t probe = (16 * c.modes + 8) * c.size * c.size;
        const auto box = static_cast<std::size_t>((last[0] - first[0] + 1) * (last[1] - first[1] + 1));
        const std::size_t touched = tiles.size() * 16 * 32;
        sums.touched += 24 * (4 * touched < 3 * box ? touched : box) + probe;
        sums.boxes += 24 * box + probe;
    }
    return sums;
}

TEST(Collectives, SumWhatTheFramesOfAMiniBatchTouch) {
    for (const std::string engine : {"rpie", "lsqml"}) {
        PtychoBenchCase c = caseOf(engine, 1, ptycho::Subpixel::bilinear, 40);
        c.size = 16;
        c.batchSize = 4;
        c.devices = "cuda:0,cuda:1";
        const ptycho::Problem problem = spread(c, 16);
        const Sums wanted = sumsOf(c, problem);
        EXPECT_LT(2 * wanted.touched, wanted.boxes) << "this scan would show nothing";
        const auto declared = job::ptychoTraffic(c, problem, {2, false});
        ASSERT_TRUE(declared);
        // LSQML sums the weight of all frames besides, once an iteration: the box of all of them.
        const std::size_t once = engine == "rpie" ? 0
                                                  : declared->iteration.bytesReduced -
                                                        std::min(declared->iteration.bytesReduced, wanted.touched);
        EXPECT_LE(once, 24 * problem.objectRows * problem.objectCols) << engine;
        EXPECT_EQ(declared->iteration.bytesReduced, wanted.touched + once) << engine;
        EXPECT_EQ(countIteration(c, false, problem).bytesReduced, declared->iteration.bytesReduced) << engine;
    }
}

/// Pixels that each of two ranks sends to the other in the mini-batches of the third iteration: what its frames'
/// windows, a pixel larger, are surrounded by, as far as the other's tile goes.
std::array<std::size_t, 2> pixelsSent(const PtychoBenchCase& c, const ptycho::Problem& cut) {
    const int side = static_cast<int>(c.size) + 1;
    std::array<std::size_t, 2> sent{};
    for (const ptycho::Batch& batch : ptycho::makeBatches(c.frames, c.batchSize, 0, 2)) {
        std::array<ptycho::Region, 2> touched{};
        for (std::size_t i = 0; i < batch.count; ++i) {
            const std::size_t frame = cut.order.permutation[(batch.first + i) % c.frames];
            const PixelPosition& p = cut.positions[frame];
            auto& box = touched[static_cast<std::size_t>(cut.partition.rankOf[frame])];
            box = ptycho::boxAround(
                box, {static_cast<int>(std::floor(p.row)), static_cast<int>(std::floor(p.col)), side, side});
        }
        for (const std::size_t rank : {0U, 1U})
            sent[rank] += ptycho::areaOf(ptycho::intersection(touched[rank], cut.tiles[1 - rank]));
    }
    return sent;
}

/// Neighbours' sums go between devices, without the host; the declared kernels and bytes are those of the emulation,
/// and of a mini-batch no more than the pixels that two tiles share. What slices share goes in one message.
TEST(Collectives, TilesExchangeWhatNeighboursShare) {
    for (const auto& [engine, slices] : {std::pair<std::string, std::size_t>{"rpie", 1}, {"rpie", 2}, {"lsqml", 1}}) {
        SCOPED_TRACE(engine + ", slices: " + std::to_string(slices));
        PtychoBenchCase c = caseOf(engine, 1, ptycho::Subpixel::bilinear, 40);
        c.devices = "cuda:0,cuda:1";
        ptycho::Problem problem = job::benchProblem(c);
        problem.slices = slices;
        problem.sliceSpacing_m = 1e-4;
        const auto declared = job::ptychoTraffic(c, problem, {2, true});
        ASSERT_TRUE(declared);
        ptycho::Estimate ofTiles, ofOne;
        const Counts counted = countIteration(c, true, problem, true, &ofTiles);
        PtychoBenchCase alone = c;
        alone.devices = "cuda:0";
        (void)countIteration(alone, false, problem, false, &ofOne);
        EXPECT_EQ(ofTiles.object, ofOne.object) << engine << ": not the bits of one GPU";
        EXPECT_EQ(ofTiles.probe, ofOne.probe) << engine;
        ptycho::Problem cut = problem;
        ptycho::partitionProblem(cut, 2, ptycho::Partition::tiles, true);
        const std::size_t shared = ptycho::areaOf(ptycho::intersection(cut.tiles[0], cut.tiles[1]));
        const std::size_t passes = declared->batches + (engine == "lsqml" ? 1 : 0); // the weight of all frames
        EXPECT_EQ(declared->iteration.deviceExchanges, passes) << engine;
        EXPECT_EQ(static_cast<std::size_t>(counted.exchanges), passes) << engine;
        EXPECT_GT(counted.bytesSentAcross, 0U) << engine;
        EXPECT_LE(declared->iteration.bytesAcross, 24 * shared * passes * slices) << engine;
        EXPECT_LE(counted.bytesSentAcross, declared->iteration.bytesAcross) << engine; // or it received more
        EXPECT_EQ(counted.collectives, static_cast<long>(declared->iteration.collectives)) << engine;
        EXPECT_EQ(counted.bytesReduced, declared->iteration.bytesReduced) << engine;
        const std::array<std::size_t, 2> sent = pixelsSent(c, cut);
        if (engine == "rpie") {
            EXPECT_EQ(counted.bytesSentAcross, 24 * sent[0] * slices);
            EXPECT_EQ(declared->iteration.kernels.at("AddBoxes").traffic.written, 24 * sent[1] * slices);
        }
        for (const char* name : {"PackBoxes", "AddBoxes"}) {
            const compute::LaunchTotal& total = declared->iteration.kernels.at(name);
            const KernelCount& kernel = counted.kernels.at(name);
            EXPECT_EQ(total.launches, static_cast<std::size_t>(kernel.launches)) << engine << ' ' << name;
            EXPECT_NEAR(static_cast<double>(total.traffic.read), static_cast<double>(kernel.read),
                        0.01 * static_cast<double>(kernel.read))
                << engine << ' ' << name;
            EXPECT_NEAR(static_cast<double>(total.traffic.written), static_cast<double>(kernel.written),
                        0.01 * static_cast<double>(kernel.written))
                << engine << ' ' << name;
        }
        if (engine == "rpie") { // nothing is waited for in a mini-batch
            EXPECT_EQ(declared->iteration.waits, 4U);
            EXPECT_EQ(counted.copiesDown, static_cast<long>(declared->iteration.copiesDown));
        }
    }
}

} // namespace
} // namespace ewald
