// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/accumulate_impl.h"

namespace {

/// Eight frames in plain arrays, which compilers turn into whatever vectors there are.
struct EightLanes {
    static constexpr std::size_t kLanes = kFrameLanes;
    struct F {
        float v[kLanes];
    };
    struct D {
        double v[kLanes];
    };
    template <class Result, class Function>
    static Result each(Function function) {
        Result result;
        for (std::size_t i = 0; i < kLanes; ++i) result.v[i] = function(i);
        return result;
    }
    static F load(const float* p) {
        return each<F>([p](std::size_t i) { return p[i]; });
    }
    static F zero() { return {}; }
    static F multiplyAdd(float w, const F& x, const F& sum) {
        return each<F>([&](std::size_t i) { return OneLane::multiplyAdd(w, x.v[i], sum.v[i]); });
    }
    static F multiply(float w, const F& x) {
        return each<F>([&](std::size_t i) { return w * x.v[i]; });
    }
    static F atLeastOne(const F& x) {
        return each<F>([&](std::size_t i) { return x.v[i] > 1.0F ? x.v[i] : 1.0F; });
    }
    static D zeroSum() { return {}; }
    static D add(const D& sum, const F& x) {
        return each<D>([&](std::size_t i) { return sum.v[i] + static_cast<double>(x.v[i]); });
    }
    static void addTo(double* sums, const F& x) {
        for (std::size_t i = 0; i < kLanes; ++i) sums[i] += static_cast<double>(x.v[i]);
    }
    static void addSum(double* sums, const D& x) {
        for (std::size_t i = 0; i < kLanes; ++i) sums[i] += x.v[i];
    }
};

void interleavePlain(const float* lanes, float* interleaved) {
    for (std::size_t pixel = 0; pixel < kSegmentPixels; ++pixel) {
        for (std::size_t lane = 0; lane < kFrameLanes; ++lane) {
            interleaved[pixel * kFrameLanes + lane] = lanes[lane * kSegmentPixels + pixel];
        }
    }
}

unsigned convertLanesPlain(PixelType type, const void* const* lanes, const FastRange& range, float* interleaved) {
    return convertEachLane(type, lanes, range, &convertPixels, &interleavePlain, interleaved);
}

} // namespace

namespace ewald::azint {

const detail::AccumulateLoops& detail::baselineLoops() noexcept {
    static constexpr AccumulateLoops kLoops{&convertPixels, &convertLanesPlain, &interleavePlain,
                                            &addSegmentOf<EightLanes>, &addSegmentOf<OneLane>};
    return kLoops;
}

const detail::AccumulateLoops& detail::accumulateLoops() noexcept {
#if defined(__x86_64__)
    static const bool modern = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    return modern ? avx2Loops() : baselineLoops();
#else
    return baselineLoops();
#endif
}

} // namespace ewald::azint
