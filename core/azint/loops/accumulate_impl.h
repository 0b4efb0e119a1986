// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The inner loops of the integration, included by one source file for each kind of processor. Everything is in the
// unnamed namespace of that file: no function compiled for a newer processor may be shared with the rest of the
// program.

#include "azint/loops/accumulate.h"

#include <type_traits>

namespace {

using ewald::PixelType;
using ewald::azint::FastRange;
using ewald::azint::kSegmentPixels;
using ewald::azint::PixelRun;

template <class T>
bool convertIntegers(const void* pixels, std::size_t count, const FastRange& range, float* out) {
    const T* const in = static_cast<const T*>(pixels);
    // One unsigned comparison checks both ends of the range.
    using Wide = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    using Narrow = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;
    const Wide low = static_cast<Wide>(range.low);
    const Wide span = static_cast<Wide>(range.high - range.low);
    Wide bad = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const Wide value = static_cast<Wide>(in[i]);
        const Wide outside = static_cast<Wide>(value - low > span ? 1 : 0);
        bad |= outside;
        out[i] = outside != 0 ? 0.0F : static_cast<float>(static_cast<Narrow>(value));
    }
    return bad == 0;
}

template <class T>
bool convertFloats(const void* pixels, std::size_t count, const FastRange& range, float* out) {
    const T* const in = static_cast<const T*>(pixels);
    unsigned bad = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const float value = static_cast<float>(in[i]);
        const bool within = value <= range.highest && value >= range.lowest; // and finite
        const bool dummy = value >= range.dummyLow && value <= range.dummyHigh;
        const unsigned outside = within && !dummy ? 0U : 1U;
        bad |= outside;
        out[i] = outside != 0 ? 0.0F : value;
    }
    return bad == 0;
}

bool convertPixels(PixelType type, const void* pixels, std::size_t count, const FastRange& range, float* out) {
    switch (type) {
    case PixelType::uint8: return convertIntegers<std::uint8_t>(pixels, count, range, out);
    case PixelType::uint16: return convertIntegers<std::uint16_t>(pixels, count, range, out);
    case PixelType::uint32: return convertIntegers<std::uint32_t>(pixels, count, range, out);
    case PixelType::uint64: return convertIntegers<std::uint64_t>(pixels, count, range, out);
    case PixelType::int8: return convertIntegers<std::int8_t>(pixels, count, range, out);
    case PixelType::int16: return convertIntegers<std::int16_t>(pixels, count, range, out);
    case PixelType::int32: return convertIntegers<std::int32_t>(pixels, count, range, out);
    case PixelType::int64: return convertIntegers<std::int64_t>(pixels, count, range, out);
    case PixelType::float32: return convertFloats<float>(pixels, count, range, out);
    case PixelType::float64: return convertFloats<double>(pixels, count, range, out);
    }
    return false;
}

/// All lanes with functions for one lane and for the interleaving.
template <std::size_t kLanes, class Convert, class Interleave>
unsigned convertEachLane(PixelType type, const void* const* frames, const FastRange& range, Convert convert,
                         Interleave interleave, float* interleaved) {
    alignas(64) float values[kLanes * kSegmentPixels];
    unsigned outside = 0;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
        const bool inside = convert(type, frames[lane], kSegmentPixels, range, values + lane * kSegmentPixels);
        outside |= (inside ? 0U : 1U) << lane;
    }
    interleave(values, interleaved);
    return outside;
}

/// Interleaved integers T that are all inside the range.
template <class L, class T>
void convertInside(const void* values, float* out) {
    const T* in = static_cast<const T*>(values);
    for (std::size_t i = 0; i < kSegmentPixels; ++i, in += L::kLanes, out += L::kLanes)
        L::store(out, L::toFloat(L::widened(in)));
}

/// Interleaved integers T that may be outside the range.
template <class L, class T>
bool convertChecked(const void* values, const FastRange& range, float* out, std::uint16_t* outside) {
    const T* in = static_cast<const T*>(values);
    const auto low = static_cast<std::int32_t>(range.low);
    const auto span = static_cast<std::int32_t>(range.high - range.low);
    unsigned any = 0;
    for (std::size_t i = 0; i < kSegmentPixels; ++i, in += L::kLanes, out += L::kLanes) {
        const typename L::I value = L::widened(in);
        const unsigned beyond = L::outside(value, low, span);
        L::store(out, L::toFloat(L::without(value, beyond)));
        outside[i] = static_cast<std::uint16_t>(beyond);
        any |= beyond;
    }
    return any == 0;
}

