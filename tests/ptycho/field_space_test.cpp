// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/iteration/field_space.h"

#include "compute/communication/communicator.h"
#include "compute/devices/device.h"
#include "ptycho/model/partition.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <vector>

namespace ewald::ptycho {
namespace {

constexpr std::size_t kFieldSize = 8;

/// A raster of frames whose windows leave a border of the object of 60 × 71 pixels free.
Problem problemOf(int ranks, bool tiled) {
    Problem problem;
    problem.geometry.size = kFieldSize;
    for (int row = 0; row < 6; ++row)
        for (int col = 0; col < 7; ++col) problem.positions.push_back({10.0 + 6 * row, 12.0 + 7 * col});
    problem.frames = problem.positions.size();
    problem.order = makeFrameOrder(problem.frames, 1);
    problem.objectRows = 60, problem.objectCols = 71;
    partitionProblem(problem, ranks, tiled ? Partition::tiles : Partition::interleaved, tiled);
    return problem;
}

/// Small whole numbers, whose products are exact.
std::vector<Complex> numbers(std::size_t count, int seed) {
    std::vector<Complex> all;
    for (std::size_t i = 0; i < count; ++i) {
        const int k = static_cast<int>(i) * 7 + seed;
        all.emplace_back(static_cast<float>(k % 11 - 5), static_cast<float>(k % 13 - 6));
    }
    return all;
}

/// Runs `body` on every rank of a problem with two probe modes.
void onRanks(int ranks, bool tiled, const std::function<void(const FieldSpace&, bool)>& body) {
    const Problem problem = problemOf(ranks, tiled);
    compute::runRanks(ranks, [&](compute::Communicator& communicator) {
        const auto queue = compute::makeQueue({"cpu", 1});
        compute::PtychoModel model;
        model.size = static_cast<int>(kFieldSize);
        model.modes = 2;
        const FieldSpace space(problem, model, *queue, communicator);
        model.objectRows = space.tile().rows, model.objectCols = space.tile().cols;
        body(space, communicator.rank() == 0);
    });
}

struct Layout {
    int ranks;
    bool tiled;
};

class FieldsOn : public testing::TestWithParam<Layout> {};

TEST_P(FieldsOn, AreTakenApartAndPutTogether) {
    onRanks(GetParam().ranks, GetParam().tiled, [](const FieldSpace& space, bool first) {
        for (const Unknown unknown : {Unknown::object, Unknown::probe}) {
            const std::vector<Complex> whole = numbers(space.wholeSize(unknown), 3);
            Field taken = space.make(unknown), scattered = space.make(unknown), copied = space.make(unknown);
            space.take(taken, whole);
            space.scatter(scattered, first ? whole : std::vector<Complex>());
            space.copy(scattered, copied);
            for (const Field* field : {&taken, &scattered, &copied}) {
                const std::vector<Complex> gathered = space.gather(*field);
                EXPECT_EQ(gathered, first ? whole : std::vector<Complex>());
            }
        }
    });
}

// Σ Re(a* b) of whole numbers is exact, so that a plain sum over the whole has the same bits. Pixels that several ranks
// hold, and those that none holds and no update reaches, must not change it.
TEST_P(FieldsOn, HaveTheProductOfThePlainSum) {
    onRanks(GetParam().ranks, GetParam().tiled, [](const FieldSpace& space, bool) {
        for (const Unknown unknown : {Unknown::object, Unknown::probe}) {
            std::vector<Complex> a = numbers(space.wholeSize(unknown), 1), b = numbers(space.wholeSize(unknown), 5);
            if (unknown == Unknown::object)
                for (std::size_t i = 0; i < a.size(); ++i) {
                    const std::size_t row = i / 71, col = i % 71;
                    if (row < 10 || row >= 10 + 30 + kFieldSize || col < 12 || col >= 12 + 42 + kFieldSize) a[i] = 0;
                }
            double expected = 0;
            for (std::size_t i = 0; i < a.size(); ++i)
                expected += static_cast<double>(a[i].real()) * static_cast<double>(b[i].real()) +
                            static_cast<double>(a[i].imag()) * static_cast<double>(b[i].imag());
            ASSERT_NE(expected, 0);
            Field left = space.make(unknown), right = space.make(unknown);
            space.take(left, a);
            space.take(right, b);
            EXPECT_EQ(space.dot(left, right), expected);
        }
    });
}

TEST_P(FieldsOn, AreCombinedScaledAndLimitedEverywhere) {
    onRanks(GetParam().ranks, GetParam().tiled, [](const FieldSpace& space, bool first) {
        const std::vector<Complex> whole = numbers(space.wholeSize(Unknown::object), 2);
        Field field = space.make(Unknown::object), other = space.make(Unknown::object);
        space.take(field, whole);
        space.take(other, whole);
        EXPECT_EQ(space.peak(field), 61) << "5² + 6²";
        space.scale(field, 2);
        EXPECT_EQ(space.peak(field), 4 * 61);
        std::vector<Complex> expected;
        for (const Complex value : whole) expected.push_back(2.0F * value);
        EXPECT_EQ(space.gather(field), first ? expected : std::vector<Complex>());
        space.limitAmplitude(field, 0, 1);
        EXPECT_NEAR(space.peak(field), 1, 1e-6);
        Field probe = space.make(Unknown::probe), direction = space.make(Unknown::probe);
        space.take(probe, numbers(space.wholeSize(Unknown::probe), 0));
        space.take(direction, numbers(space.wholeSize(Unknown::probe), 4));
        space.combine(probe, 2, direction, -3);
        expected = numbers(space.wholeSize(Unknown::probe), 0);
        const std::vector<Complex> along = numbers(expected.size(), 4);
        for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = 2.0F * expected[i] - 3.0F * along[i];
        EXPECT_EQ(space.gather(probe), first ? expected : std::vector<Complex>());
    });
}

// Where one tile is, several are, and none is.
TEST_P(FieldsOn, AreTurnedAndFilledInARegion) {
    onRanks(GetParam().ranks, GetParam().tiled, [](const FieldSpace& space, bool first) {
        std::vector<Complex> expected = numbers(space.wholeSize(Unknown::object), 8);
        Field field = space.make(Unknown::object);
        space.take(field, expected);
        const Region region{5, 9, 31, 24};
        std::complex<double> sum = 0;
        for (int row = 5; row < 36; ++row)
            for (int col = 9; col < 33; ++col) sum += expected[static_cast<std::size_t>(row * 71 + col)];
        const Complex mean = space.meanInside(field, region);
        EXPECT_FLOAT_EQ(mean.real(), static_cast<float>(sum.real() / (31 * 24)));
        EXPECT_FLOAT_EQ(mean.imag(), static_cast<float>(sum.imag() / (31 * 24)));
        space.scale(field, Complex(0, 2));
        for (Complex& value : expected) value = {-2 * value.imag(), 2 * value.real()};
        EXPECT_EQ(space.gather(field), first ? expected : std::vector<Complex>());
        space.fill(field, region, {3, -1});
        for (int row = 5; row < 36; ++row)
            for (int col = 9; col < 33; ++col) expected[static_cast<std::size_t>(row * 71 + col)] = {3, -1};
        EXPECT_EQ(space.gather(field), first ? expected : std::vector<Complex>());
    });
}

// Each rank has a stripe: the bits must be those of the whole, pixels in no tile included.
TEST_P(FieldsOn, AreFilteredAsAWhole) {
    const std::vector<Complex> before = numbers(60 * 71, 6);
    const auto queue = compute::makeQueue({"cpu", 1});
    std::vector<Complex> expected = before;
    queue->ptycho().reduceVariation(reinterpret_cast<Cf*>(expected.data()), 60, 71, 3);
    onRanks(GetParam().ranks, GetParam().tiled, [&](const FieldSpace& space, bool first) {
        const auto own = compute::makeQueue({"cpu", 1});
        Field field = space.make(Unknown::object);
        space.take(field, before);
        space.filter(field, compute::kVariationReach,
                     [&](Cf* image, int rows, int cols) { own->ptycho().reduceVariation(image, rows, cols, 3); });
        EXPECT_EQ(space.gather(field), first ? expected : std::vector<Complex>());
        const std::vector<Cf> part = field.values.toHost();
        for (int row = 0; row < space.tile().rows; ++row)
            for (int col = 0; col < space.tile().cols; ++col) {
                const Cf mine = part[static_cast<std::size_t>(row * space.tile().cols + col)];
                const auto at = static_cast<std::size_t>((space.tile().row + row) * 71 + space.tile().col + col);
                ASSERT_EQ(Complex(mine.re, mine.im), expected[at]) << row << ", " << col;
            }
    });
}

// A velocity that is not a number, of a run that went wrong, would never get well by a factor of 0.
TEST_P(FieldsOn, AreClearedWhateverTheyHold) {
    onRanks(GetParam().ranks, GetParam().tiled, [](const FieldSpace& space, bool first) {
        for (const Unknown unknown : {Unknown::object, Unknown::probe}) {
            Field field = space.make(unknown);
            const float none = std::numeric_limits<float>::quiet_NaN();
            space.take(field, std::vector<Complex>(space.wholeSize(unknown), Complex(none, none)));
            space.clear(field);
            EXPECT_EQ(space.gather(field), std::vector<Complex>(first ? space.wholeSize(unknown) : 0));
        }
    });
}

TEST_P(FieldsOn, ComeBackFromASavedState) {
    SavedState saved;
    std::vector<Complex> whole;
    onRanks(GetParam().ranks, GetParam().tiled, [&](const FieldSpace& space, bool first) {
        const std::vector<Complex> values = numbers(space.wholeSize(Unknown::object), 9);
        Field field = space.make(Unknown::object);
        space.take(field, values);
        SavedState mine;
        space.save(field, "velocity", mine);
        EXPECT_EQ(mine.array("velocity") != nullptr, first);
        if (first) saved = mine, whole = values;
    });
    onRanks(GetParam().ranks, GetParam().tiled, [&](const FieldSpace& space, bool first) {
        Field field = space.make(Unknown::object), probe = space.make(Unknown::probe);
        EXPECT_FALSE(space.load(field, "momentum", saved));
        EXPECT_FALSE(space.load(probe, "velocity", saved)) << "of another size";
        ASSERT_TRUE(space.load(field, "velocity", saved));
        EXPECT_EQ(space.gather(field), first ? whole : std::vector<Complex>());
    });
}

INSTANTIATE_TEST_SUITE_P(Layouts, FieldsOn,
                         testing::Values(Layout{1, false}, Layout{3, false}, Layout{2, true}, Layout{5, true}),
                         [](const testing::TestParamInfo<Layout>& at) {
                             return std::to_string(at.param.ranks) + (at.param.tiled ? "tiles" : "copies");
                         });

} // namespace
} // namespace ewald::ptycho
