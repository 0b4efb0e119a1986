// SPDX-License-Identifier: GPL-3.0-or-later
//
// A summand that is too large for the grid of its sum is said, by every device and operation. The numbers can be
// checked by hand: the object is O everywhere, the probe P at one pixel and 0 elsewhere, and nothing was measured, so
// that χ = −P·O. A frame then adds −|P|² O and |P|² to the object's sums, −|O|² P and |O|² to the probe's.
#include "conformance/ptycho_subjects.h"

#include <gtest/gtest.h>

#include <numeric>
#include <span>
#include <string>
#include <vector>

namespace ewald::compute {
namespace {

constexpr float kObject = 4, kProbe = 2;
constexpr int kSide = 16, kRows = 20, kFrames = 3;
// In the order of Room::limits.
constexpr double kSummands[] = {16, 4, 32, 16};

enum class Call { frameStep, withUpdate, probeSums, windowWeights };

struct Room {
    Call call;
    Interpolation interpolation;
    int sum; ///< of kSummands; −1: none
    double limit;
};

/// The anchor with which `summands` of at most `limit` fill the room.
double anchorOf(double limit, double summands) { return 1.5 * 0x1p52 * limit * summands * 0x1p-53; }

/// Whether the call says that a summand is beyond, with room for summands of room.limit in one of the sums and for any
/// in the others.
bool isBeyond(Subject& subject, const Room& room) {
    std::vector<Cf> probe(kSide * kSide, Cf{0, 0});
    probe[5 * kSide + 7] = {kProbe, 0};
    const auto upload = [&]<class T>(const std::vector<T>& host) {
        return Buffer<T>(*subject.queue, std::span<const T>(host));
    };
    Buffer<Cf> object = upload(std::vector<Cf>(kRows * kRows, Cf{kObject, 0}));
    Buffer<Cf> onDevice = upload(probe);
    Buffer<float> measured = upload(std::vector<float>(kFrames * kSide * kSide, 0.0F));
    Buffer<double> sums = upload(std::vector<double>(3 * kRows * kRows + 3 * kSide * kSide, 0.0));
    const std::vector<FramePlace> places = {{0, 0, 0, 0}, {1, 2, 0, 0}, {3, 3, 0, 0}};
    std::vector<int> frames(kFrames);
    std::iota(frames.begin(), frames.end(), 0);
    FrameStep step;
    step.model = {kSide, 1, kRows, kRows, room.interpolation, nullptr};
    step.object = object.data();
    step.probe = onDevice.data();
    step.measured = {measured.data(), kernels::FrameType::amplitudes};
    step.places = places.data();
    step.frames = frames;
    constexpr double kCount = 256; // summands of the frames of all ranks
    double anchors[4];
    for (int i = 0; i < 4; ++i) anchors[i] = anchorOf(i == room.sum ? room.limit : 1e9, kCount);
    step.grids = {.objectSum = anchors[0],
                  .objectWeight = anchors[1],
                  .probeSum = anchors[2],
                  .probeWeight = anchors[3],
                  .summands = kCount};
    step.objectSum = reinterpret_cast<Cd*>(sums.data());
    step.objectWeight = sums.data() + 2 * kRows * kRows;
    step.probeSum = reinterpret_cast<Cd*>(sums.data() + 3 * kRows * kRows);
    step.probeWeight = sums.data() + 3 * kRows * kRows + 2 * kSide * kSide;
    Buffer<Cf> waves(*subject.queue, kFrames * kSide * kSide);
    PtychoOps& ops = subject.ops();
    (void)ops.takeSums();
    if (room.call == Call::frameStep) ops.frameStep(step);
    if (room.call == Call::withUpdate) ops.frameStepAndUpdate(step, object.data(), {0, 0, kRows, kRows}, {1, 0});
    if (room.call == Call::windowWeights) ops.windowWeights(step);
    if (room.call == Call::probeSums) {
        FrameStep first = step;
        first.objectSum = first.probeSum = nullptr;
        first.objectWeight = first.probeWeight = nullptr;
        first.exitWaves = step.exitWaves = waves.data();
        ops.frameStep(first);
        step.objectSum = nullptr, step.objectWeight = nullptr;
        ops.probeSums(step);
    }
    const bool beyond = ops.takeSums().beyond > 0;
    EXPECT_EQ(ops.takeSums().beyond, 0) << "it is said once";
    return beyond;
}

bool has(Call call, int sum) {
    if (call == Call::probeSums) return sum >= 2;
    return call != Call::windowWeights || sum == 1;
}

// Rounding of a transform and its inverse is below 1e-5, a limit is single precision: 1 % is far outside both. With a
// Fourier shift the probe's sum is an orthonormal spectrum: the one value becomes kSide times smaller. So does what
// probeSums() adds of it, where −2 P O* O of the wave is not explained by P: χ − P O.
TEST(SumRoom, ASummandBeyondItIsSaid) {
    for (Subject& subject : subjects())
        for (const Interpolation how : {Interpolation::nearest, Interpolation::bilinear, Interpolation::fourierShift})
            for (const Call call : {Call::frameStep, Call::withUpdate, Call::probeSums, Call::windowWeights})
                for (int sum = 0; sum < 4; ++sum) {
                    if (!has(call, sum)) continue;
                    const bool shifted = how == Interpolation::fourierShift;
                    double summand = kSummands[sum];
                    if (shifted && sum == 2) summand *= (call == Call::probeSums ? 2.0 : 1.0) / kSide;
                    const std::string at = subject.name + ", interpolation " + std::to_string(static_cast<int>(how)) +
                                           ", call " + std::to_string(static_cast<int>(call)) + ", sum " +
                                           std::to_string(sum);
                    EXPECT_FALSE(isBeyond(subject, {call, how, sum, 1.01 * summand})) << at;
                    EXPECT_TRUE(isBeyond(subject, {call, how, sum, 0.99 * summand})) << at;
                }
}

} // namespace
} // namespace ewald::compute