template <class L>
bool convertInterleaved(PixelType type, unsigned width, const void* values, const FastRange& range, float* out,
                        std::uint16_t* outside) {
    const bool isSigned = (type == PixelType::int8 && width == 1) || (type == PixelType::int16 && width == 2);
    if (width < 4 && !isSigned && range.low <= 0 && range.high >= (std::int64_t{1} << (8 * width)) - 1) {
        width == 1 ? convertInside<L, std::uint8_t>(values, out) : convertInside<L, std::uint16_t>(values, out);
        return true;
    }
    switch (width) {
    case 1:
        return isSigned ? convertChecked<L, std::int8_t>(values, range, out, outside)
                        : convertChecked<L, std::uint8_t>(values, range, out, outside);
    case 2:
        return isSigned ? convertChecked<L, std::int16_t>(values, range, out, outside)
                        : convertChecked<L, std::uint16_t>(values, range, out, outside);
    default: return convertChecked<L, std::uint32_t>(values, range, out, outside);
    }
}

/// One frame at a time. Multiply-add is one rounding or two, as in the vector code of the same file.
struct OneLane {
    static constexpr std::size_t kLanes = 1;
    using F = float;
    using D = double;
    static F load(const float* p) { return *p; }
    static F zero() { return 0; }
    static F multiplyAdd(float w, F x, F sum) {
#if defined(__FMA__)
        return __builtin_fmaf(w, x, sum);
#else
        return sum + w * x;
#endif
    }
    static F multiply(float w, F x) { return w * x; }
    static F atLeastOne(F x) { return x > 1.0F ? x : 1.0F; }
    static D zeroSum() { return 0; }
    static D add(D sum, F x) { return sum + static_cast<double>(x); }
    static void addTo(double* sums, F x) { *sums += static_cast<double>(x); }
    static void addSum(double* sums, D x) { *sums += x; }
};

/// A run of whole pixels: sums in double, exact for integers.
template <class L, bool kVariance>
void addWholePixels(const float* v, unsigned length, double* sums) {
    typename L::D signal = L::zeroSum();
    typename L::D variance = L::zeroSum();
    for (unsigned i = 0; i < length; ++i, v += L::kLanes) {
        const typename L::F x = L::load(v);
        signal = L::add(signal, x);
        if constexpr (kVariance) variance = L::add(variance, L::atLeastOne(x));
    }
    L::addSum(sums, signal);
    if constexpr (kVariance) L::addSum(sums + L::kLanes, variance);
}

/// Sums of two neighbouring bins that stay in registers from one run to the next. Along a row of the detector nearly
/// every run lies one bin above or below the one before: then only one of the two has to go to memory.
template <class L, bool kVariance>
class BinPair {
public:
    explicit BinPair(double* sums) : m_sums(sums) { clear(); }

    /// Goes on with the bins `bin` and the one above it.
    void moveTo(std::uint32_t bin) {
        if (m_holds && bin == m_bin + 1) {
            store(0);
            m_signal[0] = m_signal[1];
            m_variance[0] = m_variance[1];
            m_signal[1] = m_variance[1] = L::zero();
        } else if (m_holds && bin + 1 == m_bin) {
            store(1);
            m_signal[1] = m_signal[0];
            m_variance[1] = m_variance[0];
            m_signal[0] = m_variance[0] = L::zero();
        } else {
            // The same bins come again after a run of full length: single precision is not to go on for longer.
            finish();
            clear();
        }
        m_bin = bin;
        m_holds = true;
    }

    const float* add(const float* v, unsigned length, const float* w) {
        for (unsigned i = 0; i < length; ++i, v += L::kLanes, w += 2) {
            const typename L::F x = L::load(v);
            for (unsigned b = 0; b < 2; ++b) m_signal[b] = L::multiplyAdd(w[b], x, m_signal[b]);
            if constexpr (kVariance) {
                const typename L::F y = L::atLeastOne(x);
                for (unsigned b = 0; b < 2; ++b) {
                    m_variance[b] = L::multiplyAdd(w[b], L::multiply(w[b], y), m_variance[b]);
                }
            }
        }
        return w;
    }

    void finish() {
        if (!m_holds) return;
        store(0);
        store(1);
        m_holds = false;
    }

private:
    void clear() {
        for (unsigned b = 0; b < 2; ++b) m_signal[b] = m_variance[b] = L::zero();
    }
    void store(unsigned b) {
        constexpr std::size_t kBinStride = (kVariance ? 2 : 1) * L::kLanes;
        double* const target = m_sums + (std::size_t{m_bin} + b) * kBinStride;
        L::addTo(target, m_signal[b]);
        if constexpr (kVariance) L::addTo(target + L::kLanes, m_variance[b]);
    }

