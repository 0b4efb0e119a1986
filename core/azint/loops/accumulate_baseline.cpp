// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/loops/accumulate_impl.h"
#include "base/processor.h"

#include <array>

namespace {

/// Eight frames in plain arrays, which compilers turn into whatever vectors there are.
struct EightLanes {
    static constexpr std::size_t kLanes = 8;
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
    static void store(float* p, const F& x) {
        for (std::size_t i = 0; i < kLanes; ++i) p[i] = x.v[i];
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

    struct I {
        std::int32_t v[kLanes];
    };
    template <class T>
    static I widened(const T* p) {
        return each<I>([p](std::size_t i) { return static_cast<std::int32_t>(p[i]); });
    }
    static F toFloat(const I& value) {
        return each<F>([&](std::size_t i) { return static_cast<float>(value.v[i]); });
    }
    static unsigned outside(const I& value, std::int32_t low, std::int32_t span) {
        unsigned lanes = 0;
        for (unsigned i = 0; i < kLanes; ++i) {
            const std::uint32_t above = static_cast<std::uint32_t>(value.v[i]) - static_cast<std::uint32_t>(low);
            lanes |= (above > static_cast<std::uint32_t>(span) ? 1U : 0U) << i;
        }
        return lanes;
    }
    static I without(const I& value, unsigned lanes) {
        return each<I>([&](std::size_t i) { return (lanes >> i & 1U) != 0 ? 0 : value.v[i]; });
    }
};

void interleavePlain(const float* lanes, float* interleaved) {
    for (std::size_t pixel = 0; pixel < kSegmentPixels; ++pixel) {
        for (std::size_t lane = 0; lane < EightLanes::kLanes; ++lane) {
            interleaved[pixel * EightLanes::kLanes + lane] = lanes[lane * kSegmentPixels + pixel];
        }
    }
}

unsigned convertLanesPlain(PixelType type, const void* const* lanes, const FastRange& range, float* interleaved) {
    return convertEachLane<EightLanes::kLanes>(type, lanes, range, &convertPixels, &interleavePlain, interleaved);
}

} // namespace

namespace ewald::azint {

const detail::AccumulateLoops& detail::baselineLoops() noexcept {
    static constexpr AccumulateLoops kLoops{EightLanes::kLanes,     &convertPixels,
                                            &convertLanesPlain,     &convertInterleaved<EightLanes>,
                                            &interleavePlain,       &addSegmentOf<EightLanes>,
                                            &addSegmentOf<OneLane>, &negativeLanes<EightLanes>,
                                            &negativeLanes<OneLane>};
    return kLoops;
}

std::span<const detail::AccumulateLoops* const> detail::usableLoops() noexcept {
#if defined(__x86_64__)
    static const std::array<const AccumulateLoops*, 3> all{&baselineLoops(), &avx2Loops(), &avx512Loops()};
    return std::span(all).first(1 + static_cast<std::size_t>(usableInstructions()));
#else
    static const std::array<const AccumulateLoops*, 1> all{&baselineLoops()};
    return all;
#endif
}

const detail::AccumulateLoops& detail::accumulateLoops() noexcept { return *usableLoops().back(); }

} // namespace ewald::azint
