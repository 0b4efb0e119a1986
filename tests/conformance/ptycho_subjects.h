// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every device of this machine and every build of the CPU's inner loops, and what they are given to compute.
#pragma once

#include "compute/cpu/cpu_ptycho_ops.h"
#include "compute/devices/queue.h"
#include "compute/operations/plain_launcher.h"

#include <cmath>
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace ewald::compute {

/// The operations under test, and the queue with their memory.
struct Subject {
    std::string name;
    std::unique_ptr<Queue> queue;
    std::unique_ptr<PtychoOps> own; ///< instead of the queue's
    PtychoOps& ops() { return own ? *own : queue->ptycho(); }
};

/// Transforms as on GPUs: not normalised; the factors are in the kernel bodies.
class UnnormalisedLauncher : public PlainLauncher {
public:
    void fft(Cf* arrays, int count, int n, bool forward) {
        PlainLauncher::fft(arrays, count, n, forward);
        for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(count) * n * n; ++i)
            arrays[i] = static_cast<float>(n) * arrays[i];
    }
    static float fftScale(int n) { return 1 / static_cast<float>(n); }
};

inline std::vector<Subject> subjects() {
    std::vector<Subject> all;
    all.push_back({"generic", makeQueue({"cpu", 1}),
                   std::make_unique<GenericPtychoOps<UnnormalisedLauncher>>(UnnormalisedLauncher())});
    for (const int threads : {1, 3})
        all.push_back({"generic on the CPU, threads " + std::to_string(threads), makeQueue({"cpu", 1}),
                       std::make_unique<GenericPtychoOps<cpu::CpuLauncher>>(
                           cpu::CpuLauncher(std::make_shared<cpu::CpuTasks>(threads)))});
    for (const DeviceInfo& device : listDevices())
        if (device.usable) all.push_back({device.id, makeQueue({device.id, 1}), nullptr});
    for (const int threads : {1, 3})
        for (const cpu::FrameLoops* loops : cpu::usableFrameLoops())
            all.push_back({std::string("cpu ") + loops->name + ", threads " + std::to_string(threads),
                           makeQueue({"cpu", 1}), std::make_unique<cpu::CpuPtychoOps>(threads, *loops)});
    return all;
}

struct Case {
    int size;
    int modes;
    Interpolation interpolation;
    bool nearField;
    ExitUpdate update;
    int oversampling = 1;
    int flyPoints = 1;
    bool spreads = false; ///< pixels count light of others

    std::size_t framePixels() const {
        const auto side = static_cast<std::size_t>(size / oversampling);
        return side * side;
    }
    PtychoModel model(int rows, int cols, const Cf* transfer) const {
        PtychoModel model{size, modes, rows, cols, interpolation, transfer};
        model.oversampling = oversampling;
        model.flyPoints = flyPoints;
        return model;
    }
};

inline std::string nameOf(const Case& c) {
    const char* how[] = {"nearest", "bilinear", "fourier"};
    return std::to_string(c.size) + "px" + std::to_string(c.modes) + "modes_" + how[static_cast<int>(c.interpolation)] +
           (c.nearField ? "_near" : "_far") + (c.update == ExitUpdate::pie ? "_pie" : "_dm") +
           (c.oversampling > 1 ? "_coarse" + std::to_string(c.oversampling) : "") + (c.flyPoints > 1 ? "_fly" : "") +
           (c.spreads ? "_spread" : "");
}

/// Random but reproducible input, host side.
struct Input {
    static constexpr int kFrames = 7;
    int rows, cols;
    std::vector<Cf> object, probe, transfer;
    std::vector<float> amplitudes;
    kernels::FrameType type = kernels::FrameType::amplitudes;
    std::vector<std::uint8_t> bytes; ///< of the frames, unless they are amplitudes
    std::vector<FramePlace> places;

    explicit Input(const Case& c) : rows(c.size + 13), cols(c.size + 17) {
        std::mt19937 generator(5);
        std::uniform_real_distribution<float> uniform(-1, 1);
        const auto fill = [&](std::vector<Cf>& v, std::size_t count) {
            v.resize(count);
            for (Cf& value : v) value = {uniform(generator), uniform(generator)};
        };
        const auto pixels = static_cast<std::size_t>(c.size * c.size);
        fill(object, static_cast<std::size_t>(rows * cols));
        fill(probe, static_cast<std::size_t>(c.modes) * pixels);
        if (c.nearField) {
            fill(transfer, pixels);
            for (Cf& value : transfer) { // a transfer function has modulus one
                const float angle = 3 * value.re;
                value = {std::cos(angle), std::sin(angle)};
            }
        }
        amplitudes.resize(kFrames * c.framePixels());
        for (float& a : amplitudes) a = uniform(generator) + 0.9F; // some masked (negative), none far from the model
        for (int i = 0; i < kFrames * c.flyPoints; ++i) {
            FramePlace p{i % 5, (3 * i) % 7, 0.25F * static_cast<float>(i % 4), 0.3F};
            if (c.interpolation == Interpolation::nearest) p.dRow = p.dCol = 0;
            if (c.interpolation == Interpolation::fourierShift) p.dRow -= 0.5F, p.dCol = -0.2F;
            places.push_back(p);
        }
    }
};

/// The same in memory of a queue.
struct InputOnQueue {
    Buffer<Cf> object, probe, transfer;
    Buffer<float> amplitudes, spread;
    Buffer<std::uint8_t> counts;

    InputOnQueue(Queue& queue, const Input& in)
        : object(queue, std::span<const Cf>(in.object)), probe(queue, std::span<const Cf>(in.probe)),
          transfer(queue, std::span<const Cf>(in.transfer)), amplitudes(queue, std::span<const float>(in.amplitudes)),
          spread(queue, std::vector<float>{0.5F, 0.2F, 0.04F, 0.01F}),
          counts(queue, std::span<const std::uint8_t>(in.bytes)) {}

    /// A step without frames.
    FrameStep step(const Case& c, const Input& in) const {
        FrameStep step;
        step.model = c.model(in.rows, in.cols, c.nearField ? transfer.data() : nullptr);
        const int side = step.model.detectorSize();
        if (c.spreads)
            step.model.pointSpread = {spread.data(), static_cast<int>(spread.size()) - 1,
                                      c.nearField ? 0 : side - side / 2};
        step.object = object.data();
        step.probe = probe.data();
        step.measured = {amplitudes.data(), in.type};
        if (!in.bytes.empty()) step.measured.pixels = counts.data();
        step.places = in.places.data();
        return step;
    }
};

/// A direction for an array, half as large as its elements.
inline std::vector<Cf> directionFor(const std::vector<Cf>& values) {
    std::vector<Cf> direction(values.rbegin(), values.rend());
    for (Cf& value : direction) value = Cf{0.3F, -0.4F} * value;
    return direction;
}

inline std::span<const double> flat(const std::vector<Cd>& v) {
    return {reinterpret_cast<const double*>(v.data()), 2 * v.size()};
}
inline std::span<const float> flat(const std::vector<Cf>& v) {
    return {reinterpret_cast<const float*>(v.data()), 2 * v.size()};
}
template <class T>
std::span<const T> flat(const std::vector<T>& v) {
    return v;
}

} // namespace ewald::compute