    double* m_sums;
    std::uint32_t m_bin = 0;
    bool m_holds = false;
    typename L::F m_signal[2];
    typename L::F m_variance[2];
};

/// A run of pixels that share kWidth bins: all sums stay in registers until its end.
template <class L, bool kVariance, unsigned kWidth>
const float* addRun(const float* v, unsigned length, const float* w, double* sums) {
    typename L::F signal[kWidth];
    typename L::F variance[kWidth];
    for (unsigned b = 0; b < kWidth; ++b) signal[b] = variance[b] = L::zero();
    for (unsigned i = 0; i < length; ++i, v += L::kLanes, w += kWidth) {
        const typename L::F x = L::load(v);
        for (unsigned b = 0; b < kWidth; ++b) signal[b] = L::multiplyAdd(w[b], x, signal[b]);
        if constexpr (kVariance) {
            const typename L::F y = L::atLeastOne(x);
            for (unsigned b = 0; b < kWidth; ++b) variance[b] = L::multiplyAdd(w[b], L::multiply(w[b], y), variance[b]);
        }
    }
    constexpr std::size_t kBinStride = (kVariance ? 2 : 1) * L::kLanes;
    for (unsigned b = 0; b < kWidth; ++b) {
        L::addTo(sums + b * kBinStride, signal[b]);
        if constexpr (kVariance) L::addTo(sums + b * kBinStride + L::kLanes, variance[b]);
    }
    return w;
}

/// Pixels over many bins (bins finer than pixels): straight into the sums.
template <class L, bool kVariance>
const float* addWidePixels(const float* v, unsigned length, unsigned width, const float* w, double* sums) {
    constexpr std::size_t kBinStride = (kVariance ? 2 : 1) * L::kLanes;
    for (unsigned i = 0; i < length; ++i, v += L::kLanes) {
        const typename L::F x = L::load(v);
        const typename L::F y = L::atLeastOne(x);
        double* bin = sums;
        for (unsigned b = 0; b < width; ++b, ++w, bin += kBinStride) {
            L::addTo(bin, L::multiply(*w, x));
            if constexpr (kVariance) L::addTo(bin + L::kLanes, L::multiply(*w * *w, y));
        }
    }
    return w;
}

template <class L, bool kVariance>
void addSegment(const PixelRun* run, const PixelRun* last, const float* w, const float* values, double* sums) {
    constexpr std::size_t kBinStride = (kVariance ? 2 : 1) * L::kLanes;
    const float* v = values;
    BinPair<L, kVariance> pair(sums);
    for (; run != last; ++run) {
        v += run->skip * L::kLanes;
        double* const target = sums + run->bin * kBinStride;
        const unsigned length = run->length;
        switch (run->width) {
        case 0: addWholePixels<L, kVariance>(v, length, target); break;
        case 1: w = addRun<L, kVariance, 1>(v, length, w, target); break;
        case 2:
            pair.moveTo(run->bin);
            w = pair.add(v, length, w);
            break;
        case 3: w = addRun<L, kVariance, 3>(v, length, w, target); break;
        case 4: w = addRun<L, kVariance, 4>(v, length, w, target); break;
        default: w = addWidePixels<L, kVariance>(v, length, run->width, w, target); break;
        }
        v += length * L::kLanes;
    }
    pair.finish();
}

template <class L>
void addSegmentOf(const PixelRun* first, const PixelRun* last, const float* w, const float* values, bool variance,
                  double* sums) {
    if (variance) {
        addSegment<L, true>(first, last, w, values, sums);
    } else {
        addSegment<L, false>(first, last, w, values, sums);
    }
}

template <class L>
unsigned negativeLanes(const float* values, const float* weights, std::size_t count) {
    std::uint32_t all[L::kLanes] = {};
    const auto add = [&](std::size_t i, std::uint32_t mask) __attribute__((always_inline)) {
        for (std::size_t lane = 0; lane < L::kLanes; ++lane) {
            std::uint32_t bits;
            __builtin_memcpy(&bits, values + i * L::kLanes + lane, sizeof bits);
            all[lane] |= bits & mask;
        }
    };
    for (std::size_t i = 0; !weights && i < count; ++i) add(i, 0xFFFFFFFFU);
    for (std::size_t i = 0; weights && i < count; ++i) add(i, weights[i] != 0 ? 0xFFFFFFFFU : 0U);
    unsigned lanes = 0;
    for (unsigned lane = 0; lane < L::kLanes; ++lane) lanes |= (all[lane] >> 31U) << lane;
    return lanes;
}

} // namespace
